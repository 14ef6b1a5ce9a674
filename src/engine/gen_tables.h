/*
 * src/engine/gen_tables.h - declares the tables that engine/gen_tables.inc
 * makes from one game's .def files, and puts them into its struct system.
 */
#ifndef ENGINE_GEN_TABLES_H
#define ENGINE_GEN_TABLES_H
#include "engine/option.h"
#include "engine/system.h"

/* TABLES_DECLARED(rb, RB): all but rb_options, which its players may see. */
#define TABLES_DECLARED(low, up)                                               \
	extern const struct event_kind low##_event_kinds[N_##up##_EVENTS];     \
	extern const struct decision_kind low##_order_kinds[N_##up##_ORDERS];  \
	extern const struct field low##_tags[N_##up##_TAGS];                   \
	extern const struct refusal_kind low##_refusals[N_##up##_REFUSALS];    \
	extern const char *const low##_conditions[N_##up##_CONDITIONS];        \
	extern const struct rule_table low##_rules;

/* SYSTEM_TABLES(rb, RB): members of its struct system. */
#define SYSTEM_TABLES(low, up)                                                 \
	.events = { low##_event_kinds, N_##up##_EVENTS, &low##_rules },        \
	.decisions = { low##_order_kinds, N_##up##_ORDERS, low##_tags,         \
		       N_##up##_TAGS, &low##_rules },                          \
	.refusals = low##_refusals, .n_refusals = N_##up##_REFUSALS,           \
	.conditions = low##_conditions, .n_conditions = N_##up##_CONDITIONS,   \
	.options = low##_options, .n_options = N_##up##_OPTIONS
#endif
