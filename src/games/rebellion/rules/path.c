/* src/games/rebellion/rules/path.c */
#include "games/rebellion/rules/path.h"
#include "engine/rule.h"

/*
 * A path meets the line between two touching bases only within this of both
 * rims: it comes no nearer than r to one (RB-MOVE-03), so no more than
 * r + GEO_TOUCH remains to the other; and nearest spine points are rounded.
 */
enum { PAIR_REACH = GEO_TOUCH + 3 };

static void set_block(struct path_block *block, enum path_fault fault,
		      int32_t a, int32_t b)
{
	*block = (struct path_block){ fault, a, b };
}

/* the mover's own base and its captive's are not in its way */
static bool in_the_way(const struct mover *m, int32_t i)
{
	return i != m->self && i != m->captive;
}

static bool point_on_board(const struct ground *g, struct vec p)
{
	return p.x >= 0 && p.y >= 0 && p.x <= g->w && p.y <= g->h;
}

/* --- what a segment may not do ----------------------------------------- */

/* s is surely farther than margin from the segment pq */
static bool path_aside(const struct spine *s, struct vec p, struct vec q,
		       int32_t margin)
{
	struct vec a = s->p[0], b = s->p[s->n - 1];
	int32_t west = (p.x < q.x ? p.x : q.x) - margin;
	int32_t east = (p.x < q.x ? q.x : p.x) + margin;
	int32_t south = (p.y < q.y ? p.y : q.y) - margin;
	int32_t north = (p.y < q.y ? q.y : p.y) + margin;

	return (a.x < west && b.x < west) || (a.x > east && b.x > east) ||
	       (a.y < south && b.y < south) || (a.y > north && b.y > north);
}

static bool spine_within(const struct spine *s, struct vec p, struct vec q,
			 int32_t d)
{
	return !path_aside(s, p, q, d) &&
	       geo_spine_reach(s, p, q, d) == GEO_NEARER;
}

/* RB-MOVE-03 */
static bool crosses_base(const struct body *b, struct vec p, struct vec q)
{
	return spine_within(&b->spine, p, q, b->spine.r);
}

/* may pq meet a line between b and a neighbour, without crossing b? */
static bool near_base(const struct body *b, struct vec p, struct vec q)
{
	return spine_within(&b->spine, p, q, b->spine.r + PAIR_REACH);
}

/* the line that joins two touching bases, RB-MOVE-04 */
static struct segment path_join(const struct body *a, const struct body *b)
{
	return (struct segment){ geo_nearest(&a->spine, &b->spine),
				 geo_nearest(&b->spine, &a->spine) };
}

/* terrain that no figure on foot enters, RB-MOVE-05 */
static bool is_forbidden(const struct mover *m, const struct feature *f)
{
	return f->kind == FEATURE_BLOCKING ||
	       RULE(RB_WAT_02, f->kind == FEATURE_DEEP && !m->aquatic);
}

/* this figure goes round it although it might enter */
static bool is_avoided(const struct ground *g, const struct mover *m,
		       const struct feature *f)
{
	return m->avoids >> (f - g->features) & 1;
}

/* the places that a base sweeps while its dot goes from p to q overlap f */
static bool path_sweeps(const struct mover *m, const struct feature *f,
			struct vec p, struct vec q)
{
	struct spine swept = { { p, q }, 2, m->r };
	int32_t facing = geo_bearing(vec_sub(q, p));
	struct spine at_p = geo_base(p, facing, m->r, m->ahead, m->behind);
	struct spine at_q = geo_base(q, facing, m->r, m->ahead, m->behind);

	if (vec_equal(p, q))
		return false;
	if (geo_base_overlaps(&f->area, &swept) ||
	    geo_base_overlaps(&f->area, &at_p) ||
	    geo_base_overlaps(&f->area, &at_q))
		return true;
	if (at_p.n == 1)
		return false;
	for (int end = 0; end < 2; end++) {
		swept.p[0] = at_p.p[end];
		swept.p[1] = at_q.p[end];
		if (geo_base_overlaps(&f->area, &swept))
			return true;
	}
	return false;
}

static enum path_fault feature_fault(const struct ground *g,
				     const struct mover *m,
				     const struct feature *f, struct vec p,
				     struct vec q)
{
	if (is_forbidden(m, f)) {
		if (RULE(RB_MOVE_05, geo_polygon_passes(&f->area, p, q)) ||
		    (g->wide_paths && f->kind == FEATURE_BLOCKING &&
		     path_sweeps(m, f, p, q)))
			return PATH_ENTERS_TERRAIN;
	} else if (is_avoided(g, m, f)) {
		if (geo_polygon_passes(&f->area, p, q))
			return PATH_ENTERS_TERRAIN;
	} else if (RULE(RB_ABR_04,
			f->kind == FEATURE_ELEVATED && f->abrupt &&
				!geo_polygon_by_stairs(&f->area, f->stairs,
						       f->n_stairs, p, q))) {
		return PATH_CLIMBS_CLIFF;
	}
	return PATH_OK;
}

static struct box points_box(const struct vec *p, int32_t n)
{
	struct box b = { p[0].x, p[0].y, p[0].x, p[0].y };

	for (int32_t i = 1; i < n; i++) {
		b.x0 = p[i].x < b.x0 ? p[i].x : b.x0;
		b.y0 = p[i].y < b.y0 ? p[i].y : b.y0;
		b.x1 = p[i].x > b.x1 ? p[i].x : b.x1;
		b.y1 = p[i].y > b.y1 ? p[i].y : b.y1;
	}
	return b;
}

/*
 * The first base, in id order, that the path crosses. near tells for each leg
 * the bases between which it might pass.
 */
static int32_t find_crossed(const struct ground *g, const struct mover *m,
			    const struct vec *p, int32_t n, uint64_t *near)
{
	uint64_t set = ground_near(g, points_box(p, n), PAIR_REACH);

	for (; set; set &= set - 1) {
		int32_t i = __builtin_ctzll(set);
		const struct body *b = &g->bodies[i];

		if (!in_the_way(m, i))
			continue;
		for (int32_t leg = 0; leg + 1 < n; leg++) {
			if (!near_base(b, p[leg], p[leg + 1]))
				continue;
			if (RULE(RB_MOVE_03,
				 crosses_base(b, p[leg], p[leg + 1])))
				return i;
			near[leg] |= (uint64_t)1 << i;
		}
	}
	return GROUND_NONE;
}

