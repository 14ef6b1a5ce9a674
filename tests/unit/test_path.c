/*
 * tests/unit/test_path.c - paths, stops, places and lines of fire, with the
 * numbers of the rule book's cases. Bases are discs of 55 u unless said.
 */
#include "games/rebellion/rules/line_of_fire.h"
#include "games/rebellion/rules/path.h"
#include "unit.h"

#define P(x, y) ((struct vec){ (x), (y) })

/* A board of 36 by 36 inches. Base 0 is the mover or firer. */
struct table {
	struct ground g;
	struct body bodies[GROUND_MAX_BASES];
	struct feature features[GROUND_MAX_FEATURES];
	struct mover m;
};

static void put(struct table *t, int32_t x, int32_t y)
{
	t->bodies[t->g.n_bodies++] =
		(struct body){ geo_disc(P(x, y), 55), P(x, y) };
}

static void put_mount(struct table *t, int32_t x, int32_t y, int32_t facing)
{
	t->bodies[t->g.n_bodies++] =
		(struct body){ geo_base(P(x, y), facing, 55, 0, 110), P(x, y) };
}

static struct feature *lay(struct table *t, enum feature_kind kind, int32_t x0,
			   int32_t y0, int32_t x1, int32_t y1)
{
	struct feature *f = &t->features[t->g.n_features++];

	*f = (struct feature){
		.kind = (int32_t)kind,
		.area = { 4,
			  { { x0, y0 }, { x1, y0 }, { x1, y1 }, { x0, y1 } } },
		.on = GROUND_NONE,
	};
	if (kind == FEATURE_WALL)
		f->thickness = geo_polygon_thickness(&f->area);
	return f;
}

static struct feature *lay_cliff(struct table *t, int32_t x0, int32_t y0,
				 int32_t x1, int32_t y1, int32_t from,
				 int32_t to)
{
	struct feature *f = lay(t, FEATURE_ELEVATED, x0, y0, x1, y1);

	/* stairs in the south */
	f->abrupt = 1;
	f->n_stairs = 1;
	f->stairs[0] = (struct segment){ { from, y0 }, { to, y0 } };
	return f;
}

static void set_up(struct table *t, int32_t x, int32_t y)
{
	memset(t, 0, sizeof(*t));
	t->g.w = t->g.h = 3600;
	t->g.lof_doubt = 1;
	t->g.bodies = t->bodies;
	t->g.features = t->features;
	put(t, x, y);
	t->m = (struct mover){
		.self = 0, .captive = GROUND_NONE, .at = P(x, y), .r = 55
	};
}

static void set_up_mount(struct table *t, int32_t x, int32_t y, int32_t facing)
{
	set_up(t, x, y);
	t->m.facing = facing;
	t->m.behind = 110;
	t->bodies[0].spine = geo_base(P(x, y), facing, 55, 0, 110);
}

static void assert_point(struct vec p, int32_t x, int32_t y)
{
	assert_int_equal(p.x, x);
	assert_int_equal(p.y, y);
}

static void assert_segment(struct table *t, struct vec p, struct vec q,
			   enum path_fault fault, int32_t a, int32_t b)
{
	struct path_block block;

	assert_int_equal(path_segment_check(&t->g, &t->m, p, q, &block),
			 fault == PATH_OK);
	assert_int_equal(block.fault, (int)fault);
	assert_int_equal(block.a, a);
	assert_int_equal(block.b, b);
}

static void assert_place(struct table *t, struct vec at, int32_t facing,
			 enum path_fault fault, int32_t a)
{
	struct path_block block;

	assert_int_equal(
		place_check(&t->g, &t->m, at, facing, PLACE_MOVE, &block),
		fault == PATH_OK);
	assert_int_equal(block.fault, (int)fault);
	assert_int_equal(block.a, a);
}

static struct path_room room;

/* find the path to x, y and walk it */
static struct walk go(struct table *t, int32_t x, int32_t y, struct path *path)
{
	struct path_block block;
	struct walk none = { .legs = -1 };

	if (!path_find(&t->g, &t->m, P(x, y), PATH_NO_LIMIT, &room, path,
		       &block))
		return none;
	return path_walk(&t->g, &t->m, path);
}

static void assert_walk(struct table *t, int32_t to_x, int32_t to_y, int32_t x,
			int32_t y, int64_t len, int32_t stopped_by)
{
	struct path path;
	struct walk w = go(t, to_x, to_y, &path);

	assert_point(w.end, x, y);
	assert_int_equal(w.len, len);
	assert_int_equal(w.stopped_by, stopped_by);
}

static struct line line(struct table *t, int32_t firer, int32_t target,
			unsigned flags)
{
	struct line_query q = { firer, target, 0, 90, 1600, flags };
	struct line l;

	line_check(&t->g, &q, &l);
	return l;
}

static void assert_clear(struct line l, bool hindering, bool height)
{
	assert_int_equal(l.verdict, LINE_CLEAR);
	assert_int_equal(l.hindering, hindering);
	assert_int_equal(l.height, height);
}

/* --- the path ---------------------------------------------------------- */

/* RULE: RB-MOVE-01 */
static void length_is_measured_along_the_path_of_the_centre(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1000, 1000);
	assert_walk(&t, 1300, 1400, 1300, 1400, 500000, GROUND_NONE);
}

/* RULE: RB-MOVE-02 */
static void the_width_of_the_base_does_not_count_on_the_way(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1000, 1000);
	put(&t, 944, 1300);
	put(&t, 1057, 1300);
	assert_segment(&t, P(1000, 1000), P(1000, 1600), PATH_OK, -1, -1);
	/* by the option it does count against blocking terrain */
	lay(&t, FEATURE_BLOCKING, 1054, 1500, 1200, 1550);
	assert_segment(&t, P(1000, 1000), P(1000, 1600), PATH_OK, -1, -1);
	t.g.wide_paths = true;
	assert_segment(&t, P(1000, 1000), P(1000, 1600), PATH_ENTERS_TERRAIN, 0,
		       -1);
	assert_segment(&t, P(999, 1000), P(999, 1600), PATH_OK, -1, -1);
}

