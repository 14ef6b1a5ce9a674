/*
 * tests/unit/test_judge_desk.c - the morning mail of who leads games: once a
 * day, of what wants something of them, and else none.
 */
#include "base/date.h"
#include "judge/notify/gm_summary.h"
#include "judge_unit.h"

enum { CY = 2 };

static int serial;

/* Ana and Bob can play, Cy leads them. */
static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_desk");
	serial = 0;
	for (int i = 0; i < 3; i++)
		fix_person(&f, i);
	fix_game(&f, 3 * DAY_S, f.p[CY].person);
	fix_posted(&f);
	return 0;
}

/* What was mailed to Cy's desk until then. */
static struct str desk(int64_t seconds)
{
	int fired;

	f.now += seconds;
	OK(judge_tick(f.j, &fired, &f.why));
	return fix_posted(&f);
}

static int n_desks(struct str posted)
{
	return fix_count(posted, "gm_summary to cy@");
}

static void a_day_on_which_nothing_is_wanted_sends_nothing(void **unused)
{
	(void)unused;
	int64_t at, timer;

	OK(judge_next(f.j, &at, &timer, &f.why));
	assert_in_range(timer, f.now + 1, f.now + DAY_S);
	assert_int_equal(timer % DAY_S, GM_SUMMARY_HOUR * HOUR_S);
	for (int i = 0; i < 6; i++)
		assert_int_equal(n_desks(desk(DAY_S)), 0);
	/* a week without anything is something */
	assert_true(fix_holds(desk(DAY_S), "\"still\":7"));
}

static void every_seat_is_taken_and_it_can_begin(void **unused)
{
	(void)unused;
	struct str told;

	OK(judge_seat(f.j, f.game, 0, f.p[0].person, &f.why));
	OK(judge_seat(f.j, f.game, 1, f.p[1].person, &f.why));
	told = desk(DAY_S);
	assert_int_equal(n_desks(told), 1);
	assert_true(fix_holds(told, "\"full\":1"));
	assert_true(fix_holds(told, "GM "));
	/* once a day */
	assert_int_equal(n_desks(desk(HOUR_S)), 0);
	assert_int_equal(n_desks(desk(DAY_S)), 1);
	OK(judge_game_start(f.j, f.game, &f.why));
	fix_posted(&f);
	assert_int_equal(n_desks(desk(DAY_S)), 0);
}

static void who_was_silent_is_told_and_a_pause(void **unused)
{
	(void)unused;
	struct str told;
	int64_t began;

	OK(judge_seat(f.j, f.game, 0, f.p[0].person, &f.why));
	OK(judge_seat(f.j, f.game, 1, f.p[1].person, &f.why));
	f.now += HOUR_S;
	began = f.now;
	OK(judge_game_start(f.j, f.game, &f.why));
	fix_posted(&f);
	told = desk(4 * DAY_S);
	if (!n_desks(told))
		told = desk(DAY_S);
	assert_true(fix_holds(told, "\"is_paused\":1") ||
		    fix_holds(told, "\"silences\":1"));
	assert_false(fix_holds(told, "\"is_setup\":1"));
	/* since the judge did what stood for their silence */
	assert_true(
		fix_holds(told, arena_printf(&f.arena, "\"since\":%lld",
					     (long long)began + 3 * DAY_S)));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	fix_posted(&f);
	assert_int_equal(n_desks(desk(2 * DAY_S)), 0);
}

