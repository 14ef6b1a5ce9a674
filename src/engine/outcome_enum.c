/* src/engine/outcome_enum.c */
#include "engine/outcome_enum.h"

static uint64_t outcome_enum_common(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Add the current way to the counted outcomes; false: too many. */
static bool outcome_enum_count(struct chances *c, struct chance_outcome *o,
			       const struct dice_ways *s)
{
	uint64_t ways, of, times;

	if (!dice_ways_weight(s, &ways, &of))
		return false;
	times = of / outcome_enum_common(c->of, of);
	if (c->of > DICE_WAYS_OF / times)
		return false;
	c->of *= times;
	for (int i = 0; i < c->n; i++)
		c->v[i].ways *= times;
	o->ways += c->of / of * ways;
	return true;
}

/* One attempt: the decision and its view. */
struct attempt {
	const struct game *view;
	int seat;
	const struct decision *d;
	const struct catalog *catalog;
	int ways;
	bool each;
	struct game_scratch *room;
	struct event_list list;
	bool hidden; /* something hidden has a part in it */
};

/* Carry it out with these dice, and what the rules do then; false: it rolls
 * none, or too many. */
static bool outcome_enum_tried(struct attempt *x, struct dice_ways *s)
{
	struct dice dice = dice_ways_dice(s, x->each);
	const struct game *view = x->view;
	struct game_scratch *room = x->room;
	struct refusal no = { 0 };
	struct run run = { .sys = view->sys,
			   .dice = &dice,
			   .on_view = true,
			   .catalog = x->catalog,
			   .trials = trials_init(&room->trials),
			   .out = &x->list };
	enum verdict verdict;

	game_copy(&room->game, view);
	run.state = room->game.state;
	x->list.n = 0;
	verdict = view->sys->decide(&run, x->seat, x->d, &no);
	if (verdict == VERDICT_DONE && !run.unknown && !dice_ways_rolled(s))
		view->sys->advance(&run);
	/* hidden values may decide after the dice: the roll itself is known */
	x->hidden = run.unknown || verdict == VERDICT_UNKNOWN;
	return dice_ways_rolled(s) && !dice_ways_too_many(s);
}

static void outcome_enum_sort(struct chances *c)
{
	for (int i = 1; i < c->n; i++)
		for (int k = i; k && c->v[k].ways > c->v[k - 1].ways; k--) {
			struct chance_outcome o = c->v[k];

			c->v[k] = c->v[k - 1];
			c->v[k - 1] = o;
		}
}

/* The outcome that leads to this state, or a new one; NULL: too many. */
static struct chance_outcome *outcome_of(struct arena *a, struct chances *c,
					 const struct game *g, bool hidden,
					 const struct event_list *list)
{
	size_t size = g->sys->state_size;
	struct chance_outcome *o;

	for (int i = 0; i < c->n; i++)
		if (c->v[i].hidden == hidden &&
		    !memcmp(c->v[i].state, g->state, size))
			return &c->v[i];
	if (c->n == CHANCE_OUTCOMES)
		return NULL;
	o = &c->v[c->n++];
	o->state = arena_copy(a, g->state, size);
	o->hidden = hidden;
	o->v = ARENA_ARRAY(a, (size_t)list->n + 1, struct event);
	for (o->n = 0; o->n < list->n; o->n++)
		event_copy(&o->v[o->n], &list->v[o->n]);
	return o;
}

/* All ways, one after the other. */
static bool count_all(struct arena *a, struct attempt *x, struct chances *out)
{
	struct dice_ways *s = dice_ways_new(a);

	*out = (struct chances){ .of = 1 };
	x->list = (struct event_list){ .v = ARENA_ARRAY(a, GAME_MARGIN,
							struct event),
				       .max = GAME_MARGIN };
	do {
		struct chance_outcome *o;

		out->tried++;
		out->too_many = out->tried > x->ways;
		if (out->too_many || !outcome_enum_tried(x, s)) {
			out->too_many |= dice_ways_too_many(s);
			return false;
		}
		o = outcome_of(a, out, &x->room->game, x->hidden, &x->list);
		out->too_many = !o || !outcome_enum_count(out, o, s);
		if (out->too_many)
			return false;
	} while (dice_ways_next(s));
	outcome_enum_sort(out);
	return true;
}

bool chances_of(struct arena *a, const struct game *view, int seat,
		const struct decision *d, const struct catalog *catalog,
		struct game_scratch *room, struct chances *out)
{
	struct attempt x = { .view = view,
			     .seat = seat,
			     .d = d,
			     .catalog = catalog,
			     .ways = CHANCE_WAYS,
			     .room = room };

	return count_all(a, &x, out);
}

bool chances_of_each(struct arena *a, const struct chances_try *t,
		     struct game_scratch *room, struct chances *out)
{
	struct attempt x = { .view = t->view,
			     .seat = t->seat,
			     .d = t->d,
			     .catalog = t->catalog,
			     .ways = t->ways,
			     .each = true,
			     .room = room };

	return count_all(a, &x, out);
}
