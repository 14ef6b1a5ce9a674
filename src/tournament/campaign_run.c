/* src/tournament/campaign_run.c - runs a campaign: creates, starts and counts
 * its games */
#include "tournament/campaign_private.h"
#include "base/ascii.h"
#include "base/date.h"
#include "base/xalloc.h"
#include "base/parse.h"
#include "tournament/carryover.h"
#include "judge/policies/lifecycle.h"
#include "protocol/proposal_parse.h"
#include "judge/game/reject.h"
#include "protocol/log_events.h"
#include "judge/game/game_ctx.h"
#include "engine/carryover.h"
#include "engine/common.h"
#include "engine/slot.h"
#include "store/people.h"
#include <stdlib.h>

enum { DUE_MAX = 64 };

/* The work on one campaign, in one transaction. */
struct doing {
	struct judge *j;
	struct arena a;
	struct campaign c;
	struct str name;
	int64_t who, whom;
	const struct campaign_row *fresh;
	int64_t due[DUE_MAX]; /* games; 0: the campaign itself */
	int n_due;
	bool counted; /* a result, and nothing more yet */
};

static enum err campaign_run_no(struct why *why, const char *words)
{
	return why_set(why, ERR_USAGE, "%s", words);
}

/* --- a game ----------------------------------------------------------------
 */

/* its options and policies, from the settings */
static enum err settings_of(struct judge *j, const struct campaign_row *r,
			    struct game_plan *plan, struct game_option *options,
			    struct why *why)
{
	struct str rest = r->settings, line, name, value;
	enum err e = ERR_OK;

	plan->options = options;
	while (!e && parse_line(&rest, &line)) {
		bool policy = str_starts(line, "policy ");

		if (!parse_trim(line).len || str_starts(line, CAMPAIGN_RULING))
			continue;
		if (!policy && !str_starts(line, "option "))
			return campaign_run_no(
				why,
				"a setting is: option NAME=VALUE, or policy NAME=VALUE");
		line.s += 7;
		line.len -= 7;
		if (!policy) {
			if (plan->n_options == CAMPAIGN_SETTINGS)
				return campaign_run_no(why, "too many options");
			e = judge_option_parse(j, r->system, line,
					       &options[plan->n_options++],
					       why);
			continue;
		}
		if (plan->n_policies == GAME_POLICIES_MAX ||
		    !parse_field(&line, '=', &name) || !name.len)
			return campaign_run_no(why, "a policy is NAME=VALUE");
		value = line;
		plan->policies[plan->n_policies].name = name;
		plan->policies[plan->n_policies++].value = value;
	}
	return e;
}

/* What a member brings, as of the seat. */
static enum err brings_of(struct doing *d, int seed, int seat,
			  struct game_carried *out, int *n, struct why *why)
{
	int more = 0;
	enum err e = campaign_carryover_read(
		d->c.member[seed].brings, &d->a, out + *n,
		CAMPAIGN_CARRYOVER_THINGS_MAX - *n, &more, why);

	for (int i = 0; !e && i < more; i++)
		out[*n + i].thing.seat = seat;
	*n += more;
	return e;
}

/* A new, empty game of the campaign with this name. */
static enum err plan_of(struct doing *d, const struct campaign_row *r,
			struct str name, struct game_plan *plan,
			struct why *why)
{
	*plan = (struct game_plan){ .name = name,
				    .system = r->system,
				    .n_players = 2,
				    .deadline_s = r->deadline_s,
				    .words_s = r->words_s,
				    .master = r->master };
	return settings_of(
		d->j, r, plan,
		ARENA_ARRAY(&d->a, CAMPAIGN_SETTINGS, struct game_option), why);
}

/* Seat a person with a key at once; reserve the seat and invite a person
 * without one. *sits: seated. */
