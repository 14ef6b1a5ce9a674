/* src/judge/policies/proposal_effects.c */
#include "judge/policies/proposal_effects.h"
#include "judge/policies/undo.h"
#include "base/date.h"
#include "judge/policies/rewind.h"
#include "protocol/calendar.h"
#include "judge/policies/proposals.h"
#include "judge/game/deadline.h"
#include "judge/game/anonymity.h"
#include "judge/policies/deadline_commands.h"
#include "judge/handlers.h"
#include "engine/common.h"

/* Whether it can be ----------------------------------------------------------
 */

/* Is any seat awaited, and does time run for all awaited seats? */
static enum err proposal_effects_awaited(const struct game_ctx *t,
					 const char **no, struct why *why)
{
	uint32_t seats = deadline_blocking(t);
	int64_t due;
	enum err e = ERR_OK;

	*no = seats ? NULL : "proposal_nobody";
	for (int i = 0; !e && i < t->n_players; i++) {
		if (!(seats >> i & 1))
			continue;
		e = store_timer_get(t->j->st, t->row.id, TIMER_DEADLINE, i,
				    &due, why);
		if (e == ERR_NOT_FOUND) {
			*no = "proposal_nobody";
			e = ERR_OK;
		}
	}
	return e;
}

/* Would a deadline be more than a year ahead? */
static enum err proposal_effects_far(const struct game_ctx *t, int64_t span_s,
				     int64_t at_s, const char **no,
				     struct why *why)
{
	int64_t due_s[SEATS_MAX];
	enum err e = deadline_of(t->j, t->row.id, due_s, why);

	for (int i = 0; !e && i < t->n_players; i++)
		if (due_s[i] &&
		    due_s[i] + span_s > at_s + DEADLINE_COMMAND_AHEAD_S)
			*no = "deadline_past";
	return e;
}

static bool option_event(const struct game_ctx *t, struct arena *a,
			 const struct proposal *p, struct event *out)
{
	struct game_option_change c = { .by = STR("table"),
					.why = STR("option") };

	return table_state_option(p, &c.name, &c.value) &&
	       game_option_event(t->sys, t->game, &c,
				 arena_alloc_raw(a, sizeof(struct game)), out);
}

/* Back to a point, or to an event inside of one. */
static enum err proposal_effects_takeback(const struct game_ctx *t,
					  struct arena *a,
					  const struct way_back *to,
					  const char **no, struct why *why)
{
	enum reject hindered = N_REJECTS;
	struct rewind w;
	enum err e;

	if (!to->event) {
		if (to->point < t->row.started || to->point >= t->row.point)
			*no = "takeback_point";
		return ERR_OK;
	}
	e = rewind_find(t, a, to, &w, &hindered, why);
	if (!e && hindered != N_REJECTS)
		*no = hindered == REJECT_event_unknown ||
				      hindered == REJECT_event_before
			      ? "takeback_event"
			      : "takeback_whole";
	return e;
}

enum err proposal_effect_check(const struct game_ctx *t, struct arena *a,
			       const struct proposal *p, int64_t at_s,
			       const char **no, struct why *why)
{
	struct way_back to;
	struct join_row wish;
	struct event e;

	*no = NULL;
	switch (p->what) {
	case TABLE_REQUEST_TAKEBACK:
		to = table_state_way_back(p);
		return proposal_effects_takeback(t, a, &to, no, why);
	case TABLE_REQUEST_POLICY:
		if (proposals_value_wrong((int)p->n, policy_str(&p->value)))
			*no = "policy_bad";
		break;
	case TABLE_REQUEST_DEADLINE:
		if (p->n <= at_s || p->n > at_s + DEADLINE_COMMAND_AHEAD_S)
			*no = "deadline_past";
		return *no ? ERR_OK : proposal_effects_awaited(t, no, why);
	case TABLE_REQUEST_SKIP: return proposal_effects_awaited(t, no, why);
	case TABLE_REQUEST_EXTENSION:
		return proposal_effects_far(t, p->n * HOUR_S, at_s, no, why);
	case TABLE_REQUEST_OPTION:
		if (!option_event(t, a, p, &e))
			*no = "option_bad";
		break;
	case TABLE_REQUEST_REPLACE:
		/* names must stay secret */
		if (anonymity_is_on(t)) {
			*no = "replace_anonymous";
			break;
		}
		return t->j->calls->join_wish(
			t, (int)p->n, policy_str(&p->value), a, &wish, no, why);
	default: break;
	}
	return ERR_OK;
}

static void value_put(struct proposal *p, struct str value)
{
	if (value.len)
		memcpy(p->value.s, value.s, value.len);
	p->value.len = (int64_t)value.len;
}

enum err proposal_effect_validate(const struct game_ctx *t, struct arena *a,
				  struct str zone, struct table_request *m,
				  int64_t at_s, const char **no,
				  struct why *why)
{
	struct proposal p = { .what = m->what, .n = m->n };
	struct join_row wish;
	enum err e;

