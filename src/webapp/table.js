// table.js - the board is played on: who is touched, what they can do, and the order
// that a touch would write; undo; the games that this browser keeps. Which orders
// there are, where they lead and how likely they are is asked of the engine.

const NEAR = 22;         // pixels from a finger to what it means
const TOKEN = 44;        // pixels that a figure is wide when a board is opened
const COVERED = 32;      // pixels of the board that lie below the sheet
const TOKEN_LEAST = 34, TOKEN_MOST = 72;
const UNDO_MOST = 200;
const COUNT_MS = 60;     // until the dice of what is aimed at are counted
const REST_MS = 300;     // a drag rests
const OUTCOMES_SHOWN = 4;
const MINI_MS = 30, MINI_WIDE = 360; // of a board in the list of games

const hand = {
	who: "",       // label of who is chosen
	aims: [],      // what page_aims said of it
	reach: null,   // .. and page_reach
	hands: { can: [], wait: [], done: [], cells: [] }, // .. and page_hands
	cards: null,   // what page_cards said
	card: null,    // the card that is lifted: {caster, name}
	kind: "",      // the kind of cards that are shown; all of them
	form: null,    // labels of those that move with who is chosen, or null
	turn: false,   // the next place is where it looks
	frame: 0,      // a drag waits for it
	drags: false,
	screen: null,  // from the board's units to pixels: it stays while a figure is dragged
	resting: 0,    // the timer of a drag that stays where it is
	spots: new Map(), // its pieces, by their labels
	ghost: null,   // the parts of its drawing, at the place that is aimed at
	aim: null,     // the order that the big button would write: {order, target, ..}
	undo: [], redo: [],
	fitted: true,  // the board is as it was opened
	dealt: "",     // the cards that are shown
	said: new Map(), // what cards do, by their names
	width: 0,      // of the board, in its units
	timer: 0,
	drawing: 0,
	minis: 0,      // the timer of the boards in the list of games
};

const boardSvg = () => at("board").querySelector("svg");
const figureOf = (label) => label &&
	at("board").querySelector("[data-label=" + CSS.escape(label) + "]");
const asked = (name, label, ...more) =>
	page.engine.json(name, label + "\n" + orders(), ...more);
const isHeld = () => Boolean(play.report && play.report.held);

// Where a pointer is, in the units of the board's SVG.
function placeOf(event) {
	const screen = hand.drags ? hand.screen : boardSvg().getScreenCTM();
	return new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
}

// The middle of a thing of the board and half its width, in the same units.
function spotOf(thing) {
	const piece = hand.spots.get(thing.dataset.label);
	if (piece)
		return { x: piece.x / 10, y: piece.y / 10, r: piece.r / 10 };
	// the largest part is the disc of a token
	const parts = [...thing.querySelectorAll("path, circle, image")].map((e) => e.getBBox());
	const b = parts.reduce((most, p) => p.width * p.height > most.width * most.height ? p : most,
		parts[0] || thing.getBBox());
	return { x: b.x + b.width / 2, y: b.y + b.height / 2,
		r: Math.max(b.width, b.height) / 2 };
}

// The nearest thing that a finger may have meant, or null.
function thingNear(event) {
	const svg = boardSvg();
	if (!svg || !isHeld())
		return null;
	const to = placeOf(event), scale = svg.getScreenCTM().a;
	let best = null, least = NEAR;
	for (const g of at("board").querySelectorAll("[data-label]")) {
		const s = spotOf(g);
		const far = (Math.hypot(s.x - to.x, s.y - to.y) - s.r) * scale;
		if (far < least && isFigure(g.dataset.label)) {
			best = g;
			least = far;
		}
	}
	return best;
}

// What acts or is acted upon is one; ground with a name is none.
const isFigure = (label) => hand.hands.can.includes(label) ||
	hand.aims.some((a) => a.target === label) ||
	/\d/.test(label) && Boolean(nameOf(label).includes(", "));
const nameOf = (label) => {
	const g = figureOf(label);
	return g ? g.dataset.name || g.getAttribute("aria-label") || "" : "";
};

// What is chosen ----------------------------------------------------------------

function handClear() {
	document.body.classList.remove("reviewing", "sealed");
	Object.assign(hand, { who: "", aims: [], reach: null, aim: null, undo: [], redo: [],
		hands: { can: [], wait: [], done: [], cells: [] }, spots: new Map(), width: 0,
		cards: null, card: null, kind: "", form: null, turn: false });
	play.thing = "";
	page.drawn = "";
	page.zoom = 1;
	page.wide = 0;
	hand.fitted = false;
	hand.dealt = "";
	at("thing").textContent = at("card").textContent = "";
	at("figure").replaceChildren();
	at("target").replaceChildren();
	for (const id of ["can", "between", "odds", "card", "best", "ready", "cards-part", "builder-part", "stats", "abilities"])
		at(id).hidden = true;
}

