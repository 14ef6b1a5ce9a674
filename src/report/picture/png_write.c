/* src/report/picture/png_write.c */
#include "report/picture/png_write.h"
#include "base/xalloc.h"
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include "report/picture/png_write.inc"

/* A picture has COLOURS, and up to MOST where one that it lacks is missed by
 * more than MISSED: four players have four dark rims. */
enum { COLOURS = 12, MOST = 16, MISSED = 120000, CELLS = 1 << 12 };

/* A mail has two pictures and at most 60,000 bytes: a picture of more than
 * LARGE is written again with FEW colours. Level 6 of deflate writes 8 % more
 * bytes than level 9 in a sixth of the time. */
enum { LARGE = 12500, FEW = 10, LEVEL = 6 };

/* Colours that differ in the last four bits alone are counted as one. */
struct cell {
	uint32_t n, r, g, b;  /* how often, and the sums */
	int red, green, blue; /* the mean */
	int64_t far;          /* to the nearest colour chosen */
	double weight;        /* the root of n: small things count, too */
	uint8_t index;        /* of that colour */
};

struct palette {
	int n_cells, n;
	uint16_t cell_of[CELLS]; /* by the leading bits; 0 none, 1 the first */
	struct cell cell[CELLS];
	png_color colour[MOST];
};

/* Pairs of equal pixels: most rows have few of them. */
struct run {
	uint32_t left, right, n;
};

struct picture_runs {
	int width, height;
	struct run *v; /* of all rows, each begins with a new one */
};

static unsigned bits_of(uint32_t rgb)
{
	return (rgb >> 12 & 0xf00) | (rgb >> 8 & 0xf0) | (rgb >> 4 & 0xf);
}

static void png_write_count(struct palette *p, uint32_t rgb, uint32_t n)
{
	uint16_t *at = &p->cell_of[bits_of(rgb)];
	struct cell *c;

	if (!*at)
		*at = (uint16_t)++p->n_cells;
	c = &p->cell[*at - 1];
	c->n += n;
	c->r += n * (rgb >> 16 & 255);
	c->g += n * (rgb >> 8 & 255);
	c->b += n * (rgb & 255);
}

static void run_count(struct palette *p, const struct run *r)
{
	if (r->left == r->right) {
		png_write_count(p, r->left, 2 * r->n);
		return;
	}
	png_write_count(p, r->left, r->n);
	png_write_count(p, r->right, r->n);
}

/* The runs of a row, two pixels at once, for most are as those before; the last
 * pixel of an odd width is a run of its own. */
static struct run *runs_of(int width, const uint32_t *pixels, struct run *to)
{
	int x = 0;

	while (x + 1 < width) {
		uint64_t pair, next;
		int from = x;

		memcpy(&pair, pixels + x, sizeof(pair));
		do {
			x += 2;
			if (x + 1 >= width)
				break;
			memcpy(&next, pixels + x, sizeof(next));
		} while (next == pair);
		*to++ = (struct run){ pixels[from], pixels[from + 1],
				      (uint32_t)(x - from) / 2 };
	}
	if (x < width)
		*to++ = (struct run){ pixels[x], pixels[x], 1 };
	return to;
}

static void cells_fill(struct palette *p, struct picture_runs *runs,
		       const uint32_t *pixels, size_t stride)
{
	struct run *to = runs->v;

	for (int y = 0; y < runs->height; y++, pixels += stride)
		to = runs_of(runs->width, pixels, to);
	for (const struct run *r = runs->v; r < to; r++)
		run_count(p, r);
	for (int i = 0; i < p->n_cells; i++) {
		struct cell *c = &p->cell[i];

		c->red = (int)(c->r / c->n);
		c->green = (int)(c->g / c->n);
		c->blue = (int)(c->b / c->n);
		c->weight = sqrt(c->n);
	}
}

