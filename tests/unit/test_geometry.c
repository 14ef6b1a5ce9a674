/*
 * tests/unit/test_geometry.c - the definitions of section 3 of the rules, with
 * numbers worked out by hand.
 */
#include "engine/geometry.h"
#include "engine/int128.h"
#include "unit.h"

#define P(x, y) ((struct vec){ (x), (y) })

static const struct polygon square = {
	4, { { 800, 1200 }, { 1400, 1200 }, { 1400, 1800 }, { 800, 1800 } }
};
/* the same, clockwise */
static const struct polygon clockwise = {
	4, { { 800, 1200 }, { 800, 1800 }, { 1400, 1800 }, { 1400, 1200 } }
};
/* an L: the square without its north-east quarter; (1100, 1500) is reflex */
static const struct polygon ell = { 6,
				    { { 800, 1200 },
				      { 1400, 1200 },
				      { 1400, 1500 },
				      { 1100, 1500 },
				      { 1100, 1800 },
				      { 800, 1800 } } };

static void assert_point(struct vec p, int32_t x, int32_t y)
{
	assert_int_equal(p.x, x);
	assert_int_equal(p.y, y);
}

/* RULE: RB-GEO-01 */
static void an_inch_is_a_hundred_units_and_north_is_up(void **unused)
{
	(void)unused;
	assert_point(geo_offset(100, 0, GEO_HA), 0, 100);
	assert_point(geo_offset(100, 90, GEO_HA), 100, 0);
}

/* RULE: RB-GEO-02 */
static void halves_of_a_unit_are_rounded_away_from_zero(void **unused)
{
	(void)unused;
	assert_int_equal(geo_div(12005, 10, GEO_HA), 1201);
	assert_int_equal(geo_div(10004, 10, GEO_HA), 1000);
	assert_int_equal(geo_div(-12005, 10, GEO_HA), -1201);
}

/* RULE: RB-GEO-03 */
static void directions_are_compass_degrees_and_wrap(void **unused)
{
	(void)unused;
	assert_point(geo_unit(180), 0, -GEO_ONE);
	assert_point(geo_unit(270), -GEO_ONE, 0);
	assert_point(geo_unit(-45), -707107, 707107);
	assert_point(geo_unit(360), 0, GEO_ONE);
	assert_int_equal(geo_degrees(-1), 359);
	assert_int_equal(geo_degrees(720), 0);
}

/* RULE: RB-GEO-04 */
static void the_sine_table_is_symmetric_and_within_a_millionth(void **unused)
{
	(void)unused;
	assert_point(geo_unit(30), 500000, 866025);
	assert_point(geo_unit(120), 866025, -500000);
	assert_point(geo_unit(210), -500000, -866025);
	assert_point(geo_unit(1), 17452, 999848);
	for (int32_t a = 0; a < 360; a++) {
		struct vec u = geo_unit(a), v = geo_unit(a + 90);
		int64_t off = geo_dot(u, u) - (int64_t)GEO_ONE * GEO_ONE;

		assert_true(off > -GEO_ONE * 2 && off < GEO_ONE * 2);
		assert_point(v, u.y, -u.x);
	}
}

/* RULE: RB-GEO-05 */
static void quotients_round_in_three_ways(void **unused)
{
	(void)unused;
	assert_int_equal(geo_div(7, 2, GEO_HA), 4);
	assert_int_equal(geo_div(-7, 2, GEO_HA), -4);
	assert_int_equal(geo_div(10, 3, GEO_HA), 3);
	assert_int_equal(geo_div(-10, 3, GEO_AZ), -4);
	assert_int_equal(geo_div(9, 3, GEO_AZ), 3);
	assert_int_equal(geo_div(-11, 3, GEO_TZ), -3);
	/* 110 x 0.707107 = 77.78; 600 x 0.707107 = 424.26 */
	assert_point(geo_offset(110, 225, GEO_AZ), -78, -78);
	assert_point(geo_offset(600, 45, GEO_TZ), 424, 424);
}

/* RULE: RB-GEO-06 */
static void lengths_are_floors_in_thousandths_of_a_unit(void **unused)
{
	(void)unused;
	assert_int_equal(geo_len(P(1000, 1000), P(1300, 1400)), 500000);
	assert_int_equal(geo_len(P(0, 0), P(424, 424)), 599626);
	assert_int_equal(geo_len(P(5, 5), P(5, 5)), 0);
	for (uint64_t n = 0; n < 5000; n++) {
		uint64_t r = geo_isqrt(n);

		assert_true(r * r <= n && n < (r + 1) * (r + 1));
	}
	assert_int_equal(geo_isqrt(UINT64_MAX), UINT32_MAX);
	assert_int_equal(geo_isqrt((uint64_t)UINT32_MAX * UINT32_MAX),
			 UINT32_MAX);
	assert_int_equal(geo_isqrt((uint64_t)UINT32_MAX * UINT32_MAX - 1),
			 UINT32_MAX - 1);
}

