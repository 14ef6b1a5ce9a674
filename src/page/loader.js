"use strict";
// loader.js - the first that runs of the page: what is packed in it, unpacked; then
// the program, which is packed, too, and named by its hash in the policy.

// Bytes stand as characters of seven bits each; three that a document cannot have are
// written with 128 more. (base64 would take a sixth more.)
function sevenBits(text) {
	const bytes = new Uint8Array(text.length * 7 >> 3);
	for (let i = 0, at = 0, held = 0, n = 0; i < text.length; i++) {
		held = (held & 0x7f) << 7 | text.charCodeAt(i) & 0x7f;
		n += 7;
		if (n >= 8) {
			n -= 8;
			bytes[at++] = held >> n;
		}
	}
	return bytes;
}

// What the build has put into the file by this name (page/unlzma.h unpacks it).
function packed(id) {
	const element = document.getElementById(id);
	const bytes = sevenBits(element.textContent), size = Number(element.dataset.size);
	const calls = packed.calls;
	const from = calls.__heap_base.value, to = from + bytes.length;
	const missing = to + size - calls.memory.buffer.byteLength;
	if (missing > 0)
		calls.memory.grow((missing + 0xffff) >> 16);
	new Uint8Array(calls.memory.buffer).set(bytes, from);
	if (!calls.unlzma(from, bytes.length, to, size))
		throw new Error(id);
	return new Uint8Array(calls.memory.buffer).slice(to, to + size);
}

async function load() {
	const module = await WebAssembly.compile(Uint8Array.from(
		atob(document.getElementById("unlzma").textContent), (c) => c.charCodeAt(0)));
	packed.calls = (await WebAssembly.instantiate(module, {})).exports;
	const program = document.createElement("script");
	program.textContent = new TextDecoder().decode(packed("program"));
	document.body.append(program);
	await start();
}

load().catch((e) => {
	// before any words are there: in both languages
	const p = document.createElement("p");
	p.textContent = "Heraldo: " + e.message +
		" - This browser is too old for this page, or the file is damaged. " +
		"- Este navegador es demasiado antiguo, o el archivo está dañado.";
	document.body.prepend(p);
});
