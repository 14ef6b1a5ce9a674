/*
 * src/report/bands.h - a list of strokes (report/paint.h) as a picture, in
 * bands of rows. What a band shows are the strokes that reach into it, so a
 * band of which all strokes were there lately is not painted again: of the next
 * picture of a board most are known, and for a reader in another language all
 * but the words around it. Private to canvas.c.
 */
#ifndef REPORT_BANDS_H
#define REPORT_BANDS_H
#include "report/canvas.h"

/* Append the strokes as PNG; false: out is full. Kept or not, the same bytes.
 */
bool bands_png(struct pictures *kept, int width, int height, struct str list,
	       struct buf *out);
#endif
