// drawings.js - small drawings of the page: icons, figures cut out of the board, dice,
// shares, plates of seats. Emblems are those of the engine (report/picture/art.def).

// 24 by 24, drawn along their lines
const LINES = {
	turn: "M20 11A8 8 0 1 0 18 17M20 5V11H14", pass: "M5 5L12 12L5 19M13 5L20 12L13 19",
	check: "M4 13L9.5 18.5L20 6.5", cross: "M6 6L18 18M18 6L6 18", layers: "M12 3L21 8L12 13L3 8ZM3 13L12 18L21 13",
	play: "M7 4L19 12L7 20Z", pause: "M8 5V19M16 5V19", more: "M5 12H5.02M12 12H12.02M19 12H19.02",
};
// 24 by 24, filled
const SHAPES = {
	run: "M13.6 2a2.3 2.3 0 1 1-.01 0ZM9.6 7.4L14.4 7 16.2 10.6H19.6V12.8H14.8L13.6 10.8 12 14 15.4 17 14.4 22H12.2L12.8 18.2 9.6 15.8 7.2 20 3 20.2V18L6 17.8 9 10.4 6.8 11.4 6 14.4H3.8L5 9.8Z",
	boom: "M12 1.4L13.8 7 18.8 3.8 17 9.4 22.8 9.6 18.2 12.8 22 17 16.4 16.2 16.2 22 12.4 17.6 8.8 22.2 8.4 16.4 2.6 17.4 6 13 1.2 10 7 9.4 5 4 10.2 7Z",
	range: "M12 2a10 10 0 1 1-.01 0ZM12 4.4a7.6 7.6 0 1 0 .01 0ZM12 7a5 5 0 1 1-.01 0ZM12 9.2a2.8 2.8 0 1 0 .01 0ZM12 10.8a1.2 1.2 0 1 1-.01 0Z",
	armour: "M7 3H10Q12 5 14 3H17L21.4 7 19 10.4 17.4 9.4V21H6.6V9.4L5 10.4 2.6 7ZM11.2 8V18.6H12.8V8Z",
	eye: "M12 5.6C16.8 5.6 20.2 8.6 22 12 20.2 15.4 16.8 18.4 12 18.4S3.8 15.4 2 12C3.8 8.6 7.2 5.6 12 5.6ZM12 8a4 4 0 1 0 .01 0ZM12 10.2a1.8 1.8 0 1 0 .01 0Z",
	flag: "M5 2.4H7V21.6H5ZM8 3.4C11 2 13.4 5.4 19.4 3.4L17.4 8 19.4 12.6C13.4 14.6 11 11.2 8 12.6Z",
};
// by the kinds of orders and of numbers; in capitals: the engine's
const ICONS = {
	move: "run", enter: "run", deploy: "run", place: "run", leave: "run", bound: "run",
	turn: "turn", spin: "turn", pass: "pass", finish: "pass", end: "flag", withdraw: "flag",
	fight: "SWORD", attack: "SWORD", charge: "HORSE", trample: "HORSE", mount: "HORSE",
	shoot: "BOW", heal: "HEAL", regenerate: "HEAL", raise: "SKULL", levitate: "WING",
	open: "CHEST", take: "CHEST", reveal: "eye", disarm: "eye", form: "layers", plan: "MANA",
	act: "CLAWS", qc_before: "MANA", qc_after: "MANA", guard: "SHIELD", break: "boom",
	speed: "run", defense: "SHIELD", damage: "boom", range: "range", life: "HEAL",
	armor: "armour",
};
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
// of a plate, 24 by 24: its shape tells the seat, too
const PLATES = {
	A: ["#2f74c9", "M12 2A10 10 0 1 1 11.99 2Z"],
	B: ["#f0a51e", "M8 2H16L22 8V16L16 22H8L2 16V8Z"],
	C: ["#58c9b9", "M12 1L23 12L12 23L1 12Z"],
	D: ["#b0306c", "M12 2A6 6 0 0 1 17 11A6 6 0 1 1 12 19A6 6 0 1 1 7 11A6 6 0 0 1 12 2Z"],
};
const arts = new Map();

