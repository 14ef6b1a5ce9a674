/*
 * src/engine/common_state.h - the part of the state that all games share, the
 * first member of each state: phase, turn, seats, options and winners.
 *
 * system_evolve (engine/system.h) applies the common events to it, before the
 * game gets them. A game's own events change it as they change the rest of the
 * state.
 */
#ifndef ENGINE_COMMON_STATE_H
#define ENGINE_COMMON_STATE_H
#include "engine/event.h"

enum {
	COMMON_STATE_OPTIONS = 48, /* rows of options.def, at most */
	COMMON_STATE_TEAMS = 100,
	COMMON_STATE_UNKNOWN =
		INT32_MIN /* in a view: what its reader may not know */
};

struct common_state_seat {
	int32_t present;
	int32_t withdrawn;
	int32_t team; /* 0..99, at first the seat's own: a team wins as one */
	/* of its last order, what IF asks: it was carried out; its attack hit.
	 * In the views of others COMMON_STATE_UNKNOWN */
	int32_t last_ok, last_hit;
};

struct common_state {
	int32_t phase;         /* of the game's own: 0 is before its start, the
				* last is when it is over */
	int32_t first, active; /* seats: who began, whose turn it is; -1 none */
	int32_t winners;       /* bits by seat, when it is over; 0: a draw */
	int32_t option[COMMON_STATE_OPTIONS]; /* by the rows of options.def */
	struct common_state_seat seat[SEATS_MAX];
};

static inline struct common_state *common_state_of(void *state)
{
	return state;
}

static inline bool common_state_present(const struct common_state *h,
					int32_t seat)
{
	return 0 <= seat && seat < SEATS_MAX && h->seat[seat].present;
}

/* It takes part, and has not left. */
static inline bool common_state_plays(const struct common_state *h,
				      int32_t seat)
{
	return common_state_present(h, seat) && !h->seat[seat].withdrawn;
}

/* Number of seats in the game, including those that have left. */
int common_state_seats(const struct common_state *h);

/* The next in the order of seats that takes part; seat, if no other does. */
int common_state_next(const struct common_state *h, int seat);

/* Is the predicate true of every seat in the game? False if there is none.
 * state: the struct that contains this head. */
bool common_state_everybody(const void *state,
			    bool (*is)(const void *state, int seat));

/* Bits of those of the team who take part. */
uint32_t common_state_team(const struct common_state *h, int32_t team);

/* The last order of the seat was carried out, or not. */
void common_state_last_was(struct common_state *h, int32_t seat, bool ok);

/* It is over: phase is the last one; the n seats have won. */
void common_state_end(struct common_state *h, int phase, const int32_t *seats,
		      int n);

/*
 * Hide from the view of a seat (-1: of no seat) the values that only others
 * know.
 */
void common_state_hide(struct common_state *h, int seat);
#endif
