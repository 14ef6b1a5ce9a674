/* src/report/picture/ascii_board.c */
#include "report/picture/ascii_board.h"
#include "report/picture/zone_board.h"
#include <stdio.h>

struct grid {
	int columns, rows;
	char cell[ASCII_BOARD_MAX_ROWS][ASCII_BOARD_MAX_COLUMNS];
	bool taken[ASCII_BOARD_MAX_ROWS][ASCII_BOARD_MAX_COLUMNS];
};

char ascii_board_sign(enum scene_kind kind)
{
	static const char signs[N_SCENE_KINDS] = {
		[SCENE_HINDERING] = '"', [SCENE_BLOCKING] = '#',
		[SCENE_ELEVATED] = '^',  [SCENE_ABRUPT] = '=',
		[SCENE_SHALLOW] = '~',   [SCENE_DEEP] = 'w',
		[SCENE_WALL] = '%',      [SCENE_CONCEALING] = ':',
	};

	return signs[kind];
}

static struct vec middle_of(const struct scene *s, int row, int column)
{
	return (struct vec){
		column * ASCII_BOARD_COLUMN + ASCII_BOARD_COLUMN / 2,
		s->h - row * ASCII_BOARD_ROW - ASCII_BOARD_ROW / 2
	};
}

/* in the rows and columns that it can reach */
static void draw_area(struct grid *g, const struct scene *s,
		      const struct scene_area *a)
{
	struct box b;

	if (!a->shape.n)
		return;
	b = geo_polygon_box(&a->shape);
	for (int r = 0; r < g->rows; r++) {
		int32_t y = middle_of(s, r, 0).y;

		if (y < b.y0 || y > b.y1)
			continue;
		for (int c = 0; c < g->columns; c++) {
			struct vec p = middle_of(s, r, c);

			if (p.x >= b.x0 && p.x <= b.x1 &&
			    geo_polygon_has(&a->shape, p))
				g->cell[r][c] = ascii_board_sign(a->kind);
		}
	}
}

static void draw_ground(struct grid *g, const struct scene *s)
{
	for (int r = 0; r < g->rows; r++) {
		for (int c = 0; c < g->columns; c++) {
			struct vec p = middle_of(s, r, c);

			/* a dot at every fifth inch guides the eye */
			g->cell[r][c] =
				p.x % 500 < ASCII_BOARD_COLUMN &&
						p.y % 500 < ASCII_BOARD_ROW
					? '.'
					: ' ';
		}
	}
	for (int i = 0; i < s->n_areas; i++)
		draw_area(g, s, &s->area[i]);
}

/* A wall can be thinner than a cell: mark the cells that its line crosses. */
static void draw_walls(struct grid *g, const struct scene *s)
{
	for (int i = 0; i < s->n_areas; i++) {
		const struct polygon *p = &s->area[i].shape;

		if (s->area[i].kind != SCENE_WALL)
			continue;
		for (int k = 0; k < p->n; k++) {
			struct track t =
				geo_track(p->v[k], p->v[(k + 1) % p->n]);

			for (int32_t j = 0; j <= t.n; j++) {
				struct vec q = geo_track_at(&t, j);
				int r = (s->h - q.y) / ASCII_BOARD_ROW;
				int c = q.x / ASCII_BOARD_COLUMN;

				if (r >= 0 && r < g->rows && c >= 0 &&
				    c < g->columns)
					g->cell[r][c] =
						ascii_board_sign(SCENE_WALL);
			}
		}
	}
}

static bool is_free(const struct grid *g, int r, int c, int len)
{
	if (r < 0 || r >= g->rows || c < 0 || c + len > g->columns)
		return false;
	for (int i = 0; i < len; i++)
		if (g->taken[r][c + i])
			return false;
	return true;
}

/* At its place, or the nearest free one: no piece may be covered. */
static void draw_label(struct grid *g, const struct scene *s, struct str label,
		       struct vec at, bool captive)
{
	int len = (int)label.len;
	int row = (s->h - at.y) / ASCII_BOARD_ROW;
	int column = at.x / ASCII_BOARD_COLUMN - (len > 1);
	int best = INT_MAX, at_r = -1, at_c = -1;

