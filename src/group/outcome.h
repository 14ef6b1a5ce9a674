/*
 * src/group/outcome.h - what came of a game of two, by its events and its last
 * state alone: for campaigns, and for who has nothing but logs.
 *
 * By its rules, else as its table agreed: a draw, or that one gives up. What
 * was ended otherwise has no result.
 */
#ifndef GROUP_OUTCOME_H
#define GROUP_OUTCOME_H
#include "base/arena.h"
#include "group/standings.h"
#include "rules/event.h"
#include "rules/system.h"

struct outcome_notes {
	struct arena *a;
	int64_t surrender[2]; /* proposals, by seat: the last of each */
	int gave_up;          /* whose was accepted; -1: nobody's */
	struct str by, words; /* of the end, where somebody ended it */
	int32_t answered[2];  /* signed orders */
	int32_t missed[2];    /* deadlines that passed */
	bool timed;           /* it had deadlines from its beginning */
	/* who took the seats first: what the log calls them */
	struct str person[2];
};

void outcome_begin(struct outcome_notes *x, struct arena *a);
void outcome_note(struct outcome_notes *x, const struct event *e);

/* OUTCOME_FIRST .. OUTCOME_VOID (group/standings.h) */
int outcome_of(const struct outcome_notes *x, const struct system *sys,
	       const void *state);
#endif
