/*
 * src/judge/policies/entropy_timer.h - ends a step of the random words when its
 * time is over, and reminds seats before.
 */
#ifndef JUDGE_POLICIES_ENTROPY_TIMER_H
#define JUDGE_POLICIES_ENTROPY_TIMER_H
#include "judge/game/adjudicate.h"

/* The time of a step is over: in a transaction of its caller's. */
enum err entropy_time(struct game_ctx *t, struct arena *a, struct why *why);

/* The step ends soon: remind the awaited seats. */
enum err entropy_warn(const struct game_ctx *t, struct arena *a,
		      struct why *why);
#endif
