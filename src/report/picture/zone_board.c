/* src/report/picture/zone_board.c - draws a board of zones as a picture */
#include "report/picture/zone_board.h"
#include "report/picture/token.h"
#include <math.h>
#include <stdio.h>

enum {
	LINE = 18,
	GAP = 8,
	EDGE = 7,
	HEAD = 24,
	NARROW = 44,
	NARROW_NAME = 190,
	RADIUS = 13,
	/* of the page: tokens stand in the middle, their names below them */
	PAGE_LETTERS = 13,
	PAGE_SMALL = 11, /* where zones are narrow */
	PAGE_LINE = 17,
	PAGE_CELL = 108, /* the least width of each */
	PAGE_ROW = 190,
	PAGE_RADIUS_MIN = 19,
	PAGE_RADIUS_MAX = 34
};

static const uint32_t ink = 0xff231a12, red = 0xffa3191d, line = 0xffb79f6f;

/* Zones without a thing are narrow, or low; pixels at letters of 15. */
struct layout {
	struct canvas *c;
	const struct zone_board *z;
	double k;       /* 1: as designed */
	bool narrow;    /* a name has a line of its own, as wide as the zone */
	bool page;      /* all zones are equally wide */
	double r;       /* of tokens */
	double letters; /* of the words below them */
	double x[ZONE_BOARD_MAX_SIDE + 1], y[ZONE_BOARD_MAX_SIDE + 1];
	/* of those inside a zone: the middle of the token on the page, else
	 * the top of the thing */
	double thing_y[ZONE_BOARD_MAX_THINGS];
	double thing_x[ZONE_BOARD_MAX_THINGS]; /* the middle of the token */
	double room[ZONE_BOARD_MAX_THINGS];    /* for the words below it */
};

static bool is_in(const struct zone_board_thing *t, int column, int row)
{
	return t->place == ZONE_BOARD_INSIDE && t->column == column &&
	       t->row == row;
}

static int left_of(const struct zone_board_thing *t)
{
	return t->life > t->damage ? t->life - t->damage : 0;
}

static bool has_numbers(const struct zone_board_thing *t)
{
	return t->life || t->mana >= 0;
}

/* lines of text: name, numbers, conditions, what it carries */
static int lines_of(const struct layout *l, const struct zone_board_thing *t)
{
	return 1 + (l->narrow || has_numbers(t)) +
	       (l->narrow && t->name.len > 0) + (t->marks.len > 0) +
	       (t->n_notes > 0);
}

static double thing_height(const struct layout *l,
			   const struct zone_board_thing *t)
{
	return LINE * lines_of(l, t);
}

static double zone_height(const struct layout *l, int column, int row)
{
	const struct zone_board *z = l->z;
	double h = HEAD;

	for (int i = 0; i < z->n; i++)
		if (is_in(&z->thing[i], column, row))
			h += thing_height(l, &z->thing[i]) + GAP;
	return h + EDGE;
}

static bool is_empty(const struct zone_board *z, int column)
{
	for (int i = 0; i < z->n; i++)
		if (z->thing[i].column == column)
			return false;
	return true;
}

static double place_in_zone(const struct layout *l, int thing)
{
	const struct zone_board_thing *t = &l->z->thing[thing];
	double y = l->y[t->row] + HEAD * l->k;

	for (int i = 0; i < thing; i++)
		if (is_in(&l->z->thing[i], t->column, t->row))
			y += (thing_height(l, &l->z->thing[i]) + GAP) * l->k;
	return y;
}

/* -- on the page ---------------------------------------------------------- */

/* each has room for a crown, so that a row is level */
static double crown_height(const struct layout *l)
{
	return 0.45 * l->r;
}

static double page_thing_height(const struct layout *l,
				const struct zone_board_thing *t)
{
	int lines = 1 + has_numbers(t) + (t->marks.len > 0) + (t->n_notes > 0);

	return crown_height(l) + 2 * l->r + PAGE_LINE * lines + GAP;
}

