// main.js - the page: what is shown and what is touched. It knows nothing of any
// game: words, verdicts, events and boards come from the engine (engine.js). What
// plays (compose.js) shares its board and its list of events with what replays.

const at = (id) => document.getElementById(id);
const STEP_MS = 1200; // from point to point, when it runs by itself
const ZOOM_MOST = 6;      // times the frame
const ZOOM_STEP = 1.4;    // of a button
const WHEEL_STEP = 1.002; // of a pixel of a wheel
const ROUGH = 2;          // of page_position: how it stood then is not known
const DRAGGED = 6;        // pixels; less is a tap
const REDRAW_MS = 150;    // after it was made larger
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const DESIGNED = 1920;    // pixels: a board that is wider is only enlarged

const page = {
	engine: null,
	words: {},
	log: null,      // what page_verify said
	story: null,    // of the point at hand
	point: 1,
	upto: -1,       // events of it that are shown; -1: all
	zoom: 1,        // times the frame
	drawn: "",      // the board that is shown, SVG
	wide: 0,        // of the frame, in pixels
	drawnFor: 0,    // pixels
	redraw: 0,      // number of a timer
	runs: 0,        // number of the timer, 0: it does not
};

// A message, its {names} filled in.
function say(key, values = {}) {
	return (page.words[key] || key).replace(/\{(\w+)\}/g,
		(all, name) => name in values ? String(values[name]) : all);
}

function element(tag, text, ...classes) {
	const e = document.createElement(tag);
	e.textContent = text;
	e.classList.add(...classes);
	return e;
}

