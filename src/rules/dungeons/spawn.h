/*
 * src/rules/dungeons/spawn.h - wandering monsters
 */
#ifndef RULES_DUNGEONS_SPAWN_H
#define RULES_DUNGEONS_SPAWN_H
#include "rules/dungeons/work.h"

void dg_job_convert(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_convert_one(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_token(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_place(struct run *r, struct dg_work *w, const int32_t *job,
		  const struct decision *answer);
#endif
