/*
 * tests/prop/prop_geometry.c - random configurations, each judged by the
 * geometry of the rules and by a slow reference that shares nothing with it:
 * here intersections are computed as fractions, and polygons are asked point by
 * point along a line.
 *
 *	prop_geometry [--n COUNT] [--seed SEED] [--from NUMBER]
 *
 * Configuration k of a seed is always the same: a failure names its number, and
 * --from NUMBER --n 1 repeats it alone.
 */
#include "games/rebellion/rules/line_of_fire.h"
#include "games/rebellion/rules/path.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define P(x, y) ((struct vec){ (x), (y) })

typedef __int128 wide;

static uint64_t random_state, seed = 1, number;

static uint64_t bits(void)
{
	uint64_t z = (random_state += 0x9e3779b97f4a7c15u);

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* low..high, about evenly */
static int32_t pick(int32_t low, int32_t high)
{
	return low + (int32_t)(bits() % (uint64_t)(high - low + 1));
}

static void expect(bool ok, const char *what)
{
	if (ok)
		return;
	printf("prop_geometry: %s differs: --seed %" PRIu64 " --from %" PRIu64
	       " --n 1\n",
	       what, seed, number);
	exit(1);
}

/* --- the reference ----------------------------------------------------- */

/* the point (x / w, y / w), w > 0 */
struct place {
	wide x, y, w;
};

/* the fraction n / d, d > 0 */
struct fraction {
	wide n, d;
};

static int compare(struct fraction a, struct fraction b)
{
	wide left = a.n * b.d, right = b.n * a.d;

	return (left > right) - (left < right);
}

/* in lowest terms: so it stays within 128 bits */
static struct fraction lowest(wide n, wide d)
{
	wide a = n < 0 ? -n : n, b = d;

	while (b) {
		wide rest = a % b;

		a = b;
		b = rest;
	}
	return (struct fraction){ n / a, d / a };
}

static struct place place_of(struct vec p)
{
	return (struct place){ p.x, p.y, 1 };
}

/* the place at t of the way from p to q */
static struct place place_at(struct vec p, struct vec q, struct fraction t)
{
	return (struct place){ p.x * t.d + (q.x - p.x) * t.n,
			       p.y * t.d + (q.y - p.y) * t.n, t.d };
}

static bool is_on(struct place c, struct vec a, struct vec b)
{
	wide ax = a.x * c.w - c.x, ay = a.y * c.w - c.y;
	wide bx = b.x * c.w - c.x, by = b.y * c.w - c.y;

	return ax * by == ay * bx && ax * bx <= 0 && ay * by <= 0;
}

/* count the edges met by a ray to the north */
static enum geo_side ref_side(const struct polygon *g, struct place c)
{
	int n = 0;

	for (int32_t i = 0; i < g->n; i++) {
		struct vec a = g->v[i], b = g->v[(i + 1) % g->n];
		wide dx = b.x - a.x, dy = b.y - a.y, left;

		if (is_on(c, a, b))
			return GEO_BOUNDARY;
		if ((a.x * c.w <= c.x) == (b.x * c.w <= c.x))
			continue;
		/* y of the edge above c, less that of c, times dx w */
		left = (a.y * c.w - c.y) * dx + dy * (c.x - a.x * c.w);
		n += dx > 0 ? left > 0 : left < 0;
	}
	return n % 2 ? GEO_INSIDE : GEO_OUTSIDE;
}

/* the square of the distance from c to the segment pq */
static struct fraction ref_point_segment(struct vec c, struct vec p,
					 struct vec q)
{
	wide dx = q.x - p.x, dy = q.y - p.y, len2 = dx * dx + dy * dy;
	wide along = (c.x - p.x) * dx + (c.y - p.y) * dy;
	struct fraction t = { 0, 1 };
	struct place f;

	if (len2 > 0 && along > 0)
		t = along < len2 ? lowest(along, len2)
				 : (struct fraction){ 1, 1 };
	f = place_at(p, q, t);
	dx = f.x - c.x * f.w;
	dy = f.y - c.y * f.w;
	return lowest(dx * dx + dy * dy, f.w * f.w);
}

static bool in_unit(wide n, wide d)
{
	return d > 0 ? n >= 0 && n <= d : n <= 0 && n >= d;
}

static bool ref_meet(struct vec a, struct vec b, struct vec c, struct vec d)
{
	wide ex = b.x - a.x, ey = b.y - a.y, fx = d.x - c.x, fy = d.y - c.y;
	wide gx = c.x - a.x, gy = c.y - a.y;
	wide det = ex * fy - ey * fx;

	if (det)
		return in_unit(gx * fy - gy * fx, det) &&
		       in_unit(gx * ey - gy * ex, det);
	return is_on(place_of(a), c, d) || is_on(place_of(b), c, d) ||
	       is_on(place_of(c), a, b) || is_on(place_of(d), a, b);
}

static struct fraction ref_segments(struct vec a, struct vec b, struct vec c,
				    struct vec d)
{
	struct fraction best = { 0, 1 };
	struct fraction other[4] = { ref_point_segment(a, c, d),
				     ref_point_segment(b, c, d),
				     ref_point_segment(c, a, b),
				     ref_point_segment(d, a, b) };

	if (ref_meet(a, b, c, d))
		return best;
	best = other[0];
	for (int i = 1; i < 4; i++) {
		if (compare(other[i], best) < 0)
			best = other[i];
	}
	return best;
}

static struct fraction ref_spine(const struct spine *s, struct vec p,
				 struct vec q)
{
	return ref_segments(s->p[0], s->p[s->n - 1], p, q);
}

/* the sign of distance - r */
static int against(struct fraction distance2, int32_t r)
{
	return compare(distance2, (struct fraction){ (wide)r * r, 1 });
}

static int ref_bases(const struct spine *a, const struct spine *b, int32_t more)
{
	return against(ref_spine(a, b->p[0], b->p[b->n - 1]),
		       a->r + b->r + more);
}

/* where a segment may change its side of a polygon: 0, 1 and every place at
 * which it meets an edge or a corner; sorted */
struct cuts {
	int n;
	struct fraction t[2 + 3 * GEO_MAX_VERTICES];
};

static void add_cut(struct cuts *c, wide n, wide d)
{
	struct fraction t =
		d < 0 ? (struct fraction){ -n, -d } : (struct fraction){ n, d };
	int i = c->n;

	if (t.n < 0 || t.n > t.d)
		return;
	for (; i > 0 && compare(t, c->t[i - 1]) < 0; i--)
		c->t[i] = c->t[i - 1];
	c->t[i] = t;
	c->n++;
}

static void find_cuts(struct cuts *c, const struct polygon *g, struct vec p,
		      struct vec q)
{
	wide dx = q.x - p.x, dy = q.y - p.y;

	c->n = 0;
	add_cut(c, 0, 1);
	add_cut(c, 1, 1);
	for (int32_t i = 0; i < g->n; i++) {
		struct vec a = g->v[i], b = g->v[(i + 1) % g->n];
		wide ex = b.x - a.x, ey = b.y - a.y;
		wide det = dx * ey - dy * ex;

		if (det && ref_meet(p, q, a, b))
			add_cut(c, (a.x - p.x) * ey - (a.y - p.y) * ex, det);
		if (is_on(place_of(a), p, q) && (dx || dy))
			add_cut(c, (a.x - p.x) * dx + (a.y - p.y) * dy,
				dx * dx + dy * dy);
	}
}

/* the side of the polygon between two cuts */
static enum geo_side side_between(const struct polygon *g, struct vec p,
				  struct vec q, struct fraction s,
				  struct fraction t)
{
	return ref_side(g, place_at(p, q,
				    (struct fraction){ s.n * t.d + t.n * s.d,
						       2 * s.d * t.d }));
}

static enum geo_pass ref_pass(const struct polygon *g, struct vec p,
			      struct vec q)
{
	enum geo_pass pass = GEO_MISSES;
	struct cuts c;

	find_cuts(&c, g, p, q);
	for (int i = 0; i < c.n; i++) {
		enum geo_side at = ref_side(g, place_at(p, q, c.t[i]));
		enum geo_side next =
			i + 1 < c.n ? side_between(g, p, q, c.t[i], c.t[i + 1])
				    : at;

		if (at == GEO_INSIDE || next == GEO_INSIDE)
			return GEO_PASSES;
		if (at == GEO_BOUNDARY || next == GEO_BOUNDARY)
			pass = GEO_GRAZES;
	}
	return pass;
}

/* the segment leaves the closed polygon somewhere */
static bool ref_leaves(const struct polygon *g, struct vec p, struct vec q)
{
	struct cuts c;

	find_cuts(&c, g, p, q);
	for (int i = 0; i < c.n; i++) {
		if (ref_side(g, place_at(p, q, c.t[i])) == GEO_OUTSIDE ||
		    (i + 1 < c.n &&
		     side_between(g, p, q, c.t[i], c.t[i + 1]) == GEO_OUTSIDE))
			return true;
	}
	return false;
}

/* the piece of pq between two cuts is on the boundary, and so is its far end */
static bool runs_along(const struct polygon *g, struct vec p, struct vec q,
		       struct fraction from, struct fraction to, struct vec far)
{
	return side_between(g, p, q, from, to) == GEO_BOUNDARY &&
	       ref_side(g, place_of(far)) == GEO_BOUNDARY;
}

/* Every place where the segment enters or leaves the inside is on stairs, and
 * so are its ends on the boundary: RB-ABR-04. */
static bool ref_by_stairs(const struct feature *f, struct vec p, struct vec q)
{
	const struct polygon *g = &f->area;
	struct cuts c;

	if (vec_equal(p, q))
		return true;
	find_cuts(&c, g, p, q);
	for (int i = 0; i < c.n; i++) {
		struct place at = place_at(p, q, c.t[i]);
		int lo = i, hi = i;
		bool before, after, on_stairs = false;

		/* equal cuts are one place */
		while (lo > 0 && !compare(c.t[lo - 1], c.t[i]))
			lo--;
		while (hi + 1 < c.n && !compare(c.t[hi + 1], c.t[i]))
			hi++;
		if (ref_side(g, at) != GEO_BOUNDARY)
			continue;
		before = lo > 0 && side_between(g, p, q, c.t[lo - 1], c.t[i]) ==
					   GEO_INSIDE;
		after = hi + 1 < c.n && side_between(g, p, q, c.t[i],
						     c.t[hi + 1]) == GEO_INSIDE;
		for (int32_t k = 0; k < f->n_stairs; k++)
			on_stairs |= is_on(at, f->stairs[k].a, f->stairs[k].b);
		if (on_stairs)
			continue;
		if (before != after)
			return false;
		/* RB-R-64: an end beside the stairs, unless it runs along */
		if (!lo && !runs_along(g, p, q, c.t[i], c.t[hi + 1], q))
			return false;
		if (hi + 1 == c.n &&
		    !runs_along(g, p, q, c.t[lo - 1], c.t[i], p))
			return false;
	}
	return true;
}

/* the distance of the nearest edge against r: its sign */
static int ref_edges(const struct polygon *g, const struct spine *s, int32_t r)
{
	int least = 1;

	for (int32_t i = 0; i < g->n; i++) {
		int sign =
			against(ref_spine(s, g->v[i], g->v[(i + 1) % g->n]), r);

		least = sign < least ? sign : least;
	}
	return least;
}

static bool ref_enters(const struct polygon *g, const struct spine *s)
{
	return ref_side(g, place_of(s->p[0])) == GEO_INSIDE ||
	       ref_side(g, place_of(s->p[s->n - 1])) == GEO_INSIDE;
}

static bool ref_inside(const struct polygon *g, const struct spine *s)
{
	return ref_side(g, place_of(s->p[0])) != GEO_OUTSIDE &&
	       ref_side(g, place_of(s->p[s->n - 1])) != GEO_OUTSIDE &&
	       ref_edges(g, s, s->r) >= 0;
}

static bool ref_overlaps(const struct polygon *g, const struct spine *s)
{
	return ref_enters(g, s) || ref_edges(g, s, s->r) < 0;
}

static bool ref_simple(const struct polygon *g)
{
	for (int32_t i = 0; i < g->n; i++) {
		struct vec a = g->v[i], b = g->v[(i + 1) % g->n];

		if (a.x == b.x && a.y == b.y)
			return false;
		for (int32_t j = i + 1; j < g->n; j++) {
			struct vec c = g->v[j], d = g->v[(j + 1) % g->n];
			bool next = j == i + 1, last = (j + 1) % g->n == i;

			if (!next && !last && ref_meet(a, b, c, d))
				return false;
			if (next &&
			    (is_on(place_of(a), c, d) ||
			     is_on(place_of(d), a, b)) &&
			    !last)
				return false;
			if (last &&
			    (is_on(place_of(b), c, d) ||
			     is_on(place_of(c), a, b)) &&
			    !next)
				return false;
		}
	}
	/* of three corners none is between the others */
	return g->n > 3 || !(is_on(place_of(g->v[0]), g->v[1], g->v[2]) ||
			     is_on(place_of(g->v[1]), g->v[2], g->v[0]) ||
			     is_on(place_of(g->v[2]), g->v[0], g->v[1]));
}

/* v = a l + b r with a, b > 0 (or >= 0): within the cone from l to r, which is
 * narrower than 180 degrees */
static bool in_cone(struct vec l, struct vec r, struct vec v, bool closed)
{
	wide det = (wide)l.x * r.y - (wide)l.y * r.x;
	wide a = (wide)v.x * r.y - (wide)v.y * r.x;
	wide b = (wide)l.x * v.y - (wide)l.y * v.x;

	if (det < 0) {
		a = -a;
		b = -b;
	}
	return closed ? a >= 0 && b >= 0 : a > 0 && b > 0;
}

static bool ref_in_arc(struct vec p, int32_t f, int32_t arc, struct vec c)
{
	struct vec l = geo_unit(f + 360 - arc / 2), r = geo_unit(f + arc / 2);
	struct vec u = geo_unit(f), v = P(c.x - p.x, c.y - p.y);

	if (arc == 360)
		return true;
	if (arc == 180)
		return (wide)u.x * v.x + (wide)u.y * v.y >= 0;
	return arc < 180 ? in_cone(l, r, v, true) : !in_cone(l, r, v, false);
}

static int32_t ref_round(struct fraction f)
{
	wide two = f.n < 0 ? -2 * f.n : 2 * f.n;
	int32_t q = (int32_t)((two + f.d) / (2 * f.d));

	return f.n < 0 ? -q : q;
}

/* the distance, squared, from a place to a spine */
static struct fraction ref_place_spine(struct place c, const struct spine *s)
{
	struct vec p = P((int32_t)(s->p[0].x * c.w - c.x),
			 (int32_t)(s->p[0].y * c.w - c.y));
	struct vec q = P((int32_t)(s->p[s->n - 1].x * c.w - c.x),
			 (int32_t)(s->p[s->n - 1].y * c.w - c.y));
	struct fraction f = ref_point_segment(P(0, 0), p, q);

	/* all lengths were w times too long */
	return (struct fraction){ f.n, f.d * c.w * c.w };
}

/* the ends of y and the feet of the ends of x: the nearest, of equals the one
 * nearest to the first end */
static struct vec ref_nearest(const struct spine *y, const struct spine *x)
{
	struct vec p = y->p[0], q = y->p[y->n - 1];
	wide dx = q.x - p.x, dy = q.y - p.y, len2 = dx * dx + dy * dy;
	struct fraction best_t = { 0, 1 };
	struct fraction best = ref_place_spine(place_of(p), x);

	for (int i = 0; i < 3 && len2; i++) {
		struct fraction t = { 1, 1 };
		struct fraction d;
		int sign;

		if (i < 2) {
			struct vec c = x->p[i ? x->n - 1 : 0];
			wide along = (c.x - p.x) * dx + (c.y - p.y) * dy;

			if (along < 0 || along > len2)
				continue;
			t = (struct fraction){ along, len2 };
		}
		d = ref_place_spine(place_at(p, q, t), x);
		sign = compare(d, best);
		if (sign < 0 || (!sign && compare(t, best_t) < 0)) {
			best = d;
			best_t = t;
		}
	}

	struct place c = place_at(p, q, best_t);

	return P(ref_round((struct fraction){ c.x, c.w }),
		 ref_round((struct fraction){ c.y, c.w }));
}

/* --- random configurations --------------------------------------------- */

static int32_t grain; /* coordinates are multiples: it makes things meet */

static struct vec any_point(int32_t low, int32_t high)
{
	return P(pick(low / grain, high / grain) * grain,
		 pick(low / grain, high / grain) * grain);
}

static struct spine any_base(int32_t low, int32_t high)
{
	struct vec p = any_point(low, high);

	if (pick(0, 3))
		return geo_base(p, 0, 55, 0, 0);
	if (pick(0, 1))
		return geo_base(p, pick(0, 7) * 45, 55, 0, 110);
	return geo_base(p, pick(0, 359), 55, 0, 110);
}

/* a base that touches s, or nearly so */
static struct spine any_neighbour(const struct spine *s)
{
	int32_t d = pick(108, 114), a = pick(0, 359);
	struct vec p = s->p[pick(0, s->n - 1)];

	p = vec_add(p, geo_offset(d, a, pick(0, 1) ? GEO_AZ : GEO_HA));
	return geo_base(p, pick(0, 359), 55, 0, pick(0, 3) ? 0 : 110);
}

static struct polygon any_polygon(int32_t low, int32_t high)
{
	struct polygon g;

	for (;;) {
		if (pick(0, 2)) {
			g.n = pick(3, 9);
			for (int32_t i = 0; i < g.n; i++)
				g.v[i] = any_point(low, high);
		} else {
			struct vec a = any_point(low, high);
			struct vec b = any_point(low, high);

			g.n = 4;
			g.v[0] = a;
			g.v[1] = P(b.x, a.y);
			g.v[2] = b;
			g.v[3] = P(a.x, b.y);
		}

		bool simple = geo_polygon_is_simple(&g);

		expect(simple == ref_simple(&g), "simple polygon");
		if (simple)
			return g;
	}
}

/* a point that has something to do with g: a corner, a place on an edge */
static struct vec any_point_about(const struct polygon *g, int32_t low,
				  int32_t high)
{
	int32_t i = pick(0, g->n - 1), k = pick(0, 4);
	struct vec a = g->v[i], b = g->v[(i + 1) % g->n];

	switch (pick(0, 5)) {
	case 0: return a;
	case 1: return P(a.x + (b.x - a.x) * k / 4, a.y + (b.y - a.y) * k / 4);
	case 2: return P(a.x + 2 * (b.x - a.x), a.y + 2 * (b.y - a.y));
	default: return any_point(low, high);
	}
}

static struct feature any_feature(int32_t low, int32_t high)
{
	struct feature f = { .kind = pick(0, FEATURE_CONCEALING),
			     .area = any_polygon(low, high),
			     .on = GROUND_NONE };

	if (f.kind == FEATURE_ELEVATED && pick(0, 1)) {
		f.abrupt = 1;
		f.n_stairs = pick(0, 2);
		for (int32_t i = 0; i < f.n_stairs; i++) {
			int32_t k = pick(0, f.area.n - 1);
			struct vec a = f.area.v[k];
			struct vec b = f.area.v[(k + 1) % f.area.n];
			struct vec d = P(b.x - a.x, b.y - a.y);

			/* whole edges, and parts of them that end on points */
			f.stairs[i] = (struct segment){ a, b };
			if (!(d.x % 3) && !(d.y % 3))
				f.stairs[i].a = P(a.x + d.x / 3, a.y + d.y / 3);
		}
	}
	return f;
}

/* --- what is compared -------------------------------------------------- */

static void check_contact(void)
{
	struct spine a = any_base(0, 400);
	struct spine b = pick(0, 1) ? any_base(0, 400) : any_neighbour(&a);
	struct vec dot = a.p[0], nearest;
	int32_t facing = pick(0, 359), arc = 2 * pick(1, 180);
	int gap = ref_bases(&a, &b, 0);

	expect(geo_bases_overlap(&a, &b) == (gap < 0), "overlap");
	expect(geo_bases_overlap(&b, &a) == (gap < 0), "overlap");
	expect(geo_bases_touch(&a, &b) == (ref_bases(&a, &b, 2) <= 0),
	       "contact");
	expect(geo_bases_touch(&b, &a) == (ref_bases(&a, &b, 2) <= 0),
	       "contact");
	/* bases whose spines cross never stand on a board */
	if (gap < 0)
		return;
	nearest = geo_nearest(&b, &a);
	expect(vec_equal(nearest, ref_nearest(&b, &a)), "nearest point");
	expect(geo_faces(&a, dot, facing, arc, &b) ==
		       ref_in_arc(dot, facing, arc, ref_nearest(&b, &a)),
	       "contact through an arc");
}

static void check_arc(void)
{
	struct vec p = any_point(0, 400), v = any_point(0, 400);
	int32_t facing = pick(0, 1) ? pick(0, 359) : 45 * pick(0, 7);
	int32_t arc = pick(0, 1) ? 2 * pick(1, 180) : 90 * pick(1, 4);

	if (pick(0, 1)) {
		/* on or beside a boundary ray */
		v = vec_add(
			p, geo_offset(pick(1, 2000), facing + arc / 2, GEO_HA));
		v.x += pick(-1, 1);
	}
	expect(geo_in_arc(p, facing, arc, v) == ref_in_arc(p, facing, arc, v),
	       "front arc");
}

static void check_crossing(void)
{
	struct polygon g = any_polygon(0, 300);
	struct vec p = any_point_about(&g, -50, 350);
	struct vec q = any_point_about(&g, -50, 350);
	struct spine s = any_base(-50, 350);
	struct polygon other = any_polygon(0, 300);
	int32_t d = pick(1, 60);
	bool near = false, within = true;

	s.r = grain * pick(0, 5);
	expect(geo_polygon_side(&g, p) == ref_side(&g, place_of(p)),
	       "side of a polygon");
	expect(geo_polygon_pass(&g, p, q) == ref_pass(&g, p, q), "crossing");
	expect(geo_base_inside(&g, &s) == ref_inside(&g, &s), "base inside");
	expect(geo_base_overlaps(&g, &s) == ref_overlaps(&g, &s),
	       "base overlapping");
	expect(geo_base_touches(&g, &s) ==
		       (ref_enters(&g, &s) || ref_edges(&g, &s, s.r) <= 0),
	       "base touching");
	expect(geo_base_contacts(&g, &s) ==
		       (ref_enters(&g, &s) || ref_edges(&g, &s, s.r + 2) <= 0),
	       "base in contact with terrain");
	for (int32_t i = 0; i < other.n; i++) {
		struct spine edge = {
			{ other.v[i], other.v[(i + 1) % other.n] }, 2, 0
		};

		near |= ref_overlaps(&g, &edge) || ref_edges(&g, &edge, d) < 0;
		near |= ref_side(&g, place_of(other.v[i])) != GEO_OUTSIDE;
		within &= !ref_leaves(&g, edge.p[0], edge.p[1]);
	}
	near |= ref_side(&other, place_of(g.v[0])) != GEO_OUTSIDE;
	expect(geo_polygons_nearer(&g, &other, d) == near,
	       "distance of polygons");
	expect(geo_polygon_within(&other, &g) == within,
	       "polygon in a polygon");
	if (ref_side(&g, place_of(p)) != GEO_OUTSIDE) {
		/* half as large about a point of it: rarely leaves */
		for (int32_t i = 0; i < g.n; i++)
			other.v[i] =
				P((g.v[i].x + p.x) / 2, (g.v[i].y + p.y) / 2);
		other.n = g.n;
		if (!ref_simple(&other))
			return;
		within = true;
		for (int32_t i = 0; i < g.n; i++)
			within &= !ref_leaves(&g, other.v[i],
					      other.v[(i + 1) % g.n]);
		expect(geo_polygon_within(&other, &g) == within,
		       "polygon in a polygon");
	}
}

/* a small board with some bases and features, the mover being base 0 */
struct scene {
	struct ground g;
	struct body bodies[8];
	struct feature features[4];
	struct mover m;
};

static bool stands_clear(const struct scene *s, const struct spine *base)
{
	for (int32_t i = 0; i < s->g.n_bodies; i++) {
		if (ref_bases(&s->bodies[i].spine, base, 0) < 0)
			return false;
	}
	return true;
}

static void add_body(struct scene *s, const struct spine *spine)
{
	if (stands_clear(s, spine))
		s->bodies[s->g.n_bodies++] =
			(struct body){ *spine, spine->p[0] };
}

static void any_scene(struct scene *s, int32_t n_bodies, int32_t n_features)
{
	struct spine spine = geo_disc(any_point(55, 945), 55);

	memset(s, 0, sizeof(*s));
	s->g.w = s->g.h = 1000;
	s->g.bodies = s->bodies;
	s->g.features = s->features;
	s->g.lof_doubt = pick(0, 5);
	s->g.cliffs_part = !pick(0, 3);
	s->g.low_bases = !pick(0, 3);
	add_body(s, &spine);
	for (int32_t i = 1; i < n_bodies; i++) {
		spine = pick(0, 1)
				? any_base(55, 945)
				: any_neighbour(
					  &s->bodies[pick(0, s->g.n_bodies - 1)]
						   .spine);
		add_body(s, &spine);
	}
	for (int32_t i = 0; i < n_features; i++) {
		int32_t low = pick(0, 600);

		s->features[i] = any_feature(low, low + 400);
		if (i && s->features[0].kind == FEATURE_ELEVATED && pick(0, 1))
			s->features[i].on = 0;
		s->g.n_features++;
	}
	s->m = (struct mover){ .self = 0,
			       .captive = GROUND_NONE,
			       .at = s->bodies[0].dot,
			       .r = 55,
			       .aquatic = !pick(0, 2) };
}

static bool ref_up(const struct scene *s, struct vec p)
{
	for (int32_t i = 0; i < s->g.n_features; i++) {
		if (s->features[i].kind == FEATURE_ELEVATED &&
		    ref_side(&s->features[i].area, place_of(p)) != GEO_OUTSIDE)
			return true;
	}
	return false;
}

static bool ref_parted(const struct scene *s, struct vec p, struct vec q)
{
	for (int32_t i = 0; i < s->g.n_features; i++) {
		const struct feature *f = &s->features[i];

		if (f->kind == FEATURE_ELEVATED && f->abrupt &&
		    (ref_side(&f->area, place_of(p)) == GEO_OUTSIDE) !=
			    (ref_side(&f->area, place_of(q)) == GEO_OUTSIDE))
			return true;
	}
	return false;
}

/* the fault of one segment, RB-MOVE-03 to 05 in the order of RB-ACT-08 */
static struct path_block ref_segment(const struct scene *s, struct vec p,
				     struct vec q)
{
	struct path_block ok = { PATH_OK, GROUND_NONE, GROUND_NONE };

	if (p.x < 0 || p.y < 0 || p.x > 1000 || p.y > 1000 || q.x < 0 ||
	    q.y < 0 || q.x > 1000 || q.y > 1000)
		return (struct path_block){ PATH_LEAVES_BOARD, -1, -1 };
	for (int32_t i = 1; i < s->g.n_bodies; i++) {
		const struct spine *b = &s->bodies[i].spine;

		if (against(ref_spine(b, p, q), b->r) < 0)
			return (struct path_block){ PATH_CROSSES_BASE, i, -1 };
	}
	for (int32_t i = 1; i < s->g.n_bodies; i++) {
		for (int32_t j = i + 1; j < s->g.n_bodies; j++) {
			const struct body *a = &s->bodies[i];
			const struct body *b = &s->bodies[j];

			if (ref_bases(&a->spine, &b->spine, 2) <= 0 &&
			    !(s->g.cliffs_part &&
			      ref_parted(s, a->dot, b->dot)) &&
			    ref_meet(p, q, ref_nearest(&a->spine, &b->spine),
				     ref_nearest(&b->spine, &a->spine)))
				return (struct path_block){ PATH_BETWEEN_BASES,
							    i, j };
		}
	}
	for (int32_t i = 0; i < s->g.n_features; i++) {
		const struct feature *f = &s->features[i];

		if ((f->kind == FEATURE_BLOCKING ||
		     (f->kind == FEATURE_DEEP && !s->m.aquatic)) &&
		    ref_pass(&f->area, p, q) == GEO_PASSES)
			return (struct path_block){ PATH_ENTERS_TERRAIN, i,
						    -1 };
		if (f->kind == FEATURE_ELEVATED && f->abrupt &&
		    !ref_by_stairs(f, p, q))
			return (struct path_block){ PATH_CLIMBS_CLIFF, i, -1 };
	}
	return ok;
}

static bool same_block(struct path_block a, struct path_block b)
{
	return a.fault == b.fault && a.a == b.a && a.b == b.b;
}

static void check_segment(void)
{
	struct scene s;
	struct vec p, q;
	struct path_block block;

	any_scene(&s, 8, 3);
	p = pick(0, 2) ? any_point(0, 1000)
		       : any_point_about(&s.features[0].area, 0, 1000);
	q = pick(0, 2) ? any_point(0, 1000)
		       : any_point_about(&s.features[1].area, 0, 1000);
	if (!pick(0, 3) && s.g.n_bodies > 2) {
		/* through or beside the gap of two bases */
		struct vec a = s.bodies[1].dot, b = s.bodies[2].dot;
		struct vec mid = P((a.x + b.x) / 2, (a.y + b.y) / 2);
		struct vec d = P((a.y - b.y) * 2, (b.x - a.x) * 2);

		p = P(mid.x + d.x, mid.y + d.y);
		q = P(mid.x - d.x, mid.y - d.y);
	}
	path_segment_check(&s.g, &s.m, p, q, &block);
	expect(same_block(block, ref_segment(&s, p, q)), "legal segment");
}

/* RB-ELV-03 to 05, RB-WALL-04 once more: 0 nothing, 1 blocks, 2 hinders */
static int ref_role(const struct scene *s, const struct feature *f)
{
	const struct spine *from = &s->bodies[0].spine;
	const struct spine *to = &s->bodies[1].spine;
	bool up0 = ref_up(s, s->bodies[0].dot),
	     up1 = ref_up(s, s->bodies[1].dot);
	bool hinders =
		f->kind == FEATURE_HINDERING || f->kind == FEATURE_CONCEALING ||
		(f->kind == FEATURE_WALL && !ref_enters(&f->area, from) &&
		 ref_edges(&f->area, from, from->r + 2) > 0);

	if (up0 && up1)
		return f->on == GROUND_NONE          ? 0
		       : f->kind == FEATURE_BLOCKING ? 1
		       : hinders                     ? 2
						     : 0;
	if (f->kind == FEATURE_ELEVATED)
		return up0 == up1 ||
		       ref_side(&f->area,
				place_of(s->bodies[up0 ? 0 : 1].dot)) ==
			       GEO_OUTSIDE;
	if (!up0 && !up1 && f->on != GROUND_NONE)
		return 0;
	if (f->kind == FEATURE_BLOCKING)
		return 1;
	if (hinders && (up0 == up1 || ref_overlaps(&f->area, from) ||
			ref_overlaps(&f->area, to)))
		return 2;
	return 0;
}

static bool ref_edge_shot(const struct scene *s, const struct line_query *q,
			  int32_t i)
{
	const struct feature *f = &s->features[i];
	struct vec dot = s->bodies[0].dot;

	if (f->kind == FEATURE_WALL ||
	    !ref_overlaps(&f->area, &s->bodies[0].spine))
		return false;
	for (int32_t a = 0; a <= q->arc; a++) {
		struct vec u = geo_unit(q->facing - q->arc / 2 + a + 360);
		struct vec rim = { dot.x + ref_round((struct fraction){
						   (wide)55 * u.x, GEO_ONE }),
				   dot.y + ref_round((struct fraction){
						   (wide)55 * u.y, GEO_ONE }) };

		if (ref_side(&f->area, place_of(rim)) == GEO_INSIDE)
			return false;
	}
	for (int32_t j = 0; j < s->g.n_features; j++) {
		if (j != i && ref_role(s, &s->features[j]) == 2 &&
		    ref_pass(&s->features[j].area, dot, s->bodies[1].dot) ==
			    GEO_PASSES)
			return false;
	}
	return true;
}

/* all causes of one line, certain or doubtful, in the order of RB-LOF-10 */
static void ref_line(const struct scene *s, const struct line_query *q,
		     struct line *out)
{
	struct vec p = s->bodies[0].dot, t = s->bodies[1].dot;
	bool up0 = ref_up(s, p), up1 = ref_up(s, t);
	int32_t doubt = s->g.lof_doubt;

	memset(out, 0, sizeof(*out));
	out->hindered_by = GROUND_NONE;
	out->height = up1 && !up0;
#define BLOCK(w, i)                                                            \
	(out->block = (struct line_cause){ w, i },                             \
	 out->verdict = LINE_BLOCKED, out->n_causes = 0)
#define DOUBT(w, i)                                                            \
	(out->causes[out->n_causes++] = (struct line_cause){ w, i },           \
	 out->verdict = LINE_DOUBTFUL)
	if (!ref_in_arc(p, q->facing, q->arc, t)) {
		BLOCK(LINE_NOT_IN_ARC, GROUND_NONE);
		return;
	}
	if (against(ref_point_segment(p, t, t), q->range) > 0) {
		BLOCK(LINE_OUT_OF_RANGE, GROUND_NONE);
		return;
	}
	for (int32_t i = 2; i < s->g.n_bodies; i++) {
		const struct spine *b = &s->bodies[i].spine;
		struct fraction d = ref_spine(b, p, t);

		if ((up0 || up1) &&
		    (!ref_up(s, b->p[0]) || (up0 && up1 && s->g.low_bases)))
			continue;
		if (against(d, b->r - doubt) < 0) {
			BLOCK(LINE_BASE, i);
			return;
		}
		if (against(d, b->r + doubt) <= 0)
			DOUBT(LINE_BASE, i);
	}
	for (int32_t i = 0; i < s->g.n_features; i++) {
		enum geo_pass pass = ref_pass(&s->features[i].area, p, t);

		if (pass == GEO_MISSES || ref_role(s, &s->features[i]) != 1)
			continue;
		if (pass == GEO_PASSES) {
			BLOCK(LINE_TERRAIN, i);
			return;
		}
		DOUBT(LINE_TERRAIN, i);
	}
	for (int32_t i = 0; i < s->g.n_features; i++) {
		enum geo_pass pass = ref_pass(&s->features[i].area, p, t);
		bool stealth = q->flags & LINE_STEALTH;

		if (pass == GEO_MISSES || ref_role(s, &s->features[i]) != 2 ||
		    ref_edge_shot(s, q, i))
			continue;
		if (pass == GEO_PASSES) {
			out->hindering = true;
			if (out->hindered_by == GROUND_NONE)
				out->hindered_by = i;
			if (stealth) {
				BLOCK(LINE_STEALTHY, i);
				return;
			}
		} else if (stealth) {
			DOUBT(LINE_STEALTHY, i);
		}
	}
#undef BLOCK
#undef DOUBT
}

static void check_line(void)
{
	struct scene s;
	struct line_query q = { 0, 1, 0, 0, 0, 0 };
	struct line line, ref;

	do {
		any_scene(&s, 8, 4);
	} while (s.g.n_bodies < 2);
	q.facing =
		pick(0, 3)
			? geo_bearing(P(s.bodies[1].dot.x - s.bodies[0].dot.x,
					s.bodies[1].dot.y - s.bodies[0].dot.y))
			: pick(0, 359);
	q.arc = pick(0, 1) ? 90 : 180;
	q.range = pick(1, 14) * 100;
	q.flags = pick(0, 1) ? LINE_STEALTH : 0;
	if (!pick(0, 2)) {
		/* the line along an edge of the first feature */
		struct vec a = s.features[0].area.v[0];
		struct vec b = s.features[0].area.v[1];
		struct spine d0 = geo_disc(P(2 * a.x - b.x, 2 * a.y - b.y), 55);
		struct spine d1 = geo_disc(P(2 * b.x - a.x, 2 * b.y - a.y), 55);

		s.bodies[0] = (struct body){ d0, d0.p[0] };
		s.bodies[1] = (struct body){ d1, d1.p[0] };
		q.facing = geo_bearing(P(b.x - a.x, b.y - a.y));
		q.range = 2000;
	}
	line_check(&s.g, &q, &line);
	ref_line(&s, &q, &ref);
	expect(line.verdict == ref.verdict, "verdict of a line");
	if (line.verdict == LINE_BLOCKED) {
		expect(line.block.why == ref.block.why &&
			       line.block.index == ref.block.index,
		       "what blocks a line");
		return;
	}
	expect(line.height == ref.height, "height");
	expect(line.hindering == ref.hindering &&
		       line.hindered_by == ref.hindered_by,
	       "hindering");
	expect(line.n_causes == ref.n_causes, "number of doubts");
	for (int32_t i = 0; i < line.n_causes; i++)
		expect(line.causes[i].why == ref.causes[i].why &&
			       line.causes[i].index == ref.causes[i].index,
		       "cause of a doubt");
}

/* RB-HIN-01, RB-HIN-02, RB-ELV-01, RB-WALL-02 point by point */
static void check_walk(void)
{
	struct scene s;
	struct path path = { .n = pick(2, 3) };
	struct walk w;
	struct spine base;
	bool rough_start = false, up[4], astride[4], seen[4] = { false };
	int64_t len = 0;

	any_scene(&s, 1, 4);
	path.p[0] = s.m.at;
	path.p[1] = any_point(0, 1000);
	path.p[2] = any_point(0, 1000);
	if (!pick(0, 2))
		s.m.behind = 110;
	s.m.facing = pick(0, 359);
	w = path_walk(&s.g, &s.m, &path);
	base = geo_base(s.m.at, s.m.facing, 55, 0, s.m.behind);
	for (int32_t i = 0; i < s.g.n_features; i++) {
		const struct feature *f = &s.features[i];

		rough_start |= (f->kind == FEATURE_HINDERING ||
				(f->kind == FEATURE_SHALLOW && !s.m.aquatic)) &&
			       ref_inside(&f->area, &base);
		up[i] = ref_side(&f->area, place_of(s.m.at)) != GEO_OUTSIDE;
		astride[i] = ref_overlaps(&f->area, &base);
	}
	for (int32_t leg = 0; leg + 1 < path.n; leg++) {
		struct vec p = path.p[leg], q = path.p[leg + 1];
		int32_t dx = q.x - p.x, dy = q.y - p.y;
		int32_t n = abs(dx) > abs(dy) ? abs(dx) : abs(dy);

		for (int32_t k = 1; k <= n; k++) {
			struct vec c = { p.x + ref_round((struct fraction){
						       (wide)k * dx, n }),
					 p.y + ref_round((struct fraction){
						       (wide)k * dy, n }) };
			int32_t stop = GROUND_NONE;

			base = geo_base(c, geo_bearing(P(dx, dy)), 55, 0,
					s.m.behind);
			for (int32_t i = s.g.n_features - 1; i >= 0; i--) {
				const struct feature *f = &s.features[i];
				bool now = false;

				switch ((enum feature_kind)f->kind) {
				case FEATURE_SHALLOW:
					if (s.m.aquatic)
						break;
					/* fall through */
				case FEATURE_HINDERING:
					now = !rough_start &&
					      ref_inside(&f->area, &base);
					break;
				case FEATURE_ELEVATED:
					now = up[i] ? !ref_overlaps(&f->area,
								    &base)
						    : ref_inside(&f->area,
								 &base);
					break;
				case FEATURE_WALL:
					now = !astride[i] && seen[i] &&
					      !ref_overlaps(&f->area, &base);
					seen[i] |= ref_side(&f->area,
							    place_of(c)) !=
						   GEO_OUTSIDE;
					break;
				case FEATURE_BLOCKING:
				case FEATURE_DEEP:
				case FEATURE_CONCEALING: break;
				}
				if (now)
					stop = i;
			}
			if (stop != GROUND_NONE) {
				len += geo_len(p, c);
				expect(vec_equal(w.end, c) &&
					       w.stopped_by == stop &&
					       w.len == len,
				       "terrain stop");
				return;
			}
		}
		len += geo_len(p, q);
	}
	expect(vec_equal(w.end, path.p[path.n - 1]) &&
		       w.stopped_by == GROUND_NONE && w.len == len,
	       "walk without a stop");
}

enum { NODES = 2 + 8 * 2 * 24 + 4 * 32 };

/* is the chain over a to a node smaller than that over b? Both lists are
 * written out. */
static int compare_lists(const struct vec *p, const int *parent, int a, int b)
{
	struct vec la[NODES], lb[NODES];
	int na = 0, nb = 0;

	for (; a; a = parent[a])
		la[na++] = p[a];
	for (; b; b = parent[b])
		lb[nb++] = p[b];
	while (na && nb) {
		struct vec x = la[--na], y = lb[--nb];

		if (x.x != y.x)
			return x.x < y.x ? -1 : 1;
		if (x.y != y.y)
			return x.y < y.y ? -1 : 1;
	}
	return 0;
}

/* Of a limit only the ways within it are found, and these are the same. */
static void check_limit(const struct scene *s, struct vec to,
			const struct path *way)
{
	static struct path_room room;
	struct path path;
	struct path_block block;
	int64_t len = 0;

	for (int32_t i = 0; way && i + 1 < way->n; i++)
		len += geo_len(way->p[i], way->p[i + 1]);
	for (int64_t limit = len - 1; limit <= len + 1; limit++) {
		bool found = path_find(&s->g, &s->m, to, limit, &room, &path,
				       &block);
		/* what goes straight is not sought */
		bool expected = way && (way->n < 3 || limit >= len);

		expect(found == expected, "way within a limit");
		expect(!found || (path.n == way->n &&
				  !memcmp(path.p, way->p,
					  (size_t)path.n * sizeof(*path.p))),
		       "the same way within a limit");
	}
}

/* the way of RB-MOVE-07 by going over all legs again and again until nothing
 * becomes better */
static void check_way(void)
{
	static struct path_room room;
	static bool open[NODES][NODES];
	struct scene s;
	struct vec p[NODES];
	int64_t len[NODES];
	int legs[NODES], parent[NODES], n = 2;
	struct path path;
	struct path_block block, straight;
	bool found, better = true;

	any_scene(&s, pick(2, 4), pick(0, 2));
	p[0] = s.m.at;
	p[1] = any_point(0, 1000);
	found = path_find(&s.g, &s.m, p[1], PATH_NO_LIMIT, &room, &path,
			  &block);
	check_limit(&s, p[1], found ? &path : NULL);
	straight = ref_segment(&s, p[0], p[1]);
	if (straight.fault == PATH_OK) {
		expect(found && path.n == 1 + !vec_equal(p[0], p[1]) &&
			       vec_equal(path.p[path.n - 1], p[1]),
		       "straight way");
		return;
	}
	for (int32_t i = 1; i < s.g.n_bodies; i++) {
		const struct spine *b = &s.bodies[i].spine;

		for (int32_t k = 0; k < 24 * b->n; k++)
			p[n++] = vec_add(
				b->p[k / 24],
				geo_offset(b->r + 1, 15 * (k % 24), GEO_AZ));
	}
	for (int32_t i = 0; i < s.g.n_features; i++) {
		const struct feature *f = &s.features[i];

		if (f->kind == FEATURE_BLOCKING ||
		    (f->kind == FEATURE_DEEP && !s.m.aquatic))
			for (int32_t k = 0; k < f->area.n; k++)
				p[n++] = f->area.v[k];
		for (int32_t k = 0; k < f->n_stairs; k++) {
			p[n++] = f->stairs[k].a;
			p[n++] = f->stairs[k].b;
		}
	}
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < i; j++)
			open[i][j] = open[j][i] =
				ref_segment(&s, p[i], p[j]).fault == PATH_OK;
		open[i][i] = false;
		len[i] = i ? INT64_MAX : 0;
		legs[i] = parent[i] = 0;
	}
	while (better) {
		better = false;
		for (int u = 0; u < n; u++) {
			for (int v = 1; v < n; v++) {
				int64_t l;
				int sign;

				if (len[u] == INT64_MAX || u == 1 ||
				    !open[u][v])
					continue;
				l = len[u] + geo_len(p[u], p[v]);
				sign = (l > len[v]) - (l < len[v]);
				if (!sign)
					sign = (legs[u] + 1 > legs[v]) -
					       (legs[u] + 1 < legs[v]);
				if (!sign)
					sign = compare_lists(p, parent, u,
							     parent[v]);
				if (sign >= 0)
					continue;
				len[v] = l;
				legs[v] = legs[u] + 1;
				parent[v] = u;
				better = true;
			}
		}
	}
	if (len[1] == INT64_MAX) {
		expect(!found && same_block(block, straight), "no way");
		return;
	}
	expect(found && path.n == legs[1] + 1, "legs of a way");
	for (int v = 1, i = path.n - 1; i >= 0; i--, v = parent[v])
		expect(vec_equal(path.p[i], p[v]), "shortest way");
}