/* the segment passes between a and b, RB-MOVE-04 */
static bool parts_pair(const struct ground *g, int32_t a, int32_t b,
		       struct vec p, struct vec q)
{
	struct segment s;

	if (!ground_touch(g, a, b))
		return false;
	s = path_join(&g->bodies[a], &g->bodies[b]);
	return RULE(RB_MOVE_04, geo_segments_meet(p, q, s.a, s.b));
}

/* the first pair, in id order, between which a leg of the path passes */
static bool find_pair(const struct ground *g, const struct vec *p, int32_t n,
		      const uint64_t *near, struct path_block *block)
{
	for (int32_t a = 0; a < g->n_bodies; a++) {
		int32_t best = GROUND_MAX_BASES;

		for (int32_t leg = 0; leg + 1 < n; leg++) {
			uint64_t others = near[leg] >> a;

			if (!(others & 1))
				continue;
			for (int32_t b = a + 1; (others >>= 1) && b < best;
			     b++) {
				if ((others & 1) &&
				    parts_pair(g, a, b, p[leg], p[leg + 1]))
					best = b;
			}
		}
		if (best < GROUND_MAX_BASES) {
			set_block(block, PATH_BETWEEN_BASES, a, best);
			return true;
		}
	}
	return false;
}

static bool check_points(const struct ground *g, const struct mover *m,
			 const struct vec *p, int32_t n,
			 struct path_block *block)
{
	uint64_t near[PATH_MAX_POINTS], any_near = 0;
	int32_t crossed;

	assert(g->n_bodies <= GROUND_MAX_BASES && n <= PATH_MAX_POINTS);
	set_block(block, PATH_OK, GROUND_NONE, GROUND_NONE);
	for (int32_t i = 0; i < n; i++) {
		near[i] = 0;
		if (!point_on_board(g, p[i])) {
			set_block(block, PATH_LEAVES_BOARD, GROUND_NONE,
				  GROUND_NONE);
			return false;
		}
	}
	if (m->flight)
		return true;
	crossed = RULE(CV_PROF_08, m->over_bases)
			  ? GROUND_NONE
			  : find_crossed(g, m, p, n, near);
	if (crossed != GROUND_NONE) {
		set_block(block, PATH_CROSSES_BASE, crossed, GROUND_NONE);
		return false;
	}
	for (int32_t leg = 0; leg + 1 < n; leg++)
		any_near |= near[leg];
	if ((any_near & (any_near - 1)) && find_pair(g, p, n, near, block))
		return false;
	for (int32_t i = 0; i < g->n_features; i++) {
		for (int32_t leg = 0; leg + 1 < n; leg++) {
			enum path_fault fault = feature_fault(
				g, m, &g->features[i], p[leg], p[leg + 1]);

			if (fault) {
				set_block(block, fault, i, GROUND_NONE);
				return false;
			}
		}
	}
	return true;
}

bool path_segment_check(const struct ground *g, const struct mover *m,
			struct vec p, struct vec q, struct path_block *block)
{
	return check_points(g, m, (struct vec[]){ p, q }, 2, block);
}

bool path_check(const struct ground *g, const struct mover *m,
		const struct path *path, struct path_block *block)
{
	return check_points(g, m, path->p, path->n, block);
}

/* --- the shortest way round, RB-MOVE-07 -------------------------------- */

enum {
	RING = 24,     /* corners around a spine point */
	CLEARANCE = 4, /* u, from what it goes round without need */
	UNIT = 1000,   /* of a direction */
	MAX_CORNERS = GROUND_MAX_BASES * 2 * RING +
		      GROUND_MAX_FEATURES *
			      (GEO_MAX_VERTICES + 2 * GROUND_MAX_STAIRS),
	START = 0,
	FIRST_GOAL,
	MAX_NODES = FIRST_GOAL + PATH_MAX_GOALS + MAX_CORNERS,
	/* bases do not overlap, so the lines between touching ones do not
	 * cross: a planar graph, fewer than three lines a base */
	MAX_PAIRS = 3 * GROUND_MAX_BASES,
	HASTE = 2 /* any way is sought where the goals seem so much farther */
};

/* longer than any leg on any board, and its square fits 63 bits */
static const int64_t NO_LIMIT = 2000000000;

/* longer than any way plus any rest */
static const int64_t FAR = PATH_NO_LIMIT;

/*
 * Whether a leg is barred is dear to tell, so it is asked of a node only when
 * its turn comes: until then its way is the best that might be, over all nodes
 * that were taken. If that is barred, the best of those that are not is looked
 * for, once over each node taken.
 */
struct node {
	int64_t len;    /* from the start over its parent */
	int16_t parent; /* -1: not reached */
	int16_t legs;   /* from the start */
	int16_t clear;  /* the best parent of those taken before `asked` */
	int16_t asked;
	int32_t rest;  /* at least this far to the goal; of any way, more */
	bool sure;     /* no leg of its way is barred */
	bool closed;   /* taken */
	int16_t place; /* in the heap; -1: not there */
	struct vec p;
};
static_assert(MAX_NODES <= INT16_MAX, "a way over all of them has a length");

struct search {
	const struct ground *g;
	const struct mover *m;
	struct path_goals to;
	int64_t limit; /* of the whole way */
	bool any;      /* it need not be the shortest */
	enum { SEARCH_BEGUN, SEARCH_GROUND, SEARCH_CORNERS } has;
	int32_t n_nodes;
	struct node node[MAX_NODES];
	int32_t n_taken, n_heap;
	int16_t taken[MAX_NODES];
	int16_t heap[MAX_NODES]; /* those to go to, before() the others above */
	int32_t n_bodies;        /* the obstacles */
	const struct body *body[GROUND_MAX_BASES];
	struct box reach[GROUND_MAX_BASES]; /* outside it is not near_base() */
	int32_t n_features;
	const struct feature *feature[GROUND_MAX_FEATURES];
	struct box area[GROUND_MAX_FEATURES]; /* of these */
	int32_t n_pairs;
	struct {
		int32_t a, b; /* in body[] */
		struct segment join;
	} pair[MAX_PAIRS];
	int32_t culprit; /* the base that barred the segment before */
};

