/*
 * tests/unit/test_dungeons.c - the definitions of Dungeons: Pyramid that no
 * event tells: squares, corners, arcs, lines, sections; and what turns on them.
 */
#include "unit.h"
#include "rules/dungeons/engine.h"

static struct dg_state s;

/* a board of one chamber, all clear and open, outer walls */
static void board(int width, int height)
{
	system_dungeons.init(&s);
	s.width = width;
	s.height = height;
	s.n_sections = 1;
	s.section[0] = (struct dg_section){ .kind = DG_CHAMBER,
					    .x1 = width - 1,
					    .y1 = height - 1 };
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			s.square[dg_square_of(x, y)] = (struct dg_square){
				DG_CLEAR,
				(y > 0) | (x + 1 < width) << 1 |
					(y + 1 < height) << 2 | (x > 0) << 3,
				0
			};
}

static int32_t at(const char *name)
{
	return dg_square_of(name[0] - 'A', name[1] - '1');
}

static void wall(const char *name, int face)
{
	int32_t sq = at(name);

	s.square[sq].sides &= ~(1 << face / 2);
	s.square[dg_beside(sq, face)].sides &= ~(1 << (face + 4) % 8 / 2);
}

static int figure(int owner, const char *name, int facing)
{
	int f = s.n_figs++;

	s.fig[f] = (struct dg_fig){ .label = label_of((char)('A' + f), 1),
				    .owner = owner,
				    .place = DG_ON_BOARD,
				    .sq = at(name),
				    .facing = facing,
				    .open = 1 };
	s.card[f].arc = 3;
	s.card[f].targets = 1;
	s.card[f].n_clicks = 1;
	return f;
}

static bool clear(const char *a, const char *b)
{
	return dg_line(&s, at(a), at(b), 0, -1).clear;
}

/* RULE: DG-GEO-01 DG-GEO-02 DG-GEO-03 */
static void squares_have_eight_directions_and_a_cost(void **unused)
{
	(void)unused;
	board(5, 5);
	assert_int_equal(dg_beside(at("C3"), DG_N), at("C2"));
	assert_int_equal(dg_beside(at("C3"), DG_SE), at("D4"));
	assert_int_equal(dg_beside(at("A1"), DG_W), DG_NOWHERE);
	s.square[at("C3")].terrain = DG_WATER;
	s.square[at("C4")].terrain = DG_HINDERING;
	s.square[at("C5")].terrain = DG_COST_3 + 6;
	assert_int_equal(dg_cost(&s, at("C3")), 3);
	assert_int_equal(dg_cost(&s, at("C4")), 2);
	assert_int_equal(dg_cost(&s, at("C5")), 9);
	s.square[at("C3")].terrain = DG_CHASM;
	assert_false(dg_enterable(&s, at("C3")));
}

/* RULE: DG-GEO-05 DG-GEO-06 DG-GEO-07 */
static void one_wall_end_never_stops_a_diagonal_two_do(void **unused)
{
	(void)unused;
	board(5, 5);
	wall("B2", DG_E);
	assert_int_equal(dg_adjacent(&s, at("B2"), at("C2")), -1);
	assert_int_equal(dg_adjacent(&s, at("B2"), at("C3")), DG_SE);
	wall("B3", DG_E);
	assert_int_equal(dg_adjacent(&s, at("B2"), at("C3")), -1);
	board(5, 5);
	s.square[at("C2")].terrain = DG_BLOCKING;
	assert_true(dg_joined(&s, at("B2"), DG_SE));
	s.square[at("B3")].terrain = DG_BLOCKING;
	assert_false(dg_joined(&s, at("B2"), DG_SE));
	s.square[at("B3")].terrain = s.square[at("C2")].terrain = DG_CHASM;
	assert_true(dg_joined(&s, at("B2"), DG_SE));
}

