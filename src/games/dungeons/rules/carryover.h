/*
 * src/games/dungeons/rules/carryover.h - carries Heroes, experience and
 * treasures of a team from game to game (engine/carryover.h):
 *
 *	hero	 level		a Hero that lives, at the level it has reached
 *	fallen	 level		one that was eliminated
 *	xp	 points		the player's experience, thresholds and all
 *	treasure position	of the treasure dial of a stored chest, key
 *				"chest/A"; a drunk potion is none
 *
 * A Hero that is brought may join the team at any level up to its own, which
 * costs what its card says. Experience keeps its value, so the next threshold
 * is as far away as before. Treasures are held from the start, at most two for
 * each Hero of the team (DG-STORE-01); further ones are left at home, and stay
 * the player's. Fallen Heroes are not brought.
 */
#ifndef GAMES_DUNGEONS_RULES_CARRYOVER_H
#define GAMES_DUNGEONS_RULES_CARRYOVER_H
#include "engine/carryover.h"
#include "games/dungeons/rules/run.h"

bool dg_carryover_apply(void *state, const struct carryover *c);
void dg_leaves(const void *state, struct carryover_list *out);

/* The level up to which the seat may take the Hero of this key, whatever
 * DG-TEAM-02 says; 0: it brings none such. */
int32_t dg_level_carried(const struct dg_state *s, int seat, struct str key);

/* The treasures that are brought, once all teams are known. */
void dg_treasures_carried(struct run *r);
#endif
