/*
 * src/games/dungeons/rules/system_private.h - declares the functions of struct
 * system; view.c puts them into it.
 */
#ifndef GAMES_DUNGEONS_RULES_SYSTEM_PRIVATE_H
#define GAMES_DUNGEONS_RULES_SYSTEM_PRIVATE_H
#include "games/dungeons/rules/run.h"

struct dg_trial; /* legal.h */
struct suggest;  /* engine/suggest.h */

bool dg_evolve(void *state, const struct event *e);
bool dg_common(void *state, const struct event *e);
bool dg_text_option(void *state, struct str name, int seat, const int32_t *w,
		    int n);
const char *dg_invariant(const void *state);
const char *dg_validate(const void *state); /* validate.c */
bool dg_is_creation_event(int kind);
bool dg_get(const void *view, struct str path, int32_t *w, int *n);
enum value_fate dg_put(void *state, struct str path, const int32_t *w, int n);
void dg_was_put(void *state, struct str path);
enum { N_DG_VALUES = 6 };
extern const struct state_path_list dg_values[N_DG_VALUES];

enum verdict dg_decide(struct run *r, int seat, const struct decision *d,
		       struct refusal *no);
void dg_view(const void *state, int seat, void *out);
bool dg_choose(struct run *r, int seat, struct dice *lot, struct decision *out);
bool dg_default_order(const struct system *sys, const struct dg_state *s,
		      int seat, struct decision *out);

/* with a trial of the view, which view.c begins and ends */
void dg_offer(struct dg_trial *t, int seat, struct offers *out);
/* player_rules.suggest */
bool dg_suggest(struct dg_trial *t, int seat, const struct decision *d,
		const struct offers *list, struct suggest *out);
bool dg_instead(struct dg_trial *t, int seat, const struct decision *d,
		struct decision *out);
int dg_legal(struct dg_trial *t, int seat, struct move_group *v, int max);
bool dg_random_decision(struct dg_trial *t, int seat, struct dice *rng,
			struct decision *out);
#endif
