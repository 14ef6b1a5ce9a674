/* src/judge/game/attempts.c */
#include "judge/judge_private.h"
#include <string.h>

void attempts_note(struct attempts *x, const int64_t *ids, int n)
{
	memcpy(x->ids, ids, (size_t)n * sizeof(*ids));
	x->n = n;
}

enum err attempts_uncount(struct judge *j, struct attempts *x,
			  enum err (*uncount)(struct store *st, int64_t id,
					      struct why *why),
			  struct why *why)
{
	enum err e;

	if (!x->n)
		return ERR_OK;
	e = store_begin_lazily(j->st, why);
	for (int i = 0; !e && i < x->n; i++) {
		e = uncount(j->st, x->ids[i], why);
		if (e == ERR_NOT_FOUND)
			e = ERR_OK;
	}
	e = judge_end(j, e, why);
	if (!e)
		x->n = 0;
	return e;
}

void judge_operator_note(const struct judge *j, const char *words)
{
	if (j->c.env.tell)
		j->c.env.tell(j->c.env.context, words);
}
