/* src/engine/dice.c */
#include "engine/dice.h"

unsigned dice_roll(struct dice *d, unsigned sides)
{
	assert(2 <= sides && sides <= DICE_MAX_SIDES);
	/* 2^32 is no multiple of 6: uncut, a d6 would favour its low faces. */
	uint32_t fair = UINT32_MAX - UINT32_MAX % sides;
	uint32_t bits, draw = 0;

	do {
		bits = d->bits(d->source, d->n_rolls, draw++);
	} while (bits >= fair);
	if (d->rolled)
		d->rolled(d->watcher, d->n_rolls, sides, 1 + bits % sides);
	d->n_rolls++;
	return 1 + bits % sides;
}

int32_t dice_sum(const void *about, const uint8_t *face, int n)
{
	int32_t sum = 0;

	(void)about;
	for (int i = 0; i < n; i++)
		sum += face[i];
	return sum;
}
