/* src/report/picture/zone_board.c - draws a board of zones as a picture */
#include "report/picture/zone_board.h"
#include "base/utf8.h"
#include "report/picture/player_style.h"
#include <math.h>
#include <stdio.h>

enum {
	INK = 0x222222,
	PAPER = 0xffffff,
	GROUND = 0xfcfaf3,
	OTHER = 0xf3eddc, /* every second zone */
	FAINT = 0x6b6455,
	LIFE = 0x2e7d4f,
	HURT = 0xc01818,
	STONE = 0x6b5a44,
	RIM = 0xd2cab4
};

struct drawing {
	struct canvas *c;
	const struct zone_board *z;
	double k; /* of line widths and letters: 1 as designed */
	double left, top, wide;
	double zone; /* width of one */
	bool narrow; /* what it holds has lines of its own */
	double high[ZONE_BOARD_MAX_SIDE];    /* of each row */
	double row_top[ZONE_BOARD_MAX_SIDE]; /* where it begins */
};

/* as designed, in pixels */
enum {
	HEAD = 22,
	NAME = 17,
	BAR = 7,
	LINE = 14,
	GAP = 7,
	LEAST = 96,
	LEAST_NARROW = 64,
	EDGE = 7,
	OWNER = 20,  /* whose it is, before the name */
	NARROW = 150 /* a zone in which a name and its life have no room */
};

/* --- how high -------------------------------------------------------------*/

static bool has_line(const struct drawing *d, const struct zone_board_thing *t)
{
	return (t->mana >= 0 && !d->narrow) || t->marks.len || t->came.len;
}

/* Of a narrow zone: life and mana, which are elsewhere in a wide one. */
static bool has_numbers(const struct drawing *d,
			const struct zone_board_thing *t)
{
	return d->narrow && (t->life || t->mana >= 0);
}

static double thing_height(const struct drawing *d,
			   const struct zone_board_thing *t)
{
	int notes = t->n_notes < ZONE_BOARD_MAX_NOTES ? t->n_notes
						      : ZONE_BOARD_MAX_NOTES;
	int lines = has_line(d, t) + has_numbers(d, t) + d->narrow + notes;

	return NAME + (t->life ? BAR : 0) + LINE * lines + GAP;
}

static double zone_height(const struct drawing *d, int column, int row)
{
	const struct zone_board *z = d->z;
	double h = HEAD;

	for (int i = 0; i < z->n; i++) {
		const struct zone_board_thing *t = &z->thing[i];

		if (t->place == ZONE_BOARD_INSIDE && t->column == column &&
		    t->row == row)
			h += thing_height(d, t);
	}
	return fmax(h + EDGE, d->narrow ? LEAST_NARROW : LEAST);
}

static double lay_out(struct drawing *d)
{
	double y = d->top;

	for (int r = 0; r < d->z->rows; r++) {
		d->row_top[r] = y;
		d->high[r] = 0;
		for (int c = 0; c < d->z->columns; c++) {
			double h = zone_height(d, c, r) * d->k;

			if (h > d->high[r])
				d->high[r] = h;
		}
		y += d->high[r];
	}
	return y;
}

/* --- text -----------------------------------------------------------------*/

static void write_text(const struct drawing *d, double x, double y, double size,
		       bool bold, uint32_t colour, struct str s)
{
	canvas_text(d->c, x, y, CANVAS_LEFT, size * d->k, bold, colour,
		    CANVAS_NO_HALO, s);
}

/* as much of it as there is room for */
static void write_fit(const struct drawing *d, double x, double y, double size,
		      bool bold, uint32_t colour, struct str s, double room)
{
	char text[160];
	size_t n = s.len < sizeof(text) - 4 ? s.len : sizeof(text) - 4;

	if (canvas_text_width(d->c, size * d->k, bold, s) <= room) {
		write_text(d, x, y, size, bold, colour, s);
		return;
	}
	memcpy(text, s.s, n);
	while (n) {
		struct str cut = { text, n };

		if (((unsigned char)s.s[n] & 0xc0) != 0x80) {
			memcpy(text + n, "\xe2\x80\xa6", 3);
			cut.len += 3;
			if (canvas_text_width(d->c, size * d->k, bold, cut) <=
			    room) {
				write_text(d, x, y, size, bold, colour, cut);
				return;
			}
			memcpy(text, s.s, n);
		}
		n--;
	}
}