// A log that `heraldo export --page` has put into the file: deflated.
async function packedLog() {
	const stream = new Blob([bytesOf("log")]).stream()
		.pipeThrough(new DecompressionStream("deflate-raw"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Language ------------------------------------------------------------------

function speak(language) {
	page.words = page.engine.json("page_language", language);
	document.documentElement.lang = language;
	for (const e of document.querySelectorAll("[data-say]"))
		e.textContent = say(e.dataset.say);
	for (const e of document.querySelectorAll("[data-name]")) {
		e.setAttribute("aria-label", say(e.dataset.name));
		e.title = say(e.dataset.name);
	}
	if (!play.report) {
		showGames();
		practiseHome();
	}
	at("controls").setAttribute("aria-label", say("page.controls"));
	at("frame").setAttribute("aria-label", say("page.frame"));
	at("board").setAttribute("aria-label", say("page.board"));
	if (page.log) {
		showVerdict();
		showEyes();
		showPoint();
	} else if (play.report || play.block) {
		// the engine's words are others now: read it again
		if (practise.on)
			practiseTake();
		else if (play.report && play.report.held)
			page.engine.call("page_report", play.from);
		showReport();
	}
}

// The verdict ---------------------------------------------------------------

function finding(key, values) {
	at("findings").append(element("li", say(key, values)));
}

function showVerdict() {
	const r = page.log;
	at("findings").replaceChildren();
	at("verdict").className = r.good ? "good" : "bad";
	at("verdict").textContent = r.good
		? "✓ " + say(r.run ? "page.good" : "page.good.part", r)
		: "✗ " + say("page.bad", r);
	if (r.expected)
		finding("page.expected", r);
	if (r.found)
		finding("page.found", r);
	finding("page.what", { ...r, for: reader(r.for) });
	finding("page.counts", r);
	for (const kind of ["by_operator", "overrides", "undone", "open", "closed",
		"unchecked", "gnupg", "beacon"])
		if (r[kind])
			finding("page.count." + kind, r);
	if (r.good && !r.run)
		finding("page.notrun", r);
}

function reader(who) {
	return { all: say("page.for.all"), public: say("page.for.public"),
		GM: say("page.for.master") }[who] || say("page.for.seat", { seat: who });
}

// The game ------------------------------------------------------------------

// Board and events; nothing of them is there before a game is open.
function showTheGame(shown) {
	at("play").hidden = at("happened").hidden = at("hand").hidden = !shown;
}

function seatName(seat) {
	const letter = String.fromCharCode(65 + seat);
	const player = page.log ? null
		: play.report.players.find((x) => x.seat === letter);
	const name = page.log ? page.log.seats[seat] : player && player.name;
	return name ? letter + " " + name : letter;
}

// By whose eyes: a full log shows every seat's, others only their reader's.
function showEyes() {
	const eyes = at("eyes"), old = eyes.value;
	const add = (seat, text) => eyes.append(new Option(text, seat));
	eyes.replaceChildren();
	add(-1, say("page.everybody"));
	page.log.seats.forEach((name, seat) => {
		if (page.log.for === "all" || page.log.for === String.fromCharCode(65 + seat))
			add(seat, seatName(seat));
	});
	eyes.value = old !== "" && [...eyes.options].some((o) => o.value === old) ? old
		: page.log.for.length === 1 ? page.log.for.charCodeAt(0) - 65 : -1;
	eyes.disabled = eyes.options.length < 2;
}

const seat = () => Number(at("eyes").value);

function showPoint() {
	page.story = page.engine.json("page_story", null, page.point, seat());
	const when = new Date(page.story.at * 1000)
		.toLocaleString(document.documentElement.lang);
	at("point").value = page.point;
	at("point").setAttribute("aria-valuetext",
		say("page.where", { n: page.point, of: page.log.points, when }));
	at("where").textContent =
		say("page.where", { n: page.point, of: page.log.points, when });
	at("first").disabled = at("back").disabled = page.point <= 1;
	at("last").disabled = at("on").disabled = page.point >= page.log.points;
	showEvents();
	showBoard();
}

function die(d) {
	const e = element("span", d.face, "die");
	e.replaceChildren(dieFace(d));
	e.setAttribute("aria-label", say("page.die",
		{ face: d.face, sides: d.sides, who: seatName(d.seat) }));
	e.setAttribute("role", "img");
	e.title = e.getAttribute("aria-label");
	return e;
}

function showEvents() {
	let from = 0;
	at("events").replaceChildren(...page.story.events.map((told) => {
		const item = document.createElement("li");
		const button = element("button", "");
		const dice = page.story.dice.filter((d) => from < d.upto && d.upto <= told.upto);
		from = told.upto;
		button.type = "button";
		button.classList.toggle("main", told.main === 1);
		button.append(...page.log ? dice.map(die) : [], told.text);
		if (told.rules)
			button.append(" ", element("span", told.rules, "rules"));
		button.addEventListener("click", () => {
			page.upto = told.upto;
			showBoard();
		});
		button.dataset.upto = told.upto;
		item.append(...page.log ? [] : dice.map(dieButton), button);
		return item;
	}));
	const last = at("events").querySelector("li:last-child button[data-upto]");
	if (last)
		last.dataset.last = "yes";
	at("events").append(...eventsMissing());
	at("proof").hidden = true;
	showDiceStats();
}

// How wide the board is to be drawn: letters are as large as they are designed, and
// have the more room the larger the board is.
function drawWidth() {
	page.wide = page.wide || frameWidth();
	return Math.min(DESIGNED, Math.round(page.wide * page.zoom));
}

// without its border; with a bar to scroll it, for that comes and goes
const frameWidth = () => Math.max(0, at("frame").offsetWidth - 2);

function redrawSoon() {
	clearTimeout(page.redraw);
	page.redraw = setTimeout(() => {
		page.wide = frameWidth() || page.wide;
		if (page.drawn && drawWidth() !== page.drawnFor)
			showBoard();
	}, REDRAW_MS);
}

// What is drawn anew keeps what was chosen, focused and in sight.
function putBoard(svg) {
	const board = at("board"), frame = at("frame"), before = board.offsetHeight;
	const places = placesBefore();
	const labelOf = (e) => e && board.contains(e) && e.dataset.label;
	const focused = labelOf(document.activeElement);
	const chosen = labelOf(board.querySelector(".chosen"));
	const find = (label) => label &&
		board.querySelector("[data-label=" + CSS.escape(label) + "]");
	board.innerHTML = svg;
	nameThings(find(focused));
	fitSoon();
	if (find(chosen))
		find(chosen).classList.add("chosen");
	if (find(focused))
		find(focused).focus({ preventScroll: true });
	if (frame.scrollTop)
		frame.scrollTop *= board.offsetHeight / (before || board.offsetHeight);
	goFrom(places);
}

function showBoard() {
	page.drawnFor = drawWidth();
	page.engine.call("page_wide", null, page.drawnFor);
	const { result, said } = page.log
		? page.engine.call("page_board", null, page.point, seat(), page.upto)
		: reportBoard(page.upto);
	const board = at("board"), rough = !page.log && result === ROUGH && said;
	// what is chosen stays named when its board is drawn anew
	if (rough || at("thing").textContent === say("page.rough"))
		at("thing").textContent = rough ? say("page.rough") : "";
	if (!said || (result && !rough)) {
		board.replaceChildren(element("p",
			say(result && page.log ? "page.noboard" : "page.notyet")));
	} else if (said !== page.drawn || !board.querySelector("svg")) {
		putBoard(said);
		boardRenewed();
	}
	page.drawn = said;
	document.body.classList.toggle("boardless", !boardSvg());
	showNow();
	at("event-back").disabled = page.upto === firstUpto();
	at("event-on").disabled = page.upto < 0;
	for (const b of at("events").querySelectorAll("button"))
		if (Number(b.dataset.upto) === page.upto ||
			(page.upto < 0 && b.dataset.last))
			b.setAttribute("aria-current", "step");
		else
			b.removeAttribute("aria-current");
}

// Events are gone through on the board; before the first one none has happened. -1 is
// all of them.
const uptos = () => [0, ...page.story.events.map((e) => e.upto)]
	.filter((n, i, all) => i === 0 || n > all[i - 1]);
const firstUpto = () => page.story && page.story.events.length ? 0 : -1;

function stepEvent(by) {
	const all = uptos(), last = all.length - 1;
	const here = page.upto < 0 ? last : all.findLastIndex((n) => n <= page.upto);
	const to = Math.min(Math.max(0, here + by), last);
	page.upto = to === last ? -1 : all[to];
	play.ahead = false;
	showBoard();
	const shown = at("events").querySelector("[aria-current]");
	if (shown)
		shown.scrollIntoView({ block: "nearest" });
}

const boardThings = () => [...at("board").querySelectorAll("[data-label]")]
	.filter((g) => g.dataset.label);

// Everything on the board has a name, and one of them is where Tab leads to;
// arrows go on from there.
function nameThings(first) {
	const named = new Map(page.engine.call("page_labels", null).said.split("\n")
		.filter((l) => l).map((l) => l.split("\t")));
	const things = boardThings();
	at("board").querySelector("svg").setAttribute("role", "presentation");
	things.forEach((g, i) => {
		g.setAttribute("role", "button");
		g.setAttribute("aria-label", named.get(g.dataset.label) || g.dataset.label);
		g.setAttribute("tabindex", (first ? g === first : !i) ? "0" : "-1");
	});
}

// Its name, and below it what else is known of it; of a target also who aims at it.
function sayThing(g) {
	const aims = hand.aim && hand.aim.target === g.dataset.label && hand.who !== g.dataset.label;
	const [name, ...more] = ((aims ? "" : g.getAttribute("aria-label")) || nameOf(g.dataset.label) ||
		g.textContent).split(", ");
	const who = aims && nameOf(hand.who).split(", ")[0];
	at("thing").replaceChildren(element("strong", who ? who + " → " + name : name),
		...more.length ? [" ", element("span", more.join(", "), "rules")] : []);
}

function choose(g) {
	for (const other of at("board").querySelectorAll(".chosen"))
		other.classList.remove("chosen");
	g.classList.add("chosen");
	sayThing(g);
	if (!page.log)
		showThing(g.dataset.label);
	showFaces();
}

// A thing is pressed by the keyboard or in the list.
function thingPressed(g) {
	const { label } = g.dataset;
	endPlayback();
	if (!page.log && !placeTapped(label, null))
		boardTouched(label, null);
	choose(figureOf(label) || g);
}

// The nearest thing in a direction, or the same one.
function thingBeside(g, [x, y]) {
	const middle = (e) => {
		const b = e.getBoundingClientRect();
		return [b.left + b.width / 2, b.top + b.height / 2];
	};
	const [fromX, fromY] = middle(g);
	let best = g, least = Infinity;
	for (const other of boardThings()) {
		const [toX, toY] = middle(other);
		const along = (toX - fromX) * x + (toY - fromY) * y;
		const aside = Math.abs((toX - fromX) * y + (toY - fromY) * x);
		if (other !== g && along > 0 && along + 2 * aside < least) {
			best = other;
			least = along + 2 * aside;
		}
	}
	return best;
}

// Arrows go to the nearest thing, Page Down and Page Up through all of them.
function thingAfter(g, key) {
	const all = boardThings(), step = { PageDown: 1, PageUp: -1 }[key];
	return ARROWS[key] ? thingBeside(g, ARROWS[key])
		: step && all[(all.indexOf(g) + step + all.length) % all.length];
}

function boardKey(event) {
	const here = event.target.closest("[data-label]");
	if (!here || (event.shiftKey && ARROWS[event.key] && hand.who))
		return;
	const to = thingAfter(here, event.key);
	if (event.key === "Enter" || event.key === " ") {
		thingPressed(here);
	} else if (to) {
		here.setAttribute("tabindex", "-1");
		to.setAttribute("tabindex", "0");
		to.focus();
	} else {
		return;
	}
	event.preventDefault();
}

// Going through it ----------------------------------------------------------

function go(point) {
	page.point = Math.min(Math.max(1, point), page.log.points);
	page.upto = -1;
	showPoint();
}

function stop() {
	clearInterval(page.runs);
	page.runs = 0;
	at("run").setAttribute("aria-pressed", "false");
}

function run() {
	if (page.runs)
		return stop();
	if (page.point >= page.log.points)
		go(1);
	at("run").setAttribute("aria-pressed", "true");
	page.runs = setInterval(() => {
		if (page.point >= page.log.points)
			stop();
		else
			go(page.point + 1);
	}, STEP_MS);
}

// A board that is played on is seen as a whole, and fills the frame, at the least.
function leastZoom() {
	const svg = at("board").querySelector("svg"), frame = at("frame");
	if (!document.body.classList.contains("held") || !svg || !frame.clientWidth)
		return 1;
	const { width, height } = svg.viewBox.baseVal;
	return Math.min(1, frame.clientHeight * width / height / frame.clientWidth);
}

// Make the board so many times as large as the frame; the point of the frame at x, y
// stays where it is.
function zoomTo(times, x, y) {
	const frame = at("frame"), before = page.zoom;
	page.zoom = Math.min(Math.max(leastZoom(), times), ZOOM_MOST);
	// a style that is set by a script is not an inline style of the document
	at("board").style.width = page.zoom * 100 + "%";
	frame.classList.toggle("zoomed", page.zoom > 1);
	const grown = page.zoom / before;
	frame.scrollLeft = (frame.scrollLeft + x) * grown - x;
	frame.scrollTop = (frame.scrollTop + y) * grown - y;
	if (grown !== 1) {
		redrawSoon();
		drawOverSoon();
	}
	at("smaller").disabled = page.zoom === leastZoom();
	at("larger").disabled = page.zoom === ZOOM_MOST;
	return grown !== 1;
}

const zoom = (by) => zoomTo(page.zoom * by, at("frame").clientWidth / 2,
	at("frame").clientHeight / 2);

// Fingers and the mouse on the board: one drags it, two make it larger or smaller.
const touch = { fingers: new Map(), moved: 0, grip: "" };

function spread() {
	const [a, b] = [...touch.fingers.values()];
	const frame = at("frame").getBoundingClientRect();
	return { far: Math.hypot(a.x - b.x, a.y - b.y) || 1,
		x: (a.x + b.x) / 2 - frame.left, y: (a.y + b.y) / 2 - frame.top };
}

function touchDown(e) {
	if (touch.fingers.size === 0)
		Object.assign(touch, { moved: 0, grip: page.log ? "" : gripAt(e) });
	touch.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
}

function touchMove(e) {
	const finger = touch.fingers.get(e.pointerId), frame = at("frame");
	if (!finger)
		return;
	const dx = e.clientX - finger.x, dy = e.clientY - finger.y;
	const before = touch.fingers.size === 2 ? spread() : null;
	touch.moved += Math.abs(dx) + Math.abs(dy);
	touch.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
	if (before) {
		const now = spread();
		zoomTo(page.zoom * now.far / before.far, now.x, now.y);
		frame.scrollLeft -= now.x - before.x;
		frame.scrollTop -= now.y - before.y;
	} else if (touch.moved > DRAGGED && touch.grip) {
		dragTo(e, touch.grip);
	} else if (touch.moved > DRAGGED) {
		frame.scrollLeft -= dx;
		frame.scrollTop -= dy;
	}
}

function touchUp(e) {
	touch.fingers.delete(e.pointerId);
	dragEnd();
}

// With Ctrl the wheel makes the board larger, without it moves it. A board of a log is
// made larger; where it cannot be smaller, the page scrolls.
function wheel(e) {
	const held = document.body.classList.contains("held");
	if (held && !e.ctrlKey) {
		at("frame").scrollBy(e.deltaX, e.deltaY);
		e.preventDefault();
		return;
	}
	const frame = at("frame").getBoundingClientRect();
	if (zoomTo(page.zoom * WHEEL_STEP ** -e.deltaY, e.clientX - frame.left,
		e.clientY - frame.top))
		e.preventDefault();
}

function listenBoard() {
	const frame = at("frame");
	at("smaller").addEventListener("click", () => zoom(1 / ZOOM_STEP));
	at("larger").addEventListener("click", () => zoom(ZOOM_STEP));
	frame.addEventListener("wheel", wheel, { passive: false });
	frame.addEventListener("pointerdown", touchDown);
	addEventListener("pointermove", touchMove);
	for (const kind of ["pointerup", "pointercancel"])
		addEventListener(kind, touchUp);
	at("board").addEventListener("keydown", boardKey);
	at("board").addEventListener("click", (e) => {
		// a touch ends what is played, and means nothing on a board of then
		if (playback.on) {
			if (touch.moved <= DRAGGED)
				endPlayback();
			return;
		}
		const g = thingNear(e) || e.target.closest("[data-label]");
		if (touch.moved <= DRAGGED) {
			const label = g && g.dataset.label;
			const taken = !page.log &&
				(placeTapped(label, e) || boardTouched(label, e));
			if (g && taken !== "ground")
				choose(g);
		}
		touch.moved = 0;
	});
	at("event-back").addEventListener("click", () => stepEvent(-1));
	at("event-on").addEventListener("click", () => stepEvent(1));
	new ResizeObserver(() => {
		if (page.wide && frameWidth() !== page.wide)
			redrawSoon();
	}).observe(frame, { box: "border-box" });
	zoomTo(1, 0, 0);
}

// A log ---------------------------------------------------------------------

function take(bytes) {
	stop();
	play.report = null;
	play.block = "";
	showReport();
	at("controls").hidden = at("slide").hidden = false;
	page.log = page.engine.json("page_verify", bytes);
	hideAnalysis();
	at("analysis-ask").disabled = !page.log.run;
	at("game").textContent = page.log.game || "";
	document.title = page.log.game ? page.log.game + " - Heraldo" : "Heraldo";
	at("checked").hidden = false;
	// what was read before a fault is not shown: it proves nothing
	showTheGame(page.log.good && page.log.points);
	showVerdict();
	if (at("play").hidden)
		return;
	at("point").max = page.log.points;
	at("eyes").replaceChildren();
	showEyes();
	go(page.log.points);
}

// A log begins with {, as no mail does.
function takeBytes(bytes) {
	const log = bytes.find((b) => b > 32) === 0x7b;
	at("open-fault").textContent = "";
	if (play.block) {
		play.block = "";
		showReport();
	}
	if (log)
		take(bytes);
	else if (!takeReport(bytes))
		at("open-fault").textContent = say("page.open.none");
}

async function takeFile(file) {
	if (file)
		takeBytes(new Uint8Array(await file.arrayBuffer()));
}

function listen() {
	at("language").addEventListener("change", (e) => speak(e.target.value));
	at("file").addEventListener("change", async (e) => {
		await takeFile(e.target.files[0]);
		e.target.value = ""; // the same name may be another mail
	});
	for (const kind of ["dragover", "dragleave", "drop"])
		addEventListener(kind, (e) => {
			e.preventDefault();
			at("open").classList.toggle("over", kind === "dragover");
		});
	addEventListener("drop", (e) => takeFile(e.dataTransfer.files[0]));
	at("first").addEventListener("click", () => go(1));
	at("back").addEventListener("click", () => go(page.point - 1));
	at("on").addEventListener("click", () => go(page.point + 1));
	at("last").addEventListener("click", () => go(page.log.points));
	at("run").addEventListener("click", run);
	at("point").addEventListener("input", (e) => go(Number(e.target.value)));
	at("eyes").addEventListener("change", showPoint);
	listenBoard();
	listenTable();
	listenList();
	listenReview();
	listenPractise();
	at("analysis-ask").addEventListener("click", logAnalysis);
	listenPlayback();
	at("luck").addEventListener("toggle", showDiceStats);
}

// The module of the engine, and the texts of the page by their paths.
async function start(module, files) {
	Object.assign(page, { module, files });
	// a page without cards has no such element
	page.engine = await Engine.start(module, engineFiles(files),
		at("cards") && (() => engineFiles(cardFiles())));
	const opened = page.engine.call("page_open", "/templates");
	if (opened.result)
		throw new Error(opened.said);
	const language = navigator.language.startsWith("es") ? "es" : "en";
	at("language").value = language;
	await listenPlay();
	speak(language);
	listen();
	showGames();
	if (at("log")) {
		at("open").hidden = true;
		take(await packedLog());
	} else {
		takeAddress();
	}
	document.documentElement.dataset.ready = "yes";
}