	*no = NULL;
	if (m->what == TABLE_REQUEST_PAUSE && t->row.state == GAME_PAUSED)
		*no = "game_paused";
	else if (m->what == TABLE_REQUEST_DEADLINE &&
		 !deadline_command_moment(a, m->value, zone, &p.n))
		*no = "deadline_unreadable";
	else if (m->what == TABLE_REQUEST_REPLACE && m->n >= t->n_players)
		*no = "letter_nobody";
	if (*no)
		return ERR_OK;
	value_put(&p, m->value);
	e = proposal_effect_check(t, a, &p, at_s, no, why);
	if (e || *no)
		return e;
	if (m->what == TABLE_REQUEST_DEADLINE)
		m->value = time_text(a, p.n);
	if (m->what == TABLE_REQUEST_REPLACE) {
		e = t->j->calls->join_wish(t, (int)m->n, m->value, a, &wish, no,
					   why);
		m->value = wish.name;
	}
	return e;
}

/* How it is done -------------------------------------------------------------
 */

/* Extend the time of every awaited seat. */
static enum err more_time(struct adjudication *x, int64_t span_s,
			  struct why *why)
{
	uint32_t seats = deadline_blocking(x->t);
	int64_t due = 0;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < x->t->n_players; i++) {
		if (!(seats >> i & 1))
			continue;
		e = store_timer_get(x->j->st, x->t->row.id, TIMER_DEADLINE, i,
				    &due, why);
		if (e == ERR_NOT_FOUND)
			e = ERR_OK;
		else if (!e)
			e = deadline_move(x, i, due + span_s, "table", why);
	}
	return e;
}

/* Stop all deadlines on these days, in the time zone of the proposer. */
static enum err proposal_effects_rest(struct adjudication *x,
				      const struct proposal *p, struct why *why)
{
	const struct seat_row *s = game_ctx_seat(x->t, (int)p->seat);
	int32_t from = 0, until = 0;
	struct person_row who;
	struct str zone;
	struct event e;
	enum err err = store_person_get(x->j->st, s->person, x->a, &who, why);

	if (err)
		return err;
	zone = anonymity_zone(x->t, who.zone);
	(void)table_state_rest_days(p, &from, &until);
	common_event_rested(&e, 0, time_text(x->a, proposals_day(zone, from)),
			    time_text(x->a, proposals_day(zone, until + 1)),
			    STR("table"));
	deadline_notify(x, &e);
	return ERR_OK;
}

/* Set the deadline of every awaited seat, or expire it now. */
static enum err other_deadline(struct adjudication *x, int64_t until_s,
			       struct why *why)
{
	uint32_t seats = deadline_blocking(x->t);
	struct event ev;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < x->t->n_players; i++) {
		if (!(seats >> i & 1))
			continue;
		common_event_deadline_set(&ev, 0, i, time_text(x->a, until_s),
					  STR("table"), STR(""));
		deadline_notify(x, &ev);
		e = deadline_set(x->j, x->t->row.id, i, x->at_s, until_s, why);
	}
	return e;
}

static enum err other_option(struct adjudication *x, const struct proposal *p,
			     struct why *why)
{
	struct event e;
	bool can = option_event(x->t, x->a, p, &e);

	assert(can); /* proposal_effect_check has seen that it can */
	(void)can;
	game_emit(&x->run, &e);
	return x->t->row.state == GAME_RUNNING ? adjudication_pump(x, why)
					       : ERR_OK;
}

static enum err proposal_effects_replace(struct adjudication *x,
					 const struct proposal *p,
					 struct why *why)
{
	struct join_row wish;
	const char *no;
	enum err e = x->j->calls->join_wish(
		x->t, (int)p->n, policy_str(&p->value), x->a, &wish, &no, why);

	assert(e || !no); /* as above */
	return e ? e : x->j->calls->join_sit(x, &wish, STR("table"), why);
}

/* Those that table_state_apply leaves to us. */
static enum err effect_carry(struct adjudication *x, const struct proposal *p,
			     struct why *why)
{
	static const struct actor table = { .cause = CAUSE_MAIL,
					    .slot = -1,
					    .by = { "table", 5 } };

	const struct way_back to = table_state_way_back(p);

	switch (p->what) {
	case TABLE_REQUEST_REST: return proposal_effects_rest(x, p, why);
	case TABLE_REQUEST_EXTENSION: return more_time(x, p->n * HOUR_S, why);
	case TABLE_REQUEST_DEADLINE: return other_deadline(x, p->n, why);
	case TABLE_REQUEST_SKIP: return other_deadline(x, x->at_s, why);
	case TABLE_REQUEST_OPTION: return other_option(x, p, why);
	case TABLE_REQUEST_REPLACE: return proposal_effects_replace(x, p, why);
	default: return undo_to(x, &table, &to, STR("takeback"), why);
	}
}

enum err proposal_effect_apply(struct adjudication *x, const struct proposal *p,
			       struct why *why)
{
	struct game_row *row = &x->t->row;

	if (!table_state_apply(&x->t->agreements, &x->run, p,
			       row->state == GAME_RUNNING, x->at_s))
		return effect_carry(x, p, why);
	if (table_state_ends(p)) {
		row->state = GAME_ENDED;
	} else if (p->what == TABLE_REQUEST_PAUSE &&
		   row->state == GAME_RUNNING) {
		row->state = GAME_PAUSED;
		row->paused_why = STR("paused");
	}
	return ERR_OK;
}
