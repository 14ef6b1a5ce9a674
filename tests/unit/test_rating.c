/* tests/unit/test_rating.c - Glicko-2 against exact values */
#include "unit.h"
#include "tournament/glicko2.h"

static void expect(struct glicko2 r, int32_t rating, int32_t deviation,
		   int32_t volatility)
{
	assert_int_equal(r.rating, rating);
	assert_int_equal(r.deviation, deviation);
	assert_int_equal(r.volatility, volatility);
}

/* he prints 1464.06, 151.52, 0.05999, of rounded steps; exactly it is
 * 1464.0507, 151.5165, 0.0599960 */
static void glickmans_example_comes_out(void **unused)
{
	static const struct rated_game games[] = {
		{ { 140000, 3000, 60000 }, 1000, 1000 },
		{ { 155000, 10000, 60000 }, 0, 1000 },
		{ { 170000, 30000, 60000 }, 0, 1000 },
	};
	static const struct glicko2 me = { 150000, 20000, 60000 };

	(void)unused;
	expect(glicko2_after(me, games, 3, GLICKO2_TAU), 146405, 15152, 59996);
}

static void a_period_without_a_game_makes_less_certain(void **unused)
{
	struct glicko2 r = { 150000, 20000, 60000 };

	(void)unused;
	expect(glicko2_after(r, NULL, 0, GLICKO2_TAU), 150000, 20027, 60000);
	r.deviation = 5000;
	for (int i = 0; i < 2000; i++)
		r = glicko2_after(r, NULL, 0, GLICKO2_TAU);
	expect(r, 150000, 35000, 60000);
}

static void of_two_new_ones_the_winner_gains_what_the_other_loses(void **unused)
{
	static const struct rated_game won = { GLICKO2_NEW, 1000, 1000 };
	static const struct rated_game lost = { GLICKO2_NEW, 0, 1000 };
	static const struct rated_game drawn = { GLICKO2_NEW, 500, 1000 };
	struct glicko2 w = glicko2_after(GLICKO2_NEW, &won, 1, GLICKO2_TAU);
	struct glicko2 l = glicko2_after(GLICKO2_NEW, &lost, 1, GLICKO2_TAU);
	struct glicko2 d = glicko2_after(GLICKO2_NEW, &drawn, 1, GLICKO2_TAU);

	(void)unused;
	assert_int_equal(w.rating, 166231);
	assert_int_equal(w.deviation, 29032);
	assert_int_equal(l.rating, 133769);
	assert_int_equal(l.deviation, 29032);
	assert_int_equal(d.rating, 150000);
}

static void the_order_of_games_and_how_they_are_cut_matters_not(void **unused)
{
	static const struct rated_game a[] = {
		{ { 140000, 3000, 60000 }, 1000, 1000 },
		{ { 155000, 10000, 60000 }, 0, 1000 },
	};
	static const struct rated_game b[] = {
		{ { 155000, 10000, 60000 }, 0, 500 },
		{ { 140000, 3000, 60000 }, 1000, 1000 },
		{ { 155000, 10000, 60000 }, 0, 500 },
	};
	static const struct glicko2 me = { 150000, 20000, 60000 };
	struct glicko2 x = glicko2_after(me, a, 2, GLICKO2_TAU);
	struct glicko2 y = glicko2_after(me, b, 3, GLICKO2_TAU);

	(void)unused;
	expect(x, y.rating, y.deviation, y.volatility);
}

/* whatever comes in, numbers stay in their ranges and the search ends */
static void the_wildest_results_stay_in_range(void **unused)
{
	static struct rated_game games[GLICKO2_MAX_GAMES];

	(void)unused;
	for (int32_t r = -100000000; r <= 100000000; r += 10000000)
		for (int32_t d = 1; d <= 35000; d += 34999 / 3)
			for (int32_t v = 1; v <= 1000000; v += 999999 / 3) {
				struct glicko2 me = { r, d, v };

				for (size_t i = 0; i < ARRAY_LEN(games); i++)
					games[i] = (struct rated_game){
						GLICKO2_NEW, 1000, 1000
					};
				me = glicko2_after(me, games, GLICKO2_MAX_GAMES,
						   300 + v % 901);
				assert_in_range(me.rating + 100000000, 0,
						200000000);
				assert_in_range(me.deviation, 1, 35000);
				assert_in_range(me.volatility, 1, 1000000);
			}
}

/* a sleeping champion is beaten again and again: volatility grows */
static void surprises_make_volatile(void **unused)
{
	static const struct rated_game lost = { { 100000, 3000, 60000 },
						0,
						1000 };
	struct glicko2 me = { 250000, 3000, 60000 };

	(void)unused;
	for (int i = 0; i < 10; i++)
		me = glicko2_after(me, &lost, 1, GLICKO2_TAU);
	assert_true(me.volatility > 60000);
	assert_true(me.rating < 250000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(glickmans_example_comes_out),
		cmocka_unit_test(a_period_without_a_game_makes_less_certain),
		cmocka_unit_test(
			of_two_new_ones_the_winner_gains_what_the_other_loses),
		cmocka_unit_test(
			the_order_of_games_and_how_they_are_cut_matters_not),
		cmocka_unit_test(the_wildest_results_stay_in_range),
		cmocka_unit_test(surprises_make_volatile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
