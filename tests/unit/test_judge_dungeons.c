/*
 * tests/unit/test_judge_dungeons.c - games of Dungeons by signed mail: what is
 * sealed tells nothing, and what could never begin is not made.
 */
#include "unit.h"
#include "play_fixture.h"
#include "rules/dungeons/dungeons.h"
#include "rules/dungeons/state.h"

static struct fix f;
static struct play p;

#define OK(call) assert_int_equal(call, ERR_OK)

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_dungeons");
	play_open(&p, &f, &system_dungeons);
	fix_person(&f, 0);
	fix_person(&f, 1);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	play_release(&p, &f);
	return 0;
}

static enum err make(const char *map)
{
	struct game_option o;
	struct game_plan plan = { .name = STR("pyramid"),
				  .system = STR("dungeons"),
				  .n_players = 2,
				  .options = &o,
				  .n_options = 1 };

	f.why.text[0] = 0;
	OK(judge_option_parse(f.j, plan.system, str_of(map), &o, &f.why));
	return judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why);
}

static void a_map_on_which_no_game_can_begin_is_refused(void **unused)
{
	(void)unused;
	assert_int_equal(make("map=map/tower"), ERR_USAGE);
	assert_non_null(strstr(f.why.text, "one mouth"));
	assert_int_equal(make("map=map/nowhere"), ERR_USAGE);
	assert_non_null(strstr(f.why.text, "no map of that name"));
	OK(make("map=map/crossing"));
}

static void start(void)
{
	OK(make("map=map/crossing"));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
}

/* What B hears of these orders while A's team is sealed. */
static const char *answer_to(const char *team, const char *orders)
{
	struct str log;
	struct buf out;
	const char *mine;

	start();
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, team)),
		   "adjudicated");
	fix_post(&f, NULL);
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1, orders)),
		   "adjudicated");
	buf_init(&out, 1 << 20);
	log = fix_log(&f);
	/* reason and arguments of every refusal, in order */
	for (const char *at = log.s; (at = strstr(at, "\"event\":\"refused\""));
	     at++) {
		const char *from = strstr(at, "\"line\"");
		const char *to = strstr(from, ",\"order\"");

		buf_add(&out, from, (size_t)(to - from));
	}
	mine = arena_str(&f.arena, buf_str(&out)).s;
	buf_release(&out);
	return mine;
}

static void a_sealed_team_answers_nothing(void **unused)
{
	(void)unused;
	static const char *const orders =
		"ON FAIL SKIP\nNEVER SPIN A1\nNEVER SPIN A2\nNEVER SPIN A3\n"
		"TEAM Trollkiller 5\nWAIT";
	static const char *const teams[] = { "TEAM Carlana 1",
					     "TEAM Trollkiller 1, Carlana 1",
					     "TEAM Amir 2" };
	const char *first = answer_to(teams[0], orders);

	assert_non_null(strstr(first, "\"line\":4"));
	assert_null(strstr(first, "\"line\":7")); /* the team was taken */
	for (size_t i = 1; i < ARRAY_LEN(teams); i++)
		assert_string_equal(answer_to(teams[i], orders), first);
}

#define TEST(t) cmocka_unit_test_setup_teardown(t, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_map_on_which_no_game_can_begin_is_refused),
		TEST(a_sealed_team_answers_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