// Whoever is chosen, after the orders that are written by now.
function handLook() {
	handWho();
	if (hand.who && ![...hand.hands.can, ...hand.hands.wait].includes(hand.who))
		hand.who = "";
	hand.cards = asked("page_cards", "");
	handAsk();
	showTray();
	showCards();
	showBuilder();
	showAct();
	drawOver();
}

function handWho() {
	hand.hands = asked("page_hands", "") ||
		{ can: [], wait: [], done: [], pieces: [], cells: [] };
	hand.spots = new Map(hand.hands.pieces.map((p) => [p.label, p]));
}

function handAsk() {
	hand.aims = hand.card
		? asked("page_card_aims", hand.card.caster + " " + hand.card.name) || []
		: hand.who && asked("page_aims", hand.who) || [];
	hand.reach = hand.who ? asked("page_reach", hand.who) : null;
	Object.assign(hand, { aim: null, form: null, turn: false });
	nameTargets();
}

function takeUp(label) {
	hand.who = hand.who === label ? "" : label;
	hand.card = null;
	handAsk();
	showCards();
	showAim();
	showAct();
	drawOver();
}

// A thing or a place of the board is touched; gives "ground" for a place, and what it is
// otherwise.
function boardTouched(label, event) {
	const own = hand.hands.can.includes(label) || hand.hands.wait.includes(label);
	const aims = hand.aims.filter((a) => a.target === label);
	if (hand.form && hand.hands.can.includes(label)) {
		joinForm(label);
		return "thing";
	}
	if (label && aims.length) {
		if (hand.aim && hand.aim.target === label)
			addOrder();
		else
			takeAim(aims[0]);
		return "thing";
	}
	// by the keyboard the figure itself stands for its new place
	if (!event && label === hand.who && hand.aim && hand.aim.spot) {
		addOrder();
		return "thing";
	}
	if (label && own && !hand.card) {
		takeUp(label);
		return "thing";
	}
	if (event && (hand.card || hand.who) && aimAtPlace(event))
		return "ground";
	if (hand.card)
		return "";
	if (hand.who && event && goTo(event))
		return "ground";
	if (!label && hand.who)
		takeUp(hand.who);
	return label ? "thing" : "";
}

// The zone or square below a finger, if what is chosen can be aimed at it.
function aimAtPlace(event) {
	const place = page.engine.call("page_point", null, ...tenths(placeOf(event))).said;
	const aims = hand.aims.filter((a) => a.target && a.target === place &&
		!figureOf(a.target));
	if (!aims.length)
		return false;
	if (hand.aim && hand.aim.target === place)
		addOrder();
	else
		takeAim(aims[0]);
	return true;
}

const tenths = (p) => [Math.round(p.x * 10), Math.round(p.y * 10)];
const near = (p, q, r) => Math.hypot(p.x - q.x, p.y - q.y) < r;
const unitOf = () => 1 / (hand.drags ? hand.screen : boardSvg().getScreenCTM()).a;

function goTo(event) {
	const to = placeOf(event);
	const spot = hand.aim && hand.aim.spot;
	if (spot && !hand.turn && near(spot, to, Math.max(spot.r, NEAR * unitOf()))) {
		addOrder();
		return true;
	}
	return hand.turn ? turnTo(to) : moveTo(to);
}

// What page_go and its like say is aimed at.
function takeGo(go) {
	if (!go)
		return false;
	(hand.drags ? followAim : takeAim)({ ...go, target: "", per_cent: -1,
		spot: go.x < 0 ? null
			: { x: go.x / 10, y: go.y / 10, r: go.r / 10, face: go.face } });
	const short = go.short ? say("page.reach.short", { who: hand.who }) : "";
	if (short && at("thing").textContent !== short)
		at("thing").textContent = short;
	return true;
}

const moveTo = (to) => takeGo(hand.form && hand.form.length
	? asked("page_form", [hand.who, ...hand.form].join(" "), ...tenths(to))
	: asked("page_go", hand.who, ...tenths(to)));

// Where it looks: of the place that is aimed at, or of where it is.
const turnTo = (to) => takeGo(asked("page_face", hand.who + "\n" +
	(hand.aim ? hand.aim.order : ""), ...tenths(to)));

// One more that moves with it, or no longer.
function joinForm(label) {
	if (label !== hand.who)
		hand.form = hand.form.includes(label) ? hand.form.filter((l) => l !== label)
			: [...hand.form, label];
	at("odds-text").textContent = [hand.who, ...hand.form].join(" ") + ": " +
		say("page.touch.form");
	drawOver();
}

function beginForm() {
	Object.assign(hand, { form: [], aim: null });
	showAim();
	at("odds").hidden = false;
	joinForm(hand.who);
}

