/*
 * tests/unit/test_mailbox_net.c - mailboxes of a real server. Started by
 * tests/mail/net.sh, which has Dovecot running and tells where.
 */
#include "unit.h"
#include "fake.h"
#include "base/arena.h"
#include "base/parse.h"
#include "mail/mailbox.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEAP_MAX = 600 };

/* the durable side of a caller: what it stored, each mail once */
struct heap {
	struct arena a;
	struct mailbox_key keys[HEAP_MAX];
	struct str raw[HEAP_MAX];
	bool too_large[HEAP_MAX];
	int64_t received[HEAP_MAX];
	size_t n;       /* stored */
	size_t n_known; /* came again and were dropped */
};

static const struct mailbox_position start = { 0 };

static enum err take(void *ctx, const struct mailbox_mail *mail,
		     struct why *why)
{
	struct heap *h = ctx;

	(void)why;
	for (size_t i = 0; i < h->n; i++) {
		if (str_equal(h->raw[i], mail->raw)) {
			h->n_known++;
			h->keys[i] = *mail->key;
			return ERR_OK;
		}
	}
	assert_true(h->n < HEAP_MAX);
	h->keys[h->n] = *mail->key;
	h->raw[h->n] = arena_str(&h->a, mail->raw);
	h->too_large[h->n] = mail->too_large;
	h->received[h->n] = mail->received_utc_s;
	h->n++;
	return ERR_OK;
}

static const char *env(const char *name)
{
	const char *value = getenv(name);

	if (!value)
		fail_msg("%s is not set: run tests/mail/net.sh", name);
	return value;
}

static uint16_t port(const char *name)
{
	int64_t n;

	assert_true(parse_int(str_of(env(name)), 1, 65535, &n));
	return (uint16_t)n;
}

static const char *certificate(const char *name)
{
	static char path[4][256];
	static unsigned n;
	char *out = path[n++ % 4];

	snprintf(out, sizeof(path[0]), "%s/tls/%s.crt", env("MAILTEST"), name);
	return out;
}

/* hand a mail to Dovecot, as an MTA does (RFC 2033); lines end in CRLF */
static void put_mail(const char *user, const char *text)
{
	char rcpt[64], answer[256];
	const char *say[] = { NULL, "LHLO x\r\n", "MAIL FROM:<x@y.test>\r\n",
			      rcpt, "DATA\r\n" };
	int fd = fake_dial(port("MAILTEST_LMTP"));
	FILE *f = fdopen(fd, "r+");

	assert_non_null(f);
	snprintf(rcpt, sizeof(rcpt), "RCPT TO:<%s@example.test>\r\n", user);
	for (size_t i = 0; i <= ARRAY_LEN(say); i++) {
		if (i == ARRAY_LEN(say)) {
			fputs(text, f);
			fputs("\r\n.\r\n", f);
		} else if (say[i]) {
			fputs(say[i], f);
		}
		fflush(f);
		do {
			assert_non_null(fgets(answer, sizeof(answer), f));
		} while (answer[3] == '-');
		if (answer[0] != '2' && answer[0] != '3')
			fail_msg("LMTP: %s", answer);
	}
	fclose(f);
}

static void put_mails(const char *user, size_t n, size_t filler)
{
	char *text = malloc(filler + 200);

	assert_non_null(text);
	for (size_t i = 0; i < n; i++) {
		int len = snprintf(text, 200,
				   "Subject: number %zu\r\n\r\nbody %zu\r\n", i,
				   i);

		for (size_t k = 0; k < filler; k++)
			text[(size_t)len + k] = k % 70 == 68   ? '\r'
						: k % 70 == 69 ? '\n'
							       : 'x';
		text[(size_t)len + filler] = 0;
		put_mail(user, text);
	}
	free(text);
}

