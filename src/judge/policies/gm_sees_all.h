/*
 * src/judge/policies/gm_sees_all.h - games that are open to masters: where the
 * policy `open-to-master` says so, which it does before anybody comes to the
 * table or never, who leads the game sees all that is hidden. So they have no
 * other place in it, then or later: they neither play nor deputize nor watch.
 */
#ifndef JUDGE_POLICIES_GM_SEES_ALL_H
#define JUDGE_POLICIES_GM_SEES_ALL_H
#include "judge/game/game_ctx.h"

/* May the person have this place (a deputy's among them) by that? True for all
 * in a game that is not open. */
enum err gm_sees_all_may(const struct game_ctx *t, int slot, int64_t person,
			 struct arena *a, bool *yes, struct why *why);
#endif
