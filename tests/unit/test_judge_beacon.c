/*
 * tests/unit/test_judge_beacon.c - a game whose dice rest on an outside beacon:
 * it waits for the pulse, and whoever has its log can see which one it was.
 */
#include "unit.h"
#include "verifier/export.h"
#include "verifier/verify.h"
#include "fake_beacon.h"
#include "tests/srcdir.h"
#include "judge_fixture.h"
#include <unistd.h>

enum { MINUTE = 60, LATE = 700 };

#define OK(call) assert_int_equal(call, ERR_OK)

static struct fix f;
static struct fake_beacon fake;
static struct str told;
static char pulses[80], certificate[80];

static void tell(void *context, const char *words)
{
	(void)context;
	told = str_of(arena_strdup(&f.arena, words));
}

static void file_write(const char *path, const char *mode, struct str s)
{
	FILE *out = fopen(path, mode);

	assert_non_null(out);
	assert_int_equal(fwrite(s.s, 1, s.len, out), s.len);
	assert_int_equal(fclose(out), 0);
}

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_beacon");
	fake_beacon_init(&fake, &f.arena);
	snprintf(pulses, sizeof(pulses), "%s.pulses", f.path);
	snprintf(certificate, sizeof(certificate), "%s.pem", f.path);
	file_write(certificate, "w", fake.pem);
	judge_close(f.j);
	f.config.beacon_file = pulses;
	f.config.beacon_certificate = certificate;
	f.config.env.tell = tell;
	told = STR("");
	fix_open(&f);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	unlink(pulses);
	unlink(certificate);
	fake_beacon_release(&fake);
	fix_release(&f);
	return 0;
}

static void started(int beacon, int64_t deadline_s)
{
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .deadline_s = deadline_s,
				  .beacon = beacon };

	for (int i = 0; i < 2; i++)
		fix_person(&f, i);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	for (int i = 0; i < 2; i++)
		assert_str(fix_send(&f, fix_orders(&f, i, fix_point(&f), 1,
						   "pick 3")),
			   "adjudicated");
}

/* who is awaited orders a roll */
static void ordered(int serial)
{
	assert_str(fix_send(&f, fix_orders(&f, fix_state(&f).head.active,
					   fix_point(&f), serial, "roll")),
		   "adjudicated");
}

static int rolls(void)
{
	return fix_count(fix_log(&f), "\"event\":\"rolled\"");
}

/* the clock goes on, and the judge does what is due */
static void later(int64_t seconds)
{
	int n;

	f.now += seconds;
	OK(judge_tick(f.j, &n, &f.why));
}

/* the pulse of a moment comes into the file; status 2: of a gap */
static void published(int64_t at_s, int status)
{
	file_write(pulses, "a",
		   fake_beacon_pulse(&fake, &f.arena, at_s, status));
}

/* the first full minute at a moment or after it */
static int64_t minute(int64_t at_s)
{
	return (at_s + MINUTE - 1) / MINUTE * MINUTE;
}

static struct verify_result verified(struct str file)
{
	struct verify_means m = { .systems = f.config.systems, .n_systems = 1 };
	struct verify_result r;

	verify_export(file, &m, &f.arena, &r);
	if (!r.good)
		fprintf(stderr, "line %zu: %s\n%s\n%s\n", r.fault.line,
			r.fault.what, r.fault.expected, r.fault.found);
	return r;
}

static void no_die_is_rolled_before_its_pulse_is_there(void **unused)
{
	(void)unused;
	int64_t sealed, point;

	started(BEACON_NIST, 0);
	sealed = f.now;
	ordered(2);
	point = fix_point(&f);
	assert_int_equal(rolls(), 0);
	/* all are told what is waited for, its author which lines do */
	assert_int_equal(fix_count(fix_log(&f), "\"beacon_due\""), 1);
	assert_int_equal(fix_count(fix_log(&f), "\"dice_wait\""), 1);
	/* the pulse of the order's own minute counts for nothing */
	published(minute(sealed), 0);
	later(59);
	assert_int_equal(fix_point(&f), point);
	/* its time has come, and the file lacks it: the game waits */
	later(2 * MINUTE);
	assert_int_equal(fix_point(&f), point);
	assert_int_equal(told.len, 0);
	later(LATE);
	assert_true(fix_holds(told, "wait for a pulse"));
	assert_int_equal(rolls(), 0);
	published(minute(sealed + MINUTE), 0);
	later(MINUTE);
	assert_int_equal(fix_point(&f), point + 1);
	assert_int_equal(rolls(), 1);
	assert_int_equal(fix_count(fix_log(&f), "\"beacon_pulse\""), 1);
	/* nothing more is looked for */
	later(10 * MINUTE);
	assert_int_equal(fix_point(&f), point + 1);
}

