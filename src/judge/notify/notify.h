/*
 * src/judge/notify/notify.h - adds rows to the outbox, one for each recipient
 * and mail. The renderer makes the words later, from the log and from the
 * payload `matter`, a JSON object of all that the log lacks.
 *
 * Kinds of mail, and their payload besides the fields of the row:
 *	report		the events first_event..last_event; matter empty
 *	digest		reports of several games in one: "of", their rows
 *	receipt		to the sender of orders by which nothing new is asked
 *			of them: the same events without the position; "still"
 *			1: these only wait or were refused
 *	warning		"deadline": a seat's time is soon up
 *	unreadable_lines
 *			lines that could not be read; "reading": orders/;
 *			here and in refused "folded", lines that may be one
 *	refused		an order mail refused as a whole: "reason", and by it
 *			"game" "seat" "point" "now" "serial" "orders"; here and
 *			in misread, repeated, unverified and help "first_lines":
 *			how the reader's next mail should begin
 *	not_an_order_mail
 *			signed by the reader, but it cannot be executed:
 *			"reason" or "fault", "delete" these lines, "orders"
 *	duplicate	"came" at that time; "reason" is the earlier result
 *	texts		of a mail with several: "texts", a list: "head", its
 *			first line, "state" (words: state.NAME), "reason",
 *			"came" if it is repeated; "bare" of them are unsigned
 *	game_list	"games" of the reader and "open" ones, lists; "more",
 *			"more_open": there are others
 *	standings	of a campaign, to all its people: "campaign"
 *			"system" "round" "rounds" (0: it has none) "over",
 *			"open" (not begun) and "in" (its reader is) 0 or 1;
 *			"table", a list: "place" "name" "played" "won" "drawn"
 *			"lost" "score" "points" "gone" "you"; "ended", the
 *			results of the round's games, and "now", the games
 *			in play: "first" "second" "game" "winner" "drawn" "bye"
 *			"void"; "house", rules: "words" "game" "number" "by"
 *			"option"; and, if they are published, "ratings": "name"
 *			"rating" "deviation" "games" "timed" "in_time"
 *	game_created	to the creator of a game by mail: "players"
 *			"master" "itself" 0 or 1, "kept" a list: "seat"
 *			"address";
 *			"join" as GAMES lists it, "first_lines" of a master
 *	rematch		of an ended game: "name" asks for it again as "new_game"
 *			within so many "days"; "own" 1: the answer to one of
 *			those that agree; "fresh" 1: nobody has before;
 *			"missing" are the names of the others
 *	why		how the events came about: "disputed", the point;
 *			"named", ids of rules, "precedents" of them
 *	gm_summary	to a game master: "n" games in the list "desk", as
 *			judge/notify/gm_summary.c makes it, and "more"
 *	precedents	"rule", or "" of any, and a list: "name" of the game,
 *			"number" of the dispute, "disputed" and "point", "rules"
 *			"by" "verdict" "words" "foreign" "option" "undone"; the
 *			same list is part of the answer to RULE
 *	history		the story so far: "n" matters at most, "mine"
 *			1: of the reader's seat alone
 *	dice_stats	the dice in the events, by seat; matter empty
 *	preview		"events", a list as in the log but no part of it, and
 *			"whole" 0 where it met a die or something hidden
 *	query		"answers", a list: "kind" query rule help,
 *			"asked" the line, "text" what of, or "events"
 *	bad_signature	to the player named: "fault" "game" "seat"; 0 or 1:
 *			"unsigned", and by what "files" "openpgp" "smime" to
 *			sign; "changed", by the mail program; "foreign", it
 *			came from another address; "last" such answer today
 *	challenge	"game" "seat" "nonce" "origin" "fingerprint" "expires"
 *			"openpgp" 0 or 1
 *	invitation	"master" "seat" "dice_commitment" "join": a seat is
 *			kept for the address; "seats" "deadlines" "own_address"
 *			as judge/policies/invite.c makes them, and all events of
 *			the game
 *	join_refused	"reason" "game" "seat"
 *	practice	"system" "rules": a challenge, "nonce" "fingerprint"
 *			"expires", "ssh" "minisign" "signify" 0 or 1; else
 *			"reason" or "fault"
 *	join_received	the JOIN is proved but not decided yet: "seat"
 *	join_request	to the game master: "name" "address" "fingerprint"
 *			"seat" "join" "watches" 0 or 1, "holder" of the seat,
 *			"kept_for" an address
 *	join_requests	to the game master: "waiting" so many wishes, "joins"
 *			the first of them, a line each
 *	dispute		to the game master: "seat" "dispute" "disputed" "point"
 *			"why" "orders", and the events of the adjudication
 *	account_change	keys and addresses: "what" "by" "fingerprint" "address",
 *			of a key that is revoked, or came: "judges" that have it
 *	identity_import	to a person from another judge, "from": "name" "keys"
 *			"nonce" "expires"; its refusal, not_an_order_mail, has
 *			the line of this judge as "addressee"
 *	confirm		a change of these is to be proved: the same, and "game"
 *			"seat" "nonce" "expires"
 *	key_reset	to the tables of a player who lost a key: the same
 *	press		a player's press, in the events; matter
 *			empty; letters: all that the reader may read of them
 *	preferences	"language" "zone" "address" "second" "asked", of wishes
 *			"html" "text" "brief" "unruled" "digest" "standin"
 *			"address_bad"
 *			0 or 1, "quiet_from" "quiet_until" or neither,
 *			"first_lines"
 *	unsubscribe	to a player whose mail program asked that the judge's
 *			mails end: "seat" "first_lines", and of a spectator
 *			"nonce" "expires"
 *	delayed		orders wait until "expires", or not, "at_once" 1; those
 *			before are dropped, "replaced" 1; "cut" 1 by a deadline;
 *			"seat" "first_lines"
 *	unsubscribed	to a former spectator: "seat"
 *			"first_lines"
 *	dropout		a "seat" was silent "n" times: "waits" 0 or 1, "masked"
 *	takeover	"name" would take over this "seat"
 *	standin		to a substitute: a player is needed for this "seat", of
 *			"system"
 *	relieved	to the former deputy of this "seat"
 *	replaced	to the former holder of a seat: "name" "seat" "by"
 *	help		to an unknown sender, once a day
 *	unreadable	"fault": the mail could not be read
 *
 * The values of "reason" (words: reason.NAME) and "fault" (words: fault.NAME):
 *	misread		first_line seat_other unknown_game
 *	refused		seen_absent seen_mistyped seen_other seen_beyond (with
 *			"head_ours" "head_point", the latter two "head_said")
 *			too_many_questions stale game_ended game_paused
 *			game_archived game_open not_a_player
 *			word_unreadable word_twice word_copied word_no_hash
 *			word_different word_early word_late queue_full
 *			standing_full no_standing no_waiting serial_used
 *			dispute_unreadable
 *			dispute_unknown dispute_late dispute_alone; with "no",
 *			why it was not done (judge/game/reject.h): keys_refused
 *			master_refused; keys_nothing master_nothing
 *	join_refused	game_ended seat_taken key_revoked key_new address_new
 *			address_of_other unverified expired by_master, or the
 *			name of an auth/sig_error.def fault of the key
 *	help		no_orders unknown_game nothing_ordered; with "detail"
 *			lines_joined (a line), file_packed and signature_alone
 *			(a file)
 *	unverified	fault: a name of auth/sig_error.def; "explained" in
 *			English
 *	unreadable	fault: a name of mail/message.h, poison, quarantined
 */
