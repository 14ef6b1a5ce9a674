/* src/report/text/combat_stats.c */
#include "report/text/combat_stats.h"

/* NULL: it is no number, or too high a one */
static struct combat_stats_thing *thing_of(struct combat_stats *t,
					   int32_t label)
{
	return label_letter(label) == '#' &&
			       label_number(label) < COMBAT_STATS_THINGS
		       ? &t->thing[label_number(label)]
		       : NULL;
}

static int32_t card_of(struct combat_stats *t, int32_t label)
{
	const struct combat_stats_thing *o = thing_of(t, label);

	return o ? o->card : 0;
}

/* whose it is by its label, NULL: no player's */
static struct combat_stats_seat *seat_of(struct combat_stats *t, int32_t label)
{
	const struct combat_stats_thing *o = thing_of(t, label);
	int seat = o ? o->seat_1 - 1 : label_letter(label) - 'A';

	return label && 0 <= seat && seat < SEATS_MAX ? &t->seat[seat] : NULL;
}

void combat_stats_result(struct combat_stats *t, int32_t by, int32_t on,
			 int chance, bool is_hit)
{
	struct combat_stats_seat *s = seat_of(t, by);

	t->now = (struct combat_stats_blow){ .by = by,
					     .on = on,
					     .chance = chance };
	if (!s)
		return;
	s->blows++;
	s->hits += is_hit;
	s->expected += chance;
}

void combat_stats_dice(struct combat_stats *t, int32_t by, int32_t on, int dice,
		       int shown)
{
	struct combat_stats_seat *s = seat_of(t, by);

	t->now = (struct combat_stats_blow){ .by = by, .on = on };
	t->dice = shown;
	t->n_dice = dice;
	if (!s)
		return;
	s->dice += dice;
	s->shown += shown;
}

void combat_stats_thing(struct combat_stats *t, int32_t label, int32_t card,
			int seat)
{
	struct combat_stats_thing *o = thing_of(t, label);

	if (!o)
		return;
	o->seat_1 = (int8_t)(seat + 1);
	if (card)
		o->card = (int16_t)card;
}

void combat_stats_clicks(struct combat_stats *t, int32_t by, int32_t on,
			 int32_t clicks)
{
	struct combat_stats_seat *s = seat_of(t, by);

	if (!s)
		return;
	s->clicks += clicks;
	if (clicks <= t->best.clicks || t->now.by != by || t->now.on != on)
		return;
	t->best = t->now;
	t->best.clicks = clicks;
	t->best.by_card = card_of(t, by);
	t->best.on_card = card_of(t, on);
}

void combat_stats_lost(struct combat_stats *t, int32_t fig)
{
	struct combat_stats_seat *s = seat_of(t, fig);

	if (s)
		s->lost++;
}
