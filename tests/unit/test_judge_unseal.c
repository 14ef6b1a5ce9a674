/*
 * tests/unit/test_judge_unseal.c - letters that are opened by all who may read
 * them, and by nobody else; each log verified, and what is changed in it found.
 */
#include "verifier/verify.h"
#include "base/date.h"
#include "games/games.h"
#include "judge_said.h"

enum { ANA, BOB, CY, MAX, OPEN = 1 | 2 | 4 | 8 | 16 | 32 };

static const char *open_to_master;

/* the toy, and somebody beside it who is never awaited */
static struct system rules;

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_unseal");
	rules = *f.config.systems[0].rules;
	rules.max_seats = 3;
	f.config.systems[0].rules = &rules;
	judge_close(f.j);
	fix_forget(&f);
	fix_open(&f);
	said_nothing();
	open_to_master = "no";
	return 0;
}

static void policy(const char *name, const char *value)
{
	OK(judge_game_policy(f.j, f.game, str_of(name), str_of(value), &f.why));
}

/* A table of three; the point of a letter of Ana's to Bob */
static void seated(const char *anonymous)
{
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 3 };

	for (int i = 0; i < 3; i++)
		fix_person(&f, i);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	policy("anonymous", anonymous);
	policy("gm-sees-hidden", open_to_master);
	for (int i = 0; i < 3; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
}

static const char *unseal(int64_t point)
{
	return arena_printf(&f.arena,
			    point % 2 ? "UNSEAL %lld" : "PUBLISH %lld",
			    (long long)point);
}

static int64_t written(void)
{
	assert_str(say(ANA, "SAY TO B: the old mill\n+ at dawn"), "letter");
	fix_posted(&f);
	return fix_point(&f);
}

static bool good(struct str log)
{
	struct verify_means m = { .systems = f.config.systems,
				  .n_systems = f.config.n_systems };
	struct verify_result r;

	verify_export(log, &m, &f.arena, &r);
	if (!r.good)
		fprintf(stderr, "line %d: %s\n", (int)r.fault.line,
			r.fault.what);
	return r.good;
}

/* Everybody's log verifies; who reads the words in it, a bit for each seat, 8:
 * who has no seat, 16: in the whole log, 32: the game master. */
static unsigned readers(void)
{
	static const int slots[] = { ANA, BOB, CY, -1, EXPORT_FULL, SLOT_GM };
	unsigned who = 0;

	for (unsigned i = 0; i < ARRAY_LEN(slots); i++) {
		struct str log;

		if (slots[i] == EXPORT_FULL) {
			struct game_row g;

			OK(store_game_get(judge_store(f.j), f.game, &f.arena,
					  &g, &f.why));
			if (g.state != GAME_ENDED)
				continue;
		}
		log = fix_export(&f, slots[i]);
		assert_true(good(log));
		who |= (unsigned)fix_holds(log, "THE OLD MILL") << i;
	}
	return who;
}

