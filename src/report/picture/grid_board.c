/* src/report/picture/grid_board.c */
#include "report/picture/grid_board.h"
#include <stdio.h>

enum {
	INK = 0x222222,
	FAINT = 0x77705f,
	LINE = 0xdcd6c6,
	LIMIT = 0x8f8874,
	GOLD = 0xffd21f,
	FRONT = 0xb06a00
};

static const struct ground {
	/* plain: the letter says what it is, and hatching makes a mail large */
	uint32_t fill, ink;
	const char *letter; /* the same as on maps of text */
} grounds[N_FLOOR_GROUNDS] = {
	[FLOOR_ROCK] = { 0x8d8a84, 0x6a6761, "" },
	[FLOOR_CLEAR] = { 0xfcfaf3, INK, "" },
	[FLOOR_HINDERING] = { 0xdcebc8, 0x4f7a34, "2" },
	[FLOOR_WATER] = { 0xa9d0ea, 0x14557f, "~" },
	[FLOOR_BLOCKING] = { 0xb9b5ae, 0x3a3630, "X" },
	[FLOOR_CHASM] = { 0x3b3a44, 0x8f8ea0, "O" },
	[FLOOR_SHADOW] = { 0xb7b1c9, 0x4a4366, "S" },
	[FLOOR_TELEPORT] = { 0xf3d6e6, 0x8a2565, "T" },
	[FLOOR_VORTEX] = { 0xd8f0ea, 0x0b6b57, "V" },
	[FLOOR_STAIRS] = { 0xe9d2a4, 0x6b4a14, "%" },
	[FLOOR_COST] = { 0xf4ead0, 0x7a5c1c, "" },
};

void grid_board_column_name(int column, char out[3])
{
	int n = 0;

	if (column >= 26)
		out[n++] = (char)('A' + column / 26 - 1);
	out[n++] = (char)('A' + column % 26);
	out[n] = 0;
}

static void line(struct canvas *c, double x0, double y0, double x1, double y1,
		 double width, double dash, uint32_t colour)
{
	struct canvas_point p[2] = { { x0, y0 }, { x1, y1 } };

	canvas_line(c, p, 2, width, dash, colour);
}

static void box(struct canvas *c, double x, double y, double w, double h,
		uint32_t fill, enum canvas_pattern pattern, uint32_t ink,
		double width)
{
	struct canvas_point p[4] = {
		{ x, y }, { x + w, y }, { x + w, y + h }, { x, y + h }
	};

	canvas_area(c, p, 4, fill, pattern, ink, width);
}

/* -- the ground ------------------------------------------------------------*/

static void ground_square(struct canvas *c, double k, double x, double y,
			  double size, enum floor_ground g, int cost)
{
	const struct ground *look = grounds + g;
	struct canvas_point m = { x + size / 2, y + size / 2 };
	char text[16];

	box(c, x, y, size, size, look->fill, CANVAS_PLAIN, look->ink, 0);
	if (g == FLOOR_STAIRS)
		for (double step = size / 5; step < size - 1; step += size / 5)
			line(c, x + size * 0.15, y + step, x + size * 0.85,
			     y + step, 1.2 * k, 0, look->ink);
	if (g == FLOOR_TELEPORT || g == FLOOR_VORTEX) {
		canvas_capsule(c, m, m, size * 0.36, look->fill, CANVAS_PLAIN,
			       look->ink, 1.6 * k, 0);
		if (g == FLOOR_VORTEX)
			canvas_capsule(c, m, m, size * 0.25, look->fill,
				       CANVAS_PLAIN, look->ink, 1.2 * k, 3 * k);
	}
	snprintf(text, sizeof(text), "%s", look->letter);
	if (g == FLOOR_COST)
		snprintf(text, sizeof(text), "%d", cost);
	if (*text)
		canvas_text(c, m.x, m.y, CANVAS_CENTRE, size * 0.4, true,
			    look->ink, look->fill, str_of(text));
}

/* both halves of the square at an edge are board */
static bool is_ground(const struct floor *f, int column, int row)
{
	return column >= 0 && row >= 0 && column < f->columns &&
	       row < f->rows &&
	       f->cell[row + 1][column + 1].ground != FLOOR_ROCK;
}

