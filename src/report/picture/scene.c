/* src/report/picture/scene.c */
#include "report/picture/scene.h"

struct scene_trace *scene_trace(struct scene *s, enum scene_trace_kind kind,
				int owner, int r, const struct vec *p, int n)
{
	struct scene_trace *t;

	if (s->n_traces == SCENE_MAX_TRACES || n < 2)
		return NULL;
	t = s->trace + s->n_traces++;
	t->kind = kind;
	t->loss = 0;
	t->owner = owner;
	t->r = r;
	t->n = n < SCENE_MAX_POINTS ? n : SCENE_MAX_POINTS;
	memcpy(t->p, p, (size_t)t->n * sizeof(*p));
	if (n > t->n)
		t->p[t->n - 1] = p[n - 1];
	t->tail = p[0];
	return t;
}

void scene_loss(struct scene *s, struct vec at, int loss)
{
	for (int i = s->n_traces; i-- > 0;) {
		struct scene_trace *t = s->trace + i;

		if (t->kind == SCENE_HIT && vec_equal(t->p[t->n - 1], at)) {
			t->loss += loss;
			return;
		}
	}
}

void scene_spot(struct scene *s, struct vec p)
{
	if (s->n_spots < SCENE_MAX_SPOTS)
		s->spot[s->n_spots++] = p;
}

