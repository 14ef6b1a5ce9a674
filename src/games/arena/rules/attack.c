/*
 * src/games/arena/rules/attack.c - resolves attacks step by step (AR section
 * 11)
 */
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/attack_parts.h"

/* --- what is known of an attack ----------------------------------------- */

static const struct ar_profile *profile_of(const struct ar_state *s,
					   const struct ar_attack *a)
{
	static const struct ar_profile bash = { .kind = AR_BASH,
						.dice = 3,
						.flags = AR_PROFILE_UNAVOIDABLE,
						.strikes = 1 };

	return a->card ? ar_profile(s, a->card, a->profile) : &bash;
}

const struct ar_profile *ar_attack_profile(const struct ar_state *s,
					   const struct ar_attack *a)
{
	return profile_of(s, a);
}

void ar_blow_of(const struct ar_state *s, const struct ar_attack *a,
		enum ar_blow_as as, struct ar_blow *out)
{
	const struct ar_profile *p = profile_of(s, a);

	*out = (struct ar_blow){ .attacker = a->attacker,
				 .defender = a->target,
				 .card = a->card,
				 .profile = a->profile,
				 .kind = a->kind,
				 .type = p->type,
				 .spell = a->spell,
				 .quick = p->action == AR_ACTION_QUICK,
				 .counterstrike = a->counterstrike,
				 .as = as,
				 .first = a->first,
				 .first_on = a->first_on,
				 .first_melee_on = a->first_melee_on };
}

static bool profile_on(const struct ar_state *s, const struct ar_obj *from,
		       int *i, int32_t *source, int32_t *card, int32_t *profile)
{
	const struct ar_card *c = ar_card_of(s, from);

	for (int k = 0; k < c->n_profiles && !from->hidden; k++) {
		const struct ar_profile *p = ar_profile(s, (int)from->card, k);

		if ((p->action != AR_ACTION_QUICK &&
		     p->action != AR_ACTION_FULL) ||
		    (p->kind != AR_MELEE && p->kind != AR_RANGED) || (*i)-- > 0)
			continue;
		*source = from->handle;
		*card = from->card;
		*profile = k;
		return true;
	}
	return false;
}

bool ar_profile_of(const struct ar_state *s, const struct ar_obj *o, int i,
		   int32_t *source, int32_t *card, int32_t *profile)
{
	const struct ar_obj *item;

	if (profile_on(s, o, &i, source, card, profile))
		return true;
	for (int32_t at = 0; (item = ar_next(s, at)) != NULL;) {
		at = item->handle;
		if (item->host == o->handle &&
		    RULE(AR_EQ_08, ar_kind(s, item) == AR_EQUIPMENT) &&
		    profile_on(s, item, &i, source, card, profile))
			return true;
	}
	return false;
}

static bool attack_ethereal(const struct ar_state *s, const struct ar_attack *a)
{
	const struct ar_profile *p = profile_of(s, a);
	const struct ar_obj *t = ar_obj(s, a->target);
	const struct ar_obj *by = ar_obj(s, a->attacker);
	struct ar_blow in, out;

	ar_blow_of(s, a, AR_AS_DEFENDER, &in);
	ar_blow_of(s, a, AR_AS_ATTACKER, &out);
	return p->flags & AR_PROFILE_ETHEREAL ||
	       RULE(AR_TYPE_06,
		    p->type == AR_LIGHTNING || p->type == AR_WIND) ||
	       (t && ar_trait(s, t, AR_T_ETHEREAL_TO, &in, NULL) > 0) ||
	       (by && ar_trait(s, by, AR_T_ETHEREAL, &out, NULL) > 0);
}

static bool attack_unavoidable(const struct ar_state *s,
			       const struct ar_attack *a)
{
	const struct ar_obj *by = ar_obj(s, a->attacker);
	struct ar_blow b;

	ar_blow_of(s, a, AR_AS_ATTACKER, &b);
	return profile_of(s, a)->flags & AR_PROFILE_UNAVOIDABLE ||
	       (by && a->strike == 0 &&
		ar_trait(s, by, AR_T_UNAVOIDABLE, &b, NULL) > 0);
}

bool ar_unavoidable(const struct ar_state *s, const struct ar_attack *a)
{
	return attack_unavoidable(s, a);
}

/* is the defender one of those whom the bonus is against (AR-TRT-28) */
static bool attack_versus(const struct ar_state *s, const struct ar_profile *p,
			  const struct ar_obj *t)
{
	int32_t v = p->versus;

	return (v & AR_VS_FLYING && ar_is_creature(s, t) && ar_flying(s, t)) ||
	       (v & AR_VS_NONLIVING_CREATURE && ar_is_creature(s, t) &&
		!ar_living(s, t)) ||
	       (v & AR_VS_INCORPOREAL && !ar_corporeal(s, t)) ||
	       (v & AR_VS_DARK_CREATURE && ar_is_creature(s, t) &&
		ar_of_school(ar_card_of(s, t), AR_DARK));
}