void grid_board_draw_ground(const struct grid_board_frame *d)
{
	const struct floor *f = d->f;
	double s = d->square;

	for (int r = 0; r < f->rows; r++)
		for (int col = 0; col < f->columns; col++) {
			const struct floor_cell *cell =
				&f->cell[r + 1][col + 1];

			ground_square(d->c, d->k, d->left + col * s,
				      d->top + r * s, s, cell->ground,
				      cell->cost);
		}
	for (int r = 0; r < f->rows; r++)
		for (int col = 0; col < f->columns; col++) {
			double x = d->left + col * s, y = d->top + r * s;

			if (!is_ground(f, col, r))
				continue;
			/* crisp: blends would take colours of their own */
			canvas_bar(d->c, x + s, y, x + s + 1, y + s, LINE);
			canvas_bar(d->c, x, y + s, x + s, y + s + 1, LINE);
		}
	for (int i = 0; i < f->n_sections; i++)
		canvas_text(d->c, d->left + f->section[i].column * s + 4 * d->k,
			    d->top + f->section[i].row * s + 8 * d->k,
			    CANVAS_LEFT, 10 * d->k, true, FAINT,
			    grounds[FLOOR_CLEAR].fill, f->section[i].name);
}

/* -- chests and tokens -----------------------------------------------------*/

/* a box with a lid; a wedge shows its front */
static void chest_draw(struct canvas *c, double k, struct canvas_point m,
		       double size, int facing)
{
	struct canvas_point p[3];
	double w = size * 0.34, h = size * 0.26;
	/* facings of chests are square to the board */
	double dx = facing == 90 ? 1 : facing == 270 ? -1 : 0;
	double dy = facing == 180 ? 1 : facing == 0 ? -1 : 0;

	box(c, m.x - w, m.y - h, 2 * w, 2 * h, GOLD, CANVAS_PLAIN, INK,
	    1.4 * k);
	line(c, m.x - w, m.y - h * 0.35, m.x + w, m.y - h * 0.35, 1 * k, 0,
	     INK);
	p[0] = (struct canvas_point){ m.x + dx * size * 0.52,
				      m.y + dy * size * 0.52 };
	p[1] = (struct canvas_point){ m.x + dx * size * 0.36 - dy * size * 0.16,
				      m.y + dy * size * 0.36 +
					      dx * size * 0.16 };
	p[2] = (struct canvas_point){ m.x + dx * size * 0.36 + dy * size * 0.16,
				      m.y + dy * size * 0.36 -
					      dx * size * 0.16 };
	canvas_area(c, p, 3, FRONT, CANVAS_PLAIN, INK, 0.8 * k);
}

/* a kite with a star for each rank below its label */
static void token_draw(struct canvas *c, double k, struct canvas_point m,
		       double size, int rank)
{
	static const uint32_t fills[] = { 0xfff3a6, 0xbcd4f2, 0xf2b8ac };
	struct canvas_point p[4] = { { m.x, m.y - size * 0.42 },
				     { m.x + size * 0.42, m.y },
				     { m.x, m.y + size * 0.42 },
				     { m.x - size * 0.42, m.y } };

	canvas_area(c, p, 4, fills[(rank - 1) % 3], CANVAS_PLAIN, INK, 1.4 * k);
	for (int i = 0; i < rank; i++) {
		struct canvas_point dot = { m.x + (2 * i - rank + 1) * size *
							    0.07,
					    m.y + size * 0.23 };

		canvas_capsule(c, dot, dot, size * 0.045, INK, CANVAS_PLAIN,
			       INK, 0, 0);
	}
}

/* dots on the squares of its front from which it can be reached */
static void front_draw(const struct grid_board_frame *d,
		       const struct floor_thing *t)
{
	static const int steps[8][2] = { { 0, -1 }, { 1, -1 }, { 1, 0 },
					 { 1, 1 },  { 0, 1 },  { -1, 1 },
					 { -1, 0 }, { -1, -1 } };

	for (int i = 0; i < 3; i++) {
		const int *step = steps[(t->facing / 45 + 7 + i) % 8];
		struct canvas_point m = {
			d->left +
				(t->column + 0.5 + 0.66 * step[0]) * d->square,
			d->top + (t->row + 0.5 + 0.66 * step[1]) * d->square
		};

		if (t->reachable[i])
			canvas_capsule(d->c, m, m, 2.4 * d->k, FRONT,
				       CANVAS_PLAIN, 0xffffff, 0.8 * d->k, 0);
	}
}

void grid_board_draw_things(const struct grid_board_frame *d)
{
	for (int i = 0; i < d->f->n_things; i++) {
		const struct floor_thing *t = d->f->thing + i;
		struct canvas_point m = { d->left +
						  (t->column + 0.5) * d->square,
					  d->top + (t->row + 0.5) * d->square };

		canvas_group(d->c, t->label);
		if (t->chest) {
			chest_draw(d->c, d->k, m, d->square, t->facing);
			front_draw(d, t);
		} else {
			token_draw(d->c, d->k, m, d->square, t->rank);
		}
		canvas_text(d->c, m.x,
			    m.y - (t->chest ? -0.06 : 0.04) * d->square,
			    CANVAS_CENTRE, d->square * 0.26, true, INK,
			    CANVAS_NO_HALO, t->label);
		if (t->mark.len)
			canvas_text(d->c, m.x, m.y - d->square * 0.36,
				    CANVAS_CENTRE, d->square * 0.2, true, INK,
				    0xffffff, t->mark);
		canvas_end(d->c);
	}
}

