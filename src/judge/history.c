/* src/judge/history.c */
#include "judge/history.h"
#include "judge/table.h"

static struct str line_of(struct arena *a, const struct seen *s)
{
	char text[SEEN_TEXT];

	seen_render(s, text);
	return str_of(arena_printf(a, "SEEN %s", text));
}

/* Somebody has signed another history than ours: the operator must know. */
static void tell_operator(struct delivery *d, const struct game_row *g)
{
	const struct judge_env *env = &d->j->c.env;
	char seat[SLOT_NAME_MAX];

	slot_name(d->f.slot, seat);
	if (env->tell)
		env->tell(env->context,
			  arena_printf(d->a,
				       "%.*s: seat %s signed another history: "
				       "at point %lld %.*s, where ours, at "
				       "point %lld, is %.*s. Was this state "
				       "restored from an older copy?",
				       STR_ARG(g->name), seat,
				       (long long)d->f.claim.point,
				       STR_ARG(d->history.said),
				       (long long)d->history.point,
				       STR_ARG(d->history.ours)));
}

enum err history_check(struct delivery *d, const char **no, struct why *why)
{
	const struct seen_line *said = &d->f.claim.seen;
	int64_t point = d->f.claim.point;
	struct game_row g;
	struct hash head;
	struct seen ours;
	bool beyond;
	enum err e = store_game_get(d->j->st, d->f.game, d->a, &g, why);

	*no = NULL;
	if (e)
		return e;
	beyond = point > g.point;
	if (beyond)
		point = g.point;
	e = table_head(d->j, &g, point, &head, why);
	if (e)
		return e;
	ours = seen_of(head.b);
	if (said->has && !said->bad && !beyond &&
	    seen_equal(&ours, &said->head))
		return ERR_OK;
	*no = "stale";
	if (beyond && (!said->has || said->bad))
		return ERR_OK;
	d->history.point = point;
	d->history.ours = line_of(d->a, &ours);
	*no = said->has ? "seen_mistyped" : "seen_absent";
	if (!said->has || said->bad)
		return ERR_OK;
	d->history.said = line_of(d->a, &said->head);
	*no = beyond ? "seen_beyond" : "seen_other";
	tell_operator(d, &g);
	return ERR_OK;
}
