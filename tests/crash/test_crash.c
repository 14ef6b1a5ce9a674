/*
 * tests/crash/test_crash.c - the process dies at every step of the way of a
 * mail: before each change of the database, before and after each commit,
 * between rendering, sending and noting what became of it. Started again, with
 * the mails delivered again, it comes to the same log, and every report goes
 * out once, or again with the same bytes.
 */
#include "../unit/unit.h"
#include "../unit/judge_fixture.h"
#include <fcntl.h>
#include <sys/wait.h>

enum { MAILS = 5, DIED = 77, SENT_MAX = 400 };

static struct fix f;
static struct str mails[MAILS];
static char base[80], sent_path[80];

static int steps_left;

static void die_at_zero(void *unused)
{
	(void)unused;
	if (!steps_left--)
		_exit(DIED);
}

static void copy_file(const char *from, const char *to)
{
	FILE *in = fopen(from, "r"), *out = fopen(to, "w");
	char part[65536];
	size_t n;

	assert_non_null(in);
	assert_non_null(out);
	while ((n = fread(part, 1, sizeof(part), in)))
		assert_int_equal(fwrite(part, 1, n, out), n);
	fclose(in);
	fclose(out);
}

/* what was handed to the mail server, and cannot be taken back */
struct sent {
	int64_t id;
	uint8_t hash[HASH_SIZE];
};

static void send_all(void)
{
	int fd = open(sent_path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	int n;

	do {
		struct posting v[3];
		struct posting_result r[3];

		if (judge_post(f.j, &f.arena, v, 3, &n, &f.why))
			_exit(1);
		for (int i = 0; i < n; i++) {
			struct sent s;
			struct hash h = hash_of(v[i].bytes);

			memset(&s, 0, sizeof(s));
			s.id = v[i].id;
			memcpy(s.hash, h.b, sizeof(s.hash));
			if (write(fd, &s, sizeof(s)) != sizeof(s))
				_exit(1);
			r[i] = (struct posting_result){ .id = v[i].id,
							.fate = POSTING_SENT };
		}
		die_at_zero(NULL); /* sent, and not noted */
		if (n && judge_posted(f.j, r, n, &f.why))
			_exit(1);
	} while (n);
	close(fd);
}

/* fetch, work, send; dies at step n, or never if n < 0 */
static int run(int n)
{
	pid_t pid = fork();
	int status, done;

	if (pid) {
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFEXITED(status));
		return WEXITSTATUS(status);
	}
	steps_left = n;
	if (judge_open(&f.j, &f.config, &f.why))
		_exit(1);
	store_on_step(judge_store(f.j), die_at_zero, NULL);
	for (int i = 0; i < MAILS; i++) {
		struct raw_mail m = { .received_s = f.now, .bytes = mails[i] };
		int fresh;

		if (judge_mails_store(f.j, &m, 1, NULL, &fresh, &f.why))
			_exit(1);
		/* two batches: of three mails and of two */
		if ((i == 2 || i == MAILS - 1) &&
		    judge_work(f.j, 100, &done, &f.why))
			_exit(1);
	}
	send_all();
	_exit(0);
}

static struct str log_now(void)
{
	struct str s;

	assert_int_equal(judge_open(&f.j, &f.config, &f.why), ERR_OK);
	assert_int_equal(judge_game_replay(f.j, f.game, &f.why), ERR_OK);
	s = fix_log(&f);
	judge_close(f.j);
	f.j = NULL;
	return s;
}

static int sent_now(struct sent *v)
{
	FILE *in = fopen(sent_path, "r");
	size_t n;

	assert_non_null(in);
	n = fread(v, sizeof(*v), SENT_MAX, in);
	fclose(in);
	return (int)n;
}

/* each of the letters at least once, and always with the same bytes */
static int compare_sent(const struct sent *want, int n_want,
			const struct sent *got, int n_got)
{
	int again = 0;

	for (int i = 0; i < n_want; i++) {
		int times = 0;

		for (int k = 0; k < n_got; k++) {
			if (got[k].id != want[i].id)
				continue;
			assert_memory_equal(got[k].hash, want[i].hash,
					    HASH_SIZE);
			times++;
		}
		assert_true(times >= 1);
		again += times - 1;
	}
	assert_int_equal(n_want + again, n_got);
	return again;
}

static void fresh(void)
{
	fix_forget(&f);
	unlink(sent_path);
	copy_file(base, f.path);
}

static void dying_at_any_step_changes_nothing(void **unused)
{
	(void)unused;
	static struct sent want[SENT_MAX], got[SENT_MAX];
	struct str log, after;
	int n_want, n, again = 0, status;

	fresh();
	assert_int_equal(run(-1), 0);
	log = log_now();
	n_want = sent_now(want);
	/* three adjudications told to two, help, and a refusal */
	assert_int_equal(n_want, 3 * 2 + 2);
	for (n = 0;; n++) {

		fresh();
		status = run(n);
		if (status != DIED)
			break;
		assert_int_equal(run(-1), 0);
		after = log_now();
		assert_true(str_equal(log, after));
		again += compare_sent(want, n_want, got, sent_now(got));
	}
	assert_int_equal(status, 0);
	print_message("died at %d steps, %d letters twice\n", n, again);
	/* a death between sending and noting makes a letter go out again */
	assert_true(n > 100 && again > 0);
}

static int setup(void **unused)
{
	(void)unused;
	int64_t point;

	fix_init(&f, "test_crash");
	snprintf(base, sizeof(base), "%s.base", f.path);
	snprintf(sent_path, sizeof(sent_path), "%s.sent", f.path);
	fix_started(&f, 86400);
	fix_post(&f, NULL);
	point = fix_point(&f);
	mails[0] = fix_orders(&f, 1, point, 1, "pick 4");
	mails[1] = fix_mail(&f, "who@where.test", STR("Hello?\r\n"));
	mails[2] = fix_orders(&f, 0, point, 1, "pick 3");
	mails[4] = fix_orders(&f, 1, point, 2, "roll"); /* stale */
	judge_close(f.j);
	copy_file(f.path, base);
	/* who answers has seen what came of the first three */
	fix_open(&f);
	for (int i = 0; i < 3; i++)
		fix_send(&f, mails[i]);
	mails[3] = fix_orders(&f, 0, point + 2, 2, "roll\nend");
	judge_close(f.j);
	f.j = NULL;
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	unlink(base);
	unlink(sent_path);
	fix_release(&f);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dying_at_any_step_changes_nothing),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
