/*
 * src/judge/game/entropy.h - runs the rounds of the players' random words
 * (protocol/entropy_state.h) within an adjudication, stores them, and sets
 * their timer.
 */
#ifndef JUDGE_GAME_ENTROPY_H
#define JUDGE_GAME_ENTROPY_H
#include "judge/game/adjudicate.h"

/* Take a seat's lines; entropy_round_refuses has nothing against them. */
void entropy_apply(struct adjudication *x, int seat,
		   const struct word_lines *w);

/* A person takes a player's seat. */
void entropy_seated(struct adjudication *x, int seat);

/* The steps that are due; before the rules go on, which may roll then. */
void entropy_step(struct adjudication *x, bool time_up);

/* A history was lost: sealed words may have been opened in the lost history.
 * False: entropy_round_lost. */
bool entropy_lost(struct adjudication *x);

/* How they stand, and until when; at the end of each adjudication. */
enum err entropy_save(struct adjudication *x, struct why *why);

#endif
