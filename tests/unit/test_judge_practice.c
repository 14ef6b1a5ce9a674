/*
 * tests/unit/test_judge_practice.c - the guards of practice games: how many run
 * at once, how many begin on a day, and how long a silent one lasts. No rating
 * counts them.
 */
#include "unit.h"
#include "play_fixture.h"
#include "base/date.h"
#include "judge/people/practice.h"
#include "tournament/rating_list.h"

static struct fix f;
static struct play p;

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_practice");
	play_open(&p, &f, &system_rebellion);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	play_release(&p, &f);
	return 0;
}

static struct str key_line(int who)
{
	struct buf line;
	struct str s;

	buf_init(&line, 1000);
	key_render(&f.p[who].key.key, STR("key"), &line);
	s = arena_str(&f.arena, buf_str(&line));
	buf_release(&line);
	return s;
}

/* the nonce of the newest challenge */
static const char *nonce_in(struct str mails)
{
	const char *at = NULL, *next = mails.s;

	while (next && (next = strstr(next, "\"nonce\":\"")))
		at = next++;
	assert_non_null(at);
	return arena_printf(&f.arena, "%.20s", at + 9);
}

/* the last answer to a challenge */
static struct str last_answer;

/* PRACTICE and the answer to its challenge, from an address; the verdict. */
static struct str practised_from(int who, const char *address)
{
	const char *text;

	assert_str(fix_send(&f, fix_mail(&f, address,
					 str_of(arena_printf(
						 &f.arena,
						 "PRACTICE rebellion\n\n%.*s\n",
						 STR_ARG(key_line(who)))))),
		   "challenged");
	text = arena_printf(&f.arena, "PRACTICE rebellion %s\n",
			    nonce_in(fix_posted(&f)));
	last_answer =
		str_of(arena_printf(&f.arena, "%.*s\n%.*s\n",
				    STR_ARG(fix_signed_plain(&f, who, text)),
				    STR_ARG(key_line(who))));
	return fix_send(&f, fix_mail(&f, address, last_answer));
}

static struct str practised(int who)
{
	return practised_from(who, f.p[who].address);
}

static bool note_game(void *context, const struct game_row *g)
{
	int *n = context;

	n[0]++;
	n[1] += game_is_over(g->state);
	return true;
}

static void time_passes(int64_t seconds)
{
	int n;

	f.now += seconds;
	assert_int_equal(judge_tick(f.j, &n, &f.why), ERR_OK);
	fix_work(&f);
}

/* Games, and those of them that are over. */
static void games_are(int all, int over)
{
	const struct game_choice all_of = { .state = -1, .max = 100 };
	int n[2] = { 0, 0 };

	assert_int_equal(store_game_list(judge_store(f.j), &all_of, &f.arena,
					 note_game, n, &f.why),
			 ERR_OK);
	assert_int_equal(n[0], all);
	assert_int_equal(n[1], over);
}

static void one_new_game_a_day(void **unused)
{
	(void)unused;
	assert_str(practised(0), "joined");
	games_are(1, 0);
	assert_str(practised(0), "practice_today");
	games_are(1, 0);
	/* of each person */
	assert_str(practised(1), "joined");
	games_are(2, 0);
	f.now += DAY_S;
	assert_str(practised(0), "joined");
	games_are(3, 0);
}

/* Each answer to a challenge begins one game, however often the mail is sent.
 */
static void an_answer_begins_one_game(void **unused)
{
	(void)unused;
	assert_str(practised(0), "joined");
	games_are(1, 0);
	for (int i = 0; i < 3; i++) {
		f.now += DAY_S;
		assert_str(
			fix_send(&f, fix_mail(&f, f.p[0].address, last_answer)),
			"practice_number");
	}
	games_are(1, 0);
}

static void three_games_run_at_once(void **unused)
{
	(void)unused;
	for (int i = 0; i < PRACTICE_RUNNING; i++) {
		assert_str(practised(0), "joined");
		f.now += DAY_S;
	}
	assert_str(practised(0), "practice_running");
	games_are(PRACTICE_RUNNING, 0);
	/* the first one ends by its silence, and leaves its place */
	time_passes((PRACTICE_DAYS - PRACTICE_RUNNING) * DAY_S + 1);
	games_are(PRACTICE_RUNNING, 1);
	assert_str(practised(0), "joined");
}

static void a_silent_game_ends_after_fourteen_days(void **unused)
{
	(void)unused;
	assert_str(practised(0), "joined");
	time_passes(PRACTICE_DAYS * DAY_S - 60);
	games_are(1, 0);
	time_passes(61);
	games_are(1, 1);
}

static void no_rating_counts_a_practice_game(void **unused)
{
	(void)unused;
	struct rated_person *v;
	int n = -1;

	assert_str(practised(0), "joined");
	time_passes(PRACTICE_DAYS * DAY_S + 1);
	games_are(1, 1);
	assert_int_equal(
		rating_list_of(f.j, STR("rebellion"), &f.arena, &v, &n, &f.why),
		ERR_OK);
	assert_int_equal(n, 0);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(one_new_game_a_day),
		T(an_answer_begins_one_game),
		T(three_games_run_at_once),
		T(a_silent_game_ends_after_fourteen_days),
		T(no_rating_counts_a_practice_game),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