/* the bearing as the rule puts it */
static int32_t bearing_by_search(struct vec v)
{
	int32_t best = 0;
	int64_t least = INT64_MAX;

	for (int32_t a = 0; a < 360; a++) {
		int64_t off = geo_cross(geo_unit(a), v);

		off = off < 0 ? -off : off;
		if (geo_dot(geo_unit(a), v) > 0 && off < least) {
			least = off;
			best = a;
		}
	}
	return best;
}

/* RULE: RB-GEO-07 */
static void the_bearing_is_the_nearest_whole_degree(void **unused)
{
	(void)unused;
	assert_int_equal(geo_bearing(P(2, 1)), 63);
	assert_int_equal(geo_bearing(P(3, 4)), 37);
	assert_int_equal(geo_bearing(P(0, 0)), 0);
	assert_int_equal(geo_bearing(P(0, -7)), 180);
	assert_int_equal(geo_bearing(P(-1, 0)), 270);
	assert_int_equal(geo_bearing(P(-1, 1000)), 0);
	for (int32_t x = -40; x <= 40; x++) {
		for (int32_t y = -40; y <= 40; y++)
			assert_int_equal(geo_bearing(P(x, y)),
					 bearing_by_search(P(x, y)));
	}
}

/* RULE: RB-GEO-07 */
static void a_tie_of_bearings_goes_to_the_smaller(void **unused)
{
	(void)unused;
	/* exactly between two vectors of the table: their sum */
	for (int32_t a = 0; a < 360; a++) {
		struct vec v = vec_add(geo_unit(a), geo_unit(a + 1));

		assert_int_equal(geo_bearing(v), a == 359 ? 0 : a);
	}
}

/* RULE: RB-GEO-08 */
static void a_base_is_a_disc_or_a_stadium(void **unused)
{
	(void)unused;
	struct spine disc = geo_base(P(1000, 1000), 90, 55, 0, 0);
	struct spine mount = geo_base(P(1800, 500), 90, 55, 0, 110);
	struct spine middle = geo_base(P(1800, 500), 0, 55, 55, 55);

	assert_int_equal(disc.n, 1);
	assert_point(disc.p[0], 1000, 1000);
	assert_int_equal(mount.n, 2);
	assert_point(mount.p[0], 1800, 500);
	assert_point(mount.p[1], 1690, 500);
	assert_point(middle.p[0], 1800, 555);
	assert_point(middle.p[1], 1800, 445);
}

/* RULE: CV-GEO-01 */
static void the_rear_point_of_a_mount_is_110_behind_its_dot(void **unused)
{
	(void)unused;
	struct spine s = geo_base(P(1000, 1000), 45, 55, 0, 110);

	/* 110 x 0.707107 = 77.78 */
	assert_point(s.p[1], 922, 922);
	s = geo_base(P(1800, 164), 0, 55, 0, 110);
	assert_false(geo_on_board(&s, 3600, 3600));
	s = geo_base(P(1800, 165), 0, 55, 0, 110);
	assert_true(geo_on_board(&s, 3600, 3600));
}

/* RULE: RB-GEO-09 */
static void contact_is_a_band_of_two_units(void **unused)
{
	(void)unused;
	struct spine a = geo_disc(P(1000, 1000), 55);
	static const struct {
		int32_t gap;
		bool overlap, touch;
	} at[] = { { 109, true, true },
		   { 110, false, true },
		   { 112, false, true },
		   { 113, false, false } };

	for (size_t i = 0; i < ARRAY_LEN(at); i++) {
		struct spine b = geo_disc(P(1000, 1000 + at[i].gap), 55);

		assert_int_equal(geo_bases_overlap(&a, &b), at[i].overlap);
		assert_int_equal(geo_bases_touch(&a, &b), at[i].touch);
		assert_int_equal(geo_bases_touch(&b, &a), at[i].touch);
	}
	/* sqrt(100^2 + 50^2) = 111.8; one more is 112.2 */
	struct spine b = geo_disc(P(1100, 1050), 55);

	assert_true(geo_bases_touch(&a, &b));
	b = geo_disc(P(1100, 1051), 55);
	assert_false(geo_bases_touch(&a, &b));
}

/* RULE: CV-GEO-02 */
static void the_rear_half_of_a_mount_touches_too(void **unused)
{
	(void)unused;
	struct spine mount = geo_base(P(1000, 1000), 0, 55, 0, 110);
	struct spine beside = geo_disc(P(1110, 890), 55);
	struct spine off = geo_disc(P(1113, 950), 55);
	struct spine tail = geo_base(P(1000, 778), 0, 55, 0, 110);
	struct spine across = geo_base(P(1055, 950), 90, 55, 0, 110);

	assert_true(geo_bases_touch(&mount, &beside));
	assert_false(geo_bases_overlap(&mount, &beside));
	assert_false(geo_bases_touch(&mount, &off));
	assert_true(geo_bases_touch(&mount, &tail));
	assert_true(geo_bases_overlap(&mount, &across));
}

