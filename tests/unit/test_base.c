/* tests/unit/test_base.c */
#include "unit.h"
#include "base/file.h"
#include "base/name_trie.h"
#include "base/library.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/date.h"
#include "base/err.h"
#include "base/parse.h"
#include "base/file_mode.h"
#include "base/utf8.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void the_first_error_wins(void **unused)
{
	(void)unused;
	struct why why = { 0 };

	assert_int_equal(why_set(&why, ERR_DISK, "disk %d", 1), ERR_DISK);
	why_set(&why, ERR_STORE, "cleanup");
	assert_string_equal(why.text, "disk 1");
	assert_int_equal(why_set(NULL, ERR_DISK, "nobody asks"), ERR_DISK);
}

static void an_error_text_is_one_line(void **unused)
{
	(void)unused;
	struct why why = { 0 };

	why_set(&why, ERR_FORMAT, "%s", "a\nb\rc");
	assert_string_equal(why.text, "a b c");
	assert_true(err_is_temporary(ERR_MAIL_DOWN));
	assert_false(err_is_temporary(ERR_SIGNATURE));
}

static void an_arena_gives_zeroed_aligned_memory(void **unused)
{
	(void)unused;
	struct arena a = { 0 };

	for (size_t n = 1; n < 200000; n = n * 3 + 1) {
		unsigned char *p = arena_alloc(&a, n);

		assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
		for (size_t i = 0; i < n; i++)
			assert_int_equal(p[i], 0);
		memset(p, 0xff, n);
	}
	assert_string_equal(arena_printf(&a, "%s-%d", "x", 7), "x-7");
	arena_release(&a);
	assert_int_equal(a.used, 0);
	arena_alloc(&a, 1);
	arena_release(&a);
}

static void a_buffer_keeps_its_limit_and_what_it_had(void **unused)
{
	(void)unused;
	struct buf b;

	buf_init(&b, 10);
	assert_string_equal(b.s, "");
	assert_true(buf_addz(&b, "12345"));
	assert_false(buf_addf(&b, "%s", "678901"));
	assert_true(b.full);
	assert_true(buf_addi(&b, -2147));
	assert_string_equal(b.s, "12345-2147");
	assert_false(buf_addc(&b, 'x'));
	buf_clear(&b);
	assert_true(buf_addi(&b, 0));
	assert_string_equal(b.s, "0");
	buf_release(&b);
	buf_init(&b, 100);
	buf_addi(&b, INT64_MIN);
	assert_string_equal(b.s, "-9223372036854775808");
	buf_release(&b);
}

static void numbers_are_whole_slices_within_bounds(void **unused)
{
	(void)unused;
	int64_t n;

	assert_true(parse_int(STR("-12"), -12, 0, &n));
	assert_int_equal(n, -12);
	assert_true(parse_int(STR("9223372036854775807"), 0, INT64_MAX, &n));
	assert_false(parse_int(STR("9223372036854775808"), 0, INT64_MAX, &n));
	assert_false(parse_int(STR("1x"), 0, 9, &n));
	assert_false(parse_int(STR(""), 0, 9, &n));
	assert_false(parse_int(STR("-"), -9, 9, &n));
	assert_false(parse_int(STR("10"), 0, 9, &n));
}

static void lines_may_end_in_any_way(void **unused)
{
	(void)unused;
	struct str rest = STR("a\r\n\nb"), line;

	assert_true(parse_line(&rest, &line));
	assert_str(line, "a");
	assert_true(parse_line(&rest, &line));
	assert_str(line, "");
	assert_true(parse_line(&rest, &line));
	assert_str(line, "b");
	assert_false(parse_line(&rest, &line));
}

static void a_csv_record_is_unquoted(void **unused)
{
	(void)unused;
	char line[] = "a,\"b,\"\"c\"\"\",,d";
	char open[] = "a,\"b";
	struct str f[8];

	assert_int_equal(parse_csv(line, f, 8), 4);
	assert_str(f[1], "b,\"c\"");
	assert_str(f[2], "");
	assert_str(f[3], "d");
	assert_int_equal(parse_csv(open, f, 8), -1);
}

static void foreign_bytes_become_valid_text(void **unused)
{
	(void)unused;
	struct arena a = { 0 };

	assert_false(utf8_is_valid(STR("a\xff")));
	assert_str(utf8_repair(&a, STR("a\xff\xc3z")),
		   "a\xef\xbf\xbd\xef\xbf\xbdz");
	assert_int_equal(utf8_length(STR("acción")), 6);
	assert_int_equal(utf8_width(STR("日本")), 4);
	arena_release(&a);
}

static void words_are_compared_without_case_and_accents(void **unused)
{
	(void)unused;
	struct arena a = { 0 };

	assert_str(utf8_fold(&a, STR("Ejército")), "EJERCITO");
	assert_str(utf8_fold(&a, STR("straße")), "STRASSE");
	assert_str(utf8_upper(&a, STR("öffnen, wróć")), "ÖFFNEN, WRÓĆ");
	assert_str(utf8_nfkc(&a, STR("e\xcc\x81")), "é");
	arena_release(&a);
}