static enum err seat_plan(struct doing *d, int seed, int seat,
			  struct game_plan *plan, bool *sits, struct why *why)
{
	struct store *st = judge_store(d->j);
	int64_t person = d->c.member[seed].person;
	struct person_row p;
	struct key_row key;
	int n = 0;
	enum err e = store_key_ring(st, person, &d->a, &key, 1, &n, why);

	*sits = n > 0;
	if (!e && !*sits)
		e = store_person_get(st, person, &d->a, &p, why);
	if (!e && !*sits)
		plan->reserved[seat] = p.address;
	return e;
}

static enum err game_make(struct doing *d, struct meeting_row *m,
			  struct why *why)
{
	const struct campaign_row *r = &d->c.row;
	const int seeds[] = { m->first, m->second };
	struct game_carried *brings = ARENA_ARRAY(
		&d->a, CAMPAIGN_CARRYOVER_THINGS_MAX, struct game_carried);
	struct game_plan plan;
	bool sits[ARRAY_LEN(seeds)], all = true;
	struct str name = str_of(
		arena_printf(&d->a, "%.*s-%d", STR_ARG(r->name), m->number));
	enum err e = plan_of(d, r, name, &plan, why);

	plan.carried = brings;
	for (int i = 0; !e && i < (int)ARRAY_LEN(seeds); i++) {
		e = seat_plan(d, seeds[i], i, &plan, &sits[i], why);
		if (!e && r->carry.len)
			e = brings_of(d, seeds[i], i, brings, &plan.n_carried,
				      why);
	}
	if (!e)
		e = lifecycle_new(d->j, &plan, &d->a, &name, &m->game, why);
	for (int i = 0; !e && i < (int)ARRAY_LEN(seeds); i++) {
		all = all && sits[i];
		if (sits[i])
			e = lifecycle_seat(d->j, m->game, &actor_operator, i,
					   d->c.member[seeds[i]].person, why);
	}
	return e || !all ? e
			 : lifecycle_start(d->j, m->game, &actor_operator, why);
}

/* Start a game that waited for a person who has joined now. */
static enum err begin_if_full(struct doing *d, struct store *st,
			      const struct meeting_row *m, struct why *why)
{
	struct seat_row seats[JUDGE_SLOTS];
	bool full = true;
	int n = 0;
	enum err e = store_seat_list(st, m->game, &d->a, seats, JUDGE_SLOTS, &n,
				     why);

	for (int i = 0; i < n; i++)
		full = full && (seats[i].slot >= SLOT_GM || seats[i].person);
	return e || !full
		       ? e
		       : lifecycle_start(d->j, m->game, &actor_operator, why);
}

/* --- a round ---------------------------------------------------------------
 */

static enum err meeting_add(struct doing *d, struct store *st, struct pair p,
			    struct why *why)
{
	struct campaign *c = &d->c;
	struct meeting_row *m = &c->meeting[c->n_meetings];
	enum err e = ERR_OK;

	if (c->n_meetings == CAMPAIGN_MEETINGS)
		return reject_set(why, REJECT_campaign_games, NULL);
	*m = (struct meeting_row){
		.campaign = c->row.id,
		.number = c->n_meetings + 1,
		.round = c->row.round,
		.first = p.first,
		.second = p.second,
		.outcome = p.second < 0 ? OUTCOME_FIRST : MEETING_OPEN,
	};
	if (p.second >= 0)
		e = game_make(d, m, why);
	else
		m->ended_s = judge_time(d->j);
	c->n_meetings++;
	return e ? e : store_meeting_put(st, m, why);
}

static enum err round_make(struct doing *d, struct store *st, struct why *why)
{
	struct pair p[PAIRING_MAX];
	int n = campaign_pairs(&d->c, p);
	enum err e = ERR_OK;

	for (int i = 0; !e && i < n; i++)
		e = meeting_add(d, st, p[i], why);
	d->c.row.round++;
	return e ? e : store_campaign_set(st, &d->c.row, why);
}

