/* src/games/arena/rules/upkeep.c - runs the upkeep phase P4 (AR section 5) */
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/play.h"

/* --- U1: payments
 * --------------------------------------------------------------- */

/* is the object one that the seat's lines say to drop, or not to pay for? */
static bool upkeep_dropped(struct ar_work *w, int seat, const struct ar_obj *o)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision_arg arg;
	struct decision d;
	bool drop = false;
	int most = 0;

	for (int i = 0; ar_line(s, seat, i, &d); i++) {
		int fit = !decision_has(&d, AR_TAG_TARGET);

		if (d.kind != AR_ORDER_UPKEEP_PAY)
			continue;
		for (int at = 0; decision_next(&d, at, &arg); at = arg.next) {
			int its = arg.tag == AR_TAG_TARGET
					  ? ar_subject(s, seat, arg.w, arg.n, o)
					  : 0;

			if (its)
				fit = 1 + its > fit ? 1 + its : fit;
		}
		if (!fit || fit < most)
			continue;
		most = fit; /* AR-MAIL-51 */
		drop = decision_int(&d, AR_TAG_POLICY, AR_POLICY_ALWAYS) ==
		       AR_POLICY_NEVER;
	}
	return drop;
}

/* the cost due for it */
static int32_t upkeep_owed(const struct ar_state *s, const struct ar_obj *o)
{
	int32_t cost = ar_trait(s, o, AR_T_UPKEEP, NULL, NULL);

	return o->hidden || cost <= 0 ||
			       RULE(AR_UPK_04, ar_kind(s, o) == AR_MAGE)
		       ? 0
		       : cost;
}

/* cannot the seat pay all, and does it want to be asked (AR-MAIL-52)? */
static bool asks_upkeep(struct ar_work *w, int seat)
{
	const struct ar_state *s = ar_state_of(w);
	int32_t sum = 0;
	struct decision d;

	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].ctl == seat &&
		    !upkeep_dropped(w, seat, &s->obj[i]))
			sum += upkeep_owed(s, &s->obj[i]);
	return sum > s->player[seat].mana &&
	       ar_line_find(w, seat, AR_ORDER_UPKEEP_PAY, NULL, NULL, &d) < 0 &&
	       ar_wants_asked(w, seat, AR_ASKS_UPKEEP, 0);
}

static void pay_one(struct ar_work *w, int32_t obj)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	int32_t cost = upkeep_owed(s, o);
	int seat = (int)o->ctl;
	bool paid;

	if (!cost)
		return;
	paid = !upkeep_dropped(w, seat, o) && cost <= s->player[seat].mana;
	AR_EMIT(w, AR_EV_UPKEEP, paid ? AR_UPK_02 : AR_UPK_03, obj, seat, cost,
		paid);
	if (paid)
		ar_mana(w, seat, -cost, AR_MANA_UPKEEP, obj, AR_UPK_02);
	else
		ar_destroy(w, obj, AR_CAUSE_UNPAID, 0, AR_UPK_03);
}

/* --- U3: effects on one object
 * ---------------------------------------------------- */

enum {
	DO_BANISH,
	DO_REGENERATE,
	DO_BURN,
	DO_ROT,
	DO_HARMS,
	MAX_HARMS = 32,
	MAX_EFFECTS = DO_HARMS + MAX_HARMS
};

/* the init player settles it (AR-DP-31): are its objects the first ones? */
static bool init_first(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision d;

	if (RULE(AR_DP_31,
		 ar_line_find(w, (int)s->head.first, AR_ORDER_ORDER_INIT, NULL,
			      NULL, &d) >= 0))
		return decision_int(&d, AR_TAG_POLICY, AR_POLICY_NEVER) ==
		       AR_POLICY_ALWAYS;
	return s->head.option[AR_OPTION_UPKEEP_ORDER] != 0;
}

/* AR-UPK-06: seats in their order, the init player last */
static int seat_at(const struct ar_state *s, bool first, int i)
{
	int n = 0;

	for (int k = 0; k < AR_MAX_SEATS; k++) {
		int seat = ((int)s->head.first + (first ? 0 : 1) + k) %
			   AR_MAX_SEATS;

		if (s->head.seat[seat].present && n++ == i)
			return seat;
	}
	return -1;
}

