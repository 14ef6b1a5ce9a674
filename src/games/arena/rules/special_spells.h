/*
 * src/games/arena/rules/special_spells.h - verbs of spells that have code of
 * their own (AR-SDATA-30); as in spell_effect.h each does its work on one
 * object, 0 none, and gives false if the clause ends.
 */
#ifndef GAMES_ARENA_RULES_SPECIAL_SPELLS_H
#define GAMES_ARENA_RULES_SPECIAL_SPELLS_H
#include "games/arena/rules/spell_effect.h"

bool ar_chain(struct ar_doing *d, int32_t who);
bool ar_banish(struct ar_doing *d, int32_t who);
bool ar_raise(struct ar_doing *d, int32_t who); /* summon(item,here) */
bool ar_rebind(struct ar_doing *d, int32_t who);
bool ar_choose(struct ar_doing *d, int32_t who);
bool ar_turn_back(struct ar_doing *d, int32_t who); /* reflect */
#endif
