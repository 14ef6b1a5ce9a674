/*
 * src/games/arena/rules/suggest_fix.c - finds the nearest legal order to a
 * refused one: on the way to a distant target, at a target in reach, with a
 * spell that is available and affordable, or else on guard.
 */
#include "games/arena/rules/arena.h"
#include "games/arena/rules/play.h"
#include "games/arena/rules/target.h"

enum { AIMS = 3 }; /* targets of an order that are looked at */

struct way_out {
	const struct ar_state *s;
	int seat;
	struct trials *room;
	const struct decision *d; /* what was refused */
	struct decision *out;
};

/* it would be done, as far as anybody knows without dice */
static bool suggest_fix_done(const struct way_out *x)
{
	struct dry_run t;
	struct refusal no;
	enum verdict v;

	if (decision_equal(x->d, x->out))
		return false;
	dry_run_begin(&t, x->room, &system_arena, x->s);
	v = system_arena.decide(&t.run, x->seat, x->out, &no);
	dry_run_end(&t);
	return v == VERDICT_DONE || v == VERDICT_STAYS || v == VERDICT_UNKNOWN;
}

/* number nth of the arguments of this tag; false: there are fewer */
static bool find_nth(const struct decision *d, int tag, int nth,
		     struct decision_arg *a)
{
	for (int at = 0; decision_next(d, at, a); at = a->next)
		if (a->tag == tag && !nth--)
			return true;
	return false;
}

/* all of it, but number nth of these arguments in another form */
static void with_other(const struct way_out *x, int tag, int nth, int other,
		       const int32_t *w, int n)
{
	struct decision_arg a;

	decision_start(x->out, x->d->kind);
	for (int at = 0; decision_next(x->d, at, &a); at = a.next)
		if (a.tag == tag && !nth--)
			decision_add(x->out, other, w, n);
		else
			decision_add(x->out, a.tag, a.w, a.n);
}

/* --- the way ---------------------------------------------------------------*/

/* what the first step is about; false: it is about no one thing */
static bool first_target(const struct decision *d, struct decision_arg *a)
{
	int steps = 0;

	for (int at = 0; steps < 2 && decision_next(d, at, a); at = a->next) {
		if (a->tag == AR_TAG_TARGET)
			return steps > 0;
		steps += a->tag == AR_TAG_STEP || a->tag == AR_TAG_ALT;
	}
	return false;
}

/* MOVE to a zone that is not adjacent: one zone on the way to it */
static bool on_the_way(const struct way_out *x)
{
	struct decision_arg a;

	if (decision_int(x->d, AR_TAG_STEP, AR_DO_NOTHING) != AR_DO_MOVE ||
	    !first_target(x->d, &a))
		return false;
	with_other(x, AR_TAG_TARGET, 0, AR_TAG_TOWARD, a.w, a.n);
	return suggest_fix_done(x);
}

/* ATTACK a distant target: a step toward it, then the attack */
static bool step_nearer(const struct way_out *x)
{
	struct decision_arg a, goal;
	bool first = true;

	if (x->d->kind != AR_ORDER_ACT ||
	    decision_int(x->d, AR_TAG_STEP, AR_DO_NOTHING) != AR_DO_ATTACK ||
	    !first_target(x->d, &goal))
		return false;
	decision_start(x->out, x->d->kind);
	for (int at = 0; decision_next(x->d, at, &a); at = a.next) {
		if (a.tag == AR_TAG_STEP && first) {
			decision_add_int(x->out, AR_TAG_STEP, AR_DO_MOVE);
			decision_add(x->out, AR_TAG_TOWARD, goal.w, goal.n);
			first = false;
		}
		decision_add(x->out, a.tag, a.w, a.n);
	}
	return suggest_fix_done(x);
}

/* --- targets ---------------------------------------------------------------*/

static int32_t zone_meant(const struct ar_state *s,
			  const struct decision_arg *a)
{
	const struct ar_obj *o;

	if (a->n < 3)
		return 0;
	o = a->w[0] == AR_NAMES_OBJECT ? ar_obj(s, a->w[2]) : NULL;
	if (o)
		return ar_zone_of(s, o);
	return a->w[0] == AR_NAMES_ZONE && ar_is_zone(s, a->w[2]) ? a->w[2] : 0;
}

