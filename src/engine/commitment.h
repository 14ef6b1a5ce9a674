/*
 * src/engine/commitment.h - what is drawn or chosen now and shown later: values
 * of the second secret, commitments to them, and their opening. Nothing that
 * anybody is told before it is opened lets them compute what was committed to
 * (struct secrets).
 *
 * Each has a number of its own in its game; what is committed to is a text.
 */
#ifndef ENGINE_COMMITMENT_H
#define ENGINE_COMMITMENT_H
#include "engine/system.h"

enum { COMMITMENT_TEXT_ROOM = 64 };

/* 1..n, all equally likely; of one there is nothing to draw. 0, and r->unknown,
 * in a preview. */
int commitment_draw(struct run *r, int32_t number, int n);

/* The common event committed, for all: `seat` (-1: nobody's) has put this text
 * under the number. Nothing where no commitments are kept. */
void commitment_commit(struct run *r, int seat, int32_t number, struct str text,
		       int rule);

/* The common event opened: that text, and the salt it was put under. */
void commitment_open(struct run *r, int32_t number, struct str text, int rule);

/* "K1 3": the piece and what was drawn for it, in room. */
struct str commitment_of_piece(int32_t label, int32_t value,
			       char room[COMMITMENT_TEXT_ROOM]);
#endif
