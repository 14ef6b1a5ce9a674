/* src/engine/preview_branches.c */
#include "engine/preview_branches.h"
#include "engine/common.h"

/* Positions that may have come about. */
struct places {
	struct game *v[FORESEE_PLACES]; /* made when first needed */
	int n;
};

/* All that it works with. */
struct foreseeing {
	struct arena *a;
	const struct submission *s;
	const struct catalog *catalog;
	struct game_scratch *room;
	struct event_list list;
	struct foreseen *out;
};

/* Some of the orders, from there on, in a position, which the room's game then
 * is; false: it meets a die or something hidden. */
static bool preview_branches_goes(struct foreseeing *x, const struct game *g,
				  int from, int to, bool last)
{
	struct submission s = *x->s;
	struct game_run r = { .game = &x->room->game,
			      .catalog = x->catalog,
			      .trials = trials_init(&x->room->trials),
			      .foresees = s.seat + 1,
			      .out = &x->list };

	s.v += from;
	s.n = to - from;
	s.before = s.before < s.n ? s.before : s.n;
	if (from) {
		/* earlier orders are done, or wait after these */
		s.keep = s.clear = s.resume = false;
		s.n_standing = s.n_forget = s.n_drop = s.before = 0;
	}
	s.wait |= !last;
	s.hold |= !last;
	x->list.n = 0;
	game_copy(&x->room->game, g);
	(void)game_submit(&r, &s);
	return !r.unknown && !r.more;
}

/* How many of the orders meet no die; more orders cannot make an incomplete
 * preview complete. */
static int whole_orders(struct foreseeing *x, const struct game *g)
{
	int whole = 0, broken = x->s->n + 1;

	while (broken - whole > 1) {
		int n = whole + (broken - whole) / 2;

		if (preview_branches_goes(x, g, 0, n, false))
			whole = n;
		else
			broken = n;
	}
	return whole;
}

/* the first alternative of an order that is not refused */
static bool preview_branches_alternative(struct foreseeing *x, int order,
					 const struct game *g,
					 struct decision *out)
{
	struct queue_entry e = x->s->v[order];

	for (int i = 0; i < queue_entry_alternatives(e); i++) {
		queue_entry_alternative(e, i, out);
		if (dry_run_of(trials_init(&x->room->trials), g->sys, g->state,
			       x->s->seat, out))
			return true;
	}
	return false;
}

/* what the dice may bring of an order there; false: that cannot be known */
static bool dice_of(struct foreseeing *x, int order, const struct game *g,
		    struct chances *out)
{
	struct decision *d = ARENA_NEW(x->a, struct decision);

	if (!preview_branches_alternative(x, order, g, d) ||
	    !chances_of(x->a, g, x->s->seat, d, x->catalog, x->room, out))
		return false;
	for (int i = 0; i < out->n; i++)
		if (out->v[i].hidden)
			return false;
	return true;
}

/* the decision just executed without a die, as the only outcome */
static void sure_of(struct foreseeing *x, struct chances *out)
{
	struct chance_outcome *o = &out->v[0];

	*out = (struct chances){ .n = 1, .of = 1 };
	*o = (struct chance_outcome){ .ways = 1 };
	o->v = ARENA_ARRAY(x->a, (size_t)x->list.n + 1, struct event);
	for (; o->n < x->list.n; o->n++)
		event_copy(&o->v[o->n], &x->list.v[o->n]);
	o->state = x->room->game.state;
}

static bool same_events(const struct chance_outcome *a,
			const struct chance_outcome *b)
{
	if (a->n != b->n)
		return false;
	for (int i = 0; i < a->n; i++)
		if (!event_equal(&a->v[i], &b->v[i]))
			return false;
	return true;
}

/* Does the same come of both, as likely? */
static bool same_chances(const struct chances *a, const struct chances *b)
{
	if (a->n != b->n || a->of != b->of)
		return false;
	for (int i = 0; i < a->n; i++)
		if (a->v[i].ways != b->v[i].ways ||
		    !same_events(&a->v[i], &b->v[i]))
			return false;
	return true;
}

/* A copy of this position with another state; false: there are too many. */
static bool add_place(struct foreseeing *x, struct places *p,
		      const struct game *g, const void *state)
{
	struct game *to;

	if (p->n == FORESEE_PLACES)
		return false;
	if (!p->v[p->n])
		p->v[p->n] = arena_alloc_raw(x->a, sizeof(*p->v[0]));
	to = p->v[p->n++];
	game_copy(to, g);
	if (state != g->state)
		memcpy(to->state, state, g->sys->state_size);
	return true;
}

