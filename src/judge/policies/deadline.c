/* src/judge/policies/deadline.c */
#include "judge/policies/deadline.h"
#include "judge/notify/gm_summary.h"
#include "base/date.h"
#include "judge/notify/notify.h"
#include "judge/game/beacon_wait.h"
#include "judge/policies/proposals.h"
#include "judge/policies/proxy.h"
#include "judge/policies/dispute.h"
#include "judge/policies/abandoned_seat.h"
#include "judge/policies/spectators.h"
#include "judge/requests/delayed_orders.h"
#include "judge/game/lifecycle.h"
#include "judge/handlers.h"
#include "protocol/timing.h"
#include "judge/game/timezone.h"
#include "judge/game/entropy.h"
#include "engine/common.h"

uint32_t deadline_blocking(const struct game_ctx *t)
{
	struct awaiting w;
	uint32_t seats = 0;

	/* the awaited seat may have orders that wait for the dice */
	if (t->row.state != GAME_RUNNING || entropy_round_waits(&t->course))
		return 0;
	system_awaiting(t->sys->rules, t->game->state, &w);
	for (int i = 0; i < w.n; i++)
		if (w.v[i].blocking)
			seats |= UINT32_C(1) << w.v[i].seat;
	return seats & ~beacon_wait_held(t);
}

static enum err set(struct judge *j, int64_t game, int kind, int slot,
		    int64_t due_s, struct why *why)
{
	struct timer_row t = {
		.game = game, .kind = kind, .slot = slot, .due_s = due_s
	};

	return store_timer_set(j->st, &t, why);
}

int64_t deadline_warning(int64_t at_s, int64_t until_s)
{
	int64_t quarter = (until_s - at_s) / 4;

	return until_s - (quarter < DAY_S ? quarter : DAY_S);
}

enum err deadline_set(struct judge *j, int64_t game, int slot, int64_t at_s,
		      int64_t until_s, struct why *why)
{
	int64_t warn_s = deadline_warning(at_s, until_s);
	enum err e = set(j, game, TIMER_DEADLINE, slot, until_s, why);

	if (e)
		return e;
	/* one that was due before is no more */
	return warn_s < until_s ? set(j, game, TIMER_WARNING, slot, warn_s, why)
				: store_timer_clear(j->st, game, TIMER_WARNING,
						    slot, why);
}

void deadline_notify(struct adjudication *x, const struct event *e)
{
	table_state_tell(&x->t->agenda, &x->run, e, x->at_s);
}

enum err deadline_move(struct adjudication *x, int slot, int64_t until_s,
		       const char *why_moved, struct why *why)
{
	table_state_move(&x->t->agenda, &x->run, x->a, slot, until_s, why_moved,
			 x->at_s);
	return deadline_set(x->j, x->t->row.id, slot, x->at_s, until_s, why);
}

static enum err clear(struct judge *j, int64_t game, int slot, struct why *why)
{
	enum err e = store_timer_clear(j->st, game, TIMER_DEADLINE, slot, why);

	return e ? e : store_timer_clear(j->st, game, TIMER_WARNING, slot, why);
}

/*
 * Has the acting seat moved: done the awaited action, seen by everybody? Other
 * orders would renew the time again and again, and a new deadline would reveal
 * secret orders.
 */
static bool moved(const struct adjudication *x)
{
	bool seen = false;

	for (int i = 0; i < x->list.n; i++)
		seen |= x->list.v[i].kind >= EVENT_FIRST_OWN &&
			x->list.v[i].audience == AUDIENCE_ALL;
	return seen && x->slot >= 0 && x->slot < SEATS_MAX &&
	       x->run.moved & UINT32_C(1) << x->slot;
}

static struct timing timing_of(const struct game_ctx *t)
{
	struct calendar c;

	timing_calendar(&t->agenda, &c);
	return (struct timing){ .g = &t->agenda,
				.turn_s = t->row.deadline_s,
				.calendar = timezone_clock(c.zone),
				.off = timezone_clock(t->j->c.zone) };
}

/* Until when a seat has time that is awaited from now on. */
static int64_t due_of(const struct adjudication *x, int seat,
		      const char **moved_by)
{
	const struct timing t = timing_of(x->t);

	return timing_due(&t, seat, x->at_s, moved_by);
}

int64_t deadline_due(const struct adjudication *x, int seat)
{
	const char *moved_by;

	return due_of(x, seat, &moved_by);
}

bool deadline_has(const struct game_ctx *t)
{
	const struct timing at = timing_of(t);

	return timing_has(&at);
}

