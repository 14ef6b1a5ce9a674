/* src/judge/policies/beacon_timer.c */
#include "judge/policies/beacon_timer.h"
#include "base/file.h"
#include "engine/common.h"
#include "fairness/beacon.h"
#include "judge/game/beacon_file.h"
#include "judge/game/beacon_wait.h"
#include "judge/game/moment.h"
#include "protocol/log_events.h"

enum {
	TOLD_AFTER_S = 600, /* that a pulse is not there; then every hour */
	TOLD_AGAIN_S = 3600
};

static void emit_pulse(struct adjudication *x,
		       const struct beacon_file_found *found)
{
	struct event e;

	if (found->before.len) {
		common_event_beacon_before(&e, 0, found->before);
		game_emit(&x->run, &e);
	}
	common_event_beacon_pulse(&e, 0, found->text);
	game_emit(&x->run, &e);
}

static enum err beacon_timer_roll(struct game_ctx *t,
				  const struct beacon_file_found *found,
				  struct arena *a, struct why *why)
{
	uint32_t pulse_seats = t->pulse_seats;
	struct adjudication x;
	enum err e = adjudication_begin(&x, t, a, CAUSE_TIMER, -1, 0, why);

	if (e)
		return e;
	emit_pulse(&x, found);
	x.has_pulse = true;
	x.run.dice_wait = entropy_round_waits(&t->entropy);
	x.dice_source.words = beacon_mix(&x.dice_source.words, &found->pulse);
	for (int i = 0; i < t->n_players; i++)
		if (pulse_seats >> (BEACON_SLOT_SILENT + i) & 1)
			game_silent(&x.run, i);
	e = adjudication_pump(&x, why);
	if (e)
		adjudication_drop(&x);
	else
		e = adjudication_end(&x, why);
	return e;
}

/* how often the operator has heard of a pulse that is so late */
static int64_t n_notices(int64_t late_s)
{
	return late_s < TOLD_AFTER_S
		       ? 0
		       : 1 + (late_s - TOLD_AFTER_S) / TOLD_AGAIN_S;
}

/* before_s: how late it was when it was looked for last */
static void beacon_notify(const struct game_ctx *t, struct arena *a,
			  int64_t before_s, int64_t late_s, int n_forged,
			  struct why *why)
{
	const struct judge_env *env = &t->j->c.env;

	if (env->tell && n_forged)
		env->tell(env->context,
			  arena_printf(a,
				       "%.*s: %d pulses in %s are not signed "
				       "by the beacon of the game",
				       STR_ARG(t->row.name), n_forged,
				       t->j->c.beacon_file));
	if (env->tell && n_notices(late_s) > n_notices(before_s))
		env->tell(
			env->context,
			arena_printf(a,
				     "%.*s: its dice wait for a pulse of %lld "
				     "minutes ago: %s",
				     STR_ARG(t->row.name),
				     (long long)late_s / 60, why->text));
	why_clear(why);
}

static enum err beacon_look(struct game_ctx *t, int64_t looked_s,
			    struct arena *a, struct why *why)
{
	const char *file = t->j->c.beacon_file;
	int64_t now_s = judge_clock(t->j), due_s;
	struct beacon_file_found found = { .n_forged = 0 };
	struct head_row last;
	struct beacon b;
	enum err e =
		store_head_get(t->j->st, t->row.id, t->row.point, &last, why);

	if (!e && !beacon_parse(a, t->row.beacon, &b))
		e = why_set(why, ERR_STORE, "%.*s has lost its beacon",
			    STR_ARG(t->row.name));
	if (e)
		return e;
	due_s = beacon_wait_due(&b, last.at_s);
	if (now_s >= due_s && file && *file)
		e = beacon_file_find(a, file, &b, last.at_s + BEACON_DELAY_S,
				     &found, why);
	else
		e = why_set(why, ERR_NOT_FOUND, "there is no beacon-path");
	/* one that is not yet published here is not yet known */
	if (!e && found.pulse.at_ms <= now_s * 1000) {
		moment_not_before(t->j, (found.pulse.at_ms + 999) / 1000);
		return beacon_timer_roll(t, &found, a, why);
	}
	beacon_notify(t, a, looked_s - BEACON_WAIT_RETRY_S - due_s,
		      now_s - due_s, found.n_forged, why);
	return beacon_wait_timers_set(
		t->j, t->row.id, t->pulse_seats,
		now_s < due_s ? due_s : now_s + BEACON_WAIT_RETRY_S, why);
}

enum err beacon_wait_time(struct game_ctx *t, const struct timer_row *timer,
			  struct arena *a, struct why *why)
{
	/* the timer was cleared before it fired */
	t->pulse_seats |= UINT32_C(1) << timer->slot;
	return t->row.state == GAME_RUNNING && t->row.beacon.len
		       ? beacon_look(t, timer->due_s, a, why)
		       : ERR_OK;
}

enum err judge_game_pulse(struct judge *j, int64_t game,
			  struct judge_pulse *out, struct why *why)
{
	struct game_ctx t;
	struct arena a;
	struct head_row last;
	struct beacon b;
	enum err e;

	*out = (struct judge_pulse){ .kind = BEACON_NONE };
	arena_init(&a);
	e = game_ctx_load(j, game, &a, &t, why);
	if (!e && t.pulse_seats)
		e = store_head_get(j->st, game, t.row.point, &last, why);
	if (!e && t.pulse_seats && beacon_parse(&a, t.row.beacon, &b)) {
		out->kind = b.kind;
		out->at_ms = beacon_due_ms(&b, last.at_s + BEACON_DELAY_S,
					   &out->round);
	}
	arena_release(&a);
	return e;
}
