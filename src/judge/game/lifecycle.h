/*
 * src/judge/game/lifecycle.h - creates, starts, pauses, changes and ends games,
 * for game masters and the operator. Each function is one adjudication in its
 * caller's transaction. ERR_USAGE, with a text for the sender, if the game does
 * not allow the command; then nothing has changed.
 */
#ifndef JUDGE_GAME_LIFECYCLE_H
#define JUDGE_GAME_LIFECYCLE_H
#include "judge/game/adjudicate.h"

/* in the place of the hash of a random word */
#define LIFECYCLE_NO_WORD "none"

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
	 * LIFECYCLE_NO_WORD: none will come */
	struct str word;
};

extern const struct actor hand_operator;

enum err lifecycle_new(struct judge *j, const struct game_plan *plan,
		       struct arena *a, struct str *name, int64_t *id,
		       struct why *why);
enum err lifecycle_seat(struct judge *j, int64_t game, const struct actor *h,
			int slot, int64_t person, struct why *why);
enum err lifecycle_start(struct judge *j, int64_t game, const struct actor *h,
			 struct why *why);
enum err lifecycle_pause(struct judge *j, int64_t game, const struct actor *h,
			 struct str words, struct why *why);
enum err lifecycle_resume(struct judge *j, int64_t game, const struct actor *h,
			  struct why *why);
enum err lifecycle_end(struct judge *j, int64_t game, const struct actor *h,
		       struct str words, struct why *why);
/* The beacon of its dice has a new certificate: beacon_wait_change. */
enum err lifecycle_beacon(struct judge *j, int64_t game, const struct actor *h,
			  struct why *why);
/*
 * Values of the state by their paths, as players write them, and policies of
 * the table: all of them or none, and only what they make together must be as
 * the rules leave it.
 */
struct lifecycle_value {
	bool policy;
	struct str name, value;
};
enum { LIFECYCLE_VALUES = 16 };
enum err lifecycle_set(struct judge *j, int64_t game, const struct actor *h,
		       const struct lifecycle_value *v, int n, struct str words,
		       struct why *why);
/* UNSEAL of a game master: letters to them may be opened
 * (judge/policies/press_publish.h). */
enum err lifecycle_unseal(struct judge *j, int64_t game, const struct actor *h,
			  int64_t point, struct why *why);
enum err lifecycle_undo(struct judge *j, int64_t game, const struct actor *h,
			const struct way_back *to, struct str words,
			struct why *why);

/*
 * Load the game, begin, and log who commanded; and end it. For all that change
 * a game from outside of its rules.
 */
enum err lifecycle_begin(struct judge *j, int64_t game, const struct actor *h,
			 struct arena *a, struct game_ctx *t,
			 struct adjudication *x, struct why *why);

/* End it, or give it up if e says that it cannot be. */
enum err lifecycle_finish(struct adjudication *x, enum err e, struct why *why);

/*
 * The same at a table of its own: between lifecycle_open, which leaves nothing
 * if it gives an error, and lifecycle_close, which gives back the memory too.
 * *s: own, or that of the hand, which its holder ends.
 */
struct game_txn {
	struct arena a;
	struct game_ctx t;
	struct adjudication x;
};

enum err lifecycle_open(struct game_txn **s, struct game_txn *own,
			struct judge *j, int64_t game, const struct actor *h,
			struct why *why);
enum err lifecycle_close(struct game_txn *s, enum err e, struct why *why);

/* Nothing was to be done. */
void lifecycle_leave(struct game_txn *s);

/*
 * Within an adjudication: back to the state after a point, or to an event
 * inside of it (judge/game/rewind.h). What was undone then gives its dice to
 * the same decisions again; fresh: no more, as it is of itself where a sealed
 * choice was undone. ERR_USAGE, too, where that was commanded for the same dice
 * before: they are rolled again once.
 */
enum err lifecycle_go_back(struct adjudication *x, const struct actor *h,
			   const struct way_back *to, struct str words,
			   struct why *why);

/* Log the keys that this person revoked while the game could not log it. */
enum err lifecycle_emit_left(struct adjudication *x, const struct person_row *p,
			     struct str by, struct why *why);

/* Within an adjudication: a seat is this person's, with all that goes with it.
 * word: a hash that they have sealed, LIFECYCLE_NO_WORD, or empty. */
enum err lifecycle_sit(struct adjudication *x, int slot, int64_t person,
		       struct str by, struct str word, struct why *why);

/* Log a person's keys, after the event by which the person joins. */
enum err lifecycle_emit_keys(struct adjudication *x, const struct person_row *p,
			     struct str by, struct why *why);
#endif
