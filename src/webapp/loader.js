"use strict";
// loader.js - the first that runs of the page: what is packed in it, unpacked; then
// its style, its body and the program, which are packed, too; the policy names style
// and program by their hashes.

const BLOCK = 128; // characters behind their key

// Two bytes are a character of UTF-16. A document cannot have all of those: each
// block has a key, with which it has none of them (assemble.py, cli/page.c).
function bytesOf(id) {
	const element = document.getElementById(id), text = element.textContent;
	const pairs = new Uint16Array(text.length);
	let n = 0;
	for (let i = 0, key = 0; i < text.length; i++) {
		const unit = text.charCodeAt(i);
		if (i % (BLOCK + 1) === 0)
			key = unit;
		else
			pairs[n++] = Math.imul(unit, key) + (key >> 3);
	}
	return new Uint8Array(pairs.buffer, 0, Number(element.dataset.bytes));
}

// Bytes in the memory of the small module, from here on; room for more behind them.
function roomFor(calls, from, bytes, more) {
	const to = from + bytes;
	const missing = to + more - calls.memory.buffer.byteLength;
	if (missing > 0)
		calls.memory.grow((missing + 0xffff) >> 16);
	return to;
}

// What the build has put into the file by this name: unpacked (unlzma.h), and if
// it is a module, put together (streams.h).
function packed(id) {
	const bytes = bytesOf(id), calls = packed.calls;
	const { size, module } = document.getElementById(id).dataset;
	const from = calls.__heap_base.value, n = Number(size);
	const to = roomFor(calls, from, bytes.length, n);
	new Uint8Array(calls.memory.buffer).set(bytes, from);
	let good = calls.unlzma(from, bytes.length, to, n), at = to, length = n;
	if (module) {
		length = Number(module);
		at = roomFor(calls, to, n, length);
		good = good && calls.streams_join(to, n, at, length);
	}
	if (!good)
		throw new Error(id);
	return new Uint8Array(calls.memory.buffer).slice(at, at + length);
}

const textsOf = (id) => JSON.parse(new TextDecoder().decode(packed(id)));

// The engine, still being compiled, and the texts of the page.
async function unpacked() {
	const module = await WebAssembly.compile(bytesOf("unpack"));
	packed.calls = (await WebAssembly.instantiate(module, {})).exports;
	const engine = WebAssembly.compile(packed("wasm"));
	return [engine, textsOf("files")];
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
