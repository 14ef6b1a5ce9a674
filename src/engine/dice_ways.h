/*
 * src/engine/dice_ways.h - all ways in which the dice of one piece of work can
 * fall: the caller does the work again for each way. Of results with the same
 * outcome, which the rules announce (struct dice_alike), one is tried and
 * counts for all.
 */
#ifndef ENGINE_DICE_WAYS_H
#define ENGINE_DICE_WAYS_H
#include "base/arena.h"
#include "engine/dice.h"

#define DICE_WAYS_OF (UINT64_C(1) << 48) /* equally likely ones, at most */

struct dice_ways;

/* At the first way. Lives in the arena. */
struct dice_ways *dice_ways_new(struct arena *a);

/* The dice of the current way, for one run of the work. each: dice that are
 * alike are tried one by one, too. */
struct dice dice_ways_dice(struct dice_ways *w, bool each);

/* The run has rolled dice. */
bool dice_ways_rolled(const struct dice_ways *w);

/* It has rolled more than can be counted. */
bool dice_ways_too_many(const struct dice_ways *w);

/* The next way; false: that was the last. */
bool dice_ways_next(struct dice_ways *w);

/* The current way stands for `ways` of `of` equally likely ones; false: too
 * many. */
bool dice_ways_weight(const struct dice_ways *w, uint64_t *ways, uint64_t *of);
#endif