static bool is_complete(const struct campaign *c)
{
	for (int i = 0; i < c->n_meetings; i++)
		if (c->meeting[i].outcome == MEETING_OPEN)
			return false;
	return true;
}

static int campaign_run_here(const struct campaign *c)
{
	int n = 0;

	for (int i = 0; i < c->n; i++)
		n += c->member[i].until < 0;
	return n;
}

/* The next round if the last one is over, or the end. */
static enum err go_on(struct doing *d, struct store *st, struct why *why)
{
	struct campaign *c = &d->c;
	enum err e = ERR_OK;

	if (c->row.state != CAMPAIGN_RUNNING || c->row.kind == CAMPAIGN_LADDER)
		return ERR_OK;
	/* a round may be nothing but byes */
	while (!e && is_complete(c)) {
		if (c->row.round >= campaign_rounds(c) ||
		    campaign_run_here(c) < 2) {
			c->row.state = CAMPAIGN_OVER;
			return store_campaign_set(st, &c->row, why);
		}
		e = round_make(d, st, why);
		if (!e)
			e = campaign_fill(st, &d->a, c, why);
	}
	return e;
}

/* --- ended games -------------------------------------------------------- */

/* One that has ended: what came of it. */
static enum err meeting_settle(struct doing *d, struct store *st,
			       struct meeting_row *m, struct why *why)
{
	struct game_ctx t;
	struct arena tmp = { 0 };
	enum err e = game_ctx_load(d->j, m->game, &tmp, &t, why);

	/* put away before it was looked at, it cannot be asked any more */
	if (e == ERR_ARCHIVED || (!e && t.row.state == GAME_ARCHIVED)) {
		m->outcome = OUTCOME_VOID;
		m->ended_s = judge_time(d->j);
		e = ERR_OK;
	} else if (!e) {
		e = campaign_count(st, &d->a, &d->c, &t, m, why);
	}
	arena_release(&tmp);
	return e ? e : store_meeting_put(st, m, why);
}

static bool is_due(const struct doing *d, int64_t what)
{
	for (int i = 0; i < d->n_due; i++)
		if (d->due[i] == what)
			return true;
	return false;
}

/* One that could not be counted when it ended is found by its state. */
static enum err is_to_count(struct doing *d, struct store *st,
			    const struct meeting_row *m, bool *yes,
			    struct why *why)
{
	struct game_row g;
	enum err e;

	*yes = false;
	if (!m->game || m->outcome != MEETING_OPEN)
		return ERR_OK;
	/* other games began by themselves after a person joined */
	*yes = is_due(d, m->game) && m->game_state >= GAME_ENDED;
	if (*yes || !is_due(d, CAMPAIGN_ITSELF))
		return ERR_OK;
	e = store_game_get(st, m->game, &d->a, &g, why);
	*yes = !e && g.state >= GAME_ENDED;
	return e;
}

/* The games that are due: over, or with all seats taken. */
static enum err settle_due(struct doing *d, struct store *st, struct why *why)
{
	struct campaign *c = &d->c;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < c->n_meetings; i++) {
		struct meeting_row *m = &c->meeting[i];
		bool yes;

		if (m->game && m->game_state == GAME_OPEN &&
		    is_due(d, m->game)) {
			e = begin_if_full(d, st, m, why);
			continue;
		}
		e = is_to_count(d, st, m, &yes, why);
		if (e || !yes)
			continue;
		d->counted = true;
		e = meeting_settle(d, st, m, why);
	}
	return e;
}

/* Mail the current standings to all members. */
static enum err standings_mail(struct doing *d, struct store *st,
			       struct why *why)
{
	enum err e = campaign_fill(st, &d->a, &d->c, why);

	if (!e)
		e = campaign_write(d->j, &d->a, &d->c, why);
	return e ? e
		 : store_campaign_mailed(st, d->c.row.id, judge_time(d->j),
					 why);
}

