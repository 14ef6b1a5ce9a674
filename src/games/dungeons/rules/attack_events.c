/* src/games/dungeons/rules/attack_events.c - emits attacks, their dice and
 * comparisons */
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/board.h"

int dg_dice_emit(struct run *r, int32_t attacker)
{
	struct event e;
	int d1, d2;

	run_roll_two(r, &d1, &d2);
	if (r->unknown)
		return 0;
	dg_event_attack_dice(&e, DG_ATT_03, attacker, d1, d2);
	event_because(&e, dg_find(dg_of(r), attacker) < 0 ? DG_X_12 : DG_X_04);
	run_emit(r, &e);
	return d1 + d2;
}

int32_t dg_mods_sum(const int32_t *mods, int n)
{
	int32_t all = 0;

	for (int i = 1; i < n; i += 2)
		all += mods[i];
	return all;
}

enum dg_result dg_blow_result(const struct dg_blow *b, int32_t total,
			      int32_t against)
{
	if (!b->plain && RULE(DG_ATT_05, b->roll == 12))
		return DG_CRITICAL_HIT;
	if (!b->plain && RULE(DG_ATT_04, b->roll == 2))
		return DG_CRITICAL_MISS;
	return RULE(DG_ATT_03, total >= against) ? DG_HIT : DG_MISS;
}

enum dg_result dg_blow_emit(struct run *r, const struct dg_blow *b)
{
	int32_t total = b->value + b->roll + dg_mods_sum(b->mods, b->n_mods);
	int32_t against = b->defense + dg_mods_sum(b->dmods, b->n_dmods);
	enum dg_result result = dg_blow_result(b, total, against);
	struct event e;

	event_start(&e, DG_EV_ATTACK, b->rule);
	event_because(&e, DG_ATT_03);
	if (result == DG_CRITICAL_MISS)
		event_because(&e, DG_ATT_04);
	if (result == DG_CRITICAL_HIT)
		event_because(&e, DG_ATT_05);
	event_put(&e, DG_EV_ATTACK_ATTACKER, b->attacker);
	event_put(&e, DG_EV_ATTACK_TARGET, b->target);
	event_put(&e, DG_EV_ATTACK_VALUE, b->value);
	event_put(&e, DG_EV_ATTACK_ROLL, b->roll);
	event_put_ints(&e, DG_EV_ATTACK_MODS, b->mods, b->n_mods);
	event_put(&e, DG_EV_ATTACK_TOTAL, total);
	event_put(&e, DG_EV_ATTACK_DEFENSE, b->defense);
	event_put_ints(&e, DG_EV_ATTACK_DEFENSE_MODS, b->dmods, b->n_dmods);
	event_put(&e, DG_EV_ATTACK_AGAINST, against);
	event_put(&e, DG_EV_ATTACK_RESULT, result);
	run_emit(r, &e);
	return result;
}

bool dg_ability_shapes(enum dg_ability a, bool ranged)
{
	switch (a) {
	case DG_ABILITY_BLAST:
	case DG_ABILITY_FLAME:
	case DG_ABILITY_SHOCKWAVE:
	case DG_ABILITY_FREEZE:
	case DG_ABILITY_CONFUSION: return ranged;
	case DG_ABILITY_WEAPON_MASTER:
	case DG_ABILITY_SWEEP:
	case DG_ABILITY_SNEAK_ATTACK: return !ranged;
	default: return false;
	}
}

/* what more of its abilities an attack rests on */
static void abilities_record(const struct dg_state *s, int f,
			     enum dg_attack_kind kind, int ability,
			     int32_t cost, struct event *e)
{
	bool ranged = kind == DG_RANGED;
	int more = 0;

	for (int a = 1; a < N_DG_ABILITIES; a++)
		more += a != ability &&
			dg_ability_shapes((enum dg_ability)a, ranged) &&
			dg_has(s, f, (enum dg_ability)a);
	if (more)
		event_because(e, kind == DG_COUNTER ? DG_SA_04 : DG_SA_03);
	if (ability &&
	    dg_printed_ability(
		    s, f, (enum dg_slot)dg_abilities[ability].slot) != ability)
		event_because(e, DG_TRS_12);
	if (!cost && kind == DG_RANGED)
		event_because(e, DG_SA_16);
	if (!cost && kind == DG_CLOSE && dg_has(s, f, DG_ABILITY_CHARGE)) {
		event_because(e, DG_SA_10);
		event_because(e, DG_D_22);
	}
	if (ranged && dg_has(s, f, DG_ABILITY_PIERCE))
		event_because(e, DG_SA_48);
}

void dg_declare_emit(struct run *r, const struct dg_declared *x)
{
	const struct dg_state *s = dg_of(r);
	int f = dg_find(s, x->attacker);
	struct event e;

	event_start(&e, DG_EV_ATTACK_DECLARED, x->rule);
	event_because(&e, DG_ATT_01);
	if (x->ability)
		event_because(&e, dg_abilities[x->ability].rule);
	if (x->kind == DG_RANGED)
		event_because(&e, DG_RANGE_02);
	if (x->n > 1)
		event_because(&e, DG_ATT_09);
	else if (x->kind != DG_BY_CHEST)
		event_because(&e, DG_SA_09);
	if (x->kind == DG_BY_CHEST && x->n != 1)
		event_because(&e, DG_TRAP_16);
	if (f >= 0)
		abilities_record(s, f, x->kind, x->ability, x->cost, &e);
	event_put(&e, DG_EV_ATTACK_DECLARED_ATTACKER, x->attacker);
	event_put_ints(&e, DG_EV_ATTACK_DECLARED_TARGETS, x->targets, x->n);
	event_put(&e, DG_EV_ATTACK_DECLARED_KIND, x->kind);
	event_put(&e, DG_EV_ATTACK_DECLARED_ABILITY, x->ability);
	event_put(&e, DG_EV_ATTACK_DECLARED_COST, x->cost);
	event_put(&e, DG_EV_ATTACK_DECLARED_SP,
		  f >= 0 ? s->fig[f].sp - x->cost : 0);
	run_emit(r, &e);
}