static enum err give(struct adjudication *x, int seat, struct why *why)
{
	const char *moved_by;
	int64_t due = due_of(x, seat, &moved_by);

	return moved_by ? deadline_move(x, seat, due, moved_by, why)
			: deadline_set(x->j, x->t->row.id, seat, x->at_s, due,
				       why);
}

/* Move the deadline of a seat that sent AWAY or BACK in this adjudication. */
static enum err absence_moves(struct adjudication *x, int seat, int64_t due,
			      struct why *why)
{
	const struct timing t = timing_of(x->t);
	const char *moved_by;
	int64_t now =
		timing_absence(&t, &x->agenda, seat, x->at_s, due, &moved_by);

	return moved_by ? deadline_move(x, seat, now, moved_by, why) : ERR_OK;
}

enum err deadline_update(struct adjudication *x, struct why *why)
{
	const struct game_row *g = &x->t->row;
	uint32_t blocking = deadline_blocking(x->t);
	int64_t due;
	enum err e = ERR_OK;

	if (!deadline_has(x->t))
		return ERR_OK;
	for (int i = 0; !e && i < x->t->n_players; i++) {
		if (!(blocking & UINT32_C(1) << i)) {
			e = clear(x->j, g->id, i, why);
			continue;
		}
		e = store_timer_get(x->j->st, g->id, TIMER_DEADLINE, i, &due,
				    why);
		/* a seat that moved and is awaited again has new time */
		if (e == ERR_NOT_FOUND || (!e && x->slot == i && moved(x)))
			e = give(x, i, why);
		else if (!e)
			e = absence_moves(x, i, due, why);
	}
	return e;
}

enum err deadline_of(struct judge *j, int64_t game,
		     int64_t deadline_s[SEATS_MAX], struct why *why)
{
	return store_timers_of(j->st, game, TIMER_DEADLINE, deadline_s,
			       SEATS_MAX, why);
}

static void pause(struct adjudication *x, const char *words)
{
	log_event_paused(&x->run, "deadline", words);
	x->t->row.state = GAME_PAUSED;
	x->t->row.paused_why = STR(DEADLINE_PAUSE);
}

/* The seat stays silent: its default, if there is one. */
static enum err default_taken(struct adjudication *x,
			      const struct timer_row *timer, struct why *why)
{
	enum err e = ERR_OK;
	struct event ev;
	bool answered;

	event_start(&ev, COMMON_DEADLINE_PASSED, 0);
	event_put(&ev, COMMON_DEADLINE_PASSED_SEAT, timer->slot);
	event_put_text(&ev, COMMON_DEADLINE_PASSED_DEADLINE,
		       time_text(x->a, timer->due_s));
	event_put_text(&ev, COMMON_DEADLINE_PASSED_POLICY, STR("default"));
	deadline_notify(x, &ev);
	if (table_state_drops_out(&x->t->agenda, timer->slot))
		e = abandoned_seat_ask(x, timer->slot, why);
	if (e)
		return e;
	if (table_state_waits_for(&x->t->agenda, timer->slot)) {
		pause(x, "silences");
		return ERR_OK;
	}
	answered = game_silent(&x->run, timer->slot);
	if (x->run.held >> timer->slot & 1) {
		beacon_wait_silent(x, timer->slot);
		answered = true;
	}
	if (answered)
		return adjudication_pump(x, why);
	pause(x, "no default");
	return ERR_OK;
}

/* A deadline that passes long after it was due, before any mail about it: the
 * judge was down. The log records it; the operator may extend the time. */
static enum err untold_tell(const struct game_ctx *t,
			    const struct timer_row *timer, struct arena *a,
			    struct why *why)
{
	const struct judge_env *env = &t->j->c.env;
	bool untold = false;
	enum err e = ERR_OK;

	if (env->tell && judge_clock(t->j) - timer->due_s > TABLE_STATE_LATE_S)
		e = store_outbox_untold(t->j->st, t->row.id, t->row.point,
					&untold, why);
	if (!e && untold)
		env->tell(
			env->context,
			arena_printf(a,
				     "%.*s: a deadline of seat %c passed "
				     "before anybody was told of it; heraldo "
				     "game undo %.*s %lld gives the time back",
				     STR_ARG(t->row.name), 'A' + timer->slot,
				     STR_ARG(t->row.name),
				     (long long)t->row.point));
	return e;
}

static enum err passed(struct game_ctx *t, const struct timer_row *timer,
		       struct arena *a, struct why *why)
{
	struct adjudication x;
	const char *kind;
	int64_t more;
	enum err e;

