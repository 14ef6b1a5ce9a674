/* src/judge/game/deadline.c */
#include "judge/game/deadline.h"
#include "base/date.h"
#include "judge/game/beacon_wait.h"
#include "protocol/timing.h"
#include "judge/game/timezone.h"
#include "engine/common.h"

uint32_t deadline_blocking(const struct game_ctx *t)
{
	struct awaiting w;
	uint32_t seats = 0;

	/* the awaited seat may have orders that wait for the dice */
	if (t->row.state != GAME_RUNNING || entropy_round_waits(&t->entropy))
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
	table_state_emit(&x->t->agreements, &x->run, e, x->at_s);
}

enum err deadline_move(struct adjudication *x, int slot, int64_t until_s,
		       const char *why_moved, struct why *why)
{
	table_state_move(&x->t->agreements, &x->run, x->a, slot, until_s,
			 why_moved, x->at_s);
	return deadline_set(x->j, x->t->row.id, slot, x->at_s, until_s, why);
}

static enum err deadline_clear(struct judge *j, int64_t game, int slot,
			       struct why *why)
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

/* Log the next span of these clocks. */
static bool clock_log(void *context, enum table_clock which)
{
	struct adjudication *x = context;
	struct table_state *g = &x->t->agreements;
	struct str zone = x->t->j->c.zone;
	struct zone_span s;
	struct calendar c;

	timing_calendar(g, &c);
	if (which == TABLE_CLOCK_DEADLINE)
		zone = c.zone;
	if (!zone.len || zone.len > ZONE_NAME_MAX)
		zone = STR("UTC");
	s = timezone_span(zone,
			  zone_spans_next(&g->clocks[which], zone, x->at_s));
	table_state_clock(g, &x->run, x->a, which, zone, &s, x->at_s);
	return true;
}

static struct timing timing_of(struct adjudication *x)
{
	return (struct timing){ .g = &x->t->agreements,
				.turn_s = x->t->row.deadline_s,
				.more = clock_log,
				.context = x };
}

/* Until when a seat has time that is awaited from now on. */
static int64_t due_of(struct adjudication *x, int seat, const char **moved_by)
{
	struct timing t = timing_of(x);

	return timing_due(&t, seat, x->at_s, moved_by);
}

int64_t deadline_due(struct adjudication *x, int seat)
{
	const char *moved_by;

	return due_of(x, seat, &moved_by);
}

bool deadline_has(const struct game_ctx *t)
{
	return timing_has(&t->agreements, t->row.deadline_s);
}

static enum err deadline_give(struct adjudication *x, int seat, struct why *why)
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
	struct timing t = timing_of(x);
	const char *moved_by;
	int64_t now = timing_absence(&t, &x->agreements, seat, x->at_s, due,
				     &moved_by);

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
			e = deadline_clear(x->j, g->id, i, why);
			continue;
		}
		e = store_timer_get(x->j->st, g->id, TIMER_DEADLINE, i, &due,
				    why);
		/* a seat that moved and is awaited again has new time */
		if (e == ERR_NOT_FOUND || (!e && x->slot == i && moved(x)))
			e = deadline_give(x, i, why);
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
