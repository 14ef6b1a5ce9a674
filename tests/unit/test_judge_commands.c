/*
 * tests/unit/test_judge_commands.c - several commands of a game master in one
 * mail: done one after the other, all or none, told in one report, and found in
 * the signed text by who checks the log.
 */
#include "verifier/signed_commands.h"
#include "verifier/verify.h"
#include "base/date.h"
#include "protocol/gm_command_parse.h"
#include "judge_said.h"
#include "judge_verified.h"
#include "orders/grammar.h"
#include "engine/common.h"

/* Ana and Bob play, Cy leads; the game has deadlines of three days. */
static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_commands");
	said_nothing();
	fix_person(&f, 0);
	fix_person(&f, 1);
	fix_game(&f, 3 * DAY_S, fix_person(&f, 2));
	return 0;
}

static void begun(void)
{
	fix_begun(&f);
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	fix_posted(&f);
}

static enum game_state state(void)
{
	struct game_row g;

	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	return g.state;
}

static int count(const char *what)
{
	return fix_count(fix_log(&f), what);
}

static void verified(void)
{
	static const int slots[] = { EXPORT_FULL, -1, 1, SLOT_GM };

	fix_verified(&f, slots, ARRAY_LEN(slots));
}

/* refused for that reason of reject.def, in that line, and nothing has happened
 */
static void not_done(const char *lines, const char *no, int number,
		     const char *line)
{
	int64_t before = fix_point(&f);
	enum game_state was = state();
	struct str told;

	assert_str(mastered(lines), "master_refused");
	told = fix_posted(&f);
	assert_int_equal(fix_point(&f), before);
	assert_int_equal(state(), was);
	assert_true(fix_holds(told, arena_printf(&f.arena, "\"no\":\"%s", no)));
	assert_true(fix_holds(told,
			      arena_printf(&f.arena, "\"line\":%d,", number)));
	assert_true(fix_holds(
		told, arena_printf(&f.arena, "\"command\":\"%s\"", line)));
	assert_int_equal(fix_count(told, "to ana@"), 0);
}

static void several_kinds_are_one_adjudication(void **unused)
{
	(void)unused;
	int64_t point;
	struct str told;

	begun();
	point = fix_point(&f);
	assert_str(
		mastered("pause\nthe post\nis slow\npolicy time-bank-days 3\n"
			 "set score_a 5\na slip\nresume\n"
			 "deadline A 2025-12-20 20:00 UTC"),
		"adjudicated");
	told = fix_posted(&f);
	assert_int_equal(fix_point(&f), point + 1);
	assert_int_equal(state(), GAME_RUNNING);
	assert_int_equal(fix_state(&f).score[0], 5);
	assert_int_equal(count("\"event\":\"game_paused\",\"for\":\"all\","
			       "\"rules\":[],\"by\":\"Cy\",\"cause\":"
			       "\"THE POST IS SLOW\""),
			 1);
	assert_int_equal(
		count("\"event\":\"override\",\"for\":\"all\","
		      "\"rules\":[],\"by\":\"Cy\",\"cause\":\"A SLIP\""),
		1);
	assert_int_equal(count("\"event\":\"game_resumed\""), 1);
	assert_int_equal(count("\"deadline\":\"2025-12-20T20:00:00Z\""), 1);
	assert_int_equal(fix_count(told, "report to ana@"), 1);
	assert_int_equal(fix_count(told, "report to cy@"), 1);
	verified();
}

/* From then on, and so much more. */
static void who_goes_on_has_more_time(void **unused)
{
	(void)unused;
	struct judge_awaited v[SEATS_MAX];
	int n;

	begun();
	assert_str(mastered("pause\nfor the summer"), "adjudicated");
	f.now += 9 * DAY_S;
	assert_str(mastered("resume\nextend 2d\nextend 24\n"
			    "shorten 48 hours"),
		   "adjudicated");
	OK(judge_game_awaiting(f.j, f.game, v, SEATS_MAX, &n, &f.why));
	assert_int_equal(n, 1);
	assert_int_equal(v[0].deadline_s, f.now + 4 * DAY_S);
	verified();
}

