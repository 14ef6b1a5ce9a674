/*
 * src/store/outbox.h - stores the mails to be sent, and the state of their
 * sending.
 *
 *	READY -take-> SENDING -250-> SENT -came back-> BOUNCED
 *	              SENDING -4xx, server-> READY
 *	              SENDING -5xx-> FAILED -operator, server-> READY
 *	              SENDING -lost-> UNKNOWN -again-> SENDING
 *	READY -moot-> WITHDRAWN -operator-> READY
 *	any but SENT -operator-> WITHDRAWN
 *
 * A row is written with the events it reports, without its text. The text is
 * rendered from the log, stored as bytes, and only then sent: a mail whose
 * fate is unknown goes out again with the same Message-ID and the same bytes.
 * A row found SENDING after a crash is UNKNOWN. Some days after its fate is
 * known the bytes are forgotten; the row, with their hash, stays.
 */
#ifndef STORE_OUTBOX_H
#define STORE_OUTBOX_H
#include "store/mail_choice.h"
#include "store/store.h"

enum outbox_state {
	OUTBOX_READY,
	OUTBOX_SENDING,
	OUTBOX_SENT,
	OUTBOX_FAILED,
	OUTBOX_UNKNOWN,
	OUTBOX_WITHDRAWN,
	OUTBOX_BOUNCED,
	OUTBOX_STATES
};

struct outbox_row {
	int64_t id;
	enum outbox_state state;
	int64_t next_s; /* not to be tried before, UTC */
	int attempts;
	int code;           /* of the last SMTP answer, 0: none */
	struct str trouble; /* and its words */
	int64_t game;       /* 0: of no game */
	int slot;           /* of the reader at that game, -1: none */
	int64_t point;      /* of the adjudication it reports */
	int64_t first_event, last_event; /* what it reports; 0: nothing */
	struct str kind; /* its template: "report", "refused", .. */
	int64_t person;  /* 0: a stranger */
	struct str address;
	struct str language;
	struct str message_id;  /* without < >, unique */
	struct str sent_id;     /* as its header has it; "": not rendered */
	struct str in_reply_to; /* without < >, or "" */
	struct str matter;      /* what else it says, a JSON object */
	bool automatic;         /* null sender */
	int64_t created_s;      /* when what it tells happened */
	int64_t queued_s;       /* by the clock */
	int64_t sent_s;
	int64_t again; /* the mail that this one says once more, 0: none */
	int renders;   /* tries to write it */
	int64_t size;  /* of the whole mail, in bytes; 0: not rendered yet */
	bool kept;     /* its bytes are there */
	int form;      /* the least that is left out of it: too large before */
};

/* As READY, from r's other fields. */
enum err store_outbox_add(struct store *st, const struct outbox_row *r,
			  int64_t *id, struct why *why);
enum err store_outbox_get(struct store *st, int64_t id, struct arena *a,
			  struct outbox_row *r, struct why *why);

/* The whole mail, as it was rendered; ERR_NOT_FOUND: not yet, or no more. */
enum err store_outbox_bytes(struct store *st, int64_t id, struct arena *a,
			    struct str *bytes, struct why *why);

/* So many tries long a mail that is not known to have arrived keeps later
 * ones of its games from its reader: somewhat more than an hour. */
enum { OUTBOX_ORDER_TRIES = 5 };

/* Rows that may be sent at now_s, READY or UNKNOWN, by time, at most max; none
 * that would overtake an earlier one (OUTBOX_ORDER_TRIES). */
enum err store_outbox_due(struct store *st, int64_t now_s, int64_t *ids,
			  int max, int *n, struct why *why);
/*
 * Of the same the latest, at most max: mails to persons for whom no other
 * waits or is under way, and that were not tried. So they overtake nothing that
 * the same person gets, only the line of all others.
 */
enum err store_outbox_latest(struct store *st, int64_t now_s, int64_t *ids,
			     int max, int *n, struct why *why);

/* When the next may be tried, as things are; INT64_MAX: never. */
enum err store_outbox_next(struct store *st, int64_t *next_s, struct why *why);

/* How often it was tried to render it, 0 for a row that has its bytes. */
enum err store_outbox_tries(struct store *st, int64_t id, int *tries,
			    struct why *why);

/*
 * Count a try to render, durably before it is made; *tries is their number, 0
 * for a row that has its bytes. If the process dies of it, the next try is not
 * before next_s (0: at once).
 */
enum err store_outbox_try(struct store *st, int64_t id, int64_t next_s,
			  int *tries, struct why *why);

/* One attempt less: the environment failed, not the mail. */
enum err store_outbox_back(struct store *st, int64_t id, struct why *why);

/* The Message-ID that they have. */
enum err store_outbox_name(struct store *st, int64_t id, struct str sent_id,
			   struct why *why);

/* The rendered bytes, once: ERR_NOT_FOUND if the row had some. */
enum err store_outbox_render(struct store *st, int64_t id, struct str bytes,
			     const uint8_t hash[STORE_HASH_SIZE],
			     struct why *why);

/*
 * Forget the bytes of at most `most` mails (and 500) whose fate is known
 * since before_s or longer; *n mails of *bytes bytes.
 */
enum err store_outbox_prune(struct store *st, int64_t before_s, int most,
			    int *n, int64_t *bytes, struct why *why);

/* It could not be rendered: not before next_s, with the trouble shown. That is
 * a fault of words, not of the mail: the tries are forgotten. */
enum err store_outbox_defer(struct store *st, int64_t id, struct str trouble,
			    int64_t next_s, struct why *why);