static void played(void)
{
	for (int serial = 2; fix_state(&f).head.phase == TOY_PLAY; serial++) {
		ordered(serial);
		published(minute(f.now + MINUTE), 0);
		later(3 * MINUTE);
		assert_int_equal(rolls(), serial - 1);
	}
}

static void its_log_verifies_and_names_the_beacon(void **unused)
{
	(void)unused;
	static const int slots[] = { EXPORT_FULL, -1, 0, 1, SLOT_GM };
	struct verify_result r;

	started(BEACON_NIST, 0);
	played();
	for (size_t i = 0; i < ARRAY_LEN(slots); i++) {
		r = verified(fix_export(&f, slots[i]));
		assert_true(r.good);
		assert_int_equal(r.pulses, rolls());
		assert_true(str_starts(r.beacon, "nist SHA256:"));
		assert_true(r.beacon_checked);
	}
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void what_is_sent_meanwhile_is_decided_by_a_later_pulse(void **unused)
{
	(void)unused;
	int64_t sealed, point;
	int who;

	started(BEACON_NIST, 0);
	sealed = f.now;
	who = fix_state(&f).head.active;
	ordered(2);
	published(minute(sealed + MINUTE), 0);
	/* who knows the pulse orders once more */
	f.now = minute(sealed + MINUTE) + 1;
	fix_send(&f, fix_orders(&f, who, fix_point(&f), 3, "roll"));
	point = fix_point(&f);
	later(2 * MINUTE);
	assert_int_equal(fix_point(&f), point);
	published(minute(f.now - 2 * MINUTE + MINUTE), 0);
	later(MINUTE);
	assert_int_equal(rolls(), 1);
	assert_true(verified(fix_export(&f, -1)).good);
}

static void missing_pulses_are_passed_over_with_their_proof(void **unused)
{
	(void)unused;
	int64_t sealed;

	started(BEACON_NIST, 0);
	sealed = f.now;
	ordered(2);
	published(minute(sealed), 0);
	published(minute(sealed) + 10 * MINUTE, 2);
	later(30 * MINUTE);
	assert_int_equal(rolls(), 1);
	assert_int_equal(fix_count(fix_log(&f), "\"beacon_before\""), 1);
	assert_true(verified(fix_export(&f, -1)).good);
}

static void a_forged_pulse_is_told_and_rolls_nothing(void **unused)
{
	(void)unused;
	struct fake_beacon forger;
	int64_t sealed;

	started(BEACON_NIST, 0);
	sealed = f.now;
	ordered(2);
	fake_beacon_init(&forger, &f.arena);
	file_write(pulses, "w",
		   fake_beacon_pulse(&forger, &f.arena, minute(sealed + MINUTE),
				     0));
	fake_beacon_release(&forger);
	later(3 * MINUTE);
	assert_int_equal(rolls(), 0);
	assert_true(fix_holds(told, "not signed"));
	published(minute(sealed + MINUTE), 0);
	later(MINUTE);
	assert_int_equal(rolls(), 1);
}

static void a_new_certificate_of_the_beacon_goes_on_in_the_log(void **unused)
{
	(void)unused;
	struct verify_result r;

	started(BEACON_NIST, 0);
	ordered(2);
	published(minute(f.now + MINUTE), 0);
	later(3 * MINUTE);
	assert_int_equal(rolls(), 1);
	/* the same once more is a mistake */
	assert_int_equal(judge_game_beacon(f.j, f.game, &f.why), ERR_USAGE);
	assert_true(fix_holds(str_of(f.why.text), "new one"));
	why_clear(&f.why);
	fake_beacon_release(&fake);
	fake_beacon_init(&fake, &f.arena);
	file_write(certificate, "w", fake.pem);
	ordered(3);
	published(minute(f.now + MINUTE), 0);
	later(3 * MINUTE);
	assert_int_equal(rolls(), 1);
	assert_true(fix_holds(told, "not signed"));
	OK(judge_game_beacon(f.j, f.game, &f.why));
	published(minute(f.now + MINUTE), 0);
	later(3 * MINUTE);
	assert_int_equal(rolls(), 2);
	assert_int_equal(fix_count(fix_log(&f), "\"beacon_changed\""), 1);
	OK(judge_game_replay(f.j, f.game, &f.why));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	r = verified(fix_export(&f, EXPORT_FULL));
	assert_true(r.good);
	assert_int_equal(fix_count(r.beacon, "nist SHA256:"), 2);
	assert_true(verified(fix_export(&f, -1)).good);
}

static void only_the_certificate_of_nist_is_changed(void **unused)
{
	(void)unused;

	started(BEACON_DRAND, 0);
	assert_int_equal(judge_game_beacon(f.j, f.game, &f.why), ERR_USAGE);
	assert_true(fix_holds(str_of(f.why.text), "NIST"));
	why_clear(&f.why);
}

static void deadlines_do_not_pass_for_who_waits_for_dice(void **unused)
{
	(void)unused;
	int64_t sealed;

	started(BEACON_NIST, 3600);
	sealed = f.now;
	ordered(2);
	later(7200);
	assert_int_equal(fix_count(fix_log(&f), "\"deadline_passed\""), 0);
	published(minute(sealed + MINUTE), 0);
	later(MINUTE);
	assert_int_equal(rolls(), 1);
	/* the other has the time of a turn from now */
	later(3500);
	assert_int_equal(fix_count(fix_log(&f), "\"deadline_passed\""), 0);
	later(200);
	assert_int_equal(fix_count(fix_log(&f), "\"deadline_passed\""), 1);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	assert_true(verified(fix_export(&f, EXPORT_FULL)).good);
}

static void an_undone_roll_comes_again_as_it_was(void **unused)
{
	(void)unused;
	struct str log;
	const char *first, *second;
	int64_t before;

	started(BEACON_NIST, 0);
	ordered(2);
	before = fix_point(&f) - 1;
	published(minute(f.now + MINUTE), 0);
	later(3 * MINUTE);
	OK(judge_game_undo(f.j, f.game, before, false, STR("why"), &f.why));
	ordered(3);
	published(minute(f.now + MINUTE), 0);
	later(3 * MINUTE);
	assert_int_equal(rolls(), 2);
	log = fix_log(&f);
	first = memmem(log.s, log.len, "\"face\":", 7);
	second = memmem(first + 1, log.len - (size_t)(first + 1 - log.s),
			"\"face\":", 7);
	assert_memory_equal(first, second, 8);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	assert_true(verified(fix_export(&f, EXPORT_FULL)).good);
}

static void a_beacon_needs_its_file_and_certificate(void **unused)
{
	(void)unused;
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .beacon = BEACON_NIST };

	judge_close(f.j);
	f.config.beacon_certificate = "";
	fix_open(&f);
	assert_int_equal(
		judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why),
		ERR_USAGE);
	assert_true(fix_holds(str_of(f.why.text), "beacon-certificate"));
	why_clear(&f.why);
	judge_close(f.j);
	f.config.beacon_file = "";
	fix_open(&f);
	plan.beacon = BEACON_DRAND;
	assert_int_equal(
		judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why),
		ERR_USAGE);
	assert_true(fix_holds(str_of(f.why.text), "beacon-path"));
	why_clear(&f.why);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		TEST(no_die_is_rolled_before_its_pulse_is_there),
		TEST(its_log_verifies_and_names_the_beacon),
		TEST(what_is_sent_meanwhile_is_decided_by_a_later_pulse),
		TEST(missing_pulses_are_passed_over_with_their_proof),
		TEST(a_forged_pulse_is_told_and_rolls_nothing),
		TEST(a_new_certificate_of_the_beacon_goes_on_in_the_log),
		TEST(only_the_certificate_of_nist_is_changed),
		TEST(deadlines_do_not_pass_for_who_waits_for_dice),
		TEST(an_undone_roll_comes_again_as_it_was),
		TEST(a_beacon_needs_its_file_and_certificate),
#undef TEST
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
