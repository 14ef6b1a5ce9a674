/*
 * src/verifier/public_state.h - the game of a log that is read point by point,
 * as far as it can be told what everybody sees of it: after each adjudication
 * the state, if the rules were run again, or else what the events for all make
 * of it. A log that is not open to the end lacks events; from where the rules
 * do not call what is made of the others sound, nothing is known any more.
 */
#ifndef VERIFIER_PUBLIC_STATE_H
#define VERIFIER_PUBLIC_STATE_H
#include "verifier/verify.h"

struct public_state {
	struct arena *a; /* borrowed */
	const struct system *rules;
	struct game *now;   /* while it is known */
	struct str *states; /* after each point so far */
	size_t n, room;
	bool lost;
};

/* Before the first point. */
void public_state_init(struct public_state *f, struct arena *a);

/* The next point: the game after it, until the next call, or NULL. */
const struct game *public_state_point(struct public_state *f,
				      const struct verify_point *p);
#endif