/* RULE: DG-R-04 */
static void with_the_option_both_ways_round_a_corner_must_be_free(void **unused)
{
	(void)unused;
	board(5, 5);
	wall("B2", DG_E);
	s.option[DG_OPTION_CORNER] = 1;
	assert_false(dg_joined(&s, at("B2"), DG_SE));
}

/* RULE: DG-GEO-05 DG-DOOR-01 */
static void a_closed_door_is_a_wall(void **unused)
{
	(void)unused;
	board(5, 1);
	s.n_doors = 1;
	s.door[0] = (struct dg_door){ .label = label_of('D', 1),
				      .sq = at("B1"),
				      .side = DG_E };
	assert_int_equal(dg_adjacent(&s, at("B1"), at("C1")), -1);
	assert_false(clear("A1", "E1"));
	s.door[0].state = DG_OPEN;
	assert_int_equal(dg_adjacent(&s, at("B1"), at("C1")), DG_E);
	assert_int_equal(dg_adjacent(&s, at("C1"), at("B1")), DG_W);
	assert_true(clear("A1", "E1"));
}

/* RULE: DG-ARC-01 DG-ARC-02: the table of the squares beside a figure */
static void arcs_are_the_squares_of_the_table(void **unused)
{
	(void)unused;
	for (int facing = 0; facing < N_DG_FACES; facing++)
		for (int face = 0; face < N_DG_FACES; face++) {
			int off = (face - facing + 8) % 8;
			int dx = dg_dx(face), dy = dg_dy(face);

			if (off > 4)
				off = 8 - off;
			assert_int_equal(dg_front(NULL, 3, facing, dx, dy),
					 off <= 1);
			assert_int_equal(dg_front(NULL, 5, facing, dx, dy),
					 off <= 2);
			assert_int_equal(dg_front(NULL, 7, facing, dx, dy),
					 off <= 3);
			assert_int_equal(dg_rear(facing, dx, dy), off >= 3);
		}
}

/* RULE: DG-ARC-01 DG-R-02 */
static void at_range_an_arc_is_an_angle_or_the_squares_by_option(void **unused)
{
	(void)unused;
	board(5, 5);
	/* facing NE: (-1,-3) has dot 2 and cross 4 */
	assert_false(dg_front(&s, 3, DG_NE, -1, -3));
	assert_true(dg_front(&s, 3, DG_NE, 0, -4));
	s.option[DG_OPTION_ARC] = 1;
	assert_true(dg_front(&s, 3, DG_NE, -1, -3));
}

/* RULE: DG-ARC-07 */
static void direct_facing_is_the_nearest_of_eight(void **unused)
{
	(void)unused;
	assert_int_equal(dg_direct(at("G3"), at("D1")), DG_NW);
	assert_int_equal(dg_direct(at("I2"), at("D1")), DG_W);
	assert_int_equal(dg_direct(at("A1"), at("A5")), DG_S);
}

/* RULE: DG-LOF-01 DG-LOF-03 DG-LOF-04 */
static void a_line_passes_the_squares_between_two_centres(void **unused)
{
	(void)unused;
	board(7, 7);
	figure(0, "B1", DG_N);
	assert_false(clear("A1", "C2"));	/* B1, B2, C2 */
	assert_true(clear("A1", "E5"));		/* all corners */
	board(7, 7);
	figure(0, "C1", DG_N);
	assert_true(clear("A1", "D2"));		/* past it at a corner */
	s.square[at("B2")].terrain = DG_BLOCKING;
	assert_false(clear("A1", "D2"));	/* squeezed between two */
}

