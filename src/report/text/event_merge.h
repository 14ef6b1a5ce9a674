/*
 * src/report/text/event_merge.h - merges events into one sentence: that of the
 * first event, with the values of the following ones. Dice rolled in between
 * belong to the events that they were rolled for.
 */
#ifndef REPORT_TEXT_EVENT_MERGE_H
#define REPORT_TEXT_EVENT_MERGE_H
#include "report/text/narrate.h"
#include "engine/common.h"

/* All borrowed; at is the next event that is not yet taken in. */
struct event_merge {
	struct arena *a;
	const struct narrator *n;
	const struct event *v;
	int at, count;
	struct tval *to; /* the values of the sentence */
};

/* Rolls are stepped over: is the next event of this kind? */
static inline bool event_merge_next(struct event_merge *x, int kind)
{
	int at = x->at;

	while (at < x->count && x->v[at].kind == COMMON_ROLLED)
		at++;
	if (at == x->count || (int)x->v[at].kind != kind)
		return false;
	x->at = at;
	return true;
}

/* Its values; it is taken in. */
static inline struct tval *event_merge_values(struct event_merge *x)
{
	return narrate_values(x->a, x->n, &x->v[x->at++]);
}

/* All of a kind that come now, in a list of that name. */
static inline struct tval *event_merge_all(struct event_merge *x, int kind,
					   const char *key)
{
	struct tval *list = tval_put(x->a, x->to, key, tval_list(x->a));

	while (event_merge_next(x, kind))
		tval_add(list, event_merge_values(x));
	return list;
}

/* In per cent, how many rolls of two dice reach `against` with this value; two
 * ones never, two sixes always, unless plain. */
static inline int event_merge_chance(int32_t value, int32_t against, bool plain)
{
	int hits = 0;

	for (int d1 = 1; d1 <= 6; d1++)
		for (int d2 = 1; d2 <= 6; d2++) {
			bool is_hit = value + d1 + d2 >= against;

			if (!plain && (d1 + d2 == 2 || d1 + d2 == 12))
				is_hit = d1 + d2 == 12;
			hits += is_hit;
		}
	return (200 * hits + 36) / 72;
}
#endif
