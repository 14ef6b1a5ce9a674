/* src/judge/policies/undo.h - UNDO: goes back to the state after a point, or to
 * an event inside it. */
#ifndef JUDGE_POLICIES_UNDO_H
#define JUDGE_POLICIES_UNDO_H
#include "judge/game/game_txn.h"

/*
 * Within an adjudication: back to the state after a point, or to an event
 * inside of it (judge/policies/rewind.h). What was undone then gives its dice
 * to the same decisions again; fresh: no more, as it is of itself where a
 * sealed choice was undone. ERR_USAGE, too, where that was commanded for the
 * same dice before: they are rolled again once.
 */
enum err undo_to(struct adjudication *x, const struct actor *h,
		 const struct way_back *to, struct str words, struct why *why);
#endif
