/*
 * src/report/picture/svg.h - writes strokes of a canvas
 * (report/picture/canvas.h) as SVG. Each thing on the board is a group with a
 * name, so that scripts and screen readers find it. Private to canvas.c.
 */
#ifndef REPORT_PICTURE_SVG_H
#define REPORT_PICTURE_SVG_H
#include "report/picture/raster_cairo.h"

/*
 * Append the strokes as one <svg> of this size. Ids in it begin with prefix,
 * which must differ between pictures of one page. There is neither a style
 * attribute nor anything remote in it.
 */
void svg_write(struct buf *out, int width, int height, struct str list,
	       const char *prefix);
#endif
