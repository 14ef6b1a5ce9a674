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
	struct canvas_point a, b;
	double r, width, dash, opacity;
};

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

/* Append the strokes of the list as a PNG; false: it is not to be had. */
bool paint_png(int width, int height, struct str list, struct buf *out);
#endif