// Dragging -----------------------------------------------------------------------

// Where the prow of a ghost is taken hold of.
function handleOf(spot) {
	const a = spot.face * Math.PI / 180, far = spot.r + 26 * unitOf();
	return { x: spot.x + far * Math.sin(a), y: spot.y - far * Math.cos(a) };
}

// What a finger takes hold of: "turn", "move", or "".
function gripAt(event) {
	if (!isHeld() || !boardSvg() || hand.hands.zones || hand.card)
		return "";
	const to = placeOf(event), spot = hand.aim && hand.aim.spot, r = NEAR * unitOf();
	if (spot && spot.face >= 0 && near(handleOf(spot), to, r))
		return "turn";
	if (spot && near(spot, to, Math.max(spot.r, r)))
		return "move";
	const g = hand.who && figureOf(hand.who);
	return g && near(spotOf(g), to, Math.max(spotOf(g).r, r)) ? "move" : "";
}

// One step of a drag for each frame that is drawn.
function dragTo(event, grip) {
	if (!hand.drags)
		Object.assign(hand, { drags: true, screen: boardSvg().getScreenCTM() });
	const to = placeOf(event);
	cancelAnimationFrame(hand.frame);
	hand.frame = requestAnimationFrame(() => grip === "turn" ? turnTo(to) : moveTo(to));
}

// While it is dragged only the ghost follows the finger; words and odds come when it
// rests.
function followAim(aim) {
	hand.aim = aim;
	drawGhost();
	clearTimeout(hand.resting);
	hand.resting = setTimeout(() => takeAim(hand.aim), REST_MS);
}

function dragEnd() {
	if (hand.drags && hand.aim)
		takeAim(hand.aim);
	hand.drags = false;
}

// The place that is aimed at, or else where the figure is.
const ghostSpot = () => hand.aim && hand.aim.spot ||
	{ x: hand.reach.x / 10, y: hand.reach.y / 10, face: hand.reach.face };

function stepGhost(x, y) {
	const spot = ghostSpot(), { step } = hand.reach;
	const moved = moveTo({ x: spot.x + x * step / 10, y: spot.y + y * step / 10 });
	sayGhost();
	return moved;
}

function turnGhost(by) {
	const spot = ghostSpot(), { step } = hand.reach;
	const a = (spot.face + by * (hand.hands.forms ? 15 : 45)) * Math.PI / 180;
	const turned = turnTo({ x: spot.x + step / 5 * Math.sin(a), y: spot.y - step / 5 * Math.cos(a) });
	sayGhost();
	return turned;
}

// By the keyboard: Shift and an arrow move the ghost by a step, Q and E turn it.
function ghostKey(event) {
	const by = ARROWS[event.key], turn = { q: -1, e: 1 }[event.key.toLowerCase()];
	if (!hand.who || !hand.reach || hand.reach.x < 0 || !(event.shiftKey ? by : turn))
		return false;
	return turn ? turnGhost(turn) : stepGhost(...by);
}

// What waits is dragged out of the tray to its place.
const tray = { label: "", id: 0, x: 0, y: 0, drags: false };

function trayDown(e) {
	const b = e.target.closest("[data-label]");
	if (b && e.button === 0)
		Object.assign(tray, { label: b.dataset.label, id: e.pointerId, x: e.clientX,
			y: e.clientY, drags: false });
}

function trayMove(e) {
	if (!tray.label || e.pointerId !== tray.id)
		return;
	if (!tray.drags && Math.hypot(e.clientX - tray.x, e.clientY - tray.y) > DRAGGED) {
		tray.drags = true;
		document.body.classList.remove("full");
		if (hand.who !== tray.label)
			takeUp(tray.label);
	}
	const over = tray.drags && document.elementFromPoint(e.clientX, e.clientY);
	if (over && at("frame").contains(over))
		dragTo(e, "move");
}

function trayUp(e) {
	if (e.pointerId === tray.id)
		tray.label = "";
}

// A drag ends with a click, which chooses nobody.
function trayClick(e) {
	if (tray.drags)
		e.stopPropagation();
	tray.drags = false;
}

function takeAim(aim) {
	clearTimeout(hand.resting);
	hand.aim = aim;
	// who goes somewhere is told of, not who was aimed at before
	if (aim && aim.spot && play.thing !== hand.who && figureOf(hand.who))
		choose(figureOf(hand.who));
	showAim();
	showAct();
	drawOver();
}

const number = (hundredths) => (hundredths / 100)
	.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });

// An action by its word: it is written if it needs no more, else what it needs is lit.
function actTouched(family) {
	const begun = beginning(family), kind = hand.aims.filter((a) => a.kind === family.kind);
	const line = orders().trim() ? orders().trim() + "\n" + begun : begun;
	const whole = page.engine.json("page_check", line);
	if (hand.who !== family.actor)
		return write(begun);
	if (whole && !whole.n)
		return takeAim({ order: begun.trim(), target: "", per_cent: -1 });
	if (kind.length > 1)
		items("others", kind, (a) => button(a.order + (a.per_cent >= 0
			? " " + a.per_cent + " %" : ""), () => takeAim(a)));
	else if (kind.length)
		return takeAim(kind[0]);
	else if (hand.reach && hand.reach.turns === family.kind)
		hand.turn = true;
	else if (!hand.reach || hand.reach.kind !== family.kind)
		return write(begun);
	at("odds").hidden = false;
	at("chance").textContent = "";
	at("odds-text").textContent = say(kind.length ? "page.touch.target"
		: hand.turn ? "page.touch.turn" : "page.touch.ground");
}

// The odds of what is aimed at, and what the dice may bring.
function showAim() {
	const aim = hand.aim;
	clearTimeout(hand.timer);
	at("odds").hidden = !aim;
	at("outcomes").replaceChildren();
	showFaces();
	if (!aim)
		return;
	at("chance").textContent = aim.per_cent >= 0 ? aim.per_cent + " %" : "";
	at("chance").className = levelOf(aim.per_cent);
	at("odds-text").textContent = aim.per_cent >= 0 || aim.clicks
		? say(hand.hands.zones ? "page.aim.damage" : "page.aim",
			{ order: aim.order, clicks: number(aim.clicks) }) : "";
	items("others", hand.aims.filter((a) => a.target === aim.target && a !== aim && aim.target),
		(a) => button(a.order + (a.per_cent >= 0 ? " " + a.per_cent + " %" : ""),
			() => takeAim(a)));
	hand.timer = setTimeout(showOutcomes, COUNT_MS);
	// the goal of a lesson stands above it
	at("sheet").scrollTop = at("hand").offsetTop - at("grip").offsetHeight;
}

// With so many characters all of them begin: whole sentences, or else up to a colon.
function sameStart(texts) {
	const [first] = texts;
	let n = 0;
	while (texts.length > 1 && n < first.length && texts.every((t) => t[n] === first[n]))
		n++;
	const end = (mark) => n > 2 ? first.lastIndexOf(mark, n - 2) : -1;
	const sentence = end(". "), colon = end(": ");
	return sentence >= 0 ? sentence + 2 : colon >= 0 ? colon + 2 : 0;
}

const withAim = () => hand.aim.text || orders().replace(/\n*$/, (end) => orders().trim() ? "\n" : "") +
	hand.aim.order + "\n";

// With so many events all outcomes begin: they do not tell one from another.
function eventsOfAll(chances) {
	const same = (i) => chances.every((c) => c.text[i] && c.text[i].text === chances[0].text[i].text);
	let n = 0;
	while (chances.length > 1 && same(n))
		n++;
	return n;
}

function showOutcomes() {
	const text = hand.aim && withAim();
	const p = text && page.engine.json("page_preview", text);
	if (!p || p.n)
		return;
	if (p.whole) {
		at("odds-text").textContent += " " + told(p.events);
	} else {
		const c = page.engine.json("page_chances", text), all = c ? c.chances : [];
		const known = eventsOfAll(all);
		const texts = all.slice(0, OUTCOMES_SHOWN).map((one) => told(one.text.slice(known)));
		const same = texts.length ? sameStart(texts) : 0;
		items("outcomes", all.slice(0, OUTCOMES_SHOWN), (one) => {
			const line = element("span", ""), bar = document.createElement("meter");
			bar.max = 100;
			bar.value = one.per_cent;
			bar.setAttribute("aria-hidden", "true");
			line.append(element("span", told(one.text.slice(known)).slice(same) || say("page.nothing")),
				" ", element("strong", Math.round(one.per_cent) + " %"), bar);
			return line;
		});
	}
	foresee();
}

// What is aimed at is a line of the orders; the caret waits behind it for the next.
function addOrder() {
	if (!hand.aim)
		return;
	const aim = hand.aim, box = at("orders");
	keepForUndo();
	box.value = withAim();
	box.setSelectionRange(box.value.length, box.value.length);
	Object.assign(hand, { who: "", aim: null, card: null });
	play.thing = "";
	look();
	showAim();
	for (const id of ["card", "can", "between", "stats", "abilities"])
		at(id).hidden = true;
	at("thing").textContent = say("page.added", { order: aim.order });
	// a plan has several cards: it is carried out by the bar
	if (practise.on && !(hand.cards && hand.cards.plan))
		practisePlay();
}

// What a card does, in few words: the engine's lines without its numbers.
function wordsOf(name) {
	const key = document.documentElement.lang + name;
	if (!hand.said.has(key)) {
		const { result, said } = page.engine.call("page_card", name);
		hand.said.set(key, result ? "" : said.split("\n").slice(2).join(" "));
	}
	return hand.said.get(key);
}

