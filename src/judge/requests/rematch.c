/* src/judge/requests/rematch.c */
#include "judge/requests/rematch.h"
#include "base/date.h"
#include "fairness/beacon.h"
#include "judge/game/anonymity.h"
#include "judge/game/reject.h"
#include "judge/notify/notify.h"
#include "engine/common.h"

enum {
	ENDING = 6,      /* of a game's name: '-' and a piece of its dice */
	CANDIDATES = 16, /* open games with the name */
	EVENTS = 256,    /* of the old game's set-up */
	NAMES_MAX = 8 << 10
};

struct rematch {
	struct delivery *d;
	const struct game_ctx *old;
	struct str base; /* of the name */
	struct str address[SEATS_MAX], name[SEATS_MAX];
	struct game_plan plan;
	struct event *events;
	int64_t until; /* the point of the old game's start */
	struct str policy[POLICIES];
	int64_t found[CANDIDATES];
	int n_found;
	int64_t game; /* the new one; 0: there is none yet */
	struct str game_name;
	int64_t created_s;
	bool fresh;       /* this mail made it */
	uint32_t missing; /* seats that have not agreed */
};

/* --- the people ----------------------------------------------------------- */

/* Every seat has its player still. */
static enum err rematch_people(struct rematch *m, const char **no,
			       struct why *why)
{
	const struct game_ctx *t = m->old;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < t->n_players; i++) {
		struct person_row p;

		if (!t->seats[i].person) {
			*no = "rematch_seat";
			return ERR_OK;
		}
		e = store_person_get(t->j->st, t->seats[i].person, m->d->a, &p,
				     why);
		m->address[i] = p.address;
		m->name[i] =
			anonymity_is_on(t)
				? str_of(arena_printf(m->d->a, "%c", 'A' + i))
				: p.name;
	}
	return e;
}

/* --- the game that was made before ---------------------------------------- */

static bool note_open(void *context, const struct game_row *g)
{
	struct rematch *m = context;

	if (g->name.len == m->base.len + ENDING &&
	    !memcmp(g->name.s, m->base.s, m->base.len) &&
	    str_equal(g->system, m->old->row.system))
		m->found[m->n_found++] = g->id;
	return m->n_found < CANDIDATES;
}

/* Are its seats those of the old game's players? */
static enum err is_theirs(struct rematch *m, int64_t game, bool *yes,
			  struct why *why)
{
	struct seat_row seats[JUDGE_SLOTS];
	const struct game_ctx *t = m->old;
	int n = 0;
	enum err e = store_seat_list(t->j->st, game, m->d->a, seats,
				     JUDGE_SLOTS, &n, why);
	int players = 0;

	*yes = !e;
	m->missing = 0;
	for (int i = 0; !e && i < n; i++) {
		const struct seat_row *s = &seats[i];

		if (s->slot >= SLOT_GM)
			continue;
		players++;
		*yes = *yes && s->slot < t->n_players &&
		       (s->person
				? s->person == t->seats[s->slot].person
				: str_equal(s->reserved, m->address[s->slot]));
		if (!s->person && s->slot < t->n_players)
			m->missing |= UINT32_C(1) << s->slot;
	}
	*yes = *yes && players == t->n_players;
	return e;
}

static enum err rematch_find(struct rematch *m, struct why *why)
{
	struct game_row g;
	bool yes = false;
	const struct game_choice open = { .state = GAME_OPEN,
					  .max = INT32_MAX };
	enum err e =
		store_game_list(m->d->j->st, &open, m->d->a, note_open, m, why);

	for (int i = m->n_found; !e && !yes && i-- > 0;) {
		e = is_theirs(m, m->found[i], &yes, why);
		if (e || !yes)
			continue;
		e = store_game_get(m->d->j->st, m->found[i], m->d->a, &g, why);
		m->game = m->found[i];
		m->game_name = g.name;
		m->created_s = g.created_s;
	}
	return e;
}