/* Another hue is farther than another shade: seats differ in hue. */
static int64_t distance(const struct cell *a, const struct cell *b)
{
	int r = a->red - b->red, g = a->green - b->green;
	int blue = a->blue - b->blue;

	return r * r + g * g + blue * blue + (r - g) * (r - g) +
	       (blue - g) * (blue - g);
}

static double cell_missed(const struct cell *c)
{
	return (double)c->far * c->weight;
}

/* Adds the colour of a cell; gives the cell that is then missed most. */
static const struct cell *colour_add(struct palette *p, const struct cell *now)
{
	const struct cell *next = NULL;
	double most = 0;

	for (int i = 0; i < p->n_cells; i++) {
		struct cell *c = &p->cell[i];
		int64_t far = distance(c, now);

		if (far < c->far) {
			c->far = far;
			c->index = (uint8_t)p->n;
		}
		if (cell_missed(c) > most) {
			most = cell_missed(c);
			next = c;
		}
	}
	p->colour[p->n++] = (png_color){ (uint8_t)now->red, (uint8_t)now->green,
					 (uint8_t)now->blue };
	return next;
}

static void palette_choose(struct palette *p, int enough, int most)
{
	const struct cell *next = p->cell;

	for (int i = 0; i < p->n_cells; i++) {
		p->cell[i].far = INT64_MAX;
		if (p->cell[i].n > next->n)
			next = &p->cell[i];
	}
	for (p->n = 0; next && p->n < most;) {
		next = colour_add(p, next);
		if (next && p->n >= enough && cell_missed(next) < MISSED)
			return;
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

static unsigned index_of(const struct palette *p, uint32_t rgb)
{
	return p->cell[p->cell_of[bits_of(rgb)] - 1].index;
}

/* A row, two pixels a byte; gives the first run of the next row. */
static const struct run *row_pack(const struct palette *p, int width,
				  const struct run *r, uint8_t *row)
{
	int bytes = (width + 1) / 2;

	for (int x = 0; x < bytes; x += (int)r++->n)
		memset(row + x,
		       (int)(index_of(p, r->left) << 4 | index_of(p, r->right)),
		       r->n);
	return r;
}

static void rows_write(png_structp png, const struct palette *p,
		       const struct picture_runs *runs)
{
	uint8_t *row = xalloc_check(malloc((size_t)runs->width / 2 + 1));
	const struct run *r = runs->v;

	for (int y = 0; y < runs->height; y++) {
		r = row_pack(p, runs->width, r, row);
		png_write_row(png, row);
	}
	free(row);
}

static void file_write(struct buf *out, const struct palette *p,
		       const struct picture_runs *runs)
{
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL,
						  png_write_fail, NULL);
	png_infop info = png ? png_create_info_struct(png) : NULL;

	if (!info)
		abort();
	png_set_write_fn(png, out, write, png_flush_nothing);
	png_set_IHDR(png, info, (uint32_t)runs->width, (uint32_t)runs->height,
		     4, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
		     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_set_PLTE(png, info, p->colour, p->n);
	png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
	png_set_check_for_invalid_index(png, 0);
	png_set_compression_level(png, LEVEL);
	png_write_info(png, info);
	rows_write(png, p, runs);
	png_write_end(png, info);
	png_destroy_write_struct(&png, &info);
}

void png_write(struct buf *out, int width, int height, const uint32_t *pixels,
	       size_t stride)
{
	struct palette *p = xalloc_check(calloc(1, sizeof(*p)));
	struct picture_runs runs = { .width = width, .height = height };
	size_t from = out->len;

	runs.v = xalloc_check(malloc((size_t)height * ((size_t)width / 2 + 1) *
				     sizeof(*runs.v)));
	calls_load();
	cells_fill(p, &runs, pixels, stride);
	palette_choose(p, COLOURS, MOST);
	file_write(out, p, &runs);
	if (!out->full && out->len - from > LARGE) {
		out->len = from;
		palette_choose(p, FEW, FEW);
		file_write(out, p, &runs);
	}
	free(runs.v);
	free(p);
}