/* RULE: RB-GEO-11 */
static void a_touching_position_always_touches(void **unused)
{
	(void)unused;
	struct spine x = geo_disc(P(1200, 1200), 55);

	assert_point(geo_touching(P(1200, 1200), 55, 55, 45), 1278, 1278);
	assert_point(geo_touching(P(1200, 1200), 55, 55, 270), 1090, 1200);
	for (int32_t b = 0; b < 360; b++) {
		struct vec p = geo_touching(x.p[0], 55, 55, b);
		struct spine m = geo_disc(p, 55);

		assert_false(geo_bases_overlap(&x, &m));
		assert_true(geo_bases_touch(&x, &m));
		assert_true(geo_dist2(p, x.p[0]) * 4 <= 223 * 223);
	}
}

/* RULE: RB-GEO-12 */
static void the_boundary_of_the_front_arc_belongs_to_it(void **unused)
{
	(void)unused;
	struct vec p = P(1800, 1800);

	assert_true(geo_in_arc(p, 0, 90, P(1900, 1900)));
	assert_false(geo_in_arc(p, 0, 90, P(1901, 1900)));
	assert_true(geo_in_arc(p, 0, 90, P(1700, 1900)));
	assert_true(geo_in_arc(p, 0, 180, P(1910, 1800)));
	assert_false(geo_in_arc(p, 0, 180, P(1910, 1799)));
	assert_false(geo_in_arc(p, 0, 90, P(1910, 1800)));
	/* 270: bearing 225 is the boundary, 180 is behind */
	assert_true(geo_in_arc(p, 0, 270, P(1300, 1300)));
	assert_false(geo_in_arc(p, 0, 270, P(1301, 1300)));
	assert_false(geo_in_arc(p, 0, 270, P(1800, 1300)));
	assert_true(geo_in_arc(p, 77, 360, P(1800, 1300)));
	assert_true(geo_in_arc(p, 77, 360, P(1300, 1803)));
	/* a narrow arc across north */
	assert_true(geo_in_arc(p, 359, 2, P(1800, 2800)));
	assert_false(geo_in_arc(p, 359, 2, P(1801, 2800)));
}

/* RULE: RB-GEO-13 */
static void contact_is_judged_by_the_nearest_spine_point(void **unused)
{
	(void)unused;
	struct spine a = geo_disc(P(1000, 1000), 55);
	struct spine b = geo_disc(P(1110, 1000), 55);
	struct spine mount = geo_base(P(1000, 1160), 45, 55, 0, 110);

	assert_false(geo_faces(&a, a.p[0], 0, 90, &b));
	assert_true(geo_faces(&a, a.p[0], 0, 180, &b));
	assert_point(geo_nearest(&b, &a), 1110, 1000);
	/* spine (1000,1160)-(922,1082): the foot of (1000,1000) is at
	 * t = 78x160/12168 = 1.03 of it: the rear end */
	assert_point(mount.p[1], 922, 1082);
	assert_point(geo_nearest(&mount, &a), 922, 1082);
	/* that of (1000,1050) at 8580/12168 = 0.705: (945, 1105) */
	a = geo_disc(P(1000, 1050), 55);
	assert_point(geo_nearest(&mount, &a), 945, 1105);
	/* its dot is in the front, that point is not */
	assert_true(geo_in_arc(a.p[0], 0, 80, P(1000, 1160)));
	assert_false(geo_faces(&a, a.p[0], 0, 80, &mount));
}

/* RULE: RB-GEO-13 */
static void equally_near_points_go_to_the_first_end(void **unused)
{
	(void)unused;
	struct spine y = { { { 0, 0 }, { 0, 100 } }, 2, 55 };
	struct spine level = { { { 120, 140 }, { 120, 20 } }, 2, 55 };
	struct spine bow = { { { 120, 50 }, { 120, 51 } }, 2, 55 };
	struct spine slant = { { { 111, 40 }, { 211, 90 } }, 2, 55 };

	/* parallel: all of 20..100 is as near */
	assert_point(geo_nearest(&y, &level), 0, 20);
	assert_point(geo_nearest(&level, &y), 120, 100);
	assert_point(geo_nearest(&y, &bow), 0, 50);
	assert_point(geo_nearest(&y, &slant), 0, 40);
	assert_point(geo_nearest(&slant, &y), 111, 40);
}

/* RULE: CV-GEO-03 */
static void contact_along_the_rear_half_is_rear_contact(void **unused)
{
	(void)unused;
	struct spine mount = geo_base(P(1000, 1000), 0, 55, 0, 110);
	struct spine flank = geo_disc(P(890, 920), 55);

	assert_false(geo_faces(&mount, P(1000, 1000), 0, 90, &flank));
	assert_true(geo_faces(&flank, flank.p[0], 90, 90, &mount));
	assert_point(geo_nearest(&mount, &flank), 1000, 920);
	/* seen from its dot, not from its other end */
	flank = geo_disc(P(1090, 1065), 55);
	assert_false(geo_faces(&mount, P(1000, 1000), 0, 90, &flank));
	assert_true(geo_faces(&mount, P(1000, 1000), 0, 110, &flank));
}

