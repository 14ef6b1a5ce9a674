/*
 * src/report/picture/palette_blend.h - colours as places in a palette: which of
 * its colours is nearest to a cell, and what one that covers a part of a pixel
 * makes of the one that was there. By the palette alone: whoever asks first,
 * the answers are the same. Private to patches.c.
 */
#ifndef REPORT_PICTURE_PALETTE_BLEND_H
#define REPORT_PICTURE_PALETTE_BLEND_H
#include "report/picture/png_indexed.h"

/* how much of a pixel is covered, from 0, which is none of it, to all */
enum { COVER_ALL = 15, COVERS = COVER_ALL + 1 };

enum { TINT_UNKNOWN = 255 }; /* nobody has asked */
struct tints {
	uint64_t number, used; /* that no other has, from 1 */
	struct palette colours;
	uint8_t index[CELLS];
	uint8_t over[PALETTE_MAX][PALETTE_MAX][COVERS];
};

/* Those of the last palettes. */
struct tinting;
struct tinting *tinting_make(void);
void tinting_release(struct tinting *t); /* NULL: nothing */

/* Of this palette; borrowed until that of another is asked for. */
struct tints *tints_find(struct tinting *t, const struct palette *colours);

/* As the inline ones, which know most answers. */
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
