/*
 * src/games/arena/rules/player.h - what the computer player knows of
 * Arena
 */
#ifndef GAMES_ARENA_RULES_PLAYER_H
#define GAMES_ARENA_RULES_PLAYER_H
#include "engine/player.h"

extern const struct player_rules player_arena;
#endif
