/* src/engine/dice_ways.c */
#include "engine/dice_ways.h"

enum {
	CHOICES = 16,
	DICE = 18,    /* that are alike at once: 6^18 is below DICE_WAYS_OF */
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
struct dice_ways {
	struct arena *a;
	struct choice choice[CHOICES];
	int n;
	int met;  /* choices begun */
	int left; /* dice of the last one that have not been rolled */
	bool full;
	struct kind room[KINDS];
};

static uint32_t ways_scripted(const void *source, uint32_t roll, uint32_t draw)
{
	const struct dice_ways *w = source;

	(void)roll;
	(void)draw;
	if (w->left) {
		const struct choice *c = &w->choice[w->met - 1];

		return c->kind[c->is].face[c->n - w->left] - 1U;
	}
	return w->met < w->n ? (uint32_t)w->choice[w->met].is : 0;
}

/* The next choice; NULL: there are too many. */
static struct choice *choice_begin(struct dice_ways *w)
{
	struct choice *c = &w->choice[w->met];

	if (w->met == CHOICES) {
		w->full = true;
		return NULL;
	}
	if (w->met++ >= w->n)
		*c = (struct choice){ .is = 0 };
	return c;
}

static void on_roll(void *watcher, uint32_t roll, unsigned sides, unsigned face)
{
	struct dice_ways *w = watcher;
	struct choice *c;

	(void)roll;
	(void)face;
	if (w->left) {
		w->left--;
		return;
	}
	c = choice_begin(w);
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
static bool kinds_of_dice(struct dice_ways *w, const struct dice_alike *how,
			  struct choice *c)
{
	struct kind *kind = w->room;
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
	c->kind = memcpy(ARENA_ARRAY(w->a, (size_t)c->of, struct kind), kind,
			 (size_t)c->of * sizeof(*kind));
	return true;
}

static void on_alike(void *watcher, const struct dice_alike *how)
{
	struct dice_ways *w = watcher;
	struct choice *c;

	if (how->n > DICE || w->left) {
		w->full = true;
		return;
	}
	c = choice_begin(w);
	if (!c)
		return;
	/* the choices before it are those of the last way: so are its kinds */
	if (!c->kind && !kinds_of_dice(w, how, c)) {
		w->full = true;
		w->met--;
		return;
	}
	c->n = how->n;
	c->sides = how->sides;
	w->left = how->n;
}

struct dice_ways *dice_ways_new(struct arena *a)
{
	struct dice_ways *w = ARENA_NEW(a, struct dice_ways);

	w->a = a;
	return w;
}

struct dice dice_ways_dice(struct dice_ways *w, bool each)
{
	return (struct dice){ .bits = ways_scripted,
			      .source = w,
			      .rolled = on_roll,
			      .alike = each ? NULL : on_alike,
			      .watcher = w };
}

bool dice_ways_rolled(const struct dice_ways *w)
{
	return w->met > 0;
}

bool dice_ways_too_many(const struct dice_ways *w)
{
	return w->full;
}

/* In the order of a counter. */
bool dice_ways_next(struct dice_ways *w)
{
	int i = w->met;

	while (i > 0 && w->choice[i - 1].is == w->choice[i - 1].of - 1)
		i--;
	if (!i)
		return false;
	w->choice[i - 1].is++;
	w->n = i;
	w->met = 0;
	w->left = 0;
	return true;
}

bool dice_ways_weight(const struct dice_ways *w, uint64_t *ways, uint64_t *of)
{
	*ways = *of = 1;
	for (int i = 0; i < w->met; i++) {
		const struct choice *c = &w->choice[i];

		*ways *= c->kind ? c->kind[c->is].ways : 1;
		for (int k = 0; k < c->n; k++)
			if ((*of *= c->sides) > DICE_WAYS_OF)
				return false;
	}
	return true;
}
