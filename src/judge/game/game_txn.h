/*
 * src/judge/game/game_txn.h - one adjudication by a command, in its caller's
 * transaction: load the game, log who commands, end or drop it.
 */
#ifndef JUDGE_GAME_GAME_TXN_H
#define JUDGE_GAME_GAME_TXN_H
#include "judge/game/adjudicate.h"

/* in the place of the hash of a random word */
#define ACTOR_NO_WORD "none"

/* Who commands: the operator, or a game master by a signed mail. */
struct actor {
	enum cause cause;
	int slot; /* -1: the operator */
	int64_t serial;
	bool serial_taken; /* by the mail that asked for this before */
	const struct signed_row *orders; /* NULL: not by mail */
	struct str reply_to;
	struct str by; /* as events have it: "operator", .. */
	/* that of several commands: none of them ends it; NULL: each is an
	 * adjudication of its own */
	struct game_txn *together;
	/* the hash of a random word, of who takes a seat; empty: none yet;
	 * ACTOR_NO_WORD: none will come */
	struct str word;
};

extern const struct actor actor_operator;

/*
 * Load the game, begin, and log who commanded; and end it. For all that change
 * a game from outside of its rules.
 */
enum err game_txn_begin(struct judge *j, int64_t game, const struct actor *h,
			struct arena *a, struct game_ctx *t,
			struct adjudication *x, struct why *why);

/* End it, or give it up if e says that it cannot be. */
enum err game_txn_finish(struct adjudication *x, enum err e, struct why *why);

/*
 * The same at a table of its own: between game_txn_open, which leaves nothing
 * if it gives an error, and game_txn_close, which gives back the memory too.
 * *s: own, or h->together, which the caller of the commands ends.
 */
struct game_txn {
	struct arena a;
	struct game_ctx t;
	struct adjudication x;
};

enum err game_txn_open(struct game_txn **s, struct game_txn *own,
		       struct judge *j, int64_t game, const struct actor *h,
		       struct why *why);

enum err game_txn_close(struct game_txn *s, enum err e, struct why *why);

/* Nothing was to be done. */
void game_txn_leave(struct game_txn *s);

/* Log the keys that this person revoked while the game could not log it. */
enum err game_txn_emit_left(struct adjudication *x, const struct person_row *p,
			    struct str by, struct why *why);

/* Log a person's keys, after the event by which the person joins. */
enum err game_txn_emit_keys(struct adjudication *x, const struct person_row *p,
			    struct str by, struct why *why);
#endif