	if (!(deadline_blocking(t) & UINT32_C(1) << timer->slot))
		return ERR_OK;
	e = untold_tell(t, timer, a, why);
	if (!e)
		e = adjudication_begin(&x, t, a, CAUSE_TIMER, timer->slot, 0,
				       why);
	if (e)
		return e;
	more = table_state_respite(&t->agenda, timer->slot, &kind);
	e = more ? deadline_move(
			   &x, timer->slot,
			   table_state_respite_ends(more, timer->due_s, x.at_s),
			   kind, why)
		 : default_taken(&x, timer, why);
	return lifecycle_finish(&x, e, why);
}

enum err deadline_waits_for(const struct game_ctx *t, int seat, bool *yes,
			    struct why *why)
{
	struct awaiting w;
	int64_t last, n_open = 0;
	bool due = false;
	enum err e;

	*yes = false;
	if (t->row.state != GAME_PAUSED ||
	    !str_is(t->row.paused_why, DEADLINE_PAUSE))
		return ERR_OK;
	system_awaiting(t->sys->rules, t->game->state, &w);
	for (int i = 0; i < w.n; i++)
		*yes |= w.v[i].blocking && w.v[i].seat == seat;
	e = store_dispute_count(t->j->st, t->row.id, &last, &n_open, why);
	if (!e)
		e = dispute_reroll_due(t, &due, why);
	*yes = *yes && !n_open && !due;
	return e;
}

static enum err warn(struct game_ctx *t, const struct timer_row *timer,
		     struct arena *a, struct why *why)
{
	const struct table_state *g = &t->agenda;
	int64_t now = judge_now(t->j);
	bool held = false;
	enum err e =
		delayed_orders_has(t->j, timer->game, timer->slot, &held, why);

	if (e || held || !(deadline_blocking(t) & UINT32_C(1) << timer->slot))
		return e;
	if (!table_state_is_away(g, timer->slot, now))
		e = notify_warning(t, timer->slot, a, why);
	return !e && table_state_is_deputed(g, timer->slot, now)
		       ? notify_warning(t, SLOT_DEPUTY + timer->slot, a, why)
		       : e;
}

/* a timer of a game that is played */
static enum err fire_at_table(struct judge *j, const struct timer_row *timer,
			      struct why *why)
{
	struct game_ctx t;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = game_ctx_load(j, timer->game, &a, &t, why);
	if (e || t.row.state == GAME_ENDED) {
		arena_release(&a);
		return e;
	}
	switch (timer->kind) {
	case TIMER_DEADLINE: e = passed(&t, timer, &a, why); break;
	case TIMER_WARNING: e = warn(&t, timer, &a, why); break;
	case TIMER_WORDS: e = entropy_time(&t, &a, why); break;
	case TIMER_WORDS_WARNING: e = entropy_warn(&t, &a, why); break;
	case TIMER_BEACON: e = beacon_wait_time(&t, timer, &a, why); break;
	case TIMER_DEPUTY: e = proxy_time(&t, timer->slot, &a, why); break;
	case TIMER_LAPSE: e = proposals_lapse(&t, &a, why); break;
	default: break;
	}
	arena_release(&a);
	return e;
}

/* A seat with orders on hold is not silent: execute them. *gone: the seat no
 * longer has this deadline. */
static enum err use_held(struct judge *j, const struct timer_row *t, bool *gone,
			 struct why *why)
{
	int64_t due = 0;
	bool any = false;
	enum err e = delayed_orders_use(j, t->game, t->slot, &any, why);

	*gone = false;
	if (e || !any)
		return e;
	e = store_timer_get(j->st, t->game, t->kind, t->slot, &due, why);
	*gone = due != t->due_s;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

enum err deadline_fire(struct judge *j, const struct timer_row *t,
		       struct why *why)
{
	bool gone = false;
	enum err e =
		t->kind == TIMER_DEADLINE ? use_held(j, t, &gone, why) : ERR_OK;

	if (!e && !gone)
		e = store_timer_clear(j->st, t->game, t->kind, t->slot, why);
	if (e || gone)
		return e;
	switch (t->kind) {
	case TIMER_JOINS: return join_waiting(j, t->game, why);
	case TIMER_REROLL: return dispute_reroll(j, t, why);
	case TIMER_WATCH: return spectators_notify(j, t->game, why);
	case TIMER_DESK: return gm_summary_due(j, t->game, why);
	case TIMER_READMIT: return person_readmit_due(j, t, why);
	case TIMER_HOLD: return delayed_orders_due(j, t, why);
	default: return fire_at_table(j, t, why);
	}
}
