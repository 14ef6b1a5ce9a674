/*
 * src/games/rebellion/rules/attack.c - attacks and healing, ranged and close,
 * once they are checked: totals and hits (RB sections 12 to 17, 20).
 */
#include "games/rebellion/rules/attack.h"
#include "engine/suggest.h"
#include "games/rebellion/rules/damage.h"

/* --- the roll ---------------------------------------------------------- */

/* a dial's defense with what it wields */
static int32_t own_defense(const struct rb_state *s, int dial)
{
	return rb_value(s, dial, RB_DEFENSE) +
	       (s->n_items ? rb_gift(s, dial, RB_GIVES_DEFENSE) : 0);
}

uint64_t rb_comrades(const struct rb_state *s, const struct rb_ground *b,
		     int dial)
{
	int partner = rb_partner(s, dial);
	uint64_t set = rb_with_riders(s, rb_friends_touching(s, b, dial));

	return RULE(CV_UNIT_04, partner >= 0) ? set | rb_bit(partner) : set;
}

int rb_lender(const struct rb_state *s, const struct rb_ground *b, int target)
{
	uint64_t friends = rb_comrades(s, b, target);
	int best = -1;
	int32_t value = own_defense(s, target);

	for (; friends; friends &= friends - 1) {
		int g = rb_first(friends);

		if (!RULE(RB_DEF_50, rb_has(s, g, RB_ABILITY_DEFEND)) ||
		    own_defense(s, g) <= value)
			continue;
		value = own_defense(s, g);
		best = g;
	}
	return best;
}

struct mods {
	int32_t w[16];
	int n;
	int sum;
};

static void attack_mod(struct mods *m, int rule, int amount)
{
	if (!amount)
		return;
	m->w[m->n++] = rule;
	m->w[m->n++] = amount;
	m->sum += amount;
}

static void attack_bonus(const struct rb_state *s, const struct rb_attack *a,
			 struct mods *m)
{
	int each = s->head.option[RB_OPTION_RANGED_FORMATION_BONUS];

	m->n = m->sum = 0;
	if (s->n_items)
		attack_mod(m, CV_BRG_07,
			   RULE_VALUE(CV_BRG_07,
				      rb_gift(s, a->dial, RB_GIVES_ATTACK)));
	if (a->heals)
		return;
	if (a->dial != a->attacker)
		attack_mod(
			m, CV_RID_02,
			RULE_VALUE(CV_RID_02, s->def[a->dial].cavalry.bonus));
	if (a->kind == RB_RANGED) {
		attack_mod(m, RB_FRNG_04,
			   RULE_VALUE(RB_FRNG_04, a->n_members * each));
		return;
	}
	attack_mod(m, RB_FCLS_02, RULE_VALUE(RB_FCLS_02, a->n_members));
	attack_mod(m, RB_CLS_02, RULE(RB_CLS_02, a->rear));
}

/* Nature's Ally is in hindering terrain */
static bool in_the_woods(const struct rb_state *s, int f)
{
	struct spine base;

	if (!s->n_terrain || !rb_natures_ally(s, f))
		return false;
	base = rb_spine(s, f);
	for (int i = 0; i < s->n_terrain; i++)
		if (s->feature[i].kind == FEATURE_HINDERING &&
		    geo_base_overlaps(&s->feature[i].area, &base))
			return true;
	return false;
}

/* what makes the total another against this target */
static void against_one(const struct rb_state *s, const struct rb_attack *a,
			const struct rb_target *t, struct mods *m)
{
	m->n = m->sum = 0;
	if (a->heals)
		return;
	attack_mod(m, RB_CLS_02, RULE(RB_CLS_02, t->rear));
	if (a->kind == RB_RANGED && !t->spread && t->dial != t->fig &&
	    a->ability != RB_ABILITY_SHOCKWAVE &&
	    RULE(CV_PROF_01, rb_is_proficient(s, t->fig, RB_PROF_HORSEMANSHIP)))
		attack_mod(m, CV_PROF_01, -2);
}

