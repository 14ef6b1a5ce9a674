/*
 * src/games/dungeons/rules/attack.c - attacks, counterattacks, healing by
 * order (DG section 10). damage.c has the effects of damage.
 */
#include "games/dungeons/rules/attack.h"
#include "engine/suggest.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/chest.h"
#include "games/dungeons/rules/move.h"

enum { MAX_TARGETS = 40 };

/* An attack worked out before anything is rolled. */
struct strike {
	int f;    /* attacker */
	int seat; /* the seat that decides for it, if it is a Mage Spawn; -1:
		   * none */
	enum dg_attack_kind kind;
	bool ranged;
	bool passed;             /* free attack or its answer: arcs are given */
	enum dg_ability ability; /* that shapes it, 0 none */
	int n, n_named;
	int target[MAX_TARGETS]; /* figures; the named first */
	int n_doors;
	int door[8];
	int32_t cost;
	bool hurt;    /* it did damage */
	int n_cursed; /* whom Magic has affected by it, DG-SA-40 */
	int32_t cursed[2 * MAX_TARGETS][2]; /* and by whom */
	int32_t loot; /* chest that a thief drops if it is hurt */
};

/* --- the numbers of one comparison ------------------------------------- */

void dg_blow_defense(const struct dg_state *s, int f, bool ranged, bool pierced,
		     bool bare, struct dg_blow *b)
{
	int32_t printed = dg_printed(s, f, DG_DEFENSE);
	int32_t own = dg_value(s, f, DG_DEFENSE), best = own;

	b->defense = printed;
	if (own != printed)
		dg_mod(b->dmods, &b->n_dmods, DG_TRS_10, own - printed);
	for (int g = 0; g < s->n_figs; g++)
		if (!bare && g != f && dg_on_board(s, g) &&
		    !dg_enemies(s, f, g) &&
		    RULE(DG_SA_34, dg_has(s, g, DG_ABILITY_DEFEND)) &&
		    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0 &&
		    dg_value(s, g, DG_DEFENSE) > best)
			best = dg_value(s, g, DG_DEFENSE);
	if (best > own)
		dg_mod(b->dmods, &b->n_dmods, DG_SA_34, best - own);
	if (!ranged || pierced || bare)
		return;
	if (RULE(DG_SA_30, dg_has(s, f, DG_ABILITY_BATTLE_ARMOR)))
		dg_mod(b->dmods, &b->n_dmods, DG_SA_30, 2);
	if (RULE(DG_SA_36, dg_has(s, f, DG_ABILITY_INVULNERABILITY)))
		dg_mod(b->dmods, &b->n_dmods, DG_SA_36, 2);
}

static unsigned line_flags(const struct dg_state *s, enum dg_ability a,
			   int target)
{
	unsigned flags = 0;

	if (a == DG_ABILITY_BLAST && RULE(DG_SA_22, true))
		flags |= DG_LINE_FIGURES | DG_LINE_TERRAIN;
	else if (a == DG_ABILITY_SHOCKWAVE && RULE(DG_SA_25, true))
		flags |= DG_LINE_FIGURES;
	else if (target >= 0 && dg_has(s, target, DG_ABILITY_STEALTH))
		flags |= DG_LINE_STEALTH;
	return flags;
}

static bool is_magic(enum dg_ability a)
{
	return a == DG_ABILITY_BLAST || a == DG_ABILITY_MAGIC_HEALING ||
	       a == DG_ABILITY_FREEZE || a == DG_ABILITY_CONFUSION;
}

/* --- may this target be attacked? -------------------------------------- */

static bool attack_wolves(const struct dg_state *s, int f, int g)
{
	return s->lone_wolf && s->fig[f].owner >= 0 && s->fig[g].owner >= 0 &&
	       RULE(DG_LW_03, true);
}

/* a figure by its label; chests, tokens are no targets */
static int target_named(const struct dg_state *s, int f, int32_t label,
			struct refusal *no)
{
	int g = dg_find(s, label);

	if (g < 0 || RULE(DG_ATT_02, !dg_on_board(s, g))) {
		dg_no(no, DG_REFUSAL_NO_TARGET, DG_ATT_02, label);
		return -1;
	}
	if (g == f || RULE(DG_ATT_02, !dg_enemies(s, f, g))) {
		dg_no(no, DG_REFUSAL_FRIENDLY_TARGET,
		      s->fig[f].owner < 0 ? DG_SPAWN_03 : DG_ATT_02, label);
		return -1;
	}
	if (attack_wolves(s, f, g)) {
		dg_no(no, DG_REFUSAL_LONE_WOLF, DG_LW_03, label);
		return -1;
	}
	return g;
}

/* Stealth, or what blocks everybody */
static int line_fault(const struct dg_state *s, int32_t from, int32_t to,
		      enum dg_ability a)
{
	return dg_line(s, from, to, line_flags(s, a, -1), -1).clear ? DG_SA_15
								    : DG_LOF_04;
}

static bool ranged_target(const struct dg_state *s, int f, int g,
			  enum dg_ability a, struct refusal *no)
{
	int32_t from = s->fig[f].sq, to = s->fig[g].sq;
	int32_t label = s->fig[g].label;

	if (RULE(DG_SA_39, dg_has(s, g, DG_ABILITY_INVISIBILITY)))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_SA_39, label);
	if (is_magic(a) && RULE(DG_SA_32, dg_has(s, g, DG_ABILITY_IMMUNITY)))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_SA_32, label);
	if (dg_adjacent(s, from, to) >= 0)
		return dg_no(no, DG_REFUSAL_TARGET_ADJACENT, DG_RANGE_01,
			     label);
	if (RULE(DG_RANGE_01, dg_friend_beside(s, f, to)))
		return dg_no(no, DG_REFUSAL_TARGET_NEAR_FRIEND, DG_RANGE_01,
			     label);
	if (RULE(DG_ARC_03, !dg_in_front(s, f, to)))
		return dg_no(no, DG_REFUSAL_NOT_IN_FRONT_ARC, DG_ARC_03, label);
	if (RULE(DG_RANGE_02, dg_range(from, to) > s->card[f].range))
		return dg_no_range(no, DG_LOF_06, label, dg_range(from, to),
				   s->card[f].range);
	if (RULE(DG_RANGE_02,
		 !dg_line(s, from, to, line_flags(s, a, g), -1).clear))
		return dg_no(no, DG_REFUSAL_LINE_BLOCKED,
			     line_fault(s, from, to, a), label);
	return true;
}

static bool may_shoot(const struct dg_state *s, int f, struct refusal *no)
{
	int32_t label = s->fig[f].label;

	if (RULE(DG_RANGE_01, s->card[f].range < 1))
		return dg_no(no, DG_REFUSAL_NO_RANGE, DG_RANGE_01, label);
	if (RULE(DG_SA_42, dg_has(s, f, DG_ABILITY_BERSERK)))
		return dg_no(no, DG_REFUSAL_NO_RANGE, DG_SA_42, label);
	if (RULE(DG_RANGE_01, dg_enemy_beside(s, f, s->fig[f].sq, -1)))
		return dg_no(no, DG_REFUSAL_ENEMY_ADJACENT, DG_RANGE_01, label);
	return true;
}

/* DG-LOF-08 */
static bool ranged_door(const struct dg_state *s, int f, int door,
			enum dg_ability a, struct refusal *no)
{
	int32_t near = dg_door_near(s, door, s->fig[f].sq);
	int32_t label = s->door[door].label, range = s->card[f].range;

