/*
 * tests/unit/golden.h - a text against its file in tests/golden, byte for byte.
 * HERALDO_GOLDEN=rewrite writes the file anew; the difference is then read as
 * part of the change.
 */
#ifndef TESTS_GOLDEN_H
#define TESTS_GOLDEN_H
#include "unit.h"
#include "base/arena.h"
#include "base/file.h"
#include "tests/srcdir.h"

enum { GOLDEN_MAX = 1 << 20 };

/* the first line in which two texts differ */
static void golden_differs(const char *path, struct str got, struct str want)
{
	size_t i = 0, line = 1, start = 0;

	while (i < got.len && i < want.len && got.s[i] == want.s[i]) {
		if (got.s[i++] == '\n') {
			line++;
			start = i;
		}
	}
	fail_msg("%s:%zu differs: '%.*s' (HERALDO_GOLDEN=rewrite)", path, line,
		 (int)(got.len - start < 90 ? got.len - start : 90),
		 got.s + start);
}

static void golden(struct arena *in, const char *name, struct str got)
{
	const char *path = arena_printf(in, SRCDIR "/tests/golden/%s", name);
	const char *mode = getenv("HERALDO_GOLDEN");
	struct buf want;

	if (mode && !strcmp(mode, "rewrite")) {
		FILE *file = fopen(path, "wb");

		assert_non_null(file);
		assert_int_equal(fwrite(got.s, 1, got.len, file), got.len);
		assert_int_equal(fclose(file), 0);
	}
	/* one that is not there is an empty one */
	(void)file_read(path, GOLDEN_MAX, &want, NULL);
	if (!str_equal(buf_str(&want), got))
		golden_differs(path, got, buf_str(&want));
	buf_release(&want);
}
#endif
