/* src/report/picture/grid_board.c - a board of squares: floor, walls, chests */
#include "report/picture/board.h"
#include "report/picture/token.h"
#include <math.h>
#include <stdio.h>

static const uint32_t ink = 0xff231a12, stone = 0xff4d463d, pale = 0xfffff8e8,
		      teal = 0xff0f5d55;

/* Rock has no fill: the paper shows. Drawings fill so much of a square. */
static const struct ground {
	uint32_t fill;
	enum art art;
	double large;
} grounds[N_FLOOR_GROUNDS] = {
	[FLOOR_CLEAR] = { 0xffd9cfba, NO_ART, 0 },
	[FLOOR_HINDERING] = { 0xffd9cfba, ART_ROCKS, 0.8 },
	[FLOOR_WATER] = { 0xff5f9cc8, ART_WAVE, 0.9 },
	[FLOOR_BLOCKING] = { 0xffd9cfba, ART_PILLAR, 0.84 },
	[FLOOR_CHASM] = { 0xff17130f, ART_PIT, 0.94 },
	[FLOOR_SHADOW] = { 0xff7b6f8c, ART_SHADE, 0.96 },
	[FLOOR_TELEPORT] = { 0xffd9cfba, ART_TELEPORT, 0.86 },
	[FLOOR_VORTEX] = { 0xffd9cfba, ART_VORTEX, 0.86 },
	[FLOOR_STAIRS] = { 0xffd9cfba, ART_STEPS, 0.9 },
	[FLOOR_COST] = { 0xffc9b78f, NO_ART, 0 },
};

/* One square, or one edge, by the column and the row; the outer edges lie in
 * a row and a column before the first. */
struct place {
	const struct floor_cell *cell;
	double x, y, side; /* its north-west corner */
	int column, row;
};

static struct spot grid_board_corner(const struct board *b, double column,
				     double row)
{
	double side = b->scale * SCENE_SQUARE;

	return (struct spot){ b->left + column * side - b->part.x0 * b->scale,
			      b->top + row * side -
				      (b->s->h - b->part.y1) * b->scale };
}

static void each_place(const struct board *b,
		       void (*draw)(const struct board *b,
				    const struct place *p))
{
	const struct floor *f = b->s->floor;

	for (int r = -1; r < f->rows; r++)
		for (int col = -1; col < f->columns; col++) {
			struct spot at = grid_board_corner(b, col, r);
			struct place p = { &f->cell[r + 1][col + 1], at.x, at.y,
					   b->scale * SCENE_SQUARE,  col,  r };

			draw(b, &p);
		}
}

static void draw_square(const struct board *b, const struct place *p)
{
	const struct ground *g = grounds + p->cell->ground;
	double x = p->x + p->side / 2, y = p->y + p->side / 2;
	unsigned h = (unsigned)(p->column * 7 + p->row * 13) % 16;
	uint32_t fill = g->fill;
	char text[16];

	if (p->column < 0 || p->row < 0 || p->cell->ground == FLOOR_ROCK)
		return;
	if (fill == grounds[FLOOR_CLEAR].fill && h % 3 == 0)
		fill = 0xffd3c8b1;
	canvas_box(b->c, p->x, p->y, p->side, p->side);
	canvas_paint(b->c, fill, 0, 0, 0);
	canvas_box(b->c, p->x + 0.5, p->y + 0.5, p->side, p->side);
	canvas_paint(b->c, 0, 0xffb9ab8f, 1, 0);
	if (p->cell->ground == FLOOR_CLEAR && h == 5)
		canvas_art(b->c, ART_JOINT, x, y, 0.7 * p->side, 0, 0);
	canvas_art(b->c, g->art, x, y, g->large * p->side, 0, 0);
	if (p->cell->ground != FLOOR_COST)
		return;
	snprintf(text, sizeof(text), "%d", p->cell->cost);
	canvas_text(b->c, x, y,
		    &(struct canvas_letters){ CANVAS_CENTRE, b->size, ink, 0 },
		    str_of(text));
}

/* -- edges -----------------------------------------------------------------*/