	if (a == DG_ABILITY_SHOCKWAVE)
		range = (range + 1) / 2;
	if (RULE(DG_DOOR_05, a != DG_ABILITY_BLAST && a != DG_ABILITY_FLAME &&
				     a != DG_ABILITY_SHOCKWAVE))
		return dg_no(no, DG_REFUSAL_NO_ABILITY, DG_DOOR_05, label);
	if (s->door[door].state != DG_CLOSED)
		return dg_no(no, DG_REFUSAL_ALREADY_OPEN, DG_DOOR_06, label);
	if (near == s->fig[f].sq)
		return dg_no(no, DG_REFUSAL_TARGET_ADJACENT, DG_LOF_08, label);
	if (a != DG_ABILITY_SHOCKWAVE && !dg_in_front(s, f, near))
		return dg_no(no, DG_REFUSAL_NOT_IN_FRONT_ARC, DG_ARC_03, label);
	if (dg_range(s->fig[f].sq, near) > range)
		return dg_no_range(no, DG_LOF_08, label,
				   dg_range(s->fig[f].sq, near), range);
	if (!dg_line(s, s->fig[f].sq, near, line_flags(s, a, -1), -1).clear)
		return dg_no(no, DG_REFUSAL_LINE_BLOCKED, DG_LOF_08, label);
	return true;
}

/* --- working an attack out --------------------------------------------- */

/* a treasure has it, but its bearer has no range */
static bool out_of_reach(const struct dg_state *s, int f, int a)
{
	for (int c = 0; c < s->n_chests && !s->card[f].range; c++)
		for (int cell = 0; cell < 3 && dg_item_works(s, c, f); cell++)
			if (dg_treasure(s, c)->ability[cell] == a)
				return true;
	return false;
}

/* which shapes an attack if none is named: the first of these in use */
static const enum dg_ability in_turn[] = {
	DG_ABILITY_BLAST,         DG_ABILITY_FLAME, DG_ABILITY_FREEZE,
	DG_ABILITY_WEAPON_MASTER, DG_ABILITY_SWEEP, DG_ABILITY_SNEAK_ATTACK
};

static bool strikes_with(const struct dg_state *s, const struct strike *x,
			 enum dg_ability a)
{
	return dg_has_for(s, x->f, a, x->seat);
}

/* which ability shapes the attack: the one named, else the first in use */
static bool ability_of(const struct dg_state *s, struct strike *x, int n,
		       int with, int without, struct refusal *no)
{
	int f = x->f;

	x->ability = DG_NO_ABILITY;
	if (with > 0) {
		if (!dg_ability_shapes((enum dg_ability)with, x->ranged) ||
		    !strikes_with(s, x, (enum dg_ability)with))
			return dg_no(no, DG_REFUSAL_NO_ABILITY,
				     out_of_reach(s, f, with) ? DG_TRS_13
							      : DG_SA_01,
				     s->fig[f].label);
		x->ability = (enum dg_ability)with;
		return true;
	}
	if (x->ranged && !n) {
		if (!strikes_with(s, x, DG_ABILITY_SHOCKWAVE))
			return dg_no(no, DG_REFUSAL_NO_TARGET, DG_RANGE_01,
				     s->fig[f].label);
		x->ability = DG_ABILITY_SHOCKWAVE;
		return true;
	}
	for (size_t i = 0; i < ARRAY_LEN(in_turn); i++) {
		bool one = in_turn[i] == DG_ABILITY_BLAST ||
			   in_turn[i] == DG_ABILITY_FLAME;

		if (dg_ability_shapes(in_turn[i], x->ranged) &&
		    (int)in_turn[i] != without && (!one || n == 1) &&
		    strikes_with(s, x, in_turn[i])) {
			x->ability = in_turn[i];
			return true;
		}
	}
	return true;
}

static void add_target(struct strike *x, int g)
{
	for (int i = 0; i < x->n; i++)
		if (x->target[i] == g)
			return;
	if (x->n < MAX_TARGETS)
		x->target[x->n++] = g;
}

/* all figures around a square (Flame/Lightning); the square itself with `in` */
static void add_around(const struct dg_state *s, struct strike *x, int32_t sq,
		       bool in)
{
	for (int g = 0; g < s->n_figs; g++)
		if (g != x->f && dg_on_board(s, g) &&
		    !attack_wolves(s, x->f, g) &&
		    ((in && s->fig[g].sq == sq) ||
		     dg_adjacent(s, sq, s->fig[g].sq) >= 0) &&
		    RULE(DG_SA_23, true))
			add_target(x, g);
}

static void add_wave(const struct dg_state *s, struct strike *x)
{
	int32_t from = s->fig[x->f].sq;
	int32_t range = (s->card[x->f].range + 1) / 2;
	struct refusal no;

	for (int g = 0; g < s->n_figs; g++)
		if (g != x->f && dg_on_board(s, g) &&
		    !attack_wolves(s, x->f, g) &&
		    RULE(DG_SA_25, dg_range(from, s->fig[g].sq) <= range) &&
		    dg_line(s, from, s->fig[g].sq, DG_LINE_FIGURES, -1).clear)
			add_target(x, g);
	for (int d = 0; d < s->n_doors && x->n_doors < 8; d++)
		if (ranged_door(s, x->f, d, DG_ABILITY_SHOCKWAVE, &no))
			x->door[x->n_doors++] = d;
}

static bool plan_wave(const struct dg_state *s, struct strike *x, int n_named,
		      struct refusal *no)
{
	int32_t label = s->fig[x->f].label;

	if (n_named)
		return dg_no(no, DG_REFUSAL_TOO_MANY_TARGETS, DG_SA_25, label);
	add_wave(s, x);
	if (!x->n && !x->n_doors)
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_SA_25, label);
	return true;
}

/* one of n targets, a figure */
static bool shot_at(const struct dg_state *s, struct strike *x, int32_t label,
		    int n, struct refusal *no)
{
	int f = x->f, g = target_named(s, f, label, no);

	if (g < 0)
		return false;
	for (int i = 0; i < x->n; i++)
		if (RULE(DG_RANGE_04, x->target[i] == g))
			return dg_no(no, DG_REFUSAL_TOO_MANY_TARGETS,
				     DG_RANGE_04, label);
	if (!ranged_target(s, f, g, x->ability, no)) {
		/* another target may be in the way */
		if (n > 1 && no->reason == DG_REFUSAL_LINE_BLOCKED &&
		    dg_line(s, s->fig[f].sq, s->fig[g].sq, DG_LINE_FIGURES, -1)
			    .clear)
			no->rule = DG_RANGE_06;
		return false;
	}
	add_target(x, g);
	return true;
}

/* the n targets that are named, or the one door */
static bool plan_named(const struct dg_state *s, const struct decision *d,
		       struct strike *x, int n, struct refusal *no)
{
	struct decision_arg a;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		int door;

		if (a.tag != DG_TAG_TARGET)
			continue;
		door = dg_find(s, a.w[0]) < 0 && n == 1
			       ? dg_find_door(s, a.w[0])
			       : -1;
		if (door >= 0) {
			if (!ranged_door(s, x->f, door, x->ability, no))
				return false;
			x->door[x->n_doors++] = door;
			return true;
		}
		if (!shot_at(s, x, a.w[0], n, no))
			return false;
	}
	return true;
}

