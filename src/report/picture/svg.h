/*
 * src/report/picture/svg.h - strokes of a canvas (report/picture/canvas.h) as
 * SVG: sharp at every size, and what is a thing on the board can be found,
 * tapped and read. Private to canvas.c.
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