/* Do the next steps of the campaign; a result alone is mailed once a day. */
static enum err campaign_run_proceed(struct doing *d, struct store *st,
				     struct why *why)
{
	int round = d->c.row.round;
	int64_t again_s = d->c.row.told_s + DAY_S;
	bool result = is_due(d, CAMPAIGN_RESULT);
	enum err e = go_on(d, st, why);

	if (!e && (is_due(d, CAMPAIGN_NEWS) || d->c.row.round != round ||
		   d->c.row.state != CAMPAIGN_RUNNING ||
		   (result && judge_time(d->j) >= again_s)))
		return standings_mail(d, st, why);
	return e || !result
		       ? e
		       : store_campaign_wait(st, d->c.row.id, again_s, why);
}

/*
 * Results first, by themselves: they stay, whatever keeps the campaign from
 * going on.
 */
static enum err tend_one(void *context, struct store *st, struct why *why)
{
	struct doing *d = context;
	int64_t id = 0;
	enum err e = store_campaign_due(st, judge_time(d->j), &id, d->due,
					DUE_MAX, &d->n_due, why);

	if (!e)
		e = store_campaign_get(st, id, &d->a, &d->c.row, why);
	if (!e)
		e = campaign_fill(st, &d->a, &d->c, why);
	if (e || d->c.row.state != CAMPAIGN_RUNNING)
		return e;
	e = settle_due(d, st, why);
	if (!e && d->counted)
		return store_campaign_make_due(st, id, CAMPAIGN_RESULT, why);
	return e ? e : campaign_run_proceed(d, st, why);
}

/* It is not looked at again before something else ends in it, or it is asked
 * to go on. */
static enum err pass_over(void *context, struct store *st, struct why *why)
{
	struct doing *d = context;
	int64_t id;

	return store_campaign_due(st, judge_time(d->j), &id, d->due, DUE_MAX,
				  &d->n_due, why);
}

/* not the world's fault, but that of what it is set to do */
static bool is_own(enum err e)
{
	return e == ERR_USAGE || e == ERR_FORMAT || e == ERR_NOT_FOUND ||
	       e == ERR_EXISTS;
}

static enum err tend_next(struct doing *d, int *n, struct why *why)
{
	struct why fault = { 0 };
	enum err e = judge_whole(d->j, tend_one, d, &fault);

	if (!d->n_due)
		return e == ERR_NOT_FOUND ? ERR_OK
					  : why_set(why, e, "%s", fault.text);
	*n += !e && !d->counted;
	if (!e || !is_own(e))
		return e ? why_set(why, e, "%s", fault.text) : ERR_OK;
	judge_operator_note(
		d->j, arena_printf(&d->a,
				   "campaign %.*s stands still: %s; mended, "
				   "it goes on with heraldo campaign run",
				   STR_ARG(d->c.row.name), fault.text));
	return judge_whole(d->j, pass_over, d, why);
}

enum err campaign_tend(struct judge *j, int *n, struct why *why)
{
	struct doing *d = xalloc_check(calloc(1, sizeof(*d)));
	bool due = true;
	enum err e =
		store_campaign_is_due(judge_store(j), judge_time(j), &due, why);

	*n = 0;
	while (!e && due) {
		*d = (struct doing){ .j = j };
		e = tend_next(d, n, why);
		due = d->n_due;
		arena_release(&d->a);
	}
	free(d);
	return e;
}

static bool note_running(void *context, const struct campaign_row *c)
{
	struct doing *d = context;

	if (c->state == CAMPAIGN_RUNNING && d->n_due < DUE_MAX)
		d->due[d->n_due++] = c->id;
	return true;
}

static enum err campaign_run_nudge(void *context, struct store *st,
				   struct why *why)
{
	struct doing *d = context;
	enum err e = store_campaign_list(st, &d->a, note_running, d, why);

	for (int i = 0; !e && i < d->n_due; i++)
		e = store_campaign_make_due(st, d->due[i], CAMPAIGN_ITSELF,
					    why);
	return e;
}