static bool plan_ranged(const struct dg_state *s, const struct decision *d,
			struct strike *x, struct refusal *no)
{
	int with = decision_int(d, DG_TAG_WITH, 0), n = 0, f = x->f;
	struct decision_arg a;

	for (int at = 0; decision_next(d, at, &a); at = a.next)
		n += a.tag == DG_TAG_TARGET;
	if (!may_shoot(s, f, no) ||
	    !ability_of(s, x, n, with, decision_int(d, DG_TAG_WITHOUT, 0), no))
		return false;
	if (x->ability == DG_ABILITY_SHOCKWAVE)
		return plan_wave(s, x, n, no);
	if (RULE(DG_RANGE_04, n > s->card[f].targets) ||
	    (n > 1 && x->ability && x->ability != DG_ABILITY_FREEZE))
		return dg_no(no, DG_REFUSAL_TOO_MANY_TARGETS, DG_RANGE_04,
			     s->fig[f].label);
	if (!plan_named(s, d, x, n, no))
		return false;
	x->n_named = x->n;
	if (x->ability == DG_ABILITY_FLAME && x->n_doors)
		add_around(s, x, dg_door_near(s, x->door[0], s->fig[f].sq),
			   true);
	else if (x->ability == DG_ABILITY_FLAME)
		add_around(s, x, s->fig[x->target[0]].sq, false);
	return true;
}

static bool plan_close_door(const struct dg_state *s, struct strike *x,
			    int door, struct refusal *no)
{
	const struct dg_door *d = &s->door[door];
	int32_t at = s->fig[x->f].sq, a = d->sq, b = dg_beside(a, d->side);

	if (d->state != DG_CLOSED)
		return dg_no(no, DG_REFUSAL_ALREADY_OPEN, DG_DOOR_04, d->label);
	if (RULE(DG_DOOR_04, at != a && at != b))
		return dg_no(no, DG_REFUSAL_NOT_ADJACENT, DG_DOOR_04, d->label);
	if (RULE(DG_DOOR_04, !dg_in_front(s, x->f, at == a ? b : a)))
		return dg_no(no, DG_REFUSAL_NOT_IN_FRONT_ARC, DG_DOOR_04,
			     d->label);
	x->ability = DG_NO_ABILITY;
	x->door[x->n_doors++] = door;
	return true;
}

static bool plan_close(const struct dg_state *s, const struct decision *d,
		       struct strike *x, struct refusal *no)
{
	int32_t label = decision_int(d, DG_TAG_TARGET, 0);
	int32_t at = s->fig[x->f].sq;
	int door = dg_find(s, label) < 0 ? dg_find_door(s, label) : -1, g;

	if (!ability_of(s, x, 1, decision_int(d, DG_TAG_WITH, 0),
			decision_int(d, DG_TAG_WITHOUT, 0), no))
		return false;
	if (door >= 0)
		return plan_close_door(s, x, door, no);
	g = target_named(s, x->f, label, no);
	if (g < 0)
		return false;
	if (RULE(DG_CLOSE_01, dg_adjacent(s, at, s->fig[g].sq) < 0))
		return dg_no(no, DG_REFUSAL_NOT_ADJACENT, DG_CLOSE_01, label);
	if (RULE(DG_CLOSE_01, !dg_in_front(s, x->f, s->fig[g].sq)))
		return dg_no(no, DG_REFUSAL_NOT_IN_FRONT_ARC, DG_CLOSE_01,
			     label);
	add_target(x, g);
	x->n_named = 1;
	if (x->ability != DG_ABILITY_SWEEP || !RULE(DG_SA_27, true))
		return true;
	for (g = 0; g < s->n_figs; g++)
		if (g != x->f && dg_on_board(s, g) && dg_enemies(s, x->f, g) &&
		    !attack_wolves(s, x->f, g) &&
		    dg_adjacent(s, at, s->fig[g].sq) >= 0 &&
		    dg_in_front(s, x->f, s->fig[g].sq))
			add_target(x, g);
	x->n_named = x->n;
	return true;
}

static int32_t attack_cost(const struct dg_state *s, const struct strike *x)
{
	if (x->ranged ? RULE(DG_SA_16, strikes_with(s, x, DG_ABILITY_BOUND))
		      : RULE(DG_SA_10, strikes_with(s, x, DG_ABILITY_CHARGE)))
		return 0;
	if (!x->ranged && strikes_with(s, x, DG_ABILITY_NIMBLE))
		return dg_option(s, DG_OPTION_NIMBLE_ATTACK);
	return RULE_VALUE(DG_ATT_01, 4);
}

/* what every attack and healing needs of its maker */
static bool may_strike(const struct dg_state *s, int seat, int32_t label,
		       struct refusal *no)
{
	int f = dg_find(s, label);

	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (f < 0)
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_TOKM_02, label);
	if (!dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_ATT_01, label);
	if (!dg_does_more(s, f, no))
		return false;
	if (RULE(DG_SA_45, dg_has(s, f, DG_ABILITY_DEMORALIZED)))
		return dg_no(no, DG_REFUSAL_DEMORALIZED, DG_SA_45, label);
	return true;
}

/* --- the attack happens ------------------------------------------------ */

static void blow_start(const struct dg_state *s, const struct strike *x,
		       int32_t target, int roll, struct dg_blow *b)
{
	int32_t printed = dg_printed(s, x->f, DG_ATTACK);
	int32_t own = dg_value(s, x->f, DG_ATTACK);

	*b = (struct dg_blow){
		.attacker = s->fig[x->f].label,
		.target = target,
		.value = printed,
		.roll = roll,
		.rule = x->ability  ? dg_abilities[x->ability].rule
			: x->ranged ? DG_RANGE_03
				    : DG_CLOSE_02,
		.plain = x->kind == DG_COUNTER &&
			 dg_option(s, DG_OPTION_CRIT_COUNTER),
	};
	if (own != printed)
		dg_mod(b->mods, &b->n_mods, DG_TRS_10, own - printed);
}

/* the roll against the target of that number */
static void blow_at(const struct dg_state *s, const struct strike *x, int i,
		    int roll, struct dg_blow *b)
{
	int g = x->target[i], f = x->f;
	bool wave = x->ability == DG_ABILITY_SHOCKWAVE;
	bool direct = wave || i < x->n_named;
	bool pierced = x->ranged &&
		       RULE(DG_SA_48, strikes_with(s, x, DG_ABILITY_PIERCE));

	blow_start(s, x, s->fig[g].label, roll, b);
	if (x->kind == DG_FREE && RULE(DG_PASS_06, true))
		dg_mod(b->mods, &b->n_mods, DG_PASS_06, 1);
	else if (!x->passed && direct &&
		 RULE(DG_ARC_04, dg_in_rear(s, g, s->fig[f].sq)))
		dg_mod(b->mods, &b->n_mods, DG_ARC_04, 1);
	dg_blow_defense(s, g, x->ranged, pierced, wave, b);
	if (x->ranged && direct &&
	    dg_line(s, s->fig[f].sq, s->fig[g].sq,
		    line_flags(s, x->ability, g) & ~(unsigned)DG_LINE_STEALTH,
		    -1)
		    .hindered)
		dg_mod(b->dmods, &b->n_dmods, DG_LOF_05, 1);
}

static enum dg_result attack_blow(struct run *r, const struct strike *x, int i,
				  int roll)
{
	struct dg_blow b;

	blow_at(dg_of(r), x, i, roll, &b);
	return dg_blow_emit(r, &b);
}

