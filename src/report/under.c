/* src/report/under.c */
#include "report/under.h"
#include "base/need.h"
#include <stdlib.h>

enum {
	KEPT = 128, /* a board of twenty figures has about 50 */
	LIST_MAX = 32 << 20,
	ABOVE = 255 /* the row is as the one above */
};
static_assert(UNDER_WIDE <= (int)ABOVE, "lengths fit a byte beside a colour");

/* Its pixels as runs: the length less 1 above a colour of 24 bits. */
struct under {
	uint64_t used;
	struct buf list; /* the view and the strokes */
	uint32_t *v;
	size_t n;
};

struct unders {
	uint64_t n_used;
	struct under v[KEPT];
};

struct unders *unders_make(void)
{
	struct unders *u = need(calloc(1, sizeof(*u)));

	for (int i = 0; i < KEPT; i++)
		buf_init(&u->v[i].list, LIST_MAX);
	return u;
}

void unders_release(struct unders *u)
{
	for (int i = 0; u && i < KEPT; i++) {
		buf_release(&u->v[i].list);
		free(u->v[i].v);
	}
	free(u);
}

static uint32_t *row_at(unsigned char *pixels, int stride, int y)
{
	return (uint32_t *)(void *)(pixels + (ptrdiff_t)y * stride);
}

static void keep(struct under *u, struct sheet *s, const struct view *at)
{
	uint32_t runs[UNDER_WIDE * UNDER_HIGH], *to = runs;
	int stride, wide = at->width;
	unsigned char *pixels = sheet_pixels(s, &stride);

	assert(wide <= UNDER_WIDE && at->rows <= UNDER_HIGH);
	for (int y = 0; y < at->rows; y++) {
		const uint32_t *row = row_at(pixels, stride, y);

		if (y && !memcmp(row, row_at(pixels, stride, y - 1),
				 (size_t)wide * sizeof(*row))) {
			*to++ = (uint32_t)ABOVE << 24;
			continue;
		}
		for (int x = 0, from = 0; x < wide; from = x) {
			while (++x < wide && row[x] == row[from])
				;
			*to++ = (uint32_t)(x - from - 1) << 24 |
				(row[from] & 0xffffff);
		}
	}
	u->n = (size_t)(to - runs);
	u->v = need(realloc(u->v, u->n * sizeof(*u->v)));
	memcpy(u->v, runs, u->n * sizeof(*u->v));
}

static void put_back(const struct under *u, struct sheet *s,
		     const struct view *at)
{
	int stride;
	unsigned char *pixels = sheet_pixels(s, &stride);
	const uint32_t *run = u->v;

	for (int y = 0; y < at->rows; y++) {
		uint32_t *row = row_at(pixels, stride, y);

		if (*run >> 24 == ABOVE) {
			memcpy(row, row_at(pixels, stride, y - 1),
			       (size_t)at->width * sizeof(*row));
			run++;
			continue;
		}
		for (int x = 0; x < at->width; run++)
			for (uint32_t n = (*run >> 24) + 1; n; n--)
				row[x++] = 0xff000000 | *run;
	}
	assert(run == u->v + u->n);
}

void under_paint(struct unders *u, struct sheet *s, const struct view *at,
		 struct str strokes)
{
	struct str place = { (const char *)at, sizeof(*at) };
	struct under *oldest = &u->v[0];

	u->n_used++;
	for (int i = 0; i < KEPT; i++) {
		struct under *one = &u->v[i];
		struct str was = buf_str(&one->list);

		if (was.len == place.len + strokes.len &&
		    !memcmp(was.s, place.s, place.len) &&
		    !memcmp(was.s + place.len, strokes.s, strokes.len)) {
			one->used = u->n_used;
			put_back(one, s, at);
			return;
		}
		if (one->used < oldest->used)
			oldest = one;
	}
	sheet_paint(s, at->left, at->top, strokes);
	oldest->used = u->n_used;
	buf_clear(&oldest->list);
	buf_adds(&oldest->list, place);
	buf_adds(&oldest->list, strokes);
	keep(oldest, s, at);
}
