/* src/games/arena/rules/attack_parts.c - the parts of an attack's steps */
#include "games/arena/rules/attack_parts.h"
#include "games/arena/rules/spell_clause.h"

/* --- firsts and taxes ---------------------------------------------------- */

void ar_attack_firsts(const struct ar_state *s, struct ar_attack *a)
{
	const struct ar_obj *by = ar_obj(s, a->attacker);

	a->first = by && !by->attacks;
	a->first_on = !ar_paired(s, AR_PAIR_ATTACKED, a->attacker, a->target);
	a->first_melee_on =
		!ar_paired(s, AR_PAIR_MELEE, a->attacker, a->target);
}

void ar_attack_noted(struct ar_work *w, const struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *by = ar_obj(s, a->attacker);

	if (!by)
		return;
	if (!a->counterstrike)
		ar_note(w, a->attacker, AR_NOTE_ATTACKS, by->attacks + 1);
	ar_attack_pair(w, a);
}

void ar_attack_pair(struct ar_work *w, const struct ar_attack *a)
{
	if (!a->target || !ar_obj(ar_state_of(w), a->attacker))
		return;
	if (a->first_on)
		AR_EMIT(w, AR_EV_PAIR, AR_STATE_05, AR_PAIR_ATTACKED,
			a->attacker, a->target);
	if (a->kind == AR_MELEE && a->first_melee_on && !a->counterstrike)
		AR_EMIT(w, AR_EV_PAIR, AR_STATE_05, AR_PAIR_MELEE, a->attacker,
			a->target);
}

int ar_attack_owed(const struct ar_state *s, const struct ar_attack *a)
{
	struct ar_tax tax[AR_MAX_TAXES];
	struct ar_blow b;
	int32_t sum = 0;
	int n;

	ar_blow_of(s, a, AR_AS_EITHER, &b);
	n = ar_taxes(s, ar_obj(s, a->attacker), &b, tax);
	for (int i = 0; i < n; i++)
		sum += tax[i].amount;
	return (int)sum;
}

bool ar_attack_tax(struct ar_work *w, const struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *by = ar_obj(s, a->attacker);
	struct decision d;
	int sum = ar_attack_owed(s, a), seat = by->ctl;
	bool said;

	if (!RULE(AR_ATK_15, sum > 0))
		return true;
	said = ar_line_find(w, seat, AR_ORDER_PAYTAX, by, NULL, &d) >= 0;
	if (sum > s->player[seat].mana ||
	    (said ? !decision_int(&d, AR_TAG_YES, 1)
		  : ar_wants_asked(w, seat, AR_ASKS_TAX, a->attacker)))
		return false;
	ar_mana(w, seat, -sum, AR_MANA_TAX, a->attacker, AR_ATK_15);
	return true;
}

/* --- dice --------------------------------------------------------------- */

/* A number of a die that is tested against another. */
struct tested {
	int more, needed;
};

static int32_t attack_parts_reaches(const void *tested, const uint8_t *face,
				    int n)
{
	const struct tested *t = tested;

	(void)n;
	return face[0] + t->more >= t->needed;
}

static int d12_once(struct ar_work *w, int32_t obj, enum ar_roll what, int rule,
		    int needed, const struct ar_why *mods, bool again)
{
	struct tested t = { .needed = needed };
	int die, total;
	struct event e;

	for (int i = 0; mods && i < mods->n; i++)
		t.more += mods->mod[2 * i + 1];
	run_alike(w->r, &(struct dice_alike){ .n = 1,
					      .sides = 12,
					      .comes_to = attack_parts_reaches,
					      .about = &t });
	die = ar_die(w, 12);
	if (!die)
		return 0;
	total = die + t.more;
	event_start(&e, AR_EV_D12, rule);
	event_put(&e, AR_EV_D12_OBJ, obj);
	event_put(&e, AR_EV_D12_WHAT, (int32_t)what);
	event_put(&e, AR_EV_D12_DIE, die);
	event_put_ints(&e, AR_EV_D12_MODS, mods ? mods->mod : NULL,
		       mods ? 2 * mods->n : 0);
	event_put(&e, AR_EV_D12_TOTAL, total);
	event_put(&e, AR_EV_D12_NEEDED, needed);
	event_put(&e, AR_EV_D12_OK, total >= needed);
	event_put(&e, AR_EV_D12_AGAIN, again);
	ar_event_emit(w, &e);
	return total < 1 ? 1 : total;
}

