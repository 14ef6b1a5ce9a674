/*
 * tests/unit/judge_unit.h - what unit tests of the judge begin with: a house
 * (judge_fixture.h) for each test, and calls that must go well.
 */
#ifndef TESTS_JUDGE_UNIT_H
#define TESTS_JUDGE_UNIT_H
#include "unit.h"
#include "judge_fixture.h"

static struct fix f;

/* tells why it did not */
#define OK(call)                                                               \
	do {                                                                   \
		enum err e_ = (call);                                          \
		if (e_)                                                        \
			print_error("%s\n", f.why.text);                       \
		assert_int_equal(e_, ERR_OK);                                  \
	} while (0)

static inline int teardown(void **unused)
{
	(void)unused;
	fix_release(&f);
	return 0;
}

#endif
