/* src/report/picture/png_cache.c */
#include "report/picture/png_cache.h"
#include "base/xalloc.h"
#include "report/picture/raster_cairo.h"
#include "report/picture/tile_cache.h"
#include "report/picture/display_list.h"
#include <math.h>
#include <stdlib.h>

static_assert(CANVAS_HEAD_MAX <= (int)PATCH_HIGH, "the first band is one");

enum {
	ROWS = PATCH_HIGH, /* what deflate looks back at is not much more */
	ACROSS_MAX = (CANVAS_MAX_SIDE + PATCH_WIDE - 1) / PATCH_WIDE,
	BANDS_MAX = 1 + (CANVAS_MAX_SIDE + ROWS - 1) / ROWS,
	PATCHES_MAX = ACROSS_MAX * BANDS_MAX,
	KEPT = 2 * BANDS_MAX, /* a board has about 17 */
	SMALL = 18,           /* patches: so many are one band */
	HEAD = CANVAS_SKETCH_HEAD,
	LIST_MAX = 32 << 20
};

static_assert(SMALL <= (int)ACROSS_MAX, "a band has room for so many");

/* A band that was made lately: patches side by side, or all of them. */
struct band {
	uint64_t used; /* by the last picture with this number */
	int n;
	uint64_t patch[ACROSS_MAX]; /* their numbers */
	struct pressed pressed;
};

struct pictures {
	bool sketched; /* painted elsewhere: none of what follows is used */
	struct press *press;
	struct patches *patches;
	uint64_t n_made;
	struct buf list[PATCHES_MAX]; /* of the picture at hand */
	/* the last small one: its paper and strokes, and its bytes */
	struct buf small, small_png;
	struct band v[KEPT];
};

struct pictures *pictures_make(void)
{
	struct pictures *p = xalloc_check(calloc(1, sizeof(*p)));

	p->press = press_make();
	p->patches = patches_make();
	for (int i = 0; i < PATCHES_MAX; i++)
		buf_init(&p->list[i], LIST_MAX);
	buf_init(&p->small, LIST_MAX);
	buf_init(&p->small_png, LIST_MAX);
	return p;
}

struct pictures *pictures_sketched(void)
{
	struct pictures *p = xalloc_check(calloc(1, sizeof(*p)));

	p->sketched = true;
	return p;
}

void pictures_release(struct pictures *p)
{
	for (int i = 0; p && i < KEPT; i++)
		buf_release(&p->v[i].pressed.bytes);
	for (int i = 0; p && i < PATCHES_MAX; i++)
		buf_release(&p->list[i]);
	if (p && !p->sketched) {
		buf_release(&p->small);
		buf_release(&p->small_png);
		patches_release(p->patches);
		press_release(p->press);
	}
	free(p);
}

/* -- which strokes a patch has ---------------------------------------------*/

struct making {
	struct pictures *kept;
	int width, height, head;
	bool few;
	int n, across; /* bands, and patches of each */
	const struct patch *patch[PATCHES_MAX];
};

/* the first of n parts of this size that reaches up to at, the last from it */
static int first_part(double at, int size, int n)
{
	return (int)lesser(greater(ceil(at / size) - 1, 0), n);
}

static int last_part(double at, int size, int n)
{
	return (int)lesser(greater(floor(at / size), -1), n - 1);
}

/*
 * Of what is a rectangle only the part that a patch shows, or it would be
 * another patch wherever the paper or the frame about the board ends. Edges
 * within the patch, and the pixel beside it, stay where they are.
 */
static void cut(struct stroke *s, const struct view *at)
{
	double left = at->left - 1, right = at->left + at->width + 1;
	double top = at->top - 1, bottom = at->top + at->rows + 1;
	bool clip = s->kind == STROKE_CLIP;

	if (s->kind != STROKE_BAR && (!clip || s->b.x <= 0))
		return;
	/* of a clip b is its size */
	if (clip)
		s->b = (struct canvas_point){ s->a.x + s->b.x,
					      s->a.y + s->b.y };
	s->a = (struct canvas_point){ lesser(greater(s->a.x, left), right),
				      lesser(greater(s->a.y, top), bottom) };
	s->b = (struct canvas_point){ greater(lesser(s->b.x, right), left),
				      greater(lesser(s->b.y, bottom), top) };
	if (clip)
		s->b = (struct canvas_point){ s->b.x - s->a.x,
					      s->b.y - s->a.y };
}

