/* src/report/bands.c */
#include "report/bands.h"
#include "base/need.h"
#include "report/paint.h"
#include "report/pixels.h"
#include <math.h>
#include <stdlib.h>

enum {
	ROWS = 64, /* of a band; what deflate looks back at is not much more */
	BANDS_MAX = (CANVAS_MAX_SIDE + ROWS - 1) / ROWS,
	KEPT = 2 * BANDS_MAX, /* a board has about 17 */
	LIST_MAX = 32 << 20
};

/* A band that was made lately. */
struct band {
	uint64_t used; /* by the last picture with this number */
	struct buf list;
	struct tally tally; /* unless it has words around the board */
	struct palette colours;
	struct pressed pressed; /* in these colours; empty: not yet */
	struct runs runs;       /* while its picture is made */
};

struct pictures {
	bool sketched; /* painted elsewhere: none of what follows is used */
	struct press *press;
	struct sheet *sheet; /* the one painted on, or NULL */
	uint64_t n_made;
	struct band v[KEPT];
};

struct pictures *pictures_make(void)
{
	struct pictures *p = need(calloc(1, sizeof(*p)));

	p->press = press_make();
	for (int i = 0; i < KEPT; i++)
		buf_init(&p->v[i].list, LIST_MAX);
	return p;
}

struct pictures *pictures_sketched(void)
{
	struct pictures *p = need(calloc(1, sizeof(*p)));

	p->sketched = true;
	return p;
}

static void band_empty(struct band *b)
{
	buf_clear(&b->list);
	buf_release(&b->pressed.bytes);
	tally_release(&b->tally);
	runs_release(&b->runs);
}

void pictures_release(struct pictures *p)
{
	for (int i = 0; p && i < KEPT; i++) {
		band_empty(&p->v[i]);
		buf_release(&p->v[i].list);
	}
	if (p) {
		sheet_release(p->sheet);
		press_release(p->press);
	}
	free(p);
}

/* -- which strokes a band has ----------------------------------------------*/

/* what a list begins with: the same strokes elsewhere are another band */
struct place {
	int32_t width, top, rows;
	int32_t captions; /* it has words around the board */
};

struct making {
	struct pictures *kept;
	int width, height, n;
	struct buf list[BANDS_MAX];
	struct band *band[BANDS_MAX];
};

static struct place *place_of(const struct buf *list)
{
	return (struct place *)(void *)list->s;
}

static struct str strokes_of(const struct buf *list)
{
	struct str s = buf_str(list);

	s.s += sizeof(struct place);
	s.len -= sizeof(struct place);
	return s;
}

/* how far a stroke reaches beyond its points, up and down */
static double reach(const struct stroke *s)
{
	enum { RIM = 2 }; /* of half covered pixels */
	double r = s->width / 2 + RIM;

	switch (s->kind) {
	case STROKE_ARROW: return r + 1.5 * s->r;
	case STROKE_CAPSULE:
	case STROKE_SECTOR: return r + s->r;
	case STROKE_TEXT: return r + s->r + 3; /* and its halo */
	default: return r;
	}
}

/* the rows of a stroke; what is not a shape concerns all */
static void rows_of(const struct stroke *s, double *top, double *bottom)
{
	const struct canvas_point *p = stroke_points(s);
	double r = reach(s);

	*top = fmin(s->a.y, s->b.y);
	*bottom = fmax(s->a.y, s->b.y);
	if (s->kind == STROKE_CLIP) {
		*top = 0;
		*bottom = CANVAS_MAX_SIDE;
	}
	if (s->kind == STROKE_SECTOR || s->kind == STROKE_TEXT)
		*top = *bottom = s->a.y;
	if (s->kind == STROKE_LINE || s->kind == STROKE_AREA) {
		*top = INFINITY;
		*bottom = -INFINITY;
		for (int i = 0; i < stroke_n_points(s); i++) {
			*top = fmin(*top, p[i].y);
			*bottom = fmax(*bottom, p[i].y);
		}
	}
	*top -= r;
	*bottom += r;
}

static void stroke_add(struct making *m, const struct stroke *s)
{
	double top, bottom;

	if (s->kind == STROKE_GROUP || s->kind == STROKE_END)
		return; /* nothing to paint */
	rows_of(s, &top, &bottom);
	for (int i = 0; i < m->n; i++) {
		if (bottom < i * ROWS || top > (i + 1) * ROWS)
			continue;
		buf_add(&m->list[i], s, stroke_room(s));
		place_of(&m->list[i])->captions |= s->caption != 0;
	}
}

static void split(struct making *m, struct str list)
{
	const struct stroke *s;

	m->n = (m->height + ROWS - 1) / ROWS;
	for (int i = 0; i < m->n; i++) {
		struct place at = { m->width, i * ROWS, ROWS, 0 };

		if (at.top + at.rows > m->height)
			at.rows = m->height - at.top;
		buf_init(&m->list[i], LIST_MAX);
		buf_add(&m->list[i], &at, sizeof(at));
	}
	for (size_t at = 0; at < list.len; at += stroke_room(s)) {
		s = (const struct stroke *)(const void *)(list.s + at);
		stroke_add(m, s);
	}
}