/* Ana and Bob sit in the game and in one more that Cy leads: that. */
static int64_t two_games(void)
{
	struct game_plan plan = { .name = STR("other"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .master = f.p[CY].person };
	struct str name;
	int64_t other;

	OK(judge_game_new(f.j, &plan, &f.arena, &name, &other, &f.why));
	for (int i = 0; i < 2; i++) {
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
		OK(judge_seat(f.j, other, i, f.p[i].person, &f.why));
	}
	return other;
}

static void two_games_are_one_mail(void **unused)
{
	(void)unused;
	struct str told;

	(void)two_games();
	told = desk(DAY_S);
	assert_int_equal(n_desks(told), 1);
	assert_int_equal(fix_count(told, "\"full\":1"), 2);
}

/* Held in quiet hours: who leads a game no more hears nothing of it. */
/* Who comes in does not hang on the game: any order of these will do. */
static void each_command_has_a_serial_of_its_own(void **unused)
{
	(void)unused;
	struct str told;

	OK(judge_seat(f.j, f.game, 0, f.p[0].person, &f.why));
	OK(judge_seat(f.j, f.game, 1, f.p[1].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	OK(judge_game_pause(f.j, f.game, STR("rain"), &f.why));
	for (int i = 3; i < 5; i++) {
		struct join_row wish = {
			.game = f.game,
			.slot = SLOT_OBSERVER + i,
			.state = JOIN_PROVEN,
			.name = i == 3 ? STR("Dora") : STR("Eve"),
			.address = i == 3 ? STR("d@x.test") : STR("e@x.test"),
			.language = STR("en"),
			.nonce = i == 3 ? STR("n3") : STR("n4"),
			.expires_s = f.now + 7 * DAY_S,
		};
		int64_t id;

		OK(store_begin(judge_store(f.j), &f.why));
		OK(store_join_add(judge_store(f.j), &wish, &id, &f.why));
		OK(store_commit(judge_store(f.j), &f.why));
	}
	fix_posted(&f);
	told = desk(DAY_S);
	assert_int_equal(n_desks(told), 1);
	/* 1 and 2 are those of the mails that named the two wishes */
	for (int i = 3; i <= 5; i++)
		assert_int_equal(
			fix_count(told,
				  arena_printf(&f.arena, " %lld %d\\u000aSEEN",
					       (long long)fix_point(&f), i)),
			1);
}

static void who_leads_no_more_is_not_told_what_waited(void **unused)
{
	(void)unused;
	struct str told;
	int64_t other = two_games();

	told = fix_signed(&f, CY, "PREFER QUIET 07:00 TO 12:00\n");
	assert_str(fix_send(&f, fix_mail(&f, f.p[CY].address, told)),
		   "preferred");
	fix_posted(&f);
	/* half past eight of the next day */
	told = desk(DAY_S - f.now % DAY_S + 17 * HOUR_S / 2);
	assert_int_equal(n_desks(told), 0);
	fix_player(&f, 3, "Dora", "dora@four.test");
	fix_person(&f, 3);
	OK(judge_seat(f.j, other, SLOT_GM, f.p[3].person, &f.why));
	told = desk(4 * HOUR_S);
	assert_int_equal(n_desks(told), 1);
	assert_int_equal(fix_count(told, "\"full\":1"), 1);
	assert_true(fix_holds(told, "\"n\":1"));
	assert_false(fix_holds(told, "\"name\":\"other-"));

	told = desk(20 * HOUR_S);
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[3].person, &f.why));
	assert_int_equal(n_desks(desk(4 * HOUR_S)), 0);
}

static void it_is_told_whenever_it_is_asked_for(void **unused)
{
	(void)unused;
	struct str text = fix_signed(&f, CY, "// now\nStatus\n");
	struct str told;

	for (int i = 0; i < GM_SUMMARY_A_DAY + 2; i++)
		assert_str(fix_send(&f, fix_mail(&f, f.p[CY].address, text)),
			   "answered");
	told = fix_posted(&f);
	assert_int_equal(n_desks(told), GM_SUMMARY_A_DAY);
	assert_true(fix_holds(told, "\"is_open\":1"));
	/* who leads none is told so */
	text = fix_signed(&f, 0, "STATUS\n");
	assert_str(fix_send(&f, fix_mail(&f, f.p[0].address, text)),
		   "answered");
	assert_true(fix_holds(fix_posted(&f), "\"desk\":[]"));
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_day_on_which_nothing_is_wanted_sends_nothing),
		T(every_seat_is_taken_and_it_can_begin),
		T(who_was_silent_is_told_and_a_pause),
		T(two_games_are_one_mail),
		T(each_command_has_a_serial_of_its_own),
		T(who_leads_no_more_is_not_told_what_waited),
		T(it_is_told_whenever_it_is_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
