/*
 * src/games/rebellion/rules/player.h - what the computer player knows of
 * Rebellion
 */
#ifndef GAMES_REBELLION_RULES_PLAYER_H
#define GAMES_REBELLION_RULES_PLAYER_H
#include "engine/player.h"

extern const struct player_rules player_rebellion;
#endif
