/*
 * src/games/dungeons/rules/tables.h - declares the tables made from the .def
 * files. Other folders use them through system_dungeons; tests use them
 * directly.
 */
#ifndef GAMES_DUNGEONS_RULES_TABLES_H
#define GAMES_DUNGEONS_RULES_TABLES_H
#include "games/dungeons/rules/dungeons.h"
#include "engine/gen_tables.h"

TABLES_DECLARED(dg, DG)
extern const char *const dg_terrains[N_DG_TERRAINS];
extern const char *const dg_traps[DG_SPRUNG + 1];
extern const char *const dg_door_kinds[DG_IRON + 1];
extern const char *const dg_door_states[DG_DESTROYED + 1];
extern const char *const dg_pieces[DG_PIECE_IRON + 1];
#endif
