/*
 * src/tournament/glicko2.h - computes Glicko-2 ratings of players (M. Glickman,
 * "Example of the Glicko-2 system", 2013).
 *
 * Apart from pictures, only this file uses floating point. Each number is
 * rounded at the end of a period, to the units of struct glicko2, so that
 * differences in the last digits of mathematical libraries do not add up: the
 * same games give the same rating, except on the very edge between two
 * hundredths.
 */
#ifndef TOURNAMENT_GLICKO2_H
#define TOURNAMENT_GLICKO2_H
#include "base/base.h"

struct glicko2 {
	int32_t rating;     /* hundredths: 150000 for a new player */
	int32_t deviation;  /* hundredths: 35000 for a new player, never more */
	int32_t volatility; /* millionths: 60000 for a new player */
};

/* the values of a player without rated games */
#define GLICKO2_NEW ((struct glicko2){ 150000, 35000, 60000 })

/* how much volatility may change, in thousandths; Glickman: 300 to 1200 */
enum { GLICKO2_TAU = 500 };

enum { GLICKO2_MAX_GAMES = 256 };

/* a game of the period: against whom, as rated before the period */
struct rated_game {
	struct glicko2 against;
	int32_t score;  /* thousandths: 1000 won, 500 drawn, 0 lost */
	int32_t weight; /* thousandths: 1000; at a table of n seats each of the
			   n - 1 pairs weighs 1000 / (n - 1) */
};

/*
 * The rating after a period in which the n games ended, 0..GLICKO2_MAX_GAMES;
 * none lets the deviation grow. The order of the games does not matter. tau in
 * thousandths, 300..1200. The fields of before are in the ranges that this
 * function returns: rating within a million, deviation 1..35000, volatility
 * 1..1000000.
 */
struct glicko2 glicko2_after(struct glicko2 before,
			     const struct rated_game *games, uint32_t n,
			     int32_t tau);
#endif