static void stroke_add(struct making *m, const struct stroke *s)
{
	struct box b;
	int left, right, bottom, above = ROWS - m->head;

	if (s->kind == STROKE_GROUP || s->kind == STROKE_END)
		return; /* nothing to paint */
	b = stroke_box(s);
	left = first_part(b.left, PATCH_WIDE, m->across);
	right = last_part(b.right, PATCH_WIDE, m->across);
	bottom = last_part(b.bottom + above, ROWS, m->n);
	for (int y = first_part(b.top + above, ROWS, m->n); y <= bottom; y++) {
		for (int x = left; x <= right; x++) {
			struct buf *to = &m->kept->list[y * m->across + x];
			const struct place *place;

			buf_add(to, s, stroke_room(s));
			place = (const struct place *)(const void *)to->s;
			cut((struct stroke *)(void *)(to->s + to->len -
						      stroke_room(s)),
			    &place->at);
		}
	}
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* the rows of a band of the picture */
static struct view band_view(const struct making *m, int band)
{
	int top = band ? m->head + (band - 1) * ROWS : 0;

	return (struct view){ .top = top,
			      .rows = band ? least(ROWS, m->height - top)
					   : m->head };
}

static void split(struct making *m, struct str list)
{
	const struct stroke *s;

	m->n = 1 + (m->height - m->head + ROWS - 1) / ROWS;
	m->across = (m->width + PATCH_WIDE - 1) / PATCH_WIDE;
	for (int i = 0; i < m->n * m->across; i++) {
		struct place at = { .at = band_view(m, i / m->across) };

		at.at.left = i % m->across * PATCH_WIDE;
		at.at.width = least(PATCH_WIDE, m->width - at.at.left);
		buf_clear(&m->kept->list[i]);
		buf_add(&m->kept->list[i], &at, sizeof(at));
	}
	for (size_t at = 0; at < list.len; at += stroke_room(s)) {
		s = (const struct stroke *)(const void *)(list.s + at);
		stroke_add(m, s);
	}
}

/* -- bands -----------------------------------------------------------------*/

static bool is_band(const struct band *b, const struct patch *const *v, int n)
{
	if (b->n != n)
		return false;
	for (int i = 0; i < n; i++)
		if (b->patch[i] != v[i]->number)
			return false;
	return true;
}

/* the band of these patches as it was made lately, or in place of the one
 * longest unused */
static const struct pressed *band_find(const struct making *m,
				       const struct patch *const *v, int down)
{
	struct pictures *p = m->kept;
	const struct packed *rows[ACROSS_MAX];
	struct band *oldest = &p->v[0];
	int n = m->across * down;

	for (int i = 0; i < KEPT; i++) {
		struct band *b = &p->v[i];

		if (is_band(b, v, n)) {
			b->used = p->n_made;
			return &b->pressed;
		}
		if (b->used < oldest->used)
			oldest = b;
	}
	for (int i = 0; i < n; i++) {
		oldest->patch[i] = v[i]->number;
		rows[i] = &v[i]->packed;
	}
	oldest->used = p->n_made;
	oldest->n = n;
	buf_release(&oldest->pressed.bytes);
	packed_press(p->press, rows, m->across, down, m->few, &oldest->pressed);
	return &oldest->pressed;
}

/* -- pictures that are painted elsewhere -----------------------------------*/

/* a sketch begins with its paper; the strokes follow */
static bool sketch_add(const struct paper *paper, struct str list,
		       struct buf *out)
{
	static const char gap[STROKE_ALIGN];

	buf_add(out, paper, sizeof(*paper));
	buf_add(out, gap, HEAD - sizeof(*paper));
	buf_adds(out, list);
	return !out->full;
}

bool pictures_paint(struct pictures *kept, struct str sketch, struct buf *out)
{
	struct paper head;

	if (sketch.len < HEAD)
		return false;
	memcpy(&head, sketch.s, sizeof(head));
	if (head.width < 1 || head.width > CANVAS_MAX_SIDE || head.height < 1 ||
	    head.height > CANVAS_MAX_SIDE || head.head < 0 ||
	    head.head > CANVAS_HEAD_MAX || head.head > head.height)
		return false;
	sketch.s += HEAD;
	sketch.len -= HEAD;
	return bands_png(kept, &head, sketch, out);
}

/* Is this small picture the last one? A part of a board is the same for all
 * players. */
static bool is_small_again(const struct pictures *p, const struct paper *paper,
			   struct str list)
{
	struct str was = buf_str(&p->small);

	return was.len == sizeof(*paper) + list.len &&
	       !memcmp(was.s, paper, sizeof(*paper)) &&
	       !memcmp(was.s + sizeof(*paper), list.s, list.len);
}

static void keep_small(struct pictures *p, const struct paper *paper,
		       struct str list, struct str png)
{
	buf_clear(&p->small);
	buf_add(&p->small, paper, sizeof(*paper));
	buf_adds(&p->small, list);
	buf_clear(&p->small_png);
	buf_adds(&p->small_png, png);
}

/* the bands of a picture, all in these colours */
static int bands_find(struct making *m, const struct palette *colours,
		      const struct pressed **out)
{
	struct pictures *p = m->kept;
	int all = m->n * m->across, n = 0;
	int down = all <= SMALL ? m->n : 1;

	patches_begin(p->patches, colours);
	for (int i = 0; i < all; i++)
		m->patch[i] = patches_find(p->patches, buf_str(&p->list[i]));
	for (int i = 0; i < m->n; i += down)
		out[n++] = band_find(m, m->patch + i * m->across, down);
	return n;
}

bool bands_png(struct pictures *kept, const struct paper *paper,
	       struct str list, struct buf *out)
{
	struct making m = { .width = paper->width,
			    .height = paper->height,
			    .head = paper->head ? paper->head
						: least(ROWS, paper->height),
			    .few = paper->few != 0 };
	const struct pressed *pressed[BANDS_MAX];
	struct pictures *p = kept ? kept : pictures_make();
	struct box whole = { 0, 0, paper->width, paper->height };
	struct tally shades = { 0 };
	struct palette colours;
	size_t from = out->len;
	int n;

	if (p->sketched)
		return sketch_add(paper, list, out);
	if (is_small_again(p, paper, list)) {
		buf_adds(out, buf_str(&p->small_png));
		return !out->full;
	}
	m.kept = p;
	p->n_made++;
	split(&m, list);
	strokes_tally(p->press, &whole, list, &shades);
	palette_choose(&shades, m.few, &colours);
	tally_release(&shades);
	n = bands_find(&m, &colours, pressed);
	png_write(out, m.width, m.height, &colours, pressed, n);
	if (m.n * m.across <= SMALL && !out->full)
		keep_small(p, paper, list,
			   (struct str){ out->s + from, out->len - from });
	if (!kept)
		pictures_release(p);
	return !out->full;
}