static int32_t scene_least(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

static int32_t scene_most(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

static void box_hold(struct box *b, struct vec p)
{
	b->x0 = scene_least(b->x0, p.x);
	b->y0 = scene_least(b->y0, p.y);
	b->x1 = scene_most(b->x1, p.x);
	b->y1 = scene_most(b->y1, p.y);
}

static bool is_fight(const struct scene_trace *t)
{
	return t->kind == SCENE_HIT || t->kind == SCENE_MISS;
}

/* What holds the traces, or those of fights alone. */
static bool box_of_traces(const struct scene *s, bool fights, struct box *out)
{
	bool any = false;

	*out = (struct box){ INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };
	for (int i = 0; i < s->n_traces; i++) {
		const struct scene_trace *t = s->trace + i;

		if (fights && !is_fight(t))
			continue;
		any = true;
		for (int k = 0; k < t->n; k++)
			box_hold(out, t->p[k]);
	}
	for (int i = 0; i < s->n_spots; i++)
		box_hold(out, s->spot[i]);
	return any || s->n_spots;
}

/* is it at the place of a fight, or at the end of a path? */
static bool takes_part(const struct scene *s, const struct scene_piece *p)
{
	for (int i = 0; i < s->n_traces; i++) {
		const struct scene_trace *t = s->trace + i;

		for (int k = is_fight(t) ? 0 : t->n - 1; k < t->n; k++)
			if (vec_equal(t->p[k], p->dot))
				return true;
	}
	for (int i = 0; i < s->n_spots; i++)
		if (vec_equal(s->spot[i], p->dot))
			return true;
	return false;
}

/* opponents of one melee */
static bool are_at_it(const struct scene_piece *a, const struct scene_piece *b)
{
	return a->owner != b->owner && geo_bases_touch(&a->base, &b->base);
}

/* The melee is more than the blow: who fought or came, whom one of them touches
 * of the others, and so on from base to base. */
static void box_of_melee(const struct scene *s, struct box *out)
{
	bool in[SCENE_MAX_PIECES];
	bool more = true;

	for (int i = 0; i < s->n_pieces; i++)
		in[i] = takes_part(s, s->piece + i);
	while (more) {
		more = false;
		for (int i = 0; i < s->n_pieces; i++)
			for (int k = 0; !in[i] && k < s->n_pieces; k++)
				if (in[k] &&
				    are_at_it(s->piece + i, s->piece + k))
					more = in[i] = true;
	}
	for (int i = 0; i < s->n_pieces; i++)
		if (in[i])
			box_hold(out, s->piece[i].dot);
}

/* From a to b, made len long about its middle, but inside 0 to end. */
static void scene_stretch(int32_t *a, int32_t *b, int32_t len, int32_t end)
{
	int32_t from =
		scene_most(scene_least((*a + *b - len) / 2, end - len), 0);

	*a = from;
	*b = from + len;
}

/* u; a narrower part shows too little to recognise the place */
enum { NARROWEST = 1000 };

static void box_round(int32_t *from, int32_t *to, int32_t most_of_it)
{
	enum { STEP = 500, ROOM = 120 };

	*from = scene_most((*from - ROOM) / STEP * STEP, 0);
	*to = scene_least((*to + ROOM + STEP - 1) / STEP * STEP, most_of_it);
}

struct box scene_used(const struct scene *s)
{
	struct box all = { 0, 0, s->w, s->h }, b;
	int32_t wide, high;

	if (s->floor || !box_of_traces(s, false, &b))
		b = (struct box){ INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };
	for (int i = 0; i < s->n_pieces; i++)
		box_hold(&b, s->piece[i].dot);
	for (int i = 0; i < s->n_items; i++)
		box_hold(&b, s->item[i].at);
	for (int i = 0; i < s->n_areas; i++)
		for (int k = 0; k < s->area[i].shape.n; k++)
			box_hold(&b, s->area[i].shape.v[k]);
	for (int i = 0; i < SCENE_MAX_OWNERS; i++)
		if (s->owner[i].zone.n)
			return all;
	if (s->floor || b.x1 < b.x0)
		return all;
	box_round(&b.x0, &b.x1, s->w);
	box_round(&b.y0, &b.y1, s->h);
	/* figures not larger than they need be, no strip */
	wide = scene_least(scene_most(b.x1 - b.x0, NARROWEST), s->w);
	scene_stretch(&b.x0, &b.x1, wide, s->w);
	high = scene_least(scene_most(b.y1 - b.y0, wide / 2), s->h);
	scene_stretch(&b.y0, &b.y1, high, s->h);
	return b;
}

/* Does the whole board show it about as well? One of squares is read from
 * farther away. */
static bool is_most(const struct scene *s, int32_t wide, int32_t high)
{
	struct box all = scene_used(s);
	int32_t w = all.x1 - all.x0, h = all.y1 - all.y0;

	return wide > w * 7 / 10 || high > h ||
	       (s->floor && wide * high > w * h / 5 * 2);
}

bool scene_near(const struct scene *s, struct box *out)
{
	enum { ROOM = 150 }; /* u; a base and its surroundings */

	if (s->zones)
		return false;
	/* all that happened; the fights with their pieces; the attacks */
	for (int part = 0; part < 3; part++) {
		int32_t wide, high;

		if (!box_of_traces(s, part > 0, out))
			return false;
		if (!s->floor && part < 2)
			box_of_melee(s, out);
		wide = scene_most(out->x1 - out->x0 + 2 * ROOM, NARROWEST);
		high = out->y1 - out->y0 + 2 * ROOM;
		/* between 2:1 and 8:7 */
		high = scene_most(high, wide / 2);
		wide = scene_most(wide, high * 8 / 7);
		if (is_most(s, wide, high))
			continue;
		scene_stretch(&out->x0, &out->x1, wide, s->w);
		scene_stretch(&out->y0, &out->y1, high, s->h);
		return true;
	}
	return false;
}

bool scene_has_ground(const struct floor *f, enum floor_ground g)
{
	for (int r = 1; r <= f->rows; r++)
		for (int c = 1; c <= f->columns; c++)
			if (f->cell[r][c].ground == g)
				return true;
	return false;
}

void scene_column_name(int column, char out[3])
{
	int n = 0;

	if (column >= 26)
		out[n++] = (char)('A' + column / 26 - 1);
	out[n++] = (char)('A' + column % 26);
	out[n] = 0;
}