static_assert(sizeof(struct search) <= sizeof(struct path_room),
	      "what is lent is enough");

static bool any_pair_between(const struct search *s, uint64_t near,
			     struct vec p, struct vec q)
{
	for (int32_t i = 0; i < s->n_pairs; i++) {
		if ((near >> s->pair[i].a & 1) && (near >> s->pair[i].b & 1) &&
		    geo_segments_meet(p, q, s->pair[i].join.a,
				      s->pair[i].join.b))
			return true;
	}
	return false;
}

static bool boxes_apart(const struct box *a, const struct box *b)
{
	return a->x1 < b->x0 || a->x0 > b->x1 || a->y1 < b->y0 || a->y0 > b->y1;
}

/* the bodies that may be near something in the box, one bit each */
static uint64_t bodies_near(const struct search *s, struct box b)
{
	uint64_t near = 0;

	for (int32_t i = 0; i < s->n_bodies; i++) {
		const struct box *r = &s->reach[i];

		near |= (uint64_t)((b.x1 >= r->x0) & (b.x0 <= r->x1) &
				   (b.y1 >= r->y0) & (b.y0 <= r->y1))
			<< i;
	}
	return near;
}

/* what check_points() says of one segment, whose ends are on the board */
static bool is_clear(struct search *s, struct vec p, struct vec q)
{
	struct box leg = points_box((struct vec[]){ p, q }, 2);
	uint64_t near = 0;

	if (s->n_bodies && crosses_base(s->body[s->culprit], p, q))
		return false;
	for (uint64_t set = bodies_near(s, leg); set; set &= set - 1) {
		int32_t i = __builtin_ctzll(set);
		const struct body *b = s->body[i];

		if (!near_base(b, p, q))
			continue;
		if (crosses_base(b, p, q)) {
			s->culprit = i;
			return false;
		}
		near |= (uint64_t)1 << i;
	}
	if ((near & (near - 1)) && any_pair_between(s, near, p, q))
		return false;
	for (int32_t i = 0; i < s->n_features; i++) {
		/* with wide paths it is not the leg alone */
		if (!s->g->wide_paths && boxes_apart(&leg, &s->area[i]))
			continue;
		if (feature_fault(s->g, s->m, s->feature[i], p, q))
			return false;
	}
	return true;
}

/* no segment can lead to p: it is within one of these bases or in forbidden
 * terrain */
static bool is_closed_ground(const struct search *s, struct vec p,
			     uint64_t bases)
{
	struct box at = { p.x, p.y, p.x, p.y };

	for (; bases; bases &= bases - 1) {
		if (crosses_base(s->body[__builtin_ctzll(bases)], p, p))
			return true;
	}
	for (int32_t i = 0; i < s->n_features; i++) {
		if (!boxes_apart(&at, &s->area[i]) &&
		    (is_forbidden(s->m, s->feature[i]) ||
		     is_avoided(s->g, s->m, s->feature[i])) &&
		    geo_polygon_side(&s->feature[i]->area, p) == GEO_INSIDE)
			return true;
	}
	return false;
}

/* the distance of p and the box, thousandths of a u */
static int64_t box_far(const struct box *b, struct vec p)
{
	struct vec nearest = p;

	if (p.x < b->x0 || p.x > b->x1)
		nearest.x = p.x < b->x0 ? b->x0 : b->x1;
	if (p.y < b->y0 || p.y > b->y1)
		nearest.y = p.y < b->y0 ? b->y0 : b->y1;
	return geo_len(p, nearest);
}

/* from so far from their middle no goal is nearer */
static int64_t goals_far(const struct search *s, int64_t far)
{
	int64_t around = (int64_t)s->to.around * 1000;

	return far > around ? far - around : 0;
}

/* every way to a goal that comes into the box is too long; legs are rounded
 * down, which makes less than 1 u of the longest way */
static bool is_beyond(const struct search *s, const struct box *b)
{
	return s->limit < FAR &&
	       box_far(b, s->m->at) + goals_far(s, box_far(b, s->to.middle)) >
		       s->limit + 1000;
}

static void add_node(struct search *s, struct vec p)
{
	s->node[s->n_nodes++] = (struct node){
		.p = p, .len = FAR, .parent = -1, .clear = -1, .place = -1
	};
}

/* bases: those that p may be in */
static void add_corner(struct search *s, struct vec p, uint64_t bases)
{
	struct box at = { p.x, p.y, p.x, p.y };

	if (point_on_board(s->g, p) && !is_beyond(s, &at) &&
	    !is_closed_ground(s, p, bases))
		add_node(s, p);
}

static struct box path_wider(struct box b, int32_t by)
{
	return (struct box){ b.x0 - by, b.y0 - by, b.x1 + by, b.y1 + by };
}

static void gather_ground(struct search *s)
{
	const struct ground *g = s->g;

	for (int32_t i = 0; i < g->n_bodies; i++) {
		const struct spine *spine = &g->bodies[i].spine;

		struct box reach =
			path_wider(ground_box(spine), spine->r + PAIR_REACH);

		if (!in_the_way(s->m, i) || is_beyond(s, &reach))
			continue;
		s->body[s->n_bodies] = &g->bodies[i];
		s->reach[s->n_bodies++] = reach;
	}
	for (int32_t i = 0; i < s->n_bodies; i++) {
		for (int32_t j = i + 1; j < s->n_bodies; j++) {
			int32_t a = (int32_t)(s->body[i] - g->bodies);
			int32_t b = (int32_t)(s->body[j] - g->bodies);

			if (!ground_touch(g, a, b))
				continue;
			assert(s->n_pairs < MAX_PAIRS);
			s->pair[s->n_pairs].a = i;
			s->pair[s->n_pairs].b = j;
			s->pair[s->n_pairs++].join =
				path_join(s->body[i], s->body[j]);
		}
	}
	for (int32_t i = 0; i < g->n_features; i++) {
		const struct feature *f = &g->features[i];

		if (is_forbidden(s->m, f) || is_avoided(g, s->m, f) ||
		    (f->kind == FEATURE_ELEVATED && f->abrupt)) {
			s->area[s->n_features] = geo_polygon_box(&f->area);
			s->feature[s->n_features++] = f;
		}
	}
}