/* the defense of one target: value, lender, modifiers */
static int attack_defense(const struct rb_state *s, const struct rb_ground *b,
			  const struct rb_attack *a, const struct rb_target *t,
			  uint64_t own, int *lender, struct mods *m)
{
	bool ranged = a->kind == RB_RANGED;
	/* RB-ATK-51: abilities of the defense slot do not count, nor Defend */
	bool wave = RULE(RB_ATK_51, a->ability == RB_ABILITY_SHOCKWAVE);
	int whose = t->dial;

	m->n = m->sum = 0;
	*lender = -1;
	if (!a->heals && !wave && !(own & rb_bit(t->dial)))
		*lender = rb_lender(s, b, t->dial);
	if (*lender >= 0)
		whose = *lender;
	if (s->n_items)
		attack_mod(m, CV_BRG_07,
			   RULE_VALUE(CV_BRG_07,
				      rb_gift(s, whose, RB_GIVES_DEFENSE)));
	if (a->heals)
		return rb_value(s, whose, RB_DEFENSE);
	if (ranged && !wave) {
		attack_mod(m, RB_DEF_10,
			   RULE(RB_DEF_10,
				rb_has(s, t->dial, RB_ABILITY_BATTLE_ARMOR))
				   ? 2
				   : 0);
		attack_mod(m, RB_DEF_70,
			   RULE(RB_DEF_70,
				rb_has(s, t->dial, RB_ABILITY_INVULNERABILITY))
				   ? 2
				   : 0);
	}
	attack_mod(m, RB_HIN_04, t->hindering);
	attack_mod(m, ranged ? RB_ELV_07 : RB_ELV_09, t->height);
	attack_mod(m, RB_CAP_01, RULE(RB_CAP_01, a->capture) ? 2 : 0);
	attack_mod(m, CV_SUB_03,
		   RULE(CV_SUB_03, in_the_woods(s, t->fig)) &&
			   !(ranged && rb_natures_ally(s, a->dial)));
	return rb_value(s, whose, RB_DEFENSE);
}

/* adjacent, but no base contact */
static bool across_wall(const struct rb_state *s, const struct rb_ground *b,
			const struct rb_attack *a)
{
	return s->n_terrain && !ground_touch(&b->g, b->body_of[a->attacker],
					     b->body_of[a->target[0].fig]);
}

/* by which rules it is what it is */
static void attack_because(const struct rb_state *s, const struct rb_ground *b,
			   const struct rb_attack *a, struct event *e)
{
	if (a->ability)
		event_because(e, rb_abilities[a->ability].rule);
	if (a->capture)
		event_because(e, RB_CAP_01);
	if (rb_is_unit(s, a->attacker))
		event_because(e, a->n_members ? CV_FORM_03 : CV_ACT_05);
	if (a->n_members) {
		event_because(e, RB_FORM_01);
		event_because(e,
			      a->kind == RB_RANGED ? RB_FRNG_03 : RB_FCLS_02);
	}
	if (a->n_targets > 1)
		rb_because(e, a->kind == RB_RANGED ? RB_RNG_06 : CV_BRG_09);
	for (size_t i = 0; i < ARRAY_LEN(a->granted); i++)
		rb_because(e, a->granted[i]);
	if (a->granted[0] == CV_PROF_05)
		rb_because(e, CV_ACT_09);
	if (a->kind == RB_RANGED)
		rb_because(e, RB_LOF_01);
	else if (across_wall(s, b, a))
		rb_because(e, RB_WALL_05);
}

