/*
 * src/audit/said.h - what a game master or the operator does, and changes of
 * keys: each is an event of the log, and where it was signed the text must say
 * the same. For rerun.c.
 */
#ifndef AUDIT_SAID_H
#define AUDIT_SAID_H
#include "audit/rerun.h"
#include "judge/lines.h"

/* Is an event of this kind a command? */
bool said_is_command(int kind);

/* Does the signed text command just this? by_ruling: it comes of a ruling on a
 * dispute in the same text. Of several values that are set together it is the
 * one at `at`, from 0, of n; of all else at is 0, and n 1. */
struct said_place {
	bool by_ruling;
	int at, n;
};
bool said_so(const struct rerun_point *p, struct arena *a,
	     const struct system *sys, const struct grammar *g,
	     const struct event *e, const struct said_place *place);

/* Is it one of those that are set together? */
bool said_is_value(int kind);

/* Does it command UNSEAL, of the letters of which point? */
bool said_unseal(const struct rerun_point *p, struct arena *a,
		 const struct grammar *g, int64_t *point);

/* Where it commands UNDO to go back to; false: it does not. */
bool said_back(const struct rerun_point *p, struct arena *a,
	       const struct grammar *g, struct way_back *out);
#endif
