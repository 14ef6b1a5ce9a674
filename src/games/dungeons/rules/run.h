/*
 * src/games/dungeons/rules/run.h - helpers of the rules of Dungeons: refusals
 * and events with few arguments
 */
#ifndef GAMES_DUNGEONS_RULES_RUN_H
#define GAMES_DUNGEONS_RULES_RUN_H
#include "games/dungeons/rules/tables.h"
#include "engine/common.h"
#include "engine/rule.h"
#include "engine/state_path.h"
#include "engine/dry_run.h"

static inline struct dg_state *dg_of(const struct run *r)
{
	return r->state;
}

static inline int dg_option(const struct dg_state *s, enum dg_option o)
{
	return s->head.option[o];
}

/* returns false, so that checks read `return dg_no(..)`; label: the piece at
 * fault */
bool dg_no(struct refusal *no, int reason, int rule, int32_t label);
bool dg_no2(struct refusal *no, int reason, int rule, int32_t a, int32_t b);
/*
 * the speed points of the piece with this label: it needs so many, has so many
 */
bool dg_no_sp(struct refusal *no, int rule, int32_t label, int need, int left);
/* the piece with this label is so many squares away, farther than the range */
bool dg_no_range(struct refusal *no, int rule, int32_t label, int far,
		 int range);

/* a die of the run; 0, and r->unknown, in a preview */
int dg_roll(struct run *r, int sides);

/* a draw that stays hidden: 1..n by number, committed to in an event */
int dg_hidden(struct run *r, int32_t number, int n, int32_t piece);
void dg_open_secret(struct run *r, int32_t number, int32_t piece,
		    int32_t value);

/* pairs of rule and amount that explain one number: six of them at most */
enum { DG_MOD_WORDS = 12 };
/* one more pair; n: words so far */
void dg_mod(int32_t mods[], int *n, int rule, int32_t amount);

/* the speed points with which the figure begins an activation */
int32_t dg_start_sp(const struct dg_state *s, int f, enum dg_how how,
		    int32_t mods[DG_MOD_WORDS], int *n_mods);

/* the piece's activation is under way */
bool dg_actor_now(const struct dg_state *s, int32_t piece);
#endif