int ar_roll_d12(struct ar_work *w, int32_t obj, enum ar_roll what, int rule,
		int needed, const struct ar_why *mods, bool *again)
{
	int total = d12_once(w, obj, what, rule, needed, mods, false);
	struct ar_roles about = { .who = obj, .roll = (int32_t)what };

	if (again)
		*again = false;
	while (total && total < needed &&
	       (what == AR_ROLL_DEFENSE || what == AR_ROLL_CANCEL) &&
	       ar_reroll(w, &about)) {
		total = d12_once(w, obj, what, rule, needed, mods, true);
		if (again)
			*again = true;
	}
	return total;
}

static void attack_parts_count(struct ar_attack *a, int face)
{
	a->one += face == AR_DIE_1;
	a->two += face == AR_DIE_2;
	a->one_c += face == AR_DIE_1C;
	a->two_c += face == AR_DIE_2C;
}

struct thrown {
	const struct ar_state *s;
	const struct ar_attack *a;
};

static int32_t attack_parts_harm(const void *thrown, const uint8_t *face, int n)
{
	const struct thrown *t = thrown;
	struct ar_attack a = *t->a;

	a.one = a.two = a.one_c = a.two_c = 0;
	for (int i = 0; i < n; i++)
		attack_parts_count(&a, ar_face(face[i]));
	return ar_dice_harm(t->s, &a);
}

/* faces into counts; false in a preview */
static bool throw_dice(struct ar_work *w, struct ar_attack *a, int32_t *faces)
{
	struct thrown t = { ar_state_of(w), a };

	a->one = a->two = a->one_c = a->two_c = 0;
	if (a->dice > 0 && ar_obj(t.s, a->target))
		run_alike(w->r,
			  &(struct dice_alike){ .n = a->dice,
						.sides = 6,
						.comes_to = attack_parts_harm,
						.about = &t });
	for (int i = 0; i < a->dice; i++) {
		faces[i] = ar_attack_die(w);
		if (faces[i] < 0)
			return false;
		attack_parts_count(a, faces[i]);
	}
	return true;
}

static void tell_dice(struct ar_work *w, const struct ar_attack *a,
		      const struct ar_why *why, const int32_t *faces,
		      const struct ar_why *ewhy, bool again)
{
	struct event e;

	event_start(&e, AR_EV_DICE, AR_ATK_22);
	event_put(&e, AR_EV_DICE_ATTACKER,
		  a->attacker ? a->attacker : a->source);
	event_put(&e, AR_EV_DICE_TARGET, a->target);
	event_put(&e, AR_EV_DICE_STRIKE, a->strike);
	event_put_ints(&e, AR_EV_DICE_MODS, why->mod, 2 * why->n);
	event_put_ints(&e, AR_EV_DICE_FACES, faces, a->dice);
	event_put(&e, AR_EV_DICE_EFFECT, a->effect);
	event_put_ints(&e, AR_EV_DICE_EFFECT_MODS, ewhy->mod, 2 * ewhy->n);
	event_put(&e, AR_EV_DICE_EFFECT_TOTAL, a->effect_total);
	event_put(&e, AR_EV_DICE_AGAIN, again);
	ar_event_emit(w, &e);
}