/* A part of it is refused: later orders are kept then. */
static bool preview_branches_stops(const struct chances *c)
{
	for (int i = 0; i < c->n; i++)
		for (int k = 0; k < c->v[i].n; k++)
			if (c->v[i].v[k].kind == COMMON_QUEUE_STOPPED ||
			    c->v[i].v[k].kind == COMMON_REFUSED)
				return true;
	return false;
}

static void outcome_add(struct foreseeing *x, enum foreseen_kind kind,
			int order, const struct chances *c)
{
	struct foreseen_part *p = &x->out->part[x->out->n++];

	*p = (struct foreseen_part){ .kind = kind,
				     .order = order,
				     .v = kind == FORESEEN_HANGS ? NULL : c->v,
				     .n = kind == FORESEEN_HANGS ? 0 : c->n,
				     .of = c->of };
}

/* What becomes of some orders in all positions, and which come of them; false:
 * it ends here. */
static bool preview_branches_step(struct foreseeing *x, const struct places *p,
				  int from, int to, struct places *next)
{
	struct chances *first = NULL;
	bool same = true, goes_on = true, dice = false;

	next->n = 0;
	for (int i = 0; i < p->n; i++) {
		struct chances *c = ARENA_NEW(x->a, struct chances);
		bool whole = preview_branches_goes(x, p->v[i], from, to,
						   to == x->s->n);

		if (whole)
			sure_of(x, c);
		else if (to - from > 1 || !dice_of(x, from, p->v[i], c))
			return false;
		goes_on &= !preview_branches_stops(c);
		for (int k = 0; goes_on && k < c->n; k++)
			goes_on = add_place(x, next,
					    whole ? &x->room->game : p->v[i],
					    c->v[k].state);
		/* where there are too many to look at all, none is compared */
		if (next->n == FORESEE_PLACES && i + 1 < p->n)
			return false;
		dice |= !whole;
		first = first ? first : c;
		same &= same_chances(first, c);
	}
	outcome_add(x,
		    !same  ? FORESEEN_HANGS
		    : dice ? FORESEEN_DICE
			   : FORESEEN_SURE,
		    from, first);
	return goes_on;
}

/* the end of the next order and those that belong to it (ELSE) */
static int chunk_end(const struct submission *s, int from)
{
	int to = from + 1;

	while (to < s->n && queue_entry_flags(s->v[to]) & QUEUE_ELSE)
		to++;
	return to;
}

/* How many orders meet no die, and what the first that does may bring. */
static bool preview_branches_begin(struct foreseeing *x,
				   const struct game *view, struct game *before,
				   struct chances *c)
{
	game_copy(before, view);
	if (x->out->supposed)
		view->sys->suppose(before->state);
	x->out->from = whole_orders(x, before);
	if (x->out->from == x->s->n ||
	    !preview_branches_goes(x, before, 0, x->out->from, false))
		return false;
	game_copy(before, &x->room->game);
	return dice_of(x, x->out->from, before, c);
}

/* step by step, from one set of positions to the next */
static void preview_branches_walk(struct foreseeing *x,
				  const struct game *before)
{
	struct places *p = ARENA_NEW(x->a, struct places);
	struct places *next = ARENA_NEW(x->a, struct places), *last;
	struct foreseen *out = x->out;

	(void)add_place(x, p, before, before->state);
	out->whole = true;
	for (int from = out->from, to; out->whole && from < x->s->n;
	     from = to) {
		to = chunk_end(x->s, from);
		out->whole = out->n < FORESEE_PARTS &&
			     preview_branches_step(x, p, from, to, next);
		last = p;
		p = next;
		next = last;
	}
}

void foresee_on(struct arena *a, const struct game *view,
		const struct submission *s, const struct catalog *catalog,
		struct game_scratch *room, struct foreseen *out)
{
	struct foreseeing x = {
		.a = a, .s = s, .catalog = catalog, .room = room, .out = out
	};
	struct game *before = arena_alloc_raw(a, sizeof(*before));
	struct chances *c = ARENA_NEW(a, struct chances);
	bool known;

	*out = (struct foreseen){ .from = -1 };
	x.list = (struct event_list){
		.v = arena_alloc_raw(a, FORESEE_EVENTS * sizeof(*x.list.v)),
		.max = FORESEE_EVENTS
	};
	known = preview_branches_begin(&x, view, before, c);
	if (!known && !c->too_many && view->sys->suppose) {
		out->supposed = true;
		known = preview_branches_begin(&x, view, before, c);
	}
	if (known)
		preview_branches_walk(&x, before);
	else
		out->from = -1;
}
