/*
 * src/judge/policies/beacon_timer.h - looks for the pulse that a game waits
 * for, and rolls with it (judge/game/beacon_wait.h).
 */
#ifndef JUDGE_POLICIES_BEACON_TIMER_H
#define JUDGE_POLICIES_BEACON_TIMER_H
#include "judge/game/adjudicate.h"

/* The time of a pulse has come: in a transaction of its caller's. */
enum err beacon_wait_time(struct game_ctx *t, const struct timer_row *timer,
			  struct arena *a, struct why *why);
#endif
