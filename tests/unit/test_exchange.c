/*
 * tests/unit/test_exchange.c - the judge's side of the mail process. The test
 * is that process: it holds the other end of the channel, and a child that only
 * waits has its number.
 */
#include "unit.h"
#include "judge_fixture.h"
#include "cli/mail_ipc.h"
#include <signal.h>
#include <sys/wait.h>

enum { NOW = 1000000 }; /* of a clock that only grows, ms */

static struct fix f;
static struct mail_ipc x;
static struct ipc post;
static struct config config;
static char dir[] = "/tmp/heraldo-exchange-XXXXXX";

static pid_t child_that_waits(void)
{
	pid_t pid = fork();
	int status;

	if (!pid) { /* whose end is the test's, not its own */
		close(post.fd);
		for (;;)
			raise(SIGSTOP);
	}
	assert_true(pid > 0);
	/* it has closed it: else who releases post would leave it open */
	assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
	assert_true(WIFSTOPPED(status));
	return pid;
}

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_exchange");
	memset(&x, 0, sizeof(x));
	x.config = &config;
	assert_int_equal(ipc_pair(&x.post.channel, &post, &f.why), ERR_OK);
	x.post.pid = child_that_waits();
	assert_int_equal(mail_ipc_open(&x, f.j, "", &f.why), ERR_OK);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	mail_ipc_release(&x, 0);
	ipc_release(&post);
	fix_release(&f);
	return 0;
}

/* --- what the mail process says --------------------------------------------
 */

static void tell(char type, struct buf *payload)
{
	assert_false(payload->full);
	assert_int_equal(ipc_send(&post, type, buf_str(payload), NULL), ERR_OK);
	buf_release(payload);
}

static void tell_mail_cut(int n, bool cut, const char *junk)
{
	struct buf b;

	buf_init(&b, 4096);
	pack_u64(&b, FIX_START);
	pack_u64(&b, cut);
	pack_str(&b, str_of(arena_printf(
			     &f.arena,
			     "From: s%d@else.test\r\nMessage-ID: <%d@x>\r\n"
			     "To: judge@court.test\r\n\r\nhello\r\n",
			     n, n)));
	buf_addz(&b, junk);
	tell(POST_MAIL, &b);
}

static void tell_mail(int n, const char *junk)
{
	tell_mail_cut(n, false, junk);
}

static void tell_range_of(uint64_t n, bool more)
{
	struct buf b;

	buf_init(&b, 100);
	pack_u64(&b, n);
	pack_u64(&b, more);
	/* what was acknowledged before these mails came */
	pack_u64(&b, 7);
	pack_u64(&b, 40);
	tell(POST_RANGE, &b);
}

static void tell_range(uint64_t n)
{
	tell_range_of(n, false);
}

static void tell_empty(void)
{
	struct buf b;

	buf_init(&b, 100);
	pack_u64(&b, 0);
	pack_u64(&b, 0);
	pack_u64(&b, 7);
	pack_u64(&b, 42);
	pack_u64(&b, FIX_START);
	tell(POST_EMPTY, &b);
}

static void tell_trouble(enum post_trouble what, const char *subject,
			 const char *words)
{
	struct buf b;

	buf_init(&b, 1000);
	pack_u64(&b, what);
	pack_str(&b, str_of(subject));
	pack_str(&b, str_of(words));
	tell(POST_TROUBLE, &b);
}

static void tell_result(int64_t id, enum smtp_result result, uint64_t code)
{
	struct buf b;

	buf_init(&b, 1000);
	pack_u64(&b, (uint64_t)id);
	pack_u64(&b, result);
	pack_u64(&b, code);
	pack_str(&b, STR("2.0.0"));
	pack_str(&b, STR("words"));
	tell(POST_RESULT, &b);
}

/* --- what it is told ---------------------------------------------------------
 */

/* the next word to it; its payload in the fixture's arena. 0: none */
static char told(struct str *payload)
{
	char type = 0;

	assert_int_equal(ipc_receive(&post, 0, &f.arena, &type, payload, NULL),
			 ERR_OK);
	return type;
}

static void expect_go(unsigned long validity, unsigned long uid)
{
	struct str s;
	struct unpack u;

	assert_int_equal(told(&s), POST_GO);
	u = (struct unpack){ s, false };
	assert_int_equal(unpack_u64(&u), validity);
	assert_int_equal(unpack_u64(&u), uid);
	assert_str(unpack_str(&u), "");
	assert_true(unpack_done(&u));
}

static uint64_t last_round; /* of the mails that it was given to send */

