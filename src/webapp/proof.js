// proof.js - the proof of a die of a report, checked here and now by the engine.

// The die is tapped apart from the event that it belongs to.
function dieButton(d) {
	const b = button("", () => showProof(d), "die");
	b.append(dieFace(d));
	b.setAttribute("aria-label", die(d).getAttribute("aria-label"));
	b.title = say("page.proof");
	return b;
}

const playerCalled = (seat) => seatName(seat.charCodeAt(0) - 65);

// The three lines: nobody could change the link, these words were mixed in, and the
// face follows from both.
function proofLines(p) {
	const given = p.words.filter((w) => w.word);
	const committed = p.committed < 0 ? "later" : p.committed ? "good" : "bad";
	const without = p.words.filter((w) => !w.word).map((w) => playerCalled(w.seat));
	return [
		[committed !== "bad", say("page.proof.link." + committed, p)],
		[true, [given.length ? say("page.proof.words", { words: given.map((w) =>
			playerCalled(w.seat) + " " + w.word).join(", ") }) : "",
		without.length ? say("page.proof.without", { who: without.join(", ") }) : ""]
			.filter((t) => t).join(" ")],
		[p.proved === 1, say(p.proved ? "page.proof.face" : "page.proof.face.bad", p)],
	].filter(([, text]) => text).map(([good, text]) => proofLine(good, text));
}

// The part before the colon says what was checked.
function proofLine(good, text) {
	const li = element("li", "", good ? "good" : "bad"), [head, ...rest] = text.split(": ");
	li.append(element("strong", (good ? "✓ " : "✗ ") + head + (rest.length ? ":" : "")), " ",
		element("span", rest.join(": ")));
	return li;
}

function showProof(d) {
	const p = page.engine.json("page_proof", null, d.upto);
	if (!p)
		return;
	at("proof").hidden = false;
	at("proof-title").textContent = say("page.proof.title", d);
	at("proof-die").replaceChildren(dieFace(d));
	at("proof-here").textContent = die(d).getAttribute("aria-label") +
		(p.why ? "" : ". " + say("page.proof.here"));
	at("proof-lines").replaceChildren(...p.why
		? [element("li", say("page.proof.unknown"))] : proofLines(p));
	at("proof-sums").hidden = Boolean(p.why);
	at("proof-numbers").textContent = p.why ? "" : JSON.stringify(p, null, 1);
	at("proof").scrollIntoView({ block: "nearest" });
}