/* The things of a zone stand in rows, each in the middle of its cell. Gives how
 * high all of them are; with a place it puts them there, by its top. */
static double page_rows(struct layout *l, int column, int row, bool places,
			double top)
{
	double wide = (l->x[column + 1] - l->x[column]) / l->k, y = 0, high = 0;
	int in_row = 0, n = 0, at = 0, cells;

	for (int i = 0; i < l->z->n; i++)
		n += is_in(&l->z->thing[i], column, row);
	cells = (int)fmax(1, fmin(n, floor(wide / PAGE_CELL)));
	/* as many in each row, as far as it goes */
	cells = n ? (n + (n + cells - 1) / cells - 1) /
				((n + cells - 1) / cells)
		  : 1;
	for (int i = 0; i < l->z->n; i++) {
		const struct zone_board_thing *t = &l->z->thing[i];

		if (!is_in(t, column, row))
			continue;
		if (at == 0)
			in_row = n < cells ? n : cells;
		if (places) {
			double cell = wide / in_row;

			l->room[i] = (cell - 6) * l->k;
			l->thing_x[i] = l->x[column] + (at + 0.5) * cell * l->k;
			l->thing_y[i] =
				top + (y + crown_height(l) + l->r) * l->k;
		}
		high = fmax(high, page_thing_height(l, t));
		if (++at < in_row)
			continue;
		n -= at;
		at = 0;
		y += high;
		high = 0;
	}
	return y;
}

static void page_measure(struct layout *l, int width)
{
	double wide = (width - 2.0 * EDGE) / l->z->columns / l->k;

	l->page = true;
	l->letters = wide < PAGE_CELL ? PAGE_SMALL : PAGE_LETTERS;
	l->r = fmin(fmax(0.17 * wide, PAGE_RADIUS_MIN), PAGE_RADIUS_MAX);
	for (int c = 0; c <= l->z->columns; c++)
		l->x[c] = EDGE + c * wide * l->k;
	l->y[0] = EDGE;
	for (int r = 0; r < l->z->rows; r++) {
		double high = fmin(PAGE_ROW, width / l->k / l->z->rows);

		for (int c = 0; c < l->z->columns; c++)
			high = fmax(high,
				    HEAD + EDGE + page_rows(l, c, r, false, 0));
		l->y[r + 1] = floor(l->y[r] + high * l->k);
		for (int c = 0; c < l->z->columns; c++) {
			double spare = high - page_rows(l, c, r, false, 0);

			(void)page_rows(l, c, r, true,
					l->y[r] + fmax(HEAD, spare / 2) * l->k);
		}
	}
}

static struct layout zone_board_measure(const struct scene *s, int width,
					double size, bool on_page)
{
	struct layout l = { .z = s->zones, .k = size / 15, .r = RADIUS };
	int n = 0, empty;

	if (on_page) {
		page_measure(&l, width);
		return l;
	}
	for (int c = 0; c < l.z->columns; c++)
		n += !is_empty(l.z, c);
	empty = l.z->columns - n;
	l.x[0] = l.y[0] = EDGE;
	for (int c = 0; c < l.z->columns; c++) {
		double wide =
			(width - 2 * EDGE - empty * NARROW * l.k) / (n ? n : 1);

		l.narrow |= n && wide < NARROW_NAME * l.k;
		l.x[c + 1] = l.x[c] + (!n ? (width - 2.0 * EDGE) / empty
				       : is_empty(l.z, c) ? NARROW * l.k
							  : wide);
	}
	for (int r = 0; r < l.z->rows; r++) {
		double high = HEAD + EDGE;

		for (int c = 0; c < l.z->columns; c++)
			high = fmax(high, zone_height(&l, c, r));
		l.y[r + 1] = floor(l.y[r] + high * l.k);
		for (int i = 0; i < l.z->n; i++)
			if (l.z->thing[i].row == r) {
				l.thing_y[i] = place_in_zone(&l, i);
				l.thing_x[i] = l.x[l.z->thing[i].column] +
					       EDGE + (l.r + 2) * l.k;
			}
	}
	return l;
}

