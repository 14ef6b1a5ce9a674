/*
 * src/report/paint.h - strokes of a canvas (report/canvas.h) as pixels. Private
 * to canvas.c.
 */
#ifndef REPORT_PAINT_H
#define REPORT_PAINT_H
#include "report/canvas.h"

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
	STROKE_LAYER, /* what follows changes oftener; not painted */
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

/* Paper to paint on, again and again. */
struct sheet;
struct sheet *sheet_make(int width, int rows);
void sheet_release(struct sheet *s); /* NULL: nothing */

/* Paint the strokes of the list over what lies there, of the picture what is
 * right of left and below top. */
void sheet_paint(struct sheet *s, int left, int top, struct str list);

/* The words of 0x..RRGGBB, to be read, and written before it is painted on; and
 * the bytes from row to row. */
unsigned char *sheet_pixels(struct sheet *s, int *stride);
#endif