// Cards --------------------------------------------------------------------------

// A card is lifted: what it can be aimed at is lit, and where cards are planned first the
// bar plans it.
function takeCard(caster, card) {
	const same = hand.card && hand.card.name === card.name && hand.card.caster === caster;
	Object.assign(hand, { who: "", card: same ? null : { caster, name: card.name } });
	handAsk();
	const plan = hand.aims.find((a) => a.kind === "plan");
	hand.aim = hand.card && plan && !card.planned ? plan
		: hand.aims.filter((a) => !a.target && a !== plan)[0] || null;
	if (!hand.card)
		hand.aim = null;
	const told = hand.card ? page.engine.call("page_card", card.name) : { result: 1 };
	at("thing").textContent = hand.card ? card.name : "";
	at("card").textContent = told.result ? "" : told.said;
	at("card").hidden = !at("card").textContent;
	for (const id of ["can", "stats", "abilities"])
		at(id).hidden = true;
	showAim();
	showCards();
	showAct();
	drawOver();
}

function cardButton(caster, card) {
	const b = button("", () => takeCard(caster, card), "card", "school");
	const range = card.max ? card.min + "–" + card.max : "";
	const top = element("span", "", "top");
	top.append(element("strong", card.cost + (card.most ? "–" + card.most : ""), "cost"),
		element("span", card.name, "name"));
	b.dataset.school = card.school.toLowerCase();
	b.append(top, card.school ? art(card.school.toUpperCase()) : "", element("span", wordsOf(card.name), "text"),
		element("span", [card.kind, range, say(card.full ? "page.card.full"
			: "page.card.quick"), card.copies ? "×" + card.copies : ""]
			.filter((t) => t).join(" · "), "rules"));
	if (card.lacks)
		b.append(element("span", say("page.card.lacks", { n: card.lacks }), "lacks"));
	b.dataset.card = card.name;
	b.classList.toggle("planned", card.planned === 1);
	b.setAttribute("aria-pressed", String(Boolean(hand.card &&
		hand.card.name === card.name && hand.card.caster === caster)));
	return b;
}

function slotButton(c, name) {
	const card = c.cards.find((x) => x.name === name);
	return card ? button("✕ " + name, () => {
		hand.card = { caster: c.label, name };
		handAsk();
		const plan = hand.aims.find((a) => a.kind === "plan");
		if (plan)
			takeAim(plan);
		addOrder();
	}, "filled") : element("span", name || say("page.card.slot"), "slot");
}

// An army, a team or a pool is chosen from cards; which of them fit is asked of the rules.
function showBuilder() {
	const b = asked("page_builder", ""), strip = at("recruits"), seen = strip.scrollLeft;
	at("builder-part").hidden = !b || !b.cards.length;
	if (at("builder-part").hidden)
		return;
	at("points").textContent = say(b.budget ? "page.points.of" : "page.points", b);
	at("points-bar").hidden = !b.budget;
	at("points-bar").max = b.budget || 1;
	at("points-bar").value = b.spent;
	const build = (sign, key) => {
		const made = asked("page_build", sign + key);
		if (!made)
			return;
		keepForUndo();
		at("orders").value = made.text;
		look();
	};
	const nameOfCard = (c) => [c.name, "★".repeat(c.stars)].filter((t) => t).join(" ");
	items("chosen", b.cards.filter((c) => c.n), (c) => button("✕ " + (c.n > 1 ? c.n + " × " : "") +
		nameOfCard(c), () => build("-", c.key), "filled"));
	const factionsOf = (c) => c.faction.split("|");
	const factions = [...new Set(b.cards.filter((c) => c.fits).flatMap(factionsOf))].sort();
	if (!factions.includes(hand.kind))
		hand.kind = "";
	items("factions", factions.length > 1 ? ["", ...factions.filter((f) => f)] : [], (faction) => {
		const one = button(faction || say("page.card.all"), () => {
			hand.kind = faction;
			strip.scrollLeft = 0;
			showBuilder();
		});
		one.setAttribute("aria-pressed", String(hand.kind === faction));
		return one;
	});
	items("recruits", b.cards.filter((c) => c.fits && (!hand.kind || factionsOf(c).includes(hand.kind)))
		.sort((x, y) => y.points - x.points), (c) => {
		const one = button("", () => build("+", c.key), "card", ...c.school ? ["school"] : []);
		const top = element("span", "", "top");
		top.append(element("strong", c.points, "cost"), element("span", nameOfCard(c), "name"));
		if (c.school) {
			one.dataset.school = c.school.toLowerCase();
			one.append(top, art(c.school.toUpperCase()), element("span", wordsOf(c.name), "text"));
		} else {
			one.append(...top.childNodes);
		}
		one.append(element("span", [factionsOf(c).join(", "), c.n ? "×" + c.n : ""].filter((t) => t).join(" · "), "rules"));
		one.dataset.card = c.key;
		return one;
	});
	strip.scrollLeft = seen;
}

