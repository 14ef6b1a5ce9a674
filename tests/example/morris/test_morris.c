/*
 * example/morris/test_morris.c - the example game by signed mail: a hidden
 * first man each, then a whole game, reported with its board and verified.
 */
#include "../../unit/unit.h"
#include "../../unit/play_fixture.h"
#include "games/case.h"
#include "verifier/verify.h"
#include "example/morris/morris.h"
#include "example/morris/reported.h"
#include "example/morris/templates.h"
#include "tests/srcdir.h"
#include <dirent.h>

enum { MAILS_MAX = 400 };

static struct fix f;
static struct play p;
static struct trials trials;
static struct dice rng = { .bits = play_chance, .source = "morris" };

#define OK(call) assert_int_equal(call, ERR_OK)
#define WORDS    "test_morris.templates"

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_morris");
	play_open_in(&p, &f, &game_morris, morris_templates(WORDS));
	OK(reported_open(WORDS, &f.why));
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	reported_close();
	play_release(&p, &f);
	return 0;
}

static void start(void)
{
	struct game_plan plan = { .name = STR("mill"),
				  .system = STR("morris"),
				  .n_players = 2 };

	fix_person(&f, 0);
	fix_person(&f, 1);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
}

static void send(int seat, int serial, const char *text)
{
	struct str verdict =
		fix_send(&f, fix_orders(&f, seat, fix_point(&f), serial, text));

	if (!str_is(verdict, "adjudicated"))
		fprintf(stderr, "%s\n%s\n", text, fix_posted(&f).s);
	assert_str(verdict, "adjudicated");
}

static struct reported report;

static void report_to(int slot)
{
	OK(reported(f.j, f.game, slot, &f.arena, &report, &f.why));
}

static void a_hidden_first_man_is_seen_by_its_player_alone(void **unused)
{
	(void)unused;
	start();
	/* the first in English, the other in Spanish */
	send(0, 1, "CHOOSE D2");
	assert_true(fix_holds(fix_log(&f), "\"event\":\"committed\""));
	report_to(0);
	assert_true(fix_holds(report.text, "hidden on D2"));
	report_to(1);
	assert_true(fix_holds(report.text, "has hidden the first man"));
	assert_false(fix_holds(report.text, "hidden on"));
	assert_false(fix_holds(fix_export(&f, 1), "\"event\":\"chosen\""));
	send(1, 1, "ELEGIR B4");
	report_to(1);
	assert_true(fix_holds(report.text, "puts a man on D2"));
	assert_true(fix_holds(report.text, "puts a man on B4"));
	assert_true(fix_holds(report.text, "2  |       .-----------A"));
	assert_true(fix_holds(report.html, "<img"));
	assert_true(report.png.len > 2000 &&
		    !memcmp(report.png.s, "\x89PNG", 4));
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"opened\""), 2);
}

static void a_game_is_played_by_signed_mail_and_verified(void **unused)
{
	(void)unused;
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct verify_means means = { .systems = p.games.kinds,
				      .n_systems = p.games.n };
	struct verify_result r;
	int n = 2, seat;

	while (n < MAILS_MAX && (seat = play_awaited(&f)) >= 0) {
		struct decision d;

		OK(judge_game_view(f.j, f.game, seat, view, &f.why));
		assert_true(system_morris.random_decision(view->state, seat,
							  &trials, &rng, &d));
		send(seat, ++n, play_words(&p, &f, &d));
		if (n % 20 == 0)
			fix_post(&f, NULL);
	}
	fix_post(&f, NULL);
	print_message("%d mails\n", n);
	assert_true(fix_holds(fix_log(&f), "\"event\":\"game_over\""));
	verify_export(fix_export(&f, EXPORT_FULL), &means, &f.arena, &r);
	assert_string_equal(r.fault.what, "");
	assert_true(r.good && r.rules_run);
	assert_int_equal(r.open, 0);
}

static struct str file_of(const char *path)
{
	char *text = arena_alloc(&f.arena, CASE_MAX_FILE);
	FILE *in = fopen(path, "rb");
	size_t n;

	assert_non_null(in);
	n = fread(text, 1, CASE_MAX_FILE, in);
	fclose(in);
	return (struct str){ text, n };
}

static void its_cases_hold_and_name_every_rule(void **unused)
{
	static const char folder[] = SRCDIR "/tests/example/morris/cases";
	const struct game_kind *kind = &game_morris;
	static struct cases cases;
	struct dirent *entry;
	struct buf unseen;
	DIR *d = opendir(folder);
	int n = 0;

	(void)unused;
	OK(cases_init(&cases, &kind, 1, WORDS, NULL, &f.why));
	assert_non_null(d);
	while ((entry = readdir(d))) {
		struct case_result r;

		if (entry->d_name[0] == '.')
			continue;
		case_run(&cases,
			 file_of(arena_printf(&f.arena, "%s/%s", folder,
					      entry->d_name)),
			 false, &r);
		if (r.n_faults)
			print_error("%s: %s", entry->d_name, r.faults.s);
		assert_int_equal(r.n_faults, 0);
		case_result_release(&r);
		n++;
	}
	closedir(d);
	buf_init(&unseen, 4096);
	/* silence is no order: the test by mail has it not, the judge's have */
	if (cases_unseen(&cases, &unseen) > 1)
		print_error("%s", unseen.s);
	assert_string_equal(unseen.s, "MM-SILENT-01\n");
	buf_release(&unseen);
	cases_release(&cases);
	assert_true(n > 8);
}

static void its_words_are_told_apart_in_both_languages(void **unused)
{
	struct buf faults;

	(void)unused;
	buf_init(&faults, 8192);
	if (grammar_check(p.games.kinds[0].grammar, orders_common_keys,
			  orders_n_common_keys, orders_n_behind_keys, &faults,
			  NULL))
		fail_msg("%s", faults.s);
	buf_release(&faults);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_hidden_first_man_is_seen_by_its_player_alone),
		cmocka_unit_test(a_game_is_played_by_signed_mail_and_verified),
		cmocka_unit_test(its_cases_hold_and_name_every_rule),
		cmocka_unit_test(its_words_are_told_apart_in_both_languages),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