/* --- a thing --------------------------------------------------------------*/

/* whose it is, by colour, pattern and letter; what it is, by shape */
static void draw_owner(const struct drawing *d,
		       const struct zone_board_thing *t, double x, double y)
{
	const struct player_style_style *s = player_style_style(t->owner);
	double r = 7 * d->k;
	struct canvas_point p = { x + r, y };
	struct canvas_point square[4] = { { p.x - r, p.y - r },
					  { p.x + r, p.y - r },
					  { p.x + r, p.y + r },
					  { p.x - r, p.y + r } };
	struct canvas_point diamond[4] = { { p.x, p.y - r * 1.3 },
					   { p.x + r * 1.3, p.y },
					   { p.x, p.y + r * 1.3 },
					   { p.x - r * 1.3, p.y } };
	char letter = (char)('A' + t->owner);

	switch (t->shape) {
	case ZONE_BOARD_LEADER:
		canvas_area(d->c, diamond, 4, s->fill, s->pattern, s->edge,
			    s->rim * d->k);
		break;
	case ZONE_BOARD_CREATURE:
		canvas_capsule(d->c, p, p, r, s->fill, s->pattern, s->edge,
			       s->rim * d->k, 0);
		break;
	default:
		canvas_area(d->c, square, 4, s->fill, s->pattern, s->edge,
			    s->rim * d->k);
	}
	canvas_text(d->c, p.x, p.y, CANVAS_CENTRE, 9.5 * d->k, true, s->text,
		    CANVAS_NO_HALO, (struct str){ &letter, 1 });
}

static void draw_life(const struct drawing *d, const struct zone_board_thing *t,
		      double x, double y, double wide)
{
	double left = t->life > t->damage ? t->life - t->damage : 0;
	double h = 4 * d->k;

	canvas_bar(d->c, x, y, x + wide, y + h, HURT);
	canvas_bar(d->c, x, y, x + wide * left / t->life, y + h, LIFE);
}

/* "#4*^" */
static struct str label_of_thing(const struct zone_board_thing *t,
				 char room[40])
{
	int n = snprintf(room, 40, "%.*s%s%s%s",
			 t->label.len > 20 ? 20 : STR_ARG(t->label),
			 t->active ? zones_signs[ZONE_BOARD_ACTIVE] : "",
			 t->guard ? zones_signs[ZONE_BOARD_GUARD] : "",
			 t->flying ? zones_signs[ZONE_BOARD_FLYING] : "");

	return (struct str){ room, (size_t)n };
}

/* the rest of the words are below the label; returns the place below */
static double draw_tall_name(const struct drawing *d,
			     const struct zone_board_thing *t, double x,
			     double y, double wide)
{
	char room[40];

	write_fit(d, x + OWNER * d->k, y + NAME * d->k / 2, 11.5, t->active,
		  INK, label_of_thing(t, room), wide - OWNER * d->k);
	y += NAME * d->k;
	write_fit(d, x, y + LINE * d->k / 2, 11.5, t->active, INK, t->name,
		  wide);
	return y + LINE * d->k;
}

static double draw_name(const struct drawing *d,
			const struct zone_board_thing *t, double x, double y,
			double wide)
{
	char text[200], sign[40];
	char life[32] = "";
	double room = wide - OWNER * d->k, middle = y + NAME * d->k / 2, w;

	if (d->narrow)
		return draw_tall_name(d, t, x, y, wide);
	snprintf(text, sizeof(text), "%.*s %.*s",
		 STR_ARG(label_of_thing(t, sign)),
		 t->name.len > 150 ? 150 : STR_ARG(t->name));
	if (t->life)
		snprintf(life, sizeof(life), "%d/%d", t->damage, t->life);
	w = canvas_text_width(d->c, 11 * d->k, true, str_of(life));
	canvas_text(d->c, x + wide, middle, CANVAS_RIGHT, 11 * d->k, true,
		    t->damage ? HURT : INK, CANVAS_NO_HALO, str_of(life));
	write_fit(d, x + OWNER * d->k, middle, 11.5, t->active, INK,
		  str_of(text), room - w - (w > 0 ? 6 * d->k : 0));
	return y + NAME * d->k;
}