static int bonus(const struct ar_state *s, const struct ar_obj *o,
		 enum ar_trait t, const struct ar_blow *b, int rule,
		 struct ar_why *why)
{
	int n = (int)ar_trait(s, o, t, b, NULL);

	if (n && why)
		ar_because(why, rule, n);
	return n;
}

/* Melee or Ranged +X of this strike: what earlier ones could not have had */
static int bonus_left(const struct ar_state *s, int32_t all, bool used,
		      int32_t had, int rule, struct ar_why *why)
{
	bool late = !RULE(AR_RUL_71, s->head.option[AR_OPTION_LATE_STRENGTH]);
	int32_t n = used ? (late ? all - (had > 0 ? had : 0) : 0) : all;

	if (used && n < 0)
		n = 0;
	ar_because(why, rule, n);
	return (int)n;
}

/* what the attacker adds (AR-ATK-20) */
static int attacker_dice(const struct ar_state *s, const struct ar_attack *a,
			 const struct ar_blow *b, struct ar_why *why)
{
	const struct ar_obj *by = ar_obj(s, a->attacker);
	const struct ar_obj *t = ar_obj(s, a->target);
	int n = 0;

	if (!by || !ar_is_creature(s, by))
		return 0;
	if (RULE(AR_TRT_10, a->kind == AR_MELEE))
		n += bonus_left(s, ar_trait(s, by, AR_T_MELEE, b, NULL),
				a->had.used & AR_BONUS_MELEE, a->had.melee,
				AR_TRT_10, why);
	if (RULE(AR_TRT_11, a->kind == AR_RANGED))
		n += bonus_left(s, ar_trait(s, by, AR_T_RANGED, b, NULL),
				a->had.used & AR_BONUS_RANGED, a->had.ranged,
				AR_TRT_11, why);
	if (RULE(AR_TRT_12, a->kind == AR_MELEE && a->charge &&
				    !(a->had.used & AR_BONUS_CHARGE)))
		n += bonus(s, by, AR_T_CHARGE, b, AR_TRT_12, why);
	if (RULE(AR_TRT_13, a->kind == AR_MELEE && t && t->damage > 0 &&
				    ar_is_creature(s, t) && ar_living(s, t) &&
				    !(a->had.used & AR_BONUS_BLOOD)))
		n += bonus(s, by, AR_T_BLOODTHIRSTY, b, AR_TRT_13, why);
	n += bonus(s, by, AR_T_DICE, b, AR_ATK_20, why);
	if (RULE(AR_COND_03, !a->spell && by->cond[AR_WEAK])) {
		n -= by->cond[AR_WEAK];
		ar_because(why, AR_COND_03, -by->cond[AR_WEAK]);
	}
	return n;
}

static int type_bonus(const struct ar_state *s, const struct ar_attack *a,
		      const struct ar_obj *t, struct ar_why *why)
{
	int type = profile_of(s, a)->type;

	return type ? bonus(s, t, (enum ar_trait)(AR_T_FLAME + type - 1), NULL,
			    AR_TRT_17, why)
		    : 0;
}

int ar_attack_dice(const struct ar_state *s, const struct ar_attack *a,
		   struct ar_why *why)
{
	const struct ar_profile *p = profile_of(s, a);
	const struct ar_obj *t = ar_obj(s, a->target);
	struct ar_why none = { .n = 0 };
	struct ar_blow in, out;
	int n = p->flags & AR_PROFILE_X ? (int)a->x : (int)p->dice;

	if (!why)
		why = &none;
	ar_blow_of(s, a, AR_AS_DEFENDER, &in);
	ar_blow_of(s, a, AR_AS_ATTACKER, &out);
	ar_because(why, AR_ATK_20, n);
	n += attacker_dice(s, a, &out, why);
	if (t) {
		if (RULE(AR_TRT_28, attack_versus(s, p, t))) {
			n += (int)p->bonus;
			ar_because(why, AR_TRT_28, p->bonus);
		}
		if (RULE(AR_ATK_20, a->strike == 0))
			n += bonus(s, t, AR_T_DICE, &in, AR_RUL_36, why);
		n += RULE_VALUE(AR_TRT_17, type_bonus(s, a, t, why));
		if (RULE(AR_TRT_16, ar_is(s, t, AR_T_AEGIS))) {
			int less = (int)ar_trait(s, t, AR_T_AEGIS, &in, NULL);

			n -= less;
			ar_because(why, AR_TRT_16, -less);
		}
	}
	if (a->less) {
		n -= (int)a->less;
		ar_because(why, AR_SDATA_31, -a->less);
	}
	if (RULE(AR_ATK_20, n < 1)) {
		ar_because(why, AR_ATK_20, 1 - n);
		n = 1;
	}
	return n;
}

