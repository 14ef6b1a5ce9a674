/* src/engine/auto_setup.c */
#include "engine/auto_setup.h"

/* limits of the search: draws may repeat or be illegal */
enum { TRIES = 24, AUTO_TRIES = 8 };

/* a die that falls as the lot has it: mixed as by MurmurHash3's last step */
static uint32_t lot_bits(const void *source, uint32_t roll, uint32_t draw)
{
	uint32_t x = *(const uint32_t *)source + roll * 0x9e3779b9u + draw;

	x = (x ^ x >> 16) * 0x85ebca6bu;
	x = (x ^ x >> 13) * 0xc2b2ae35u;
	return x ^ x >> 16;
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

int auto_setup_orders(const struct system *sys, const void *view, int seat,
		      struct trials *room, uint32_t lot, struct decision *out)
{
	struct dice dice = { .bits = lot_bits, .source = &lot };
	struct awaiting waits;
	int n = 0;

	system_awaiting(sys, view, &waits);
	if (!sys->random_decision ||
	    !awaiting_class(sys, &waits, seat, CLASS_SETUP))
		return 0;
	for (int i = 0; i < TRIES && n < DRAFTS_MAX; i++)
		if (sys->random_decision(view, seat, room, &dice, &out[n]) &&
		    is_news(sys, &waits, seat, &out[n], out, n) &&
		    dry_run_of(room, sys, view, seat, &out[n]))
			n++;
	return n;
}

/* --- AUTO -------------------------------------------------------------- */

/* The same lot draws something else for another seat, and in another position:
 * FNV-1a of the words of the view. */
static uint32_t view_sum(const struct system *sys, const void *view, int seat)
{
	const int32_t *w = view;
	uint32_t x = 2166136261u ^ (uint32_t)seat;

	for (size_t i = 0; i < sys->state_size / sizeof(*w); i++)
		x = (x ^ (uint32_t)w[i]) * 16777619u;
	return x;
}

/* May it be added? Then it is. */
static bool card_added(struct dry_run *t, const void *view, int seat, int tag,
		       const char *key, struct decision *d)
{
	struct decision more = *d;

	if (!decision_add_text(&more, tag, str_of(key)))
		return false;
	dry_run_again(t, view);
	if (!dry_run_do(t, seat, &more))
		return false;
	*d = more;
	return true;
}

void auto_setup_cards(const struct run *r, int seat, int tag,
		      const char *const *keys, int n, struct decision *d)
{
	struct dry_run t;
	bool any;

	dry_run_begin(&t, r->trials, r->sys, r->state);
	t.run.catalog = r->catalog;
	do {
		any = false;
		for (int i = 0; i < n; i++)
			any |= card_added(&t, r->state, seat, tag, keys[i], d);
	} while (any);
	dry_run_end(&t);
}

/* carried out, as far as the view knows */
static bool is_legal(struct run *r, int seat, const struct decision *d)
{
	struct dry_run t;
	bool done;

	dry_run_begin(&t, r->trials, r->sys, r->state);
	t.run.catalog = r->catalog;
	done = dry_run_do(&t, seat, d);
	dry_run_end(&t);
	return done;
}

bool auto_setup_may_auto(const struct system *sys, const void *view, int seat)
{
	const struct common_state *h = view;
	struct awaiting waits;

	if (h->phase >= sys->play ||
	    !kinds_of(&sys->decisions, CLASS_AUTO, -1, h->option))
		return false;
	system_awaiting(sys, view, &waits);
	return awaiting_class(sys, &waits, seat, CLASS_SETUP);
}

bool auto_setup_auto(const struct system *sys, const void *view, int seat,
		     const struct catalog *catalog, struct trials *room,
		     uint32_t lot, struct decision *out)
{
	uint32_t source = lot ^ view_sum(sys, view, seat);
	struct dice dice = { .bits = lot_bits, .source = &source };
	struct awaiting waits;
	void *state;
	struct run r = {
		.sys = sys, .catalog = catalog, .trials = room, .on_view = true
	};
	bool found = false;

	system_awaiting(sys, view, &waits);
	if (!awaiting_class(sys, &waits, seat, CLASS_SETUP))
		return false;
	r.state = state = trials_take(room);
	memcpy(state, view, sys->state_size);
	for (int i = 0; i < AUTO_TRIES && !found; i++) {
		found = sys->choose && sys->choose(&r, seat, &dice, out);
		if (!found && sys->random_decision)
			found = sys->random_decision(view, seat, room, &dice,
						     out);
		found = found && awaiting_has(&waits, seat, out->kind) &&
			is_legal(&r, seat, out);
	}
	trials_give(room, state);
	return found;
}

int auto_setup_autos(const struct system *sys, const void *view, int seat,
		     const struct catalog *catalog, struct trials *room,
		     struct decision *out)
{
	int n = 0;

	for (uint32_t lot = 1; lot <= TRIES && n < DRAFTS_MAX; lot++) {
		bool known = false;

		if (!auto_setup_auto(sys, view, seat, catalog, room, lot,
				     &out[n]))
			break;
		for (int i = 0; i < n; i++)
			known |= decision_equal(&out[n], &out[i]);
		n += !known;
	}
	return n;
}
