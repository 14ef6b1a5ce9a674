/* src/games/rebellion/rules/terrain_contact.c */
#include "games/rebellion/rules/terrain_contact.h"
#include "engine/rule.h"

int32_t ground_hill(const struct ground *g, struct vec p)
{
	for (int32_t i = 0; i < g->n_features; i++) {
		if (g->features[i].kind == FEATURE_ELEVATED &&
		    geo_polygon_has(&g->features[i].area, p))
			return i;
	}
	return GROUND_NONE;
}

int32_t ground_cliff(const struct ground *g, struct vec p, struct vec q)
{
	for (int32_t i = 0; i < g->n_features; i++) {
		const struct feature *f = &g->features[i];

		if (f->kind == FEATURE_ELEVATED && f->abrupt &&
		    geo_polygon_has(&f->area, p) !=
			    geo_polygon_has(&f->area, q))
			return i;
	}
	return GROUND_NONE;
}

/* is v in from..to? */
static bool in_range(int32_t v, int32_t from, int32_t to)
{
	return (uint32_t)v - (uint32_t)from <= (uint32_t)to - (uint32_t)from;
}

uint64_t ground_near(const struct ground *g, struct box box, int32_t margin)
{
	uint64_t near = 0;

	for (int32_t i = 0; i < g->n_bodies; i++) {
		const struct spine *s = &g->bodies[i].spine;
		int32_t d = s->r + margin;
		bool in;

		if (s->n == 1) {
			in = in_range(s->p[0].x, box.x0 - d, box.x1 + d) &&
			     in_range(s->p[0].y, box.y0 - d, box.y1 + d);
		} else {
			struct box its = ground_box(s);

			in = its.x1 >= box.x0 - d && its.x0 <= box.x1 + d &&
			     its.y1 >= box.y0 - d && its.y0 <= box.y1 + d;
		}
		near |= (uint64_t)in << i;
	}
	return near;
}

bool ground_parted(const struct ground *g, struct vec p, struct vec q)
{
	return RULE(RB_GEO_10,
		    g->cliffs_part && ground_cliff(g, p, q) != GROUND_NONE);
}

bool ground_touch(const struct ground *g, int32_t a, int32_t b)
{
	const struct body *x = &g->bodies[a], *y = &g->bodies[b];

	return geo_bases_touch(&x->spine, &y->spine) &&
	       !ground_parted(g, x->dot, y->dot);
}

uint64_t ground_touching(const struct ground *g, int32_t a)
{
	const struct spine *s = &g->bodies[a].spine;
	uint64_t near = ground_near(g, ground_box(s), s->r + GEO_TOUCH);
	uint64_t touching = 0;

	for (near &= ~((uint64_t)1 << a); near; near &= near - 1) {
		int32_t i = __builtin_ctzll(near);

		if (ground_touch(g, a, i))
			touching |= (uint64_t)1 << i;
	}
	return touching;
}

int32_t ground_wall(const struct ground *g, int32_t a, int32_t b)
{
	const struct body *x = &g->bodies[a], *y = &g->bodies[b];

	for (int32_t i = 0; i < g->n_features; i++) {
		const struct feature *f = &g->features[i];
		int32_t reach =
			x->spine.r + y->spine.r + f->thickness + GEO_TOUCH;

		if (f->kind == FEATURE_WALL &&
		    geo_spines_reach(&x->spine, &y->spine, reach) !=
			    GEO_FARTHER &&
		    geo_base_contacts(&f->area, &x->spine) &&
		    geo_base_contacts(&f->area, &y->spine) &&
		    geo_polygon_pass(&f->area, x->dot, y->dot) == GEO_PASSES)
			return i;
	}
	return GROUND_NONE;
}

bool ground_front(const struct ground *g, int32_t a, int32_t facing,
		  int32_t arc, int32_t b)
{
	const struct body *x = &g->bodies[a], *y = &g->bodies[b];

	if (ground_touch(g, a, b))
		return geo_faces(&x->spine, x->dot, facing, arc, &y->spine);
	return geo_in_arc(x->dot, facing, arc, y->dot) &&
	       ground_wall(g, a, b) != GROUND_NONE;
}
