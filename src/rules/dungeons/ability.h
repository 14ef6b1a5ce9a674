/*
 * src/rules/dungeons/ability.h - abilities that are orders of their own
 */
#ifndef RULES_DUNGEONS_ABILITY_H
#define RULES_DUNGEONS_ABILITY_H
#include "rules/dungeons/run.h"

bool dg_decide_use(struct run *r, int seat, const struct decision *d,
		   struct refusal *no);
#endif