/* doveadm of the test instance */
static void doveadm(const char *const *args)
{
	const char *argv[16] = { env("MAILTEST_DOVEADM") };
	int status;
	pid_t pid;

	for (size_t i = 0; args[i]; i++)
		argv[i + 1] = args[i];
	pid = fork();
	if (!pid) {
		execv(argv[0], (char *const *)argv);
		_exit(127);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
}

#define DOVEADM(...) doveadm((const char *const[]){ __VA_ARGS__, NULL })

static struct mailbox_config config(const char *user, enum mailbox_kind kind,
				    enum tls_mode tls)
{
	static char password[64];
	static const char *const ports[][2] = {
		[MAILBOX_IMAP] = { "MAILTEST_IMAP", "MAILTEST_IMAPS" },
		[MAILBOX_POP3] = { "MAILTEST_POP3", "MAILTEST_POP3S" },
	};

	snprintf(password, sizeof(password), "%s-pw", user);
	return (struct mailbox_config){
		.kind = kind,
		.account = user,
		.host = "localhost",
		.port = port(ports[kind][tls == TLS_IMPLICIT]),
		.tls = tls,
		.ca_file = certificate("server"),
		.user = user,
		.password = password,
		.silence_s = 5,
	};
}

static struct mailbox *open_box(const struct mailbox_config *c)
{
	struct mailbox *m;
	struct why why = { 0 };

	if (mailbox_open(c, &m, &why))
		fail_msg("%s", why.text);
	return m;
}

/* fetch until nothing is left, in ranges of `max`, acknowledging each */
static struct mailbox_position drain(struct mailbox *m, unsigned max,
				     struct mailbox_position at, struct heap *h,
				     unsigned *ranges)
{
	struct mailbox_range range;
	struct why why = { 0 };

	do {
		size_t before = h->n;

		if (mailbox_fetch(m, &at, max, take, h, &range, &why))
			fail_msg("%s", why.text);
		if (range.n)
			(*ranges)++;
		if (mailbox_acknowledge(m, h->keys + before, h->n - before,
					&why))
			fail_msg("%s", why.text);
		at = range.position;
	} while (range.more);
	return at;
}

static bool heap_has(const struct heap *h, const char *part)
{
	for (size_t i = 0; i < h->n; i++)
		if (memmem(h->raw[i].s, h->raw[i].len, part, strlen(part)))
			return true;
	return false;
}

/* every one of n mails of put_mails is there, once */
static void assert_all(const struct heap *h, size_t n)
{
	char part[64];

	assert_int_equal(h->n, n);
	for (size_t i = 0; i < n; i++) {
		snprintf(part, sizeof(part), "\r\nbody %zu\r\n", i);
		assert_true(heap_has(h, part));
	}
}

static void imap_is_read_in_ranges(void **unused)
{
	(void)unused;
	struct mailbox_config c = config("alice", MAILBOX_IMAP, TLS_IMPLICIT);
	struct mailbox *m;
	struct heap *h = calloc(1, sizeof(*h));
	struct mailbox_position at;
	unsigned ranges = 0;

	put_mails("alice", 23, 0);
	m = open_box(&c);
	at = drain(m, 10, start, h, &ranges);
	assert_int_equal(ranges, 3);
	assert_all(h, 23);
	assert_true(h->received[0] > 1700000000);
	/* nothing comes twice, and what is new comes */
	ranges = 0;
	at = drain(m, 10, at, h, &ranges);
	assert_int_equal(ranges, 0);
	put_mail("alice", "Subject: late\r\n\r\nlate\r\n");
	at = drain(m, 10, at, h, &ranges);
	assert_int_equal(h->n, 24);
	/* from the beginning, the same keys: everything is known */
	drain(m, 100, start, h, &ranges);
	assert_int_equal(h->n, 24);
	assert_int_equal(h->n_known, 24);
	mailbox_close(m);
	arena_release(&h->a);
	free(h);
}

static void starttls_reads_and_moves_what_is_done(void **unused)
{
	(void)unused;
	struct mailbox_config c = config("bob", MAILBOX_IMAP, TLS_STARTTLS);
	struct mailbox *m;
	struct heap *h = calloc(1, sizeof(*h));
	int64_t came[5];
	unsigned ranges = 0;
	struct why why = { 0 };

	/* a folder that is not there yet */
	c.done = "Stored";
	put_mails("bob", 5, 0);
	m = open_box(&c);
	drain(m, 2, start, h, &ranges);
	assert_all(h, 5);
	memcpy(came, h->received, sizeof(came));
	/* repeated after a crash: they are gone, and that is no fault */
	assert_int_equal(mailbox_acknowledge(m, h->keys, h->n, &why), ERR_OK);
	mailbox_close(m);
	h->n = 0;
	m = open_box(&c);
	drain(m, 2, start, h, &ranges);
	assert_int_equal(h->n, 0);
	mailbox_close(m);
	c.folder = "Stored";
	c.done = NULL;
	/* whoever moves a mail between folders does not make it later */
	sleep(2);
	m = open_box(&c);
	drain(m, 9, start, h, &ranges);
	assert_all(h, 5);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(h->received[i], came[i]);
	mailbox_close(m);
	c.folder = "Missing";
	assert_int_equal(mailbox_open(&c, &m, &why), ERR_NOT_FOUND);
	arena_release(&h->a);
	free(h);
}

static void pop3_deletes_what_was_acknowledged(void **unused)
{
	(void)unused;
	struct mailbox_config c = config("carol", MAILBOX_POP3, TLS_IMPLICIT);
	struct mailbox *m;
	struct heap *h = calloc(1, sizeof(*h));
	struct mailbox_range range;
	unsigned ranges = 0;
	struct why why = { 0 };

	put_mails("carol", 5, 0);
	m = open_box(&c);
	/* a crash before the acknowledgement: all of it comes again */
	assert_int_equal(mailbox_fetch(m, &start, 3, take, h, &range, &why),
			 ERR_OK);
	assert_int_equal(range.n, 3);
	assert_true(range.more);
	mailbox_close(m);
	c.tls = TLS_STARTTLS;
	c.port = port("MAILTEST_POP3");
	m = open_box(&c);
	assert_int_equal(mailbox_fetch(m, &start, 9, take, h, &range, &why),
			 ERR_OK);
	assert_int_equal(h->n_known, 3);
	assert_all(h, 5);
	assert_int_equal(mailbox_acknowledge(m, h->keys, 2, &why), ERR_OK);
	h->n = h->n_known = 0;
	drain(m, 2, start, h, &ranges);
	assert_int_equal(h->n, 3);
	assert_false(heap_has(h, "\r\nbody 0\r\n"));
	put_mails("carol", 1, 0);
	drain(m, 2, start, h, &ranges);
	assert_int_equal(h->n, 4);
	mailbox_close(m);
	arena_release(&h->a);
	free(h);
}

static void a_large_mail_is_told_and_costs_no_memory(void **unused)
{
	(void)unused;
	static const struct {
		enum mailbox_kind kind;
		const char *user;
	} cases[] = { { MAILBOX_IMAP, "postmaster" },
		      { MAILBOX_POP3, "postmaster" } };
	struct mailbox_config c;

	put_mails("postmaster", 2, 300000);
	put_mail("postmaster", "Subject: small\r\n\r\nsmall\r\n");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct heap *h = calloc(1, sizeof(*h));
		struct mailbox_range range;
		struct mailbox *m;
		struct why why = { 0 };

		c = config(cases[i].user, cases[i].kind, TLS_IMPLICIT);
		c.max_bytes = 100000;
		m = open_box(&c);
		assert_int_equal(
			mailbox_fetch(m, &start, 9, take, h, &range, &why),
			ERR_OK);
		assert_int_equal(range.n, 3);
		assert_true(h->too_large[0]);
		assert_true(h->raw[0].len < 2000);
		assert_true(heap_has(h, "Subject: number 0"));
		assert_false(heap_has(h, "xxxx"));
		assert_false(h->too_large[2]);
		assert_true(heap_has(h, "\r\nsmall\r\n"));
		mailbox_close(m);
		arena_release(&h->a);
		free(h);
	}
}