static bool attack_dodges(struct run *r, int g)
{
	struct event e;
	int die;

	if (!RULE(DG_SA_37, dg_has(dg_of(r), g, DG_ABILITY_DODGE)))
		return false;
	die = dg_roll(r, 6);
	if (r->unknown)
		return false;
	dg_event_dodge_roll(&e, DG_SA_37, dg_of(r)->fig[g].label, die,
			    die >= 5);
	event_because(&e, DG_X_07);
	run_emit(r, &e);
	return die >= 5;
}

static int ability_die(struct run *r, int f, enum dg_ability a)
{
	bool heals = a == DG_ABILITY_HEALING || a == DG_ABILITY_MAGIC_HEALING;

	return dg_damage_die(r, dg_of(r)->fig[f].label, a,
			     heals ? DG_X_06 : DG_X_05);
}

static void attack_freeze(struct run *r, int g)
{
	int die = dg_roll(r, 6);
	struct event e;

	if (r->unknown)
		return;
	dg_event_frozen(&e, DG_SA_49, dg_of(r)->fig[g].label, die, die >= 4);
	event_because(&e, DG_X_15);
	run_emit(r, &e);
}

static bool attack_enhanced(const struct dg_state *s, int f, int g)
{
	if (RULE(DG_SA_32, dg_has(s, g, DG_ABILITY_IMMUNITY)))
		return false;
	for (int h = 0; h < s->n_figs; h++)
		if (h != f && dg_on_board(s, h) && !dg_enemies(s, f, h) &&
		    dg_has(s, h, DG_ABILITY_ENHANCEMENT) &&
		    dg_adjacent(s, s->fig[f].sq, s->fig[h].sq) >= 0)
			return RULE(DG_SA_43, true);
	return false;
}

/* the clicks of the attack are those of a die */
static bool by_die(const struct strike *x)
{
	return x->ability == DG_ABILITY_WEAPON_MASTER ||
	       x->ability == DG_ABILITY_BLAST;
}

/* DG-SA-08: clicks to one target that was hit, with that die if one is thrown;
 * -1: none by its nature */
static int32_t clicks_with(const struct dg_state *s, const struct strike *x,
			   int g, enum dg_result result, int die,
			   int32_t mods[DG_MOD_WORDS], int *n)
{
	int f = x->f;
	int32_t clicks = dg_value(s, f, DG_DAMAGE);
	bool wave = x->ability == DG_ABILITY_SHOCKWAVE;
	int rule = DG_ATT_07;

	if (x->ability == DG_ABILITY_CONFUSION && RULE(DG_SA_50, true))
		return -1;
	if (by_die(x)) {
		clicks = die;
		rule = dg_abilities[x->ability].rule;
	} else if ((x->ranged && RULE(DG_RANGE_04, x->n > 1)) ||
		   x->ability == DG_ABILITY_FLAME ||
		   x->ability == DG_ABILITY_FREEZE) {
		clicks = 1;
		rule = x->ability ? dg_abilities[x->ability].rule : DG_RANGE_04;
	}
	dg_mod(mods, n, rule, clicks);
	if (x->ability == DG_ABILITY_SNEAK_ATTACK &&
	    (x->kind == DG_FREE ||
	     (!x->passed && dg_in_rear(s, g, s->fig[f].sq))) &&
	    RULE(DG_SA_29, true)) {
		dg_mod(mods, n, DG_SA_29, clicks);
		clicks *= 2;
	}
	if (result == DG_CRITICAL_HIT) {
		dg_mod(mods, n, DG_ATT_05, 1);
		clicks++;
	}
	if (x->ranged && attack_enhanced(s, f, g)) {
		dg_mod(mods, n, DG_SA_43, 1);
		clicks++;
	}
	if (wave || (x->ranged && strikes_with(s, x, DG_ABILITY_PIERCE) &&
		     RULE(DG_SA_48, true)))
		return clicks;
	return dg_reduce(s, g, clicks, false, mods, n);
}

static int32_t clicks_of(struct run *r, const struct strike *x, int g,
			 enum dg_result result, int32_t mods[DG_MOD_WORDS],
			 int *n)
{
	int die = by_die(x) ? ability_die(r, x->f, x->ability) : 0;

	if (x->ability == DG_ABILITY_FREEZE)
		attack_freeze(r, g);
	return r->unknown ? 0
			  : clicks_with(dg_of(r), x, g, result, die, mods, n);
}

static void door_struck(struct run *r, const struct strike *x, int door,
			int roll)
{
	const struct dg_state *s = dg_of(r);
	struct dg_blow b;
	struct event e;
	enum dg_result result;

	blow_start(s, x, s->door[door].label, roll, &b);
	b.defense = s->door[door].kind == DG_IRON ? 15 : 10;
	b.rule = DG_DOOR_04;
	result = dg_blow_emit(r, &b);
	if (result != DG_HIT && result != DG_CRITICAL_HIT)
		return;
	dg_event_door_destroyed(&e, DG_DOOR_06, s->door[door].label,
				s->fig[x->f].label);
	run_emit(r, &e);
}

static void curse_note(const struct dg_state *s, struct strike *x, int f,
		       int32_t by)
{
	if (!dg_has(s, f, DG_ABILITY_CURSED))
		return;
	x->cursed[x->n_cursed][0] = s->fig[f].label;
	x->cursed[x->n_cursed++][1] = by;
}

/* one click each, once, after the action: beneath all that is still to do */
static void curses_due(struct dg_work *w, const struct strike *x)
{
	for (int i = 0; i < x->n_cursed; i++) {
		int32_t job[DG_JOB_WORDS];
		int at = 0;

		while (at < w->n && (w->job[at][0] != DG_JOB_CURSE ||
				     w->job[at][1] != x->cursed[i][0]))
			at++;
		if (at < w->n)
			continue;
		dg_push(w, DG_JOB_CURSE, x->cursed[i][0], x->cursed[i][1], 0,
			0);
		memcpy(job, w->job[w->n - 1], sizeof(job));
		at = w->job[0][0] == DG_JOB_END_ACTIVATION;
		memmove(w->job[at + 1], w->job[at],
			(size_t)(w->n - 1 - at) * sizeof(job));
		memcpy(w->job[at], job, sizeof(job));
	}
}

/* what a target that was hurt does to the attacker at once */
static void attack_retaliate(struct run *r, struct strike *x, int32_t by)
{
	const struct dg_state *s = dg_of(r);
	int32_t mods[DG_MOD_WORDS], clicks;
	int n = 0, f = x->f;

	if (!dg_on_board(s, f) ||
	    RULE(DG_SA_32, dg_has(s, f, DG_ABILITY_IMMUNITY)))
		return;
	curse_note(s, x, f, by);
	dg_mod(mods, &n, DG_SA_38, 1);
	clicks = dg_reduce(s, f, 1, true, mods, &n);
	dg_hurt(r, f,
		&(struct dg_wound){ clicks, by, DG_BY_ABILITY, mods, n,
				    !dg_option(s, DG_OPTION_ABILITY_XP) });
}

/* DG-STEAL-05, before the clicks: should the thief die of them, what it drops
 * is none of the chests that its player then has too many */
