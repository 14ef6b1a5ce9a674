/* tests/unit/test_judge_world.c - full disks, late clocks, other judges. */
#include "unit.h"
#include "judge_fixture.h"
#include "verifier/verify.h"
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define OK(call) assert_int_equal(call, ERR_OK)

static struct fix f;

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_world");
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	fix_release(&f);
	return 0;
}

/* no file may grow beyond this */
static void disk_has(rlim_t bytes)
{
	struct rlimit r;

	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &r), 0);
	r.rlim_cur = bytes < r.rlim_max ? bytes : r.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &r), 0);
}

static rlim_t written(void)
{
	struct stat st;

	assert_int_equal(stat(arena_printf(&f.arena, "%s-wal", f.path), &st),
			 0);
	return (rlim_t)st.st_size;
}

static void a_full_disk_costs_no_mail(void **unused)
{
	(void)unused;
	int failed = 0, n = 0;
	enum err e;

	fix_started(&f, 0);
	fix_take(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3"));
	/* a page more each time: every write fails once, and often */
	for (rlim_t more = 0; !n && more < 1 << 20; more += 4096)
		for (int i = 0; i < 2 * JUDGE_ATTEMPTS && !n; i++) {
			disk_has(written() + more);
			e = judge_work(f.j, 10, &n, &f.why);
			disk_has(RLIM_INFINITY);
			failed += e != ERR_OK;
			assert_true(e == ERR_OK || e == ERR_DISK);
			assert_true(!e || f.why.text[0]);
			why_clear(&f.why);
		}
	assert_true(failed > 2 * JUDGE_ATTEMPTS);
	assert_str(fix_verdict(&f), "adjudicated");
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void a_full_disk_costs_no_letter(void **unused)
{
	(void)unused;
	int64_t counts[OUTBOX_STATES];
	struct posting v[JUDGE_BATCH];
	int n = 0;
	enum err e;

	fix_started(&f, 0);
	for (rlim_t more = 0; !n && more < 1 << 20; more += 4096)
		for (int i = 0; i < 2 * JUDGE_ATTEMPTS && !n; i++) {
			disk_has(written() + more);
			e = judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n,
				       &f.why);
			disk_has(RLIM_INFINITY);
			assert_true(e == ERR_OK || e == ERR_DISK);
			why_clear(&f.why);
		}
	OK(store_outbox_counts(judge_store(f.j), counts, &f.why));
	assert_int_equal(counts[OUTBOX_FAILED], 0);
	assert_int_equal(counts[OUTBOX_SENDING], n);
}

/* the toy by another version of its rules */
static struct system newer;

/* the judge begins anew, with these rules */
static void played_by(const char *version)
{
	newer = system_toy;
	newer.version = version;
	judge_close(f.j);
	f.config.systems[0].rules = &newer;
	fix_open(&f);
}

static void a_game_that_cannot_be_played_stops_no_other(void **unused)
{
	(void)unused;
	int64_t counts[INBOX_STATES];
	struct str lost;
	int n, fired = 0;
	enum err e;

	fix_started(&f, 86400);
	lost = fix_orders(&f, 0, fix_point(&f), 1, "pick 3");
	played_by("toy-of-tomorrow");
	fix_game(&f, 86400, 0);
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	fix_take(&f, lost);
	fix_take(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 5"));
	for (int i = 0; i <= JUDGE_ATTEMPTS; i++) {
		e = judge_work(f.j, 10, &n, &f.why);
		why_clear(&f.why);
	}
	OK(e);
	assert_int_equal(fix_state(&f).pick[0], 5);
	OK(store_inbox_counts(judge_store(f.j), counts, &f.why));
	assert_int_equal(counts[INBOX_QUARANTINED], 1);
	/* nor do its timers, which come first */
	f.now += 86400;
	assert_int_equal(judge_tick(f.j, &fired, &f.why), ERR_STORE_VERSION);
	why_clear(&f.why);
	assert_int_equal(fix_state(&f).pick[1], 1);
	OK(judge_tick(f.j, &fired, &f.why));
}

static int64_t due_of(int seat)
{
	struct judge_awaited v[8];
	int n;

	OK(judge_game_awaiting(f.j, f.game, v, 8, &n, &f.why));
	for (int i = 0; i < n; i++)
		if (v[i].seat == seat)
			return v[i].deadline_s;
	return 0;
}

static void what_is_tried_again_was_due_when_it_was(void **unused)
{
	(void)unused;
	struct verify_means m = { .systems = f.config.systems, .n_systems = 1 };
	const struct system *today = f.config.systems[0].rules;
	struct verify_result r;
	int64_t due, at_s, timer_s;
	int fired;

	fix_started(&f, 86400);
	due = due_of(0);
	played_by("toy-of-tomorrow");
	f.now = due;
	assert_int_equal(judge_tick(f.j, &fired, &f.why), ERR_STORE_VERSION);
	why_clear(&f.why);
	OK(judge_next(f.j, &at_s, &timer_s, &f.why));
	assert_int_equal(timer_s, due + 3600);
	f.now += 3599;
	OK(judge_tick(f.j, &fired, &f.why));
	f.now++;
	assert_int_equal(judge_tick(f.j, &fired, &f.why), ERR_STORE_VERSION);
	why_clear(&f.why);
	played_by(today->version);
	f.now += 3600;
	OK(judge_tick(f.j, &fired, &f.why));
	assert_true(fired > 0);
	/* the log tells of the deadline that all were told of */
	verify_export(fix_export(&f, -1), &m, &f.arena, &r);
	if (!r.good)
		print_error("%s: %s\n", r.fault.what, r.fault.found);
	assert_true(r.good);
	assert_int_equal(fix_state(&f).pick[0], 1);
}

/* how often the mail that waits was tried, by what the store says */
static int tries_so_far(void)
{
	struct inbox_open open;
	int n;

	OK(store_inbox_open(judge_store(f.j), NULL, INT64_MAX, &open, 1, &n,
			    &f.why));
	return n ? open.attempts : -1;
}

static void a_mail_is_counted_before_it_is_tried_and_once(void **unused)
{
	(void)unused;
	int n;

	fix_started(&f, 0);
	/* with the mail itself: whatever dies now, it is counted */
	fix_take(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3"));
	assert_int_equal(tries_so_far(), 1);
	disk_has(written());
	assert_int_equal(judge_work(f.j, 10, &n, &f.why), ERR_DISK);
	disk_has(RLIM_INFINITY);
	why_clear(&f.why);
	assert_int_equal(tries_so_far(), 1); /* owed: it cannot be written */
	/* a judge that never tried it counts its own try */
	judge_close(f.j);
	fix_open(&f);
	assert_int_equal(tries_so_far(), 1);
	fix_work(&f);
	assert_str(fix_verdict(&f), "adjudicated");
	assert_int_equal(tries_so_far(), -1);
}

static void small_talk_gives_no_more_time(void **unused)
{
	(void)unused;
	int64_t due;

	fix_started(&f, 86400);
	due = due_of(0);
	f.now += 86000;
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "clear")),
		   "adjudicated");
	assert_int_equal(due_of(0), due);
}