/* the row of the table that the total reaches, or NULL (AR-ATK-24) */
static const struct ar_effect_row *row_of(const struct ar_profile *p, int total)
{
	for (int i = 0; i < AR_EFFECT_ROWS; i++)
		if (p->row[i].from && p->row[i].from <= total &&
		    total <= p->row[i].to)
			return &p->row[i];
	return NULL;
}

enum { MAX_DICE = 40 };

/* bonuses that belong to the first strike on which they work (AR-ATK-26) */
static void use_bonuses(const struct ar_state *s, struct ar_attack *a)
{
	const struct ar_obj *by = ar_obj(s, a->attacker);
	struct ar_blow b;
	int32_t all;

	if (!by || (a->kind != AR_MELEE && a->kind != AR_RANGED))
		return;
	ar_blow_of(s, a, AR_AS_ATTACKER, &b);
	if (a->kind == AR_MELEE) {
		all = ar_trait(s, by, AR_T_MELEE, &b, NULL);
		a->had.used |= AR_BONUS_MELEE;
		a->had.melee = all > a->had.melee ? all : a->had.melee;
	} else {
		all = ar_trait(s, by, AR_T_RANGED, &b, NULL);
		a->had.used |= AR_BONUS_RANGED;
		a->had.ranged = all > a->had.ranged ? all : a->had.ranged;
	}
}

struct effect_roll {
	const struct ar_profile *p;
	int more;
};

static int32_t row_reached(const void *effect_roll, const uint8_t *face, int n)
{
	const struct effect_roll *x = effect_roll;
	const struct ar_effect_row *row = row_of(x->p, face[0] + x->more);

	(void)n;
	return row ? (int32_t)(row - x->p->row) : -1;
}

static void roll_effect(struct ar_work *w, struct ar_attack *a,
			const struct effect_roll *x)
{
	run_alike(w->r, &(struct dice_alike){ .n = 1,
					      .sides = 12,
					      .comes_to = row_reached,
					      .about = x });
	a->effect = ar_die(w, 12);
	a->effect_total = a->effect + x->more;
}

void ar_roll_dice(struct ar_work *w, struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_profile *p = ar_attack_profile(s, a);
	struct ar_why why = { .n = 0 }, ewhy = { .n = 0 };
	struct ar_roles about = { .who = a->target,
				  .to = a->target,
				  .by = a->attacker };
	int32_t faces[MAX_DICE];
	struct effect_roll x = { p, ar_effect_bonus(s, a, &ewhy) };

	a->dice = ar_attack_dice(s, a, &why);
	if (a->dice > MAX_DICE)
		a->dice = MAX_DICE;
	use_bonuses(s, a);
	if (!throw_dice(w, a, faces))
		return;
	if (p->row[0].from)
		roll_effect(w, a, &x);
	if (w->r->unknown)
		return;
	tell_dice(w, a, &why, faces, &ewhy, false);
	about.roll = AR_ROLL_ATTACK;
	about.amount = ar_projected(s, a, 0);
	if (ar_reroll(w, &about) && throw_dice(w, a, faces))
		tell_dice(w, a, &why, faces, &ewhy, true);
	about.roll = AR_ROLL_EFFECT;
	if (a->effect && row_of(p, a->effect_total) && ar_reroll(w, &about)) {
		roll_effect(w, a, &x);
		if (!w->r->unknown)
			tell_dice(w, a, &why, faces, &ewhy, true);
	}
}

/* --- step 4: defenses ---------------------------------------------------- */

static bool attack_parts_usable(const struct ar_state *s,
				const struct ar_attack *a,
				const struct ar_obj *t,
				const struct ar_defense *d)
{
	const struct ar_obj *by = ar_obj(s, a->attacker);

	if (!d->uses)
		return false;
	if (RULE(AR_DEF_01,
		 d->flags & AR_DEFENSE_NO_MELEE && a->kind == AR_MELEE) ||
	    RULE(AR_DEF_01,
		 d->flags & AR_DEFENSE_NO_RANGED && a->kind == AR_RANGED))
		return false;
	if (d->flags & AR_DEFENSE_FROM_FLYING &&
	    (a->kind != AR_MELEE || !by || !ar_flying(s, by)))
		return false;
	return d->flags & AR_DEFENSE_UNAFFECTED ||
	       !RULE(AR_DEF_06, ar_incapacitated(s, t));
}

