/*
 * src/games/arena/rules/tables.h - declares the tables made from the .def
 * files. Other folders use them through system_arena; tests use them directly.
 */
#ifndef GAMES_ARENA_RULES_TABLES_H
#define GAMES_ARENA_RULES_TABLES_H
#include "games/arena/rules/arena.h"
#include "engine/gen_tables.h"

TABLES_DECLARED(ar, AR)

extern const char *const ar_phase_names[N_AR_PHASES];
extern const char *const ar_school_names[N_AR_SCHOOLS];
extern const char *const ar_class_names[N_AR_CLASSES];
extern const char *const ar_type_names[N_AR_TYPES];
extern const char *const ar_cond_names[N_AR_CONDS];
extern const char *const ar_token_names[N_AR_TOKENS];
extern const char *const ar_slot_names[N_AR_SLOTS];
extern const char *const ar_kind_names[N_AR_KINDS];
extern const char *const ar_window_names[N_AR_WINDOWS];

enum ar_trait_kind { AR_TRAIT_SUM, AR_TRAIT_MAX, AR_TRAIT_ON };
extern const unsigned char ar_trait_kinds[N_AR_TRAITS];
/* The number of a condition, token or trait (enum ar_has_word) by its word,
 * -1 if there is none. */
int ar_carried_named(int what, struct str word);
#endif