/* a mail that its server had at this time */
static struct str came(int64_t received_s, struct str raw)
{
	struct raw_mail m = {
		.received_s = received_s,
		.bytes = raw,
	};
	int n;

	OK(judge_mails_store(f.j, &m, 1, NULL, &n, &f.why));
	fix_work(&f);
	return fix_verdict(&f);
}

static void the_hour_of_receipt_counts(void **unused)
{
	(void)unused;
	int64_t due;

	fix_started(&f, 86400);
	due = due_of(0);
	/* the judge was away for a week, and fetches before it fires timers */
	f.now = due + 7 * 86400;
	assert_str(came(due - 1, fix_orders(&f, 0, fix_point(&f), 1, "pick 3")),
		   "adjudicated");
	assert_str(
		came(due + 60, fix_orders(&f, 1, fix_point(&f), 1, "pick 4")),
		"stale");
	assert_int_equal(fix_state(&f).pick[0], 3);
	assert_int_equal(fix_state(&f).pick[1], 1); /* by default */
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void timers_fire_up_to_what_was_seen(void **unused)
{
	(void)unused;
	int64_t due;
	int fired;

	fix_started(&f, 86400);
	due = due_of(0);
	f.now = due + 3600;
	OK(judge_tick_until(f.j, due - 1, &fired, &f.why));
	assert_int_equal(fix_state(&f).in[0], 0);
	OK(judge_tick_until(f.j, due, &fired, &f.why));
	assert_int_equal(fix_state(&f).pick[0], 1);
}

static void no_timer_fires_while_the_clock_is_doubted(void **unused)
{
	(void)unused;
	int64_t due;
	int fired, n;

	fix_started(&f, 86400);
	due = due_of(0);
	f.now = due + 3600;
	judge_timers_hold(f.j, true);
	OK(judge_tick(f.j, &fired, &f.why));
	assert_int_equal(fired, 0);
	/* nor is a mail worked on before a deadline that it came after */
	fix_take(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3"));
	OK(judge_work(f.j, 10, &n, &f.why));
	assert_int_equal(n, 0);
	assert_int_equal(fix_state(&f).in[0], 0);
	judge_timers_hold(f.j, false);
	OK(judge_work(f.j, 10, &n, &f.why));
	assert_int_equal(n, 1);
	assert_str(fix_verdict(&f), "stale");
	assert_int_equal(fix_state(&f).pick[0], 1); /* by default */
}

static void a_seat_is_for_who_can_sign(void **unused)
{
	(void)unused;
	int64_t eve, point;

	fix_started(&f, 0);
	OK(judge_person_add(f.j, STR("Eve"), STR("eve@one.test"), STR("en"),
			    STR("UTC"), &eve, &f.why));
	point = fix_point(&f);
	assert_int_equal(judge_seat(f.j, f.game, 1, eve, &f.why), ERR_NO_KEY);
	assert_non_null(strstr(f.why.text, "no key of Eve"));
	why_clear(&f.why);
	/* nor is a seat given twice to who has it */
	assert_int_equal(judge_seat(f.j, f.game, 1, f.p[1].person, &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	assert_int_equal(fix_point(&f), point);
	/* to look on needs no key */
	OK(judge_seat(f.j, f.game, SLOT_OBSERVER, eve, &f.why));
	{
		struct buf line;

		buf_init(&line, 1000);
		key_render(&f.p[2].key.key, STR("key"), &line);
		OK(judge_key_add(f.j, eve, buf_str(&line), &f.why));
		buf_release(&line);
	}
	OK(judge_seat(f.j, f.game, 1, eve, &f.why));
}

static void no_two_judges_send_from_one_database(void **unused)
{
	(void)unused;
	struct posting v[4];
	struct outbox_row row;
	int n, status;
	pid_t pid;

	fix_started(&f, 0);
	OK(judge_post(f.j, &f.arena, v, 1, &n, &f.why));
	pid = fork();
	if (!pid) {
		struct judge *other;
		enum err e = judge_open(&other, &f.config, &f.why);

		if (e != ERR_EXISTS)
			_exit(1);
		why_clear(&f.why);
		/* a command beside it is welcome */
		f.config.guest = true;
		e = judge_open(&other, &f.config, &f.why);
		if (!e)
			judge_close(other);
		_exit(e ? 2 : 0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(WEXITSTATUS(status), 0);
	OK(store_outbox_get(judge_store(f.j), v[0].id, &f.arena, &row, &f.why));
	assert_int_equal(row.state, OUTBOX_SENDING);
}

static void an_unsure_server_is_not_tried_for_ever(void **unused)
{
	(void)unused;
	struct posting v[4];
	struct posting_result r = { .fate = POSTING_UNKNOWN };
	struct outbox_row row;
	int n;

	fix_game(&f, 0, fix_person(&f, 2));
	OK(judge_post(f.j, &f.arena, v, 1, &n, &f.why));
	r.id = v[0].id;
	f.now += 6 * 86400;
	OK(judge_posted(f.j, &r, 1, &f.why));
	OK(store_outbox_get(judge_store(f.j), r.id, &f.arena, &row, &f.why));
	assert_int_equal(row.state, OUTBOX_FAILED);
}

static bool note_newest(void *context, const struct outbox_row *r)
{
	*(struct outbox_row *)context = *r;
	return false;
}

static struct outbox_row newest(void)
{
	struct outbox_row r = { 0 };

	OK(store_outbox_choose(judge_store(f.j),
			       &(struct mail_choice){ .state = -1, .max = 1 },
			       &f.arena, note_newest, &r, &f.why));
	return r;
}

/* what is sent again later is a new letter, and says the same */
static void a_letter_is_sent_again_from_the_log(void **unused)
{
	(void)unused;
	static const struct judge_keeping at_once = { .stray_bytes = 1 << 20 };
	struct judge_forgotten gone;
	struct outbox_row first, again;
	struct buf one, two;
	const char *events;
	bool more;

	fix_started(&f, 7200);
	fix_post(&f, NULL);
	fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1, "pick 3"));
	buf_init(&one, 1 << 20);
	fix_post(&f, &one);
	first = newest();
	f.now += 3600;
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 4"));
	fix_post(&f, NULL);
	f.now += 3600;
	OK(judge_prune(f.j, &at_once, &gone, &more, &f.why));
	assert_true(gone.letters > 4);
	OK(judge_outbox_again(f.j, first.id, &f.why));
	again = newest();
	assert_true(again.id > first.id && again.again == first.id);
	assert_false(str_equal(again.message_id, first.message_id));
	assert_true(str_equal(again.in_reply_to, first.sent_id));
	assert_int_equal(again.point, first.point);
	buf_init(&two, 1 << 20);
	fix_post(&f, &two);
	buf_addc(&one, 0);
	buf_addc(&two, 0);
	/* the events of its own point, as they were told then */
	events = strchr(two.s, '{');
	assert_non_null(events);
	assert_non_null(strstr(one.s, events));
	assert_non_null(strstr(two.s, "sent again"));
	buf_release(&one);
	buf_release(&two);
	/* what is under way is not: it may have arrived */
	{
		struct posting v[4];
		int n;

		f.now += 60;
		OK(judge_outbox_again(f.j, first.id, &f.why));
		again = newest();
		/* one that waits is due now, as itself */
		OK(judge_outbox_again(f.j, again.id, &f.why));
		assert_int_equal(newest().id, again.id);
		OK(judge_post(f.j, &f.arena, v, 4, &n, &f.why));
		assert_int_equal(judge_outbox_again(f.j, again.id, &f.why),
				 ERR_EXISTS);
	}
}

static int64_t state_kept(void)
{
	int64_t point;

	OK(store_snapshot_before(judge_store(f.j), f.game, INT64_MAX, &point,
				 &f.why));
	return point;
}

/* The log comes to them again. */
static void states_of_a_game_that_is_over_are_forgotten(void **unused)
{
	static const struct judge_keeping keep = { .sent_mail_s = 86400,
						   .stray_bytes = 1 << 20 };
	struct judge_forgotten gone;
	struct toy_state before, after;
	int64_t other;
	bool more;

	(void)unused;
	fix_started(&f, 0);
	other = f.game;
	fix_game(&f, 0, 0);
	fix_begun(&f);
	fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1, "pick 3"));
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 4"));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	before = fix_state(&f);
	OK(judge_prune(f.j, &keep, &gone, &more, &f.why));
	assert_int_equal(state_kept(), fix_point(&f));
	f.now += 86401;
	OK(judge_prune(f.j, &keep, &gone, &more, &f.why));
	assert_int_equal(state_kept(), 0);
	after = fix_state(&f);
	assert_memory_equal(&before, &after, sizeof(before));
	OK(judge_game_replay(f.j, f.game, &f.why));
	/* one that is played keeps them */
	f.game = other;
	assert_int_equal(state_kept(), fix_point(&f));
}

/* the clock of the test stands still */
static void a_letter_is_sent_again_twice_in_one_second(void **unused)
{
	(void)unused;
	struct outbox_row first, one, two;

	fix_started(&f, 7200);
	fix_post(&f, NULL);
	first = newest();
	OK(judge_outbox_again(f.j, first.id, &f.why));
	one = newest();
	OK(judge_outbox_again(f.j, first.id, &f.why));
	two = newest();
	assert_true(two.id > one.id && one.id > first.id);
	assert_true(one.again == first.id && two.again == first.id);
	assert_false(str_equal(one.message_id, two.message_id));
}

static void a_late_report_is_of_its_own_point(void **unused)
{
	(void)unused;
	const char *then;
	struct buf out;
	int64_t due;

	fix_started(&f, 7200);
	fix_post(&f, NULL);
	due = f.now + 7200;
	f.now += 60;
	fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1, "pick 3"));
	then = arena_printf(&f.arena, "point %lld serial 1\nstate %d due %lld",
			    (long long)fix_point(&f), GAME_RUNNING,
			    (long long)due);
	f.now += 60;
	for (int i = 0; i < 9; i++)
		OK(judge_game_extend(f.j, f.game, 60, &f.why));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	buf_init(&out, 1 << 20);
	fix_post(&f, &out);
	buf_addc(&out, 0);
	assert_non_null(strstr(out.s, then));
	buf_release(&out);
	/* the state of any point, from the few that are kept */
	OK(judge_game_replay(f.j, f.game, &f.why));
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_full_disk_costs_no_mail),
		T(a_mail_is_counted_before_it_is_tried_and_once),
		T(a_full_disk_costs_no_letter),
		T(a_game_that_cannot_be_played_stops_no_other),
		T(what_is_tried_again_was_due_when_it_was),
		T(small_talk_gives_no_more_time),
		T(the_hour_of_receipt_counts),
		T(timers_fire_up_to_what_was_seen),
		T(states_of_a_game_that_is_over_are_forgotten),
		T(a_letter_is_sent_again_twice_in_one_second),
		T(a_late_report_is_of_its_own_point),
		T(a_letter_is_sent_again_from_the_log),
		T(no_timer_fires_while_the_clock_is_doubted),
		T(a_seat_is_for_who_can_sign),
		T(no_two_judges_send_from_one_database),
		T(an_unsure_server_is_not_tried_for_ever),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