/* outside of this corner of the feature, so that a dot there is not on it */
static struct vec corner_outside(const struct feature *f, int32_t k)
{
	int32_t n = f->area.n;
	struct vec v = f->area.v[k];
	struct vec in = vec_sub(v, f->area.v[(k + n - 1) % n]);
	struct vec out = vec_sub(v, f->area.v[(k + 1) % n]);
	struct vec way = vec_add(geo_offset(UNIT, geo_bearing(in), GEO_HA),
				 geo_offset(UNIT, geo_bearing(out), GEO_HA));

	return vec_add(v, geo_offset(CLEARANCE, geo_bearing(way), GEO_AZ));
}

static void gather_corners(struct search *s)
{
	struct vec ring[RING];
	int32_t ring_r = -1;

	for (int32_t i = 0; i < s->n_bodies; i++) {
		const struct spine *spine = &s->body[i]->spine;
		uint64_t bases = bodies_near(
			s, path_wider(ground_box(spine), spine->r + 1));

		/* no corner of a disc is within it */
		if (spine->n == 1)
			bases &= ~((uint64_t)1 << i);
		for (int32_t k = 0; k < RING && ring_r != spine->r; k++)
			ring[k] = geo_offset(spine->r + 1, 15 * k, GEO_AZ);
		ring_r = spine->r;
		for (int32_t end = 0; end < spine->n; end++) {
			for (int32_t k = 0; k < RING; k++)
				add_corner(s, vec_add(spine->p[end], ring[k]),
					   bases);
		}
	}
	for (int32_t i = 0; i < s->n_features; i++) {
		const struct feature *f = s->feature[i];
		/* stairs may be next to the edge */
		uint64_t bases = bodies_near(
			s, path_wider(s->area[i], GEO_TOUCH + CLEARANCE));

		if (is_avoided(s->g, s->m, f)) {
			for (int32_t k = 0; k < f->area.n; k++)
				add_corner(s, corner_outside(f, k), bases);
		} else if (is_forbidden(s->m, f)) {
			for (int32_t k = 0; k < f->area.n; k++)
				add_corner(s, f->area.v[k], bases);
		} else {
			for (int32_t k = 0; k < f->n_stairs; k++) {
				add_corner(s, f->stairs[k].a, bases);
				add_corner(s, f->stairs[k].b, bases);
			}
		}
	}
}

/* of two chains with as many legs: is that over a the smaller list? */
static bool list_smaller(const struct search *s, int32_t a, int32_t b)
{
	bool smaller = false;

	/* from the end to where they part: the difference met last counts */
	while (a != b) {
		struct vec p = s->node[a].p, q = s->node[b].p;

		if (!vec_equal(p, q))
			smaller = p.x < q.x || (p.x == q.x && p.y < q.y);
		a = s->node[a].parent;
		b = s->node[b].parent;
	}
	return smaller;
}

/* how far v is over u, which is taken */
static int64_t len_over(const struct search *s, int32_t u, int32_t v)
{
	return s->node[u].len + geo_len(s->node[u].p, s->node[v].p);
}

/* May a way of this length at p be better over p than the known way to a
 * node? Compares squares, because roots are slow. */
static inline bool may_be_better(int64_t len, struct vec p,
				 const struct node *to)
{
	int64_t room = to->len - len;

	return room >= NO_LIMIT ||
	       (room >= 0 &&
		geo_dist2(p, to->p) * 1000000 < (room + 1) * (room + 1));
}

/* is the way to v over u, so long, better than the known one? */
static bool is_better(const struct search *s, int32_t u, int64_t len, int32_t v)
{
	const struct node *to = &s->node[v];
	int32_t legs = s->node[u].legs + 1;

	if (len != to->len)
		return len < to->len;
	if (legs != to->legs)
		return legs < to->legs;
	return list_smaller(s, u, to->parent);
}

/* Which is next: whose way seems shortest, of equals the one nearest to the
 * start. When a node is taken, all that a better way to it could lead over was
 * taken before. */
static bool path_before(const struct search *s, int32_t a, int32_t b)
{
	const struct node *x = &s->node[a], *y = &s->node[b];
	int64_t over_x = x->len + x->rest, over_y = y->len + y->rest;

	if (over_x != over_y)
		return over_x < over_y;
	return x->len != y->len ? x->len < y->len : a < b;
}

static void heap_put(struct search *s, int32_t place, int32_t v)
{
	s->heap[place] = (int16_t)v;
	s->node[v].place = (int16_t)place;
}

/* v belongs at this place of the heap, or above */
static void heap_rise(struct search *s, int32_t place, int32_t v)
{
	while (place && path_before(s, v, s->heap[(place - 1) / 2])) {
		heap_put(s, place, s->heap[(place - 1) / 2]);
		place = (place - 1) / 2;
	}
	heap_put(s, place, v);
}

/* or below */
static void heap_sink(struct search *s, int32_t place, int32_t v)
{
	int32_t below;

	while ((below = 2 * place + 1) < s->n_heap) {
		if (below + 1 < s->n_heap &&
		    path_before(s, s->heap[below + 1], s->heap[below]))
			below++;
		if (!path_before(s, s->heap[below], v))
			break;
		heap_put(s, place, s->heap[below]);
		place = below;
	}
	heap_put(s, place, v);
}

/* go to v over u; -1: not at all */
static void path_go(struct search *s, int32_t u, int64_t len, int32_t v,
		    bool sure)
{
	struct node *to = &s->node[v];
	bool nearer = len <= to->len;

	to->parent = (int16_t)u;
	to->len = len;
	to->legs = (int16_t)(u < 0 ? 0 : s->node[u].legs + 1);
	to->sure = sure;
	if (to->place < 0)
		heap_rise(s, s->n_heap++, v);
	else if (nearer)
		heap_rise(s, to->place, v);
	else
		heap_sink(s, to->place, v);
}

