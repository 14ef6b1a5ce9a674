/* src/report/pixels.c - the one file that knows libpng */
#include "report/pixels.h"
#include "base/need.h"
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

enum {
	FEW = 16, /* colours that fit four bits */
	PALETTE = 64,
	CELLS = 1 << 15,
	LISTED_MAX = 4096,
	/* a flat area this long is seen to have a colour of its own, .. */
	FLAT = 8,
	/* .. and a wrong one from this difference on */
	PLAIN = 3200
};

/* Colours of one cell of 8 by 8 by 8 shades, which no eye tells apart. */
struct shade {
	uint32_t rgb; /* of its longest run: flat areas keep theirs */
	uint32_t run, count;
	uint32_t weight; /* grows as the root of the count */
	bool flat;       /* an area, and not the rim of one */
	uint8_t index;   /* in the palette */
};

struct colours {
	struct shade *cell;  /* by five bits of red, green and blue */
	struct shade **list; /* those that occur */
	int n;
	uint32_t palette[PALETTE];
	int n_palette;
};

static const uint32_t *row_of(const struct pixels *p, int y)
{
	return (const uint32_t *)(const void *)(p->data +
						(ptrdiff_t)y * p->stride);
}

/* Most rows of a board are as the one above, and cost no more than that. */
static bool same_as_above(const struct pixels *p, int y)
{
	return y &&
	       !memcmp(row_of(p, y), row_of(p, y - 1), (size_t)p->width * 4);
}

static size_t cell_of(uint32_t rgb)
{
	return (rgb >> 9 & 0x7c00) | (rgb >> 6 & 0x3e0) | (rgb >> 3 & 0x1f);
}

/* the end of the run of one colour that begins at x */
static int run_end(const uint32_t *row, int x, int width)
{
	uint32_t rgb = row[x];

	while (x < width && row[x] == rgb)
		x++;
	return x;
}

static struct shade *note(struct colours *c, uint32_t rgb, uint32_t run)
{
	struct shade *s = &c->cell[cell_of(rgb)];

	if (!s->count) {
		if (c->n == LISTED_MAX)
			return s; /* it gets the nearest colour all the same */
		c->list[c->n++] = s;
	}
	s->count += run;
	if (run > s->run) {
		s->run = run;
		s->rgb = rgb & 0xffffff;
	}
	return s;
}

static uint32_t root(uint32_t n)
{
	uint32_t r = 0;

	for (uint32_t bit = 1u << 15; bit; bit >>= 1)
		if ((uint64_t)(r | bit) * (r | bit) <= n)
			r |= bit;
	return r;
}

/* Each colour of the row, where it is not like the one above. */
static void count_row(struct colours *c, const uint32_t *row,
		      const uint32_t *above, int width)
{
	for (int x = 0, end; x < width; x = end) {
		struct shade *s;

		end = run_end(row, x, width);
		s = note(c, row[x], (uint32_t)(end - x));
		if (end - x >= FLAT && above && above[(x + end) / 2] == row[x])
			s->flat = true;
	}
}

/* How often each occurs, a row that is repeated twice at most. */
static void count(struct colours *c, const struct pixels *p)
{
	for (int y = 0; y < p->height; y++)
		if (!same_as_above(p, y) || !same_as_above(p, y - 1))
			count_row(c, row_of(p, y), y ? row_of(p, y - 1) : NULL,
				  p->width);
	for (int i = 0; i < c->n; i++)
		c->list[i]->weight = root(c->list[i]->count);
}

/* Of lightness, and more of hue: a tint is told by it. */
static uint32_t difference(uint32_t a, uint32_t b)
{
	int32_t red = (int32_t)(a >> 16) - (int32_t)(b >> 16);
	int32_t green = (int32_t)(a >> 8 & 255) - (int32_t)(b >> 8 & 255);
	int32_t blue = (int32_t)(a & 255) - (int32_t)(b & 255);
	int32_t light = (2 * red + 4 * green + blue) / 7;
	int32_t warm = red - green, cold = green - blue;

	return (uint32_t)(4 * light * light + 3 * (warm * warm + cold * cold));
}

/* The colour is among the palette's from now on. */
static void take(struct colours *c, uint32_t *far, int which)
{
	uint32_t rgb = c->list[which]->rgb;

	for (int i = 0; i < c->n; i++) {
		uint32_t d = difference(c->list[i]->rgb, rgb);

		if (d >= far[i])
			continue;
		far[i] = d;
		c->list[i]->index = (uint8_t)c->n_palette;
	}
	c->palette[c->n_palette++] = rgb;
}

/* Which would be missed most: how far it is from all that are chosen, by how
 * much there is of it. -1: none. */
static int most_missed(const struct colours *c, const uint32_t *far, bool flat)
{
	uint64_t most = 0;
	int best = -1;

	for (int i = 0; i < c->n; i++) {
		const struct shade *s = c->list[i];
		uint64_t missed = (uint64_t)far[i] * s->weight;

		if (missed <= most || (flat && (!s->flat || far[i] < PLAIN)))
			continue;
		most = missed;
		best = i;
	}
	return best;
}

