/*
 * src/report/picture/board.h - the part of a board that a picture shows, and
 * the drawing of its ground. Private to picture.c, ground.c and grid_board.c.
 */
#ifndef REPORT_PICTURE_BOARD_H
#define REPORT_PICTURE_BOARD_H
#include "report/picture/canvas.h"
#include "report/picture/scene.h"

struct board {
	struct canvas *c;
	const struct scene *s;
	struct box part;
	double left, top; /* pixels, of the part's north-west corner */
	double scale;     /* pixels of a u */
	double size;      /* of letters */
};

struct spot {
	double x, y;
};

static inline struct spot spot_of(const struct board *b, struct vec p)
{
	return (struct spot){ b->left + (p.x - b->part.x0) * b->scale,
			      b->top + (b->part.y1 - p.y) * b->scale };
}

/* Add the polygon to the path. */
void polygon_trace(const struct board *b, const struct polygon *g);

/* Open ground and its terrain; then what the terrain is called. */
void ground_draw(const struct board *b);
void ground_names(const struct board *b);

/* Squares with their walls and doors; then chests, tokens and names. */
void grid_board_draw(const struct board *b);
void grid_board_things(const struct board *b);
/* Letters of columns and numbers of rows, in the margin. */
void grid_board_rulers(const struct board *b);
#endif
