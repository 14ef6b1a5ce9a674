/*
 * src/report/picture/ascii_board.h - draws a scene as text for a fixed-width
 * font: north at the top, a column 0.6 inch wide, a row 1.2 inches high,
 * inches along the edges. A piece is its label, begun at its centre; a
 * captive's is in lower case. Signs show terrain: see ascii_board_sign.
 *
 * A board of squares is drawn as its map files are (DG-MAP-02): letters above,
 * numbers to the left, walls and doors between the squares, and in each square
 * the label of the piece there, or the letter of its ground. A line or column
 * between squares is drawn only if it has a wall or door.
 */
#ifndef REPORT_PICTURE_ASCII_BOARD_H
#define REPORT_PICTURE_ASCII_BOARD_H
#include "base/buf.h"
#include "report/picture/scene.h"

enum {
	ASCII_BOARD_COLUMN = 60, /* u */
	ASCII_BOARD_ROW = 120,   /* u */
	ASCII_BOARD_MAX_COLUMNS = 128,
	ASCII_BOARD_MAX_ROWS = 72
};

/* Append the board, a line for each row, the rulers around it. */
void ascii_board_render(struct buf *out, const struct scene *s);

/* The same, but of an open board only the rows with a piece or a thing to
 * take, and a row on either side. */
void ascii_board_crop(struct buf *out, const struct scene *s);

/* The sign for a kind of terrain, or of ground. */
char ascii_board_sign(enum scene_kind kind);
char ascii_board_ground(enum floor_ground ground);
#endif
