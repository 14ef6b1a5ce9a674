// keys.js - the player's key, judges' keys and random words, as this browser keeps
// them. Signatures are ordinary ones of SSH; what is signed, and every byte of them,
// comes from the engine. The browser keeps the secret half locked by the pass phrase.

const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) || [], (d) => parseInt(d, 16));
const base64 = (bytes) => btoa(String.fromCharCode(...bytes));
const unbase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const utf8 = (text) => new TextEncoder().encode(text);

// What is kept under a name, or null; some browsers forbid it for files.
const kept = {
	get(name) {
		try {
			return JSON.parse(localStorage.getItem("heraldo." + name));
		} catch {
			return null;
		}
	},
	set(name, value) {
		try {
			localStorage.setItem("heraldo." + name, JSON.stringify(value));
			return true;
		} catch {
			return false;
		}
	},
};

// Files of OpenSSH (PROTOCOL.key) ------------------------------------------------

const SSH_MAGIC = "openssh-key-v1\0";
const BCRYPT_ROUNDS = 24;
const AES_BLOCK = 16;

class SshWriter {
	constructor() { this.parts = []; }
	raw(bytes) { this.parts.push(...bytes); return this; }
	u32(n) { return this.raw([n >>> 24, n >>> 16 & 255, n >>> 8 & 255, n & 255]); }
	string(bytes) { return this.u32(bytes.length).raw(bytes); }
	text(s) { return this.string(utf8(s)); }
	get bytes() { return Uint8Array.from(this.parts); }
}

class SshReader {
	constructor(bytes) { this.bytes = bytes; this.at = 0; }
	raw(n) {
		if (this.at + n > this.bytes.length)
			throw new Error("short");
		this.at += n;
		return this.bytes.subarray(this.at - n, this.at);
	}
	u32() { return this.raw(4).reduce((n, b) => n * 256 + b, 0); }
	string() { return this.raw(this.u32()); }
	text() { return new TextDecoder().decode(this.string()); }
}

// the cipher's key and first counter, and the cipher
async function lockCipher(engine, phrase, salt, rounds, name, bytes) {
	const { result, said } = engine.call("page_bcrypt", hex(salt) + "\n" + phrase,
		rounds);
	if (result)
		throw new Error("bcrypt");
	const both = unhex(said);
	const key = await crypto.subtle.importKey("raw", both.subarray(0, 32), "AES-CTR",
		false, ["encrypt", "decrypt"]);
	return new Uint8Array(await crypto.subtle[name](
		{ name: "AES-CTR", counter: both.subarray(32, 48), length: 128 }, key, bytes));
}

// A private key file of a seed of 32 bytes, locked by the pass phrase.
async function keyFile(engine, seed, phrase) {
	const point = unhex(engine.json("page_key_of", hex(seed)).public);
	const salt = crypto.getRandomValues(new Uint8Array(16));
	const check = crypto.getRandomValues(new Uint32Array(1))[0];
	const blob = new SshWriter().text("ssh-ed25519").string(point).bytes;
	const inner = new SshWriter().u32(check).u32(check).raw(blob)
		.string([...seed, ...point]).text("heraldo");
	for (let pad = 1; inner.parts.length % AES_BLOCK; pad++)
		inner.raw([pad]);
	const locked = await lockCipher(engine, phrase, salt, BCRYPT_ROUNDS, "encrypt",
		inner.bytes);
	const options = new SshWriter().string(salt).u32(BCRYPT_ROUNDS).bytes;
	const whole = new SshWriter().raw(utf8(SSH_MAGIC)).text("aes256-ctr").text("bcrypt")
		.string(options).u32(1).string(blob).string(locked).bytes;
	return "-----BEGIN OPENSSH PRIVATE KEY-----\n" +
		base64(whole).replace(/.{1,70}/g, "$&\n") +
		"-----END OPENSSH PRIVATE KEY-----\n";
}

