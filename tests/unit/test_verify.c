/*
 * tests/unit/test_verify.c - exports of a small game and their verification.
 * What is changed in large games, and what the second verifier says of it, is
 * in tests/tamper.
 */
#include "unit.h"
#include "base/parse.h"
#include "fairness/dice_chain.h"
#include "verifier/export.h"
#include "verifier/verify.h"
#include "judge_fixture.h"

enum { STRIDE = 61, CUT = 101, EXPORT_MAX = 4 << 20 };

static struct fix f;

#define OK(call) assert_int_equal(call, ERR_OK)

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_verify");
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	fix_release(&f);
	return 0;
}

static struct verify_result verified(struct str file)
{
	struct verify_means m = { .systems = f.config.systems, .n_systems = 1 };
	struct verify_result r;

	verify_export(file, &m, &f.arena, &r);
	if (r.good)
		assert_int_equal(r.fault.what[0], 0);
	return r;
}

static void picked(void)
{
	int64_t point = fix_point(&f);

	assert_str(fix_send(&f, fix_orders(&f, 0, point, 1, "pick 3")),
		   "adjudicated");
	assert_str(fix_send(&f, fix_orders(&f, 1, point, 1, "pick 4")),
		   "adjudicated");
}

static void rolled(int serial)
{
	int who = fix_state(&f).head.active;

	assert_str(fix_send(&f,
			    fix_orders(&f, who, fix_point(&f), serial, "roll")),
		   "adjudicated");
}

static void played(void)
{
	fix_started(&f, 86400);
	picked();
	for (int serial = 2; fix_state(&f).head.phase == TOY_PLAY; serial++)
		rolled(serial);
}

static void a_game_verifies_for_everybody_who_may_see_it(void **unused)
{
	(void)unused;
	static const int slots[] = { EXPORT_FULL, -1,      0,
				     1,           SLOT_GM, SLOT_OBSERVER };
	struct verify_result full, r;

	played();
	full = verified(fix_export(&f, EXPORT_FULL));
	assert_true(full.good);
	assert_true(full.rules_run);
	assert_int_equal(full.closed, 0);
	assert_int_equal(full.points, fix_point(&f));
	assert_true(full.rolls && full.links == full.rolls);
	assert_int_equal(full.n_seats, 2);
	assert_str(full.seats[1].person, "Bob");
	for (size_t i = 1; i < ARRAY_LEN(slots); i++) {
		r = verified(fix_export(&f, slots[i]));
		assert_true(r.good);
		assert_false(r.rules_run);
		assert_int_equal(r.rolls, full.rolls);
		assert_int_equal(r.leaves, full.leaves);
		assert_true(r.closed > 0);
		assert_int_equal(r.signatures + r.unchecked, full.signatures);
	}
}

