/* tests/unit/test_terminal.c - what commands print, made harmless */
#include "unit.h"
#include "cli/oplog.h"
#include "cli/terminal.h"
#include <unistd.h>

static const char *shown(const char *text, bool more, size_t *taken)
{
	static char out[256];
	struct buf b;

	buf_init(&b, sizeof(out));
	*taken = terminal_escape(&b, str_of(text), more);
	snprintf(out, sizeof(out), "%.*s", STR_ARG(buf_str(&b)));
	buf_release(&b);
	return out;
}

static void bytes_that_move_a_cursor_or_turn_text_are_named(void **unused)
{
	static const struct {
		const char *text, *shown;
	} rows[] = {
		{ "Ana\tBob\n", "Ana\tBob\n" },
		{ "Se\u00f1or \u4e2d", "Se\u00f1or \u4e2d" },
		{ "\x1b[2J\x1b]0;x\x07", "\\x1b[2J\\x1b]0;x\\x07" },
		{ "a\rb\x7f", "a\\x0db\\x7f" },
		{ "a\xc2\x9b"
		  "2J",
		  "a\\u009b2J" },
		{ "a\u202eb\u2066", "a\\u202eb\\u2066" },
		{ "\x9b\xff\xc3", "\\x9b\\xff\\xc3" },
		{ "\xed\xa0\x80", "\\xed\\xa0\\x80" },
	};
	size_t taken;

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		assert_string_equal(shown(rows[i].text, false, &taken),
				    rows[i].shown);
		assert_int_equal(taken, strlen(rows[i].text));
	}
}

static void a_character_that_is_cut_off_waits_for_its_rest(void **unused)
{
	size_t taken;

	(void)unused;
	assert_string_equal(shown("a\xc3", true, &taken), "a");
	assert_int_equal(taken, 1);
	assert_string_equal(shown("a\xf0\x9f\x98", true, &taken), "a");
	assert_int_equal(taken, 1);
}

static void standard_error_goes_through_it(void **unused)
{
	FILE *plain = stderr;
	int ends[2], saved = dup(STDERR_FILENO);
	char told[100];
	ssize_t n;

	(void)unused;
	assert_int_equal(pipe(ends), 0);
	dup2(ends[1], STDERR_FILENO);
	terminal_guard_errors();
	fprintf(stderr, "no game '%s'\n", "\x1b]0;x\x07\xc2\x9b");
	stderr = plain;
	dup2(saved, STDERR_FILENO);
	n = read(ends[0], told, sizeof(told));
	assert_true(n > 0);
	told[n] = 0;
	assert_string_equal(told, "no game '\\x1b]0;x\\x07\\u009b'\n");
	close(saved);
	close(ends[0]);
	close(ends[1]);
}

/* nor does a line of the daemon's log begin another one */
static void a_line_of_the_log_stays_one(void **unused)
{
	int ends[2], saved = dup(STDERR_FILENO);
	char told[100];
	ssize_t n;

	(void)unused;
	assert_int_equal(pipe(ends), 0);
	dup2(ends[1], STDERR_FILENO);
	oplog_write(OPLOG_INFO, "a mail of %s", "x\x1b[2J\n<3>heraldod: y");
	dup2(saved, STDERR_FILENO);
	n = read(ends[0], told, sizeof(told) - 1);
	assert_true(n > 0);
	told[n] = 0;
	assert_string_equal(told,
			    "<6>heraldod: a mail of x\\x1b[2J <3>heraldod: "
			    "y\n");
	close(saved);
	close(ends[0]);
	close(ends[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			bytes_that_move_a_cursor_or_turn_text_are_named),
		cmocka_unit_test(
			a_character_that_is_cut_off_waits_for_its_rest),
		cmocka_unit_test(standard_error_goes_through_it),
		cmocka_unit_test(a_line_of_the_log_stays_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
