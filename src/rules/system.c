/* src/rules/system.c */
#include "rules/system.h"

void run_emit(struct run *r, const struct event *e)
{
	bool fits;

	assert(r->out->n < r->out->max);
	event_copy(&r->out->v[r->out->n++], e);
	fits = r->sys->evolve(r->state, e);
	assert(fits);
	(void)fits;
}
