/*
 * src/judge/policies/invite.h - mails invitations to the addresses for which
 * seats of a new game are reserved: the game, the other players, the stakes,
 * the deadline and how to join, all in one mail that can be answered at once.
 */
#ifndef JUDGE_POLICIES_INVITE_H
#define JUDGE_POLICIES_INVITE_H
#include "judge/game/adjudicate.h"

/* To each address that a seat is kept for, after the game's first point;
 * chain: the commitment of its dice. In its caller's transaction. */
enum err invite_all(struct judge *j, const struct game_plan *p,
		    const struct game_ctx *t, const struct hash *chain,
		    struct arena *a, struct why *why);
/*
 * A free seat of a game that has not begun is kept for an address, or for
 * another one, which is invited: by its master or the operator.
 */
enum err invite_seat(struct judge *j, int64_t game, int slot,
		     struct str address, struct why *why);
#endif
