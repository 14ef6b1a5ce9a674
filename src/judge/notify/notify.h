/*
 * src/judge/notify/notify.h - adds rows to the outbox, one for each recipient
 * and mail. The renderer makes the words later, from the log and from the
 * payload `matter`, a JSON object of all that the log lacks: payloads.def lists
 * the kinds of mail and the keys of each.
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
 *			lines_joined and markers_missing (a line), file_packed,
 *			file_format and signature_alone (a file)
 *	unverified	fault: a name of auth/sig_error.def
 *	unreadable	fault: a name of mail/message.h, poison, quarantined
 */
#ifndef JUDGE_NOTIFY_NOTIFY_H
#define JUDGE_NOTIFY_NOTIFY_H
#include "judge/game/adjudicate.h"
#include "judge/notify/delivery_schedule.h"
#include "judge/notify/payload.h"

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

/* The same of a press message of players that was mailed at once. */
struct str notify_press_tag(const struct game_ctx *t, struct arena *a, int slot,
			    int64_t point);

/* The mail of that tag; ERR_NOT_FOUND: there is none. */
enum err notify_of_tag(struct judge *j, struct str tag, struct arena *a,
		       struct outbox_row *row, struct why *why);

/* Are these events without news for everybody except the seats in them?
 * press messages: press to all counts like press to some. */
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
