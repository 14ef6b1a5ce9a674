/* src/rules/draft.c */
#include "rules/draft.h"

/* what is drawn need not be new, or what is looked for */
enum { TRIES = 24 };

/* a die that falls as the lot has it: mixed as by MurmurHash3's last step */
static uint32_t lot_bits(const void *source, uint32_t roll, uint32_t draw)
{
	uint32_t x = *(const uint32_t *)source + roll * 0x9e3779b9u + draw;

	x = (x ^ x >> 16) * 0x85ebca6bu;
	x = (x ^ x >> 13) * 0xc2b2ae35u;
	return x ^ x >> 16;
}

static bool awaits_setup(const struct system *sys, const struct awaiting *waits,
			 int seat)
{
	for (int i = 0; i < sys->decisions.n_kinds; i++)
		if (sys->decisions.kinds[i].is == CLASS_SETUP &&
		    awaiting_has(waits, seat, DECISION_FIRST_OWN + i))
			return true;
	return false;
}

/* It sets something up, and is none of these. */
static bool is_news(const struct system *sys, const struct awaiting *waits,
		    int seat, const struct decision *d,
		    const struct decision *known, int n)
{
	if (!d->n || !awaiting_has(waits, seat, d->kind) ||
	    decision_row(&sys->decisions, d->kind)->is != CLASS_SETUP)
		return false;
	for (int i = 0; i < n; i++)
		if (decision_equal(d, &known[i]))
			return false;
	return true;
}

int draft_orders(const struct system *sys, const void *view, int seat,
		 struct trials *room, uint32_t lot, struct decision *out)
{
	struct dice dice = { .bits = lot_bits, .source = &lot };
	struct awaiting waits;
	int n = 0;

	system_awaiting(sys, view, &waits);
	if (!sys->sample || !awaits_setup(sys, &waits, seat))
		return 0;
	for (int i = 0; i < TRIES && n < DRAFTS_MAX; i++)
		if (sys->sample(view, seat, room, &dice, &out[n]) &&
		    is_news(sys, &waits, seat, &out[n], out, n) &&
		    trial_of(room, sys, view, seat, &out[n]))
			n++;
	return n;
}