static void attack_emit(struct run *r, const struct rb_ground *b,
			const struct rb_attack *a, int d1, int d2,
			const struct mods *m, int total)
{
	const struct rb_state *s = rb_of(r);
	int32_t labels[RB_MAX_FIGS];
	struct event e;

	event_start(&e, RB_EV_ATTACK,
		    a->kind == RB_RANGED ? RB_RNG_02 : RB_CLS_02);
	attack_because(s, b, a, &e);
	event_put(&e, RB_EV_ATTACK_ATTACKER, s->fig[a->attacker].label);
	for (int i = 0; i < a->n_members; i++)
		labels[i] = s->fig[a->member[i]].label;
	event_put_ints(&e, RB_EV_ATTACK_MEMBERS, labels, a->n_members);
	for (int i = 0; i < a->n_targets; i++)
		labels[i] = s->fig[a->target[i].dial].label;
	event_put_ints(&e, RB_EV_ATTACK_TARGETS, labels, a->n_targets);
	event_put(&e, RB_EV_ATTACK_KIND, a->kind);
	event_put(&e, RB_EV_ATTACK_ABILITY, a->ability);
	event_put(&e, RB_EV_ATTACK_CAPTURE, a->capture);
	event_put(&e, RB_EV_ATTACK_D1, d1);
	event_put(&e, RB_EV_ATTACK_D2, d2);
	event_put(&e, RB_EV_ATTACK_VALUE, rb_value(s, a->dial, RB_ATTACK));
	event_put_ints(&e, RB_EV_ATTACK_BONUS, m->w, m->n);
	event_put(&e, RB_EV_ATTACK_TOTAL, total);
	run_emit(r, &e);
}

static enum rb_result attack_judge(int d1, int d2, int total, int against)
{
	if (RULE(RB_CRIT_01, d1 == 1 && d2 == 1))
		return RB_CRITICAL_MISS;
	if (RULE(RB_CRIT_02, d1 == 6 && d2 == 6))
		return RB_CRITICAL_HIT;
	return total >= against ? RB_HIT : RB_MISS;
}

static bool is_hit(enum rb_result x)
{
	return x == RB_HIT || x == RB_CRITICAL_HIT;
}

/* what terrain and heights did to the line or the blow */
static void result_terrain_rules(const struct rb_state *s,
				 const struct rb_ground *b,
				 const struct rb_attack *a,
				 const struct rb_target *t, struct event *e)
{
	bool up, target_up;

	if (!s->n_terrain)
		return;
	up = ground_hill(&b->g, s->fig[a->attacker].at) >= 0;
	target_up = ground_hill(&b->g, s->fig[t->fig].at) >= 0;
	if (a->kind == RB_CLOSE) {
		if (up != target_up)
			rb_because(e, RB_ELV_08);
		if (a->n_members && t->height)
			rb_because(e, RB_FCLS_04);
		return;
	}
	if (t->hindering && t->hindered_by >= 0 &&
	    s->feature[t->hindered_by].kind == FEATURE_WALL)
		rb_because(e, RB_WALL_04);
	if (t->hindering && t->hindered_by >= 0 &&
	    s->feature[t->hindered_by].kind == FEATURE_CONCEALING)
		rb_because(e, CV_BRG_06);
	if (rb_natures_ally(s, a->dial))
		rb_because(e, CV_SUB_03);
	if (up != target_up)
		rb_because(e, RB_ELV_05);
	else if (up)
		rb_because(e, RB_ELV_04);
	if (up || target_up) {
		rb_because(e, RB_LOF_04);
		rb_because(e, RB_ELV_06);
	}
	if (a->n_members) {
		rb_because(e, RB_FRNG_05);
		rb_because(e, RB_HIN_06);
	}
	if (!t->hindering && !t->height)
		rb_because(e, RB_LOF_06);
}

/* what of a unit is attacked, and from where that is measured */
static void unit_rules(const struct rb_state *s, const struct rb_attack *a,
		       const struct rb_target *t, struct event *e)
{
	if (!rb_is_unit(s, t->fig))
		return;
	rb_because(e, a->heals ? CV_TGT_06 : CV_TGT_02);
	if (!t->area && !a->heals && a->n_targets > 1)
		rb_because(e, CV_TGT_04);
}

/* The two dice of an attack, and what they come to with its bonus. */
struct attack_roll {
	int d1, d2, total;
};