/* RULE: RB-MOVE-02 */
static void a_long_base_sweeps_its_whole_length(void **unused)
{
	(void)unused;
	struct table t;

	/* the dot moves 1 u north; the tail is beside the block */
	set_up_mount(&t, 1000, 1000, 0);
	lay(&t, FEATURE_BLOCKING, 1054, 880, 1200, 930);
	t.g.wide_paths = true;
	assert_segment(&t, P(1000, 1000), P(1000, 1001), PATH_ENTERS_TERRAIN, 0,
		       -1);
	assert_segment(&t, P(999, 1000), P(999, 1001), PATH_OK, -1, -1);
}

/* RULE: RB-MOVE-03 */
static void a_path_may_run_along_a_rim_but_not_inside_it(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1055, 1000);
	put(&t, 1000, 1300);
	assert_segment(&t, P(1055, 1100), P(1055, 1600), PATH_OK, -1, -1);
	assert_segment(&t, P(1054, 1100), P(1054, 1600), PATH_CROSSES_BASE, 1,
		       -1);
	/* its own captive is not in the way */
	t.m.captive = 1;
	assert_segment(&t, P(1000, 1100), P(1000, 1600), PATH_OK, -1, -1);
}

/* RULE: RB-MOVE-04 */
static void no_path_leads_between_two_touching_figures(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1000, 1000);
	put(&t, 945, 1300);
	put(&t, 1056, 1300);
	assert_segment(&t, P(1000, 1100), P(1000, 1600), PATH_BETWEEN_BASES, 1,
		       2);
	/* up to the line of their centres is a common point already */
	assert_segment(&t, P(1000, 1100), P(1000, 1300), PATH_BETWEEN_BASES, 1,
		       2);
	assert_segment(&t, P(1000, 1100), P(1000, 1299), PATH_OK, -1, -1);
	/* a captive is no gate post */
	t.m.captive = 2;
	assert_segment(&t, P(1000, 1100), P(1000, 1600), PATH_OK, -1, -1);
}

/* RULE: RB-MOVE-04 */
static void of_several_pairs_the_first_is_named(void **unused)
{
	(void)unused;
	struct table t;
	struct path_block block;
	struct path path = {
		3, { { 1000, 1000 }, { 1000, 1500 }, { 1000, 2000 } }
	};

	set_up(&t, 1000, 1000);
	put(&t, 1056, 1800);
	put(&t, 945, 1300);
	put(&t, 945, 1800);
	put(&t, 1056, 1300);
	assert_false(path_check(&t.g, &t.m, &path, &block));
	assert_int_equal(block.fault, PATH_BETWEEN_BASES);
	assert_int_equal(block.a, 1);
	assert_int_equal(block.b, 3);
}

/* RULE: RB-MOVE-04 */
static void long_bases_are_joined_at_their_nearest_points(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1000, 1000);
	put_mount(&t, 945, 1300, 0); /* spine down to (945, 1190) */
	put(&t, 1056, 1240);
	/* joined from (945, 1240) to (1056, 1240): they are 111 apart */
	assert_segment(&t, P(1000, 1100), P(1000, 1239), PATH_OK, -1, -1);
	assert_segment(&t, P(1000, 1100), P(1000, 1240), PATH_BETWEEN_BASES, 1,
		       2);
}

/* RULE: RB-MOVE-05 */
static void blocking_terrain_is_not_entered_but_may_be_grazed(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1100, 1000);
	lay(&t, FEATURE_BLOCKING, 1000, 1200, 1200, 1400);
	lay(&t, FEATURE_DEEP, 2000, 1200, 2200, 1400);
	assert_segment(&t, P(1100, 1100), P(1100, 1600), PATH_ENTERS_TERRAIN, 0,
		       -1);
	assert_segment(&t, P(1000, 1100), P(1000, 1600), PATH_OK, -1, -1);
	assert_segment(&t, P(2100, 1100), P(2100, 1300), PATH_ENTERS_TERRAIN, 1,
		       -1);
	t.m.aquatic = true;
	assert_segment(&t, P(2100, 1100), P(2100, 1300), PATH_OK, -1, -1);
}

/* RULE: RB-MOVE-06 */
static void a_given_path_is_rejected_for_its_first_kind_of_fault(void **unused)
{
	(void)unused;
	struct table t;
	struct path_block block;
	struct path path = { 4,
			     { { 900, 1290 },
			       { 1000, 1400 },
			       { 1200, 1400 },
			       { 1300, 1455 } } };

	set_up(&t, 900, 1290);
	lay(&t, FEATURE_BLOCKING, 1000, 1200, 1200, 1400);
	assert_true(path_check(&t.g, &t.m, &path, &block));
	/* 148.66 + 200 + 114.13 */
	assert_int_equal(path_walk(&t.g, &t.m, &path).len,
			 148660 + 200000 + 114127);
	/* bases before terrain, though terrain comes first on the way */
	path.p[1] = P(1100, 1300);
	put(&t, 1300, 1455);
	assert_false(path_check(&t.g, &t.m, &path, &block));
	assert_int_equal(block.fault, PATH_CROSSES_BASE);
	assert_int_equal(block.a, 1);
	/* and the board before bases */
	path.p[3] = P(3601, 1400);
	assert_false(path_check(&t.g, &t.m, &path, &block));
	assert_int_equal(block.fault, PATH_LEAVES_BOARD);
}

/* RULE: RB-MOVE-07 */
static void the_way_round_a_base_is_the_shortest_and_westernmost(void **unused)
{
	(void)unused;
	struct table t;
	struct path path;
	struct walk w;

	set_up(&t, 1000, 1000);
	put(&t, 1000, 1200);
	w = go(&t, 1000, 1400, &path);
	assert_int_equal(path.n, 4);
	assert_point(path.p[1], 945, 1185);
	assert_point(path.p[2], 945, 1215);
	/* sqrt(55^2 + 185^2) = 193.003, twice, and 30 */
	assert_int_equal(w.len, 193002 * 2 + 30000);
	assert_point(w.end, 1000, 1400);
	assert_int_equal(w.legs, 3);
}

/* RULE: RB-MOVE-07 */
static void the_way_round_terrain_goes_by_its_corners(void **unused)
{
	(void)unused;
	struct table t;
	struct path path;
	struct walk w;

	set_up(&t, 1100, 1100);
	lay(&t, FEATURE_BLOCKING, 1000, 1200, 1200, 1400);
	w = go(&t, 1100, 1500, &path);
	assert_int_equal(path.n, 4);
	assert_point(path.p[1], 1000, 1200);
	assert_point(path.p[2], 1000, 1400);
	assert_int_equal(w.len, 141421 * 2 + 200000);
}

