// compose.js - a report at hand: its board, orders while they are written, and what is
// signed and sent. It knows no game, either: every word and number is the engine's.

const LOOK_MS = 120;      // after the last key: then the orders are looked at
const LINK_MAX = 1900;    // characters of a mailto: that every system hands on
const CHANCES_SHOWN = 20; // of what dice may bring
const OFFERS_SHOWN = 8;   // where nothing is tapped
const FEW = 4;            // actions of a figure that are shown at first
// the end of an attachment of the judge, and of a text that it wants signed
const PASTED = /END (SSH SIGNATURE|HERALDO (ORDERS|BOARD))/;
const JUDGES = /END HERALDO BOARD/; // what a signed letter of a player lacks
// one of them is used again for the next letter
const WAYS_OUT = ["mailto", "share", "copy"];
const PAD = "0123456789. ".split("");

const play = {
	report: null,   // what page_report said
	from: null,     // the bytes it was read from
	me: null,       // Identity
	checked: null,  // what page_check said of the orders
	ahead: false,   // the board as it would be
	thing: "",      // label of what was tapped
	timer: 0,
	counting: 0,    // the timer of the dice of the preview
	offered: null,  // what page_offers said of the position
	legal: null,    // .. and page_legal
	ready: null,    // .. and page_ready
	strange: false, // is the sealed word none of this key?
	signs: null,    // the promise of a letter that is being signed
	block: "",      // a text of the judge that is to be signed, canonical
	invite: null,   // what page_invite said of the mail with that text
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

// The focus stays at its place in a list that is made anew.
function items(list, found, make) {
	const box = at(list);
	const here = [...box.children].findIndex((c) => c.contains(document.activeElement));
	box.replaceChildren(...found.map((f) => {
		const item = document.createElement("li");
		item.append(make(f));
		return item;
	}));
	box.hidden = !found.length;
	const next = here >= 0 && box.querySelectorAll(":scope > li > button")[Math.min(here, found.length - 1)];
	if (next)
		next.focus({ preventScroll: true });
}

// A report ------------------------------------------------------------------------

// Read what was dropped or pasted; false: it is none of the judge's.
function takeReport(bytes) {
	const { result, said } = page.engine.call("page_report", bytes);
	const report = said ? JSON.parse(said) : { fault: "none" };
	if (report.fault === "none")
		return takeReceipt(bytes) || takeBlock(bytes);
	if (practise.on)
		practiseLeave();
	// what was pasted is read: no keyboard stays over the board
	document.activeElement.blur();
	play.from = bytes;
	play.report = { ...report, held: result === 0 };
	if (play.report.held)
		rememberReport(bytes);
	if (play.report.held) {
		play.report.seen_judge = judgeSeen(report.judge, report.key);
		play.block = "";
		play.ahead = false;
		play.thing = "";
		document.body.classList.remove("full");
		at("between").hidden = true;
		play.offered = play.legal = play.ready = null;
		handClear();
		at("orders").value = kept.get("draft." + draftName()) || "";
	}
	if (play.report.held && report.language !== at("language").value) {
		at("language").value = report.language;
		speak(report.language); // shows it, too
	} else {
		showReport();
	}
	if (play.report.held)
		keepDiceStats();
	playNews();
	return true;
}

// The last two reports of a game are kept: how it stood before what a report tells is
// in the one before it.
function rememberReport(bytes) {
	const r = play.report, name = "report." + r.game + "." + r.seat;
	const last = kept.get(name), text = page.engine.call("page_part", bytes).said;
	const before = [last, last && last.before].find((x) => x && x.point === r.since);
	if (!r.follows && before && page.engine.call("page_report", before.text).result === 0)
		page.engine.call("page_report", bytes);
	r.newest = last && last.point > r.point ? last.point : 0;
	if (r.newest)
		return;
	const { game, seat, awaits, players, system } = r;
	kept.set(name, { game, seat, awaits, players, system, point: r.point, text,
		before: !last ? null : last.point === r.point ? last.before
			: { point: last.point, text: last.text } });
}

const draftName = () => [play.report.game, play.report.seat, play.report.point].join(".");

// A mail by which orders came too late: how they begin now. They stay as they are.
function takeReceipt(bytes) {
	const told = play.report && play.report.held && page.engine.json("page_receipt", bytes);
	if (!told)
		return false;
	Object.assign(play.report, told);
	showReport();
	at("report").textContent = say("page.receipt", told);
	return true;
}

// An invitation, a challenge: text of the judge that waits for a signature.
function takeBlock(bytes) {
	const { result, said } = page.engine.call("page_block", bytes);
	if (result)
		return false;
	play.invite = page.engine.json("page_invite", bytes);
	// the lines of a report are no order: the position is missing
	if (/^(ORDERS|PREVIEW) /.test(said)) {
		at("open-fault").textContent = say("page.open.part");
		return true;
	}
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
	// first where nothing is open, else last
	if (at("told").hidden)
		at("grip").after(at("open"));
	else if (at("sheet").lastElementChild !== at("open"))
		at("sheet").append(at("open"));
	document.body.classList.toggle("playing", !at("told").hidden);
	document.body.classList.toggle("held", held);
	at("compose-title").textContent = say(held ? "page.compose" : "page.sign.text");
	at("compose-what").textContent = say(held ? "page.compose.what" : "page.sign.text.what");
	at("compose").hidden = at("send").hidden = !held && !play.block;
	at("tools").hidden = at("act").hidden = !held;
	if (at("told").hidden)
		return;
	page.log = null;
	at("checked").hidden = true;
	at("sign-state").textContent = at("sign-state").className = "";
	at("controls").hidden = at("slide").hidden = true;
	at("orders").rows = held ? 9 : Math.min(9, orders().split("\n").length + 1);
	showTheGame(held);
	at("game").textContent = r && r.game || "";
	at("report").textContent = !r ? blockSaid()
		: held ? say("page.report." + r.seen_judge, r)
			: say("page.report.fault." + r.fault, { url: "", program: "", ...r });
	if (held && r.newest)
		at("report").textContent = say("page.report.old", r);
	at("report").className = held && r.newest ? "bad" : !r || (held && r.seen_judge !== "other") ? "good" : "bad";
	at("awaits").textContent = held ? awaited(r) : "";
	// whose report it is comes last, where nothing is wrong with it
	at(at("report").className === "good" && held ? "send" : "hand").after(at("told"));
	showLeft();
	showStanding();
	showIdentity();
	play.offered = play.legal = play.ready = null;
	if (held) {
		page.story = page.engine.json("page_news", null) || { events: [] };
		page.story.dice = page.story.dice || [];
		page.upto = -1;
		showEvents();
		showTable();
	}
	showMail();
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

// The board of the report, as main.js asks for it.
function reportBoard(upto) {
	return play.ahead ? page.engine.call("page_ahead", null)
		: page.engine.call("page_position", null, upto);
}

function withIcon(b, kind) {
	b.prepend(icon(kind));
	return b;
}

// The numbers of a figure, each with its word.
function showStats(label) {
	const found = page.engine.json("page_stats", label);
	items("stats", found ? found.stats : [], (one) => {
		const box = element("span", "");
		box.append(icon(one.name), element("strong", one.n), " ", element("span", say("page.stat." + one.name), "rules"));
		return box;
	});
	at("abilities").textContent = found ? found.abilities.join(", ") : "";
	at("abilities").hidden = !at("abilities").textContent;
}

// What a button says of an order of a figure: its words without the figure's label, and
// without what comes before that, if something follows.
function actName(kind, words, label) {
	const key = "page.act." + kind, [before, after] = words.trim().split(new RegExp(" " + label + "\\b:? ?"));
	return key in page.words ? say(key) : after || before;
}

// What was tapped: its card, and what it can do.
function showThing(label) {
	const what = page.engine.call("page_card", label);
	showStats(label);
	const can = legal().filter((f) => f.actor === label);
	// what lies between it and what was tapped before
	const asked = play.thing && play.thing !== label
		? page.engine.json("page_between", play.thing + "\n" + label) : null;
	items("between", asked || [], (q) =>
		element("span", q.order + ": " + told(q.events)));
	play.thing = label;
	at("card").textContent = what.result ? "" : what.said;
	at("card").hidden = !at("card").textContent;
	const few = can.length > FEW ? can.slice(0, FEW - 1) : can;
	const make = (f) => {
		const b = button("", () => actTouched(f));
		b.append(icon(f.kind), element("span", actName(f.kind, f.word || beginning(f), label), "word"));
		b.title = [f.meaning, f.syntax].join("\n");
		b.append(" ", element("span", [...f.allowance > 0 && hand.hands.forms ? [f.allowance + "″"] : [],
			...f.targets.slice(0, FEW), ...f.ways].join(", "), "rules"));
		return b;
	};
	// what needs no target, of a family whose other orders do
	const alone = hand.aims.filter((a) => !a.target && hand.who === label &&
		!can.some((f) => f.kind === a.kind && !f.targets.length && beginning(f).trim() === a.order));
	const forms = hand.who === label && hand.hands.forms && hand.hands.can.length > 1
		&& hand.reach && hand.reach.x >= 0 ? [{ form: true }] : [];
	items("can", [...few, ...alone, ...forms], (f) => f.form
		? withIcon(button(say("page.form"), beginForm), "layers")
		: f.order ? withIcon(button("", () => takeAim(f), "alone"), f.kind) : make(f));
	[...at("can").querySelectorAll(".alone")].forEach((b, i) => {
		b.append(element("span", actName("", alone[i].order, label), "word"));
		b.title = alone[i].order;
	});
	if (few !== can) {
		const more = document.createElement("li");
		more.append(withIcon(button(say("page.more", { n: can.length - few.length }),
			() => items("can", can, make)), "more"));
		at("can").append(more);
	}
	items("best", offers().filter((o) => o.actor === label || o.about === label), offer);
}

// What the judge's report has ready: all of it by one button, and what could be sent in
// its place.
function readyLines() {
	play.ready = play.ready || page.engine.json("page_ready", null) ||
		{ lines: [], offers: [], drafts: [], answers: [] };
	const { lines, offers, drafts, answers } = play.ready;
	return [...lines.length > 1 ? [{ text: lines.join("\n"),
		said: say("page.ready", { n: lines.length }) }]
		: lines.map((text) => ({ text, said: text, by: say("page.ready.default") })),
	...answers.map((text, i) => ({ text, said: text, by: i ? "" : say("page.ready.default") })),
	...[...offers, ...drafts].map((text) => ({ text, said: text }))];
}

// Does a text have a line of such words? AGREE 12 is not AGREE 1.
const hasLine = (text, line) => line !== null && text.split(line).slice(1)
	.some((rest) => !/^\d/.test(rest));

// Proposals to the table: what each is, and the two answers.
function showAsked() {
	const asked = play.report.asked || [];
	at("asked-part").hidden = !asked.length;
	items("asked", asked, (n) => {
		const one = element("div", ""), bar = element("div", "", "answers");
		const told = page.story.events.find((e) => hasLine(e.text, phrase("table.agree", "=" + n)));
		const answer = (key, kind) => {
			const line = phrase(key, "=" + n);
			const b = withIcon(button(line, () => write(line)), kind);
			b.setAttribute("aria-pressed", String(orders().split("\n").includes(line)));
			return b;
		};
		if (told)
			one.append(element("p", told.text));
		bar.append(answer("table.agree", "check"), answer("table.against", "cross"));
		one.append(bar);
		return one;
	});
}

function readyButton(r) {
	const b = button(r.said, () => write(r.text + "\n"), "answer");
	if (r.by)
		b.append(" ", element("span", r.by, "rules"));
	return b;
}

// What was tapped is written into the order that waits for it: the name of a thing, of
// a square or zone, or the point. Gives which of them, or "" if none waits.
function placeTapped(label, event) {
	const box = at("orders"), svg = boardSvg();
	const caret = utf8(box.value.slice(0, box.selectionStart)).length;
	const put = (word) => {
		const r = page.engine.call("page_place", word + "\n" + box.value, caret);
		if (r.result)
			return false;
		complete(Number(r.said), word);
		return true;
	};
	if (at("compose").hidden)
		return "";
	if (label && put(label))
		return "thing";
	// an empty line waits for nothing
	if (!box.value.slice(0, box.selectionStart).split("\n").pop().trim())
		return "";
	if (!event || !svg || (label && page.engine.call("page_card", label).said))
		return "";
	const to = placeOf(event);
	const point = page.engine.call("page_point", null, Math.round(to.x * 10),
		Math.round(to.y * 10));
	return !point.result && put(point.said) ? "ground" : "";
}

// The beginning of an order of a family: its words, and who acts.
function beginning(family) {
	const word = (family.word || (/^[^<([{|]+/.exec(family.syntax) || [""])[0].trim());
	return family.actor ? word + " " + family.actor + " " : word + " ";
}

// They are the same until there is another report, or another language.
function legal() {
	play.legal = play.legal || page.engine.json("page_legal", null) || [];
	return play.legal;
}

function offers() {
	play.offered = play.offered || page.engine.json("page_offers", null) || [];
	return play.offered;
}

function offer(o) {
	const said = o.per_cent >= 0
		? say("page.chance." + o.kind, { chance: o.per_cent,
			clicks: (o.clicks / 100).toLocaleString(document.documentElement.lang) })
		: "";
	const b = button("", () => write(o.order + "\n"), "offer");
	const words = element("span", "", "words");
	words.append(element("strong", o.order));
	if (said)
		words.append(" ", element("span", said, "rules"));
	b.append(portrait(o.actor), words);
	if (o.per_cent >= 0)
		b.append(shareOf(o.per_cent));
	return b;
}

// Orders ---------------------------------------------------------------------------

// A keyboard on the glass covers the board: there only a tap on the text opens it.
function focusText() {
	if (!matchMedia("(pointer: coarse)").matches)
		at("orders").focus({ preventScroll: true });
}

// Put an order, or its beginning, on a line of its own where the caret is.
function write(text) {
	keepForUndo();
	const box = at("orders"), to = box.value.length;
	const above = box.value && !box.value.endsWith("\n") ? "\n" : "";
	box.setRangeText(above + text, to, to, "end");
	focusText();
	look();
}

// Put a word in the place of the one that is being typed.
function complete(from, word) {
	keepForUndo();
	const box = at("orders"), caret = box.selectionStart;
	const glue = /\s$/.test(word) ? "" : " ";
	box.setRangeText(word + glue, charAt(box.value, from), caret, "end");
	focusText();
	look();
}

function lookSoon() {
	clearTimeout(play.timer);
	play.timer = setTimeout(look, LOOK_MS);
}

// What waits to be looked at is, before something is made of it that a look takes away.
function lookNow() {
	if (play.timer)
		look();
}

// Everything that follows from the text of the orders.
function look() {
	clearTimeout(play.timer);
	play.timer = 0;
	at("document").value = "";
	at("sent").hidden = true;
	if (!play.report || !play.report.held) {
		for (const list of ["faults", "next", "joins", "pad", "foreseen", "chances",
			"best"])
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
	showAsked();
	items("ready", orders().trim() ? [] : readyLines(), readyButton);
	// the last event of a report that asks is the question
	const events = page.story.events;
	at("ready-what").textContent = play.ready && play.ready.answers.length && events.length
		? events[events.length - 1].text : "";
	handLook();
	showReview();
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

// Of the words that begin an order those first that can be given now.
function nowFirst(words, box) {
	if (box.value.slice(0, box.selectionStart).split("\n").pop().trim())
		return words;
	const now = legal().map(beginning);
	const can = (w) => now.some((s) => s.startsWith(w + " "));
	return [...words.filter(can), ...words.filter((w) => !can(w))];
}

// What can stand behind the caret, to be tapped: words of the order, what joins
// orders or begins another line, and the digits of a number.
function showNext() {
	const box = at("orders");
	const caret = utf8(box.value.slice(0, box.selectionStart)).length;
	const next = page.engine.json("page_complete", box.value, caret);
	const want = next ? next.want : [];
	items("next", next ? nowFirst(next.words, box) : [], (w) => button(w, () => complete(next.from, w)));
	items("joins", next ? next.joins : [], (j) => {
		const b = button(j.word, () => complete(next.joined, j.word));
		b.append(" ", element("span", say("page.join." + j.key), "rules"));
		return b;
	});
	// where there are more words than are shown, their next letters
	const keys = next ? [...next.letters, ...(next.digits ? PAD : [])] : [];
	items("pad", keys, (key) => button(key.trim() || say("page.space"), () => {
		box.setRangeText(key, box.selectionStart, box.selectionEnd, "end");
		focusText();
		look();
	}));
	at("want").textContent = want.length ? say("page.want", { what: want.join(", ") }) : "";
}

// A line for the next order, behind all others.
function newLine() {
	keepForUndo();
	const box = at("orders"), end = box.value.length;
	if (box.value && !box.value.endsWith("\n"))
		box.setRangeText("\n", end, end, "end");
	else
		box.setSelectionRange(end, end);
	focusText();
	look();
}

// The word before the caret goes, or the empty line.
function undoWord() {
	keepForUndo();
	const box = at("orders"), caret = box.selectionStart;
	const left = box.value.slice(0, caret).replace(/(\n|[^\s]+ *| +)$/, "");
	box.setRangeText("", left.length, caret, "end");
	focusText();
	look();
}

function told(list) {
	return list.map((e) => e.text).join(" ");
}

// What the orders would do, as far as their author can know. Dice are counted when
// that is shown.
function foresee() {
	const p = orders().trim() && !play.checked.n
		? page.engine.json("page_preview", orders()) : null;
	const none = !p || p.n;
	clearTimeout(play.counting);
	at("foreseen").hidden = at("ahead").hidden = none;
	at("chances").hidden = true;
	at("stops").textContent = "";
	if (none)
		play.ahead = false;
	at("ahead").setAttribute("aria-pressed", String(play.ahead));
	showAnswers();
	if (!none) {
		at("would").textContent = told(p.events) || say("page.would.nothing");
		at("supposed").textContent = p.supposed.length
			? say("page.supposed", { what: told(p.supposed) }) : "";
		if (!p.whole)
			play.counting = setTimeout(showChances);
	}
	showBoard();
}

// Where the preview stops, and what the dice may bring there.
function showChances() {
	const c = page.engine.json("page_chances", orders());
	const all = c ? c.chances : [], rest = all.slice(CHANCES_SHOWN);
	const lines = all.slice(0, CHANCES_SHOWN).map((one) =>
		[one.per_cent, [told(one.text) || say("page.nothing"),
			one.hidden ? say("page.chances.hidden") : ""].join(" ")]);
	if (rest.length)
		lines.push([(100 * rest.reduce((n, one) => n + one.n, 0) / rest[0].of)
			.toFixed(2), say("page.chances.rest", { n: rest.length })]);
	items("chances", lines, ([chance, text]) => {
		const line = element("span", "");
		line.append(element("strong", chance + " %"), " ", text);
		return line;
	});
	at("stops").textContent = c
		? say("page.stops." + c.stops, { line: c.line, order: c.order }) : "";
}

// Questions of the rules are answered here and now.
function showAnswers() {
	const asked = play.checked.lines.filter((l) => l.kind === "query");
	items("answers", asked, (l) => {
		const { result, said } = page.engine.call("page_ask", l.order);
		return element("span", l.order + ": " +
			(result ? said : told(JSON.parse(said).events)));
	});
}

function toggleAhead() {
	play.ahead = !play.ahead;
	at("ahead").setAttribute("aria-pressed", String(play.ahead));
	showBoard();
}

// A word of the vocabulary in the reader's language: SAY, DISPUTE ..
function said(key) {
	const { result, said } = page.engine.call("page_said_as", key);
	return result ? "" : said;
}

// Words of such keys, as a line; null: the language lacks one of them.
function phrase(...keys) {
	const words = keys.map((k) => k.startsWith("=") ? k.slice(1) : said(k));
	return words.every((w) => w) ? words.join(" ") : null;
}

// Lines that are no orders: letters, proposals, questions. What must be said further
// is written behind them.
function showTable() {
	const r = play.report;
	const lines = (list, found) => items(list, found.filter((f) => f[0]),
		([line, name]) => {
			const b = button(line, () => write(line.endsWith(":") || name ?
				line + " " : line));
			if (name)
				b.append(" ", element("span", name, "rules"));
			return b;
		});
	const to = (who, name) => {
		const line = phrase("table.say", "table.to", who);
		return [line && line + ":", name];
	};
	lines("letters", [...r.players.filter((p) => p.seat !== r.seat)
		.map((p) => to("=" + p.seat, p.name)),
	to("table.everybody", say("page.everybody")),
	to("table.master", say("page.master")),
	[phrase("table.letters"), ""]]);
	lines("proposals", [
		...["draw", "end", "pause", "surrender"].map((k) =>
			[phrase("table.propose", "table." + k), ""]),
		[phrase("table.propose", "table.takeback"), say("page.point")],
		[phrase("table.propose", "table.extension"), say("page.hours")],
		[phrase("table.agree"), say("page.proposal")],
		[phrase("table.against"), say("page.proposal")],
		[phrase("table.back"), ""],
		[phrase("judge.dispute", "=" + r.point), say("page.reason")]]);
	at("away").hidden = !phrase("table.away", "table.to");
	lines("questions", [[phrase("help"), ""], [phrase("table.why", "=" + r.point), ""],
		[phrase("table.history"), ""], [phrase("luck"), ""],
		[phrase("report", "full"), ""], [phrase("rule"), say("page.rule")],
		[phrase("table.precedents"), ""], [phrase("table.games"), ""]]);
}

// From day to day, as the fields have it.
function writeAway() {
	const [from, to] = [at("away-from").value, at("away-to").value];
	if (from && to)
		write(phrase("table.away", "=" + from, "table.to", "=" + to));
	else
		at(from ? "away-to" : "away-from").focus();
}

// Letters of the table and all else that the mail says, where it has visible words.
function showMail() {
	const words = play.from && isHeld() && !practise.on && !isFromLink()
		? page.engine.call("page_words", play.from).said.trim() : "";
	at("mail-part").hidden = !words;
	at("mail-words").textContent = words;
}

// The key ----------------------------------------------------------------------------

function showIdentity() {
	const me = play.me;
	at("key-state").textContent = me.ready
		? say(me.opened ? "page.key.kept" : "page.key.asks", me.known)
		: isHeld() ? say("page.key.elsewhere") : say("page.key.none");
	if (!me.lasts)
		at("key-state").append(" ", say("page.key.forgets"));
	at("key-line").textContent = me.known ? me.known.line : "";
	at("key-line").hidden = !me.known;
	at("key-make").open = !me.ready;
	// who has lost theirs reads it again
	const had = isHeld() && !me.ready;
	at("phrase-what").hidden = had;
	at("key-ways").prepend(at(had ? "key-read" : "key-new"));
	at("sign-phrase").hidden = !me.ready || me.opened;
	at("send").classList.toggle("opened", Boolean(me.ready && me.opened));
	at("key-what").hidden = had;
	// an older position is only looked at
	at("sign").disabled = !me.ready || Boolean(play.report && play.report.newest);
	const inGame = Boolean(me.ready && play.report && play.report.held);
	at("key-change").hidden = !inGame;
	at("key-revoke").hidden = !(inGame && me.known.before);
	at("word").textContent = wordDue() ? say("page.word." + play.report.word) : "";
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
	keyIsHere();
	at("key-state").append(" ", say("page.key.saved"));
}

// What is left to be done is to sign.
function keyIsHere() {
	at("phrase").value = "";
	showIdentity();
	at(play.me.opened ? "sign" : "sign-phrase-text").focus();
}

// The part of a document that is its signature.
const signatureOf = (doc) => doc.slice(doc.indexOf("-----BEGIN SSH SIGNATURE"));

// What the judge is told of keys: the lines, signed by the key that it knows.
async function tellJudge(line) {
	lookNow();
	raiseSerial(line);
	const r = page.engine.call("page_keys", line);
	if (r.result)
		throw new Error(r.said);
	keepSerial(line, r.said);
	await openKey();
	return [r.said, await play.me.sign(r.said)];
}

// By the pass phrase, if it is locked; throws if that does not fit.
async function openKey() {
	if (!play.me.opened)
		await play.me.unlock(at("sign-phrase-text").value);
	at("sign-phrase-text").value = "";
}

// Open only for what is signed now, if the player wants that.
function closeKey() {
	if (play.me.known && play.me.known.asks)
		play.me.close();
	showIdentity();
}

// Another key in the place of this one: both sign that it is.
async function changeKey() {
	const phrase = at("phrase").value;
	at("key-fault").textContent = phrase ? "" : say("page.key.phrase.missing");
	if (!phrase)
		return;
	try {
		const seed = crypto.getRandomValues(new Uint8Array(32));
		const key = page.engine.json("page_key_of", hex(seed));
		const [text, doc] = await tellJudge("ADD " + key.fingerprint);
		const second = page.engine.call("page_sign", hex(seed) + "\n" + text).said;
		const file = await keyFile(page.engine, seed, phrase);
		await play.me.take(seed, file, at("asks").checked);
		seed.fill(0);
		save(file, "heraldo-key", "application/octet-stream");
		at("document").value = doc + signatureOf(second) + "\n" + key.line + "\n";
		at("phrase").value = "";
		at("sign-state").textContent = say("page.key.changed");
	} catch {
		at("sign-state").textContent = say("page.sign.failed");
	}
	closeKey();
	showSending();
}

async function revokeKey() {
	try {
		at("document").value =
			(await tellJudge("REVOKE " + play.me.known.before))[1];
		at("sign-state").textContent = say("page.signed");
	} catch {
		at("sign-state").textContent = say("page.sign.failed");
	}
	closeKey();
	showSending();
}

async function readKey(file) {
	if (!file)
		return;
	if (!at("phrase").value) {
		at("key-fault").textContent = say("page.key.phrase.missing");
		at("key-file").value = "";
		return;
	}
	try {
		await play.me.read(await file.text(), at("phrase").value, at("asks").checked);
		at("key-fault").textContent = "";
		keyIsHere();
	} catch (e) {
		const known = ["form", "kind", "cipher", "phrase"];
		at("key-fault").textContent =
			say("page.key.fault." + (known.includes(e.message) ? e.message : "form"));
	}
	at("key-file").value = "";
}

// Signing and sending ------------------------------------------------------------------

const wordDue = () => isHeld() && /^(seal|open)$/.test(play.report.word);

// The line of a random word that the report waits for. What was sealed before the
// player changed the key is kept; a word that another key or a hand has sealed is not
// known here: then there is none, and that is said.
async function wordLine() {
	const r = play.report;
	play.strange = false;
	if (!wordDue())
		return "";
	const name = "word." + r.game + "." + r.seat;
	for (const word of [await play.me.wordOf(r.game, r.seat), kept.get(name)]) {
		const lines = word && page.engine.json("page_word", word);
		if (r.word === "seal")
			kept.set(name, word);
		if (lines && (r.word === "seal" || !r.sealed || r.sealed === lines.hash))
			return lines[r.word] + "\n";
	}
	play.strange = true;
	return "";
}

// A serial is used once. Of a mail that the last report cannot know of, the page
// knows: the next has the next one, but the same lines signed again have the same.
const serialName = () => "serial." + play.report.game + "." + play.report.seat;
const serialLines = (lines) => play.report.point + "\n" + lines;

function raiseSerial(lines) {
	const last = kept.get(serialName());
	if (last)
		page.engine.call("page_serial", null,
			last.lines === serialLines(lines) ? last.n : last.n + 1);
}

function keepSerial(lines, text) {
	const n = Number(text.split("\n")[0].split(" ")[4]);
	kept.set(serialName(), { n, lines: serialLines(lines) });
}

// Who answers the question that came on a JOIN seals their random word with it, if the
// seat is theirs: a mail less.
async function sealAtJoin(text) {
	const join = /^(?:JOIN|UNIRSE) (\S+) ([A-H]) (\S+)$/m.exec(text.trim());
	// where words are in use, a comment says so
	if (!join || !/^\/\/ (WORD|PALABRA) /m.test(text))
		return text.trim();
	const game = join[1].toLowerCase(), word = await play.me.wordOf(game, join[2]);
	kept.set("word." + game + "." + join[2], word);
	return text.trim() + "\n" + page.engine.json("page_word", word).seal.trim();
}

// The canonical text to be signed; throws with the engine's words.
async function textToSign() {
	const lines = play.block ? "" : await wordLine() + orders();
	if (!play.block)
		raiseSerial(lines);
	const r = play.block
		? page.engine.call("page_block", "-----BEGIN HERALDO ORDERS-----\n" +
			await sealAtJoin(orders()) + "\n-----END HERALDO ORDERS-----\n")
		: page.engine.call("page_orders", lines, 0);
	if (r.result)
		throw new Error(r.said || say("page.sign.none"));
	if (!play.block)
		keepSerial(lines, r.said);
	return r.said;
}

// While it is signed nothing that is shown can be changed.
const CHANGES = ["play", "hand", "review", "compose", "practise", "act"];

async function sign() {
	const focused = document.activeElement;
	lookNow();
	at("sign-state").className = "bad";
	for (const part of CHANGES)
		at(part).inert = true;
	try {
		await signShown();
	} finally {
		for (const part of CHANGES)
			at(part).inert = false;
		if (document.activeElement === document.body)
			focused.focus({ preventScroll: true });
	}
}

async function signShown() {
	const state = at("sign-state"), { report, block } = play, shown = orders();
	let text;
	try {
		await openKey();
	} catch {
		state.textContent = say("page.sign.failed");
		at("sign-phrase-text").focus();
		return;
	}
	try {
		text = await textToSign();
	} catch (e) {
		state.textContent = e.message;
		closeKey();
		return;
	}
	try {
		const doc = await play.me.sign(text);
		// another mail was opened meanwhile
		if (orders() !== shown || play.report !== report || play.block !== block) {
			state.textContent = say("page.sign.changed");
			return closeKey();
		}
		// who joins shows the key with it
		at("document").value = (play.block ? play.me.known.line + "\n\n" : "") + doc;
		keepLetter(false);
		state.className = "";
		state.textContent = say("page.signed") +
			(play.strange ? " " + say("page.word.strange") : "");
	} catch {
		state.textContent = say("page.sign.failed");
	}
	closeKey();
	showSending();
}

// What was signed is kept until it is sent, or the game has gone on.
function keepLetter(sent) {
	if (play.report)
		kept.set("letter." + play.report.game + "." + play.report.seat,
			{ point: play.report.point, text: at("document").value, sent });
}

const address = () => play.report ? play.report.judge
	: play.invite ? play.invite.judge
	: (/^reply-to:.*?([^\s<>]+@[^\s<>]+)/im.exec(headOf()) ||
		/^from:.*?([^\s<>]+@[^\s<>]+)/im.exec(headOf()) || addressAbove())[1];
// In a text without the head of its mail: what it says to send the lines to stands
// above them.
const addressAbove = () => [...new TextDecoder().decode(play.from)
	.split("-----BEGIN HERALDO ORDERS")[0].matchAll(/([^\s<>(),;:"]+@[\w.-]*\w)/g)]
	.pop() || ["", ""];
const headOf = () => new TextDecoder().decode(play.from.subarray(0, 8192))
	.split(/\r?\n\r?\n/)[0];
const subject = () => play.report || (play.invite && play.invite.game)
	? "Re: [" + (play.report || play.invite).game + "]" : "Re: Heraldo";

function showSending() {
	const doc = at("document").value;
	const link = "mailto:" + encodeURIComponent(address()).replace(/%40/g, "@") +
		"?subject=" + encodeURIComponent(subject()) +
		"&body=" + encodeURIComponent(doc.replace(/\n/g, "\r\n"));
	at("sent").hidden = !doc;
	showAct();
	showReview();
	at("mailto").href = link;
	at("too-long").hidden = link.length <= LINK_MAX;
	at("share").hidden = !navigator.share;
	at("send-to").textContent = say("page.send.to", { address: address() || "?",
		subject: subject() });
}

// What is signed goes out as the last letter did. No other program is opened long after
// the tap: a browser may refuse that, and the letter would be taken for sent.
function sendAsBefore() {
	const way = kept.get("way"), tap = navigator.userActivation;
	const opens = way !== "copy" && tap && !tap.isActive;
	if (isSealed() && WAYS_OUT.includes(way) && !opens && !at(way).hidden &&
		(way !== "mailto" || at("too-long").hidden))
		at(way).click();
}

async function copy() {
	let copied = true;
	try {
		await navigator.clipboard.writeText(at("document").value);
	} catch {
		at("document").select();
		copied = document.execCommand("copy");
	}
	if (copied)
		at("sign-state").textContent = say("page.copied");
}

// ---------------------------------------------------------------------------------------

function readPasted() {
	takeBytes(utf8(at("paste").value));
	if (at("open-fault").textContent)
		return;
	at("paste").value = "";
	// the next tap reads what was copied then
	at("paste").closest("details").open = false;
}

// A mail that is pasted anywhere is read; other text goes where the caret is.
function pasted(e) {
	const text = e.clipboardData.getData("text/plain"), [file] = e.clipboardData.files;
	const writes = /^(INPUT|TEXTAREA)$/.test(e.target.tagName);
	if (e.target === at("paste") || (writes && !JUDGES.test(text)) || !(text.trim() || file))
		return;
	e.preventDefault();
	if (file)
		takeFile(file);
	else
		takeBytes(utf8(text));
}

async function listenPlay() {
	play.me = new Identity(page.engine);
	at("paste-read").addEventListener("click", readPasted);
	// what was copied is read by the tap that opens the field, where the browser lets it
	at("paste").closest("details").addEventListener("toggle", async (e) => {
		if (!e.target.open)
			return;
		at("paste").focus();
		try {
			const text = await navigator.clipboard.readText();
			if (JUDGES.test(text) && !at("paste").value) {
				at("paste").value = text;
				readPasted();
			}
		} catch {
			// it is pasted by hand
		}
	});
	addEventListener("paste", pasted);
	// what is whole is read without a tap
	at("paste").addEventListener("input", () => {
		if (PASTED.test(at("paste").value))
			readPasted();
	});
	at("orders").addEventListener("input", lookSoon);
	at("orders").addEventListener("click", showNextIfHeld);
	at("orders").addEventListener("keyup", (e) => {
		if (e.key.startsWith("Arrow"))
			showNextIfHeld();
	});
	at("orders").addEventListener("scroll", () => {
		at("colours").scrollTop = at("orders").scrollTop;
	});
	at("line-new").addEventListener("click", newLine);
	at("word-undo").addEventListener("click", undoWord);
	at("away-write").addEventListener("click", writeAway);
	at("ahead").addEventListener("click", toggleAhead);
	at("key-change").addEventListener("click", changeKey);
	at("key-revoke").addEventListener("click", revokeKey);
	at("key-new").addEventListener("click", makeKey);
	at("key-file").addEventListener("change", (e) => readKey(e.target.files[0]));
	at("sign").addEventListener("click", sign);
	at("phrase").addEventListener("keydown", (e) => {
		if (e.key === "Enter" && !play.me.known) {
			e.preventDefault(); // it would press what has the focus then
			makeKey();
		}
	});
	at("sign-phrase-text").addEventListener("keydown", (e) => {
		if (e.key === "Enter") {
			e.preventDefault();
			sign();
		}
	});
	for (const [box, phrase] of [["phrase-show", "phrase"],
		["sign-phrase-show", "sign-phrase-text"]])
		at(box).addEventListener("change", (e) => {
			at(phrase).type = e.target.checked ? "text" : "password";
		});
	at("mailto").addEventListener("click", () => keepLetter(true));
	for (const way of WAYS_OUT)
		at(way).addEventListener("click", () => kept.set("way", way));
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
