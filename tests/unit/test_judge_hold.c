/* tests/unit/test_judge_hold.c - orders that wait because their player said so
 */
#include "verifier/verify.h"
#include "judge_unit.h"

enum { HOUR = 3600 };

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_hold");
	return 0;
}

static struct str ordered(int who, int serial, const char *lines)
{
	return fix_send(&f, fix_orders(&f, who, fix_point(&f), serial, lines));
}

static void tick(int64_t at)
{
	int n;

	f.now = FIX_START + at;
	OK(judge_tick(f.j, &n, &f.why));
}

static void verified(void)
{
	struct verify_means m = { .systems = f.config.systems,
				  .n_systems = f.config.n_systems };
	struct verify_result r;

	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	OK(judge_game_replay(f.j, f.game, &f.why));
	verify_export(fix_export(&f, EXPORT_FULL), &m, &f.arena, &r);
	if (!r.good)
		fprintf(stderr, "%s\n", r.fault.what);
	assert_true(r.good);
}

static int picked(int n)
{
	return fix_count(fix_log(&f),
			 arena_printf(&f.arena,
				      "[\"TOY-PICK-01\"],\"seat\":\"A\","
				      "\"n\":%d}",
				      n));
}

static int told_ana(struct str told, const char *what)
{
	return fix_count(told,
			 arena_printf(&f.arena, "to ana@one.test: %s", what));
}

static void orders_wait_so_long_and_nobody_knows(void **unused)
{
	(void)unused;
	struct str log, told;
	int64_t at, timer;

	fix_started(&f, 0);
	fix_posted(&f);
	log = fix_log(&f);
	assert_str(ordered(0, 1, "PICK 3\nHOLD 2h"), "held");
	told = fix_posted(&f);
	assert_int_equal(told_ana(told, "delayed"), 1);
	assert_true(fix_holds(told, "\"expires\":\"2025-12-01T02:00:00Z\""));
	assert_int_equal(fix_count(told, "to bob@two.test"), 0);
	assert_true(str_equal(fix_log(&f), log));
	OK(judge_next(f.j, &at, &timer, &f.why));
	assert_int_equal(timer, FIX_START + 2 * HOUR);
	tick(2 * HOUR - 1);
	assert_true(str_equal(fix_log(&f), log));
	tick(2 * HOUR);
	assert_int_equal(picked(3), 1);
	told = fix_posted(&f);
	assert_int_equal(told_ana(told, "receipt"), 1);
	assert_int_equal(fix_count(told, "to bob@two.test: report"), 1);
	/* the serial was used when it came, and once */
	assert_str(ordered(0, 1, "PICK 4"), "serial_used");
	assert_str(ordered(1, 1, "PICK 2"), "adjudicated");
	verified();
}

static void they_can_be_replaced_and_taken_back(void **unused)
{
	(void)unused;
	struct str told;

	fix_started(&f, 0);
	fix_posted(&f);
	assert_str(ordered(0, 1, "PICK 3\nHOLD 2h"), "held");
	assert_str(ordered(0, 2, "RETENER 90m\nPICK 4"), "held");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"replaced\":1"), 1);
	assert_int_equal(fix_count(told, "\"first_lines\":\"\""), 0);
	/* a question takes nothing back */
	assert_str(ordered(0, 3, "REPORT"), "answered");
	tick(HOUR + HOUR / 2);
	tick(2 * HOUR);
	assert_int_equal(picked(3), 0);
	assert_int_equal(picked(4), 1);
	assert_str(ordered(1, 1, "PICK 2"), "adjudicated");
	assert_str(ordered(0, 4, "ROLL\nDELAY 1h"), "held");
	fix_posted(&f);
	assert_str(ordered(0, 5, "CLEAR"), "adjudicated");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"replaced\":1"), 1);
	/* orders that are used now begin the next ones otherwise */
	assert_int_equal(fix_count(told, "\"first_lines\":\"\""), 1);
	tick(9 * HOUR);
	assert_int_equal(fix_count(fix_log(&f), "scored"), 0);
	/* and by such as are used at once */
	assert_str(ordered(0, 6, "END\nHOLD 1h"), "held");
	assert_str(ordered(0, 7, "ROLL\nWAIT"), "adjudicated");
	tick(19 * HOUR);
	assert_int_equal(fix_count(fix_log(&f), "scored"), 1);
	assert_int_equal(fix_state(&f).head.active, 0);
	verified();
}