static enum rb_result result_emit(struct run *r, const struct rb_ground *b,
				  const struct rb_attack *a,
				  const struct rb_target *t, uint64_t own,
				  const struct attack_roll *roll)
{
	int total = roll->total;
	const struct rb_state *s = rb_of(r);
	struct mods m, changes;
	int lender, value = attack_defense(s, b, a, t, own, &lender, &m);
	enum rb_result x;
	struct event e;

	against_one(s, a, t, &changes);
	total += changes.sum;
	x = attack_judge(roll->d1, roll->d2, total, value + m.sum);

	event_start(&e, RB_EV_ATTACK_RESULT,
		    a->kind == RB_RANGED ? RB_RNG_02 : RB_CLS_02);
	if (x == RB_CRITICAL_MISS)
		event_because(&e, RB_CRIT_01);
	if (x == RB_CRITICAL_HIT)
		event_because(&e, a->heals ? RB_CRIT_03 : RB_CRIT_02);
	if (lender >= 0)
		event_because(&e, RB_DEF_50);
	if (lender >= 0 && lender == rb_partner(s, t->dial))
		event_because(&e, CV_UNIT_04);
	if (t->spread)
		event_because(&e, RB_ATK_41);
	if (a->ability == RB_ABILITY_SHOCKWAVE)
		event_because(&e, RB_ATK_51);
	if (t->area) {
		event_because(&e, CV_TGT_03);
		event_because(&e, CV_BRG_08);
	}
	if (m.n)
		event_because(&e, a->kind == RB_RANGED ? RB_RNG_03 : RB_CLS_03);
	unit_rules(s, a, t, &e);
	result_terrain_rules(s, b, a, t, &e);
	event_put(&e, RB_EV_ATTACK_RESULT_ATTACKER, s->fig[a->attacker].label);
	event_put(&e, RB_EV_ATTACK_RESULT_TARGET, s->fig[t->dial].label);
	event_put(&e, RB_EV_ATTACK_RESULT_TOTAL, total);
	event_put(&e, RB_EV_ATTACK_RESULT_VALUE, value);
	event_put(&e, RB_EV_ATTACK_RESULT_LENDER,
		  lender >= 0 ? s->fig[lender].label : 0);
	event_put_ints(&e, RB_EV_ATTACK_RESULT_MODIFIERS, m.w, m.n);
	event_put(&e, RB_EV_ATTACK_RESULT_DEFENSE, value + m.sum);
	event_put(&e, RB_EV_ATTACK_RESULT_RESULT, x);
	event_put_ints(&e, RB_EV_ATTACK_RESULT_CHANGES, changes.w, changes.n);
	run_emit(r, &e);
	return x;
}

static int damage_die(struct run *r, int f, enum rb_ability ability)
{
	int die = rb_roll(r);
	struct event e;

	if (r->unknown)
		return 0;
	rb_event_damage_die(&e, rb_abilities[ability].rule,
			    rb_of(r)->fig[f].label, die, ability);
	run_emit(r, &e);
	return die;
}

/* CV-TGT-03: a unit is one figure, whatever dials of it are reached */
static int figures_of(const struct rb_attack *a)
{
	int n = 0;

	for (int i = 0; i < a->n_targets; i++)
		n += !i || a->target[i].fig != a->target[i - 1].fig;
	return n;
}

/* a die says what damage it does */
static bool by_die(const struct rb_attack *a)
{
	return a->ability == RB_ABILITY_WEAPON_MASTER ||
	       a->ability == RB_ABILITY_BLAST;
}

/* damage without a die and before the critical extra; the rule that says so */
static int flat_damage(const struct rb_state *s, const struct rb_attack *a,
		       int *rule)
{
	int value = rb_value(s, a->dial, RB_DAMAGE);

	*rule = a->kind == RB_RANGED ? RB_RNG_04 : RB_CLS_04;
	switch (a->ability) {
	case RB_ABILITY_FLAME: *rule = RB_ATK_40; return 1;
	case RB_ABILITY_SHOCKWAVE:
		*rule = RB_ATK_52;
		return RULE(RB_ATK_52, figures_of(a) > 1) ? 1 : value;
	case RB_ABILITY_SWEEP: *rule = CV_BRG_09; return value;
	default:
		if (!RULE(RB_RNG_07, a->n_targets > 1))
			return value;
		*rule = RB_RNG_07;
		return 1;
	}
}