enum { CUT_MAX = 256 };

/* as much of it as there is room for */
static struct str cut_to_fit(double size, const char *text, double room,
			     char cut[CUT_MAX])
{
	static const char dots[] = "\xe2\x80\xa6";
	struct str s = str_of(text);
	size_t n = s.len;

	while (n && canvas_text_width(size, s) > room) {
		do
			n--;
		while (n && ((unsigned char)text[n] & 0xc0) == 0x80);
		snprintf(cut, CUT_MAX, "%.*s%s", (int)n, text, dots);
		s = str_of(cut);
	}
	return s;
}

static void write_fit(const struct layout *l, double x, double y,
		      uint32_t colour, const char *text, double room)
{
	char cut[CUT_MAX];

	canvas_text(
		l->c, x, y,
		&(struct canvas_letters){ CANVAS_LEFT, 15 * l->k, colour, 0 },
		cut_to_fit(15 * l->k, text, room, cut));
}

static void draw_badge(const struct layout *l, enum art art, double x, double y,
		       uint32_t colour)
{
	canvas_disc(l->c, x, y, 6.5 * l->k);
	canvas_paint(l->c, 0xfffffdf8, ink, 1, 0);
	canvas_art(l->c, art, x, y, 10 * l->k, 0, colour);
}

/* what it carries: a square each in its owner's colour, hollow face down */
static void draw_notes(const struct layout *l, const struct zone_board_thing *t,
		       double x, double y, double room)
{
	double side = 11 * l->k;

	for (int i = 0; i < t->n_notes && i < ZONE_BOARD_MAX_NOTES &&
			(i + 1) * 1.4 * side < room;
	     i++) {
		const struct zone_board_note *n = &t->note[i];

		canvas_box(l->c, x + 1.4 * i * side, y - side / 2, side, side);
		canvas_paint(l->c,
			     n->hidden ? 0xfffffdf8
				       : seat_style(n->owner)->plain,
			     seat_style(n->owner)->dark, 1.6, 0);
	}
}

/* a creature that has acted, or can act */
static void draw_active(const struct layout *l,
			const struct zone_board_thing *t, double x, double y)
{
	double r = 0.34 * l->r * l->k, a = r / 2;

	if (t->shape != ZONE_BOARD_LEADER && t->shape != ZONE_BOARD_CREATURE)
		return;
	canvas_disc(l->c, x, y, r);
	canvas_paint(l->c, t->active ? 0xffffffff : 0xff8b857b,
		     t->active ? 0xff1d6a34 : ink, 1.6, 0);
	canvas_move(l->c, x - a, y);
	if (t->active)
		canvas_line(l->c, x - a / 4, y + a * 0.7);
	canvas_line(l->c, x + a, t->active ? y - a * 0.7 : y);
	canvas_paint(l->c, 0, t->active ? 0xff1d6a34 : 0xffffffff, 2 * l->k, 0);
}

/* its dial has twelve notches for all its life */
static void draw_token(const struct layout *l, const struct zone_board_thing *t,
		       double x, double y)
{
	enum { NOTCHES = 12 };
	int left =
		t->life ? (NOTCHES * left_of(t) + t->life - 1) / t->life : -1;
	double k = l->k, r = l->r * k, side = 0.85 * r;

	if (t->shape == ZONE_BOARD_LEADER)
		canvas_art(l->c, ART_CROWN, x, y - r, 1.3 * r, 0, 0);
	token_draw(l->c,
		   &(struct token){ .x = x,
				    .y = y,
				    .x2 = x,
				    .y2 = y,
				    .r = r,
				    .owner = t->owner,
				    .emblem = t->emblem,
				    .facing = -1,
				    .left = left,
				    .wounds = t->life ? NOTCHES - left : 0 });
	if (t->guard)
		draw_badge(l, ART_SHIELD, x - side, y + side, 0xff1e5aa8);
	if (t->flying)
		draw_badge(l, ART_WING, l->page ? x - side : x + side, y - side,
			   0xff5b4f41);
	if (l->page)
		draw_active(l, t, x + side, y - side);
	if (!t->active || l->page)
		return;
	canvas_disc(l->c, x + side, y + side, 0.35 * r);
	canvas_paint(l->c, 0xff86d99a, 0xff1d6a34, 1.4, 0);
}