static void loot_falls(struct run *r, const struct strike *x, int thief)
{
	const struct dg_state *s = dg_of(r);
	int c = dg_find_chest(s, x->loot);
	int32_t near = s->fig[x->f].sq;

	if (c < 0 || s->chest[c].place != DG_CHEST_HELD ||
	    !RULE(DG_STEAL_05, true))
		return;
	dg_chest_drop(r, &(struct dg_fall){
				 .chest = c,
				 .seat = s->chest[c].holder,
				 .near = near,
				 .section = s->square[s->fig[thief].sq].section,
				 .rule = DG_STEAL_05 });
	dg_drop_due(r, c, s->fig[x->f].owner, DG_DROP_NEAREST, near);
}

/* What a roll does to the targets of a strike. */
struct harm {
	int32_t mods[MAX_TARGETS][DG_MOD_WORDS], clicks[MAX_TARGETS];
	int n_mods[MAX_TARGETS];
};

/* The targets hit, and how hard; false: it met a die of a preview. */
static bool strike_blows(struct run *r, struct strike *x, int roll,
			 struct harm *h)
{
	const struct dg_state *s = dg_of(r);

	for (int i = 0; i < x->n; i++) {
		int g = x->target[i];
		enum dg_result result = attack_blow(r, x, i, roll);

		h->n_mods[i] = 0;
		h->clicks[i] = 0;
		if (result != DG_HIT && result != DG_CRITICAL_HIT)
			continue;
		if (x->ability != DG_ABILITY_SHOCKWAVE && attack_dodges(r, g))
			continue;
		if (!r->unknown)
			h->clicks[i] = clicks_of(r, x, g, result, h->mods[i],
						 &h->n_mods[i]);
		if (r->unknown)
			return false;
		if (is_magic(x->ability) ||
		    (x->ranged && attack_enhanced(s, x->f, g)))
			curse_note(s, x, g, s->fig[x->f].label);
	}
	return true;
}

/* the clicks are taken; gives who retaliates, a bit for each target */
static uint32_t strike_hurts(struct run *r, struct strike *x,
			     const struct harm *h)
{
	const struct dg_state *s = dg_of(r);
	uint32_t spikes = 0;

	for (int i = 0; i < x->n; i++) {
		int g = x->target[i];

		if (h->clicks[i] <= 0 || !dg_on_board(s, g))
			continue;
		if (dg_has(s, g, DG_ABILITY_RETALIATION) &&
		    x->ability != DG_ABILITY_SHOCKWAVE)
			spikes |= 1u << i;
		x->hurt = true;
		loot_falls(r, x, g);
		dg_hurt(r, g,
			&(struct dg_wound){ h->clicks[i], s->fig[x->f].label,
					    DG_BY_ATTACK, h->mods[i],
					    h->n_mods[i], true });
	}
	return spikes;
}

/* an attacker that rolled two ones hurts itself */
static void own_miss(struct run *r, int f)
{
	int32_t m[2] = { DG_ATT_04, 1 };

	dg_hurt(r, f,
		&(struct dg_wound){ 1, dg_of(r)->fig[f].label,
				    DG_BY_CRITICAL_MISS, m, 2, false });
}

/*
 * Roll, compare, damage (DG-SA-09). False: it met a die of a preview. Victims
 * that may answer are left in x; x->hurt says whether anybody took a click.
 */
static bool attack_strike(struct run *r, struct strike *x)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = s->fig[x->f].label;
	int roll = dg_dice_emit(r, label);
	struct harm h;
	uint32_t spikes;

	if (r->unknown)
		return false;
	for (int i = 0; i < x->n_doors; i++)
		door_struck(r, x, x->door[i], roll);
	if (!strike_blows(r, x, roll, &h))
		return false;
	spikes = strike_hurts(r, x, &h);
	if (RULE(DG_ATT_04, roll == 2) &&
	    !(x->kind == DG_COUNTER && dg_option(s, DG_OPTION_CRIT_COUNTER)) &&
	    dg_on_board(s, x->f))
		own_miss(r, x->f);
	if (x->hurt && !x->ranged && dg_on_board(s, x->f) &&
	    RULE(DG_SA_26, dg_has(s, x->f, DG_ABILITY_VAMPIRISM)))
		dg_heal(r, x->f, label, 1, DG_SA_26);
	for (int i = 0; i < x->n; i++)
		if ((spikes & 1u << i) && RULE(DG_SA_38, true))
			attack_retaliate(r, x, s->fig[x->target[i]].label);
	/* a hit that does no damage moves the target: DG-SA-50 */
	if (x->ability == DG_ABILITY_CONFUSION)
		x->hurt = h.clicks[0] < 0;
	return true;
}

static void labels_of(const struct dg_state *s, const struct strike *x,
		      int32_t *out)
{
	int n = 0;

	for (int i = 0; i < x->n; i++)
		out[n++] = s->fig[x->target[i]].label;
	for (int i = 0; i < x->n_doors; i++)
		out[n++] = s->door[x->door[i]].label;
}

static void attack_confuse(struct run *r, struct dg_work *w,
			   const struct strike *x, const struct decision *d)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = s->fig[x->target[0]].label, by = s->fig[x->f].label;
	int32_t squares[40];
	struct decision_arg a;
	struct event e;
	int n = 0;

	for (int at = 0; decision_next(d, at, &a) && n < 40; at = a.next)
		if (a.tag == DG_TAG_TO && a.w[0] >= 0 && a.w[1] >= 0 &&
		    a.w[0] < DG_WIDTH && a.w[1] < DG_WIDTH)
			squares[n++] = dg_square_of(a.w[0], a.w[1]);
	dg_event_confused(&e, DG_SA_50, label, by,
			  dg_value(s, x->target[0], DG_SPEED));
	run_emit(r, &e);
	dg_push(w, DG_JOB_CONFUSION_OVER, label, by,
		decision_int(d, DG_TAG_FACE, -1), 0);
	while (n)
		dg_push(w, DG_JOB_STEP, label, squares[--n], 0, 0);
}

/* who was struck may strike back, the first named first */
static void counters_due(const struct dg_state *s, struct dg_work *w,
			 const struct strike *x)
{
	for (int i = x->n; i-- > 0;)
		if (x->ability != DG_ABILITY_FLAME || i < x->n_named)
			dg_push(w, DG_JOB_COUNTER, s->fig[x->target[i]].label,
				s->fig[x->f].label,
				x->ranged ? DG_COUNTER_RANGED
					  : DG_COUNTER_CLOSE,
				0);
}

/* Refused because its target may use an ability, which the seat cannot know:
 * then no player can know that it is refused. DG-SA-07 */
static bool is_veiled(const struct dg_state *s, const struct refusal *no)
{
	int g = no->n_args ? dg_find(s, no->args[0]) : -1;

	return g >= 0 && no->rule == DG_SA_39 &&
	       dg_is_unsure(s, g, DG_ABILITY_INVISIBILITY);
}

