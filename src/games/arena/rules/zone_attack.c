/*
 * src/games/arena/rules/zone_attack.c - executes attack actions and zone
 * attacks
 */
#include "games/arena/rules/attack_parts.h"

/* --- an attack action: one attack, Sweeping, Battle Fury ------------------ */

static bool first_attack(struct ar_work *w, struct ar_frame *f)
{
	struct ar_swing *x = &f->swing;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_profile *p =
		ar_profile(s, (int)x->card, (int)x->profile);
	const struct ar_obj *by = ar_obj(s, x->attacker), *t;
	struct ar_attack a = { .attacker = x->attacker,
			       .source = x->source,
			       .card = x->card,
			       .profile = x->profile,
			       .kind = p->kind,
			       .target = x->target,
			       .forced = x->forced,
			       .charge = x->charge,
			       .had = x->had };

	if (!by)
		return false;
	a.seat = by->ctl;
	x->furious = p->kind == AR_MELEE && ar_is(s, by, AR_T_FURY);
	t = ar_obj(s, x->target);
	x->down = t && ar_flying(s, by) &&
		  !(ar_is_creature(s, t) && ar_flying(s, t));
	if (p->flags & AR_PROFILE_ZONE) {
		a.zone = x->zone;
		ar_attack_zone(w, &a, 0);
	} else {
		ar_attack_start(w, &a);
	}
	return true;
}

/* may it be the second target? Flying is lost for the whole action */
static bool may_sweep(const struct ar_work *w, const struct ar_swing *x,
		      const struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *t = ar_obj(s, a->target);

	return t && a->target != x->target &&
	       !(RULE(AR_SPELL_ADRAMELECH_LORD_OF_FIRE, x->down) &&
		 ar_is_creature(s, t) && ar_flying(s, t)) &&
	       ar_check_attack(w, a, NULL);
}

/* the second target of Sweeping: the one said, or the first enemy */
static bool sweep_on(struct ar_work *w, struct ar_frame *f)
{
	struct ar_swing *x = &f->swing;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *by = ar_obj(s, x->attacker), *o;
	struct ar_attack a = { .attacker = x->attacker,
			       .source = x->source,
			       .card = x->card,
			       .profile = x->profile,
			       .kind = AR_MELEE,
			       .charge = x->charge,
			       .had = x->had };

	if (!by || by->dying || ar_incapacitated(s, by))
		return false;
	a.seat = by->ctl;
	a.target = x->target2;
	if (may_sweep(w, x, &a)) {
		x->swept = a.target;
		ar_attack_start(w, &a);
		return true;
	}
	for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
		at = a.target = o->handle;
		if (ar_friends(s, o->ctl, by->ctl) || !may_sweep(w, x, &a))
			continue;
		x->swept = a.target;
		ar_attack_start(w, &a);
		return true;
	}
	return false;
}

/* Battle Fury: one more quick melee attack of the same action */
static bool fury_on(struct ar_work *w, struct ar_frame *f)
{
	struct ar_swing *x = &f->swing;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *by = ar_obj(s, x->attacker);
	struct ar_attack best = { .dice = -1 };

	if (!by || by->dying || RULE(AR_SDATA_35, ar_incapacitated(s, by)))
		return false;
	for (int i = 0;; i++) {
		struct ar_attack a = { .attacker = x->attacker,
				       .target = x->fury,
				       .kind = AR_MELEE,
				       .seat = by->ctl,
				       .had = x->had };
		const struct ar_profile *p;
		int dice;

		if (!ar_profile_of(s, by, i, &a.source, &a.card, &a.profile))
			break;
		p = ar_attack_profile(s, &a);
		if (p->kind != AR_MELEE || p->action != AR_ACTION_QUICK ||
		    !ar_check_attack(w, &a, NULL))
			continue;
		dice = ar_attack_dice(s, &a, NULL);
		if (dice > best.dice) {
			best = a;
			best.dice = dice;
		}
	}
	if (best.dice < 0)
		return false;
	best.dice = 0;
	best.no_answer =
		!RULE(AR_RUL_71, s->head.option[AR_OPTION_FURY_ANSWERS]) &&
		RULE(AR_CS_03, x->fury == x->target || x->fury == x->swept);
	ar_attack_start(w, &best);
	return true;
}