// The seed in such a file. An error's message is the name of what is wrong with it:
// "form", "kind", "cipher", "phrase".
async function keyOfFile(engine, text, phrase) {
	const wrong = (what) => { throw new Error(what); };
	const body = /-----BEGIN OPENSSH PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END/
		.exec(text) || wrong("form");
	const r = new SshReader(unbase64(body[1].replace(/\s/g, "")));
	if (new TextDecoder().decode(r.raw(SSH_MAGIC.length)) !== SSH_MAGIC)
		wrong("form");
	const cipher = r.text(), kdf = r.text(), options = new SshReader(r.string());
	if (r.u32() !== 1)
		wrong("form");
	r.string();
	let inner = r.string();
	if (cipher === "aes256-ctr" && kdf === "bcrypt") {
		const salt = options.string();
		inner = await lockCipher(engine, phrase, salt, options.u32(), "decrypt", inner);
	} else if (cipher !== "none") {
		wrong("cipher");
	}
	const secret = new SshReader(inner);
	if (secret.u32() !== secret.u32())
		wrong("phrase");
	if (secret.text() !== "ssh-ed25519")
		wrong("kind");
	secret.string();
	return secret.string().slice(0, 32);
}

const PKCS8 = unhex("302e020100300506032b657004220420");

// The seed as a key that signs and cannot be read out; null: this browser has none.
async function signingKey(seed) {
	try {
		return await crypto.subtle.importKey("pkcs8",
			Uint8Array.from([...PKCS8, ...seed]), "Ed25519", false, ["sign"]);
	} catch {
		return null;
	}
}

// The player's key. known: {line, public, fingerprint, file, asks}, or null: the file
// is locked by the pass phrase, and nothing else of the secret is kept. Opened by it,
// the key signs until the page is closed, or once where asks is set.
class Identity {
	constructor(engine) {
		this.engine = engine;
		this.known = kept.get("key");
		this.close();
		this.lasts = true;
	}

	get ready() { return Boolean(this.known && this.known.file); }
	get opened() { return Boolean(this.key || this.seed); }

	close() {
		this.key = this.secret = this.seed = null;
	}

	// Where the browser has no such keys, the engine signs with the seed.
	async openWith(seed) {
		this.key = await signingKey(seed);
		this.secret = await crypto.subtle.importKey("raw", seed,
			{ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
		this.seed = this.key ? null : seed.slice();
	}

	async unlock(phrase) {
		const seed = await keyOfFile(this.engine, this.known.file, phrase);
		await this.openWith(seed);
		seed.fill(0);
	}

	// From now on it signs with this seed. Is it remembered after today?
	async take(seed, file, asks) {
		const before = this.known && this.known.fingerprint;
		await this.openWith(seed);
		this.known = { ...this.engine.json("page_key_of", hex(seed)), asks, file };
		if (before && before !== this.known.fingerprint)
			this.known.before = before;
		this.lasts = kept.set("key", this.known);
		if (asks)
			this.close();
	}

	// A new key, and its file for the player to keep.
	async make(phrase, asks) {
		const seed = crypto.getRandomValues(new Uint8Array(32));
		const file = await keyFile(this.engine, seed, phrase);
		await this.take(seed, file, asks);
		seed.fill(0);
		return file;
	}

	async read(text, phrase, asks) {
		const seed = await keyOfFile(this.engine, text, phrase);
		const locked = /aes256-ctr/.test(atob(text.replace(/-----[^-]+-----|\s/g, "")
			.slice(0, 60))) ? text : await keyFile(this.engine, seed, phrase);
		await this.take(seed, locked, asks);
		seed.fill(0);
	}

	// The document to be mailed for a canonical text, with the key that is open.
	async sign(text) {
		let r;
		if (this.key) {
			const bytes = unbase64(this.engine.call("page_to_sign", text).said);
			const made = new Uint8Array(await crypto.subtle.sign("Ed25519", this.key,
				bytes));
			r = this.engine.call("page_document", [this.known.public, hex(made), text]
				.join("\n"));
		} else {
			r = this.engine.call("page_sign", hex(this.seed) + "\n" + text);
		}
		if (r.result)
			throw new Error("sign");
		return r.said;
	}

	// The random word of a seat for the dice, 16 bytes in hex digits: it follows from
	// the key and the game, so that each device of the player has the same.
	async wordOf(game, seat) {
		const made = await crypto.subtle.sign("HMAC", this.secret,
			utf8("heraldo-word\0" + game + "\0" + seat));
		return hex(new Uint8Array(made).subarray(0, 16));
	}
}

// Judges: the first key that one shows is kept. "new", "known" or "other".
function judgeSeen(address, key) {
	const name = "judge." + address.toLowerCase();
	const before = kept.get(name);
	if (!before)
		kept.set(name, key);
	return !before ? "new" : before === key ? "known" : "other";
}
