/* src/engine/suggest.c */
#include "engine/suggest.h"

/* in hundredths of a click */
static int32_t worth(const struct offer *o)
{
	int32_t taken =
		o->kind == OFFER_CAPTURE && o->of ? 100 * o->hits / o->of : 0;

	return o->clicks - o->harm - 100 * o->pushed + taken;
}

/* does a stand before b? */
static bool before(const struct offer *a, const struct offer *b)
{
	if ((a->kind == OFFER_GO) != (b->kind == OFFER_GO))
		return b->kind == OFFER_GO;
	if (a->kind == OFFER_GO && a->late != b->late)
		return b->late;
	if (a->kind == OFFER_GO && a->pushed != b->pushed)
		return a->pushed < b->pushed;
	if (a->kind == OFFER_GO && a->way != b->way)
		return a->way < b->way;
	if (worth(a) != worth(b))
		return worth(a) > worth(b);
	return a->actor < b->actor;
}

void offer_add(struct offers *list, const struct offer *o)
{
	int at = list->n;

	while (at > 0 && before(o, list->v + at - 1))
		at--;
	if (at == OFFERS_MAX)
		return;
	if (list->n < OFFERS_MAX)
		list->n++;
	memmove(list->v + at + 1, list->v + at,
		(size_t)(list->n - at - 1) * sizeof(list->v[0]));
	list->v[at] = *o;
}

int offer_per_cent(int64_t hits, int64_t of)
{
	int p = (int)((200 * hits + of) / (2 * of));

	if (!p && hits)
		return 1;
	return p == 100 && hits < of ? 99 : p;
}
