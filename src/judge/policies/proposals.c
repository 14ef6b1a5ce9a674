/* src/judge/policies/proposals.c */
#include "judge/policies/proposals.h"
#include "judge/policies/proposal_effects.h"
#include "judge/game/reject.h"
#include "base/date.h"
#include "base/nearest.h"
#include "protocol/calendar.h"
#include "judge/game/deadline.h"
#include "judge/policies/proxy.h"
#include "judge/game/holidays.h"
#include "judge/game/anonymity.h"
#include "judge/policies/press_publish.h"
#include "judge/game/timezone.h"
#include "engine/common.h"

enum { SEATS_OF_PERSON = 256 };

/* Absences -------------------------------------------------------------------
 */

int64_t proposals_day(struct str zone, int32_t day)
{
	struct report_time t = { .hour = 0 };

	date_split(day, &t.year, &t.month, &t.day);
	return timezone_moment(zone, &t);
}

static void emit_away(struct adjudication *x, int seat, struct str person,
		      int64_t from_s, int64_t until_s, struct str by)
{
	struct event e;

	common_event_absence_announced(&e, 0, seat, person,
				       time_text(x->a, from_s),
				       time_text(x->a, until_s), by);
	deadline_notify(x, &e);
}

static void emit_back(struct adjudication *x, int seat, struct str person,
		      struct str by)
{
	struct event e;

	common_event_absence_ended(&e, 0, seat, person, by);
	deadline_notify(x, &e);
}

/* Where it cannot be, nothing is changed: a budget may be used up. A mail of
 * another game changes nothing in an anonymous one. */
static enum err absent_in(struct judge *j, const struct seat_row *of,
			  const struct person_row *p, int64_t from_s,
			  int64_t until_s, const struct actor *h,
			  struct why *why)
{
	bool is_back = from_s == until_s;
	int seat = of->slot;
	struct game_txn own, *s;
	enum err e = game_txn_open(&s, &own, j, of->game, h, why);

	if (e)
		return e;
	if ((h->cause == CAUSE_MAIL && anonymity_hides(&s->t)) ||
	    (is_back ? !s->t.agreements.seats[seat].n_absences
		     : table_state_refuses_absence(&s->t.agreements, seat,
						   from_s, until_s,
						   s->x.at_s) != NULL)) {
		game_txn_leave(s);
		return ERR_OK;
	}
	if (is_back)
		emit_back(&s->x, seat, p->name, h->by);
	else
		emit_away(&s->x, seat, p->name, from_s, until_s, h->by);
	return game_txn_close(s, ERR_OK, why);
}

enum err proposals_absent(struct judge *j, int64_t person, int64_t but,
			  int64_t from_s, int64_t until_s,
			  const struct actor *h, struct why *why)
{
	struct actor elsewhere = { .cause = h->cause, .slot = -1, .by = h->by };
	struct seat_row seats[SEATS_OF_PERSON];
	struct person_row p;
	struct game_row g;
	struct arena a;
	int n = 0;
	enum err e;

	arena_init(&a);
	e = store_person_get(j->st, person, &a, &p, why);
	if (!e)
		e = store_seat_of_person(j->st, person, &a, seats,
					 SEATS_OF_PERSON, &n, why);
	for (int i = 0; !e && i < n; i++) {
		if (seats[i].slot >= SLOT_GM || seats[i].game == but)
			continue;
		e = store_game_get(j->st, seats[i].game, &a, &g, why);
		if (!e && !game_is_over(g.state))
			e = absent_in(j, &seats[i], &p, from_s, until_s,
				      &elsewhere, why);
	}
	arena_release(&a);
	return e;
}

enum err proposals_elsewhere(struct judge *j, int64_t person, int64_t but,
			     const struct table_requests *m, struct str zone,
			     const struct actor *h, struct why *why)
{
	enum err e = ERR_OK;

	for (int i = 0; !e && i < m->n; i++) {
		const struct table_request *v = &m->v[i];

		if (v->kind == TABLE_REQUEST_AWAY)
			e = proposals_absent(
				j, person, but, proposals_day(zone, v->from),
				proposals_day(zone, v->until + 1), h, why);
		else if (v->kind == TABLE_REQUEST_BACK)
			e = proposals_absent(j, person, but, 0, 0, h, why);
	}
	return e;
}