static bool is_open(struct search *s, int32_t u, int32_t v)
{
	return is_clear(s, s->node[u].p, s->node[v].p);
}

/* v is next: find out whether its way is barred, and if so, the best that is
 * not */
static void make_sure(struct search *s, int32_t v)
{
	struct node *n = &s->node[v];
	int32_t barred = n->parent;

	if (is_open(s, barred, v)) {
		n->sure = true;
	} else if (n->clear < 0) {
		path_go(s, -1, FAR, v, true);
	} else {
		path_go(s, n->clear, len_over(s, n->clear, v), v, true);
	}
	for (; n->asked < s->n_taken; n->asked++) {
		int32_t u = s->taken[n->asked];
		int64_t len;

		if (u == barred ||
		    !may_be_better(s->node[u].len, s->node[u].p, n))
			continue;
		len = len_over(s, u, v);
		if (is_better(s, u, len, v) && is_open(s, u, v))
			path_go(s, u, len, v, true);
	}
	n->clear = n->parent;
}

/* to v over u, which was just taken, if that is better */
static inline void path_relax(struct search *s, int32_t u, int32_t v)
{
	struct vec at = s->node[u].p;
	int64_t far = s->node[u].len, len;

	if (s->node[v].closed || !may_be_better(far, at, &s->node[v]))
		return;
	len = far + geo_len(at, s->node[v].p);
	if (is_better(s, u, len, v))
		path_go(s, u, len, v, false);
}

/* u is next, and sure: go on from it */
static void node_settle(struct search *s, int32_t u, int32_t goal)
{
	assert(u == s->heap[0]);
	if (--s->n_heap)
		heap_sink(s, 0, s->heap[s->n_heap]);
	s->taken[s->n_taken++] = (int16_t)u;
	s->node[u].closed = true;
	path_relax(s, u, goal);
	for (int32_t v = FIRST_GOAL + s->to.n; v < s->n_nodes; v++)
		path_relax(s, u, v);
}

static void write_path(const struct search *s, int32_t goal, struct path *out)
{
	int32_t n = s->node[goal].legs + 1;

	out->n = n;
	for (int32_t v = goal; n; v = s->node[v].parent)
		out->p[--n] = s->node[v].p;
}

/* the next of the heap is a goal: its way is known */
static void path_arrive(struct search *s, int32_t goal)
{
	if (--s->n_heap)
		heap_sink(s, 0, s->heap[s->n_heap]);
	s->node[goal].closed = true;
}

/*
 * Where to: no way from a node to the goal is shorter than its rest. A leg of
 * at least 1 u loses less than one of its thousandths to rounding down, so a
 * sum of legs is more than 0.999 of the distance; and for the same reason the
 * estimate never falls by more than the leg just gone. What was taken on the
 * way to another goal stays so: its way is the shortest whatever the goal is.
 */
static void head_for(struct search *s, int32_t goal)
{
	struct vec to = s->node[goal].p;

	for (int32_t v = START; v < s->n_nodes; v++) {
		int64_t far;

		if (s->node[v].closed)
			continue;
		far = geo_len(s->node[v].p, to);
		s->node[v].rest =
			(int32_t)(s->any ? HASTE * far : far * 999 / 1000);
	}
	for (int32_t i = s->n_heap / 2; i-- > 0;)
		heap_sink(s, i, s->heap[i]);
	for (int32_t i = 0; i < s->n_taken; i++)
		path_relax(s, s->taken[i], goal);
}

/* go on until the way to the goal is known, or that there is none */
static void go_on(struct search *s, int32_t goal)
{
	int32_t v, first_corner = FIRST_GOAL + s->to.n;

	while (!s->node[goal].closed && s->n_heap &&
	       s->node[v = s->heap[0]].parent >= 0 &&
	       (s->any || s->node[v].len + s->node[v].rest <= s->limit)) {
		if (!s->node[v].sure)
			make_sure(s, v);
		else if (v != START && v < first_corner)
			path_arrive(s, v);
		else
			node_settle(s, v, goal);
	}
}

void path_seek(const struct ground *g, const struct mover *m,
	       const struct path_goals *to, int64_t limit, bool any,
	       struct path_room *room)
{
	struct search *s = (void *)room;

	assert(g->n_bodies <= GROUND_MAX_BASES);
	assert(g->n_features <= GROUND_MAX_FEATURES);
	assert(0 < to->n && to->n <= PATH_MAX_GOALS);
	s->g = g;
	s->m = m;
	s->to = *to;
	s->limit = limit;
	s->any = any;
	s->has = SEARCH_BEGUN;
}

/* collect the obstacles, and the goals inside them */
static void search_ground(struct search *s)
{
	s->has = SEARCH_GROUND;
	s->n_nodes = s->n_bodies = s->n_features = s->n_pairs = s->culprit = 0;
	s->n_taken = s->n_heap = 0;
	gather_ground(s);
	add_node(s, s->m->at);
	for (int32_t i = 0; i < s->to.n; i++) {
		struct vec p = s->to.p[i];

		add_node(s, p);
		s->node[FIRST_GOAL + i].closed =
			!point_on_board(s->g, p) ||
			is_closed_ground(s, p,
					 bodies_near(s, points_box(&p, 1)));
	}
}

enum path_found path_sought(struct path_room *room, int32_t i, struct path *out)
{
	struct search *s = (void *)room;
	const struct node *goal = &s->node[FIRST_GOAL + i];

	assert(0 <= i && i < s->to.n);
	if (s->has == SEARCH_BEGUN)
		search_ground(s);
	if (s->has == SEARCH_GROUND && !goal->closed) {
		s->has = SEARCH_CORNERS;
		gather_corners(s);
		path_go(s, START, 0, START, true);
		s->node[START].legs = 0;
	}
	if (!goal->closed) {
		head_for(s, FIRST_GOAL + i);
		go_on(s, FIRST_GOAL + i);
	}
	/* beyond the limit it may be barred */
	if (!goal->closed || (goal->parent >= 0 && goal->len > s->limit))
		return s->limit == FAR ? PATH_NONE : PATH_BEYOND;
	if (goal->parent < 0 || goal->legs >= PATH_MAX_POINTS)
		return PATH_NONE;
	write_path(s, FIRST_GOAL + i, out);
	return PATH_FOUND;
}

