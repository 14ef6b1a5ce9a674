/*
 * tests/unit/test_audit.c - what checks an exported log, linked with neither
 * store nor mail nor reports: that this program is made at all is half of the
 * test.
 */
#include "unit.h"
#include "verifier/verify.h"
#include "tests/srcdir.h"

enum { LOG_MAX = 64 << 20 };

/* a recorded log, unpacked */
static struct str log_of(struct arena *a, const char *name)
{
	char command[600];
	char *bytes = arena_alloc_raw(a, LOG_MAX);
	size_t n;
	FILE *f;

	snprintf(command, sizeof(command),
		 "gzip -dc '%s/tests/logs/%s.all.jsonl.gz'", SRCDIR, name);
	f = popen(command, "r");
	assert_non_null(f);
	n = fread(bytes, 1, LOG_MAX, f);
	assert_int_equal(pclose(f), 0);
	assert_true(n > 0 && n < LOG_MAX);
	return (struct str){ bytes, n };
}

static void full_logs_verify_without_store_mail_and_reports(void **unused)
{
	static const char *const logs[] = { "rebellion-1", "dungeons-1",
					    "arena-1" };
	struct games games;
	struct verify_means means;
	struct verify_result r;
	struct arena a = { 0 };
	struct why why = { 0 };

	(void)unused;
	crypto_init();
	assert_int_equal(games_open(&games, game_kinds, n_game_kinds,
				    SRCDIR "/templates", &why),
			 ERR_OK);
	means = (struct verify_means){ .systems = games.kinds,
				       .n_systems = games.n };
	for (size_t i = 0; i < ARRAY_LEN(logs); i++) {
		verify_export(log_of(&a, logs[i]), &means, &a, &r);
		assert_string_equal(r.fault.what, "");
		assert_true(r.good && r.rules_run);
	}
	games_release(&games);
	arena_release(&a);
}

/* what the linker was given is what is loaded */
static void no_pictures_mail_or_store_come_with_it(void **unused)
{
	static const char *const none[] = { "libcairo", "libpng",  "libsqlite3",
					    "libgmime", "libcurl", "libetpan" };
	FILE *f = fopen("/proc/self/maps", "r");
	char line[4096];

	(void)unused;
	assert_non_null(f);
	while (fgets(line, sizeof(line), f))
		for (size_t i = 0; i < ARRAY_LEN(none); i++)
			assert_null(strstr(line, none[i]));
	fclose(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			full_logs_verify_without_store_mail_and_reports),
		cmocka_unit_test(no_pictures_mail_or_store_come_with_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
