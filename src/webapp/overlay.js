// overlay.js - what lies over the board: who can act, reach, targets with their odds, and
// the ghost of a figure with its ruler.

const WAYS_ROUND = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

// Where a figure is and where it looks.
function placeSaid(g) {
	const piece = hand.spots.get(g.dataset.label), zones = hand.hands.cells;
	if (!piece && !(zones.length && isFigure(g.dataset.label)))
		return [];
	const s = spotOf(g), inside = (c) => c.x <= 10 * s.x && 10 * s.x < c.x + c.w &&
		c.y <= 10 * s.y && 10 * s.y < c.y + c.h;
	const place = piece ? piece.at.replace(/\d+\.\d+/g, (n) => number(100 * n))
		: (zones.find(inside) || { label: "" }).label;
	return [place && say("page.at", { place }), piece && piece.face >= 0 && say("page.faces", {
		way: say("page.way." + WAYS_ROUND[Math.round(piece.face / 45) % 8]).toLowerCase() })];
}

function nameTargets() {
	for (const g of at("board").querySelectorAll("[data-label]")) {
		const best = hand.aims.find((a) => a.target === g.dataset.label);
		g.dataset.name = g.dataset.name || g.getAttribute("aria-label") || "";
		const where = placeSaid(g);
		const more = best ? [say("page.target"), best.per_cent >= 0
			? best.per_cent + " %" : ""] : hand.hands.can.includes(g.dataset.label)
			? [say("page.can")] : [];
		g.setAttribute("aria-label", [g.dataset.name, ...where, ...more].filter((t) => t).join(", "));
	}
	showList();
}

function svgElement(tag, attributes, text) {
	const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [name, value] of Object.entries(attributes))
		e.setAttribute(name, value);
	if (text)
		e.textContent = text;
	return e;
}

function drawOverSoon() {
	clearTimeout(hand.drawing);
	hand.drawing = setTimeout(drawOver, REDRAW_MS);
}

// Four arcs about what can be aimed at.
function bracketsOf(s) {
	const r = s.r * 1.22, at = (a) => `${s.x + r * Math.sin(a)} ${s.y - r * Math.cos(a)}`;
	return [1, 3, 5, 7].map((n) => n * Math.PI / 4).map((a) =>
		`M${at(a - .45)}A${r} ${r} 0 0 1 ${at(a + .45)}`).join("");
}

// The part of the board that is in sight, in its units.
function boardInSight() {
	const m = boardSvg().getScreenCTM().inverse(), f = at("frame").getBoundingClientRect();
	const from = new DOMPoint(f.left, f.top).matrixTransform(m);
	const to = new DOMPoint(f.right, f.bottom).matrixTransform(m);
	return { x: from.x, y: from.y, w: to.x - from.x, h: to.y - from.y };
}

// A bubble lies where it is in sight and covers nothing of what is lit: above its figure,
// or else below it or beside it.
function bubblePlace(s, w, h, unit, over) {
	const gap = s.r * 1.3 + 3 * unit, view = boardInSight();
	const x = Math.max(view.x, Math.min(s.x - w / 2, view.x + view.w - w));
	const places = [{ x, y: s.y - gap - h }, { x, y: s.y + gap }, { x: s.x + gap, y: s.y - h / 2 },
		{ x: s.x - gap - w, y: s.y - h / 2 }];
	const meets = (p, o) => p.x < o.x + o.w && o.x < p.x + w && p.y < o.y + o.h && o.y < p.y + h;
	const inSight = (p) => p.x >= view.x && p.y >= view.y && p.x + w <= view.x + view.w &&
		p.y + h <= view.y + view.h;
	const free = (p) => !over.bubbles.some((o) => meets(p, o));
	const place = places.find((p) => inSight(p) && free(p)) || places.find(inSight) || places[0];
	over.bubbles.push({ ...place, w, h });
	return { ...place, up: place === places[0], down: place === places[1] };
}

