/* src/page/chance.c */
#include "page/chance.h"

enum { ROLLS = 16 };

/* The dice of one way: the faces of the first n, then ones. */
struct script {
	unsigned face[ROLLS], sides[ROLLS];
	int n;      /* faces that are set */
	int rolled; /* of which sides are known now */
	bool full;
};

static uint32_t scripted(const void *source, uint32_t roll, uint32_t draw)
{
	const struct script *s = source;

	(void)draw;
	return (int)roll < s->n ? s->face[roll] - 1 : 0;
}

static void on_roll(void *watcher, uint32_t roll, unsigned sides, unsigned face)
{
	struct script *s = watcher;

	if (roll >= ROLLS) {
		s->full = true;
		return;
	}
	s->sides[roll] = sides;
	s->face[roll] = face;
	s->rolled = (int)roll + 1;
}

/* The next way, in the order of a counter; false: that was the last. */
static bool script_next(struct script *s)
{
	int i = s->rolled;

	while (i > 0 && s->face[i - 1] == s->sides[i - 1])
		i--;
	if (!i)
		return false;
	s->face[i - 1]++;
	s->n = i;
	s->rolled = 0;
	return true;
}

static uint64_t common(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* One way in `of` joins those that are counted. */
static void count(struct chances *c, struct outcome *o, uint64_t of)
{
	uint64_t times = of / common(c->of, of);

	c->of *= times;
	for (int i = 0; i < c->n; i++)
		c->v[i].ways *= times;
	o->ways += c->of / of;
}

/* Carry it out with these dice, and what the rules do then; false: it rolls
 * none, or too many. */
static bool tried(const struct game *view, int seat, const struct decision *d,
		  const struct catalog *catalog, struct script *s,
		  struct game_scratch *room, struct event_list *out,
		  bool *hidden)
{
	struct dice dice = {
		.bits = scripted, .source = s, .rolled = on_roll, .watcher = s
	};
	struct refusal no = { 0 };
	struct run run = { .sys = view->sys,
			   .dice = &dice,
			   .on_view = true,
			   .catalog = catalog,
			   .trials = trials_init(&room->trials),
			   .out = out };
	enum verdict verdict;

	game_copy(&room->game, view);
	run.state = room->game.state;
	out->n = 0;
	verdict = view->sys->decide(&run, seat, d, &no);
	if (verdict == VERDICT_DONE && !run.unknown && !s->rolled)
		view->sys->advance(&run);
	/* what is hidden may decide behind the dice: how they fell is known */
	*hidden = run.unknown || verdict == VERDICT_UNKNOWN;
	return s->rolled && !s->full;
}

static void sort(struct chances *c)
{
	for (int i = 1; i < c->n; i++)
		for (int k = i; k && c->v[k].ways > c->v[k - 1].ways; k--) {
			struct outcome o = c->v[k];

			c->v[k] = c->v[k - 1];
			c->v[k - 1] = o;
		}
}

/* The outcome that leads to this state, or a new one; NULL: too many. */
static struct outcome *outcome_of(struct arena *a, struct chances *c,
				  const struct game *g, bool hidden,
				  const struct event_list *list)
{
	size_t size = g->sys->state_size;
	struct outcome *o;

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

bool chances_of(struct arena *a, const struct game *view, int seat,
		const struct decision *d, const struct catalog *catalog,
		struct game_scratch *room, struct chances *out)
{
	struct script s = { .n = 0 };
	struct event_list list = { .v = ARENA_ARRAY(a, GAME_MARGIN,
						    struct event),
				   .max = GAME_MARGIN };
	int ways = 0;
	bool hidden;

	*out = (struct chances){ .of = 1 };
	do {
		struct outcome *o;
		uint64_t of = 1;

		if (++ways > CHANCE_WAYS ||
		    !tried(view, seat, d, catalog, &s, room, &list, &hidden))
			return false;
		for (int i = 0; i < s.rolled; i++)
			of *= s.sides[i];
		o = outcome_of(a, out, &room->game, hidden, &list);
		if (!o)
			return false;
		count(out, o, of);
	} while (script_next(&s));
	sort(out);
	return true;
}
