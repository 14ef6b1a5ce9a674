/* src/report/scene.c */
#include "report/scene.h"

struct scene_trace *scene_trace(struct scene *s, enum scene_trace_kind kind,
				int owner, int r, const struct point *p, int n)
{
	struct scene_trace *t;

	if (s->n_traces == SCENE_MAX_TRACES || n < 2)
		return NULL;
	t = s->trace + s->n_traces++;
	t->kind = kind;
	t->owner = owner;
	t->r = r;
	t->n = n < SCENE_MAX_POINTS ? n : SCENE_MAX_POINTS;
	memcpy(t->p, p, (size_t)t->n * sizeof(*p));
	if (n > t->n)
		t->p[t->n - 1] = p[n - 1];
	t->tail = p[0];
	return t;
}

static int32_t least(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

/* What holds the traces, or those of fights alone, and the bases at them. */
static bool box_of_traces(const struct scene *s, bool fights, struct box *out)
{
	bool any = false;

	*out = (struct box){ INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };
	for (int i = 0; i < s->n_traces; i++) {
		const struct scene_trace *t = s->trace + i;

		if (fights && t->kind != SCENE_HIT && t->kind != SCENE_MISS)
			continue;
		any = true;
		for (int k = 0; k < t->n; k++) {
			out->x0 = least(out->x0, t->p[k].x);
			out->y0 = least(out->y0, t->p[k].y);
			out->x1 = most(out->x1, t->p[k].x);
			out->y1 = most(out->y1, t->p[k].y);
		}
	}
	return any;
}

/* From a to b, made len long about its middle, but inside 0 to end. */
static void stretch(int32_t *a, int32_t *b, int32_t len, int32_t end)
{
	int32_t from = most(least((*a + *b - len) / 2, end - len), 0);

	*a = from;
	*b = from + len;
}

bool scene_near(const struct scene *s, struct box *out)
{
	/* u; a base and what stands about it; narrower is too near to know
	 * where one is */
	enum { ROOM = 150, NARROWEST = 1000 };

	if (s->zones)
		return false;
	for (int fights = 0; fights < 2; fights++) {
		int32_t wide, high;

		if (!box_of_traces(s, fights, out))
			return false;
		wide = most(out->x1 - out->x0 + 2 * ROOM, NARROWEST);
		high = out->y1 - out->y0 + 2 * ROOM;
		/* between 2:1 and 8:7 */
		high = most(high, wide / 2);
		wide = most(wide, high * 8 / 7);
		if (wide > s->w * 7 / 10 || high > s->h)
			continue;
		stretch(&out->x0, &out->x1, wide, s->w);
		stretch(&out->y0, &out->y1, high, s->h);
		return true;
	}
	return false;
}
