/*
 * tests/unit/test_judge_dispute.c - what was adjudicated is disputed and ruled
 * on; what is rolled again is so once, and everybody can check it.
 */
#include "verifier/verify.h"
#include "judge/game/intervention_list.h"
#include "judge/policies/precedents.h"
#include "judge_said.h"
#include "judge_verified.h"

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_dispute");
	said_nothing();
	return 0;
}

static enum game_state state_of_game(void)
{
	struct game_row g;

	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	return g.state;
}

/* Ana has rolled once; the point of it */
static int64_t rolled(void)
{
	fix_led(&f);
	assert_str(say(0, "pick 3"), "adjudicated");
	assert_str(say(1, "pick 4"), "adjudicated");
	assert_str(say(0, "roll"), "adjudicated");
	fix_posted(&f);
	return fix_point(&f);
}

/* ends the game; its full log must verify */
static void verified(void)
{
	static const int slots[] = { EXPORT_FULL, -1, 1 };

	fix_verified(&f, slots, ARRAY_LEN(slots));
}

static void reasons_keep_their_small_letters(void **unused)
{
	(void)unused;
	int64_t point = rolled();
	struct str told;

	assert_str(
		fix_send(&f,
			 fix_typed(&f,
				   fix_orders(&f, 1, fix_point(&f),
					      ++last_serial[1],
					      arena_printf(&f.arena,
							   "dispute %lld The "
							   "Imp costs 6",
							   (long long)point)),
				   "THE IMP COSTS 6", "The Imp costs 6")),
		"disputed");
	told = fix_posted(&f);
	assert_true(fix_holds(told, "\"cause\":\"The Imp costs 6\""));
	assert_str(fix_send(&f, fix_typed(&f,
					  fix_commands(&f, 2, fix_point(&f),
						       ++last_serial[2],
						       "rule 1 stands\n"
						       "no, Only 5,\n"
						       "says the Codex"),
					  "NO, ONLY 5,\nSAYS THE CODEX",
					  "no, Only 5,\nsays the Codex")),
		   "adjudicated");
	told = fix_posted(&f);
	assert_true(
		fix_holds(told, "\"cause\":\"no, Only 5, says the Codex\""));
	assert_str(say(1, "roll"), "adjudicated");
	verified();
}

static void a_dispute_pauses_the_game_until_it_is_ruled_on(void **unused)
{
	(void)unused;
	int64_t point = rolled();
	struct str told;

	assert_str(say(1, arena_printf(&f.arena, "dispute %lld it is a 2",
				       (long long)point)),
		   "disputed");
	assert_int_equal(state_of_game(), GAME_PAUSED);
	told = fix_posted(&f);
	/* all are told; the game master is asked, with what was signed */
	assert_int_equal(fix_count(told, "\"event\":\"disputed\""), 3);
	assert_int_equal(fix_count(told, "dispute to cy@three.test"), 1);
	assert_int_equal(fix_count(told, "\"event\":\"scored\""), 1);
	assert_int_equal(fix_count(told, "ROLL\\u000a"), 1);
	assert_str(say(1, "roll"), "game_paused");
	assert_str(mastered("resume"), "master_refused");
	assert_str(mastered("rule 2 stands"), "master_refused");
	assert_str(mastered("rule 1 stands\nthe die shows it"), "adjudicated");
	assert_int_equal(state_of_game(), GAME_RUNNING);
	assert_int_equal(fix_count(fix_posted(&f), "\"verdict\":\"stands\""),
			 3);
	assert_str(mastered("rule 1 stands"), "master_refused");
	assert_str(say(1, "roll"), "adjudicated");
	verified();
}

static void a_reason_may_be_broken_over_lines(void **unused)
{
	(void)unused;
	int64_t point = rolled();
	struct str log;

	assert_str(say(1, arena_printf(&f.arena,
				       "dispute %lld the die that fell\n"
				       "+ is a 2, as all of us could see\n"
				       "+who sat at the table",
				       (long long)point)),
		   "disputed");
	assert_str(mastered("rule 1\n+ stands\nthe die shows it,\n"
			    "+ for it is\na 3"),
		   "adjudicated");
	log = fix_log(&f);
	assert_true(fix_holds(log, "\"THE DIE THAT FELL IS A 2, AS ALL OF US "
				   "COULD SEE WHO SAT AT THE TABLE\""));
	assert_true(fix_holds(log, "\"THE DIE SHOWS IT, FOR IT IS A 3\""));
	verified();
}

