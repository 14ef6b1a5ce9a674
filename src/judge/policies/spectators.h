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

enum { GALLERY_MAX = 20 }; /* of a game */

static inline bool gallery_is_place(int slot)
{
	return SLOT_OBSERVER <= slot && slot < SLOT_END;
}

/* How many watch. */
int gallery_count(const struct table *t);

/* Do the players not learn who it is? */
bool gallery_hides(const struct table *t);

/* The same of a game that is not at hand. */
enum err gallery_hides_in(struct judge *j, int64_t game, bool *yes,
			  struct why *why);

/* At the end of an adjudication: they are to be told of it in their time. */
enum err gallery_keep(struct adjudication *x, struct why *why);

/* TIMER_WATCH is due: letters to all whom something is to be told. */
enum err gallery_tell(struct judge *j, int64_t game, struct why *why);
#endif