/* A proposal that nobody has answered for so long is over. */
static enum err rematch_expire(struct rematch *m, struct why *why)
{
	int64_t days = m->old->agreements.policy.n[POLICY_PROPOSAL_DAYS];
	enum err e;

	if (!m->game || judge_now(m->d->j) < m->created_s + days * DAY_S)
		return ERR_OK;
	e = lifecycle_end(m->d->j, m->game, &actor_operator, STR("rematch"),
			  why);
	m->game = 0;
	return e;
}

/* --- a new game ----------------------------------------------------------- */

static void take_policy(struct rematch *m, const struct event *e)
{
	char room[EVENT_TEXT_ROOM];
	int row = policy_find(event_get_text(e, COMMON_TABLE_POLICY_NAME, room,
					     sizeof(room)));

	if (row >= 0)
		m->policy[row] = arena_str(
			m->d->a, event_get_text(e, COMMON_TABLE_POLICY_VALUE,
						room, sizeof(room)));
}

/* Options, the position of the first point, and the policies of the end. */
static bool take_event(void *context, const struct event_row *row)
{
	struct rematch *m = context;
	struct game_plan *p = &m->plan;
	const struct event_schema *schema = &m->old->sys->rules->events;
	struct event *e = &m->events[p->n_events];

	if (row->audience == AUDIENCE_ALL &&
	    event_parse_as(row->json, schema, COMMON_TABLE_POLICY, e))
		take_policy(m, e);
	if (row->point > m->until || p->n_events == EVENTS ||
	    !event_parse(row->json, schema, e))
		return true;
	e->audience = row->audience;
	if (e->kind == COMMON_GAME_CREATED)
		p->words_s = event_get(e, COMMON_GAME_CREATED_WORDS);
	else if (e->kind == COMMON_OPTION_SET ||
		 (row->point == 1 &&
		  (e->kind == COMMON_OVERRIDE || e->kind >= EVENT_FIRST_OWN)))
		p->n_events++;
	return true;
}

/* All of them have agreed when it starts: nobody else has to start it. */
static void rematch_policies(struct rematch *m)
{
	struct game_plan *p = &m->plan;

	m->policy[POLICY_AUTOSTART] = STR("yes");
	for (int i = 0; i < POLICIES && p->n_policies < GAME_POLICIES_MAX; i++)
		if (m->policy[i].s) {
			p->policies[p->n_policies].name =
				str_of(policy_name(i));
			p->policies[p->n_policies++].value = m->policy[i];
		}
}

static enum err rematch_plan(struct rematch *m, struct why *why)
{
	const struct game_ctx *t = m->old;
	const struct seat_row *gm = NULL;
	struct beacon b;
	enum err e;

	for (int i = 0; i < t->n_seats; i++)
		if (t->seats[i].slot == SLOT_GM)
			gm = &t->seats[i];
	m->events = ARENA_ARRAY(m->d->a, EVENTS + 1, struct event);
	m->plan = (struct game_plan){ .name = m->base,
				      .system = t->row.system,
				      .n_players = t->n_players,
				      .deadline_s = t->row.deadline_s,
				      .dispute_s = t->row.dispute_s,
				      .master = gm ? gm->person : 0,
				      .events = m->events };
	if (t->row.beacon.len && beacon_parse(m->d->a, t->row.beacon, &b))
		m->plan.beacon = b.kind;
	m->until = t->row.started ? t->row.started : 1;
	e = store_event_list(t->j->st, t->row.id, 1, t->row.n_events,
			     take_event, m, why);
	rematch_policies(m);
	return e;
}

static enum err keep_seats(struct rematch *m, struct why *why)
{
	enum err e = ERR_OK;

	for (int i = 0; !e && i < m->old->n_players; i++) {
		struct seat_row s = { .game = m->game,
				      .slot = i,
				      .reserved = m->address[i] };

		e = store_seat_put(m->d->j->st, &s, why);
	}
	return e;
}

static enum err rematch_make(struct rematch *m, struct why *why)
{
	enum err e = rematch_plan(m, why);