function bubbleOf(s, aim, unit, over) {
	const g = svgElement("g", { class: "bubble" });
	const mean = aim.clicks ? say(hand.hands.zones ? "page.damage.short" : "page.clicks.short",
		{ n: number(aim.clicks) }) : "";
	const text = aim.per_cent >= 0 ? aim.per_cent + " %" : mean;
	const more = aim.per_cent >= 0 ? mean : "";
	const share = aim.per_cent >= 0 ? 26 : 0; // the room of a pie
	const w = unit * (share + Math.max(14 + 9 * text.length, 14 + 6.5 * more.length)), h = unit * (more ? 36 : 24);
	const { x, y, up, down } = bubblePlace(s, w, h, unit, over);
	g.append(svgElement("rect", { x, y, width: w, height: h, rx: 9 * unit, fill: "#fffdf8",
		stroke: "#231a12", "stroke-width": 1.5 * unit }));
	const tip = Math.max(x + 14 * unit, Math.min(s.x, x + w - 14 * unit));
	const edge = up ? y + h - unit : y + unit, far = (up ? 6 : -6) * unit;
	if (up || down)
		g.append(svgElement("path", { d: `M${tip - 5 * unit} ${edge}H${tip + 5 * unit}L${tip} ${edge + far}Z`,
			fill: "#fffdf8", stroke: "#231a12", "stroke-width": 1.5 * unit }),
		svgElement("path", { d: `M${tip - 5 * unit} ${edge}H${tip + 5 * unit}`, stroke: "#fffdf8",
			"stroke-width": 2 * unit }));
	if (share)
		g.append(pie(x + 18 * unit, y + h / 2, 10 * unit, aim.per_cent));
	const middle = x + w / 2 + share / 2 * unit;
	g.append(svgElement("text", { x: middle, y: y + 16 * unit, "font-size": 14 * unit,
		"font-weight": "bold", "text-anchor": "middle", fill: "#231a12" }, text));
	if (more)
		g.append(svgElement("text", { x: middle, y: y + 29 * unit, "font-size": 11 * unit,
			"text-anchor": "middle", fill: "#5b4f41" }, more));
	return g;
}

// Over the board lie two drawings in the same units: what can be done, and the ghost.
// A drag changes the ghost alone.
function overlay() {
	const { width, height } = boardSvg().viewBox.baseVal;
	const over = element("div", "");
	over.id = "over";
	over.setAttribute("aria-hidden", "true");
	for (const id of ["can-do", "ghost"])
		over.append(svgElement("svg", { id, viewBox: `0 0 ${width} ${height}` }));
	// names are written as on the board
	for (const name of ["font-family", "font-weight", "class"])
		over.firstChild.setAttribute(name, boardSvg().getAttribute(name) || "");
	return over;
}

function drawReach(over, svg, unit) {
	const { width, height } = svg.viewBox.baseVal;
	if (!hand.reach || !hand.reach.path)
		return;
	over.append(svgElement("path", { d: `M0 0H${width}V${height}H0Z` + hand.reach.path,
		"fill-rule": "evenodd", fill: "#000", "fill-opacity": .2 }));
	for (const [stroke, dash] of [["#2a2019", ""], ["#fff", `${5 * unit} ${4 * unit}`]])
		over.append(svgElement("path", { d: hand.reach.path, fill: "none", stroke,
			"stroke-width": (dash ? 2 : 3.5) * unit, "stroke-dasharray": dash }));
}

const change = (e, attributes) => {
	for (const [name, value] of Object.entries(attributes))
		e.setAttribute(name, value);
};