static int attack_parts_penalty(const struct ar_state *s,
				const struct ar_obj *t,
				const struct ar_defense *d, struct ar_why *why)
{
	int n = 0;

	if (RULE(AR_DEF_06, d->flags & AR_DEFENSE_UNAFFECTED))
		return 0;
	if (RULE(AR_COND_04, t->cond[AR_DAZE])) {
		n -= 2 * (int)t->cond[AR_DAZE];
		if (why)
			ar_because(why, AR_COND_04, -2 * t->cond[AR_DAZE]);
	}
	if (RULE(AR_COND_11, ar_restrained(s, t))) {
		n -= 2;
		if (why)
			ar_because(why, AR_COND_11, -2);
	}
	return n;
}

/* does the player want to say which of them (AR-DP-20)? */
static bool asks_defense(struct ar_work *w, const struct ar_attack *a,
			 const struct ar_obj *t, const struct ar_defense *v,
			 int n)
{
	struct decision d;

	while (n > 0 && !attack_parts_usable(ar_state_of(w), a, t, &v[n - 1]))
		n--;
	return n > 0 &&
	       ar_line_find(w, t->ctl, AR_ORDER_DEFEND, t, a, &d) < 0 &&
	       ar_wants_asked(w, t->ctl, AR_ASKS_DEFENSE, t->handle);
}

/* which of them, -1 none (AR-DEF-03, AR-DP-20) */
static int choose_defense(struct ar_work *w, const struct ar_attack *a,
			  const struct ar_obj *t, const struct ar_defense *v,
			  int n)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision d;
	int line = ar_line_find(w, t->ctl, AR_ORDER_DEFEND, t, a, &d);
	int said = line >= 0 ? decision_int(&d, AR_TAG_POLICY, -1) : -1;
	int card = line >= 0 ? decision_int(&d, AR_TAG_CARD, 0) : 0;
	int best = -1, chance = -1000;

	if (said == AR_POLICY_NEVER)
		return -1;
	for (int i = 0; i < n; i++) {
		int c = attack_parts_penalty(s, t, &v[i], NULL) -
			(int)v[i].needed;

		if (!attack_parts_usable(s, a, t, &v[i]))
			continue;
		if (card && v[i].card == card)
			return i;
		if (card)
			continue;
		if (said != AR_POLICY_BEST && v[i].uses > 0 &&
		    RULE(AR_DEF_03, ar_attack_dice(s, a, NULL) < 3))
			continue;
		if (c > chance ||
		    (c == chance && v[i].uses < 0 && v[best].uses > 0)) {
			chance = c;
			best = i;
		}
	}
	return best;
}

int ar_defense_known(const struct ar_state *s, const struct ar_attack *a,
		     bool *once)
{
	const struct ar_obj *t = ar_obj(s, a->target);
	struct ar_defense v[AR_MAX_DEFENSES];
	int best = 0, n;

	*once = false;
	if (!t || ar_unavoidable(s, a)) /* AR-DEF-07: see ar_defend */
		return 0;
	n = ar_defenses(s, t, v);
	for (int i = 0; i < n; i++) {
		int needed = (int)v[i].needed -
			     attack_parts_penalty(s, t, &v[i], NULL);

		if (!attack_parts_usable(s, a, t, &v[i]) ||
		    (v[i].uses > 0 && ar_attack_dice(s, a, NULL) < 3))
			continue;
		if (!best || needed < best || (needed == best && *once)) {
			best = needed;
			*once = v[i].uses > 0;
		}
	}
	return best;
}