/* "9/15", and the mana behind a stone */
static void draw_numbers(const struct layout *l,
			 const struct zone_board_thing *t, double x, double y,
			 double room)
{
	char text[64] = "";
	double w = 0;

	if (t->life) {
		snprintf(text, sizeof(text), "%d/%d", left_of(t), t->life);
		w = canvas_text_width(15 * l->k, str_of(text)) + 6 * l->k;
		write_fit(l, x, y, t->damage ? red : ink, text, room);
	}
	if (t->mana < 0)
		return;
	canvas_art(l->c, ART_MANA, x + w + 6 * l->k, y, 13 * l->k, 0,
		   0xff2c64b0);
	snprintf(text, sizeof(text), "%d", t->mana);
	write_fit(l, x + w + 14 * l->k, y, ink, text, room - w);
}

/* The numbers below a name, about x. */
static void page_numbers(const struct layout *l,
			 const struct zone_board_thing *t, double x, double y)
{
	double size = l->letters * l->k, w = 0, gem = 15 * l->k, all;
	struct canvas_letters letters = { CANVAS_LEFT, size,
					  t->damage ? red : ink, 0 };
	char life[32] = "", mana[16] = "";

	if (t->life)
		snprintf(life, sizeof(life), "%d/%d", left_of(t), t->life);
	if (t->mana >= 0)
		snprintf(mana, sizeof(mana), "%d", t->mana);
	w = canvas_text_width(size, str_of(life));
	all = w + (*mana ? gem + canvas_text_width(size, str_of(mana)) : 0) +
	      (*life && *mana ? 5 * l->k : 0);
	x -= all / 2;
	if (*life)
		canvas_text(l->c, x, y, &letters, str_of(life));
	if (!*mana)
		return;
	x += w + (*life ? 5 * l->k : 0);
	canvas_art(l->c, ART_MANA, x + gem / 2 - 1, y, 13 * l->k, 0,
		   0xff2c64b0);
	letters.colour = ink;
	canvas_text(l->c, x + gem, y, &letters, str_of(mana));
}

/* Name, numbers, conditions and what it carries, below its token. */
static void page_words(const struct layout *l, int thing)
{
	const struct zone_board_thing *t = &l->z->thing[thing];
	double x = l->thing_x[thing], room = l->room[thing];
	double size = l->letters * l->k, step = PAGE_LINE * l->k;
	double y = l->thing_y[thing] + l->r * l->k + step * 0.4;
	char text[200], cut[CUT_MAX];
	int notes = t->n_notes < ZONE_BOARD_MAX_NOTES ? t->n_notes
						      : ZONE_BOARD_MAX_NOTES;

	snprintf(text, sizeof(text), "%.*s %.*s",
		 t->label.len > 30 ? 30 : STR_ARG(t->label),
		 t->name.len > 150 ? 150 : STR_ARG(t->name));
	tag_draw(l->c, x, y, size, t->owner,
		 cut_to_fit(size, text, room - size, cut));
	y += step * 1.1;
	if (has_numbers(t)) {
		page_numbers(l, t, x, y);
		y += step * 0.95;
	}
	if (t->marks.len) {
		snprintf(text, sizeof(text), "%.*s",
			 t->marks.len > 150 ? 150 : STR_ARG(t->marks));
		canvas_text(
			l->c, x, y,
			&(struct canvas_letters){ CANVAS_CENTRE, size, red, 0 },
			cut_to_fit(size, text, room, cut));
		y += step * 0.95;
	}
	draw_notes(l, t, x - 7.7 * l->k * notes, y, room);
}

