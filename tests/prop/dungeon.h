/*
 * tests/prop/dungeon.h - positions of Dungeons by chance, as a game master's
 * file has them: Heroes who are hurt or gone, monsters, tokens and chests close
 * together in two chambers and two corridors; some treasures are held, assigned
 * or stored. What comes late in a game that begins with the rules' own set-up,
 * or hardly ever, can happen here at once.
 */
#ifndef TESTS_PROP_DUNGEON_H
#define TESTS_PROP_DUNGEON_H
#include "engine/system.h"

enum { DUNGEON_SEATS = 3 }; /* D1, .. are doors */

void dungeon_draw(int n_players, struct dice *rng, struct buf *out);
#endif
