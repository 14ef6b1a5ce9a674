/*
 * tests/unit/unit.h - cmocka with the includes it wants, for every unit test.
 */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H
#include "base/base.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

/* a slice equals a string literal, with both shown if not */
#define assert_str(slice, literal)                                             \
	do {                                                                   \
		struct str s_ = (slice);                                       \
		char shown_[4096];                                             \
		assert_true(s_.len < sizeof(shown_));                          \
		memcpy(shown_, s_.len ? s_.s : "", s_.len);                    \
		shown_[s_.len] = 0;                                            \
		assert_string_equal(shown_, literal);                          \
	} while (0)
#endif
