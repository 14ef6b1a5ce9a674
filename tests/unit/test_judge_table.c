/*
 * tests/unit/test_judge_table.c - what players say to the table: absences,
 * proposals, and how it plays; by real mails, and verified.
 */
#include "verifier/verify.h"
#include "base/date.h"
#include "protocol/proposal_parse.h"
#include "judge_said.h"
#include <stdlib.h>
#include <unistd.h>

static char lists[] = "/tmp/heraldo-lists-XXXXXX"; /* of days off */

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_table");
	said_nothing();
	return 0;
}

static bool logged(const char *what)
{
	return fix_holds(fix_log(&f), what);
}

static int count(const char *what)
{
	return fix_count(fix_log(&f), what);
}

static int64_t due(int seat)
{
	struct judge_awaited v[SEATS_MAX];
	int n;

	OK(judge_game_awaiting(f.j, f.game, v, SEATS_MAX, &n, &f.why));
	for (int i = 0; i < n; i++)
		if (v[i].seat == seat)
			return v[i].deadline_s;
	return 0;
}

static int state(void)
{
	struct game_row g;

	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	return (int)g.state;
}

static void policy(const char *name, const char *value)
{
	OK(judge_game_policy(f.j, f.game, str_of(name), str_of(value), &f.why));
}

static void verified(int slot)
{
	struct verify_means m = { .systems = f.config.systems, .n_systems = 1 };
	struct verify_result r;

	verify_export(fix_export(&f, slot), &m, &f.arena, &r);
	if (!r.good)
		print_error("%s (expected %s, found %s)\n", r.fault.what,
			    r.fault.expected, r.fault.found);
	assert_true(r.good);
}

/* everybody's log verifies, and in the whole one the rules do */
static void ended_well(void)
{
	static const int slots[] = { -1, 0, 1, SLOT_GM };

	if (state() != GAME_ENDED)
		OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	for (size_t i = 0; i < ARRAY_LEN(slots); i++)
		verified(slots[i]);
	OK(judge_game_replay(f.j, f.game, &f.why));
	verified(EXPORT_FULL);
}

static void with_master(void);

/* the master's mail */
#define COMMANDED(lines)                                                       \
	assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f),             \
					     ++last_serial[2], lines)),        \
		   "adjudicated")

/* Absences -------------------------------------------------------------------
 * The clock begins at 2025-12-01 00:00 UTC, where all of these people live. */

static void no_time_runs_for_who_is_away(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	assert_int_equal(due(0), FIX_START + 3 * DAY_S);
	/* five days from the second on: one day has passed before */
	TAKEN(0, "away 2025-12-02 to 2025-12-06");
	assert_true(logged(
		"\"event\":\"absence_announced\",\"for\":\"all\",\"rules\":[],"
		"\"seat\":\"A\",\"person\":\"Ana\",\"from\":"
		"\"2025-12-02T00:00:00Z\",\"until\":"
		"\"2025-12-07T00:00:00Z\""));
	assert_int_equal(due(0), FIX_START + 8 * DAY_S);
	assert_int_equal(due(1), FIX_START + 3 * DAY_S);
	assert_true(logged("\"event\":\"deadline_moved\""));
	time_passes(4 * DAY_S);
	assert_int_equal(count("\"event\":\"deadline_passed\""), 1);
	assert_true(logged("\"seat\":\"B\",\"deadline\":"));
	time_passes(5 * DAY_S);
	assert_int_equal(count("\"event\":\"deadline_passed\""), 2);
	ended_well();
}

static void an_absence_after_another_moves_the_deadline_too(void **unused)
{
	(void)unused;
	fix_started(&f, 10 * DAY_S);
	TAKEN(0, "away 2025-12-02");
	assert_int_equal(due(0), FIX_START + 11 * DAY_S);
	time_passes(3 * DAY_S);
	TAKEN(0, "away 2025-12-08 to 2025-12-09");
	assert_int_equal(due(0), FIX_START + 13 * DAY_S);
	ended_well();
}

static void who_is_back_has_the_time_that_was_left(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	TAKEN(0, "AUSENTE 2025-12-02 A 2025-12-20");
	assert_int_equal(due(0), FIX_START + 22 * DAY_S);
	f.now += 5 * DAY_S;
	TAKEN(0, "back");
	/* a day of three had passed before the absence */
	assert_int_equal(due(0), f.now + 2 * DAY_S);
	refused(0, "back", "not_away");
	ended_well();
}

/* It cost nothing of the budget, and could be done again and again. */
static void away_and_back_give_no_time(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	f.now += 3 * DAY_S - HOUR_S;
	TAKEN(0, "away 2025-12-03 to 2025-12-20");
	TAKEN(0, "back");
	assert_int_equal(due(0), FIX_START + 3 * DAY_S);
	ended_well();
}

static void away_and_back_give_no_week(void **unused)
{
	int64_t thursday = FIX_START + 3 * DAY_S + 20 * HOUR_S;

	(void)unused;
	fix_started(&f, 3 * DAY_S);
	policy("deadline", "thu 20:00 UTC");
	policy("min-hours", "48");
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	assert_int_equal(due(0), thursday);
	f.now = thursday - HOUR_S;
	TAKEN(0, "away 2025-12-04");
	assert_int_equal(due(0), thursday + 7 * DAY_S);
	TAKEN(0, "back");
	assert_int_equal(due(0), thursday);
	ended_well();
}

static void who_is_back_keeps_what_an_extension_gave(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	TAKEN(0, "propose extension 240h");
	TAKEN(1, "agree 1");
	assert_int_equal(due(0), FIX_START + 13 * DAY_S);
	/* of an absence beyond the deadline .. */
	TAKEN(0, "away 2026-01-10 to 2026-01-12");
	TAKEN(0, "back");
	assert_int_equal(due(0), FIX_START + 13 * DAY_S);
	/* .. and of one before it */
	TAKEN(0, "away 2025-12-03 to 2025-12-05");
	assert_int_equal(due(0), FIX_START + 16 * DAY_S);
	time_passes(3 * DAY_S);
	TAKEN(0, "back");
	assert_int_equal(due(0), FIX_START + 14 * DAY_S);
	ended_well();
}

static void orders_may_stand_beside_an_absence(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	TAKEN(0, "pick 3\naway 2025-12-02 to 2025-12-06");
	TAKEN(1, "pick 4");
	assert_int_equal(count("\"event\":\"revealed\""), 1);
	ended_well();
}

static void an_absence_is_one_of_all_games(void **unused)
{
	int64_t first;
	struct str name;

	(void)unused;
	fix_started(&f, 3 * DAY_S);
	first = f.game;
	name = f.name;
	fix_game(&f, 4 * DAY_S, 0);
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	TAKEN(1, "away 2025-12-01 to 2025-12-03");
	assert_int_equal(due(1), FIX_START + 7 * DAY_S);
	ended_well();
	f.game = first;
	f.name = name;
	assert_int_equal(due(1), FIX_START + 6 * DAY_S);
	assert_true(logged("\"event\":\"absence_announced\""));
	ended_well();
}

static void an_absence_has_a_budget_and_days_that_are_to_come(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	policy("absence-days", "10");
	refused(0, "away 2025-12-02 to 2025-12-12", "away_budget");
	refused(0, "away 2025-11-02 to 2025-11-12", "away_past");
	refused(0, "away 2025-12-02 to 2025-12-32", "away_unreadable");
	refused(0, "away tomorrow", "away_unreadable");
	refused(0, "away 2025-12-02\nback", "motion_alone");
	TAKEN(0, "away 2025-12-02 to 2025-12-06");
	refused(0, "away 2025-12-06", "away_twice");
	refused(0, "away 2025-12-10 to 2025-12-15", "away_budget");
	/* the deadline holds the first absence already */
	assert_int_equal(due(0), FIX_START + 8 * DAY_S);
	TAKEN(0, "away 2025-12-08 to 2025-12-12");
	assert_int_equal(due(0), FIX_START + 13 * DAY_S);
	ended_well();
}