/* RULE: DG-LOF-02 DG-LOF-05 DG-R-07 DG-R-08 DG-R-09 */
static void terrain_blocks_or_helps_the_target_once(void **unused)
{
	struct dg_line line;

	(void)unused;
	board(5, 7);
	s.square[at("B3")].terrain = DG_HINDERING;
	s.square[at("B5")].terrain = DG_HINDERING;
	line = dg_line(&s, at("B1"), at("B5"), 0, -1);
	assert_true(line.clear && line.hindered);
	line = dg_line(&s, at("B3"), at("B4"), 0, -1);
	assert_false(line.hindered);		/* the attacker's own square */
	assert_false(dg_line(&s, at("B1"), at("B5"), DG_LINE_STEALTH, -1)
			     .clear);
	s.square[at("B3")].terrain = DG_SHADOW;
	assert_false(clear("B1", "B5"));
	assert_true(clear("B1", "B3"));
	s.option[DG_OPTION_SHADOW_HIDES] = 1;
	assert_false(clear("B1", "B3"));
	s.square[at("B3")].terrain = DG_CHASM;
	assert_true(clear("B1", "B5"));
}

/* RULE: DG-LOF-06 DG-R-06 */
static void range_counts_diagonals_as_one(void **unused)
{
	(void)unused;
	assert_int_equal(dg_range(at("A1"), at("G5")), 6);
	assert_int_equal(dg_range(at("A1"), at("A1")), 0);
}

/* RULE: DG-GEO-08 DG-GEO-09 DG-GEO-10 DG-GEO-12 */
static void sections_are_connected_by_ways_not_by_walls(void **unused)
{
	(void)unused;
	board(9, 3);
	s.n_sections = 3;
	for (int k = 0; k < 3; k++)
		s.section[k] = (struct dg_section){ .kind = DG_CORRIDOR,
						    .x0 = 3 * k,
						    .x1 = 3 * k + 2,
						    .y1 = 2 };
	for (int x = 0; x < 9; x++)
		for (int y = 0; y < 3; y++)
			s.square[dg_square_of(x, y)].section = x / 3;
	assert_true(dg_connected(&s, 0, 1));
	assert_false(dg_connected(&s, 0, 2));
	assert_int_equal(dg_section_distance(&s, 0, 2), 2);
	wall("C1", DG_E);
	wall("C2", DG_E);
	wall("C3", DG_E);
	assert_false(dg_connected(&s, 0, 1));
	assert_int_equal(dg_section_distance(&s, 0, 2), -1);
	assert_false(dg_entrance_section(&s, 0));
	s.n_mouths = 1;
	s.mouth[0] = (struct dg_mouth){ .side = DG_W };
	assert_true(dg_entrance_section(&s, 0));
}

/* RULE: DG-GEN-02 DG-GEN-04 DG-GEN-05 */
static void opponents_sit_to_the_right(void **unused)
{
	int a, b, spawn;

	(void)unused;
	board(3, 3);
	for (int seat = 0; seat < 3; seat++)
		s.player[seat].present = 1;
	assert_int_equal(dg_next_seat(&s, 2), 0);
	assert_int_equal(dg_opponent(&s, 0), 2);
	assert_int_equal(dg_opponent(&s, 2), 1);
	a = figure(0, "A1", DG_N);
	b = figure(1, "B1", DG_N);
	spawn = figure(-1, "C1", DG_N);
	assert_true(dg_enemies(&s, a, b) && dg_enemies(&s, a, spawn));
	assert_false(dg_enemies(&s, spawn, spawn));
}

/* RULE: DG-FREE-02 DG-R-21 DG-D-13 */
static void a_free_spin_keeps_the_most_enemies_in_front(void **unused)
{
	int a, b, spawn;

	(void)unused;
	board(7, 7);
	s.player[0].present = s.player[1].present = 1;
	a = figure(0, "C4", DG_N);
	spawn = figure(-1, "D3", DG_N);
	assert_int_equal(dg_spin_facing(&s, spawn, a, 1), DG_SW);
	b = figure(0, "E4", DG_N);
	assert_int_equal(dg_spin_facing(&s, spawn, b, 1), DG_S);
	s.player[1].spin = DG_POLICY_NEVER;
	assert_int_equal(dg_spin_facing(&s, spawn, b, 1), DG_N);
}