static int upkeep_worst(const struct ar_state *s, const struct ar_obj *o)
{
	int32_t source[MAX_HARMS], clause[MAX_HARMS];
	int n = ar_upkeep_harms(s, o, source, clause, MAX_HARMS);
	int sum = 2 * (int)o->cond[AR_BURN] + (int)o->cond[AR_ROT];

	for (int i = 0; i < n; i++)
		sum += ar_upkeep_harm(s, o, source[i], clause[i]);
	return sum;
}

/* the effects in the order in which they are done (AR-UPK-07) */
static int order(struct ar_work *w, const struct ar_obj *o,
		 int32_t out[MAX_EFFECTS])
{
	const struct ar_state *s = ar_state_of(w);
	int32_t source[MAX_HARMS], clause[MAX_HARMS];
	int harms = ar_upkeep_harms(s, o, source, clause, MAX_HARMS), n = 0;
	bool first = o->damage + upkeep_worst(s, o) < ar_life(s, o);

	out[n++] = DO_BANISH;
	if (!RULE(AR_UPK_07, first))
		out[n++] = DO_REGENERATE;
	out[n++] = DO_BURN;
	out[n++] = DO_ROT;
	for (int i = 0; i < harms; i++)
		out[n++] = DO_HARMS + i;
	if (RULE(AR_UPK_07, first))
		out[n++] = DO_REGENERATE;
	return n;
}

/* what UPKEEP ORDER calls REGENERATE, BURN, ROT, SPELLS */
static int effect_word(int what)
{
	switch (what) {
	case DO_REGENERATE: return 0;
	case DO_BURN: return 1;
	case DO_ROT: return 2;
	default: return what < DO_HARMS ? -1 : 3;
	}
}

/* the same as the owner's line has it; items missing there follow */
static void as_ordered(const struct ar_state *s, const struct ar_obj *o,
		       int32_t *todo, int n)
{
	struct decision_arg to, effects = { .n = 0 };
	int32_t was[MAX_EFFECTS];
	struct decision d;
	int k = 0, most = 1, best = -1;

	for (int i = 0; ar_line(s, (int)o->ctl, i, &d); i++) {
		int fit = d.kind == AR_ORDER_UPKEEP_ORDER &&
					  decision_find(&d, AR_TAG_TARGET, &to)
				  ? ar_subject(s, (int)o->ctl, to.w, to.n, o)
				  : 0;

		if (fit < most)
			continue;
		most = fit; /* AR-MAIL-51 */
		best = i;
	}
	if (best < 0 || !ar_line(s, (int)o->ctl, best, &d) ||
	    !decision_find(&d, AR_TAG_EFFECTS, &effects) ||
	    !RULE(AR_UPK_07, effects.n > 0))
		return;
	memcpy(was, todo, (size_t)n * sizeof(*was));
	for (int e = 0; e < effects.n; e++)
		for (int i = 0; i < n; i++)
			if (was[i] >= 0 && effect_word((int)was[i]) >= 0 &&
			    effect_word((int)was[i]) == effects.w[e]) {
				todo[k++] = was[i];
				was[i] = -1;
			}
	for (int i = 0; i < n; i++)
		if (was[i] >= 0)
			todo[k++] = was[i];
}

static void upkeep_burn(struct ar_work *w, int32_t obj)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	int n = (int)o->cond[AR_BURN];

	for (int i = 0; i < n && !w->r->unknown && ar_obj(s, obj); i++) {
		int32_t face = ar_attack_die(w);

		if (face < 0)
			return;
		if (RULE(AR_UPK_08, face == AR_DIE_BLANK)) {
			ar_cond(w, obj, AR_BURN, -1, 0, false, AR_DICE_11);
			continue;
		}
		ar_direct(w, &(struct ar_direct_damage){
				     .target = obj,
				     .n = face % 10,
				     .type = AR_FLAME,
				     .faces = &face,
				     .n_faces = 1,
				     .rule = AR_UPK_08,
			     });
	}
}

