/*
 * src/engine/geometry.h - exact plane geometry on whole numbers.
 *
 * All results are exact: coordinates are integers, distances are compared as
 * squares, and the one table of sines is part of the rules. Two machines, or
 * two implementations, agree to the last digit.
 *
 * Unit (RB-GEO-01): 1 u = 0.01 inch. x grows to the east, y to the north.
 * Directions (RB-GEO-03) are compass degrees 0..359, 0 = north, clockwise.
 * Range: coordinates, radii and distances lie in -GEO_MAX..GEO_MAX, far beyond
 * any board; then no intermediate value leaves 128 bits. Whoever reads numbers
 * from outside keeps them in that range.
 */
#ifndef ENGINE_GEOMETRY_H
#define ENGINE_GEOMETRY_H
#include "base/base.h"

enum {
	GEO_MAX = 1 << 18,
	GEO_TOUCH = 2,         /* u between bases that still touch, RB-GEO-09 */
	GEO_MAX_VERTICES = 24, /* of a polygon, RB-SETUP-10 */
	GEO_ONE = 1000000      /* what the table calls 1, RB-GEO-04 */
};

struct vec {
	int32_t x, y;
};

struct segment {
	struct vec a, b;
};

/*
 * A base: all points within r of its spine, which is the point p[0], or the
 * segment from p[0] to p[1] if n is 2 (RB-GEO-08, CV-GEO-01).
 */
struct spine {
	struct vec p[2];
	int32_t n;
	int32_t r;
};

/* 3..24 corners in order, either way round; closed and simple (RB-GEO-14) */
struct polygon {
	int32_t n;
	struct vec v[GEO_MAX_VERTICES];
};

struct box {
	int32_t x0, y0, x1, y1;
};

/* RB-GEO-05: nearest with halves away from zero, away from zero, toward zero */
enum geo_round { GEO_HA, GEO_AZ, GEO_TZ };

enum geo_side { GEO_OUTSIDE, GEO_BOUNDARY, GEO_INSIDE };

/* a distance against a limit: smaller, exactly equal, larger */
enum geo_reach { GEO_NEARER = -1, GEO_EXACT = 0, GEO_FARTHER = 1 };

static inline bool vec_equal(struct vec a, struct vec b)
{
	return a.x == b.x && a.y == b.y;
}

static inline struct vec vec_add(struct vec a, struct vec b)
{
	return (struct vec){ a.x + b.x, a.y + b.y };
}

static inline struct vec vec_sub(struct vec a, struct vec b)
{
	return (struct vec){ a.x - b.x, a.y - b.y };
}

