/* src/judge/timers.h - fires due timers. */
#ifndef JUDGE_TIMERS_H
#define JUDGE_TIMERS_H
#include "judge/judge_private.h"

/* One due timer: in a transaction of its caller's. */
enum err timer_fire(struct judge *j, const struct timer_row *t,
		    struct why *why);
#endif
