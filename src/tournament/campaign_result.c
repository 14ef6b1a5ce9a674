/*
 * src/tournament/campaign_result.c - records the result of a game and the
 * values carried over from it
 */
#include "tournament/campaign_private.h"
#include "tournament/carryover.h"
#include "tournament/game_result.h"
#include "judge/game/game_ctx.h"
#include "engine/carryover.h"
#include "engine/common.h"

enum { BRINGS_MAX = 64 << 10 };

struct result_reader {
	const struct event_schema *schema;
	struct game_result_notes notes;
};

static bool note_event(void *context, const struct event_row *r)
{
	struct result_reader *x = context;
	struct event e;

	if (event_parse(r->json, x->schema, &e))
		game_result_note(&x->notes, &e);
	return true;
}

/* Nothing is lost unseen: another table may leave less. */
static enum err too_much(struct why *why, struct str game)
{
	return why_set(why, ERR_USAGE,
		       "%.*s leaves more than can be carried over; heraldo "
		       "campaign carryover sets another table",
		       STR_ARG(game));
}

/* What the game leaves to who sat there, by the campaign's table. */
static enum err keep_brings(struct store *st, struct arena *a,
			    struct campaign *c, const struct game_ctx *t,
			    const struct meeting_row *m, struct why *why)
{
	struct campaign_carryover_table *table =
		ARENA_NEW(a, struct campaign_carryover_table);
	struct carryover_list left = { .v = ARENA_ARRAY(
					       a, CAMPAIGN_CARRYOVER_THINGS_MAX,
					       struct carryover),
				       .max = CAMPAIGN_CARRYOVER_THINGS_MAX };
	struct game_carried *v = ARENA_ARRAY(a, CAMPAIGN_CARRYOVER_THINGS_MAX,
					     struct game_carried);
	struct game_carried *own = ARENA_ARRAY(a, CAMPAIGN_CARRYOVER_THINGS_MAX,
					       struct game_carried);
	struct hash head;
	int n, kept;
	bool full;
	enum err e = campaign_carryover_table_read(c->row.carry, table, why);

	if (e || !t->sys->rules->leaves)
		return e;
	t->sys->rules->leaves(t->game->state, &left);
	memcpy(head.b, t->row.head, sizeof(head.b));
	n = campaign_carryover_apply(
		table,
		&(struct campaign_carryover_from){ left.v, left.n, t->row.name,
						   &head, 2 },
		v, CAMPAIGN_CARRYOVER_THINGS_MAX);
	if (left.full || n < 0)
		return too_much(why, t->row.name);
	for (int seat = 0; !e && seat < 2; seat++) {
		struct member_row *x = &c->member[seat ? m->second : m->first];
		struct buf b;

		kept = 0;
		for (int i = 0; i < n; i++)
			if (v[i].thing.seat == seat) {
				own[kept] = v[i];
				own[kept++].thing.seat = 0;
			}
		buf_init(&b, BRINGS_MAX);
		campaign_carryover_write(own, kept, a, &b);
		x->brings = arena_str(a, buf_str(&b));
		full = b.full;
		buf_release(&b);
		e = full ? too_much(why, t->row.name)
			 : store_member_put(st, x, why);
	}
	return e;
}

enum err campaign_count(struct store *st, struct arena *a, struct campaign *c,
			const struct game_ctx *t, struct meeting_row *m,
			struct why *why)
{
	const struct system *sys = t->sys->rules;
	struct result_reader x = { .schema = &sys->events };
	struct head_row head;
	enum err e;

	game_result_begin(&x.notes, a);
	e = store_event_list(st, t->row.id, 1, t->row.n_events, note_event, &x,
			     why);
	if (!e)
		e = store_head_get(st, t->row.id, t->row.point, &head, why);
	if (e)
		return e;
	m->outcome = game_result_of(&x.notes, sys, t->game->state);
	m->points_first = m->points_second = 0;
	if (sys->points && m->outcome != OUTCOME_VOID) {
		m->points_first = sys->points(t->game->state, 0);
		m->points_second = sys->points(t->game->state, 1);
	}
	/* in time is who had a time */
	if (t->row.deadline_s) {
		memcpy(m->answered, x.notes.answered, sizeof(m->answered));
		memcpy(m->missed, x.notes.missed, sizeof(m->missed));
	}
	/* as its log says, whenever it is counted */
	m->ended_s = head.at_s;
	/* one that does not count leaves everybody what they had */
	return c->row.carry.len && m->outcome != OUTCOME_VOID
		       ? keep_brings(st, a, c, t, m, why)
		       : ERR_OK;
}
