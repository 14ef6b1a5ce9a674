/*
 * src/judge/chance.h - the events of dice, links and words, as the judge writes
 * them and as who runs a log again must find them.
 */
#ifndef JUDGE_CHANCE_H
#define JUDGE_CHANCE_H
#include "judge/lines.h"
#include "rules/game.h"

/* A die; what it was for is told by what follows. seat -1: nobody's. */
void chance_rolled(struct game_run *run, int seat, uint32_t roll,
		   unsigned sides, unsigned face);

/* A value of the second secret, for game masters. */
void chance_drawn(struct game_run *run, uint32_t number, int64_t round,
		  unsigned sides, unsigned value);

/* What a player said of the dice; `all` knows it then. */
void chance_words(struct game_run *run, int seat, const struct word_lines *w,
		  struct words *all);

/* Who of n players has no part in the dice is named, at the first roll. */
void chance_missing(struct game_run *run, const struct words *all, int n);

/* The link that the adjudication's dice came of. */
void chance_link(struct game_run *run, uint32_t chain, uint32_t number,
		 const struct hash *link, uint32_t n_rolls);
#endif
