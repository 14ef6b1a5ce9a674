/*
 * src/report/picture/display_list.h - of strokes
 * (report/picture/raster_cairo.h) before they are painted: where each may be
 * seen, what tells one from another, and which colours a picture of them has.
 * Private to bands.c, patches.c and stamps.c.
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

/* Of whole words of eight bytes, as lists of strokes are; the upper half of it
 * is spread best. */
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

/* Where a stroke may be seen; what is no shape concerns all. */
struct box stroke_box(const struct stroke *s);

/*
 * The colours of what is seen of the strokes in this part of the picture, by
 * how much of each there is, roughly: areas, rims, and the blends between them.
 * A figure that went elsewhere leaves them as they were, so that palettes are
 * the same and bands are known. Of words around the picture those of the words
 * alone, in any language.
 */
void strokes_tally(struct press *p, const struct box *seen, struct str list,
		   struct tally *out);
#endif
