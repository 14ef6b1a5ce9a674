/* src/judge/game/attempts.c */
#include "judge/judge_private.h"
#include <string.h>

void judge_owe(struct owed *o, const int64_t *ids, int n)
{
	memcpy(o->ids, ids, (size_t)n * sizeof(*ids));
	o->n = n;
}

enum err judge_give_back(struct judge *j, struct owed *o,
			 enum err (*back)(struct store *st, int64_t id,
					  struct why *why),
			 struct why *why)
{
	enum err e;

	if (!o->n)
		return ERR_OK;
	e = store_begin_lazily(j->st, why);
	for (int i = 0; !e && i < o->n; i++) {
		e = back(j->st, o->ids[i], why);
		if (e == ERR_NOT_FOUND)
			e = ERR_OK;
	}
	e = judge_end(j, e, why);
	if (!e)
		o->n = 0;
	return e;
}

void judge_operator_note(const struct judge *j, const char *words)
{
	if (j->c.env.tell)
		j->c.env.tell(j->c.env.context, words);
}