static void nearness_counts_swapped_letters_once(void **unused)
{
	(void)unused;
	assert_int_equal(utf8_distance(STR("MOVE"), STR("MOEV"), 3), 1);
	assert_int_equal(utf8_distance(STR("MOVE"), STR("MOVE"), 3), 0);
	assert_int_equal(utf8_distance(STR("MOVE"), STR("FIGHT"), 2), 3);
	assert_int_equal(utf8_distance(STR(""), STR("AB"), 2), 2);
}

static void of_equal_names_the_last_is_found(void **unused)
{
	enum { MANY = 2000 };
	static struct name_trie v[MANY + 1];
	struct name_trie *root = NULL;
	struct arena a = { 0 };

	(void)unused;
	assert_null(name_trie_get(NULL, STR("")));
	/* names that differ in the middle alone have one hash */
	for (int i = 0; i < MANY; i++)
		name_trie_put(&root, &v[i],
			      str_of(arena_printf(
				      &a, i % 2 ? "a%d" : "long %d name", i)));
	name_trie_put(&root, &v[MANY], STR("long 0 name"));
	for (int i = 1; i < MANY; i++)
		assert_ptr_equal(name_trie_get(root, v[i].key), &v[i]);
	assert_ptr_equal(name_trie_get(root, v[0].key), &v[MANY]);
	assert_null(name_trie_get(root, STR("long 1 name")));
	assert_null(name_trie_get(root, STR("")));
	name_trie_put(&root, &v[0], STR(""));
	assert_ptr_equal(name_trie_get(root, STR("")), &v[0]);
	arena_release(&a);
}

static void what_others_can_read_is_not_used(void **unused)
{
	(void)unused;
	static const mode_t open_modes[] = { 0640, 0604, 0620, 0610, 0601 };
	char dir[] = "/tmp/private.XXXXXX", path[64];
	struct why why = { 0 };
	mode_t before = umask(0);

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/key", dir);
	assert_int_equal(private_check(path, -1, &why), ERR_NOT_FOUND);
	why_clear(&why);
	assert_int_equal(private_make(path, &why), ERR_OK);
	assert_int_equal(private_check(path, -1, &why), ERR_OK);
	assert_int_equal(private_check(dir, -1, &why), ERR_OK);
	for (size_t i = 0; i < ARRAY_LEN(open_modes); i++) {
		assert_int_equal(chmod(path, open_modes[i]), 0);
		assert_int_equal(private_check(path, -1, &why), ERR_CONFIG);
		assert_non_null(strstr(why.text, "chmod go= "));
		why_clear(&why);
	}
	unlink(path);
	rmdir(dir);
	umask(before);
}

static void of_two_who_make_a_private_file_one_succeeds(void **unused)
{
	(void)unused;
	char dir[] = "/tmp/private.XXXXXX", path[64], other[64];
	struct why why = { 0 };

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/log", dir);
	snprintf(other, sizeof(other), "%s/other", dir);
	assert_int_equal(private_new(path, &why), ERR_OK);
	assert_int_equal(private_check(path, -1, &why), ERR_OK);
	assert_int_equal(private_new(path, &why), ERR_EXISTS);
	assert_non_null(strstr(why.text, path));
	why_clear(&why);
	assert_int_equal(private_make(path, &why), ERR_OK);
	unlink(path);
	/* nor does it go where somebody's link leads */
	assert_int_equal(symlink(other, path), 0);
	assert_int_equal(private_new(path, &why), ERR_EXISTS);
	assert_int_not_equal(access(other, F_OK), 0);
	why_clear(&why);
	unlink(path);
	assert_int_equal(private_new(other, &why), ERR_OK);
	unlink(other);
	rmdir(dir);
	assert_int_equal(private_new(path, &why), ERR_DISK);
}

static void a_file_is_read_whole_or_not_at_all(void **unused)
{
	(void)unused;
	char dir[] = "/tmp/heraldo-file-XXXXXX", path[64];
	struct why why = { 0 };
	struct buf b;
	FILE *f;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/letter", dir);
	assert_int_equal(file_read(path, 100, &b, &why), ERR_NOT_FOUND);
	assert_non_null(strstr(why.text, path));
	why_clear(&why);
	buf_release(&b);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs("five.", f);
	fclose(f);
	assert_int_equal(file_read(path, 5, &b, &why), ERR_OK);
	assert_str(buf_str(&b), "five.");
	buf_release(&b);
	assert_int_equal(file_read(path, 4, &b, &why), ERR_TOO_LARGE);
	assert_non_null(strstr(why.text, "4 bytes"));
	why_clear(&why);
	buf_release(&b);
	/* opens, and gives nothing: it is not an empty file */
	assert_int_equal(file_read(dir, 100, &b, &why), ERR_DISK);
	assert_non_null(strstr(why.text, dir));
	buf_release(&b);
	unlink(path);
	rmdir(dir);
}

