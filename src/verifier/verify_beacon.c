/* src/verifier/verify_beacon.c */
#include "verifier/verifier.h"
#include "engine/common.h"

static bool pulse_take(struct verifier *v, struct str text, struct pulse *out)
{
	if (v->beacon.kind == BEACON_NONE)
		return WRONG(v, "the dice of this game rest on no beacon");
	if (!str_is(v->cause, "timer") || v->now.is_signed || v->acts >= 0)
		return WRONG(v, "a pulse is opened by nobody's order");
	if (v->pulse.len || v->n_rolls || v->n_dice_links)
		return WRONG(v, "a pulse is opened once, before the dice");
	switch (pulse_parse(v->a, &v->beacon, text, out)) {
	case PULSE_OK: return true;
	case PULSE_UNREADABLE:
		return WRONG(v, "this is no pulse of the game's beacon");
	case PULSE_FORGED:
		return WRONG(v, "the beacon has not signed this pulse");
	}
	return false;
}

static bool on_before(struct verifier *v, const struct event *e)
{
	if (v->before.len)
		return WRONG(v, "one pulse before another is enough");
	return pulse_take(v,
			  log_event_text(v->a, e, COMMON_BEACON_BEFORE_PULSE),
			  &v->before);
}

/* It is the first one so long after the point that sealed what it decides. */
static bool on_pulse(struct verifier *v, const struct event *e)
{
	struct pulse p;
	int64_t sealed;

	if (!pulse_take(v, log_event_text(v->a, e, COMMON_BEACON_PULSE_PULSE),
			&p))
		return false;
	if (v->n_times < 2)
		return WRONG(v, "nothing was sealed before this pulse");
	sealed = v->times[v->n_times - 2];
	if (!pulse_is_first(&v->beacon, &p, v->before.len ? &v->before : NULL,
			    sealed + BEACON_DELAY_S))
		return WRONG(v,
			     "it is not the first pulse %d seconds after the "
			     "point before",
			     BEACON_DELAY_S);
	if (p.at_ms > v->times[v->n_times - 1] * 1000)
		return WRONG(v, "a pulse that is yet to come");
	v->pulse = p;
	v->out->pulses++;
	return true;
}

static bool on_due(struct verifier *v, const struct event *e)
{
	int64_t until;

	if (v->beacon.kind == BEACON_NONE)
		return WRONG(v, "the dice of this game rest on no beacon");
	if (!verify_time(v, e, COMMON_BEACON_DUE_UNTIL, &until))
		return false;
	return until == v->times[v->n_times - 1] + BEACON_DELAY_S
		       ? true
		       : WRONG(v, "a pulse is due %d seconds after the point",
			       BEACON_DELAY_S);
}

/* Its certificate is another: whether the beacon's own is for people to see. */
static bool on_changed(struct verifier *v, const struct event *e)
{
	struct beacon new;

	if (!beacon_parse(v->a,
			  log_event_text(v->a, e, COMMON_BEACON_CHANGED_BEACON),
			  &new) ||
	    !beacon_changes(&v->beacon, &new))
		return WRONG(v, "this beacon signs with no other key");
	v->beacon = new;
	v->out->beacon = str_of(arena_printf(
		v->a, "%.*s, and from point %llu on %.*s",
		STR_ARG(v->out->beacon), (unsigned long long)v->out->points + 1,
		STR_ARG(beacon_shown(v->a, &new))));
	return true;
}

verify_handler *verify_beacon_handler(int kind)
{
	switch (kind) {
	case COMMON_BEACON_CHANGED: return on_changed;
	case COMMON_BEACON_BEFORE: return on_before;
	case COMMON_BEACON_PULSE: return on_pulse;
	case COMMON_BEACON_DUE: return on_due;
	default: return NULL;
	}
}
