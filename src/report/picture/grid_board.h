/*
 * src/report/picture/grid_board.h - draws the floor of a board of squares:
 * grounds by pattern and letter, walls, doors by shape, mouths, chests with
 * their front, tokens. report/picture/picture.h draws the pieces on it.
 */
#ifndef REPORT_PICTURE_GRID_BOARD_H
#define REPORT_PICTURE_GRID_BOARD_H
#include "report/picture/canvas.h"
#include "report/picture/scene.h"

/* Where it lies in the picture, in pixels. */
struct grid_board_frame {
	struct canvas *c;
	const struct floor *f;
	double left, top;
	double square; /* side of one */
	double k;      /* of line widths and letters: 1 as designed */
};

/* The ground, its letters, the names of the sections. */
void grid_board_draw_ground(const struct grid_board_frame *d);

/* Chests and tokens; then walls, doors and mouths, over what moved. */
void grid_board_draw_things(const struct grid_board_frame *d);
void grid_board_draw_edges(const struct grid_board_frame *d);

/* Column letters and row numbers along all four sides. */
void grid_board_draw_rulers(const struct grid_board_frame *d);

/* The same once: the letters of the columns at this height, the numbers of the
 * rows at this distance from the left; below 0: none of them. */
void grid_board_draw_names(const struct grid_board_frame *d, double top,
			   double left);

/* What there is of it, and how it looks in a legend: a swatch GRID_BOARD_SWATCH
 * pixels wide (times k) whose left middle is p. */
enum { GRID_BOARD_SWATCH = 22 };
bool grid_board_has_ground(const struct floor *f, enum floor_ground g);
bool grid_board_has_edge(const struct floor *f, enum floor_edge e);
bool grid_board_has_sign(const struct floor *f, enum floor_sign s);
void grid_board_swatch_ground(struct canvas *c, double k, struct canvas_point p,
			      enum floor_ground g);
void grid_board_swatch_edge(struct canvas *c, double k, struct canvas_point p,
			    enum floor_edge e);
void grid_board_swatch_sign(struct canvas *c, double k, struct canvas_point p,
			    enum floor_sign s);

/* What a column is called: "A", "AA"; at most 2 letters and a NUL. */
void grid_board_column_name(int column, char out[3]);
#endif