/* The reason of one command may not be that of another. */
static void each_has_its_own_reason(void **unused)
{
	(void)unused;
	begun();
	assert_str(mastered("// this evening\nset score_a 5\nset score_a 4\n"
			    "a slip\nset score_a 6\n// or\nanother\npause"),
		   "adjudicated");
	fix_posted(&f);
	assert_int_equal(count("\"cause\":\"A SLIP\""), 2);
	assert_int_equal(count("\"cause\":\"ANOTHER\""), 1);
	assert_int_equal(state(), GAME_PAUSED);
	assert_str(mastered("preview\nresume\nend\nenough"), "preview");
	assert_int_equal(fix_count(fix_posted(&f), "\"event\":\"game_ended\""),
			 1);
	assert_int_equal(state(), GAME_PAUSED);
	/* wherever that stands */
	assert_str(mastered("resume\npreview\nend"), "preview");
	assert_int_equal(state(), GAME_PAUSED);
	verified();
}

static void what_cannot_be_done_is_named_by_its_line(void **unused)
{
	(void)unused;
	begun();
	not_done("pause\nthe post\nextend zero\nresume", "want_extend", 5,
		 "EXTEND ZERO");
	not_done("set score_a 5\na slip\nresume", "not_paused", 5, "RESUME");
	/* a reason that begins with a command is none */
	not_done("pause\nend of the month", "want_alone", 4,
		 "END OF THE MONTH");
	assert_str(mastered("pause\nat the\n+ end of the month"),
		   "adjudicated");
	assert_int_equal(count("\"cause\":\"AT THE END OF THE MONTH\""), 1);
	/* one alone is named by nothing */
	assert_str(mastered("pause"), "master_refused");
	assert_false(fix_holds(fix_posted(&f), "\"command\":"));
	verified();
}

static void some_stand_alone(void **unused)
{
	(void)unused;
	struct buf many;

	begun();
	not_done("pause\nunseal 2", "command_alone", 4, "UNSEAL 2");
	not_done("pause\nundo 4.2", "back_alone", 4, "UNDO 4.2");
	buf_init(&many, 1 << 12);
	for (int i = 0; i <= GM_COMMANDS_MAX; i++)
		buf_addf(&many, "extend %d\n", i + 1);
	assert_str(mastered(arena_str(&f.arena, buf_str(&many)).s),
		   "commands_many");
	buf_release(&many);
	verified();
}

/* The last ruling lets the game go on; what is rolled then comes last. */
static void rulings_and_what_follows_them(void **unused)
{
	(void)unused;
	int64_t point;
	const char *line;

	begun();
	TAKEN(0, "roll\nend");
	point = fix_point(&f);
	line = arena_printf(&f.arena, "dispute %lld not so", (long long)point);
	assert_str(say(1, line), "disputed");
	assert_str(say(0, line), "disputed");
	fix_posted(&f);
	not_done("rule 1 undo\nit was not\nrule 2 undo\nnor that", "back_once",
		 5, "RULE 2 UNDO");
	assert_str(
		mastered(
			"rule 1 stands\nit was so\nrule 2 stands\nand so\n"
			"set score_a 7\nbut for that\n"
			"deadline B 2025-12-24 12:00 UTC\npolicy grace-hours 4"),
		"adjudicated");
	assert_int_equal(fix_point(&f), point + 3);
	assert_int_equal(state(), GAME_RUNNING);
	assert_int_equal(fix_state(&f).score[0], 7);
	assert_int_equal(
		count("\"verdict\":\"stands\",\"cause\":\"IT WAS SO\""), 1);
	assert_int_equal(count("\"verdict\":\"stands\",\"cause\":\"AND SO\""),
			 1);
	/* back, corrected, and on */
	assert_str(mastered(arena_printf(&f.arena,
					 "undo %lld\nfrom there\n"
					 "set score_a 2\nas it was\npause",
					 (long long)point - 1)),
		   "adjudicated");
	assert_int_equal(fix_state(&f).score[0], 2);
	assert_int_equal(state(), GAME_PAUSED);
	verified();
}

static void a_ruling_that_takes_back_and_a_pause(void **unused)
{
	(void)unused;
	int64_t point;

	begun();
	TAKEN(0, "roll\nend");
	point = fix_point(&f);
	assert_str(say(1, arena_printf(&f.arena, "dispute %lld not so",
				       (long long)point)),
		   "disputed");
	assert_str(mastered("rule 1 undo\nthe cup fell\n"
			    "policy time-bank-days 1\npause\nuntil monday"),
		   "adjudicated");
	assert_int_equal(state(), GAME_PAUSED);
	assert_int_equal(count("\"event\":\"game_resumed\""), 1);
	assert_int_equal(count("\"event\":\"undone\""), 1);
	verified();
}