/* a x b: positive if b lies counter-clockwise of a */
static inline int64_t geo_cross(struct vec a, struct vec b)
{
	return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

static inline int64_t geo_dot(struct vec a, struct vec b)
{
	return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

/* (b - a) x (c - a): on which side of the line from a to b c lies */
static inline int64_t geo_turn(struct vec a, struct vec b, struct vec c)
{
	return geo_cross(vec_sub(b, a), vec_sub(c, a));
}

/* the square of the distance; distances are compared so, RB-GEO-06 */
static inline int64_t geo_dist2(struct vec a, struct vec b)
{
	struct vec v = vec_sub(b, a);

	return geo_dot(v, v);
}

/* n / d rounded as the mode says; d > 0. RB-GEO-05 */
int64_t geo_div(int64_t n, int64_t d, enum geo_round mode);

/* the largest whole number whose square is at most n */
uint64_t geo_isqrt(uint64_t n);

/* the length from p to q in thousandths of a u, rounded down. RB-GEO-06 */
int64_t geo_len(struct vec p, struct vec q);

/* any whole number of degrees as 0..359 */
int32_t geo_degrees(int32_t a);

/* the vector of length GEO_ONE in compass direction a (any degrees). RB-GEO-04
 */
struct vec geo_unit(int32_t a);

/* the vector of length distance in direction a, rounded. RB-GEO-05 off() */
struct vec geo_offset(int32_t distance, int32_t a, enum geo_round mode);

/* the whole compass degree nearest to v, 0 for the null vector. RB-GEO-07 */
int32_t geo_bearing(struct vec v);

/*
 * v is in the front arc of a figure at p facing f whose arc measures arc
 * degrees in all (even, 2..360). The boundary rays belong to it. RB-GEO-12
 */
bool geo_in_arc(struct vec p, int32_t f, int32_t arc, struct vec v);

/* --- segments; a segment may be a single point ------------------------- */

/* the distance from c to the closed segment pq against r; r < 0 is nearer */
enum geo_reach geo_segment_reach(struct vec p, struct vec q, struct vec c,
				 int32_t r);

/* the closed segments have a common point */
bool geo_segments_meet(struct vec a, struct vec b, struct vec c, struct vec d);

/* the distance between the closed segments ab and cd against r */
enum geo_reach geo_segments_reach(struct vec a, struct vec b, struct vec c,
				  struct vec d, int32_t r);

/* --- bases ------------------------------------------------------------- */

/* a round base, RB-GEO-08 */
struct spine geo_disc(struct vec centre, int32_t r);

/*
 * A base whose spine runs from `ahead` u before the dot to its other end along
 * the facing; 0 and 110 is the mount of CV-GEO-01, 55 and 55 its option
 * cv_mount_dot = middle, 0 and 0 a disc.
 */
struct spine geo_base(struct vec dot, int32_t facing, int32_t r, int32_t ahead,
		      int32_t behind);

/* the distance from the spine to the closed segment pq against limit */
enum geo_reach geo_spine_reach(const struct spine *s, struct vec p,
			       struct vec q, int32_t limit);

/* the distance of two spines against limit */
enum geo_reach geo_spines_reach(const struct spine *a, const struct spine *b,
				int32_t limit);

/* the same, when one of them is no disc */
bool geo_long_bases_overlap(const struct spine *a, const struct spine *b);
bool geo_long_bases_touch(const struct spine *a, const struct spine *b);

/* the bases overlap: the spines are nearer than r1 + r2. RB-GEO-09 */
static inline bool geo_bases_overlap(const struct spine *a,
				     const struct spine *b)
{
	int64_t limit = a->r + b->r;

	if (a->n == 1 && b->n == 1)
		return geo_dist2(a->p[0], b->p[0]) < limit * limit;
	return geo_long_bases_overlap(a, b);
}

/* the bases are in contact: at most r1 + r2 + GEO_TOUCH. RB-GEO-09 */
static inline bool geo_bases_touch(const struct spine *a, const struct spine *b)
{
	int64_t limit = a->r + b->r + GEO_TOUCH;

	if (a->n == 1 && b->n == 1)
		return geo_dist2(a->p[0], b->p[0]) <= limit * limit;
	return geo_long_bases_touch(a, b);
}

/*
 * The point of y's spine nearest to x's spine: of equally near ones the
 * nearest to y's first end; a point between the ends has each coordinate
 * rounded HA. The bases do not overlap. RB-GEO-13
 */
struct vec geo_nearest(const struct spine *y, const struct spine *x);

/*
 * The base x, with its dot at dot and facing so, has y in its front arc; with
 * contact that is front-arc contact. RB-GEO-13, CV-GEO-03
 */
bool geo_faces(const struct spine *x, struct vec dot, int32_t facing,
	       int32_t arc, const struct spine *y);

/* where a base of radius r touches x at bearing b from x's dot. RB-GEO-11 */
struct vec geo_touching(struct vec x_dot, int32_t x_r, int32_t r, int32_t b);

/*
 * The whole point nearest to from at which a disc of radius r touches both
 * bases and overlaps neither; ties go to the smaller y, then the smaller x.
 * False if there is none. RB-MOVE-13, TOUCHING X AND Y
 */
bool geo_touching_both(const struct spine *x, const struct spine *y, int32_t r,
		       struct vec from, struct vec *out);

/* the whole base is on a board of w by h. RB-GEO-18 */
bool geo_on_board(const struct spine *s, int32_t w, int32_t h);

/* --- polygons ---------------------------------------------------------- */

struct box geo_polygon_box(const struct polygon *g);

/* where c lies. RB-GEO-14 */
enum geo_side geo_polygon_side(const struct polygon *g, struct vec c);

static inline bool geo_polygon_has(const struct polygon *g, struct vec c)
{
	return geo_polygon_side(g, c) != GEO_OUTSIDE;
}

/* 3..24 corners, no edge of length 0, no edge meets another. RB-GEO-14 */
bool geo_polygon_is_simple(const struct polygon *g);

/* twice the area, positive */
int64_t geo_polygon_area2(const struct polygon *g);

/* area 1..64 square inches, no two corners over 16 inches apart. RB-SETUP-10 */
bool geo_polygon_size_ok(const struct polygon *g);

/* four right angles */
bool geo_polygon_is_rectangle(const struct polygon *g);

/* the length of the shortest edge, rounded up to a u. RB-WALL-01 */
int32_t geo_polygon_thickness(const struct polygon *g);

/* turned by a degrees about the origin, each point rounded HA. RB-SETUP-05 */
struct vec geo_rotate(struct vec p, int32_t a);

/* turned by a degrees, then shifted. RB-SETUP-05 */
struct polygon geo_polygon_place(const struct polygon *g, int32_t a,
				 struct vec at);

/* the polygon is wholly on a board of w by h. RB-SETUP-04 */
bool geo_polygon_on_board(const struct polygon *g, int32_t w, int32_t h);

/* the closed polygons are nearer than d (0 apart if they meet). RB-SETUP-04 */
bool geo_polygons_nearer(const struct polygon *a, const struct polygon *b,
			 int32_t d);

/* no point of inner is outside outer. RB-TER-01 */
bool geo_polygon_within(const struct polygon *inner,
			const struct polygon *outer);

/* the distance from the spine to the nearest edge against limit */
enum geo_reach geo_edges_reach(const struct polygon *g, const struct spine *s,
			       int32_t limit);

/* RB-GEO-15, in its words: the base lies completely inside the polygon .. */
bool geo_base_inside(const struct polygon *g, const struct spine *s);
/* .. overlaps it .. */
bool geo_base_overlaps(const struct polygon *g, const struct spine *s);
/* .. touches it: overlaps, or an edge is exactly r away .. */
bool geo_base_touches(const struct polygon *g, const struct spine *s);
/* .. is in base contact with it: overlaps, or an edge is within r + 2. */
bool geo_base_contacts(const struct polygon *g, const struct spine *s);

/*
 * How a closed segment and a polygon meet (RB-GEO-16): it misses the closed
 * polygon, grazes it (common points, none strictly inside), or passes through.
 */
enum geo_pass { GEO_MISSES, GEO_GRAZES, GEO_PASSES };
enum geo_pass geo_polygon_pass(const struct polygon *g, struct vec p,
			       struct vec q);
/* is that GEO_PASSES? */
bool geo_polygon_passes(const struct polygon *g, struct vec p, struct vec q);

/*
 * A segment enters or leaves the strict inside of a polygon nowhere but on the
 * given segments of its boundary. An end of it lies on the boundary only there,
 * too, or if it runs along it: from inside and from outside alike. Merely
 * touching the boundary in passing is no crossing. RB-ABR-04. The stairs may be
 * up to GEO_TOUCH off the edge they lie on: a turned feature has rounded
 * corners.
 */
bool geo_polygon_by_stairs(const struct polygon *g,
			   const struct segment *stairs, int32_t n_stairs,
			   struct vec p, struct vec q);

/* --- track points, RB-GEO-17 ------------------------------------------- */

/* points 0..n of a segment, each at most a u from the last in x and y */
struct track {
	struct vec from, step; /* the segment: from, from + step */
	int32_t n;
};

struct track geo_track(struct vec p, struct vec q);
struct vec geo_track_at(const struct track *t, int32_t k);
#endif