/* what it was given to send: ids and bytes; gives their number */
static int sendings(int64_t *ids, struct str *bytes)
{
	struct str s;
	int n = 0;
	char type;

	while ((type = told(&s))) {
		struct unpack u = { s, false };

		assert_int_equal(type, POST_SEND);
		ids[n] = (int64_t)unpack_u64(&u);
		last_round = unpack_u64(&u);
		unpack_str(&u);
		unpack_str(&u);
		bytes[n++] = unpack_str(&u);
		assert_true(unpack_done(&u));
	}
	return n;
}

static int64_t in_state(enum outbox_state state)
{
	struct judge_status s;

	assert_int_equal(judge_status(f.j, &s, &f.why), ERR_OK);
	return s.outbox[state];
}

static int64_t n_inbox(void)
{
	struct judge_status s;
	int64_t n = 0;

	assert_int_equal(judge_status(f.j, &s, &f.why), ERR_OK);
	for (int i = 0; i < INBOX_STATES; i++)
		n += s.inbox[i];
	return n;
}

/* so many strangers have written, and each is owed an answer */
static void strangers(int n)
{
	for (int i = 0; i < n; i++)
		fix_take(&f,
			 fix_mail(&f,
				  arena_printf(&f.arena, "s%d@else.test", i),
				  STR("hello")));
	fix_work(&f);
	assert_int_equal(in_state(OUTBOX_READY), n);
}

/* a turn of mails out, when it is calm unless busy */
static int fill(bool busy, int64_t now_ms)
{
	int n;

	assert_int_equal(mail_ipc_fill(&x, busy, now_ms, &n, &f.why), ERR_OK);
	return n;
}

static void expect_lost(void)
{
	assert_int_equal(x.post.pid, 0);
	assert_true(x.failed);
	assert_int_equal(x.n_mails, 0);
	assert_int_equal(x.n_sent, 0);
	assert_int_equal(x.start_at_ms, NOW + MAIL_IPC_AGAIN_MS);
}

/* --- in
 * ----------------------------------------------------------------------- */

static void mails_are_acknowledged_when_they_are_stored(void **unused)
{
	(void)unused;
	struct str s;

	expect_go(0, 0);
	tell_mail(1, "");
	tell_mail(2, "");
	mail_ipc_hear(&x, NOW);
	assert_int_equal(n_inbox(), 0);
	assert_false(x.stored);
	assert_int_equal(told(&s), 0);
	tell_range(2);
	mail_ipc_hear(&x, NOW);
	assert_int_equal(n_inbox(), 2);
	assert_true(x.stored);
	/* the disk has time until all that can begin has begun */
	assert_int_equal(told(&s), 0);
	assert_false(mail_ipc_idle(&x));
	mail_ipc_acknowledge(&x, NOW);
	assert_int_equal(told(&s), POST_STORED);
	mail_ipc_acknowledge(&x, NOW);
	assert_int_equal(told(&s), 0);
	/* perhaps not yet acknowledged: whoever comes next meets them again */
	assert_int_equal(mail_ipc_open(&x, f.j, "", &f.why), ERR_OK);
	expect_go(7, 40);
	tell_mail(1, "");
	tell_mail(2, "");
	tell_range_of(2, true);
	mail_ipc_hear(&x, NOW);
	assert_int_equal(n_inbox(), 2);
	/* the next ones are fetched while these are judged */
	assert_int_equal(told(&s), POST_STORED);
	/* they are known, and the mail process has acknowledged them */
	tell_empty();
	mail_ipc_hear(&x, NOW);
	assert_int_equal(mail_ipc_open(&x, f.j, "", &f.why), ERR_OK);
	expect_go(7, 42);
}

static void a_mail_too_large_to_be_fetched_is_told_so(void **unused)
{
	(void)unused;
	tell_mail_cut(1, true, "");
	tell_range(1);
	mail_ipc_hear(&x, NOW);
	fix_work(&f);
	assert_str(fix_verdict(&f), "too-large");
	assert_int_equal(in_state(OUTBOX_READY), 1);
}

static void a_range_that_lacks_a_mail_is_not_stored(void **unused)
{
	(void)unused;
	tell_mail(1, "");
	tell_range(2);
	mail_ipc_hear(&x, NOW);
	expect_lost();
	assert_int_equal(n_inbox(), 0);
}

static void more_mails_than_a_range_may_have_are_none(void **unused)
{
	(void)unused;
	for (int i = 0; i <= MAILBOX_RANGE_MAX; i++) {
		assert_false(x.failed);
		tell_mail(i, "");
		mail_ipc_hear(&x, NOW);
	}
	expect_lost();
	assert_int_equal(n_inbox(), 0);
}