static int base_damage(struct run *r, const struct rb_attack *a, int *rule)
{
	if (!by_die(a))
		return flat_damage(rb_of(r), a, rule);
	*rule = rb_abilities[a->ability].rule;
	return damage_die(r, a->dial, a->ability);
}

/* clicks that friends with Magic Enhancement add, RB-DAM-20 */
static int attack_enhancers(const struct rb_state *s, const struct rb_ground *b,
			    const struct rb_attack *a)
{
	uint64_t friends;
	int n = 0;

	if (a->kind != RB_RANGED ||
	    RULE(RB_DEF_30, rb_has(s, a->dial, RB_ABILITY_IMMUNITY)))
		return 0;
	friends = rb_comrades(s, b, a->dial);
	for (; friends; friends &= friends - 1)
		n += RULE(RB_DAM_20,
			  rb_has(s, rb_first(friends), RB_ABILITY_ENHANCEMENT));
	return n;
}

static void more_damage(struct rb_blow *blow, int rule, int amount)
{
	if (!amount)
		return;
	blow->more[blow->n_more].rule = rule;
	blow->more[blow->n_more++].amount = amount;
}

/* the bonus to the damage of this attack, the same for all targets */
static void damage_bonus(const struct rb_state *s, const struct rb_attack *a,
			 struct rb_blow *blow)
{
	bool by_value = !by_die(a) && a->ability != RB_ABILITY_FLAME &&
			(a->kind == RB_CLOSE || figures_of(a) == 1);

	if (s->n_items && by_value)
		more_damage(blow, CV_BRG_07,
			    RULE_VALUE(CV_BRG_07,
				       rb_gift(s, a->dial, RB_GIVES_DAMAGE)));
	if (RULE(CV_PROF_02, a->kind == RB_CLOSE && rb_impales(s, a) &&
				     a->ability != RB_ABILITY_SWEEP))
		more_damage(blow, CV_PROF_02, 2);
}

/* the damage of a hit by this result, before what the target makes of it;
 * more: what friends add */
static struct rb_blow blow_of(const struct rb_state *s,
			      const struct rb_attack *a, int target, int base,
			      enum rb_result result, int more)
{
	bool wave = a->ability == RB_ABILITY_SHOCKWAVE;
	bool immune = !wave && rb_has(s, target, RB_ABILITY_IMMUNITY);
	struct rb_blow blow = { .cause = RB_BY_ATTACK,
				.by = a->attacker,
				.base = base,
				.critical = result == RB_CRITICAL_HIT,
				.ignores_defense = wave };

	damage_bonus(s, a, &blow);
	if (!RULE(RB_DEF_30, immune))
		more_damage(&blow, RB_DAM_20, more);
	return blow;
}

static void attack_hurt(struct run *r, const struct rb_ground *b,
			const struct rb_attack *a, const enum rb_result *result)
{
	const struct rb_state *s = rb_of(r);
	int more = attack_enhancers(s, b, a);
	int rule, base = base_damage(r, a, &rule);

	if (r->unknown)
		return;
	for (int i = 0; i < a->n_targets; i++) {
		int t = a->target[i].dial, turned;
		struct rb_blow blow;

		if (!is_hit(result[i]))
			continue;
		blow = blow_of(s, a, t, base, result[i], more);
		blow.rules[0] = i ? RB_DMG_04 : rule;
		turned = rb_damage(r, t, &blow);
		if (r->unknown)
			return;
		if (RULE(RB_ATK_60,
			 turned > 0 && a->kind == RB_CLOSE &&
				 rb_has(s, a->dial, RB_ABILITY_VAMPIRISM)))
			rb_heal(r, a->dial, RB_ABILITY_VAMPIRISM, t, 1, 0);
	}
}

