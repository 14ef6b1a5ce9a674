/* src/engine/suggest.c */
#include "engine/suggest.h"

/* in hundredths of a click */
static int32_t suggest_worth(const struct suggest *o)
{
	int32_t taken =
		o->kind == SUGGEST_CAPTURE && o->of ? 100 * o->hits / o->of : 0;

	return o->clicks - o->harm - 100 * o->pushed + taken;
}

/* is a sorted before b? */
static bool suggest_before(const struct suggest *a, const struct suggest *b)
{
	if ((a->kind == SUGGEST_GO) != (b->kind == SUGGEST_GO))
		return b->kind == SUGGEST_GO;
	if (a->kind == SUGGEST_GO && a->late != b->late)
		return b->late;
	if (a->kind == SUGGEST_GO && a->pushed != b->pushed)
		return a->pushed < b->pushed;
	if (a->kind == SUGGEST_GO && a->way != b->way)
		return a->way < b->way;
	if (suggest_worth(a) != suggest_worth(b))
		return suggest_worth(a) > suggest_worth(b);
	return a->actor < b->actor;
}

void suggest_add(struct offers *list, const struct suggest *o)
{
	int at = list->n;

	while (at > 0 && suggest_before(o, list->v + at - 1))
		at--;
	if (at == OFFERS_MAX)
		return;
	if (list->n < OFFERS_MAX)
		list->n++;
	memmove(list->v + at + 1, list->v + at,
		(size_t)(list->n - at - 1) * sizeof(list->v[0]));
	list->v[at] = *o;
}

int suggest_per_cent(int64_t hits, int64_t of)
{
	int p = (int)((200 * hits + of) / (2 * of));

	if (!p && hits)
		return 1;
	return p == 100 && hits < of ? 99 : p;
}