static void ended(void)
{
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void both_sides_open_a_letter_for_all(void **unused)
{
	(void)unused;
	struct str told;
	int64_t point;

	seated("no");
	point = written();
	assert_int_equal(readers(), 1);
	TAKEN(BOB, unseal(point));
	/* the other side is asked, nobody else hears of it */
	told = fix_posted(&f);
	assert_true(fix_holds(told, "to ana@one.test: report"));
	assert_true(fix_holds(told, "\"event\":\"press_publish_agreed\""));
	assert_false(fix_holds(told, "to cy@three.test"));
	assert_int_equal(readers(), 1);
	refused(BOB, unseal(point), "unseal_said");
	TAKEN(ANA, arena_printf(&f.arena, "DESELLAR %lld", (long long)point));
	told = fix_posted(&f);
	assert_true(fix_holds(told, "to cy@three.test: report"));
	assert_int_equal(fix_count(told, "opens [B] THE OLD MILL AT DAWN"), 3);
	assert_int_equal(readers(), 1 | 2 | 4 | 8 | 32);
	refused(ANA, unseal(point), "unseal_open");
	/* who looks for letters finds it */
	assert_str(say(BOB, "LETTERS"), "answered");
	assert_true(fix_holds(fix_posted(&f), "THE OLD MILL"));
	ended();
	assert_int_equal(readers(), OPEN);
}

static void one_side_alone_opens_nothing(void **unused)
{
	(void)unused;
	int64_t point;

	seated("no");
	point = written();
	TAKEN(ANA, unseal(point));
	refused(ANA, unseal(point), "unseal_said");
	assert_false(fix_holds(fix_log(&f), "\"event\":\"press_published\""));
	ended();
	assert_int_equal(readers(), 1);
}

static void nobody_else_opens_it(void **unused)
{
	(void)unused;
	int64_t point;

	seated("no");
	point = written();
	refused(CY, unseal(point), "unseal_none");
	refused(CY, unseal(point - 1), "unseal_none");
	refused(CY, unseal(999), "unseal_none");
	refused(CY, "UNSEAL", "unseal_unreadable");
	refused(CY, "UNSEAL 4\nPICK 1", "motion_alone");
	/* what all read is no matter of it */
	assert_str(say(CY, "SAY TO ALL: good morning"), "letter");
	refused(CY, unseal(fix_point(&f)), "unseal_none");
	ended();
	assert_int_equal(readers(), 1);
}

static struct str command(const char *lines)
{
	return fix_send(&f, fix_commands(&f, MAX, fix_point(&f),
					 ++last_serial[MAX], lines));
}

/* a game master beside them, who sees all but letters */
static void led(void)
{
	fix_player(&f, MAX, "Max", "max@four.test");
	fix_person(&f, MAX);
	open_to_master = "yes";
	seated("no");
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[MAX].person, &f.why));
}

static void a_letter_to_the_master_is_opened_by_the_master_too(void **unused)
{
	(void)unused;
	struct str told;
	int64_t point;

	led();
	assert_str(say(ANA, "SAY TO B MASTER: the old mill"), "letter");
	fix_posted(&f);
	point = fix_point(&f);
	TAKEN(BOB, unseal(point));
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"event\":\"press_publish_agreed\""),
			 3);
	assert_true(fix_holds(told, "to max@four.test: report"));
	assert_false(fix_holds(told, "to cy@three.test"));
	TAKEN(ANA, unseal(point));
	assert_false(fix_holds(fix_log(&f), "\"event\":\"press_published\""));
	assert_int_equal(readers(), 1);
	ended();
	fix_posted(&f);
	assert_str(command(unseal(point)), "adjudicated");
	told = fix_posted(&f);
	assert_true(fix_holds(told, "to cy@three.test: report"));
	assert_true(fix_holds(told, "opens [B GM] THE OLD MILL"));
	assert_str(command(unseal(point)), "master_refused");
	OK(judge_game_replay(f.j, f.game, &f.why));
	assert_int_equal(readers(), OPEN);
}

static void the_master_alone_opens_nothing(void **unused)
{
	(void)unused;
	int64_t point;

	led();
	point = written();
	/* of others */
	assert_str(command(unseal(point)), "master_refused");
	assert_str(say(ANA, "SAY TO MASTER: by the old mill"), "letter");
	point = fix_point(&f);
	assert_str(command("UNSEAL"), "master_refused");
	assert_str(
		command(arena_printf(&f.arena, "PREVIEW\n%s", unseal(point))),
		"preview");
	assert_str(command(arena_printf(&f.arena, "DESELLAR %lld",
					(long long)point)),
		   "adjudicated");
	assert_str(command(unseal(point)), "master_refused");
	assert_false(fix_holds(fix_log(&f), "\"event\":\"press_published\""));
	refused(BOB, unseal(point), "unseal_none");
	assert_int_equal(readers(), 1);
	TAKEN(ANA, unseal(point));
	ended();
	assert_int_equal(readers(), OPEN);
}

static void letters_to_several_are_opened_by_all_of_them(void **unused)
{
	(void)unused;
	struct str told;
	int64_t point;

	seated("no");
	assert_str(say(ANA, "SAY TO B C: the old mill\nSAY TO B: at dawn"),
		   "letter");
	point = fix_point(&f);
	TAKEN(BOB, unseal(point));
	TAKEN(ANA, unseal(point));
	assert_int_equal(readers(), 1);
	fix_posted(&f);
	TAKEN(CY, unseal(point));
	/* one signature stands for both */
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "opens [BC] THE OLD MILL [B] AT DAWN"),
			 3);
	ended();
	assert_int_equal(readers(), OPEN);
}