static void a_mail_with_bytes_behind_it_is_none(void **unused)
{
	(void)unused;
	tell_mail(1, "x");
	mail_ipc_hear(&x, NOW);
	expect_lost();
}

static void a_word_that_nobody_knows_ends_it(void **unused)
{
	(void)unused;
	struct buf b;

	buf_init(&b, 10);
	tell(POST_GO, &b);
	mail_ipc_hear(&x, NOW);
	expect_lost();
}

/* what status is told: so many troubles, the last one's words and since when */
struct noted {
	int n[INBOX_TROUBLES];
	struct str words;
	int64_t since_s;
};

static void note(void *context, enum inbox_trouble kind, struct str subject,
		 int64_t since_s, struct str words)
{
	struct noted *t = context;

	(void)subject;
	t->n[kind]++;
	t->words = words;
	t->since_s = since_s;
}

static struct noted noted(void)
{
	struct noted t = { 0 };

	assert_int_equal(store_trouble_list(judge_store(f.j), &f.arena, note,
					    &t, &f.why),
			 ERR_OK);
	return t;
}

static void what_is_wrong_with_the_mailbox_is_kept_until_it_ends(void **unused)
{
	(void)unused;
	struct noted t;

	tell_trouble(POST_TRIED_AGAIN, "UID 3", "no");
	tell_trouble(POST_PASSED_BY, "UID 3", "cannot be opened");
	tell_trouble(POST_UNREADABLE, "", "login refused");
	mail_ipc_hear(&x, NOW);
	f.now += 60;
	tell_trouble(POST_UNREADABLE, "", "still refused");
	mail_ipc_hear(&x, NOW);
	t = noted();
	assert_int_equal(t.n[INBOX_UNREADABLE], 1);
	assert_int_equal(t.n[INBOX_PASSED_BY], 1);
	/* neither is a reason to end `heraldod --once` */
	assert_false(x.failed);
	assert_int_equal(x.n_faults, 2);
	tell_trouble(POST_PASSED_BY, "UID 3", "");
	mail_ipc_hear(&x, NOW);
	t = noted();
	assert_int_equal(t.n[INBOX_PASSED_BY], 0);
	assert_str(t.words, "still refused");
	assert_int_equal(t.since_s, f.now - 60);
	/* another mail process finds out by itself */
	assert_int_equal(mail_ipc_open(&x, f.j, "", &f.why), ERR_OK);
	t = noted();
	assert_int_equal(t.n[INBOX_UNREADABLE], 0);
}

static void a_mail_process_that_cannot_serve_says_why(void **unused)
{
	(void)unused;
	struct buf b;

	expect_go(0, 0);
	buf_init(&b, 1000);
	pack_u64(&b, ERR_CONFIG);
	pack_str(&b, STR("a port is needed"));
	tell(POST_FAULT, &b);
	ipc_release(&post);
	assert_int_equal(mail_ipc_open(&x, f.j, "", &f.why), ERR_CONFIG);
	assert_string_equal(f.why.text, "a port is needed");
	why_clear(&f.why);
}

static void the_inbox_is_empty_until_a_mail_comes(void **unused)
{
	(void)unused;
	tell_empty();
	mail_ipc_hear(&x, NOW);
	assert_true(mail_ipc_idle(&x));
	assert_int_equal(x.empty_s, FIX_START);
	tell_mail(1, "");
	mail_ipc_hear(&x, NOW);
	assert_false(mail_ipc_idle(&x));
	assert_false(x.empty);
}

/* --- out
 * ---------------------------------------------------------------------- */

static void never_more_are_on_their_way_than_there_are_places(void **unused)
{
	(void)unused;
	enum {
		ON_THE_WAY = MAIL_IPC_AT_ONCE / 2 + SEND_THROTTLE_CALM,
		TOLD = SEND_THROTTLE_CALM
	};
	int64_t ids[2 * MAIL_IPC_AT_ONCE];
	struct str bytes[2 * MAIL_IPC_AT_ONCE];
	int64_t now = NOW;
	int n;

	expect_go(0, 0);
	strangers(50);
	/* some at a time, until more than half of the places are taken */
	for (int i = 0; i < ON_THE_WAY; i += SEND_THROTTLE_CALM)
		assert_int_equal(fill(false, ++now), SEND_THROTTLE_CALM);
	assert_int_equal(fill(false, ++now), -1);
	n = sendings(ids, bytes);
	assert_int_equal(n, ON_THE_WAY);
	assert_int_equal(in_state(OUTBOX_SENDING), ON_THE_WAY);
	/* what is told and not yet on record has its place, too */
	for (int i = 0; i < TOLD; i++)
		tell_result(ids[i], SMTP_SENT, 250);
	mail_ipc_hear(&x, ++now);
	assert_int_equal(fill(false, ++now), -1);
	assert_int_equal(mail_ipc_record(&x, &f.why), ERR_OK);
	assert_int_equal(in_state(OUTBOX_SENT), TOLD);
	for (int i = ON_THE_WAY - TOLD; i <= MAIL_IPC_AT_ONCE / 2;
	     i += SEND_THROTTLE_CALM)
		assert_int_equal(fill(false, ++now), SEND_THROTTLE_CALM);
	assert_int_equal(fill(false, ++now), -1);
}

