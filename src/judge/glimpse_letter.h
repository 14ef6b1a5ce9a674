/*
 * src/judge/glimpse_letter.h - the glimpse (judge/glimpse.h) of a letter's
 * reader: all of it is what the letter tells, or may tell, in words.
 */
#ifndef JUDGE_GLIMPSE_LETTER_H
#define JUDGE_GLIMPSE_LETTER_H
#include "judge/glimpse.h"
#include "judge/judge.h"

/* Append page.txt of a report to a player, in this language; layout: that of
 * its rules (glimpse_layout); dealt: what its page has of the cards
 * (game_dealt). ERR_TOO_LARGE. */
enum err glimpse_letter(const struct letter *l, struct str language,
			struct str layout, struct str dealt, struct buf *out,
			struct why *why);
#endif