/* RULE: RB-MOVE-07 */
static void of_equally_long_ways_the_one_with_fewer_legs_is_taken(void **unused)
{
	(void)unused;
	struct table t;
	struct path path;
	struct feature *f;

	/* a corner amid the west side: 100 + 100 is as long as 200 */
	set_up(&t, 1100, 1100);
	f = lay(&t, FEATURE_BLOCKING, 1000, 1200, 1300, 1400);
	f->area.n = 5;
	f->area.v[4] = P(1000, 1300);
	go(&t, 1100, 1500, &path);
	assert_int_equal(path.n, 4);
	assert_point(path.p[1], 1000, 1200);
	assert_point(path.p[2], 1000, 1400);
}

/* RULE: RB-MOVE-07 */
static void the_sum_of_the_rounded_lengths_decides(void **unused)
{
	(void)unused;
	struct table t;
	struct path path;
	struct walk w;
	static const struct polygon slope = { 4,
					      { { 1000, 1000 },
						{ 1300, 1000 },
						{ 1300, 1300 },
						{ 1100, 1100 } } };

	/* along the slope 141421 + 282842 is less than 424264 */
	set_up(&t, 1000, 900);
	lay(&t, FEATURE_BLOCKING, 0, 0, 10, 10)->area = slope;
	w = go(&t, 1400, 1300, &path);
	assert_int_equal(path.n, 5);
	assert_point(path.p[2], 1100, 1100);
	assert_int_equal(w.len, 100000 + 141421 + 282842 + 100000);
}

/* RULE: RB-MOVE-07 */
static void no_way_is_told_by_the_fault_of_the_straight_one(void **unused)
{
	(void)unused;
	struct table t;
	struct path path;
	struct path_block block;

	set_up(&t, 1000, 1000);
	lay(&t, FEATURE_DEEP, 500, 1200, 1500, 1500);
	assert_false(path_find(&t.g, &t.m, P(1000, 1300), PATH_NO_LIMIT, &room,
			       &path, &block));
	assert_int_equal(block.fault, PATH_ENTERS_TERRAIN);
	assert_int_equal(block.a, 0);
	/* fenced in: the four sides of a yard overlap at its corners */
	lay(&t, FEATURE_BLOCKING, 900, 880, 1100, 900);
	lay(&t, FEATURE_BLOCKING, 900, 1100, 1100, 1120);
	lay(&t, FEATURE_BLOCKING, 880, 880, 905, 1120);
	lay(&t, FEATURE_BLOCKING, 1095, 880, 1120, 1120);
	assert_false(path_find(&t.g, &t.m, P(1000, 700), PATH_NO_LIMIT, &room,
			       &path, &block));
	assert_int_equal(block.a, 1);
	assert_false(path_find(&t.g, &t.m, P(1000, -1), PATH_NO_LIMIT, &room,
			       &path, &block));
	assert_int_equal(block.fault, PATH_LEAVES_BOARD);
}

/* RULE: RB-MOVE-07 */
static void a_wall_of_touching_figures_is_walked_round(void **unused)
{
	(void)unused;
	struct table t;
	struct path path;
	struct path_block block;

	set_up(&t, 1800, 1000);
	for (int32_t i = 0; i < 20; i++)
		put(&t, 700 + 110 * i, 1200);
	assert_true(path_find(&t.g, &t.m, P(1800, 1400), PATH_NO_LIMIT, &room,
			      &path, &block));
	assert_true(path_check(&t.g, &t.m, &path, &block));
	/* by the west end (645, 1200), not the east end (2845, ..) */
	assert_true(path.p[path.n / 2].x > 2790);
	assert_true(path_walk(&t.g, &t.m, &path).len > 2 * 1040000);
}

/* RULE: CV-GEO-06 */
static void both_ends_of_a_long_base_have_corners(void **unused)
{
	(void)unused;
	struct table t;
	struct path path;

	/* spine from (1055, 1400) to (945, 1400) */
	set_up(&t, 1000, 1000);
	put_mount(&t, 1055, 1400, 90);

	struct walk w = go(&t, 1000, 1800, &path);

	assert_true(w.len >= 830500 && w.len < 831500); /* 8.31 */
	assert_true(path.p[1].x == 890 || path.p[1].x == 889);
}

/* RULE: RB-MOVE-08 */
static void the_rest_of_a_path_behind_a_stop_has_no_length(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1100, 1000);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1800);
	assert_walk(&t, 1100, 1700, 1100, 1255, 255000, 0);
}

/* RULE: RB-MOVE-10 */
static void the_base_must_have_room_at_the_end(void **unused)
{
	(void)unused;
	struct table t;
	struct path_block block;

	set_up(&t, 1100, 1000);
	put(&t, 1000, 1400);
	lay(&t, FEATURE_BLOCKING, 1000, 2000, 1200, 2200);
	lay(&t, FEATURE_DEEP, 2000, 2000, 2200, 2200);
	lay(&t, FEATURE_HINDERING, 2400, 2000, 2600, 2200);
	assert_place(&t, P(1000, 1291), 0, PLACE_ON_BASE, 1);
	assert_place(&t, P(1000, 1290), 0, PATH_OK, -1);
	assert_place(&t, P(1100, 1946), 0, PLACE_IN_TERRAIN, 0);
	assert_place(&t, P(1100, 1945), 0, PATH_OK, -1);
	assert_place(&t, P(2100, 2100), 0, PLACE_IN_TERRAIN, 1);
	assert_place(&t, P(2500, 2100), 0, PATH_OK, -1);
	assert_place(&t, P(54, 200), 0, PLACE_OFF_BOARD, -1);
	assert_place(&t, P(55, 200), 0, PATH_OK, -1);
	/* its own base is lifted */
	assert_place(&t, P(1101, 1000), 0, PATH_OK, -1);
	/* nobody is levitated into deep water, either (RB-SPD-22) */
	assert_false(place_check(&t.g, &t.m, P(2100, 2100), 0, PLACE_LEVITATE,
				 &block));
	t.m.aquatic = true;
	assert_place(&t, P(2100, 2100), 0, PATH_OK, -1);
}

/* RULE: CV-GEO-04 */
static void the_rear_half_must_have_room_too(void **unused)
{
	(void)unused;
	struct table t;

	set_up_mount(&t, 1000, 1000, 0);
	put(&t, 1000, 1400);
	assert_place(&t, P(1000, 1600), 0, PLACE_ON_BASE, 1);
	assert_place(&t, P(1000, 1600), 180, PATH_OK, -1);
}

