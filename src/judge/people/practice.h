/*
 * src/judge/people/practice.h - PRACTICE: a game against the judge's computer
 * player, for every holder of a key.
 *
 * PRACTICE system, with a public key, brings a challenge to the address of the
 * mail. PRACTICE system nonce, signed, proves address and key: the game begins,
 * and its report is the answer.
 *
 * The number is not stored: it follows from address, key, system, day and a
 * secret of the judge, so an unanswered challenge leaves nothing behind. So the
 * second mail, too, must show the key (join_key.h).
 *
 * The game has no set-up: it begins in a position of practice_games.def.
 */
#ifndef JUDGE_PEOPLE_PRACTICE_H
#define JUDGE_PEOPLE_PRACTICE_H
#include "judge/handlers.h"

enum { PRACTICE_RUNNING = 3, PRACTICE_A_DAY = 1, PRACTICE_DAYS = 14 };

/* The plan of such a game for one player on seat A: a small game, rated
 * nowhere, that ends after so many days of silence. ERR_USAGE: the computer
 * does not play it. */
enum err practice_plan(const struct judge *j, struct str system, int days,
		       struct arena *a, struct game_plan *out, struct why *why);

/* Does an unsigned mail begin with a line PRACTICE, in its text or its subject?
 * Then it is the claim of the delivery. */
bool practice_asked(struct delivery *d);

enum err handle_practice(struct delivery *d, struct why *why);
#endif