int ar_effect_bonus(const struct ar_state *s, const struct ar_attack *a,
		    struct ar_why *why)
{
	const struct ar_profile *p = profile_of(s, a);
	const struct ar_obj *t = ar_obj(s, a->target);
	int n = 0;

	if (!t)
		return 0;
	if (RULE(AR_TRT_28, attack_versus(s, p, t))) {
		n += (int)p->bonus;
		ar_because(why, AR_TRT_28, p->bonus);
	}
	n += RULE_VALUE(AR_TRT_17, type_bonus(s, a, t, why));
	n += RULE_VALUE(AR_TRT_18,
			bonus(s, t, AR_T_TOUGH, NULL, AR_TRT_18, why));
	if (a->less) {
		n -= (int)a->less;
		ar_because(why, AR_SDATA_31, -a->less);
	}
	if (p->flags & AR_PROFILE_X) {
		n += (int)a->x;
		ar_because(why, AR_ATK_22, a->x);
	}
	return n;
}

/* --- damage ------------------------------------------------------------- */

struct harm {
	int normal, armor, piercing, critical, total;
};

static void harm_of(const struct ar_state *s, const struct ar_attack *a,
		    int more_armor, struct harm *h, struct ar_why *why)
{
	const struct ar_profile *p = profile_of(s, a);
	const struct ar_obj *t = ar_obj(s, a->target);
	const struct ar_obj *by = ar_obj(s, a->attacker);
	bool thin =
		RULE(AR_DMG_06, !ar_corporeal(s, t) && !attack_ethereal(s, a));
	struct ar_blow b;
	int armor;

	memset(h, 0, sizeof(*h));
	ar_blow_of(s, a, AR_AS_ATTACKER, &b);
	h->normal = (int)(a->one + (thin ? 0 : 2 * a->two));
	h->critical = (int)(a->one_c + (thin ? 0 : 2 * a->two_c));
	if (p->flags & AR_PROFILE_CRITICAL) {
		h->critical += h->normal;
		h->normal = 0;
	}
	h->armor = (int)ar_armor(s, t, why) + more_armor;
	h->piercing = (int)p->piercing;
	if (by && ar_is_creature(s, by))
		h->piercing += (int)ar_trait(s, by, AR_T_PIERCING, &b, NULL);
	armor = h->armor - RULE_VALUE(AR_TRT_14, h->piercing);
	if (armor < 0)
		armor = 0;
	h->total = RULE(AR_DMG_01, h->normal > armor) ? h->normal - armor : 0;
	h->total += RULE_VALUE(AR_DMG_02, h->critical);
}

int ar_projected(const struct ar_state *s, const struct ar_attack *a, int armor)
{
	struct harm h;

	if (!ar_obj(s, a->target) || a->dice <= 0)
		return 0;
	harm_of(s, a, armor, &h, NULL);
	return h.total;
}

int32_t ar_dice_harm(const struct ar_state *s, const struct ar_attack *a)
{
	enum { MANY = 1 << 8 };
	struct harm h;

	harm_of(s, a, 0, &h, NULL);
	return h.normal * MANY + h.critical;
}

/* --- step 1: may it be declared ----------------------------------------- */

static bool ignores_guard(const struct ar_state *s, const struct ar_obj *by,
			  const struct ar_obj *guard,
			  const struct ar_obj *target)
{
	return RULE(AR_GUARD_04, ar_is(s, guard, AR_T_PEST)) ||
	       RULE(AR_GUARD_04, ar_restrained(s, guard)) ||
	       RULE(AR_GUARD_04, ar_is(s, by, AR_T_ELUSIVE)) ||
	       RULE(AR_FLY_06, ar_flying(s, by) && ar_is_creature(s, target) &&
				       ar_flying(s, target));
}

static bool guards_let(const struct ar_state *s, const struct ar_obj *by,
		       const struct ar_obj *t, struct refusal *no)
{
	bool on_guard = t->guard && !ar_friends(s, t->ctl, by->ctl);

	if (on_guard || RULE(AR_GUARD_04, t == by || t->host == by->handle))
		return true;
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *g = &s->obj[i];

		if (g->guard && g->zone == by->zone && !g->dying &&
		    !ar_friends(s, g->ctl, by->ctl) &&
		    !ignores_guard(s, by, g, t) && RULE(AR_GUARD_03, true))
			return ar_no(no, AR_REFUSAL_GUARDED, AR_GUARD_03,
				     g->handle);
	}
	return true;
}

static bool melee_ok(const struct ar_state *s, const struct ar_attack *a,
		     const struct ar_obj *by, const struct ar_obj *t,
		     struct refusal *no)
{
	const struct ar_profile *p = profile_of(s, a);
	bool beside = t->border[0] &&
		      (t->border[0] == by->zone || t->border[1] == by->zone);
	int far;