void ar_defend(struct ar_work *w, struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *t = ar_obj(s, a->target);
	struct ar_defense v[AR_MAX_DEFENSES];
	struct ar_why why = { .n = 0 };
	int n, i, total;

	if (a->avoided || a->defended || !t ||
	    RULE(AR_DEF_07, ar_unavoidable(s, a)))
		return;
	n = ar_defenses(s, t, v);
	if (asks_defense(w, a, t, v, n))
		return;
	i = choose_defense(w, a, t, v, n);
	if (i < 0)
		return;
	attack_parts_penalty(s, t, &v[i], &why);
	a->defended = 1;
	if (RULE(AR_DEF_04, v[i].uses > 0)) {
		if (v[i].source == a->target)
			ar_note(w, a->target, AR_NOTE_DEFENDED,
				t->defended + 1);
		else
			AR_EMIT(w, AR_EV_PAIR, AR_DEF_04, AR_PAIR_DEFENDED,
				a->target, v[i].source);
	}
	total = ar_roll_d12(w, a->target, AR_ROLL_DEFENSE, AR_DEF_02,
			    (int)v[i].needed, &why, NULL);
	a->avoided = total >= v[i].needed;
}

/* Reverse Attack: steps 5 and 6 against the attack's source (AR-SDATA-33) */
void ar_reflect(struct ar_work *w, const struct ar_attack *a)
{
	struct ar_attack back = *a;
	const struct ar_obj *t = ar_obj(ar_state_of(w), a->reflected);

	if (!t)
		return;
	back.target = a->reflected;
	back.source = a->source;
	back.zone = ar_zone_of(ar_state_of(w), t);
	back.avoided = back.reflected = back.defended = 0;
	back.hit = back.total = 0;
	back.counterstrike = 0;
	ar_attack_start(w, &back);
	w->f[w->n - 1].attack.strikes = 1;
	w->f[w->n - 1].attack.returned = a->target;
}

/* --- step 6: what damage and effects bring -------------------------------- */

static void attack_parts_drain(struct ar_work *w, struct ar_attack *a,
			       const struct ar_obj *t, const struct ar_obj *by,
			       const struct ar_blow *b)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_profile *p = ar_attack_profile(s, a);
	int give = (int)p->transfer +
		   (int)ar_trait(s, by, AR_T_MANA_TRANSFER, b, NULL);
	int lose = (int)p->drain + give +
		   (int)ar_trait(s, by, AR_T_MANA_DRAIN, b, NULL);
	int victim = t->ctl, winner = by->ctl;
	int32_t lost;

	if (!lose || a->had.used & AR_BONUS_DRAIN ||
	    ar_friends(s, victim, winner) || !ar_is_creature(s, t))
		return;
	a->had.used |= AR_BONUS_DRAIN;
	lost = ar_mana(w, victim, -lose, AR_MANA_DRAIN, a->attacker, AR_TRT_21);
	if (give && lost)
		ar_mana(w, winner, lost < give ? lost : give, AR_MANA_GAIN,
			a->attacker, AR_TRT_21);
}

