/* src/report/text/combat_stats.c */
#include "report/text/combat_stats.h"

enum { COMBAT_STATS_SWING = 40 }; /* less is no turning point */

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

/* how far a blow was from what its chance promised, by what it did */
static int32_t swing_of(const struct combat_stats_blow *b)
{
	int32_t did = b->clicks + 3 * (b->took + b->felled);

	if (!b->by || !b->chance)
		return 0;
	return b->hit || did ? (100 - b->chance) * (did > 1 ? did : 1)
			     : b->chance;
}

void combat_stats_end(struct combat_stats *t)
{
	struct combat_stats_blow b = t->now;
	int32_t swing = swing_of(&b);

	t->now = (struct combat_stats_blow){ 0 };
	if (swing < COMBAT_STATS_SWING)
		return;
	b.by_card = card_of(t, b.by);
	if (!b.on_card)
		b.on_card = card_of(t, b.on);
	for (int i = 0; i < COMBAT_STATS_TURNS; i++) {
		struct combat_stats_blow other = t->turn[i];

		if (swing_of(&other) >= swing)
			continue;
		t->turn[i] = b;
		b = other;
		swing = swing_of(&b);
	}
}

void combat_stats_result(struct combat_stats *t, int32_t by, int32_t on,
			 int chance, bool is_hit)
{
	struct combat_stats_seat *s = seat_of(t, by);

	combat_stats_end(t);
	t->now = (struct combat_stats_blow){ .by = by,
					     .on = on,
					     .chance = chance,
					     .round = t->round,
					     .hit = is_hit };
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

	combat_stats_end(t);
	t->now = (struct combat_stats_blow){ .by = by,
					     .on = on,
					     .round = t->round };
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
	if (t->now.by == by && t->now.on == on)
		t->now.clicks += clicks;
	if (clicks <= t->best.clicks || t->now.by != by || t->now.on != on)
		return;
	t->best = t->now;
	t->best.clicks = clicks;
	t->best.by_card = card_of(t, by);
	t->best.on_card = card_of(t, on);
}

void combat_stats_lost(struct combat_stats *t, int32_t fig, int32_t by)
{
	struct combat_stats_seat *s = seat_of(t, fig);

	if (t->now.on == fig && t->now.by == by) {
		t->now.felled = true;
		t->now.on_card = card_of(t, fig);
	}
	if (!s)
		return;
	s->lost++;
	if (t->n_fallen < COMBAT_STATS_FALLEN)
		t->fallen[t->n_fallen++] = (struct combat_stats_loss){
			.fig = fig,
			.fig_card = card_of(t, fig),
			.by = by,
			.by_card = card_of(t, by),
			.round = t->round,
		};
}

void combat_stats_captured(struct combat_stats *t, int32_t fig, int32_t by)
{
	if (t->now.on == fig && t->now.by == by)
		t->now.took = true;
}