/* --- commands --------------------------------------------------------------
 */

static enum err
command(struct judge *j, struct str name, int64_t who, int64_t whom,
	enum err (*what)(void *context, struct store *st, struct why *why),
	struct why *why)
{
	struct doing *d = xalloc_check(calloc(1, sizeof(*d)));
	enum err e;

	*d = (struct doing){ .j = j, .name = name, .who = who, .whom = whom };
	e = judge_whole(j, what, d, why);
	arena_release(&d->a);
	free(d);
	return e;
}

static enum err open_named(struct doing *d, struct store *st, struct why *why)
{
	enum err e = store_campaign_by_name(st, d->name, &d->a, &d->c.row, why);

	if (e == ERR_NOT_FOUND)
		return reject_set(why, REJECT_campaign_unknown,
				  REJECT_OF(d->name));
	if (!e)
		e = campaign_fill(st, &d->a, &d->c, why);
	if (!e && d->c.row.state == CAMPAIGN_OVER)
		return reject_set(why, REJECT_campaign_over, NULL);
	return e;
}

static enum err campaign_run_enter(void *context, struct store *st,
				   struct why *why)
{
	struct doing *d = context;
	struct campaign *c = &d->c;
	struct member_row m = { .person = d->who, .until = -1 };
	enum err e = open_named(d, st, why);

	if (e)
		return e;
	if (campaign_is_closed_to(c, d->who))
		return reject_set(why, REJECT_open_led, NULL);
	if (campaign_seed(c, d->who) >= 0)
		return reject_set(why,
				  c->member[campaign_seed(c, d->who)].until < 0
					  ? REJECT_campaign_in
					  : REJECT_campaign_left,
				  NULL);
	if (c->row.state == CAMPAIGN_RUNNING &&
	    (c->row.kind == CAMPAIGN_ROBIN || c->row.kind == CAMPAIGN_KNOCKOUT))
		return reject_set(why, REJECT_campaign_closed, NULL);
	if (c->n == PAIRING_MAX)
		return reject_set(why, REJECT_campaign_full, NULL);
	m.campaign = c->row.id;
	m.seed = c->n;
	m.from = c->row.round;
	m.brings = STR("");
	return store_member_put(st, &m, why);
}

/* Add the person and mail the standings. */
static enum err bring_in(void *context, struct store *st, struct why *why)
{
	struct doing *d = context;
	struct notify w = { .person = d->who };
	enum err e = campaign_run_enter(d, st, why);

	if (!e)
		e = campaign_fill(st, &d->a, &d->c, why);
	w.tag = str_of(arena_printf(&d->a, "campaign-%lld-%d-entry",
				    (long long)d->c.row.id, d->c.n - 1));
	return e ? e
		 : campaign_write_one(d->j, &d->a, &d->c, d->c.n - 1, &w, why);
}

static enum err campaign_run_leave(void *context, struct store *st,
				   struct why *why)
{
	struct doing *d = context;
	enum err e = open_named(d, st, why);
	int seed = campaign_seed(&d->c, d->who);

	if (e)
		return e;
	if (seed < 0 || d->c.member[seed].until >= 0)
		return reject_set(why, REJECT_campaign_out, NULL);
	d->c.member[seed].until = d->c.row.round;
	e = store_member_put(st, &d->c.member[seed], why);
	return e ? e
		 : store_campaign_make_due(st, d->c.row.id, CAMPAIGN_ITSELF,
					   why);
}

static enum err campaign_run_start(void *context, struct store *st,
				   struct why *why)
{
	struct doing *d = context;
	enum err e = open_named(d, st, why);

	if (e)
		return e;
	if (d->c.row.state != CAMPAIGN_OPEN)
		return reject_set(why, REJECT_campaign_begun, NULL);
	if (campaign_run_here(&d->c) < 2)
		return reject_set(why, REJECT_campaign_few, NULL);
	d->c.row.state = CAMPAIGN_RUNNING;
	e = store_campaign_set(st, &d->c.row, why);
	if (!e)
		e = go_on(d, st, why);
	return e ? e : standings_mail(d, st, why);
}