	if (RULE(AR_ATK_10, !beside && ar_zone_of(s, t) != by->zone)) {
		far = ar_distance(by->zone, ar_zone_of(s, t));
		if (far < 1)
			return ar_no(no, AR_REFUSAL_BAD_TARGET, AR_ATK_10,
				     t->handle);
		ar_no2(no, AR_REFUSAL_OUT_OF_RANGE, AR_ATK_10, far, 0);
		if (no) {
			no->args[2] = 0;
			no->n_args = 3;
		}
		return false;
	}
	if (RULE(AR_FLY_02, ar_is_creature(s, t) && ar_flying(s, t) &&
				    !ar_flying(s, by) &&
				    !(p->flags & AR_PROFILE_REACH)))
		return ar_no(no, AR_REFUSAL_IS_FLYING, AR_FLY_02, t->handle);
	if (RULE(AR_CS_05, a->counterstrike))
		return true;
	return guards_let(s, by, t, no);
}

static bool in_range(const struct ar_state *s, const struct ar_attack *a,
		     const struct ar_obj *from, const struct ar_obj *t,
		     int distance, struct refusal *no)
{
	const struct ar_profile *p = profile_of(s, a);
	bool above =
		RULE(AR_FLY_03, t && distance == 0 && ar_is_creature(s, t) &&
					ar_flying(s, t));

	/* AR-RUL-71: a flyer has no minimum range to a creature below it */
	above |= s->head.option[AR_OPTION_FLYING_SHOTS] && distance == 0 &&
		 ar_is_creature(s, from) && ar_flying(s, from);
	if (RULE(AR_DIST_02, distance < 0 || distance > p->max ||
				     (distance < p->min && !above))) {
		ar_no2(no, AR_REFUSAL_OUT_OF_RANGE, AR_DIST_02, distance,
		       p->min);
		if (no) {
			no->args[2] = p->max;
			no->n_args = 3;
		}
		return false;
	}
	return true;
}

/* Helm of Fear has kept the creature that acts from this one (AR-ATK-12) */
static bool is_shy(const struct ar_work *w, const struct ar_attack *a)
{
	for (int i = w->n; i-- > 0;)
		if (w->f[i].kind == AR_FRAME_ACT)
			return w->f[i].act.shy &&
			       w->f[i].act.actor == a->attacker &&
			       w->f[i].act.shy == a->target;
	return false;
}

bool ar_check_attack(const struct ar_work *w, const struct ar_attack *a,
		     struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *by = ar_obj(s, a->attacker);
	const struct ar_obj *t = ar_obj(s, a->target);
	const struct ar_profile *p = profile_of(s, a);
	int32_t from;

	if (!by)
		return ar_no(no, AR_REFUSAL_NO_OBJECT, AR_ATK_10, a->attacker);
	from = ar_zone_of(s, by);
	if (p->flags & AR_PROFILE_ZONE) {
		if (!ar_is_zone(s, a->zone))
			return ar_no(no, AR_REFUSAL_NO_ZONE, AR_ZATK_01,
				     a->zone);
		if (!in_range(s, a, by, NULL, ar_distance(from, a->zone), no))
			return false;
		return RULE(AR_ZATK_01, !ar_flying(s, by) &&
						!ar_sees_zone(s, from, a->zone))
			       ? ar_no(no, AR_REFUSAL_NO_SIGHT, AR_LOS_01,
				       a->zone)
			       : true;
	}
	if (!t || t->dying)
		return ar_no(no, AR_REFUSAL_NO_OBJECT, AR_ATK_10, a->target);
	if (RULE(AR_ATK_01, !ar_has_life(s, t)))
		return ar_no(no, AR_REFUSAL_BAD_TARGET, AR_ATK_01, t->handle);
	if (RULE(AR_ATK_12, is_shy(w, a)))
		return ar_no(no, AR_REFUSAL_BAD_TARGET, AR_ATK_12, t->handle);
	if (a->kind == AR_MELEE)
		return melee_ok(s, a, by, t, no);
	if (RULE(AR_ATK_10, ar_not_ranged(s, t)))
		return ar_no(no, AR_REFUSAL_NOT_RANGED, AR_ATK_10, t->handle);
	if (!in_range(s, a, by, t, ar_reach(s, from, t), no))
		return false;
	if (RULE(AR_LOS_01, !ar_sees(s, by, t)))
		return ar_no(no, AR_REFUSAL_NO_SIGHT, AR_LOS_01, t->handle);
	return true;
}

/* --- starting ----------------------------------------------------------- */

void ar_attack_start(struct ar_work *w, const struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_frame *f = ar_push(w, AR_FRAME_ATTACK);
	const struct ar_obj *t;

	f->attack = *a;
	f->attack.strikes = profile_of(s, a)->strikes;
	t = ar_obj(s, a->target);
	if (t && !f->attack.zone)
		f->attack.zone = ar_zone_of(s, t);
}

