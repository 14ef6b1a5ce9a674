/*
 * src/games/players.h - finds what the computer player knows of a game.
 */
#ifndef GAMES_PLAYERS_H
#define GAMES_PLAYERS_H
#include "engine/player.h"

/* NULL: the computer cannot play by these rules. */
const struct player_rules *players_find(const struct system *sys);
#endif