/* RULE: RB-GEO-14 */
static void the_boundary_belongs_to_a_polygon(void **unused)
{
	(void)unused;
	const struct polygon *both[] = { &square, &clockwise };

	for (size_t i = 0; i < ARRAY_LEN(both); i++) {
		const struct polygon *g = both[i];

		assert_int_equal(geo_polygon_side(g, P(800, 1500)),
				 GEO_BOUNDARY);
		assert_int_equal(geo_polygon_side(g, P(1400, 1800)),
				 GEO_BOUNDARY);
		assert_int_equal(geo_polygon_side(g, P(801, 1500)), GEO_INSIDE);
		assert_int_equal(geo_polygon_side(g, P(799, 1500)),
				 GEO_OUTSIDE);
		assert_int_equal(geo_polygon_side(g, P(700, 1200)),
				 GEO_OUTSIDE);
		assert_int_equal(geo_polygon_side(g, P(700, 1800)),
				 GEO_OUTSIDE);
	}
	assert_int_equal(geo_polygon_side(&ell, P(1100, 1500)), GEO_BOUNDARY);
	assert_int_equal(geo_polygon_side(&ell, P(1101, 1501)), GEO_OUTSIDE);
	assert_int_equal(geo_polygon_side(&ell, P(1099, 1501)), GEO_INSIDE);
	assert_int_equal(geo_polygon_side(&ell, P(1000, 1500)), GEO_INSIDE);
}

/* RULE: RB-GEO-14 */
static void edges_of_a_simple_polygon_do_not_meet(void **unused)
{
	(void)unused;
	static const struct polygon bow = {
		4, { { 0, 0 }, { 100, 100 }, { 100, 0 }, { 0, 100 } }
	};
	static const struct polygon spike = {
		4, { { 0, 0 }, { 100, 0 }, { 50, 0 }, { 50, 100 } }
	};
	static const struct polygon flat = {
		3, { { 0, 0 }, { 50, 0 }, { 9, 0 } }
	};
	static const struct polygon twice = {
		4, { { 0, 0 }, { 50, 0 }, { 50, 0 }, { 0, 50 } }
	};
	static const struct polygon pinched = { 6,
						{ { 0, 0 },
						  { 100, 0 },
						  { 50, 50 },
						  { 100, 100 },
						  { 0, 100 },
						  { 50, 50 } } };
	static const struct polygon straight = {
		4, { { 0, 0 }, { 50, 0 }, { 100, 0 }, { 0, 100 } }
	};

	assert_true(geo_polygon_is_simple(&square));
	assert_true(geo_polygon_is_simple(&clockwise));
	assert_true(geo_polygon_is_simple(&ell));
	assert_true(geo_polygon_is_simple(&straight));
	assert_false(geo_polygon_is_simple(&bow));
	assert_false(geo_polygon_is_simple(&spike));
	assert_false(geo_polygon_is_simple(&flat));
	assert_false(geo_polygon_is_simple(&twice));
	assert_false(geo_polygon_is_simple(&pinched));
}

/* RULE: RB-GEO-15 */
static void a_base_is_inside_overlaps_touches_or_is_in_contact(void **unused)
{
	(void)unused;
	static const struct {
		int32_t y;
		bool inside, overlaps, touches, contacts;
	} at[] = {
		{ 1255, true, true, true, true },
		{ 1254, false, true, true, true },
		{ 1146, false, true, true, true },
		{ 1145, false, false, true, true },
		{ 1144, false, false, false, true },
		{ 1143, false, false, false, true },
		{ 1142, false, false, false, false },
	};

	for (size_t i = 0; i < ARRAY_LEN(at); i++) {
		struct spine s = geo_disc(P(1100, at[i].y), 55);

		assert_int_equal(geo_base_inside(&square, &s), at[i].inside);
		assert_int_equal(geo_base_overlaps(&square, &s),
				 at[i].overlaps);
		assert_int_equal(geo_base_touches(&square, &s), at[i].touches);
		assert_int_equal(geo_base_contacts(&square, &s),
				 at[i].contacts);
	}
	/* a mount is inside when its rear end is */
	struct spine m = geo_base(P(1100, 1365), 0, 55, 0, 110);

	assert_true(geo_base_inside(&square, &m));
	m = geo_base(P(1100, 1364), 0, 55, 0, 110);
	assert_false(geo_base_inside(&square, &m));
	/* deep inside a large polygon no edge is near, yet it overlaps */
	struct spine deep = geo_disc(P(1100, 1500), 55);

	assert_true(geo_base_overlaps(&square, &deep));
	assert_true(geo_base_touches(&square, &deep));
	assert_true(geo_base_contacts(&square, &deep));
}

