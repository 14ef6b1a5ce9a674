/*
 * src/judge/game/gm_sees_all.h - games in which game masters see hidden
 * information: policy `gm-sees-hidden`, which can be set only before the first
 * player joins. The masters may then not hold a seat, be a deputy or a
 * spectator in that game, neither now nor later.
 */
#ifndef JUDGE_GAME_GM_SEES_ALL_H
#define JUDGE_GAME_GM_SEES_ALL_H
#include "judge/game/game_ctx.h"

/* May the person have this place (a deputy's among them) by that? True for all
 * in a game that is not open. */
enum err gm_sees_all_may(const struct game_ctx *t, int slot, int64_t person,
			 struct arena *a, bool *yes, struct why *why);
#endif
