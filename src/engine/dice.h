/*
 * src/engine/dice.h - dice rolls; the only source of chance in the rules.
 * Rules ask for faces; the caller supplies the bits: the judge from the game's
 * committed chain, a case from a script. The same bits give the same rolls on
 * every machine and in every release.
 */
#ifndef ENGINE_DICE_H
#define ENGINE_DICE_H
#include "base/base.h"

enum { DICE_MAX_SIDES = 1 << 16 };

/* Dice of which only what they come to together matters. */
struct dice_alike {
	int n;
	unsigned sides;
	/* the same for these faces in any order, and all that follows hangs on
	 * it alone */
	int32_t (*comes_to)(const void *about, const uint8_t *face, int n);
	const void *about;
};

/* A comes_to: their sum. */
int32_t dice_sum(const void *about, const uint8_t *face, int n);

struct dice {
	/* 32 random bits for draw 0, 1, .. of one roll; same call, same bits */
	uint32_t (*bits)(const void *source, uint32_t roll, uint32_t draw);
	const void *source; /* borrowed: must outlive the dice */
	uint32_t n_rolls;   /* made so far; the number of the next one */
	/* called after every roll, to log the roll; or NULL */
	void (*rolled)(void *watcher, uint32_t roll, unsigned sides,
		       unsigned face);
	/* called before rolls that are alike, with nothing else between them:
	 * a search over all results can then skip results with the same
	 * outcome; or NULL */
	void (*alike)(void *watcher, const struct dice_alike *how);
	void *watcher;
};

/*
 * Roll one die of 2..DICE_MAX_SIDES sides: 1..sides, all equally likely. Never
 * fails, so that rules read like the rule book. Every call is one roll,
 * counted.
 */
unsigned dice_roll(struct dice *d, unsigned sides);
#endif
