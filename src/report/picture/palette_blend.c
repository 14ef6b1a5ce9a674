/* src/report/picture/palette_blend.c */
#include "report/picture/palette_blend.h"
#include "base/xalloc.h"
#include <stdlib.h>

enum { KEPT = 6 }; /* of the whole and of a part, of a few games */

struct tinting {
	uint64_t n_used, n_made;
	struct tints *v[KEPT];
};

struct tinting *tinting_make(void)
{
	return xalloc_check(calloc(1, sizeof(struct tinting)));
}

void tinting_release(struct tinting *t)
{
	for (int i = 0; t && i < KEPT; i++)
		free(t->v[i]);
	free(t);
}

static void tints_begin(struct tints *t, const struct palette *colours)
{
	t->colours = *colours;
	memset(t->index, TINT_UNKNOWN, sizeof(t->index));
	memset(t->over, TINT_UNKNOWN, sizeof(t->over));
	/* its own colour is nearer to each than any other in its cell */
	for (int i = 0; i < colours->n; i++)
		t->index[cell_of(colours->rgb[i])] = (uint8_t)i;
}

struct tints *tints_find(struct tinting *t, const struct palette *colours)
{
	struct tints **oldest = &t->v[0];

	t->n_used++;
	for (int i = 0; i < KEPT; i++) {
		struct tints **one = &t->v[i];

		if (*one && palette_equal(&(*one)->colours, colours)) {
			(*one)->used = t->n_used;
			return *one;
		}
		if (*oldest && (!*one || (*one)->used < (*oldest)->used))
			oldest = one;
	}
	if (!*oldest)
		*oldest = xalloc_check(malloc(sizeof(**oldest)));
	tints_begin(*oldest, colours);
	(*oldest)->number = ++t->n_made;
	(*oldest)->used = t->n_used;
	return *oldest;
}

/* the middle of a cell */
static uint32_t rgb_of(uint16_t cell)
{
	return ((cell & 0x7c00u) << 9 | (cell & 0x3e0u) << 6 |
		(cell & 0x1fu) << 3) |
	       0x040404;
}

uint8_t tints_seek(struct tints *t, uint16_t cell)
{
	return t->index[cell] = palette_nearest(&t->colours, rgb_of(cell));
}

uint8_t tints_mix(struct tints *t, uint8_t under, uint8_t ink, uint8_t cover)
{
	uint32_t a = t->colours.rgb[ink], b = t->colours.rgb[under], out = 0;

	for (int shift = 0; shift < 24; shift += 8)
		out |= ((a >> shift & 255) * cover +
			(b >> shift & 255) * (COVER_ALL - cover) +
			COVER_ALL / 2) /
			       COVER_ALL
		       << shift;
	return t->over[under][ink][cover] = palette_nearest(&t->colours, out);
}
