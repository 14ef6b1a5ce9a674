/*
 * src/engine/random_pick.h - drawing by chance among decisions (system.sample)
 * and in random play. What the rules roll is rolled by dice alone.
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
