/*
 * src/report/picture/stroke.h - one call of canvas.h as it is recorded.
 * Private to canvas.c and to the files that paint strokes (raster_cairo.c) or
 * write them (svg.c).
 */
#ifndef REPORT_PICTURE_STROKE_H
#define REPORT_PICTURE_STROKE_H
#include "report/picture/canvas.h"

enum stroke_kind {
	STROKE_PAINT,
	STROKE_TEXT,
	STROKE_CLIP,
	STROKE_GROUP, /* its letters: what it is called; not painted */
	STROKE_END,
	N_STROKES
};

/* What follows it are the steps of its path or its letters. */
struct stroke {
	uint32_t kind, size; /* of what follows, in bytes */
	uint32_t fill, ink;  /* of a text: letters and halo */
	uint32_t align;
	/* r: width of a line, size of letters; w: a dash; of a clip: a box */
	float x, y, r, w;
};

/* A curve is three steps: two that steer it and its end. */
enum step_kind { STEP_MOVE, STEP_LINE, STEP_CURVE, STEP_CLOSE };
struct step {
	uint32_t kind;
	float x, y;
};

struct picture {
	struct picture_head {
		int32_t width, height;
		uint32_t ground; /* so much of the list is the ground */
	} head;
	struct str strokes;
};

/* The next stroke from *at on, and what follows it; NULL: there is none. */
static inline const struct stroke *stroke_next(struct str list, size_t *at,
					       const void **body)
{
	const struct stroke *s = (const void *)(list.s + *at);

	if (list.len - *at < sizeof(*s) ||
	    list.len - *at - sizeof(*s) < s->size)
		return NULL;
	*body = s + 1;
	*at += sizeof(*s) + (s->size + 3) / 4 * 4;
	return s;
}

/* What was recorded; its strokes are empty if that was too much. */
struct picture canvas_picture(const struct canvas *c);
enum err canvas_too_large(const struct canvas *c, const struct buf *out,
			  struct why *why);
#endif