static void orders_that_keep_are_refused_meanwhile(void **unused)
{
	(void)unused;
	fix_started(&f, 0);
	assert_str(ordered(0, 1, "PICK 3\nHOLD 2h"), "held");
	assert_str(ordered(0, 2, "KEEP\nROLL\nWAIT"), "hold_keep");
	tick(2 * HOUR);
	assert_int_equal(picked(3), 1);
}

static void they_never_wait_past_the_deadline(void **unused)
{
	(void)unused;
	struct str told;

	fix_started(&f, 8 * HOUR);
	fix_posted(&f);
	assert_str(ordered(0, 1, "PICK 3\nHOLD 1d"), "held");
	told = fix_posted(&f);
	assert_true(fix_holds(told, "\"cut\":1"));
	assert_true(fix_holds(told, "\"expires\":\"2025-12-01T07:59:00Z\""));
	/* who has them in needs no reminder; Bob has one */
	tick(7 * HOUR);
	told = fix_posted(&f);
	assert_int_equal(told_ana(told, "warning"), 0);
	assert_int_equal(fix_count(told, "to bob@two.test: warning"), 1);
	tick(8 * HOUR - 30);
	assert_int_equal(picked(3), 1);
	fix_posted(&f);
	/* with no time left it is used at once, and told so */
	assert_str(ordered(1, 1, "PICK 2\nHOLD 2h"), "adjudicated");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"at_once\":1"), 1);
	assert_int_equal(fix_count(told, "to bob@two.test: receipt"), 1);
	tick(8 * HOUR + 1);
	assert_int_equal(fix_count(fix_log(&f), "deadline_passed"), 0);
}

/* a reminder that was kept for the morning */
static void a_reminder_goes_to_nobody_who_holds(void **unused)
{
	(void)unused;
	struct str told;

	fix_started(&f, 40 * HOUR);
	assert_str(ordered(0, 1, "PREFER QUIET 4:00 TO 12:00"), "preferred");
	assert_str(ordered(1, 1, "PREFER QUIET 4:00 TO 12:00"), "preferred");
	fix_posted(&f);
	tick(30 * HOUR);
	assert_int_equal(fix_posted(&f).len, 0);
	assert_str(ordered(0, 1, "PICK 3\nHOLD 9h"), "held");
	fix_posted(&f);
	tick(36 * HOUR);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to bob@two.test: warning"), 1);
	assert_int_equal(told_ana(told, "warning"), 0);
}

/* it comes sooner than was thought */
static void a_deadline_finds_nobody_silent_who_holds(void **unused)
{
	(void)unused;
	fix_person(&f, 0);
	fix_person(&f, 1);
	fix_person(&f, 2);
	fix_game(&f, 8 * HOUR, f.p[2].person);
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	assert_str(ordered(0, 1, "PICK 3\nHOLD 6h"), "held");
	assert_str(
		fix_send(&f, fix_commands(&f, 2, fix_point(&f), 1, "SKIP A")),
		"adjudicated");
	tick(60);
	assert_int_equal(picked(3), 1);
	assert_int_equal(picked(1), 0);
	/* and who is awaited on has new time */
	assert_str(ordered(1, 1, "PICK 2"), "adjudicated");
	assert_str(ordered(0, 2, "ROLL\nWAIT\nHOLD 2h"), "held");
	assert_str(
		fix_send(&f, fix_commands(&f, 2, fix_point(&f), 2, "SKIP A")),
		"adjudicated");
	tick(120);
	assert_int_equal(fix_count(fix_log(&f), "scored"), 1);
	assert_int_equal(fix_state(&f).head.active, 0);
	assert_int_equal(fix_count(fix_log(&f), "deadline_passed"), 0);
	verified();
}

