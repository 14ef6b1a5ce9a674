/*
 * src/audit/said.h - what a game master or the operator does, and changes of
 * keys: each is an event of the log, and where it was signed the text must say
 * the same. For rerun.c.
 */
#ifndef AUDIT_SAID_H
#define AUDIT_SAID_H
#include "audit/rerun.h"

/* Is an event of this kind a command? */
bool said_is_command(int kind);

/* Does the signed text command just this? by_ruling: it comes of a ruling on a
 * dispute in the same text. */
bool said_so(const struct rerun_point *p, struct arena *a,
	     const struct system *sys, const struct grammar *g,
	     const struct event *e, bool by_ruling);

/* Does it command UNDO .. FRESH? */
bool said_fresh(const struct rerun_point *p, struct arena *a,
		const struct grammar *g);
#endif
