/*
 * src/rules/rebellion/engine.h - what the files of this engine share; for
 * nobody else. Outside there are rebellion.h and state.h.
 */
#ifndef RULES_REBELLION_ENGINE_H
#define RULES_REBELLION_ENGINE_H
#include "rules/rebellion/rebellion.h"
#include "rules/rule.h"

/* tables.c */
extern const struct event_kind rb_event_kinds[N_RB_EVENTS];
extern const struct decision_kind rb_order_kinds[N_RB_ORDERS];
extern const struct field rb_tags[N_RB_TAGS];
extern const struct refusal_kind rb_refusals[N_RB_REFUSALS];
extern const char *const rb_conditions[N_RB_CONDITIONS];
extern const struct rule_table rb_rules;
#endif