// The hand: the mana that is left, what is planned, and the cards, by their kinds.
function showCards() {
	// beside a figure only the cards of that one
	const all = (hand.cards ? hand.cards.casters : [])
		.filter((c) => !hand.who || c.label === hand.who);
	at("cards-part").hidden = !all.length;
	if (!all.length)
		return;
	const strip = at("deck");
	at("mana").textContent = all.map((c) => say("page.mana", { who: c.label,
		have: hand.cards.mana, left: c.left })).slice(0, 1).join(" ");
	items("slots", hand.cards.plan ? all.flatMap((c) => Array.from({ length: c.slots },
		(_, i) => [c, c.planned[i] || ""])) : [], ([c, name]) => slotButton(c, name));
	const kinds = [...new Set(all.flatMap((c) => c.cards.map((x) => x.kind)))];
	items("kinds", kinds.length > 1 ? ["", ...kinds] : [], (kind) => {
		const b = button(kind || say("page.card.all"), () => {
			hand.kind = kind;
			strip.scrollLeft = 0;
			showCards();
		});
		b.setAttribute("aria-pressed", String(hand.kind === kind));
		return b;
	});
	const shown = all.flatMap((c) => c.cards.filter((x) => !hand.kind || x.kind === hand.kind)
		.map((x) => [c.label, x])).sort(([, x], [, y]) => Boolean(x.lacks) - Boolean(y.lacks));
	const dealt = JSON.stringify([shown, hand.card, document.documentElement.lang]);
	if (dealt === hand.dealt)
		return;
	hand.dealt = dealt;
	const seen = strip.scrollLeft;
	items("deck", shown, ([who, x]) => cardButton(who, x));
	if (seen)
		strip.scrollLeft = seen;
}

// Undo ---------------------------------------------------------------------------

// Texts as a whole; a change that is the same as the last one is no step.
function keepForUndo() {
	if (hand.undo[hand.undo.length - 1] !== orders())
		hand.undo.push(orders());
	hand.undo.splice(0, hand.undo.length - UNDO_MOST);
	hand.redo = [];
}

function stepBack(from, to) {
	if (!from.length)
		return;
	const box = at("orders");
	to.push(orders());
	box.value = from.pop();
	box.setSelectionRange(box.value.length, box.value.length);
	look();
	at("thing").textContent = say("page.undone", { orders: orders().trim() ||
		say("page.reading.none") });
}

// The bar ------------------------------------------------------------------------

function showAct() {
	if (practise.on && !playback.on)
		return practiseSay();
	at("do").classList.remove("quiet");
	const lines = play.checked ? linesWritten().length : 0;
	const signed = at("document").value;
	at("count").textContent = lines;
	at("count").setAttribute("aria-label", say("page.count", { n: lines }));
	at("undo").disabled = !hand.undo.length;
	at("do").textContent = playback.on ? say("page.event.mine")
		: isReviewing() ? say(signed ? "page.sent.done" : "page.send")
			: hand.aim ? "✓ " + hand.aim.order
				: signed ? say("page.go.send")
					: say(orders().trim() || wordDue() ? "page.go.sign" : goesOn());
	at("review-back").textContent = say(signed ? "page.sent.change" : "page.review.back");
	at("do").disabled = !playback.on && !hand.aim && !signed && !orders().trim() && !wordDue();
}

// What is to be touched next.
function goesOn() {
	if (hand.who)
		return hand.aims.some((a) => a.target) ? "page.go.aim" : "page.go.ground";
	return play.ready && play.ready.answers.length ? "page.go.answer"
		: hand.cards && hand.cards.plan ? "page.go.card" : hand.hands.can.length ? "page.go.choose"
			: !at("builder-part").hidden ? "page.go.build"
				: hand.hands.wait.length ? "page.go.tray" : "page.go.choose";
}

function actPressed() {
	if (playback.on)
		return endPlayback();
	if (practise.on)
		return practisePressed();
	if (isReviewing())
		return reviewPressed();
	return hand.aim ? addOrder() : reviewBegin();
}

// What the mail calls a thing that waits, by the values of its report: "" is not known.
function calledIn(value, label) {
	if (!value || typeof value !== "object")
		return "";
	if (value[""] === label && value.name)
		return value.name;
	if (value.label && value.label[""] === label && value.kind)
		return value.kind;
	for (const part of Object.values(value)) {
		const name = calledIn(part, label);
		if (name)
			return name;
	}
	return "";
}

