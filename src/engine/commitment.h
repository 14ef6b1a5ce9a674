/*
 * src/engine/commitment.h - draws hidden values, commits to them and opens the
 * commitments. No information that is public before the opening lets anybody
 * compute the value (struct secrets).
 *
 * Each commitment has a number, unique in its game; the committed value is a
 * text.
 */
#ifndef ENGINE_COMMITMENT_H
#define ENGINE_COMMITMENT_H
#include "engine/system.h"

enum { COMMITMENT_TEXT_ROOM = 64 };

/* 1..n, all equally likely; of one there is nothing to draw. 0, and r->unknown,
 * in a preview. */
int commitment_draw(struct run *r, int32_t number, int n);

/* Emit the common event committed, for all: `seat` (-1: none) has committed
 * to this text under this number. Does nothing in a game without commitments.
 */
void commitment_commit(struct run *r, int seat, int32_t number, struct str text,
		       int rule);

/* The common event opened: that text, and the salt it was put under. */
void commitment_open(struct run *r, int32_t number, struct str text, int rule);

/* "K1 3": the piece and what was drawn for it, in room. */
struct str commitment_of_piece(int32_t label, int32_t value,
			       char room[COMMITMENT_TEXT_ROOM]);
#endif
