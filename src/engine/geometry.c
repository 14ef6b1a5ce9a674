/* src/engine/geometry.c */
#include "engine/geometry.h"
#include "engine/int128.h"
#include <stdlib.h>

/* S[k] = a million times the sine of k degrees, to the nearest; RB-GEO-04 */
static const int32_t sine[91] = {
	0,       17452,  34899,  52336,  69756,  87156,  104528, 121869, 139173,
	156434,  173648, 190809, 207912, 224951, 241922, 258819, 275637, 292372,
	309017,  325568, 342020, 358368, 374607, 390731, 406737, 422618, 438371,
	453990,  469472, 484810, 500000, 515038, 529919, 544639, 559193, 573576,
	587785,  601815, 615661, 629320, 642788, 656059, 669131, 681998, 694658,
	707107,  719340, 731354, 743145, 754710, 766044, 777146, 788011, 798636,
	809017,  819152, 829038, 838671, 848048, 857167, 866025, 874620, 882948,
	891007,  898794, 906308, 913545, 920505, 927184, 933580, 939693, 945519,
	951057,  956305, 961262, 965926, 970296, 974370, 978148, 981627, 984808,
	987688,  990268, 992546, 994522, 996195, 997564, 998630, 999391, 999848,
	1000000,
};

static int geometry_sign(int64_t x)
{
	return (x > 0) - (x < 0);
}

int64_t geo_div(int64_t n, int64_t d, enum geo_round mode)
{
	assert(d > 0);
	int64_t size = n < 0 ? -n : n;
	int64_t q = size / d, rest = size % d;

	switch (mode) {
	case GEO_HA: q += rest >= d - rest; break;
	case GEO_AZ: q += rest > 0; break;
	case GEO_TZ: break;
	}
	return n < 0 ? -q : q;
}

uint64_t geo_isqrt(uint64_t n)
{
	if (!n)
		return 0;

	/* Newton's first step from a power of two needs no division; from
	 * then on it only descends */
	unsigned half = (65u - (unsigned)__builtin_clzll(n)) / 2;
	uint64_t root = (((uint64_t)1 << half) + (n >> half)) / 2;

	for (;;) {
		uint64_t next = (root + n / root) / 2;

		if (next >= root)
			return root;
		root = next;
	}
}

int64_t geo_len(struct vec p, struct vec q)
{
	/* at most 2 (2 GEO_MAX)^2 1e6 < 2^59 */
	return (int64_t)geo_isqrt((uint64_t)geo_dist2(p, q) * 1000000u);
}

int32_t geo_degrees(int32_t a)
{
	a %= 360;
	return a < 0 ? a + 360 : a;
}

struct vec geo_unit(int32_t a)
{
	a = geo_degrees(a);
	if (a <= 90)
		return (struct vec){ sine[a], sine[90 - a] };
	if (a <= 180)
		return (struct vec){ sine[180 - a], -sine[a - 90] };
	if (a <= 270)
		return (struct vec){ -sine[a - 180], -sine[270 - a] };
	return (struct vec){ -sine[360 - a], sine[a - 270] };
}

struct vec geo_offset(int32_t distance, int32_t a, enum geo_round mode)
{
	struct vec u = geo_unit(a);

	return (struct vec){
		(int32_t)geo_div((int64_t)distance * u.x, GEO_ONE, mode),
		(int32_t)geo_div((int64_t)distance * u.y, GEO_ONE, mode),
	};
}

int32_t geo_bearing(struct vec v)
{
	int32_t quarter = 0, low = 0, high = 90;

	if (!v.x && !v.y)
		return 0;
	/* turn v by quarters into north (included) to east (not) */
	while (v.x < 0 || v.y <= 0) {
		v = (struct vec){ -v.y, v.x };
		quarter += 90;
	}
	/* v is not counter-clockwise of low and is so of high */
	while (high - low > 1) {
		int32_t middle = (low + high) / 2;

		if ((int64_t)sine[middle] * v.y <=
		    (int64_t)sine[90 - middle] * v.x)
			low = middle;
		else
			high = middle;
	}

	int64_t past = (int64_t)sine[90 - low] * v.x - (int64_t)sine[low] * v.y;
	int64_t short_of =
		(int64_t)sine[high] * v.y - (int64_t)sine[90 - high] * v.x;

	/* "ties go to the smaller a", and 360 is 0 */
	if (past == short_of)
		return quarter + high == 360 ? 0 : quarter + low;
	low += past < short_of ? quarter : quarter + 1;
	return low == 360 ? 0 : low;
}