// Figures and terrain that wait for a place.
function showTray() {
	const values = hand.hands.wait.length ? page.engine.json("page_values", null) : null;
	at("tray-part").hidden = !hand.hands.wait.length;
	at("tray-title").textContent = say(hand.hands.zones ? "page.tray.hidden" : "page.tray");
	items("tray", hand.hands.wait, (label) => {
		const b = button([label, calledIn(values, label)].join(" ").trim(), () => {
			takeUp(label);
			choose(b);
			const only = hand.aims.filter((a) => !a.target);
			if (hand.who && only.length === 1 && hand.aims.length === 1)
				takeAim(only[0]);
			showTray();
		});
		b.dataset.label = label;
		b.setAttribute("aria-pressed", String(hand.who === label));
		return b;
	});
}

// The board is opened on its figures, so large that a finger meets them.
function fitBoard() {
	const svg = boardSvg(), frame = at("frame");
	if (!svg || !frame.clientWidth)
		return;
	const all = [...at("board").querySelectorAll("[data-label]")]
		.filter((g) => nameOf(g.dataset.label).includes(", ")).map(spotOf);
	const own = hand.hands.can.map(figureOf).filter((g) => g).map(spotOf);
	const { width } = svg.viewBox.baseVal;
	const small = Math.min(...all.map((s) => s.r));
	const per = width / frame.clientWidth; // units of a pixel where the board is as wide
	// where all of it is in sight and large enough, or has no figures
	if (!all.length || hand.hands.zones || 2 * small / per * leastZoom() >= TOKEN_LEAST) {
		zoomTo(hand.hands.zones ? Math.max(1, leastZoom()) : leastZoom(), 0, 0);
		frame.scrollLeft = frame.scrollTop = 0;
		return drawOver();
	}
	const box = (v, side) => [Math.min(...v.map((s) => s[side] - 2 * s.r)),
		Math.max(...v.map((s) => s[side] + 2 * s.r))];
	const [left, right] = box(all, "x"), [top, bottom] = box(all, "y");
	const whole = Math.min(width / (right - left), frame.clientHeight * per / (bottom - top) * (1 - 2 * COVERED / frame.clientHeight));
	const sized = (pixels) => pixels / 2 / (small / per);
	const zoom = Math.max(Math.min(Math.max(whole, sized(TOKEN)), sized(TOKEN_MOST)), leastZoom());
	const [x, y] = zoom > whole && own.length ? middleOf(own, all)
		: [(left + right) / 2, (top + bottom) / 2];
	zoomTo(zoom, 0, 0);
	lookAt(x, y);
	drawOver();
}

// Between the figure that can act and is nearest to another's, and that one.
function middleOf(own, all) {
	const others = all.filter((s) => !own.some((o) => o.x === s.x && o.y === s.y));
	let best = [own[0].x, own[0].y], least = Infinity;
	for (const a of own)
		for (const b of others) {
			const far = Math.hypot(a.x - b.x, a.y - b.y);
			if (far < least) {
				least = far;
				best = [(a.x + b.x) / 2, (a.y + b.y) / 2];
			}
		}
	return best;
}

// Put a place of the board into the middle of the frame.
function lookAt(x, y) {
	const frame = at("frame");
	const scale = page.zoom * frame.clientWidth / boardSvg().viewBox.baseVal.width;
	frame.scrollLeft = x * scale - frame.clientWidth / 2;
	frame.scrollTop = y * scale - (frame.clientHeight - COVERED) / 2;
}

function fitSoon() {
	if (!hand.fitted && isHeld()) {
		hand.fitted = true;
		requestAnimationFrame(fitBoard);
	}
}

// My games -----------------------------------------------------------------------

// A report of each game and seat that this browser keeps, those first that wait for
// its player.
function keptGames() {
	const found = [];
	try {
		for (let i = 0; i < localStorage.length; i++) {
			const name = /^heraldo\.report\.(.+)$/.exec(localStorage.key(i));
			const r = name && kept.get("report." + name[1]);
			if (r && r.game)
				found.push(r);
		}
	} catch {
		return [];
	}
	const turn = (r) => r.awaits.some((a) => a.seat === r.seat) ? 0 : 1;
	return found.sort((a, b) => turn(a) - turn(b) || a.game.localeCompare(b.game));
}

