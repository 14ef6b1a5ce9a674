// list.js - the board as a list, for players who do not see the board or do not point:
// a button for each thing, with the same name and effect as the thing, and buttons that
// move and turn the figure that is chosen step by step.

const WAYS = [["n", 0, -1], ["ne", 1, -1], ["e", 1, 0], ["se", 1, 1], ["s", 0, 1], ["sw", -1, 1],
	["w", -1, 0], ["nw", -1, -1]];

// Able figures first, then targets, then the rest; each by its label.
function listRank(label) {
	return hand.hands.can.includes(label) ? 0
		: hand.aims.some((a) => a.target === label) ? 1 : 2;
}

function showList() {
	if (!at("list-part").open)
		return;
	const things = boardThings().map((g) => g.dataset.label)
		.sort((a, b) => listRank(a) - listRank(b) || a.localeCompare(b, "en", { numeric: true }));
	items("list", things, (label) => {
		const b = button(figureOf(label).getAttribute("aria-label"), () => thingPressed(figureOf(label)));
		b.setAttribute("aria-pressed", String(hand.who === label));
		return b;
	});
	// zones and squares that can be aimed at have no figure
	const places = hand.aims.filter((a) => a.target && !figureOf(a.target));
	items("list-places", places, (a) => button(a.order, () => takeAim(a)));
	const goes = hand.who && hand.reach && hand.reach.x >= 0;
	items("list-ways", goes ? WAYS : [], ([way, x, y]) =>
		button(say("page.way." + way), () => stepGhost(x, y)));
	items("list-turns", goes ? [-1, 1] : [], (by) =>
		button(say(by < 0 ? "page.way.left" : "page.way.right"), () => turnGhost(by)));
}

// Where the ghost is, in words: a player who does not see hears it.
function sayGhost() {
	if (hand.aim)
		at("thing").textContent = hand.aim.order;
	showList();
}

function listenList() {
	at("list-part").addEventListener("toggle", showList);
}