/* RULE: RB-GEO-16 */
static void a_segment_passes_grazes_or_misses(void **unused)
{
	(void)unused;
	static const struct {
		struct vec p, q;
		enum geo_pass pass;
	} of_square[] = {
		{ { 1100, 1000 }, { 1100, 2000 }, GEO_PASSES },
		{ { 1400, 1000 }, { 1400, 2000 }, GEO_GRAZES }, /* edge */
		{ { 1200, 1000 }, { 1600, 1400 }, GEO_GRAZES }, /* corner */
		{ { 1199, 1000 }, { 1599, 1400 }, GEO_PASSES },
		{ { 1201, 1000 }, { 1601, 1400 }, GEO_MISSES },
		{ { 1100, 1000 }, { 1100, 1200 }, GEO_GRAZES }, /* arrives */
		{ { 1100, 1000 }, { 1100, 1201 }, GEO_PASSES },
		{ { 1100, 1000 }, { 1100, 1199 }, GEO_MISSES },
		{ { 1000, 1300 }, { 1200, 1400 }, GEO_PASSES }, /* within */
		{ { 800, 1200 }, { 1400, 1800 }, GEO_PASSES },  /* diagonal */
		{ { 800, 1200 }, { 1400, 1200 }, GEO_GRAZES },  /* its edge */
		{ { 800, 1300 }, { 1400, 1300 }, GEO_PASSES },
		{ { 700, 1100 }, { 1500, 1900 }, GEO_PASSES },
		{ { 800, 1300 }, { 800, 1300 }, GEO_GRAZES },
		{ { 900, 1300 }, { 900, 1300 }, GEO_PASSES },
		{ { 700, 1300 }, { 700, 1300 }, GEO_MISSES },
	};
	static const struct {
		struct vec p, q;
		enum geo_pass pass;
	} of_ell[] = {
		/* by the reflex corner (1100, 1500) */
		{ { 1000, 1600 }, { 1200, 1400 }, GEO_PASSES },
		{ { 1200, 1600 }, { 1100, 1500 }, GEO_GRAZES },
		{ { 1200, 1600 }, { 1099, 1499 }, GEO_PASSES },
		{ { 1100, 1900 }, { 1100, 1501 }, GEO_GRAZES },
		{ { 1100, 1900 }, { 1100, 1500 }, GEO_GRAZES },
		{ { 1100, 1900 }, { 1100, 1499 }, GEO_PASSES },
		{ { 1400, 1500 }, { 1500, 1600 }, GEO_GRAZES },
		{ { 1100, 1800 }, { 1400, 1500 }, GEO_GRAZES },
		{ { 1100, 1700 }, { 1300, 1500 }, GEO_GRAZES },
		{ { 1099, 1700 }, { 1300, 1500 }, GEO_PASSES },
	};

	for (size_t i = 0; i < ARRAY_LEN(of_square); i++) {
		struct vec p = of_square[i].p, q = of_square[i].q;
		int expected = (int)of_square[i].pass;

		assert_int_equal(geo_polygon_pass(&square, p, q), expected);
		assert_int_equal(geo_polygon_pass(&square, q, p), expected);
		assert_int_equal(geo_polygon_pass(&clockwise, p, q), expected);
		assert_int_equal(geo_polygon_pass(&clockwise, q, p), expected);
	}
	for (size_t i = 0; i < ARRAY_LEN(of_ell); i++) {
		struct vec p = of_ell[i].p, q = of_ell[i].q;
		int expected = (int)of_ell[i].pass;

		assert_int_equal(geo_polygon_pass(&ell, p, q), expected);
		assert_int_equal(geo_polygon_pass(&ell, q, p), expected);
	}
}

/* RULE: RB-GEO-17 */
static void track_points_follow_the_longer_axis(void **unused)
{
	(void)unused;
	struct track t = geo_track(P(10, 10), P(14, 8));

	assert_int_equal(t.n, 4);
	assert_point(geo_track_at(&t, 0), 10, 10);
	/* -0.5 away from zero is -1 */
	assert_point(geo_track_at(&t, 1), 11, 9);
	assert_point(geo_track_at(&t, 2), 12, 9);
	assert_point(geo_track_at(&t, 3), 13, 8);
	assert_point(geo_track_at(&t, 4), 14, 8);
	t = geo_track(P(5, 5), P(5, 5));
	assert_int_equal(t.n, 0);
	assert_point(geo_track_at(&t, 0), 5, 5);
}

/* RULE: RB-GEO-18 */
static void the_whole_base_must_be_on_the_board(void **unused)
{
	(void)unused;
	struct spine s = geo_disc(P(55, 3545), 55);

	assert_true(geo_on_board(&s, 3600, 3600));
	s.p[0].x = 54;
	assert_false(geo_on_board(&s, 3600, 3600));
	s.p[0] = P(55, 3546);
	assert_false(geo_on_board(&s, 3600, 3600));
}

/* RULE: RB-GEO-19 */
static void distances_to_a_base_are_measured_to_its_centre(void **unused)
{
	(void)unused;
	struct vec firer = P(1000, 1000), target = P(1000, 1600);

	/* range 6: exactly 600 to the centre is in */
	assert_int_equal(geo_segment_reach(firer, firer, target, 600),
			 GEO_EXACT);
	assert_int_equal(geo_segment_reach(firer, firer, target, 599),
			 GEO_FARTHER);
}

/* RULE: RB-MOVE-03 */
static void a_segment_may_run_along_a_rim(void **unused)
{
	(void)unused;
	struct vec p = P(1055, 1000), q = P(1055, 1600), c = P(1000, 1300);

	assert_int_equal(geo_segment_reach(p, q, c, 55), GEO_EXACT);
	assert_int_equal(geo_segment_reach(p, q, c, 56), GEO_NEARER);
	assert_int_equal(geo_segment_reach(p, q, c, 54), GEO_FARTHER);
	/* beyond the end the end counts: 3-4-5 */
	assert_int_equal(geo_segment_reach(p, q, P(1058, 1604), 5), GEO_EXACT);
	/* distance 1/sqrt(2) of (1,0) from the diagonal */
	assert_int_equal(geo_segment_reach(P(0, 0), P(9, 9), P(1, 0), 1),
			 GEO_NEARER);
	assert_int_equal(geo_segment_reach(p, q, c, -1), GEO_FARTHER);
}

