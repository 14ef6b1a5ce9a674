/*
 * tests/unit/test_dungeons.c - the definitions of Dungeons: Pyramid that no
 * event tells: squares, corners, arcs, lines, sections; and what turns on them.
 */
#include "unit.h"
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/system_private.h"
#include "games/dungeons/rules/move.h"
#include "games/dungeons/rules/player.h"
#include "games/dungeons/rules/setup.h"
#include "games/dungeons/rules/evolve.h"
#include "games/dungeons/rules/exec.h"
#include "engine/suggest.h"
#include "engine/state_path.h"
#include "base/buf.h"

static struct trials trials;

static struct dg_state s;

/* a board of one chamber, all clear and open, outer walls */
static void board(int width, int height)
{
	system_init(&system_dungeons, &s);
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
	s.head.option[DG_OPTION_CORNER] = 1;
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

/* RULE: DG-ARC-01 DG-ARC-02 */
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
	s.head.option[DG_OPTION_ARC] = 1;
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
	assert_false(clear("A1", "C2")); /* B1, B2, C2 */
	assert_true(clear("A1", "E5"));  /* all corners */
	board(7, 7);
	figure(0, "C1", DG_N);
	assert_true(clear("A1", "D2")); /* past it at a corner */
	s.square[at("B2")].terrain = DG_BLOCKING;
	assert_false(clear("A1", "D2")); /* squeezed between two */
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
	assert_false(line.hindered); /* the attacker's own square */
	assert_false(
		dg_line(&s, at("B1"), at("B5"), DG_LINE_STEALTH, -1).clear);
	s.square[at("B3")].terrain = DG_SHADOW;
	assert_false(clear("B1", "B5"));
	assert_true(clear("B1", "B3"));
	s.head.option[DG_OPTION_SHADOW_HIDES] = 1;
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
	/* not by squares that nobody can enter; a closed door is a way */
	for (int y = 0; y < 3; y++)
		s.square[dg_square_of(2, y)].terrain = DG_CHASM;
	assert_false(dg_connected(&s, 0, 1));
	for (int y = 0; y < 3; y++)
		s.square[dg_square_of(2, y)].terrain = DG_CLEAR;
	s.n_doors = 1;
	s.door[0] = (struct dg_door){ .label = label_of('D', 1),
				      .sq = at("C2"),
				      .side = DG_E };
	wall("C1", DG_E);
	wall("C3", DG_E);
	assert_true(dg_connected(&s, 0, 1));
	wall("C1", DG_E);
	wall("C2", DG_E);
	wall("C3", DG_E);
	assert_false(dg_connected(&s, 0, 1));
	assert_int_equal(dg_section_distance(&s, 0, 2), -1);
	assert_false(dg_entrance_section(&s, 0));
	s.n_mouths = 1;
	s.mouth[0] = (struct dg_mouth){ .side = DG_W };
	assert_true(dg_entrance_section(&s, 0));
	/* a chamber with a mouth is none */
	s.section[0].kind = DG_CHAMBER;
	assert_false(dg_entrance_section(&s, 0));
}

