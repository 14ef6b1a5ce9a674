"use strict";
// engine.js - the engine (api.h) of this page: its instance, the few
// questions of WASI that its C library asks, and calls of bytes or text.

// The files that the C reads: a Map of path -> Uint8Array, folders by prefix.
function engineFiles(texts) {
	const encoder = new TextEncoder();
	return new Map(Object.entries(texts).map(([path, text]) =>
		[path, encoder.encode(text)]));
}

// Numbers of WASI: errors, kinds of file.
const WASI = { OK: 0, BADF: 8, INVAL: 28, NOENT: 44, NOSYS: 52,
	DIRECTORY: 3, REGULAR: 4, ROOT: 3 };

// One descriptor is the root folder; others are files and folders opened.
class EngineSystem {
	// more(): the files below db/, when the first of them is asked for
	constructor(files, more) {
		this.files = files;
		this.more = more;
		this.open = new Map([[WASI.ROOT, { path: "" }]]);
		this.next = WASI.ROOT + 1;
		this.complaint = "";
	}

	get view() { return new DataView(this.memory.buffer); }
	get bytes() { return new Uint8Array(this.memory.buffer); }

	text(at, length) {
		return new TextDecoder().decode(this.bytes.slice(at, at + length));
	}

	isFolder(path) {
		const prefix = path ? path + "/" : "";
		for (const name of this.files.keys())
			if (name.startsWith(prefix))
				return true;
		return false;
	}

	names(path) {
		const prefix = path ? path + "/" : "";
		const found = new Map();
		for (const name of this.files.keys())
			if (name.startsWith(prefix)) {
				const rest = name.slice(prefix.length).split("/");
				found.set(rest[0], rest.length > 1);
			}
		return [...found];
	}

	fd_prestat_get(fd, at) {
		if (fd !== WASI.ROOT)
			return WASI.BADF;
		this.view.setUint32(at, 0, true);
		this.view.setUint32(at + 4, 1, true);
		return WASI.OK;
	}

	fd_prestat_dir_name(fd, at, length) {
		if (fd !== WASI.ROOT || length < 1)
			return WASI.INVAL;
		this.bytes[at] = 0x2f;
		return WASI.OK;
	}

	// the path as the files have it: no "." or "..", and no "/" in front
	resolve(fd, at, length) {
		const folder = this.open.get(fd);
		const parts = folder ? folder.path.split("/") : [];
		for (const part of this.text(at, length).split("/"))
			if (part === "..")
				parts.pop();
			else if (part !== ".")
				parts.push(part);
		const path = folder && parts.filter((p) => p).join("/");
		if (path && path.startsWith("db/") && this.more) {
			for (const [name, bytes] of this.more())
				this.files.set(name, bytes);
			this.more = null;
		}
		return path;
	}

	path_open(fd, flags, at, length, how, rights, inherit, fdflags, out) {
		const path = this.resolve(fd, at, length);
		if (path === undefined)
			return WASI.BADF;
		const file = this.files.get(path);
		if (!file && !this.isFolder(path))
			return WASI.NOENT;
		this.open.set(this.next, { path, file, at: 0 });
		this.view.setUint32(out, this.next++, true);
		return WASI.OK;
	}

	fd_close(fd) {
		return this.open.delete(fd) ? WASI.OK : WASI.BADF;
	}

	stat(path, out) {
		const file = this.files.get(path);
		if (!file && !this.isFolder(path))
			return WASI.NOENT;
		this.bytes.fill(0, out, out + 64);
		this.bytes[out + 16] = file ? WASI.REGULAR : WASI.DIRECTORY;
		this.view.setBigUint64(out + 32, BigInt(file ? file.length : 0), true);
		return WASI.OK;
	}

	path_filestat_get(fd, flags, at, length, out) {
		const path = this.resolve(fd, at, length);
		return path === undefined ? WASI.BADF : this.stat(path, out);
	}

	fd_filestat_get(fd, out) {
		const f = this.open.get(fd);
		return f ? this.stat(f.path, out) : WASI.BADF;
	}

	fd_fdstat_get(fd, out) {
		const f = this.open.get(fd);
		if (!f && fd > 2)
			return WASI.BADF;
		this.bytes.fill(0, out, out + 24);
		this.bytes[out] = f && !f.file ? WASI.DIRECTORY : WASI.REGULAR;
		// all rights: what is not here cannot be done anyway
		this.view.setBigUint64(out + 8, 0x1fffffffn, true);
		this.view.setBigUint64(out + 16, 0x1fffffffn, true);
		return WASI.OK;
	}