static void draw_line(const struct board *b, struct spot from, struct spot to,
		      double width, uint32_t colour, double dash)
{
	canvas_move(b->c, from.x, from.y);
	canvas_line(b->c, to.x, to.y);
	canvas_paint(b->c, 0, colour, width, dash);
}

static struct spot on_edge(struct spot from, struct spot way, double part)
{
	return (struct spot){ from.x + way.x * part, from.y + way.y * part };
}

static void draw_edge(const struct board *b, double x, double y, bool south,
		      double side, enum floor_edge e)
{
	double w = fmax(5, side / 6), dx = south ? side : 0;
	double dy = south ? 0 : side, ex = south ? w / 2 : 0, ey = w / 2 - ex;
	bool closed = e == FLOOR_DOOR_WOOD || e == FLOOR_DOOR_IRON;
	/* its ends, and a little before and after them, for corners */
	struct spot from = { x, y }, to = { x + dx, y + dy };
	struct spot before = { x - ex, y - ey };
	struct spot after = { x + dx + ex, y + dy + ey };
	struct spot way = { dx, dy };

	if (e == FLOOR_LIMIT)
		draw_line(b, from, to, 1.5, 0xff968c7d, 4);
	if (e == FLOOR_MOUTH)
		draw_line(b, from, to, w / 2, teal, 5);
	if (e == FLOOR_WALL || closed)
		draw_line(b, before, after, w, stone, 0);
	if (e == FLOOR_WALL)
		draw_line(b, from, to, w / 3, 0xff968c7d, 0);
	if (closed) {
		draw_line(b, on_edge(from, way, 0.12), on_edge(from, way, 0.88),
			  1.9 * w, ink, 0);
		draw_line(b, on_edge(from, way, 0.15), on_edge(from, way, 0.85),
			  1.9 * w - 3,
			  e == FLOOR_DOOR_WOOD ? 0xff9a5b24 : 0xffa9b6c4, 0);
	}
	if (e == FLOOR_DOOR_IRON)
		draw_line(b, on_edge(from, way, 0.2), on_edge(from, way, 0.8),
			  w / 2, ink, 3);
	if (e == FLOOR_DOOR_OPEN) { /* the two jambs */
		draw_line(b, before, on_edge(from, way, 0.2), 1.5 * w,
			  0xff7a4a1c, 0);
		draw_line(b, on_edge(from, way, 0.8), after, 1.5 * w,
			  0xff7a4a1c, 0);
	}
}

static void draw_edges(const struct board *b, const struct place *p)
{
	if (p->row >= 0)
		draw_edge(b, p->x + p->side, p->y, false, p->side,
			  p->cell->east);
	if (p->column >= 0)
		draw_edge(b, p->x, p->y + p->side, true, p->side,
			  p->cell->south);
}

void grid_board_draw(const struct board *b)
{
	each_place(b, draw_square);
	each_place(b, draw_edges);
}

/* -- things and names ------------------------------------------------------*/

/* dots on the squares of a chest's front from which it can be reached */
static void draw_front(const struct board *b, const struct floor_thing *t)
{
	for (int i = 0; i < 3; i++) {
		struct spot at =
			grid_board_corner(b, t->column + 0.5, t->row + 0.5);
		int turn = t->facing + 45 * (i - 1);
		double a = turn * 0.01745329, far = turn % 90 ? 0.93 : 0.66;

		if (!t->reachable[i])
			continue;
		far *= b->scale * SCENE_SQUARE;
		canvas_disc(b->c, at.x + far * sin(a), at.y - far * cos(a), 3);
		canvas_paint(b->c, 0xfff0a51e, ink, 1, 0);
	}
}

