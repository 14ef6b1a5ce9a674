/*
 * src/report/picture/png_cache.h - writes a list of strokes
 * (report/picture/raster_cairo.h) as PNG and caches its parts. A picture is a
 * column of bands, a band a row of fixed-size patches
 * (report/picture/tile_cache.h). The next picture of the same board reuses
 * unchanged patches, and the deflated bytes of bands whose patches are all
 * unchanged. Private to canvas.c.
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

/* Append the strokes as PNG; false: out is full. The cache never changes the
 * bytes. */
bool bands_png(struct pictures *kept, const struct paper *paper,
	       struct str list, struct buf *out);
#endif