bool geo_in_arc(struct vec p, int32_t f, int32_t arc, struct vec v)
{
	struct vec left = geo_unit(f - arc / 2);
	struct vec right = geo_unit(f + arc / 2);
	int64_t of_left, of_right;

	v = vec_sub(v, p);
	of_left = geo_cross(left, v);
	of_right = geo_cross(right, v);
	if (arc <= 180)
		return of_left <= 0 && of_right >= 0;
	return !(of_right < 0 && of_left > 0);
}

/* --- segments ---------------------------------------------------------- */

static enum geo_reach reach_of(int order)
{
	return order < 0 ? GEO_NEARER : order > 0 ? GEO_FARTHER : GEO_EXACT;
}

static enum geo_reach geometry_compare(int64_t distance, int64_t limit)
{
	return reach_of(distance < limit ? -1 : distance > limit);
}

enum geo_reach geo_segment_reach(struct vec p, struct vec q, struct vec c,
				 int32_t r)
{
	struct vec d = vec_sub(q, p), v = vec_sub(c, p);
	int64_t along = geo_dot(d, v), len2 = geo_dot(d, d);
	int64_t r2 = (int64_t)r * r;

	if (r < 0)
		return GEO_FARTHER;
	if (along <= 0)
		return geometry_compare(geo_dot(v, v), r2);
	if (along >= len2)
		return geometry_compare(geo_dist2(q, c), r2);

	/* distance = |d x v| / |d| */
	int64_t area = geo_cross(d, v);

	return reach_of(int128_cmp(int128_square(area),
				   int128_mul((uint64_t)r2, (uint64_t)len2)));
}

/* c, known to be on the line ab, is between a and b */
static bool geometry_between(struct vec a, struct vec b, struct vec c)
{
	return geo_dot(vec_sub(a, c), vec_sub(b, c)) <= 0;
}

bool geo_segments_meet(struct vec a, struct vec b, struct vec c, struct vec d)
{
	int sc = geometry_sign(geo_turn(a, b, c)),
	    sd = geometry_sign(geo_turn(a, b, d));
	int sa, sb;

	if (sc * sd > 0)
		return false;
	sa = geometry_sign(geo_turn(c, d, a));
	sb = geometry_sign(geo_turn(c, d, b));
	if (sa * sb > 0)
		return false;
	if (sa * sb < 0 && sc * sd < 0)
		return true;
	/* the end of one lies on the line of the other; or one is a point */
	return (!sc && geometry_between(a, b, c)) ||
	       (!sd && geometry_between(a, b, d)) ||
	       (!sa && geometry_between(c, d, a)) ||
	       (!sb && geometry_between(c, d, b));
}

static enum geo_reach nearer_of(enum geo_reach a, enum geo_reach b)
{
	return a < b ? a : b;
}

enum geo_reach geo_segments_reach(struct vec a, struct vec b, struct vec c,
				  struct vec d, int32_t r)
{
	enum geo_reach reach;

	if (r < 0)
		return GEO_FARTHER;
	if (geo_segments_meet(a, b, c, d))
		return r > 0 ? GEO_NEARER : GEO_EXACT;
	/* of two segments that do not meet, an end is nearest */
	reach = geo_segment_reach(a, b, c, r);
	reach = nearer_of(reach, geo_segment_reach(a, b, d, r));
	reach = nearer_of(reach, geo_segment_reach(c, d, a, r));
	return nearer_of(reach, geo_segment_reach(c, d, b, r));
}

/* --- bases ------------------------------------------------------------- */

struct spine geo_disc(struct vec centre, int32_t r)
{
	return (struct spine){ { centre, centre }, 1, r };
}

struct spine geo_base(struct vec dot, int32_t facing, int32_t r, int32_t ahead,
		      int32_t behind)
{
	if (!ahead && !behind)
		return geo_disc(dot, r);
	return (struct spine){
		{ vec_add(dot, geo_offset(ahead, facing, GEO_HA)),
		  vec_sub(dot, geo_offset(behind, facing, GEO_HA)) },
		2,
		r,
	};
}

/* the last point of a spine: the first, if there is but one */
static struct vec spine_end(const struct spine *s)
{
	return s->p[s->n - 1];
}