/* RULE: RB-MOVE-11 */
static void the_facing_follows_the_last_segment(void **unused)
{
	(void)unused;
	struct table t;
	struct path path = { 1, { { 1000, 1000 } } };

	set_up(&t, 1000, 1000);
	t.m.facing = 123;
	assert_int_equal(path_walk(&t.g, &t.m, &path).facing, 123);
	path = (struct path){
		3, { { 1000, 1000 }, { 1200, 1000 }, { 1200, 900 } }
	};
	assert_int_equal(path_walk(&t.g, &t.m, &path).facing, 180);
	path.p[2] = path.p[1];
	assert_int_equal(path_walk(&t.g, &t.m, &path).facing, 90);
}

/* RULE: RB-MOVE-13 */
static void touching_alone_comes_straight_at_it(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1200, 800);
	put(&t, 1200, 1200);
	assert_point(path_touching(&t.g, &t.m, 1), 1200, 1090);
}

/* RULE: CV-GEO-07 */
static void touching_a_mount_starts_from_its_nearest_point(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1000, 1000);
	put_mount(&t, 1000, 1600, 0);
	assert_point(path_touching(&t.g, &t.m, 1), 1000, 1380);
}

/* RULE: RB-MOVE-14 */
static void a_bearing_is_cut_off_toward_the_start(void **unused)
{
	(void)unused;
	assert_point(path_bearing(P(1000, 1000), 600, 45), 1424, 1424);
	assert_point(path_bearing(P(1000, 1000), 600, 225), 576, 576);
}

/* RULE: RB-MOVE-15 */
static void toward_goes_as_far_as_it_can(void **unused)
{
	(void)unused;
	struct table t;
	struct vec p;

	set_up(&t, 1000, 1000);
	put(&t, 1000, 1400);
	assert_true(path_toward(&t.g, &t.m, P(1000, 1400), 800000, &p));
	assert_point(p, 1000, 1290);
	assert_true(path_toward(&t.g, &t.m, P(1000, 3000), 200000, &p));
	assert_point(p, 1000, 1200);
	/* a base across the way cannot be passed */
	assert_true(path_toward(&t.g, &t.m, P(1000, 3000), 800000, &p));
	assert_point(p, 1000, 1290);
	assert_false(path_toward(&t.g, &t.m, P(1000, 1000), 800000, &p));
	put(&t, 1000, 1110);
	assert_false(path_toward(&t.g, &t.m, P(1000, 3000), 800000, &p));
}

/* RULE: RB-SPD-30 */
static void flight_minds_nothing_on_the_way(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1100, 1000);
	put(&t, 1100, 1150);
	lay(&t, FEATURE_BLOCKING, 900, 1300, 1300, 1400);
	lay(&t, FEATURE_HINDERING, 900, 1600, 1300, 1900);
	t.m.flight = true;
	assert_walk(&t, 1100, 2000, 1100, 2000, 1000000, GROUND_NONE);
	assert_false(path_halved(&t.g, &t.m));
	assert_place(&t, P(1100, 1350), 0, PLACE_IN_TERRAIN, 0);
}

/* --- terrain stops ----------------------------------------------------- */

/* RULE: RB-HIN-01 */
static void a_wood_stops_whoever_is_completely_inside(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1100, 1200); /* astride */
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1800);
	assert_walk(&t, 1100, 1500, 1100, 1255, 55000, 0);
	set_up(&t, 1100, 1000);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1309);
	assert_walk(&t, 1100, 1600, 1100, 1600, 600000, GROUND_NONE);
	set_up(&t, 1100, 1000);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1310);
	assert_walk(&t, 1100, 1600, 1100, 1255, 255000, 0);
}

/* RULE: RB-HIN-02 */
static void who_starts_inside_a_wood_is_stopped_by_none(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1100, 1500);
	lay(&t, FEATURE_HINDERING, 800, 1300, 1400, 1600);
	lay(&t, FEATURE_HINDERING, 800, 1800, 1400, 2400);
	assert_walk(&t, 1100, 2100, 1100, 2100, 600000, GROUND_NONE);
}

/* RULE: RB-HIN-03 */
static void touching_a_wood_at_the_start_halves_speed(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1100, 1145);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1800);
	assert_true(path_halved(&t.g, &t.m));
	t.m.at = P(1100, 1144);
	assert_false(path_halved(&t.g, &t.m));
	t.features[0].kind = FEATURE_CONCEALING;
	t.m.at = P(1100, 1500);
	assert_false(path_halved(&t.g, &t.m));
}

/* RULE: RB-ELV-01 */
static void a_hill_stops_on_top_and_at_its_foot(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1200, 1000);
	lay(&t, FEATURE_ELEVATED, 800, 1200, 1600, 2000);
	assert_walk(&t, 1200, 1700, 1200, 1255, 255000, 0);
	set_up(&t, 1200, 1400);
	lay(&t, FEATURE_ELEVATED, 800, 1200, 1600, 2000);
	assert_walk(&t, 1200, 800, 1200, 1145, 255000, 0);
}

/* RULE: RB-ELV-02 */
static void a_hill_does_not_halve_speed(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1200, 1400);
	lay(&t, FEATURE_ELEVATED, 800, 1200, 1600, 2000);
	assert_false(path_halved(&t.g, &t.m));
}

/* RULE: RB-WAT-01 */
static void shallow_water_stops_and_halves_all_but_the_aquatic(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1100, 1000);
	lay(&t, FEATURE_SHALLOW, 800, 1200, 1400, 1800);
	assert_walk(&t, 1100, 1700, 1100, 1255, 255000, 0);
	t.m.at = P(900, 1500);
	assert_true(path_halved(&t.g, &t.m));
	t.m.aquatic = true;
	assert_false(path_halved(&t.g, &t.m));
	t.m.at = P(1100, 1000);
	assert_walk(&t, 1100, 1700, 1100, 1700, 700000, GROUND_NONE);
}

/* RULE: RB-WALL-02 */
static void a_low_wall_stops_on_its_far_side(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1100, 1000);
	lay(&t, FEATURE_WALL, 800, 1200, 1400, 1230);
	assert_walk(&t, 1100, 1600, 1100, 1285, 285000, 0);
	/* too slow to clear it: astride, and then there is no stop */
	assert_walk(&t, 1100, 1200, 1100, 1200, 200000, GROUND_NONE);
	t.m.at = P(1100, 1200);
	assert_walk(&t, 1100, 1400, 1100, 1400, 200000, GROUND_NONE);
}

