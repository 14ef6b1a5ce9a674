// playback.js - what a report tells is played once on the board, event by event and with
// its dice, before it is its reader's turn. It can be skipped and repeated; where motion
// is not wanted nothing begins by itself.

const PLAY_MS = 1500;   // of an event
const READ_MS = 30;     // more, of a letter of its words
const GO_MS = 600;      // a figure goes

const playback = {
	on: false,  // the sheet is that of the events
	runs: 0,    // number of the timer, 0: it waits
	from: null, // where figures stood before the board is drawn anew
};

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const hasEvents = () => Boolean(page.story) && uptos().length > 1;

// A report that this browser has not shown yet.
function playNews() {
	const r = play.report, name = r && "played." + r.game + "." + r.seat;
	if (!isHeld() || r.newest || !hasEvents() || kept.get(name) >= r.point || isStill())
		return;
	kept.set(name, r.point);
	beginPlayback();
}

function beginPlayback() {
	if (!hasEvents())
		return;
	playback.on = true;
	play.ahead = false;
	document.body.classList.add("replaying");
	page.upto = firstUpto();
	showBoard();
	showAct();
	keepPlaying();
}

function endPlayback() {
	if (!playback.on)
		return;
	pausePlayback();
	playback.on = false;
	document.body.classList.remove("replaying");
	page.upto = -1;
	showBoard();
	showAct();
	fitBoard();
}

function pausePlayback() {
	clearTimeout(playback.runs);
	playback.runs = 0;
	showPlaying();
}

function keepPlaying() {
	clearTimeout(playback.runs);
	playback.runs = setTimeout(nextEvent, PLAY_MS + READ_MS * at("now-text").textContent.length);
	showPlaying();
}

function nextEvent() {
	stepEvent(1);
	if (page.upto < 0)
		pausePlayback();
	else
		keepPlaying();
}

// The button plays on, waits, or begins again.
function togglePlayback() {
	if (playback.runs)
		return pausePlayback();
	if (!playback.on || page.upto < 0)
		return beginPlayback();
	keepPlaying();
}

function showPlaying() {
	const b = at("event-play"), name = say(playback.runs ? "page.event.pause" : "page.event.play");
	b.replaceChildren(icon(playback.runs ? "pause" : "play"));
	b.setAttribute("aria-label", name);
	b.title = name;
}

// Which step is shown, of how many.
function stepShown() {
	const all = uptos(), last = all.length - 1;
	return [page.upto < 0 ? last : Math.max(0, all.findLastIndex((n) => n <= page.upto)), last];
}

// The event that the board shows, in words and dice.
function showNow() {
	const held = !page.log && hasEvents();
	at("again").hidden = at("event-play").hidden = at("event-where").hidden = !held;
	at("now").hidden = !held || !playback.on;
	if (!held)
		return;
	const [here, last] = stepShown(), all = uptos();
	const told = page.story.events.filter((e) => e.upto === all[here]);
	const dice = page.story.dice.filter((d) => all[here - 1] < d.upto && d.upto <= all[here]);
	if (at("event-marks").childElementCount !== last + 1)
		at("event-marks").replaceChildren(...all.map((_, n) => new Option("", n)));
	at("event-point").max = last;
	at("event-point").value = here;
	at("event-point").setAttribute("aria-valuetext", say("page.event.where", { n: here, of: last }));
	at("event-n").textContent = say("page.event.where", { n: here, of: last });
	showPlaying();
	if (!playback.on)
		return;
	at("now-text").textContent = here ? told.map((e) => e.text).join(" ") : say("page.event.before");
	at("now-dice").replaceChildren(...dice.map(dieButton));
	lookAtTold(told);
}

// The board is moved to whom the words name first, if that one is out of sight.
function lookAtTold(told) {
	const named = told.map((e) => e.text).join(" ").match(/[A-Z#]\d+/g) || [];
	const g = named.map(figureOf).find((x) => x);
	if (!g)
		return;
	const b = g.getBoundingClientRect(), f = at("frame").getBoundingClientRect();
	if (b.left >= f.left && b.right <= f.right && b.top >= f.top && b.bottom <= f.bottom - 20)
		return;
	const p = new DOMPoint(b.left + b.width / 2, b.top + b.height / 2)
		.matrixTransform(boardSvg().getScreenCTM().inverse());
	lookAt(p.x, p.y);
}

// Figures go from where the board before had them.
function placesBefore() {
	if (!playback.on || isStill())
		return null;
	return new Map([...at("board").querySelectorAll("[data-label]")].map((g) =>
		[g.dataset.label, g.getBoundingClientRect()]));
}

function goFrom(before) {
	const scale = before && boardSvg() ? boardSvg().getScreenCTM().a : 0;
	for (const g of scale ? at("board").querySelectorAll("[data-label]") : []) {
		const was = before.get(g.dataset.label), is = g.getBoundingClientRect();
		if (!was || !is.width)
			continue;
		const x = was.left + was.width / 2 - is.left - is.width / 2;
		const y = was.top + was.height / 2 - is.top - is.height / 2;
		if (Math.hypot(x, y) > 3)
			g.animate([{ transform: `translate(${x / scale}px, ${y / scale}px)` },
				{ transform: "translate(0px, 0px)" }], { duration: GO_MS, easing: "ease-in-out" });
	}
}

function playbackKey(e) {
	const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
	if (!playback.on || /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test(e.target.tagName))
		return;
	if (e.key === "Escape") {
		endPlayback();
	} else if (e.key === " ") {
		togglePlayback();
	} else if (step) {
		pausePlayback();
		stepEvent(step);
	} else {
		return;
	}
	e.preventDefault();
	e.stopPropagation();
}

function listenPlayback() {
	addEventListener("keydown", playbackKey, true);
	at("event-play").addEventListener("click", togglePlayback);
	at("again").addEventListener("click", () => {
		if (playback.on)
			endPlayback();
		else
			beginPlayback();
	});
	at("event-point").addEventListener("input", (e) => {
		const all = uptos(), n = Number(e.target.value);
		pausePlayback();
		page.upto = n === all.length - 1 ? -1 : all[n];
		play.ahead = false;
		showBoard();
	});
}