	for (int r = row - 2; r <= row + 2; r++) {
		for (int c = column - 6; c <= column + 6; c++) {
			int dr = (r - row) * 2, dc = c - column;

			if (dr * dr + dc * dc >= best || !is_free(g, r, c, len))
				continue;
			best = dr * dr + dc * dc;
			at_r = r;
			at_c = c;
		}
	}
	for (int i = 0; i < len && at_r >= 0; i++) {
		char letter = label.s[i];

		if (captive && letter >= 'A' && letter <= 'Z')
			letter = (char)(letter - 'A' + 'a');
		g->cell[at_r][at_c + i] = letter;
		g->taken[at_r][at_c + i] = true;
	}
}

/* a unit has two: its rider in front, then its mount */
static void draw_piece(struct grid *g, const struct scene *s,
		       const struct scene_piece *p)
{
	struct vec front = p->base.p[0];
	struct vec back = p->base.p[p->base.n > 1 ? 1 : 0];

	if (!p->rider.len) {
		draw_label(g, s, p->label, p->dot, p->holder >= 0);
		return;
	}
	draw_label(g, s, p->rider, front, false);
	draw_label(g, s, p->label, back, false);
}

/* 0, 5, 10 .. over their columns, after a margin */
static void ascii_board_ruler(struct buf *out, const struct scene *s,
			      int columns)
{
	char line[ASCII_BOARD_MAX_COLUMNS + 8];
	int end = 0;

	memset(line, ' ', sizeof(line));
	for (int u = 0; u < s->w; u += 500) {
		int at = 4 + u / ASCII_BOARD_COLUMN, inches = u / 100;

		if (at >= 4 + columns)
			break;
		if (inches >= 10)
			line[at++] = (char)('0' + inches / 10);
		line[at++] = (char)('0' + inches % 10);
		end = at;
	}
	buf_add(out, line, (size_t)end);
	buf_addc(out, '\n');
}

static void ascii_board_border(struct buf *out, int columns)
{
	buf_addz(out, "   +");
	for (int c = 0; c < columns; c++)
		buf_addc(out, '-');
	buf_addz(out, "+\n");
}

/* the rows where pieces and items are, one more on either side */
static void rows_used(const struct grid *g, int *first, int *last)
{
	*first = g->rows;
	*last = -1;
	for (int r = 0; r < g->rows; r++)
		for (int c = 0; c < g->columns; c++)
			if (g->taken[r][c]) {
				*first = r < *first ? r : *first;
				*last = r;
			}
	if (*last < 0 || *first == 0)
		*first = 0;
	else
		--*first;
	if (*last < 0 || *last == g->rows - 1)
		*last = g->rows - 1;
	else
		++*last;
}

static void open_render(struct buf *out, const struct scene *s, bool crop)
{
	int first = 0, last;
	struct grid g = {
		.columns = (s->w + ASCII_BOARD_COLUMN - 1) / ASCII_BOARD_COLUMN,
		.rows = (s->h + ASCII_BOARD_ROW - 1) / ASCII_BOARD_ROW,
	};

	if (g.columns > ASCII_BOARD_MAX_COLUMNS)
		g.columns = ASCII_BOARD_MAX_COLUMNS;
	if (g.rows > ASCII_BOARD_MAX_ROWS)
		g.rows = ASCII_BOARD_MAX_ROWS;
	draw_ground(&g, s);
	draw_walls(&g, s);
	for (int i = 0; i < s->n_pieces; i++)
		draw_piece(&g, s, s->piece + i);
	for (int i = 0; i < s->n_items; i++)
		draw_label(&g, s, s->item[i].label, s->item[i].at, false);
	last = g.rows - 1;
	if (crop)
		rows_used(&g, &first, &last);
	ascii_board_ruler(out, s, g.columns);
	if (!first)
		ascii_board_border(out, g.columns);
	for (int r = first; r <= last; r++) {
		int32_t y = middle_of(s, r, 0).y;

		/* where the dots of a multiple of five inches are */
		if (y >= 0 && y % 500 < ASCII_BOARD_ROW)
			buf_addf(out, "%2d ", y / 500 * 5);
		else
			buf_addz(out, "   ");
		buf_addc(out, '|');
		buf_add(out, g.cell[r], (size_t)g.columns);
		buf_addz(out, "|\n");
	}
	if (last == g.rows - 1)
		ascii_board_border(out, g.columns);
	ascii_board_ruler(out, s, g.columns);
}

/* -- a board of squares, DG-MAP-02 -----------------------------------------*/

char ascii_board_ground(enum floor_ground ground)
{
	static const char signs[N_FLOOR_GROUNDS + 1] = "#.2~XOSTV%";

	return signs[ground];
}