static void page_names(const struct layout *l)
{
	canvas_group(l->c, STR(""));
	for (int i = 0; i < l->z->n; i++)
		if (l->z->thing[i].place == ZONE_BOARD_INSIDE)
			page_words(l, i);
	canvas_end(l->c);
}

static void page_thing(const struct layout *l, int thing)
{
	canvas_group(l->c, l->z->thing[thing].label);
	draw_token(l, &l->z->thing[thing], l->thing_x[thing],
		   l->thing_y[thing]);
	canvas_end(l->c);
}

static void draw_thing(const struct layout *l, const struct zone_board_thing *t,
		       double y)
{
	double step = LINE * l->k, x = l->x[t->column] + EDGE;
	double in = x + (2 * l->r + 8) * l->k, end = l->x[t->column + 1] - EDGE;
	uint32_t dark = seat_style(t->owner)->dark;
	char text[200], name[160];

	canvas_group(l->c, t->label);
	draw_token(l, t, x + (l->r + 2) * l->k, y + (l->r + 2) * l->k);
	snprintf(name, sizeof(name), "%.*s",
		 t->name.len > 150 ? 150 : STR_ARG(t->name));
	snprintf(text, sizeof(text), "%.*s %s",
		 t->label.len > 30 ? 30 : STR_ARG(t->label),
		 l->narrow ? "" : name);
	y += step / 2;
	write_fit(l, in, y, dark, text, end - in);
	if (l->narrow || has_numbers(t))
		draw_numbers(l, t, in, y += step, end - in);
	if (l->narrow) {
		in = x;
		if (t->name.len)
			write_fit(l, in, y += step, dark, name, end - in);
	}
	if (t->marks.len) {
		snprintf(text, sizeof(text), "%.*s",
			 t->marks.len > 150 ? 150 : STR_ARG(t->marks));
		write_fit(l, in, y += step, red, text, end - in);
	}
	draw_notes(l, t, in, y + step, end - in);
	canvas_end(l->c);
}

static void draw_zone(const struct layout *l, int column, int row)
{
	double x = l->x[column], y = l->y[row], w = l->x[column + 1] - x;
	double h = l->y[row + 1] - y;
	char name[3] = { (char)('A' + column), (char)('1' + row), 0 };

	canvas_box(l->c, x + 2, y + 2, w - 4, h - 4);
	canvas_paint(l->c, (column + row) % 2 ? 0xffdccaa4 : 0xffe6d6b4, line,
		     1, 0);
	if (l->page) { /* a mosaic */
		double r = 0.34 * fmin(w, h), cx = x + w / 2, cy = y + h / 2;

		canvas_disc(l->c, cx, cy, r);
		canvas_paint(l->c, 0, 0x60ffffff & line, 2, 0);
		for (int i = 0; i < 8; i++)
			canvas_line(l->c,
				    cx + (i % 2 ? 0.28 : 1) * r *
						    sin(i * 0.7853982),
				    cy - (i % 2 ? 0.28 : 1) * r *
						    cos(i * 0.7853982));
		canvas_close(l->c);
		canvas_paint(l->c, 0, 0x60ffffff & line, 1.5, 0);
	}
	canvas_text(l->c, x + EDGE, y + 13 * l->k,
		    &(struct canvas_letters){ CANVAS_LEFT, 17 * l->k,
					      0xff5b4a28, 0 },
		    str_of(name));
}

