/* src/rules/system.c */
#include "rules/system.h"

static uint32_t secret_bits(const void *source, uint32_t number, uint32_t draw)
{
	const struct secrets *x = source;

	return x->bits(x->source, number, draw);
}

unsigned secret_draw(const struct secrets *x, uint32_t number, unsigned sides)
{
	struct dice d = { .bits = secret_bits, .source = x, .n_rolls = number };
	unsigned value = dice_roll(&d, sides);

	if (x->drawn)
		x->drawn(x->watcher, number, sides, value);
	return value;
}

void run_emit(struct run *r, const struct event *e)
{
	bool fits;

	assert(r->out->n < r->out->max);
	event_copy(&r->out->v[r->out->n++], e);
	fits = r->sys->evolve(r->state, e);
	assert(fits);
	(void)fits;
}