static char ground_sign(const struct floor_cell *cell)
{
	return cell->ground == FLOOR_COST ? (char)('0' + cell->cost)
					  : ascii_board_ground(cell->ground);
}

static const char *ascii_board_upright(enum floor_edge e)
{
	static const char *const signs[N_FLOOR_EDGES] = { " ", ":", "|", "=",
							  "w", "i", "/" };

	return signs[e];
}

static const char *ascii_board_lying(enum floor_edge e)
{
	static const char *const signs[N_FLOOR_EDGES] = { "   ", "...", "---",
							  "===", "-w-", "-i-",
							  "-/-" };

	return signs[e];
}

/* the figure, chest or token in a square; or empty */
static struct str in_square(const struct scene *s, int column, int row)
{
	const struct floor *f = s->floor;

	for (int i = 0; i < s->n_pieces; i++)
		if (s->piece[i].dot.x / SCENE_SQUARE == column &&
		    (s->h - s->piece[i].dot.y) / SCENE_SQUARE == row)
			return s->piece[i].label;
	for (int i = 0; i < f->n_things; i++)
		if (f->thing[i].column == column && f->thing[i].row == row)
			return f->thing[i].label;
	return (struct str){ 0 };
}

/* is there a wall or a door in the column of edges east of column c, or in the
 * row of edges south of row r? */
static bool has_upright(const struct floor *f, int c)
{
	for (int r = 0; r < f->rows; r++)
		if (f->cell[r + 1][c + 1].east != FLOOR_OPEN)
			return true;
	return false;
}

static bool has_lying(const struct floor *f, int r)
{
	for (int c = 0; c < f->columns; c++)
		if (f->cell[r + 1][c + 1].south != FLOOR_OPEN)
			return true;
	return false;
}

static void floor_letters(struct buf *out, const struct floor *f)
{
	char letters[3];

	buf_addz(out, "    ");
	for (int c = 0; c < f->columns; c++) {
		if (has_upright(f, c - 1))
			buf_addc(out, ' ');
		scene_column_name(f->first_column + c, letters);
		buf_addf(out, letters[1] ? " %s" : " %s ", letters);
	}
	buf_addc(out, '\n');
}

/* a piece in a square takes three characters, else its ground one */
static void floor_square(struct buf *out, const struct scene *s, int column,
			 int row)
{
	const struct floor_cell *cell = &s->floor->cell[row + 1][column + 1];
	struct str label = in_square(s, column, row);

	if (cell->ground == FLOOR_ROCK)
		buf_addz(out, "###");
	else if (label.len)
		buf_addf(out, label.len < 3 ? " %.*s" : "%.*s", STR_ARG(label));
	else
		buf_addf(out, " %c ", ground_sign(cell));
}

/* one row of squares, with the edges between them */
static void floor_row(struct buf *out, const struct scene *s, int r)
{
	const struct floor *f = s->floor;

	buf_addf(out, "%3d ", f->first_row + r + 1);
	for (int c = -1; c < f->columns; c++) {
		if (c >= 0)
			floor_square(out, s, c, r);
		if (has_upright(f, c))
			buf_addz(out, ascii_board_upright(
					      f->cell[r + 1][c + 1].east));
	}
	buf_addf(out, " %d\n", f->first_row + r + 1);
}

/* the edges south of it; a corner is where columns of edges are */
static void floor_edges(struct buf *out, const struct floor *f, int r)
{
	buf_addz(out, "    ");
	for (int c = -1; c < f->columns; c++) {
		if (c >= 0)
			buf_addz(out, ascii_board_lying(
					      f->cell[r + 1][c + 1].south));
		if (has_upright(f, c))
			buf_addc(out, '+');
	}
	buf_addc(out, '\n');
}

static void floor_render(struct buf *out, const struct scene *s)
{
	const struct floor *f = s->floor;

	floor_letters(out, f);
	for (int r = -1; r < f->rows; r++) {
		if (r >= 0)
			floor_row(out, s, r);
		if (has_lying(f, r))
			floor_edges(out, f, r);
	}
	floor_letters(out, f);
}

static void render(struct buf *out, const struct scene *s, bool crop)
{
	if (s->zones)
		zone_board_text(out, s);
	else if (s->floor)
		floor_render(out, s);
	else
		open_render(out, s, crop);
}

void ascii_board_render(struct buf *out, const struct scene *s)
{
	render(out, s, false);
}

void ascii_board_crop(struct buf *out, const struct scene *s)
{
	render(out, s, true);
}
