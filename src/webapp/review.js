// review.js - the orders are read once more and signed, and the signed letter is sent: the
// sheet shows the lines one by one, the board how it would be, and the bar goes on.

const isReviewing = () => document.body.classList.contains("reviewing");
const isSealed = () => isReviewing() && Boolean(at("document").value);

function reviewBegin() {
	document.body.classList.add("reviewing", "full");
	play.ahead = !at("ahead").hidden;
	foresee();
	showReview();
	at("sheet").scrollTop = 0;
	at("review-title").focus({ preventScroll: true });
}

function reviewEnd() {
	if (!isReviewing())
		return;
	document.body.classList.remove("reviewing", "sealed", "full");
	play.ahead = false;
	showBoard();
	showAct();
}

function showReview() {
	if (!isReviewing())
		return;
	document.body.classList.toggle("sealed", isSealed());
	const lines = linesWritten();
	at("review-title").textContent = isSealed() ? say("page.sealed")
		: say(lines.length === 1 ? "page.review.one" : "page.review", { n: lines.length });
	items("lines", isSealed() ? [] : linesForeseen(), reviewLine);
	showAct();
}

// All that goes to the judge: the orders, and lines of letters, proposals and absence
// between them.
function linesWritten() {
	const found = [...play.checked.lines];
	let at = 0;
	for (const row of orders().split("\n")) {
		const len = utf8(row).length;
		if (/^\s*(?!\/\/)\S/.test(row) && !found.some((l) => l.at < at + len && at < l.at + l.len))
			found.push({ at, len, order: "" });
		at += len + 1;
	}
	return found.sort((a, b) => a.at - b.at);
}

// Each line with what it would do, as far as that is known without dice.
function linesForeseen() {
	let known = 0, text = "";
	return linesWritten().map((l, i) => {
		text += lineText(l) + "\n";
		const p = page.engine.json("page_preview", text);
		const events = p && p.events ? p.events.slice(known) : [];
		known += events.length;
		const odds = offers().find((o) => o.order === l.order && o.per_cent >= 0);
		return { line: l, n: i + 1, said: [odds ? odds.per_cent + " %" : "", told(events)]
			.filter((t) => t).join(" · ") };
	});
}

function lineText(l) {
	const text = orders(), from = charAt(text, l.at);
	return text.slice(from, charAt(text, l.at + l.len));
}

function reviewLine({ line, n, said }) {
	const row = element("div", "", "line"), words = element("div", "", "words");
	const faces = element("span", "", "faces");
	faces.append(...[...new Set(lineText(line).match(/[A-Z#]\d+/g) || [])].slice(0, 2)
		.map(portrait));
	words.append(element("code", lineText(line)));
	if (said)
		words.append(element("p", said, "rules"));
	const off = withIcon(button("", () => lineRemove(line)), "cross");
	off.setAttribute("aria-label", say("page.review.remove", { n }));
	row.append(element("strong", n, "number"), faces, words, off);
	return row;
}

// All but this line; it can be taken back.
function lineRemove(l) {
	const text = orders(), from = charAt(text, l.at), to = charAt(text, l.at + l.len);
	keepForUndo();
	at("orders").value = (text.slice(0, from) + text.slice(to)).replace(/\n\s*\n/g, "\n").trimStart();
	look();
}

// The big button, while the orders are read once more.
function reviewPressed() {
	if (isSealed()) {
		keepLetter(true);
		goHome();
	} else if (!play.me.ready || (!play.me.opened && !at("sign-phrase-text").value)) {
		if (!play.me.ready)
			at("key-make").open = true;
		const box = at(play.me.ready ? "sign-phrase-text" : "phrase");
		box.focus();
		box.scrollIntoView({ block: "center" });
	} else if (!play.signs) { // a finger may tap twice
		play.signs = sign().then(sendAsBefore).finally(() => {
			play.signs = null;
		});
	}
}

// Back to the lines after it was signed: the next letter takes the place of this one.
function reviewBack() {
	if (isSealed())
		look();
	else
		reviewEnd();
}

function listenReview() {
	at("review-back").addEventListener("click", reviewBack);
	at("frame").addEventListener("pointerdown", reviewEnd);
}
