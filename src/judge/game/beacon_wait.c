/* src/judge/game/beacon_wait.c */
#include "judge/game/beacon_wait.h"
#include "fairness/beacon.h"
#include "base/file.h"
#include "judge/game/moment.h"
#include "judge/game/beacon_file.h"
#include "protocol/log_events.h"
#include "engine/common.h"

/* bits of struct game_ctx.pulse_seats, and slots of the timer: a seat whose
 * orders are held, the rules themselves, a seat that was silent */
enum { SLOT_RULES = SEATS_MAX, SLOTS = 32, CERTIFICATE_MAX = 64 << 10 };

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
			       "dice can rest on no beacon: beacon-path in "
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
	common_event_beacon_changed(&ev, 0, name, by);
	game_emit(&x->run, &ev);
	t->row.beacon = name;
	return ERR_OK;
}

enum err beacon_wait_load(struct game_ctx *t, struct why *why)
{
	int64_t due_s[SLOTS];
	enum err e;

	t->pulse_seats = 0;
	if (!t->row.beacon.len)
		return ERR_OK;
	e = store_timers_of(t->j->st, t->row.id, TIMER_BEACON, due_s, SLOTS,
			    why);
	for (int i = 0; !e && i < SLOTS; i++)
		if (due_s[i])
			t->pulse_seats |= UINT32_C(1) << i;
	return e;
}

bool beacon_wait_holds(const struct game_ctx *t)
{
	return t->row.beacon.len != 0;
}

uint32_t beacon_wait_held(const struct game_ctx *t)
{
	if (t->pulse_seats >> SLOT_RULES & 1)
		return UINT32_MAX;
	return t->pulse_seats | t->pulse_seats >> BEACON_SLOT_SILENT;
}

void beacon_wait_silent(struct adjudication *x, int seat)
{
	x->t->pulse_seats |= UINT32_C(1) << (BEACON_SLOT_SILENT + seat);
}

void beacon_wait_notify(struct adjudication *x)
{
	const struct game_ctx *t = x->t;

	if (beacon_wait_holds(t) && x->run.dice_wait &&
	    !entropy_round_waits(&t->entropy) && t->row.state == GAME_RUNNING)
		log_event_beacon(&x->run, x->a, x->at_s,
				 t->pulse_seats >> BEACON_SLOT_SILENT);
}

int64_t beacon_wait_due(const struct beacon *b, int64_t at_s)
{
	uint64_t round;

	return (beacon_due_ms(b, at_s + BEACON_DELAY_S, &round) + 999) / 1000;
}

enum err beacon_wait_timers_set(struct judge *j, int64_t game, uint32_t slots,
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
	const uint32_t silent = UINT32_MAX << BEACON_SLOT_SILENT;
	struct game_ctx *t = x->t;
	struct beacon b;

	if (!t->row.beacon.len)
		return ERR_OK;
	if (!beacon_parse(x->a, t->row.beacon, &b))
		return why_set(why, ERR_STORE, "%.*s has lost its beacon",
			       STR_ARG(t->row.name));
	/* who writes is not silent */
	if (x->signed_by && 0 <= x->slot && x->slot < SEATS_MAX)
		t->pulse_seats &=
			~(UINT32_C(1) << (BEACON_SLOT_SILENT + x->slot));
	if (x->pumped)
		t->pulse_seats = (t->pulse_seats & silent) | x->run.held |
				 (uint32_t)x->run.roll_due << SLOT_RULES;
	if (x->has_pulse || t->row.state != GAME_RUNNING ||
	    entropy_round_waits(&t->entropy))
		t->pulse_seats = 0;
	return beacon_wait_timers_set(x->j, t->row.id, t->pulse_seats,
				      beacon_wait_due(&b, x->at_s), why);
}
