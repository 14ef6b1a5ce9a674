/* src/judge/policies/proposal_effects.c */
#include "judge/policies/proposal_effects.h"
#include "base/date.h"
#include "judge/game/rewind.h"
#include "protocol/calendar.h"
#include "judge/policies/proposals.h"
#include "judge/policies/deadline.h"
#include "judge/policies/anonymity.h"
#include "judge/policies/deadline_commands.h"
#include "judge/handlers.h"
#include "engine/common.h"

/* Whether it can be ----------------------------------------------------------
 */

/* Does time run of all who are awaited, and is anybody? */
static enum err awaited(const struct table *t, const char **no, struct why *why)
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

static bool option_event(const struct table *t, struct arena *a,
			 const struct proposal *p, struct event *out)
{
	struct game_option_change c = { .by = STR("table"),
					.why = STR("option") };

	return agenda_option(p, &c.name, &c.value) &&
	       game_option_event(t->sys, t->game, &c,
				 arena_alloc_raw(a, sizeof(struct game)), out);
}

/* Back to a point, or to an event inside of one. */
static enum err takeback(const struct table *t, struct arena *a,
			 const struct way_back *to, const char **no,
			 struct why *why)
{
	enum no hindered = N_NOS;
	struct again w;
	enum err e;

	if (!to->event) {
		if (to->point < t->row.started || to->point >= t->row.point)
			*no = "takeback_point";
		return ERR_OK;
	}
	e = again_find(t, a, to, &w, &hindered, why);
	if (!e && hindered != N_NOS)
		*no = hindered == NO_event_unknown ||
				      hindered == NO_event_before
			      ? "takeback_event"
			      : "takeback_whole";
	return e;
}

enum err accord_check(const struct table *t, struct arena *a,
		      const struct proposal *p, int64_t at_s, const char **no,
		      struct why *why)
{
	struct way_back to;
	struct join_row wish;
	struct event e;

	*no = NULL;
	switch (p->what) {
	case MOTION_TAKEBACK:
		to = agenda_way_back(p);
		return takeback(t, a, &to, no, why);
	case MOTION_POLICY:
		if (council_value_wrong((int)p->n, policy_str(&p->value)))
			*no = "policy_bad";
		break;
	case MOTION_DEADLINE:
		if (p->n <= at_s || p->n > at_s + PACE_AHEAD_S)
			*no = "deadline_past";
		return *no ? ERR_OK : awaited(t, no, why);
	case MOTION_SKIP: return awaited(t, no, why);
	case MOTION_OPTION:
		if (!option_event(t, a, p, &e))
			*no = "option_bad";
		break;
	case MOTION_REPLACE:
		/* a name is what nobody is to know */
		if (mask_is_on(t)) {
			*no = "replace_anonymous";
			break;
		}
		return join_wish(t, (int)p->n, policy_str(&p->value), a, &wish,
				 no, why);
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

enum err accord_settle(const struct table *t, struct arena *a, struct str zone,
		       struct motion *m, int64_t at_s, const char **no,
		       struct why *why)
{
	struct proposal p = { .what = m->what, .n = m->n };
	struct join_row wish;
	enum err e;

	*no = NULL;
	if (m->what == MOTION_PAUSE && t->row.state == GAME_PAUSED)
		*no = "game_paused";
	else if (m->what == MOTION_DEADLINE &&
		 !pace_moment(a, m->value, zone, &p.n))
		*no = "deadline_unreadable";
	else if (m->what == MOTION_REPLACE && m->n >= t->n_players)
		*no = "letter_nobody";
	if (*no)
		return ERR_OK;
	value_put(&p, m->value);
	e = accord_check(t, a, &p, at_s, no, why);
	if (e || *no)
		return e;
	if (m->what == MOTION_DEADLINE)
		m->value = time_text(a, p.n);
	if (m->what == MOTION_REPLACE) {
		e = join_wish(t, (int)m->n, m->value, a, &wish, no, why);
		m->value = wish.name;
	}
	return e;
}

/* How it is done -------------------------------------------------------------
 */

/* Everybody who is awaited has so much more time. */
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

/* Nobody's time runs on these days, on the clocks of who proposed it. */
static enum err rest(struct adjudication *x, const struct proposal *p,
		     struct why *why)
{
	const struct seat_row *s = table_seat(x->t, (int)p->seat);
	struct str zone = x->j->c.zone;
	int32_t from = 0, until = 0;
	struct person_row who;
	struct event e;
	enum err err = store_person_get(x->j->st, s->person, x->a, &who, why);

	if (err)
		return err;
	if (who.zone.len)
		zone = who.zone;
	(void)agenda_rest_days(p, &from, &until);
	event_start(&e, COMMON_RESTED, 0);
	event_put_text(&e, COMMON_RESTED_FROM,
		       time_text(x->a, council_day(zone, from)));
	event_put_text(&e, COMMON_RESTED_UNTIL,
		       time_text(x->a, council_day(zone, until + 1)));
	event_put_text(&e, COMMON_RESTED_BY, STR("table"));
	deadline_tell(x, &e);
	return ERR_OK;
}

/* Another deadline of everybody who is awaited, or none: it is over. */
static enum err other_deadline(struct adjudication *x, int64_t until_s,
			       struct why *why)
{
	uint32_t seats = deadline_blocking(x->t);
	struct event ev;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < x->t->n_players; i++) {
		if (!(seats >> i & 1))
			continue;
		event_start(&ev, COMMON_DEADLINE_SET, 0);
		event_put(&ev, COMMON_DEADLINE_SET_SEAT, i);
		event_put_text(&ev, COMMON_DEADLINE_SET_DEADLINE,
			       time_text(x->a, until_s));
		event_put_text(&ev, COMMON_DEADLINE_SET_BY, STR("table"));
		deadline_tell(x, &ev);
		e = deadline_set(x->j, x->t->row.id, i, x->at_s, until_s, why);
	}
	return e;
}

static enum err other_option(struct adjudication *x, const struct proposal *p,
			     struct why *why)
{
	struct event e;
	bool can = option_event(x->t, x->a, p, &e);

