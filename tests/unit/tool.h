/*
 * tests/unit/tool.h - a folder of its own for a test that runs other people's
 * programs, and small files in it.
 */
#ifndef TESTS_TOOL_H
#define TESTS_TOOL_H
#include "unit.h"
#include "base/arena.h"
#include "base/buf.h"
#include <unistd.h>

static char tool_dir[] = "/tmp/heraldo-test-XXXXXX";

/* group set-up and tear-down: the folder is made, entered and removed */
static inline int tool_enter(void **unused)
{
	(void)unused;
	return !mkdtemp(tool_dir) || chdir(tool_dir) ||
	       setenv("HOME", tool_dir, 1);
}

static inline int tool_leave(void **unused)
{
	char command[64];

	(void)unused;
	snprintf(command, sizeof(command), "rm -rf %s", tool_dir);
	return chdir("/") || system(command);
}

/* run a shell command with its output in the file `out`; its exit status */
static inline int tool_run(const char *command)
{
	struct buf b;
	int status;

	buf_init(&b, 8192);
	buf_addf(&b, "{ %s; } >out 2>&1 </dev/null", command);
	assert_false(b.full);
	status = system(b.s);
	buf_release(&b);
	return status;
}

/* a command of the test's own making must succeed */
#define tool_must(command)                                                     \
	do {                                                                   \
		if (tool_run(command)) {                                       \
			(void)!system("cat out");                              \
			fail_msg("failed: %s", command);                       \
		}                                                              \
	} while (0)

static inline void tool_write(const char *name, struct str text)
{
	FILE *f = fopen(name, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(text.s, 1, text.len, f), text.len);
	assert_int_equal(fclose(f), 0);
}

static inline struct str tool_read(struct arena *a, const char *name)
{
	struct buf b;
	struct str s;
	char piece[4096];
	size_t n;
	FILE *f = fopen(name, "rb");

	assert_non_null(f);
	buf_init(&b, 4 << 20);
	while ((n = fread(piece, 1, sizeof(piece), f)) > 0)
		assert_true(buf_add(&b, piece, n));
	fclose(f);
	s = arena_str(a, buf_str(&b));
	buf_release(&b);
	return s;
}
#endif