function showGames() {
	const all = keptGames();
	at("games-part").hidden = !all.length;
	items("games", all, (r) => {
		const own = r.awaits.find((a) => a.seat === r.seat);
		const letter = kept.get("letter." + r.game + "." + r.seat);
		const b = button("", () => takeReport(utf8(r.text)));
		b.classList.toggle("turn", Boolean(own));
		const tile = element("span", "", "tile");
		tile.append(sceneOf(r.system));
		tile.dataset.game = r.game + "." + r.seat;
		b.append(tile, element("strong", r.game), " ", element("span", [
			own ? say("page.games.yours") + (own.until ? ", " + leftUntil(own.until) : "")
				: r.awaits.length ? say("page.games.theirs", { who: r.awaits.map((a) =>
					(r.players.find((p) => p.seat === a.seat) || {}).name || a.seat)
					.join(", ") }) : say("page.games.none"),
			letter && letter.point === r.point && !letter.sent
				? say("page.games.unsent") : ""].filter((t) => t).join(" · "), "rules"));
		if (own)
			b.append(" ", element("span", say("page.games.play"), "go"));
		return b;
	});
	drawMinis(all);
}

// The boards of the list, one after the other when the page has nothing else to do.
function drawMinis(all) {
	clearTimeout(hand.minis);
	hand.minis = setTimeout(() => {
		const [r, ...rest] = all;
		const tile = r && !play.report && !play.block && at("games").querySelector(
			"[data-game=" + CSS.escape(r.game + "." + r.seat) + "]");
		if (!tile || page.log)
			return;
		if (page.engine.call("page_report", utf8(r.text)).result === 0)
			showMini(tile, rest.length);
		drawMinis(rest);
	}, MINI_MS);
}

function showMini(tile, n) {
	page.engine.call("page_wide", null, MINI_WIDE);
	const { said } = page.engine.call("page_position", null, -1);
	if (!said)
		return;
	// names within the drawing are those of this one
	tile.innerHTML = said.replace(/id="|url\(#/g, (start) => start + "mini" + n);
	for (const e of tile.querySelectorAll("text, .tags"))
		e.remove();
	for (const e of tile.querySelectorAll("[data-label]"))
		e.removeAttribute("data-label");
	tile.classList.add("drawn");
	tile.firstChild.setAttribute("preserveAspectRatio", "xMidYMid slice");
	tile.firstChild.setAttribute("aria-hidden", "true");
}

// How long it is until then, in words.
function leftUntil(seconds) {
	const minutes = Math.floor((seconds - Date.now() / 1000) / 60);
	if (minutes <= 0)
		return say("page.left.over");
	const d = Math.floor(minutes / 1440), h = Math.floor(minutes % 1440 / 60);
	return d ? say("page.left.days", { d, h })
		: say("page.left.hours", { h, m: minutes % 60 });
}

function showLeft() {
	const r = play.report, own = isHeld() && r.awaits.find((a) => a.seat === r.seat);
	at("left").textContent = own && own.until ? leftUntil(own.until) : "";
}

// Back to the games: nothing of the one that was open stays in sight.
function goHome() {
	practiseLeave();
	document.body.classList.remove("full");
	play.report = null;
	play.block = "";
	handClear();
	at("board").replaceChildren();
	at("game").textContent = "";
	at("standing").replaceChildren();
	showReport();
	showTheGame(false);
	showLeft();
	showGames();
}

// On a large screen the hand of cards lies below the board.
const LARGE = "(min-width: 56.25rem) and (min-height: 40rem)";

function placeCards() {
	if (matchMedia(LARGE).matches)
		at("act").before(at("cards-part"));
	else
		at("can").after(at("cards-part"));
}

function listenTable() {
	placeCards();
	matchMedia(LARGE).addEventListener("change", placeCards);
	at("fit").addEventListener("click", fitBoard);
	at("tray").addEventListener("pointerdown", trayDown);
	at("tray").addEventListener("click", trayClick, true);
	addEventListener("pointermove", trayMove);
	for (const kind of ["pointerup", "pointercancel"])
		addEventListener(kind, trayUp);
	at("do").addEventListener("click", actPressed);
	at("undo").addEventListener("click", () => practise.on ? practiseUndo()
		: stepBack(hand.undo, hand.redo));
	at("home").addEventListener("click", goHome);
	at("count").addEventListener("click", () => {
		document.body.classList.add("full");
		if (practise.on)
			at("compose").scrollIntoView();
		else
			reviewBegin();
	});
	at("grip").addEventListener("click", () => {
		const full = document.body.classList.toggle("full");
		at("grip").setAttribute("aria-expanded", String(full));
	});
	addEventListener("keydown", (e) => {
		if (!isHeld() || at("act").inert || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName))
			return;
		if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z") {
			if (e.shiftKey)
				stepBack(hand.redo, hand.undo);
			else
				stepBack(hand.undo, hand.redo);
			e.preventDefault();
		} else if (ghostKey(e)) {
			e.preventDefault();
			e.stopPropagation();
		} else if (e.key === "Escape") {
			if (hand.aim)
				takeAim(null);
			else if (isReviewing())
				reviewEnd();
			else if (hand.card)
				takeCard(hand.card.caster, hand.card);
			else if (hand.who)
				takeUp(hand.who);
			else
				document.body.classList.remove("full");
		}
	});
}
