/* src/judge/game/beacon_wait.c */
#include "judge/game/beacon_wait.h"
#include "fairness/beacon.h"
#include "base/file.h"
#include "judge/game/moment.h"
#include "judge/game/beacon_file.h"
#include "protocol/log_events.h"
#include "engine/common.h"

/* bits of struct game_ctx.beam, and slots of the timer: a seat whose orders are
 * held, the rules themselves, a seat that was silent */
enum {
	SLOT_RULES = SEATS_MAX,
	SLOT_SILENT = 16,
	SLOTS = 32,
	CERTIFICATE_MAX = 64 << 10,
	TOLD_AFTER_S = 600, /* that a pulse is not there; then every hour */
	TOLD_AGAIN_S = 3600
};

enum err beacon_wait_name(const struct judge *j, int kind, struct arena *a,
			  struct str *name, struct why *why)
{
	const char *file = j->c.beacon_file, *pem = j->c.beacon_certificate;
	struct buf b;
	enum err e;

	*name = STR("");
	if (kind == BEACON_NONE)
		return ERR_OK;
	if (!file || !*file)
		return why_set(why, ERR_USAGE,
			       "dice can rest on no beacon: beacon-file in "
			       "[judge] would say where its pulses are");
	if (kind == BEACON_DRAND)
		return beacon_name(a, BEACON_DRAND, STR(""), name, why);
	if (!pem || !*pem)
		return why_set(why, ERR_USAGE,
			       "beacon-certificate in [judge] names no "
			       "certificate of NIST's beacon");
	e = file_read(pem, CERTIFICATE_MAX, &b, why);
	if (!e)
		e = beacon_name(a, BEACON_NIST, buf_str(&b), name, why);
	buf_release(&b);
	return e;
}

enum err beacon_wait_change(struct adjudication *x, struct str by,
			    struct why *why)
{
	struct game_ctx *t = x->t;
	struct beacon now, after;
	struct str name;
	struct event ev;
	enum err e;

	if (!beacon_parse(x->a, t->row.beacon, &now) || now.kind != BEACON_NIST)
		return why_set(why, ERR_USAGE,
			       "the dice of %.*s do not rest on NIST's beacon",
			       STR_ARG(t->row.name));
	e = beacon_wait_name(x->j, BEACON_NIST, x->a, &name, why);
	if (e)
		return e;
	if (!beacon_parse(x->a, name, &after) || !beacon_changes(&now, &after))
		return why_set(why, ERR_USAGE,
			       "%.*s has the key of this certificate: "
			       "beacon-certificate in [judge] must name the "
			       "new one",
			       STR_ARG(t->row.name));
	event_start(&ev, COMMON_BEACON_CHANGED, 0);
	event_put_text(&ev, COMMON_BEACON_CHANGED_BEACON, name);
	event_put_text(&ev, COMMON_BEACON_CHANGED_BY, by);
	game_emit(&x->run, &ev);
	t->row.beacon = name;
	return ERR_OK;
}

enum err beacon_wait_load(struct game_ctx *t, struct why *why)
{
	int64_t due_s[SLOTS];
	enum err e;

	t->beam = 0;
	if (!t->row.beacon.len)
		return ERR_OK;
	e = store_timers_of(t->j->st, t->row.id, TIMER_BEACON, due_s, SLOTS,
			    why);
	for (int i = 0; !e && i < SLOTS; i++)
		if (due_s[i])
			t->beam |= UINT32_C(1) << i;
	return e;
}

bool beacon_wait_holds(const struct game_ctx *t)
{
	return t->row.beacon.len != 0;
}

uint32_t beacon_wait_held(const struct game_ctx *t)
{
	if (t->beam >> SLOT_RULES & 1)
		return UINT32_MAX;
	return t->beam | t->beam >> SLOT_SILENT;
}

void beacon_wait_silent(struct adjudication *x, int seat)
{
	x->t->beam |= UINT32_C(1) << (SLOT_SILENT + seat);
}

void beacon_wait_notify(struct adjudication *x)
{
	const struct game_ctx *t = x->t;

	if (beacon_wait_holds(t) && x->run.dice_wait &&
	    !entropy_round_waits(&t->course) && t->row.state == GAME_RUNNING)
		log_event_beacon(&x->run, x->a, x->at_s,
				 t->beam >> SLOT_SILENT);
}

/* when the first pulse after a point will be there, whole seconds */
static int64_t due_of(const struct beacon *b, int64_t at_s)
{
	uint64_t round;

	return (beacon_due_ms(b, at_s + BEACON_DELAY_S, &round) + 999) / 1000;
}

static enum err timers_set(struct judge *j, int64_t game, uint32_t slots,
			   int64_t due_s, struct why *why)
{
	enum err e = ERR_OK;

	for (int i = 0; !e && i < SLOTS; i++) {
		struct timer_row t = { .game = game,
				       .kind = TIMER_BEACON,
				       .slot = i,
				       .due_s = due_s };

		e = slots >> i & 1 ? store_timer_set(j->st, &t, why)
				   : store_timer_clear(j->st, game,
						       TIMER_BEACON, i, why);
	}
	return e;
}

