/*
 * src/webapp/api.h - the functions that JavaScript calls: a few functions of
 * one WebAssembly instance, each with one input and one output of bytes.
 *
 *	p = page_room(n)	room for n bytes of input, until the next call
 *	page_NAME(n, ..)	works on them; 0, or not 0 if it could not
 *	page_result(), page_said_len()	its output: JSON, SVG or text in UTF-8
 *
 * Numbers are int32_t; the current game is the one verified last. Words are in
 * the language set by page_language. Callers are JavaScript (engine.js)
 * and a test (tests/page/native.c).
 */
#ifndef WEBAPP_API_H
#define WEBAPP_API_H
#include "base/arena.h"
#include "base/buf.h"
#include "report/text/messages.h"

/* A function of the module. */
#ifdef __wasm__
#define PAGE_CALL(name) __attribute__((export_name(#name)))
#else
#define PAGE_CALL(name)
#endif

enum { PAGE_SAID_MAX = 64 << 20 };

/* Room for the input of the next call. */
char *page_room(size_t len) PAGE_CALL(page_room);

/* The output of the last call. */
const char *page_result(void) PAGE_CALL(page_result);
size_t page_said_len(void) PAGE_CALL(page_said_len);

/* Set the folder of the words, the input; the cards are in ../db/catalog next
 * to it. Call it first. Not 0: why the page's texts cannot be read. */
int page_open(size_t len) PAGE_CALL(page_open);

/* Speak the language of the input ("es"), or English. Says the messages of
 * the page, {"page.left":"..",..}, with their placeholders unchanged. */
int page_language(size_t len) PAGE_CALL(page_language);

/*
 * Verify an exported log, the input, and keep its game. Says a JSON object:
 * "good"; if it is not, "line", "event", "inner", "point", "what", "expected",
 * "found"; what the log is: "game", "system", "rules", "for", "run" (were the
 * rules run again), "seats": names, and numbers: "points" "events" "signatures"
 * "links" "rolls" "words" "overrides" "undone" "by_operator" "unchecked"
 * "gnupg" "open" "closed".
 */
int page_verify(size_t len) PAGE_CALL(page_verify);

/*
 * What happened in adjudication `point`, as the seat (-1: everybody) may know
 * it: {"at":UTC
 * seconds,"events":[{"text":..,"main":..,"rules":..,"upto":N},..],
 * "dice":[{"seat":..,"sides":..,"face":..,"upto":N},..]}. upto: how far the
 * game is then, for page_board.
 */
int page_story(int point, int seat) PAGE_CALL(page_story);

/*
 * The board after the first upto events of an adjudication (-1: all) that
 * page_story tells of, as the seat sees it, in SVG; empty: there is none yet.
 * Not 0: what this log shows is not enough to draw it.
 */
int page_board(int point, int seat, int upto) PAGE_CALL(page_board);

/*
 * What dice gave and what was to be expected, by seat, in hundredths: of a
 * point of the log that was verified, or, 0, of the current report:
 * [{"seat":"A","dice":N,"sum":..,"expected":..,"blows":N,"hits":..,
 * "hits_expected":..},..]. Dice are those of six sides, or the attack dice of
 * a game that has its own; sums are of their faces.
 */
int page_dice_stats(int point) PAGE_CALL(page_dice_stats);

/* A drawing of the boards by its name in report/picture/art.def, as SVG of 24
 * by 24 whose first path is the paper. Not 0: there is none. */
int page_art(size_t len) PAGE_CALL(page_art);

/*
 * What decided a game of two seats: of the log that page_verify kept (no
 * input), or of steps, lines of numbers as page_practise_play says them. Says
 * {"turns":[{"number","point","seat","value","order","luck"},..],
 * "key":[up to three numbers of turns from 0: those that decided], "luck"}:
 * hundredths of a point for seat A (engine/analysis.h). Not 0: nothing is
 * known.
 */
int page_analysis(size_t len) PAGE_CALL(page_analysis);

/* What the things of that board are called: lines of label, tab, words. */
int page_labels(void) PAGE_CALL(page_labels);