static void a_server_that_is_not_who_it_should_be_is_refused(void **unused)
{
	(void)unused;
	static const enum mailbox_kind kinds[] = { MAILBOX_IMAP, MAILBOX_POP3 };
	static const enum tls_mode modes[] = { TLS_IMPLICIT, TLS_STARTTLS };
	struct mailbox *m;

	for (size_t k = 0; k < ARRAY_LEN(kinds); k++) {
		for (size_t t = 0; t < ARRAY_LEN(modes); t++) {
			struct mailbox_config c =
				config("gm", kinds[k], modes[t]);
			struct why why = { 0 };

			/* nobody we know has signed it */
			c.ca_file = certificate("wrong");
			assert_int_equal(mailbox_open(&c, &m, &why),
					 ERR_MAIL_TLS);
			assert_non_null(strstr(why.text, "certificate"));
			c.ca_file = NULL;
			assert_int_equal(mailbox_open(&c, &m, NULL),
					 ERR_MAIL_TLS);
			/* trusted, but for another host */
			c.ca_file = certificate("other");
			c.host = "127.0.0.1";
			why_clear(&why);
			assert_int_equal(mailbox_open(&c, &m, &why),
					 ERR_MAIL_TLS);
			assert_non_null(strstr(why.text, "name"));
			c.ca_file = "/no/such/file";
			assert_int_equal(mailbox_open(&c, &m, NULL),
					 ERR_MAIL_TLS);
			assert_false(err_is_temporary(ERR_MAIL_TLS));
		}
	}
}

