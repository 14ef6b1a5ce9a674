/*
 * src/games/dungeons/rules/chest.h - executes orders about chests, traps and
 * treasures
 */
#ifndef GAMES_DUNGEONS_RULES_CHEST_H
#define GAMES_DUNGEONS_RULES_CHEST_H
#include "games/dungeons/rules/exec.h"

bool dg_decide_chest(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
bool dg_decide_items(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
void dg_job_trap(struct run *r, struct dg_work *w, const int32_t *job);
void dg_chests_lost(struct run *r, int seat, int32_t at);

/* A chest that falls to the ground. */
struct dg_fall {
	int chest; /* index */
	int seat;  /* who held it */
	int32_t near;
	int section;  /* of the dungeon, in which it lies if possible */
	int pick, of; /* how it was drawn; 0: there was no draw */
	int rule;
	bool there; /* on the square `near` itself, if that is empty */
};
void dg_chest_drop(struct run *r, const struct dg_fall *x);

void dg_drop_due(struct run *r, int chest, int seat, enum dg_drop how,
		 int32_t near);
void dg_job_drop(struct run *r, struct dg_work *w, const int32_t *job,
		 const struct decision *answer);
bool dg_drop_check(const struct dg_state *s, const struct decision *d,
		   struct refusal *no);
void dg_store_default(struct run *r, int seat, int32_t fig);
void dg_items_default(struct run *r, int seat);
#endif
