/* src/report/patches.c */
#include "report/patches.h"
#include "base/need.h"
#include "report/paint.h"
#include <stdlib.h>

enum {
	KEPT = 512, /* a board has about 130; of a larger one all are kept */
	HEADS = 1024,
	LIST_MAX = 32 << 20
};

struct patches {
	uint64_t n_pictures, n_painted;
	struct sheet *sheet; /* the one painted on */
	struct unders *unders;
	int n, room;
	struct patch **v;
	struct patch *head[HEADS]; /* by hash */
};

struct patches *patches_make(void)
{
	struct patches *ps = need(calloc(1, sizeof(*ps)));

	ps->sheet = sheet_make(PATCH_WIDE, PATCH_HIGH);
	ps->unders = unders_make();
	return ps;
}

static void patch_empty(struct patch *p)
{
	buf_release(&p->list);
	runs_release(&p->runs);
}

void patches_release(struct patches *ps)
{
	if (!ps)
		return;
	for (int i = 0; i < ps->n; i++) {
		patch_empty(ps->v[i]);
		free(ps->v[i]);
	}
	unders_release(ps->unders);
	sheet_release(ps->sheet);
	free(ps->v);
	free(ps);
}

void patches_begin(struct patches *ps)
{
	ps->n_pictures++;
}

/* A list is whole words of eight bytes. */
static uint64_t hash_of(struct str list)
{
	uint64_t h = list.len, word;

	for (size_t i = 0; i + sizeof(word) <= list.len; i += sizeof(word)) {
		memcpy(&word, list.s + i, sizeof(word));
		h = (h ^ word) * 0x9e3779b97f4a7c15u;
		h ^= h >> 29;
	}
	return h;
}

static struct patch **head_of(struct patches *ps, uint64_t hash)
{
	return &ps->head[hash % HEADS];
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
		ps->v = need(realloc(ps->v, (size_t)ps->room * sizeof(*ps->v)));
	}
	return ps->v[ps->n++] = need(calloc(1, sizeof(**ps->v)));
}

/* where the layer begins; how many strokes are before it that are no bars */
static size_t layer_at(struct str strokes, int *n)
{
	const struct stroke *s;
	size_t at = 0;

	*n = 0;
	for (; at < strokes.len; at += stroke_room(s)) {
		s = (const struct stroke *)(const void *)(strokes.s + at);
		if (s->kind == STROKE_LAYER)
			break;
		*n += s->kind != STROKE_BAR && s->kind != STROKE_CLIP;
	}
	return at;
}

static void patch_paint(struct patches *ps, struct patch *p)
{
	enum { DEAR = 3 }; /* as many strokes are worth remembering */
	const struct place *place = patch_place(p);
	const struct view *at = &place->at;
	struct pixels pixels = { .width = at->width, .height = at->rows };
	struct str under = buf_str(&p->list), layer;
	int n;

	under.s += sizeof(*place);
	under.len -= sizeof(*place);
	layer = under;
	under.len = layer_at(under, &n);
	layer.s += under.len;
	layer.len -= under.len;
	if (n < DEAR || !layer.len)
		sheet_paint(ps->sheet, at->left, at->top, under);
	else
		under_paint(ps->unders, ps->sheet, at, under);
	sheet_paint(ps->sheet, at->left, at->top, layer);
	pixels.data = sheet_pixels(ps->sheet, &pixels.stride);
	runs_find(&pixels, &p->runs);
	p->number = ++ps->n_painted;
}

struct patch *patches_find(struct patches *ps, struct str list)
{
	uint64_t hash = hash_of(list);
	struct patch **head = head_of(ps, hash), *p = *head;

	while (p && (p->hash != hash || !str_equal(buf_str(&p->list), list)))
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