bool dg_decide_attack(struct run *r, int seat, const struct decision *d,
		      struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int32_t targets[MAX_TARGETS + 8];
	bool ranged = d->kind == DG_ORDER_SHOOT;
	struct strike x;
	struct dg_work w;

	for (int round = 0; round < 2; round++) {
		if (!round && !may_strike(s, seat, label, no))
			return false;
		x = (struct strike){ .f = dg_find(s, label),
				     .seat = seat,
				     .kind = ranged ? DG_RANGED : DG_CLOSE,
				     .ranged = ranged };
		if (!(ranged ? plan_ranged(s, d, &x, no)
			     : plan_close(s, d, &x, no))) {
			r->unknown |= is_veiled(s, no);
			return r->unknown;
		}
		x.cost = attack_cost(s, &x);
		if (RULE(DG_ACT_03, x.cost > dg_sp(s, label)))
			return dg_no_sp(no, DG_ATT_01, label, x.cost,
					dg_sp(s, label));
		if (round)
			break;
		if (!dg_begin(r, label, DG_HOW_NORMAL))
			return true;
		dg_ram(r); /* a rammed figure may be gone */
	}
	labels_of(s, &x, targets);
	dg_declare_emit(
		r, &(struct dg_declared){ label, targets, x.n + x.n_doors,
					  x.kind, x.ability, x.cost,
					  ranged ? DG_RANGE_01 : DG_CLOSE_01 });
	if (!attack_strike(r, &x))
		return true;
	dg_work_init(&w, no);
	dg_push(&w, DG_JOB_END_ACTIVATION, label, 0, 0, 0);
	curses_due(&w, &x);
	counters_due(s, &w, &x);
	if (x.ability == DG_ABILITY_CONFUSION && x.hurt)
		attack_confuse(r, &w, &x, d);
	w.no = NULL; /* a path of the confused that ends early is no fault */
	dg_work_run(r, &w);
	return true;
}

void dg_job_curse(struct run *r, const int32_t *job)
{
	int f = dg_find(dg_of(r), job[1]);
	int32_t mods[DG_MOD_WORDS], clicks;
	int n = 0;

	if (f < 0 || !dg_on_board(dg_of(r), f) || !RULE(DG_SA_40, true))
		return;
	dg_mod(mods, &n, DG_SA_40, 1);
	clicks = dg_reduce(dg_of(r), f, 1, true, mods, &n);
	dg_hurt(r, f,
		&(struct dg_wound){
			clicks, job[2], DG_BY_ABILITY, mods, n,
			!dg_option(dg_of(r), DG_OPTION_ABILITY_XP) });
}

/* --- free attack and counterattack ------------------------------------- */

void dg_job_free(struct run *r, struct dg_work *w, const int32_t *job)
{
	const struct dg_state *s = dg_of(r);
	int f = dg_find(s, job[1]), g = dg_find(s, job[2]);
	struct strike x = { .f = f, .kind = DG_FREE, .passed = true };
	struct refusal no;

	if (f >= 0)
		x.seat = dg_controller(s, f);
	if (f < 0 || g < 0 || !dg_on_board(s, f) || !dg_on_board(s, g) ||
	    attack_wolves(s, f, g) ||
	    RULE(DG_SA_45, dg_has(s, f, DG_ABILITY_DEMORALIZED)))
		return;
	ability_of(s, &x, 1, 0, DG_ABILITY_SWEEP, &no);
	add_target(&x, g);
	x.n_named = 1;
	dg_declare_emit(r, &(struct dg_declared){ job[1], &job[2], 1, DG_FREE,
						  x.ability, 0, DG_PASS_06 });
	if (!attack_strike(r, &x))
		return;
	curses_due(w, &x);
	dg_push(w, DG_JOB_COUNTER, job[2], job[1], DG_COUNTER_PASSED, 0);
}

/* the first that is applicable to the one target, g (DG-SA-04) */
static enum dg_ability counter_ability(const struct dg_state *s, int f, int g,
				       bool ranged, int without)
{
	for (size_t i = 0; i < ARRAY_LEN(in_turn); i++) {
		enum dg_ability a = in_turn[i];

		if (!dg_ability_shapes(a, ranged) || (int)a == without ||
		    !dg_has(s, f, a) ||
		    (is_magic(a) &&
		     RULE(DG_SA_32, dg_has(s, g, DG_ABILITY_IMMUNITY))) ||
		    ((a == DG_ABILITY_SWEEP || a == DG_ABILITY_FLAME) &&
		     !dg_option(s, DG_OPTION_COUNTER_ABILITIES)))
			continue;
		return a;
	}
	return DG_NO_ABILITY;
}

/* where they stand */
static bool could_counter(const struct dg_state *s, int f, int g, int how,
			  enum dg_ability a)
{
	struct refusal no;

	if (!dg_on_board(s, f) || !dg_on_board(s, g) ||
	    attack_wolves(s, f, g) || !dg_enemies(s, f, g))
		return false;
	if (how == DG_COUNTER_PASSED)
		return RULE(DG_PASS_07, true);
	if (how == DG_COUNTER_RANGED)
		return RULE(DG_RANGE_05,
			    may_shoot(s, f, &no) &&
				    ranged_target(s, f, g, a, &no));
	if (how == DG_COUNTER_STEAL &&
	    RULE(DG_STEAL_04, dg_has(s, g, DG_ABILITY_NIMBLE) ||
				      dg_has(s, g, DG_ABILITY_INVISIBILITY) ||
				      dg_has(s, g, DG_ABILITY_STEALTH) ||
				      dg_has(s, g, DG_ABILITY_QUICKNESS)))
		return false;
	return RULE(DG_CLOSE_03,
		    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0 &&
			    dg_in_front(s, f, s->fig[g].sq));
}

static bool may_counter(const struct dg_state *s, int f, int g, int how,
			enum dg_ability a)
{
	return could_counter(s, f, g, how, a) &&
	       !RULE(DG_SA_45, dg_has(s, f, DG_ABILITY_DEMORALIZED));
}

/* the attacker is in a square of front and rear arc */
static bool both_arcs(const struct dg_state *s, const int32_t *job)
{
	int f = dg_find(s, job[1]), g = dg_find(s, job[2]);

	return job[3] == DG_COUNTER_CLOSE && dg_in_rear(s, f, s->fig[g].sq) &&
	       dg_in_front(s, f, s->fig[g].sq);
}

static void counter_emit(struct run *r, const int32_t *job, int seat,
			 bool answers, bool by_default)
{
	static const int rules[] = { DG_CLOSE_03, DG_RANGE_05, DG_PASS_07,
				     DG_STEAL_04 };
	struct event e;

	dg_event_counter(&e, rules[job[3]], job[1], job[2], seat, answers);
	if (by_default)
		event_because(&e, DG_D_14);
	if (answers && both_arcs(dg_of(r), job))
		event_because(&e, DG_ARC_05);
	run_emit(r, &e);
}

void dg_job_counter(struct run *r, struct dg_work *w, const int32_t *job,
		    const struct decision *answer)
{
	const struct dg_state *s = dg_of(r);
	int f = dg_find(s, job[1]), g = dg_find(s, job[2]), seat, policy;
	struct strike x = { .f = f, .kind = DG_COUNTER };
	bool answers;
	int without;

	if (f < 0 || g < 0)
		return;
	seat = s->fig[f].owner >= 0 ? s->fig[f].owner
				    : dg_opponent(s, s->head.active);
	policy = s->fig[f].counter[seat] ? s->fig[f].counter[seat]
					 : s->player[seat].counter;
	without = s->fig[f].counter_without[seat];
	answers = policy != DG_POLICY_NEVER;
	if (answer) {
		answers = decision_int(answer, DG_TAG_YES, 1) != 0;
		without = decision_int(answer, DG_TAG_WITHOUT, without);
	}
	x.seat = dg_controller(s, f);
	x.ranged = job[3] == DG_COUNTER_RANGED;
	x.ability = counter_ability(s, f, g, x.ranged, without);
	if (!may_counter(s, f, g, job[3], x.ability)) {
		if (answer)
			counter_emit(r, job, seat, false, false);
		return;
	}
	if (!answer && dg_option(s, DG_OPTION_ASK) && !policy) {
		dg_push(w, DG_JOB_COUNTER, job[1], job[2], job[3], job[4]);
		dg_ask(r, w, DG_ASKS_COUNTER, seat, job[1], job[2]);
		return;
	}
	counter_emit(r, job, seat, answers, !answer && !policy);
	if (!answers)
		return;
	x.passed = job[3] == DG_COUNTER_PASSED;
	add_target(&x, g);
	x.n_named = 1;
	dg_declare_emit(r,
			&(struct dg_declared){ job[1], &job[2], 1, DG_COUNTER,
					       x.ability, 0, DG_CLOSE_04 });
	x.loot = job[4];
	if (attack_strike(r, &x))
		curses_due(w, &x);
}