static void draw_wall(const struct layout *l, const struct zone_board_thing *t)
{
	bool east = t->place == ZONE_BOARD_EAST;
	double x = l->x[t->column + east], y = l->y[t->row + !east];
	double x2 = l->x[t->column + 1], y2 = l->y[t->row + 1];
	char text[64];

	canvas_group(l->c, t->label);
	for (int pass = 0; pass < 2; pass++) {
		canvas_move(l->c, x, y);
		canvas_line(l->c, x2, y2);
		canvas_paint(l->c, 0, pass ? 0xffa9a297 : 0xff4d463d,
			     pass ? 8 : 11, pass ? 9 : 0);
	}
	canvas_end(l->c);
	snprintf(text, sizeof(text), "%.*s %d/%d", STR_ARG(t->label),
		 left_of(t), t->life);
	tag_draw(l->c, (x + x2) / 2, (y + y2) / 2, 15 * l->k, t->owner,
		 str_of(text));
}

/* from the middle of the zone it came from to where it is */
static void draw_came(const struct layout *l, int thing)
{
	const struct zone_board_thing *t = &l->z->thing[thing];
	int column = t->came.len > 1 ? t->came.s[0] - 'A' : -1;
	int row = t->came.len > 1 ? t->came.s[1] - '1' : -1;
	double x, y, x2 = l->thing_x[thing];
	double y2 = l->thing_y[thing] + (l->page ? 0 : (l->r + 2) * l->k);

	if (column < 0 || column >= l->z->columns || row < 0 ||
	    row >= l->z->rows)
		return;
	x = (l->x[column] + l->x[column + 1]) / 2;
	y = (l->y[row] + l->y[row + 1]) / 2;
	canvas_disc(l->c, x, y, 5);
	canvas_paint(l->c, seat_style(t->owner)->dark, 0, 0, 0);
	/* the words that it crosses can be read */
	canvas_arrow(l->c,
		     &(struct canvas_arrow){
			     x, y, x2, y2, l->r * l->k,
			     0xb0ffffff & seat_style(t->owner)->plain, 0 });
}

struct canvas *zone_board_draw(const struct scene *s, int width, double size,
			       bool on_page, struct why *why)
{
	struct layout l = zone_board_measure(s, width, size, on_page);
	double height = l.y[l.z->rows] + EDGE;

	if (height > CANVAS_MAX_SIDE) {
		why_set(why, ERR_TOO_LARGE,
			"a picture %.0f pixels high is too large", height);
		return NULL;
	}
	l.c = canvas_make(width, (int)height, 0xff6b4a2c);
	for (int r = 0; r < l.z->rows; r++)
		for (int c = 0; c < l.z->columns; c++)
			draw_zone(&l, c, r);
	canvas_ground(l.c);
	for (int i = 0; i < l.z->n; i++)
		if (l.z->thing[i].place == ZONE_BOARD_INSIDE)
			draw_came(&l, i);
	for (int i = 0; i < l.z->n; i++) {
		if (l.z->thing[i].place != ZONE_BOARD_INSIDE)
			continue;
		if (l.page)
			page_thing(&l, i);
		else
			draw_thing(&l, &l.z->thing[i], l.thing_y[i]);
	}
	if (l.page)
		page_names(&l);
	for (int i = 0; i < l.z->n; i++)
		if (l.z->thing[i].place != ZONE_BOARD_INSIDE)
			draw_wall(&l, &l.z->thing[i]);
	return l.c;
}

bool zone_board_at(const struct scene *s, int width, double x, double y,
		   int *column, int *row)
{
	struct layout l = zone_board_measure(s, width, 15, true);

	if (x < l.x[0] || x >= l.x[l.z->columns] || y < l.y[0] ||
	    y >= l.y[l.z->rows])
		return false;
	for (*column = 0; x >= l.x[*column + 1];)
		++*column;
	for (*row = 0; y >= l.y[*row + 1];)
		++*row;
	return true;
}

bool zone_board_cell(const struct scene *s, int width, int column, int row,
		     double out[4])
{
	struct layout l = zone_board_measure(s, width, 15, true);

	if (column < 0 || column >= l.z->columns || row < 0 || row >= l.z->rows)
		return false;
	out[0] = l.x[column];
	out[1] = l.y[row];
	out[2] = l.x[column + 1] - l.x[column];
	out[3] = l.y[row + 1] - l.y[row];
	return true;
}