enum err proposals_away(struct judge *j, int64_t person, int32_t from,
			int32_t until, struct why *why)
{
	struct person_row p;
	struct arena a;
	struct str zone;
	enum err e;

	arena_init(&a);
	e = store_person_get(j->st, person, &a, &p, why);
	zone = !e && p.zone.len ? p.zone : j->c.zone;
	if (!e && until < from)
		e = why_set(why, ERR_USAGE,
			    "an absence ends no earlier than it begins");
	if (!e)
		e = proposals_absent(j, person, 0, proposals_day(zone, from),
				     proposals_day(zone, until + 1),
				     &actor_operator, why);
	arena_release(&a);
	return e;
}

/* Policy ---------------------------------------------------------------------
 */

static bool zone_is(struct str said)
{
	struct arena a;
	bool is;

	arena_init(&a);
	is = timezone_named(&a, said).len != 0;
	arena_release(&a);
	return is;
}

const char *proposals_value_wrong(int row, struct str value)
{
	struct calendar c;
	struct str bad;
	struct policy trial;

	policy_init(&trial);
	if (!policy_set(&trial, row, value))
		return "no value of it";
	if (row == POLICY_DEADLINE && trial.deadline.len &&
	    (!calendar_parse(policy_str(&trial.deadline), &c, &bad) ||
	     (!c.length_s && !zone_is(c.zone))))
		return "no days, time and zone";
	c = (struct calendar){ .days = 0 };
	if (row == POLICY_DAYS_OFF &&
	    !calendar_off_parse(policy_str(&trial.off), &c, &bad))
		return "no days, or all of them";
	return NULL;
}

/* with the days of the lists that it names */
static enum err days_off(struct adjudication *x, struct str *value,
			 struct why *why)
{
	struct str missing;
	enum err e = holidays_expand(x->a, x->j->c.holidays, *value,
				     (int32_t)(x->at_s / DAY_S), value,
				     &missing, why);

	return !e && missing.len
		       ? reject_set(why, REJECT_no_holidays, REJECT_OF(missing))
		       : e;
}

/* What is signed is in capitals; this is how people write it: its days small,
 * the zone by its own name. */
static struct str deadline_words(struct arena *a, struct str value)
{
	struct calendar c;
	struct str bad, days, zone;

	if (!calendar_parse(value, &c, &bad) || !c.zone.len)
		return str_lower(a, value);
	zone = timezone_named(a, c.zone);
	days = (struct str){ value.s, (size_t)(c.zone.s - value.s) };
	return zone.len ? str_of(arena_printf(a, "%.*s%.*s",
					      STR_ARG(str_lower(a, days)),
					      STR_ARG(zone)))
			: value;
}

/* Name the nearest, or all. */
static enum err policy_unknown(struct str name, struct why *why)
{
	struct nearest near;
	struct buf names;
	enum err e;

	nearest_init(&near, name, NEAREST_FAR);
	buf_init(&names, 1024);
	for (int i = 0; i < POLICIES; i++) {
		buf_addf(&names, "%s%s", i ? " " : "", policy_name(i));
		nearest_try(&near, str_of(policy_name(i)));
	}
	e = near.name.len ? reject_set(why, REJECT_policy_near,
				       REJECT_OF(name, near.name))
			  : reject_set(why, REJECT_no_policy,
				       REJECT_OF(name, buf_str(&names)));
	buf_release(&names);
	return e;
}

enum err proposals_set(struct adjudication *x, struct str name,
		       struct str value, struct str by, struct why *why)
{
	int row = policy_find(name);
	const char *wrong;
	struct buf names;
	enum err e = row == POLICY_DAYS_OFF ? days_off(x, &value, why) : ERR_OK;