static void draw_thing(const struct board *b, const struct floor_thing *t)
{
	struct spot at = grid_board_corner(b, t->column + 0.5, t->row + 0.5);
	double side = b->scale * SCENE_SQUARE;

	canvas_group(b->c, t->label);
	if (t->chest) {
		canvas_art(b->c, ART_CHEST, at.x, at.y, 0.74 * side, 0, 0);
		draw_front(b, t);
	} else {
		canvas_art(b->c, ART_TOKEN, at.x, at.y, 0.9 * side, 0, 0);
		canvas_art(b->c, ART_CLAWS, at.x, at.y, 0.42 * side, 0, ink);
	}
	for (int i = 0; !t->chest && i < t->rank; i++) {
		canvas_disc(b->c, at.x + (2 * i - t->rank + 1) * 0.07 * side,
			    at.y + 0.28 * side, 0.05 * side);
		canvas_paint(b->c, ink, 0, 0, 0);
	}
	canvas_text(b->c, at.x + 0.36 * side, at.y - 0.32 * side,
		    &(struct canvas_letters){ CANVAS_CENTRE, b->size,
					      0xff8a1010, pale },
		    t->mark);
	canvas_text(
		b->c, at.x, at.y + 0.42 * side,
		&(struct canvas_letters){ CANVAS_CENTRE, b->size, ink, pale },
		t->label);
	canvas_end(b->c);
}

static void draw_mouth(const struct board *b, int i)
{
	const struct floor *f = b->s->floor;
	struct spot m = grid_board_corner(b, f->mouth[i].x, f->mouth[i].y);
	int turn = f->mouth[i].facing, in = f->mouth[i].taken ? -1 : 1;
	double dx = turn == 90 ? 1 : turn == 270 ? -1 : 0;
	double dy = turn == 180 ? 1 : turn == 0 ? -1 : 0;

	/* an arrow inwards; the name inside, outside if a figure is there */
	canvas_move(b->c, m.x - dx * 9, m.y - dy * 9);
	canvas_line(b->c, m.x + dx * 4 - dy * 7, m.y + dy * 4 + dx * 7);
	canvas_line(b->c, m.x + dx * 4 + dy * 7, m.y + dy * 4 - dx * 7);
	canvas_close(b->c);
	canvas_paint(b->c, teal, pale, 1, 0);
	canvas_text(b->c, m.x - in * dx * 14, m.y - in * dy * 19,
		    &(struct canvas_letters){ in * dx > 0   ? CANVAS_RIGHT
					      : in * dx < 0 ? CANVAS_LEFT
							    : CANVAS_CENTRE,
					      b->size, teal, pale },
		    f->mouth[i].name);
}

void grid_board_things(const struct board *b)
{
	const struct floor *f = b->s->floor;

	for (int i = 0; i < f->n_things; i++)
		draw_thing(b, f->thing + i);
	for (int i = 0; i < f->n_sections; i++) {
		struct spot at = grid_board_corner(b, f->section[i].column,
						   f->section[i].row);

		canvas_text(b->c, at.x + 6, at.y + 0.8 * b->size,
			    &(struct canvas_letters){ CANVAS_LEFT, b->size,
						      0xff5b4f41, pale },
			    f->section[i].name);
	}
	for (int i = 0; i < f->n_doors; i++) {
		bool south = f->door[i].south;
		struct spot at = grid_board_corner(
			b, f->door[i].column + (south ? 0.5 : 1),
			f->door[i].row + (south ? 1 : 0.5));

		/* beside the door, which it would hide */
		canvas_text(b->c, at.x + (south ? 0 : 1.2 * b->size),
			    at.y + (south ? b->size : 0),
			    &(struct canvas_letters){ CANVAS_CENTRE, b->size,
						      ink, pale },
			    f->door[i].label);
	}
	for (int i = 0; i < f->n_mouths; i++)
		draw_mouth(b, i);
}

void grid_board_rulers(const struct board *b)
{
	const struct floor *f = b->s->floor;
	char text[16];

	for (int i = 0; i < f->columns; i++) {
		struct spot at = grid_board_corner(b, i + 0.5, 0);

		scene_column_name(f->first_column + i, text);
		if (at.x > b->left)
			canvas_text(b->c, at.x, b->top / 2,
				    &(struct canvas_letters){
					    CANVAS_CENTRE, b->size, pale, 0 },
				    str_of(text));
	}
	for (int i = 0; i < f->rows; i++) {
		struct spot at = grid_board_corner(b, 0, i + 0.5);

		snprintf(text, sizeof(text), "%d", f->first_row + i + 1);
		if (at.y > b->top)
			canvas_text(b->c, b->left - 0.8 * b->size, at.y,
				    &(struct canvas_letters){
					    CANVAS_CENTRE, b->size, pale, 0 },
				    str_of(text));
	}
}