/* RULE: RB-MOVE-04 */
static void segments_with_a_common_point_meet(void **unused)
{
	(void)unused;
	assert_true(geo_segments_meet(P(0, 0), P(10, 10), P(0, 10), P(10, 0)));
	assert_true(geo_segments_meet(P(0, 0), P(10, 0), P(5, 0), P(5, 9)));
	assert_true(geo_segments_meet(P(0, 0), P(10, 0), P(10, 0), P(20, 0)));
	assert_true(geo_segments_meet(P(0, 0), P(10, 0), P(3, 0), P(5, 0)));
	assert_false(geo_segments_meet(P(0, 0), P(10, 0), P(11, 0), P(20, 0)));
	assert_false(geo_segments_meet(P(0, 0), P(10, 0), P(5, 1), P(5, 9)));
	assert_true(geo_segments_meet(P(5, 0), P(5, 0), P(0, 0), P(9, 0)));
	assert_false(geo_segments_meet(P(5, 1), P(5, 1), P(0, 0), P(9, 0)));
	assert_false(geo_segments_meet(P(5, 1), P(5, 1), P(5, 2), P(5, 2)));
	assert_true(geo_segments_meet(P(5, 1), P(5, 1), P(5, 1), P(5, 1)));
	assert_int_equal(
		geo_segments_reach(P(0, 0), P(10, 0), P(13, 4), P(20, 9), 5),
		GEO_EXACT);
}

/* RULE: RB-MOVE-13 */
static void a_place_that_touches_two_bases_is_found_exactly(void **unused)
{
	(void)unused;
	struct spine x = geo_disc(P(1700, 1300), 55);
	struct spine y = geo_disc(P(1900, 1300), 55);
	struct spine far = geo_disc(P(1925, 1300), 55);
	struct vec p;

	assert_true(geo_touching_both(&x, &y, 55, P(1800, 1000), &p));
	assert_point(p, 1800, 1250);
	assert_true(geo_touching_both(&x, &y, 55, P(1800, 1900), &p));
	assert_point(p, 1800, 1350);
	/* both ways are as long: the smaller y */
	assert_true(geo_touching_both(&x, &y, 55, P(1800, 1300), &p));
	assert_true(p.y < 1300);
	assert_false(geo_touching_both(&x, &far, 55, P(1800, 1000), &p));
}

/* RULE: RB-SETUP-04 */
static void terrain_keeps_its_distance(void **unused)
{
	(void)unused;
	static const struct polygon east = { 4,
					     { { 1596, 1300 },
					       { 1700, 1300 },
					       { 1700, 1400 },
					       { 1596, 1400 } } };
	static const struct polygon small = {
		3, { { 1000, 1400 }, { 1010, 1400 }, { 1000, 1410 } }
	};

	assert_true(geo_polygons_nearer(&square, &east, 197));
	assert_false(geo_polygons_nearer(&square, &east, 196));
	assert_true(geo_polygons_nearer(&square, &small, 1));
	assert_true(geo_polygons_nearer(&small, &square, 1));
	/* in the notch of the L: 100 from both edges */
	static const struct polygon notch = {
		3, { { 1200, 1600 }, { 1400, 1600 }, { 1200, 1800 } }
	};

	assert_true(geo_polygons_nearer(&ell, &notch, 101));
	assert_false(geo_polygons_nearer(&notch, &ell, 100));
	assert_true(geo_polygon_on_board(&square, 1400, 1800));
	assert_false(geo_polygon_on_board(&square, 1399, 1800));
}

/* RULE: RB-SETUP-05 */
static void a_turned_polygon_turns_clockwise(void **unused)
{
	(void)unused;
	static const struct polygon wall = {
		4, { { -300, -25 }, { 300, -25 }, { 300, 25 }, { -300, 25 } }
	};
	struct polygon g = geo_polygon_place(&wall, 90, P(1800, 1800));

	assert_point(g.v[0], 1775, 2100);
	assert_point(g.v[1], 1775, 1500);
	assert_point(geo_rotate(P(0, 100), 30), 50, 87);
	assert_point(geo_rotate(P(100, 0), 30), 87, -50);
	assert_point(geo_rotate(P(-7, 9), 0), -7, 9);
	/* 0.5 is rounded away from zero: 1 x sin 30 */
	assert_point(geo_rotate(P(-1, 0), 30), -1, 1);
}

