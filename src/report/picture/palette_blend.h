/*
 * src/report/picture/palette_blend.h - computes with colours of a palette: the
 * nearest colour to an RGB cell, and the blend of a colour that covers a part
 * of a pixel with the colour below it. The results are cached; they depend on
 * the palette alone. Private to tile_cache.c.
 */
#ifndef REPORT_PICTURE_PALETTE_BLEND_H
#define REPORT_PICTURE_PALETTE_BLEND_H
#include "report/picture/png_indexed.h"

/* how much of a pixel is covered, from 0, which is none of it, to all */
enum { COVER_ALL = 15, COVERS = COVER_ALL + 1 };

enum { TINT_UNKNOWN = 255 }; /* not computed yet */
struct tints {
	uint64_t number, used; /* number: unique, from 1 */
	struct palette colours;
	uint8_t index[CELLS];
	uint8_t over[PALETTE_MAX][PALETTE_MAX][COVERS];
};

/* The tints of the last palettes. */
struct tinting;
struct tinting *tinting_make(void);
void tinting_release(struct tinting *t); /* NULL: nothing */

/* The tints of this palette; borrowed until the next call. */
struct tints *tints_find(struct tinting *t, const struct palette *colours);

/* Compute what the inline functions below do not find in the cache. */
uint8_t tints_seek(struct tints *t, uint16_t cell);
uint8_t tints_mix(struct tints *t, uint8_t under, uint8_t ink, uint8_t cover);

static inline uint8_t tints_index(struct tints *t, uint16_t cell)
{
	uint8_t known = t->index[cell];

	return known != TINT_UNKNOWN ? known : tints_seek(t, cell);
}

static inline uint8_t tints_over(struct tints *t, uint8_t under, uint8_t ink,
				 uint8_t cover)
{
	uint8_t known = t->over[under][ink][cover];

	return known != TINT_UNKNOWN ? known : tints_mix(t, under, ink, cover);
}
#endif
