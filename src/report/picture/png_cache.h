/*
 * src/report/picture/png_cache.h - a list of strokes
 * (report/picture/raster_cairo.h) as a picture, in bands of patches
 * (report/picture/tile_cache.h). Of the next picture of a board most patches
 * are known, and for a reader in another language all but those with the words
 * around it; a band of known ones is not deflated again. Private to canvas.c.
 */
#ifndef REPORT_PICTURE_PNG_CACHE_H
#define REPORT_PICTURE_PNG_CACHE_H
#include "report/picture/canvas.h"

/* What a picture is painted on. */
struct paper {
	int32_t width, height;
	int32_t few;  /* colours, sixteen at most, or as many as it takes */
	int32_t head; /* rows of the first band; 0: as many as of the others */
};

/* Append the strokes as PNG; false: out is full. Kept or not, the same bytes.
 */
bool bands_png(struct pictures *kept, const struct paper *paper,
	       struct str list, struct buf *out);
#endif
