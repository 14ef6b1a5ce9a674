/*
 * src/judge/policies/spectators.h - mails the public events to spectators with
 * the delay of the game's policy (spectator-delay-points,
 * spectator-delay-days), with the head of the delayed point, in one mail a day
 * unless the policy allows more (spectator-mails). Spectators cannot act, and
 * no other mail reveals newer events to them.
 *
 * The floor of a spectator's slot is the last point that was mailed to the
 * spectator.
 */
#ifndef JUDGE_POLICIES_SPECTATORS_H
#define JUDGE_POLICIES_SPECTATORS_H
#include "judge/game/adjudicate.h"

enum { SPECTATORS_MAX = 20 }; /* of a game */

static inline bool spectators_is_place(int slot)
{
	return SLOT_OBSERVER <= slot && slot < SLOT_END;
}

/* How many watch. */
int spectators_count(const struct game_ctx *t);

/* Do the players not learn who it is? */
bool spectators_hides(const struct game_ctx *t);

/* The same of a game that is not loaded. */
enum err spectators_hides_in(struct judge *j, int64_t game, bool *yes,
			     struct why *why);

/* At the end of an adjudication: set the timer of the delayed mail. */
enum err spectators_save(struct adjudication *x, struct why *why);

/* TIMER_WATCH is due: mail every spectator who has new events. */
enum err spectators_notify(struct judge *j, int64_t game, struct why *why);
#endif