static bool suggest_fix_aimed(const struct way_out *x, int nth, int names,
			      int32_t at)
{
	const int32_t w[] = { names, AR_SIDE_NONE, at };

	with_other(x, AR_TAG_TARGET, nth, AR_TAG_TARGET, w, 3);
	return suggest_fix_done(x);
}

/* things of the same side as what was named, the nearest to it first */
static bool other_thing(const struct way_out *x, int nth,
			const struct decision_arg *a)
{
	const struct ar_state *s = x->s;
	const struct ar_obj *o =
		a->w[0] == AR_NAMES_OBJECT ? ar_obj(s, a->w[2]) : NULL;
	bool friend = o && ar_friends(s, o->ctl, x->seat);
	int32_t from = zone_meant(s, a);

	for (int far = 0; far <= s->width + s->height; far++)
		for (int i = 0; i < s->n_objects; i++) {
			const struct ar_obj *t = &s->obj[i];
			int32_t zone = ar_zone_of(s, t);

			if (t == o || !zone ||
			    ar_friends(s, t->ctl, x->seat) != friend ||
			    (from ? ar_distance(from, zone) : 0) != far)
				continue;
			if (suggest_fix_aimed(x, nth, AR_NAMES_OBJECT,
					      t->handle))
				return true;
		}
	return false;
}

static bool other_zone(const struct way_out *x, int nth, int32_t from)
{
	const struct ar_state *s = x->s;

	for (int far = 0; far <= s->width + s->height; far++)
		for (int i = 0; i < s->width * s->height; i++) {
			int32_t zone =
				ar_zone(i / (int)s->height, i % (int)s->height);

			if ((from ? ar_distance(from, zone) : 0) == far &&
			    suggest_fix_aimed(x, nth, AR_NAMES_ZONE, zone))
				return true;
		}
	return false;
}

static bool other_target(const struct way_out *x)
{
	struct decision_arg a;

	for (int nth = 0; nth < AIMS; nth++) {
		if (!find_nth(x->d, AR_TAG_TARGET, nth, &a) || a.n < 3)
			return false;
		if (a.w[0] == AR_NAMES_ZONE
			    ? other_zone(x, nth, zone_meant(x->s, &a))
			    : a.w[0] != AR_NAMES_BORDER &&
				      other_thing(x, nth, &a))
			return true;
	}
	return false;
}

/* the order with that object as the target of its card */
static bool aimed_first(const struct way_out *x, const struct ar_obj *t)
{
	const int32_t w[] = { AR_NAMES_OBJECT, AR_SIDE_NONE, t->handle };
	struct decision_arg a;

	decision_start(x->out, x->d->kind);
	for (int at = 0; decision_next(x->d, at, &a); at = a.next) {
		decision_add(x->out, a.tag, a.w, a.n);
		if (a.tag == AR_TAG_CARD)
			decision_add(x->out, AR_TAG_TARGET, w, 3);
	}
	return suggest_fix_done(x);
}

/* A spell without a target: attacks and dark spells at an enemy in its reach,
 * others on a friend; then the other way round. */
static bool first_aim(const struct way_out *x)
{
	const struct ar_state *s = x->s;
	struct decision_arg card, a;
	bool harms;

	if (find_nth(x->d, AR_TAG_TARGET, 0, &a) ||
	    !find_nth(x->d, AR_TAG_CARD, 0, &card) || card.n != 1 ||
	    card.w[0] <= 0 || card.w[0] >= s->n_cards)
		return false;
	harms = s->card[card.w[0]].kind == AR_ATTACK_SPELL ||
		ar_school_level(&s->card[card.w[0]], AR_DARK) > 0;
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < s->n_objects; i++) {
			const struct ar_obj *t = &s->obj[i];
			bool friend = ar_friends(s, t->ctl, x->seat);

			if (ar_zone_of(s, t) &&
			    friend == (harms == (side == 1)) &&
			    aimed_first(x, t))
				return true;
		}
	return false;
}

/* --- spells ----------------------------------------------------------------*/

