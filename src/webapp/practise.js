// practise.js - a game against the computer in this page (practise.h): the person has
// seat A. The computer searches in a worker, an instance of the engine of its own, so
// that the board does not wait for it. The state is text that goes back and forth.

const PRACTISE_GAMES = ["rebellion", "dungeons", "arena"];
const LEVELS = 3, FAIR = 1, STRONG = 2;
const BACK_MOST = 60;   // steps that can be taken back, and of them those that are kept
const BACK_KEPT = 12;
const PAUSE_MS = 450;   // between two orders of the computer

const practise = {
	on: false,
	system: "", level: FAIR,
	start: "",      // the position it began with, as cases have it
	draws: "",      // the seed of its hidden draws, hex digits
	game: "",       // the state, hex digits
	before: "",     // the state before the events
	events: [],     // since the last order of the person, in canonical form
	status: null,   // what page_practise_take said
	log: [],        // {seat, lines, faces}: all orders so far
	undo: [],       // {game, before, events, log}: before each order of the person
	busy: false,
	turn: 0,        // counts what is asked of the worker: older answers are dropped
	advice: null,   // what page_practise_advice said
	lesson: null,   // what lessonOf read, while a lesson is played
	done: false,    // it is won
	hints: 0,       // so many of its hints are shown
	worker: null,
	waits: new Map(), // of answers of the worker, by number
};

const randomHex = (bytes) => hex(crypto.getRandomValues(new Uint8Array(bytes)));
const diceKey = () => randomHex(32) + practise.draws;
const practiseState = (p = practise) =>
	[p.system, p.before, p.game, ...p.events].join("\n");

// The worker ---------------------------------------------------------------------

// One request, by the engine of the worker or of the page.
function practiseWork(engine, r) {
	if (r.call === "won")
		return engine.call("page_practise_won", r.text);
	engine.call("page_language", r.language);
	if (engine.call("page_practise_take", r.state, 1).result)
		return null;
	return engine.json("page_practise_" + r.call, r.key, ...r.numbers);
}

// What the worker runs: this whole program, and then this.
function practiseServe() {
	let engine = null;
	const begin = async (data) => {
		const made = await Engine.start(data.module, engineFiles(data.files),
			() => engineFiles(data.cards));
		made.call("page_open", "/templates");
		return made;
	};
	self.onmessage = async ({ data }) => {
		if (data.module) {
			engine = begin(data);
			return;
		}
		try {
			self.postMessage({ id: data.id, answer: practiseWork(await engine, data) });
		} catch (e) {
			self.postMessage({ id: data.id, fault: e.message });
		}
	};
}

const cardFiles = () => {
	page.cards = page.cards || (at("cards") ? textsOf("cards") : {});
	return page.cards;
};

function practiseWorker() {
	if (practise.worker)
		return practise.worker;
	const text = [page.files["page.js"], "\npractiseServe();\n"];
	const address = URL.createObjectURL(new Blob(text, { type: "text/javascript" }));
	const worker = new Worker(address);
	worker.onmessage = ({ data }) => {
		const done = practise.waits.get(data.id);
		practise.waits.delete(data.id);
		if (done)
			done(data);
	};
	worker.onerror = (e) => {
		for (const done of practise.waits.values())
			done({ fault: e.message || "worker" });
		practise.waits.clear();
		practise.worker = null;
	};
	worker.postMessage({ module: page.module, files: page.files, cards: cardFiles() });
	practise.worker = worker;
	return worker;
}

// Ask the worker; where the browser has none the page works itself.
async function practiseAsk(call, ...numbers) {
	const request = { id: ++practise.turn, call, numbers, key: diceKey(), text: lessonCase(),
		state: practiseState(), language: at("language").value };
	let worker;
	try {
		worker = practiseWorker();
	} catch {
		await new Promise((f) => setTimeout(f, 0));
		return { id: request.id, answer: practiseWork(page.engine, request) };
	}
	return new Promise((done) => {
		practise.waits.set(request.id, done);
		worker.postMessage(request);
	});
}

// The game -----------------------------------------------------------------------

const practiseGame = (system) => say("page.practise." + system);

function practiseStartOf(system) {
	return cardFiles()["db/lessons/" + system + "/practise.case"] || "";
}

function practiseBegin(system, level, start, lesson = null) {
	practise.draws = randomHex(16);
	const { result, said } = page.engine.call("page_practise_begin",
		diceKey() + "\n" + start);
	if (result) {
		at("open-fault").textContent = say("page.practise.fault", { why: said });
		return;
	}
	const made = JSON.parse(said);
	Object.assign(practise, { system, level, start, game: made.game, before: "",
		events: [], log: [], undo: [], lesson, done: false, hints: 0 });
	practiseOpen();
}

