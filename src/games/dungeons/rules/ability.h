/*
 * src/games/dungeons/rules/ability.h - executes abilities that are orders.
 */
#ifndef GAMES_DUNGEONS_RULES_ABILITY_H
#define GAMES_DUNGEONS_RULES_ABILITY_H
#include "games/dungeons/rules/run.h"

bool dg_decide_use(struct run *r, int seat, const struct decision *d,
		   struct refusal *no);
#endif
