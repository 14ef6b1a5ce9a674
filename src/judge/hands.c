/* src/judge/hands.c */
#include "judge/hands.h"
#include "judge/record.h"
#include "judge/table.h"
#include "rules/common.h"

struct gathering {
	const struct event_schema *schema;
	struct arena *a;
	struct hands *out;
	int room;
	bool open;   /* the last row is of the adjudication being read */
	int64_t bad; /* the event that cannot be read, 0: none */
};

/* whose hand, -1: no such field */
static int by_field(const struct event_schema *s, const struct event *e)
{
	const struct event_kind *k = event_kind(s, e->kind);

	return k ? event_field(k, "by") : -1;
}

bool hands_is_command(const struct event_schema *s, const struct event *e)
{
	int by = by_field(s, e);

	return by >= 0 && !event_text_is(e, by, "judge");
}

static void begin(struct gathering *g, const struct event *e)
{
	bool operators =
		event_text_is(e, COMMON_ADJUDICATION_CAUSE, "operator");
	bool masters = event_text_is(e, COMMON_ADJUDICATION_CAUSE, "gm");
	struct hands *h = g->out;

	g->open = operators || masters;
	h->by_operator += operators;
	h->by_masters += masters;
	if (!g->open)
		return;
	if (h->n == g->room) {
		struct hand_row *more = ARENA_ARRAY(
			g->a, (size_t)g->room * 2 + 16, struct hand_row);

		if (h->n)
			memcpy(more, h->v, (size_t)h->n * sizeof(*more));
		g->room = g->room * 2 + 16;
		h->v = more;
	}
	h->v[h->n++] = (struct hand_row){
		.point = event_get(e, COMMON_ADJUDICATION_POINT),
		.at = record_text(g->a, e, COMMON_ADJUDICATION_AT),
		.by = operators ? STR("operator") : STR(""),
		.operators = operators,
	};
}

static void count(struct hands *h, int kind)
{
	h->overrides += kind == COMMON_OVERRIDE;
	h->undone += kind == COMMON_UNDONE;
	h->rulings += kind == COMMON_RULED;
}

static bool gather(void *context, const struct event_row *r)
{
	struct gathering *g = context;
	struct hand_row *row;
	struct event e;

	/* what is not for all is of no game master's hand */
	if (r->audience != AUDIENCE_ALL)
		return true;
	if (!event_parse(r->json, g->schema, &e)) {
		g->bad = r->n;
		return false;
	}
	if (e.kind == COMMON_ADJUDICATION)
		begin(g, &e);
	count(g->out, e.kind);
	if (!g->open || !hands_is_command(g->schema, &e))
		return true;
	row = &g->out->v[g->out->n - 1];
	row->plays |= e.kind == COMMON_OVERRIDE || e.kind == COMMON_UNDONE ||
		      e.kind == COMMON_RULED;
	if (!row->by.len)
		row->by = record_text(g->a, &e, by_field(g->schema, &e));
	return true;
}

static enum err note_skipped(void *context, int64_t after, int64_t until,
			     struct why *why)
{
	struct hands *h = context;

	(void)why;
	for (int i = 0; i < h->n; i++)
		h->v[i].undone |= h->v[i].plays && after < h->v[i].point &&
				  h->v[i].point < until;
	return ERR_OK;
}

enum err judge_game_hands(struct judge *j, int64_t game, struct arena *a,
			  struct hands *out, struct why *why)
{
	struct gathering g = { .a = a, .out = out };
	struct table *t = ARENA_NEW(a, struct table);
	enum err e = table_load(j, game, a, t, why);

	*out = (struct hands){ 0 };
	if (e)
		return e;
	g.schema = &t->sys->rules->events;
	e = store_event_list(j->st, game, 1, t->row.n_events, gather, &g, why);
	if (!e && g.bad)
		e = why_set(why, ERR_TAMPERED, "%.*s: event %lld is none",
			    STR_ARG(t->row.name), (long long)g.bad);
	if (!e && t->row.point)
		e = table_skipped(t, t->row.point, note_skipped, out, why);
	return e;
}
