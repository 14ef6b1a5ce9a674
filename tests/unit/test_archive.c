/*
 * tests/unit/test_archive.c - an ended game's log taken out of the database
 * into a file of its own, and back: nothing of it is lost or changed.
 */
#include "unit.h"
#include "verifier/verify.h"
#include "judge_fixture.h"
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

static struct fix f;
static char file[96];

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_archive");
	snprintf(file, sizeof(file), "test_archive.%d.away.db", (int)getpid());
	unlink(file);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	unlink(file);
	fix_release(&f);
	return 0;
}

#define OK(call)                                                               \
	do {                                                                   \
		enum err e_ = (call);                                          \
		if (e_)                                                        \
			print_error("%s\n", f.why.text);                       \
		assert_int_equal(e_, ERR_OK);                                  \
	} while (0)

static void post(void)
{
	struct buf out;

	buf_init(&out, 1 << 20);
	fix_post(&f, &out);
	buf_release(&out);
}

/* a game with dice, to its end; its letters are sent */
static void play(void)
{
	struct str verdict;

	fix_started(&f, 0);
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[0].person, &f.why));
	verdict = fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3"));
	assert_str(verdict, "adjudicated");
	fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1, "pick 4"));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	post();
}

static struct verify_result verified(void)
{
	struct verify_means m = { .systems = f.config.systems, .n_systems = 1 };
	struct verify_result r;

	verify_export(fix_export(&f, EXPORT_FULL), &m, &f.arena, &r);
	if (!r.good)
		print_error("line %zu: %s\n", r.fault.line, r.fault.what);
	return r;
}

static enum err log_good(void *context, int64_t game, struct why *why)
{
	int *n = context;

	++*n;
	return judge_game_replay(f.j, game, why);
}

static enum err log_bad(void *context, int64_t game, struct why *why)
{
	(void)context;
	(void)game;
	return why_set(why, ERR_TAMPERED, "it is not good");
}

static struct game_row row(void)
{
	struct game_row g;

	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	return g;
}

static void away(void)
{
	int n = 0;

	OK(judge_game_archive(f.j, f.game, file, log_good, &n, &f.why));
	assert_int_equal(n, 1);
	assert_int_equal(row().state, GAME_ARCHIVED);
}

static void back(void)
{
	struct str name;
	int n = 0;

	OK(judge_game_unarchive(f.j, file, log_good, &n, &f.arena, &name,
				&f.why));
	assert_int_equal(n, 1);
	assert_true(str_equal(name, f.name));
	assert_int_equal(row().state, GAME_ENDED);
}

/* Out, and back -------------------------------------------------------------
 */

