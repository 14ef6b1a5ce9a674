/* src/report/canvas.c - the one file that knows cairo and libpng */
#include "report/canvas.h"
#include "base/need.h"
#include <cairo.h>
#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

struct canvas {
	cairo_surface_t *surface;
	cairo_t *cr;
	int width, height;
};

static const double turn = 3.14159265358979323846 / 180;

struct canvas *canvas_make(int width, int height, uint32_t paper)
{
	struct canvas *c = need(calloc(1, sizeof(*c)));

	assert(0 < width && width <= CANVAS_MAX_SIDE);
	assert(0 < height && height <= CANVAS_MAX_SIDE);
	c->width = width;
	c->height = height;
	c->surface =
		cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
	c->cr = cairo_create(c->surface);
	if (cairo_status(c->cr))
		abort();
	/* no eye sees a difference, and it is an eighth faster */
	cairo_set_antialias(c->cr, CAIRO_ANTIALIAS_FAST);
	cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
	cairo_set_line_join(c->cr, CAIRO_LINE_JOIN_ROUND);
	cairo_set_source_rgb(c->cr, (paper >> 16 & 255) / 255.0,
			     (paper >> 8 & 255) / 255.0, (paper & 255) / 255.0);
	cairo_paint(c->cr);
	return c;
}

void canvas_release(struct canvas *c)
{
	cairo_destroy(c->cr);
	cairo_surface_destroy(c->surface);
	free(c);
}

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

void canvas_line(struct canvas *c, const struct canvas_point *p, int n,
		 double width, double dash, uint32_t rgb)
{
	trace(c->cr, p, n);
	stroke(c->cr, width, dash, rgb);
}

void canvas_arrow(struct canvas *c, struct canvas_point from,
		  struct canvas_point tip, double size, uint32_t rgb)
{
	double dx = tip.x - from.x, dy = tip.y - from.y;
	double len = sqrt(dx * dx + dy * dy);

	if (len < 0.5)
		return;
	dx *= size / len;
	dy *= size / len;
	cairo_new_path(c->cr);
	cairo_move_to(c->cr, tip.x, tip.y);
	cairo_line_to(c->cr, tip.x - dx - dy * 0.45, tip.y - dy + dx * 0.45);
	cairo_line_to(c->cr, tip.x - dx + dy * 0.45, tip.y - dy - dx * 0.45);
	cairo_close_path(c->cr);
	colour(c->cr, rgb, 1);
	cairo_fill(c->cr);
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

/* Fill the current path, which stays. */
static void fill(cairo_t *cr, uint32_t rgb, enum canvas_pattern pattern,
		 uint32_t ink)
{
	cairo_surface_t *tile;

	colour(cr, rgb, 1);
	cairo_fill_preserve(cr);
	if (pattern == CANVAS_PLAIN)
		return;
	tile = make_tile(pattern, ink);
	cairo_set_source_surface(cr, tile, 0, 0);
	cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_REPEAT);
	cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
	cairo_fill_preserve(cr);
	cairo_surface_destroy(tile);
}

void canvas_bar(struct canvas *c, double x0, double y0, double x1, double y1,
		uint32_t rgb)
{
	cairo_new_path(c->cr);
	x0 = floor(x0);
	y0 = floor(y0);
	cairo_rectangle(c->cr, x0, y0, floor(x1) - x0, floor(y1) - y0);
	colour(c->cr, rgb, 1);
	cairo_fill(c->cr);
}

void canvas_area(struct canvas *c, const struct canvas_point *p, int n,
		 uint32_t rgb, enum canvas_pattern pattern, uint32_t ink,
		 double width)
{
	trace(c->cr, p, n);
	cairo_close_path(c->cr);
	fill(c->cr, rgb, pattern, ink);
	if (width > 0)
		stroke(c->cr, width, 0, ink);
	cairo_new_path(c->cr);
}

void canvas_capsule(struct canvas *c, struct canvas_point a,
		    struct canvas_point b, double r, uint32_t rgb,
		    enum canvas_pattern pattern, uint32_t ink, double width,
		    double dash)
{
	double across = atan2(b.y - a.y, b.x - a.x) + 90 * turn;

	cairo_new_path(c->cr);
	if (a.x == b.x && a.y == b.y) {
		cairo_arc(c->cr, a.x, a.y, r, 0, 360 * turn);
	} else {
		cairo_arc(c->cr, a.x, a.y, r, across, across + 180 * turn);
		cairo_arc(c->cr, b.x, b.y, r, across + 180 * turn,
			  across + 360 * turn);
	}
	cairo_close_path(c->cr);
	fill(c->cr, rgb, pattern, ink);
	if (width > 0)
		stroke(c->cr, width, dash, ink);
	cairo_new_path(c->cr);
}

