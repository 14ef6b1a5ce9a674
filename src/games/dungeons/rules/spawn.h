/*
 * src/games/dungeons/rules/spawn.h - creates wandering monsters
 */
#ifndef GAMES_DUNGEONS_RULES_SPAWN_H
#define GAMES_DUNGEONS_RULES_SPAWN_H
#include "games/dungeons/rules/exec.h"

void dg_job_convert(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_convert_one(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_token(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_place(struct run *r, struct dg_work *w, const int32_t *job,
		  const struct decision *answer);
#endif
