/*
 * src/judge/policies/timer_retry.h - retries failed timers: each is retried in
 * an hour and blocks no other timer until then. The due time does not change:
 * the log must show the deadline that players were given. A newly opened judge
 * retries all of them.
 */
#ifndef JUDGE_POLICIES_TIMER_RETRY_H
#define JUDGE_POLICIES_TIMER_RETRY_H
#include "store/games.h"

struct judge;

/* Part of a judge; all zero there are none. */
struct put_offs {
	struct timer_retry_row {
		struct timer_row t;
		int64_t again_s;
	} * v; /* owned */
	size_t n;
};

/* From now on. */
void put_off(struct judge *j, const struct timer_row *t);

/* The first timer up to until_s that is to be tried: not one that was put off,
 * unless it was set anew, for another time. ERR_NOT_FOUND: none. */
enum err timers_next(struct judge *j, int64_t until_s, struct timer_row *t,
		     struct why *why);

/* When the first of them is tried again, INT64_MAX if there is none. */
int64_t timer_retry_next(const struct judge *j);
#endif