/* "37/38 $29" */
static void draw_numbers(const struct drawing *d,
			 const struct zone_board_thing *t, double x, double y,
			 double wide)
{
	char life[32] = "", mana[32] = "";
	double w;

	if (t->life)
		snprintf(life, sizeof(life), "%d/%d", t->damage, t->life);
	if (t->mana >= 0)
		snprintf(mana, sizeof(mana), "%s%d",
			 zones_signs[ZONE_BOARD_MANA], t->mana);
	w = canvas_text_width(d->c, 11 * d->k, true, str_of(life));
	write_text(d, x, y, 11, true, t->damage ? HURT : INK, str_of(life));
	x += w > 0 ? w + 5 * d->k : 0;
	write_fit(d, x, y, 10, false, INK, str_of(mana),
		  wide - (w > 0 ? w + 5 * d->k : 0));
}

static void draw_note(const struct drawing *d, const struct zone_board_note *n,
		      double x, double y, double wide)
{
	const struct player_style_style *s = player_style_style(n->owner);
	char text[160];
	double r = 4 * d->k;
	struct canvas_point box[4] = { { x, y - r },
				       { x + 2 * r, y - r },
				       { x + 2 * r, y + r },
				       { x, y + r } };

	canvas_area(d->c, box, 4, n->hidden ? PAPER : s->fill, s->pattern,
		    s->edge, 1.2 * d->k);
	snprintf(text, sizeof(text), "%s%.*s %.*s",
		 n->hidden ? zones_signs[ZONE_BOARD_HIDDEN] : "",
		 STR_ARG(n->label), n->name.len > 120 ? 120 : STR_ARG(n->name));
	write_fit(d, x + 3 * r, y, 10, false, n->hidden ? FAINT : INK,
		  str_of(text), wide - 3 * r);
}

static void draw_marks(const struct drawing *d,
		       const struct zone_board_thing *t, double x, double y,
		       double wide)
{
	char text[200], mana[16] = "";

	if (t->mana >= 0 && !d->narrow)
		snprintf(mana, sizeof(mana), "%s%d ",
			 zones_signs[ZONE_BOARD_MANA], t->mana);
	snprintf(text, sizeof(text), "%s%s%.*s%s%.*s", mana,
		 t->came.len ? zones_signs[ZONE_BOARD_CAME] : "",
		 STR_ARG(t->came), t->came.len ? " " : "",
		 t->marks.len > 120 ? 120 : STR_ARG(t->marks));
	write_fit(d, x, y, 10, false, t->marks.len ? HURT : INK, str_of(text),
		  wide);
}

/* gives the place below it */
static double draw_thing(const struct drawing *d,
			 const struct zone_board_thing *t, double x, double y,
			 double wide)
{
	double in = d->narrow ? x : x + OWNER * d->k, line = wide - (in - x);

	canvas_group(d->c, t->label);
	draw_owner(d, t, x, y + NAME * d->k / 2);
	y = draw_name(d, t, x, y, wide);
	if (t->life) {
		draw_life(d, t, in, y, line);
		y += BAR * d->k;
	}
	if (has_numbers(d, t)) {
		draw_numbers(d, t, in, y + LINE * d->k / 2, line);
		y += LINE * d->k;
	}
	if (has_line(d, t)) {
		draw_marks(d, t, in, y + LINE * d->k / 2, line);
		y += LINE * d->k;
	}
	for (int i = 0; i < t->n_notes && i < ZONE_BOARD_MAX_NOTES; i++) {
		draw_note(d, &t->note[i], in, y + LINE * d->k / 2, line);
		y += LINE * d->k;
	}
	canvas_end(d->c);
	return y + GAP * d->k;
}

/* --- zones and walls ------------------------------------------------------*/