static void a_mail_that_comes_later_finds_them_used(void **unused)
{
	(void)unused;
	fix_started(&f, 0);
	assert_str(ordered(0, 1, "PICK 3\nHOLD 2h"), "held");
	f.now = FIX_START + 3 * HOUR;
	assert_str(ordered(0, 2, "PICK 4"), "stale");
	assert_int_equal(picked(3), 1);
	assert_int_equal(picked(4), 0);
}

static void a_pause_holds_them_and_a_new_player_has_none(void **unused)
{
	(void)unused;
	fix_started(&f, 0);
	assert_str(ordered(0, 1, "PICK 3\nHOLD 2h"), "held");
	OK(judge_game_pause(f.j, f.game, STR("tea"), &f.why));
	tick(3 * HOUR);
	assert_int_equal(picked(3), 0);
	OK(judge_game_resume(f.j, f.game, &f.why));
	tick(4 * HOUR);
	assert_int_equal(picked(3), 1);
	assert_str(ordered(1, 1, "PICK 2\nHOLD 2h"), "held");
	OK(judge_seat(f.j, f.game, 1, fix_person(&f, 2), &f.why));
	fix_posted(&f);
	tick(9 * HOUR);
	assert_int_equal(fix_posted(&f).len, 0);
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"revealed\""), 0);
	verified();
}

static void a_key_that_is_revoked_meanwhile_signs_nothing(void **unused)
{
	(void)unused;
	char print[KEY_FINGERPRINT_MAX];
	struct buf line;

	fix_started(&f, 0);
	buf_init(&line, 1000);
	key_render(&f.p[2].key.key, STR("key"), &line);
	OK(judge_key_add(f.j, f.p[0].person, buf_str(&line), &f.why));
	buf_release(&line);
	assert_str(ordered(0, 1, "PICK 3\nHOLD 2h"), "held");
	key_fingerprint(&f.p[0].key.key, print);
	f.p[0].key = f.p[2].key;
	assert_str(
		fix_send(
			&f,
			fix_mail(&f, "ana@one.test",
				 fix_signed(&f, 0,
					    arena_printf(
						    &f.arena,
						    "KEYS %.*s A %lld 2\n"
						    "%s\nREVOKE %s\n",
						    STR_ARG(f.name),
						    (long long)fix_point(&f),
						    fix_seen(&f, fix_point(&f)),
						    print)))),
		"adjudicated");
	fix_posted(&f);
	tick(9 * HOUR);
	assert_int_equal(picked(3), 0);
	assert_true(fix_holds(fix_posted(&f), "\"reason\":\"hold_key\""));
}

static void what_cannot_wait_is_refused(void **unused)
{
	(void)unused;
	static const struct {
		const char *lines, *verdict;
	} v[] = {
		{ "PICK 3\nHOLD", "hold_unreadable" },
		{ "PICK 3\nHOLD 2", "hold_unreadable" },
		{ "PICK 3\nHOLD 9m", "hold_unreadable" },
		{ "PICK 3\nHOLD 4d", "hold_unreadable" },
		{ "PICK 3\nHOLD 1h\nHOLD 2h", "hold_unreadable" },
		{ "HOLD 2h", "hold_nothing" },
		{ "PICK 3\nHOLD 2h\nAWAY 2025-12-20 TO 2025-12-21",
		  "hold_mixed" },
	};

	fix_started(&f, 0);
	for (size_t i = 0; i < ARRAY_LEN(v); i++)
		assert_str(ordered(0, 1, v[i].lines), v[i].verdict);
	tick(99 * HOUR);
	assert_int_equal(picked(3), 0);
}

#define T(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(orders_wait_so_long_and_nobody_knows),
		T(they_can_be_replaced_and_taken_back),
		T(orders_that_keep_are_refused_meanwhile),
		T(they_never_wait_past_the_deadline),
		T(a_deadline_finds_nobody_silent_who_holds),
		T(a_reminder_goes_to_nobody_who_holds),
		T(a_mail_that_comes_later_finds_them_used),
		T(a_pause_holds_them_and_a_new_player_has_none),
		T(a_key_that_is_revoked_meanwhile_signs_nothing),
		T(what_cannot_wait_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