/* --- HEAL -------------------------------------------------------------- */

static bool heal_check(const struct dg_state *s, int f, int t, bool magic,
		       struct refusal *no)
{
	int32_t from = s->fig[f].sq, to = s->fig[t].sq;
	int32_t label = s->fig[t].label;

	if (dg_enemies(s, f, t))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_HEAL_03, label);
	if (magic && RULE(DG_HEAL_03, f == t))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_HEAL_03, label);
	if (magic && RULE(DG_SA_32, dg_has(s, t, DG_ABILITY_IMMUNITY)))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_SA_32, label);
	if (RULE(DG_SA_36, dg_has(s, t, DG_ABILITY_INVULNERABILITY)))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_SA_36, label);
	if (RULE(DG_SA_20, dg_enemy_beside(s, f, from, -1) ||
				   dg_enemy_beside(s, t, to, -1)))
		return dg_no(no, DG_REFUSAL_ENEMY_ADJACENT, DG_SA_20, label);
	if (f == t)
		return true;
	if (!magic && dg_adjacent(s, from, to) < 0)
		return dg_no(no, DG_REFUSAL_NOT_ADJACENT, DG_SA_20, label);
	if (!dg_in_front(s, f, to))
		return dg_no(no, DG_REFUSAL_NOT_IN_FRONT_ARC, DG_ARC_03, label);
	if (!magic)
		return true;
	if (RULE(DG_SA_24, dg_range(from, to) > s->card[f].range))
		return dg_no_range(no, DG_SA_24, label, dg_range(from, to),
				   s->card[f].range);
	if (!dg_line(s, from, to, 0, -1).clear)
		return dg_no(no, DG_REFUSAL_LINE_BLOCKED, DG_SA_24, label);
	return true;
}

/* Clicks come back; false: it met a die of a preview. */
static bool attack_heals(struct run *r, const struct strike *x, int t,
			 enum dg_result result, bool by_die)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = s->fig[x->f].label;
	int32_t clicks = by_die ? ability_die(r, x->f, x->ability)
				: dg_value(s, x->f, DG_DAMAGE);

	if (r->unknown)
		return false;
	if (RULE(DG_HEAL_02, result == DG_CRITICAL_HIT))
		clicks++;
	dg_heal(r, t, label, clicks,
		result == DG_CRITICAL_HIT ? DG_HEAL_02
					  : dg_abilities[x->ability].rule);
	if (x->ability == DG_ABILITY_MAGIC_HEALING &&
	    dg_has(s, t, DG_ABILITY_CURSED)) {
		int32_t job[3] = { DG_JOB_CURSE, s->fig[t].label, label };

		dg_job_curse(r, job);
	}
	return true;
}

bool dg_decide_heal(struct run *r, int seat, const struct decision *d,
		    struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int32_t target = decision_int(d, DG_TAG_TARGET, 0);
	int f = dg_find(s, label), t = dg_find(s, target), roll;
	struct strike x = { .f = f, .seat = seat, .kind = DG_HEALING };
	enum dg_result result;
	struct dg_blow b;
	bool magic, by_die;

	if (!may_strike(s, seat, label, no))
		return false;
	magic = !strikes_with(s, &x, DG_ABILITY_HEALING);
	x.ability = magic ? DG_ABILITY_MAGIC_HEALING : DG_ABILITY_HEALING;
	if (magic && !strikes_with(s, &x, DG_ABILITY_MAGIC_HEALING))
		return dg_no(no, DG_REFUSAL_NO_ABILITY,
			     out_of_reach(s, f, DG_ABILITY_MAGIC_HEALING)
				     ? DG_TRS_13
				     : DG_SA_20,
			     label);
	if (t < 0 || !dg_on_board(s, t))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_SA_20, target);
	if (!heal_check(s, f, t, magic, no))
		return false;
	if (RULE(DG_ACT_03, dg_sp(s, label) < 4))
		return dg_no_sp(no, DG_SA_20, label, 4, dg_sp(s, label));
	if (!dg_begin(r, label, DG_HOW_NORMAL))
		return true;
	dg_ram(r);
	dg_declare_emit(r, &(struct dg_declared){ label, &target, 1, DG_HEALING,
						  x.ability, 4, DG_SA_20 });
	roll = dg_dice_emit(r, label);
	if (r->unknown)
		return true;
	blow_start(s, &x, target, roll, &b);
	b.defense = dg_value(s, t, DG_DEFENSE);
	result = dg_blow_emit(r, &b);
	if (result == DG_CRITICAL_MISS)
		own_miss(r, f);
	by_die = magic ||
		 decision_int(d, DG_TAG_HEAL_BY, DG_HEAL_DIE) == DG_HEAL_DIE;
	if ((result == DG_HIT || result == DG_CRITICAL_HIT) &&
	    !attack_heals(r, &x, t, result, by_die))
		return true;
	if (s->actor == label)
		dg_end_activation(r);
	return true;
}

/* --- what dice may bring ------------------------------------------------ */

/* one target of an attack: each sum of two dice by its frequency, each face
 * of a die of damage, and targets with Dodge escape on 5 and 6 */
static void odds_at(const struct dg_state *s, const struct strike *x, int i,
		    struct dg_odds *o)
{
	int g = x->target[i];
	bool enemy = dg_enemies(s, x->f, g);
	int faces =
		x->ability != DG_ABILITY_SHOCKWAVE &&
				RULE(DG_SA_37, dg_has(s, g, DG_ABILITY_DODGE))
			? 4
			: 6;

	for (int roll = 2; roll <= 12; roll++) {
		int ways = roll < 8 ? roll - 1 : 13 - roll;
		enum dg_result result;
		struct dg_blow b;

		blow_at(s, x, i, roll, &b);
		result = dg_blow_result(
			&b, b.value + roll + dg_mods_sum(b.mods, b.n_mods),
			b.defense + dg_mods_sum(b.dmods, b.n_dmods));
		if (result != DG_HIT && result != DG_CRITICAL_HIT)
			continue;
		o->hits += i ? 0 : ways * faces;
		for (int die = 1; die <= 6; die++) {
			int32_t mods[DG_MOD_WORDS];
			int n = 0;
			int32_t clicks =
				clicks_with(s, x, g, result, die, mods, &n);

			if (clicks > 0)
				*(enemy ? &o->clicks : &o->harm) +=
					ways * faces * clicks;
		}
	}
}

