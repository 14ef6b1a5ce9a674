/*
 * src/games/rebellion/rules/system_private.h - declares the functions of struct
 * system; view.c puts them into it.
 */
#ifndef GAMES_REBELLION_RULES_SYSTEM_PRIVATE_H
#define GAMES_REBELLION_RULES_SYSTEM_PRIVATE_H
#include "games/rebellion/rules/position.h"

struct suggest; /* engine/suggest.h */

const char *rb_invariant(const void *state);
const char *rb_validate(const void *state); /* validate.c */
bool rb_is_creation_event(int kind);

bool rb_evolve(void *state, const struct event *e);
bool rb_option(void *state, struct str name, int seat, const int32_t *w, int n);

bool rb_get(const void *view, struct str path, int32_t *w, int *n);
enum value_fate rb_put(void *state, struct str path, const int32_t *w, int n);
void rb_was_put(void *state, struct str path);
enum { N_RB_VALUES = 4 };
extern const struct state_path_list rb_values[N_RB_VALUES];

void rb_view(const void *state, int seat, void *out);
void rb_offer(const void *view, int seat, struct trials *room,
	      struct offers *out);
/* player_rules.suggest */
bool rb_suggest(const void *view, int seat, struct trials *room,
		const struct decision *d, const struct offers *list,
		struct suggest *out);
bool rb_instead(const void *view, int seat, struct trials *room,
		const struct decision *d, struct decision *out);
int rb_legal(const void *view, int seat, struct trials *room,
	     struct move_group *out, int max);
bool rb_choose(struct run *r, int seat, struct dice *lot, struct decision *out);
bool rb_random_decision(const void *view, int seat, struct trials *room,
			struct dice *rng, struct decision *out);
bool rb_default_order(const void *view, int seat, struct decision *out);
#endif