static void what_is_rolled_again_is_so_once_and_told_before(void **unused)
{
	(void)unused;
	int64_t point = rolled();
	int fired;

	assert_str(say(1, arena_printf(&f.arena, "dispute %lld a cup fell",
				       (long long)point)),
		   "disputed");
	fix_posted(&f);
	assert_str(mastered("rule 1 reroll\nit did"), "adjudicated");
	assert_int_equal(fix_state(&f).score[0], 0);
	assert_int_equal(state_of_game(), GAME_PAUSED);
	/* not before the ruling was mailed to all */
	point = fix_point(&f);
	OK(judge_tick(f.j, &fired, &f.why));
	assert_int_equal(fix_point(&f), point);
	assert_str(mastered("resume"), "master_refused");
	fix_posted(&f);
	f.now += 60;
	OK(judge_tick(f.j, &fired, &f.why));
	assert_int_equal(fix_point(&f), point + 1);
	assert_int_equal(state_of_game(), GAME_RUNNING);
	assert_true(fix_state(&f).score[0] > 0);
	assert_int_equal(fix_count(fix_log(&f), "\"number\":2,\"link\""), 1);
	/* and no third time, nor by undoing it */
	point = fix_point(&f);
	assert_str(mastered(arena_printf(&f.arena, "undo %lld\nagain",
					 (long long)point - 1)),
		   "adjudicated");
	assert_str(say(0, "roll"), "adjudicated");
	assert_int_equal(fix_count(fix_log(&f), "\"number\":2,\"link\""), 2);
	assert_str(say(1, arena_printf(&f.arena, "dispute %lld once more",
				       (long long)fix_point(&f))),
		   "disputed");
	assert_str(mastered("rule 2 reroll\nplease"), "master_refused");
	assert_str(mastered("rule 2 stands\nno"), "adjudicated");
	verified();
}

