/* src/group/campaign_result.c - what came of a game, and what it leaves */
#include "group/campaign_inside.h"
#include "group/carry.h"
#include "judge/motion.h"
#include "judge/record.h"
#include "judge/table.h"
#include "rules/carried.h"
#include "rules/common.h"

enum { BRINGS_MAX = 64 << 10 };

/* What the table agreed on, where it ended the game by itself. */
struct table_end {
	const struct event_schema *schema;
	struct arena *a;
	int64_t surrender[2]; /* proposals, by seat: the last of each */
	int gave_up;          /* whose was accepted; -1: nobody's */
	struct str by, words; /* of the end */
	int32_t answered[2],
		missed[2]; /* signed orders, deadlines that passed */
};

static void note_answer(int32_t *of, const struct event *e, int field)
{
	int seat = event_get(e, field);

	if (seat == 0 || seat == 1)
		of[seat]++;
}

static bool note_end(void *context, const struct event_row *r)
{
	struct table_end *x = context;
	struct event e;
	int32_t n;

	if (!event_parse(r->json, x->schema, &e))
		return true;
	switch (e.kind) {
	case COMMON_ORDERS_SIGNED:
		note_answer(x->answered, &e, COMMON_ORDERS_SIGNED_SEAT);
		break;
	case COMMON_DEADLINE_PASSED:
		note_answer(x->missed, &e, COMMON_DEADLINE_PASSED_SEAT);
		break;
	case COMMON_PROPOSED:
		if (str_is(record_text(x->a, &e, COMMON_PROPOSED_WHAT),
			   motion_what_name(MOTION_SURRENDER)))
			x->surrender[event_get(&e, COMMON_PROPOSED_SEAT) & 1] =
				event_get(&e, COMMON_PROPOSED_NUMBER);
		break;
	case COMMON_DECIDED:
		n = event_get(&e, COMMON_DECIDED_NUMBER);
		if (!str_is(record_text(x->a, &e, COMMON_DECIDED_VERDICT),
			    "accepted"))
			break;
		x->gave_up = n == x->surrender[0]   ? 0
			     : n == x->surrender[1] ? 1
						    : -1;
		break;
	case COMMON_GAME_ENDED:
		x->by = record_text(x->a, &e, COMMON_GAME_ENDED_BY);
		x->words = record_text(x->a, &e, COMMON_GAME_ENDED_WHY);
		break;
	default: break;
	}
	return true;
}

/* By its rules, else as the table agreed: a draw, or that one gives up. What
 * was ended otherwise has no result. */
static int outcome_of(const struct table *t, const struct table_end *x)
{
	uint32_t winners;

	if (system_over(t->sys->rules, t->game->state, &winners))
		return (winners & 3) == 1   ? OUTCOME_FIRST
		       : (winners & 3) == 2 ? OUTCOME_SECOND
					    : OUTCOME_DRAWN;
	if (!str_is(x->by, "table"))
		return OUTCOME_VOID;
	if (str_is(x->words, motion_what_name(MOTION_DRAW)))
		return OUTCOME_DRAWN;
	if (str_is(x->words, motion_what_name(MOTION_SURRENDER)) &&
	    x->gave_up >= 0)
		return x->gave_up ? OUTCOME_FIRST : OUTCOME_SECOND;
	return OUTCOME_VOID;
}

/* Nothing is lost unseen: another table may leave less. */
static enum err too_much(struct why *why, struct str game)
{
	return why_set(why, ERR_USAGE,
		       "%.*s leaves more than can be carried over; heraldo "
		       "campaign carry sets another table",
		       STR_ARG(game));
}

/* What the game leaves to who sat there, by the campaign's table. */
static enum err keep_brings(struct store *st, struct arena *a,
			    struct campaign *c, const struct table *t,
			    const struct meeting_row *m, struct why *why)
{
	struct carry_table *table = ARENA_NEW(a, struct carry_table);
	struct carried_list left = { .v = ARENA_ARRAY(a, CARRY_THINGS_MAX,
						      struct carried),
				     .max = CARRY_THINGS_MAX };
	struct game_carried *v =
		ARENA_ARRAY(a, CARRY_THINGS_MAX, struct game_carried);
	struct game_carried *own =
		ARENA_ARRAY(a, CARRY_THINGS_MAX, struct game_carried);
	struct hash head;
	int n, kept;
	bool full;
	enum err e = carry_table_read(c->row.carry, table, why);

	if (e || !t->sys->rules->leaves)
		return e;
	t->sys->rules->leaves(t->game->state, &left);
	memcpy(head.b, t->row.head, sizeof(head.b));
	n = carry_apply(table, left.v, left.n, t->row.name, &head, 2, v,
			CARRY_THINGS_MAX);
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
		carry_write(own, kept, a, &b);
		x->brings = arena_str(a, buf_str(&b));
		full = b.full;
		buf_release(&b);
		e = full ? too_much(why, t->row.name)
			 : store_member_put(st, x, why);
	}
	return e;
}

enum err campaign_count(struct judge *j, struct store *st, struct arena *a,
			struct campaign *c, const struct table *t,
			struct meeting_row *m, struct why *why)
{
	const struct system *sys = t->sys->rules;
	struct table_end x = { .schema = &sys->events,
			       .a = a,
			       .gave_up = -1,
			       .by = STR(""),
			       .words = STR("") };
	enum err e = store_event_list(st, t->row.id, 1, t->row.n_events,
				      note_end, &x, why);

	if (e)
		return e;
	m->outcome = outcome_of(t, &x);
	m->points_first = m->points_second = 0;
	if (sys->points && m->outcome != OUTCOME_VOID) {
		m->points_first = sys->points(t->game->state, 0);
		m->points_second = sys->points(t->game->state, 1);
	}
	/* in time is who had a time */
	if (t->row.deadline_s) {
		memcpy(m->answered, x.answered, sizeof(m->answered));
		memcpy(m->missed, x.missed, sizeof(m->missed));
	}
	m->ended_s = judge_time(j);
	/* one that does not count leaves everybody what they had */
	return c->row.carry.len && m->outcome != OUTCOME_VOID
		       ? keep_brings(st, a, c, t, m, why)
		       : ERR_OK;
}