static void in_a_rush_a_few_go_out(void **unused)
{
	(void)unused;
	expect_go(0, 0);
	strangers(10);
	tell_mail(100, "");
	mail_ipc_hear(&x, NOW);
	assert_int_equal(fill(true, NOW), SEND_THROTTLE_MAILS);
	assert_int_equal(fill(true, NOW + SEND_THROTTLE_TURN_MS), -1);
	assert_int_equal(fill(true, NOW + SEND_THROTTLE_TURN_MS + 1),
			 SEND_THROTTLE_MAILS);
	assert_int_equal(fill(false, NOW + SEND_THROTTLE_TURN_MS + 2), 2);
}

/* so many answers to strangers are on their way */
static void on_their_way(int n, int64_t *ids, struct str *bytes)
{
	expect_go(0, 0);
	strangers(n);
	assert_int_equal(fill(false, NOW), n);
	assert_int_equal(sendings(ids, bytes), n);
}

static void what_becomes_of_a_mail_is_put_on_record(void **unused)
{
	(void)unused;
	int64_t ids[5];
	struct str bytes[5];

	on_their_way(5, ids, bytes);
	tell_result(ids[0], SMTP_SENT, 250);
	tell_result(ids[1], SMTP_TEMPORARY, 451);
	tell_result(ids[2], SMTP_PERMANENT, 550);
	tell_result(ids[3], SMTP_UNKNOWN, 0);
	tell_result(ids[4], SMTP_OPERATOR, 535);
	mail_ipc_hear(&x, NOW);
	assert_int_equal(x.n_faults, 4);
	assert_false(x.failed);
	assert_int_equal(mail_ipc_record(&x, &f.why), ERR_OK);
	assert_int_equal(in_state(OUTBOX_SENT), 1);
	assert_int_equal(in_state(OUTBOX_READY), 2);
	assert_int_equal(in_state(OUTBOX_FAILED), 1);
	assert_int_equal(in_state(OUTBOX_UNKNOWN), 1);
	assert_int_equal(in_state(OUTBOX_SENDING), 0);
}

static void a_refused_login_ends_its_round(void **unused)
{
	(void)unused;
	int64_t ids[5];
	struct str bytes[5];
	uint64_t round;

	on_their_way(3, ids, bytes);
	round = last_round;
	tell_result(ids[0], SMTP_LOGIN, 535);
	tell_result(ids[1], SMTP_NOT_TRIED, 0);
	tell_result(ids[2], SMTP_NOT_TRIED, 0);
	mail_ipc_hear(&x, NOW);
	assert_int_equal(mail_ipc_record(&x, &f.why), ERR_OK);
	/* one fault, not one for each mail */
	assert_int_equal(x.n_faults, 1);
	assert_int_equal(in_state(OUTBOX_READY), 3);
	assert_int_equal(mail_ipc_timeout(&x), MAIL_IPC_SECRET_MS);
	assert_int_equal(fill(false, NOW + 1000), 0);
	assert_int_equal(sendings(ids, bytes), 0);
	f.now += 900;
	assert_int_equal(fill(false, NOW + 2000), 1);
	assert_int_equal(sendings(ids, bytes), 1);
	assert_true(last_round > round);
	tell_result(ids[0], SMTP_SENT, 250);
	mail_ipc_hear(&x, NOW);
	assert_int_equal(mail_ipc_record(&x, &f.why), ERR_OK);
	assert_int_equal(mail_ipc_timeout(&x), -1);
	assert_int_equal(fill(false, NOW + 3000), 2);
}