static void a_replaced_file_is_whole_and_leaves_no_other(void **unused)
{
	(void)unused;
	char dir[] = "/tmp/heraldo-file-XXXXXX", path[64], fresh[80];
	struct why why = { 0 };
	struct stat st;
	struct buf b;
	FILE *f;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/status", dir);
	snprintf(fresh, sizeof(fresh), "%s.new", path);
	/* an interrupted call has left this, which nobody may write */
	f = fopen(fresh, "w");
	assert_non_null(f);
	fclose(f);
	chmod(fresh, 0400);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(file_replace(path, i ? STR("new") : STR("old"),
					      0600, &why),
				 ERR_OK);
		assert_int_equal(file_read(path, 9, &b, &why), ERR_OK);
		assert_str(buf_str(&b), i ? "new" : "old");
		buf_release(&b);
		assert_int_equal(stat(path, &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
		assert_int_equal(access(fresh, F_OK), -1);
	}
	unlink(path);
	rmdir(dir);
	assert_int_equal(file_replace(path, STR("x"), 0600, &why), ERR_SYSTEM);
	assert_non_null(strstr(why.text, path));
}

static void durations_have_one_grammar(void **unused)
{
	static const struct {
		const char *text;
		int64_t bare_s, s; /* -1: none */
	} all[] = {
		{ "2d", 0, 2 * DAY_S },
		{ "48h", 0, 2 * DAY_S },
		{ " 48 H ", 0, 2 * DAY_S },
		{ "2 DAYS", 0, 2 * DAY_S },
		{ "2 d\xc3\x8d\x61S", 0, 2 * DAY_S },
		{ "1 semana", 0, 7 * DAY_S },
		{ "90min", 0, 5400 },
		{ "30s", 0, 30 },
		{ "48", HOUR_S, 2 * DAY_S },
		{ "48", 0, -1 },
		{ "-2d", HOUR_S, -1 },
		{ "2d 3h", HOUR_S, -1 },
		{ "d", HOUR_S, -1 },
		{ "", HOUR_S, -1 },
		{ "3651d", HOUR_S, -1 },
		{ "2x", HOUR_S, -1 },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(all); i++) {
		int64_t s = -1;
		bool good =
			duration_read(str_of(all[i].text), all[i].bare_s, &s);

		assert_int_equal(good, all[i].s >= 0);
		if (good)
			assert_int_equal(s, all[i].s);
	}
}

static void a_large_array_is_zeroed_after_a_used_block(void **unused)
{
	(void)unused;
	enum { LARGE = 300 << 10, SMALL = 40 };
	struct arena a = { 0 };

	/* memory that was used before, if the allocator has any */
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 4; i++) {
			char *raw = arena_alloc_raw(&a, LARGE);
			char *small = arena_alloc(&a, SMALL);
			char *large = arena_alloc(&a, LARGE);

			memset(raw, 'x', LARGE);
			for (int k = 0; k < SMALL; k++)
				assert_int_equal(small[k], 0);
			for (int k = 0; k < LARGE; k++)
				assert_int_equal(large[k], 0);
			memset(large, 'x', LARGE);
			memset(small, 'x', SMALL);
		}
		arena_release(&a);
	}
}

/* the status of a child that loads it */
static int load_status(const char *file, const char *name)
{
	int status = 0;
	pid_t child = fork();

	if (!child) {
		void *address;

		/* the message is for people */
		close(2);
		library_load(file, &name, 1, &address);
		_exit(address ? 0 : 1);
	}
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void a_missing_library_or_name_ends_the_process(void **unused)
{
	(void)unused;
	assert_int_equal(load_status("libheraldo-absent.so.0", "free"), 127);
	assert_int_equal(load_status(LIBRARY_GNUTLS, "gnutls_absent"), 127);
	assert_int_equal(load_status(LIBRARY_GNUTLS, "gnutls_init"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_error_wins),
		cmocka_unit_test(an_error_text_is_one_line),
		cmocka_unit_test(an_arena_gives_zeroed_aligned_memory),
		cmocka_unit_test(a_buffer_keeps_its_limit_and_what_it_had),
		cmocka_unit_test(numbers_are_whole_slices_within_bounds),
		cmocka_unit_test(lines_may_end_in_any_way),
		cmocka_unit_test(a_csv_record_is_unquoted),
		cmocka_unit_test(foreign_bytes_become_valid_text),
		cmocka_unit_test(words_are_compared_without_case_and_accents),
		cmocka_unit_test(of_equal_names_the_last_is_found),
		cmocka_unit_test(what_others_can_read_is_not_used),
		cmocka_unit_test(of_two_who_make_a_private_file_one_succeeds),
		cmocka_unit_test(a_file_is_read_whole_or_not_at_all),
		cmocka_unit_test(a_replaced_file_is_whole_and_leaves_no_other),
		cmocka_unit_test(durations_have_one_grammar),
		cmocka_unit_test(a_large_array_is_zeroed_after_a_used_block),
		cmocka_unit_test(a_missing_library_or_name_ends_the_process),
		cmocka_unit_test(nearness_counts_swapped_letters_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