static bool same_path(const struct path *a, const struct path *b)
{
	return a->n == b->n &&
	       !memcmp(a->p, b->p, (size_t)a->n * sizeof(*a->p));
}

static int64_t path_len(const struct path *path)
{
	int64_t len = 0;

	for (int32_t i = 0; i + 1 < path->n; i++)
		len += geo_len(path->p[i], path->p[i + 1]);
	return len;
}

/* One search for several goals, asked for in any order, finds what one for each
 * finds; one for any way finds no way that is none, and none where none is. */
static void check_ways(void)
{
	static struct path_room room, hasty, alone;
	struct scene s;
	struct path_goals to = { .n = pick(1, PATH_MAX_GOALS), .around = 117 };
	int64_t limit = pick(0, 3) ? pick(0, 1500) * 1000 : PATH_NO_LIMIT;
	int32_t first = pick(0, 23);

	any_scene(&s, pick(2, 6), pick(0, 2));
	to.middle = pick(0, 1) ? s.bodies[1].dot : any_point(0, 1000);
	for (int32_t i = 0; i < to.n; i++)
		to.p[i] = geo_touching(to.middle, 55, pick(0, 1) ? 55 : 25,
				       15 * i);
	path_seek(&s.g, &s.m, &to, limit, false, &room);
	path_seek(&s.g, &s.m, &to, limit, true, &hasty);
	for (int32_t k = 0; k < to.n; k++) {
		int32_t i = (first + 7 * k) % PATH_MAX_GOALS % to.n;
		struct path path, one, any;
		struct path_block block;
		bool there =
			path_round(&s.g, &s.m, to.p[i], limit, &alone, &one);
		enum path_found found = path_sought(&room, i, &path);

		expect((found == PATH_FOUND) == there, "a way of several");
		expect(!there || same_path(&path, &one),
		       "the same way of several");
		expect(found != PATH_BEYOND || limit != PATH_NO_LIMIT,
		       "a way beyond no limit");
		expect(found != PATH_NONE ||
			       !path_round(&s.g, &s.m, to.p[i], PATH_NO_LIMIT,
					   &alone, &one),
		       "no way at all");
		if (path_sought(&hasty, i, &any) != PATH_FOUND)
			continue;
		expect(there && path_check(&s.g, &s.m, &any, &block) &&
			       vec_equal(any.p[0], s.m.at) &&
			       vec_equal(any.p[any.n - 1], to.p[i]) &&
			       path_len(&any) >= path_len(&path) &&
			       path_len(&any) <= limit,
		       "any way");
	}
}