/* in the book, or planned for a caster */
static bool is_there(const struct ar_state *s, int seat, int card)
{
	const struct ar_player *p = &s->player[seat];

	if (p->book[card] > 0)
		return true;
	for (int i = 0; i < AR_PLANNED; i++)
		if (p->planned[i] == card)
			return true;
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].ctl == seat && s->obj[i].planned == card)
			return true;
	return false;
}

/* less is nearer: of the same kind, then by what it costs */
static int suggest_fix_unlike(const struct ar_state *s, int a, int b)
{
	int apart = (int)(s->card[a].cost - s->card[b].cost);

	return (s->card[a].kind != s->card[b].kind) * 1000 +
	       (apart < 0 ? -apart : apart);
}

/* the nearest spell for the place of number nth */
static bool other_spell(const struct way_out *x, int nth)
{
	const struct ar_state *s = x->s;
	struct decision_arg a;
	int32_t named;

	if (!find_nth(x->d, AR_TAG_CARD, nth, &a) || a.n != 1 || a.w[0] <= 0 ||
	    a.w[0] >= s->n_cards)
		return false;
	named = a.w[0];
	for (int last = -1;;) {
		int least = INT_MAX;

		for (int i = 1; i < s->n_cards; i++) {
			int u = suggest_fix_unlike(s, (int)named, i);

			if (u > last && u < least && is_there(s, x->seat, i))
				least = u;
		}
		if (least == INT_MAX)
			return false;
		for (int32_t i = 1; i < s->n_cards; i++) {
			if (i == named ||
			    suggest_fix_unlike(s, (int)named, (int)i) !=
				    least ||
			    !is_there(s, x->seat, (int)i))
				continue;
			with_other(x, AR_TAG_CARD, nth, AR_TAG_CARD, &i, 1);
			if (suggest_fix_done(x))
				return true;
		}
		last = least;
	}
}

/* ATTACK .. WITH another's attack: with one of its own */
static bool own_attack(const struct way_out *x)
{
	struct decision_arg a;

	if (!decision_find(x->d, AR_TAG_WITH, &a))
		return false;
	decision_start(x->out, x->d->kind);
	for (int at = 0; decision_next(x->d, at, &a); at = a.next)
		if (a.tag != AR_TAG_WITH)
			decision_add(x->out, a.tag, a.w, a.n);
	return suggest_fix_done(x);
}

/* --- the whole -------------------------------------------------------------*/

static bool suggest_fix_guards(const struct way_out *x)
{
	struct decision_arg a;

	if (!decision_find(x->d, AR_TAG_FIG, &a))
		return false;
	decision_start(x->out, AR_ORDER_ACT);
	decision_add(x->out, a.tag, a.w, a.n);
	decision_add_int(x->out, AR_TAG_STEP, AR_DO_GUARD);
	return suggest_fix_done(x);
}

/* what silence would do: another creature acts */
static bool as_silent(const struct way_out *x)
{
	return system_arena.default_order(x->s, x->seat, x->out) &&
	       suggest_fix_done(x);
}

bool ar_instead(const void *view, int seat, struct trials *room,
		const struct decision *d, struct decision *out)
{
	const struct way_out x = { view, seat, room, d, out };

	if (seat < 0 || seat >= AR_MAX_SEATS || !x.s->head.seat[seat].present)
		return false;
	switch (d->kind) {
	case AR_ORDER_ACT:
		return own_attack(&x) || on_the_way(&x) || step_nearer(&x) ||
		       first_aim(&x) || other_target(&x) ||
		       other_spell(&x, 0) || suggest_fix_guards(&x);
	case AR_ORDER_QC_FIRST:
	case AR_ORDER_QC_LAST:
	case AR_ORDER_QC_BEFORE:
	case AR_ORDER_QC_AFTER:
	case AR_ORDER_DEPLOY:
		return first_aim(&x) || other_target(&x) || other_spell(&x, 0);
	case AR_ORDER_USE_BEFORE:
	case AR_ORDER_USE_AFTER: return other_target(&x);
	case AR_ORDER_PLAN: return other_spell(&x, 0) || other_target(&x);
	case AR_ORDER_PASS: return as_silent(&x);
	default: return false;
	}
}