bool path_straight(const struct ground *g, const struct mover *m, struct vec to,
		   struct path *out, struct path_block *block)
{
	out->n = vec_equal(m->at, to) ? 1 : 2;
	out->p[0] = m->at;
	out->p[1] = to;
	return path_segment_check(g, m, m->at, to, block);
}

bool path_round(const struct ground *g, const struct mover *m, struct vec to,
		int64_t limit, struct path_room *room, struct path *out)
{
	struct path_goals goal = { .n = 1, .p = { to }, .middle = to };

	path_seek(g, m, &goal, limit, false, room);
	return path_sought(room, 0, out) == PATH_FOUND;
}

bool path_find(const struct ground *g, const struct mover *m, struct vec to,
	       int64_t limit, struct path_room *room, struct path *out,
	       struct path_block *block)
{
	if (path_straight(g, m, to, out, block))
		return true;
	if (block->fault == PATH_LEAVES_BOARD ||
	    !path_round(g, m, to, limit, room, out))
		return false;
	set_block(block, PATH_OK, GROUND_NONE, GROUND_NONE);
	return true;
}

/* --- terrain stops ----------------------------------------------------- */

/* hindering for movement: RB-HIN-01 to 03, RB-WAT-01 */
static bool is_rough(const struct mover *m, const struct feature *f)
{
	return f->kind == FEATURE_HINDERING ||
	       RULE(RB_WAT_01, f->kind == FEATURE_SHALLOW && !m->aquatic);
}

static struct spine base_of(const struct mover *m, struct vec at,
			    int32_t facing)
{
	return geo_base(at, facing, m->r, m->ahead, m->behind);
}

bool path_halved(const struct ground *g, const struct mover *m)
{
	struct spine base = base_of(m, m->at, m->facing);

	if (RULE(RB_SPD_30, m->flight))
		return false;
	for (int32_t i = 0; i < g->n_features; i++) {
		if (is_rough(m, &g->features[i]) &&
		    geo_base_touches(&g->features[i].area, &base))
			return true;
	}
	return false;
}

/* of points on a track, which are rounded, and of values computed from them */
enum { ROUNDED = 4 };

/* what a feature waits for on the way; walls first wait for the dot */
enum wait { WAIT_NEVER, WAIT_INSIDE, WAIT_OFF, WAIT_DOT_ON_WALL };

static void set_waits(const struct ground *g, const struct mover *m,
		      enum wait *wait)
{
	struct spine base = base_of(m, m->at, m->facing);
	bool in_rough = false;

	for (int32_t i = 0; i < g->n_features; i++) {
		const struct feature *f = &g->features[i];

		wait[i] = WAIT_NEVER;
		if (RULE(RB_SPD_30, m->flight))
			continue;
		if (is_rough(m, f)) {
			wait[i] = RULE(RB_HIN_01, true) ? WAIT_INSIDE
							: WAIT_NEVER;
			in_rough |= RULE(RB_HIN_02,
					 geo_base_inside(&f->area, &base));
		} else if (RULE(RB_ELV_01, f->kind == FEATURE_ELEVATED)) {
			wait[i] = geo_polygon_has(&f->area, m->at)
					  ? WAIT_OFF
					  : WAIT_INSIDE;
		} else if (RULE(RB_WALL_02,
				f->kind == FEATURE_WALL &&
					!geo_base_overlaps(&f->area, &base))) {
			wait[i] = WAIT_DOT_ON_WALL;
		}
	}
	/* RB-HIN-02 */
	for (int32_t i = 0; i < g->n_features && in_rough; i++) {
		if (is_rough(m, &g->features[i]))
			wait[i] = WAIT_NEVER;
	}
}

/* Where the dot is when the feature stops the base, or before that: on a hill
 * where it begins, on a wall. What the base must be inside of holds its spine
 * so far from the edge, and on that is the dot, but for rounding. */
static struct box stop_box(const struct mover *m, const struct feature *f,
			   enum wait wait)
{
	struct box area = geo_polygon_box(&f->area);

	return wait == WAIT_INSIDE ? path_wider(area, ROUNDED - m->r) : area;
}

int64_t path_unstopped(const struct ground *g, const struct mover *m,
		       struct vec to, int64_t limit)
{
	enum wait wait[GROUND_MAX_FEATURES];
	int64_t least = PATH_NO_LIMIT;

	assert(g->n_features <= GROUND_MAX_FEATURES);
	set_waits(g, m, wait);
	for (int32_t i = 0; i < g->n_features; i++) {
		struct box box = stop_box(m, &g->features[i], wait[i]);
		int64_t there, whole;

		if (wait[i] == WAIT_NEVER || box.x0 > box.x1 ||
		    box.y0 > box.y1 || (m->avoids >> i & 1))
			continue;
		there = box_far(&box, m->at);
		if (there > limit + 1000)
			continue;
		/* legs are rounded down, and points of the track are next to
		 * it */
		whole = there + box_far(&box, to) - 1000 * ROUNDED;
		if (whole < least)
			least = whole > 0 ? whole : 0;
	}
	return least;
}

uint32_t path_stops(const struct ground *g, const struct mover *m)
{
	enum wait wait[GROUND_MAX_FEATURES];
	uint32_t set = 0;

	assert(g->n_features <= GROUND_MAX_FEATURES);
	set_waits(g, m, wait);
	for (int32_t i = 0; i < g->n_features; i++)
		if ((wait[i] == WAIT_INSIDE || wait[i] == WAIT_DOT_ON_WALL) &&
		    geo_polygon_side(&g->features[i].area, m->at) != GEO_INSIDE)
			set |= (uint32_t)1 << i;
	return set;
}

