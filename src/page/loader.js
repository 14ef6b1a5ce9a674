"use strict";
// loader.js - the first that runs of the page: what is packed in it, unpacked; then
// its style, its body and the program, which are packed, too; the policy names style
// and program by their hashes.

const BLOCK = 128; // characters behind their key

// Two bytes are a character of UTF-16. A document cannot have all of those: each
// block has a key, with which it has none of them (assemble.py, cli/page.c).
function bytesOf(id) {
	const text = document.getElementById(id).textContent;
	const pairs = new Uint16Array(text.length);
	let n = 0;
	for (let i = 0, key = 0; i < text.length; i++) {
		const unit = text.charCodeAt(i);
		if (i % (BLOCK + 1) === 0)
			key = unit;
		else
			pairs[n++] = Math.imul(unit, key) + (key >> 3);
	}
	return new Uint8Array(pairs.buffer, 0, 2 * n);
}

// What the build has put into the file by this name (page/unlzma.h unpacks it).
function packed(id) {
	const bytes = bytesOf(id), calls = packed.calls;
	const size = Number(document.getElementById(id).dataset.size);
	const from = calls.__heap_base.value, to = from + bytes.length;
	const missing = to + size - calls.memory.buffer.byteLength;
	if (missing > 0)
		calls.memory.grow((missing + 0xffff) >> 16);
	new Uint8Array(calls.memory.buffer).set(bytes, from);
	if (!calls.unlzma(from, bytes.length, to, size))
		throw new Error(id);
	return new Uint8Array(calls.memory.buffer).slice(to, to + size);
}

// The engine, still being compiled, and the texts of the page.
async function unpacked() {
	const module = await WebAssembly.compile(bytesOf("unlzma"));
	packed.calls = (await WebAssembly.instantiate(module, {})).exports;
	const engine = WebAssembly.compile(packed("wasm"));
	return [engine, JSON.parse(new TextDecoder().decode(packed("files")))];
}

function put(parent, tag, text) {
	const e = document.createElement(tag);
	e.textContent = text;
	parent.append(e);
}

async function load() {
	const [engine, files] = await unpacked();
	put(document.head, "style", files["page.css"]);
	document.body.insertAdjacentHTML("afterbegin", files["page.html"]);
	put(document.body, "script", files["page.js"]);
	await start(await engine, files);
}

load().catch((e) => {
	// before any words are there: in both languages
	const p = document.createElement("p");
	p.textContent = "Heraldo: " + e.message +
		" - This browser is too old for this page, or the file is damaged. " +
		"- Este navegador es demasiado antiguo, o el archivo est\u00e1 da\u00f1ado.";
	document.body.prepend(p);
});
