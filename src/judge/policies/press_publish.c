/* src/judge/policies/press_publish.c */
#include "judge/policies/press_publish.h"
#include "base/parse.h"
#include "engine/common.h"

struct press_search {
	const struct event_schema *schema;
	struct table_state_press *out;
	int64_t point;
};

static bool note_row(void *context, const struct event_row *r)
{
	struct press_search *l = context;
	struct event e;

	if (event_parse_as(r->json, l->schema, COMMON_PRESS_SENT, &e))
		table_state_press_note(l->out, &e);
	return true;
}

static bool note_opened(void *context, const struct event_row *r)
{
	struct press_search *l = context;
	struct event e;

	if (event_parse_as(r->json, l->schema, COMMON_PRESS_PUBLISHED, &e))
		l->out->open |=
			event_get(&e, COMMON_PRESS_PUBLISHED_POINT) == l->point;
	return true;
}

enum err press_publish_look(const struct game_ctx *t, int64_t point,
			    struct table_state_press *out, struct why *why)
{
	struct press_search l = { .schema = &t->sys->rules->events,
				  .out = out,
				  .point = point };
	struct head_row before, after;
	struct store *st = t->j->st;
	enum err e = ERR_OK;

	table_state_press_init(out);
	if (point < 2 || point > t->row.point)
		return ERR_OK;
	e = store_head_get(st, t->row.id, point - 1, &before, why);
	if (!e)
		e = store_head_get(st, t->row.id, point, &after, why);
	if (!e)
		e = store_event_list(st, t->row.id, before.n_events + 1,
				     after.n_events, note_row, &l, why);
	return e || out->seat < 0
		       ? e
		       : store_event_list(st, t->row.id, after.n_events + 1,
					  t->row.n_events, note_opened, &l,
					  why);
}

enum err press_publish_validate(const struct game_ctx *t, int seat,
				int64_t point, const char **no, struct why *why)
{
	struct table_state_press l;
	enum err e = press_publish_look(t, point, &l, why);

	*no = e ? NULL
		: table_state_refuses_unseal(&t->agreements, seat, point, &l);
	return e;
}

enum err press_publish_parse(struct adjudication *x, int64_t point,
			     struct why *why)
{
	struct table_state_press l;
	enum err e = press_publish_look(x->t, point, &l, why);

	if (!e)
		table_state_unseal(&x->t->agreements, &x->run,
				   slot_is_master(x->slot) ? -1 : x->slot,
				   point, &l, x->at_s);
	return e;
}
