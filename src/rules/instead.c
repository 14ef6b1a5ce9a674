/* src/rules/instead.c */
#include "rules/instead.h"
#include "rules/offer.h"

static_assert(OFFERS_MAX * sizeof(struct offer) <= SYSTEM_MAX_STATE,
	      "offers have room in a place of trials");

/* how many of a's arguments b has, too */
static int shared(const struct decision *a, const struct decision *b)
{
	struct decision_arg x, y;
	int n = 0;

	for (int i = 0; decision_next(a, i, &x); i = x.next)
		for (int k = 0; decision_next(b, k, &y); k = y.next)
			n += x.tag == y.tag && x.n == y.n &&
			     !memcmp(x.w, y.w, (size_t)x.n * sizeof(*x.w));
	return n;
}

static bool same_piece(const struct decision *a, const struct decision *b)
{
	struct decision_arg x, y;

	return decision_next(a, 0, &x) && decision_next(b, 0, &y) &&
	       x.tag == y.tag && x.n == 1 && y.n == 1 && x.w[0] == y.w[0];
}

/* the best offer that is like it */
static bool offered(const struct system *sys, const void *view, int seat,
		    struct trials *room, const struct decision *d,
		    struct decision *out)
{
	struct offers offers = { .v = trials_take(room) };
	int best = 0;

	sys->offer(view, seat, room, &offers);
	for (int i = 0; i < offers.n; i++) {
		const struct decision *o = &offers.v[i].d;
		int like = same_piece(d, o) ? 1 + shared(d, o) : 0;

		if (like && o->kind == d->kind)
			like += DECISION_MAX_WORDS;
		if (like <= best || decision_equal(o, d))
			continue;
		best = like;
		*out = *o;
	}
	trials_give(room, offers.v);
	return best > 0;
}

bool instead_of(const struct system *sys, const void *view, int seat,
		struct trials *room, const struct decision *d,
		struct decision *out)
{
	struct awaiting waits;

	if (d->kind < DECISION_FIRST_OWN || seat < 0)
		return false;
	system_awaiting(sys, view, &waits);
	if (!awaiting_has(&waits, seat, d->kind))
		return false;
	if (sys->instead && sys->instead(view, seat, room, d, out) &&
	    !decision_equal(out, d) && trial_of(room, sys, view, seat, out))
		return true;
	return sys->offer && offered(sys, view, seat, room, d, out) &&
	       trial_of(room, sys, view, seat, out);
}
