/*
 * src/verifier/export.h - the export format: a game's log as a file that a
 * stranger can check. `heraldo export` writes it, `heraldo verify` and
 * contrib/verify.py read it.
 *
 * The file is JSON Lines in UTF-8. Every line is one object without blanks,
 * ended by LF, with exactly the members shown here in exactly this order. In
 * strings only `"`, `\` and control characters (below 0x20, and 0x7f) are
 * escaped: \" \\ \u00xx with small hex digits. HASH is 64 small hex digits. H,
 * u32 and the joining sign are those of fairness/dice_chain.h; leaves, heads
 * and bundles those of fairness/log_chain.h. The lines, in this order:
 *
 * Head, one line. WHO names the reader: "A".. a player's seat, "GM" the game
 * masters, "public" everybody, "all" everything, after the end. JUDGE is the
 * judge's public key as OpenSSH writes it.
 *
 *	{"heraldo":"export-1","game":TEXT,"system":TEXT,"rules":TEXT,
 *	 "judge":JUDGE,"for":WHO}
 *
 * Then the leaves of every adjudication, numbered 1, 2, .. through the whole
 * game. "head" is the head of the chain with this leaf.
 *
 * - The events for everybody, one line each. The leaf's bytes are those of
 *   EVENT, from its `{` to its `}`, exactly as in the line. The first event of
 *   a game is "game_created", that of every adjudication (the second of the
 *   first one) is "adjudication".
 *
 *	{"leaf":N,"head":HASH,"hash":HASH,"salt":HASH,"event":EVENT}
 *
 * - After the first leaf, the game's grammar snapshot: the text of
 *   orders/grammar_snapshot.h, whose hash is in game_created.
 *
 *	{"grammar":TEXT}
 *
 * - After the leaf of an event "orders_signed", if the reader may see it,
 *   the signed text, byte for byte, and the signature in the armour of its
 *   program. "base64" replaces "text" if the bytes are no UTF-8.
 *
 *	{"signed":N,"text":TEXT,"signature":TEXT}
 *	{"signed":N,"base64":TEXT,"signature":TEXT}
 *
 *   In an anonymous game "format":TEXT stands behind N: the event has none.
 *
 *   After the leaf of an event "press_published" likewise, for everybody, the
 *   text signed at the point that it names; in an anonymous game only in the
 *   log for "all".
 *
 * - The events for one seat: exactly one leaf for every player's seat, in
 *   order, then one for the game masters, SEAT "GM". Closed, or with the events
 *   of its bundle for readers that may see it:
 *
 *	{"leaf":N,"head":HASH,"hash":HASH,"seat":SEAT}
 *	{"leaf":N,"head":HASH,"hash":HASH,"seat":SEAT,"salt":HASH,
 *	 "events":[EVENT,..]}
 *
 * - The end of the adjudication: its point, the number of leaves so far, the
 *   head. "deadlines" names the seats that are awaited, in order, each with the
 *   time as in events; {} if no deadlines run. "state", for WHO "all" only, is
 * H of the game in the canonical form (engine/game.h): it hashes hidden values
 * without a salt.
 *
 *	{"point":N,"leaves":N,"head":HASH,"deadlines":{SEAT:TIME,..}}
 *	{"point":N,"leaves":N,"head":HASH,"deadlines":{SEAT:TIME,..},"state":HASH}
 *
 * Tail, one line: the number of lines before it, of points and leaves, the
 * head, and H of all bytes before this line. "signature" is the judge's, an
 * SSH signature for the namespace heraldo-log@heraldo; its message is this
 * line without the member "signature", thus up to the digits of "file", a `"`
 * and a `}`, without LF.
 *
 *	{"end":"export-1","lines":N,"points":N,"leaves":N,"head":HASH,
 *	 "file":HASH,"signature":TEXT}
 *
 * The events are listed in engine/common.def and games/GAME/rules/events.def.
 * To check them by hand:
 *
 * - game_created: the game's name ends in `-` and the first digits of
 *   dice_commitment, which is link 0 of chain 0.
 * - key_added, key_revoked: count for later leaves. "key" is as JUDGE, or
 *   empty for a key that GnuPG keeps. seat_taken names a seat's holder; without
 *   a seat it is a game master or an observer.
 *   With the policy "anonymous" keys and the fields that name them have
 *   another form (judge/game/anonymity.h); no line "signed" is in an export
 *   but that for
 *   "all".
 * - key_opened: at the end of such a game, for every key. With them all
 *   signatures are checked.
 * - orders_signed: "hash" is H("heraldo sign 1" ‖ u32 length of text ‖ text ‖
 *   signature), of the bytes of the line "signed"; in an anonymous game
 *   H("heraldo sign 2" ‖ u32 length of format ‖ format ‖ u32 length of text ‖
 *   text ‖ signature), and "format" is empty. Without its signature
 *   a secret text cannot be found by trying. The key is that of "fingerprint";
 *   A "format" that ends with "joined": the orders came with those before
 *   them, of the same seat and for the same point, and are one queue with them.
 *   Before that, " block N": the signature covers several blocks, and this is
 *   the N-th.
 *   SSH signatures are for the namespace heraldo-orders@heraldo. The first
 *   line of the text names game, seat, point and serial; the second, SEEN, the
 *   head after that point (fairness/head_token.h; of point 0, head(0)).
 * - orders_read, orders_meant, card_named: for the seat that wrote the orders.
 *   In which language they were read (orders/orders.h), lines that were read by
 *   their meaning with the orders that they were read as, and the keys of the
 *   cards that they called by these names.
 * - adjudication: "serial" is that of the orders, 0 if there are none; a
 *   seat's serial comes once. "point" is one more than that before, "at" not
 *   before its. The causes and authors allowed for each event are listed in
 *   verifier/verify_cause.c; only mail and gm are signed, gm always.
 * - deadline_passed: "deadline" is that of the seat in "deadlines" of the point
 *   before. There a seat has the deadline of the point before or of an event,
 *   or a new one: protocol/timing.h computes it, with the events "clocks" for a
 *   calendar.
 * - rolled: die number "roll" of a step of the rules, from 0. Its face is one
 *   more than bits % sides of the first draw 0, 1, .. whose bits are below
 *   (2^32 - 1) - (2^32 - 1) % sides. The link follows after the rolls, in
 *   link_opened; the words are those opened so far.
 * - link_opened: closes each step that rolled. The next link, or again one that
 *   was opened before, if all that was rolled with it is undone and it is not
 *   spent: the first such link of the same step (judge/game/dice_source.h). It
 *   is spent by
 *   a fresh "undone" if a point used it that went on from there, and by the
 *   ruling "rerolled" on such a point. word_* come before the first link.
 * - fork_found: a report of the judge had this head, which is not the log's,
 *   after that point. links_skipped comes after it: so many links are never
 *   used (fairness/dice_chain.h, dice_chain_skip), and "number" of "chain" is
 *   the
 *   next; its
 *   hash, taken often enough, is the last one that was opened.
 * - beacon_due, beacon_before, beacon_pulse: where "beacon" of game_created
 *   names one (fairness/beacon.h), every die is rolled after a beacon_pulse
 *   of
 *   its own adjudication, whose cause is timer, of no seat. It is the first
 *   pulse at 60 seconds after the "at" of the adjudication before, or later,
 *   and not later than its own; where pulses are missing, beacon_before has the
 *   one before it. With an unused link the pulse's value and the words enter
 *   the dice; with one used before, the values of its first use.
 * - drawn: a value of the second secret, in the game masters' leaf. It is 1 +
 *   bits % sides as for rolled, of the bits of its number and round. A round is
 *   0 or the point of the last undo, be it of the same adjudication; only
 *   values drawn before and undone come again in an older one, for the same
 *   step as for links, and not values of a fresh undo, or with a commitment
 *   that was opened.
 * - committed, opened: the commitment with this number, its salt and text. Both
 *   count until they are undone. An opened commitment is never made again.
 * - secrets_opened: the second secret, which makes the commitment of
 *   game_created and the salts of all leaves.
 * - undone: everything since that point counts no more but stays in the log.
 *   fresh: its links are spent. It is so by command, or because a decision is
 *   undone that was made while a sealed choice was awaited.
 * - point_replayed, halted: after undone, which is not fresh then and goes to
 *   before the orders, or the deadline, that made "of_point". These are played
 *   again, each step with the link that it had, until so many events for all
 *   have happened as "of_event" says and a seat is asked. fresh: the steps
 *   from the restored state on that are not replayed lose their links.
 *   A commitment made there may have the round of its own adjudication.
 */