	if (!e)
		e = lifecycle_new(m->d->j, &m->plan, m->d->a, &m->game_name,
				  &m->game, why);
	if (!e)
		e = keep_seats(m, why);
	m->fresh = true;
	m->missing = (UINT32_C(1) << m->old->n_players) - 1;
	return e;
}

/* --- the mails ------------------------------------------------------------ */

static struct str names_of(struct rematch *m, uint32_t seats)
{
	struct buf list;

	buf_init(&list, NAMES_MAX);
	for (int i = 0; i < m->old->n_players; i++) {
		struct buf json;

		if (!(seats >> i & 1))
			continue;
		buf_init(&json, NAMES_MAX);
		json_string_render(&json, m->name[i]);
		payload_list_add(&list, arena_str(m->d->a, buf_str(&json)));
		buf_release(&json);
	}
	return payload_list_end(&list, m->d->a);
}

static struct str matter_of(struct rematch *m, bool own)
{
	struct payload p;

	payload_init(&p);
	payload_int(&p, "own", own);
	payload_int(&p, "fresh", m->fresh);
	payload_text(&p, "name", m->name[m->d->f.slot]);
	payload_text(&p, "new_game", m->game_name);
	payload_json(&p, "missing", names_of(m, m->missing));
	payload_int(&p, "days",
		    m->old->agreements.policy.n[POLICY_PROPOSAL_DAYS]);
	return payload_end(&p, m->d->a);
}

/* Ask the others. */
static enum err rematch_ask(struct rematch *m, struct why *why)
{
	const struct game_ctx *t = m->old;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < t->n_players; i++) {
		struct notify w = { .kind = "rematch",
				    .person = t->seats[i].person,
				    .t = t,
				    .slot = i,
				    .point = t->row.point,
				    .matter = matter_of(m, false) };

		if (i == m->d->f.slot)
			continue;
		w.tag = str_of(arena_printf(m->d->a, "%.*s.%c.rematch",
					    STR_ARG(m->game_name), 'A' + i));
		e = notify_add(m->d->j, &w, m->d->a, why);
	}
	return e;
}

static enum err rematch_sit(struct rematch *m, struct why *why)
{
	struct delivery *d = m->d;
	struct actor h = { .cause = CAUSE_MAIL,
			   .slot = -1,
			   .by = STR("reservation") };
	uint32_t own = UINT32_C(1) << d->f.slot;
	enum err e = ERR_OK;

	if (m->missing & own) {
		m->missing &= ~own;
		/* the report of the start answers the last one */
		if (!m->missing)
			h.reply_to = d->m->message_id;
		e = lifecycle_seat(d->j, m->game, &h, d->f.slot, d->f.person,
				   why);
		if (e || !m->missing)
			return e;
	}
	return delivery_answer(d, "rematch", m->old, matter_of(m, true), why);
}

static enum err carry_out(void *context, struct why *why)
{
	struct rematch *m = context;
	enum err e = rematch_expire(m, why);

	if (!e && !m->game)
		e = rematch_make(m, why);
	if (!e)
		e = rematch_sit(m, why);
	return !e && m->fresh ? rematch_ask(m, why) : e;
}

enum err rematch_execute(struct delivery *d, const struct game_ctx *t,
			 bool alone, struct why *why)
{
	struct rematch *m = ARENA_NEW(d->a, struct rematch);
	const char *no = t->row.state != GAME_ENDED ? "rematch_early"
			 : !alone                   ? "rematch_alone"
						    : NULL;
	bool may = true;
	enum err e = ERR_OK;

	m->d = d;
	m->old = t;
	m->base = (struct str){ t->row.name.s, t->row.name.len - ENDING };
	if (!no)
		e = rematch_people(m, &no, why);
	if (!e && no)
		return delivery_refuse(d, t, no, STR(""), why);
	if (!e)
		e = reply_may_notify_table(d, false, &may, why);
	if (e || !may)
		return e;
	e = rematch_find(m, why);
	d->out.verdict = "rematch";
	return e ? e : delivery_whole(d, carry_out, m, "rematch_refused", why);
}
