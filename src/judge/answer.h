/*
 * src/judge/answer.h - rows of the outbox: who is told what. Their words are
 * made later, by the renderer, from the log and from `matter`, a JSON object
 * of what is not in the log.
 *
 * Kinds of mail, and what their matter holds beside the fields of the row:
 *	report		the events first_event..last_event; matter empty, or
 *			"note"
 *	warning		"deadline": a seat's time is soon up
 *	complaint	lines that could not be read; "reading": orders/
 *	refused		an order mail refused as a whole: "reason", and by it
 *			"game" "seat" "point" "now" "serial" "orders"
 *	preview, query	answers that changed nothing; "text"
 *	unverified	to the player named: "fault" "game" "seat"
 *	challenge	"game" "seat" "nonce" "fingerprint" "expires"
 *	join_refused	"reason" "game" "seat"
 *	join_request	to the game master: "name" "address" "fingerprint"
 *			"seat" "join"
 *	joined		"game" "seat"
 *	master		what came of a game master's mail: "text"
 *	notice		keys and addresses: "what" "by" "fingerprint" "address"
 *	help		to somebody unknown, once a day
 *	unreadable	"fault": the mail could not be read
 *	set_aside	to all of a game: "seat", whose mail it was
 */
#ifndef JUDGE_ANSWER_H
#define JUDGE_ANSWER_H
#include "judge/adjudicate.h"

struct matter {
	struct buf b; /* begins with { */
};
void matter_init(struct matter *m);
void matter_text(struct matter *m, const char *key, struct str s);
void matter_int(struct matter *m, const char *key, int64_t n);
/* key with JSON that is written already */
void matter_json(struct matter *m, const char *key, struct str json);
/* The object, into the arena; m is released. */
struct str matter_end(struct matter *m, struct arena *a);

struct answer {
	const char *kind;
	int64_t person; /* 0: address and language say whom */
	struct str address;
	struct str language;
	const struct table *t; /* NULL: of no game */
	int slot;              /* of the reader in it, -1 */
	int64_t point;
	int64_t first_event, last_event;
	struct str reply_to; /* Message-ID of the mail it answers, or "" */
	struct str matter;   /* "" is {} */
	struct str tag;      /* makes the Message-ID unique */
};
enum err answer_add(struct judge *j, const struct answer *w, struct arena *a,
		    struct why *why);

/* To all at the table, what happened from event `first` on. */
enum err answer_report(struct adjudication *x, int64_t first, struct why *why);

/* To a seat: its time is soon up. */
enum err answer_warning(const struct table *t, int slot, struct arena *a,
			struct why *why);

/* May somebody be answered once more today? Counts it. limit: a day's. */
enum err answer_allowed(struct judge *j, struct str whom, int limit, bool *yes,
			struct why *why);
#endif
