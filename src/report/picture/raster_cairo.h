/*
 * src/report/picture/raster_cairo.h - struct stroke, one call of
 * report/picture/canvas.h, and its painting as pixels by cairo. Private to
 * src/report/picture and webapp/paint.c.
 */
#ifndef REPORT_PICTURE_RASTER_CAIRO_H
#define REPORT_PICTURE_RASTER_CAIRO_H
#include "report/picture/canvas.h"

enum stroke_kind {
	STROKE_LINE,
	STROKE_BAR,
	STROKE_ARROW,
	STROKE_AREA,
	STROKE_CAPSULE,
	STROKE_SECTOR,
	STROKE_TEXT,
	STROKE_CLIP,
	STROKE_GROUP, /* its letters: what it is called; not painted */
	STROKE_END,
	N_STROKES
};

enum { STROKE_ALIGN = 8 };

/* One call of canvas.h; what follows it are its points or its letters. */
struct stroke {
	enum stroke_kind kind;
	enum canvas_pattern pattern;
	enum canvas_align align;
	uint32_t bold;
	uint32_t fill, ink; /* of a text: letters and halo */
	uint32_t size;      /* of what follows, in bytes */
	uint32_t caption;   /* words around the picture */
	struct canvas_point a, b;
	double r, width, dash, opacity;
};

/* The points of a line or an area. */
static inline const struct canvas_point *stroke_points(const struct stroke *s)
{
	return (const struct canvas_point *)(const void *)(s + 1);
}

static inline int stroke_n_points(const struct stroke *s)
{
	return (int)(s->size / sizeof(struct canvas_point));
}

/* The corners of an arrow's head, its tip first; false: it points nowhere, and
 * is not drawn. */
bool stroke_arrow(const struct stroke *s, struct canvas_point out[3]);

/* The two sides of a sector, as a line from one of its ends to the other. */
void stroke_sides(const struct stroke *s, struct canvas_point out[3]);

/* How much of the list a stroke takes up, in bytes. */
static inline size_t stroke_room(const struct stroke *s)
{
	return sizeof(*s) +
	       (s->size + STROKE_ALIGN - 1u) / STROKE_ALIGN * STROKE_ALIGN;
}

/* What texts are measured with; released by measure_release (NULL: nothing). */
struct measure;
struct measure *measure_make(void);
void measure_release(struct measure *m);

/* The width of a text in pixels. */
double measure_text(struct measure *m, double size, bool bold, struct str s);

/* The available part of the picture, in pixels. */
struct view {
	int32_t left, top, width, rows;
};

/* Where a text of this width begins that is aligned so at x; how far its
 * baseline is below the middle of its capitals. */
double text_left(enum canvas_align align, double x, double advance);
double text_baseline(const struct stroke *s);

/* Paper to paint on, again and again. */
enum { SHEET_WIDE = 512, SHEET_HIGH = 128 };
struct sheet;
struct sheet *sheet_make(void);
void sheet_release(struct sheet *s); /* NULL: nothing */

/* Where the letters of a text and its halo are, and how far they go on. */
void sheet_measure(struct sheet *s, const struct stroke *text, struct view *out,
		   double *advance);

/* Paint the stroke alone, as much of it as is in the view, which has room on a
 * sheet. Neither a bar nor a clip. */
void sheet_paint(struct sheet *s, const struct view *at,
		 const struct stroke *one);

/* What was painted: words of 0xAARRGGBB, of which the colours are multiplied by
 * the share they cover; and how many words a row is. */
const uint32_t *sheet_pixels(struct sheet *s, int *stride);
#endif
