/*
 * src/report/bands.h - a list of strokes (report/paint.h) as a picture, in
 * bands of patches (report/patches.h). Of the next picture of a board most
 * patches are known, and for a reader in another language all but those with
 * the words around it; a band of known ones is not deflated again. Private to
 * canvas.c.
 */
#ifndef REPORT_BANDS_H
#define REPORT_BANDS_H
#include "report/canvas.h"

/* Append the strokes as PNG; false: out is full. Kept or not, the same bytes.
 */
bool bands_png(struct pictures *kept, int width, int height, struct str list,
	       struct buf *out);
#endif
