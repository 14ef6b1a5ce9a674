/* src/engine/outcome_enum.c */
#include "engine/outcome_enum.h"

enum {
	CHOICES = 16,
	DICE = 18,    /* that are alike at once: 6^18 is below CHANCE_OF */
	SETS = 40000, /* of their faces, whatever the order */
	KINDS = 512   /* of what they come to */
};

/* Faces that come to the same as others. */
struct kind {
	uint8_t face[DICE]; /* of the first such set */
	int32_t comes_to;
	uint64_t ways;
};

/* A die, or dice that are alike, and their choice in the current way. */
struct choice {
	int n; /* dice */
	unsigned sides;
	int is, of;
	const struct kind *kind; /* `of` of them; NULL: one die, its faces */
};

/* The dice of one way: the first n choices are made, others are the first of
 * theirs. */
struct script {
	struct arena *a;
	struct choice choice[CHOICES];
	int n;
	int met;  /* choices begun */
	int left; /* dice of the last one that have not been rolled */
	bool full;
	struct kind room[KINDS];
};

static uint32_t outcome_enum_scripted(const void *source, uint32_t roll,
				      uint32_t draw)
{
	const struct script *s = source;

	(void)roll;
	(void)draw;
	if (s->left) {
		const struct choice *c = &s->choice[s->met - 1];

		return c->kind[c->is].face[c->n - s->left] - 1U;
	}
	return s->met < s->n ? (uint32_t)s->choice[s->met].is : 0;
}

/* The next choice; NULL: there are too many. */
static struct choice *choice_begin(struct script *s)
{
	struct choice *c = &s->choice[s->met];

	if (s->met == CHOICES) {
		s->full = true;
		return NULL;
	}
	if (s->met++ >= s->n)
		*c = (struct choice){ .is = 0 };
	return c;
}

static void on_roll(void *watcher, uint32_t roll, unsigned sides, unsigned face)
{
	struct script *s = watcher;
	struct choice *c;

	(void)roll;
	(void)face;
	if (s->left) {
		s->left--;
		return;
	}
	c = choice_begin(s);
	if (!c)
		return;
	c->n = 1;
	c->sides = sides;
	c->of = (int)sides;
}

/* The next set of faces, none less than the one before it. */
static bool faces_next(uint8_t *face, int n, unsigned sides)
{
	int i = n;

	while (i > 0 && face[i - 1] == sides)
		i--;
	if (!i)
		return false;
	memset(face + i - 1, face[i - 1] + 1, (size_t)(n - i + 1));
	return true;
}

/* In how many orders these faces may fall. */
static uint64_t orders_of(const uint8_t *face, int n)
{
	uint64_t ways = 1, same = 0;

	for (int i = 0; i < n; i++) {
		same = i && face[i] == face[i - 1] ? same + 1 : 1;
		ways = ways * (uint64_t)(i + 1) / same;
	}
	return ways;
}

/* What such dice may come to; false: too much. */
static bool kinds_of_dice(struct script *s, const struct dice_alike *how,
			  struct choice *c)
{
	struct kind *kind = s->room;
	uint8_t face[DICE];
	int sets = 0;

	memset(face, 1, (size_t)how->n);
	do {
		int32_t to = how->comes_to(how->about, face, how->n);
		int i = 0;

		while (i < c->of && kind[i].comes_to != to)
			i++;
		if (i == KINDS || ++sets > SETS)
			return false;
		if (i == c->of) {
			c->of++;
			kind[i].comes_to = to;
			kind[i].ways = 0;
			memcpy(kind[i].face, face, (size_t)how->n);
		}
		kind[i].ways += orders_of(face, how->n);
	} while (faces_next(face, how->n, how->sides));
	c->kind = memcpy(ARENA_ARRAY(s->a, (size_t)c->of, struct kind), kind,
			 (size_t)c->of * sizeof(*kind));
	return true;
}

static void on_alike(void *watcher, const struct dice_alike *how)
{
	struct script *s = watcher;
	struct choice *c;

	if (how->n > DICE || s->left) {
		s->full = true;
		return;
	}
	c = choice_begin(s);
	if (!c)
		return;
	/* the choices before it are those of the last way: so are its kinds */
	if (!c->kind && !kinds_of_dice(s, how, c)) {
		s->full = true;
		s->met--;
		return;
	}
	c->n = how->n;
	c->sides = how->sides;
	s->left = how->n;
}

/* The next way, in the order of a counter; false: that was the last. */
static bool script_next(struct script *s)
{
	int i = s->met;

	while (i > 0 && s->choice[i - 1].is == s->choice[i - 1].of - 1)
		i--;
	if (!i)
		return false;
	s->choice[i - 1].is++;
	s->n = i;
	s->met = 0;
	s->left = 0;
	return true;
}

static uint64_t outcome_enum_common(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/*
 * The number of ways that the current one represents, and the total; false:
 * too many.
 */
static bool outcome_enum_weight(const struct script *s, uint64_t *ways,
				uint64_t *of)
{
	*ways = *of = 1;
	for (int i = 0; i < s->met; i++) {
		const struct choice *c = &s->choice[i];

		*ways *= c->kind ? c->kind[c->is].ways : 1;
		for (int k = 0; k < c->n; k++)
			if ((*of *= c->sides) > CHANCE_OF)
				return false;
	}
	return true;
}

/* Add the current way to the counted outcomes; false: too many. */
static bool outcome_enum_count(struct chances *c, struct chance_outcome *o,
			       const struct script *s)
{
	uint64_t ways, of, times;

	if (!outcome_enum_weight(s, &ways, &of))
		return false;
	times = of / outcome_enum_common(c->of, of);
	if (c->of > CHANCE_OF / times)
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
static bool outcome_enum_tried(struct attempt *x, struct script *s)
{
	struct dice dice = { .bits = outcome_enum_scripted,
			     .source = s,
			     .rolled = on_roll,
			     .alike = x->each ? NULL : on_alike,
			     .watcher = s };
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
	if (verdict == VERDICT_DONE && !run.unknown && !s->met)
		view->sys->advance(&run);
	/* hidden values may decide after the dice: the roll itself is known */
	x->hidden = run.unknown || verdict == VERDICT_UNKNOWN;
	return s->met && !s->full;
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
	struct script *s = ARENA_NEW(a, struct script);

	s->a = a;
	*out = (struct chances){ .of = 1 };
	x->list = (struct event_list){ .v = ARENA_ARRAY(a, GAME_MARGIN,
							struct event),
				       .max = GAME_MARGIN };
	do {
		struct chance_outcome *o;

		out->tried++;
		out->too_many = out->tried > x->ways;
		if (out->too_many || !outcome_enum_tried(x, s)) {
			out->too_many |= s->full;
			return false;
		}
		o = outcome_of(a, out, &x->room->game, x->hidden, &x->list);
		out->too_many = !o || !outcome_enum_count(out, o, s);
		if (out->too_many)
			return false;
	} while (script_next(s));
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