void ar_attack_auto(struct ar_work *w, int32_t source, int32_t card,
		    int32_t profile, int32_t target, enum ar_attack_kind kind,
		    int seat)
{
	struct ar_attack a = { .source = source,
			       .card = card,
			       .profile = profile,
			       .kind = (int32_t)kind,
			       .seat = seat,
			       .target = target };

	ar_attack_start(w, &a);
}

void ar_attack_zone(struct ar_work *w, const struct ar_attack *a,
		    int32_t except)
{
	struct ar_frame *f = ar_push(w, AR_FRAME_ATTACK);

	f->attack = *a;
	f->attack.kind = AR_ZONE;
	f->attack.target = 0;
	f->attack.except = except;
	f->attack.strikes = 1;
}

/* --- the steps ---------------------------------------------------------- */

enum at {
	AT_HELM,
	AT_DECLARE,
	AT_PAY,
	AT_MISS,
	AT_AVOID,
	AT_DEFEND,
	AT_UNAVOIDED,
	AT_ROLL,
	AT_HURT,
	AT_MARK,
	AT_EFFECTS,
	AT_HIT,
	AT_MORE,
	AT_BARRIER,
	AT_CLEAR,
	AT_STRUCK,
	AT_COUNTER,
	AT_GUARD,
	AT_END,
	AT_OVER,
	AT_GONE
};

static bool attack_automatic(const struct ar_attack *a)
{
	return a->returned || (a->kind >= AR_AUTO && a->kind <= AR_BASH);
}

static void guard_off(struct ar_work *w, const struct ar_attack *a)
{
	const struct ar_obj *t = ar_obj(ar_state_of(w), a->target);

	if (t && t->guard && RULE(AR_GUARD_05, a->kind == AR_MELEE))
		AR_EMIT(w, AR_EV_GUARD, AR_CS_07, a->target, 0);
}

static void attack_cancel(struct ar_work *w, struct ar_frame *f,
			  enum ar_stop why, int rule)
{
	const struct ar_attack *a = &f->attack;

	AR_EMIT(w, AR_EV_ATTACK_CANCELLED, rule, a->attacker, a->target,
		(int32_t)why, f->step > AT_PAY);
	/* who died of the own strike turned back has attacked (AR-GUARD-05) */
	if (why == AR_STOP_GONE && a->reflected)
		guard_off(w, a);
	AR_EMIT(w, AR_EV_ATTACK_ENDED, rule, a->attacker, a->target, a->flight);
	f->attack.cancelled = (int32_t)why + 1;
	f->step = AT_GONE;
	ar_push(w, AR_FRAME_CLEAR);
}

/* AR-ATK-14: is it still what was declared? */
static bool target_is_valid(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *by = ar_obj(s, a->attacker);
	const struct ar_obj *t = ar_obj(s, a->target);

	if (a->attacker && (!by || by->dying) && f->step < AT_BARRIER) {
		attack_cancel(w, f, AR_STOP_GONE, AR_ATK_14);
		return false;
	}
	if (a->target && !t && f->step < AT_CLEAR) {
		attack_cancel(w, f, AR_STOP_GONE, AR_ATK_14);
		return false;
	}
	if (RULE(AR_ATK_14,
		 (by && by->moved != a->attacker_moved) ||
			 (t && t->moved != a->target_moved && !a->pushed)) &&
	    f->step < AT_BARRIER) {
		attack_cancel(w, f, AR_STOP_MOVED, AR_ATK_14);
		return false;
	}
	if (a->kind == AR_PASSAGE && t && f->step <= AT_MARK &&
	    f->step > AT_ROLL && ar_below(w, AR_FRAME_MOVE) &&
	    ar_is(s, t, AR_T_RESTRAINED) && RULE(AR_RUL_71, true)) {
		attack_cancel(w, f, AR_STOP_RESTRAINED, AR_RUL_71);
		return false;
	}
	return true;
}

/* AR-FLY-04, -05: of the attacker and of whom it attacks, while it lasts. What
 * an attack around this one holds stays as it is. */
static void settle_flight(const struct ar_state *s, struct ar_attack *a,
			  int32_t flight[2])
{
	const struct ar_obj *by = ar_obj(s, a->attacker);
	const struct ar_obj *t = ar_obj(s, a->target);
	bool up;

	flight[0] = flight[1] = AR_FLIGHT_FREE;
	a->flight = 0;
	if (!by || !t || attack_automatic(a) || a->kind == AR_ZONE)
		return;
	up = ar_is_creature(s, t) && ar_flying(s, t);
	if (ar_is_creature(s, t) && !t->flight) {
		flight[1] = up ? AR_FLIGHT_UP : AR_FLIGHT_DOWN;
		a->flight |= 2;
	}
	if (!ar_is_creature(s, by) || RULE(AR_FLY_04, by->flight))
		return;
	flight[0] = ar_flying(s, by) ? AR_FLIGHT_UP : AR_FLIGHT_DOWN;
	if (RULE(AR_FLY_04, a->kind == AR_MELEE && !up))
		flight[0] = AR_FLIGHT_DOWN;
	a->flight |= 1;
}

