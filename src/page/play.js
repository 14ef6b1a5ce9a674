// play.js - a report at hand: its board, orders while they are written, and what is
// signed and sent. It knows no game, either: every word and number is the engine's.

const LOOK_MS = 120;      // after the last key: then the orders are looked at
const LINK_MAX = 1900;    // characters of a mailto: that every system hands on
const WORDS_SHOWN = 40;
const OFFERS_SHOWN = 8;   // where nothing is tapped

const play = {
	report: null,   // what page_report said
	from: null,     // the bytes it was read from
	me: null,       // Identity
	checked: null,  // what page_check said of the orders
	ahead: false,   // the board as it would be
	thing: "",      // label of what was tapped
	timer: 0,
	block: "",      // a text of the judge that is to be signed, canonical
};

const orders = () => at("orders").value;

// The place of a byte in a text, in characters of JavaScript.
function charAt(text, bytes) {
	return new TextDecoder().decode(utf8(text).subarray(0, Math.max(0, bytes))).length;
}

function button(text, act, ...classes) {
	const b = element("button", text, ...classes);
	b.type = "button";
	b.addEventListener("click", act);
	return b;
}

function items(list, found, make) {
	at(list).replaceChildren(...found.map((f) => {
		const item = document.createElement("li");
		item.append(make(f));
		return item;
	}));
	at(list).hidden = !found.length;
}

// A report ------------------------------------------------------------------------

// Read what was dropped or pasted; false: it is none of the judge's.
function takeReport(bytes) {
	const { result, said } = page.engine.call("page_report", bytes);
	const report = said ? JSON.parse(said) : { fault: "none" };
	if (report.fault === "none")
		return takeBlock(bytes);
	play.from = bytes;
	play.report = { ...report, held: result === 0 };
	if (play.report.held) {
		play.report.seen_judge = judgeSeen(report.judge, report.key);
		play.block = "";
		play.ahead = false;
		play.thing = "";
		at("orders").value = kept.get("draft." + draftName()) || "";
	}
	if (play.report.held && report.language !== at("language").value) {
		at("language").value = report.language;
		speak(report.language); // shows it, too
	} else {
		showReport();
	}
	return true;
}

const draftName = () => [play.report.game, play.report.seat, play.report.point].join(".");

// An invitation, a challenge: text of the judge that waits for a signature.
function takeBlock(bytes) {
	const { result, said } = page.engine.call("page_block", bytes);
	if (result)
		return false;
	play.report = null;
	play.from = bytes;
	play.block = said;
	at("orders").value = said;
	showReport();
	return true;
}

// Language and all else that words stand on.
function showReport() {
	const r = play.report, held = Boolean(r && r.held);
	at("told").hidden = !r && !play.block;
	document.body.classList.toggle("playing", !at("told").hidden);
	at("compose").hidden = at("send").hidden = !held && !play.block;
	at("tools").hidden = !held;
	if (at("told").hidden)
		return;
	page.log = null;
	at("checked").hidden = true;
	at("controls").hidden = at("slide").hidden = true;
	at("shown").hidden = !held;
	at("game").textContent = r && r.game || "";
	at("report").textContent = !r ? say("page.block")
		: held ? say("page.report." + r.seen_judge, r)
			: say("page.report.fault." + r.fault, { url: "", program: "", ...r });
	at("report").className = !r || (held && r.seen_judge !== "other") ? "good" : "bad";
	at("awaits").textContent = held ? awaited(r) : "";
	showIdentity();
	if (held) {
		page.story = page.engine.json("page_news", null) || { events: [] };
		page.story.dice = page.story.dice || [];
		page.upto = -1;
		showEvents();
		showTable();
	}
	look();
}

function awaited(r) {
	const name = (seat) => {
		const p = r.players.find((x) => x.seat === seat);
		return p && p.name ? seat + " " + p.name : seat;
	};
	return [say("page.seat", { seat: name(r.seat), game: r.game, point: r.point }),
		...r.awaits.map((a) => say(a.until ? "page.awaits.until" : "page.awaits", {
			seat: name(a.seat), until: new Date(a.until * 1000)
				.toLocaleString(document.documentElement.lang) }))].join(" ");
}