/* First what is flat and would be taken for another, since whose a piece is
 * must be seen; then the others, as long as they cost nothing. */
static void choose(struct colours *c)
{
	uint32_t far[LISTED_MAX];
	int next;

	for (int i = 0; i < c->n; i++)
		far[i] = UINT32_MAX;
	while (c->n_palette < PALETTE &&
	       (next = most_missed(c, far, true)) >= 0)
		take(c, far, next);
	while (c->n_palette < FEW && (next = most_missed(c, far, false)) >= 0)
		take(c, far, next);
}

static uint8_t nearest(const struct colours *c, uint32_t rgb)
{
	uint32_t least = UINT32_MAX;
	int found = 0;

	for (int i = 0; i < c->n_palette; i++) {
		uint32_t d = difference(rgb & 0xffffff, c->palette[i]);

		if (d < least) {
			least = d;
			found = i;
		}
	}
	return (uint8_t)found;
}

static uint8_t index_of(const struct colours *c, uint32_t rgb)
{
	const struct shade *s = &c->cell[cell_of(rgb)];

	return s->count ? s->index : nearest(c, rgb);
}

static int depth_of(const struct colours *c)
{
	return c->n_palette > FEW ? 8 : 4;
}

/* bytes of a row of indices */
static size_t row_size(const struct colours *c, int width)
{
	return depth_of(c) == 8 ? (size_t)width : (size_t)(width + 1) / 2;
}

static void index_row(const struct colours *c, const uint32_t *row, int width,
		      uint8_t *to)
{
	for (int x = 0, end; x < width; x = end) {
		end = run_end(row, x, width);
		memset(to + x, index_of(c, row[x]), (size_t)(end - x));
	}
}

/* two in each byte, the left one in the high half */
static void pack_row(const struct colours *c, const uint32_t *row, int width,
		     uint8_t *to)
{
	memset(to, 0, row_size(c, width));
	for (int x = 0, end; x < width; x = end) {
		uint8_t index = index_of(c, row[x]);
		uint8_t both = (uint8_t)(index << 4 | index);
		int at = x;

		end = run_end(row, x, width);
		if (at & 1)
			to[at++ / 2] |= index;
		if (end - at > 1)
			memset(to + at / 2, both, (size_t)(end - at) / 2);
		if ((end - at) & 1)
			to[(end - 1) / 2] = (uint8_t)(index << 4);
	}
}

static void png_to_buf(png_structp png, png_bytep bytes, png_size_t len)
{
	buf_add(png_get_io_ptr(png), bytes, len);
}

static void png_flushed(png_structp png)
{
	(void)png;
}

static bool write_png(struct buf *out, const struct pixels *p,
		      const struct colours *c, uint8_t *rows)
{
	png_color palette[PALETTE];
	png_structp png = need(png_create_write_struct(PNG_LIBPNG_VER_STRING,
						       NULL, NULL, NULL));
	png_infop info = need(png_create_info_struct(png));

	for (int i = 0; i < c->n_palette; i++) {
		palette[i].red = (png_byte)(c->palette[i] >> 16);
		palette[i].green = (png_byte)(c->palette[i] >> 8);
		palette[i].blue = (png_byte)c->palette[i];
	}
	if (setjmp(png_jmpbuf(png))) {
		png_destroy_write_struct(&png, &info);
		return false;
	}
	png_set_write_fn(png, out, png_to_buf, png_flushed);
	png_set_compression_level(png, 3);       /* a third faster than 6 */
	png_set_filter(png, 0, PNG_FILTER_NONE); /* best for palettes */
	png_set_IHDR(png, info, (png_uint_32)p->width, (png_uint_32)p->height,
		     depth_of(c), PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
		     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_set_PLTE(png, info, palette, c->n_palette);
	png_write_info(png, info);
	for (int y = 0; y < p->height; y++)
		png_write_row(png, rows + (size_t)y * row_size(c, p->width));
	png_write_end(png, NULL);
	png_destroy_write_struct(&png, &info);
	return true;
}

bool pixels_png(const struct pixels *p, struct buf *out)
{
	struct colours c = {
		.cell = need(calloc(CELLS, sizeof(*c.cell))),
		.list = need(calloc(LISTED_MAX, sizeof(*c.list))),
	};
	uint8_t *rows;
	size_t wide;
	bool ok;

	count(&c, p);
	choose(&c);
	wide = row_size(&c, p->width);
	rows = need(malloc(wide * (size_t)p->height));
	for (int y = 0; y < p->height; y++) {
		uint8_t *to = rows + wide * (size_t)y;

		if (same_as_above(p, y))
			memcpy(to, to - wide, wide);
		else if (depth_of(&c) == 8)
			index_row(&c, row_of(p, y), p->width, to);
		else
			pack_row(&c, row_of(p, y), p->width, to);
	}
	ok = write_png(out, p, &c, rows);
	free(rows);
	free(c.list);
	free(c.cell);
	return ok;
}