static void draw_zone(const struct drawing *d, int column, int row)
{
	const struct zone_board *z = d->z;
	double x = d->left + column * d->zone, y = d->row_top[row];
	char name[3] = { (char)('A' + column), (char)('1' + row), 0 };

	canvas_bar(d->c, x, y, x + d->zone, y + d->high[row],
		   (column + row) % 2 ? OTHER : GROUND);
	write_text(d, x + EDGE * d->k, y + 0.58 * HEAD * d->k, 13, true, FAINT,
		   str_of(name));
	y += HEAD * d->k;
	for (int i = 0; i < z->n; i++) {
		const struct zone_board_thing *t = &z->thing[i];

		if (t->place == ZONE_BOARD_INSIDE && t->column == column &&
		    t->row == row)
			y = draw_thing(d, t, x + EDGE * d->k, y,
				       d->zone - 2 * EDGE * d->k);
	}
}

/* a line along rows or columns, of whole pixels */
static void draw_line(const struct drawing *d, double x0, double y0, double x1,
		      double y1, double width, uint32_t colour)
{
	double w = fmax(round(width * d->k), 1), half = floor(w / 2);

	x0 = floor(x0) - half;
	y0 = floor(y0) - half;
	x1 = floor(x1) - half;
	y1 = floor(y1) - half;
	canvas_bar(d->c, x0, y0, x1 + w, y1 + w, colour);
}

static void draw_borders(const struct drawing *d)
{
	double right = d->left + d->wide;
	double bottom = d->row_top[d->z->rows - 1] + d->high[d->z->rows - 1];

	for (int c = 1; c < d->z->columns; c++) {
		double x = d->left + c * d->zone;

		draw_line(d, x, d->top, x, bottom, 1.2, RIM);
	}
	for (int r = 1; r < d->z->rows; r++)
		draw_line(d, d->left, d->row_top[r], right, d->row_top[r], 1.2,
			  RIM);
	draw_line(d, d->left, d->top, right, d->top, 3, INK);
	draw_line(d, d->left, bottom, right, bottom, 3, INK);
	draw_line(d, d->left, d->top, d->left, bottom, 3, INK);
	draw_line(d, right, d->top, right, bottom, 3, INK);
}

static void draw_wall(const struct drawing *d, const struct zone_board_thing *t)
{
	const struct player_style_style *s = player_style_style(t->owner);
	double x = d->left + t->column * d->zone, y = d->row_top[t->row];
	double h = d->high[t->row], w = 5 * d->k, e = 3 * d->k;
	char text[160];
	struct canvas_point p[4];

	if (t->place == ZONE_BOARD_EAST) {
		x += d->zone;
		memcpy(p,
		       (struct canvas_point[]){ { x - w, y + e },
						{ x + w, y + e },
						{ x + w, y + h - e },
						{ x - w, y + h - e } },
		       sizeof(p));
	} else {
		y += h;
		memcpy(p,
		       (struct canvas_point[]){ { x + e, y - w },
						{ x + d->zone - e, y - w },
						{ x + d->zone - e, y + w },
						{ x + e, y + w } },
		       sizeof(p));
	}
	canvas_group(d->c, t->label);
	canvas_area(d->c, p, 4, 0xe3b49a, CANVAS_BRICKS, STONE, 2 * d->k);
	canvas_end(d->c);
	if (d->narrow)
		snprintf(text, sizeof(text), "%c %.*s", 'A' + t->owner,
			 STR_ARG(t->label));
	else
		snprintf(text, sizeof(text), "%c %.*s %.*s %d/%d",
			 'A' + t->owner, STR_ARG(t->label),
			 t->name.len > 120 ? 120 : STR_ARG(t->name), t->damage,
			 t->life);
	/* next to its head line, or upon it */
	if (t->place == ZONE_BOARD_EAST)
		canvas_text(d->c, x - 8 * d->k, y + 0.58 * HEAD * d->k,
			    CANVAS_RIGHT, 10.5 * d->k, true, s->edge,
			    CANVAS_NO_HALO, str_of(text));
	else
		canvas_text(d->c, x + d->zone / 2, y, CANVAS_CENTRE,
			    10.5 * d->k, true, s->edge, PAPER, str_of(text));
}