static void people_sit_down_and_it_begins(void **unused)
{
	(void)unused;
	fix_wishes(&f, 0, 0);
	fix_wishes(&f, 1, 1);
	assert_str(mastered("policy time-bank-days 2\nseat A ana@one.test\n"
			    "seat B bob@two.test\nstart"),
		   "adjudicated");
	assert_int_equal(state(), GAME_RUNNING);
	assert_int_equal(count("\"event\":\"game_started\""), 1);
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	TAKEN(0, "roll");
	fix_player(&f, 3, "Dora", "dora@four.test");
	fix_person(&f, 3);
	/* and one is replaced, where the game waits */
	fix_wishes(&f, 3, 0);
	assert_str(mastered("pause\nseat A dora@four.test\nresume\n"
			    "expire B"),
		   "adjudicated");
	assert_int_equal(count("\"event\":\"deadline_set\""), 1);
	verified();
}

/* the words of a game */
static const struct vocabulary *game_words(void)
{
	return f.config.systems[0].grammar->words;
}

static void a_line_with_a_command_word_is_a_command(void **unused)
{
	(void)unused;
	const struct vocabulary *v = game_words();
	struct command_line line[GM_COMMANDS_MAX];

	assert_int_equal(gm_commands_read(&f.arena, v,
					  STR("SET A 1\nPOLICY B 2\nSO\n+ SET\n"
					      "SET C 3"),
					  line),
			 3);
	assert_str(line[0].why, "SO SET");
	assert_str(line[2].why, "");
	assert_int_equal(line[2].at, 28);
	assert_int_equal(gm_commands_read(&f.arena, v, STR("HELP"), line), 1);
	assert_int_equal(line[0].verb, N_SPOKEN);
	assert_int_equal(gm_commands_read(&f.arena, v, STR(""), line), 0);
}

/* Who checks a log holds each event to its line, and misses what was left out.
 */
static void a_log_holds_all_that_was_signed(void **unused)
{
	(void)unused;
	struct replay_point p = {
		.is_signed = true,
		.claim = REPLAY_MASTER,
		.orders.text =
			STR("PAUSE\nTHE POST\nREFUSE 3\nPOLICY GRACE-HOURS 4"),
	};
	struct signed_command_script script;
	struct event paused, policy;
	bool next;

	event_start(&paused, COMMON_GAME_PAUSED, 0);
	event_put_text(&paused, COMMON_GAME_PAUSED_BY, STR("Cy"));
	event_put_text(&paused, COMMON_GAME_PAUSED_CAUSE, STR("THE POST"));
	event_start(&policy, COMMON_TABLE_POLICY, 0);
	event_put_text(&policy, COMMON_TABLE_POLICY_NAME, STR("grace-hours"));
	event_put_text(&policy, COMMON_TABLE_POLICY_VALUE, STR("4"));
	event_put_text(&policy, COMMON_TABLE_POLICY_BY, STR("Cy"));
#define SAYS(e)                                                                \
	signed_command_so(&p, &f.arena, &system_toy, &f.grammar, e, &script,   \
			  &next)

	signed_command_begin(&p, &f.arena, &f.grammar, &script);
	assert_false(SAYS(&policy)); /* another comes first */
	assert_true(SAYS(&paused));
	assert_false(signed_command_all(&script));
	assert_false(SAYS(&paused)); /* it was said once */
	assert_true(SAYS(&policy));
	assert_true(signed_command_all(&script));
	assert_false(SAYS(&policy));

	/* a reason of another line */
	p.orders.text = STR("PAUSE\nPOLICY GRACE-HOURS 4\nTHE POST");
	signed_command_begin(&p, &f.arena, &f.grammar, &script);
	assert_false(SAYS(&paused));
#undef SAYS
}

#define T(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(several_kinds_are_one_adjudication),
		T(who_goes_on_has_more_time),
		T(each_has_its_own_reason),
		T(what_cannot_be_done_is_named_by_its_line),
		T(some_stand_alone),
		T(rulings_and_what_follows_them),
		T(a_ruling_that_takes_back_and_a_pause),
		T(people_sit_down_and_it_begins),
		T(a_line_with_a_command_word_is_a_command),
		T(a_log_holds_all_that_was_signed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
