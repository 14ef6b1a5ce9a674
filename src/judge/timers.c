/*
 * src/judge/timers.c - fires one due timer: calls the function for its kind. A
 * passed deadline is an adjudication (judge/game/deadline.h).
 */
#include "judge/timers.h"
#include "base/date.h"
#include "engine/common.h"
#include "judge/game/beacon_wait.h"
#include "judge/game/computer_person.h"
#include "judge/game/deadline.h"
#include "judge/game/entropy.h"
#include "judge/handlers.h"
#include "judge/notify/gm_summary.h"
#include "judge/notify/notify.h"
#include "judge/policies/abandoned_seat.h"
#include "judge/policies/beacon_timer.h"
#include "judge/policies/entropy_timer.h"
#include "judge/policies/dispute.h"
#include "judge/policies/lifecycle.h"
#include "judge/policies/proposals.h"
#include "judge/policies/proxy.h"
#include "judge/policies/spectators.h"
#include "judge/requests/delayed_orders.h"

static void timers_pause(struct adjudication *x, const char *words)
{
	log_event_paused(&x->run, "deadline", words);
	x->t->row.state = GAME_PAUSED;
	x->t->row.paused_why = STR(DEADLINE_PAUSE);
}

/* The seat stays silent: its default, if there is one. */
static enum err default_taken(struct adjudication *x,
			      const struct timer_row *timer, struct why *why)
{
	bool answered, leaves;
	enum err e = ERR_OK;
	struct event ev;

	common_event_deadline_passed(&ev, 0, timer->slot,
				     time_text(x->a, timer->due_s),
				     STR("default"));
	deadline_notify(x, &ev);
	leaves = table_state_drops_out(&x->t->agreements, timer->slot);
	if (leaves)
		e = abandoned_seat_ask(x, timer->slot, why);
	if (e)
		return e;
	if (leaves && !computer_person_refuses(x->t) &&
	    table_state_judge_plays(&x->t->agreements, timer->slot)) {
		e = computer_person_takes_over(x, timer->slot, why);
		/* the computer has the time of a turn for its orders */
		if (e || x->t->agreements.seats[timer->slot].deputy.judge)
			return e;
	}
	if (table_state_waits_for(&x->t->agreements, timer->slot)) {
		timers_pause(x, "silences");
		return ERR_OK;
	}
	answered = game_silent(&x->run, timer->slot);
	if (x->run.held >> timer->slot & 1) {
		beacon_wait_silent(x, timer->slot);
		answered = true;
	}
	if (answered)
		return adjudication_pump(x, why);
	timers_pause(x, "no default");
	return ERR_OK;
}

/* Tell the operator of a deadline that passes long after it was due, before any
 * mail about it: the judge was down. They may give the time back. */
static enum err unmailed_notify(const struct game_ctx *t,
				const struct timer_row *timer, struct arena *a,
				struct why *why)
{
	const struct judge_env *env = &t->j->c.env;
	bool untold = false;
	enum err e = ERR_OK;

	if (env->tell && judge_clock(t->j) - timer->due_s > TABLE_STATE_LATE_S)
		e = store_outbox_unmailed(t->j->st, t->row.id, t->row.point,
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

static enum err timers_passed(struct game_ctx *t, const struct timer_row *timer,
			      struct arena *a, struct why *why)
{
	struct adjudication x;
	const char *kind;
	int64_t more;
	enum err e;

	if (!(deadline_blocking(t) & UINT32_C(1) << timer->slot))
		return ERR_OK;
	e = unmailed_notify(t, timer, a, why);
	if (!e)
		e = adjudication_begin(&x, t, a, CAUSE_TIMER, timer->slot, 0,
				       why);
	if (e)
		return e;
	more = table_state_respite(&t->agreements, timer->slot, &kind);
	e = more ? deadline_move(
			   &x, timer->slot,
			   table_state_respite_ends(more, timer->due_s, x.at_s),
			   kind, why)
		 : default_taken(&x, timer, why);
	return game_txn_finish(&x, e, why);
}

static enum err timers_warn(struct game_ctx *t, const struct timer_row *timer,
			    struct arena *a, struct why *why)
{
	const struct table_state *g = &t->agreements;
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
	case TIMER_DEADLINE: e = timers_passed(&t, timer, &a, why); break;
	case TIMER_WARNING: e = timers_warn(&t, timer, &a, why); break;
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

/* Nobody has played for as long as its policy allows. */
static enum err practice_over(struct judge *j, int64_t game, struct why *why)
{
	struct game_row row;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = store_game_get(j->st, game, &a, &row, why);
	if (!e && !game_is_over(row.state))
		e = lifecycle_end(j, game, &actor_operator,
				  STR("practice is over: nobody played"), why);
	arena_release(&a);
	return e;
}

enum err timer_fire(struct judge *j, const struct timer_row *t, struct why *why)
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
	case TIMER_PRACTICE: return practice_over(j, t->game, why);
	default: return fire_at_table(j, t, why);
	}
}
