/*
 * src/rules/dungeons/tables.h - the .def files as tables. Others reach them
 * through system_dungeons; tests also without the engine.
 */
#ifndef RULES_DUNGEONS_TABLES_H
#define RULES_DUNGEONS_TABLES_H
#include "rules/dungeons/dungeons.h"

extern const struct event_kind dg_event_kinds[N_DG_EVENTS];
extern const struct decision_kind dg_order_kinds[N_DG_ORDERS];
extern const struct field dg_tags[N_DG_TAGS];
extern const struct refusal_kind dg_refusals[N_DG_REFUSALS];
extern const char *const dg_conditions[N_DG_CONDITIONS];
extern const struct rule_table dg_rules;
extern const char *const dg_terrains[N_DG_TERRAINS];
extern const char *const dg_traps[DG_SPRUNG + 1];
extern const char *const dg_door_kinds[DG_IRON + 1];
extern const char *const dg_door_states[DG_DESTROYED + 1];
extern const char *const dg_pieces[DG_PIECE_IRON + 1];
#endif
