/*
 * src/report/picture/tile_cache.h - the patches that a picture is painted in,
 * of a fixed size and place. What a patch shows are the strokes
 * (report/picture/raster_cairo.h) that reach into it and the palette, so one of
 * which both were there lately is not painted again. Private to bands.c.
 */
#ifndef REPORT_PICTURE_TILE_CACHE_H
#define REPORT_PICTURE_TILE_CACHE_H
#include "report/picture/raster_cairo.h"
#include "report/picture/png_indexed.h"

/* in pixels; the width is even, so that a row of a patch is whole bytes */
enum { PATCH_WIDE = 128, PATCH_HIGH = BAND_ROWS };

/* What a list of strokes begins with: the same ones elsewhere are another
 * patch. */
struct place {
	struct view at;
};

/* A patch as it is painted, not to be changed. */
struct patch {
	uint64_t number;  /* that no other has, from 1 */
	uint64_t colours; /* the number of its palette */
	uint64_t hash, used;
	struct patch *next; /* of the same hash */
	struct buf list;
	struct packed packed;
};

/* Those of the last pictures. */
struct patches;
struct patches *patches_make(void);
void patches_release(struct patches *ps); /* NULL: nothing */

/* A picture in these colours begins. What is found from now on stays until the
 * next begins. */
void patches_begin(struct patches *ps, const struct palette *colours);

/* The patch of this list, which begins with its place; painted if it is new.
 * Borrowed. */
const struct patch *patches_find(struct patches *ps, struct str list);
#endif