/* all on their way are unknown, and go out again as they were */
static void expect_again(int n, const struct str *bytes)
{
	int64_t ids[MAIL_IPC_AT_ONCE];
	struct str again[MAIL_IPC_AT_ONCE];
	struct str s;

	expect_lost();
	assert_int_equal(mail_ipc_record(&x, &f.why), ERR_OK);
	assert_int_equal(in_state(OUTBOX_UNKNOWN), n);
	/* nothing goes to one that is not there */
	assert_int_equal(fill(false, NOW + 1), -1);
	ipc_release(&post);
	assert_int_equal(ipc_pair(&x.post.channel, &post, &f.why), ERR_OK);
	x.post.pid = child_that_waits();
	f.now += 3600;
	assert_int_equal(fill(false, NOW + 2), n);
	assert_int_equal(sendings(ids, again), n);
	for (int i = 0; i < n; i++) {
		s = again[i];
		assert_int_equal(s.len, bytes[i].len);
		assert_memory_equal(s.s, bytes[i].s, s.len);
	}
}

static void a_result_for_a_mail_it_does_not_have_ends_it(void **unused)
{
	(void)unused;
	int64_t ids[3];
	struct str bytes[3];

	on_their_way(3, ids, bytes);
	tell_result(ids[2] + 1, SMTP_SENT, 250);
	mail_ipc_hear(&x, NOW);
	expect_again(3, bytes);
}

static void a_result_told_twice_ends_it(void **unused)
{
	(void)unused;
	int64_t ids[3];
	struct str bytes[3];

	on_their_way(3, ids, bytes);
	tell_result(ids[0], SMTP_SENT, 250);
	tell_result(ids[0], SMTP_PERMANENT, 550);
	mail_ipc_hear(&x, NOW);
	assert_int_equal(x.n_results, 3);
	expect_again(2, bytes + 1);
	assert_int_equal(in_state(OUTBOX_SENT), 1);
}

static void one_that_died_is_replaced_after_a_pause(void **unused)
{
	(void)unused;
	int64_t ids[2];
	struct str bytes[2], s;

	on_their_way(2, ids, bytes);
	tell_result(ids[0], SMTP_SENT, 250);
	ipc_release(&post);
	mail_ipc_hear(&x, NOW);
	expect_lost();
	assert_int_equal(x.n_results, 2);
	mail_ipc_hear(&x, NOW + MAIL_IPC_AGAIN_MS - 1);
	assert_int_equal(x.post.pid, 0);
	mail_ipc_hear(&x, NOW + MAIL_IPC_AGAIN_MS);
	assert_true(x.post.pid > 0);
	/* a real one, over Maildirs: it looks, and finds nothing */
	while (!x.empty) {
		char c;

		assert_int_equal(ipc_receive(&x.post.channel, 10000, &f.arena,
					     &c, &s, &f.why),
				 ERR_OK);
		assert_int_equal(c, POST_EMPTY);
		x.empty = true;
	}
}

static struct arena kept;

static int folders(void **unused)
{
	struct why why = { 0 };
	const char *name;
	FILE *file;

	(void)unused;
	assert_non_null(mkdtemp(dir));
	name = arena_printf(&kept, "%s/heraldo.conf", dir);
	file = fopen(name, "w");
	assert_non_null(file);
	fputs("[judge]\naddress = judge@court.test\n"
	      "[inbox]\nkind = maildir\npath = in\n"
	      "[outbox]\nkind = maildir\npath = out\n",
	      file);
	fclose(file);
	assert_int_equal(config_load(&config, name, &kept, &why), ERR_OK);
	return 0;
}

static int no_folders(void **unused)
{
	int status = system(arena_printf(&kept, "rm -rf %s", dir));

	(void)unused;
	arena_release(&kept);
	return status;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(mails_are_acknowledged_when_they_are_stored),
		TEST(a_mail_too_large_to_be_fetched_is_told_so),
		TEST(a_range_that_lacks_a_mail_is_not_stored),
		TEST(more_mails_than_a_range_may_have_are_none),
		TEST(a_mail_with_bytes_behind_it_is_none),
		TEST(a_word_that_nobody_knows_ends_it),
		TEST(what_is_wrong_with_the_mailbox_is_kept_until_it_ends),
		TEST(a_mail_process_that_cannot_serve_says_why),
		TEST(the_inbox_is_empty_until_a_mail_comes),
		TEST(never_more_are_on_their_way_than_there_are_places),
		TEST(in_a_rush_a_few_go_out),
		TEST(what_becomes_of_a_mail_is_put_on_record),
		TEST(a_refused_login_ends_its_round),
		TEST(a_result_for_a_mail_it_does_not_have_ends_it),
		TEST(a_result_told_twice_ends_it),
		TEST(one_that_died_is_replaced_after_a_pause),
	};

	return cmocka_run_group_tests(tests, folders, no_folders);
}
