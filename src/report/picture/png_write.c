/* src/report/picture/png_write.c */
#include "report/picture/png_write.h"
#include "base/xalloc.h"
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include "report/picture/png_write.inc"

enum { COLOURS = 24, LARGE = 11500, CELLS = 1 << 15 };

/* Levels of deflate: BEST writes 8 % fewer bytes than FAST in five times the
 * time. */
enum { FAST = 7, BEST = 9 };

/* A picture of more than LARGE bytes is written again, by the next row: a mail
 * has two pictures, and at most 60,000 bytes. */
static const struct {
	int colours, level;
} tries[] = {
	{ COLOURS, FAST }, { 16, FAST }, { 12, FAST }, { 8, FAST }, { 8, BEST }
};

/* Colours that differ in the last three bits alone are counted as one. */
struct cell {
	uint32_t n, r, g, b; /* how often, and the sums */
	int64_t far;         /* to the nearest colour chosen */
	uint8_t index;       /* that colour */
};

struct palette {
	struct cell cell[CELLS];
	int n_used, n;
	uint16_t used[CELLS];
	png_color colour[COLOURS];
};

static unsigned cell_of(uint32_t rgb)
{
	return (rgb >> 9 & 0x7c00) | (rgb >> 6 & 0x3e0) | (rgb >> 3 & 0x1f);
}

static void png_write_count(struct palette *p, uint32_t rgb, uint32_t n)
{
	struct cell *c = &p->cell[cell_of(rgb)];

	if (!c->n)
		p->used[p->n_used++] = (uint16_t)cell_of(rgb);
	c->n += n;
	c->r += n * (rgb >> 16 & 255);
	c->g += n * (rgb >> 8 & 255);
	c->b += n * (rgb & 255);
}

static void png_write_choose(struct palette *p, const struct cell *best)
{
	int r = (int)(best->r / best->n), g = (int)(best->g / best->n);
	int b = (int)(best->b / best->n);

	for (int i = 0; i < p->n_used; i++) {
		struct cell *c = &p->cell[p->used[i]];
		int64_t dr = (int)(c->r / c->n) - r,
			dg = (int)(c->g / c->n) - g;
		int64_t db = (int)(c->b / c->n) - b;
		int64_t far = dr * dr + dg * dg + db * db;

		if (far < c->far) {
			c->far = far;
			c->index = (uint8_t)p->n;
		}
	}
	p->colour[p->n++] = (png_color){ (uint8_t)r, (uint8_t)g, (uint8_t)b };
}

/* Again and again the cell that would be missed most. */
static void palette_choose(struct palette *p, int most)
{
	for (int i = 0; i < p->n_used; i++)
		p->cell[p->used[i]].far = 3 * 255 * 255;
	for (p->n = 0; p->n < most;) {
		const struct cell *best = NULL;
		double missed = 0;

		for (int i = 0; i < p->n_used; i++) {
			const struct cell *c = &p->cell[p->used[i]];
			/* the root: small things count, too */
			double now = (double)c->far * sqrt(c->n);

			if (now > missed) {
				missed = now;
				best = c;
			}
		}
		if (!best)
			return;
		png_write_choose(p, best);
	}
}

static void write(png_structp png, png_bytep bytes, size_t n)
{
	buf_add(png_get_io_ptr(png), bytes, n);
}

static void png_flush_nothing(png_structp png)
{
	(void)png;
}

/* libpng complains only about a fault of this program */
static void png_write_fail(png_structp png, png_const_charp message)
{
	(void)png;
	(void)message;
	abort();
}

static void rows_write(png_structp png, struct palette *p, int width,
		       int height, const uint32_t *pixels, size_t stride)
{
	uint8_t *row = xalloc_check(malloc((size_t)width));

	for (int y = 0; y < height; y++, pixels += stride) {
		for (int x = 0; x < width; x++)
			row[x] = p->cell[cell_of(pixels[x])].index;
		png_write_row(png, row);
	}
	free(row);
}

static void file_write(struct buf *out, struct palette *p, int level, int width,
		       int height, const uint32_t *pixels, size_t stride)
{
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL,
						  png_write_fail, NULL);
	png_infop info = png ? png_create_info_struct(png) : NULL;

	if (!info)
		abort();
	png_set_write_fn(png, out, write, png_flush_nothing);
	png_set_IHDR(png, info, (uint32_t)width, (uint32_t)height,
		     p->n > 16 ? 8 : 4, PNG_COLOR_TYPE_PALETTE,
		     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
		     PNG_FILTER_TYPE_DEFAULT);
	png_set_PLTE(png, info, p->colour, p->n);
	png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
	png_set_compression_level(png, level);
	png_write_info(png, info);
	png_set_packing(png);
	rows_write(png, p, width, height, pixels, stride);
	png_write_end(png, info);
	png_destroy_write_struct(&png, &info);
}

void png_write(struct buf *out, int width, int height, const uint32_t *pixels,
	       size_t stride)
{
	struct palette *p = xalloc_check(calloc(1, sizeof(*p)));
	size_t from = out->len;

	calls_load();
	for (int y = 0; y < height; y++) {
		const uint32_t *row = pixels + (size_t)y * stride;

		for (int x = 0, n; x < width; x += n) {
			for (n = 1; x + n < width && row[x + n] == row[x];)
				n++;
			png_write_count(p, row[x], (uint32_t)n);
		}
	}
	for (size_t i = 0; i < ARRAY_LEN(tries); i++) {
		out->len = from;
		palette_choose(p, tries[i].colours);
		file_write(out, p, tries[i].level, width, height, pixels,
			   stride);
		if (out->full || out->len - from <= LARGE)
			break;
	}
	free(p);
}
