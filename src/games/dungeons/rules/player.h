/*
 * src/games/dungeons/rules/player.h - what the computer player knows of
 * Dungeons
 */
#ifndef GAMES_DUNGEONS_RULES_PLAYER_H
#define GAMES_DUNGEONS_RULES_PLAYER_H
#include "engine/player.h"

extern const struct player_rules player_dungeons;
#endif
