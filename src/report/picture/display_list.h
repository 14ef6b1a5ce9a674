/*
 * src/report/picture/display_list.h - properties of strokes
 * (report/picture/raster_cairo.h) before they are painted: the bounding box of
 * each, a hash of a list, and the colours that a picture of a list needs.
 * Private to png_cache.c, tile_cache.c and sprite_cache.c.
 */
#ifndef REPORT_PICTURE_DISPLAY_LIST_H
#define REPORT_PICTURE_DISPLAY_LIST_H
#include "report/picture/raster_cairo.h"
#include "report/picture/png_indexed.h"

/* as fmin and fmax, of numbers, but in line */
static inline double lesser(double a, double b)
{
	return a < b ? a : b;
}

static inline double greater(double a, double b)
{
	return a > b ? a : b;
}

/* v in whole pixels, but no less than from and no more than to */
static inline int pixel_within(double v, int from, int to)
{
	return v <= from ? from : v >= to ? to : (int)v;
}

/* The hash of a list of strokes, whose length is a multiple of eight bytes. Its
 * upper half is spread best. */
static inline uint64_t strokes_hash(const void *v, size_t len)
{
	uint64_t h = len, word;

	for (size_t i = 0; i + sizeof(word) <= len; i += sizeof(word)) {
		memcpy(&word, (const char *)v + i, sizeof(word));
		h = ((h << 5 | h >> 59) ^ word) * 0x9e3779b97f4a7c15u;
	}
	return h;
}

/* In pixels of the picture. */
struct box {
	double left, top, right, bottom;
};

/* The bounding box of a stroke; of a clip: everything. */
struct box stroke_box(const struct stroke *s);

/*
 * Count the colours of the strokes in this part of the picture, with a rough
 * number of pixels each: areas, rims, and the blends between them. The move of
 * a figure does not change the colours, so the palette stays the same and
 * bands can be reused. Words around the picture count with the same colours in
 * every language.
 */
void strokes_tally(struct press *p, const struct box *seen, struct str list,
		   struct tally *out);
#endif
