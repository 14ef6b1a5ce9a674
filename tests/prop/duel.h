/*
 * tests/prop/duel.h - positions of Arena by chance, as a game master's file has
 * them: hurt and burning creatures, walls, conjurations, equipment that is worn
 * and enchantments face up and face down, close together, with plans and a few
 * cards in the books. What comes late in a game that begins with the rules' own
 * set-up, or hardly ever, can happen here at once.
 */
#ifndef TESTS_PROP_DUEL_H
#define TESTS_PROP_DUEL_H
#include "games/arena/rules/state.h"
#include "engine/dice.h"

/* cards: a state that holds those of the catalog */
void duel_draw(const struct ar_state *cards, int n_players, struct dice *rng,
	       struct buf *out);
#endif
