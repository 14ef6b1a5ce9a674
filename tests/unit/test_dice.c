/* tests/unit/test_dice.c */
#include "unit.h"
#include "engine/dice.h"

static uint32_t scripted(const void *source, uint32_t roll, uint32_t draw)
{
	const uint32_t(*bits)[2] = source;
	return bits[roll][draw];
}

static void a_draw_that_would_favour_low_faces_is_drawn_again(void **unused)
{
	(void)unused;
	static const uint32_t script[][2] = { { UINT32_MAX, 4 }, { 11, 0 } };
	struct dice d = { .bits = scripted, .source = script };

	assert_int_equal(dice_roll(&d, 6),
			 5); /* 2^32-1 is cut off, then 4 % 6 */
	assert_int_equal(dice_roll(&d, 6), 6); /* 11 % 6 */
	assert_int_equal(d.n_rolls, 2);
}

static void note(void *watcher, uint32_t roll, unsigned sides, unsigned face)
{
	unsigned *noted = watcher;

	noted[roll] = sides * 100 + face;
}

static void who_watches_is_told_of_every_roll(void **unused)
{
	(void)unused;
	static const uint32_t script[][2] = { { 3, 0 }, { 11, 0 } };
	unsigned noted[2] = { 0, 0 };
	struct dice d = { .bits = scripted,
			  .source = script,
			  .rolled = note,
			  .watcher = noted };

	dice_roll(&d, 6);
	dice_roll(&d, 8);
	assert_int_equal(noted[0], 604);
	assert_int_equal(noted[1], 804);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_draw_that_would_favour_low_faces_is_drawn_again),
		cmocka_unit_test(who_watches_is_told_of_every_roll),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