#ifndef JUDGE_NOTIFY_NOTIFY_H
#define JUDGE_NOTIFY_NOTIFY_H
#include "judge/game/adjudicate.h"
#include "judge/notify/delivery_schedule.h"

struct payload {
	struct buf b; /* begins with { */
};
void payload_init(struct payload *m);
void payload_text(struct payload *m, const char *key, struct str s);
void payload_int(struct payload *m, const char *key, int64_t n);
/* key with JSON that is written already */
void payload_json(struct payload *m, const char *key, struct str json);
/* A list of such objects, in a buffer of its own, which is released at its
 * end; "[]" where it had no room. */
void payload_list_add(struct buf *list, struct str object);
struct str payload_list_end(struct buf *list, struct arena *a);
/* The object, into the arena; m is released. */
struct str payload_end(struct payload *m, struct arena *a);

struct notify {
	const char *kind;
	int64_t person; /* 0: address and language say whom */
	struct str address;
	struct str language;
	const struct game_ctx *t; /* NULL: of no game */
	int slot;                 /* of the reader in it, -1 */
	int64_t point;
	int64_t first_event, last_event;
	struct str reply_to; /* Message-ID of the mail it answers, or "" */
	int64_t again;       /* the row of the outbox that it repeats, or 0 */
	bool automatic;      /* it answers one, even if that had none */
	enum delivery_schedule_kind quiet; /* to its person */
	int64_t due_s;                     /* a reminder of this moment, or 0 */
	bool takes_over; /* a report that is held back for them is joined */
	int64_t hold_s;  /* so long it waits for a report that takes it over */
	struct str matter; /* "" is {} */
	struct str tag;    /* makes the Message-ID unique */
};
enum err notify_add(struct judge *j, const struct notify *w, struct arena *a,
		    struct why *why);