/* who has not read it is no side of it */
static void who_has_blocked_its_author_is_not_asked(void **unused)
{
	(void)unused;
	int64_t point;

	seated("no");
	TAKEN(CY, "BLOCK A");
	/* with an empty line in it */
	assert_str(say(ANA, "SAY TO B C: the old mill\n+\n+ at dawn"),
		   "letter");
	point = fix_point(&f);
	refused(CY, unseal(point), "unseal_none");
	TAKEN(BOB, unseal(point));
	TAKEN(ANA, unseal(point));
	ended();
	assert_int_equal(readers(), OPEN);
}

static void it_is_done_when_the_game_is_over(void **unused)
{
	(void)unused;
	int64_t point;

	seated("no");
	point = written();
	TAKEN(ANA, unseal(point));
	ended();
	refused(BOB, "PROPOSE PAUSE", "game_ended");
	assert_int_equal(readers(), 1);
	fix_posted(&f);
	TAKEN(BOB, unseal(point));
	assert_true(fix_holds(fix_posted(&f), "opens [B] THE OLD MILL"));
	assert_int_equal(readers(), OPEN);
	refused(BOB, unseal(point), "unseal_open");
	OK(judge_game_replay(f.j, f.game, &f.why));
}

/* what was said goes with who has said it */
static void who_comes_to_a_seat_has_said_nothing(void **unused)
{
	(void)unused;
	int64_t point;

	seated("no");
	fix_player(&f, 3, "Dora", "dora@four.test");
	fix_person(&f, 3);
	point = written();
	TAKEN(BOB, unseal(point));
	OK(judge_seat(f.j, f.game, BOB, f.p[3].person, &f.why));
	TAKEN(ANA, unseal(point));
	assert_false(fix_holds(fix_log(&f), "\"event\":\"press_published\""));
	ended();
	assert_int_equal(readers(), 1);
}

/* a signature names its author: until the end no log but has the words */
static void anonymous_letters_are_opened_in_mails(void **unused)
{
	(void)unused;
	int64_t point;
	struct str told;
	int n;

	seated("yes");
	point = written();
	TAKEN(ANA, unseal(point));
	TAKEN(BOB, unseal(point));
	f.now += 3600;
	OK(judge_tick(f.j, &n, &f.why));
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "opens [B] THE OLD MILL AT DAWN"), 3);
	assert_int_equal(readers(), 0);
	ended();
	assert_int_equal(readers() & 16, 16);
}

/* The line with this begins with what is put there instead. */
static struct str changed(struct str log, const char *was, const char *is)
{
	const char *at = strstr(log.s, was);

	assert_non_null(at);
	return str_of(arena_printf(&f.arena, "%.*s%s%s", (int)(at - log.s),
				   log.s, is, at + strlen(was)));
}

static void what_is_changed_in_it_is_found(void **unused)
{
	(void)unused;
	struct str log, other;
	const char *line, *end;
	int64_t point;

	seated("no");
	point = written();
	TAKEN(ANA, unseal(point));
	TAKEN(BOB, unseal(point));
	log = fix_export(&f, CY);
	assert_true(good(log));
	assert_false(good(changed(log, "THE OLD MILL", "THE NEW MILL")));
	/* left out, or of another point */
	line = strstr(log.s, "{\"signed\":");
	assert_non_null(line);
	end = strchr(line, '\n') + 1;
	other = str_of(arena_printf(&f.arena, "%.*s%s", (int)(line - log.s),
				    log.s, end));
	assert_false(good(other));
	/* and put where it is not */
	other = str_of(arena_printf(&f.arena, "%.*s%.*s%s", (int)(line - log.s),
				    log.s, (int)(end - line), line, line));
	assert_false(good(other));
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		T(both_sides_open_a_letter_for_all),
		T(one_side_alone_opens_nothing),
		T(nobody_else_opens_it),
		T(a_letter_to_the_master_is_opened_by_the_master_too),
		T(the_master_alone_opens_nothing),
		T(letters_to_several_are_opened_by_all_of_them),
		T(who_has_blocked_its_author_is_not_asked),
		T(it_is_done_when_the_game_is_over),
		T(who_comes_to_a_seat_has_said_nothing),
		T(anonymous_letters_are_opened_in_mails),
		T(what_is_changed_in_it_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
