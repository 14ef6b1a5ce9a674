/*
 * src/rules/rebellion/tables.h - the .def files as tables. Others reach them
 * through system_rebellion; tests also without the engine.
 */
#ifndef RULES_REBELLION_TABLES_H
#define RULES_REBELLION_TABLES_H
#include "rules/rebellion/rebellion.h"

extern const struct event_kind rb_event_kinds[N_RB_EVENTS];
extern const struct decision_kind rb_order_kinds[N_RB_ORDERS];
extern const struct field rb_tags[N_RB_TAGS];
extern const struct refusal_kind rb_refusals[N_RB_REFUSALS];
extern const char *const rb_conditions[N_RB_CONDITIONS];
extern const struct rule_table rb_rules;
extern const char *const rb_quarters[RB_LEFT + 1];
extern const char *const rb_dials[RB_DIAL_MOUNT + 1];
#endif