// Show the game at hand as a report is shown.
function practiseOpen() {
	practise.on = true;
	practise.busy = false;
	practise.turn++;
	hand.fitted = false;
	practiseShow(true);
	practiseGoOn();
}

// anew: another game, whose board is fitted to the frame.
function practiseShow(anew) {
	const zoom = page.zoom, wide = page.wide, kind = hand.kind;
	practise.advice = null;
	if (!practiseTake())
		return;
	play.from = null;
	play.block = "";
	play.ahead = false;
	play.invite = null;
	play.report = { held: true, fault: "", practise: true, seen_judge: "practise",
		newest: 0, judge: "", word: "", system: practise.system, seat: "A",
		game: practise.lesson ? lessonName(practise.lesson)
			: practiseGame(practise.system).split(":")[0],
		point: 0, since: 0, serial: 1, language: at("language").value,
		state: "running", players: [
			{ seat: "A", name: say("page.practise.you") },
			{ seat: "B", name: say("page.practise.computer") }],
		awaits: practise.status.awaits & 1 ? [{ seat: "A", until: 0 }] : [] };
	handClear();
	if (!anew) {
		Object.assign(page, { zoom, wide });
		hand.kind = kind;
		hand.fitted = true;
	}
	at("orders").value = "";
	document.body.classList.add("practising");
	showReport();
	if (anew)
		document.body.classList.remove("full");
	practiseKeep();
	const steps = practise.status.over && !practise.lesson &&
		practise.log.map((l) => l.steps || "").join("");
	showAnalysis(steps ? page.engine.json("page_analysis", steps) : null,
		[say("page.practise.you"), say("page.practise.computer")], null);
}

// The engine's current position is the game at hand; false: it cannot be read.
function practiseTake() {
	practise.status = page.engine.json("page_practise_take", practiseState(), 1);
	return Boolean(practise.status);
}

function practiseStep(made, seat, lines) {
	practise.game = made.game;
	practise.events.push(...made.events);
	practise.log.push({ seat, lines, faces: made.faces, steps: made.steps });
}

// The orders that are written are carried out at once.
function practisePlay() {
	const lines = orders().trim();
	if (practise.busy || !lines)
		return;
	const { game, before, events, log } = practise;
	const made = page.engine.json("page_practise_play", diceKey() + "\n" + lines);
	if (!made) {
		at("thing").textContent = play.checked && play.checked.reading || "";
		return;
	}
	practise.undo.push({ game, before, events, log: log.length });
	practise.undo.splice(0, practise.undo.length - BACK_MOST);
	Object.assign(practise, { before: game, events: [] });
	practiseStep(made, "A", lines);
	practiseShow(false);
	at("thing").textContent = say("page.practise.wrote", { order: lines });
	lessonLook();
}

// The computer gives orders until the person is awaited. It sets up both sides.
async function practiseGoOn() {
	const { status } = practise;
	if (!practise.on || practise.done || status.over || (status.play && status.awaits & 1) || !status.awaits) {
		practiseSay();
		return;
	}
	const seat = status.play ? Math.log2(status.awaits & -status.awaits)
		: status.awaits & 1 ? 0 : 1;
	practise.busy = true;
	practiseSay();
	const asked = practiseAsk("move", seat, seat ? practise.level : 0), turn = practise.turn;
	const { answer, fault } = await asked;
	if (turn !== practise.turn || !practise.on)
		return;
	practise.busy = false;
	if (!answer || !answer.happened) {
		practiseSay(say("page.practise.fault", { why: fault || "" }));
		return;
	}
	practiseStep(answer, "AB"[seat], answer.order);
	practiseShow(false);
	if (practise.status.play && !(practise.status.awaits & 1) && !practise.status.over) {
		practise.busy = true;
		practiseSay();
		await new Promise((f) => setTimeout(f, isStill() ? 0 : PAUSE_MS));
		if (turn !== practise.turn || !practise.on)
			return;
		practise.busy = false;
	}
	lessonLook();
}

function practiseBack() {
	const last = practise.undo.pop();
	if (!last)
		return;
	practise.turn++;
	practise.busy = false;
	practise.done = false;
	Object.assign(practise, { game: last.game, before: last.before, events: last.events,
		log: practise.log.slice(0, last.log) });
	practiseShow(false);
	at("thing").textContent = say("page.practise.taken");
	practiseSay();
}

async function practiseAdvice() {
	practise.busy = true;
	practiseSay();
	const asked = practiseAsk("advice", STRONG), turn = practise.turn;
	const { answer, fault } = await asked;
	if (turn !== practise.turn || !practise.on)
		return;
	practise.busy = false;
	if (!answer || !answer.order) {
		practiseSay(say("page.practise.fault", { why: fault || "" }));
		return;
	}
	practise.advice = answer;
	practiseSay();
}

