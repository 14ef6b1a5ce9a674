/*
 * src/report/picture/tile_cache.h - a cache of painted patches. A patch is a
 * rectangle of a picture, of a fixed size and place. Its key is the palette
 * and the list of strokes (report/picture/raster_cairo.h) that reach into it;
 * a patch with a known key is not painted again. Private to png_cache.c.
 */
#ifndef REPORT_PICTURE_TILE_CACHE_H
#define REPORT_PICTURE_TILE_CACHE_H
#include "report/picture/raster_cairo.h"
#include "report/picture/png_indexed.h"

/* in pixels; the width is even, so that a row of a patch is whole bytes */
enum { PATCH_WIDE = 128, PATCH_HIGH = BAND_ROWS };

/* The first bytes of each patch's list: equal strokes at another place are
 * another patch. */
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

/* The patches of the last pictures. */
struct patches;
struct patches *patches_make(void);
void patches_release(struct patches *ps); /* NULL: nothing */

/* Begin a picture in these colours. Patches found for it stay valid until the
 * next call. */
void patches_begin(struct patches *ps, const struct palette *colours);

/* The patch of this list, which begins with its place; painted if it is new.
 * Borrowed. */
const struct patch *patches_find(struct patches *ps, struct str list);
#endif
