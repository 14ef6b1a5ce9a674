/* src/judge/policies/timer_retry.c */
#include "judge/policies/timer_retry.h"
#include "judge/judge_private.h"
#include "base/xalloc.h"
#include <stdlib.h>

enum { AGAIN_S = 3600 };

void put_off(struct judge *j, const struct timer_row *t)
{
	struct put_offs *p = &j->put_off;
	int64_t now = judge_clock(j);
	size_t kept = 0;

	for (size_t i = 0; i < p->n; i++)
		if (p->v[i].again_s > now)
			p->v[kept++] = p->v[i];
	p->v = xalloc_check(realloc(p->v, (kept + 1) * sizeof(*p->v)));
	p->v[kept] = (struct timer_retry_row){ *t, now + AGAIN_S };
	p->n = kept + 1;
}

/* Not if it was set anew, for another time. */
static bool timer_retry_has(const struct judge *j, const struct timer_row *t)
{
	for (size_t i = 0; i < j->put_off.n; i++) {
		const struct timer_retry_row *r = &j->put_off.v[i];

		if (r->t.game == t->game && r->t.kind == t->kind &&
		    r->t.slot == t->slot && r->t.due_s == t->due_s &&
		    r->again_s > judge_clock(j))
			return true;
	}
	return false;
}

int64_t timer_retry_next(const struct judge *j)
{
	int64_t next = INT64_MAX;

	for (size_t i = 0; i < j->put_off.n; i++)
		if (j->put_off.v[i].again_s > judge_clock(j) &&
		    j->put_off.v[i].again_s < next)
			next = j->put_off.v[i].again_s;
	return next;
}

enum err timers_next(struct judge *j, int64_t until_s, struct timer_row *t,
		     struct why *why)
{
	struct timer_row after;
	enum err e = store_timer_due(j->st, until_s, NULL, t, why);

	while (!e && timer_retry_has(j, t)) {
		after = *t;
		e = store_timer_due(j->st, until_s, &after, t, why);
	}
	return e;
}