/* RULE: RB-SETUP-10 */
static void terrain_items_have_a_size(void **unused)
{
	(void)unused;
	struct polygon g = {
		4, { { 0, 0 }, { 100, 0 }, { 100, 100 }, { 0, 100 } }
	};

	assert_int_equal(geo_polygon_area2(&ell), 2 * 270000);
	assert_int_equal(geo_polygon_area2(&clockwise), 2 * 360000);
	assert_true(geo_polygon_size_ok(&g));
	g.v[2] = P(100, 99);
	assert_false(geo_polygon_size_ok(&g));
	g = (struct polygon){
		4, { { 0, 0 }, { 1600, 0 }, { 1600, 400 }, { 0, 400 } }
	};
	assert_false(geo_polygon_size_ok(&g)); /* the diagonal */
	g = (struct polygon){ 3, { { 0, 0 }, { 1600, 0 }, { 0, 100 } } };
	assert_false(geo_polygon_size_ok(&g));
	g = (struct polygon){ 3, { { 0, 0 }, { 1600, 0 }, { 800, 100 } } };
	assert_true(geo_polygon_size_ok(&g));
	g = (struct polygon){
		4, { { 0, 0 }, { 801, 0 }, { 801, 800 }, { 0, 800 } }
	};
	assert_false(geo_polygon_size_ok(&g)); /* over 64 square inches */
}

/* RULE: RB-WALL-01 */
static void a_wall_is_as_thick_as_its_shorter_side(void **unused)
{
	(void)unused;
	static const struct polygon wall = {
		4,
		{ { 800, 1200 }, { 1400, 1200 }, { 1400, 1230 }, { 800, 1230 } }
	};
	static const struct polygon tilted = {
		4, { { 0, 0 }, { 300, 400 }, { 284, 412 }, { -16, 12 } }
	};
	static const struct polygon odd = {
		4, { { 0, 0 }, { 110, 110 }, { 100, 120 }, { -10, 10 } }
	};

	assert_true(geo_polygon_is_rectangle(&wall));
	assert_int_equal(geo_polygon_thickness(&wall), 30);
	assert_true(geo_polygon_is_rectangle(&tilted));
	assert_int_equal(geo_polygon_thickness(&tilted), 20);
	/* sqrt(200) = 14.14, rounded up */
	assert_true(geo_polygon_is_rectangle(&odd));
	assert_int_equal(geo_polygon_thickness(&odd), 15);
	assert_false(geo_polygon_is_rectangle(&ell));
}

/* RULE: RB-TER-01 */
static void what_lies_on_a_hill_lies_within_it(void **unused)
{
	(void)unused;
	static const struct polygon corner = {
		4,
		{ { 800, 1200 }, { 1000, 1200 }, { 1000, 1300 }, { 800, 1300 } }
	};
	static const struct polygon notch = { 4,
					      { { 1100, 1500 },
						{ 1400, 1500 },
						{ 1400, 1800 },
						{ 1100, 1800 } } };
	static const struct polygon out = {
		3, { { 1000, 1300 }, { 1500, 1300 }, { 1000, 1400 } }
	};
	static const struct polygon bridge = {
		3, { { 900, 1700 }, { 1300, 1300 }, { 1300, 1400 } }
	};

	assert_true(geo_polygon_within(&corner, &square));
	assert_true(geo_polygon_within(&corner, &ell));
	assert_true(geo_polygon_within(&square, &square));
	assert_true(geo_polygon_within(&ell, &square));
	assert_false(geo_polygon_within(&square, &ell));
	assert_false(geo_polygon_within(&notch, &ell));
	assert_true(geo_polygon_within(&notch, &square));
	assert_false(geo_polygon_within(&out, &square));
	assert_false(geo_polygon_within(&bridge, &ell));
	assert_true(geo_polygon_within(&bridge, &square));
}

/* RULE: RB-ABR-04 */
static void a_cliff_is_climbed_on_its_stairs_only(void **unused)
{
	(void)unused;
	static const struct segment stairs[] = { { { 1000, 1200 },
						   { 1200, 1200 } } };
	static const struct {
		struct vec p, q;
		bool ok;
	} way[] = {
		{ { 1100, 1000 }, { 1100, 1500 }, true },
		{ { 1000, 1000 }, { 1000, 1500 }, true }, /* by its end */
		{ { 999, 1000 }, { 999, 1500 }, false },
		{ { 1100, 1500 }, { 900, 1000 }, false },
		{ { 700, 1000 }, { 700, 1500 }, true }, /* away */
		{ { 800, 1300 }, { 800, 1700 }, true }, /* along it */
		{ { 800, 1000 }, { 800, 2100 }, true }, /* past it */
		/* beside the stairs nobody comes to it, from no side */
		{ { 800, 1000 }, { 800, 1700 }, false },
		{ { 900, 1000 }, { 900, 1200 }, false },
		{ { 900, 1500 }, { 900, 1200 }, false },
		{ { 900, 1200 }, { 950, 1500 }, false },
		{ { 900, 1200 }, { 950, 1000 }, false },
		{ { 800, 1200 }, { 700, 1000 }, false },
		{ { 1200, 1200 }, { 1400, 1400 }, false },
		{ { 1100, 1000 }, { 1100, 1200 }, true },
		{ { 1100, 1500 }, { 1100, 1200 }, true },
		{ { 1000, 1200 }, { 900, 1500 }, true },
		{ { 900, 1200 }, { 1000, 1200 }, true },
		{ { 1100, 1000 }, { 1100, 2000 }, false }, /* off behind */
		{ { 900, 1300 }, { 1300, 1700 }, true },   /* on top */
		{ { 1200, 2000 }, { 1600, 1600 }, true },  /* a corner */
		{ { 700, 1100 }, { 1000, 1400 }, false },
	};

	for (size_t i = 0; i < ARRAY_LEN(way); i++) {
		assert_int_equal(geo_polygon_by_stairs(&square, stairs, 1,
						       way[i].p, way[i].q),
				 way[i].ok);
		assert_int_equal(geo_polygon_by_stairs(&clockwise, stairs, 1,
						       way[i].q, way[i].p),
				 way[i].ok);
	}
	assert_false(geo_polygon_by_stairs(&square, NULL, 0, P(1100, 1000),
					   P(1100, 1500)));
	/* inside an L past its reflex corner nothing is crossed */
	assert_true(geo_polygon_by_stairs(&ell, NULL, 0, P(1000, 1600),
					  P(1200, 1400)));
}

