/* src/judge/policies/spectators.c */
#include "judge/policies/spectators.h"
#include "base/date.h"
#include "judge/notify/notify.h"

static int64_t days_behind(const struct game_ctx *t)
{
	return t->agreements.policy.n[POLICY_SPECTATOR_DELAY_DAYS] * DAY_S;
}

int spectators_count(const struct game_ctx *t)
{
	int n = 0;

	for (int i = 0; i < t->n_seats; i++)
		n += spectators_is_place(t->seats[i].slot) &&
		     t->seats[i].person;
	return n;
}

bool spectators_hides(const struct game_ctx *t)
{
	return t->agreements.policy.n[POLICY_SPECTATORS_HIDDEN];
}

enum err spectators_hides_in(struct judge *j, int64_t game, bool *yes,
			     struct why *why)
{
	struct game_ctx *t;
	struct arena a;
	enum err e;

	*yes = false;
	arena_init(&a);
	e = game_ctx_new(j, game, &a, &t, why);
	if (!e)
		*yes = spectators_hides(t);
	arena_release(&a);
	return e;
}

static enum err set_timer(struct judge *j, int64_t game, int64_t due_s,
			  struct why *why)
{
	struct timer_row t = { .game = game,
			       .kind = TIMER_WATCH,
			       .due_s = due_s };

	return store_timer_set(j->st, &t, why);
}

/* One mail a day? */
static bool is_daily(const struct game_ctx *t)
{
	return t->agreements.policy.n[POLICY_SPECTATOR_MAILS] ==
	       POLICY_SPECTATOR_MAILS_DAY;
}

enum err spectators_save(struct adjudication *x, struct why *why)
{
	int64_t due_s, game = x->t->row.id;
	int64_t soon = x->at_s + days_behind(x->t);
	enum err e;

	if (!spectators_count(x->t))
		return ERR_OK;
	e = store_timer_get(x->j->st, game, TIMER_WATCH, 0, &due_s, why);
	/* the table may say more often since */
	return e == ERR_NOT_FOUND || (!e && !is_daily(x->t) && due_s > soon)
		       ? set_timer(x->j, game, soon, why)
		       : e;
}

/* The last point that they may see, 0: none; and when the next one is, if that
 * is a matter of time, else 0. */
static enum err point_seen(const struct game_ctx *t, struct head_row *seen,
			   int64_t *next_s, struct why *why)
{
	int64_t now = judge_now(t->j), point = t->row.point;
	enum err e = ERR_OK;

	/* of a game that is over no more points come */
	if (t->row.state != GAME_ENDED)
		point -= t->agreements.policy.n[POLICY_SPECTATOR_DELAY_POINTS];
	*next_s = 0;
	for (; !e && point > 0; point--) {
		e = store_head_get(t->j->st, t->row.id, point, seen, why);
		if (e || seen->at_s + days_behind(t) <= now)
			return e;
		*next_s = seen->at_s + days_behind(t);
	}
	*seen = (struct head_row){ .point = 0 };
	return e;
}

enum err judge_game_watched(struct judge *j, int64_t game, int64_t *point,
			    struct why *why)
{
	struct head_row seen = { .point = 0 };
	struct game_ctx *t;
	struct arena a;
	int64_t next_s;
	enum err e;

	arena_init(&a);
	e = game_ctx_new(j, game, &a, &t, why);
	if (!e)
		e = point_seen(t, &seen, &next_s, why);
	*point = seen.point;
	arena_release(&a);
	return e;
}

/* A mail of all that happened since the one before. */
static enum err tell_one(const struct game_ctx *t, struct seat_row *s,
			 const struct head_row *seen, bool *sent,
			 struct arena *a, struct why *why)
{
	struct notify w = { .kind = "report",
			    .person = s->person,
			    .t = t,
			    .slot = s->slot,
			    .point = seen->point,
			    .last_event = seen->n_events,
			    .quiet = DELIVERY_SCHEDULE_NEWS,
			    .takes_over = true };
	struct head_row before = { .n_events = 0 };
	int64_t from = s->floor ? s->floor : seen->point - 1;
	bool still = false;
	enum err e = ERR_OK;

	*sent = false;
	if (s->floor >= seen->point)
		return ERR_OK;
	if (from)
		e = store_head_get(t->j->st, t->row.id, from, &before, why);
	w.first_event = before.n_events + 1;
	if (!e && s->floor)
		e = notify_still(t, w.first_event, w.last_event, false, &still,
				 why);
	if (e || still)
		return e;
	*sent = true;
	w.tag = notify_report_tag(t, a, s->slot, seen->point);
	e = notify_add(t->j, &w, a, why);
	return e ? e
		 : store_seat_floor(t->j->st, t->row.id, s->slot, seen->point,
				    why);
}

static enum err tell_all(struct game_ctx *t, struct arena *a, struct why *why)
{
	bool any = false, sent;
	struct head_row seen;
	int64_t next_s = 0;
	enum err e = point_seen(t, &seen, &next_s, why);

	for (int i = 0; !e && seen.point && i < t->n_seats; i++) {
		if (!spectators_is_place(t->seats[i].slot) ||
		    !t->seats[i].person || t->seats[i].stopped)
			continue;
		e = tell_one(t, &t->seats[i], &seen, &sent, a, why);
		any |= sent;
	}
	if (any && is_daily(t))
		next_s = judge_now(t->j) + DAY_S;
	return !e && next_s && spectators_count(t)
		       ? set_timer(t->j, t->row.id, next_s, why)
		       : e;
}

enum err spectators_notify(struct judge *j, int64_t game, struct why *why)
{
	struct game_ctx *t;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = game_ctx_new(j, game, &a, &t, why);
	if (!e)
		e = tell_all(t, &a, why);
	/* nothing of it is here any more */
	if (e == ERR_ARCHIVED) {
		if (why)
			why_clear(why);
		e = ERR_OK;
	}
	arena_release(&a);
	return e;
}
