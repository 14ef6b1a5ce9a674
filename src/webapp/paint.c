/*
 * src/webapp/paint.c - implements report/picture/raster_cairo.h without cairo:
 * measures letters by a table of DejaVu Sans and paints nothing, because the
 * page draws SVG.
 */
#include "report/picture/raster_cairo.h"
#include "base/utf8.h"

/* Hundredths of the size that the letters from ' ' to '~' go on by; others are
 * as wide as a capital, roughly. */
enum { FIRST = ' ', LAST = '~', OTHER = 68, OTHER_BOLD = 77 };
static const unsigned char plain[LAST - FIRST + 1] = {
#include "webapp/widths_plain.inc"
};
static const unsigned char bold[LAST - FIRST + 1] = {
#include "webapp/widths_bold.inc"
};

struct measure *measure_make(void)
{
	return NULL;
}

void measure_release(struct measure *m)
{
	(void)m;
}

double measure_text(struct measure *m, double size, bool is_bold, struct str s)
{
	const unsigned char *width = is_bold ? bold : plain;
	unsigned sum = 0;
	size_t len;

	(void)m;
	for (; s.len; s.s += len, s.len -= len) {
		uint32_t c = utf8_next(s, &len);

		if (FIRST <= c && c <= LAST)
			sum += width[c - FIRST];
		else
			sum += is_bold ? OTHER_BOLD : OTHER;
	}
	return sum * size / 100;
}

double text_left(enum canvas_align align, double x, double advance)
{
	(void)align;
	(void)advance;
	return x;
}

double text_baseline(const struct stroke *s)
{
	(void)s;
	return 0;
}

struct sheet *sheet_make(void)
{
	return NULL;
}

void sheet_release(struct sheet *s)
{
	(void)s;
}

void sheet_measure(struct sheet *s, const struct stroke *text, struct view *out,
		   double *advance)
{
	(void)s;
	(void)text;
	*out = (struct view){ .left = 0 };
	*advance = 0;
}

void sheet_paint(struct sheet *s, const struct view *at,
		 const struct stroke *one)
{
	(void)s;
	(void)at;
	(void)one;
}

const uint32_t *sheet_pixels(struct sheet *s, int *stride)
{
	(void)s;
	*stride = 0;
	return NULL;
}