/*
 * The last serial of the slot that is used or, for a game master, offered: each
 * wish to join and each dispute that waits was mailed with a command of its
 * own, and their answers may come in any order. point: used up to it.
 */
enum err notify_serial_last(struct judge *j, int64_t game, int slot,
			    int64_t point, int64_t *serial, struct why *why);

/* Is a mail of this kind made as a report, with its events and its proof? */
static inline bool notify_is_report(struct str kind)
{
	return str_is(kind, "report") || str_is(kind, "receipt");
}

/* Mail the events from `first` on to all seats that they concern (spectators:
 * judge/policies/spectators.h). The sender of the order mail gets at least a
 * receipt. An event that only says that something sealed has arrived concerns
 * no other seat: these seats read it with the next events, in a report that
 * begins at the end of their last one. */
enum err notify_report(struct adjudication *x, int64_t first, struct why *why);

/* The Message-ID of a slot's report of a point, without the domain. */
struct str notify_report_tag(const struct game_ctx *t, struct arena *a,
			     int slot, int64_t point);

/* The same of a letter of players that was mailed at once. */
struct str notify_letter_tag(const struct game_ctx *t, struct arena *a,
			     int slot, int64_t point);

/* The mail of that tag; ERR_NOT_FOUND: there is none. */
enum err notify_of_tag(struct judge *j, struct str tag, struct arena *a,
		       struct outbox_row *row, struct why *why);

/* Are these events without news for everybody except the seats in them?
 * letters: press to all counts like press to some. */
enum err notify_still(const struct game_ctx *t, int64_t first, int64_t last,
		      bool letters, bool *still, struct why *why);

/* Makes w the report of another point to its slot, once more as it was if there
 * was one. ERR_NOT_FOUND: there is no such point. */
enum err notify_of_point(struct notify *w, int64_t point, struct arena *a,
			 struct why *why);

/* Set w's events to the story up to its point: about so many events, of the
 * last whole points. ERR_NOT_FOUND: there is no such point. */
enum err notify_range(struct notify *w, int64_t events, struct why *why);

/* To every game master of w->t: person and slot of w are filled in, and the
 * slot ends its tag. */
enum err notify_masters(const struct notify *w, struct arena *a,
			struct why *why);

/* To a seat: the time is soon up for its random word, if that is waited for. */
enum err notify_words_warning(const struct game_ctx *t, int slot,
			      struct arena *a, struct why *why);

/* To a seat: its time is soon up. */
enum err notify_warning(const struct game_ctx *t, int slot, struct arena *a,
			struct why *why);

/* Is this reminder, yet to go out, of a deadline that is no more: its seat has
 * sent its orders, or has another? */
enum err notify_warning_moot(struct judge *j, const struct outbox_row *r,
			     struct arena *a, bool *moot, struct why *why);

/* May the judge answer this person once more today? Counts the answer. limit:
 * answers a day. */
enum err notify_allowed(struct judge *j, struct str whom, int limit, bool *yes,
			struct why *why);
/* The same; *last: it is the last one today. */
enum err notify_allowed_last(struct judge *j, struct str whom, int limit,
			     bool *yes, bool *last, struct why *why);
#endif
