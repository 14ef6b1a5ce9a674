/* src/report/picture/sprite_cache.c */
#include "report/picture/sprite_cache.h"
#include "base/xalloc.h"
#include "report/picture/display_list.h"
#include "report/picture/palette_blend.h"
#include <math.h>
#include <stdlib.h>

enum {
	SETS = 512,      /* by hash; of each .. */
	WAYS = 4,        /* .. so many stamps, the last one laid first */
	MORE = 192,      /* bytes of points or letters */
	WIDEST = 128,    /* of a shape; pixels */
	PARTS = 64,      /* of a pixel: nearer nobody tells two apart */
	LENGTH_MAX = 255 /* of a dab */
};
static_assert(WIDEST <= (int)SHEET_WIDE && STAMP_HIGH <= (int)SHEET_HIGH,
	      "a stamp is painted on a sheet");

/* A stroke as it is at the corner of a picture; or, if it is too large, in what
 * view. Its bytes are compared, so many of them. */
struct look {
	size_t len;
	struct view at;
	struct stroke s;
	_Alignas(STROKE_ALIGN) char more[MORE];
};

struct known {
	struct look look;
	struct stamp stamp;
	int left, top; /* of its corner, from where it stands */
};

struct stamps {
	struct sheet *sheet;
	struct known *v[SETS][WAYS];
	struct known *last; /* that is not kept */
};

struct stamps *stamps_make(void)
{
	struct stamps *all = xalloc_check(calloc(1, sizeof(*all)));

	all->sheet = sheet_make();
	return all;
}

static void known_free(struct known *k)
{
	if (k)
		free(k->stamp.v);
	free(k);
}

void stamps_release(struct stamps *all)
{
	for (int i = 0; all && i < SETS * WAYS; i++)
		known_free(all->v[i / WAYS][i % WAYS]);
	if (all) {
		known_free(all->last);
		sheet_release(all->sheet);
	}
	free(all);
}

/* -- from pixels -----------------------------------------------------------*/

static uint8_t cover_of(uint32_t argb)
{
	return (uint8_t)(((argb >> 24) * COVER_ALL + 127) / 255);
}

/* what covers a part of a pixel is darker by as much */
static uint32_t rgb_of(uint32_t argb)
{
	uint32_t alpha = argb >> 24, out = 0;

	if (alpha == 255)
		return argb & 0xffffff;
	for (int shift = 0; shift < 24; shift += 8)
		out |= ((argb >> shift & 255) * 255 / alpha & 255) << shift;
	return out;
}

static union dab *dabs_put(union dab *to, uint16_t cell, uint8_t cover, int n)
{
	for (int length; n; n -= length) {
		length = n < LENGTH_MAX ? n : LENGTH_MAX;
		to->cell = cell;
		to->cover = cover;
		to++->length = (uint8_t)length;
	}
	return to;
}

/* the first from x on of another colour; two at a time */
static int run_end(const uint32_t *px, int x, int width)
{
	uint64_t both = (uint64_t)px[x] << 32 | px[x], two;
	int from = x;

	for (x++; x + 1 < width; x += 2) {
		memcpy(&two, px + x, sizeof(two));
		if (two != both)
			break;
	}
	if (x < width && px[x] == px[from])
		x++;
	return x;
}

static union dab *row_find(const uint32_t *px, int width, union dab *to)
{
	for (int x = 0, end; x < width; x = end) {
		uint8_t cover = cover_of(px[x]);

		end = run_end(px, x, width);
		if (!cover && end == width)
			break; /* nothing is behind it */
		to = dabs_put(to, cover ? cell_of(rgb_of(px[x])) : 0, cover,
			      end - x);
	}
	return to;
}

/* what of a stroke is in this view, which a sheet holds */
static void stamp_make(struct stamps *all, struct known *one,
		       const struct stroke *s, const struct view *at)
{
	size_t n = (size_t)at->rows + 1, most = n;
	int stride;
	const uint32_t *px;

	one->stamp.v = xalloc_check(malloc(n * sizeof(*one->stamp.v)));
	sheet_paint(all->sheet, at, s);
	px = sheet_pixels(all->sheet, &stride);
	one->left = at->left;
	one->top = at->top;
	one->stamp.width = at->width;
	one->stamp.rows = at->rows;
	for (int y = 0; y < at->rows; y++, px += stride) {
		if (n + (size_t)at->width > most) {
			most = 2 * most + (size_t)at->width;
			one->stamp.v = xalloc_check(realloc(
				one->stamp.v, most * sizeof(*one->stamp.v)));
		}
		one->stamp.v[y].at = (uint32_t)n;
		n = (size_t)(row_find(px, at->width, one->stamp.v + n) -
			     one->stamp.v);
	}
	one->stamp.v[at->rows].at = (uint32_t)n;
	one->stamp.v =
		xalloc_check(realloc(one->stamp.v, n * sizeof(*one->stamp.v)));
}

/* -- what is alike ---------------------------------------------------------*/

static void look_at(struct look *l, const struct stroke *s)
{
	memset(l, 0, sizeof(*l));
	l->len = offsetof(struct look, s) + stroke_room(s);
	memcpy(&l->s, s, stroke_room(s));
	l->s.caption = 0;
}

static struct canvas_point moved(struct canvas_point p, double x, double y)
{
	return (struct canvas_point){ round((p.x - x) * PARTS) / PARTS,
				      round((p.y - y) * PARTS) / PARTS };
}