static void a_wrong_password_is_told_and_not_shown(void **unused)
{
	(void)unused;
	static const enum mailbox_kind kinds[] = { MAILBOX_IMAP, MAILBOX_POP3 };

	for (size_t k = 0; k < ARRAY_LEN(kinds); k++) {
		struct mailbox_config c = config("gm", kinds[k], TLS_IMPLICIT);
		struct mailbox *m;
		struct why why = { 0 };

		c.password = "hunter2";
		assert_int_equal(mailbox_open(&c, &m, &why), ERR_MAIL_LOGIN);
		assert_null(strstr(why.text, "hunter2"));
		assert_non_null(strstr(why.text, "gm"));
	}
}

/* a child that hands in a mail a little later */
static pid_t put_later(const char *user)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid)
		return pid;
	usleep(300 * 1000);
	put_mail(user, "Subject: wake up\r\n\r\nnow\r\n");
	_exit(0);
}

static void idle_wakes_when_mail_comes(void **unused)
{
	(void)unused;
	struct mailbox_config c = config("dave", MAILBOX_IMAP, TLS_IMPLICIT);
	struct mailbox *m = open_box(&c);
	struct heap *h = calloc(1, sizeof(*h));
	enum mailbox_wake wake;
	unsigned ranges = 0;
	struct why why = { 0 };
	int fds[2], status;
	pid_t pid;

	drain(m, 9, start, h, &ranges);
	assert_int_equal(mailbox_wait(m, 1, -1, &wake, &why), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_TIMEOUT);
	pid = put_later("dave");
	assert_int_equal(mailbox_wait(m, 30, -1, &wake, &why), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_MAIL);
	waitpid(pid, &status, 0);
	drain(m, 9, start, h, &ranges);
	assert_true(heap_has(h, "wake up"));
	/* and when somebody else wants something; the session lives on */
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(write(fds[1], "x", 1), 1);
	assert_int_equal(mailbox_wait(m, 30, fds[0], &wake, &why), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_INTERRUPT);
	drain(m, 9, start, h, &ranges);
	close(fds[0]);
	close(fds[1]);
	mailbox_close(m);
	arena_release(&h->a);
	free(h);
}

static void a_folder_made_anew_is_read_anew(void **unused)
{
	(void)unused;
	struct mailbox_config c = config("gm", MAILBOX_IMAP, TLS_IMPLICIT);
	struct heap *h = calloc(1, sizeof(*h));
	struct mailbox_position at;
	struct mailbox_range range;
	struct mailbox_key old;
	struct mailbox *m;
	unsigned ranges = 0;
	struct why why = { 0 };
	char file[256];
	FILE *f;

	snprintf(file, sizeof(file), "%s/one.eml", env("MAILTEST"));
	f = fopen(file, "w");
	assert_non_null(f);
	fputs("Subject: kept\r\n\r\nkept\r\n", f);
	fclose(f);
	DOVEADM("mailbox", "create", "-u", "gm", "Games");
	DOVEADM("save", "-u", "gm", "-m", "Games", file);
	c.folder = "Games";
	m = open_box(&c);
	at = drain(m, 9, start, h, &ranges);
	assert_int_equal(h->n, 1);
	old = h->keys[0];
	mailbox_close(m);
	DOVEADM("mailbox", "delete", "-u", "gm", "Games");
	sleep(1); /* UIDVALIDITY is the time, in seconds */
	DOVEADM("mailbox", "create", "-u", "gm", "Games");
	DOVEADM("save", "-u", "gm", "-m", "Games", file);
	m = open_box(&c);
	assert_int_equal(mailbox_fetch(m, &at, 9, take, h, &range, &why),
			 ERR_OK);
	assert_true(range.renewed);
	assert_int_equal(range.n, 1);
	assert_int_equal(h->n_known, 1);
	assert_int_not_equal(range.position.uidvalidity, at.uidvalidity);
	mailbox_close(m);
	/* old keys name nothing now: the new mail with uid 1 stays */
	c.done = "Stored";
	m = open_box(&c);
	assert_int_equal(mailbox_acknowledge(m, &old, 1, &why), ERR_OK);
	assert_int_equal(mailbox_fetch(m, &start, 9, take, h, &range, &why),
			 ERR_OK);
	assert_int_equal(range.n, 1);
	assert_int_equal(
		mailbox_fetch(m, &range.position, 9, take, h, &range, &why),
		ERR_OK);
	assert_false(range.renewed);
	mailbox_close(m);
	arena_release(&h->a);
	free(h);
}

