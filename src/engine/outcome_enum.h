/*
 * src/engine/outcome_enum.h - computes the exact probabilities of one
 * decision's outcomes: the rules execute it for every result of the dice, on a
 * copy of the view. Of results with the same outcome, which the rules announce
 * (struct dice_alike), one is tried and counts for all.
 */
#ifndef ENGINE_OUTCOME_ENUM_H
#define ENGINE_OUTCOME_ENUM_H
#include "base/arena.h"
#include "engine/dice_ways.h"
#include "engine/game.h"

enum {
	CHANCE_OUTCOMES = 64, /* that differ in what they lead to */
	CHANCE_EVENTS = 64,   /* of one of them */
	CHANCE_WAYS = 1500    /* of the dice that are tried */
};

struct chance_outcome {
	struct event *v; /* of the first way that leads there */
	int n;
	const void *state; /* that it leads to */
	uint64_t ways;     /* of struct chances.of equally likely ones */
	bool hidden; /* the outcome depends on something hidden from the seat */
};

struct chances {
	struct chance_outcome v[CHANCE_OUTCOMES];
	int n;
	uint64_t of;   /* at most DICE_WAYS_OF */
	int tried;     /* ways */
	bool too_many; /* ways or outcomes: that is why there are none */
};

/*
 * The outcomes of this seat's decision, the likeliest first; if the decision
 * rolls nothing itself, of the rules' work after it. False: it needs no die,
 * or meets something hidden first, or the dice have too many results. room:
 * its game is overwritten. All in the arena.
 */
bool chances_of(struct arena *a, const struct game *view, int seat,
		const struct decision *d, const struct catalog *catalog,
		struct game_scratch *room, struct chances *out);

/* A decision to try way by way. */
struct chances_try {
	const struct game *view;
	int seat;
	const struct decision *d;
	const struct catalog *catalog;
	int ways; /* so many at most */
};

/* The same by trying each way: what it must come to. */
bool chances_of_each(struct arena *a, const struct chances_try *t,
		     struct game_scratch *room, struct chances *out);
#endif
