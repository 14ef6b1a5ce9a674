/*
 * src/engine/rolloff.h - decides by dice which seat comes first: every seat
 * rolls, those with the highest total roll again, until one is left.
 */
#ifndef ENGINE_ROLLOFF_H
#define ENGINE_ROLLOFF_H
#include "engine/system.h"

enum { ROLLOFF_MAX_DICE = 2 };

struct rolloff {
	int dice, sides;
	/* emits the event of a throw */
	void (*tell)(struct run *r, int seat, const int face[ROLLOFF_MAX_DICE]);
};

/*
 * Of n seats, in the order in which they throw; seats is overwritten. again:
 * else the first of the highest has it at once. -1, and r->unknown, in a
 * preview. One seat alone throws nothing.
 */
int rolloff(struct run *r, const struct rolloff *how, bool again, int *seats,
	    int n);
#endif