/* --- the whole ------------------------------------------------------------*/

/* whose is whose, and what the signs mean; gives the place below */
static double draw_legend(const struct drawing *d, const struct scene *s,
			  double y)
{
	double x = d->left, size = 11.5;
	char text[200];

	for (int i = 0; i < SCENE_MAX_OWNERS; i++) {
		struct zone_board_thing t = { .shape = ZONE_BOARD_CREATURE,
					      .owner = i };

		if (!s->owner[i].present)
			continue;
		draw_owner(d, &t, x, y);
		write_text(d, x + 20 * d->k, y, size, false, INK,
			   s->owner[i].name);
		x += 44 * d->k + canvas_text_width(d->c, size * d->k, false,
						   s->owner[i].name);
	}
	x = d->left;
	y += 20 * d->k;
	for (int i = 0; i < N_ZONES_SIGNS; i++) {
		double w;

		if (!zone_board_show(d->z, (enum zone_board_sign)i) ||
		    i == ZONE_BOARD_WALL)
			continue;
		snprintf(text, sizeof(text), "%s %.*s", zones_signs[i],
			 STR_ARG(d->z->sign_word[i]));
		w = canvas_text_width(d->c, size * d->k, false, str_of(text));
		if (x > d->left && x + w > d->left + d->wide) {
			x = d->left;
			y += 18 * d->k;
		}
		write_text(d, x, y, size, false, INK, str_of(text));
		x += w + 22 * d->k;
	}
	return y + 20 * d->k;
}

/* Where all of it is; gives the end of the zones. */
static double measure(struct drawing *d, const struct scene *s, int width,
		      enum picture_letters letters)
{
	assert(d->z->columns > 0 && d->z->columns <= ZONE_BOARD_MAX_SIDE);
	assert(d->z->rows > 0 && d->z->rows <= ZONE_BOARD_MAX_SIDE);
	d->k = width / 960.0;
	d->left = 14 * d->k;
	if (letters == PICTURE_READ_HERE && d->k < 1)
		d->k = 1;
	/* a title and the line below it */
	d->top = (s->title.len ? 56 : 14) * d->k;
	d->wide = width - 2 * d->left;
	d->zone = d->wide / d->z->columns;
	d->narrow = d->zone < NARROW * d->k;
	return lay_out(d);
}

bool zone_board_at(const struct scene *s, int width, double x, double y,
		   int *column, int *row)
{
	struct drawing d = { .z = s->zones };
	double bottom = measure(&d, s, width, PICTURE_READ_HERE);

	if (x < d.left || x >= d.left + d.wide || y < d.top || y >= bottom)
		return false;
	*column = (int)((x - d.left) / d.zone);
	for (*row = 0; *row + 1 < d.z->rows && y >= d.row_top[*row + 1];)
		++*row;
	return true;
}

struct canvas *zone_board_draw(const struct scene *s, int width,
			       enum picture_letters letters, struct why *why)
{
	struct drawing d = { .z = s->zones };
	double bottom = measure(&d, s, width, letters);
	int height;

	d.c = canvas_make(1, 1, PAPER); /* to see how much the legend needs */
	height = (int)draw_legend(&d, s, bottom + 22 * d.k);
	canvas_release(d.c);
	if (height > CANVAS_MAX_SIDE) {
		why_set(why, ERR_TOO_LARGE,
			"a picture %d pixels high is too large", height);
		return NULL;
	}
	d.c = canvas_make(width, height, PAPER);
	for (int r = 0; r < d.z->rows; r++)
		for (int c = 0; c < d.z->columns; c++)
			draw_zone(&d, c, r);
	draw_borders(&d);
	for (int i = 0; i < d.z->n; i++)
		if (d.z->thing[i].place != ZONE_BOARD_INSIDE)
			draw_wall(&d, &d.z->thing[i]);
	canvas_caption(d.c);
	write_text(&d, d.left, 17 * d.k, 16, true, INK, s->title);
	write_text(&d, d.left, 36 * d.k, 11.5, false, FAINT, s->subtitle);
	(void)draw_legend(&d, s, bottom + 22 * d.k);
	return d.c;
}