static void a_game_that_is_back_has_its_log_to_the_byte(void **unused)
{
	(void)unused;
	struct str before;
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct stat st;

	play();
	before = fix_export(&f, EXPORT_FULL);
	away();
	assert_int_equal(stat(file, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	/* nothing of it is here, and it is said where it is */
	assert_int_equal(judge_game_view(f.j, f.game, 0, view, &f.why),
			 ERR_ARCHIVED);
	assert_non_null(strstr(f.why.text, file));
	why_clear(&f.why);
	/* as after a new start */
	judge_close(f.j);
	fix_open(&f);
	back();
	assert_true(str_equal(fix_export(&f, EXPORT_FULL), before));
	assert_true(verified().good);
}

static bool count(void *context, const struct event_row *r)
{
	(void)r;
	++*(int *)context;
	return true;
}

static void its_log_is_nowhere_else(void **unused)
{
	(void)unused;
	int n = 0;

	play();
	away();
	OK(store_event_list(judge_store(f.j), f.game, 1, INT64_MAX, count, &n,
			    &f.why));
	assert_int_equal(n, 0);
	back();
	OK(store_event_list(judge_store(f.j), f.game, 1, INT64_MAX, count, &n,
			    &f.why));
	assert_int_equal(n, row().n_events);
}

static void only_what_rests_is_put_away(void **unused)
{
	(void)unused;
	int n = 0;

	fix_started(&f, 0);
	assert_int_equal(
		judge_game_archive(f.j, f.game, file, log_good, &n, &f.why),
		ERR_USAGE);
	assert_non_null(strstr(f.why.text, "has not ended"));
	why_clear(&f.why);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	assert_int_equal(
		judge_game_archive(f.j, f.game, file, log_good, &n, &f.why),
		ERR_USAGE);
	assert_non_null(strstr(f.why.text, "on their way"));
	why_clear(&f.why);
	post();
	/* a log that does not verify, a file that is there */
	assert_int_equal(
		judge_game_archive(f.j, f.game, file, log_bad, &n, &f.why),
		ERR_TAMPERED);
	why_clear(&f.why);
	fclose(fopen(file, "w"));
	assert_int_equal(
		judge_game_archive(f.j, f.game, file, log_good, &n, &f.why),
		ERR_EXISTS);
	why_clear(&f.why);
	assert_int_equal(row().state, GAME_ENDED);
	unlink(file);
	away();
	assert_int_equal(
		judge_game_archive(f.j, f.game, file, log_good, &n, &f.why),
		ERR_USAGE);
	why_clear(&f.why);
}

static void a_bad_file_changes_nothing(void **unused)
{
	(void)unused;
	struct str name;
	FILE *other;
	int n = 0;

	play();
	away();
	assert_int_equal(judge_game_unarchive(f.j, file, log_bad, &n, &f.arena,
					      &name, &f.why),
			 ERR_TAMPERED);
	why_clear(&f.why);
	assert_int_equal(row().state, GAME_ARCHIVED);
	assert_int_equal(judge_game_unarchive(f.j, "nowhere.db", log_good, &n,
					      &f.arena, &name, &f.why),
			 ERR_DISK);
	why_clear(&f.why);
	other = fopen("test_archive.other", "w");
	fputs("no database at all, and long enough to be looked at", other);
	fclose(other);
	assert_int_not_equal(judge_game_unarchive(f.j, "test_archive.other",
						  log_good, &n, &f.arena, &name,
						  &f.why),
			     ERR_OK);
	why_clear(&f.why);
	unlink("test_archive.other");
	assert_int_equal(row().state, GAME_ARCHIVED);
	back();
	/* it is here: a second time it has nothing to bring */
	assert_int_equal(judge_game_unarchive(f.j, file, log_good, &n, &f.arena,
					      &name, &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
}

/* Wherever it dies ------------------------------------------------------------
 * Each step in a child of its own, until one comes through alive. */

static int steps_left;

static void die_in_time(void *context)
{
	(void)context;
	if (!steps_left--)
		_exit(7);
}

static int child(int step, bool is_back)
{
	struct str name;
	int n = 0, status = 0;
	enum err e;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid) {
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFEXITED(status));
		return WEXITSTATUS(status);
	}
	fix_open(&f);
	steps_left = step;
	store_on_step(judge_store(f.j), die_in_time, NULL);
	e = is_back ? judge_game_unarchive(f.j, file, log_good, &n, &f.arena,
					   &name, &f.why)
		    : judge_game_archive(f.j, f.game, file, log_good, &n,
					 &f.why);
	_exit(e ? 1 : 0);
}

static void whoever_dies_on_the_way_loses_nothing(void **unused)
{
	(void)unused;
	struct str before;
	int died = 0;

	play();
	before = fix_export(&f, EXPORT_FULL);
	for (int there = 0; there < 2; there++)
		for (int step = 0, code = 7; code; step++) {
			/* half a file has no game yet */
			if (row().state == GAME_ENDED)
				unlink(file);
			judge_close(f.j);
			code = child(step, there);
			assert_true(code == 0 || code == 7);
			died += code == 7;
			fix_open(&f);
			if (row().state == GAME_ENDED)
				assert_true(str_equal(
					fix_export(&f, EXPORT_FULL), before));
			/* its last step is behind the commit */
			if ((row().state == GAME_ARCHIVED) == !there)
				break;
		}
	assert_true(died > 30);
	assert_int_equal(row().state, GAME_ENDED);
}

/* While it is away ----------------------------------------------------------
 */

static void mails_to_it_are_answered(void **unused)
{
	(void)unused;
	static const char *const mails[][2] = {
		{ "ORDERS", "A %lld 7\n%s\npick 3" },
		{ "PREVIEW", "A %lld 8\n%s\npick 3" },
		{ "KEYS", "A %lld 9\n%s\nlanguage es" },
		{ "KEYS", "A %lld 10\n%s" },
		{ "GM", "%lld 11\n%s\npause" },
	};
	struct str told;
	int64_t point;
	const char *seen, *text;

	play();
	point = fix_point(&f);
	seen = fix_seen(&f, point);
	away();
	for (size_t i = 0; i < ARRAY_LEN(mails); i++) {
		text = arena_printf(&f.arena, mails[i][1], (long long)point,
				    seen);
		text = arena_printf(&f.arena, "%s %.*s %s\n", mails[i][0],
				    STR_ARG(f.name), text);
		assert_str(fix_send(&f, fix_mail(&f, f.p[0].address,
						 fix_signed(&f, 0, text))),
			   "game_archived");
		told = fix_posted(&f);
		assert_int_equal(fix_count(told, "refused to ana@one.test"), 1);
		assert_true(fix_holds(told, "game_archived"));
	}
}

static void keys_revoked_meanwhile_are_revoked_in_its_log(void **unused)
{
	(void)unused;
	struct key_row keys[4];
	int n = 0;
	struct str log;

	play();
	away();
	OK(store_key_list(judge_store(f.j), f.p[0].person, &f.arena, keys, 4,
			  &n, &f.why));
	assert_int_equal(n, 1);
	OK(judge_key_revoke(f.j, keys[0].fingerprint, &f.why));
	assert_int_equal(row().state, GAME_ARCHIVED);
	back();
	log = fix_export(&f, EXPORT_FULL);
	assert_int_equal(fix_count(log, "\"event\":\"key_revoked\""), 1);
	assert_true(verified().good);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		T(a_game_that_is_back_has_its_log_to_the_byte),
		T(its_log_is_nowhere_else),
		T(only_what_rests_is_put_away),
		T(a_bad_file_changes_nothing),
		T(whoever_dies_on_the_way_loses_nothing),
		T(mails_to_it_are_answered),
		T(keys_revoked_meanwhile_are_revoked_in_its_log),
#undef T
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