static void banish_one(struct ar_work *w, int32_t obj)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);

	if (!o->token[AR_BANISH])
		return;
	ar_token(w, obj, AR_BANISH, -1, AR_SDATA_32);
	o = ar_obj(ar_state_of(w), obj);
	if (RULE(AR_SDATA_32, !o->token[AR_BANISH]))
		ar_teleport(w, obj, o->last_zone, 0, AR_HOW_RETURN);
}

static void upkeep_regenerate(struct ar_work *w, int32_t obj)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	int32_t n = ar_trait(s, o, AR_T_REGENERATE, NULL, NULL);

	if (RULE(AR_HEAL_05, n > 0 && o->damage > 0))
		ar_heal(w, obj, n, 0, NULL, 0, AR_HEAL_05);
}

static void upkeep_effect(struct ar_work *w, int32_t obj, int what)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	int32_t source[MAX_HARMS], clause[MAX_HARMS];
	struct ar_roles about = { .who = obj, .to = obj };

	switch (what) {
	case DO_BANISH: banish_one(w, obj); break;
	case DO_REGENERATE: upkeep_regenerate(w, obj); break;
	case DO_BURN: upkeep_burn(w, obj); break;
	case DO_ROT:
		if (o->cond[AR_ROT])
			ar_direct(w, &(struct ar_direct_damage){
					     .target = obj,
					     .n = (int)o->cond[AR_ROT],
					     .type = AR_POISON,
					     .rule = AR_UPK_09,
				     });
		break;
	default:
		if (ar_upkeep_harms(s, o, source, clause, MAX_HARMS) >
		    what - DO_HARMS)
			ar_upkeep_do(w, obj, source[what - DO_HARMS],
				     clause[what - DO_HARMS]);
	}
	(void)about;
}

/* the next effect, of the next object, of the next seat; false: no more */
static bool next_effect(struct ar_work *w, struct ar_frame *f)
{
	struct ar_upkeep *x = &f->upkeep;
	const struct ar_state *s = ar_state_of(w);
	int32_t todo[MAX_EFFECTS];

	for (;;) {
		const struct ar_obj *o;
		int seat = seat_at(s, x->first, (int)x->n_seats), n;

		if (seat < 0)
			return false;
		if (!x->obj || x->effect >= x->of || !ar_obj(s, x->obj)) {
			do {
				o = ar_next(s, x->obj);
				x->obj = o ? o->handle : INT32_MAX;
			} while (o && (o->ctl != seat || !ar_has_life(s, o)));
			x->effect = 0;
			if (!o) {
				x->obj = 0;
				x->of = 0;
				x->n_seats++;
				continue;
			}
			/* settled before the first of them is done */
			n = order(w, o, todo);
			as_ordered(s, o, todo, n);
			x->of = n;
			for (int i = 0; i < n; i++)
				x->todo[i] = todo[i];
		}
		upkeep_effect(w, x->obj, (int)x->todo[x->effect++]);
		return true;
	}
}

void ar_step_upkeep(struct ar_work *w, struct ar_frame *f)
{
	struct ar_upkeep *x = &f->upkeep;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;
	int seat;

	switch (x->part) {
	case 0: /* U1, in init order, each object in turn */
		o = ar_next(s, x->obj);
		seat = ((int)s->head.first + (int)x->n_seats) % AR_MAX_SEATS;
		if (x->n_seats == AR_MAX_SEATS) {
			x->part = 1;
			x->n_seats = 0;
		} else if (!o) {
			x->n_seats++;
			x->obj = 0;
		} else if (x->obj || !asks_upkeep(w, seat)) {
			x->obj = o->handle;
			if (o->ctl == seat)
				pay_one(w, x->obj);
		}
		break;
	case 1: /* U2 */
		if (x->n_seats == AR_MAX_SEATS) {
			x->part = 2;
			x->first = init_first(w);
			x->n_seats = x->obj = x->effect = 0;
			break;
		}
		seat = ((int)s->head.first + (int)x->n_seats++) % AR_MAX_SEATS;
		if (s->head.seat[seat].present && s->player[seat].alive &&
		    RULE(AR_UPK_05, true))
			ar_upkeep_options(w, seat);
		break;
	default:
		if (!next_effect(w, f))
			ar_pop(w, 0);
	}
}