enum geo_reach geo_spine_reach(const struct spine *s, struct vec p,
			       struct vec q, int32_t limit)
{
	if (s->n == 1)
		return geo_segment_reach(p, q, s->p[0], limit);
	return geo_segments_reach(p, q, s->p[0], s->p[1], limit);
}

enum geo_reach geo_spines_reach(const struct spine *a, const struct spine *b,
				int32_t limit)
{
	if (a->n == 1)
		return geo_spine_reach(b, a->p[0], a->p[0], limit);
	return geo_spine_reach(b, a->p[0], a->p[1], limit);
}

/* most bases are far apart in x or in y alone */
static bool spines_beyond(const struct spine *a, const struct spine *b,
			  int32_t limit)
{
	struct vec ae = spine_end(a), be = spine_end(b);
	int32_t dx = a->p[0].x - b->p[0].x, dy = a->p[0].y - b->p[0].y;
	int32_t slack = limit;

	if (a->n + b->n > 2)
		slack += abs(ae.x - a->p[0].x) + abs(ae.y - a->p[0].y) +
			 abs(be.x - b->p[0].x) + abs(be.y - b->p[0].y);
	return dx > slack || -dx > slack || dy > slack || -dy > slack;
}

bool geo_long_bases_overlap(const struct spine *a, const struct spine *b)
{
	int32_t limit = a->r + b->r;

	return !spines_beyond(a, b, limit) &&
	       geo_spines_reach(a, b, limit) == GEO_NEARER;
}

bool geo_long_bases_touch(const struct spine *a, const struct spine *b)
{
	int32_t limit = a->r + b->r + GEO_TOUCH;

	return !spines_beyond(a, b, limit) &&
	       geo_spines_reach(a, b, limit) != GEO_FARTHER;
}

/* a point of the segment from p[0] to p[1] at num / den of its length, and
 * the square of its distance from the other spine, dist / den */
struct candidate {
	int64_t num, den; /* not negative */
	struct int128 dist;
};

static bool candidate_better(const struct candidate *a,
			     const struct candidate *b)
{
	/* dist / den below 2^79, den below 2^39 */
	int order = int128_cmp(int128_times(a->dist, (uint64_t)b->den),
			       int128_times(b->dist, (uint64_t)a->den));

	if (order)
		return order < 0;
	return int128_cmp(int128_mul((uint64_t)a->num, (uint64_t)b->den),
			  int128_mul((uint64_t)b->num, (uint64_t)a->den)) < 0;
}

/* the point of the segment pq nearest to c, as a place on pq */
static struct candidate geometry_foot(struct vec p, struct vec q, struct vec c)
{
	struct vec d = vec_sub(q, p), v = vec_sub(c, p);
	int64_t along = geo_dot(d, v), len2 = geo_dot(d, d);
	int64_t area = geo_cross(d, v);

	if (along <= 0)
		return (struct candidate){ 0, 1,
					   int128_of((uint64_t)geo_dot(v, v)) };
	if (along >= len2)
		return (struct candidate){
			1, 1, int128_of((uint64_t)geo_dist2(q, c))
		};
	return (struct candidate){ along, len2, int128_square(area) };
}

struct vec geo_nearest(const struct spine *y, const struct spine *x)
{
	struct vec p = y->p[0], q = y->p[1];
	struct candidate best;

	if (y->n == 1)
		return p;
	best = geometry_foot(p, q, x->p[0]);
	if (x->n == 2) {
		struct candidate other = geometry_foot(p, q, x->p[1]);

		if (candidate_better(&other, &best))
			best = other;
		/* an end of y against the inside of x: put the distance of
		 * that foot at the place of the end */
		for (int end = 0; end < 2; end++) {
			other = geometry_foot(x->p[0], x->p[1], y->p[end]);
			other.num = end * other.den;
			if (candidate_better(&other, &best))
				best = other;
		}
	}

	struct vec d = vec_sub(q, p);

	return (struct vec){
		(int32_t)geo_div(p.x * best.den + d.x * best.num, best.den,
				 GEO_HA),
		(int32_t)geo_div(p.y * best.den + d.y * best.num, best.den,
				 GEO_HA),
	};
}

bool geo_faces(const struct spine *x, struct vec dot, int32_t facing,
	       int32_t arc, const struct spine *y)
{
	return geo_in_arc(dot, facing, arc, geo_nearest(y, x));
}

