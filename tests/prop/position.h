/*
 * tests/prop/position.h - positions of Rebellion by chance, as a game master's
 * file has them: armies that stand close together, of one faction each, at the
 * edges of all kinds of terrain; some hurt, captive, eliminated or mounted,
 * and things to take up. What comes late in a game that begins with the rules'
 * own set-up, or hardly ever, can happen here at once.
 */
#ifndef TESTS_PROP_POSITION_H
#define TESTS_PROP_POSITION_H
#include "engine/system.h"

struct position_wish {
	int n_players;
	bool cavalry, teams;
	bool deploy;   /* the terrain lies; the armies must still be placed */
	int32_t ahead; /* u of a long base before its dot, of 110 in all */
	/* A key of the catalog for a figure of the seat: on foot, or a mount
	 * and the one who rides it. */
	void (*foot)(struct dice *rng, int seat, char key[40]);
	void (*pair)(struct dice *rng, int seat, char rider[40],
		     char mount[40]);
	const struct catalog *catalog;
};

void position_draw(const struct position_wish *wish, struct dice *rng,
		   struct buf *out);
#endif