	fd_fdstat_set_flags() { return WASI.OK; }

	fd_read(fd, vectors, n, out) {
		const f = this.open.get(fd);
		let done = 0;
		if (!f || !f.file)
			return WASI.BADF;
		for (let i = 0; i < n; i++) {
			const at = this.view.getUint32(vectors + 8 * i, true);
			const room = this.view.getUint32(vectors + 8 * i + 4, true);
			const part = f.file.subarray(f.at, f.at + room);
			this.bytes.set(part, at);
			f.at += part.length;
			done += part.length;
		}
		this.view.setUint32(out, done, true);
		return WASI.OK;
	}

	fd_seek(fd, offset, whence, out) {
		const f = this.open.get(fd);
		if (!f || !f.file)
			return WASI.BADF;
		const from = [0, f.at, f.file.length][whence];
		f.at = from + Number(offset);
		this.view.setBigUint64(out, BigInt(f.at), true);
		return WASI.OK;
	}

	fd_readdir(fd, at, room, cookie, out) {
		const f = this.open.get(fd);
		if (!f)
			return WASI.BADF;
		const encoder = new TextEncoder();
		const names = this.names(f.path);
		let used = 0;
		for (let i = Number(cookie); i < names.length && used < room; i++) {
			const [name, folder] = names[i];
			const letters = encoder.encode(name);
			const entry = new Uint8Array(24 + letters.length);
			const view = new DataView(entry.buffer);
			view.setBigUint64(0, BigInt(i + 1), true);
			view.setUint32(16, letters.length, true);
			entry[20] = folder ? WASI.DIRECTORY : WASI.REGULAR;
			entry.set(letters, 24);
			const part = entry.subarray(0, room - used);
			this.bytes.set(part, at + used);
			used += part.length;
		}
		this.view.setUint32(out, used, true);
		return WASI.OK;
	}

	// what the program says before it gives up
	fd_write(fd, vectors, n, out) {
		let done = 0;
		for (let i = 0; i < n; i++) {
			const at = this.view.getUint32(vectors + 8 * i, true);
			const length = this.view.getUint32(vectors + 8 * i + 4, true);
			this.complaint += this.text(at, length);
			done += length;
		}
		this.view.setUint32(out, done, true);
		return WASI.OK;
	}

	random_get(at, length) {
		crypto.getRandomValues(this.bytes.subarray(at, at + length));
		return WASI.OK;
	}

	clock_time_get(id, precision, out) {
		this.view.setBigUint64(out, BigInt(Date.now()) * 1000000n, true);
		return WASI.OK;
	}

	proc_exit(code) {
		throw new Error(this.complaint || "the engine ended: " + code);
	}
}

class Engine {
	// module: a WebAssembly.Module; files: what engineFiles gives; more: a function
	// that gives what is read below db/
	static async start(module, files, more) {
		const engine = new Engine();
		const system = engine.system = new EngineSystem(files, more);
		const calls = {};
		for (const { name } of WebAssembly.Module.imports(module))
			calls[name] = system[name]
				? (...a) => system[name](...a) : () => WASI.NOSYS;
		const instance = await WebAssembly.instantiate(module,
			{ wasi_snapshot_preview1: calls });
		engine.calls = instance.exports;
		system.memory = engine.calls.memory;
		engine.calls._initialize();
		return engine;
	}

	// Call by name with bytes or text as input, if there is any. Gives the
	// result, and what was said.
	call(name, input, ...numbers) {
		this.system.complaint = "";
		if (input !== null) {
			const bytes = typeof input === "string"
				? new TextEncoder().encode(input) : input;
			const at = this.calls.page_room(bytes.length);
			this.system.bytes.set(bytes, at);
			numbers.unshift(bytes.length);
		}
		const result = this.calls[name](...numbers);
		const at = this.calls.page_result();
		const said = this.system.text(at, this.calls.page_said_len());
		return { result, said };
	}

	json(name, input, ...numbers) {
		const { result, said } = this.call(name, input, ...numbers);
		return result ? null : JSON.parse(said);
	}
}