/* -- painting --------------------------------------------------------------*/

static void band_paint(struct pictures *p, struct band *b)
{
	const struct place *at = place_of(&b->list);
	struct pixels pixels = { .width = at->width, .height = at->rows };

	p->sheet = sheet_of(p->sheet, at->width, ROWS);
	pixels.data = sheet_paint(p->sheet, at->top, strokes_of(&b->list),
				  &pixels.stride);
	tally_release(&b->tally);
	tally_pixels(p->press, &pixels, &b->tally, &b->runs);
}

/* the band as it was made lately, or in place of the one longest unused */
static struct band *band_find(struct pictures *p, const struct buf *list)
{
	struct band *oldest = &p->v[0];

	for (int i = 0; i < KEPT; i++) {
		struct band *b = &p->v[i];

		if (str_equal(buf_str(&b->list), buf_str(list))) {
			b->used = p->n_made;
			return b;
		}
		if (b->used < oldest->used)
			oldest = b;
	}
	band_empty(oldest);
	buf_adds(&oldest->list, buf_str(list));
	oldest->used = p->n_made;
	band_paint(p, oldest);
	return oldest;
}

/* the colours that the words around have, in any language */
static void words_tally(struct press *p, struct str list, struct tally *t)
{
	const struct stroke *s;

	for (size_t at = 0; at < list.len; at += stroke_room(s)) {
		s = (const struct stroke *)(const void *)(list.s + at);
		if (s->caption && s->kind == STROKE_TEXT)
			tally_colour(p, s->fill, t);
	}
}

/* By the bands of the board alone, so that readers whose words differ have the
 * same, and the same bands. */
static void choose(const struct making *m, struct str list,
		   struct palette *colours)
{
	const struct tally *v[BANDS_MAX + 1];
	struct tally words = { 0 };
	int n = 0;

	for (int i = 0; i < m->n; i++)
		if (!place_of(&m->list[i])->captions)
			v[n++] = &m->band[i]->tally;
	for (int i = 0; !n && i < m->n; i++)
		v[i] = &m->band[i]->tally;
	n = n ? n : m->n;
	words_tally(m->kept->press, list, &words);
	v[n++] = &words;
	palette_choose(m->kept->press, v, n, colours);
	tally_release(&words);
}

static bool same_colours(const struct palette *a, const struct palette *b)
{
	return a->n == b->n && !memcmp(a->rgb, b->rgb, sizeof(a->rgb));
}

static void band_press(struct pictures *p, struct band *b,
		       const struct palette *colours)
{
	if (b->pressed.bytes.len && same_colours(&b->colours, colours))
		return;
	if (!b->runs.n)
		band_paint(p, b);
	buf_release(&b->pressed.bytes);
	runs_press(p->press, &b->runs, colours, &b->pressed);
	b->colours = *colours;
}

/* -- pictures that are painted elsewhere -----------------------------------*/

/* what a sketch begins with; the strokes follow */
struct sketch {
	int32_t width, height;
};

static bool sketch_add(int width, int height, struct str list, struct buf *out)
{
	struct sketch head = { width, height };

	buf_add(out, &head, sizeof(head));
	buf_adds(out, list);
	return !out->full;
}

bool pictures_paint(struct pictures *kept, struct str sketch, struct buf *out)
{
	struct sketch head;

	if (sketch.len < sizeof(head))
		return false;
	memcpy(&head, sketch.s, sizeof(head));
	if (head.width < 1 || head.width > CANVAS_MAX_SIDE || head.height < 1 ||
	    head.height > CANVAS_MAX_SIDE)
		return false;
	sketch.s += sizeof(head);
	sketch.len -= sizeof(head);
	return bands_png(kept, head.width, head.height, sketch, out);
}

bool bands_png(struct pictures *kept, int width, int height, struct str list,
	       struct buf *out)
{
	struct making m = { .width = width, .height = height };
	const struct pressed *pressed[BANDS_MAX];
	struct palette colours;

	if (kept && kept->sketched)
		return sketch_add(width, height, list, out);
	m.kept = kept ? kept : pictures_make();
	m.kept->n_made++;
	split(&m, list);
	for (int i = 0; i < m.n; i++)
		m.band[i] = band_find(m.kept, &m.list[i]);
	choose(&m, list, &colours);
	for (int i = 0; i < m.n; i++) {
		band_press(m.kept, m.band[i], &colours);
		runs_release(&m.band[i]->runs);
		pressed[i] = &m.band[i]->pressed;
		buf_release(&m.list[i]);
	}
	png_write(out, width, height, &colours, pressed, m.n);
	if (!kept)
		pictures_release(m.kept);
	return !out->full;
}