/* RULE: DG-CHEST-06 DG-ARC-06 DG-R-52 */
static void a_chest_needs_a_square_in_front_and_faces_four_ways(void **unused)
{
	static unsigned char reach[DG_SQUARES];

	(void)unused;
	board(5, 5);
	dg_reachable(&s, reach);
	assert_false(dg_chest_fits(&s, at("C1"), DG_N, reach));
	assert_true(dg_chest_fits(&s, at("C1"), DG_S, reach));
	assert_false(dg_chest_fits(&s, at("C3"), DG_NE, reach));
	s.square[at("C3")].terrain = DG_VORTEX;
	assert_false(dg_chest_fits(&s, at("C3"), DG_S, reach));
}

/* RULE: DG-SPEC-05: B1 goes to E2 clockwise, to A4 the other way */
static void a_vortex_turns_all_in_its_chamber(void **unused)
{
	struct event e;
	int f;

	(void)unused;
	for (int side = DG_LEFT; side <= DG_RIGHT; side++) {
		int32_t none = 0;

		board(5, 5);
		f = figure(-1, "B1", DG_E);
		event_start(&e, DG_EV_SECTION_TURNED, DG_SPEC_05);
		event_int(&e, s.fig[f].label);
		event_int(&e, 0);
		event_int(&e, side);
		event_ints(&e, &none, 0);
		assert_true(system_dungeons.evolve(&s, &e));
		assert_int_equal(s.fig[f].sq,
				 side == DG_RIGHT ? at("E2") : at("A4"));
		assert_int_equal(s.fig[f].facing,
				 side == DG_RIGHT ? DG_S : DG_N);
		/* the outer walls are still all around */
		assert_int_equal(s.square[at("A1")].sides, 2 | 4);
	}
}

/* DG section 18: what nobody has seen is in no view */
static void a_view_does_not_know_what_is_hidden(void **unused)
{
	static struct dg_state view;

	(void)unused;
	board(5, 5);
	s.player[0].present = s.player[1].present = 1;
	s.n_chests = s.n_tokens = 1;
	s.chest[0].treasure = 4;
	s.token[0].table = 3;
	s.player[1].spin = DG_POLICY_NEVER;
	system_dungeons.view(&s, 0, &view);
	assert_int_equal(view.chest[0].treasure, DG_UNKNOWN);
	assert_int_equal(view.token[0].table, DG_UNKNOWN);
	assert_int_equal(view.player[1].spin, DG_UNKNOWN);
	s.chest[0].seen = 1;
	system_dungeons.view(&s, 0, &view);
	assert_int_equal(view.chest[0].treasure, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(squares_have_eight_directions_and_a_cost),
		cmocka_unit_test(one_wall_end_never_stops_a_diagonal_two_do),
		cmocka_unit_test(
			with_the_option_both_ways_round_a_corner_must_be_free),
		cmocka_unit_test(a_closed_door_is_a_wall),
		cmocka_unit_test(arcs_are_the_squares_of_the_table),
		cmocka_unit_test(
			at_range_an_arc_is_an_angle_or_the_squares_by_option),
		cmocka_unit_test(direct_facing_is_the_nearest_of_eight),
		cmocka_unit_test(a_line_passes_the_squares_between_two_centres),
		cmocka_unit_test(terrain_blocks_or_helps_the_target_once),
		cmocka_unit_test(range_counts_diagonals_as_one),
		cmocka_unit_test(sections_are_connected_by_ways_not_by_walls),
		cmocka_unit_test(opponents_sit_to_the_right),
		cmocka_unit_test(a_free_spin_keeps_the_most_enemies_in_front),
		cmocka_unit_test(
			a_chest_needs_a_square_in_front_and_faces_four_ways),
		cmocka_unit_test(a_vortex_turns_all_in_its_chamber),
		cmocka_unit_test(a_view_does_not_know_what_is_hidden),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
