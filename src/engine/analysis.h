/*
 * src/engine/analysis.h - what decided a game of two: after each step of the
 * rules the value of the position for seat A (engine/player.h), and of its
 * change the part of the orders and the part of the dice.
 *
 * The part of an order is the mean value after it, over all ways of its dice,
 * less the value before it; the part of the dice is the value after the dice
 * that fell less that mean. Where there are more than some hundred ways, dice
 * are drawn, the same in each run. The value of an unfinished action is the
 * mean over its possible results. Values are hundredths of a point of the game
 * for seat A: the loss of one side is the gain of the other.
 */
#ifndef ENGINE_ANALYSIS_H
#define ENGINE_ANALYSIS_H
#include "engine/game.h"
#include "engine/player.h"

enum {
	ANALYSIS_STEPS = 4096, /* later ones are left out */
	ANALYSIS_TURNS = 1024,
	ANALYSIS_KEY = 3 /* turns that decided */
};

struct analysis_step {
	int64_t point;
	int32_t seat;  /* -1: of the rules alone */
	int32_t value; /* afterwards */
	int32_t order, luck;
	int32_t turn, of; /* by player_rules.turn; 0: it is not known */
};

/* Large: on no stack. */
struct analysis {
	const struct player_rules *rules; /* NULL: nothing is known */
	int n;
	struct analysis_step v[ANALYSIS_STEPS];
	/* the position before the next step */
	bool begun;
	int32_t value;
	int32_t state[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
	struct trials trials;
	int32_t trial[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
};

/* The steps of one turn or round, as the mails count them; where that is not
 * known successive steps of one seat. */
struct analysis_turn {
	int number; /* from 1 */
	int64_t point;
	int32_t seat, value, order, luck; /* seat -1: of all */
	int32_t by[2]; /* of order: by the steps of seat A and of seat B */
};

void analysis_begin(struct analysis *x, const struct player_rules *rules);

/* The position is this one: at the start, and after any change that no order
 * made. */
void analysis_at(struct analysis *x, const void *state);

/* A step has ended (game_run.stepped). rolled: it rolled dice. */
void analysis_step(struct analysis *x, const struct game_run *r, int64_t point,
		   bool rolled);

/* At this point the game went back to the state after an earlier one: steps
 * between them are no part of the game. */
void analysis_undo(struct analysis *x, int64_t to, int64_t point);

/* Steps as turns; how many. */
int analysis_turns(const struct analysis_step *v, int n,
		   struct analysis_turn *out, int max);

/* The turns with the largest changes, the largest first, as numbers of v; how
 * many. */
int analysis_key(const struct analysis_turn *v, int n, int key[ANALYSIS_KEY]);
#endif
