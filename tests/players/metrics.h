/*
 * tests/players/metrics.h - counts how a side plays Rebellion: actions,
 * attacks and their odds, clicks, pushes, rear attacks, formations, passes.
 */
#ifndef TESTS_PLAYERS_METRICS_H
#define TESTS_PLAYERS_METRICS_H
#include "engine/event.h"

struct metrics {
	int games;
	int64_t actions, attacks, odds; /* odds: sum of per cent, by target */
	int64_t targets;                /* attacked ones */
	int64_t dealt, taken, pushed;   /* clicks */
	int64_t rear, formations, passes, healed, points;
};

/* Count an event for both sides; side[0] is of seat A. */
void metrics_add(struct metrics *const side[2], const struct event *e);

/* One line: means per game. */
void metrics_print(const struct metrics *m, const char *name);
#endif