/* -- edges -----------------------------------------------------------------*/

static void edge_draw(struct canvas *c, double k, double x0, double y0,
		      double x1, double y1, enum floor_edge e)
{
	double dx = (x1 - x0), dy = (y1 - y0);
	double ax = x0 + dx * 0.14, ay = y0 + dy * 0.14;
	double bx = x1 - dx * 0.14, by = y1 - dy * 0.14;

	switch (e) {
	case FLOOR_LIMIT: line(c, x0, y0, x1, y1, 1.4 * k, 3 * k, LIMIT); break;
	case FLOOR_WALL: line(c, x0, y0, x1, y1, 4 * k, 0, INK); break;
	case FLOOR_MOUTH:
		line(c, x0, y0, x1, y1, 3 * k, 5 * k, 0x00695c);
		break;
	case FLOOR_DOOR_WOOD:
		line(c, x0, y0, x1, y1, 4 * k, 0, INK);
		line(c, ax, ay, bx, by, 10 * k, 0, INK);
		line(c, ax, ay, bx, by, 7.5 * k, 0, 0xc98a4b);
		break;
	case FLOOR_DOOR_IRON:
		line(c, x0, y0, x1, y1, 4 * k, 0, INK);
		line(c, ax, ay, bx, by, 10 * k, 0, INK);
		line(c, ax, ay, bx, by, 7.5 * k, 0, 0xdfe6ee);
		line(c, ax, ay, bx, by, 2 * k, 2.5 * k, INK);
		break;
	case FLOOR_DOOR_OPEN:
		/* the two jambs */
		line(c, x0, y0, ax, ay, 7 * k, 0, INK);
		line(c, bx, by, x1, y1, 7 * k, 0, INK);
		break;
	default: break;
	}
}

static void edges_of(const struct grid_board_frame *d, bool doors)
{
	const struct floor *f = d->f;
	double s = d->square;

	for (int r = -1; r < f->rows; r++)
		for (int col = -1; col < f->columns; col++) {
			const struct floor_cell *cell =
				&f->cell[r + 1][col + 1];
			double x = d->left + col * s, y = d->top + r * s;
			bool is_door = cell->east >= FLOOR_DOOR_WOOD;

			if (r >= 0 && is_door == doors)
				edge_draw(d->c, d->k, x + s, y, x + s, y + s,
					  cell->east);
			is_door = cell->south >= FLOOR_DOOR_WOOD;
			if (col >= 0 && is_door == doors)
				edge_draw(d->c, d->k, x, y + s, x + s, y + s,
					  cell->south);
		}
}

void grid_board_draw_edges(const struct grid_board_frame *d)
{
	const struct floor *f = d->f;
	double s = d->square, k = d->k;

	edges_of(d, false);
	edges_of(d, true);
	for (int i = 0; i < f->n_doors; i++) {
		double x = d->left + (f->door[i].column + 0.5) * s;
		double y = d->top + (f->door[i].row + 0.5) * s;

		if (f->door[i].south)
			y += s / 2;
		else
			x += s / 2;
		canvas_text(d->c, x, y, CANVAS_CENTRE, 9.5 * k, true, INK,
			    0xffffff, f->door[i].label);
	}
	for (int i = 0; i < f->n_mouths; i++) {
		struct canvas_point m = { d->left + f->mouth[i].x * s,
					  d->top + f->mouth[i].y * s };
		struct canvas_point from = m, tip = m, name = m;
		int a = f->mouth[i].facing;
		double dx = a == 90 ? 1 : a == 270 ? -1 : 0;
		double dy = a == 180 ? 1 : a == 0 ? -1 : 0;
		int in;

		from.x += dx * 14 * k;
		from.y += dy * 14 * k;
		tip.x -= dx * 8 * k;
		tip.y -= dy * 8 * k;
		canvas_arrow(d->c, from, tip, 12 * k, 0x00695c);
		/* inside; outside if a piece is there */
		in = f->mouth[i].taken ? -1 : 1;
		name.x -= in * dx * 17 * k;
		name.y -= in * dy * 15 * k;
		canvas_text(d->c, name.x, name.y,
			    in * dx > 0   ? CANVAS_RIGHT
			    : in * dx < 0 ? CANVAS_LEFT
					  : CANVAS_CENTRE,
			    10 * k, true, 0x00695c, 0xffffff, f->mouth[i].name);
	}
}

