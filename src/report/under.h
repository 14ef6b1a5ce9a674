/*
 * src/report/under.h - what lies under the layer of a patch (canvas_layer):
 * a figure is dear to paint, and often the clicks and tokens about it are all
 * that differs from a patch that was painted lately. Private to patches.c.
 */
#ifndef REPORT_UNDER_H
#define REPORT_UNDER_H
#include "report/paint.h"

enum { UNDER_WIDE = 128, UNDER_HIGH = 64 }; /* pixels of a view at most */

/* Those painted last. */
struct unders;
struct unders *unders_make(void);
void unders_release(struct unders *u); /* NULL: nothing */

/* Of a sheet: which part of the picture it shows, at most so large. */
struct view {
	int32_t left, top, width, rows;
};

/* Have these strokes on the sheet, painted now or remembered. They cover all of
 * the view. */
void under_paint(struct unders *u, struct sheet *s, const struct view *at,
		 struct str strokes);
#endif
