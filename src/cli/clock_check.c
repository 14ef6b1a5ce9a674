/* src/cli/clock_check.c */
#include "cli/clock_check.h"

enum clock_news clock_check(struct clock_check *c, int64_t real_ms,
			    int64_t monotonic_ms)
{
	int64_t ahead_ms = real_ms - monotonic_ms;
	int64_t by_ms = c->begun ? ahead_ms - c->ahead_ms : 0;

	c->begun = true;
	/* a clock that is set right little by little does not jump */
	c->ahead_ms = ahead_ms;
	if (by_ms > CLOCK_JUMP_MS || by_ms < -CLOCK_JUMP_MS) {
		c->jumped_ms = by_ms;
		c->confirm_ms = monotonic_ms + CLOCK_CONFIRM_MS;
		return CLOCK_JUMPED;
	}
	if (!c->confirm_ms || monotonic_ms < c->confirm_ms)
		return CLOCK_SAME;
	c->confirm_ms = 0;
	return CLOCK_CONFIRMED;
}
