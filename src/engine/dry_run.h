/*
 * src/engine/dry_run.h - tries a decision on a copy of a state, without dice.
 * Suggestions, drafts and previews ask the rules themselves this way, so they
 * cannot differ from the rules.
 *
 * A state is too large for a stack (that of a browser has 64 kB): the caller
 * lends room for the copies, in struct run and to legal and sample.
 */
#ifndef ENGINE_DRY_RUN_H
#define ENGINE_DRY_RUN_H
#include "engine/system.h"

enum { TRIALS_MAX = 7 }; /* one within another */

/* Room for copies, and for what else is too large for a stack and fits a place
 * of SYSTEM_MAX_STATE bytes; taken one after the other. */
struct trials {
	int n;
	_Alignas(int64_t) int32_t
		state[TRIALS_MAX][SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
};
static_assert(SYSTEM_MAX_STATE % sizeof(int64_t) == 0, "places are aligned");
static_assert(MOVE_GROUP_MAX * sizeof(struct move_group) <= SYSTEM_MAX_STATE,
	      "all that is legal has room");

/* Nothing is taken. Gives the room back. */
struct trials *trials_init(struct trials *room);

/* Room for one state; given back the other way round. */
void *trials_take(struct trials *room);
void trials_give(struct trials *room, const void *state);

/* One copy, from begin to end. Its run's list counts the events and keeps none,
 * so it is never full. */
struct dry_run {
	struct trials *room;
	struct event_list out;
	struct run run;
};

void dry_run_begin(struct dry_run *t, struct trials *room,
		   const struct system *sys, const void *state);
void dry_run_again(struct dry_run *t, const void *state); /* a fresh copy */
void dry_run_end(struct dry_run *t);

/* Is it carried out, as far as can be known without dice (run.unknown)? The
 * copy is as it left it. */
bool dry_run_do(struct dry_run *t, int seat, const struct decision *d);

/* The same, on a copy of its own. */
bool dry_run_of(struct trials *room, const struct system *sys,
		const void *state, int seat, const struct decision *d);
#endif