/* the rule by which it is one */
static int declared_by(const struct ar_attack *a)
{
	if (a->kind == AR_BASH)
		return AR_PUSH_05;
	if (attack_automatic(a))
		return AR_ATK_40;
	if (a->kind == AR_ZONE)
		return AR_ZATK_01;
	return a->counterstrike ? AR_CS_01 : AR_ATK_10;
}

static void attack_declare(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *by, *t;
	int32_t flight[2];
	struct event e;

	ar_attack_firsts(s, a);
	settle_flight(s, a, flight);
	event_start(&e, AR_EV_ATTACK, declared_by(a));
	if (a->forced)
		event_because(&e, AR_MAIL_15);
	event_put(&e, AR_EV_ATTACK_ATTACKER, a->attacker);
	event_put(&e, AR_EV_ATTACK_SOURCE, a->source);
	event_put(&e, AR_EV_ATTACK_CARD, a->card);
	event_put(&e, AR_EV_ATTACK_PROFILE, a->profile);
	event_put(&e, AR_EV_ATTACK_KIND, a->kind);
	event_put(&e, AR_EV_ATTACK_TARGET,
		  a->kind == AR_ZONE && !a->target ? a->zone : a->target);
	event_put(&e, AR_EV_ATTACK_FORCED, a->forced);
	event_put_ints(&e, AR_EV_ATTACK_FLIGHT, flight, 2);
	ar_event_emit(w, &e);
	by = ar_obj(s, a->attacker);
	t = ar_obj(s, a->target);
	/* its pair: what has no step 2 is an attack on it all the same */
	if (a->returned || (a->kind == AR_ZONE && a->target))
		ar_attack_pair(w, a);
	a->attacker_moved = by ? by->moved : 0;
	a->target_moved = t ? t->moved : 0;
}

static void attack_pay(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *by = ar_obj(s, a->attacker);

	if (!by)
		return;
	if (!ar_attack_tax(w, a)) {
		if (w->again) /* its player is asked */
			return;
		ar_attack_noted(w, a);
		attack_cancel(w, f, AR_STOP_UNPAID, AR_ATK_15);
		return;
	}
	ar_attack_noted(w, a);
}

static void miss_roll(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;
	const struct ar_obj *by = ar_obj(ar_state_of(w), a->attacker);
	int die;

	if (!by || !RULE(AR_ATK_16, by->cond[AR_DAZE] > 0))
		return;
	die = ar_roll_d12(w, a->attacker, AR_ROLL_MISS, AR_ATK_16, 7, NULL,
			  NULL);
	if (!die)
		return;
	a->missed = die < 7;
	if (a->missed) {
		AR_EMIT(w, AR_EV_STRIKE, AR_ATK_17, a->attacker, a->target,
			a->strike, AR_STRIKE_MISSED);
		f->step = AT_MORE;
	}
}

/* step 5: the dice */
static void roll(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *t = ar_obj(s, a->target);
	const struct ar_profile *p = profile_of(s, a);

	a->one = a->two = a->one_c = a->two_c = 0;
	a->effect = a->effect_total = 0;
	a->dice = 0;
	if (RULE(AR_ATK_21, p->type && ar_immune(s, t, p->type))) {
		AR_EMIT(w, AR_EV_EFFECT, AR_ATK_21, a->target, 0, 0, 0, 0);
		return;
	}
	ar_roll_dice(w, a);
}

static void attack_mark(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *t = ar_obj(s, a->target);
	struct ar_why why = { .n = 0 };
	struct harm h;
	struct event e;
	int32_t before, left;

	a->hit = 1;
	if (!a->dice)
		return;
	harm_of(s, a, 0, &h, &why);
	if (a->prevented > h.total)
		a->prevented = h.total;
	a->damage = h.total - a->prevented;
	before = t->damage;
	left = ar_life_left(s, t);
	event_start(&e, AR_EV_DAMAGE, AR_DMG_03);
	event_put(&e, AR_EV_DAMAGE_TARGET, a->target);
	event_put(&e, AR_EV_DAMAGE_BY, a->attacker ? a->attacker : a->source);
	event_put(&e, AR_EV_DAMAGE_NORMAL, h.normal);
	event_put(&e, AR_EV_DAMAGE_ARMOR, h.armor);
	event_put(&e, AR_EV_DAMAGE_PIERCING, h.piercing);
	event_put(&e, AR_EV_DAMAGE_CRITICAL, h.critical);
	event_put(&e, AR_EV_DAMAGE_PREVENTED, a->prevented);
	event_put(&e, AR_EV_DAMAGE_TOTAL, a->damage);
	event_put(&e, AR_EV_DAMAGE_NOW, before + a->damage);
	event_put(&e, AR_EV_DAMAGE_LIFE, ar_life(s, t));
	event_put_ints(&e, AR_EV_DAMAGE_MODS, why.mod, 2 * why.n);
	ar_event_emit(w, &e);
	a->total += a->damage;
	if (a->damage > 0)
		ar_damage_hooks(w, a, a->damage < left ? a->damage : left);
	ar_hurt(w, a->target, a->damage);
}