	if (e)
		return e;
	if (row == POLICY_DEADLINE)
		value = deadline_words(x->a, value);
	buf_init(&names, 1024);
	if (row < 0 && policy_renamed(name)) {
		e = reject_set(why, REJECT_policy_renamed,
			       REJECT_OF(name, str_of(policy_renamed(name))));
	} else if (row < 0) {
		e = policy_unknown(name, why);
	} else {
		wrong = proposals_value_wrong(row, value);
		policy_choices(row, &names);
		if (wrong)
			e = reject_set(why, REJECT_bad_policy,
				       REJECT_OF(value, str_of(wrong),
						 buf_str(&names)));
	}
	buf_release(&names);
	if (!e && table_state_is_late(&x->t->agreements, row))
		e = reject_set(why, REJECT_policy_early,
			       REJECT_OF(str_of(policy_name(row))));
	if (!e)
		table_state_set(&x->t->agreements, &x->run, row, value, by,
				x->at_s);
	return e;
}

/* What a mail says ----------------------------------------------------------
 */

static const char *refuses(const struct game_ctx *t, int seat, struct str zone,
			   const struct table_request *m, int64_t at_s)
{
	const char *no = table_state_refuses(&t->agreements, seat, m, at_s);

	if (!no && m->kind == TABLE_REQUEST_AWAY)
		no = table_state_refuses_absence(
			&t->agreements, seat, proposals_day(zone, m->from),
			proposals_day(zone, m->until + 1), at_s);
	if (!no && m->kind == TABLE_REQUEST_DEPUTY)
		no = table_state_refuses_deputy(
			&t->agreements, seat, proposals_day(zone, m->until + 1),
			at_s);
	if (!no &&
	    (m->kind == TABLE_REQUEST_BLOCK ||
	     m->kind == TABLE_REQUEST_UNBLOCK) &&
	    m->n >= t->n_players)
		no = "letter_nobody";
	return no;
}

const char *proposals_refuses(const struct game_ctx *t, int seat,
			      struct str zone, const struct table_requests *m,
			      bool orders, int64_t at_s)
{
	const char *no = m->bad;

	/* only press can be unsealed */
	if (!no && m->n && t->row.state == GAME_ENDED &&
	    m->v[0].kind != TABLE_REQUEST_UNSEAL)
		no = "game_ended";
	for (int i = 0; !no && i < m->n; i++) {
		if (table_request_is_proposal(&m->v[i]) &&
		    t->row.state == GAME_OPEN)
			no = "game_open";
		/* each is judged by how the table stands before all of them */
		else if (m->n > 1 ||
			 (orders && table_request_stands_alone(&m->v[i])))
			no = "motion_alone";
		else
			no = refuses(t, seat, zone, &m->v[i], at_s);
	}
	return no;
}

enum err proposals_names(const struct game_ctx *t, struct arena *a,
			 struct table_requests *m, const char **no,
			 struct why *why)
{
	struct str players[SEATS_MAX] = { { NULL, 0 } };
	struct person_row p;
	enum err e = ERR_OK;

	*no = NULL;
	for (int i = 0; !e && !*no && i < m->n; i++) {
		if (!table_request_names(&m->v[i]))
			continue;
		for (int k = 0; !e && !anonymity_is_on(t) && k < t->n_players;
		     k++) {
			if (!t->seats[k].person)
				continue;
			e = store_person_get(t->j->st, t->seats[k].person, a,
					     &p, why);
			players[k] = p.name;
		}
		if (!e && !table_request_name_seat(&m->v[i], a, players,
						   t->n_players))
			*no = "block_nobody";
	}
	return e;
}

