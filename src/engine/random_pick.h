/*
 * src/engine/random_pick.h - random choice among decisions, for
 * system.random_decision and random play. The rules themselves roll with
 * engine/dice.h only.
 */
#ifndef ENGINE_RANDOM_PICK_H
#define ENGINE_RANDOM_PICK_H
#include "engine/dice.h"

/* 0..n-1; of nothing, 0 */
static inline int draw(struct dice *rng, int n)
{
	return n < 2 ? 0 : (int)dice_roll(rng, (unsigned)n) - 1;
}

static inline bool chance(struct dice *rng, int one_in)
{
	return !draw(rng, one_in);
}
#endif