/* the next strike, or what comes after the last (AR-ATK-26) */
static void more(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *t = ar_obj(s, a->target);

	if (a->strike == 0 && a->kind == AR_MELEE)
		ar_mods_end(w, a->attacker, AR_NEXT);
	/* AR-TRT-12, 13, 20: the first strike has them, whatever it did */
	a->had.used |= AR_BONUS_CHARGE | AR_BONUS_BLOOD | AR_BONUS_VAMPIRE;
	if (t && !t->dying && !a->pushed &&
	    RULE(AR_ATK_26, a->strike + 1 < a->strikes)) {
		a->strike++;
		a->missed = a->avoided = a->defended = a->reflected = 0;
		a->damage = a->prevented = 0;
		f->step = AT_AVOID;
		if (s->head.option[AR_OPTION_DAZE_EVERY_STRIKE])
			f->step = AT_MISS;
		return;
	}
	if (t)
		a->target_moved = t->moved;
	if (a->kind == AR_MELEE)
		ar_open_window(w, AR_WIN_BARRIER, a->target);
	else
		f->step = AT_CLEAR; /* AR-ATK-31 */
}

static void attack_barrier(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *t = ar_obj(s, a->target);
	const struct ar_obj *by = ar_obj(s, a->attacker);
	int32_t source, card, profile;

	if (!t || !by || by->dying || !RULE(AR_BARR_01, a->hit) ||
	    a->no_answer || !ar_barrier(s, t, &source, &card, &profile))
		return;
	if (RULE(AR_BARR_02,
		 !s->head.option[AR_OPTION_BARRIER_LIMIT] &&
			 ar_paired(s, AR_PAIR_STRUCK, source, a->attacker)))
		return;
	AR_EMIT(w, AR_EV_PAIR, AR_BARR_01, AR_PAIR_STRUCK, source, a->attacker);
	ar_attack_auto(w, source, card, profile, a->attacker, AR_BARRIER,
		       t->ctl);
}

static void had_add(struct ar_had *all, const struct ar_had *more)
{
	all->used |= more->used;
	if (more->melee > all->melee)
		all->melee = more->melee;
	if (more->ranged > all->ranged)
		all->ranged = more->ranged;
}

/* what the attack action remembers of its attacks, and an attack of the strike
 * that was turned back */
static void hand_back(struct ar_work *w, const struct ar_attack *a)
{
	struct ar_frame *f = w->n > 1 ? &w->f[w->n - 2] : NULL;

	if (f && f->kind == AR_FRAME_SWING)
		had_add(&f->swing.had, &a->had);
	if (f && f->kind == AR_FRAME_CHAIN)
		had_add(&f->chain.had, &a->had);
	if (f && f->kind == AR_FRAME_ATTACK && a->returned) {
		had_add(&f->attack.had, &a->had);
		f->attack.total += a->total;
	}
}

static void attack_end(struct ar_work *w, struct ar_frame *f)
{
	const struct ar_attack *a = &f->attack;
	struct ar_roles about = { .who = a->attacker, .by = a->attacker };

	AR_EMIT(w, AR_EV_ATTACK_ENDED, AR_ATK_29, a->attacker, a->target,
		a->flight);
	if (a->counterstrike)
		ar_fire(w, AR_ON_STRUCK, &about);
}

static void start_of(struct ar_frame *f)
{
	if (attack_automatic(&f->attack) && f->step == AT_PAY)
		f->step = AT_ROLL;
	else if (f->attack.kind == AR_ZONE && f->attack.target &&
		 f->step == AT_PAY)
		f->step = AT_ROLL;
}

/* the steps of an attack that are more than a call; f->step is the next one */

static void step_declare(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;

	if (a->cancelled) {
		AR_EMIT(w, AR_EV_ATTACK_CANCELLED, AR_ATK_12, a->attacker,
			a->target, a->cancelled - 1, 0);
		ar_pop(w, -1);
		return;
	}
	attack_declare(w, f);
	start_of(f);
	if (f->step == AT_PAY)
		ar_open_window2(w, AR_WIN_ATTACKS, a->attacker, AR_WIN_ATTACKED,
				a->target, 0);
}

