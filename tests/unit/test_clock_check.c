/* tests/unit/test_clock_check.c */
#include "unit.h"
#include "cli/clock_check.h"

enum { DAY_MS = 86400000 };

static void a_jump_is_doubted_until_a_second_check(void **unused)
{
	(void)unused;
	struct clock_check c = { 0 };
	int64_t real = INT64_C(1764547200000), mono = 5000;

	assert_int_equal(clock_check(&c, real, mono), CLOCK_SAME);
	/* an hour passes, and a slow clock is set right */
	assert_int_equal(clock_check(&c, real + 3602000, mono + 3600000),
			 CLOCK_SAME);
	real += 3602000 + 11 * INT64_C(86400000);
	mono += 3600000;
	assert_int_equal(clock_check(&c, real + 1000, mono + 1000),
			 CLOCK_JUMPED);
	assert_true(clock_doubted(&c));
	assert_in_range(c.jumped_ms, 11 * INT64_C(86400000) - 1000,
			11 * INT64_C(86400000) + 1000);
	assert_int_equal(clock_check(&c, real + 500000, mono + 500000),
			 CLOCK_SAME);
	assert_true(clock_doubted(&c));
	assert_int_equal(clock_check(&c, real + 1000 + CLOCK_CONFIRM_MS,
				     mono + 1000 + CLOCK_CONFIRM_MS),
			 CLOCK_CONFIRMED);
	assert_false(clock_doubted(&c));
}

static void a_clock_that_is_set_back_is_doubted_anew(void **unused)
{
	(void)unused;
	struct clock_check c = { 0 };
	int64_t real = INT64_C(1764547200000);

	clock_check(&c, real, 0);
	assert_int_equal(clock_check(&c, real + DAY_MS, 1000), CLOCK_JUMPED);
	/* somebody sets it right after five minutes */
	assert_int_equal(clock_check(&c, real + 300000, 300000), CLOCK_JUMPED);
	assert_true(c.jumped_ms < 0);
	assert_int_equal(clock_check(&c, real + 601000, 601000), CLOCK_SAME);
	assert_int_equal(clock_check(&c, real + 900000, 900000),
			 CLOCK_CONFIRMED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_jump_is_doubted_until_a_second_check),
		cmocka_unit_test(a_clock_that_is_set_back_is_doubted_anew),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