/*
 * The connection dies after so many bytes from the server, wherever that is;
 * the caller begins again where it had acknowledged last.
 */
static void resume_after_cut(enum mailbox_kind kind, const char *user,
			     size_t cut_after, size_t n_mails)
{
	struct mailbox_config c = config(user, kind, TLS_NONE);
	struct heap *h = calloc(1, sizeof(*h));
	struct mailbox_position at = start;
	struct mailbox_range range = { .more = true };
	struct mailbox *m;
	struct fake f;
	unsigned n_failed = 0;

	fake_cut(&f, c.port, cut_after);
	c.port = f.port;
	assert_int_equal(mailbox_new(&c, &m, NULL), ERR_OK);
	/* also until the mail in which it died was tried again */
	while (range.more || retry_next_s(mailbox_retry(m)) != INT64_MAX) {
		size_t before = h->n;
		enum err e;

		if (!range.more)
			usleep(100000);
		e = mailbox_fetch(m, &at, 4, take, h, &range, NULL);

		if (!e)
			e = mailbox_acknowledge(m, h->keys + before,
						h->n - before, NULL);
		if (e) {
			assert_true(err_is_temporary(e));
			assert_int_equal(++n_failed, 1);
			range.more = true;
			continue;
		}
		at = range.position;
	}
	mailbox_close(m);
	fake_stop(&f);
	assert_int_equal(n_failed, 1);
	assert_all(h, n_mails);
	arena_release(&h->a);
	free(h);
}

static void a_cut_in_the_middle_loses_nothing(void **unused)
{
	(void)unused;
	/* in the greeting, the login, the search, several mails, a flag */
	static const size_t cuts[] = { 10, 300, 700, 1500, 2500, 4000, 6000 };

	/* gm's INBOX: nothing was moved out, so it serves every time */
	put_mails("gm", 9, 500);
	for (size_t i = 0; i < ARRAY_LEN(cuts); i++)
		resume_after_cut(MAILBOX_IMAP, "gm", cuts[i], 9);
}

static void a_cut_pop3_session_deletes_nothing_unseen(void **unused)
{
	(void)unused;
	static const size_t cuts[] = { 10, 200, 1200 };

	for (size_t i = 0; i < ARRAY_LEN(cuts); i++) {
		put_mails("dave", 6, 500);
		/* what other tests left there is not counted */
		resume_after_cut(MAILBOX_POP3, "dave", cuts[i], 6);
	}
}

/* dave's INBOX is empty after this */
static int empty_dave(void **unused)
{
	(void)unused;
	DOVEADM("expunge", "-u", "dave", "mailbox", "INBOX", "all");
	return 0;
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(imap_is_read_in_ranges),
		cmocka_unit_test(starttls_reads_and_moves_what_is_done),
		cmocka_unit_test(pop3_deletes_what_was_acknowledged),
		cmocka_unit_test(a_large_mail_is_told_and_costs_no_memory),
		cmocka_unit_test(
			a_server_that_is_not_who_it_should_be_is_refused),
		cmocka_unit_test(a_wrong_password_is_told_and_not_shown),
		cmocka_unit_test(idle_wakes_when_mail_comes),
		cmocka_unit_test(a_folder_made_anew_is_read_anew),
		cmocka_unit_test(a_cut_in_the_middle_loses_nothing),
		cmocka_unit_test_setup(
			a_cut_pop3_session_deletes_nothing_unseen, empty_dave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
