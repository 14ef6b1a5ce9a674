/*
 * src/report/picture/raster_cairo.c - paints strokes by cairo; no other file
 * uses cairo
 */
#include "report/picture/raster_cairo.h"
#include "base/xalloc.h"
#include <cairo.h>
#include <math.h>
#include <stdlib.h>
#include "report/picture/raster_cairo.inc"

static const double turn = 3.14159265358979323846 / 180;

static void colour(cairo_t *cr, uint32_t rgb, double opacity)
{
	cairo_set_source_rgba(cr, (rgb >> 16 & 255) / 255.0,
			      (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0,
			      opacity);
}

static void trace(cairo_t *cr, const struct canvas_point *p, int n)
{
	cairo_new_path(cr);
	for (int i = 0; i < n; i++)
		cairo_line_to(cr, p[i].x, p[i].y);
}

static void stroke(cairo_t *cr, double width, double dash, uint32_t rgb)
{
	cairo_set_line_width(cr, width);
	cairo_set_dash(cr, &dash, dash > 0 ? 1 : 0, 0);
	colour(cr, rgb, 1);
	cairo_stroke(cr);
}

static cairo_t *painter(cairo_surface_t *surface)
{
	cairo_t *cr = cairo_create(surface);

	if (cairo_status(cr))
		abort();
	/* no eye sees a difference, and it is an eighth faster */
	cairo_set_antialias(cr, CAIRO_ANTIALIAS_FAST);
	cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	return cr;
}

/* -- patterns: one tile, repeated over the shape ---------------------------*/

static int pattern_step(enum canvas_pattern pattern)
{
	return pattern == CANVAS_CROSS     ? 6
	       : pattern == CANVAS_SLOPE   ? 12
	       : pattern == CANVAS_TUFTS   ? 11
	       : pattern == CANVAS_RIPPLES ? 14
					   : 7;
}

static void wave(cairo_t *cr, double x, double y, double length)
{
	cairo_move_to(cr, x, y);
	cairo_curve_to(cr, x + length / 4, y - 3, x + length / 4, y - 3,
		       x + length / 2, y);
	cairo_curve_to(cr, x + length * 3 / 4, y + 3, x + length * 3 / 4, y + 3,
		       x + length, y);
}

/* one mark of the pattern at x, y; rows are shifted by turns */
static void mark(cairo_t *cr, enum canvas_pattern pattern, double x, double y,
		 double step)
{
	switch (pattern) {
	case CANVAS_CROSS:
		cairo_move_to(cr, x, y);
		cairo_line_to(cr, x + step, y + step);
		cairo_move_to(cr, x + step, y);
		cairo_line_to(cr, x, y + step);
		break;
	case CANVAS_SLOPE:
		cairo_move_to(cr, x + step, y);
		cairo_line_to(cr, x, y + step);
		break;
	case CANVAS_TUFTS:
		cairo_move_to(cr, x - 2.5, y - 3);
		cairo_line_to(cr, x, y + 1);
		cairo_line_to(cr, x + 2.5, y - 3);
		break;
	case CANVAS_RIPPLES:
	case CANVAS_WAVES: wave(cr, x, y, step); break;
	case CANVAS_BRICKS:
		cairo_move_to(cr, x - step, y);
		cairo_line_to(cr, x, y);
		cairo_line_to(cr, x, y + step);
		break;
	default:
		cairo_move_to(cr, x, y);
		cairo_line_to(cr, x, y);
		break;
	}
}

enum { TILES = 16 }; /* of a pattern and an ink; further ones take turns */

/* Tiles that were made lately: they belong to the surface of a sheet, and are
 * released with it. */
struct tiles {
	struct tile {
		enum canvas_pattern pattern;
		uint32_t ink;
		cairo_surface_t *surface; /* NULL: not yet made */
	} v[TILES];
	int next; /* to be made, in place of the one made first */
};

static const cairo_user_data_key_t tiles_key;

static void tiles_release(void *tiles)
{
	struct tiles *t = tiles;

	for (int i = 0; i < TILES; i++)
		if (t->v[i].surface)
			cairo_surface_destroy(t->v[i].surface);
	free(t);
}

static struct tiles *tiles_of(cairo_surface_t *sheet)
{
	struct tiles *t = cairo_surface_get_user_data(sheet, &tiles_key);

	if (t)
		return t;
	t = xalloc_check(calloc(1, sizeof(*t)));
	if (cairo_surface_set_user_data(sheet, &tiles_key, t, tiles_release))
		abort();
	return t;
}

/* A tile of two by two steps; marks of its neighbours reach into it. */
static cairo_surface_t *make_tile(enum canvas_pattern pattern, uint32_t ink)
{
	int step = pattern_step(pattern);
	bool shifted = pattern != CANVAS_CROSS && pattern != CANVAS_SLOPE;
	cairo_surface_t *tile = cairo_image_surface_create(CAIRO_FORMAT_ARGB32,
							   2 * step, 2 * step);
	cairo_t *cr = cairo_create(tile);

	for (int row = -2; row < 4; row++) {
		for (int i = -2; i < 4; i++) {
			/* ripples leave out every other place */
			if (pattern == CANVAS_RIPPLES && (i & 1))
				continue;
			mark(cr, pattern,
			     i * step + (shifted && (row & 1) ? step / 2.0 : 0),
			     row * step, step);
		}
	}
	cairo_set_line_width(cr, pattern == CANVAS_DOTS ? 1.6 : 0.8);
	cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
	colour(cr, ink, 0.75);
	cairo_stroke(cr);
	cairo_destroy(cr);
	return tile;
}

/* Borrowed from the sheet that is painted on. */
static cairo_surface_t *tile_of(cairo_t *cr, enum canvas_pattern pattern,
				uint32_t ink)
{
	struct tiles *t = tiles_of(cairo_get_target(cr));
	struct tile *one;

	for (int i = 0; i < TILES; i++) {
		one = &t->v[i];
		if (one->surface && one->pattern == pattern && one->ink == ink)
			return one->surface;
	}
	one = &t->v[t->next];
	if (one->surface)
		cairo_surface_destroy(one->surface);
	t->next = (t->next + 1) % TILES;
	*one = (struct tile){ pattern, ink, make_tile(pattern, ink) };
	return one->surface;
}

/* Fill the current path, which stays. */
static void fill(cairo_t *cr, uint32_t rgb, enum canvas_pattern pattern,
		 uint32_t ink)
{
	colour(cr, rgb, 1);
	cairo_fill_preserve(cr);
	if (pattern == CANVAS_PLAIN)
		return;
	cairo_set_source_surface(cr, tile_of(cr, pattern, ink), 0, 0);
	cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_REPEAT);
	cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
	cairo_fill_preserve(cr);
}