function art(name) {
	if (!arts.has(name)) {
		const { result, said } = page.engine.call("page_art", name);
		arts.set(name, result ? "" : said);
	}
	const e = element("span", "", "i", "art");
	e.innerHTML = arts.get(name);
	if (e.firstChild)
		e.querySelector("path").remove(); // the paper
	e.setAttribute("aria-hidden", "true");
	return e;
}

// An icon by its name or by a kind, or nothing.
function icon(kind) {
	const name = ICONS[kind] || kind, line = LINES[name], shape = SHAPES[name];
	if (!line && !shape)
		return name === name.toUpperCase() ? art(name) : "";
	const svg = svgElement("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "i" });
	svg.append(svgElement("path", line ? { d: line }
		: { d: shape, fill: "currentColor", stroke: "none", "fill-rule": "evenodd" }));
	return svg;
}

function plate(letter) {
	const [fill, d] = PLATES[letter] || PLATES.A;
	const svg = svgElement("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "plate" });
	svg.append(svgElement("path", { d, fill, stroke: "#231a12", "stroke-width": 2 }));
	return svg;
}

// A figure as the board has it.
function portrait(label) {
	const g = figureOf(label), s = g && spotOf(g);
	if (!s || !isFigure(label))
		return "";
	const r = s.r * 1.5, copy = g.cloneNode(true);
	const svg = svgElement("svg", { viewBox: `${s.x - r} ${s.y - r} ${2 * r} ${2 * r}`,
		"aria-hidden": "true", class: "portrait" });
	for (const name of ["data-label", "role", "tabindex", "aria-label", "class"])
		copy.removeAttribute(name);
	for (const text of copy.querySelectorAll("text"))
		text.remove();
	svg.append(copy);
	return svg;
}

// A die as it lies: with pips, if it has six sides.
function dieFace(d) {
	if (d.sides !== 6 || !page.log && hand.hands.zones)
		return document.createTextNode(d.face);
	const svg = svgElement("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "face" });
	svg.append(svgElement("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5, fill: "#fffdf3",
		stroke: "#6b5a3c", "stroke-width": 1.5 }));
	for (const n of PIPS[d.face] || [])
		svg.append(svgElement("circle", { cx: 6 + n % 3 * 6, cy: 6 + Math.floor(n / 3) * 6,
			r: 2.1, fill: "#231a12" }));
	return svg;
}

const levelOf = (per_cent) => per_cent >= 60 ? "good" : per_cent >= 30 ? "fair" : "poor";
const SHARES = { good: "#1d6a34", fair: "#a86d00", poor: "#a3191d" };

// What a share of the whole looks like, about x, y.
function pie(x, y, r, per_cent) {
	const g = svgElement("g", {}), a = Math.min(per_cent, 99.9) / 50 * Math.PI;
	g.append(svgElement("circle", { cx: x, cy: y, r, fill: "#e3d9c6" }));
	g.append(svgElement("path", { fill: SHARES[levelOf(per_cent)],
		d: `M${x} ${y}V${y - r}A${r} ${r} 0 ${a > Math.PI ? 1 : 0} 1 ${x + r * Math.sin(a)} ${y - r * Math.cos(a)}Z` }));
	return g;
}

// The same, alone.
function shareOf(per_cent) {
	const svg = svgElement("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "share" });
	svg.append(pie(12, 12, 11, per_cent));
	return svg;
}

// A drawing of the engine in a picture of the page.
function drawn(name, x, y, size, colour) {
	const g = svgElement("g", { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})` });
	for (const e of art(name).querySelectorAll("path")) {
		if (colour && e.getAttribute("fill") === "#231a12")
			e.setAttribute("fill", colour);
		g.append(e);
	}
	return g;
}

function tokenOf(seat, emblem, x, y, r) {
	const g = svgElement("g", {}), [fill, d] = PLATES[seat], dark = seat === "A" ? "#123b73" : "#7a4a00";
	g.append(svgElement("circle", { cx: x + r * .1, cy: y + r * .16, r, fill: "#280a0a", "fill-opacity": .3 }),
		svgElement("circle", { cx: x, cy: y, r, fill: dark, stroke: "#1c1712" }),
		svgElement("circle", { cx: x, cy: y, r: r * .86, fill: "none", stroke: seat === "A" ? "#a9d0ff" : "#ffe3a3",
			"stroke-width": r * .15, "stroke-dasharray": `${r * .42} ${r * .1}` }),
		svgElement("path", { d, fill, transform: `translate(${x - r * .76} ${y - r * .76}) scale(${r * .76 / 12})` }),
		drawn(emblem, x, y, r, seat === "A" ? "#fff" : "#2a1900"));
	return g;
}

// What the table of a game looks like.
const SCENES = {
	rebellion: { ground: "#e6dcb6", lines: "", stroke: "#b7b07c", things: [["TREE1", 26, 26, 30], ["TREE2", 46, 34, 28],
		["TREE3", 30, 46, 26], ["ROCKS", 134, 74, 26]], tokens: [["A", "SWORD", 62, 68], ["A", "BOW", 30, 76], ["B", "AXE", 100, 34], ["B", "HORSE", 134, 24]],
	reach: [62, 68, 34] },
	dungeons: { ground: "#d9cfba", lines: "M0 30H160M0 60H160M32 0V90M64 0V90M96 0V90M128 0V90", stroke: "#b9ab8f", walls: "M0 3H160M96 0V34M96 56V90M0 60H40",
		things: [["CHEST", 144, 75, 24], ["PILLAR", 16, 15, 22]], tokens: [["A", "HOOD", 48, 45], ["A", "STAFF", 20, 78], ["B", "CLAWS", 118, 45]] },
	arena: { ground: "#e6d6b4", lines: "M53.3 0V90M106.6 0V90M0 45H160", stroke: "#6b4a2c", things: [["CROWN", 27, 8, 16], ["CROWN", 133, 51, 16]],
		tokens: [["A", "FIRE", 27, 24], ["A", "CLAWS", 70, 66], ["B", "BOAR", 92, 66], ["B", "NATURE", 133, 67]] },
};

function sceneOf(system) {
	const s = SCENES[system];
	if (!s)
		return icon("flag");
	const svg = svgElement("svg", { viewBox: "0 0 160 90", "aria-hidden": "true", class: "scene",
		preserveAspectRatio: "xMidYMid slice" });
	svg.append(svgElement("rect", { width: 160, height: 90, fill: s.ground }),
		svgElement("path", { d: s.lines, stroke: s.stroke, "stroke-width": system === "arena" ? 4 : 1, fill: "none" }));
	if (s.walls)
		svg.append(svgElement("path", { d: s.walls, stroke: "#4d463d", "stroke-width": 6, fill: "none" }));
	if (s.reach)
		svg.append(svgElement("circle", { cx: s.reach[0], cy: s.reach[1], r: s.reach[2], fill: "#fff", "fill-opacity": .3,
			stroke: "#2a2019", "stroke-width": 1.5, "stroke-dasharray": "4 3" }));
	svg.append(...s.things.map((t) => drawn(...t)), ...s.tokens.map((t) => tokenOf(...t, 13)));
	return svg;
}

// How it stands: whose turn, and the points or the life that the mails tell.
function showStanding() {
	const v = isHeld() && page.engine.json("page_values", null);
	const players = v && v.in_play && v.players || [];
	const score = ["remains", "score", "gold"].find((k) => players.some((p) => Number(p[k]) > 0));
	at("standing").replaceChildren(...v && v.turn ? [element("span", v.turn)] : [],
		...score ? players.map((p, i) => {
			const one = element("span", "", "score");
			one.append(plate(p.seat.letter || "ABCD"[i]), element("strong", p[score]));
			one.title = p.seat[""] || "";
			return one;
		}) : []);
}

// Who is chosen, and who is aimed at.
function showFaces() {
	const target = hand.aim && hand.aim.target;
	at("figure").replaceChildren(portrait(hand.who || play.thing));
	at("target").replaceChildren(target && target !== hand.who ? portrait(target) : "");
}