static void fresh_dice_are_commanded_once_for_what_was_rolled(void **unused)
{
	(void)unused;
	int64_t before = rolled() - 1;
	const char *fresh = arena_printf(
		&f.arena, "undo %lld fresh\na cup fell", (long long)before);
	const char *same = arena_printf(&f.arena, "undo %lld\nand again",
					(long long)before);

	fix_posted(&f);
	assert_str(mastered(fresh), "adjudicated");
	assert_true(fix_holds(fix_posted(&f), "fresh"));
	assert_str(say(0, "roll"), "adjudicated");
	assert_int_equal(fix_count(fix_log(&f), "\"number\":2,\"link\""), 1);
	/* in whatever words, and by whomever */
	assert_str(mastered(fresh), "master_refused");
	assert_int_equal(judge_game_undo(f.j, f.game, before, true,
					 STR("please"), &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	assert_str(mastered(same), "adjudicated");
	assert_str(say(0, "wait // so\nroll"), "adjudicated");
	assert_int_equal(fix_count(fix_log(&f), "\"number\":2,\"link\""), 2);
	assert_str(say(1, arena_printf(&f.arena, "dispute %lld not so",
				       (long long)fix_point(&f))),
		   "disputed");
	assert_str(mastered("rule 1 reroll\nno"), "master_refused");
	assert_str(mastered("rule 1 stands\nno"), "adjudicated");
	/* what else was rolled has not been rolled again yet */
	before = fix_point(&f);
	assert_str(say(0, "roll"), "adjudicated");
	assert_str(mastered(arena_printf(&f.arena, "deshacer %lld nuevos\nso",
					 (long long)before)),
		   "adjudicated");
	assert_str(mastered(arena_printf(&f.arena, "undo %lld freshly\nno",
					 (long long)before)),
		   "master_refused");
	verified();
}

static void what_will_be_rolled_again_waits_for_it(void **unused)
{
	(void)unused;
	int64_t point = rolled();
	const char *line = arena_printf(&f.arena, "dispute %lld a cup fell",
					(long long)point);
	int fired;

	assert_str(say(1, line), "disputed");
	assert_str(say(0, line), "disputed");
	assert_str(mastered("rule 1 reroll\nit did"), "adjudicated");
	/* its orders are for the state that it went back to */
	assert_str(mastered("rule 2 reroll\nand so"), "master_refused");
	assert_str(mastered("rule 2 undo\nno"), "master_refused");
	assert_str(mastered(arena_printf(&f.arena, "undo %lld\nno",
					 (long long)point - 2)),
		   "master_refused");
	assert_str(mastered("rule 2 stands\nit was one cup"), "adjudicated");
	fix_posted(&f);
	f.now += 60;
	OK(judge_tick(f.j, &fired, &f.why));
	assert_int_equal(state_of_game(), GAME_RUNNING);
	assert_int_equal(fix_count(fix_log(&f), "\"number\":2,\"link\""), 1);
	verified();
}

static void a_ruling_takes_back_what_was_wrong(void **unused)
{
	(void)unused;
	int64_t point = rolled();
	const char *line =
		arena_printf(&f.arena, "dispute %lld not so", (long long)point);

	assert_str(say(1, line), "disputed");
	assert_str(say(0, line), "disputed");
	OK(judge_game_rule(f.j, f.game, 2, STR("undo"), STR("right"), &f.why));
	assert_int_equal(fix_state(&f).score[0], 0);
	assert_int_equal(state_of_game(), GAME_PAUSED);
	OK(judge_game_rule(f.j, f.game, 1, STR("stands"), STR("so"), &f.why));
	assert_int_equal(state_of_game(), GAME_RUNNING);
	/* what was undone is no more to be disputed */
	assert_str(say(1, line), "dispute_unknown");
	verified();
}

static struct precedent_row found(const char *rule, int expected)
{
	struct precedent_row r[4];
	int n;

	OK(precedent_find(f.j, str_of(rule), &f.arena, r, ARRAY_LEN(r), &n,
			  &f.why));
	assert_int_equal(n, expected);
	return r[0];
}

static void a_ruling_is_found_by_the_rules_that_it_names(void **unused)
{
	(void)unused;
	int64_t point = rolled();
	const char *line =
		arena_printf(&f.arena, "dispute %lld not so", (long long)point);
	struct str foreign;
	struct precedent_row r;

	found("", 0);
	assert_str(say(1, line), "disputed");
	OK(judge_game_rule(f.j, f.game, 1, STR("stands"),
			   STR("all know EN: by TY-ROLL-01, and TY-WIN-2. "
			       "ES: es asi, goal=7."),
			   &f.why));
	found("TY-ROLL-0", 0);
	found("", 1);
	found("ty-win-2", 1);
	r = found("TY-ROLL-01", 1);
	assert_int_equal(r.disputed, point);
	assert_int_equal(r.undone, 0);
	assert_str(precedent_words(f.j, &r, STR("en"), &foreign, &f.arena),
		   "by TY-ROLL-01, and TY-WIN-2.");
	assert_int_equal(foreign.len, 0);
	assert_str(precedent_words(f.j, &r, STR("es"), &foreign, &f.arena),
		   "es asi, goal=7.");
	/* nobody knows in what the operator writes */
	assert_str(precedent_words(f.j, &r, STR("fr"), &foreign, &f.arena),
		   "all know");
	OK(judge_game_undo(f.j, f.game, point - 1, false, STR("no"), &f.why));
	assert_int_equal(found("TY-WIN-2", 1).undone, 1);
	/* and back to a point that had it */
	OK(judge_game_undo(f.j, f.game, r.point, false, STR("yes"), &f.why));
	assert_int_equal(found("TY-WIN-2", 1).undone, 0);
	verified();
}

static void a_dispute_comes_in_time_and_alone(void **unused)
{
	(void)unused;
	int64_t point = rolled();
	const char *line =
		arena_printf(&f.arena, "dispute %lld not so", (long long)point);

	assert_str(say(1, "dispute 99 what"), "dispute_unknown");
	assert_str(say(1, "dispute it"), "dispute_unreadable");
	assert_str(say(1, arena_printf(&f.arena, "%s\nroll", line)),
		   "dispute_alone");
	f.now += 4 * 86400;
	assert_str(say(1, line), "dispute_late");
	assert_int_equal(state_of_game(), GAME_RUNNING);
}

/* the last command of the page, by whom it was and whether it counts */
static void commanded_last(const struct interventions *h, const char *by,
			   bool undone)
{
	assert_true(h->n > 0);
	assert_str(h->v[h->n - 1].by, by);
	assert_int_equal(h->v[h->n - 1].undone, undone);
}

static void what_is_done_by_hand_is_counted_as_verifiers_do(void **unused)
{
	(void)unused;
	int64_t point = rolled();
	struct verify_means m = { .systems = f.config.systems,
				  .n_systems = f.config.n_systems };
	struct verify_result r;
	struct interventions h;
	int n;

	/* what the judge does of itself, and play, is nobody's command */
	OK(judge_game_interventions(f.j, f.game, &f.arena, &h, &f.why));
	n = h.n;
	assert_int_equal(h.by_operator, n);
	assert_int_equal(h.by_masters, 0);
	commanded_last(&h, "operator", false);
	assert_str(say(1, arena_printf(&f.arena, "dispute %lld not so",
				       (long long)point)),
		   "disputed");
	assert_str(mastered("rule 1 stands\nthe die shows it"), "adjudicated");
	OK(judge_game_override(f.j, f.game, STR("score_a"), STR("11"),
			       STR("a prize"), &f.why));
	OK(judge_game_policy(f.j, f.game, STR("press"), STR("none"), &f.why));
	OK(judge_game_interventions(f.j, f.game, &f.arena, &h, &f.why));
	assert_int_equal(h.n, n + 3);
	assert_false(h.v[n].operators);
	assert_str(h.v[n].by, "Cy");
	commanded_last(&h, "operator", false);
	/* both are undone, and that again: back to where the prize was given */
	assert_str(mastered(arena_printf(&f.arena, "undo %lld\nno",
					 (long long)point)),
		   "adjudicated");
	OK(judge_game_interventions(f.j, f.game, &f.arena, &h, &f.why));
	assert_true(h.v[n].undone && h.v[n + 1].undone);
	assert_true(h.ruled[0].undone);
	/* how the table plays stays */
	assert_false(h.v[n + 2].undone);
	assert_false(h.v[n - 1].undone);
	commanded_last(&h, "Cy", false);
	OK(judge_game_undo(f.j, f.game, h.v[n + 1].point, false, STR("yes"),
			   &f.why));
	OK(judge_game_interventions(f.j, f.game, &f.arena, &h, &f.why));
	assert_false(h.v[n].undone || h.v[n + 1].undone);
	assert_true(h.v[n + 3].undone);
	commanded_last(&h, "operator", false);
	verified();
	OK(judge_game_interventions(f.j, f.game, &f.arena, &h, &f.why));
	verify_export(fix_export(&f, EXPORT_FULL), &m, &f.arena, &r);
	assert_int_equal(r.by_masters, 2);
	assert_int_equal(h.by_masters, r.by_masters);
	assert_int_equal(h.by_operator, r.by_operator);
	assert_int_equal(h.overrides, r.overrides);
	assert_int_equal(h.overrides, 1);
	assert_int_equal(h.undone, r.undone);
	assert_int_equal(h.undone, 2);
	assert_int_equal(h.rulings, r.rulings);
	assert_int_equal(h.rulings, 1);
	assert_int_equal(h.n_ruled, 1);
	assert_int_equal(h.ruled[0].disputed, point);
	assert_str(h.ruled[0].verdict, "stands");
	assert_str(h.ruled[0].by, "Cy");
	assert_false(h.ruled[0].undone);
}

static void nothing_goes_back_to_before_the_start(void **unused)
{
	(void)unused;
	int64_t start;

	fix_started(&f, 0);
	start = fix_point(&f);
	assert_str(say(0, "pick 3"), "adjudicated");
	assert_str(say(1, "pick 4"), "adjudicated");
	assert_int_equal(judge_game_undo(f.j, f.game, start - 1, false,
					 STR("no"), &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	OK(judge_game_undo(f.j, f.game, start, false, STR("yes"), &f.why));
	assert_str(say(0, "pick 5"), "adjudicated");
	verified();
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_dispute_pauses_the_game_until_it_is_ruled_on),
		T(a_reason_may_be_broken_over_lines),
		T(reasons_keep_their_small_letters),
		T(what_is_rolled_again_is_so_once_and_told_before),
		T(fresh_dice_are_commanded_once_for_what_was_rolled),
		T(what_will_be_rolled_again_waits_for_it),
		T(a_ruling_takes_back_what_was_wrong),
		T(a_ruling_is_found_by_the_rules_that_it_names),
		T(a_dispute_comes_in_time_and_alone),
		T(what_is_done_by_hand_is_counted_as_verifiers_do),
		T(nothing_goes_back_to_before_the_start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
