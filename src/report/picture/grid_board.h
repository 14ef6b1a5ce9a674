/*
 * src/report/picture/grid_board.h - the floor of a board of squares as a
 * picture: grounds by pattern and letter, walls, doors by shape, mouths, chests
 * with their front, tokens. What stands on it is drawn by
 * report/picture/picture.h.
 */
#ifndef REPORT_PICTURE_GRID_BOARD_H
#define REPORT_PICTURE_GRID_BOARD_H
#include "report/picture/canvas.h"
#include "report/picture/scene.h"

/* Where it lies in the picture, in pixels. */
struct floor_frame {
	struct canvas *c;
	const struct floor *f;
	double left, top;
	double square; /* side of one */
	double k;      /* of line widths and letters: 1 as designed */
};

/* The ground, its letters, the names of the sections. */
void floor_draw_ground(const struct floor_frame *d);

/* Chests and tokens; then walls, doors and mouths, over what moved. */
void floor_draw_things(const struct floor_frame *d);
void floor_draw_edges(const struct floor_frame *d);

/* Column letters and row numbers along all four sides. */
void floor_draw_rulers(const struct floor_frame *d);

/* The same once: the letters of the columns at this height, the numbers of the
 * rows at this distance from the left; below 0: none of them. */
void floor_draw_names(const struct floor_frame *d, double top, double left);

/* What there is of it, and how it looks in a legend: a swatch FLOOR_SWATCH
 * pixels wide (times k) whose left middle is p. */
enum { FLOOR_SWATCH = 22 };
bool floor_has_ground(const struct floor *f, enum floor_ground g);
bool floor_has_edge(const struct floor *f, enum floor_edge e);
bool floor_has_sign(const struct floor *f, enum floor_sign s);
void floor_swatch_ground(struct canvas *c, double k, struct canvas_point p,
			 enum floor_ground g);
void floor_swatch_edge(struct canvas *c, double k, struct canvas_point p,
		       enum floor_edge e);
void floor_swatch_sign(struct canvas *c, double k, struct canvas_point p,
		       enum floor_sign s);

/* What a column is called: "A", "AA"; at most 2 letters and a NUL. */
void floor_column_name(int column, char out[3]);
#endif