static void products_are_whole_on_every_machine(void **unused)
{
	(void)unused;
	static const uint64_t v[] = { 0,
				      1,
				      2,
				      0xffffffff,
				      0x100000000,
				      0x123456789abcdef,
				      0xfedcba9876543210,
				      UINT64_MAX - 1,
				      UINT64_MAX };
	struct int128 w;

	/* (2^64 - 1)^2 = 2^128 - 2^65 + 1 */
	w = int128_mul_halves(UINT64_MAX, UINT64_MAX);
	assert_true(w.high == UINT64_MAX - 1 && w.low == 1);
	for (size_t i = 0; i < ARRAY_LEN(v); i++)
		for (size_t j = 0; j < ARRAY_LEN(v); j++) {
			w = int128_mul_halves(v[i], v[j]);
			assert_int_equal(int128_cmp(w, int128_mul(v[i], v[j])),
					 0);
			assert_true(w.low == v[i] * v[j]);
			assert_int_equal(int128_cmp(w, int128_of(v[j])) < 0,
					 v[j] && v[i] == 0);
		}
	assert_int_equal(
		int128_cmp(int128_square(INT64_MIN),
			   int128_mul(UINT64_C(1) << 63, UINT64_C(1) << 63)),
		0);
	w = int128_times(int128_mul(UINT64_C(1) << 40, UINT64_C(1) << 39),
			 UINT64_C(1) << 38);
	assert_true(w.high == UINT64_C(1) << 53 && !w.low);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_inch_is_a_hundred_units_and_north_is_up),
		cmocka_unit_test(halves_of_a_unit_are_rounded_away_from_zero),
		cmocka_unit_test(directions_are_compass_degrees_and_wrap),
		cmocka_unit_test(
			the_sine_table_is_symmetric_and_within_a_millionth),
		cmocka_unit_test(quotients_round_in_three_ways),
		cmocka_unit_test(lengths_are_floors_in_thousandths_of_a_unit),
		cmocka_unit_test(the_bearing_is_the_nearest_whole_degree),
		cmocka_unit_test(a_tie_of_bearings_goes_to_the_smaller),
		cmocka_unit_test(a_base_is_a_disc_or_a_stadium),
		cmocka_unit_test(
			the_rear_point_of_a_mount_is_110_behind_its_dot),
		cmocka_unit_test(contact_is_a_band_of_two_units),
		cmocka_unit_test(the_rear_half_of_a_mount_touches_too),
		cmocka_unit_test(a_touching_position_always_touches),
		cmocka_unit_test(the_boundary_of_the_front_arc_belongs_to_it),
		cmocka_unit_test(contact_is_judged_by_the_nearest_spine_point),
		cmocka_unit_test(equally_near_points_go_to_the_first_end),
		cmocka_unit_test(contact_along_the_rear_half_is_rear_contact),
		cmocka_unit_test(the_boundary_belongs_to_a_polygon),
		cmocka_unit_test(edges_of_a_simple_polygon_do_not_meet),
		cmocka_unit_test(
			a_base_is_inside_overlaps_touches_or_is_in_contact),
		cmocka_unit_test(a_segment_passes_grazes_or_misses),
		cmocka_unit_test(track_points_follow_the_longer_axis),
		cmocka_unit_test(the_whole_base_must_be_on_the_board),
		cmocka_unit_test(
			distances_to_a_base_are_measured_to_its_centre),
		cmocka_unit_test(a_segment_may_run_along_a_rim),
		cmocka_unit_test(segments_with_a_common_point_meet),
		cmocka_unit_test(
			a_place_that_touches_two_bases_is_found_exactly),
		cmocka_unit_test(terrain_keeps_its_distance),
		cmocka_unit_test(a_turned_polygon_turns_clockwise),
		cmocka_unit_test(terrain_items_have_a_size),
		cmocka_unit_test(a_wall_is_as_thick_as_its_shorter_side),
		cmocka_unit_test(what_lies_on_a_hill_lies_within_it),
		cmocka_unit_test(a_cliff_is_climbed_on_its_stairs_only),
		cmocka_unit_test(products_are_whole_on_every_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