/* RULE: RB-WALL-03 */
static void a_low_wall_never_halves_speed(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1100, 1215);
	lay(&t, FEATURE_WALL, 800, 1200, 1400, 1230);
	assert_false(path_halved(&t.g, &t.m));
	/* nor does one too thick for the base stop it inside */
	set_up(&t, 1100, 1000);
	lay(&t, FEATURE_WALL, 800, 1200, 1400, 1320);
	assert_walk(&t, 1100, 1260, 1100, 1260, 260000, GROUND_NONE);
}

/* RULE: CV-GEO-05 */
static void a_long_base_stops_when_its_rear_end_is_inside(void **unused)
{
	(void)unused;
	struct table t;

	set_up_mount(&t, 1100, 1000, 270);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1800);
	assert_walk(&t, 1100, 1800, 1100, 1365, 365000, 0);
}

/* RULE: RB-ABR-04 */
static void a_plateau_is_entered_by_its_stairs(void **unused)
{
	(void)unused;
	struct table t;
	struct path path;
	struct walk w;

	set_up(&t, 900, 1100);
	lay_cliff(&t, 800, 1200, 1600, 2000, 1100, 1300);
	assert_segment(&t, P(950, 1100), P(950, 1500), PATH_CLIMBS_CLIFF, 0,
		       -1);
	assert_segment(&t, P(1200, 1000), P(1200, 1500), PATH_OK, -1, -1);
	w = go(&t, 900, 1400, &path);
	assert_int_equal(path.n, 3);
	assert_point(path.p[1], 1100, 1200);
	assert_int_equal(w.stopped_by, 0);
	assert_int_equal(w.end.y, 1255);
	t.m.flight = true;
	assert_segment(&t, P(950, 1100), P(950, 1500), PATH_OK, -1, -1);
}

/* RULE: RB-ABR-05 */
static void nobody_stands_half_on_a_cliff(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 950, 1400);
	lay_cliff(&t, 800, 1200, 1600, 2000, 1100, 1300);
	assert_place(&t, P(950, 1254), 0, PLACE_ON_EDGE, 0);
	assert_place(&t, P(950, 1255), 0, PATH_OK, -1);
	assert_place(&t, P(1100, 1200), 0, PATH_OK, -1);
	/* a stair that is just touched does not count: 1100 - 55 */
	assert_place(&t, P(1045, 1200), 0, PLACE_ON_EDGE, 0);
	assert_place(&t, P(1046, 1200), 0, PATH_OK, -1);
}

/* RULE: RB-GEO-10 */
static void figures_on_two_sides_of_a_cliff_touch_unless_optioned(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 950, 1145);
	put(&t, 950, 1255);
	lay_cliff(&t, 800, 1200, 1600, 2000, 1100, 1300);
	assert_int_equal(ground_cliff(&t.g, P(950, 1145), P(950, 1255)), 0);
	assert_int_equal(ground_cliff(&t.g, P(950, 1200), P(950, 1255)),
			 GROUND_NONE);
	assert_true(ground_touch(&t.g, 0, 1));
	assert_int_equal(ground_touching(&t.g, 0), 2);
	t.g.cliffs_part = true;
	assert_false(ground_touch(&t.g, 0, 1));
	assert_int_equal(ground_touching(&t.g, 0), 0);
}

/* RULE: RB-ABR-01 */
static void a_cliff_is_a_hill_for_stops_and_lines(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1200, 1000);
	put(&t, 1200, 1500);
	lay_cliff(&t, 800, 1200, 1600, 2000, 1100, 1300);
	assert_int_equal(ground_hill(&t.g, P(1200, 1500)), 0);
	assert_walk(&t, 1200, 1400, 1200, 1255, 255000, 0);
	assert_clear(line(&t, 0, 1, 0), false, true);
}

/* RULE: RB-ELV-08 */
static void contact_is_judged_from_above(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 950, 1145);
	put(&t, 950, 1257);
	lay(&t, FEATURE_ELEVATED, 800, 1200, 1600, 2000);
	assert_true(ground_touch(&t.g, 0, 1));
	assert_true(ground_front(&t.g, 0, 0, 90, 1));
}

/* RULE: RB-TER-02 */
static void a_figure_is_as_high_as_its_centre(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 950, 1145);
	lay(&t, FEATURE_HINDERING, 800, 1000, 1600, 1100);
	lay(&t, FEATURE_ELEVATED, 800, 1200, 1600, 2000);
	assert_int_equal(ground_hill(&t.g, P(950, 1200)), 1);
	assert_int_equal(ground_hill(&t.g, P(950, 1199)), GROUND_NONE);
	assert_int_equal(ground_hill(&t.g, P(950, 1050)), GROUND_NONE);
}

/* RULE: RB-WALL-05 */
static void neighbours_across_a_low_wall_are_adjacent(void **unused)
{
	(void)unused;
	struct table t;

	set_up(&t, 1100, 1145);
	put(&t, 1100, 1285);
	put(&t, 1100, 1290);
	put(&t, 1190, 1285);
	lay(&t, FEATURE_WALL, 800, 1200, 1400, 1230);
	assert_int_equal(ground_wall(&t.g, 0, 1), 0);
	assert_false(ground_touch(&t.g, 0, 1));
	/* 145 > 110 + 30 + 2, and 60 from the wall */
	assert_int_equal(ground_wall(&t.g, 0, 2), GROUND_NONE);
	/* askew: sqrt(90^2 + 140^2) = 166 */
	assert_int_equal(ground_wall(&t.g, 0, 3), GROUND_NONE);
	/* both at the end of the tolerance: 56 + 30 + 56 is 142 */
	put(&t, 1350, 1144);
	put(&t, 1350, 1286);
	assert_int_equal(ground_wall(&t.g, 4, 5), 0);
	assert_true(ground_front(&t.g, 0, 0, 90, 1));
	assert_false(ground_front(&t.g, 0, 180, 90, 1));
	assert_false(ground_front(&t.g, 0, 0, 90, 2));
}

/* --- lines of fire ----------------------------------------------------- */