static void where_defaults_play_an_absence_moves_nothing(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	policy("absence", "ignore");
	TAKEN(0, "away 2025-12-02 to 2025-12-30");
	assert_int_equal(due(0), FIX_START + 3 * DAY_S);
	fix_post(&f, NULL);
	/* and who is away is not reminded */
	time_passes(3 * DAY_S - HOUR_S);
	assert_int_equal(fix_post(&f, NULL), 1);
	time_passes(2 * HOUR_S);
	assert_true(logged("\"event\":\"deadline_passed\""));
	ended_well();
}

/* Deadlines ------------------------------------------------------------------
 */

static void deadlines_fall_on_the_days_of_the_table(void **unused)
{
	(void)unused;
	/* 2025-12-01 is a Monday */
	fix_started(&f, 3 * DAY_S);
	policy("deadline", "mon thu 20:00 Europe/Madrid");
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	assert_int_equal(due(0), FIX_START + 19 * HOUR_S);
	policy("min-hours", "24");
	policy("days-off", "12-04");
	TAKEN(0, "roll\nend");
	assert_int_equal(due(1), FIX_START + 7 * DAY_S + 19 * HOUR_S);
	assert_true(logged("\"cause\":\"calendar\""));
	assert_int_equal(judge_game_policy(f.j, f.game, STR("deadline"),
					   STR("mon 20:00 Nowhere/Land"),
					   &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	assert_int_equal(judge_game_policy(f.j, f.game,
					   STR("max-missed-deadlines"),
					   STR("many"), &f.why),
			 ERR_USAGE);
	assert_true(fix_holds(str_of(f.why.text), "0..99"));
	why_clear(&f.why);
	ended_well();
}

static void a_table_changes_how_long_its_turns_are(void **unused)
{
	(void)unused;
	with_master();
	OK(judge_game_start(f.j, f.game, &f.why));
	COMMANDED("POLICY DEADLINE 36H");
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	assert_int_equal(due(0), FIX_START + 36 * HOUR_S);
	/* it runs only while they are there, and ends on no day off */
	policy("deadline", "2d");
	policy("days-off", "12-04");
	TAKEN(1, "away 2025-12-02");
	TAKEN(0, "roll\nend");
	assert_int_equal(due(1), FIX_START + 4 * DAY_S);
	assert_int_equal(judge_game_policy(f.j, f.game, STR("deadline"),
					   STR("400d"), &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	ended_well();
}

/* heraldo sign has capitals, and a zone's name has others */
static void a_calendar_is_read_in_capitals(void **unused)
{
	(void)unused;
	with_master();
	OK(judge_game_start(f.j, f.game, &f.why));
	COMMANDED("POLICY DEADLINE MON THU 20:00 EUROPE/MADRID");
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	assert_int_equal(due(0), FIX_START + 19 * HOUR_S);
	ended_well();
}

/* a list in the folder of which this judge knows */
static void list_is(const char *name, const char *days)
{
	FILE *to = fopen(arena_printf(&f.arena, "%s/%s", lists, name), "w");

	assert_non_null(to);
	fputs(days, to);
	fclose(to);
}

static void days_off_come_from_a_list_that_is_read_once(void **unused)
{
	(void)unused;
	assert_non_null(mkdtemp(lists));
	judge_close(f.j);
	f.config.holidays = lists;
	fix_open(&f);
	list_is("madrid", "12-25 // Christmas\n2025-11-01..2025-11-09\n"
			  "2025-12-03..2025-12-05\n\n2024-12-06\n");
	with_master();
	OK(judge_game_start(f.j, f.game, &f.why));
	COMMANDED("POLICY DAYS-OFF SUN @MADRID 12-08");
	assert_true(logged("\"value\":\"sun 12-25 2025-12-03..2025-12-05 "
			   "12-08\""));
	list_is("madrid", "sat sun\n");
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	/* three days are Thursday: Friday, and then it is Saturday */
	assert_int_equal(due(0), FIX_START + 5 * DAY_S);
	assert_str(fix_send(&f,
			    fix_commands(&f, 2, fix_point(&f), ++last_serial[2],
					 "POLICY DAYS-OFF @PARIS")),
		   "master_refused");
	assert_int_equal(judge_game_policy(f.j, f.game, STR("days-off"),
					   STR("@../madrid"), &f.why),
			 ERR_USAGE);
	assert_true(fix_holds(str_of(f.why.text), "no list of days off"));
	why_clear(&f.why);
	refused(0, "propose policy days-off @madrid", "policy_bad");
	ended_well();
	unlink(arena_printf(&f.arena, "%s/madrid", lists));
	rmdir(lists);
}

static void grace_and_reserve_come_before_a_default(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	policy("grace-hours", "6");
	policy("time-bank-days", "2");
	time_passes(3 * DAY_S);
	assert_int_equal(due(0), FIX_START + 3 * DAY_S + 6 * HOUR_S);
	time_passes(6 * HOUR_S);
	assert_int_equal(due(0), FIX_START + 4 * DAY_S + 6 * HOUR_S);
	time_passes(DAY_S);
	assert_int_equal(due(0), FIX_START + 5 * DAY_S + 6 * HOUR_S);
	assert_false(logged("\"event\":\"deadline_passed\""));
	time_passes(DAY_S);
	assert_int_equal(count("\"event\":\"deadline_passed\""), 2);
	assert_int_equal(count("\"cause\":\"grace\""), 2);
	assert_int_equal(count("\"cause\":\"reserve\""), 4);
	ended_well();
}

/* whenever within the hour the judge looks */
static void grace_and_reserve_run_from_the_deadline(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	policy("grace-hours", "6");
	policy("time-bank-days", "1");
	time_passes(3 * DAY_S + 600);
	assert_int_equal(due(0), FIX_START + 3 * DAY_S + 6 * HOUR_S);
	time_passes(6 * HOUR_S - 600 + HOUR_S - 1);
	assert_int_equal(due(0), FIX_START + 4 * DAY_S + 6 * HOUR_S);
	time_passes(DAY_S - HOUR_S + 1);
	assert_int_equal(count("\"event\":\"deadline_passed\""), 2);
	ended_well();
}

static int n_untold;

static void count_untold(void *context, const char *words)
{
	(void)context;
	n_untold += strstr(words, "before anybody was told") != NULL;
}

/* Grace and reserve run from the deadline, so that the same mails give the same
 * log; what came meanwhile counts by when it came. The operator hears of time
 * that passed before anybody was told of it. */
static void
a_judge_that_stood_still_counts_by_the_time_of_receipt(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	policy("grace-hours", "6");
	policy("time-bank-days", "1");
	f.now += 3 * DAY_S + 3 * HOUR_S;
	fix_take(&f, fix_mail(&f, f.p[0].address,
			      fix_orders(&f, 0, fix_point(&f), 1, "PICK 3")));
	f.now += 2 * DAY_S;
	fix_work(&f);
	assert_int_equal(due(1), FIX_START + 3 * DAY_S + 6 * HOUR_S);
	assert_str(fix_verdict(&f), "adjudicated");
	assert_false(logged("\"event\":\"deadline_passed\""));
	f.j->c.env.tell = count_untold;
	time_passes(0);
	assert_true(n_untold > 0);
	assert_int_equal(count("\"event\":\"deadline_passed\""), 1);
	ended_well();
}

static void too_much_silence_pauses_until_somebody_speaks(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	policy("max-missed-deadlines", "2");
	TAKEN(1, "pick 4");
	time_passes(3 * DAY_S);
	assert_int_equal(state(), GAME_RUNNING);
	time_passes(3 * DAY_S);
	assert_true(logged("\"cause\":\"silences\""));
	assert_int_equal(state(), GAME_PAUSED);
	TAKEN(0, "roll\nend");
	assert_int_equal(state(), GAME_RUNNING);
	ended_well();
}

static void a_master_moves_deadlines_to_and_fro(void **unused)
{
	(void)unused;
	with_master();
	OK(judge_game_start(f.j, f.game, &f.why));
	COMMANDED("EXTEND 24");
	assert_int_equal(due(0), FIX_START + 4 * DAY_S);
	COMMANDED("ACORTAR 36");
	assert_int_equal(due(0), FIX_START + 2 * DAY_S + 12 * HOUR_S);
	assert_int_equal(due(1), FIX_START + 2 * DAY_S + 12 * HOUR_S);
	/* in capitals, as heraldo sign has it; of one of them */
	COMMANDED("DEADLINE B 2025-12-03 20:00 EUROPE/MADRID");
	assert_int_equal(due(0), FIX_START + 2 * DAY_S + 12 * HOUR_S);
	assert_int_equal(due(1), FIX_START + 2 * DAY_S + 19 * HOUR_S);
	OK(judge_game_deadline(f.j, f.game, -1, STR("2025-12-02 10:00"),
			       &f.why));
	assert_int_equal(due(1), FIX_START + DAY_S + 10 * HOUR_S);
	assert_int_equal(count("\"event\":\"deadline_set\""), 7);
	ended_well();
}

/* A deadline within an absence keeps its time when the absence ends early. */
static void a_deadline_within_an_absence_stays(void **unused)
{
	(void)unused;
	with_master();
	OK(judge_game_start(f.j, f.game, &f.why));
	TAKEN(0, "away 2025-12-02 to 2025-12-06");
	f.now += DAY_S + HOUR_S;
	COMMANDED("DEADLINE A 2025-12-04 12:00");
	f.now += HOUR_S;
	TAKEN(0, "back");
	assert_int_equal(due(0), FIX_START + 3 * DAY_S + 12 * HOUR_S);
	ended_well();
}

/* An event holds no year after 9999, and no table waits for it. */
static void no_time_is_extended_for_ages(void **unused)
{
	(void)unused;
	with_master();
	policy("absence", "ignore");
	OK(judge_game_start(f.j, f.game, &f.why));
	COMMANDED("EXTEND 360d");
	assert_str(
		fix_send(&f, fix_commands(&f, 2, fix_point(&f),
					  last_serial[2] + 1, "EXTEND 3650d")),
		"master_refused");
	refused(0, "propose extension 2400h", "deadline_past");
	refused(0, "away 2025-12-10 to 9999-12-29", "away_past");
	TAKEN(0, "away 2025-12-10 to 2027-01-06");
	ended_well();
}

static void what_cannot_be_a_deadline_is_refused(void **unused)
{
	static const char *const bad[] = {
		"SHORTEN 72",
		"SHORTEN ALL",
		"DEADLINE 2025-11-30 20:00",
		"DEADLINE 2027-12-01 20:00",
		"DEADLINE 2025-12-03 20:00 NOWHERE/LAND",
		"DEADLINE TOMORROW",
		"DEADLINE C 2025-12-03 20:00",
		"SKIP NOBODY",
	};
	int64_t before;

	(void)unused;
	with_master();
	OK(judge_game_start(f.j, f.game, &f.why));
	TAKEN(0, "pick 3");
	before = fix_point(&f);
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f),
						     ++last_serial[2], bad[i])),
			   "master_refused");
	/* who is not awaited has none */
	assert_int_equal(judge_game_skip(f.j, f.game, 0, &f.why), ERR_USAGE);
	why_clear(&f.why);
	assert_int_equal(fix_point(&f), before);
	ended_well();
}