/* the base, come to its next track point, must stop for f */
static bool must_stop(const struct feature *f, const struct box *box,
		      const struct spine *base, struct vec dot, enum wait *wait)
{
	switch (*wait) {
	case WAIT_NEVER: return false;
	case WAIT_INSIDE:
		return dot.x >= box->x0 && dot.x <= box->x1 &&
		       dot.y >= box->y0 && dot.y <= box->y1 &&
		       geo_base_inside(&f->area, base);
	case WAIT_OFF: return !geo_base_overlaps(&f->area, base);
	case WAIT_DOT_ON_WALL:
		/* RB-WALL-02: "the first later point" */
		if (dot.x >= box->x0 && dot.x <= box->x1 && dot.y >= box->y0 &&
		    dot.y <= box->y1 && geo_polygon_has(&f->area, dot))
			*wait = WAIT_OFF;
		return false;
	}
	return false;
}

/* the features that may stop the base on the leg from p to q */
static int32_t list_stops(const struct ground *g, const enum wait *wait,
			  const struct box *box, struct vec p, struct vec q,
			  int32_t *list)
{
	int32_t n = 0;

	for (int32_t i = 0; i < g->n_features; i++) {
		const struct box *b = &box[i];
		bool aside = (p.x < b->x0 && q.x < b->x0) ||
			     (p.x > b->x1 && q.x > b->x1) ||
			     (p.y < b->y0 && q.y < b->y0) ||
			     (p.y > b->y1 && q.y > b->y1);

		if (wait[i] != WAIT_NEVER && (wait[i] == WAIT_OFF || !aside))
			list[n++] = i;
	}
	return n;
}

/* On so many points of a track, this one included, nothing changes that needs a
 * way of more than so many u: each leads 1.5 u on at most. */
static int32_t points_of(int32_t way)
{
	int32_t n = (way - ROUNDED) * 2 / 3;

	return n > 1 ? n : 1;
}

/*
 * Does what the base waits for need a way of so many u? Then it does not lie
 * inside yet, as an edge is that far within its rim; or it is not off yet, as
 * it would overlap if it were that much smaller.
 */
static bool waits_for(const struct polygon *area, struct spine base,
		      enum wait wait, int32_t way)
{
	base.r -= way;
	return wait == WAIT_INSIDE
		       ? geo_edges_reach(area, &base, base.r) == GEO_NEARER
		       : geo_base_overlaps(area, &base);
}

/* On so many points of the track, this one included, a feature surely does not
 * stop the base; 0: it may. Dots are waited for in the box. */
static int32_t quiet_at(const struct feature *f, const struct box *b,
			enum wait wait, const struct spine *base,
			struct vec dot)
{
	int32_t x = dot.x < b->x0 ? b->x0 - dot.x : dot.x - b->x1;
	int32_t y = dot.y < b->y0 ? b->y0 - dot.y : dot.y - b->y1;
	int32_t far = x > y ? x : y;

	if (wait != WAIT_OFF && far > 0)
		return far; /* it comes 1 u nearer on each */
	for (int32_t way = base->r / 2;
	     wait != WAIT_DOT_ON_WALL && way > base->r / 8; way /= 2)
		if (waits_for(&f->area, *base, wait, way))
			return points_of(way);
	return 0;
}

static int32_t quiet_for(const struct ground *g, const enum wait *wait,
			 const struct box *box, const int32_t *list, int32_t n,
			 const struct spine *base, struct vec dot)
{
	int32_t least = INT32_MAX;

	for (int32_t j = 0; j < n && least; j++) {
		int32_t i = list[j];
		int32_t quiet =
			quiet_at(&g->features[i], &box[i], wait[i], base, dot);

		if (quiet < least)
			least = quiet;
	}
	return least;
}

/* follow one leg; true if a feature stops the base at w->end */
static bool walk_leg(const struct ground *g, const struct mover *m,
		     enum wait *wait, const struct box *box, struct vec p,
		     struct vec q, struct walk *w)
{
	struct track t = geo_track(p, q);
	struct spine shape = base_of(m, (struct vec){ 0, 0 }, w->facing);
	int32_t list[GROUND_MAX_FEATURES];
	int32_t n = list_stops(g, wait, box, p, q, list);

	for (int32_t k = 1; n && k <= t.n; k++) {
		struct vec dot = geo_track_at(&t, k);
		struct spine base = shape;
		int32_t quiet;

		base.p[0] = vec_add(shape.p[0], dot);
		base.p[1] = vec_add(shape.p[1], dot);
		quiet = quiet_for(g, wait, box, list, n, &base, dot);
		if (quiet > t.n - k)
			break;
		if (quiet) {
			k += quiet - 1;
			continue;
		}
		for (int32_t j = 0; j < n; j++) {
			int32_t i = list[j];

			/* all look at every point: walls remember */
			if (must_stop(&g->features[i], &box[i], &base, dot,
				      &wait[i]) &&
			    w->stopped_by == GROUND_NONE)
				w->stopped_by = i;
		}
		if (w->stopped_by != GROUND_NONE) {
			w->end = dot;
			return true;
		}
	}
	w->end = q;
	return false;
}

struct walk path_walk(const struct ground *g, const struct mover *m,
		      const struct path *path)
{
	enum wait wait[GROUND_MAX_FEATURES];
	struct box box[GROUND_MAX_FEATURES];
	struct walk w = { m->at, 0, 0, m->facing, GROUND_NONE };
	struct vec way = { 0, 0 }; /* of the last leg */
	bool turns = m->ahead || m->behind;

	assert(g->n_features <= GROUND_MAX_FEATURES);
	set_waits(g, m, wait);
	for (int32_t i = 0; i < g->n_features; i++)
		box[i] = geo_polygon_box(&g->features[i].area);
	for (int32_t leg = 0; leg + 1 < path->n; leg++) {
		struct vec p = path->p[leg], q = path->p[leg + 1];
		bool stopped;

		w.legs++;
		if (vec_equal(p, q))
			continue;
		way = vec_sub(q, p);
		if (turns) /* where it faces is where it is */
			w.facing = geo_bearing(way);
		stopped = walk_leg(g, m, wait, box, p, q, &w);
		w.len += geo_len(p, w.end);
		if (stopped)
			break;
	}
	if (!turns && (way.x || way.y))
		w.facing = geo_bearing(way);
	return w;
}

/* --- places and destinations ------------------------------------------- */

