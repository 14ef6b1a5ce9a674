/*
 * src/cli/clock_check.h - detects jumps of the system clock by comparing it
 * with CLOCK_MONOTONIC. That clock stops while the machine sleeps, so a wake-up
 * counts as a jump, too.
 *
 *	STEADY -jump-> DOUBTED -ten minutes without another-> STEADY
 */
#ifndef CLI_CLOCK_CHECK_H
#define CLI_CLOCK_CHECK_H
#include "base/base.h"

enum {
	CLOCK_JUMP_MS = 60000,    /* less is a clock that is being set right */
	CLOCK_CONFIRM_MS = 600000 /* so long the new time is doubted */
};

/* All zero: nothing is known yet. */
struct clock_check {
	bool begun;
	int64_t ahead_ms;   /* of the system clock before the monotonic one */
	int64_t confirm_ms; /* monotonic: the second check; 0: no doubt */
	int64_t jumped_ms;  /* by how much, of the last jump */
};

enum clock_news {
	CLOCK_SAME,
	CLOCK_JUMPED,    /* now: fire no timer */
	CLOCK_CONFIRMED, /* the second check finds the same time */
};

/* Compare both clocks; returns the change since the last call. */
enum clock_news clock_check(struct clock_check *c, int64_t real_ms,
			    int64_t monotonic_ms);

static inline bool clock_doubted(const struct clock_check *c)
{
	return c->confirm_ms != 0;
}
#endif