static void a_log_is_opened_in_full_when_its_game_has_ended(void **unused)
{
	(void)unused;
	struct buf b;

	fix_started(&f, 0);
	picked();
	buf_init(&b, EXPORT_MAX);
	assert_int_equal(export_game(f.j, f.game, EXPORT_FULL, fix_line_keep,
				     &b, &f.why),
			 ERR_USAGE);
	assert_int_equal(b.len, 0);
	why_clear(&f.why);
	assert_int_equal(export_game(f.j, f.game, 2, fix_line_keep, &b, &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	buf_release(&b);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	assert_true(verified(fix_export(&f, EXPORT_FULL)).good);
}

static void a_seat_sees_its_own_orders_and_no_others(void **unused)
{
	(void)unused;
	struct str ana, all;

	fix_started(&f, 0);
	picked();
	ana = fix_export(&f, 0);
	all = fix_export(&f, -1);
	assert_true(fix_holds(ana, "PICK 3"));
	assert_true(fix_holds(ana, "\"event\":\"picked\""));
	assert_false(fix_holds(ana, "PICK 4"));
	assert_false(fix_holds(ana, "\"state\":"));
	assert_false(fix_holds(all, "PICK 3"));
	assert_false(fix_holds(all, "\"event\":\"picked\""));
}

static void what_was_undone_or_left_to_time_verifies_too(void **unused)
{
	(void)unused;
	struct verify_result r;
	int64_t point;
	int n;

	fix_started(&f, 86400);
	picked();
	point = fix_point(&f);
	rolled(2);
	OK(judge_game_undo(f.j, f.game, point, false, STR("a misreading"),
			   &f.why));
	rolled(3); /* the same orders for the same state: the same link */
	OK(judge_game_undo(f.j, f.game, point, false, STR("again"), &f.why));
	f.now += 2 * 86400;
	OK(judge_tick(f.j, &n, &f.why)); /* a silent player: another link */
	OK(judge_game_pause(f.j, f.game, STR("holidays"), &f.why));
	OK(judge_game_resume(f.j, f.game, &f.why));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	r = verified(fix_export(&f, EXPORT_FULL));
	assert_true(r.good);
	assert_int_equal(r.undone, 2);
	assert_true(r.links >= 2);
	assert_true(verified(fix_export(&f, -1)).good);
}

static void rules_of_another_version_are_named(void **unused)
{
	(void)unused;
	struct game_kind other = f.config.systems[0];
	struct system rules = system_toy;
	struct verify_means m = { .systems = &other, .n_systems = 1 };
	struct verify_result r;

	fix_started(&f, 0);
	rules.version = "toy 99";
	other.rules = &rules;
	verify_export(fix_export(&f, -1), &m, &f.arena, &r);
	assert_false(r.good);
	assert_int_equal(r.fault.line, 1);
	assert_true(fix_holds(str_of(r.fault.what), "toy 99"));
}

/* the line that holds this offset */
static size_t line_of(struct str file, size_t at)
{
	size_t line = 1;

	for (size_t i = 0; i < at; i++)
		line += file.s[i] == '\n';
	return line;
}

/* another seed (contrib/soak) changes other bytes */
static size_t first_byte(void)
{
	const char *text = getenv("HERALDO_SEED");
	int64_t seed = 0;

	return text && parse_int(str_of(text), 0, INT32_MAX, &seed)
		       ? (size_t)seed % STRIDE
		       : 0;
}

static void no_byte_can_be_changed(void **unused)
{
	(void)unused;
	struct verify_grammar kept = { .grammar = NULL };
	struct str file;
	char *copy;

	played();
	file = fix_export(&f, EXPORT_FULL);
	copy = arena_copy(&f.arena, file.s, file.len);
	for (size_t at = first_byte(); at < file.len; at += STRIDE) {
		struct str changed = { copy, file.len };
		struct verify_means m = { .systems = f.config.systems,
					  .n_systems = 1,
					  .kept = &kept };
		struct verify_result r;
		struct arena a;

		copy[at] = (char)(copy[at] ^ 1 << at % 8);
		arena_init(&a);
		verify_export(changed, &m, &a, &r);
		arena_release(&a);
		copy[at] = file.s[at];
		assert_false(r.good);
		/* what the first line says is compared with what follows */
		if (line_of(file, at) > 1)
			assert_int_equal(r.fault.line, line_of(file, at));
	}
	arena_release(&kept.arena);
}

static void no_end_can_be_cut_off(void **unused)
{
	(void)unused;
	struct str file, part;

	played();
	file = fix_export(&f, 0);
	for (part = file; part.len; part.len -= part.len < CUT ? 1 : CUT) {
		struct verify_result r;

		if (part.len == file.len)
			continue;
		r = verified(part);
		assert_false(r.good);
		assert_true(r.fault.line >= 1);
	}
}

/* The file with the first `from` in it replaced. */
static void replaced(struct str file, const char *from, const char *to,
		     struct buf *out)
{
	size_t n = strlen(from);

	for (size_t i = 0; i < file.len; i++) {
		if (i + n <= file.len && !memcmp(file.s + i, from, n)) {
			buf_addz(out, to);
			buf_add(out, file.s + i + n, file.len - i - n);
			return;
		}
		buf_addc(out, file.s[i]);
	}
	fail();
}

static void the_place_of_a_difference_is_told(void **unused)
{
	(void)unused;
	struct verify_result r;
	struct buf b;

	played();
	buf_init(&b, EXPORT_MAX);
	replaced(fix_export(&f, EXPORT_FULL), "\"face\":", "\"face\":1", &b);
	r = verified(buf_str(&b));
	assert_false(r.good);
	assert_true(r.fault.event > 1);
	assert_true(r.fault.point > 1);
	assert_int_equal(strlen(r.fault.expected), 64); /* two hashes */
	assert_int_equal(strlen(r.fault.found), 64);
	buf_release(&b);
}

/* The n-th commitment of the log, as digits. */
static struct str committed(int n)
{
	static const char mark[] = "\"event\":\"committed\"";
	struct str log = fix_log(&f), line;
	const char *at;

	while (parse_line(&log, &line)) {
		if (!fix_holds(line, mark) || n--)
			continue;
		at = memmem(line.s, line.len, "\"hash\":\"", 8);
		return (struct str){ at + 8, 64 };
	}
	return STR("");
}

/* opens: is it open to game masters? */
static void hidden_started(bool opens)
{
	struct game_option treasure = { .name = STR("treasure"), .seat = -1 };
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .options = &treasure,
				  .n_options = 1,
				  .n_policies = 1 };

	plan.policies[0].name = STR("gm-sees-hidden");
	plan.policies[0].value = opens ? STR("yes") : STR("no");
	for (int i = 0; i < 2; i++)
		fix_person(&f, i);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
}

static void what_stays_hidden_is_of_the_second_secret(void **unused)
{
	(void)unused;
	static const int slots[] = { -1, 0, 1, SLOT_GM };
	struct verify_result r;
	struct str ana;

	hidden_started(true);
	picked();
	for (int serial = 2; fix_state(&f).head.phase == TOY_PLAY; serial++)
		rolled(serial);
	r = verified(fix_export(&f, EXPORT_FULL));
	assert_true(r.good && r.rules_run);
	assert_int_equal(r.draws, 2);
	assert_int_equal(r.open, 1); /* the second one is never shown */
	for (size_t i = 0; i < ARRAY_LEN(slots); i++) {
		r = verified(fix_export(&f, slots[i]));
		assert_true(r.good);
		assert_int_equal(r.draws, slots[i] == SLOT_GM ? 2 : 0);
	}
	ana = fix_export(&f, 0);
	assert_false(fix_holds(ana, "\"event\":\"drawn\""));
	assert_false(fix_holds(ana, "\"event\":\"bonus\""));
}

/* unless the game is open to them */
static void what_stays_hidden_is_so_for_game_masters(void **unused)
{
	(void)unused;
	struct verify_result r;
	struct str log;

	hidden_started(false);
	picked();
	log = fix_export(&f, SLOT_GM);
	assert_false(fix_holds(log, "\"event\":\"drawn\""));
	r = verified(log);
	assert_true(r.good);
	assert_int_equal(r.draws, 0);
}

static void hidden_values_come_again_only_for_the_same_step(void **unused)
{
	(void)unused;
	struct verify_result r;
	int64_t before = 0, after;
	int serial = 2, n, who;

	hidden_started(true);
	picked();
	/* the roll that opens the first value draws the second */
	while (!committed(1).len) {
		before = fix_point(&f);
		rolled(serial++);
	}
	for (n = 1; n <= 2; n++) {
		OK(judge_game_undo(f.j, f.game, before, n == 2, STR("why"),
				   &f.why));
		who = fix_state(&f).head.active;
		assert_str(
			fix_send(&f, fix_orders(&f, who, fix_point(&f),
						serial++, "wait // so\nroll")),
			"adjudicated");
		while (!committed(n + 1).len)
			rolled(serial++);
		after = fix_point(&f);
	}
	assert_true(str_equal(committed(1), committed(2)));
	assert_false(str_equal(committed(1), committed(3)));
	/* what was undone can be taken up again: the third counts */
	OK(judge_game_undo(f.j, f.game, before, false, STR("why"), &f.why));
	OK(judge_game_undo(f.j, f.game, after, false, STR("so"), &f.why));
	while (fix_state(&f).head.phase == TOY_PLAY)
		rolled(serial++);
	r = verified(fix_export(&f, EXPORT_FULL));
	assert_true(r.good && r.rules_run);
	assert_int_equal(r.draws, 4);
	assert_int_equal(r.open, 1);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void behind_a_sealed_choice_all_is_drawn_and_rolled_afresh(void **unused)
{
	(void)unused;
	struct verify_result r;
	int64_t before, links = 0;
	int serial = 2;

	hidden_started(true);
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3")),
		   "adjudicated");
	before = fix_point(&f);
	for (int i = 0; i < 2; i++) {
		assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f),
						   serial++, "pick 4")),
			   "adjudicated");
		rolled(serial++);
		links += fix_count(fix_log(&f), "\"number\":2,\"link\"");
		if (!i)
			OK(judge_game_undo(f.j, f.game, before, false,
					   STR("why"), &f.why));
	}
	assert_int_equal(links, 1);
	assert_false(str_equal(committed(0), committed(1)));
	assert_int_equal(fix_count(fix_log(&f), "\"fresh\":true"), 1);
	while (fix_state(&f).head.phase == TOY_PLAY)
		rolled(serial++);
	r = verified(fix_export(&f, EXPORT_FULL));
	assert_true(r.good && r.rules_run);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		TEST(a_game_verifies_for_everybody_who_may_see_it),
		TEST(a_log_is_opened_in_full_when_its_game_has_ended),
		TEST(a_seat_sees_its_own_orders_and_no_others),
		TEST(what_was_undone_or_left_to_time_verifies_too),
		TEST(what_stays_hidden_is_of_the_second_secret),
		TEST(what_stays_hidden_is_so_for_game_masters),
		TEST(hidden_values_come_again_only_for_the_same_step),
		TEST(behind_a_sealed_choice_all_is_drawn_and_rolled_afresh),
		TEST(rules_of_another_version_are_named),
		TEST(no_byte_can_be_changed),
		TEST(no_end_can_be_cut_off),
		TEST(the_place_of_a_difference_is_told),
#undef TEST
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