static void assert_blocked(struct line l, enum line_reason why, int32_t index)
{
	assert_int_equal(l.verdict, LINE_BLOCKED);
	assert_int_equal(l.block.why, (int)why);
	assert_int_equal(l.block.index, index);
}

static void assert_doubtful(struct line l, enum line_reason why, int32_t index)
{
	assert_int_equal(l.verdict, LINE_DOUBTFUL);
	assert_int_equal(l.n_causes, 1);
	assert_int_equal(l.causes[0].why, (int)why);
	assert_int_equal(l.causes[0].index, index);
}

/* firer 0 at (x, y0) facing north, target 1 at (x, y1) */
static void set_up_shot(struct table *t, int32_t x, int32_t y0, int32_t y1)
{
	set_up(t, x, y0);
	put(t, x, y1);
}

/* RULE: RB-LOF-01 */
static void a_line_runs_from_centre_to_centre(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1110, 1000, 1800);
	put(&t, 1110, 1400);
	assert_blocked(line(&t, 0, 1, 0), LINE_BASE, 2);
	/* a unit counts from its dot */
	set_up(&t, 1290, 800);
	put(&t, 1290, 1600);
	put_mount(&t, 1400, 1200, 90);
	assert_blocked(line(&t, 0, 1, 0), LINE_BASE, 2);
	assert_clear(line(&t, 0, 2, 0), false, false);
}

/* RULE: RB-LOF-02 */
static void the_target_is_in_the_front_arc_and_in_range(void **unused)
{
	(void)unused;
	struct table t;
	struct line l;
	struct line_query q = { 0, 1, 0, 90, 600, 0 };

	set_up_shot(&t, 1000, 1000, 1600);
	line_check(&t.g, &q, &l);
	assert_clear(l, false, false);
	q.range = 599;
	line_check(&t.g, &q, &l);
	assert_blocked(l, LINE_OUT_OF_RANGE, GROUND_NONE);
	q.facing = 46;
	line_check(&t.g, &q, &l);
	assert_blocked(l, LINE_NOT_IN_ARC, GROUND_NONE);
	q.flags = LINE_ANY_ARC;
	line_check(&t.g, &q, &l);
	assert_blocked(l, LINE_OUT_OF_RANGE, GROUND_NONE);
}

/* RULE: RB-LOF-03 */
static void within_a_unit_of_a_rim_a_line_is_doubtful(void **unused)
{
	(void)unused;
	static const struct {
		int32_t x, doubt;
		enum line_verdict verdict;
	} at[] = {
		{ 1053, 1, LINE_BLOCKED },  { 1054, 1, LINE_DOUBTFUL },
		{ 1055, 1, LINE_DOUBTFUL }, { 1056, 1, LINE_DOUBTFUL },
		{ 1057, 1, LINE_CLEAR },    { 1054, 0, LINE_BLOCKED },
		{ 1055, 0, LINE_DOUBTFUL }, { 1056, 0, LINE_CLEAR },
	};

	for (size_t i = 0; i < ARRAY_LEN(at); i++) {
		struct table t;
		struct line l;

		set_up_shot(&t, 1000, 1000, 1800);
		put(&t, at[i].x, 1400);
		t.g.lof_doubt = at[i].doubt;
		l = line(&t, 0, 1, 0);
		assert_int_equal(l.verdict, (int)at[i].verdict);
		if (l.verdict == LINE_DOUBTFUL)
			assert_doubtful(l, LINE_BASE, 2);
		assert_clear(line(&t, 0, 1, LINE_NO_BASES), false, false);
	}
}

/* RULE: RB-LOF-04 */
static void between_heights_only_elevated_bases_count(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1200, 800, 1600);
	put(&t, 1200, 1000); /* on the ground */
	put(&t, 1200, 1300); /* on the hill */
	lay(&t, FEATURE_ELEVATED, 800, 1200, 1600, 2000);
	assert_blocked(line(&t, 0, 1, 0), LINE_BASE, 3);
	assert_clear(line(&t, 0, 3, 0), false, true);
	/* both up, with the option */
	assert_clear(line(&t, 3, 1, 0), false, false);
	put(&t, 1200, 1450);
	assert_blocked(line(&t, 3, 1, 0), LINE_BASE, 4);
	t.g.low_bases = true;
	assert_clear(line(&t, 3, 1, 0), false, false);
	assert_blocked(line(&t, 0, 1, 0), LINE_BASE, 3);
}

/* RULE: RB-LOF-05 */
static void grazing_what_would_block_is_doubtful(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1200, 1000, 1700);
	lay(&t, FEATURE_BLOCKING, 1000, 1200, 1200, 1400);
	assert_doubtful(line(&t, 0, 1, 0), LINE_TERRAIN, 0);
	t.features[0].kind = FEATURE_ELEVATED;
	assert_doubtful(line(&t, 0, 1, 0), LINE_TERRAIN, 0);
	t.features[0].kind = FEATURE_HINDERING;
	assert_doubtful(line(&t, 0, 1, LINE_STEALTH), LINE_STEALTHY, 0);
	t.features[0].kind = FEATURE_DEEP;
	assert_clear(line(&t, 0, 1, LINE_STEALTH), false, false);
}

/* RULE: RB-LOF-06 */
static void grazing_a_wood_gives_nothing(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1400, 1000, 2000);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1400);
	assert_clear(line(&t, 0, 1, 0), false, false);
}

/* RULE: RB-LOF-10 */
static void causes_come_in_the_order_of_the_rules(void **unused)
{
	(void)unused;
	struct table t;
	struct line l;

	set_up_shot(&t, 1400, 1000, 2200);
	put(&t, 1455, 1100);
	put(&t, 1345, 1500);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1400);
	lay(&t, FEATURE_BLOCKING, 800, 1600, 1400, 1700);
	l = line(&t, 0, 1, LINE_STEALTH);
	assert_int_equal(l.verdict, LINE_DOUBTFUL);
	assert_int_equal(l.n_causes, 4);
	assert_int_equal(l.causes[0].index, 2);
	assert_int_equal(l.causes[1].index, 3);
	assert_int_equal(l.causes[2].why, LINE_TERRAIN);
	assert_int_equal(l.causes[2].index, 1);
	assert_int_equal(l.causes[3].why, LINE_STEALTHY);
	assert_int_equal(l.causes[3].index, 0);
	/* what blocks outright leaves no doubt: bases, then terrain, Stealth */
	lay(&t, FEATURE_HINDERING, 1300, 1800, 1500, 1850);
	assert_blocked(line(&t, 0, 1, LINE_STEALTH), LINE_STEALTHY, 2);
	lay(&t, FEATURE_BLOCKING, 1300, 1900, 1500, 1950);
	assert_blocked(line(&t, 0, 1, LINE_STEALTH), LINE_TERRAIN, 3);
	put(&t, 1400, 2070);
	assert_blocked(line(&t, 0, 1, LINE_STEALTH), LINE_BASE, 4);
	assert_clear(line(&t, 0, 1, LINE_STEALTH | LINE_NO_OBSTACLES), false,
		     false);
}

