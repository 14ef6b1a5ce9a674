// entrance.js - the ways by which a mail comes into the page, and what is said where
// a part of it did not come along.

// A link "play this turn" has the position in its fragment. A gateway may have made
// "%23" of "#": then it is in the query. It leaves the address bar at once: what is
// kept there stays in the history of the browser. Opening a link changes nothing and
// sends nothing: scanners of mails open it, too.
function takeAddress() {
	const { search, hash, href } = location;
	const has = /(^|[#?&]|%(25)*23)b(=|%(25)*3d)/i.test(search + hash);
	if (!has && !/\?(#.*)?$/.test(href))
		return;
	try {
		history.replaceState(null, "", location.pathname);
	} catch {
		// a file has no history
	}
	if (!has || !takeReport(utf8(search + hash)))
		at("open-fault").textContent = say("page.open.link.none");
}

// Was the report at hand read from a link, which has no words?
const isFromLink = () => Boolean(play.from) &&
	!new TextDecoder().decode(play.from).includes("\n");

// Where the events of a report are not here, its words are shown, or where to find
// them.
function eventsMissing() {
	const { story } = page;
	if (page.log || !(story.told > story.known))
		return story.events.length ? [] : [element("li", say("page.nothing"))];
	const file = say("page.events.file", { file: [play.report.game, play.report.point,
		play.report.seat].join("-") + ".heraldo" });
	if (isFromLink())
		return [element("li", say("page.events.link") + " " + file)];
	const words = page.engine.call("page_words", play.from).said.trim();
	return [...words ? [element("li", words, "words")] : [],
		element("li", (words ? "" : say("page.events.mail") + " ") + file)];
}

// Whose text it is that waits for a signature, and whether that judge is known.
function blockSaid() {
	const { invite } = play;
	if (!invite)
		return say("page.block");
	return [say("page.block"),
		say("page.report." + judgeSeen(invite.judge, invite.key), invite)].join(" ");
}
