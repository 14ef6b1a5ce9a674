/*
 * src/judge/requests/rematch.h - REMATCH: the same game again, with the same
 * options and people.
 *
 * The first player's line makes the new game and seats that player; the judge
 * mails the others. The same line from each of them takes a seat, and the last
 * one starts the game. The log of the old game does not change. The new game is
 * found by its name, which begins like that of the old one, and by its seats,
 * which are kept for the same people; no table of the database links the two.
 */
#ifndef JUDGE_REQUESTS_REMATCH_H
#define JUDGE_REQUESTS_REMATCH_H
#include "judge/handlers.h"

/* Execute the line for the seat of d in the game t; alone: nothing else
 * is in the mail. */
enum err rematch_execute(struct delivery *d, const struct game_ctx *t,
			 bool alone, struct why *why);
#endif