static enum err ladder_no(const struct campaign_row *r, enum ladder_verdict v,
			  struct why *why)
{
	switch (v) {
	case LADDER_TOO_FAR:
		return reject_set_int(why, REJECT_campaign_too_far, r->reach);
	case LADDER_BUSY: return reject_set(why, REJECT_campaign_busy, NULL);
	case LADDER_BUSY_ABOVE:
		return reject_set(why, REJECT_campaign_busy_above, NULL);
	default: return reject_set(why, REJECT_campaign_not_above, NULL);
	}
}

static enum err campaign_run_challenge(void *context, struct store *st,
				       struct why *why)
{
	struct doing *d = context;
	struct campaign *c = &d->c;
	int32_t order[PAIRING_MAX];
	bool busy[PAIRING_MAX] = { false };
	enum ladder_verdict v;
	int n, from = -1, to = -1;
	enum err e = open_named(d, st, why);

	if (e)
		return e;
	if (c->row.kind != CAMPAIGN_LADDER || c->row.state != CAMPAIGN_RUNNING)
		return reject_set(why, REJECT_campaign_no_ladder, NULL);
	n = campaign_ladder(c, order);
	for (int i = 0; i < n; i++) {
		from = c->member[order[i]].person == d->who ? i : from;
		to = c->member[order[i]].person == d->whom ? i : to;
		for (int k = 0; k < c->n_meetings; k++)
			busy[i] |= c->meeting[k].outcome == MEETING_OPEN &&
				   (c->meeting[k].first == order[i] ||
				    c->meeting[k].second == order[i]);
	}
	if (from < 0 || to < 0)
		return reject_set(why, REJECT_campaign_no_rung, NULL);
	v = ladder_check((uint32_t)from, (uint32_t)to, (uint32_t)c->row.reach,
			 busy);
	if (v != LADDER_MAY)
		return ladder_no(&c->row, v, why);
	e = meeting_add(d, st, (struct pair){ order[from], order[to] }, why);
	c->row.round++;
	return e ? e : store_campaign_set(st, &c->row, why);
}

static enum err campaign_run_finish(void *context, struct store *st,
				    struct why *why)
{
	struct doing *d = context;
	enum err e = open_named(d, st, why);

	if (e)
		return e;
	d->c.row.state = CAMPAIGN_OVER;
	e = store_campaign_set(st, &d->c.row, why);
	return e ? e : standings_mail(d, st, why);
}

enum err campaign_enter(struct judge *j, struct str name, int64_t person,
			struct why *why)
{
	return command(j, name, person, 0, campaign_run_enter, why);
}

enum err campaign_add(struct judge *j, struct str name, int64_t person,
		      struct why *why)
{
	return command(j, name, person, 0, bring_in, why);
}

enum err campaign_nudge(struct judge *j, struct why *why)
{
	return command(j, STR(""), 0, 0, campaign_run_nudge, why);
}

enum err campaign_leave(struct judge *j, struct str name, int64_t person,
			struct why *why)
{
	return command(j, name, person, 0, campaign_run_leave, why);
}

enum err campaign_start(struct judge *j, struct str name, struct why *why)
{
	return command(j, name, 0, 0, campaign_run_start, why);
}

enum err campaign_challenge(struct judge *j, struct str name, int64_t who,
			    int64_t whom, struct why *why)
{
	return command(j, name, who, whom, campaign_run_challenge, why);
}

enum err campaign_end(struct judge *j, struct str name, struct why *why)
{
	return command(j, name, 0, 0, campaign_run_finish, why);
}

/* --- a new one -------------------------------------------------------------
 */