void grid_board_draw_rulers(const struct grid_board_frame *d)
{
	const struct floor *f = d->f;
	double s = d->square, size = 10.5 * d->k;
	double right = d->left + f->columns * s, bottom = d->top + f->rows * s;
	char text[16];

	for (int col = 0; col < f->columns; col++) {
		double x = d->left + (col + 0.5) * s;

		grid_board_column_name(f->first_column + col, text);
		canvas_text(d->c, x, d->top - 9 * d->k, CANVAS_CENTRE, size,
			    false, FAINT, CANVAS_NO_HALO, str_of(text));
		canvas_text(d->c, x, bottom + 9 * d->k, CANVAS_CENTRE, size,
			    false, FAINT, CANVAS_NO_HALO, str_of(text));
	}
	for (int r = 0; r < f->rows; r++) {
		double y = d->top + (r + 0.5) * s;

		snprintf(text, sizeof(text), "%d", f->first_row + r + 1);
		canvas_text(d->c, d->left - 6 * d->k, y, CANVAS_RIGHT, size,
			    false, FAINT, CANVAS_NO_HALO, str_of(text));
		canvas_text(d->c, right + 6 * d->k, y, CANVAS_LEFT, size, false,
			    FAINT, CANVAS_NO_HALO, str_of(text));
	}
}

void grid_board_draw_names(const struct grid_board_frame *d, double top,
			   double left)
{
	const struct floor *f = d->f;
	double size = 10.5 * d->k;
	char text[16];

	for (int col = 0; top >= 0 && col < f->columns; col++) {
		grid_board_column_name(f->first_column + col, text);
		canvas_text(d->c, d->left + (col + 0.5) * d->square, top,
			    CANVAS_CENTRE, size, false, FAINT, CANVAS_NO_HALO,
			    str_of(text));
	}
	for (int r = 0; left >= 0 && r < f->rows; r++) {
		snprintf(text, sizeof(text), "%d", f->first_row + r + 1);
		canvas_text(d->c, left, d->top + (r + 0.5) * d->square,
			    CANVAS_CENTRE, size, false, FAINT, CANVAS_NO_HALO,
			    str_of(text));
	}
}

/* -- the legend ------------------------------------------------------------*/

bool grid_board_has_ground(const struct floor *f, enum floor_ground g)
{
	for (int r = 1; r <= f->rows; r++)
		for (int c = 1; c <= f->columns; c++)
			if (f->cell[r][c].ground == g)
				return true;
	return false;
}

bool grid_board_has_edge(const struct floor *f, enum floor_edge e)
{
	for (int r = 0; r <= f->rows; r++)
		for (int c = 0; c <= f->columns; c++)
			if (f->cell[r][c].east == e || f->cell[r][c].south == e)
				return true;
	return false;
}

bool grid_board_has_sign(const struct floor *f, enum floor_sign s)
{
	for (int i = 0; i < f->n_things; i++)
		if (f->thing[i].chest == (s == FLOOR_CHEST))
			return s != FLOOR_SPAWN;
	return false;
}

void grid_board_swatch_ground(struct canvas *c, double k, struct canvas_point p,
			      enum floor_ground g)
{
	double size = 16 * k;

	ground_square(c, k, p.x + 3 * k, p.y - size / 2, size, g, 3);
	line(c, p.x + 3 * k, p.y - size / 2, p.x + 3 * k + size, p.y - size / 2,
	     1, 0, INK);
	line(c, p.x + 3 * k, p.y + size / 2, p.x + 3 * k + size, p.y + size / 2,
	     1, 0, INK);
	line(c, p.x + 3 * k, p.y - size / 2, p.x + 3 * k, p.y + size / 2, 1, 0,
	     INK);
	line(c, p.x + 3 * k + size, p.y - size / 2, p.x + 3 * k + size,
	     p.y + size / 2, 1, 0, INK);
}

void grid_board_swatch_edge(struct canvas *c, double k, struct canvas_point p,
			    enum floor_edge e)
{
	edge_draw(c, k, p.x, p.y, p.x + GRID_BOARD_SWATCH * k, p.y, e);
}

void grid_board_swatch_sign(struct canvas *c, double k, struct canvas_point p,
			    enum floor_sign s)
{
	struct canvas_point m = { p.x + GRID_BOARD_SWATCH * k / 2, p.y };

	if (s == FLOOR_CHEST)
		chest_draw(c, k, m, 22 * k, 90);
	else if (s == FLOOR_TOKEN)
		token_draw(c, k, m, 20 * k, 2);
}
