/*
 * src/rules/rebellion/tables.h - the .def files as tables. Others reach them
 * through system_rebellion; tests also without the engine.
 */
#ifndef RULES_REBELLION_TABLES_H
#define RULES_REBELLION_TABLES_H
#include "rules/rebellion/rebellion.h"
#include "rules/tables.h"

TABLES_DECLARED(rb, RB)
extern const char *const rb_quarters[RB_LEFT + 1];
extern const char *const rb_dials[RB_DIAL_MOUNT + 1];
#endif