/* Boards are drawn from now on to be shown so many pixels wide, at most as wide
 * as they are designed: letters can be read there. page_point goes with it. */
int page_wide(int pixels) PAGE_CALL(page_wide);

/*
 * --- The current position: a seat's knowledge, for further orders. ---------
 *
 * Texts of players are UTF-8; offsets are bytes of them, columns characters
 * from 1. STORY denotes a list as page_story has it: {"text":..,"main":0|1,
 * "rules":..,"upto":N}.
 */

/*
 * Read a report: its mail (.eml), its visible text as it was pasted, its
 * attachment, or the address of a link (protocol/webapp_payload.h). Its
 * position becomes the current one. Says {"fault":"", ..}; or not 0 and a
 * fault:
 *	"none"		there is no position in it
 *	"cut"		a part of it is missing: "found" of "wanted" lines are
 *			there, of a link characters
 *	"unread"	there is one, but not as it must be
 *	"forged"	it is not the signature of these bytes
 *	"rules"		this page does not have the rules "rules"
 *	"cards"		it has other cards of the game, or none
 *	"layout"	it has them, but another layout of the state: the page
 *			is older or newer than the judge
 * With a fault there is "program", the judge's version, at most; else:
 * "judge": address, "judge_name", "key": a line of OpenSSH, "fingerprint",
 * "url": where the judge's own page is, or "", "program"; "game", "system",
 * "rules", "language", "seat": letter, "point", "serial", "seen",
 * "state": "running" .., "words": 1 if the page reads orders by the very
 * words of the game, "word": the reader's next step with a random word: "",
 * "seal", "open", "ask", "sealed": the hash it was sealed by, "dice": the
 * commitment, "follows": 1 if the position before its events is known, from
 * the report before, "told": how many events the report tells of, "events":
 * how many of them are here, "players": a list of {"seat":"A","name":..},
 * "asked": numbers of the proposals that wait for the reader's answer,
 * "awaits": one of {"seat":"A","until": UTC seconds or 0}.
 *
 * Whether the key is that of the judge the reader knows is for the caller to
 * compare: it keeps the first one by address.
 */
int page_report(size_t len) PAGE_CALL(page_report);

/*
 * A mail without a position whose block, signed by the judge of the current
 * report, tells how the next orders of its game and seat begin, because the
 * game went on: later orders begin so. The position does not change. Says
 * {"point":N,"serial":N}; not 0: the mail has no such block, or an older one.
 */
int page_receipt(size_t len) PAGE_CALL(page_receipt);

/* Ask the rules all questions about two things, whose labels are two lines of
 * input: [{"order":..,"events":STORY},..]. */
int page_between(size_t len) PAGE_CALL(page_between);

/* The part of the input that has the position, as page_report finds it. */
int page_part(size_t len) PAGE_CALL(page_part);

/* The words of a mail before its first block, without quote marks. */
int page_words(size_t len) PAGE_CALL(page_words);

/* Who wrote a mail that is no report, an invitation: {"judge": address,
 * "judge_name", "key", "fingerprint", "url", "game", "language", "dice"}. Not
 * 0: it does not say. */
int page_invite(size_t len) PAGE_CALL(page_invite);

/* Prove a die of the current report, by its number among the events (page_news,
 * "upto" of its dice): {"why":"", or "unknown": this report has not what
 * proves it (its dice may rest on a beacon); "proved":0|1: the face follows
 * from the link and the words, "committed":1, 0, or -1: the link belongs to
 * another chain than the first; "face","sides","seat","roll","number": of the
 * link, "link","dice": the commitment, "id","words":[{"seat":"A","word":..}]}.
 * Not 0: there is no such die. */
int page_proof(int upto) PAGE_CALL(page_proof);

/* What this page is, as the judge's reports name it: {"program":..,"rules":[
 * {"system":..,"rules":..,"layout":..}]}. */
int page_about(void) PAGE_CALL(page_about);

/* Make a position of the log the current one: the seat's knowledge after the
 * point (0: before the first). Not 0: no such position. */