/* RB-ABR-05: "only if it also overlaps a stair segment" */
static bool half_on_cliff(const struct feature *f, const struct spine *base)
{
	if (f->kind != FEATURE_ELEVATED || !f->abrupt ||
	    geo_edges_reach(&f->area, base, base->r) != GEO_NEARER)
		return false;
	for (int32_t i = 0; i < f->n_stairs; i++) {
		if (geo_spine_reach(base, f->stairs[i].a, f->stairs[i].b,
				    base->r) == GEO_NEARER)
			return false;
	}
	return true;
}

bool place_check(const struct ground *g, const struct mover *m, struct vec at,
		 int32_t facing, enum place_use use, struct path_block *block)
{
	struct spine base = base_of(m, at, facing);

	return place_check_near(g, m, &base,
				ground_near(g, ground_box(&base), base.r), use,
				block);
}

bool place_check_near(const struct ground *g, const struct mover *m,
		      const struct spine *base, uint64_t near,
		      enum place_use use, struct path_block *block)
{
	set_block(block, PATH_OK, GROUND_NONE, GROUND_NONE);
	if (RULE(RB_GEO_18, !geo_on_board(base, g->w, g->h))) {
		set_block(block, PLACE_OFF_BOARD, GROUND_NONE, GROUND_NONE);
		return false;
	}
	for (; near; near &= near - 1) {
		int32_t i = __builtin_ctzll(near);

		if (in_the_way(m, i) &&
		    RULE(RB_MOVE_10,
			 geo_bases_overlap(&g->bodies[i].spine, base))) {
			set_block(block, PLACE_ON_BASE, i, GROUND_NONE);
			return false;
		}
	}
	for (int32_t i = 0; i < g->n_features; i++) {
		const struct feature *f = &g->features[i];
		bool barred = f->kind == FEATURE_BLOCKING ||
			      (f->kind == FEATURE_DEEP && !m->aquatic);

		if (RULE(RB_MOVE_10,
			 barred && geo_base_overlaps(&f->area, base))) {
			set_block(block, PLACE_IN_TERRAIN, i, GROUND_NONE);
			return false;
		}
		if (RULE(RB_ABR_05,
			 use == PLACE_MOVE && half_on_cliff(f, base))) {
			set_block(block, PLACE_ON_EDGE, i, GROUND_NONE);
			return false;
		}
	}
	return true;
}

struct vec path_bearing(struct vec from, int32_t d, int32_t b)
{
	return vec_add(from, geo_offset(d, b, GEO_TZ));
}

struct vec path_touching(const struct ground *g, const struct mover *m,
			 int32_t x)
{
	const struct spine *s = &g->bodies[x].spine;
	struct spine start = geo_disc(m->at, m->r);
	struct vec near = geo_nearest(s, &start);

	return geo_touching(near, s->r, m->r,
			    geo_bearing(vec_sub(m->at, near)));
}

/* Bases that may be in the way of a base anywhere between: collected once,
 * for they are few. */
static uint64_t near_between(const struct ground *g, const struct mover *m,
			     struct vec p, struct vec q, int32_t facing)
{
	struct spine first = base_of(m, p, facing),
		     last = base_of(m, q, facing);
	struct box a = ground_box(&first), b = ground_box(&last);
	/* points of the track are rounded */
	struct box all = { a.x0 < b.x0 ? a.x0 - 1 : b.x0 - 1,
			   a.y0 < b.y0 ? a.y0 - 1 : b.y0 - 1,
			   a.x1 > b.x1 ? a.x1 + 1 : b.x1 + 1,
			   a.y1 > b.y1 ? a.y1 + 1 : b.y1 + 1 };

	return ground_near(g, all, first.r);
}

/* For so many points of a track, this one included, the base has no room: the
 * obstacle overlaps it by more than they lead away. */
static int32_t no_room_for(const struct ground *g, const struct spine *base,
			   const struct path_block *block)
{
	struct spine half = *base;
	bool deep = false;

	half.r /= 2;
	if (block->fault == PLACE_ON_BASE)
		deep = geo_bases_overlap(&g->bodies[block->a].spine, &half);
	else if (block->fault == PLACE_IN_TERRAIN)
		deep = geo_base_overlaps(&g->features[block->a].area, &half);
	return deep ? points_of(base->r - half.r) : 1;
}

/*
 * The way from the start to point k of the track crosses a base; to which point
 * before it, at least, it still does. A way that goes on crosses what a shorter
 * one does, but for what rounding turns it.
 */
static int32_t barred_until(const struct ground *g, const struct track *t,
			    int32_t k, const struct path_block *block)
{
	const struct spine *s;
	int32_t low = 0, r;

	if (block->fault != PATH_CROSSES_BASE)
		return k;
	s = &g->bodies[block->a].spine;
	r = s->r - ROUNDED;
	if (r <= 0 || !spine_within(s, t->from, geo_track_at(t, k), r))
		return k;
	while (k - low > 1) {
		int32_t middle = (low + k) / 2;

		if (spine_within(s, t->from, geo_track_at(t, middle), r))
			k = middle;
		else
			low = middle;
	}
	return k;
}

bool path_toward(const struct ground *g, const struct mover *m, struct vec to,
		 int64_t limit, struct vec *out)
{
	struct track t = geo_track(m->at, to);
	int32_t facing = geo_bearing(t.step);
	int32_t low = 0, high = t.n + 1;
	struct path_block block;
	uint64_t near;

	/* track points only get farther: low is within the limit, high not */
	while (high - low > 1) {
		int32_t k = (low + high) / 2;

		if (geo_len(m->at, geo_track_at(&t, k)) <= limit)
			low = k;
		else
			high = k;
	}
	if (!low)
		return false;
	near = near_between(g, m, geo_track_at(&t, 1), geo_track_at(&t, low),
			    facing);
	for (int32_t k = low; k > 0;) {
		struct spine base;

		*out = geo_track_at(&t, k);
		base = base_of(m, *out, facing);
		if (!place_check_near(g, m, &base, near, PLACE_MOVE, &block))
			k -= no_room_for(g, &base, &block);
		else if (!path_segment_check(g, m, m->at, *out, &block))
			k = barred_until(g, &t, k, &block) - 1;
		else
			return true;
	}
	return false;
}
