/* src/report/tally.c */
#include "report/tally.h"

/* whose it is by its label, NULL: no player's */
static struct tally_seat *seat_of(struct tally *t, int32_t label)
{
	int seat = label_letter(label) - 'A';

	return label && 0 <= seat && seat < SEATS_MAX ? &t->seat[seat] : NULL;
}

void tally_result(struct tally *t, int32_t by, int32_t on, int chance,
		  bool is_hit)
{
	struct tally_seat *s = seat_of(t, by);

	t->now = (struct tally_blow){ .by = by, .on = on, .chance = chance };
	if (!s)
		return;
	s->blows++;
	s->hits += is_hit;
	s->expected += chance;
}

void tally_clicks(struct tally *t, int32_t by, int32_t on, int32_t clicks)
{
	struct tally_seat *s = seat_of(t, by);

	if (!s)
		return;
	s->clicks += clicks;
	if (clicks <= t->best.clicks || t->now.by != by || t->now.on != on)
		return;
	t->best = t->now;
	t->best.clicks = clicks;
}

void tally_lost(struct tally *t, int32_t fig)
{
	struct tally_seat *s = seat_of(t, fig);

	if (s)
		s->lost++;
}