static void attack_heal(struct run *r, const struct rb_attack *a,
			enum rb_result result)
{
	int base = a->by_value ? rb_value(rb_of(r), a->dial, RB_DAMAGE)
			       : damage_die(r, a->dial, a->ability);

	if (!r->unknown)
		rb_heal(r, a->target[0].dial, a->ability, a->attacker, base,
			RULE(RB_CRIT_03, result == RB_CRITICAL_HIT));
}

/* which dials this is about, of the units in it */
static void dials_emit(struct run *r, const struct rb_attack *a)
{
	rb_dial_used_emit(r, a->attacker, a->dial,
			  a->granted[0] == RB_SA_06 ? CV_ACT_03 : CV_ACT_04);
	for (int i = 0; i < a->n_members; i++)
		rb_dial_used_emit(r, a->member[i], a->member_dial[i],
				  CV_FORM_03);
	for (int i = 0; i < a->n_targets; i++)
		if (!a->target[i].area)
			rb_dial_attacked_emit(r, a->target[i].fig,
					      a->target[i].dial,
					      a->heals ? CV_TGT_06 : CV_TGT_01);
}

void rb_attack_roll(struct run *r, const struct rb_ground *b,
		    const struct rb_attack *a, uint64_t own)
{
	const struct rb_state *s = rb_of(r);
	enum rb_result result[RB_MAX_FIGS];
	struct mods bonus;
	struct attack_roll x;
	bool any = false;

	/* their sum decides about criticals, too */
	run_roll_two(r, &x.d1, &x.d2);
	if (r->unknown)
		return;
	dials_emit(r, a);
	attack_bonus(s, a, &bonus);
	x.total = x.d1 + x.d2 + rb_value(s, a->dial, RB_ATTACK) + bonus.sum;
	attack_emit(r, b, a, x.d1, x.d2, &bonus, x.total);
	for (int i = 0; i < a->n_targets; i++) {
		result[i] = result_emit(r, b, a, &a->target[i], own, &x);
		any |= is_hit(result[i]);
	}
	if (any && a->heals)
		attack_heal(r, a, result[0]);
	else if (any && a->capture)
		rb_capture(r, a->target[0].fig, a->attacker,
			   a->n_members ? RB_FCLS_03 : RB_NO_RULE);
	else if (any)
		attack_hurt(r, b, a, result);
	if (!r->unknown && RULE(RB_CRIT_01, x.d1 == 1 && x.d2 == 1))
		rb_damage(r, a->dial,
			  &(struct rb_blow){
				  .cause = RB_BY_CRITICAL_MISS,
				  .by = -1,
				  .base = 1,
				  .rules = { a->n_members ? RB_CRIT_04
							  : RB_NO_RULE,
					     rb_is_unit(s, a->attacker)
						     ? CV_ACT_06
						     : RB_NO_RULE },
			  });
}

/* --- what dice may bring ------------------------------------------------ */

/* clicks that this result would do to a target, with that face of a die */
static int clicks_by(const struct rb_state *s, const struct rb_attack *a, int t,
		     int die, enum rb_result result, int more)
{
	int rule, base = by_die(a) ? die : flat_damage(s, a, &rule);
	struct rb_blow blow;

	if (a->heals) {
		base = a->by_value ? rb_value(s, a->dial, RB_DAMAGE) : die;
		base += RULE(RB_CRIT_03, result == RB_CRITICAL_HIT);
		return base < s->fig[t].wounds ? base : s->fig[t].wounds;
	}
	blow = blow_of(s, a, t, base, result, more);
	return rb_clicks_of(s, t, &blow);
}

