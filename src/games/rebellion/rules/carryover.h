/*
 * src/games/rebellion/rules/carryover.h - carries an army's figures and points
 * from game to game (engine/carryover.h):
 *
 *	figure	wounds	a survivor, or left out of the army
 *	captive	wounds	of this player, in an enemy's hands at the end
 *	fallen	wounds	eliminated; wounds: how many clicks its dial has
 *	purse	points	not spent on reinforcements
 *
 * A seat that brings any of it makes its army of the figures that it brings,
 * the least wounded of a card first, and of others for the points of its purse.
 * They begin with their wounds. Captives and fallen are not brought.
 */
#ifndef GAMES_REBELLION_RULES_CARRYOVER_H
#define GAMES_REBELLION_RULES_CARRYOVER_H
#include "engine/carryover.h"
#include "games/rebellion/rules/position.h"

bool rb_carryover_apply(void *state, const struct carryover *c);
void rb_leaves(const void *state, struct carryover_list *out);

/* May the seat have this army of n figures? keys: of their cards, points: what
 * they cost. True, too, for a seat that brings nothing. */
bool rb_army_carried(const struct rb_state *s, int seat, const struct str *keys,
		     const int32_t *points, int n, struct refusal *no);

/* The wounds of all who were brought, once the dials are set. */
void rb_wounds_carried(struct run *r);
#endif
