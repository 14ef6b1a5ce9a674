/* src/rules/arena/legal.c - what a seat can do, and what silence does */
#include "rules/arena/play.h"

static void act_family(struct families *fs, const struct ar_state *s,
		       const struct ar_obj *o)
{
	struct family *f = family_add(fs, AR_ORDER_ACT, o->handle);

	if (!f)
		return;
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *t = &s->obj[i];

		if (ar_has_life(s, t) && !ar_friends(s, t->ctl, o->ctl) &&
		    ar_zone_of(s, t) == o->zone && o->zone)
			family_aim(f, t->handle);
	}
}

static void turn_families(struct families *fs, const struct ar_state *s,
			  int seat)
{
	/* asked for the orders of all its turns (AR-MAIL-05) */
	bool asked = s->step == AR_STEP_ASKED && !s->player[seat].plan_in;
	int own, most;

	if (s->head.phase != AR_TURNS ||
	    (!asked && (s->head.active != seat ||
			(s->step != AR_STEP_MAIN && s->step != AR_STEP_BOUND))))
		return;
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->ctl == seat && o->active && o->zone &&
		    ar_is_creature(s, o))
			act_family(fs, s, o);
	}
	if (asked)
		family_add(fs, AR_ORDER_END, 0);
	if (s->step == AR_STEP_MAIN && ar_may_pass(s, seat, &own, &most))
		family_add(fs, AR_ORDER_PASS, 0);
}

int ar_legal(const void *view, int seat, struct trials *room,
	     struct family *out, int max)
{
	const struct ar_state *s = view;
	struct families fs = { out, 0, max };
	const struct ar_player *p = &s->player[seat];

	(void)room;
	if (seat < 0 || seat >= AR_MAX_SEATS || !s->head.seat[seat].present)
		return 0;
	if (ar_asked(s) == seat) {
		family_add(&fs, AR_ORDER_NOTHING, 0);
		for (int i = 0; i < s->n_objects; i++)
			if (s->obj[i].hidden && s->obj[i].ctl == seat)
				family_add(&fs, AR_ORDER_REVEAL,
					   s->obj[i].handle);
		return fs.n;
	}
	switch (s->head.phase) {
	case AR_SETUP:
		if (s->head.active == seat) {
			family_add(&fs, AR_ORDER_INITIATIVE, 0);
		} else if (s->head.active < 0) {
			family_add(&fs, AR_ORDER_MAGE, 0);
			if (p->mage_in)
				family_add(&fs, AR_ORDER_BOOK, 0);
		}
		break;
	case AR_PLAN:
		if (s->step == AR_STEP_MAIN && !p->plan_in) {
			family_add(&fs, AR_ORDER_PLAN, p->mage);
			family_add(&fs, AR_ORDER_END, 0);
		}
		break;
	default: turn_families(&fs, s, seat);
	}
	return fs.n;
}

/* who can guard before who cannot, Mages behind other creatures */
static int silent_rank(const struct ar_state *s, const struct ar_obj *o)
{
	return 2 * RULE(AR_MAIL_45, ar_incapacitated(s, o)) +
	       (ar_kind(s, o) == AR_MAGE);
}

/* AR-MAIL-45: guard with the lowest handle, Mages last; or do nothing */
static bool silent_turn(const struct ar_state *s, int seat,
			struct decision *out)
{
	const struct ar_obj *best = ar_committed(s), *bound = best;
	int own, most;

	if (s->step == AR_STEP_ASKED) {
		decision_start(out, AR_ORDER_END);
		return true;
	}
	if (s->step == AR_STEP_MAIN && ar_may_pass(s, seat, &own, &most)) {
		decision_start(out, AR_ORDER_PASS);
		return true;
	}
	for (int i = 0; !bound && i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->ctl != seat || !o->active || !o->zone ||
		    !ar_is_creature(s, o))
			continue;
		if (!best || silent_rank(s, o) < silent_rank(s, best))
			best = o;
	}
	if (!best)
		return false;
	decision_start(out, AR_ORDER_ACT);
	decision_add_int(out, AR_TAG_FIG, best->handle);
	decision_add_int(out, AR_TAG_STEP, AR_DO_GUARD);
	decision_add_int(out, AR_TAG_ALT, AR_DO_NOTHING);
	return true;
}

bool ar_silent(const void *view, int seat, struct decision *out)
{
	const struct ar_state *s = view;

	if (ar_asked(s) == seat) {
		decision_start(out, AR_ORDER_NOTHING);
		return true;
	}
	switch (s->head.phase) {
	case AR_PLAN:
		decision_start(out, AR_ORDER_END);
		decision_add_int(out, AR_TAG_YES, 0);
		return true;
	case AR_TURNS: return silent_turn(s, seat, out);
	default: return false;
	}
}
