/*
 * src/games/rebellion/rules/tables.h - the .def files as tables. Others reach
 * them through system_rebellion; tests also without the engine.
 */
#ifndef GAMES_REBELLION_RULES_TABLES_H
#define GAMES_REBELLION_RULES_TABLES_H
#include "games/rebellion/rules/rebellion.h"
#include "engine/gen_tables.h"

TABLES_DECLARED(rb, RB)
extern const char *const rb_quarters[RB_LEFT + 1];
extern const char *const rb_dials[RB_DIAL_MOUNT + 1];
#endif