/* RULE: DG-GEN-02 DG-GEN-04 DG-GEN-05 */
static void opponents_sit_to_the_right(void **unused)
{
	int a, b, spawn;

	(void)unused;
	board(3, 3);
	for (int seat = 0; seat < 3; seat++)
		s.head.seat[seat].present = 1;
	assert_int_equal(common_state_next(&s.head, 2), 0);
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
	s.head.seat[0].present = s.head.seat[1].present = 1;
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
		assert_true(system_evolve(&system_dungeons, &s, &e));
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
	s.head.seat[0].present = s.head.seat[1].present = 1;
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

/* what a position or a game master sets is told to all, and no draw of before
 * is opened as if it were that */
static void a_value_that_was_set_is_no_secret(void **unused)
{
	static struct dg_state view;
	const int32_t value[] = { 3 };
	struct str what;

	(void)unused;
	board(5, 5);
	s.head.seat[0].present = s.head.seat[1].present = 1;
	s.n_chests = s.n_tokens = 1;
	s.chest[0].label = label_of('K', 1);
	s.chest[0].treasure = 4;
	s.chest[0].secret = 1;
	s.token[0].label = label_of('W', 1);
	s.token[0].table = 2;
	s.token[0].secret = 2;
	assert_true(state_path_put(&system_dungeons, &s, STR("K1.treasure"),
				   value, 1, &what));
	system_dungeons.view(&s, 0, &view);
	assert_int_equal(view.chest[0].treasure, 3);
	assert_int_equal(view.token[0].table, DG_UNKNOWN);
	assert_true(state_path_put(&system_dungeons, &s, STR("W1.table"), value,
				   1, &what));
	system_dungeons.view(&s, -1, &view);
	assert_int_equal(view.token[0].table, 3);
	assert_int_equal(s.chest[0].secret, -1);
	assert_int_equal(s.token[0].secret, -1);
}

/* RULE: DG-GEN-01 DG-GEN-02 DG-GEN-03 DG-GEN-09 */
static void monsters_are_friends_of_each_other_and_of_nobody_else(void **unused)
{
	int a, b, p, q;

	(void)unused;
	board(7, 7);
	a = figure(0, "A1", DG_N);
	b = figure(1, "C1", DG_N);
	p = figure(-1, "E1", DG_N);
	q = figure(-1, "G1", DG_N);
	s.head.seat[0].present = s.head.seat[1].present =
		s.head.seat[2].present = 1;
	assert_true(dg_enemies(&s, a, b));
	assert_true(dg_enemies(&s, a, p));
	assert_false(dg_enemies(&s, p, q));
	/* with three players it is the right neighbour who runs them */
	assert_int_equal(dg_opponent(&s, 0), 2);
	assert_int_equal(dg_opponent(&s, 1), 0);
	s.head.seat[2].present = 0;
	assert_int_equal(dg_opponent(&s, 0), 1);
	/* a Hero's dial begins where its level does */
	assert_int_equal(dg_start_click(&s, a), 0);
	s.card[a].n_levels = DG_LEVELS;
	s.card[a].level_click[1] = 3;
	s.fig[a].level = 2;
	assert_int_equal(dg_start_click(&s, a), 3);
}

/* RULE: DG-GEN-04 DG-GEN-05 DG-GEN-06 */
static void turns_go_round_to_the_left(void **unused)
{
	(void)unused;
	board(3, 3);
	s.head.seat[0].present = s.head.seat[2].present =
		s.head.seat[5].present = 1;
	assert_int_equal(common_state_next(&s.head, 0), 2);
	assert_int_equal(common_state_next(&s.head, 2), 5);
	assert_int_equal(common_state_next(&s.head, 5), 0);
	assert_int_equal(common_state_seats(&s.head), 3);
}

/* with this option there are tough tokens and no weak ones (DG-TOK-02) */
static void silence_places_a_token_that_there_is(void **unused)
{
	static const int tiers[] = { DG_STANDARD, DG_STANDARD, DG_TOUGH };
	struct decision d;

	(void)unused;
	board(9, 9);
	s.head.phase = DG_TOKENS;
	s.head.seat[0].present = 1;
	s.head.option[DG_OPTION_TOUGH] = 4;
	s.n_sections = 3;
	for (int k = 0; k < 3; k++) {
		s.section[k] = (struct dg_section){ .kind = DG_CHAMBER,
						    .y0 = 3 * k,
						    .x1 = 8,
						    .y1 = 3 * k + 2 };
		s.table[s.n_tables++].tier = k;
	}
	for (int x = 0; x < 9; x++)
		for (int y = 0; y < 9; y++)
			s.square[dg_square_of(x, y)].section = y / 3;
	for (int i = 0; i < 3; i++) {
		assert_true(dg_setup_silent(&s, 0, &d));
		assert_int_equal(d.kind, DG_ORDER_TOKEN);
		assert_int_equal(decision_int(&d, DG_TAG_TIER, -1), tiers[i]);
		s.token[i] = (struct dg_token){ .label = label_of('W', i + 1),
						.tier = tiers[i],
						.sq = dg_square_of(0, 3 * i) };
		s.n_tokens++;
	}
}

/* DG-D-05: the section of a chest comes first, however far down it lies */
static void silence_places_a_token_beside_a_chest(void **unused)
{
	struct decision_arg at;
	struct decision d;

	(void)unused;
	board(3, 6);
	s.head.phase = DG_TOKENS;
	s.head.seat[0].present = 1;
	s.n_sections = 2;
	for (int k = 0; k < 2; k++)
		s.section[k] = (struct dg_section){ .kind = DG_CHAMBER,
						    .y0 = 3 * k,
						    .x1 = 2,
						    .y1 = 3 * k + 2 };
	s.table[s.n_tables++].tier = DG_WEAK;
	for (int i = 0; i < 18; i++)
		s.square[dg_square_of(i % 3, i / 3)].section = i / 9;
	s.n_chests = 1;
	s.chest[0] = (struct dg_chest){ .label = label_of('K', 1),
					.place = DG_CHEST_LIES,
					.sq = dg_square_of(1, 4) };
	s.n_tokens = 1;
	s.token[0] = (struct dg_token){ .label = label_of('W', 1),
					.sq = dg_square_of(0, 3) };
	assert_true(dg_setup_silent(&s, 0, &d));
	assert_true(decision_find(&d, DG_TAG_AT, &at));
	assert_int_equal(at.w[0], 1);
	assert_int_equal(at.w[1], 3);
}

/* RULE: DG-GEN-07 DG-GEN-08 */
static void speed_points_are_the_speed_value(void **unused)
{
	int32_t mods[DG_MOD_WORDS];
	int f, n;

	(void)unused;
	board(3, 3);
	f = figure(0, "A1", DG_N);
	dg_click_put(&s.card[f], 0, &(struct dg_click){ .value = { 7 } });
	assert_int_equal(dg_start_sp(&s, f, DG_HOW_NORMAL, mods, &n), 7);
	assert_int_equal(dg_start_sp(&s, f, DG_HOW_DOUBLE, mods, &n), 14);
	assert_int_equal(dg_start_sp(&s, f, DG_HOW_ZERO, mods, &n), 0);
}

/* RULE: DG-GEO-04 */
static void the_outer_edge_and_rock_are_walls(void **unused)
{
	(void)unused;
	board(3, 3);
	s.square[at("B2")] = (struct dg_square){ DG_ROCK, 15, -1 };
	assert_false(dg_passage(&s, at("A1"), DG_N));
	assert_false(dg_passage(&s, at("B1"), DG_S));
	assert_int_equal(dg_adjacent(&s, at("B1"), at("B2")), -1);
	/* an opening that nothing meets is a dead end */
	s.square[at("A1")].sides |= 8;
	assert_false(dg_passage(&s, at("A1"), DG_W));
}

/* RULE: DG-SPEC-01 */
static void shadow_costs_one_and_hides_what_is_behind_it(void **unused)
{
	(void)unused;
	board(5, 1);
	s.square[at("C1")].terrain = DG_SHADOW;
	assert_int_equal(dg_cost(&s, at("C1")), 1);
	assert_true(dg_enterable(&s, at("C1")));
	assert_false(clear("A1", "E1"));
	assert_true(clear("A1", "C1"));
}

/* RULE: DG-SA-06 DG-SA-17 DG-SA-44 DG-SA-53 DG-MKW-02 */
static void what_is_of_formations_and_capture_does_nothing_here(void **unused)
{
	static const char *const names[] = { "form", "push", "capture" };
	int32_t mods[DG_MOD_WORDS];
	int f, n;

	(void)unused;
	board(5, 5);
	f = figure(0, "C3", DG_N);
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		for (int k = 0; k < N_DG_ORDERS; k++)
			assert_string_not_equal(dg_order_kinds[k].name,
						names[i]);
	dg_click_put(
		&s.card[f], 0,
		&(struct dg_click){ .value = { 6 },
				    .ability = { DG_ABILITY_FORCED_MARCH, 0, 0,
						 DG_ABILITY_BATTLE_FURY } });
	assert_true(dg_has(&s, f, DG_ABILITY_FORCED_MARCH));
	assert_int_equal(dg_start_sp(&s, f, DG_HOW_NORMAL, mods, &n), 6);
	assert_int_equal(dg_value(&s, f, DG_SPEED), 6);
	dg_click_put(&s.card[f], 0,
		     &(struct dg_click){
			     .ability = { 0, 0, 0, DG_ABILITY_START_MARK } });
	assert_false(dg_held(&s, f));
}

/* --- what is hidden ---------------------------------------------------- */

/* the same game but for what nobody has seen: no seat sees a difference */
static void views_of_games_that_differ_in_secret_are_the_same(void **unused)
{
	static struct dg_state other, one, two;

	(void)unused;
	board(7, 7);
	s.head.phase = DG_PLAY;
	s.head.seat[0].present = s.head.seat[1].present = 1;
	s.n_models = 1;
	s.n_chests = 2;
	s.chest[0] = (struct dg_chest){ .label = label_of('K', 1),
					.place = DG_CHEST_LIES,
					.sq = at("C3"),
					.treasure = 2 };
	s.chest[1] = (struct dg_chest){ .label = label_of('K', 2),
					.place = DG_CHEST_HELD,
					.treasure = 3,
					.seen = 1 };
	s.n_tables = 2;
	s.n_tokens = 1;
	s.token[0] = (struct dg_token){ .label = label_of('W', 1),
					.sq = at("E5"),
					.table = 1 };
	s.player[0].tile[0] = dg_id(STR("C1"));
	s.player[0].n_tiles = 1;
	s.player[0].level_first[0] = label_of('A', 1);
	other = s;
	other.chest[0].treasure = 5;
	other.token[0].table = 0;
	for (int seat = -1; seat < 2; seat++) {
		system_dungeons.view(&s, seat, &one);
		system_dungeons.view(&other, seat, &two);
		assert_memory_equal(&one, &two, sizeof(one));
		assert_int_equal(one.chest[0].treasure, DG_UNKNOWN);
		assert_int_equal(one.chest[1].treasure, 3);
		assert_int_equal(one.token[0].table, DG_UNKNOWN);
	}
	/* and a hand of tiles, or standing orders, are their owner's */
	other = s;
	other.player[0].tile[0] = dg_id(STR("C2"));
	other.player[0].level_first[0] = label_of('A', 2);
	other.player[0].break_retry = 3;
	system_dungeons.view(&s, 1, &one);
	system_dungeons.view(&other, 1, &two);
	assert_memory_equal(&one, &two, sizeof(one));
	system_dungeons.view(&s, 0, &one);
	system_dungeons.view(&other, 0, &two);
	assert_memory_not_equal(&one, &two, sizeof(one));
}

/* who is asked about the mover sees not where it wants to go */
static void the_rest_of_a_path_is_its_owners(void **unused)
{
	static struct dg_state other, one, two;

	(void)unused;
	board(7, 7);
	s.head.phase = DG_PLAY;
	s.head.seat[0].present = s.head.seat[1].present = 1;
	s.head.active = 0;
	s.frame.what = DG_ASKS_SPIN;
	s.frame.asked[0].seat = 1;
	s.frame.n = 2 * DG_JOB_WORDS;
	s.frame.w[0] = DG_JOB_STEP;
	s.frame.w[2] = at("D4");
	s.frame.w[DG_JOB_WORDS] = DG_JOB_SPINS;
	other = s;
	other.frame.w[2] = at("E5");
	system_dungeons.view(&s, 1, &one);
	system_dungeons.view(&other, 1, &two);
	assert_memory_equal(&one, &two, sizeof(one));
	assert_int_equal(one.frame.n, DG_JOB_WORDS);
	assert_int_equal(one.frame.w[0], DG_JOB_SPINS);
	system_dungeons.view(&s, 0, &one);
	assert_int_equal(one.frame.n, 2 * DG_JOB_WORDS);
}

static uint32_t first_bits(const void *source, uint32_t number, uint32_t draw)
{
	(void)source;
	return number * 7 + draw;
}

static void commit(const void *source, uint32_t number, struct str bytes,
		   unsigned char hash[32])
{
	struct buf *seen = (struct buf *)(uintptr_t)source;

	buf_addf(seen, "%u %.*s\n", number, STR_ARG(bytes));
	memset(hash, 0, 32);
}

static void salt(const void *source, uint32_t number, unsigned char out[32])
{
	(void)source;
	(void)number;
	memset(out, 1, 32);
}

/* RULE: DG-R-14 DG-R-15 */
static void a_secret_is_opened_as_it_was_committed_to(void **unused)
{
	static struct event events[8];
	struct event_list out = { events, 0, ARRAY_LEN(events) };
	struct buf seen;
	struct secrets secrets = { .bits = first_bits,
				   .commit = commit,
				   .salt = salt,
				   .source = &seen };
	struct run r = { .trials = &trials,
			 .sys = &system_dungeons,
			 .state = &s,
			 .secrets = &secrets,
			 .out = &out };
	int value;
	char room[EVENT_TEXT_ROOM];
	const int32_t *w;
	int n;

	(void)unused;
	buf_init(&seen, 256);
	board(3, 3);
	s.n_tables = 3;
	s.table[0].tier = DG_WEAK;
	s.table[1].tier = s.table[2].tier = DG_STANDARD;
	s.n_tokens = 1;
	s.token[0] = (struct dg_token){ .label = label_of('W', 1),
					.tier = DG_STANDARD,
					.sq = at("B2") };
	value = dg_hidden(&r, 4, 2, label_of('W', 1));
	assert_int_equal(out.n, 2);
	assert_int_equal(events[0].kind, COMMON_COMMITTED);
	/* the value itself is for nobody but the game master */
	assert_int_equal(events[1].audience, AUDIENCE_GM);
	assert_int_equal(s.token[0].table, value);
	/* and its number stays with it, until it is opened */
	assert_int_equal(s.token[0].secret, 4);
	dg_open_secret(&r, s.token[0].secret, label_of('W', 1), value);
	w = event_words(&events[2], COMMON_OPENED_TEXT, &n);
	buf_addf(&seen, "4 %.*s\n",
		 STR_ARG(text_unpack(w, n, room, sizeof(room))));
	n = (int)(strchr(seen.s, '\n') - seen.s) + 1;
	assert_memory_equal(seen.s, seen.s + n, (size_t)n);
	buf_release(&seen);
}

/* a game master may have set as many as an event can say: DG-XP-09 */
static void levels_beyond_what_can_be_told_are_lost(void **unused)
{
	static struct event events[8];
	struct event_list out = { events, 0, ARRAY_LEN(events) };
	struct run r = { .trials = &trials,
			 .sys = &system_dungeons,
			 .state = &s,
			 .out = &out };
	const struct event *last;

	(void)unused;
	board(3, 3);
	s.head.seat[0].present = 1;
	s.player[0].waiting = 1000;
	/* nobody is there to take them */
	dg_xp(&r, 0, 150, 0, DG_XP_01);
	last = &events[out.n - 1];
	assert_int_equal(last->kind, DG_EV_LEVELS_WAIT);
	assert_int_equal(event_get(last, DG_EV_LEVELS_WAIT_N), 0);
	assert_int_equal(event_get(last, DG_EV_LEVELS_WAIT_LOST), 1000);
}

/* Two Heroes could have taken them, and one has fallen before its player was
 * asked: DG-XP-07 */
static void levels_are_given_once_where_there_is_no_choice_any_more(void **u)
{
	static struct event events[8];
	struct event_list out = { events, 0, ARRAY_LEN(events) };
	struct run r = { .trials = &trials,
			 .sys = &system_dungeons,
			 .state = &s,
			 .out = &out };

	(void)u;
	board(3, 3);
	s.head.phase = DG_PLAY;
	s.head.seat[0].present = 1;
	s.head.option[DG_OPTION_ASK] = 1;
	figure(0, "B2", 0);
	s.player[0].due = 3;
	dg_due(&r);
	assert_int_equal(out.n, 3);
	assert_int_equal(events[0].kind, DG_EV_LEVELS_DUE);
	assert_int_equal(events[1].kind, DG_EV_LEVEL_RAISED);
	assert_int_equal(events[2].kind, DG_EV_LEVELS_WAIT);
	assert_int_equal(s.player[0].due, 0);
	assert_int_equal(s.player[0].waiting, 2);
}

static uint32_t any_bits(const void *source, uint32_t roll, uint32_t more)
{
	uint32_t x = *(const uint32_t *)source ^ (roll * 2654435761u + more);

	x = (x ^ x >> 16) * 0x45d9f3bu;
	x = (x ^ x >> 16) * 0x45d9f3bu;
	return x ^ x >> 16;
}

/* is it carried out, with everything known and dice? */
static bool is_carried_out(const struct dg_state *before, int seat,
			   const struct decision *d, uint32_t seed)
{
	static struct dg_state after;
	struct event_list out = { NULL, 0, INT32_MAX };
	struct dice dice = { .bits = any_bits, .source = &seed };
	struct run r = { .trials = &trials,
			 .sys = &system_dungeons,
			 .state = &after,
			 .dice = &dice,
			 .out = &out };
	struct refusal no;

	after = *before;
	return system_dungeons.decide(&r, seat, d, &no) == VERDICT_DONE;
}

/* The clicks of B1 are seen by its player alone; A1 has that ability, B1 is
 * beside it, B2 behind that */
static void before_hidden_clicks(int life, enum dg_ability has)
{
	board(7, 3);
	s.head.phase = DG_PLAY;
	s.head.option[DG_OPTION_DIALS] = 1;
	s.activations = 2;
	s.head.active = s.head.first = 0;
	s.head.seat[0].present = s.head.seat[1].present = 1;
	s.player[0].heroes = s.player[1].heroes = 2;
	s.player[0].turns = s.player[1].turns = 3;
	figure(0, "B2", DG_E);
	figure(1, "C2", DG_W);
	figure(1, "E2", DG_W);
	s.fig[1].label = label_of('B', 1);
	s.fig[2].label = label_of('B', 2);
	for (int f = 0; f < s.n_figs; f++) {
		s.card[f].range = 6;
		s.card[f].n_clicks = f == 1 ? life : 6;
		for (int click = 0; click < 6; click++) {
			struct dg_click shown = { .value = { 6, 9, 12, 2 } };

			if (!f)
				shown.ability[DG_ATTACK] = has;
			dg_click_put(&s.card[f], click, &shown);
		}
	}
	dg_contacts_note(&s);
}

/* whether B1 dies of the Venom, only its player sees; so what depends on that
 * is no sample: DG-SA-28 DG-R-56 */
static void what_hidden_clicks_decide_is_no_sample(void **unused)
{
	static struct dg_state view;

	(void)unused;
	for (int life = 1; life <= 2; life++) {
		before_hidden_clicks(life, DG_ABILITY_VENOM);
		dg_view(&s, 0, &view);
		for (uint32_t seed = 0; seed < 400; seed++) {
			struct dice rng = { .bits = any_bits, .source = &seed };
			struct decision d;

			assert_true(system_dungeons.random_decision(
				&view, 0, &trials, &rng, &d));
			assert_true(is_carried_out(&s, 0, &d, seed));
		}
	}
}

/* and what is offered is offered as the board is shown */
static void what_hidden_clicks_decide_is_offered_as_shown(void **unused)
{
	static struct dg_state view;
	struct move_group v[20];
	int n, attacks = 0;

	(void)unused;
	before_hidden_clicks(2, DG_ABILITY_VENOM);
	dg_view(&s, 0, &view);
	n = system_dungeons.legal(&view, 0, &trials, v, (int)ARRAY_LEN(v));
	for (int i = 0; i < n; i++) {
		assert_int_not_equal(v[i].kind, DG_ORDER_SHOOT);
		assert_int_not_equal(v[i].kind, DG_ORDER_HEAL);
		if (v[i].kind != DG_ORDER_ATTACK)
			continue;
		assert_int_equal(v[i].n_targets, 1);
		assert_int_equal(v[i].targets[0], label_of('B', 1));
		attacks++;
	}
	assert_int_equal(attacks, 1);
}

/* A1 has moved to B1, so that its attack begins with a Ram: whether that ends
 * B1 only its player sees, and the attack on it is neither offered nor drawn */
static void ram_on(struct dg_state *view, int life)
{
	before_hidden_clicks(life, DG_ABILITY_RAM);
	s.ready = s.moved = 1;
	s.actor = s.fig[0].label;
	s.fig[0].sp = 6;
	s.fig[0].acted = 1;
	dg_view(&s, 0, view);
}

static int strikes_at(const struct dg_state *view, int32_t label)
{
	static struct suggest v[OFFERS_MAX];
	struct offers list = { v, 0 };
	int n = 0;

	system_dungeons.offer(view, 0, &trials, &list);
	for (int i = 0; i < list.n; i++)
		n += decision_int(v[i].then.kind ? &v[i].then : &v[i].d,
				  DG_TAG_TARGET, 0) == label;
	return n;
}

/* Whether B2 is used to hide is its player's word, which only they see: for all
 * others it is not known whether a shot at it is refused, and none is offered.
 * RULE: DG-SA-07 DG-SA-39 */
static void a_shot_at_who_may_hide_is_in_doubt(void **unused)
{
	static struct dg_state view;
	struct decision d;
	struct dry_run t;

	(void)unused;
	for (int never = 0; never < 2; never++) {
		int32_t bit = INT32_C(1) << DG_ABILITY_INVISIBILITY % 32;
		struct dg_click shown = { .value = { 6, 9, 12, 2 } };

		before_hidden_clicks(2, DG_ABILITY_VENOM);
		s.ready = 1;
		s.fig[1].place = DG_ELIMINATED;
		s.fig[1].sq = DG_NOWHERE;
		shown.ability[DG_DEFENSE] = DG_ABILITY_INVISIBILITY;
		dg_click_put(&s.card[2], 0, &shown);
		s.fig[2].off[1][DG_ABILITY_INVISIBILITY / 32] = never * bit;
		decision_start(&d, DG_ORDER_SHOOT);
		decision_add_int(&d, DG_TAG_FIG, s.fig[0].label);
		decision_add_int(&d, DG_TAG_TARGET, s.fig[2].label);
		dry_run_begin(&t, &trials, &system_dungeons, &s);
		assert_int_equal(dry_run_do(&t, 0, &d), never);
		dry_run_end(&t);
		dg_view(&s, 0, &view);
		dry_run_begin(&t, &trials, &system_dungeons, &view);
		dry_run_do(&t, 0, &d);
		assert_true(t.run.unknown);
		dry_run_end(&t);
		assert_int_equal(strikes_at(&view, s.fig[2].label), 0);
	}
}

/* DG-SA-19 DG-R-56 */
static void a_ram_at_hidden_clicks_is_followed_by_no_offer(void **unused)
{
	static struct dg_state view;
	int32_t b1 = label_of('B', 1);

	(void)unused;
	for (int life = 1; life <= 2; life++) {
		ram_on(&view, life);
		assert_int_equal(strikes_at(&view, b1), 0);
		for (uint32_t seed = 0; seed < 200; seed++) {
			struct dice rng = { .bits = any_bits, .source = &seed };
			struct decision d;

			assert_true(system_dungeons.random_decision(
				&view, 0, &trials, &rng, &d));
			assert_true(is_carried_out(&s, 0, &d, seed));
		}
		/* and behind its back, where it turns first */
		s.fig[0].facing = DG_W;
		dg_view(&s, 0, &view);
		assert_int_equal(strikes_at(&view, b1), 0);
		/* who sees the clicks, who has rammed already */
		ram_on(&view, 2);
		view.rammed = 1;
		assert_int_equal(strikes_at(&view, b1), 1);
		assert_int_equal(strikes_at(&s, b1), 1);
	}
}

static void an_attack_on_somebody_is_suggested_on_them(void **unused)
{
	static struct dg_state view;
	struct suggest v[2], out;
	struct offers list = { v, 2 };
	struct decision d;

	(void)unused;
	before_hidden_clicks(2, DG_ABILITY_VENOM);
	dg_view(&s, 0, &view);
	for (int i = 0; i < 2; i++) {
		v[i] = (struct suggest){ .kind = SUGGEST_STRIKE,
					 .actor = s.fig[0].label };
		decision_start(&v[i].d, DG_ORDER_SHOOT);
		decision_add_int(&v[i].d, DG_TAG_FIG, s.fig[0].label);
		decision_add_int(&v[i].d, DG_TAG_TARGET, s.fig[i + 1].label);
	}
	d = v[1].d;
	assert_true(
		player_dungeons.suggest(&view, 0, &trials, &d, &list, &out));
	assert_true(decision_equal(&out.d, &v[1].d));
	decision_start(&d, DG_ORDER_SHOOT);
	decision_add_int(&d, DG_TAG_FIG, s.fig[0].label);
	assert_true(
		player_dungeons.suggest(&view, 0, &trials, &d, &list, &out));
	assert_true(decision_equal(&out.d, &v[0].d));
}

static void every_kind_of_event_has_one_place_in_evolve(void **unused)
{
	(void)unused;
	for (int kind = EVENT_FIRST_OWN; kind < DG_EVENTS_END; kind++)
		assert_int_equal(dg_event_homes(kind), 1);
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
		cmocka_unit_test(a_value_that_was_set_is_no_secret),
		cmocka_unit_test(
			monsters_are_friends_of_each_other_and_of_nobody_else),
		cmocka_unit_test(turns_go_round_to_the_left),
		cmocka_unit_test(silence_places_a_token_that_there_is),
		cmocka_unit_test(silence_places_a_token_beside_a_chest),
		cmocka_unit_test(speed_points_are_the_speed_value),
		cmocka_unit_test(the_outer_edge_and_rock_are_walls),
		cmocka_unit_test(shadow_costs_one_and_hides_what_is_behind_it),
		cmocka_unit_test(
			what_is_of_formations_and_capture_does_nothing_here),
		cmocka_unit_test(
			views_of_games_that_differ_in_secret_are_the_same),
		cmocka_unit_test(the_rest_of_a_path_is_its_owners),
		cmocka_unit_test(a_secret_is_opened_as_it_was_committed_to),
		cmocka_unit_test(levels_beyond_what_can_be_told_are_lost),
		cmocka_unit_test(
			levels_are_given_once_where_there_is_no_choice_any_more),
		cmocka_unit_test(what_hidden_clicks_decide_is_no_sample),
		cmocka_unit_test(a_shot_at_who_may_hide_is_in_doubt),
		cmocka_unit_test(what_hidden_clicks_decide_is_offered_as_shown),
		cmocka_unit_test(
			a_ram_at_hidden_clicks_is_followed_by_no_offer),
		cmocka_unit_test(an_attack_on_somebody_is_suggested_on_them),
		cmocka_unit_test(every_kind_of_event_has_one_place_in_evolve),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