static void a_deadline_that_is_skipped_has_no_respite(void **unused)
{
	(void)unused;
	with_master();
	policy("grace-hours", "6");
	policy("time-bank-days", "2");
	OK(judge_game_start(f.j, f.game, &f.why));
	COMMANDED("SKIP B");
	assert_int_equal(due(1), f.now);
	time_passes(0);
	assert_int_equal(count("\"event\":\"deadline_passed\""), 1);
	assert_true(logged("\"event\":\"deadline_passed\",\"for\":\"all\","
			   "\"rules\":[],\"seat\":\"B\""));
	/* one that is given more time after all is not over */
	OK(judge_game_skip(f.j, f.game, -1, &f.why));
	OK(judge_game_extend(f.j, f.game, DAY_S, &f.why));
	time_passes(DAY_S);
	assert_int_equal(count("\"event\":\"deadline_passed\""), 1);
	assert_int_equal(count("\"cause\":\"grace\""), 1);
	ended_well();
}

/* What another program kept is of another form: the log has it all. */
static void what_was_agreed_on_is_read_again_from_the_log(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	policy("grace-hours", "6");
	policy("time-bank-days", "2");
	time_passes(3 * DAY_S);
	time_passes(6 * HOUR_S);
	TAKEN(0, "away 2025-12-20 to 2025-12-22");
	TAKEN(1, "propose pause");
	TAKEN(0, "pick 3");
	OK(judge_game_extend(f.j, f.game, HOUR_S, &f.why));
	OK(store_begin(judge_store(f.j), &f.why));
	OK(store_agreements_put(judge_store(f.j), f.game, fix_point(&f),
				STR("as it was"), &f.why));
	OK(store_commit(judge_store(f.j), &f.why));
	refused(0, "away 2025-12-21", "away_twice");
	refused(1, "propose end", "proposal_open");
	/* the grace and one of two days are spent */
	time_passes(DAY_S + HOUR_S);
	time_passes(DAY_S);
	assert_int_equal(count("\"event\":\"deadline_passed\""), 1);
	assert_int_equal(count("\"cause\":\"grace\""), 2);
	assert_int_equal(count("\"cause\":\"reserve\""), 3);
	TAKEN(0, "agree 1");
	ended_well();
}

/* how many letters of this state the outbox has */
static int64_t press_lines(enum outbox_state state)
{
	int64_t counts[OUTBOX_STATES];

	OK(store_outbox_counts(judge_store(f.j), counts, &f.why));
	return counts[state];
}

static void a_reminder_that_is_moot_is_withdrawn(void **unused)
{
	(void)unused;
	int64_t joined;

	fix_started(&f, 4 * DAY_S);
	fix_post(&f, NULL);
	joined = press_lines(OUTBOX_WITHDRAWN); /* with those of the start */
	/* both are reminded, and no mail can be sent */
	time_passes(3 * DAY_S + HOUR_S);
	assert_int_equal(press_lines(OUTBOX_READY), 2);
	TAKEN(0, "pick 3");
	fix_post(&f, NULL);
	assert_int_equal(press_lines(OUTBOX_WITHDRAWN), joined + 1);
	/* a later deadline has a reminder of its own */
	OK(judge_game_extend(f.j, f.game, 4 * DAY_S, &f.why));
	fix_post(&f, NULL);
	time_passes(4 * DAY_S);
	OK(judge_game_extend(f.j, f.game, 4 * DAY_S, &f.why));
	fix_post(&f, NULL);
	assert_int_equal(press_lines(OUTBOX_WITHDRAWN), joined + 2);
	ended_well();
}

/* Proposals ------------------------------------------------------------------
 */

static void a_game_ends_when_all_agree(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	TAKEN(0, "propose draw");
	assert_int_equal(state(), GAME_RUNNING);
	refused(0, "propose end", "proposal_open");
	refused(1, "agree 2", "proposal_unknown");
	refused(1, "agree 1\npick 4", "motion_alone");
	TAKEN(1, "de acuerdo 1");
	assert_int_equal(state(), GAME_ENDED);
	assert_true(logged("\"event\":\"game_ended\",\"for\":\"all\","
			   "\"rules\":[],\"by\":\"table\",\"cause\":\"draw\""));
	ended_well();
}