/* one target, for each roll of the two dice and face of the die of damage */
static void odds_of(const struct rb_state *s, const struct rb_ground *b,
		    const struct rb_attack *a, const struct rb_target *t,
		    int total, bool first, struct rb_odds *o)
{
	bool friendly = !a->heals && !rb_opposing(s, a->attacker, t->fig);
	struct mods m, changes;
	int lender,
		against = attack_defense(s, b, a, t, 0, &lender, &m) + m.sum;
	int more = attack_enhancers(s, b, a);

	against_one(s, a, t, &changes);
	for (int roll = 0; roll < 36; roll++) {
		int d1 = 1 + roll / 6, d2 = 1 + roll % 6;
		enum rb_result x = attack_judge(
			d1, d2, total + d1 + d2 + changes.sum, against);

		if (!is_hit(x))
			continue;
		o->hits += first;
		for (int die = 1; die <= 6 && !a->capture; die++)
			*(friendly ? &o->harm : &o->clicks) +=
				clicks_by(s, a, t->dial, die, x, more);
	}
}

bool rb_attack_odds(const struct rb_state *s, const struct rb_ground *b,
		    const struct rb_attack *a, struct rb_odds *o)
{
	struct mods bonus;
	int total;

	*o = (struct rb_odds){ .of = 36 };
	/* each doubt about a wave is another die for another target */
	if (a->n_doubts && a->ability == RB_ABILITY_SHOCKWAVE)
		return false;
	attack_bonus(s, a, &bonus);
	total = rb_value(s, a->dial, RB_ATTACK) + bonus.sum;
	for (int i = 0; i < a->n_targets; i++)
		odds_of(s, b, a, &a->target[i], total, !i, o);
	for (int i = 0; i < a->n_doubts; i++) /* 4 to 6 lets it pass */
		o->of *= 2;
	return true;
}

static void attack_append(struct mods *m, const struct mods *more)
{
	for (int i = 0; i + 1 < more->n; i += 2)
		attack_mod(m, (int)more->w[i], (int)more->w[i + 1]);
}

void rb_odds_emit(struct run *r, int seat, const struct rb_ground *b,
		  const struct rb_attack *a)
{
	const struct rb_state *s = rb_of(r);
	const struct rb_target *t = &a->target[0];
	struct mods bonus, changes, m;
	struct rb_odds o;
	struct event e;
	int value, lender, needed;

	attack_bonus(s, a, &bonus);
	against_one(s, a, t, &changes);
	attack_append(&bonus, &changes);
	value = attack_defense(s, b, a, t, 0, &lender, &m);
	needed = value + m.sum - rb_value(s, a->dial, RB_ATTACK) - bonus.sum;
	if (!rb_attack_odds(s, b, a, &o))
		return;
	event_start(&e, RB_EV_ODDS, RB_RNG_02);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	event_put(&e, RB_EV_ODDS_SEAT, seat);
	event_put(&e, RB_EV_ODDS_FIG, s->fig[a->attacker].label);
	event_put(&e, RB_EV_ODDS_TARGET, s->fig[t->fig].label);
	event_put(&e, RB_EV_ODDS_KIND, a->kind);
	event_put_text(&e, RB_EV_ODDS_REASON, STR(""));
	event_put_ints(&e, RB_EV_ODDS_ARGS, NULL, 0);
	event_put(&e, RB_EV_ODDS_VALUE, rb_value(s, a->dial, RB_ATTACK));
	event_put_ints(&e, RB_EV_ODDS_BONUS, bonus.w, bonus.n);
	event_put(&e, RB_EV_ODDS_AGAINST, value);
	event_put(&e, RB_EV_ODDS_LENDER, lender < 0 ? 0 : s->fig[lender].label);
	event_put_ints(&e, RB_EV_ODDS_MODIFIERS, m.w, m.n);
	event_put(&e, RB_EV_ODDS_NEEDED,
		  needed < 3    ? 3
		  : needed > 12 ? 12
				: needed);
	event_put(&e, RB_EV_ODDS_CHANCE, suggest_per_cent(o.hits, o.of));
	event_put(&e, RB_EV_ODDS_MEAN,
		  (int32_t)(1000 * o.clicks / 216 * 36 / o.of));
	run_emit(r, &e);
}
