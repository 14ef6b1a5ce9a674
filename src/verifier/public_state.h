/*
 * src/verifier/public_state.h - rebuilds the public state of a log, point by
 * point: the state after each adjudication if the rules were replayed, else the
 * state that the events for all make. A log that is not fully opened lacks
 * events; after an event that the rules reject, the state is unknown.
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