// The order of the advice is aimed at, so that its odds are shown and one tap gives it.
function practiseUse() {
	const { order } = practise.advice;
	const who = hand.hands.can.find((l) => order.split(/[ ,]/).includes(l));
	if (who && hand.who !== who)
		takeUp(who);
	const known = hand.aims.find((a) => a.order === order);
	takeAim(known || { order, target: "", per_cent: -1 });
}

// A whole game as a case: the position, then the dice and orders of both seats.
function practiseCase() {
	return practise.start.trimEnd() + "\ndraws " + practise.draws + "\n" + practise.log.map((step) => "\n" +
		(step.faces.length ? "dice " + step.faces.join(" ") + "\n" : "") +
		"orders " + step.seat + "\n" +
		step.lines.split("\n").map((l) => "  " + l + "\n").join("") + "  WAIT\nend\n").join("");
}

// Kept between visits ------------------------------------------------------------

function practiseKeep() {
	const { system, level, start, draws, game, before, events, log, undo } = practise;
	if (practise.lesson)
		return;
	kept.set("practise", { system, level, start, draws, game, before, events, log,
		undo: undo.slice(-BACK_KEPT) });
}

function practiseResume() {
	const was = kept.get("practise");
	if (!was)
		return;
	Object.assign(practise, was, { lesson: null, done: false });
	practiseOpen();
}

// Lessons ------------------------------------------------------------------------

// A lesson is a case (db/lessons): remarks with its words, a position, a solution, and
// the expectations by which it is won.
function lessonOf(path, text) {
	const language = at("language").value === "es" ? "es" : "en";
	const all = (word) => [...text.matchAll(new RegExp("^# " + word + "\\." + language +
		": (.*)$", "gm"))].map((m) => m[1]);
	const [position, rest] = text.split("\n# solution\n");
	const [, system, number] = /^db\/lessons\/(.*)\/(\d+)/.exec(path);
	const [, title] = /^title (.*)$/m.exec(text);
	return { path, system, number, position: position + "\n", won: rest.split("\n# won\n")[1],
		title: all("title")[0] || title, goal: all("goal")[0] || "", hints: all("hint") };
}

const lessonsOf = (system) => Object.keys(cardFiles())
	.filter((p) => p.startsWith("db/lessons/" + system + "/") && /\/\d+-[^/]*$/.test(p)).sort()
	.map((p) => lessonOf(p, cardFiles()[p]));

const lessonName = (l) => l.number + ". " + l.title;

// What is checked: the lesson with all orders so far.
const lessonCase = () => !practise.lesson ? ""
	: practiseCase() + "\n" + practise.lesson.won;

function lessonNext() {
	const all = practise.lesson ? lessonsOf(practise.system) : [];
	return all[all.findIndex((l) => l.path === practise.lesson.path) + 1];
}

const lessonBegin = (l) => practiseBegin(l.system, 0, l.position, l);

// After each order: is the lesson won? Else the game goes on.
async function lessonLook() {
	if (!practise.lesson) {
		practiseGoOn();
		return;
	}
	practise.busy = true;
	practiseSay();
	const asked = practiseAsk("won"), turn = practise.turn;
	const { answer } = await asked;
	if (turn !== practise.turn || !practise.on)
		return;
	practise.busy = false;
	practise.done = Boolean(answer && answer.result === 0);
	if (practise.done)
		kept.set("lessons", { ...kept.get("lessons"), [practise.lesson.path]: 1 });
	practiseGoOn();
}

function showLesson() {
	const l = practise.lesson;
	at("lesson-anew").hidden = !l;
	items("lesson-hints", l ? l.hints.slice(0, practise.hints) : [], (h) => element("span", h));
	at("lesson-hint").hidden = !l || practise.done || practise.hints >= l.hints.length;
}

function showLessons() {
	const won = kept.get("lessons") || {};
	at("lessons").replaceChildren(...PRACTISE_GAMES.flatMap((system) => {
		const list = element("ul", "", "choices");
		list.append(...lessonsOf(system).map((l) => {
			const item = document.createElement("li");
			item.append(button((won[l.path] ? "✓ " : "") + lessonName(l), () => lessonBegin(l)));
			item.firstChild.dataset.lesson = l.path;
			return item;
		}));
		return [element("h3", practiseGame(system).split(":")[0]), list];
	}));
}

// What is shown ------------------------------------------------------------------

const endWord = () => {
	const end = practise.status && practise.status.awaits & 1 &&
		legal().find((f) => f.kind === "end");
	return end ? beginning(end).trim() : "";
};

function practiseOver() {
	const { winners } = practise.status;
	return say(winners === 1 ? "page.practise.won" : winners ? "page.practise.lost"
		: "page.practise.drawn");
}