enum err proposals_apply(struct adjudication *x, const struct table_requests *m,
			 const struct actor *h, struct str person,
			 struct str zone, struct why *why)
{
	struct proposal done;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < m->n; i++) {
		const struct table_request *v = &m->v[i];

		if (v->kind == TABLE_REQUEST_AWAY) {
			emit_away(x, x->slot, person,
				  proposals_day(zone, v->from),
				  proposals_day(zone, v->until + 1), h->by);
		} else if (v->kind == TABLE_REQUEST_BACK) {
			emit_back(x, x->slot, person, h->by);
		} else if (v->kind == TABLE_REQUEST_DEPUTY) {
			e = proxy_apply(x, v, proposals_day(zone, v->until + 1),
					why);
		} else if (v->kind == TABLE_REQUEST_RECALL) {
			table_state_deputy_ends(
				&x->t->agreements, &x->run, x->slot,
				x->by_deputy ? "resigned" : "recall", false,
				x->at_s);
		} else if (v->kind == TABLE_REQUEST_UNSEAL) {
			e = press_publish_parse(x, v->n, why);
		} else if (!table_request_is_proposal(v)) {
			table_state_block(
				&x->t->agreements, &x->run, x->slot, (int)v->n,
				v->kind == TABLE_REQUEST_BLOCK, x->at_s);
		} else {
			done = table_state_request(&x->t->agreements, &x->run,
						   x->a, x->slot,
						   x->t->n_players, v, x->at_s);
			table_state_date(&x->t->agreements, x->point);
			if (done.number)
				e = proposal_effect_apply(x, &done, why);
		}
	}
	return e;
}

enum err proposals_validate(const struct adjudication *x, struct str zone,
			    struct table_requests *m, const char **no,
			    struct why *why)
{
	const struct game_ctx *t = x->t;
	int seat = x->slot;
	const struct proposal *p;
	enum err e = ERR_OK;

	*no = NULL;
	for (int i = 0; !e && !*no && i < m->n; i++) {
		if (m->v[i].kind == TABLE_REQUEST_DEPUTY)
			e = proxy_validate(t, seat, x->a, &m->v[i], no, why);
		if (m->v[i].kind == TABLE_REQUEST_UNSEAL)
			e = press_publish_validate(t, seat, m->v[i].n, no, why);
		if (m->v[i].kind == TABLE_REQUEST_PROPOSE)
			e = proposal_effect_validate(t, x->a, zone, &m->v[i],
						     x->at_s, no, why);
		if (m->v[i].kind != TABLE_REQUEST_AGREE)
			continue;
		p = table_state_find(&t->agreements, m->v[i].n);
		if (p)
			e = proposal_effect_check(t, x->a, p, x->at_s, no, why);
	}
	return e;
}

/* Keeping --------------------------------------------------------------------
 */

/* A practice game ends so long after the last thing that happened in it. */
static enum err practice_clock(struct adjudication *x, struct why *why)
{
	int64_t days = x->t->agreements.policy.n[POLICY_PRACTICE_DAYS];
	struct timer_row t = { .game = x->t->row.id,
			       .kind = TIMER_PRACTICE,
			       .due_s = x->at_s + days * DAY_S };

	if (!days)
		return ERR_OK;
	return x->t->row.state != GAME_ENDED
		       ? store_timer_set(x->j->st, &t, why)
		       : store_timer_clear(x->j->st, t.game, t.kind, 0, why);
}

enum err proposals_save(struct adjudication *x, struct why *why)
{
	const struct game_row *row = &x->t->row;
	struct timer_row t = { .game = row->id,
			       .kind = TIMER_LAPSE,
			       .due_s = table_state_lapses(&x->t->agreements) };
	struct buf b;
	enum err e = practice_clock(x, why);

	if (e ||
	    !memcmp(&x->agreements, &x->t->agreements, sizeof(x->agreements)))
		return e;
	buf_init(&b, sizeof(struct table_state));
	table_state_render(&x->t->agreements, &b);
	e = store_agreements_put(x->j->st, row->id, x->point, buf_str(&b), why);
	buf_release(&b);
	if (e)
		return e;
	return t.due_s && row->state != GAME_ENDED
		       ? store_timer_set(x->j->st, &t, why)
		       : store_timer_clear(x->j->st, row->id, t.kind, 0, why);
}

enum err proposals_lapse(struct game_ctx *t, struct arena *a, struct why *why)
{
	struct adjudication x;
	enum err e;

	if (!t->agreements.n_open ||
	    table_state_lapses(&t->agreements) > judge_now(t->j))
		return ERR_OK;
	e = adjudication_begin(&x, t, a, CAUSE_TIMER, -1, 0, why);
	if (e)
		return e;
	table_state_lapse(&t->agreements, &x.run, x.at_s);
	return game_txn_finish(&x, ERR_OK, why);
}
