// analysis.js - what decided a game: a curve of who led, the turns that decided, and what
// the dice did. The numbers are the engine's (games/analysis.h).

const CURVE = { width: 320, height: 120 };

const points = (hundredths) => (hundredths > 0 ? "+" : "") + number(hundredths);

// The curve of the value for seat A; the turns that decided are marked and numbered.
function curveOf(turns, key) {
	const most = Math.max(100, ...turns.map((t) => Math.abs(t.value)));
	const middle = CURVE.height / 2;
	const x = (i) => 4 + (CURVE.width - 8) * i / Math.max(1, turns.length - 1);
	const y = (t) => middle - (middle - 14) * t.value / most;
	const svg = svgElement("svg", { viewBox: `0 0 ${CURVE.width} ${CURVE.height}`,
		role: "img", "aria-label": say("page.analysis.curve") });
	const line = turns.map((t, i) => x(i).toFixed(1) + " " + y(t).toFixed(1)).join("L");
	const last = x(turns.length - 1);
	// above the middle it is A who leads, below B
	for (const [seat, edge] of [["A", 0], ["B", CURVE.height]]) {
		const part = svgElement("svg", { y: Math.min(edge, middle), width: CURVE.width, height: middle,
			viewBox: `0 ${Math.min(edge, middle)} ${CURVE.width} ${middle}` });
		part.append(svgElement("path", { d: `M${x(0)} ${middle}L${line}L${last} ${middle}Z`, fill: PLATES[seat][0],
			"fill-opacity": .35 }));
		svg.append(part);
	}
	svg.append(svgElement("path", { d: `M0 ${middle}H${CURVE.width}`, class: "zero" }),
		svgElement("path", { d: "M" + line, class: "curve" }),
		svgElement("text", { x: 2, y: 11 }, "A"),
		svgElement("text", { x: 2, y: CURVE.height - 3 }, "B"));
	for (const i of key) {
		const up = y(turns[i]) > 22;
		svg.append(svgElement("circle", { cx: x(i), cy: y(turns[i]), r: 4 }),
			svgElement("text", { x: Math.min(Math.max(x(i), 10), CURVE.width - 10),
				y: y(turns[i]) + (up ? -7 : 15), "text-anchor": "middle" }, turns[i].number));
	}
	return svg;
}

// who: names of the seats A and B; open: what a turn leads to, or null.
function showAnalysis(made, who, open) {
	at("analysis").hidden = !made;
	if (!made)
		return;
	const { turns, key, luck } = made;
	const gains = (n) => say(n >= 0 ? "page.analysis.gains" : "page.analysis.loses",
		{ who: who[0], n: number(Math.abs(n)) });
	at("analysis-curve").replaceChildren(curveOf(turns, key));
	at("analysis-luck").textContent = say("page.analysis.dice", { what: gains(luck) });
	items("analysis-turns", key.map((i) => turns[i]), (t) => {
		const text = say("page.analysis.turn", { n: t.number, who: who[t.seat] || who.slice(0, 2).join(", "),
			sum: points(t.order + t.luck), order: points(t.order), luck: points(t.luck) });
		return open && t.point ? button(text, () => open(t.point)) : element("span", text);
	});
}

const hideAnalysis = () => showAnalysis(null);

function logAnalysis() {
	const made = page.engine.json("page_analysis", "");
	at("analysis-ask").disabled = !made;
	showAnalysis(made, page.log.seats.map((name, i) => name || "ABCDEFGH"[i]), go);
}