void ar_damage_hooks(struct ar_work *w, struct ar_attack *a, int32_t inflicted)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *t = ar_obj(s, a->target);
	const struct ar_obj *by = ar_obj(s, a->attacker);
	struct ar_roles about = { .who = a->target,
				  .to = a->target,
				  .by = a->attacker,
				  .amount = a->damage,
				  .kind = a->kind };
	struct ar_blow b;
	int32_t rage;

	if (!by || !ar_is_creature(s, by))
		return;
	ar_blow_of(s, a, AR_AS_DEFENDER, &b);
	rage = ar_trait(s, t, AR_T_RAGE, &b, NULL);
	ar_blow_of(s, a, AR_AS_ATTACKER, &b);
	if (RULE(AR_TRT_23,
		 t->token[AR_RAGE] < rage && !ar_friends(s, t->ctl, by->ctl)))
		ar_token(w, a->target, AR_RAGE, 1, AR_TRT_23);
	t = ar_obj(s, a->target);
	by = ar_obj(s, a->attacker);
	if (RULE(AR_TRT_20,
		 !(a->had.used & AR_BONUS_VAMPIRE) && ar_is_creature(s, t) &&
			 ar_living(s, t) &&
			 (ar_attack_profile(s, a)->flags &
				  AR_PROFILE_VAMPIRIC ||
			  ar_trait(s, by, AR_T_VAMPIRIC, &b, NULL) > 0))) {
		a->had.used |= AR_BONUS_VAMPIRE;
		ar_heal(w, a->attacker, (inflicted + 1) / 2, a->attacker, NULL,
			0, AR_TRT_20);
	}
	t = ar_obj(s, a->target);
	by = ar_obj(s, a->attacker);
	if (RULE(AR_TRT_21, t && by))
		attack_parts_drain(w, a, t, by, &b);
	ar_fire(w, AR_ON_DAMAGES, &about);
}

/* one effect of the row (AR-EFF-01) */
static void attack_parts_effect(struct ar_work *w, struct ar_attack *a,
				int what, int count)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *t = ar_obj(s, a->target);
	bool own_phase = s->step == AR_STEP_ACTING && s->actor == a->target;
	bool keep = RULE(AR_ACT_16, own_phase && (a->kind == AR_BARRIER ||
						  a->counterstrike));
	int rule = AR_ATK_24;
	bool ok = true;

	if (!t)
		return;
	if (what < N_AR_CONDS)
		ok = ar_cond_ok(s, t, (enum ar_cond)what, &rule);
	else if (what == AR_EFFECT_PUSH &&
		 RULE(AR_PUSH_01,
		      ar_is(s, t, AR_T_UNMOVABLE) || !ar_is_creature(s, t))) {
		ok = false;
		rule = AR_PUSH_01;
	} else if (what == AR_EFFECT_TAUNT && !ar_is_creature(s, t)) {
		ok = false;
		rule = AR_COND_12;
	}
	AR_EMIT(w, AR_EV_EFFECT, rule, a->target, a->effect_total, what, count,
		ok);
	if (!ok)
		return;
	if (what < N_AR_CONDS) {
		ar_cond(w, a->target, (enum ar_cond)what, count, a->attacker,
			keep, AR_ATK_24);
	} else if (what == AR_EFFECT_PUSH) {
		/* turned back it comes from the host of Reverse Attack */
		const struct ar_obj *host = ar_obj(s, a->returned);

		a->pushed = 1;
		ar_push_away(w, a->target, -1,
			     host          ? host->handle
			     : a->attacker ? a->attacker
					   : a->source,
			     host ? (int)host->ctl : (int)a->seat, 0);
	} else if (!t->token[AR_TAUNT]) {
		ar_token(w, a->target, AR_TAUNT, 1, AR_COND_12);
	}
}

void ar_effects(struct ar_work *w, struct ar_attack *a, bool ethereal)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *t = ar_obj(s, a->target);
	const struct ar_effect_row *row;

	if (!a->effect || !t || t->dying)
		return;
	row = row_of(ar_attack_profile(s, a), (int)a->effect_total);
	if (!row) {
		AR_EMIT(w, AR_EV_EFFECT, AR_ATK_24, a->target, a->effect_total,
			0, 0, 0);
		return;
	}
	if (RULE(AR_DMG_07, !ethereal && !ar_corporeal(s, t))) {
		AR_EMIT(w, AR_EV_EFFECT, AR_DMG_07, a->target, a->effect_total,
			row->effect[0], row->count[0], 0);
		return;
	}
	for (int i = 0; i < 2; i++)
		if (row->count[i])
			attack_parts_effect(w, a, (int)row->effect[i],
					    (int)row->count[i]);
}

/* --- step 9 -------------------------------------------------------------- */