static void who_is_against_rejects_and_who_is_silent_lets_lapse(void **unused)
{
	(void)unused;
	fix_started(&f, 0);
	TAKEN(0, "propose surrender");
	TAKEN(1, "against 1");
	assert_true(logged("\"verdict\":\"rejected\""));
	TAKEN(1, "PROPONGO PAUSA");
	time_passes(7 * DAY_S);
	assert_true(logged("\"verdict\":\"lapsed\""));
	refused(0, "agree 2", "proposal_unknown");
	TAKEN(1, "propose pause");
	TAKEN(0, "agree 3");
	assert_int_equal(state(), GAME_PAUSED);
	OK(judge_game_resume(f.j, f.game, &f.why));
	ended_well();
}

/* the judge and both verifiers read a line with the same proposal open */
static void votes_in_free_words_are_verified(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	TAKEN(0, "I'd like to propose that we pause the game");
	TAKEN(1, "no pause, let's play on");
	assert_true(logged("\"verdict\":\"rejected\""));
	refused(1, "I accept the pause", "complaint");
	TAKEN(1, "I need one more day");
	refused(0, "I accept the pause", "complaint");
	refused(0, "I accept the extra time\npick 3", "motion_alone");
	TAKEN(0, "pick 3");
	TAKEN(0, "I agree to more time");
	assert_int_equal(due(1), FIX_START + 4 * DAY_S);
	TAKEN(0, "propongo un empate");
	TAKEN(1, "pick 4");
	/* of two proposals it is a vote on none */
	TAKEN(1, "I propose a pause");
	refused(1, "acepto las tablas", "complaint");
	refused(0, "I accept the pause", "complaint");
	TAKEN(0, "against 4");
	TAKEN(1, "acepto las tablas");
	assert_true(logged("\"cause\":\"draw\""));
	assert_int_equal(state(), GAME_ENDED);
	ended_well();
}

/* hours that somebody is away for are a proposal, in no word that proposes */
static void hours_of_absence_are_verified(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	TAKEN(0, "I can't play for 5 hours");
	assert_true(logged("\"what\":\"extension\""));
	TAKEN(1, "I agree to more time");
	assert_true(logged("\"verdict\":\"accepted\""));
	ended_well();
}

/* both mails are there before the judge reads one of them */
static void votes_of_one_batch_are_verified(void **unused)
{
	static const char *const lines[] = { "propose pause", "propose draw",
					     "against 1", "agree 2" };
	static const int of[] = { 0, 1, 1, 0 };

	(void)unused;
	fix_started(&f, 3 * DAY_S);
	for (size_t i = 0; i < ARRAY_LEN(lines); i++)
		fix_take(&f,
			 fix_mail(&f, f.p[of[i]].address,
				  fix_orders(&f, of[i], fix_point(&f),
					     ++last_serial[of[i]], lines[i])));
	fix_work(&f);
	assert_true(logged("\"verdict\":\"rejected\""));
	assert_true(logged("\"cause\":\"draw\""));
	ended_well();
}

/* Who proposes a pause, and another thing before the answer comes, gets no vote
 * for that. */
static void a_vote_is_for_what_its_author_had_seen(void **unused)
{
	static const char *const votes[] = { "agree", "I agree",
					     "I accept the draw", "against" };
	int64_t seen;

	(void)unused;
	fix_started(&f, 3 * DAY_S);
	TAKEN(0, "propose pause");
	seen = fix_point(&f);
	TAKEN(0, "against 1");
	TAKEN(0, "propose draw");
	for (size_t i = 0; i < ARRAY_LEN(votes); i++) {
		int64_t before = fix_point(&f);
		struct str verdict =
			fix_send(&f, fix_orders(&f, 1, seen, ++last_serial[1],
						votes[i]));

		assert_true(str_is(verdict, "proposal_number") ||
			    str_is(verdict, "complaint"));
		assert_int_equal(fix_point(&f), before);
	}
	assert_int_equal(state(), GAME_RUNNING);
	/* by its number it can be answered unseen */
	assert_str(fix_send(&f, fix_orders(&f, 1, seen, ++last_serial[1],
					   "against 2")),
		   "adjudicated");
	TAKEN(0, "propose draw");
	TAKEN(1, "agree");
	assert_true(logged("\"cause\":\"draw\""));
	ended_well();
}

/* a proposal keeps its text, and a log may hold a longer one */
static void a_number_is_never_longer_than_what_is_kept(void **unused)
{
	struct policy p;

	(void)unused;
	policy_init(&p);
	assert_true(policy_set(&p, POLICY_GRACE_HOURS, STR("6")));
	assert_false(policy_set(&p, POLICY_GRACE_HOURS,
				str_of(arena_printf(&f.arena, "%0*d",
						    POLICY_TEXT_MAX + 1, 6))));
}

static void a_table_gives_itself_time_and_another_way_to_play(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	TAKEN(0, "propose extension 2 days");
	TAKEN(1, "agree 1");
	assert_int_equal(due(0), FIX_START + 5 * DAY_S);
	assert_int_equal(due(1), FIX_START + 5 * DAY_S);
	TAKEN(0, "propose policy approval majority");
	refused(1, "propose policy approval nobody", "policy_bad");
	refused(1, "propose policy grace-hours +6", "policy_bad");
	refused(1, "propose policy consent most", "policy_renamed");
	assert_int_equal(judge_game_policy(f.j, f.game, STR("consent"),
					   STR("most"), &f.why),
			 ERR_USAGE);
	assert_non_null(strstr(f.why.text, "now called approval"));
	why_clear(&f.why);
	refused(1, "propose a party", "proposal_unreadable");
	TAKEN(1, "agree 2");
	assert_true(logged("\"event\":\"table_policy\",\"for\":\"all\","
			   "\"rules\":[],\"name\":\"approval\",\"value\":"
			   "\"majority\",\"by\":\"table\""));
	ended_well();
}

static void a_table_rests_and_nobodys_time_runs(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	/* whose own absence lies within it is given no day twice */
	TAKEN(0, "away 2025-12-02 to 2025-12-03");
	assert_int_equal(due(0), FIX_START + 5 * DAY_S);
	refused(0, "propose rest 2025-12-03 to 2025-12-01", "rest_unreadable");
	refused(0, "propose rest 2025-11-03 to 2025-11-30", "rest_past");
	refused(0, "propose rest 2026-11-03 to 2026-12-30", "rest_past");
	TAKEN(0, "PROPONGO DESCANSO 2025-12-02 AL 2025-12-11");
	assert_int_equal(due(1), FIX_START + 3 * DAY_S);
	TAKEN(1, "agree 1");
	assert_true(logged("\"event\":\"rested\",\"for\":\"all\","
			   "\"rules\":[],\"from\":\"2025-12-02T00:00:00Z\","
			   "\"until\":\"2025-12-12T00:00:00Z\","
			   "\"by\":\"table\""));
	assert_int_equal(due(0), FIX_START + 13 * DAY_S);
	assert_int_equal(due(1), FIX_START + 13 * DAY_S);
	/* who likes plays on, and has the time of a turn behind it */
	f.now += 5 * DAY_S;
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	assert_int_equal(due(0), FIX_START + 14 * DAY_S);
	ended_well();
}

static void a_table_takes_back_what_happened(void **unused)
{
	int64_t before;

	(void)unused;
	fix_started(&f, 3 * DAY_S);
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	before = fix_point(&f);
	TAKEN(0, "roll");
	refused(1, "propose takeback 99", "takeback_point");
	TAKEN(1, arena_printf(&f.arena, "propose takeback %lld",
			      (long long)before));
	TAKEN(0, "agree 1");
	assert_true(logged("\"event\":\"undone\",\"for\":\"all\",\"rules\":[],"
			   "\"by\":\"table\",\"cause\":\"takeback\""));
	TAKEN(0, "roll");
	ended_well();
}

