/*
 * example/morris/morris.h - nine men's morris: its numbers, its state, and what
 * its files share.
 */
#ifndef EXAMPLE_MORRIS_H
#define EXAMPLE_MORRIS_H
#include "engine/position.h"
#include "engine/gen_tables.h"
#include "example/morris/events.h"

#include "example/morris/defs.inc"
#include "engine/gen_enums.inc"

enum {
	MM_POINTS = 24,
	MM_MEN = 9,
	MM_LINES = 16,
	MM_NONE = -1,
	MM_UNKNOWN = INT32_MIN
};

/* its numbers stand in logs: add at the end only */
/* BEFORE > CHOOSE > PLAY > OVER; who resigns ends it in CHOOSE, too */
enum mm_phase { MM_BEFORE, MM_CHOOSE, MM_PLAY, MM_OVER, N_MM_PHASES };

/* its numbers stand in logs: add at the end only */
enum mm_end { MM_FEW, MM_STUCK, MM_QUIET, MM_RESIGNED };

struct mm_state {
	struct common_state head; /* phase: enum mm_phase */
	int32_t point[MM_POINTS]; /* 0 free, else 1 + the owner's seat */
	int32_t hand[2];
	int32_t in[2];     /* the choice is */
	int32_t choice[2]; /* a point, MM_NONE, MM_UNKNOWN */
	int32_t quiet;     /* moves since a man was taken */
};

extern const struct system system_morris;
extern const struct position_system setup_morris;
extern const struct game_kind game_morris;

TABLES_DECLARED(mm, MM)
extern const struct option_row mm_options[N_MM_OPTIONS];
extern const char *const mm_phases[N_MM_PHASES];

/* MM-GEN-01: column and row of each point; the lines of three */
extern const struct mm_place {
	int32_t x, y;
} mm_places[MM_POINTS];
extern const int8_t mm_lines[MM_LINES][3];

/* The point there, MM_NONE: there is none. */
int mm_point_at(int32_t x, int32_t y);

/* The point called so ("D2"). */
int mm_point_named(struct str name);
void mm_point_name(int p, char out[3]);

/* Men on the board. */
int mm_men(const struct mm_state *s, int seat);
#endif