static void shape_look(struct look *l, int x, int y)
{
	struct canvas_point *p = (struct canvas_point *)(void *)l->more;

	switch (l->s.kind) {
	case STROKE_LINE:
	case STROKE_AREA:
		for (int i = 0; i < stroke_n_points(&l->s); i++)
			p[i] = moved(p[i], x, y);
		break;
	case STROKE_CAPSULE:
	case STROKE_ARROW:
		l->s.a = moved(l->s.a, x, y);
		l->s.b = moved(l->s.b, x, y);
		break;
	default: l->s.a = moved(l->s.a, x, y); break;
	}
}

static struct known **set_of(struct stamps *all, const struct look *l)
{
	return all->v[strokes_hash(l, l->len) >> 32 & (SETS - 1)];
}

/* the one that looks so, or NULL */
static struct known *known_find(struct stamps *all, const struct look *l)
{
	struct known **set = set_of(all, l), *first = set[0];

	for (int i = 0; i < WAYS; i++) {
		struct known *one = set[i];

		if (!one || one->look.len != l->len ||
		    memcmp(&one->look, l, l->len))
			continue;
		set[i] = first;
		return set[0] = one;
	}
	return NULL;
}

/* in place of the one of its set that was laid longest ago */
static struct known *known_add(struct stamps *all, const struct look *l)
{
	struct known **set = set_of(all, l);

	known_free(set[WAYS - 1]);
	memmove(set + 1, set, (WAYS - 1) * sizeof(*set));
	set[0] = xalloc_check(calloc(1, sizeof(**set)));
	memcpy(&set[0]->look, l, l->len);
	return set[0];
}

/* of a shape; false: it is too large */
static bool view_of(const struct stroke *s, struct view *at)
{
	struct box b = stroke_box(s);

	b.right = ceil(b.right);
	b.bottom = ceil(b.bottom);
	*at = (struct view){ .left = (int)floor(b.left),
			     .top = (int)floor(b.top) };
	if (b.right - at->left > WIDEST || b.bottom - at->top > STAMP_HIGH)
		return false;
	at->width = (int)b.right - at->left;
	at->rows = (int)b.bottom - at->top;
	return true;
}

static const struct known *shape_find(struct stamps *all, struct look *l,
				      const struct view *at)
{
	struct known *one;
	struct view v;

	shape_look(l, at->left, at->top);
	one = known_find(all, l);
	if (!one && view_of(&l->s, &v)) {
		one = known_add(all, l);
		stamp_make(all, one, &l->s, &v);
	}
	return one;
}

/* Letters stand on whole pixels. */
static const struct known *word_find(struct stamps *all, struct look *l, int *x,
				     int *y)
{
	struct canvas_point at = l->s.a;
	enum canvas_align align = l->s.align;
	struct known *one;
	double advance;
	struct view v;

	at.y += text_baseline(&l->s);
	l->s.align = CANVAS_LEFT;
	l->s.a = (struct canvas_point){ 0, -text_baseline(&l->s) };
	one = known_find(all, l);
	if (!one) {
		sheet_measure(all->sheet, &l->s, &v, &advance);
		if (v.width > SHEET_WIDE || v.rows > STAMP_HIGH)
			return NULL;
		one = known_add(all, l);
		one->stamp.advance = advance;
		stamp_make(all, one, &l->s, &v);
	}
	*x = (int)round(text_left(align, at.x, one->stamp.advance));
	*y = (int)round(at.y);
	return one;
}

/* -- what is too large -----------------------------------------------------*/

static struct view part_of(const struct stroke *s, const struct view *at)
{
	struct box b = stroke_box(s);
	int right = at->left + at->width, bottom = at->top + at->rows;
	struct view cut = {
		.left = pixel_within(floor(b.left), at->left, right),
		.top = pixel_within(floor(b.top), at->top, bottom)
	};

	cut.width = pixel_within(ceil(b.right), cut.left, right) - cut.left;
	cut.rows = pixel_within(ceil(b.bottom), cut.top, bottom) - cut.top;
	return cut;
}

static const struct known *part_find(struct stamps *all, const struct stroke *s,
				     const struct view *at)
{
	struct known *one;
	struct look l;

	look_at(&l, s);
	l.at = part_of(s, at);
	one = known_find(all, &l);
	if (!one) {
		one = known_add(all, &l);
		stamp_make(all, one, s, &l.at);
	}
	return one;
}

/* of more points or letters than are compared */
static const struct known *part_make(struct stamps *all, const struct stroke *s,
				     const struct view *at)
{
	struct view part = part_of(s, at);

	known_free(all->last);
	all->last = xalloc_check(calloc(1, sizeof(*all->last)));
	stamp_make(all, all->last, s, &part);
	return all->last;
}

const struct stamp *stamps_find(struct stamps *all, const struct stroke *s,
				const struct view *at, int *x, int *y)
{
	const struct known *one = NULL;
	struct view v = { 0, 0, 0, 0 };
	struct look l;

	if (s->size <= MORE) {
		look_at(&l, s);
		if (s->kind == STROKE_TEXT)
			one = word_find(all, &l, &v.left, &v.top);
		else if (view_of(s, &v))
			one = shape_find(all, &l, &v);
	}
	if (!one) {
		v = (struct view){ 0, 0, 0, 0 };
		one = s->size <= MORE ? part_find(all, s, at)
				      : part_make(all, s, at);
	}
	*x = v.left + one->left;
	*y = v.top + one->top;
	return &one->stamp;
}