static bool may_answer(const struct ar_state *s, const struct ar_attack *a)
{
	const struct ar_obj *t = ar_obj(s, a->target);
	const struct ar_obj *by = ar_obj(s, a->attacker);

	return t && by && !t->dying && !by->dying && !a->no_answer &&
	       a->kind == AR_MELEE && !RULE(AR_CS_02, a->counterstrike) &&
	       ar_is_creature(s, t) && t->handle != by->handle &&
	       !RULE(AR_CS_01, ar_incapacitated(s, t)) &&
	       RULE(AR_CS_01, t->zone && t->zone == by->zone);
}

/* AR-DP-22: not, when its barrier could kill */
static bool too_dangerous(const struct ar_state *s, const struct ar_obj *t,
			  const struct ar_obj *by)
{
	int32_t source, card, profile;

	if (!ar_barrier(s, by, &source, &card, &profile) ||
	    (!s->head.option[AR_OPTION_BARRIER_LIMIT] &&
	     ar_paired(s, AR_PAIR_STRUCK, source, t->handle)))
		return false;
	return RULE(AR_DP_22,
		    2 * ar_profile(s, (int)card, (int)profile)->dice >=
			    ar_life_left(s, t));
}

static bool has_counterstrike(const struct ar_state *s, const struct ar_obj *t,
			      const struct ar_attack *x)
{
	struct ar_blow b;

	ar_blow_of(s, x, AR_AS_ATTACKER, &b);
	return RULE(AR_CS_04, t->guard) ||
	       ar_attack_profile(s, x)->flags & AR_PROFILE_COUNTERSTRIKE ||
	       ar_trait(s, t, AR_T_COUNTERSTRIKE, &b, NULL) > 0;
}

/* the best attack to answer with: the one named by WITH, else most dice; false:
 * there is none */
static bool best_answer(struct ar_work *w, const struct ar_attack *a,
			const struct decision_arg *with, struct ar_attack *best)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *t = ar_obj(s, a->target);
	int most = -1;

	for (int i = 0;; i++) {
		struct ar_attack x = { .attacker = a->target,
				       .target = a->attacker,
				       .kind = AR_MELEE,
				       .counterstrike = 1,
				       .seat = t->ctl };
		const struct ar_profile *p;
		int dice;

		if (!ar_profile_of(s, t, i, &x.source, &x.card, &x.profile))
			break;
		p = ar_attack_profile(s, &x);
		if (!RULE(AR_CS_04, p->kind == AR_MELEE &&
					    p->action == AR_ACTION_QUICK) ||
		    !has_counterstrike(s, t, &x) ||
		    !ar_check_attack(w, &x, NULL))
			continue;
		dice = ar_attack_dice(s, &x, NULL);
		if (with->n && ar_profile_called(s, (int)x.card, (int)x.profile,
						 with->w, with->n))
			dice = INT_MAX;
		if (dice > most) {
			*best = x;
			most = dice;
		}
	}
	return most >= 0;
}

void ar_counterstrike(struct ar_work *w, const struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *t = ar_obj(s, a->target);
	const struct ar_obj *by = ar_obj(s, a->attacker);
	struct decision_arg with = { 0 };
	struct ar_attack best;
	struct decision d;
	int line;

	if (!may_answer(s, a))
		return;
	line = ar_line_find(w, t->ctl, AR_ORDER_COUNTER, t, a, &d);
	if (line < 0 || !decision_find(&d, AR_TAG_WITH, &with))
		with.n = 0;
	if (!best_answer(w, a, &with, &best) ||
	    (line < 0 && ar_wants_asked(w, t->ctl, AR_ASKS_COUNTER, t->handle)))
		return;
	if (line < 0 ? too_dangerous(s, t, by)
		     : decision_int(&d, AR_TAG_POLICY, -1) == AR_POLICY_NEVER)
		return;
	ar_attack_start(w, &best);
}
