/* tests/unit/test_dice.c */
#include "unit.h"
#include "rules/dice.h"

static uint32_t scripted(const void *source, uint32_t roll, uint32_t draw)
{
	const uint32_t (*bits)[2] = source;
	return bits[roll][draw];
}

static void a_draw_that_would_favour_low_faces_is_drawn_again(void **unused)
{
	(void)unused;
	static const uint32_t script[][2] = { { UINT32_MAX, 4 }, { 11, 0 } };
	struct dice d = { .bits = scripted, .source = script };

	assert_int_equal(dice_roll(&d, 6), 5);	/* 2^32-1 is cut off, then 4 % 6 */
	assert_int_equal(dice_roll(&d, 6), 6);	/* 11 % 6 */
	assert_int_equal(d.n_rolls, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_draw_that_would_favour_low_faces_is_drawn_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