static void step_miss(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;

	miss_roll(w, f);
	if (a->kind == AR_ZONE) {
		f->step = AT_OVER;
		if (!a->missed)
			ar_sweep_start(w, a);
	} else if (!a->missed && !attack_unavoidable(ar_state_of(w), a)) {
		ar_open_window(w, AR_WIN_EXPOSED, a->target);
	}
}

static void step_unavoided(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;

	if (!a->avoided) {
		ar_open_window(w, AR_WIN_UNAVOIDED, a->target);
		return;
	}
	AR_EMIT(w, AR_EV_STRIKE, AR_DEF_02, a->attacker, a->target, a->strike,
		AR_STRIKE_AVOIDED);
	f->step = AT_MORE;
	if (a->reflected)
		ar_reflect(w, a);
}

/* a defense may be rolled for: somebody may want to be asked about it first */
static void step_avoid(struct ar_work *w, const struct ar_attack *a,
		       const struct ar_roles *about)
{
	const struct ar_roles roll = { .who = a->target,
				       .roll = AR_ROLL_DEFENSE };
	bool once;

	if (!ar_defense_known(ar_state_of(w), a, &once) ||
	    !ar_asks_reroll(w, &roll))
		ar_must(w, AR_ON_AVOID, about, w->n - 1);
}

static void step_roll(struct ar_work *w, struct ar_frame *f)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_roles about = { .who = f->attack.target,
					.to = f->attack.target,
					.by = f->attack.attacker,
					.roll = AR_ROLL_ATTACK };

	if (ar_asks_reroll(w, &about))
		return;
	roll(w, f);
	if (!w->r->unknown && f->attack.dice &&
	    !s->head.option[AR_OPTION_NO_REVEAL_AFTER_ROLL])
		ar_open_window(w, AR_WIN_ROLLED, f->attack.target);
}

static void step_hit(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;

	AR_EMIT(w, AR_EV_STRIKE, AR_ATK_23, a->attacker, a->target, a->strike,
		AR_STRIKE_HIT);
	ar_open_window2(w, AR_WIN_HIT, a->target,
			a->step_hurt ? AR_WIN_DAMAGED : AR_WIN_NONE, a->target,
			0);
	a->step_hurt = 0;
	if (attack_automatic(a) || a->kind == AR_ZONE)
		f->step = AT_CLEAR;
}

static bool may_be_struck_back(const struct ar_attack *a)
{
	return !attack_automatic(a) && a->kind != AR_ZONE &&
	       a->kind != AR_RANGED;
}

void ar_step_attack(struct ar_work *w, struct ar_frame *f)
{
	struct ar_attack *a = &f->attack;
	const struct ar_state *s = ar_state_of(w);
	struct ar_roles about = { .who = a->target,
				  .by = a->attacker,
				  .to = a->target,
				  .kind = a->kind,
				  .counterstrike = a->counterstrike };

	if (f->step > AT_DECLARE && f->step < AT_OVER && !target_is_valid(w, f))
		return;
	switch (f->step++) {
	case AT_HELM:
		if (!attack_automatic(a) && a->target && a->kind != AR_ZONE)
			ar_fire(w, AR_ON_DECLARE, &about);
		break;
	case AT_DECLARE: step_declare(w, f); break;
	case AT_PAY: attack_pay(w, f); break;
	case AT_MISS: step_miss(w, f); break;
	case AT_AVOID: step_avoid(w, a, &about); break;
	case AT_DEFEND: ar_defend(w, a); break;
	case AT_UNAVOIDED: step_unavoided(w, f); break;
	case AT_ROLL: step_roll(w, f); break;
	case AT_HURT:
		about.amount = ar_projected(s, a, 0);
		if (about.amount > 0)
			ar_fire(w, AR_ON_HURT, &about);
		break;
	case AT_MARK: attack_mark(w, f); break;
	case AT_EFFECTS: ar_effects(w, a, attack_ethereal(s, a)); break;
	case AT_HIT: step_hit(w, f); break;
	case AT_MORE: more(w, f); break;
	case AT_BARRIER: attack_barrier(w, f); break;
	case AT_CLEAR:
		ar_push(w, AR_FRAME_CLEAR);
		if (!may_be_struck_back(a))
			f->step = AT_END;
		break;
	case AT_STRUCK: ar_open_window(w, AR_WIN_STRUCK, a->target); break;
	case AT_COUNTER: ar_counterstrike(w, a); break;
	case AT_GUARD: guard_off(w, a); break;
	case AT_END: attack_end(w, f); break;
	case AT_OVER:
		if (!attack_automatic(a))
			ar_open_window(w, AR_WIN_ENDED, a->target);
		break;
	default:
		hand_back(w, a);
		/* -1 is left to Helm of Fear: nothing is lost (AR-ATK-12) */
		ar_pop(w, a->cancelled ? -1 - a->cancelled : (int32_t)a->total);
	}
}
