/*
 * tests/prop/offers.h - what a game offers to a seat (engine/suggest.h), looked
 * at in random play: each order can be written in every language, is accepted
 * as it stands, and so is the second one of two behind the first; its odds are
 * those of the rules, every face of every die counted.
 */
#ifndef TESTS_PROP_OFFERS_H
#define TESTS_PROP_OFFERS_H
#include "play.h"

/* Of the game as it stands; ends the program at the first fault. */
void offers_check(struct play *p, int seat);

/* What is offered in the place of this one, which was refused, has words in all
 * languages and is legal. */
void offers_instead(struct play *p, int seat, const struct decision *d);

/* A line as people write them, about figures of the game. */
struct str offers_informal(struct play *p, struct dice *rng, struct arena *a);

/* Count what is proposed in the place of such a line, and what is refused. */
void offers_meant(struct play *p, int seat, struct dice *rng);

/* So are the examples of a set-up (engine/auto_setup.h). */
void offers_drafts(struct play *p, int seat);

/* How many were looked at, and of how many the dice were counted. */
void offers_tell(void);
#endif
