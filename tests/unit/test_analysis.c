/*
 * tests/unit/test_analysis.c - the parts of orders and dice in the toy: the
 * value is the lead of seat A in points, and each ROLL adds a die.
 */
#include "unit.h"
#include "engine/analysis.h"
#include "toy.h"

static struct analysis x;
static struct game game;
static struct toy_state *now; /* its state */

static int32_t lead(const void *world, int seat, bool blind,
		    const struct player_weight *w)
{
	const struct toy_state *s = world;

	(void)blind;
	(void)w;
	return 100 * (s->score[seat] - s->score[!seat]);
}

static const struct player_rules rules = { .sys = &system_toy, .value = lead };

/* A game that plays, and it is A's turn. */
static int setup(void **unused)
{
	(void)unused;
	game_init(&game, &system_toy);
	now = (struct toy_state *)(void *)game.state;
	now->head.phase = TOY_PLAY;
	now->head.active = 0;
	now->head.seat[0].present = now->head.seat[1].present = 1;
	analysis_begin(&x, &rules);
	analysis_at(&x, game.state);
	return 0;
}

/* This order of the seat, after which it has so many points more. */
static void ordered(int seat, const char *order, int points, int64_t point)
{
	struct game_run run = { .game = &game, .step_seat = seat };
	struct decision d;
	int kind = DECISION_FIRST_OWN;

	while (strcmp(decision_row(&system_toy.decisions, kind)->name, order))
		kind++;
	decision_start(&d, kind);
	run.step = &d;
	now->score[seat] += points;
	now->head.active = !seat;
	analysis_step(&x, &run, point, points != 0);
}

static void the_part_of_an_order_is_its_exact_mean(void **unused)
{
	const struct analysis_step *s = x.v;

	(void)unused;
	ordered(0, "roll", 6, 3);
	ordered(1, "roll", 1, 4);
	assert_int_equal(x.n, 2);
	assert_int_equal(s[0].point, 3);
	assert_int_equal(s[0].seat, 0);
	assert_int_equal(s[0].value, 600);
	assert_int_equal(s[0].order, 350);
	assert_int_equal(s[0].luck, 250);
	assert_int_equal(s[1].value, 500);
	assert_int_equal(s[1].order, -350);
	assert_int_equal(s[1].luck, 250);
}

static void an_order_without_dice_has_no_luck(void **unused)
{
	(void)unused;
	ordered(0, "end", 0, 3);
	assert_int_equal(x.n, 1);
	assert_int_equal(x.v[0].order, 0);
	assert_int_equal(x.v[0].luck, 0);
}

/* What a game master sets is nobody's. */
static void what_no_order_changed_is_no_step(void **unused)
{
	(void)unused;
	now->score[1] = 4;
	analysis_at(&x, game.state);
	ordered(0, "roll", 2, 3);
	assert_int_equal(x.n, 1);
	assert_int_equal(x.v[0].value, -200);
	assert_int_equal(x.v[0].order + x.v[0].luck, 200);
}

static void undone_steps_are_no_part_of_the_game(void **unused)
{
	static struct game before;

	(void)unused;
	ordered(0, "roll", 2, 3);
	game_copy(&before, &game);
	ordered(1, "roll", 4, 4);
	ordered(0, "roll", 1, 5);
	game_copy(&game, &before);
	analysis_undo(&x, 3, 6);
	analysis_at(&x, game.state);
	ordered(1, "roll", 4, 6);
	assert_int_equal(x.n, 2);
	assert_int_equal(x.v[0].point, 3);
	assert_int_equal(x.v[1].point, 6);
	assert_int_equal(x.v[1].value, -200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(the_part_of_an_order_is_its_exact_mean,
				       setup),
		cmocka_unit_test_setup(an_order_without_dice_has_no_luck,
				       setup),
		cmocka_unit_test_setup(what_no_order_changed_is_no_step, setup),
		cmocka_unit_test_setup(undone_steps_are_no_part_of_the_game,
				       setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
