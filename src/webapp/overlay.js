// overlay.js - what lies over the board: who can act, reach, targets with their odds, and
// the ghost of a figure with its ruler.

function nameTargets() {
	for (const g of at("board").querySelectorAll("[data-label]")) {
		const best = hand.aims.find((a) => a.target === g.dataset.label);
		g.dataset.name = g.dataset.name || g.getAttribute("aria-label") || "";
		const more = best ? [say("page.target"), best.per_cent >= 0
			? best.per_cent + " %" : ""] : hand.hands.can.includes(g.dataset.label)
			? [say("page.can")] : [];
		g.setAttribute("aria-label", [g.dataset.name, ...more].filter((t) => t).join(", "));
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

// Four corners about what can be aimed at.
function bracketsOf(s) {
	const r = s.r * 1.25, a = r * .5, out = [];
	for (const [x, y] of [[-1, -1], [1, -1], [1, 1], [-1, 1]])
		out.push(`M${s.x + x * r} ${s.y + y * (r - a)}V${s.y + y * r}H${s.x + x * (r - a)}`);
	return out.join("");
}

function bubbleOf(s, aim, unit) {
	const g = svgElement("g", {});
	const mean = aim.clicks ? say(hand.hands.zones ? "page.damage.short" : "page.clicks.short",
		{ n: number(aim.clicks) }) : "";
	const text = aim.per_cent >= 0 ? aim.per_cent + " %" : mean;
	const more = aim.per_cent >= 0 ? mean : "";
	const share = aim.per_cent >= 0 ? 26 : 0; // the room of a pie
	const w = unit * (share + Math.max(14 + 9 * text.length, 14 + 6.5 * more.length)), h = unit * (more ? 36 : 24);
	const x = s.x - w / 2, y = s.y - s.r * 1.3 - h - 3 * unit;
	g.append(svgElement("rect", { x, y, width: w, height: h, rx: 9 * unit, fill: "#fffdf8",
		stroke: "#231a12", "stroke-width": 1.5 * unit }));
	g.append(svgElement("path", { d: `M${s.x - 5 * unit} ${y + h - unit}H${s.x + 5 * unit}L${s.x} ${y + h + 5 * unit}Z`,
		fill: "#fffdf8", stroke: "#231a12", "stroke-width": 1.5 * unit }));
	g.append(svgElement("path", { d: `M${s.x - 5 * unit} ${y + h - unit}H${s.x + 5 * unit}`, stroke: "#fffdf8",
		"stroke-width": 2 * unit }));
	if (share)
		g.append(pie(x + 18 * unit, y + h / 2, 10 * unit, aim.per_cent));
	const middle = s.x + share / 2 * unit;
	g.append(svgElement("text", { x: middle, y: y + 16 * unit, "font-size": 14 * unit,
		"font-weight": "bold", "text-anchor": "middle", fill: "#231a12" }, text));
	if (more)
		g.append(svgElement("text", { x: middle, y: y + 29 * unit, "font-size": 11 * unit,
			"text-anchor": "middle", fill: "#5b4f41" }, more));
	return g;
}

// Over the board lies a drawing of its own, in the same units: what changes in it does
// not draw the board anew. It has what can be done, and the ghost.
function overlay() {
	const { width, height } = boardSvg().viewBox.baseVal;
	const svg = svgElement("svg", { id: "over", "aria-hidden": "true",
		viewBox: `0 0 ${width} ${height}` });
	svg.append(svgElement("g", { id: "can-do" }), svgElement("g", { id: "ghost" }));
	return svg;
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

// The figure as it would stand, where it came from, and what turns it.
function drawGhost() {
	const to = hand.aim && hand.aim.spot, from = hand.reach, ghost = at("ghost");
	if (ghost)
		ghost.replaceChildren();
	if (!ghost || !to)
		return;
	const unit = unitOf(), r = Math.max(to.r, 8 * unit);
	if (from && from.x >= 0)
		ghost.append(...ruler(from, to, unit));
	ghost.append(svgElement("circle", { cx: to.x, cy: to.y, r, fill: "#1e5aa8",
		"fill-opacity": .62, stroke: "#fff", "stroke-width": 2 * unit,
		"stroke-dasharray": `${4 * unit} ${3 * unit}` }),
	svgElement("text", { x: to.x, y: to.y + 4 * unit, "font-size": 12 * unit,
		"font-weight": "bold", "text-anchor": "middle", fill: "#fff" }, hand.who));
	if (to.face >= 0)
		ghost.append(...prow(to, r, unit), measure(from, to, unit));
}

// Where it looks, and the grip that turns it.
function prow(to, r, unit) {
	const grip = handleOf(to), a = to.face * Math.PI / 180;
	const side = (far, turn) => `${to.x + far * Math.sin(a + turn)} ${to.y - far * Math.cos(a + turn)}`;
	return [svgElement("path", { d: `M${side(r, -.4)}L${side(r + 9 * unit, 0)}L${side(r, .4)}Z`,
		fill: "#fff", stroke: "#231a12", "stroke-width": 1.5 * unit }),
	svgElement("circle", { cx: grip.x, cy: grip.y, r: 9 * unit, fill: "#fff",
		"fill-opacity": .9, stroke: "#231a12", "stroke-width": 2 * unit }),
	svgElement("path", { d: `M${grip.x - 4 * unit} ${grip.y + 2 * unit}` +
		`A${4.5 * unit} ${4.5 * unit} 0 1 1 ${grip.x + 4 * unit} ${grip.y + 2 * unit}`,
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
	const d = `M${x} ${y}L${to.x} ${to.y}` + ticks.join("");
	return [["#231a12", 4], ["#fff", 2]].map(([stroke, w]) =>
		svgElement("path", { d, stroke, "stroke-width": w * unit, fill: "none" }));
}

// How far it goes, by the length of a step.
function measure(from, to, unit) {
	const g = svgElement("g", {});
	if (!from || from.x < 0 || !from.step || !hand.hands.forms)
		return g;
	const text = (Math.hypot(to.x - from.x / 10, to.y - from.y / 10) / from.step * 10)
		.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 }) + "″";
	const x = (to.x + from.x / 10) / 2, y = (to.y + from.y / 10) / 2, w = unit * (14 + 8 * text.length);
	g.append(svgElement("rect", { x: x - w / 2, y: y - 11 * unit, width: w, height: 22 * unit,
		rx: 11 * unit, fill: "#231a12" }),
	svgElement("text", { x, y: y + 5 * unit, "font-size": 13 * unit, "font-weight": "bold",
		"text-anchor": "middle", fill: "#fff" }, text));
	return g;
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
	at("board").append(overlay());
	const over = at("can-do"), unit = unitOf();
	drawReach(over, svg, unit);
	drawRings(over, unit);
	for (const label of new Set(hand.aims.map((a) => a.target)))
		drawTarget(over, label, unit);
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
	for (const label of hand.who ? [hand.who, ...hand.form || []] : [])
		ring(label, { stroke: "#c2185b", "stroke-width": 4 * unit });
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
		over.append(bubbleOf(spotOf(g), aim, unit));
}