	assert(can); /* accord_check has seen that it can */
	(void)can;
	game_emit(&x->run, &e);
	return x->t->row.state == GAME_RUNNING ? adjudication_pump(x, why)
					       : ERR_OK;
}

static enum err replace(struct adjudication *x, const struct proposal *p,
			struct why *why)
{
	struct join_row wish;
	const char *no;
	enum err e = join_wish(x->t, (int)p->n, policy_str(&p->value), x->a,
			       &wish, &no, why);

	assert(e || !no); /* as above */
	return e ? e : join_sit(x, &wish, STR("table"), why);
}

/* Those that agenda_carry leaves to us. */
static enum err carry(struct adjudication *x, const struct proposal *p,
		      struct why *why)
{
	static const struct hand table = { .cause = CAUSE_MAIL,
					   .slot = -1,
					   .by = { "table", 5 } };

	const struct way_back to = agenda_way_back(p);

	switch (p->what) {
	case MOTION_REST: return rest(x, p, why);
	case MOTION_EXTENSION: return more_time(x, p->n * HOUR_S, why);
	case MOTION_DEADLINE: return other_deadline(x, p->n, why);
	case MOTION_SKIP: return other_deadline(x, x->at_s, why);
	case MOTION_OPTION: return other_option(x, p, why);
	case MOTION_REPLACE: return replace(x, p, why);
	default: return life_go_back(x, &table, &to, STR("takeback"), why);
	}
}

enum err accord_carry(struct adjudication *x, const struct proposal *p,
		      struct why *why)
{
	struct game_row *row = &x->t->row;

	if (!agenda_carry(&x->t->agenda, &x->run, p, row->state == GAME_RUNNING,
			  x->at_s))
		return carry(x, p, why);
	if (agenda_ends(p)) {
		row->state = GAME_ENDED;
	} else if (p->what == MOTION_PAUSE && row->state == GAME_RUNNING) {
		row->state = GAME_PAUSED;
		row->paused_why = STR("paused");
	}
	return ERR_OK;
}
