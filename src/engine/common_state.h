/*
 * src/engine/common_state.h - what the states of all games begin with: the
 * first member of each. It says where the game stands, whose turn it is, who
 * plays, with which options, and who has won; so what is true of every game is
 * written once.
 *
 * system_evolve (engine/system.h) does the common events to it, before the game
 * is told of them. A game's own events change it as they change the rest of the
 * state.
 */
#ifndef ENGINE_COMMON_STATE_H
#define ENGINE_COMMON_STATE_H
#include "engine/event.h"

enum {
	HEAD_OPTIONS = 48, /* rows of options.def, at most */
	HEAD_TEAMS = 100,
	HEAD_UNKNOWN = INT32_MIN /* in a view: what its reader may not know */
};

struct head_seat {
	int32_t present;
	int32_t withdrawn;
	int32_t team; /* 0..99, at first the seat's own: a team wins as one */
	/* of its last order, what IF asks: it was carried out; its attack hit.
	 * In the views of others HEAD_UNKNOWN */
	int32_t last_ok, last_hit;
};

struct head {
	int32_t phase;         /* of the game's own: 0 is before its start, the
				* last is when it is over */
	int32_t first, active; /* seats: who began, whose turn it is; -1 none */
	int32_t winners;       /* bits by seat, when it is over; 0: a draw */
	int32_t option[HEAD_OPTIONS]; /* by the rows of options.def */
	struct head_seat seat[SEATS_MAX];
};

static inline struct head *head_of(void *state)
{
	return state;
}

static inline bool head_present(const struct head *h, int32_t seat)
{
	return 0 <= seat && seat < SEATS_MAX && h->seat[seat].present;
}

/* It takes part, and has not left. */
static inline bool head_plays(const struct head *h, int32_t seat)
{
	return head_present(h, seat) && !h->seat[seat].withdrawn;
}

/* How many take part, whoever has left included. */
int head_seats(const struct head *h);

/* The next in the order of seats that takes part; seat, if no other does. */
int head_next(const struct head *h, int seat);

/* Is it so of everybody who takes part? Not if nobody does. state: what the
 * head is in. */
bool head_everybody(const void *state, bool (*is)(const void *state, int seat));

/* Bits of those of the team who take part. */
uint32_t head_team(const struct head *h, int32_t team);

/* The last order of the seat was carried out, or not. */
void head_last_was(struct head *h, int32_t seat, bool ok);

/* It is over: phase is the last one; the n seats have won. */
void head_end(struct head *h, int phase, const int32_t *seats, int n);

/* In the view of a seat (-1: of nobody's): what only others know. */
void head_hide(struct head *h, int seat);
#endif