static void paint_line(cairo_t *cr, const struct stroke *s)
{
	trace(cr, stroke_points(s), stroke_n_points(s));
	stroke(cr, s->width, s->dash, s->ink);
}

static void paint_arrow(cairo_t *cr, const struct stroke *s)
{
	struct canvas_point p[3];

	if (!stroke_arrow(s, p))
		return;
	cairo_new_path(cr);
	for (int i = 0; i < 3; i++)
		cairo_line_to(cr, p[i].x, p[i].y);
	cairo_close_path(cr);
	colour(cr, s->fill, 1);
	cairo_fill(cr);
}

/* The current path, closed: filled, and outlined if the stroke has a width. */
static void paint_shape(cairo_t *cr, const struct stroke *s)
{
	cairo_close_path(cr);
	fill(cr, s->fill, s->pattern, s->ink);
	if (s->width > 0)
		stroke(cr, s->width, s->dash, s->ink);
	cairo_new_path(cr);
}

static void paint_area(cairo_t *cr, const struct stroke *s)
{
	trace(cr, stroke_points(s), stroke_n_points(s));
	paint_shape(cr, s);
}

static void paint_capsule(cairo_t *cr, const struct stroke *s)
{
	double across = atan2(s->b.y - s->a.y, s->b.x - s->a.x) + 90 * turn;

	cairo_new_path(cr);
	if (s->a.x == s->b.x && s->a.y == s->b.y) {
		cairo_arc(cr, s->a.x, s->a.y, s->r, 0, 360 * turn);
	} else {
		cairo_arc(cr, s->a.x, s->a.y, s->r, across,
			  across + 180 * turn);
		cairo_arc(cr, s->b.x, s->b.y, s->r, across + 180 * turn,
			  across + 360 * turn);
	}
	paint_shape(cr, s);
}

static void paint_sector(cairo_t *cr, const struct stroke *s)
{
	double from = s->b.x, to = s->b.y;
	struct canvas_point sides[3];

	cairo_new_path(cr);
	if (to - from < 360)
		cairo_move_to(cr, s->a.x, s->a.y);
	cairo_arc(cr, s->a.x, s->a.y, s->r, (from - 90) * turn,
		  (to - 90) * turn);
	cairo_close_path(cr);
	colour(cr, s->fill, s->opacity);
	cairo_fill(cr);
	if (!(s->width > 0))
		return;
	stroke_sides(s, sides);
	trace(cr, sides, 3);
	stroke(cr, s->width, 0, s->ink);
}

/* -- letters ---------------------------------------------------------------*/

enum { TEXT_MAX = 512 };

static void choose_font(cairo_t *cr, double size, bool bold, struct str s,
			char *text)
{
	size_t n = s.len < TEXT_MAX ? s.len : TEXT_MAX;

	/* not in the middle of a letter */
	while (n < s.len && n && ((unsigned char)s.s[n] & 0xc0) == 0x80)
		n--;
	memcpy(text, s.s, n);
	text[n] = 0;
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       bold ? CAIRO_FONT_WEIGHT_BOLD
				    : CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, size);
}

struct measure {
	cairo_t *cr;
};

struct measure *measure_make(void)
{
	struct measure *m = xalloc_check(calloc(1, sizeof(*m)));

	cairo_surface_t *scrap;

	calls_load();
	scrap = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
	m->cr = painter(scrap);
	cairo_surface_destroy(scrap);
	return m;
}

