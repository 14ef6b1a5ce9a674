/*
 * tests/players/sparring.h - a scripted sparring partner for Rebellion. It
 * plays the plan that beat a greedy player of a public simulator in every
 * game: attacks at good odds only, steps back out of reach, fire at what came
 * alone, a front pinned for a blow at the rear, healing, no pushes of weak
 * figures, formations, a full army with a healer.
 */
#ifndef TESTS_PLAYERS_SPARRING_H
#define TESTS_PLAYERS_SPARRING_H
#include "engine/dry_run.h"

/* The next order for a seat that is awaited; false: it has none, and ends its
 * turn. rng: for the draw of an army. */
bool sparring_choose(const void *view, int seat, const struct catalog *cards,
		     struct trials *room, struct dice *rng, struct decision *d);
#endif