static void a_table_agrees_on_another_deadline(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	refused(0, "propose deadline tomorrow", "deadline_unreadable");
	refused(0, "propose deadline 2025-12-05 20:00 Nowhere/Land",
		"deadline_unreadable");
	refused(0, "propose deadline 2025-11-05 20:00", "deadline_past");
	refused(0, "propose deadline 2027-11-05 20:00", "deadline_past");
	/* in capitals, as heraldo sign has it */
	TAKEN(0, "PROPONGO PLAZO 2025-12-10 20:00 EUROPE/MADRID");
	assert_true(logged("\"what\":\"due\",\"of\":0,\"value\":"
			   "\"2025-12-10T19:00:00Z\""));
	TAKEN(1, "agree 1");
	assert_int_equal(due(0), FIX_START + 9 * DAY_S + 19 * HOUR_S);
	assert_int_equal(due(1), FIX_START + 9 * DAY_S + 19 * HOUR_S);
	assert_int_equal(count("\"by\":\"table\""), 2);
	/* one that is over by then is agreed on no more */
	TAKEN(1, "propose deadline 2025-12-02 20:00");
	f.now += 2 * DAY_S;
	refused(0, "agree 2", "deadline_past");
	TAKEN(0, "against 2");
	/* nor where nobody's time runs */
	OK(judge_game_pause(f.j, f.game, STR("tea"), &f.why));
	refused(0, "propose deadline 2025-12-20 20:00", "proposal_nobody");
	refused(0, "propose skip", "proposal_nobody");
	ended_well();
}

static void a_table_waits_no_longer(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	policy("grace-hours", "6");
	TAKEN(0, "pick 3");
	TAKEN(0, "propose skip");
	TAKEN(1, "agree 1");
	assert_int_equal(due(1), f.now);
	time_passes(0);
	assert_int_equal(count("\"event\":\"deadline_passed\""), 1);
	assert_int_equal(count("\"event\":\"revealed\""), 1);
	ended_well();
}

static void a_table_changes_an_option_of_its_game(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	refused(0, "propose option gap", "proposal_unreadable");
	refused(0, "propose option gap sideways", "option_bad");
	refused(0, "propose option map 3", "option_bad");
	TAKEN(0, "PROPOSE OPTION GAP WIDE");
	assert_int_equal(fix_state(&f).head.option[0], 0);
	TAKEN(1, "agree 1");
	assert_int_equal(fix_state(&f).head.option[0], 1);
	assert_true(logged("\"event\":\"override\",\"for\":\"all\",\"rules\":"
			   "[],\"by\":\"table\",\"cause\":\"option\",\"path\":"
			   "\"option.gap\",\"value\":[1]"));
	ended_well();
}

/* Cy asks for a seat, and proves it. */
static struct str wishes(int who, const char *from, const char *seat)
{
	const char *nonce = "";
	struct str told = STR("");
	struct buf key;

	buf_init(&key, 1000);
	key_render(&f.p[who].key.key, STR("key"), &key);
	for (int i = 0; i < 2; i++) {
		struct str text = fix_signed(
			&f, who,
			arena_printf(&f.arena, "JOIN %.*s %s %s\n%s\n",
				     STR_ARG(f.name), seat, nonce,
				     fix_seen(&f, 0)));

		fix_posted(&f);
		text = str_of(arena_printf(&f.arena, "%.*s\nMy key:\n\n%.*s",
					   STR_ARG(text),
					   STR_ARG(buf_str(&key))));
		text = fix_mail(&f, from, text);
		assert_str(fix_send(&f, text),
			   i ? "join_proven" : "challenged");
		told = fix_posted(&f);
		nonce = strstr(told.s, "\"nonce\":\"");
		nonce = nonce ? arena_printf(&f.arena, "%.20s", nonce + 9) : "";
	}
	buf_release(&key);
	return told;
}

static struct str cy_wishes(const char *seat)
{
	return wishes(2, "Cyrus <cy@three.test>", seat);
}

/* a mail of no game that Cy, who is known, signs */
static void cy_prefers(const char *lines)
{
	struct str text =
		fix_signed(&f, 2, arena_printf(&f.arena, "%s\n", lines));

	assert_str(fix_send(&f, fix_mail(&f, f.p[2].address, text)),
		   "preferred");
}

static void who_stands_in_is_asked_when_somebody_drops_out(void **unused)
{
	(void)unused;
	struct str told;

	fix_started(&f, 3 * DAY_S);
	policy("max-missed-deadlines", "1");
	policy("abandoned", "play-defaults");
	fix_person(&f, 2);
	cy_prefers("prefer substitute on");
	fix_posted(&f);
	TAKEN(0, "pick 3");
	time_passes(3 * DAY_S);
	assert_int_equal(state(), GAME_RUNNING);
	told = fix_posted(&f);
	assert_true(fix_holds(told, "abandoned_seat to ana@one.test"));
	assert_int_equal(fix_count(told, "abandoned_seat to "), 1);
	assert_true(fix_holds(told, "\"waits\":0"));
	assert_int_equal(fix_count(told, "substitute_wanted to cy@three.test"),
			 1);
	assert_int_equal(fix_count(told, "substitute_wanted to "), 1);
	/* who would come is named to who plays, and to nobody else */
	told = cy_wishes("B");
	assert_true(fix_holds(told, "seat_offer to ana@one.test"));
	assert_int_equal(fix_count(told, "seat_offer to "), 1);
	TAKEN(0, "propose replace b by cyrus");
	assert_true(logged("\"seat\":\"B\",\"person\":\"Cy\""));
}

