/*
 * src/judge/policies/lifecycle.h - creates, starts, pauses, changes and ends
 * games, for game masters and the operator. Each function is one adjudication
 * in its caller's transaction. ERR_USAGE, with a text for the sender, if the
 * game does not allow the command; then nothing has changed.
 */
#ifndef JUDGE_POLICIES_LIFECYCLE_H
#define JUDGE_POLICIES_LIFECYCLE_H
#include "judge/game/game_txn.h"

enum err lifecycle_new(struct judge *j, const struct game_plan *plan,
		       struct arena *a, struct str *name, int64_t *id,
		       struct why *why);
/* An option that the rules do not take: the nearest name, or its values. */
enum err lifecycle_option_reject(const struct system *sys, struct str name,
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
/* UNSEAL of a game master: press messages to them may be opened
 * (judge/policies/press_publish.h). */
enum err lifecycle_unseal(struct judge *j, int64_t game, const struct actor *h,
			  int64_t point, struct why *why);
/* READMIT: the log says that the keys of this seat's player are to be
 * exchanged, and on whose word. */
enum err lifecycle_readmit(struct judge *j, int64_t game, const struct actor *h,
			   int slot, struct why *why);
enum err lifecycle_undo(struct judge *j, int64_t game, const struct actor *h,
			const struct way_back *to, struct str words,
			struct why *why);

/* Within an adjudication: a seat is this person's, with all that goes with it.
 * word: a hash that they have sealed, ACTOR_NO_WORD, or empty. */
enum err lifecycle_sit(struct adjudication *x, int slot, int64_t person,
		       struct str by, struct str word, struct why *why);

#endif
