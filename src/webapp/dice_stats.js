// dice_stats.js - what the dice gave against what was to be expected, by seat. The engine
// counts; what earlier reports of a game told is kept.

const DICE_STATS_POINTS = 400; // that are kept of a game

const diceStatsKey = () => "luck." + play.report.game + "." + play.report.seat;

function keepDiceStats() {
	const rows = page.engine.json("page_dice_stats", null, 0);
	if (!rows || !rows.length)
		return;
	const all = { ...kept.get(diceStatsKey()), [play.report.point]: rows };
	for (const old of Object.keys(all).slice(0, -DICE_STATS_POINTS))
		delete all[old];
	kept.set(diceStatsKey(), all);
}

// Sums by seat, of lists of rows.
function diceSums(lists) {
	const sums = new Map();
	for (const row of lists.flat()) {
		const sum = sums.get(row.seat) || { seat: row.seat };
		for (const [name, n] of Object.entries(row))
			if (name !== "seat")
				sum[name] = (sum[name] || 0) + n;
		sums.set(row.seat, sum);
	}
	return [...sums.values()].sort((a, b) => a.seat.localeCompare(b.seat));
}

// A bar as long as what fell, and a mark where it was expected.
function diceBar(had, expected, most) {
	const svg = svgElement("svg", { viewBox: "0 0 100 6", "aria-hidden": "true", class: "luck",
		preserveAspectRatio: "none" });
	const x = (n) => Math.min(98, 98 * n / (most || 1));
	svg.append(svgElement("rect", { x: 0, y: 1, width: 100, height: 4, class: "track" }));
	svg.append(svgElement("rect", { x: 0, y: 1, width: x(had), height: 4,
		class: had >= expected ? "more" : "less" }));
	svg.append(svgElement("rect", { x: x(expected), y: 0, width: 1.2, height: 6, class: "mark" }));
	return svg;
}

function showDiceStats() {
	if (!at("luck").open)
		return;
	const lists = page.log
		? Array.from({ length: page.point }, (_, i) => page.engine.json("page_dice_stats", null, i + 1) || [])
		: isHeld() ? Object.values(kept.get(diceStatsKey()) ||
			{ 1: page.engine.json("page_dice_stats", null, 0) || [] }) : [];
	const language = document.documentElement.lang;
	const two = (n) => n.toLocaleString(language, { maximumFractionDigits: 2 });
	const sums = diceSums(lists);
	at("luck-none").hidden = sums.length > 0;
	items("luck-rows", sums, (s) => {
		const row = element("div", ""), name = element("strong", seatName(s.seat.charCodeAt(0) - 65));
		row.append(plate(s.seat), " ", name);
		if (s.dice)
			row.append(element("p", say("page.luck.dice", { n: s.dice,
				mean: two(s.sum / s.dice / 100), expected: two(s.expected / s.dice / 100) })),
			diceBar(s.sum, s.expected, 2 * s.expected));
		if (s.blows)
			row.append(element("p", say("page.luck.hits", { n: s.blows,
				hits: two(s.hits / 100), expected: two(s.hits_expected / 100) })),
			diceBar(s.hits, s.hits_expected, 100 * s.blows));
		return row;
	});
}