int page_take(int point, int seat) PAGE_CALL(page_take);

/* The events of the current report: STORY, and dice, as page_story; "told": how
 * many the report tells of, "known": how many of them are here. */
int page_news(void) PAGE_CALL(page_news);

/*
 * Its board in SVG, as page_board; upto: so many of its events have happened
 * (-1: all). 2: how it stood then is not known, for the report before was not
 * read; it is the board at the end, with the traces of those events. Others:
 * there is none. page_labels follows.
 */
int page_position(int upto) PAGE_CALL(page_position);

/* All pieces and values of the board, as in reports:
 * {"figures":[..],"players":[..] , ..}: the values of the game's templates
 * (report/report_game.h, values). */
int page_values(void) PAGE_CALL(page_values);

/* The card of what the input names by label or name, in lines of text; empty:
 * this game tells no cards so (then its values say it). */
int page_card(size_t len) PAGE_CALL(page_card);

/* The numbers of the figure whose label is the input: {"points":N,"stats":
 * [{"name":"speed","n":N},..],"abilities":[words]}. Not 0: no such figure. */
int page_stats(size_t len) PAGE_CALL(page_stats);

/*
 * The orders that the seat can give now:
 * [{"kind":"move","word":"MOVE","actor":"A1",
 * "targets":["B1"],"allowance":N,"area":[x0,y0,x1,y1],"ways":["..said"],
 * "syntax":..,"meaning":..}]; area [0,0,0,0]: none.
 */
int page_legal(void) PAGE_CALL(page_legal);

/* Suggested complete orders, the best first: [{"order":..,
 * "kind":"strike|capture|heal|do|go","actor":..,"about":..,"hits":N,"of":N,
 * "per_cent":N (-1: no die),"clicks":N,"harm":N (hundredths)}]. */
int page_offers(void) PAGE_CALL(page_offers);

/*
 * --- What is touched on the board. The input is a line with the label of who
 * acts, and the lines of orders that are written already: what can be done
 * after them. Places are in tenths of units of page_position's SVG. ----------
 */

/* Who can act: {"can":["A1",..],"wait":["A4","T1",..],"done":["A2",..]: whose
 * order is among the lines already, "zones":0|1, "forms":0|1,
 * "pieces":[{"label":..,"x":N,"y":N,"r":N,"at": square or inches,"face":
 * degrees clockwise from north, -1: none}]}: figures on the board, and those
 * that wait for a place on it; is the board made of zones; are there orders for
 * formations; where each piece
 * and each zone ("cells":[{"label":..,"x":N,"y":N,"w":N,"h":N}]) is.
 * The first line is not used. */
int page_hands(size_t len) PAGE_CALL(page_hands);

/* Orders of the figure that name something, the best of each first:
 * [{"target":"B4","order":..,"kind":.., "per_cent":N (-1: no die, or not
 * counted),"clicks":N,"harm":N (hundredths)}]. */
int page_aims(size_t len) PAGE_CALL(page_aims);

/* Where it can go: {"kind":..,"path": of SVG,"x":N,"y":N: where it is (-1: not
 * on the board),"face": degrees, "step": an inch or a square, "turns": the kind
 * of the order that only turns it, or ""}; path "": nowhere. */
int page_reach(size_t len) PAGE_CALL(page_reach);

/* The order by which it goes to that place, or as near as it can:
 * {"order":..,"short":0|1,"x":N,"y":N: where it would be, "r":N,"face":
 * degrees clockwise from north, -1: none}. Not 0: it goes nowhere. */
int page_go(size_t len, int x, int y) PAGE_CALL(page_go);

/* The order that turns it towards that place, as page_go says it: the second
 * line of input is the order that is aimed already, or empty; it keeps its
 * place. Not 0: it cannot turn. */
int page_face(size_t len, int x, int y) PAGE_CALL(page_face);

/* The order that moves a formation so far that its first member comes there, as
 * page_go says it: the first line of input has the labels of all members. Not
 * 0: they form none, or go nowhere. */
int page_form(size_t len, int x, int y) PAGE_CALL(page_form);

