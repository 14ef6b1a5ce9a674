/*
 * src/tournament/game_result.h - the result of a game of two, from its events
 * and its last state alone: for campaigns, and for tools that have only logs.
 *
 * The rules decide, otherwise the table's agreement: a draw or a surrender. A
 * game that ended otherwise has no result.
 */
#ifndef TOURNAMENT_GAME_RESULT_H
#define TOURNAMENT_GAME_RESULT_H
#include "base/arena.h"
#include "tournament/standings.h"
#include "engine/event.h"
#include "engine/system.h"

struct game_result_notes {
	struct arena *a;
	int64_t surrender[2]; /* proposals, by seat: the last of each */
	int gave_up;          /* the seat of the accepted surrender; -1: none */
	struct str by, words; /* of a commanded end */
	int32_t answered[2];  /* signed orders */
	int32_t missed[2];    /* deadlines that passed */
	bool timed;           /* it had deadlines from its beginning */
	bool practice;        /* it is rated nowhere */
	/* who took the seats first: what the log calls them */
	struct str person[2];
};

void game_result_begin(struct game_result_notes *x, struct arena *a);
void game_result_note(struct game_result_notes *x, const struct event *e);

/* OUTCOME_FIRST .. OUTCOME_VOID (tournament/standings.h) */
int game_result_of(const struct game_result_notes *x, const struct system *sys,
		   const void *state);
#endif