// The figure as it would stand, the way from its old place, and what turns it: made once,
// then only moved.
function ghostParts() {
	const unit = unitOf(), g = figureOf(hand.who), from = g && spotOf(g);
	const parts = { way: [["#231a12", 4], ["#fff", 2]].map(([stroke, w]) =>
		svgElement("path", { stroke, "stroke-width": w * unit, fill: "none" })),
	token: svgElement("g", {}), turned: svgElement("g", { "fill-opacity": .62 }),
	rim: svgElement("circle", { fill: g ? "none" : "#1e5aa8", "fill-opacity": .62, stroke: "#fff",
		"stroke-width": 2.5 * unit, "stroke-dasharray": `${4 * unit} ${3 * unit}` }),
	label: svgElement("text", { "font-size": 12 * unit, "font-weight": "bold", "text-anchor": "middle",
		fill: "#fff", stroke: "#10264a", "stroke-width": 3 * unit, "paint-order": "stroke" }, hand.who),
	prow: svgElement("g", {}), measure: svgElement("g", {}),
	far: svgElement("text", { y: 5 * unit, "font-size": 13 * unit, "font-weight": "bold",
		"text-anchor": "middle", fill: "#fff" }), who: hand.who, unit: 1 / unit };
	if (g) {
		const copy = svgElement("g", { transform: `translate(${-from.x} ${-from.y})` });
		copy.append(...[...g.cloneNode(true).children].filter((e) => e.tagName !== "text"));
		parts.turned.append(copy);
	}
	parts.prow.append(...prow(unit));
	parts.measure.append(svgElement("rect", { x: -38 * unit, y: -11 * unit, width: 76 * unit,
		height: 22 * unit, rx: 11 * unit, fill: "#231a12" }), parts.far);
	parts.token.append(parts.turned, parts.rim, parts.prow, parts.label);
	at("ghost").replaceChildren(...parts.way, parts.token, parts.measure);
	return parts;
}

function drawGhost() {
	const to = hand.aim && hand.aim.spot, from = hand.reach, ghost = at("ghost");
	if (!ghost || !to) {
		hand.ghost = null;
		return ghost && ghost.replaceChildren();
	}
	if (!hand.ghost || hand.ghost.who !== hand.who || !ghost.contains(hand.ghost.token))
		hand.ghost = ghostParts();
	const parts = hand.ghost, unit = unitOf(), r = Math.max(to.r, 8 * unit);
	const has = from && from.x >= 0, d = has ? ruler(from, to, unit) : "";
	for (const line of parts.way)
		change(line, { d });
	change(parts.token, { transform: `translate(${to.x} ${to.y})` });
	change(parts.turned, { transform: `rotate(${has && to.face >= 0 ? to.face - from.face : 0})` });
	change(parts.rim, { r });
	// not where it looks: there is the grip
	change(parts.label, { y: to.face > 120 && to.face < 240 ? -r - 5 * unit : r + 14 * unit });
	const grip = handleOf(to), far = Math.hypot(grip.x - to.x, grip.y - to.y);
	change(parts.prow, { display: to.face >= 0 ? "inline" : "none",
		transform: `rotate(${to.face}) translate(0 ${-far})` });
	showFar(parts, from, to);
}

// The grip that turns it, as it looks north.
function prow(unit) {
	return [svgElement("circle", { r: 9 * unit, fill: "#fff", "fill-opacity": .9, stroke: "#231a12",
		"stroke-width": 2 * unit }),
	svgElement("path", { d: `M${-4 * unit} ${2 * unit}A${4.5 * unit} ${4.5 * unit} 0 1 1 ${4 * unit} ${2 * unit}`,
		fill: "none", stroke: "#231a12", "stroke-width": 2 * unit })];
}

// The way from the old place, with a tick at each step.
function ruler(from, to, unit) {
	const x = from.x / 10, y = from.y / 10, step = from.step / 10;
	const far = Math.hypot(to.x - x, to.y - y), cos = (to.x - x) / far, sin = (to.y - y) / far;
	const ticks = [];
	for (let n = step; step && n < far; n += step) {
		const tx = x + n * cos, ty = y + n * sin, half = 5 * unit;
		ticks.push(`M${tx - half * sin} ${ty + half * cos}L${tx + half * sin} ${ty - half * cos}`);
	}
	return `M${x} ${y}L${to.x} ${to.y}` + ticks.join("");
}

// How far it goes, by the length of a step, where that has a name.
function showFar(parts, from, to) {
	const has = from && from.x >= 0 && from.step && hand.hands.forms;
	change(parts.measure, { display: has ? "inline" : "none" });
	if (!has)
		return;
	const x = from.x / 10, y = from.y / 10;
	// beside the way, where it covers neither figure
	const far = Math.hypot(to.x - x, to.y - y) || 1, aside = (far * parts.unit < 90 ? 54 : 0) / parts.unit;
	change(parts.measure, { transform: `translate(${(to.x + x) / 2 - aside * (to.y - y) / far} ${
		(to.y + y) / 2 + aside * (to.x - x) / far})` });
	const family = legal().find((f) => f.actor === hand.who && f.kind === from.kind);
	const gone = number(1000 * Math.hypot(to.x - x, to.y - y) / from.step);
	parts.far.textContent = family && family.allowance > 0 && !hand.form
		? say("page.far", { n: gone, most: family.allowance }) : gone + "″";
}

