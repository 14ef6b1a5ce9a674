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