/* RULE: RB-HIN-04 */
static void woods_on_the_line_hinder_once(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1100, 1000, 2100);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1400);
	lay(&t, FEATURE_HINDERING, 800, 1700, 1400, 1900);
	assert_clear(line(&t, 0, 1, 0), true, false);
	assert_int_equal(line(&t, 0, 1, 0).hindered_by, 0);
	assert_blocked(line(&t, 0, 1, LINE_STEALTH), LINE_STEALTHY, 0);
	assert_clear(line(&t, 0, 1, LINE_NO_HINDERING | LINE_STEALTH), false,
		     false);
	/* the line ends in it */
	set_up_shot(&t, 1100, 1000, 1300);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1800);
	assert_clear(line(&t, 0, 1, 0), true, false);
}

/* RULE: RB-HIN-05 */
static void firing_from_the_edge_is_not_hindered(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1100, 1770, 2500);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1800);
	assert_clear(line(&t, 0, 1, 0), false, false);
	assert_clear(line(&t, 0, 1, LINE_STEALTH), false, false);
	/* 1761 + 39 = 1800: the rim of the arc is on the edge, not inside */
	set_up_shot(&t, 1100, 1761, 2500);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1800);
	assert_clear(line(&t, 0, 1, 0), false, false);
	set_up_shot(&t, 1100, 1760, 2500);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1800);
	assert_clear(line(&t, 0, 1, 0), true, false);
	/* another wood on the line */
	set_up_shot(&t, 1100, 1770, 2500);
	lay(&t, FEATURE_HINDERING, 800, 1200, 1400, 1800);
	lay(&t, FEATURE_HINDERING, 800, 2100, 1400, 2200);
	assert_clear(line(&t, 0, 1, 0), true, false);
	assert_int_equal(line(&t, 0, 1, 0).hindered_by, 0);
}

/* RULE: RB-BLK-01 */
static void blocking_terrain_blocks_lines(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1100, 1000, 1700);
	lay(&t, FEATURE_BLOCKING, 1000, 1200, 1200, 1400);
	assert_blocked(line(&t, 0, 1, 0), LINE_TERRAIN, 0);
	assert_clear(line(&t, 0, 1, LINE_NO_OBSTACLES), false, false);
}

/* RULE: RB-ELV-03 */
static void a_hill_blocks_lines_on_the_ground(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1200, 1000, 2200);
	lay(&t, FEATURE_ELEVATED, 800, 1200, 1600, 2000);
	assert_blocked(line(&t, 0, 1, 0), LINE_TERRAIN, 0);
}

/* RULE: RB-ELV-04 */
static void from_hill_to_hill_only_what_lies_on_hills_counts(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1200, 1300, 2500);
	put(&t, 1200, 2250);
	lay(&t, FEATURE_ELEVATED, 800, 1200, 1600, 1500);
	lay(&t, FEATURE_ELEVATED, 800, 2400, 1600, 2700);
	lay(&t, FEATURE_BLOCKING, 1000, 1700, 1400, 1800);
	lay(&t, FEATURE_HINDERING, 1000, 2000, 1400, 2100);
	lay(&t, FEATURE_ELEVATED, 1000, 1850, 1400, 1950);
	lay(&t, FEATURE_WALL, 1000, 2150, 1400, 2180);
	assert_clear(line(&t, 0, 1, LINE_STEALTH), false, false);
	lay(&t, FEATURE_HINDERING, 1100, 2420, 1300, 2440)->on = 1;
	assert_clear(line(&t, 0, 1, 0), true, false);
	lay(&t, FEATURE_BLOCKING, 1100, 1400, 1300, 1450)->on = 0;
	assert_blocked(line(&t, 0, 1, 0), LINE_TERRAIN, 7);
}

/* RULE: RB-ELV-05 */
static void between_heights_other_hills_and_all_blocks_count(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1200, 800, 2000);
	lay(&t, FEATURE_ELEVATED, 800, 1100, 1600, 1300);
	lay(&t, FEATURE_ELEVATED, 800, 1800, 1600, 2200);
	assert_blocked(line(&t, 0, 1, 0), LINE_TERRAIN, 0);
	/* a wood in which nobody stands, then with the target in it */
	set_up_shot(&t, 1200, 800, 1600);
	lay(&t, FEATURE_ELEVATED, 800, 1200, 1600, 2000);
	lay(&t, FEATURE_HINDERING, 1000, 860, 1400, 1000);
	assert_clear(line(&t, 0, 1, LINE_STEALTH), false, true);
	lay(&t, FEATURE_HINDERING, 1000, 1500, 1400, 1700)->on = 0;
	assert_clear(line(&t, 0, 1, 0), true, true);
	lay(&t, FEATURE_BLOCKING, 1000, 1300, 1400, 1400)->on = 0;
	assert_blocked(line(&t, 0, 1, 0), LINE_TERRAIN, 3);
}

/* RULE: RB-ELV-06 */
static void elevated_bases_block_between_heights(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1200, 800, 1600);
	put(&t, 1200, 1300);
	lay(&t, FEATURE_ELEVATED, 800, 1200, 1600, 2000);
	assert_blocked(line(&t, 0, 1, 0), LINE_BASE, 2);
}

/* RULE: RB-ELV-07 */
static void only_the_higher_target_has_the_advantage(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1200, 1400, 2400);
	put(&t, 1200, 1000);
	lay(&t, FEATURE_ELEVATED, 800, 1200, 1600, 2000);
	assert_clear(line(&t, 2, 0, 0), false, true);
	assert_clear(line(&t, 0, 1, 0), false, false);
	/* Magic Blast too */
	assert_clear(line(&t, 2, 0, LINE_NO_OBSTACLES), false, true);
}

