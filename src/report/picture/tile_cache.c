/* src/report/picture/tile_cache.c */
#include "report/picture/tile_cache.h"
#include "base/xalloc.h"
#include "report/picture/sprite_cache.h"
#include "report/picture/display_list.h"
#include "report/picture/palette_blend.h"
#include <math.h>
#include <stdlib.h>

enum {
	KEPT = 512, /* a board has about 130; of a larger one all are kept */
	HEADS = 1024,
	LIST_MAX = 32 << 20,
	WORD_MAX = 20 /* bytes: it has room on a sheet */
};

struct patches {
	uint64_t n_pictures, n_painted;
	struct stamps *stamps;
	struct tinting *tinting;
	struct tints *tints; /* of the picture at hand */
	int n, room;
	struct patch **v;
	struct patch *head[HEADS]; /* by hash */
};

struct patches *patches_make(void)
{
	struct patches *ps = xalloc_check(calloc(1, sizeof(*ps)));

	ps->stamps = stamps_make();
	ps->tinting = tinting_make();
	return ps;
}

static const struct place *patch_place(const struct patch *p)
{
	return (const struct place *)(const void *)p->list.s;
}

static void patch_empty(struct patch *p)
{
	buf_release(&p->list);
	packed_release(&p->packed);
}

void patches_release(struct patches *ps)
{
	if (!ps)
		return;
	for (int i = 0; i < ps->n; i++) {
		patch_empty(ps->v[i]);
		free(ps->v[i]);
	}
	stamps_release(ps->stamps);
	tinting_release(ps->tinting);
	free(ps->v);
	free(ps);
}

void patches_begin(struct patches *ps, const struct palette *colours)
{
	ps->n_pictures++;
	ps->tints = tints_find(ps->tinting, colours);
}

static struct patch **head_of(struct patches *ps, uint64_t hash)
{
	return &ps->head[hash >> 32 & (HEADS - 1)];
}

static void unlink_patch(struct patches *ps, const struct patch *p)
{
	struct patch **at = head_of(ps, p->hash);

	while (*at != p)
		at = &(*at)->next;
	*at = p->next;
}

/* One that was not used for longest; never one of the picture at hand. */
static struct patch *patch_room(struct patches *ps)
{
	struct patch *oldest = NULL;

	for (int i = 0; ps->n >= KEPT && i < ps->n; i++)
		if (!oldest || ps->v[i]->used < oldest->used)
			oldest = ps->v[i];
	if (oldest && oldest->used < ps->n_pictures) {
		unlink_patch(ps, oldest);
		patch_empty(oldest);
		memset(oldest, 0, sizeof(*oldest));
		return oldest;
	}
	if (ps->n == ps->room) {
		ps->room = ps->room ? 2 * ps->room : KEPT;
		ps->v = xalloc_check(
			realloc(ps->v, (size_t)ps->room * sizeof(*ps->v)));
	}
	return ps->v[ps->n++] = xalloc_check(calloc(1, sizeof(**ps->v)));
}

/* -- painting --------------------------------------------------------------*/

/* from left to right and from top to bottom, without the last ones */
struct rectangle {
	int left, top, right, bottom;
};

struct painting {
	struct view at;
	struct rectangle whole, clip; /* in pixels of the patch */
	struct tints *tints;
	uint8_t px[PATCH_HIGH][PATCH_WIDE];
};

/* whole pixels, inside of another */
static struct rectangle cut(const struct painting *p,
			    const struct rectangle *in, double left, double top,
			    double right, double bottom)
{
	return (struct rectangle){
		pixel_within(left - p->at.left, in->left, in->right),
		pixel_within(top - p->at.top, in->top, in->bottom),
		pixel_within(right - p->at.left, in->left, in->right),
		pixel_within(bottom - p->at.top, in->top, in->bottom)
	};
}

static void lay_bar(struct painting *p, const struct stroke *s)
{
	struct rectangle r = cut(p, &p->clip, floor(s->a.x), floor(s->a.y),
				 floor(s->b.x), floor(s->b.y));
	uint8_t tint = tints_index(p->tints, cell_of(s->fill));

	if (r.left >= r.right)
		return;
	for (int y = r.top; y < r.bottom; y++) {
		if (r.right == r.left + 1) /* half of them are lines down */
			p->px[y][r.left] = tint;
		else
			memset(&p->px[y][r.left], tint,
			       (size_t)(r.right - r.left));
	}
}

static void set_clip(struct painting *p, const struct stroke *s)
{
	p->clip = s->b.x <= 0
			  ? p->whole
			  : cut(p, &p->whole, round(s->a.x), round(s->a.y),
				round(s->a.x + s->b.x), round(s->a.y + s->b.y));
}

/* from at to to, of which there is one pixel at least */
static inline void lay_dab(uint8_t *row, int at, int to, const union dab *d,
			   struct tints *t)
{
	uint8_t ink = tints_index(t, d->cell);

	if (d->cover < COVER_ALL)
		for (; at < to; at++)
			row[at] = tints_over(t, row[at], ink, d->cover);
	else if (to - at == 1) /* as of most */
		row[at] = ink;
	else
		memset(row + at, ink, (size_t)(to - at));
}