static bool is_name(struct str name)
{
	if (!name.len || name.len > CAMPAIGN_NAME_MAX || name.s[0] == '-' ||
	    name.s[name.len - 1] == '-')
		return false;
	for (size_t i = 0; i < name.len; i++)
		if (!((name.s[i] >= 'a' && name.s[i] <= 'z') ||
		      ascii_is_digit(name.s[i]) ||
		      (name.s[i] == '-' && name.s[i - 1] != '-')))
			return false;
	return true;
}

static enum err fresh_check(struct doing *d, struct why *why)
{
	const struct campaign_row *r = d->fresh;
	struct campaign_carryover_table *table =
		ARENA_NEW(&d->a, struct campaign_carryover_table);

	if (!is_name(r->name))
		return reject_set(why, REJECT_campaign_name, NULL);
	if (r->won < 0 || r->drawn < 0 || r->lost < 0 || r->bye < 0 ||
	    r->won > 100 || r->drawn > 100 || r->lost > 100 || r->bye > 100)
		return reject_set(why, REJECT_want_worth, NULL);
	if (r->rounds < 0 || r->rounds > 127 || r->reach < 0 ||
	    r->reach > PAIRING_MAX)
		return campaign_run_no(
			why,
			"rounds go up to 127, a challenge up to 128 places");
	return campaign_carryover_table_read(r->carry, table, why);
}

/* One game of it is made on trial, and forgotten. */
static enum err try_game(void *context, struct store *st, struct why *why)
{
	struct doing *d = context;
	struct game_plan plan;
	struct str name;
	int64_t game;
	enum err e = plan_of(d, d->fresh, d->fresh->name, &plan, why);

	(void)st;
	if (!e)
		e = lifecycle_new(d->j, &plan, &d->a, &name, &game, why);
	/* not kept, whatever it was */
	return e ? e : ERR_EXISTS;
}

enum err campaign_try(struct judge *j, const struct campaign_row *r,
		      struct why *why)
{
	struct doing *d = xalloc_check(calloc(1, sizeof(*d)));
	struct why tried = { 0 };
	enum err e;

	*d = (struct doing){ .j = j, .fresh = r };
	e = judge_whole(j, try_game, d, &tried);
	arena_release(&d->a);
	free(d);
	return e == ERR_EXISTS ? ERR_OK : why_set(why, e, "%s", tried.text);
}

static enum err campaign_run_add(void *context, struct store *st,
				 struct why *why)
{
	struct doing *d = context;
	struct campaign_row r = *d->fresh;
	int64_t id;
	enum err e;

	r.created_s = judge_time(d->j);
	e = store_campaign_add(st, &r, &id, why);
	if (e != ERR_EXISTS)
		return e;
	why_clear(why);
	return reject_set(why, REJECT_campaign_exists, NULL);
}

enum err campaign_new(struct judge *j, const struct campaign_row *c,
		      struct why *why)
{
	struct doing *d = xalloc_check(calloc(1, sizeof(*d)));
	enum err e;

	d->j = j;
	d->fresh = c;
	e = fresh_check(d, why);
	if (!e)
		e = campaign_try(j, c, why);
	if (!e)
		e = judge_whole(j, campaign_run_add, d, why);
	arena_release(&d->a);
	free(d);
	return e;
}

/* --- to look at ------------------------------------------------------------
 */

enum err campaign_load(struct judge *j, struct str name, struct arena *a,
		       struct campaign *out, struct why *why)
{
	struct store *st = judge_store(j);
	enum err e = store_campaign_by_name(st, name, a, &out->row, why);

	if (e == ERR_NOT_FOUND)
		return reject_set(why, REJECT_campaign_unknown,
				  REJECT_OF(name));
	return e ? e : campaign_fill(st, a, out, why);
}

enum err campaign_list(struct judge *j, struct arena *a,
		       bool (*each)(void *context,
				    const struct campaign_row *c),
		       void *context, struct why *why)
{
	return store_campaign_list(judge_store(j), a, each, context, why);
}
