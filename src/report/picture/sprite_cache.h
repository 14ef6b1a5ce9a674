/*
 * src/report/picture/sprite_cache.h - a cache of single painted strokes
 * (report/picture/raster_cairo.h), such as pieces, badges and words. An equal
 * stroke at another whole pixel is copied, not painted. Private to
 * tile_cache.c.
 */
#ifndef REPORT_PICTURE_SPRITE_CACHE_H
#define REPORT_PICTURE_SPRITE_CACHE_H
#include "report/picture/raster_cairo.h"

/* A piece of a row in one colour (cell_of), which covers the pixels so much
 * (report/picture/palette_blend.h). */
union dab {
	struct {
		uint16_t cell;
		uint8_t cover, length;
	};
	uint32_t at; /* of the first ones: where the dabs of each row begin */
};

enum { STAMP_HIGH = 128 };
struct stamp {
	double advance; /* of a text: how far on the next letter begins */
	int width, rows;
	union dab *v; /* rows + 1 places, then dabs */
};

/* The strokes used last. */
struct stamps;
struct stamps *stamps_make(void);
void stamps_release(struct stamps *all); /* NULL: nothing */

/*
 * What this stroke looks like, and where the corner of it is in the picture. Of
 * one that is too large only what at shows. Borrowed until the next is asked
 * for.
 */
const struct stamp *stamps_find(struct stamps *all, const struct stroke *s,
				const struct view *at, int *x, int *y);
#endif