static void odds_healing(const struct dg_state *s, const struct strike *x,
			 int32_t target, struct dg_odds *o)
{
	int t = dg_find(s, target);

	for (int roll = 2; roll <= 12; roll++) {
		int ways = roll < 8 ? roll - 1 : 13 - roll;
		enum dg_result result;
		struct dg_blow b;

		blow_start(s, x, target, roll, &b);
		b.defense = dg_value(s, t, DG_DEFENSE);
		result = dg_blow_result(
			&b, b.value + roll + dg_mods_sum(b.mods, b.n_mods),
			b.defense);
		if (result != DG_HIT && result != DG_CRITICAL_HIT)
			continue;
		o->hits += 6 * ways;
	}
}

bool dg_strike_odds(const struct dg_state *s, const struct decision *d,
		    struct dg_odds *o)
{
	bool ranged = d->kind == DG_ORDER_SHOOT;
	int32_t target = decision_int(d, DG_TAG_TARGET, 0);
	struct strike x = { .f = dg_find(s, decision_int(d, DG_TAG_FIG, 0)),
			    .seat = s->head.active,
			    .kind = ranged ? DG_RANGED : DG_CLOSE,
			    .ranged = ranged };
	struct refusal no;

	*o = (struct dg_odds){ .of = 216 };
	if (x.f < 0 || !dg_on_board(s, x.f))
		return false;
	if (d->kind == DG_ORDER_HEAL) {
		x.kind = DG_HEALING;
		if (dg_find(s, target) < 0)
			return false;
		odds_healing(s, &x, target, o);
		return true;
	}
	if (!(ranged ? plan_ranged(s, d, &x, &no) : plan_close(s, d, &x, &no)))
		return false;
	for (int i = 0; i < x.n; i++)
		odds_at(s, &x, i, o);
	return true;
}

/* it is not demoralized, or may not be so once it is hurt */
static bool may_rally(const struct dg_state *s, int f)
{
	const struct dg_card *c = &s->card[f];
	int click = (int)s->fig[f].click;

	if (!dg_has(s, f, DG_ABILITY_DEMORALIZED))
		return true;
	while (++click <= c->n_clicks)
		if (!dg_has_byte(c->dial[click][1], DG_ABILITY_DEMORALIZED))
			return true;
	return false;
}

/* g may strike back at f after such an attack */
static bool strikes_back(const struct dg_state *s, int f, int g, int how)
{
	enum dg_ability a = counter_ability(s, g, f, how == DG_COUNTER_RANGED,
					    DG_NO_ABILITY);

	return could_counter(s, g, f, how, a) && may_rally(s, g);
}

void dg_strike_struck(const struct dg_state *s, const struct decision *d,
		      int max, struct dg_struck *out)
{
	bool ranged = d->kind == DG_ORDER_SHOOT;
	int32_t named = decision_int(d, DG_TAG_TARGET, 0);
	struct strike x = { .f = dg_find(s, decision_int(d, DG_TAG_FIG, 0)),
			    .seat = s->head.active,
			    .kind = ranged ? DG_RANGED : DG_CLOSE,
			    .ranged = ranged };
	struct refusal no;
	int g = dg_find(s, named);

	out->n_also = out->n_back = 0;
	if (x.f < 0 || !dg_on_board(s, x.f))
		return;
	if (d->kind == DG_ORDER_STEAL) {
		if (g >= 0 && strikes_back(s, x.f, g, DG_COUNTER_STEAL))
			out->back[out->n_back++] = named;
		return;
	}
	if (!(ranged ? plan_ranged(s, d, &x, &no) : plan_close(s, d, &x, &no)))
		return;
	for (int i = 0; i < x.n; i++) {
		int32_t label = s->fig[x.target[i]].label;

		if (label != named && out->n_also < max)
			out->also[out->n_also++] = label;
		if ((x.ability != DG_ABILITY_FLAME || i < x.n_named) &&
		    out->n_back < max &&
		    strikes_back(s, x.f, x.target[i],
				 ranged ? DG_COUNTER_RANGED : DG_COUNTER_CLOSE))
			out->back[out->n_back++] = label;
	}
}

static void odds_start(struct event *e, int seat, const struct decision *d,
		       bool ranged, const struct refusal *why)
{
	event_start(e, DG_EV_ODDS, DG_ATT_03);
	if (why->rule)
		event_because(e, why->rule);
	e->audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	event_put(e, DG_EV_ODDS_SEAT, seat);
	event_put(e, DG_EV_ODDS_FIG, decision_int(d, DG_TAG_FIG, 0));
	event_put(e, DG_EV_ODDS_TARGET, decision_int(d, DG_TAG_TARGET, 0));
	event_put(e, DG_EV_ODDS_RANGED, ranged);
	event_put_text(
		e, DG_EV_ODDS_REASON,
		str_of(why->reason ? dg_refusals[why->reason].name : ""));
	event_put_ints(e, DG_EV_ODDS_ARGS, why->args, why->n_args);
}

bool dg_odds_emit(struct run *r, int seat, const struct decision *d,
		  bool ranged, struct refusal *why)
{
	const struct dg_state *s = dg_of(r);
	struct strike x = { .f = dg_find(s, decision_int(d, DG_TAG_FIG, 0)),
			    .seat = seat,
			    .kind = ranged ? DG_RANGED : DG_CLOSE,
			    .ranged = ranged };
	static const struct refusal none;
	struct dg_odds o = { .of = 216 };
	struct dg_blow b;
	struct event e;
	int needed;

	if (!(ranged ? plan_ranged(s, d, &x, why) : plan_close(s, d, &x, why)))
		return false;
	for (int i = 0; i < x.n; i++)
		odds_at(s, &x, i, &o);
	blow_at(s, &x, 0, 7, &b);
	needed = (int)(b.defense + dg_mods_sum(b.dmods, b.n_dmods) - b.value -
		       dg_mods_sum(b.mods, b.n_mods));
	odds_start(&e, seat, d, ranged, &none);
	event_put(&e, DG_EV_ODDS_VALUE, b.value);
	event_put_ints(&e, DG_EV_ODDS_BONUS, b.mods, b.n_mods);
	event_put(&e, DG_EV_ODDS_DEFENSE, b.defense);
	event_put_ints(&e, DG_EV_ODDS_MODIFIERS, b.dmods, b.n_dmods);
	event_put(&e, DG_EV_ODDS_NEEDED,
		  needed < 3    ? 3
		  : needed > 12 ? 12
				: needed);
	event_put(&e, DG_EV_ODDS_CHANCE, suggest_per_cent(o.hits, o.of));
	event_put(&e, DG_EV_ODDS_MEAN, (1000 * o.clicks + 648) / 1296);
	run_emit(r, &e);
	return true;
}

void dg_no_odds_emit(struct run *r, int seat, const struct decision *d,
		     bool ranged, const struct refusal *why)
{
	struct event e;

	odds_start(&e, seat, d, ranged, why);
	event_put(&e, DG_EV_ODDS_VALUE, 0);
	event_put_ints(&e, DG_EV_ODDS_BONUS, NULL, 0);
	event_put(&e, DG_EV_ODDS_DEFENSE, 0);
	event_put_ints(&e, DG_EV_ODDS_MODIFIERS, NULL, 0);
	event_put(&e, DG_EV_ODDS_NEEDED, 0);
	event_put(&e, DG_EV_ODDS_CHANCE, 0);
	event_put(&e, DG_EV_ODDS_MEAN, 0);
	run_emit(r, &e);
}
