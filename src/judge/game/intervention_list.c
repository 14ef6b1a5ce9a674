/* src/judge/game/intervention_list.c */
#include "judge/game/intervention_list.h"
#include "protocol/log_events.h"
#include "judge/game/game_ctx.h"
#include "engine/common.h"

struct gathering {
	const struct event_schema *schema;
	struct arena *a;
	struct interventions *out;
	int ruled_room;
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

bool interventions_is_command(const struct event_schema *s,
			      const struct event *e)
{
	int by = by_field(s, e);

	return by >= 0 && !event_text_is(e, by, "judge");
}

static void intervention_list_begin(struct gathering *g, const struct event *e)
{
	bool operators =
		event_text_is(e, COMMON_ADJUDICATION_CAUSE, "operator");
	bool masters = event_text_is(e, COMMON_ADJUDICATION_CAUSE, "gm");
	struct interventions *h = g->out;

	g->open = operators || masters;
	h->by_operator += operators;
	h->by_masters += masters;
	if (!g->open)
		return;
	if (h->n == g->room) {
		struct intervention_row *more =
			ARENA_ARRAY(g->a, (size_t)g->room * 2 + 16,
				    struct intervention_row);

		if (h->n)
			memcpy(more, h->v, (size_t)h->n * sizeof(*more));
		g->room = g->room * 2 + 16;
		h->v = more;
	}
	h->v[h->n++] = (struct intervention_row){
		.point = event_get(e, COMMON_ADJUDICATION_POINT),
		.at = log_event_text(g->a, e, COMMON_ADJUDICATION_AT),
		.by = operators ? STR("operator") : STR(""),
		.operators = operators,
	};
}

static void intervention_list_count(struct interventions *h, int kind)
{
	h->overrides += kind == COMMON_OVERRIDE;
	h->undone += kind == COMMON_UNDONE;
	h->rulings += kind == COMMON_RULED;
}

static void note_ruling(struct gathering *g, const struct event_row *r,
			const struct event *e)
{
	struct interventions *h = g->out;

	if (!g->ruled_room || h->n_ruled == g->ruled_room) {
		int room = g->ruled_room * 2 + 8;
		struct ruling_row *more =
			ARENA_ARRAY(g->a, (size_t)room, struct ruling_row);

		if (h->n_ruled)
			memcpy(more, h->ruled,
			       (size_t)h->n_ruled * sizeof(*more));
		g->ruled_room = room;
		h->ruled = more;
	}
	h->ruled[h->n_ruled++] = (struct ruling_row){
		.number = event_get(e, COMMON_RULED_NUMBER),
		.point = r->point,
		.by = log_event_text(g->a, e, COMMON_RULED_BY),
		.verdict = log_event_text(g->a, e, COMMON_RULED_VERDICT),
		.words = log_event_text(g->a, e, COMMON_RULED_CAUSE),
	};
}

static bool intervention_list_gather(void *context, const struct event_row *r)
{
	struct gathering *g = context;
	struct intervention_row *row;
	struct event e;

	/* an event that is not for all is no game master's command */
	if (r->audience != AUDIENCE_ALL)
		return true;
	if (!event_parse(r->json, g->schema, &e)) {
		g->bad = r->n;
		return false;
	}
	if (e.kind == COMMON_ADJUDICATION)
		intervention_list_begin(g, &e);
	intervention_list_count(g->out, e.kind);
	if (e.kind == COMMON_RULED)
		note_ruling(g, r, &e);
	if (!g->open || !interventions_is_command(g->schema, &e))
		return true;
	row = &g->out->v[g->out->n - 1];
	row->plays |= e.kind == COMMON_OVERRIDE || e.kind == COMMON_UNDONE ||
		      e.kind == COMMON_RULED;
	if (!row->by.len)
		row->by = log_event_text(g->a, &e, by_field(g->schema, &e));
	return true;
}

static enum err note_skipped(void *context, int64_t after, int64_t until,
			     struct why *why)
{
	struct interventions *h = context;

	(void)why;
	for (int i = 0; i < h->n; i++)
		h->v[i].undone |= h->v[i].plays && after < h->v[i].point &&
				  h->v[i].point < until;
	for (int i = 0; i < h->n_ruled; i++)
		h->ruled[i].undone |=
			after < h->ruled[i].point && h->ruled[i].point < until;
	return ERR_OK;
}

/* what was disputed, and by which rules it was played */
static enum err rulings_fill(const struct game_ctx *t, struct arena *a,
			     struct interventions *h, struct why *why)
{
	struct dispute_row d;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < h->n_ruled; i++) {
		e = store_dispute_get(t->j->st, t->row.id, h->ruled[i].number,
				      a, &d, why);
		h->ruled[i].disputed = e ? 0 : d.point;
		h->ruled[i].rules =
			str_of(arena_printf(a, "%s %s", t->sys->rules->name,
					    t->sys->rules->version));
	}
	return e;
}

enum err judge_game_interventions(struct judge *j, int64_t game,
				  struct arena *a, struct interventions *out,
				  struct why *why)
{
	struct gathering g = { .a = a, .out = out };
	struct game_ctx *t;
	enum err e = game_ctx_new(j, game, a, &t, why);

	*out = (struct interventions){ 0 };
	if (e)
		return e;
	g.schema = &t->sys->rules->events;
	e = store_event_list(j->st, game, 1, t->row.n_events,
			     intervention_list_gather, &g, why);
	if (!e && g.bad)
		e = why_set(why, ERR_TAMPERED, "%.*s: event %lld is none",
			    STR_ARG(t->row.name), (long long)g.bad);
	if (!e && t->row.point)
		e = game_ctx_skipped(t, t->row.point, note_skipped, out, why);
	return e ? e : rulings_fill(t, a, out, why);
}