void measure_release(struct measure *m)
{
	if (m)
		cairo_destroy(m->cr);
	free(m);
}

/* At x, y, where its baseline begins. */
static void text_draw(cairo_t *cr, const char *text, double x, double y,
		      uint32_t ink, uint32_t halo)
{
	if (halo != CANVAS_NO_HALO) {
		cairo_new_path(cr);
		cairo_move_to(cr, x, y);
		cairo_text_path(cr, text);
		stroke(cr, 2.5, 0, halo);
	}
	cairo_move_to(cr, x, y);
	colour(cr, ink, 1);
	cairo_show_text(cr, text);
	/* or the next arc would be joined to the end of the text */
	cairo_new_path(cr);
}

double text_left(enum canvas_align align, double x, double advance)
{
	return align == CANVAS_LEFT     ? x
	       : align == CANVAS_CENTRE ? x - advance / 2
					: x - advance;
}

/* capitals of DejaVu are 0.73 of the size */
double text_baseline(const struct stroke *s)
{
	return s->r * 0.365;
}

static void paint_text(cairo_t *cr, const struct stroke *s)
{
	struct str letters = { (const char *)(s + 1), s->size };
	char text[TEXT_MAX + 1];
	cairo_text_extents_t e = { .x_advance = 0 };

	choose_font(cr, s->r, s->bold, letters, text);
	if (s->align != CANVAS_LEFT)
		cairo_text_extents(cr, text, &e);
	text_draw(cr, text, text_left(s->align, s->a.x, e.x_advance),
		  s->a.y + text_baseline(s), s->fill, s->ink);
}

/* -- the sheet -------------------------------------------------------------*/

struct sheet {
	cairo_surface_t *surface;
	cairo_t *cr;
};

struct sheet *sheet_make(void)
{
	struct sheet *s = xalloc_check(calloc(1, sizeof(*s)));

	calls_load();
	s->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SHEET_WIDE,
						SHEET_HIGH);
	s->cr = painter(s->surface);
	return s;
}

void sheet_release(struct sheet *s)
{
	if (s) {
		cairo_destroy(s->cr);
		cairo_surface_destroy(s->surface);
	}
	free(s);
}

double measure_text(struct measure *m, double size, bool bold, struct str s)
{
	char text[TEXT_MAX + 1];
	cairo_text_extents_t e;

	choose_font(m->cr, size, bold, s, text);
	cairo_text_extents(m->cr, text, &e);
	return e.x_advance;
}

void sheet_measure(struct sheet *s, const struct stroke *text, struct view *out,
		   double *advance)
{
	enum { RIM = 3 }; /* of a halo */
	struct str letters = { (const char *)(text + 1), text->size };
	double left = text->a.x, top = text->a.y + text_baseline(text);
	char bytes[TEXT_MAX + 1];
	cairo_text_extents_t e;

	choose_font(s->cr, text->r, text->bold, letters, bytes);
	cairo_text_extents(s->cr, bytes, &e);
	*advance = e.x_advance;
	left = floor(text_left(text->align, left, e.x_advance) + e.x_bearing);
	top = floor(top + e.y_bearing);
	*out = (struct view){ .left = (int)left - RIM,
			      .top = (int)top - RIM,
			      .width = (int)ceil(e.width) + 2 * RIM + 1,
			      .rows = (int)ceil(e.height) + 2 * RIM + 1 };
}

/* empty, where a view of this size is painted */
static void sheet_clear(struct sheet *s, const struct view *at)
{
	int stride = cairo_image_surface_get_stride(s->surface);
	unsigned char *row = cairo_image_surface_get_data(s->surface);

	for (int y = 0; y < at->rows; y++, row += stride)
		memset(row, 0, (size_t)at->width * sizeof(uint32_t));
}

void sheet_paint(struct sheet *s, const struct view *at,
		 const struct stroke *one)
{
	static void (*const painters[N_STROKES])(cairo_t * cr,
						 const struct stroke *s) = {
		[STROKE_LINE] = paint_line,
		[STROKE_ARROW] = paint_arrow,
		[STROKE_AREA] = paint_area,
		[STROKE_CAPSULE] = paint_capsule,
		[STROKE_SECTOR] = paint_sector,
		[STROKE_TEXT] = paint_text,
	};

	assert(painters[one->kind]);
	assert(at->width <= SHEET_WIDE && at->rows <= SHEET_HIGH);
	cairo_surface_flush(s->surface);
	sheet_clear(s, at);
	cairo_surface_mark_dirty(s->surface);
	cairo_save(s->cr);
	cairo_rectangle(s->cr, 0, 0, at->width, at->rows);
	cairo_clip(s->cr);
	/* whole pixels: each is as it were in a picture of one piece */
	cairo_translate(s->cr, -at->left, -at->top);
	painters[one->kind](s->cr, one);
	cairo_restore(s->cr);
}

const uint32_t *sheet_pixels(struct sheet *s, int *stride)
{
	cairo_surface_flush(s->surface);
	*stride = cairo_image_surface_get_stride(s->surface) / 4;
	return (const uint32_t *)(const void *)cairo_image_surface_get_data(
		s->surface);
}