/* a row of a stamp that begins at x, all of it */
static void lay_row(uint8_t *row, int x, const union dab *d,
		    const union dab *end, struct tints *t)
{
	for (; d < end; x += d->length, d++)
		if (d->cover)
			lay_dab(row, x, x + d->length, d, t);
}

/* what of it is from left to right */
static void lay_part(uint8_t *row, int x, int left, int right,
		     const union dab *d, const union dab *end, struct tints *t)
{
	for (; d < end && x < right; x += d->length, d++) {
		int to = x + d->length < right ? x + d->length : right;
		int at = x > left ? x : left;

		if (d->cover && at < to)
			lay_dab(row, at, to, d, t);
	}
}

static const struct stamp *lay_stamp(struct painting *p, const struct stroke *s,
				     struct stamps *stamps)
{
	int x, y, from, to;
	bool whole;
	const struct stamp *one = stamps_find(stamps, s, &p->at, &x, &y);

	x -= p->at.left;
	y -= p->at.top;
	from = p->clip.top > y ? p->clip.top - y : 0;
	to = p->clip.bottom - y < one->rows ? p->clip.bottom - y : one->rows;
	whole = x >= p->clip.left && x + one->width <= p->clip.right;
	for (int i = from; i < to; i++) {
		const union dab *d = one->v + one->v[i].at;
		const union dab *end = one->v + one->v[i + 1].at;

		if (whole)
			lay_row(p->px[y + i], x, d, end, p->tints);
		else
			lay_part(p->px[y + i], x, p->clip.left, p->clip.right,
				 d, end, p->tints);
	}
	return one;
}

/* a part of a text */
struct word {
	struct stroke s;
	_Alignas(STROKE_ALIGN) char letters[WORD_MAX];
};

/* with the blanks behind it */
static size_t word_len(const char *c, size_t most)
{
	size_t n = 0;

	while (n < most && c[n] != ' ')
		n++;
	while (n < most && c[n] == ' ')
		n++;
	return n;
}

/* of words that are short, without a halo that would touch the next */
static bool is_line(const struct stroke *s)
{
	const char *c = (const char *)(s + 1);

	if (s->align != CANVAS_LEFT || s->ink != CANVAS_NO_HALO ||
	    1.5 * s->r * WORD_MAX > SHEET_WIDE)
		return false;
	for (size_t at = 0, n; at < s->size; at += n) {
		n = word_len(c + at, s->size - at);
		if (n > WORD_MAX)
			return false;
	}
	return true;
}

/* Titles and legends word by word: most are in others, too. */
static void lay_text(struct painting *p, const struct stroke *s,
		     struct stamps *stamps)
{
	const char *c = (const char *)(s + 1);
	struct word word = { .s = *s };
	size_t n;

	if (!is_line(s)) {
		lay_stamp(p, s, stamps);
		return;
	}
	for (size_t at = 0; at < s->size; at += n) {
		n = word_len(c + at, s->size - at);
		memset(word.letters, 0, sizeof(word.letters));
		memcpy(word.letters, c + at, n);
		word.s.size = (uint32_t)n;
		word.s.a.x += lay_stamp(p, &word.s, stamps)->advance;
	}
}

static void patch_paint(struct patches *ps, struct patch *to)
{
	struct str list = buf_str(&to->list);
	struct painting p = { .at = patch_place(to)->at, .tints = ps->tints };
	const struct stroke *s;

	assert(p.at.width <= PATCH_WIDE && p.at.rows <= PATCH_HIGH);
	p.clip = p.whole = (struct rectangle){ 0, 0, p.at.width, p.at.rows };
	for (size_t at = sizeof(struct place); at < list.len;
	     at += stroke_room(s)) {
		s = (const struct stroke *)(const void *)(list.s + at);
		if (s->kind == STROKE_CLIP)
			set_clip(&p, s);
		else if (s->kind == STROKE_BAR)
			lay_bar(&p, s);
		else if (s->kind == STROKE_TEXT)
			lay_text(&p, s, ps->stamps);
		else
			lay_stamp(&p, s, ps->stamps);
	}
	packed_make(p.px[0], PATCH_WIDE, p.at.width, p.at.rows,
		    &ps->tints->colours, &to->packed);
	to->colours = ps->tints->number;
	to->number = ++ps->n_painted;
}

static bool is_patch(const struct patches *ps, const struct patch *p,
		     uint64_t hash, struct str list)
{
	return p->hash == hash && p->colours == ps->tints->number &&
	       str_equal(buf_str(&p->list), list);
}

const struct patch *patches_find(struct patches *ps, struct str list)
{
	uint64_t hash = strokes_hash(list.s, list.len) ^ ps->tints->number;
	struct patch **head = head_of(ps, hash), *p = *head;

	while (p && !is_patch(ps, p, hash, list))
		p = p->next;
	if (!p) {
		p = patch_room(ps);
		p->hash = hash;
		p->next = *head;
		*head = p;
		buf_init(&p->list, LIST_MAX);
		buf_adds(&p->list, list);
		patch_paint(ps, p);
	}
	p->used = ps->n_pictures;
	return p;
}
