/*
 * src/games/dungeons/rules/board.h - queries on the board: squares, sections,
 * lines of fire
 */
#ifndef GAMES_DUNGEONS_RULES_BOARD_H
#define GAMES_DUNGEONS_RULES_BOARD_H
#include "games/dungeons/rules/run.h"

int32_t dg_cost(const struct dg_state *s, int32_t sq);

/* both squares are open to each other; a closed door does not matter here */
bool dg_passage(const struct dg_state *s, int32_t sq, int face);
int dg_door_at(const struct dg_state *s, int32_t sq, int face);

/* DG-GEO-05, 06: joined to the neighbour in that direction */
bool dg_joined(const struct dg_state *s, int32_t sq, int face);

int dg_fig_at(const struct dg_state *s, int32_t sq);
int dg_chest_at(const struct dg_state *s, int32_t sq);
int dg_token_at(const struct dg_state *s, int32_t sq);
bool dg_empty(const struct dg_state *s, int32_t sq); /* none of the three */

/* sections that hold a way to each other (DG-GEO-09), and steps (DG-GEO-10) */
bool dg_connected(const struct dg_state *s, int a, int b);
int dg_section_distance(const struct dg_state *s, int a, int b); /* -1 none */

/* the same of all sections at once, for frequent callers: bits by section */
struct dg_ways {
	uint64_t beside[DG_MAX_SECTIONS];
};

static_assert(DG_MAX_SECTIONS <= 64, "a bit for each section");

void dg_ways_find(const struct dg_state *s, struct dg_ways *out);
int dg_ways_distance(const struct dg_ways *w, int a, int b); /* -1 none */
bool dg_entrance_section(const struct dg_state *s, int section);

/* squares that can be reached from a mouth, doors open, a byte for each */
void dg_reachable(const struct dg_state *s, unsigned char out[DG_SQUARES]);

/* DG-ARC-01 of a vector; width 3, 5, 7 */
bool dg_front(const struct dg_state *s, int width, int facing, int dx, int dy);
bool dg_rear(int facing, int dx, int dy);

/* the same for a figure and a square */
bool dg_in_front(const struct dg_state *s, int f, int32_t sq);
bool dg_in_rear(const struct dg_state *s, int f, int32_t sq);

int dg_direct(int32_t from, int32_t to); /* DG-ARC-07 */

/* adjacent to the chest, in the arc that it faces: DG-TRAP-03 */
bool dg_before_chest(const struct dg_state *s, int chest, int32_t sq);
int32_t dg_range(int32_t a, int32_t b); /* DG-LOF-06 */

enum dg_line_flag {
	DG_LINE_FIGURES = 1, /* figures do not block */
	DG_LINE_TERRAIN = 2, /* nor blocking squares, shadow, hindering */
	DG_LINE_STEALTH = 4  /* hindering blocks (DG-SA-15) */
};

struct dg_line {
	bool clear;
	bool hindered; /* +1 defense for the target (DG-LOF-05) */
};

/* The line of fire between two squares; exempt: a figure that never blocks,
 * or -1. */
struct dg_line dg_line(const struct dg_state *s, int32_t a, int32_t b,
		       unsigned flags, int exempt);

/* the square of a door that is shot at (DG-LOF-08), as seen from there */
int32_t dg_door_near(const struct dg_state *s, int door, int32_t from);

/* an enemy of figure f is adjacent to square sq; not counted: except */
bool dg_enemy_beside(const struct dg_state *s, int f, int32_t sq, int except);
bool dg_friend_beside(const struct dg_state *s, int f, int32_t sq);

/* may a chest lie there (DG-CHEST-06), facing so */
bool dg_chest_fits(const struct dg_state *s, int32_t sq, int face,
		   const unsigned char *reach);
#endif
