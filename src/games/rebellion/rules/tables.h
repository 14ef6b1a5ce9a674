/*
 * src/games/rebellion/rules/tables.h - declares the tables made from the .def
 * files. Other folders use them through system_rebellion; tests use them
 * directly.
 */
#ifndef GAMES_REBELLION_RULES_TABLES_H
#define GAMES_REBELLION_RULES_TABLES_H
#include "games/rebellion/rules/rebellion.h"
#include "engine/gen_tables.h"

TABLES_DECLARED(rb, RB)
extern const char *const rb_quarters[RB_LEFT + 1];
extern const char *const rb_dials[RB_DIAL_MOUNT + 1];
#endif