/* The hand of cards, after lines of orders as above: {"plan": 1 if cards are
 * planned now and cast later, "mana":N, "casters":[{"label":"#1","slots":N,
 * "left": mana that planned cards leave, "planned":[names], "cards":[{"name",
 * "kind", "copies", "cost", "most", "full", "min", "max", "reveal", "open",
 * "planned":0|1, "lacks": mana}]}]}. Not 0: the game has no cards. */
int page_cards(size_t len) PAGE_CALL(page_cards);

/* The targets of a card, the first line of input being its caster and
 * its name: as page_aims, and "text": all lines then, the plan in the first
 * one. Kind "plan": it is planned, or no longer planned. */
int page_card_aims(size_t len) PAGE_CALL(page_card_aims);

/* Lines that the judge's report has ready: {"lines": to be sent as they are,
 * "offers": each can be sent in their place, "drafts": orders of the set-up
 * that AUTO would give, "answers": to a question, the first is the default};
 * page_offers has those of other games. */
int page_ready(void) PAGE_CALL(page_ready);

/* The army, team, pool or spellbook that is awaited, after lines of orders as
 * above, the first line not used: {"kind":..,"spent": points,"budget": points,
 * 0 unknown, "cards":[{"key","name","faction","stars","points","n": copies in
 * the order, "fits": may one more be added}]}; cards that do neither are left
 * out. Not 0: none is awaited. */
int page_builder(size_t len) PAGE_CALL(page_builder);

/* The lines with one card more, the first line of input being + and its key, or
 * one less, - and its key: {"order":..,"text":..}. */
int page_build(size_t len) PAGE_CALL(page_build);

/* Ask a question, a line such as "LINE A1 B2", "MEASURE A1 B2", "ODDS A1 B1":
 * STORY; not 0: a complaint in words. */
int page_ask(size_t len) PAGE_CALL(page_ask);

/*
 * Read lines of orders as the judge would. A text without a first line ORDERS
 * or PREVIEW gets that of the position. Says {"text": all lines, head
 * included, "above": how many lines were put above the input, "n": complaints,
 * "reading": the text that the judge would mail, "faults":
 * [{"line":N,"column":N,"at":N, "len":N,"said":..}], "lines":
 * [{"line":N,"at":N,"len":N,"kind":.., "order":..}]}. line, at: of the input.
 * kind: "order", "standing", "forget", "query", "report", "luck", "rule",
 * "help", "card", "figures", "wait", "keep", "clear", "continue", "fail";
 * order: as the reader's language writes it, or "".
 */
int page_check(size_t len) PAGE_CALL(page_check);

/* Completions at byte `at` of the lines: {"from": the start of the word
 * there, "words": [..]}: words of the vocabulary, and values of arguments:
 * labels, places, cards, directions; "letters": the letters that begin
 * further words beyond the list; "digits": 1 if a number can follow; "want":
 * the expected argument ("a point (12.5 8)"); "joined": the start of the
 * joining word, "joins": [{"key":"if","word":"IF"},..]: words that join
 * orders there, or begin a line without an order. */
int page_complete(size_t len, int at) PAGE_CALL(page_complete);

/*
 * Preview the lines, as far as the seat can know: {"n": complaints; nothing
 * else if there are some, "whole": 1 if all were executed, "events": STORY,
 * "supposed": STORY, under the condition that other seats do nothing, "ghosts":
 * [{"label":..,"x":N,"y":N}]: pieces at a new place, in units of the board}.
 */
int page_preview(size_t len) PAGE_CALL(page_preview);

/* Does a word fit at that byte of lines, in the place of the word begun
 * there? The input is the word, as a line, and the lines; said is the byte of
 * its start. Not 0: it does not fit. */
int page_place(size_t len, int at) PAGE_CALL(page_place);

/* The point of the board at a place of page_position's SVG, in tenths of its
 * units, as orders write it: "12.40 18.20"; on a board of squares or zones what
 * that one is called: "C7". Not 0: there is none. */
int page_point(int x, int y) PAGE_CALL(page_point);

