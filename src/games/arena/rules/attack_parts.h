/*
 * src/games/arena/rules/attack_parts.h - the parts of an attack's steps
 * (attack.c), and of attack actions.
 */
#ifndef GAMES_ARENA_RULES_ATTACK_PARTS_H
#define GAMES_ARENA_RULES_ATTACK_PARTS_H
#include "games/arena/rules/play.h"

const struct ar_profile *ar_attack_profile(const struct ar_state *s,
					   const struct ar_attack *a);
bool ar_unavoidable(const struct ar_state *s, const struct ar_attack *a);

/* the first attack of the round, at all and on the target; then noted */
void ar_attack_firsts(const struct ar_state *s, struct ar_attack *a);
void ar_attack_noted(struct ar_work *w, const struct ar_attack *a);
/* .. on the target alone */
void ar_attack_pair(struct ar_work *w, const struct ar_attack *a);
/* mana that it costs now, its firsts being known; and the paying of it */
int ar_attack_owed(const struct ar_state *s, const struct ar_attack *a);
bool ar_attack_tax(struct ar_work *w, const struct ar_attack *a);

/* Roll and log a d12 with these modifiers; ok from `needed` on: the total, 0
 * in a preview. mods, or NULL: pairs of rule and amount */
int ar_roll_d12(struct ar_work *w, int32_t obj, enum ar_roll what, int rule,
		int needed, const struct ar_why *mods, bool *again);
void ar_roll_dice(struct ar_work *w, struct ar_attack *a); /* step 5 */
void ar_defend(struct ar_work *w, struct ar_attack *a);    /* step 4 */
/* The d12 total needed for the default defense (AR-DEF-03), its penalties
 * counted; 0: there is none. once: it is used up. */
int ar_defense_known(const struct ar_state *s, const struct ar_attack *a,
		     bool *once);
void ar_reflect(struct ar_work *w, const struct ar_attack *a);
/* what damage brings besides: inflicted is not more than the life left */
void ar_damage_hooks(struct ar_work *w, struct ar_attack *a, int32_t inflicted);
void ar_effects(struct ar_work *w, struct ar_attack *a, bool ethereal);
void ar_counterstrike(struct ar_work *w, const struct ar_attack *a);
void ar_sweep_start(struct ar_work *w, const struct ar_attack *a);
#endif