static void a_practice_game_ends_after_so_many_days_of_silence(void **unused)
{
	(void)unused;
	fix_person(&f, 0);
	fix_person(&f, 1);
	fix_game(&f, 0, 0);
	policy("practice-days", "14");
	fix_begun(&f);
	time_passes(13 * DAY_S);
	TAKEN(0, "pick 3");
	time_passes(13 * DAY_S);
	assert_int_equal(state(), GAME_RUNNING);
	/* rated or not is fixed when it starts */
	assert_int_equal(judge_game_policy(f.j, f.game, STR("practice-days"),
					   STR("0"), &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	time_passes(DAY_S + 60);
	assert_int_equal(state(), GAME_ENDED);
	assert_true(logged("nobody played"));
	verified(-1);
}

static void a_table_gives_the_seat_of_who_is_silent_to_another(void **unused)
{
	struct player bob;

	(void)unused;
	fix_started(&f, 3 * DAY_S);
	policy("max-missed-deadlines", "1");
	refused(0, "propose replace b by cyrus", "replace_nobody");
	cy_wishes("B");
	refused(0, "propose replace b by Bob", "replace_nobody");
	refused(0, "propose replace a by cyrus", "replace_nobody");
	refused(0, "propose replace b cyrus", "proposal_unreadable");
	TAKEN(0, "PROPOSE REPLACE B BY CYRUS");
	assert_true(logged("\"what\":\"replace\",\"of\":0,\"value\":"
			   "\"B Cyrus\""));
	/* Bob is asked, too */
	assert_false(logged("\"event\":\"decided\""));
	TAKEN(1, "against 1");
	assert_true(logged("\"verdict\":\"rejected\""));
	TAKEN(0, "pick 3");
	time_passes(3 * DAY_S);
	assert_int_equal(state(), GAME_PAUSED);
	/* who is silent is asked no more */
	TAKEN(0, "propongo sustituir b por Cyrus");
	assert_true(logged("\"event\":\"seat_taken\",\"for\":\"all\","
			   "\"rules\":[],\"seat\":\"B\",\"person\":\"Cyrus\","
			   "\"role\":\"player\",\"by\":\"table\""));
	bob = f.p[1];
	f.p[1] = f.p[2];
	last_serial[1] = 10;
	OK(judge_game_resume(f.j, f.game, &f.why));
	TAKEN(1, "pick 4");
	assert_int_equal(count("\"event\":\"revealed\""), 1);
	/* who had it comes back the same way, and gives its orders again */
	f.p[3] = bob;
	wishes(3, "Bob <bob@two.test>", "B");
	TAKEN(0, "propose replace b by bob");
	TAKEN(1, "agree 3");
	assert_true(logged("\"seat\":\"B\",\"person\":\"Bob\","
			   "\"role\":\"player\",\"by\":\"table\""));
	refused(1, "propose draw", "seat_other");
	f.p[1] = bob;
	last_serial[1] = 20;
	TAKEN(1, "propose draw");
	ended_well();
}

static void proposals_lapse_when_the_game_goes_on(void **unused)
{
	(void)unused;
	fix_started(&f, 3 * DAY_S);
	policy("proposals-expire", "next-move");
	TAKEN(0, "propose draw");
	TAKEN(1, "propose pause");
	TAKEN(0, "away 2025-12-20");
	assert_false(logged("\"verdict\":\"lapsed\""));
	TAKEN(1, "pick 4");
	assert_int_equal(count("\"verdict\":\"lapsed\""), 2);
	refused(1, "agree 1", "proposal_unknown");
	TAKEN(0, "propose end");
	TAKEN(1, "agree 3");
	ended_well();
}

static void what_is_said_to_the_table_is_never_stale(void **unused)
{
	int64_t then;

	(void)unused;
	fix_started(&f, 3 * DAY_S);
	then = fix_point(&f);
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	assert_str(fix_send(&f, fix_orders(&f, 1, then, ++last_serial[1],
					   "away 2025-12-02")),
		   "adjudicated");
	ended_well();
}

static void an_order_that_begins_as_an_answer_is_an_order(void **unused)
{
	const struct vocabulary *words = f.grammar.words;
	struct table_requests m;
	struct str rest;

	(void)unused;
	/* of Rebellion: on which dial a Pole Arm falls */
	rest = table_requests_parse(
		&f.arena, words,
		STR("AGAINST MOUNT\nAGAINST 3\nAGREE 4\nagree C1"),
		(struct proposal_open){ 0 }, &m);
	assert_true(fix_holds(rest, "AGAINST MOUNT"));
	assert_true(fix_holds(rest, "agree C1"));
	assert_false(fix_holds(rest, "AGAINST 3"));
	assert_int_equal(m.n, 2);
	assert_null(m.bad);
	rest = table_requests_parse(&f.arena, words, STR("against 3rd"),
				    (struct proposal_open){ 0 }, &m);
	assert_string_equal(m.bad, "answer_unreadable");
}

/* what a line is with an open proposal: "agree", "against", "propose" or "" */
static const char *said_with(enum table_request_what what, const char *line)
{
	const struct proposal_open open = { what ? 1 : 0, what };
	struct table_requests m;

	(void)table_requests_parse(&f.arena, f.grammar.words, str_of(line),
				   open, &m);
	if (!m.n || m.bad)
		return "";
	return m.v[0].kind == TABLE_REQUEST_AGREE     ? "agree"
	       : m.v[0].kind == TABLE_REQUEST_AGAINST ? "against"
	       : m.v[0].kind == TABLE_REQUEST_PROPOSE ? "propose"
						      : "other";
}

static void answers_in_free_words_need_what_they_name(void **unused)
{
	static const struct {
		enum table_request_what open;
		const char *line, *is;
	} lines[] = {
		{ TABLE_REQUEST_DRAW, "I agree to the draw", "agree" },
		{ TABLE_REQUEST_DRAW, "Fine, I accept the draw", "agree" },
		{ TABLE_REQUEST_DRAW, "yes, I accept the draw, well played",
		  "agree" },
		{ TABLE_REQUEST_DRAW, "va, acepto las tablas", "agree" },
		{ TABLE_REQUEST_DRAW, "s\xc3\xad, acepto las tablas", "agree" },
		{ TABLE_REQUEST_DRAW, "no draw, let's play on", "against" },
		{ TABLE_REQUEST_DRAW, "no way, against", "against" },
		{ TABLE_REQUEST_DRAW, "I'm against it", "against" },
		{ TABLE_REQUEST_DRAW, "no acepto, seguimos jugando",
		  "against" },
		{ TABLE_REQUEST_DRAW, "rechazo las tablas porque voy ganando",
		  "against" },
		{ TABLE_REQUEST_DRAW, "I can't accept the draw", "against" },
		{ TABLE_REQUEST_DRAW, "no acepto las tablas", "against" },
		{ TABLE_REQUEST_DRAW, "no, no acepto las tablas", "against" },
		{ TABLE_REQUEST_PAUSE, "I accept the pause", "agree" },
		/* nothing, or something else is open */
		{ 0, "vale, acepto las tablas", "" },
		{ TABLE_REQUEST_PAUSE, "I agree to the draw", "" },
		{ TABLE_REQUEST_DRAW, "acepto la pausa", "" },
		/* denied, conditional, of somebody else, asked, or another
		 * matter */
		{ TABLE_REQUEST_DRAW, "I'm not against the draw", "" },
		{ TABLE_REQUEST_DRAW, "no me opongo a las tablas", "" },
		{ TABLE_REQUEST_DRAW, "not agreed", "against" },
		{ TABLE_REQUEST_DRAW, "I agree if you take that back", "" },
		{ TABLE_REQUEST_DRAW, "si acepto las tablas, pierdo", "" },
		{ TABLE_REQUEST_DRAW, "maybe I'll accept the draw", "" },
		{ TABLE_REQUEST_DRAW, "do I accept the draw?", "" },
		{ TABLE_REQUEST_DRAW, "he rejects the draw", "" },
		{ TABLE_REQUEST_DRAW, "I accept your apology", "" },
		{ TABLE_REQUEST_DRAW, "acepto tus disculpas", "" },
		{ TABLE_REQUEST_DRAW, "golem against the troll", "" },
		{ TABLE_REQUEST_DRAW, "fireball against the wizard", "" },
		{ TABLE_REQUEST_PAUSE, "acepto la pausa pero sigamos jugando",
		  "" },
		{ TABLE_REQUEST_DRAW, "me parece bien", "" },
		/* a word beside the matter that is in no list */
		{ TABLE_REQUEST_DRAW, "I am too proud to accept the draw", "" },
		{ TABLE_REQUEST_DRAW, "I would accept the draw", "" },
		{ TABLE_REQUEST_DRAW, "nobody is against the draw", "" },
		{ TABLE_REQUEST_DRAW, "tampoco acepto las tablas", "" },
		/* said by somebody else, for a price, or taken back, in a part
		 * of the line that no list knows */
		{ TABLE_REQUEST_DRAW, "my brother says, I accept the draw",
		  "" },
		{ TABLE_REQUEST_DRAW, "I accept the draw, said the fool", "" },
		{ TABLE_REQUEST_DRAW, "over my dead body, I accept the draw",
		  "" },
		{ TABLE_REQUEST_DRAW,
		  "I accept the draw, in exchange for a rematch", "" },
		{ TABLE_REQUEST_DRAW, "I accept the draw, tomorrow", "" },
		{ TABLE_REQUEST_DRAW, "I accept the draw! Wait, forget that",
		  "" },
		{ TABLE_REQUEST_DRAW,
		  "I accept the draw because of you, said nobody", "" },
		{ TABLE_REQUEST_DRAW, "acepto las tablas, dijo nadie", "" },
		{ TABLE_REQUEST_DRAW, "dice mi hermano, acepto las tablas",
		  "" },
		{ TABLE_REQUEST_DRAW, "my brother says, I reject the draw",
		  "" },
		{ 0, "my brother says, I propose a draw", "" },
		{ 0, "stop proposing a draw", "" },
		{ 0, "me niego a proponer tablas", "" },
		/* proposals */
		{ 0, "I have exams, I'd like to propose that we pause the game",
		  "propose" },
		{ 0, "propongo tablas porque esto no lo gana nadie", "" },
		{ 0, "Propongo una pausa, que me mudo de casa", "propose" },
		{ 0, "I need one more day", "propose" },
		{ 0, "I'm not proposing a draw", "" },
		{ 0, "he proposes a draw", "" },
		{ 0, "if this goes on I propose a draw", "" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		const char *is = said_with(lines[i].open, lines[i].line);

		if (strcmp(is, lines[i].is) != 0)
			print_error("%s\n", lines[i].line);
		assert_string_equal(is, lines[i].is);
	}
}

/* Letters --------------------------------------------------------------------
 */

/* Ana and Bob play, Cy is the master. */
static void with_master(void)
{
	fix_person(&f, 0);
	fix_person(&f, 1);
	fix_game(&f, 3 * DAY_S, fix_person(&f, 2));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
}

static void begun_with_master(void)
{
	with_master();
	OK(judge_game_start(f.j, f.game, &f.why));
	fix_post(&f, NULL);
}

#define SENT(who, lines) assert_str(say(who, lines), "letter")

/* so many mails went out, and this one of them, or none */
static void mailed(int n, const char *to, const char *what)
{
	struct buf b;
	struct str s;
	const char *at;

	buf_init(&b, 4 << 20);
	assert_int_equal(fix_post(&f, &b), n);
	s = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	at = what ? strstr(arena_printf(&f.arena, "%.*s", (int)s.len, s.s),
			   arena_printf(&f.arena, "to %s: ", to))
		  : NULL;
	assert_true(!what || (at && strstr(at, what)));
}

/* The block of a mail as a mail program may write it: as it was typed. */
static struct str typed(struct str mail, const char *signed_as,
			const char *as_it_was)
{
	char *s = arena_printf(&f.arena, "%.*s", STR_ARG(mail));
	char *at = strstr(s, signed_as);

	assert_non_null(at);
	memcpy(at, as_it_was, strlen(as_it_was));
	return str_of(s);
}

static void a_letter_is_read_by_whom_it_names(void **unused)
{
	struct str mail;

	(void)unused;
	begun_with_master();
	mail = fix_orders(&f, 0, fix_point(&f), ++last_serial[0],
			  "say to b: Shall We stop?\n+\n+ It is Late.");
	mail = typed(mail, "SHALL WE STOP?", "Shall We stop?");
	mail = typed(mail, "IT IS LATE.", "It is Late.");
	assert_str(fix_send(&f, mail), "letter");
	assert_true(logged("\"event\":\"press_sent\",\"for\":[\"A\",\"B\"],"
			   "\"rules\":[],\"seat\":\"A\",\"to\":\"B\""));
	/* the master has none, and its words are in no event */
	assert_false(logged("LATE"));
	mailed(2, "bob@two.test",
	       "A writes for 2, not 0: Shall We stop?\n\nIt is Late.\n");
	SENT(1, "DECIR A ÁRBITRO, A: no");
	mailed(3, "cy@three.test", "B writes for 1, not 0: NO\n");
	SENT(1, "SAY TO ALL: hello");
	mailed(3, "cy@three.test", "B writes for 0, not 0: HELLO\n");
	/* in English A is a seat, and nobody else is meant */
	SENT(1, "say A: you");
	mailed(2, "ana@one.test", "B writes for 1, not 0: YOU\n");
	ended_well();
	assert_true(fix_holds(fix_export(&f, 0), "IT IS LATE."));
	assert_false(fix_holds(fix_export(&f, 1), "IT IS LATE."));
	assert_false(fix_holds(fix_export(&f, EXPORT_FULL), "IT IS LATE."));
}

static void letters_are_found_again(void **unused)
{
	struct str all;

	(void)unused;
	begun_with_master();
	SENT(0, "say to b: ONE\nsay to master: two");
	SENT(1, "say to a: three");
	fix_post(&f, NULL);
	assert_str(say(1, "letters"), "answered");
	assert_str(say(1, "press"), "answered");
	all = fix_posted(&f);
	assert_true(fix_holds(all, "A writes for 2, not 0: ONE\n"));
	assert_true(fix_holds(all, "B writes for 1, not 0: THREE\n"));
	assert_false(fix_holds(all, "TWO"));
	ended_well();
}

static void who_is_blocked_is_not_read_and_told_so(void **unused)
{
	(void)unused;
	begun_with_master();
	TAKEN(1, "block a");
	refused(1, "block b", "block_self");
	refused(1, "block a", "block_so");
	refused(1, "block c", "letter_nobody");
	refused(1, "block", "block_unreadable");
	assert_true(logged("\"event\":\"press_blocked\",\"for\":[\"B\"]"));
	/* by name, too, as everybody is known there */
	refused(1, "block ana", "block_so");
	refused(1, "block eve", "block_nobody");
	TAKEN(1, "unblock Ana");
	TAKEN(1, "block ANA");
	fix_post(&f, NULL);
	SENT(0, "say to b: please");
	mailed(1, "ana@one.test", "A writes for 2, not 2: PLEASE\n");
	SENT(0, "say to all: please");
	mailed(2, NULL, NULL);
	TAKEN(1, "unblock a");
	fix_post(&f, NULL);
	SENT(0, "say to b: thanks");
	mailed(2, "bob@two.test", "A writes for 2, not 0: THANKS\n");
	ended_well();
}

static void letters_stand_alone_and_are_bounded(void **unused)
{
	struct buf b;

	(void)unused;
	begun_with_master();
	refused(0, "say to b: hello\npick 3", "letter_alone");
	refused(0, "say to b: hello\nback", "letter_alone");
	refused(0, "say to b", "letter_unreadable");
	refused(0, "say to bob: hello", "complaint");
	refused(0, "say to b:", "letter_unreadable");
	refused(0, "say to c: hello", "letter_nobody");
	refused(0, "say to a: hello", "letter_self");
	refused(0,
		"say to b: 1\nsay to b: 2\nsay to b: 3\nsay to b: 4\n"
		"say to b: 5",
		"letters_many");
	buf_init(&b, 2 * PRESS_TEXT_MAX);
	buf_adds(&b, STR("say to b: "));
	for (int i = 0; i <= PRESS_TEXT_MAX / 32; i++)
		buf_adds(&b, STR("a line of more than 32 characters\n+ "));
	refused(0, arena_printf(&f.arena, "%.*s", (int)b.len, b.s),
		"letter_long");
	buf_release(&b);
	for (int i = 0; i < PRESS_A_DAY; i++)
		SENT(0, "say to b: hello");
	refused(0, "say to b: hello", "letters_a_day");
	f.now += DAY_S;
	SENT(0, "say to b: hello");
	/* they are no moves: the deadline is what it was */
	assert_int_equal(due(0), FIX_START + 3 * DAY_S);
	ended_well();
}

static void no_letter_makes_a_command_stale(void **unused)
{
	int64_t point;

	(void)unused;
	begun_with_master();
	point = fix_point(&f);
	SENT(0, "say to b: hush");
	SENT(0, "say to all: loud");
	assert_str(fix_send(&f, fix_commands(&f, 2, point, ++last_serial[2],
					     "EXTEND 24")),
		   "adjudicated");
	assert_str(fix_send(&f, fix_commands(&f, 2, point, ++last_serial[2],
					     "EXTEND 24")),
		   "stale");
	last_serial[2]--;
	ended_well();
}

static void a_table_says_which_letters_there_are(void **unused)
{
	(void)unused;
	with_master();
	policy("press-gm-reads", "yes");
	OK(judge_game_start(f.j, f.game, &f.why));
	fix_post(&f, NULL);
	SENT(0, "say to b: hello");
	mailed(3, "cy@three.test", "A writes for 2, not 0: HELLO\n");
	policy("press", "public");
	refused(0, "say to b: hello", "letters_public");
	SENT(0, "say to observers: hello");
	policy("press", "none");
	refused(0, "say to all: hello", "letters_none");
	/* what was said before the start stands */
	assert_int_equal(judge_game_policy(f.j, f.game, STR("press-gm-reads"),
					   STR("no"), &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	refused(0, "propose policy press-gm-reads no", "policy_early");
	ended_well();
}

/* Each is told why, in a letter of its own. */
static void a_mail_may_be_refused_for_several_reasons(void **unused)
{
	struct str sent;

	(void)unused;
	fix_started(&f, 0);
	fix_post(&f, NULL);
	refused(0, "resend 99\nwhy 98", "resend_point");
	sent = fix_posted(&f);
	assert_int_equal(fix_count(sent, "\"reason\":\"resend_point\""), 2);
	refused(0, "why -3", "why_unreadable");
	sent = fix_posted(&f);
	assert_int_equal(fix_count(sent, "refused to ana@one.test"), 1);
	refused(0, "resend 97\nwhy -3\nhistory 3 until 96", "why_unreadable");
	ended_well();
}

/* The last game of this state; its row. */
static bool note_last(void *context, const struct game_row *g)
{
	*(struct game_row *)context = *g;
	return true;
}

static struct game_row last_game(int of)
{
	struct game_row g = { .id = 0 };

	OK(store_game_list(judge_store(f.j),
			   &(struct game_choice){ .state = of, .max = 99 },
			   &f.arena, note_last, &g, &f.why));
	return g;
}

static void the_same_people_play_the_same_game_again(void **unused)
{
	(void)unused;
	struct game_row old, next;
	struct str told;

	fix_started(&f, 3 * DAY_S);
	policy("press", "public");
	refused(0, "REMATCH", "rematch_early");
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &old, &f.why));
	fix_posted(&f);
	refused(0, "REMATCH\nAWAY 2026-02-01", "rematch_alone");
	fix_posted(&f);
	assert_str(say(0, "REMATCH"), "rematch");
	/* the other player is asked, and this one is told so: a mail each */
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\nstate "), 2);
	assert_true(fix_holds(told, "to bob@two.test: rematch"));
	assert_true(fix_holds(told, "to ana@one.test: rematch"));
	next = last_game(GAME_OPEN);
	assert_true(next.id > old.id);
	assert_true(str_starts(next.name, "toys-"));
	assert_int_equal(next.deadline_s, 3 * DAY_S);
	/* a second line makes no second game */
	assert_str(say(0, "I want a rematch"), "rematch");
	assert_int_equal(last_game(GAME_OPEN).id, next.id);
	fix_posted(&f);
	/* the log of the old game is as it was */
	assert_int_equal(fix_point(&f), old.point);
	assert_str(say(1, "LA REVANCHA"), "rematch");
	/* the start is one mail for each of them */
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@one.test: report"), 1);
	assert_int_equal(fix_count(told, "to bob@two.test: report"), 1);
	assert_int_equal(fix_count(told, "\nstate "), 2);
	f.game = next.id;
	assert_int_equal(state(), GAME_RUNNING);
	assert_true(logged("\"name\":\"press\",\"value\":\"public\""));
	last_serial[0] = last_serial[1] = 0;
	f.name = next.name;
	ended_well();
}

static void a_rematch_that_nobody_answers_is_asked_for_anew(void **unused)
{
	(void)unused;
	struct game_row first;

	fix_started(&f, 0);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	assert_str(say(0, "REMATCH"), "rematch");
	first = last_game(GAME_OPEN);
	f.now += 30 * DAY_S;
	assert_str(say(1, "PLAY AGAIN"), "rematch");
	assert_true(last_game(GAME_OPEN).id > first.id);
	OK(store_game_get(judge_store(f.j), first.id, &f.arena, &first,
			  &f.why));
	assert_int_equal(first.state, GAME_ENDED);
}

static void seats_that_the_operator_gives_are_told_by_the_start(void **unused)
{
	(void)unused;
	struct str told;

	fix_led(&f);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@one.test: report"), 1);
	assert_int_equal(fix_count(told, "to bob@two.test: report"), 1);
	/* the game master has also read of the new game */
	assert_int_equal(fix_count(told, "to cy@three.test: report"), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		T(a_mail_may_be_refused_for_several_reasons),
		T(no_time_runs_for_who_is_away),
		T(an_absence_after_another_moves_the_deadline_too),
		T(who_is_back_has_the_time_that_was_left),
		T(away_and_back_give_no_time),
		T(away_and_back_give_no_week),
		T(who_is_back_keeps_what_an_extension_gave),
		T(orders_may_stand_beside_an_absence),
		T(an_absence_is_one_of_all_games),
		T(an_absence_has_a_budget_and_days_that_are_to_come),
		T(where_defaults_play_an_absence_moves_nothing),
		T(deadlines_fall_on_the_days_of_the_table),
		T(a_table_changes_how_long_its_turns_are),
		T(a_calendar_is_read_in_capitals),
		T(days_off_come_from_a_list_that_is_read_once),
		T(grace_and_reserve_come_before_a_default),
		T(grace_and_reserve_run_from_the_deadline),
		T(a_judge_that_stood_still_counts_by_the_time_of_receipt),
		T(too_much_silence_pauses_until_somebody_speaks),
		T(a_master_moves_deadlines_to_and_fro),
		T(a_deadline_within_an_absence_stays),
		T(no_time_is_extended_for_ages),
		T(what_cannot_be_a_deadline_is_refused),
		T(a_deadline_that_is_skipped_has_no_respite),
		T(what_was_agreed_on_is_read_again_from_the_log),
		T(a_reminder_that_is_moot_is_withdrawn),
		T(a_game_ends_when_all_agree),
		T(votes_in_free_words_are_verified),
		T(hours_of_absence_are_verified),
		T(votes_of_one_batch_are_verified),
		T(a_vote_is_for_what_its_author_had_seen),
		T(the_same_people_play_the_same_game_again),
		T(a_rematch_that_nobody_answers_is_asked_for_anew),
		T(seats_that_the_operator_gives_are_told_by_the_start),
		T(who_is_against_rejects_and_who_is_silent_lets_lapse),
		T(a_number_is_never_longer_than_what_is_kept),
		T(a_table_gives_itself_time_and_another_way_to_play),
		T(a_table_rests_and_nobodys_time_runs),
		T(a_table_takes_back_what_happened),
		T(a_table_agrees_on_another_deadline),
		T(a_table_waits_no_longer),
		T(a_table_changes_an_option_of_its_game),
		T(who_stands_in_is_asked_when_somebody_drops_out),
		T(a_practice_game_ends_after_so_many_days_of_silence),
		T(a_table_gives_the_seat_of_who_is_silent_to_another),
		T(proposals_lapse_when_the_game_goes_on),
		T(what_is_said_to_the_table_is_never_stale),
		T(an_order_that_begins_as_an_answer_is_an_order),
		T(answers_in_free_words_need_what_they_name),
		T(a_letter_is_read_by_whom_it_names),
		T(letters_are_found_again),
		T(who_is_blocked_is_not_read_and_told_so),
		T(letters_stand_alone_and_are_bounded),
		T(no_letter_makes_a_command_stale),
		T(a_table_says_which_letters_there_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