/* READY or UNKNOWN -> SENDING; it counts the attempt. Bytes must be there. */
enum err store_outbox_take(struct store *st, int64_t id, struct why *why);

/* The end of an attempt to send a mail. */
struct outbox_end {
	enum outbox_state next; /* not SENDING */
	int code;               /* the server's; 0: none */
	struct str trouble;     /* in its words */
	int64_t now_s;
	int64_t next_s; /* when a READY or UNKNOWN mail is tried again */
};

/* SENDING -> end->next, or READY -> WITHDRAWN. */
enum err store_outbox_finish(struct store *st, int64_t id,
			     const struct outbox_end *end, struct why *why);
/* READY -> WITHDRAWN, with the reason. */
enum err store_outbox_withdraw(struct store *st, int64_t id, const char *words,
			       int64_t now_s, struct why *why);

/*
 * SENDING -> READY: the server refused all mails. counted: the attempt counts,
 * so later mails of its game stay after it; else it does not count.
 */
enum err store_outbox_hold(struct store *st, int64_t id, int code,
			   struct str trouble, bool counted, int64_t next_s,
			   struct why *why);

/* FAILED -> READY as above: the refusal was the server's fault. */
enum err store_outbox_revive(struct store *st, int64_t id, int64_t next_s,
			     struct why *why);

/* What was refused for the server's sake is due now. */
enum err store_outbox_release_held(struct store *st, int64_t now_s,
				   struct why *why);

/* Too large, and never sent: forget the bytes; they are rendered anew with at
 * least this much left out. */
enum err store_outbox_shrink(struct store *st, int64_t id, int form,
			     struct why *why);

/* SENT or UNKNOWN -> BOUNCED, with the words of who sent it back.
 * ERR_NOT_FOUND: it is in another state. */
enum err store_outbox_bounce(struct store *st, int64_t id, struct str words,
			     struct why *why);

/* The operator says: never. ERR_EXISTS: it was sent. */
enum err store_outbox_drop(struct store *st, int64_t id, struct str words,
			   int64_t now_s, struct why *why);

/* READY mails of that kind that a fault of the server made, which begin so:
 * they are withdrawn. */
enum err store_outbox_recall(struct store *st, int64_t person,
			     struct str message_id_begins, int64_t now_s,
			     struct why *why);

/* All rows SENDING -> UNKNOWN, at the start of a process; *n counts them. */
enum err store_outbox_recover(struct store *st, int *n, struct why *why);

/* The operator says try now: READY and UNKNOWN are due, FAILED and WITHDRAWN
 * are READY again. ERR_NOT_FOUND also when the bytes are forgotten: what goes
 * out twice under one Message-ID is the same. */
enum err store_outbox_again(struct store *st, int64_t id, int64_t now_s,
			    struct why *why);

/* A reader of the mails of a game. */
struct outbox_reader {
	int64_t person, game;
	int slot;
};

/* A report to this reader that waits and was never tried: its number and first
 * event. ERR_NOT_FOUND: there is none. */
enum err store_outbox_held(struct store *st, const struct outbox_reader *to,
			   int64_t now_s, int64_t *id, int64_t *first_event,
			   struct why *why);

/* A report that waited for the hour of its reader's digest. */
struct outbox_news {
	int64_t id, person, game;
};

/*
 * Those whose hour has come, of people who want news in a digest, by person and
 * number; none from slots of `slot` or above, none that was tried, and none
 * that would overtake an earlier mail.
 */
enum err store_outbox_news(struct store *st, int64_t now_s, int slot,
			   struct outbox_news *out, int max, int *n,
			   struct why *why);

/* Send this person's delayed, never tried mails at now_s instead of later; *n
 * counts. */
enum err store_outbox_release(struct store *st, int64_t person, int64_t now_s,
			      int *n, struct why *why);

/* For listings: the chosen mails, newest first, without bytes. Calls each;
 * stops early if it gives false. */
enum err store_outbox_choose(struct store *st, const struct mail_choice *w,
			     struct arena *a,
			     bool (*each)(void *context,
					  const struct outbox_row *r),
			     void *context, struct why *why);
/* Mails of a game whose fate is not known yet. */
enum err store_outbox_waiting(struct store *st, int64_t game, int64_t *n,
			      struct why *why);
/* Mails that should have gone out by now_s and have not, and since when the
 * oldest of them waits (0: there are none). */
enum err store_outbox_late(struct store *st, int64_t now_s, int64_t *n,
			   int64_t *oldest_s, struct why *why);
enum err store_outbox_counts(struct store *st, int64_t counts[OUTBOX_STATES],
			     struct why *why);

/* How many rows took more than `tries` tries to be rendered. */
enum err store_outbox_worn(struct store *st, int tries, int64_t *n,
			   struct why *why);

/*
 * The last mail before `row` to its person about their seat in its game: a
 * report, receipt or reminder of an earlier point. With row->id 0: before a
 * mail that is not stored yet. ERR_NOT_FOUND.
 */
enum err store_outbox_before(struct store *st, const struct outbox_row *row,
			     struct arena *a, struct outbox_row *r,
			     struct why *why);

/* The row that a Message-ID names, as the row or the mail sent has it. */
enum err store_outbox_by_message_id(struct store *st, struct str message_id,
				    struct arena *a, struct outbox_row *r,
				    struct why *why);

/* Is a report or receipt of this adjudication due that was never tried? */
enum err store_outbox_unmailed(struct store *st, int64_t game, int64_t point,
			       bool *any, struct why *why);

const char *outbox_state_name(enum outbox_state s);
#endif