#ifndef VERIFIER_EXPORT_H
#define VERIFIER_EXPORT_H
#include "fairness/log_chain.h"
#include "auth/sig.h"
#include "engine/event.h"

#define EXPORT_FORMAT "export-1"

/* A file in the making: every line is handed on, LF included. */
struct export
{
	enum err (*write)(void *context, struct str line, struct why *why);
	void *context; /* borrowed, as all below */
	struct buf line;
	struct hasher file;
	struct hash head;
	uint64_t lines, leaves, points;
};

/* The texts of the head. */
struct export_head {
	struct str game, system, rules, judge;
	struct str who;
};

/* Start it, and write the head; origin is head(0). Release it in any case. */
enum err export_begin(struct export *x, const struct hash *origin,
		      const struct export_head *h,
		      enum err (*write)(void *context, struct str line,
					struct why *why),
		      void *context, struct why *why);
void export_release(struct export *x);

/* The next leaf, of one public event in canonical form. */
enum err export_event(struct export *x, const struct hash *salt,
		      struct str event, struct why *why);

/* Write the grammar snapshot, after the first leaf. */
enum err export_grammar(struct export *x, struct str text, struct why *why);

/* Write the signed text of the leaf before. format: "" where the event has
 * it. */
enum err export_signed(struct export *x, struct str format, struct str text,
		       struct str signature, struct why *why);

/* The next leaf, closed: its hash alone. */
enum err export_closed(struct export *x, const char *seat,
		       const struct hash *leaf, struct why *why);

/* The next leaf, opened; bundle as log_chain_bundle_add made it. */
enum err export_opened(struct export *x, const char *seat,
		       const struct hash *salt, struct str bundle,
		       struct why *why);

/* The end of an adjudication, with the deadlines of seats, 0: none; state NULL:
 * left out. */
enum err export_point(struct export *x, const int64_t due_s[SEATS_MAX],
		      const struct hash *state, struct why *why);

/* The tail, signed. */
enum err export_end(struct export *x, const struct key_secret *judge,
		    struct why *why);
#endif
