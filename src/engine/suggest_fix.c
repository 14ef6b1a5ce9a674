/* src/engine/suggest_fix.c */
#include "engine/suggest_fix.h"
#include "engine/auto_setup.h"
#include "engine/suggest.h"

static_assert(OFFERS_MAX * sizeof(struct suggest) <= SYSTEM_MAX_STATE,
	      "offers have room in a place of trials");

/* how many of a's arguments b has, too */
static int suggest_fix_shared(const struct decision *a,
			      const struct decision *b)
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

/* is this piece named, in whatever part? */
static bool names_piece(const struct system *sys, const struct decision *d,
			int32_t label)
{
	struct decision_arg x;

	for (int i = 0; decision_next(d, i, &x); i = x.next) {
		int type = sys->decisions.tags[x.tag].type;

		if (type != FIELD_LABEL && type != FIELD_LABELS)
			continue;
		for (int k = 0; k < x.n; k++)
			if (x.w[k] == label)
				return true;
	}
	return false;
}

/* ATTACK A3 WITH B1, where B1 is to attack A3 */
static bool turned_round(const struct system *sys, const struct decision *d,
			 const struct decision *o)
{
	struct decision_arg x, y;

	return decision_next(d, 0, &x) && decision_next(o, 0, &y) && x.n == 1 &&
	       y.n == 1 && x.w[0] != y.w[0] && names_piece(sys, d, y.w[0]) &&
	       names_piece(sys, o, x.w[0]);
}

/* How much an offer is like it: the same piece does the same, then the same
 * piece or the same two; then what others do, of the same kind first. */
static int suggest_fix_likeness(const struct system *sys,
				const struct decision *d,
				const struct decision *o)
{
	enum { SAME_PIECE = 4 * DECISION_MAX_WORDS };
	bool same_kind = o->kind == d->kind;
	int like =
		suggest_fix_shared(d, o) + (same_kind ? DECISION_MAX_WORDS : 0);

	return same_piece(d, o)          ? SAME_PIECE + 1 + like
	       : turned_round(sys, d, o) ? SAME_PIECE + (same_kind ? like : 0)
					 : like;
}

/* the best offer that is like it; where there is none, the best of all */
static bool suggest_fix_offered(const struct system *sys, const void *view,
				int seat, struct trials *room,
				const struct decision *d, struct decision *out)
{
	struct offers offers = { .v = trials_take(room) };
	int best = -1;

	sys->offer(view, seat, room, &offers);
	for (int i = 0; i < offers.n; i++) {
		const struct decision *o = &offers.v[i].d;
		int like = suggest_fix_likeness(sys, d, o);

		if (like <= best || decision_equal(o, d) ||
		    offers.v[i].then.kind)
			continue;
		best = like;
		*out = *o;
	}
	trials_give(room, offers.v);
	return best >= 0;
}

/* --- lists of the set-up ----------------------------------------------- */

enum { ITEMS_MAX = 48, ADDED_MAX = 12 };

/* A list of cards: each begins with an argument of the same tag, followed by
 * its details. */
struct list {
	const struct decision *d;
	int tag;
	int at[ITEMS_MAX + 1]; /* where each begins; at[n]: the end */
	int n;
};

static bool list_read(const struct system *sys, const struct decision *d,
		      struct list *l)
{
	struct decision_arg a;

	*l = (struct list){ .d = d };
	if (decision_row(&sys->decisions, d->kind)->is != CLASS_SETUP ||
	    !decision_next(d, 0, &a) ||
	    sys->decisions.tags[a.tag].type != FIELD_TEXT)
		return false;
	l->tag = a.tag;
	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag == l->tag) {
			if (l->n == ITEMS_MAX)
				return false;
			l->at[l->n++] = at;
		}
	l->at[l->n] = d->n;
	return true;
}

/* item i, with its details or without; false: there is no room */
static bool item_add(const struct list *l, int i, bool plain,
		     struct decision *out)
{
	struct decision_arg a;

	for (int at = l->at[i];
	     at < l->at[i + 1] && decision_next(l->d, at, &a); at = a.next)
		if ((!plain || a.tag == l->tag) &&
		    !decision_add(out, a.tag, a.w, a.n))
			return false;
	return true;
}

/* items from..to-1 of it but not number `but`, and the last one `more` times
 * again */
static void list_write(const struct list *l, int to, int but, int more,
		       bool plain, struct decision *out)
{
	decision_start(out, l->d->kind);
	for (int i = 0; i < to; i++)
		if (i != but && !item_add(l, i, plain, out))
			return;
	while (more-- > 0 && item_add(l, l->n - 1, plain, out))
		;
}

/* A list that can be given, as near to this one as can be. */
static bool suggest_fix_listed(struct dry_run *t, const void *view, int seat,
			       const struct list *l, struct decision *out)
{
	int changes = 2 * l->n + ADDED_MAX;

	for (int i = 0; i < changes; i++) {
		bool without = i > 0 && i <= l->n;
		bool ends = i > l->n && i < 2 * l->n;
		int to = ends ? 2 * l->n - i : l->n;

		list_write(l, to, without ? l->n - i : -1,
			   i >= 2 * l->n ? 1 + i - 2 * l->n : 0, !i, out);
		dry_run_again(t, view);
		if (out->n && !decision_equal(out, l->d) &&
		    dry_run_do(t, seat, out))
			return true;
	}
	return false;
}

static bool list_instead(const struct system *sys, const void *view, int seat,
			 const struct catalog *catalog, struct trials *room,
			 const struct decision *d, struct decision *out)
{
	struct list l;
	struct dry_run t;
	bool found;

	if (!list_read(sys, d, &l))
		return false;
	dry_run_begin(&t, room, sys, view);
	t.run.catalog = catalog;
	found = suggest_fix_listed(&t, view, seat, &l, out);
	dry_run_end(&t);
	return found;
}

static bool auto_instead(const struct system *sys, const void *view, int seat,
			 struct decision *out)
{
	if (!auto_setup_may_auto(sys, view, seat))
		return false;
	for (int i = 0; i < sys->decisions.n_kinds; i++)
		if (sys->decisions.kinds[i].is == CLASS_AUTO)
			decision_start(out, (DECISION_FIRST_OWN + i));
	return true;
}

bool suggest_fix_of(const struct system *sys, const void *view, int seat,
		    const struct catalog *catalog, struct trials *room,
		    const struct decision *d, struct decision *out)
{
	struct awaiting waits;

	if (d->kind < DECISION_FIRST_OWN || seat < 0)
		return false;
	system_awaiting(sys, view, &waits);
	if (!awaiting_has(&waits, seat, d->kind))
		return false;
	if (sys->instead && sys->instead(view, seat, room, d, out) &&
	    !decision_equal(out, d) && dry_run_of(room, sys, view, seat, out))
		return true;
	if (list_instead(sys, view, seat, catalog, room, d, out))
		return true;
	if (sys->offer && suggest_fix_offered(sys, view, seat, room, d, out) &&
	    dry_run_of(room, sys, view, seat, out))
		return true;
	return auto_instead(sys, view, seat, out) ||
	       (sys->default_order && sys->default_order(view, seat, out) &&
		!decision_equal(out, d) &&
		dry_run_of(room, sys, view, seat, out));
}