void canvas_sector(struct canvas *c, struct canvas_point p, double r,
		   double from, double to, uint32_t rgb, double opacity)
{
	cairo_new_path(c->cr);
	if (to - from < 360)
		cairo_move_to(c->cr, p.x, p.y);
	cairo_arc(c->cr, p.x, p.y, r, (from - 90) * turn, (to - 90) * turn);
	cairo_close_path(c->cr);
	colour(c->cr, rgb, opacity);
	cairo_fill(c->cr);
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

double canvas_text_width(struct canvas *c, double size, bool bold, struct str s)
{
	char text[TEXT_MAX + 1];
	cairo_text_extents_t e;

	if (!s.len)
		return 0;
	choose_font(c->cr, size, bold, s, text);
	cairo_text_extents(c->cr, text, &e);
	return e.x_advance;
}

void canvas_text(struct canvas *c, double x, double y, enum canvas_align align,
		 double size, bool bold, uint32_t rgb, uint32_t halo,
		 struct str s)
{
	char text[TEXT_MAX + 1];
	cairo_text_extents_t e;

	if (!s.len)
		return;
	choose_font(c->cr, size, bold, s, text);
	cairo_text_extents(c->cr, text, &e);
	if (align != CANVAS_LEFT)
		x -= align == CANVAS_CENTRE ? e.x_advance / 2 : e.x_advance;
	/* capitals of DejaVu are 0.73 of the size */
	y += size * 0.365;
	if (halo != CANVAS_NO_HALO) {
		cairo_new_path(c->cr);
		cairo_move_to(c->cr, x, y);
		cairo_text_path(c->cr, text);
		stroke(c->cr, 2.5, 0, halo);
	}
	cairo_move_to(c->cr, x, y);
	colour(c->cr, rgb, 1);
	cairo_show_text(c->cr, text);
	/* or the next arc would be joined to the end of the text */
	cairo_new_path(c->cr);
}

void canvas_clip(struct canvas *c, double x, double y, double w, double h)
{
	cairo_reset_clip(c->cr);
	if (w <= 0)
		return;
	cairo_new_path(c->cr);
	cairo_rectangle(c->cr, x, y, w, h);
	cairo_clip(c->cr);
}

/* -- PNG -------------------------------------------------------------------*/

enum {
	PALETTE = 256,
	TABLE_BITS = 15,
	TABLE = 1 << TABLE_BITS,
	CELLS = 1 << 15
};

struct shade {
	uint32_t rgb, count;
	uint8_t used, index;
};

/* The slot of a colour in the table; a table that is full drops low bits. */
static struct shade *slot(struct shade *table, uint32_t rgb)
{
	uint32_t at = (rgb * UINT32_C(2654435761)) >> (32 - TABLE_BITS);

	while (table[at].used && table[at].rgb != rgb)
		at = (at + 1) % TABLE;
	return table + at;
}

static uint32_t pixel(const uint32_t *row, int x, uint32_t mask)
{
	return row[x] & 0xffffff & mask;
}

static int by_count(const void *a, const void *b)
{
	const struct shade *x = *(struct shade *const *)a;
	const struct shade *y = *(struct shade *const *)b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return (x->rgb > y->rgb) - (x->rgb < y->rgb);
}

static uint32_t difference(uint32_t a, uint32_t b)
{
	int32_t red = (int32_t)(a >> 16) - (int32_t)(b >> 16);
	int32_t green = (int32_t)(a >> 8 & 255) - (int32_t)(b >> 8 & 255);
	int32_t blue = (int32_t)(a & 255) - (int32_t)(b & 255);

	return (uint32_t)(3 * red * red + 4 * green * green + 2 * blue * blue);
}

static const uint32_t *row_of(const struct canvas *c, int y)
{
	const unsigned char *data = cairo_image_surface_get_data(c->surface);
	int stride = cairo_image_surface_get_stride(c->surface);

	/* cairo aligns rows for the words that pixels are */
	return (const uint32_t *)(const void *)(data +
						(size_t)y * (size_t)stride);
}

/* Most rows of a board are as the one above, and cost no more than that. */
static bool same_as_above(const struct canvas *c, int y)
{
	return y &&
	       !memcmp(row_of(c, y), row_of(c, y - 1), (size_t)c->width * 4);
}

/*
 * List the colours and count how often they occur in rows that differ: six
 * bits of red, green and blue, which is more than the eye tells apart, and
 * fewer until they fill no more than half the table. Gives the mask of the
 * bits that count.
 */
static uint32_t count_colours(const struct canvas *c, struct shade *table,
			      struct shade **list, int *n_list)
{
	for (uint32_t mask = 0xfcfcfc;; mask = mask << 1 & 0xfefefe & mask) {
		int n = 0;
		struct shade *last = NULL;

		memset(table, 0, TABLE * sizeof(*table));
		for (int y = 0; y < c->height && n < TABLE / 2; y++) {
			const uint32_t *row = row_of(c, y);

			if (same_as_above(c, y))
				continue;
			for (int x = 0; x < c->width && n < TABLE / 2; x++) {
				uint32_t rgb = pixel(row, x, mask);

				if (!last || last->rgb != rgb)
					last = slot(table, rgb);
				if (!last->used) {
					last->used = 1;
					last->rgb = rgb;
					list[n++] = last;
				}
				last->count++;
			}
		}
		if (n < TABLE / 2) {
			*n_list = n;
			return mask;
		}
	}
}

static uint8_t nearest(uint32_t rgb, struct shade *const *list, int n)
{
	uint32_t best = UINT32_MAX;
	int found = 0;

	for (int i = 0; i < n; i++) {
		uint32_t d = difference(rgb, list[i]->rgb);

		if (d >= best)
			continue;
		best = d;
		found = i;
	}
	return (uint8_t)found;
}

/* What the mask took off: white is 0xfc then, and shall be 0xff again. */
static png_byte full_range(uint32_t v)
{
	return (png_byte)(v | v >> 6);
}

/* The rare colours of a cell of 8 by 8 by 8 shades share one of the palette. */
static int make_palette(struct shade **list, int n, png_color *palette)
{
	static const int16_t unknown = -1;
	int size = n < PALETTE ? n : PALETTE;
	int16_t *cells = need(malloc(CELLS * sizeof(*cells)));

	for (int i = 0; i < CELLS; i++)
		cells[i] = unknown;
	qsort(list, (size_t)n, sizeof(*list), by_count);
	for (int i = 0; i < n; i++) {
		uint32_t rgb = list[i]->rgb;
		int16_t *cell =
			cells + (rgb >> 19 << 10 | (rgb >> 11 & 31) << 5 |
				 (rgb >> 3 & 31));

		if (i < size) {
			palette[i].red = full_range(rgb >> 16);
			palette[i].green = full_range(rgb >> 8 & 255);
			palette[i].blue = full_range(rgb & 255);
			list[i]->index = (uint8_t)i;
			continue;
		}
		if (*cell == unknown)
			*cell = nearest(rgb, list, size);
		list[i]->index = (uint8_t)*cell;
	}
	free(cells);
	return size;
}

static void png_to_buf(png_structp png, png_bytep bytes, png_size_t len)
{
	buf_add(png_get_io_ptr(png), bytes, len);
}

static void png_flushed(png_structp png)
{
	(void)png;
}

/* indices: a byte for each pixel, its colour in the palette */
static bool write_png(struct buf *out, int w, int h, uint8_t *indices,
		      const png_color *palette, int n_palette)
{
	png_structp png = need(png_create_write_struct(PNG_LIBPNG_VER_STRING,
						       NULL, NULL, NULL));
	png_infop info = need(png_create_info_struct(png));

	if (setjmp(png_jmpbuf(png))) {
		png_destroy_write_struct(&png, &info);
		return false;
	}
	png_set_write_fn(png, out, png_to_buf, png_flushed);
	png_set_compression_level(png, 3);       /* a third faster than 6 */
	png_set_filter(png, 0, PNG_FILTER_NONE); /* best for palettes */
	png_set_IHDR(png, info, (png_uint_32)w, (png_uint_32)h, 8,
		     PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
		     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_set_PLTE(png, info, palette, n_palette);
	png_write_info(png, info);
	for (int y = 0; y < h; y++)
		png_write_row(png, indices + (size_t)y * (size_t)w);
	png_write_end(png, NULL);
	png_destroy_write_struct(&png, &info);
	return true;
}

enum err canvas_png(struct canvas *c, struct buf *out, struct why *why)
{
	size_t width = (size_t)c->width;
	struct shade *table = need(malloc(TABLE * sizeof(*table)));
	struct shade **list = need(malloc(TABLE / 2 * sizeof(struct shade *)));
	uint8_t *indices = need(malloc(width * (size_t)c->height)),
		*to = indices;
	png_color palette[PALETTE];
	int n, n_palette;
	uint32_t mask;
	bool ok;

	cairo_surface_flush(c->surface);
	mask = count_colours(c, table, list, &n);
	n_palette = make_palette(list, n, palette);
	for (int y = 0; y < c->height; y++, to += width) {
		const uint32_t *row = row_of(c, y);
		const struct shade *last = NULL;

		if (same_as_above(c, y)) {
			memcpy(to, to - width, width);
			continue;
		}
		for (int x = 0; x < c->width; x++) {
			uint32_t rgb = pixel(row, x, mask);

			if (!last || last->rgb != rgb)
				last = slot(table, rgb);
			to[x] = last->index;
		}
	}
	ok = write_png(out, c->width, c->height, indices, palette, n_palette);
	free(indices);
	free(list);
	free(table);
	if (ok && !out->full)
		return ERR_OK;
	return why_set(why, ERR_TOO_LARGE,
		       "a picture of %d by %d takes more than %zu bytes",
		       c->width, c->height, out->max);
}
