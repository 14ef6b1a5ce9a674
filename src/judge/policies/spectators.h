/*
 * src/judge/policies/spectators.h - who watches a game: what everybody may see,
 * at a point that lies behind by what the game's policy says (watch-points,
 * watch-days), with the head of that point, and in one letter a day unless it
 * says more (watch-letters). They never act, and hear of nothing newer by other
 * letters.
 *
 * The floor of an observer's seat is the point of which they have been told.
 */
#ifndef JUDGE_POLICIES_SPECTATORS_H
#define JUDGE_POLICIES_SPECTATORS_H
#include "judge/game/adjudicate.h"

enum { SPECTATORS_MAX = 20 }; /* of a game */

static inline bool spectators_is_place(int slot)
{
	return SLOT_OBSERVER <= slot && slot < SLOT_END;
}

/* How many watch. */
int spectators_count(const struct game_ctx *t);

/* Do the players not learn who it is? */
bool spectators_hides(const struct game_ctx *t);

/* The same of a game that is not at hand. */
enum err spectators_hides_in(struct judge *j, int64_t game, bool *yes,
			     struct why *why);

/* At the end of an adjudication: they are to be told of it in their time. */
enum err spectators_save(struct adjudication *x, struct why *why);

/* TIMER_WATCH is due: letters to all whom something is to be told. */
enum err spectators_notify(struct judge *j, int64_t game, struct why *why);
#endif