// The board of the report, as page.js asks for it.
function reportBoard(upto) {
	return play.ahead ? page.engine.call("page_ahead", null)
		: page.engine.call("page_position", null, upto);
}

// What was tapped: its card, and what it can do.
function showThing(label) {
	const what = page.engine.call("page_card", label);
	const legal = page.engine.json("page_legal", null) || [];
	const can = legal.filter((f) => f.actor === label);
	play.thing = label;
	at("card").textContent = what.result ? "" : what.said;
	at("card").hidden = !at("card").textContent;
	items("can", can, (f) => {
		const b = button(start(f).trim(), () => write(start(f)));
		b.title = f.syntax;
		b.append(" ", element("span", [f.meaning, [...f.targets, ...f.ways].join(", ")]
			.filter((t) => t).join(" "), "rules"));
		return b;
	});
	items("best", offers().filter((o) => o.actor === label || o.about === label), offer);
}

// The beginning of an order of a family: its words, and who acts.
function start(family) {
	const word = (family.word || (/^[^<([{|]+/.exec(family.syntax) || [""])[0].trim());
	return family.actor ? word + " " + family.actor + " " : word + " ";
}

const offers = () => page.engine.json("page_offers", null) || [];

function offer(o) {
	const said = o.per_cent >= 0
		? say("page.chance." + o.kind, { chance: o.per_cent,
			clicks: (o.clicks / 100).toLocaleString(document.documentElement.lang) })
		: "";
	const b = button(o.order, () => write(o.order));
	if (said)
		b.append(" ", element("span", said, "rules"));
	return b;
}

// Orders ---------------------------------------------------------------------------

// Put an order, or its beginning, on a line of its own where the caret is.
function write(text) {
	const box = at("orders"), to = box.value.length;
	const above = box.value && !box.value.endsWith("\n") ? "\n" : "";
	box.setRangeText(above + text, to, to, "end");
	box.focus();
	look();
}

// Put a word in the place of the one that is being typed.
function complete(from, word) {
	const box = at("orders"), caret = box.selectionStart;
	const glue = /\s$/.test(word) ? "" : " ";
	box.setRangeText(word + glue, charAt(box.value, from), caret, "end");
	box.focus();
	look();
}

function lookSoon() {
	clearTimeout(play.timer);
	play.timer = setTimeout(look, LOOK_MS);
}

// Everything that follows from the text of the orders.
function look() {
	clearTimeout(play.timer);
	at("document").value = "";
	at("sent").hidden = true;
	if (!play.report || !play.report.held) {
		for (const list of ["faults", "next", "foreseen", "chances", "best"])
			at(list).hidden = true;
		at("reading").textContent = "";
		at("colours").replaceChildren(orders());
		return;
	}
	kept.set("draft." + draftName(), orders());
	const { result, said } = page.engine.call("page_check", orders());
	play.checked = result ? { n: 1, faults: [], lines: [], reading: said } : JSON.parse(said);
	at("reading").textContent = play.checked.n ? "" : orders().trim()
		? say("page.reading.good") : say("page.reading.none");
	items("faults", play.checked.faults, fault);
	if (result)
		at("reading").textContent = said;
	colour();
	showNext();
	foresee();
	if (!play.thing)
		items("best", offers().slice(0, OFFERS_SHOWN), offer);
}

function fault(f) {
	return button(f.said, () => {
		const box = at("orders"), from = charAt(box.value, f.at);
		box.focus();
		box.setSelectionRange(from, from + Math.max(1,
			charAt(box.value, f.at + f.len) - from));
	}, "fault");
}

// Lines and faults in their colours, under the letters of the text itself.
function colour() {
	const text = orders(), marks = [];
	for (const l of play.checked.lines)
		marks.push([charAt(text, l.at), charAt(text, l.at + l.len), "is-" + l.kind]);
	for (const f of play.checked.faults)
		marks.push([charAt(text, f.at), charAt(text, f.at + Math.max(1, f.len)), "wrong"]);
	const cuts = [...new Set([0, text.length, ...marks.flatMap((m) => m.slice(0, 2))])]
		.filter((c) => c >= 0 && c <= text.length).sort((a, b) => a - b);
	at("colours").replaceChildren(...cuts.slice(1).map((end, i) =>
		element("span", text.slice(cuts[i], end),
			...marks.filter((m) => m[0] <= cuts[i] && end <= m[1]).map((m) => m[2]))));
}

// What can stand behind the caret, to be tapped.
function showNext() {
	const box = at("orders");
	const caret = utf8(box.value.slice(0, box.selectionStart)).length;
	const next = page.engine.json("page_complete", box.value, caret);
	const words = next ? next.words.slice(0, WORDS_SHOWN) : [];
	items("next", words, (w) => button(w, () => complete(next.from, w)));
	at("want").textContent = next && next.want && next.want.length
		? say("page.want", { what: [].concat(next.want).join(", ") }) : "";
}

function told(list) {
	return list.map((e) => e.text).join(" ");
}

// What the orders would do, as far as their author can know.
function foresee() {
	const p = orders().trim() && !play.checked.n
		? page.engine.json("page_preview", orders()) : null;
	const none = !p || p.n;
	at("foreseen").hidden = at("ahead").hidden = none;
	items("chances", none ? [] : p.chances, (c) => {
		const line = element("span", "");
		line.append(element("strong", c.per_cent + " %"), " ", told(c.text) ||
			say("page.nothing"));
		return line;
	});
	if (none)
		play.ahead = false;
	at("ahead").setAttribute("aria-pressed", String(play.ahead));
	if (!none) {
		at("would").textContent = told(p.events) || say("page.would.nothing");
		at("supposed").textContent = p.supposed.length
			? say("page.supposed", { what: told(p.supposed) }) : "";
		at("stops").textContent = p.stops
			? say("page.stops." + p.stops, { line: p.line, order: p.order }) : "";
	}
	showBoard();
}

function toggleAhead() {
	play.ahead = !play.ahead;
	at("ahead").setAttribute("aria-pressed", String(play.ahead));
	showBoard();
}

// The word that begins a line about the table: SAY, DISPUTE .. in the reader's language.
function tableWord(key) {
	const { result, said } = page.engine.call("page_said_as", key);
	return result ? "" : said;
}

function showTable() {
	const keys = ["table.say", "judge.dispute", "table.propose", "table.agree",
		"table.against", "table.away"];
	items("table", keys.map(tableWord).filter((w) => w), (w) =>
		button(w, () => write(w + " ")));
}

// The key ----------------------------------------------------------------------------

function showIdentity() {
	const me = play.me;
	at("key-state").textContent = me.ready
		? say(me.known.asks ? "page.key.asks" : "page.key.kept", me.known)
		: me.known ? say("page.key.lost", me.known) : say("page.key.none");
	if (!me.lasts)
		at("key-state").append(" ", say("page.key.forgets"));
	at("key-line").textContent = me.known ? me.known.line : "";
	at("key-line").hidden = !me.known;
	at("key-make").open = !me.ready;
	at("sign-phrase").hidden = !(me.ready && me.known.asks);
	at("sign").disabled = !me.ready;
	at("word").textContent = play.report && play.report.held && wordLine()
		? say("page.word." + play.report.word) : "";
}

function save(text, name, type) {
	const a = document.createElement("a");
	a.href = URL.createObjectURL(new Blob([text], { type }));
	a.download = name;
	document.body.append(a);
	a.click();
	a.remove();
	setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}

async function makeKey() {
	const phrase = at("phrase").value;
	at("key-fault").textContent = phrase ? "" : say("page.key.phrase.missing");
	if (!phrase)
		return;
	if (play.me.known && !confirm(say("page.key.replace", play.me.known)))
		return;
	save(await play.me.make(phrase, at("asks").checked), "heraldo-key",
		"application/octet-stream");
	at("phrase").value = "";
	showIdentity();
}

async function readKey(file) {
	if (!file)
		return;
	try {
		await play.me.read(await file.text(), at("phrase").value, at("asks").checked);
		at("key-fault").textContent = "";
		at("phrase").value = "";
	} catch (e) {
		const known = ["form", "kind", "cipher", "phrase"];
		at("key-fault").textContent =
			say("page.key.fault." + (known.includes(e.message) ? e.message : "form"));
	}
	at("key-file").value = "";
	showIdentity();
}

// Signing and sending ------------------------------------------------------------------

// The line of a random word that the report waits for, if it can be made here.
function wordLine() {
	const r = play.report;
	if (r.word !== "seal" && r.word !== "open")
		return "";
	const word = wordOf(r.game, r.seat, r.word === "seal");
	const lines = word && page.engine.json("page_word", word);
	if (!lines || (r.word === "open" && r.sealed && r.sealed !== lines.hash))
		return "";
	return lines[r.word] + "\n";
}

// The canonical text to be signed; throws with the engine's words.
function textToSign() {
	const r = play.block
		? page.engine.call("page_block", "-----BEGIN HERALDO ORDERS-----\n" +
			orders().trim() + "\n-----END HERALDO ORDERS-----\n")
		: page.engine.call("page_orders", wordLine() + orders(), 0);
	if (r.result)
		throw new Error(r.said || say("page.sign.none"));
	return r.said;
}

async function sign() {
	let text;
	try {
		text = textToSign();
	} catch (e) {
		at("sign-state").textContent = e.message;
		return;
	}
	try {
		const doc = await play.me.sign(text, at("sign-phrase-text").value);
		// who joins shows the key with it
		at("document").value = (play.block ? play.me.known.line + "\n\n" : "") + doc;
		at("sign-state").textContent = say("page.signed");
	} catch {
		at("sign-state").textContent = say("page.sign.failed");
	}
	showSending();
}

const address = () => play.report ? play.report.judge
	: (/^reply-to:.*?([^\s<>]+@[^\s<>]+)/im.exec(headOf()) ||
		/^from:.*?([^\s<>]+@[^\s<>]+)/im.exec(headOf()) || ["", ""])[1];
const headOf = () => new TextDecoder().decode(play.from.subarray(0, 8192))
	.split(/\r?\n\r?\n/)[0];
const subject = () => play.report ? "Re: [" + play.report.game + "]" : "Re: Heraldo";

function showSending() {
	const doc = at("document").value;
	const link = "mailto:" + encodeURIComponent(address()).replace(/%40/g, "@") +
		"?subject=" + encodeURIComponent(subject()) +
		"&body=" + encodeURIComponent(doc.replace(/\n/g, "\r\n"));
	at("sent").hidden = !doc;
	at("mailto").href = link;
	at("too-long").hidden = link.length <= LINK_MAX;
	at("share").hidden = !navigator.share;
	at("send-to").textContent = say("page.send.to", { address: address() || "?",
		subject: subject() });
}

async function copy() {
	try {
		await navigator.clipboard.writeText(at("document").value);
	} catch {
		at("document").select();
		document.execCommand("copy");
	}
	at("sign-state").textContent = say("page.copied");
}

// ---------------------------------------------------------------------------------------

async function listenPlay() {
	play.me = new Identity(page.engine);
	await play.me.wake();
	at("paste-read").addEventListener("click", () =>
		takeBytes(utf8(at("paste").value)));
	at("orders").addEventListener("input", lookSoon);
	at("orders").addEventListener("click", showNextIfHeld);
	at("orders").addEventListener("keyup", (e) => {
		if (e.key.startsWith("Arrow"))
			showNextIfHeld();
	});
	at("orders").addEventListener("scroll", () => {
		at("colours").scrollTop = at("orders").scrollTop;
	});
	at("ahead").addEventListener("click", toggleAhead);
	at("key-new").addEventListener("click", makeKey);
	at("key-file").addEventListener("change", (e) => readKey(e.target.files[0]));
	at("sign").addEventListener("click", sign);
	at("copy").addEventListener("click", copy);
	at("share").addEventListener("click", () => navigator.share({
		title: subject(), text: at("document").value }).catch(() => null));
	at("save").addEventListener("click", () => save(at("document").value, "orders.txt",
		"text/plain"));
}

function showNextIfHeld() {
	if (play.report && play.report.held)
		showNext();
}