struct vec geo_touching(struct vec x_dot, int32_t x_r, int32_t r, int32_t b)
{
	return vec_add(x_dot, geo_offset(x_r + r, b, GEO_AZ));
}

static bool in_band(const struct spine *s, struct vec c, int32_t from)
{
	return geo_spine_reach(s, c, c, from) != GEO_NEARER &&
	       geo_spine_reach(s, c, c, from + GEO_TOUCH) != GEO_FARTHER;
}

static int32_t geometry_least(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

static int32_t geometry_most(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

static struct box spine_box(const struct spine *s, int32_t margin)
{
	struct vec p = s->p[0], q = spine_end(s);

	return (struct box){ geometry_least(p.x, q.x) - margin,
			     geometry_least(p.y, q.y) - margin,
			     geometry_most(p.x, q.x) + margin,
			     geometry_most(p.y, q.y) + margin };
}

bool geo_touching_both(const struct spine *x, const struct spine *y, int32_t r,
		       struct vec from, struct vec *out)
{
	struct box bx = spine_box(x, r + x->r + GEO_TOUCH);
	struct box by = spine_box(y, r + y->r + GEO_TOUCH);
	int64_t best = INT64_MAX;
	struct vec c;

	/* rows upward and each from the west: the first of equals is kept */
	for (c.y = geometry_most(bx.y0, by.y0);
	     c.y <= geometry_least(bx.y1, by.y1); c.y++) {
		for (c.x = geometry_most(bx.x0, by.x0);
		     c.x <= geometry_least(bx.x1, by.x1); c.x++) {
			int64_t d = geo_dist2(from, c);

			if (d < best && in_band(x, c, r + x->r) &&
			    in_band(y, c, r + y->r)) {
				best = d;
				*out = c;
			}
		}
	}
	return best < INT64_MAX;
}

bool geo_on_board(const struct spine *s, int32_t w, int32_t h)
{
	struct box b = spine_box(s, s->r);

	return b.x0 >= 0 && b.y0 >= 0 && b.x1 <= w && b.y1 <= h;
}

/* --- polygons ---------------------------------------------------------- */

/* the corner after corner i */
static int32_t geometry_after(const struct polygon *g, int32_t i)
{
	return i + 1 < g->n ? i + 1 : 0;
}

static int32_t geometry_before(const struct polygon *g, int32_t i)
{
	return i ? i - 1 : g->n - 1;
}

struct box geo_polygon_box(const struct polygon *g)
{
	struct box b = { g->v[0].x, g->v[0].y, g->v[0].x, g->v[0].y };

	for (int32_t i = 1; i < g->n; i++) {
		b.x0 = geometry_least(b.x0, g->v[i].x);
		b.y0 = geometry_least(b.y0, g->v[i].y);
		b.x1 = geometry_most(b.x1, g->v[i].x);
		b.y1 = geometry_most(b.y1, g->v[i].y);
	}
	return b;
}

enum geo_side geo_polygon_side(const struct polygon *g, struct vec c)
{
	bool inside = false;
	struct vec a = g->v[g->n - 1];

	/* count the edges that a ray from c to the east crosses; an edge owns
	 * its lower end and not its upper one */
	for (int32_t i = 0; i < g->n; i++) {
		struct vec b = g->v[i];

		if ((a.y > c.y) != (b.y > c.y)) {
			int64_t turn = geo_turn(a, b, c);

			if (!turn)
				return GEO_BOUNDARY;
			inside ^= (turn > 0) == (b.y > a.y);
		} else if ((a.y == c.y || b.y == c.y) && !geo_turn(a, b, c) &&
			   geometry_between(a, b, c)) {
			return GEO_BOUNDARY;
		}
		a = b;
	}
	return inside ? GEO_INSIDE : GEO_OUTSIDE;
}

bool geo_polygon_is_simple(const struct polygon *g)
{
	if (g->n < 3 || g->n > GEO_MAX_VERTICES)
		return false;
	for (int32_t i = 0; i < g->n; i++) {
		struct vec a = g->v[i], b = g->v[geometry_after(g, i)];
		struct vec c = g->v[geometry_after(g, geometry_after(g, i))];

		if (vec_equal(a, b))
			return false;
		/* neighbours share their corner alone: no folding back */
		if (!geo_turn(a, b, c) &&
		    geo_dot(vec_sub(a, b), vec_sub(c, b)) > 0)
			return false;
		for (int32_t j = i + 2; j < g->n; j++) {
			if (geometry_after(g, j) != i &&
			    geo_segments_meet(a, b, g->v[j],
					      g->v[geometry_after(g, j)]))
				return false;
		}
	}
	return true;
}

/* twice the area, positive if the corners run counter-clockwise */
static int64_t signed_area2(const struct polygon *g)
{
	int64_t sum = 0; /* 22 triangles, each below 2^40 */

	for (int32_t i = 1; i + 1 < g->n; i++)
		sum += geo_turn(g->v[0], g->v[i], g->v[i + 1]);
	return sum;
}

int64_t geo_polygon_area2(const struct polygon *g)
{
	int64_t sum = signed_area2(g);

	return sum < 0 ? -sum : sum;
}

/* the square of the greatest distance of two corners */
static int64_t geo_polygon_diameter2(const struct polygon *g)
{
	int64_t longest = 0;

	for (int32_t i = 0; i < g->n; i++) {
		for (int32_t j = i + 1; j < g->n; j++) {
			int64_t d = geo_dist2(g->v[i], g->v[j]);

			longest = d > longest ? d : longest;
		}
	}
	return longest;
}

bool geo_polygon_size_ok(const struct polygon *g)
{
	int64_t area2 = geo_polygon_area2(g);

	return area2 >= 2 * 1 * 10000 && area2 <= 2 * 64 * 10000 &&
	       geo_polygon_diameter2(g) <= 1600 * 1600;
}

bool geo_polygon_is_rectangle(const struct polygon *g)
{
	if (g->n != 4)
		return false;
	for (int32_t i = 0; i < 4; i++) {
		struct vec v = g->v[i];

		if (vec_equal(v, g->v[geometry_after(g, i)]) ||
		    geo_dot(vec_sub(g->v[geometry_before(g, i)], v),
			    vec_sub(g->v[geometry_after(g, i)], v)))
			return false;
	}
	return true;
}

int32_t geo_polygon_thickness(const struct polygon *g)
{
	int64_t shortest = INT64_MAX;
	int64_t root;

	for (int32_t i = 0; i < g->n; i++) {
		int64_t d = geo_dist2(g->v[i], g->v[geometry_after(g, i)]);

		shortest = d < shortest ? d : shortest;
	}
	root = (int64_t)geo_isqrt((uint64_t)shortest);
	return (int32_t)(root + (root * root < shortest));
}

struct vec geo_rotate(struct vec p, int32_t a)
{
	struct vec u = geo_unit(a); /* sine, cosine */

	return (struct vec){
		(int32_t)geo_div((int64_t)p.x * u.y + (int64_t)p.y * u.x,
				 GEO_ONE, GEO_HA),
		(int32_t)geo_div((int64_t)p.y * u.y - (int64_t)p.x * u.x,
				 GEO_ONE, GEO_HA),
	};
}

struct polygon geo_polygon_place(const struct polygon *g, int32_t a,
				 struct vec at)
{
	struct polygon placed = { .n = g->n };

	for (int32_t i = 0; i < g->n; i++)
		placed.v[i] = vec_add(geo_rotate(g->v[i], a), at);
	return placed;
}

bool geo_polygon_on_board(const struct polygon *g, int32_t w, int32_t h)
{
	struct box b = geo_polygon_box(g);

	return b.x0 >= 0 && b.y0 >= 0 && b.x1 <= w && b.y1 <= h;
}

bool geo_polygons_nearer(const struct polygon *a, const struct polygon *b,
			 int32_t d)
{
	struct box ba = geo_polygon_box(a), bb = geo_polygon_box(b);

	if (d <= 0 || ba.x0 - bb.x1 >= d || bb.x0 - ba.x1 >= d ||
	    ba.y0 - bb.y1 >= d || bb.y0 - ba.y1 >= d)
		return false;
	if (geo_polygon_has(a, b->v[0]) || geo_polygon_has(b, a->v[0]))
		return true;
	for (int32_t i = 0; i < a->n; i++) {
		for (int32_t j = 0; j < b->n; j++) {
			if (geo_segments_reach(
				    a->v[i], a->v[geometry_after(a, i)],
				    b->v[j], b->v[geometry_after(b, j)],
				    d) == GEO_NEARER)
				return true;
		}
	}
	return false;
}

/* a point strictly inside, its coordinates times six */
static struct vec inner_point6(const struct polygon *g)
{
	int32_t low = 0, deepest = -1;
	int64_t depth = 0;
	bool left = signed_area2(g) > 0;

	/* the southernmost corner, of these the westernmost, is convex */
	for (int32_t i = 1; i < g->n; i++) {
		struct vec a = g->v[i], b = g->v[low];

		if (a.y < b.y || (a.y == b.y && a.x < b.x))
			low = i;
	}

	struct vec v = g->v[low];
	struct vec a =
		g->v[left ? geometry_before(g, low) : geometry_after(g, low)];
	struct vec b =
		g->v[left ? geometry_after(g, low) : geometry_before(g, low)];

	/* of the corners in the triangle v b a, that farthest from ab sees v */
	for (int32_t i = 0; i < g->n; i++) {
		struct vec c = g->v[i];
		int64_t d = geo_turn(b, a, c);

		if (d > depth && !vec_equal(c, v) && geo_turn(v, b, c) >= 0 &&
		    geo_turn(a, v, c) >= 0) {
			depth = d;
			deepest = i;
		}
	}
	if (deepest < 0)
		return (struct vec){ 2 * (v.x + a.x + b.x),
				     2 * (v.y + a.y + b.y) };
	return (struct vec){ 3 * (v.x + g->v[deepest].x),
			     3 * (v.y + g->v[deepest].y) };
}

bool geo_polygon_within(const struct polygon *inner,
			const struct polygon *outer)
{
	struct polygon six = { .n = outer->n };

	/* no edge of outer in the inside of inner: that is wholly in or out */
	for (int32_t i = 0; i < outer->n; i++) {
		if (geo_polygon_passes(inner, outer->v[i],
				       outer->v[geometry_after(outer, i)]))
			return false;
		six.v[i] = (struct vec){ 6 * outer->v[i].x, 6 * outer->v[i].y };
	}
	return geo_polygon_side(&six, inner_point6(inner)) == GEO_INSIDE;
}

enum geo_reach geo_edges_reach(const struct polygon *g, const struct spine *s,
			       int32_t limit)
{
	enum geo_reach reach = GEO_FARTHER;
	struct vec a = g->v[g->n - 1];

	for (int32_t i = 0; i < g->n && reach != GEO_NEARER; i++) {
		reach = nearer_of(reach, geo_spine_reach(s, a, g->v[i], limit));
		a = g->v[i];
	}
	return reach;
}

/* the base cannot reach the polygon's box enlarged by margin */
static bool base_beyond(const struct polygon *g, const struct spine *s,
			int32_t margin)
{
	struct box b = spine_box(s, margin);
	bool west = true, east = true, south = true, north = true;

	for (int32_t i = 0; i < g->n; i++) {
		west &= g->v[i].x < b.x0;
		east &= g->v[i].x > b.x1;
		south &= g->v[i].y < b.y0;
		north &= g->v[i].y > b.y1;
	}
	return west || east || south || north;
}

static bool spine_enters(const struct polygon *g, const struct spine *s)
{
	for (int32_t i = 0; i < s->n; i++) {
		if (geo_polygon_side(g, s->p[i]) == GEO_INSIDE)
			return true;
	}
	return false;
}

bool geo_base_inside(const struct polygon *g, const struct spine *s)
{
	for (int32_t i = 0; i < s->n; i++) {
		if (geo_polygon_side(g, s->p[i]) == GEO_OUTSIDE)
			return false;
	}
	return geo_edges_reach(g, s, s->r) != GEO_NEARER;
}

bool geo_base_overlaps(const struct polygon *g, const struct spine *s)
{
	return !base_beyond(g, s, s->r) &&
	       (geo_edges_reach(g, s, s->r) == GEO_NEARER ||
		spine_enters(g, s));
}

bool geo_base_touches(const struct polygon *g, const struct spine *s)
{
	return !base_beyond(g, s, s->r) &&
	       (geo_edges_reach(g, s, s->r) != GEO_FARTHER ||
		spine_enters(g, s));
}

bool geo_base_contacts(const struct polygon *g, const struct spine *s)
{
	return !base_beyond(g, s, s->r + GEO_TOUCH) &&
	       (geo_edges_reach(g, s, s->r + GEO_TOUCH) != GEO_FARTHER ||
		spine_enters(g, s));
}

/* direction d from corner i leads strictly into the polygon, whose corners
 * run counter-clockwise if left */
static bool leads_inside(const struct polygon *g, int32_t i, bool left,
			 struct vec d)
{
	struct vec v = g->v[i];
	struct vec to_next = vec_sub(g->v[geometry_after(g, i)], v);
	struct vec to_last = vec_sub(g->v[geometry_before(g, i)], v);
	/* the inside turns counter-clockwise from first to last */
	struct vec first = left ? to_next : to_last;
	struct vec last = left ? to_last : to_next;

	if (geo_cross(first, last) > 0)
		return geo_cross(first, d) > 0 && geo_cross(d, last) > 0;
	/* a straight or reflex angle: outside is the other, closed part */
	return geo_cross(last, d) < 0 || geo_cross(d, first) < 0;
}

/*
 * Walk the places where a segment from p to q meets the boundary and see where
 * it goes over between the strict inside and the rest. Any such place will do
 * (stairs NULL), or one that is on none of the stairs.
 */
struct crossing {
	const struct polygon *g;
	const struct segment *stairs;
	int32_t n_stairs;
	struct vec p, q;
};

/* both ends of s are within limit of the line ab */
static bool along_line(const struct segment *s, struct vec a, struct vec b,
		       int32_t limit)
{
	struct int128 most_off = int128_mul((uint64_t)limit * (uint64_t)limit,
					    (uint64_t)geo_dist2(a, b));
	int64_t from = geo_turn(a, b, s->a), to = geo_turn(a, b, s->b);

	return int128_cmp(int128_square(from), most_off) <= 0 &&
	       int128_cmp(int128_square(to), most_off) <= 0;
}

/* the stair is part of no edge exactly: its feature was turned */
static bool is_off_edges(const struct polygon *g, const struct segment *s)
{
	for (int32_t i = 0; i < g->n; i++) {
		if (along_line(s, g->v[i], g->v[geometry_after(g, i)], 0))
			return false;
	}
	return true;
}

/* a stair is part of an edge; only if of none exactly, of one close by */
static bool stair_on_edge(const struct polygon *g, const struct segment *s,
			  struct vec a, struct vec b)
{
	return along_line(s, a, b, is_off_edges(g, s) ? GEO_TOUCH : 0);
}

/* a boundary point of whole coordinates, an end of pq or a corner, is on a
 * stair; of one that is a little off its edge, close to it */
static bool vec_on_stairs(const struct crossing *x, struct vec c)
{
	for (int32_t i = 0; i < x->n_stairs; i++) {
		const struct segment *s = &x->stairs[i];

		if (geo_segment_reach(s->a, s->b, c,
				      is_off_edges(x->g, s) ? GEO_TOUCH : 0) !=
		    GEO_FARTHER)
			return true;
	}
	return false;
}

/* pq crosses the edge ab; a stair along that edge, met by pq, is met there */
static bool edge_on_stairs(const struct crossing *x, struct vec a, struct vec b)
{
	for (int32_t i = 0; i < x->n_stairs; i++) {
		const struct segment *s = &x->stairs[i];

		if (geo_segments_meet(x->p, x->q, s->a, s->b) &&
		    stair_on_edge(x->g, s, a, b))
			return true;
	}
	return false;
}

/* pq meets corner i, a point of pq: it goes over there, and on no stair */
static bool crosses_at_corner(const struct crossing *x, bool left, int32_t i)
{
	struct vec c = x->g->v[i];
	/* a segment does not go on past its ends */
	bool ahead = !vec_equal(c, x->q) &&
		     leads_inside(x->g, i, left, vec_sub(x->q, x->p));
	bool behind = !vec_equal(c, x->p) &&
		      leads_inside(x->g, i, left, vec_sub(x->p, x->q));

	if (!ahead && !behind)
		return false;
	return !x->stairs || (ahead != behind && !vec_on_stairs(x, c));
}

/* pq goes over at the edge ab, whose ends are on two sides of the line pq, and
 * on no stair: it crosses the edge, or one of its ends is on the edge */
static bool crosses_edge(const struct crossing *x, bool left, struct vec a,
			 struct vec b)
{
	/* 1: on the inner side of the edge */
	int inner = left ? 1 : -1;
	int sp = inner * geometry_sign(geo_turn(a, b, x->p));
	int sq = inner * geometry_sign(geo_turn(a, b, x->q));

	if (sp == sq || sp * sq > 0 || (sp <= 0 && sq <= 0))
		return false;
	if (sp && sq)
		return !edge_on_stairs(x, a, b);
	return !vec_on_stairs(x, sp ? x->q : x->p);
}

static bool geometry_crosses(const struct crossing *x)
{
	const struct polygon *g = x->g;
	struct vec along = vec_sub(x->q, x->p);
	bool left = signed_area2(g) > 0;
	int side[GEO_MAX_VERTICES]; /* of the line pq, each corner */
	bool some_left = false, some_right = false;

	for (int32_t i = 0; i < g->n; i++) {
		side[i] =
			geometry_sign(geo_cross(along, vec_sub(g->v[i], x->p)));
		some_left |= side[i] >= 0;
		some_right |= side[i] <= 0;
	}
	if (!some_left || !some_right)
		return false;
	for (int32_t i = 0, last = g->n - 1; i < g->n; last = i++) {
		if (!side[i] && geometry_between(x->p, x->q, g->v[i]) &&
		    crosses_at_corner(x, left, i))
			return true;
		if (side[last] * side[i] < 0 &&
		    crosses_edge(x, left, g->v[last], g->v[i]))
			return true;
	}
	return false;
}

bool geo_polygon_passes(const struct polygon *g, struct vec p, struct vec q)
{
	struct spine line = { { p, q }, 2, 0 };

	return !base_beyond(g, &line, 0) &&
	       (geo_polygon_side(g, p) == GEO_INSIDE ||
		geometry_crosses(&(struct crossing){ .g = g, .p = p, .q = q }));
}

enum geo_pass geo_polygon_pass(const struct polygon *g, struct vec p,
			       struct vec q)
{
	struct spine line = { { p, q }, 2, 0 };

	if (base_beyond(g, &line, 0))
		return GEO_MISSES;

	if (geo_polygon_passes(g, p, q))
		return GEO_PASSES;
	if (geo_polygon_side(g, p) == GEO_BOUNDARY)
		return GEO_GRAZES;
	return geo_edges_reach(g, &line, 0) == GEO_EXACT ? GEO_GRAZES
							 : GEO_MISSES;
}

/* the way from c, a point of the boundary, to `to` begins along an edge */
static bool goes_along(const struct polygon *g, struct vec c, struct vec to)
{
	for (int32_t i = 0; i < g->n; i++) {
		struct vec a = g->v[i], b = g->v[geometry_after(g, i)];

		if (geo_turn(a, b, c) || geo_turn(a, b, to))
			continue;
		/* on that line, and not at the end of the edge that it leaves
		 * by */
		if ((geometry_between(a, b, c) && !vec_equal(c, b) &&
		     geo_dot(vec_sub(b, a), vec_sub(to, c)) > 0) ||
		    (geometry_between(a, b, c) && !vec_equal(c, a) &&
		     geo_dot(vec_sub(a, b), vec_sub(to, c)) > 0))
			return true;
	}
	return false;
}

/* the end c of the way to `to` is on the boundary, not on stairs, and the way
 * does not run along it: to one side or the other, it is all the same */
static bool leaves_boundary(const struct crossing *x, struct vec c,
			    struct vec to)
{
	return geo_polygon_side(x->g, c) == GEO_BOUNDARY &&
	       !vec_on_stairs(x, c) &&
	       (geo_polygon_side(x->g, to) != GEO_BOUNDARY ||
		!goes_along(x->g, c, to));
}

bool geo_polygon_by_stairs(const struct polygon *g,
			   const struct segment *stairs, int32_t n_stairs,
			   struct vec p, struct vec q)
{
	static const struct segment none;
	struct crossing x = { g, stairs ? stairs : &none, n_stairs, p, q };

	if (vec_equal(p, q))
		return true;
	return !geometry_crosses(&x) && !leaves_boundary(&x, p, q) &&
	       !leaves_boundary(&x, q, p);
}

/* --- track points ------------------------------------------------------ */

struct track geo_track(struct vec p, struct vec q)
{
	struct vec d = vec_sub(q, p);

	return (struct track){ p, d, geometry_most(abs(d.x), abs(d.y)) };
}

struct vec geo_track_at(const struct track *t, int32_t k)
{
	if (!t->n)
		return t->from;
	return (struct vec){
		t->from.x +
			(int32_t)geo_div((int64_t)k * t->step.x, t->n, GEO_HA),
		t->from.y +
			(int32_t)geo_div((int64_t)k * t->step.y, t->n, GEO_HA),
	};
}
