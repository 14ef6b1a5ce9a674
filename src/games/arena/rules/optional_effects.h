/*
 * src/games/arena/rules/optional_effects.h - may clauses: done if an order or a
 * line of their player says so (AR-SDATA-11). U2 of Upkeep and re-rolls:
 * spell_clause.h.
 */
#ifndef GAMES_ARENA_RULES_OPTIONAL_EFFECTS_H
#define GAMES_ARENA_RULES_OPTIONAL_EFFECTS_H
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/triggers.h"

/* Pay for the may clause of the object and start it, if it is wanted. */
void ar_may_start(struct ar_work *w, const struct ar_obj *o, int clause,
		  enum ar_on event, const struct ar_roles *about);

/*
 * What it costs the Mage of the seat, in mana, to make a creature of this card
 * its Pet when it comes: 0 if it cannot (AR-MAGE-12).
 */
int32_t ar_pet_cost(const struct ar_state *s, int seat, int32_t card);

/* How much of 0..most Death Link heals. */
int ar_may_heal(struct ar_work *w, int seat, int most);
#endif