// A board that is drawn larger has other units.
function boardRenewed() {
	const { width } = boardSvg().viewBox.baseVal;
	if (width !== hand.width)
		handWho();
	boardSvg().classList.toggle("zones", hand.hands.zones === 1);
	if (width !== hand.width && hand.who) {
		hand.reach = asked("page_reach", hand.who);
		// a place that is aimed at is the same one in other units
		if (hand.aim && hand.aim.spot)
			for (const n of ["x", "y", "r"])
				hand.aim.spot[n] *= width / hand.width;
	}
	hand.width = width;
	nameTargets();
	drawOver();
}

// Reach, targets with their odds, who can act, the place aimed at.
function drawOver() {
	const svg = boardSvg();
	if (at("over"))
		at("over").remove();
	if (!svg || !isHeld() || play.ahead)
		return;
	if (hand.drags)
		hand.screen = svg.getScreenCTM();
	at("board").append(overlay());
	const over = at("can-do"), unit = unitOf();
	drawReach(over, svg, unit);
	drawRings(over, unit);
	over.bubbles = [hand.who, ...hand.aims.map((a) => a.target)].map(figureOf).filter((g) => g)
		.map(spotOf).map(({ x, y, r }) => ({ x: x - r, y: y - r, w: 2 * r, h: 2 * r }));
	for (const label of new Set(hand.aims.map((a) => a.target)))
		drawTarget(over, label, unit);
	// names stay in sight above rings; bubbles lie above names
	const first = over.querySelector(".bubble");
	for (const tags of svg.querySelectorAll(".tags"))
		over.insertBefore(tags.cloneNode(true), first);
	drawGhost();
}

// About figures that can act, or those that are chosen.
function drawRings(over, unit) {
	const ring = (label, more) => {
		const g = figureOf(label), s = g && spotOf(g);
		if (s)
			over.append(svgElement("circle", { cx: s.x, cy: s.y, r: s.r + 3 * unit,
				fill: "none", ...more }));
	};
	for (const label of hand.who ? [hand.who, ...hand.form || []] : []) {
		ring(label, { stroke: "#c2185b", "stroke-width": 6 * unit });
		ring(label, { stroke: "#ffd9e8", "stroke-width": 1.5 * unit });
	}
	for (const label of hand.who ? [] : hand.hands.can.filter((l) => !hand.hands.done.includes(l))) {
		ring(label, { stroke: "#231a12", "stroke-width": 3.5 * unit });
		ring(label, { stroke: "#fff", "stroke-width": 2 * unit,
			"stroke-dasharray": `${2 * unit} ${3 * unit}` });
	}
}

// A figure or a zone that can be aimed at.
function drawTarget(over, label, unit) {
	const g = figureOf(label), aim = hand.aims.find((a) => a.target === label);
	const zone = hand.card && hand.hands.cells.find((c) => c.label === label);
	if (zone)
		for (const [stroke, dash] of [["#2a2019", ""], ["#f2c230", `${8 * unit} ${5 * unit}`]])
			over.append(svgElement("rect", { x: zone.x / 10 + 2 * unit,
				y: zone.y / 10 + 2 * unit, width: zone.w / 10 - 4 * unit,
				height: zone.h / 10 - 4 * unit, fill: "none", stroke,
				"stroke-width": 3.5 * unit, "stroke-dasharray": dash }));
	if (!g)
		return;
	over.append(svgElement("path", { d: bracketsOf(spotOf(g)), fill: "none",
		stroke: aim.per_cent >= 0 ? "#c1121f" : "#4a4a4a", "stroke-width": 3.5 * unit }));
	if (aim.per_cent >= 0 || aim.clicks)
		over.append(bubbleOf(spotOf(g), aim, unit, over));
}
