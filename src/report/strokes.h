/*
 * src/report/strokes.h - of strokes (report/paint.h) before they are painted:
 * where each may be seen, and which colours a picture of them has. Private to
 * bands.c.
 */
#ifndef REPORT_STROKES_H
#define REPORT_STROKES_H
#include "report/paint.h"
#include "report/pixels.h"

/* as fmin and fmax, of numbers, but in line */
static inline double lesser(double a, double b)
{
	return a < b ? a : b;
}

static inline double greater(double a, double b)
{
	return a > b ? a : b;
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