// The words above the sheet, the advice, the big button.
function practiseSay(fault) {
	const { status, busy, advice } = practise;
	if (!practise.on || !status)
		return;
	showLesson();
	at("practise-state").textContent = fault || (practise.lesson && !busy
		? say(practise.done ? "page.lesson.done" : status.over ? "page.lesson.again"
			: "page.lesson.goal", { goal: practise.lesson.goal })
		: status.over ? practiseOver()
		: busy ? say("page.practise.thinking")
			: say(hand.hands.zones ? hand.cards && hand.cards.plan
				? "page.practise.plan" : "page.practise.yours.cards"
				: "page.practise.yours"));
	at("practise-save").hidden = Boolean(practise.lesson);
	document.body.classList.toggle("decided", Boolean(status.over));
	at("practise-ask").hidden = Boolean(status.over);
	at("practise-ask").disabled = busy || practise.done || status.over || !(status.awaits & 1);
	at("practise-advice").hidden = !advice;
	if (advice) {
		at("practise-order").textContent = say("page.practise.advice", advice);
		at("practise-reason").textContent = advice.candidates < 2
			? say("page.practise.only") : say("page.practise.reason", {
				n: advice.candidates, value: number(advice.value),
				second: number(advice.second) });
	}
	practiseBar();
}

function practiseBar() {
	const written = orders().trim(), end = written ? "" : endWord();
	const { over } = practise.status;
	at("count").textContent = written ? play.checked.lines.length : 0;
	at("do").textContent = practise.busy ? say("page.practise.thinking")
		: practise.done ? say(lessonNext() ? "page.lesson.next" : "page.lesson.home")
		: over ? say("page.practise.again")
			: hand.aim ? "✓ " + hand.aim.order
				: written ? say("page.practise.play", { order: written.replace(/\n/g, " / ") })
					: end ? say("page.practise.end", { order: end })
						: say(hand.who ? "page.go.aim" : "page.go.choose");
	// the end of a turn does not call to be pressed
	at("do").classList.toggle("quiet", Boolean(end && !hand.aim && !over && !practise.done));
	at("do").disabled = practise.busy || !practise.status || !(practise.done || over || hand.aim || written || end);
	at("undo").disabled = !hand.undo.length && !practise.undo.length;
}

function practisePressed() {
	const { system, level, start, lesson } = practise;
	if (practise.done)
		return lessonNext() ? lessonBegin(lessonNext()) : goHome();
	if (practise.status.over)
		return practiseBegin(system, level, start, lesson);
	if (hand.aim)
		return addOrder();
	if (!orders().trim()) {
		at("orders").value = endWord();
		look();
	}
	practisePlay();
}

// The bar's arrow takes back what is written, and then what was done.
function practiseUndo() {
	if (hand.undo.length && orders().trim())
		stepBack(hand.undo, hand.redo);
	else
		practiseBack();
}

function practiseLeave() {
	hideAnalysis();
	practise.on = false;
	practise.turn++;
	document.body.classList.remove("practising", "decided");
	practiseHome();
}

// The first screen: games, strengths, and the game that is kept.
function practiseHome() {
	const was = kept.get("practise");
	if (at("lessons-part").open)
		showLessons();
	items("levels", [...Array(LEVELS).keys()], (n) => {
		const b = button(say("page.practise.level." + n), () => {
			practise.level = n;
			practiseHome();
		});
		b.setAttribute("aria-pressed", String(practise.level === n));
		return b;
	});
	items("practise-games", PRACTISE_GAMES, (system) => {
		const [name, more] = practiseGame(system).split(": ");
		const b = button("", () => practiseBegin(system, practise.level,
			practiseStartOf(system)));
		b.append(sceneOf(system), element("strong", name), " ", element("span", more, "rules"));
		b.dataset.system = system;
		return b;
	});
	at("practise-go").hidden = !was;
	if (was)
		at("practise-go").textContent = say("page.practise.go",
			{ game: practiseGame(was.system).split(":")[0] });
}

function listenPractise() {
	at("lessons-part").addEventListener("toggle", () => {
		if (at("lessons-part").open)
			showLessons();
	});
	at("lesson-hint").addEventListener("click", () => {
		practise.hints++;
		showLesson();
	});
	at("lesson-anew").addEventListener("click", () => lessonBegin(practise.lesson));
	at("practise-go").addEventListener("click", practiseResume);
	at("practise-ask").addEventListener("click", practiseAdvice);
	at("practise-use").addEventListener("click", practiseUse);
	at("practise-save").addEventListener("click", () => {
		save(practiseCase(), "practise-" + practise.system + ".case", "text/plain");
		at("practise-state").textContent = say("page.practise.saved");
	});
}