/* Helm of Fear: another target, if any, for the rest of the action phase */
static void zone_attack_scared(struct ar_work *w, int32_t of)
{
	struct ar_frame *act = ar_below(w, AR_FRAME_ACT);

	if (act)
		act->act.shy = of;
}

void ar_step_swing(struct ar_work *w, struct ar_frame *f)
{
	struct ar_swing *x = &f->swing;
	const struct ar_state *s = ar_state_of(w);

	switch (f->step++) {
	case 0:
		if (!first_attack(w, f))
			ar_pop(w, 0);
		break;
	case 1:
		if (w->result == -1) { /* AR-ATK-13: nothing is lost yet */
			zone_attack_scared(w, x->target);
			ar_pop(w, -1);
			break;
		}
		if (RULE(AR_ATK_30,
			 w->result >= 0 &&
				 ar_profile(s, (int)x->card, (int)x->profile)
						 ->flags &
					 AR_PROFILE_SWEEPING))
			sweep_on(w, f);
		break;
	case 2:
		if (x->furious && x->fury && w->result >= 0)
			fury_on(w, f);
		break;
	default: ar_pop(w, 1);
	}
}

/* --- zone attacks --------------------------------------------------------- */

void ar_in_zorder(struct ar_work *w, int seat, int32_t *v, int n)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision_arg arg;
	struct decision d;
	int done = 0;

	if (ar_line_find(w, seat, AR_ORDER_ZORDER, NULL, NULL, &d) < 0)
		return;
	for (int at = 0; decision_next(&d, at, &arg); at = arg.next)
		for (int i = done; arg.tag == AR_TAG_TARGET && i < n; i++) {
			const struct ar_obj *o = ar_obj(s, v[i]);
			int32_t next = v[i];

			if (!o || !ar_subject(s, seat, arg.w, arg.n, o))
				continue;
			memmove(v + done + 1, v + done,
				(size_t)(i - done) * sizeof(*v));
			v[done++] = next;
		}
}

/* the next one after this handle that the zone attack is on (AR-ZATK-03) */
static const struct ar_obj *next_swept(const struct ar_state *s,
				       const struct ar_attack *a, int32_t after)
{
	const struct ar_obj *o = ar_next(s, after);

	while (o &&
	       (ar_zone_of(s, o) != a->zone || o->border[0] ||
		!RULE(AR_ZATK_03, ar_has_life(s, o)) || o->handle == a->except))
		o = ar_next(s, o->handle);
	return o;
}

/* the targets of the attack, in the order of ZORDER, then by handle (AR-
 * ZATK-03) */
void ar_sweep_start(struct ar_work *w, const struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_frame *f = ar_push(w, AR_FRAME_SWEEP);
	struct ar_sweep *x = &f->sweep;
	const struct ar_obj *o;

	while ((o = next_swept(s, a, x->at)) != NULL &&
	       x->n < (int)ARRAY_LEN(x->left))
		x->left[x->n++] = x->at = o->handle;
	ar_in_zorder(w, (int)a->seat, x->left, x->n);
}

/* the next one to be attacked, and the place behind it; NULL: no more */
static const struct ar_obj *zone_attack_swept(const struct ar_state *s,
					      const struct ar_attack *a,
					      struct ar_frame *f)
{
	struct ar_sweep *x = &f->sweep;
	const struct ar_obj *o;

	while (f->step < x->n) {
		o = ar_obj(s, x->left[f->step++]);
		if (o && !o->dying && ar_zone_of(s, o) == a->zone)
			return o;
	}
	/* those for whom the list has no room */
	while (x->n == (int)ARRAY_LEN(x->left) &&
	       (o = next_swept(s, a, x->at)) != NULL) {
		x->at = o->handle;
		if (!o->dying)
			return o;
	}
	return NULL;
}

void ar_step_sweep(struct ar_work *w, struct ar_frame *f)
{
	const struct ar_state *s = ar_state_of(w);
	/* the frame below is the attack on the zone */
	struct ar_attack a = w->f[w->n - 2].attack;
	const struct ar_obj *o = zone_attack_swept(s, &a, f);

	if (!o) {
		ar_pop(w, 0);
		return;
	}
	a.target = o->handle;
	a.one = a.two = a.one_c = a.two_c = a.dice = 0;
	a.damage = a.total = a.hit = a.prevented = a.pushed = 0;
	ar_attack_start(w, &a);
}