/*
 * Where the preview of these lines is not whole: {"stops": "die" | "hidden" |
 * "many" | "other", "line", "order": where it stopped, "if": 1 if other seats
 * must do nothing for it, "chances":
 * [{"per_cent":"58.33","n":21,"of":36,"hidden":0|1, "text":STORY}]}: the exact
 * outcomes of that order's dice; hidden: the outcome depends on values hidden
 * from the seat. "stops" "hidden" and []: the roll itself does; "many": too
 * many outcomes to count; then a question may help (ODDS). Hundreds of ways
 * may be tried: a page shows the preview first. Not 0: complaints.
 */
int page_chances(size_t len) PAGE_CALL(page_chances);

/* The board after the preview, in SVG: a trace marks each piece with a new
 * place. Labels as page_labels. */
int page_ahead(void) PAGE_CALL(page_ahead);

/*
 * --- Texts to be signed, and signatures. ------------------------------------
 */

/* Take a serial that is at least this: a mail with the last one is on its way.
 */
int page_serial(int serial) PAGE_CALL(page_serial);

/* The canonical text of the lines, with head and SEEN: the text to sign. Not
 * 0: why there is none. preview: 1 for PREVIEW. */
int page_orders(size_t len, int preview) PAGE_CALL(page_orders);

/* The same of lines for the judge about keys and address ("ADD SHA256:..",
 * below the head KEYS of the position). */
int page_keys(size_t len) PAGE_CALL(page_keys);

/* The orders block in a mail of the judge (an invitation's JOIN, a challenge, a
 * confirmation of KEYS), .eml or pasted: its canonical text, ready to be
 * signed. Not 0: there is none. */
int page_block(size_t len) PAGE_CALL(page_block);

/* The bytes that an SSH signature of this canonical text signs, in base64. */
int page_to_sign(size_t len) PAGE_CALL(page_to_sign);

/* The document to be mailed: marker lines, text, signature. The input is a
 * line of 64 hex digits, the public key, a line of 128, the signature of those
 * bytes, then the canonical text. Not 0: it does not fit them. */
int page_document(size_t len) PAGE_CALL(page_document);

/* The same where the browser has no Ed25519: a line of 64 hex digits, the seed,
 * then the text. */
int page_sign(size_t len) PAGE_CALL(page_sign);

/* Of a seed, 64 hex digits: {"public": 64 hex digits, "line": of OpenSSH,
 * "fingerprint":..}. Of a public key file the same, in any form that the judge
 * takes. Not 0: the fault. */
int page_key_of(size_t len) PAGE_CALL(page_key_of);
int page_key_read(size_t len) PAGE_CALL(page_key_read);

/* 48 bytes as hex digits of a pass phrase: bcrypt_pbkdf, for key files of
 * OpenSSH; not 0: it cannot be. The input is a line of hex digits, the salt,
 * and the phrase. In the page alone. */
int page_bcrypt(size_t len, int rounds) PAGE_CALL(page_bcrypt);

/* Of a random word, 32 hex digits: {"seal":"WORD ..","open":"WORD OPEN ..",
 * "hash":..}: lines for orders. */
int page_word(size_t len) PAGE_CALL(page_word);

/* How the reader's language writes a word of the vocabulary ("table.say",
 * "judge.dispute"), by its key: empty, there is none. */
int page_said_as(size_t len) PAGE_CALL(page_said_as);

/* What the files of the page share. */
struct page {
	struct arena arena; /* until the page is closed */
	struct arena input; /* of the next call */
	struct arena tmp;   /* of one call */
	struct buf said;
	struct str in;                /* the input of the current call */
	const struct messages *words; /* of the reader */
};
extern struct page page;

/* A call begins: the old output is gone, the input is len bytes. */
void page_begin(size_t len);
/* And ends: gives what the call gives. */
int page_end(int result);

/* Append a member of a JSON object, with a comma in front if it is not the
 * first; or its name alone. */
void page_name(const char *name);
void page_text(const char *name, struct str s);
void page_number(const char *name, int64_t n);
#endif