/* Nothing stops a short move on a way that is shorter than told. */
static void check_unstopped(void)
{
	static struct path_room room;
	struct scene s;
	struct path path;
	struct path_block block;
	struct vec to = any_point(0, 1000);
	int64_t limit = pick(50, 1200) * 1000;
	struct walk w;

	any_scene(&s, pick(1, 3), pick(1, 3));
	if (!pick(0, 2))
		s.m.behind = 110;
	s.m.facing = pick(0, 359);
	if (!path_find(&s.g, &s.m, to, PATH_NO_LIMIT, &room, &path, &block))
		return;
	w = path_walk(&s.g, &s.m, &path);
	expect(w.stopped_by == GROUND_NONE || w.len > limit ||
		       path_len(&path) >= path_unstopped(&s.g, &s.m, to, limit),
	       "an unforeseen stop");
}

static void check_touching_both(void)
{
	struct spine x = any_base(300, 500);
	struct spine y = pick(0, 1) ? any_neighbour(&x) : any_base(300, 500);
	struct vec from = any_point(0, 800), found, best = P(0, 0);
	wide least = -1;

	for (int32_t cy = 0; cy <= 800; cy++) {
		for (int32_t cx = 0; cx <= 800; cx++) {
			struct spine c = geo_disc(P(cx, cy), 55);
			wide d = (wide)(cx - from.x) * (cx - from.x) +
				 (wide)(cy - from.y) * (cy - from.y);

			if ((least >= 0 && d >= least) ||
			    ref_bases(&x, &c, 0) < 0 ||
			    ref_bases(&x, &c, 2) > 0 ||
			    ref_bases(&y, &c, 0) < 0 ||
			    ref_bases(&y, &c, 2) > 0)
				continue;
			least = d;
			best = c.p[0];
		}
	}
	expect(geo_touching_both(&x, &y, 55, from, &found) == (least >= 0),
	       "place touching two bases");
	if (least >= 0)
		expect(vec_equal(found, best), "nearest place touching two");
}

int main(int argc, char **argv)
{
	static const int32_t grains[] = { 1, 1, 5, 11, 25, 55, 50 };
	uint64_t n = 5000, from = 0;

	for (int i = 1; i + 1 < argc; i += 2) {
		uint64_t value = strtoull(argv[i + 1], NULL, 10);

		if (!strcmp(argv[i], "--n"))
			n = value;
		else if (!strcmp(argv[i], "--seed"))
			seed = value;
		else if (!strcmp(argv[i], "--from"))
			from = value;
	}
	printf("prop_geometry: seed %" PRIu64 ", %" PRIu64
	       " configurations from %" PRIu64 "\n",
	       seed, n, from);
	for (number = from; number < from + n; number++) {
		random_state = seed * 0xd1342543de82ef95u + number;
		random_state = bits();
		grain = grains[bits() % ARRAY_LEN(grains)];
		check_contact();
		check_arc();
		check_crossing();
		check_segment();
		check_line();
		/* the slow ones */
		if (number % 40 == 0)
			check_walk();
		if (number % 400 == 0)
			check_way();
		if (number % 10 == 0)
			check_unstopped();
		if (number % 100 == 0)
			check_ways();
		if (number % 2000 == 0)
			check_touching_both();
	}
	return 0;
}
