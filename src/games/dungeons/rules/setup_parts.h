/*
 * src/games/dungeons/rules/setup_parts.h - shared by the parsers of positions:
 * position.c, and the lines of the board (position_board.c) and of chests and
 * tokens (position_chest.c). They return false after reporting a fault.
 */
#ifndef GAMES_DUNGEONS_RULES_SETUP_PARTS_H
#define GAMES_DUNGEONS_RULES_SETUP_PARTS_H
#include "engine/position_dial.h"
#include "games/dungeons/rules/run.h"

enum {
	SMALL = 20, /* columns and rows of a board of lines */
	SMALL_SECTIONS = 16,
	SMALL_MOUTHS = 12,
	SMALL_DOORS = 12,
	MAX_DIALS = 16
};

/* A board of lines, until a piece is put on it; then one event. */
struct dg_case_board {
	int32_t w, h;
	unsigned char terrain[SMALL][SMALL], walls[SMALL][SMALL];
	int32_t n_sections, n_mouths, n_doors;
	int32_t section[SMALL_SECTIONS][6];
	int32_t mouth[SMALL_MOUTHS][6];
	int32_t door[SMALL_DOORS][6];
};

/* trap and treasure dial of a chest whose line is still to come; 0: free */
struct dg_case_dials {
	int32_t label;
	int32_t trap[7 * DG_POSITIONS];
	int32_t treasure[10];
};

/* data that waits until all lines are read */
struct dg_case {
	int32_t begun, laid;
	int32_t seats, pointed; /* bits: named by a line; with points */
	int32_t phase, start;
	int32_t active, first, turn, activations; /* -1: no line gave it */
	int32_t heroes[DG_MAX_SEATS]; /* -1: those in the position */
	int32_t lone_wolf, master, master_turns;
	int32_t n_types;
	char type[24][12]; /* item types, their numbers from 1 */
	int32_t n_tables;
	int32_t n_held;
	int32_t held[16][3]; /* chest, holder, assigned to */
	struct dg_case_dials dials[MAX_DIALS];
	struct dg_case_board small;
};
static_assert(sizeof(struct dg_case) <= POSITION_MEMORY,
	      "fits the memory lent");

/* the first word of a line, and what reads the others; a list ends with NULL */
struct dg_case_line {
	const char *word;
	bool (*read)(struct position_words *w);
};

extern const struct dg_case_line dg_case_board_lines[];
extern const struct dg_case_line dg_case_chest_lines[];
extern const struct position_dial_kind dg_case_dial_kind;

struct dg_case *dg_case_of(struct position *s);
const struct dg_state *dg_case_state_of(const struct position *s);

/* words: a square; a side N, NE, ..; A1-E5; C5|D5 (the upper or left square,
 * and the side of it); a name of 4 letters at most */
bool dg_case_next_square(struct position_words *w, int32_t *x, int32_t *y);
bool dg_case_next_face(struct position_words *w, int32_t *out);
bool dg_case_next_area(struct position_words *w, int32_t v[4]);
bool dg_case_next_edge(struct position_words *w, int32_t v[2], int32_t *side);
bool dg_case_next_id(struct position_words *w, int32_t *id);

/* the fault: no such word for it; returns false */
bool dg_case_unknown(struct position_words *w, const char *what);

/* the seat is a player's, if it was not before */
bool dg_case_seat_emit(struct position *s, int32_t seat);

/* the board of the lines, and all tiles of the catalog, if there were none */
bool dg_case_board_emit(struct position *s);
bool dg_case_box_emit(struct position *s);

/* the event that defines kind/name */
bool dg_case_from_catalog(struct position *s, const char *kind, struct str name,
			  struct event *out);

/* a drawing from MAP to END */
bool dg_case_read_block(struct position *s, struct str text);

/* the holders of chests, once all figures are placed; the next table */
bool dg_case_held_emit(struct position *s);
bool dg_case_table_emit(struct position *s, const int32_t *rows, int32_t tier);
#endif