/* RULE: RB-WAT-02 */
static void water_has_no_effect_on_lines(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1100, 1000, 2000);
	lay(&t, FEATURE_SHALLOW, 800, 1200, 1400, 1400);
	lay(&t, FEATURE_DEEP, 800, 1500, 1400, 1700);
	assert_clear(line(&t, 0, 1, LINE_STEALTH), false, false);
}

/* RULE: RB-WALL-04 */
static void a_low_wall_hinders_unless_the_firer_is_at_it(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1100, 1000, 1800);
	lay(&t, FEATURE_WALL, 800, 1200, 1400, 1230);
	assert_clear(line(&t, 0, 1, 0), true, false);
	assert_blocked(line(&t, 0, 1, LINE_STEALTH), LINE_STEALTHY, 0);
	/* 1200 - 55 - 2: within the tolerance of contact */
	set_up_shot(&t, 1100, 1143, 1800);
	lay(&t, FEATURE_WALL, 800, 1200, 1400, 1230);
	assert_clear(line(&t, 0, 1, LINE_STEALTH), false, false);
	set_up_shot(&t, 1100, 1142, 1800);
	lay(&t, FEATURE_WALL, 800, 1200, 1400, 1230);
	assert_clear(line(&t, 0, 1, 0), true, false);
}

/* RULE: CV-BRG-06 */
static void concealing_terrain_hinders_lines_and_not_feet(void **unused)
{
	(void)unused;
	struct table t;

	set_up_shot(&t, 1100, 1000, 2000);
	lay(&t, FEATURE_CONCEALING, 800, 1200, 1400, 1700);
	assert_clear(line(&t, 0, 1, 0), true, false);
	assert_walk(&t, 1100, 1600, 1100, 1600, 600000, GROUND_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			length_is_measured_along_the_path_of_the_centre),
		cmocka_unit_test(
			the_width_of_the_base_does_not_count_on_the_way),
		cmocka_unit_test(a_long_base_sweeps_its_whole_length),
		cmocka_unit_test(a_path_may_run_along_a_rim_but_not_inside_it),
		cmocka_unit_test(no_path_leads_between_two_touching_figures),
		cmocka_unit_test(of_several_pairs_the_first_is_named),
		cmocka_unit_test(long_bases_are_joined_at_their_nearest_points),
		cmocka_unit_test(
			blocking_terrain_is_not_entered_but_may_be_grazed),
		cmocka_unit_test(
			a_given_path_is_rejected_for_its_first_kind_of_fault),
		cmocka_unit_test(
			the_way_round_a_base_is_the_shortest_and_westernmost),
		cmocka_unit_test(the_way_round_terrain_goes_by_its_corners),
		cmocka_unit_test(
			of_equally_long_ways_the_one_with_fewer_legs_is_taken),
		cmocka_unit_test(the_sum_of_the_rounded_lengths_decides),
		cmocka_unit_test(
			no_way_is_told_by_the_fault_of_the_straight_one),
		cmocka_unit_test(a_wall_of_touching_figures_is_walked_round),
		cmocka_unit_test(both_ends_of_a_long_base_have_corners),
		cmocka_unit_test(
			the_rest_of_a_path_behind_a_stop_has_no_length),
		cmocka_unit_test(the_base_must_have_room_at_the_end),
		cmocka_unit_test(the_rear_half_must_have_room_too),
		cmocka_unit_test(the_facing_follows_the_last_segment),
		cmocka_unit_test(touching_alone_comes_straight_at_it),
		cmocka_unit_test(
			touching_a_mount_starts_from_its_nearest_point),
		cmocka_unit_test(a_bearing_is_cut_off_toward_the_start),
		cmocka_unit_test(toward_goes_as_far_as_it_can),
		cmocka_unit_test(flight_minds_nothing_on_the_way),
		cmocka_unit_test(a_wood_stops_whoever_is_completely_inside),
		cmocka_unit_test(who_starts_inside_a_wood_is_stopped_by_none),
		cmocka_unit_test(touching_a_wood_at_the_start_halves_speed),
		cmocka_unit_test(a_hill_stops_on_top_and_at_its_foot),
		cmocka_unit_test(a_hill_does_not_halve_speed),
		cmocka_unit_test(
			shallow_water_stops_and_halves_all_but_the_aquatic),
		cmocka_unit_test(a_low_wall_stops_on_its_far_side),
		cmocka_unit_test(a_low_wall_never_halves_speed),
		cmocka_unit_test(a_long_base_stops_when_its_rear_end_is_inside),
		cmocka_unit_test(a_plateau_is_entered_by_its_stairs),
		cmocka_unit_test(nobody_stands_half_on_a_cliff),
		cmocka_unit_test(
			figures_on_two_sides_of_a_cliff_touch_unless_optioned),
		cmocka_unit_test(a_cliff_is_a_hill_for_stops_and_lines),
		cmocka_unit_test(contact_is_judged_from_above),
		cmocka_unit_test(a_figure_is_as_high_as_its_centre),
		cmocka_unit_test(neighbours_across_a_low_wall_are_adjacent),
		cmocka_unit_test(a_line_runs_from_centre_to_centre),
		cmocka_unit_test(the_target_is_in_the_front_arc_and_in_range),
		cmocka_unit_test(within_a_unit_of_a_rim_a_line_is_doubtful),
		cmocka_unit_test(between_heights_only_elevated_bases_count),
		cmocka_unit_test(grazing_what_would_block_is_doubtful),
		cmocka_unit_test(grazing_a_wood_gives_nothing),
		cmocka_unit_test(causes_come_in_the_order_of_the_rules),
		cmocka_unit_test(woods_on_the_line_hinder_once),
		cmocka_unit_test(firing_from_the_edge_is_not_hindered),
		cmocka_unit_test(blocking_terrain_blocks_lines),
		cmocka_unit_test(a_hill_blocks_lines_on_the_ground),
		cmocka_unit_test(
			from_hill_to_hill_only_what_lies_on_hills_counts),
		cmocka_unit_test(
			between_heights_other_hills_and_all_blocks_count),
		cmocka_unit_test(elevated_bases_block_between_heights),
		cmocka_unit_test(only_the_higher_target_has_the_advantage),
		cmocka_unit_test(water_has_no_effect_on_lines),
		cmocka_unit_test(a_low_wall_hinders_unless_the_firer_is_at_it),
		cmocka_unit_test(concealing_terrain_hinders_lines_and_not_feet),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