enum err beacon_wait_save(struct adjudication *x, struct why *why)
{
	const uint32_t silent = UINT32_MAX << SLOT_SILENT;
	struct game_ctx *t = x->t;
	struct beacon b;

	if (!t->row.beacon.len)
		return ERR_OK;
	if (!beacon_parse(x->a, t->row.beacon, &b))
		return why_set(why, ERR_STORE, "%.*s has lost its beacon",
			       STR_ARG(t->row.name));
	/* who writes is not silent */
	if (x->signed_by && 0 <= x->slot && x->slot < SEATS_MAX)
		t->beam &= ~(UINT32_C(1) << (SLOT_SILENT + x->slot));
	if (x->pumped)
		t->beam = (t->beam & silent) | x->run.held |
			  (uint32_t)x->run.roll_due << SLOT_RULES;
	if (x->has_pulse || t->row.state != GAME_RUNNING ||
	    entropy_round_waits(&t->course))
		t->beam = 0;
	return timers_set(x->j, t->row.id, t->beam, due_of(&b, x->at_s), why);
}

/* The pulse is there --------------------------------------------------------
 */

static void emit_pulse(struct adjudication *x,
		       const struct beacon_file_found *found)
{
	struct event e;

	if (found->before.len) {
		event_start(&e, COMMON_BEACON_BEFORE, 0);
		event_put_text(&e, COMMON_BEACON_BEFORE_PULSE, found->before);
		game_emit(&x->run, &e);
	}
	event_start(&e, COMMON_BEACON_PULSE, 0);
	event_put_text(&e, COMMON_BEACON_PULSE_PULSE, found->text);
	game_emit(&x->run, &e);
}

static enum err roll(struct game_ctx *t, const struct beacon_file_found *found,
		     struct arena *a, struct why *why)
{
	uint32_t beam = t->beam;
	struct adjudication x;
	enum err e = adjudication_begin(&x, t, a, CAUSE_TIMER, -1, 0, why);

	if (e)
		return e;
	emit_pulse(&x, found);
	x.has_pulse = true;
	x.run.dice_wait = entropy_round_waits(&t->course);
	x.luck.words = beacon_mix(&x.luck.words, &found->pulse);
	for (int i = 0; i < t->n_players; i++)
		if (beam >> (SLOT_SILENT + i) & 1)
			game_silent(&x.run, i);
	e = adjudication_pump(&x, why);
	if (e)
		adjudication_drop(&x);
	else
		e = adjudication_end(&x, why);
	return e;
}

/* how often the operator has heard of a pulse that is so late */
static int64_t n_told(int64_t late_s)
{
	return late_s < TOLD_AFTER_S
		       ? 0
		       : 1 + (late_s - TOLD_AFTER_S) / TOLD_AGAIN_S;
}

/* before_s: how late it was when it was looked for last */
static void tell(const struct game_ctx *t, struct arena *a, int64_t before_s,
		 int64_t late_s, int n_forged, struct why *why)
{
	const struct judge_env *env = &t->j->c.env;

	if (env->tell && n_forged)
		env->tell(env->context,
			  arena_printf(a,
				       "%.*s: %d pulses in %s are not signed "
				       "by the beacon of the game",
				       STR_ARG(t->row.name), n_forged,
				       t->j->c.beacon_file));
	if (env->tell && n_told(late_s) > n_told(before_s))
		env->tell(
			env->context,
			arena_printf(a,
				     "%.*s: its dice wait for a pulse of %lld "
				     "minutes ago: %s",
				     STR_ARG(t->row.name),
				     (long long)late_s / 60, why->text));
	why_clear(why);
}

static enum err look(struct game_ctx *t, int64_t looked_s, struct arena *a,
		     struct why *why)
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
	due_s = due_of(&b, last.at_s);
	if (now_s >= due_s && file && *file)
		e = beacon_file_find(a, file, &b, last.at_s + BEACON_DELAY_S,
				     &found, why);
	else
		e = why_set(why, ERR_NOT_FOUND, "there is no beacon-file");
	/* one that is not yet published here is not yet known */
	if (!e && found.pulse.at_ms <= now_s * 1000) {
		moment_not_before(t->j, (found.pulse.at_ms + 999) / 1000);
		return roll(t, &found, a, why);
	}
	tell(t, a, looked_s - BEACON_WAIT_RETRY_S - due_s, now_s - due_s,
	     found.n_forged, why);
	return timers_set(t->j, t->row.id, t->beam,
			  now_s < due_s ? due_s : now_s + BEACON_WAIT_RETRY_S,
			  why);
}

enum err beacon_wait_time(struct game_ctx *t, const struct timer_row *timer,
			  struct arena *a, struct why *why)
{
	/* the timer was cleared before it fired */
	t->beam |= UINT32_C(1) << timer->slot;
	return t->row.state == GAME_RUNNING && t->row.beacon.len
		       ? look(t, timer->due_s, a, why)
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
	if (!e && t.beam)
		e = store_head_get(j->st, game, t.row.point, &last, why);
	if (!e && t.beam && beacon_parse(&a, t.row.beacon, &b)) {
		out->kind = b.kind;
		out->at_ms = beacon_due_ms(&b, last.at_s + BEACON_DELAY_S,
					   &out->round);
	}
	arena_release(&a);
	return e;
}
