/*
 * tests/unit/test_mailbox.c - mailboxes without a mail server: Maildirs, and
 * servers that are scripted to do what real ones do once a year.
 */
#include "unit.h"
#include <time.h>
#include "fake.h"
#include "base/arena.h"
#include "mail/maildir.h"
#include "mail/mailbox.h"
#include <dirent.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

/* what was delivered */
struct heap {
	struct arena a;
	struct mailbox_key keys[64];
	struct str raw[64];
	bool too_large[64];
	int64_t received[64];
	size_t n;
	size_t fail_at; /* 1..: this delivery fails */
};

static enum err take(void *ctx, const struct mailbox_mail *mail,
		     struct why *why)
{
	struct heap *h = ctx;

	if (h->fail_at && h->n + 1 == h->fail_at)
		return why_set(why, ERR_DISK, "the disk is full");
	assert_true(h->n < ARRAY_LEN(h->keys));
	h->keys[h->n] = *mail->key;
	h->raw[h->n] = arena_str(&h->a, mail->raw);
	h->too_large[h->n] = mail->too_large;
	h->received[h->n] = mail->received_utc_s;
	h->n++;
	return ERR_OK;
}

static const struct mailbox_position start = { 0 };
static char folder[64];

static int make_folder(void **unused)
{
	(void)unused;
	snprintf(folder, sizeof(folder), "/tmp/heraldo-maildir.XXXXXX");
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *st, int type,
		      struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int remove_folder(void **unused)
{
	(void)unused;
	return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static struct mailbox *open_maildir(size_t max_bytes)
{
	struct mailbox *m;
	struct why why = { 0 };
	struct mailbox_config c = { .kind = MAILBOX_MAILDIR,
				    .account = "test",
				    .path = folder,
				    .max_bytes = max_bytes };

	assert_int_equal(mailbox_open(&c, &m, &why), ERR_OK);
	return m;
}

static void deliver(const char *unique, const char *text)
{
	struct why why = { 0 };

	assert_int_equal(maildir_deliver(folder, unique, str_of(text), &why),
			 ERR_OK);
}

static int count_files(const char *sub)
{
	char path[128];
	int n = 0;
	struct dirent *f;
	DIR *d;

	snprintf(path, sizeof(path), "%s/%s", folder, sub);
	d = opendir(path);
	assert_non_null(d);
	while ((f = readdir(d)))
		n += f->d_name[0] != '.';
	closedir(d);
	return n;
}

static void a_maildir_is_read_in_ranges_and_acknowledged(void **unused)
{
	(void)unused;
	struct mailbox *m = open_maildir(0);
	struct mailbox_range range;
	struct heap h = { 0 };
	struct why why = { 0 };

	deliver("a1", "Subject: one\r\n\r\nx\r\n");
	deliver("a2", "Subject: two\n\ny\n");
	deliver("a3", "Subject: three\n\nz\n");
	assert_int_equal(mailbox_fetch(m, &start, 2, take, &h, &range, &why),
			 ERR_OK);
	assert_int_equal(range.n, 2);
	assert_true(range.more);
	assert_str(h.raw[0], "Subject: one\n\nx\n");
	assert_string_equal(h.keys[0].name, "a1");
	assert_true(h.received[0] > 1700000000);
	assert_int_equal(mailbox_acknowledge(m, h.keys, h.n, &why), ERR_OK);
	assert_int_equal(mailbox_acknowledge(m, h.keys, h.n, &why), ERR_OK);
	assert_int_equal(mailbox_fetch(m, &start, 2, take, &h, &range, &why),
			 ERR_OK);
	assert_int_equal(range.n, 1);
	assert_false(range.more);
	assert_str(h.raw[2], "Subject: three\n\nz\n");
	assert_int_equal(count_files("cur"), 2);
	assert_int_equal(count_files("new"), 1);
	assert_int_equal(count_files("tmp"), 0);
	mailbox_close(m);
	arena_release(&h.a);
}

static void what_was_not_acknowledged_comes_again(void **unused)
{
	(void)unused;
	struct mailbox *m = open_maildir(0);
	struct mailbox_range range;
	struct heap h = { .fail_at = 2 };
	struct why why = { 0 };

	deliver("b1", "\nx\n");
	deliver("b2", "\ny\n");
	assert_int_equal(mailbox_fetch(m, &start, 9, take, &h, &range, &why),
			 ERR_DISK);
	assert_string_equal(why.text, "the disk is full");
	h.fail_at = 0;
	h.n = 0;
	assert_int_equal(mailbox_fetch(m, &start, 9, take, &h, &range, NULL),
			 ERR_OK);
	assert_int_equal(h.n, 2);
	assert_string_equal(h.keys[0].name, "b1");
	mailbox_close(m);
	/* another process, after a crash */
	m = open_maildir(0);
	assert_int_equal(mailbox_fetch(m, &start, 9, take, &h, &range, NULL),
			 ERR_OK);
	assert_int_equal(h.n, 4);
	assert_string_equal(h.keys[2].name, "b1");
	mailbox_close(m);
	arena_release(&h.a);
}

static void a_mail_that_is_too_large_comes_as_its_header(void **unused)
{
	(void)unused;
	struct mailbox *m = open_maildir(40);
	struct mailbox_range range;
	struct heap h = { 0 };

	deliver("c1", &"Subject: 40 bytes, not one more\n\n1234567\n"[1]);
	deliver("c2", "Subject: far too long\n\n"
		      "1234567890123456789012345678901234567890\n");
	assert_int_equal(mailbox_fetch(m, &start, 9, take, &h, &range, NULL),
			 ERR_OK);
	assert_int_equal(h.raw[0].len, 40);
	assert_false(h.too_large[0]);
	assert_true(h.too_large[1]);
	assert_str(h.raw[1], "Subject: far too long\n\n");
	mailbox_close(m);
	arena_release(&h.a);
}

static void a_copied_file_has_the_time_in_its_name(void **unused)
{
	(void)unused;
	struct mailbox *m = open_maildir(0);
	struct mailbox_range range;
	struct heap h = { 0 };
	struct why why = { 0 };

	deliver("1500000000.M1P1.host", "\nx\n");
	/* no time that can be: the file's */
	deliver("17.M1P1.host", "\ny\n");
	deliver("99999999999.M1P1.host", "\nz\n");
	assert_int_equal(mailbox_fetch(m, &start, 9, take, &h, &range, &why),
			 ERR_OK);
	assert_int_equal(h.n, 3);
	for (unsigned i = 0; i < 3; i++)
		if (h.keys[i].name[1] == '5')
			assert_int_equal(h.received[i], 1500000000);
		else
			assert_in_range(h.received[i], 1700000000, time(NULL));
	mailbox_close(m);
	arena_release(&h.a);
}

static void a_maildir_that_gets_a_mail_wakes(void **unused)
{
	(void)unused;
	struct mailbox *m = open_maildir(0);
	enum mailbox_wake wake;
	int fds[2];

	assert_int_equal(pipe(fds), 0);
	assert_int_equal(mailbox_wait(m, 0, fds[0], &wake, NULL), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_TIMEOUT);
	deliver(NULL, "\nx\n");
	assert_int_equal(mailbox_wait(m, 30, fds[0], &wake, NULL), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_MAIL);
	assert_int_equal(write(fds[1], "x", 1), 1);
	assert_int_equal(mailbox_wait(m, 30, fds[0], &wake, NULL), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_INTERRUPT);
	/* at once: nothing tells of that mail a second time */
	deliver(NULL, "\ny\n");
	assert_int_equal(mailbox_wait(m, 30, fds[0], &wake, NULL), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_MAIL);
	assert_int_equal(mailbox_wait(m, 30, fds[0], &wake, NULL), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_INTERRUPT);
	close(fds[0]);
	close(fds[1]);
	mailbox_close(m);
}

#define ANA_HERE  "anaskey-0000000000000001"
#define ANA_THERE "anaskey-0000000000000002"
#define NEW_HERE  "newskey-0000000000000001"

static void marked(struct mailbox *m, const char *mark, bool take,
		   enum err wanted)
{
	struct why why = { 0 };

	assert_int_equal(mailbox_mark(m, mark, take, &why), wanted);
	if (wanted == ERR_EXISTS)
		assert_non_null(strstr(why.text, "heraldo judge take"));
}

static void a_maildir_has_the_mark_of_one_judge(void **unused)
{
	(void)unused;
	struct mailbox *m = open_maildir(0), *copy = open_maildir(0);

	marked(m, ANA_HERE, false, ERR_OK);
	marked(m, ANA_HERE, false, ERR_OK);
	marked(copy, ANA_THERE, false, ERR_EXISTS);
	marked(copy, ANA_THERE, true, ERR_OK);
	marked(m, ANA_HERE, false, ERR_EXISTS);
	marked(m, ANA_HERE, true, ERR_OK);
	/* the same judge with another key */
	marked(m, NEW_HERE, false, ERR_OK);
	marked(m, NEW_HERE, false, ERR_OK);
	marked(copy, ANA_THERE, false, ERR_EXISTS);
	assert_int_equal(count_files("."), 4);
	mailbox_close(m);
	mailbox_close(copy);
}

static void a_file_name_is_no_path(void **unused)
{
	(void)unused;
	struct why why = { 0 };

	assert_int_equal(maildir_deliver(folder, "../x", STR("x"), &why),
			 ERR_USAGE);
	assert_int_equal(maildir_deliver(folder, ".x", STR("x"), NULL),
			 ERR_USAGE);
	assert_int_equal(maildir_deliver(folder, "", STR("x"), NULL),
			 ERR_USAGE);
	assert_int_equal(maildir_deliver("/proc/no/such", "x", STR("x"), NULL),
			 ERR_SYSTEM);
}

static void folders_are_named_in_modified_utf7(void **unused)
{
	(void)unused;
	static const char *const pairs[][2] = {
		{ "INBOX.done", "INBOX.done" },
		{ "Órdenes", "&ANM-rdenes" },
		{ "&ANM-rdenes", "&ANM-rdenes" }, /* by hand, as before */
		{ "R&D", "R&-D" },
		{ "R&-D", "R&-D" },
		{ "Q&A-2", "Q&-A-2" }, /* 6 bits are no character */
		{ "Órdenes & más", "&ANM-rdenes &- m&AOE-s" },
		{ "台北/日本語", "&U,BTFw-/&ZeVnLIqe-" }, /* RFC 3501 */
		{ "Würfel 🎲", "W&APw-rfel &2Dzfsg-" },
	};
	struct buf b;

	buf_init(&b, 200);
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
		buf_clear(&b);
		assert_true(mailbox_folder_encode(pairs[i][0], &b));
		assert_string_equal(b.s, pairs[i][1]);
	}
	assert_false(mailbox_folder_encode("\xd3rdenes", &b));
	buf_release(&b);
}

static struct mailbox_config network(enum mailbox_kind kind,
				     const struct fake *f)
{
	return (struct mailbox_config){ .kind = kind,
					.account = "test",
					.host = "127.0.0.1",
					.port = f->port,
					.tls = TLS_NONE,
					.user = "gm",
					.password = "Pa55-word",
					.silence_s = 1 };
}

/* open against a script and give back the error; nothing secret is told */
static enum err open_scripted(enum mailbox_kind kind, enum tls_mode tls,
			      const char *const *script, struct why *why)
{
	struct fake f;
	struct mailbox *m;
	struct mailbox_config c;
	enum err e;

	*why = (struct why){ 0 };
	fake_play(&f, script);
	c = network(kind, &f);
	c.tls = tls;
	e = mailbox_open(&c, &m, why);
	mailbox_close(m);
	fake_stop(&f);
	assert_null(strstr(why->text, "Pa55"));
	return e;
}

static void a_configuration_that_is_unsafe_is_refused(void **unused)
{
	(void)unused;
	struct fake f = { .port = 1 };
	struct mailbox_config c = network(MAILBOX_IMAP, &f);
	struct mailbox *m;
	struct why why = { 0 };

	c.host = "mail.example.test";
	assert_int_equal(mailbox_open(&c, &m, &why), ERR_CONFIG);
	assert_non_null(strstr(why.text, "without TLS"));
	assert_null(m);
	c = network(MAILBOX_IMAP, &f);
	c.password = "a\r\nA2 DELETE INBOX";
	assert_int_equal(mailbox_open(&c, &m, NULL), ERR_CONFIG);
	c = network(MAILBOX_IMAP, &f);
	c.folder = "INBOX\r\n";
	assert_int_equal(mailbox_open(&c, &m, NULL), ERR_CONFIG);
	c = network(MAILBOX_POP3, &f);
	c.host = "local host";
	assert_int_equal(mailbox_open(&c, &m, NULL), ERR_CONFIG);
	c = network(MAILBOX_POP3, &f);
	c.user = "";
	assert_int_equal(mailbox_open(&c, &m, NULL), ERR_CONFIG);
}

static void a_server_that_is_not_there_is_down(void **unused)
{
	(void)unused;
	struct fake f = { .port = fake_free_port() };
	struct mailbox_config c = network(MAILBOX_IMAP, &f);
	struct mailbox *m;
	struct why why = { 0 };

	assert_int_equal(mailbox_open(&c, &m, &why), ERR_MAIL_DOWN);
	assert_true(err_is_temporary(ERR_MAIL_DOWN));
	c.kind = MAILBOX_POP3;
	assert_int_equal(mailbox_open(&c, &m, &why), ERR_MAIL_DOWN);
}

static void a_silent_server_is_left_in_time(void **unused)
{
	(void)unused;
	struct fake f;
	struct mailbox *m;
	struct mailbox_config c;
	static const enum tls_mode modes[] = { TLS_NONE, TLS_IMPLICIT };
	static const char *const greets[] = { "S:* OK ready", "H", NULL };
	struct why why = { 0 };

	fake_silence(&f);
	for (size_t i = 0; i < ARRAY_LEN(modes); i++) {
		c = network(MAILBOX_IMAP, &f);
		c.tls = modes[i];
		assert_int_equal(mailbox_open(&c, &m, &why), ERR_MAIL_DOWN);
		assert_non_null(strstr(why.text, "no answer in time"));
	}
	c = network(MAILBOX_POP3, &f);
	assert_int_equal(mailbox_open(&c, &m, NULL), ERR_MAIL_DOWN);
	fake_stop(&f);
	assert_int_equal(open_scripted(MAILBOX_IMAP, TLS_NONE, greets, &why),
			 ERR_MAIL_DOWN);
}

static void starttls_is_never_done_without(void **unused)
{
	(void)unused;
	static const char *const no_imap[] = { "S:* OK ready", "C:1 STARTTLS",
					       "S:1 BAD what?", "H", NULL };
	static const char *const no_pop3[] = { "S:+OK", "C:STLS", "S:-ERR", "H",
					       NULL };
	static const char *const preauth[] = { "S:* PREAUTH welcome", "H",
					       NULL };
	static const char *const early[] = {
		"S:* OK ready", "C:1 STARTTLS",
		"s:1 OK go\r\n* CAPABILITY IMAP4rev1 X-EVIL\r\n", "H", NULL
	};
	static const char *const early_pop3[] = { "S:+OK", "C:STLS",
						  "s:+OK go\r\n+OK in\r\n", "H",
						  NULL };
	struct why why;

	assert_int_equal(
		open_scripted(MAILBOX_IMAP, TLS_STARTTLS, no_imap, &why),
		ERR_MAIL_TLS);
	assert_int_equal(
		open_scripted(MAILBOX_POP3, TLS_STARTTLS, no_pop3, &why),
		ERR_MAIL_TLS);
	assert_int_equal(
		open_scripted(MAILBOX_IMAP, TLS_STARTTLS, preauth, &why),
		ERR_MAIL_TLS);
	assert_int_equal(open_scripted(MAILBOX_IMAP, TLS_STARTTLS, early, &why),
			 ERR_MAIL_TLS);
	assert_int_equal(
		open_scripted(MAILBOX_POP3, TLS_STARTTLS, early_pop3, &why),
		ERR_MAIL_TLS);
}

static void trouble_that_passes_is_no_wrong_password(void **unused)
{
	(void)unused;
	static const char *const bye[] = { "S:* BYE too many", NULL };
	static const char *const busy[] = { "S:* OK ready",
					    "C:1 CAPABILITY",
					    "S:* CAPABILITY IMAP4rev1",
					    "S:1 OK x",
					    "C:2 LOGIN",
					    "S:2 NO [UNAVAILABLE] later",
					    "H",
					    NULL };
	static const char *const wrong[] = {
		"S:* OK ready",
		"C:1 CAPABILITY",
		"S:* CAPABILITY IMAP4rev1",
		"S:1 OK x",
		"C:2 LOGIN",
		"S:2 NO [AUTHENTICATIONFAILED] gm Pa55-word is wrong",
		"H",
		NULL
	};
	static const char *const disabled[] = {
		"S:* OK ready",
		"C:1 CAPABILITY",
		"S:* CAPABILITY IMAP4rev1 LOGINDISABLED",
		"S:1 OK x",
		"H",
		NULL
	};
	static const char *const pop_busy[] = { "S:+OK",
						"C:CAPA",
						"S:-ERR",
						"C:USER gm",
						"S:+OK",
						"C:PASS ",
						"S:-ERR [IN-USE] x",
						"H",
						NULL };
	static const char *const pop_wrong[] = { "S:+OK",
						 "C:CAPA",
						 "S:-ERR",
						 "C:USER gm",
						 "S:+OK",
						 "C:PASS Pa55-word",
						 "S:-ERR Pa55-word?",
						 "H",
						 NULL };
	struct why why;

	assert_int_equal(open_scripted(MAILBOX_IMAP, TLS_NONE, bye, &why),
			 ERR_MAIL_DOWN);
	assert_int_equal(open_scripted(MAILBOX_IMAP, TLS_NONE, busy, &why),
			 ERR_MAIL_DOWN);
	assert_int_equal(open_scripted(MAILBOX_IMAP, TLS_NONE, wrong, &why),
			 ERR_MAIL_LOGIN);
	assert_int_equal(open_scripted(MAILBOX_IMAP, TLS_NONE, disabled, &why),
			 ERR_MAIL_LOGIN);
	assert_int_equal(open_scripted(MAILBOX_POP3, TLS_NONE, pop_busy, &why),
			 ERR_MAIL_DOWN);
	assert_int_equal(open_scripted(MAILBOX_POP3, TLS_NONE, pop_wrong, &why),
			 ERR_MAIL_LOGIN);
}

#define IMAP_LOGIN                                                             \
	"S:* OK ready", "C:1 CAPABILITY", "S:* CAPABILITY IMAP4rev1 IDLE",     \
		"S:1 OK x", "C:2 LOGIN", "S:2 OK x", "C:3 CAPABILITY",         \
		"S:* CAPABILITY IMAP4rev1 IDLE", "S:3 OK x", "C:4 SELECT",     \
		"S:* 3 EXISTS", "S:* OK [UIDVALIDITY 7] x", "S:4 OK x"

#define NOBODY_UNSEEN "C:6 UID SEARCH UID 1:4 UNSEEN", "S:* SEARCH", "S:6 OK x"

/* of the last fetch_scripted: where it would begin again, and why mail failed
 */
static struct mailbox_position scripted_restart;
static char scripted_words[2 * WHY_MAX];
static int64_t scripted_since_s; /* the judge was made then */

/* one fetch of up to 9 mails after uid 4 against a script */
static enum err fetch_scripted(const char *const *script, struct heap *h,
			       struct mailbox_range *range)
{
	struct fake f;
	struct mailbox *m;
	struct mailbox_config c;
	struct mailbox_position four = { 7, 4 };
	struct why why = { 0 };
	enum err e;

	*h = (struct heap){ 0 };
	fake_play(&f, script);
	c = network(MAILBOX_IMAP, &f);
	c.max_bytes = 1000;
	c.since_s = scripted_since_s;
	assert_int_equal(mailbox_open(&c, &m, &why), ERR_OK);
	e = mailbox_fetch(m, &four, 9, take, h, range, &why);
	scripted_restart = mailbox_restart(m, &range->position);
	snprintf(scripted_words, sizeof(scripted_words), "%s",
		 mailbox_retry(m)->n ? mailbox_retry(m)->mails[0].why.text
				     : "");
	mailbox_close(m);
	fake_stop(&f);
	return e;
}

static void the_star_of_imap_brings_no_old_mail(void **unused)
{
	(void)unused;
	/* n:* names the last mail even where its uid is below n */
	static const char *const script[] = { IMAP_LOGIN,
					      "C:5 UID SEARCH UID 5:*",
					      "S:* SEARCH 4",
					      "S:5 OK x",
					      NOBODY_UNSEEN,
					      "H",
					      NULL };
	struct mailbox_range range;
	struct heap h;

	assert_int_equal(fetch_scripted(script, &h, &range), ERR_OK);
	assert_int_equal(range.n, 0);
	assert_false(range.more);
	assert_int_equal(range.position.uid, 4);
	assert_int_equal(range.position.uidvalidity, 7);
}

static void news_of_flags_are_no_mail(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		IMAP_LOGIN,
		"C:5 UID SEARCH UID 5:*",
		"S:* SEARCH 6 5",
		"S:5 OK x",
		NOBODY_UNSEEN,
		"C:7 UID FETCH 5:6 ",
		"S:* 1 FETCH (UID 2 FLAGS (\\Seen))",
		"S:* 1 FETCH (UID 3 RFC822.SIZE 3 BODY[]<0> {3}",
		"s:old)\r\n",
		"S:* 3 FETCH (UID 6 RFC822.SIZE 4 INTERNALDATE "
		"\"01-Jan-2024 12:00:00 -0130\" BODY[]<0> {4}",
		"s:six\n)\r\n",
		"S:* 3 FETCH (UID 6 BODY[]<0> {4}",
		"s:six\n)\r\n",
		"S:* 2 FETCH (UID 5 RFC822.SIZE 5 BODY[]<0> {5}",
		"s:five\n)\r\n",
		"S:7 OK x",
		"H",
		NULL
	};
	struct mailbox_range range;
	struct heap h;

	assert_int_equal(fetch_scripted(script, &h, &range), ERR_OK);
	assert_int_equal(range.n, 2);
	assert_int_equal(h.keys[0].uid, 6);
	assert_str(h.raw[0], "six\n");
	assert_int_equal(h.received[0], 1704115800);
	assert_int_equal(h.keys[1].uid, 5);
	assert_int_equal(range.position.uid, 6);
	arena_release(&h.a);
}

#define SIX_WITHOUT_FIVE                                                       \
	IMAP_LOGIN, "C:5 UID SEARCH", "S:* SEARCH 5 6", "S:5 OK x",            \
		NOBODY_UNSEEN, "C:7 UID FETCH 5:6",                            \
		"S:* 3 FETCH (UID 6 BODY[]<0> {3}", "s:six)\r\n",              \
		"S:7 NO [SERVERBUG] not all of them", "C:8 UID FETCH 5 ",      \
		"S:8 NO [SERVERBUG] \033[2Jnot 5", "C:9 UID SEARCH UID 5"

/* what came is kept; what did not is tried again, if it is there */
static void a_mail_that_is_kept_back_delays_no_other(void **unused)
{
	(void)unused;
	static const char *const there[] = { SIX_WITHOUT_FIVE, "S:* SEARCH 5",
					     "S:9 OK x", "H", NULL };
	static const char *const gone[] = { SIX_WITHOUT_FIVE, "S:* SEARCH",
					    "S:9 OK x", "H", NULL };
	struct mailbox_range range;
	struct heap h;

	assert_int_equal(fetch_scripted(there, &h, &range), ERR_OK);
	assert_int_equal(range.n, 1);
	assert_true(range.has_failed);
	assert_int_equal(range.position.uid, 6);
	assert_int_equal(scripted_restart.uid, 4);
	assert_non_null(strstr(scripted_words, "?[2Jnot 5"));
	arena_release(&h.a);
	assert_int_equal(fetch_scripted(gone, &h, &range), ERR_OK);
	assert_int_equal(range.n, 1);
	assert_false(range.has_failed);
	assert_int_equal(range.position.uid, 6);
	assert_int_equal(scripted_restart.uid, 6);
	arena_release(&h.a);
}

/* of old mails a server names those whose day it knows; the others are tried */
static void a_mail_without_a_day_is_no_old_mail(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		IMAP_LOGIN,
		"C:5 UID SEARCH UID 5:*",
		"S:* SEARCH",
		"S:5 OK x",
		"C:6 UID SEARCH UID 1:4 UNSEEN",
		"S:* SEARCH 1 2 3",
		"S:6 OK x",
		"C:7 UID SEARCH (UID 1:4 UNSEEN) BEFORE 9-Sep-2001",
		"S:* SEARCH 3 1",
		"S:7 OK x",
		"C:8 UID FETCH 2",
		"S:8 NO cannot be read",
		"C:9 UID SEARCH UID 2",
		"S:* SEARCH 2",
		"S:9 OK x",
		"H",
		NULL
	};
	struct mailbox_range range;
	struct heap h;

	scripted_since_s = 1000086400;
	assert_int_equal(fetch_scripted(script, &h, &range), ERR_OK);
	scripted_since_s = 0;
	assert_int_equal(range.n, 0);
	assert_true(range.has_failed);
	assert_non_null(strstr(scripted_words, "cannot be read"));
}

static enum err mark_scripted(const char *const *script, bool take,
			      struct why *why)
{
	struct fake f;
	struct mailbox *m;
	struct mailbox_config c;
	enum err e;

	fake_play(&f, script);
	c = network(MAILBOX_IMAP, &f);
	assert_int_equal(mailbox_open(&c, &m, why), ERR_OK);
	e = mailbox_mark(m, ANA_HERE, take, why);
	mailbox_close(m);
	assert_int_equal(fake_stop(&f), 0);
	return e;
}

/* the hash of INBOX */
#define INBOX_MARK "4a1e411b"
#define MARKS      "heraldo-judge-" INBOX_MARK "-"

static void an_imap_user_has_the_mark_of_one_judge(void **unused)
{
	(void)unused;
	static const char *const first[] = {
		IMAP_LOGIN,
		"C:5 LIST \"\" \"" MARKS,
		"S:* LIST (\\HasNoChildren) \"/\" heraldo-judge-00000000-x",
		"S:5 OK x",
		"C:6 CREATE " MARKS ANA_HERE,
		"S:6 OK x",
		NULL
	};
	static const char *const other[] = {
		IMAP_LOGIN, "C:5 LIST",
		"S:* LIST (\\HasNoChildren) \"/\" " MARKS ANA_THERE, "S:5 OK x",
		NULL
	};
	static const char *const taken[] = {
		IMAP_LOGIN,
		"C:5 LIST",
		"S:* LIST (\\HasNoChildren) \"/\" " MARKS ANA_THERE,
		"S:5 OK x",
		"C:6 DELETE " MARKS ANA_THERE,
		"S:6 OK x",
		"C:7 CREATE " MARKS ANA_HERE,
		"S:7 OK x",
		NULL
	};
	static const char *const refused[] = { IMAP_LOGIN,  "C:5 LIST",
					       "S:5 OK x",  "C:6 CREATE",
					       "S:6 NO no", NULL };
	struct why why = { 0 };

	assert_int_equal(mark_scripted(first, false, &why), ERR_OK);
	assert_int_equal(mark_scripted(other, false, &why), ERR_EXISTS);
	assert_non_null(strstr(why.text, ANA_THERE));
	why_clear(&why);
	assert_int_equal(mark_scripted(taken, true, &why), ERR_OK);
	assert_int_equal(mark_scripted(refused, false, &why), ERR_MAIL_REFUSED);
}

static void a_server_that_sends_for_ever_is_cut_off(void **unused)
{
	(void)unused;
	static char much[3 << 20];
	static const char *script[] = {
		IMAP_LOGIN,
		"C:5 UID SEARCH",
		"S:* SEARCH 5",
		"S:5 OK x",
		NOBODY_UNSEEN,
		"C:7 UID FETCH",
		"S:* 3 FETCH (UID 5 BODY[]<0> {999999999}",
		much,
		NULL
	};
	struct mailbox_range range;
	struct heap h;

	memset(much, 'x', sizeof(much) - 1);
	much[0] = 's';
	much[1] = ':';
	assert_int_equal(fetch_scripted(script, &h, &range), ERR_MAIL_PROTOCOL);
	assert_int_equal(h.n, 0);
}

static void a_folder_without_uidvalidity_is_refused(void **unused)
{
	(void)unused;
	static const char *const script[] = { "S:* OK ready",
					      "C:1 CAPABILITY",
					      "S:* CAPABILITY IMAP4rev1",
					      "S:1 OK x",
					      "C:2 LOGIN",
					      "S:2 OK x",
					      "C:3 CAPABILITY",
					      "S:* CAPABILITY IMAP4rev1",
					      "S:3 OK x",
					      "C:4 SELECT",
					      "S:* 3 EXISTS",
					      "S:4 OK x",
					      "H",
					      NULL };
	struct why why;

	assert_int_equal(open_scripted(MAILBOX_IMAP, TLS_NONE, script, &why),
			 ERR_MAIL_PROTOCOL);
}

enum { SHORT_S = 2, LONG_S = 90 /* longer than the script's patience */ };

/* wait so long against a script, or until this can be read */
static enum err wait_scripted(const char *const *script, int interrupt_fd,
			      unsigned seconds, enum mailbox_wake *wake)
{
	struct fake f;
	struct mailbox *m;
	struct mailbox_config c;
	struct why why = { 0 };
	enum err e;

	fake_play(&f, script);
	c = network(MAILBOX_IMAP, &f);
	assert_int_equal(mailbox_open(&c, &m, &why), ERR_OK);
	e = mailbox_wait(m, seconds, interrupt_fd, wake, &why);
	mailbox_close(m);
	/* nothing of the dialogue was left out */
	assert_int_equal(fake_stop(&f), 0);
	return e;
}

static void only_news_of_mail_end_an_idle(void **unused)
{
	(void)unused;
	static const char *const before[] = {
		IMAP_LOGIN,   "C:idle IDLE", "S:* 4 EXISTS",
		"S:+ idling", "C:DONE",      "S:idle OK x",
		"H",          NULL
	};
	static const char *const still_here[] = {
		IMAP_LOGIN,    "C:idle IDLE",
		"S:+ idling",  "S:* OK Still here",
		"C:DONE",      "S:* 3 RECENT",
		"S:idle OK x", "C:idle IDLE",
		"S:+ idling",  "S:* 4 EXISTS",
		"C:DONE",      "S:idle OK x",
		NULL
	};
	static const char *const refused[] = { IMAP_LOGIN, "C:idle IDLE",
					       "S:idle BAD no", "H", NULL };
	static const char *const lost[] = { IMAP_LOGIN, "C:idle IDLE",
					    "S:+ idling", "X", NULL };
	enum mailbox_wake wake;

	assert_int_equal(wait_scripted(before, -1, SHORT_S, &wake), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_MAIL);
	assert_int_equal(wait_scripted(still_here, -1, SHORT_S, &wake), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_MAIL);
	assert_int_equal(wait_scripted(refused, -1, SHORT_S, &wake), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_TIMEOUT);
	assert_int_equal(wait_scripted(lost, -1, SHORT_S, &wake),
			 ERR_MAIL_DOWN);
}

static void news_while_an_idle_is_interrupted_are_not_lost(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		IMAP_LOGIN,     "C:idle IDLE", "S:+ idling", "C:DONE",
		"S:* 4 EXISTS", "S:idle OK x", NULL
	};
	static const char *const nothing[] = { IMAP_LOGIN,    "C:idle IDLE",
					       "S:+ idling",  "C:DONE",
					       "S:idle OK x", NULL };
	enum mailbox_wake wake;
	int fds[2];

	assert_int_equal(pipe(fds), 0);
	assert_int_equal(write(fds[1], "x", 1), 1);
	assert_int_equal(wait_scripted(script, fds[0], SHORT_S, &wake), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_MAIL);
	assert_int_equal(wait_scripted(nothing, fds[0], SHORT_S, &wake),
			 ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_INTERRUPT);
	close(fds[0]);
	close(fds[1]);
}

static void news_in_one_piece_with_an_answer_are_seen_at_once(void **unused)
{
	(void)unused;
	static const char *const begun[] = {
		IMAP_LOGIN, "C:idle IDLE", "s:+ idling\r\n* 4 EXISTS\r\n",
		"C:DONE",   "S:idle OK x", NULL
	};
	static const char *const ended[] = {
		IMAP_LOGIN,   "C:idle IDLE",
		"S:+ idling", "S:* OK Still here",
		"C:DONE",     "s:idle OK x\r\n* 4 EXISTS\r\n",
		"H",          NULL
	};
	enum mailbox_wake wake;

	assert_int_equal(wait_scripted(begun, -1, LONG_S, &wake), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_MAIL);
	assert_int_equal(wait_scripted(ended, -1, LONG_S, &wake), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_MAIL);
}

static void news_while_a_folder_is_searched_are_not_lost(void **unused)
{
	(void)unused;
	static const char *const script[] = { IMAP_LOGIN,   "C:5 UID SEARCH",
					      "S:* SEARCH", "S:* 4 EXISTS",
					      "S:5 OK x",   NOBODY_UNSEEN,
					      NULL };
	struct mailbox_position four = { 7, 4 };
	struct mailbox_range range = { 0 };
	enum mailbox_wake wake = MAILBOX_WOKE_TIMEOUT;
	struct heap h = { 0 };
	struct why why = { 0 };
	struct mailbox_config c;
	struct mailbox *m;
	struct fake f;

	fake_play(&f, script);
	c = network(MAILBOX_IMAP, &f);
	assert_int_equal(mailbox_open(&c, &m, &why), ERR_OK);
	assert_int_equal(mailbox_fetch(m, &four, 9, take, &h, &range, &why),
			 ERR_OK);
	assert_int_equal(range.n, 0);
	assert_int_equal(mailbox_wait(m, 2, -1, &wake, &why), ERR_OK);
	assert_int_equal(wake, MAILBOX_WOKE_MAIL);
	mailbox_close(m);
	assert_int_equal(fake_stop(&f), 0);
}

#define POP3_LOGIN                                                             \
	"S:+OK", "C:CAPA", "S:-ERR", "C:USER gm", "S:+OK", "C:PASS ", "S:+OK"

static void pop3_is_done_only_when_quit_says_so(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		POP3_LOGIN, "C:LIST", "S:+OK", "S:1 20", "S:2 5000", "S:.",
		"C:UIDL", "S:+OK", "S:1 u-1", "S:2 u-2", "S:.", "C:RETR 1",
		"S:+OK", "S:..dot", "S:.x", "S:", "S:text", "S:.", "C:TOP 2 0",
		"S:+OK", "S:Subject: big", "S:", "S:.", "C:DELE 1", "S:+OK",
		"C:DELE 2", "S:+OK", "C:QUIT", "S:-ERR disk full",
		/* the mails come again, with numbers of another session */
		"N", POP3_LOGIN, "C:LIST", "S:+OK", "S:1 20", "S:2 5000", "S:.",
		"C:UIDL", "S:+OK", "S:1 u-1", "S:2 u-2", "S:.", "C:RETR 1",
		"S:+OK", "S:text", "S:.", "C:DELE 1", "S:+OK", "C:QUIT",
		"S:+OK", NULL
	};
	struct fake f;
	struct mailbox *m;
	struct mailbox_config c;
	struct mailbox_range range;
	struct heap h = { 0 };
	struct why why = { 0 };

	fake_play(&f, script);
	c = network(MAILBOX_POP3, &f);
	c.max_bytes = 1000;
	assert_int_equal(mailbox_open(&c, &m, &why), ERR_OK);
	assert_int_equal(mailbox_fetch(m, &start, 9, take, &h, &range, &why),
			 ERR_OK);
	assert_int_equal(range.n, 2);
	assert_str(h.raw[0], ".dot\r\nx\r\n\r\ntext\r\n");
	assert_true(h.too_large[1]);
	assert_str(h.raw[1], "Subject: big\r\n\r\n");
	assert_int_equal(mailbox_acknowledge(m, h.keys, h.n, &why),
			 ERR_MAIL_PROTOCOL);
	assert_non_null(strstr(why.text, "disk full"));
	assert_int_equal(mailbox_fetch(m, &start, 1, take, &h, &range, NULL),
			 ERR_OK);
	/* the keys of the first session delete nothing in this one */
	assert_int_equal(h.n, 3);
	assert_int_equal(mailbox_acknowledge(m, h.keys, h.n, NULL), ERR_OK);
	mailbox_close(m);
	assert_int_equal(fake_stop(&f), 0);
	arena_release(&h.a);
}

/* "S:Received: by ..; date" of a moment */
static const char *received_line(char out[160], const char *by, int64_t at_s)
{
	time_t t = (time_t)at_s;
	struct tm tm;
	char date[64];

	gmtime_r(&t, &tm);
	strftime(date, sizeof(date), "%a, %d %b %Y %H:%M:%S +0000", &tm);
	snprintf(out, 160, "S:Received: from x by %s; %s", by, date);
	return out;
}

/* The judge was down for an hour: what came in time, and when. */
static void pop3_tells_no_time_but_our_own_server_does(void **unused)
{
	(void)unused;
	int64_t now = (int64_t)time(NULL), down = now - 3600;
	char in[4][160];
	const char *script[] = {
		POP3_LOGIN, "C:LIST", "S:+OK", "S:1 20", "S:2 20", "S:3 20",
		"S:4 20", "S:.", "C:UIDL", "S:+OK", "S:1 a", "S:2 b", "S:3 c",
		"S:4 d", "S:.",
		/* taken in while the judge was down */
		"C:RETR 1", "S:+OK",
		received_line(in[0], "mx.club.test", now - 1800), "S:", "S:.",
		/* by another server: nothing is known but the last look */
		"C:RETR 2", "S:+OK",
		received_line(in[1], "mx.far.test", now - 1800), "S:", "S:.",
		/* a clock that is ahead, and one that is behind */
		"C:RETR 3", "S:+OK",
		received_line(in[2], "mx.club.test", now + 7200), "S:", "S:.",
		"C:RETR 4", "S:+OK",
		received_line(in[3], "mx.club.test", now - 7200), "S:", "S:.",
		"C:QUIT", "S:+OK", NULL
	};
	struct mailbox_position from = { .uid = (uint32_t)down };
	struct fake f;
	struct mailbox *m;
	struct mailbox_config c;
	struct mailbox_range range;
	struct heap h = { 0 };
	struct why why = { 0 };

	fake_play(&f, script);
	c = network(MAILBOX_POP3, &f);
	c.received_by = "mx.club.test";
	assert_int_equal(mailbox_open(&c, &m, &why), ERR_OK);
	assert_int_equal(mailbox_fetch(m, &from, 9, take, &h, &range, &why),
			 ERR_OK);
	assert_int_equal(range.n, 4);
	assert_int_equal(h.received[0], now - 1800);
	assert_int_equal(h.received[1], down);
	assert_true(now <= h.received[2] && h.received[2] <= now + 60);
	assert_int_equal(h.received[3], down);
	/* the next ones came after this look */
	assert_true(now <= range.position.uid &&
		    range.position.uid <= now + 60);
	mailbox_close(m);
	fake_stop(&f);
	arena_release(&h.a);
}

/* so many fetches; the last one's error */
static enum err fetch_pop3(const char *const *script, int times, struct heap *h,
			   struct mailbox_range *range, struct why *why)
{
	struct fake f;
	struct mailbox *m;
	struct mailbox_config c;
	enum err e = ERR_OK;

	*h = (struct heap){ 0 };
	fake_play(&f, script);
	c = network(MAILBOX_POP3, &f);
	assert_int_equal(mailbox_open(&c, &m, why), ERR_OK);
	for (int i = 0; i < times; i++) {
		size_t before = h->n;

		why_clear(why);
		e = mailbox_fetch(m, &start, 9, take, h, range, why);
		assert_int_equal(h->n - before, range->n);
		if (!e)
			assert_int_equal(mailbox_acknowledge(m,
							     h->keys + before,
							     range->n, NULL),
					 ERR_OK);
	}
	snprintf(scripted_words, sizeof(scripted_words), "%s%s",
		 mailbox_retry(m)->n ? mailbox_retry(m)->mails[0].name : "",
		 mailbox_retry(m)->n ? mailbox_retry(m)->mails[0].why.text
				     : "");
	mailbox_close(m);
	assert_int_equal(fake_stop(&f), 0);
	return e;
}

static void a_mail_that_pop3_keeps_back_delays_no_other(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		POP3_LOGIN, "C:LIST", "S:+OK", "S:1 20", "S:2 20", "S:.",
		"C:UIDL", "S:+OK", "S:1 bad", "S:2 good", "S:.", "C:RETR 1",
		"S:-ERR \033[1mgone", "C:RETR 2", "S:+OK", "S:text", "S:.",
		"C:DELE 2", "S:+OK", "C:QUIT", "S:+OK",
		/* the next session is no fault: it is not time for the mail */
		"N", POP3_LOGIN, "C:LIST", "S:+OK", "S:1 20", "S:.", "C:UIDL",
		"S:+OK", "S:1 bad", "S:.", NULL
	};
	struct mailbox_range range;
	struct heap h;
	struct why why = { 0 };

	assert_int_equal(fetch_pop3(script, 2, &h, &range, &why), ERR_OK);
	assert_int_equal(h.n, 1);
	assert_str(h.raw[0], "text\r\n");
	assert_non_null(strstr(scripted_words, "UIDL bad"));
	assert_non_null(strstr(scripted_words, "?[1mgone"));
	arena_release(&h.a);
}

/* Courier ends the session at a mail that it cannot read. */
static void a_mail_that_ends_the_session_delays_no_other(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		POP3_LOGIN, "C:LIST", "S:+OK", "S:1 20", "S:2 20", "S:3 20",
		"S:.", "C:UIDL", "S:+OK", "S:1 a", "S:2 bad", "S:3 c", "S:.",
		"C:RETR 1", "S:+OK", "S:one", "S:.", "C:RETR 2", "X", "N",
		/* a lost connection is no fault of the mail: it comes in its
		 * order; what came once comes again, known by its bytes */
		POP3_LOGIN, "C:LIST", "S:+OK", "S:1 20", "S:2 20", "S:3 20",
		"S:.", "C:UIDL", "S:+OK", "S:1 a", "S:2 bad", "S:3 c", "S:.",
		"C:RETR 1", "S:+OK", "S:one", "S:.", "C:RETR 2", "X", "N",
		/* lost at the same mail, so that the mail is the cause */
		POP3_LOGIN, "C:LIST", "S:+OK", "S:1 20", "S:2 20", "S:3 20",
		"S:.", "C:UIDL", "S:+OK", "S:1 a", "S:2 bad", "S:3 c", "S:.",
		"C:RETR 1", "S:+OK", "S:one", "S:.", "C:RETR 3", "S:+OK",
		"S:three", "S:.", "C:DELE 1", "S:+OK", "C:DELE 3", "S:+OK",
		"C:QUIT", "S:+OK", NULL
	};
	struct mailbox_range range;
	struct heap h;
	struct why why = { 0 };

	assert_int_equal(fetch_pop3(script, 3, &h, &range, &why), ERR_OK);
	assert_int_equal(h.n, 4);
	assert_str(h.raw[0], "one\r\n");
	assert_str(h.raw[3], "three\r\n");
	assert_non_null(strstr(scripted_words, "UIDL bad"));
	assert_non_null(strstr(scripted_words, "closed the connection"));
	arena_release(&h.a);
}

/* Mails of one name, of an empty one, of one with spaces; none at all. */
static void pop3_deletes_by_number_whatever_uidls_are(void **unused)
{
	(void)unused;
#define THREE                                                                  \
	"C:RETR 1", "S:+OK", "S:one", "S:.", "C:RETR 2", "S:+OK", "S:two",     \
		"S:.", "C:RETR 3", "S:+OK", "S:three", "S:.", "C:DELE 1",      \
		"S:+OK", "C:DELE 2", "S:+OK", "C:DELE 3", "S:+OK", "C:QUIT",   \
		"S:+OK", NULL
#define LISTED                                                                 \
	POP3_LOGIN, "C:LIST", "S:+OK", "S:3 5", "S:1 3", "S:2 3", "S:.",       \
		"C:UIDL"
	static const char *const same[] = { LISTED,  "S:+OK", "S:1 s", "S:2 s",
					    "S:3 s", "S:.",   THREE };
	static const char *const empty[] = { LISTED, "S:+OK", "S:1 ", "S:2",
					     "S:3 ", "S:.",   THREE };
	static const char *const spaces[] = { LISTED,    "S:+OK",   "S:1 a 1",
					      "S:2 a 2", "S:3 a 3", "S:.",
					      THREE };
	static const char *const none[] = { LISTED, "S:-ERR no", THREE };
	static const char *const *const scripts[] = { same, empty, spaces,
						      none };
	struct mailbox_range range;
	struct heap h;
	struct why why = { 0 };

	for (size_t i = 0; i < ARRAY_LEN(scripts); i++) {
		assert_int_equal(fetch_pop3(scripts[i], 1, &h, &range, &why),
				 ERR_OK);
		assert_int_equal(h.n, 3);
		assert_str(h.raw[2], "three\r\n");
		arena_release(&h.a);
	}
}

/* RFC 6856: without UTF8 Courier gives a substitute for some mails. */
static void pop3_asks_for_utf8_where_it_is_offered(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		"S:+OK",       "C:CAPA", "S:+OK",   "S:TOP",
		"S:UTF8 USER", "S:.",    "C:UTF8",  "S:+OK",
		"C:USER gm",   "S:+OK",  "C:PASS ", "S:+OK",
		"C:LIST",      "S:+OK",  "S:.",     NULL
	};
	struct mailbox_range range;
	struct heap h;
	struct why why = { 0 };

	assert_int_equal(fetch_pop3(script, 1, &h, &range, &why), ERR_OK);
}

static void a_substitute_is_no_mail(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		POP3_LOGIN, "C:LIST", "S:+OK", "S:1 20", "S:2 20", "S:3 9",
		"S:.", "C:UIDL", "S:-ERR", "C:RETR 1", "S:+OK",
		"S:From: Mail Delivery Subsystem <postmaster>",
		"S:Subject: Cannot display Unicode content",
		"S:Mime-Version: 1.0", "S:", "S:..", "S:.", "C:RETR 2", "S:+OK",
		"S:From: System Administrator <root@localhost>",
		"S:Subject: message unavailable",
		"S:", "S:This message is no longer available on the server.",
		"S:.",
		/* somebody may write so, too; a server has received it */
		"C:RETR 3", "S:+OK", "S:Received: by mx.test; today",
		"S:From: System Administrator <root@localhost>",
		"S:Subject: message unavailable", "S:", "S:.", "C:DELE 3",
		"S:+OK", "C:QUIT", "S:+OK", NULL
	};
	struct mailbox_range range;
	struct heap h;
	struct why why = { 0 };

	assert_int_equal(fetch_pop3(script, 1, &h, &range, &why), ERR_OK);
	assert_int_equal(h.n, 1);
	assert_true(range.has_failed);
	assert_non_null(strstr(scripted_words, "substitute"));
	arena_release(&h.a);
}

/* --- Maildirs whose names are used again ---------------------------------- */

static void put_file(const char *name, const char *text)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "%s/new/%s", folder, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void a_file_name_that_is_used_again_hides_no_mail(void **unused)
{
	(void)unused;
	struct mailbox *m = open_maildir(0);
	struct mailbox_range range;
	struct heap h = { 0 };

	for (size_t i = 0; i < 3; i++) {
		put_file("turn.eml", i == 0 ? "\nfirst\n" : "\nlater\n");
		assert_int_equal(
			mailbox_fetch(m, &start, 9, take, &h, &range, NULL),
			ERR_OK);
		assert_int_equal(range.n, 1);
		assert_int_equal(mailbox_acknowledge(m, &h.keys[i], 1, NULL),
				 ERR_OK);
		assert_int_equal(count_files("new"), 0);
		assert_int_equal(count_files("cur"), (int)i + 1);
	}
	assert_str(h.raw[0], "\nfirst\n");
	assert_str(h.raw[1], "\nlater\n");
	mailbox_close(m);
	arena_release(&h.a);
}

/* Between fetch and acknowledge another file gets the name, or more bytes. */
static void a_file_that_was_not_read_is_not_moved(void **unused)
{
	(void)unused;
	struct mailbox *m = open_maildir(0);
	struct mailbox_range range;
	struct heap h = { 0 };
	char path[2][128];

	put_file("a", "\nhalf");
	put_file("b", "\nold\n");
	assert_int_equal(mailbox_fetch(m, &start, 9, take, &h, &range, NULL),
			 ERR_OK);
	assert_int_equal(range.n, 2);
	put_file("a", "\nhalf and the rest\n");
	put_file("c", "\nnew\n");
	snprintf(path[0], sizeof(path[0]), "%s/new/c", folder);
	snprintf(path[1], sizeof(path[1]), "%s/new/b", folder);
	assert_int_equal(rename(path[0], path[1]), 0);
	assert_int_equal(mailbox_acknowledge(m, h.keys, 2, NULL), ERR_OK);
	assert_int_equal(count_files("cur"), 0);
	assert_int_equal(mailbox_fetch(m, &start, 9, take, &h, &range, NULL),
			 ERR_OK);
	assert_int_equal(range.n, 2);
	assert_int_equal(mailbox_acknowledge(m, h.keys + 2, 2, NULL), ERR_OK);
	assert_int_equal(count_files("cur"), 2);
	mailbox_close(m);
	arena_release(&h.a);
}

#define IN_FOLDER(test)                                                        \
	cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		IN_FOLDER(a_maildir_is_read_in_ranges_and_acknowledged),
		IN_FOLDER(what_was_not_acknowledged_comes_again),
		IN_FOLDER(a_mail_that_is_too_large_comes_as_its_header),
		IN_FOLDER(a_copied_file_has_the_time_in_its_name),
		IN_FOLDER(a_maildir_that_gets_a_mail_wakes),
		IN_FOLDER(a_maildir_has_the_mark_of_one_judge),
		cmocka_unit_test(an_imap_user_has_the_mark_of_one_judge),
		IN_FOLDER(a_file_name_is_no_path),
		cmocka_unit_test(folders_are_named_in_modified_utf7),
		cmocka_unit_test(a_configuration_that_is_unsafe_is_refused),
		cmocka_unit_test(a_server_that_is_not_there_is_down),
		cmocka_unit_test(a_silent_server_is_left_in_time),
		cmocka_unit_test(starttls_is_never_done_without),
		cmocka_unit_test(trouble_that_passes_is_no_wrong_password),
		cmocka_unit_test(the_star_of_imap_brings_no_old_mail),
		cmocka_unit_test(news_of_flags_are_no_mail),
		cmocka_unit_test(a_mail_that_is_kept_back_delays_no_other),
		cmocka_unit_test(a_mail_without_a_day_is_no_old_mail),
		cmocka_unit_test(a_server_that_sends_for_ever_is_cut_off),
		cmocka_unit_test(a_folder_without_uidvalidity_is_refused),
		cmocka_unit_test(only_news_of_mail_end_an_idle),
		cmocka_unit_test(
			news_while_an_idle_is_interrupted_are_not_lost),
		cmocka_unit_test(
			news_in_one_piece_with_an_answer_are_seen_at_once),
		cmocka_unit_test(news_while_a_folder_is_searched_are_not_lost),
		cmocka_unit_test(pop3_is_done_only_when_quit_says_so),
		cmocka_unit_test(pop3_tells_no_time_but_our_own_server_does),
		cmocka_unit_test(a_mail_that_pop3_keeps_back_delays_no_other),
		cmocka_unit_test(a_mail_that_ends_the_session_delays_no_other),
		cmocka_unit_test(pop3_deletes_by_number_whatever_uidls_are),
		cmocka_unit_test(pop3_asks_for_utf8_where_it_is_offered),
		cmocka_unit_test(a_substitute_is_no_mail),
		IN_FOLDER(a_file_name_that_is_used_again_hides_no_mail),
		IN_FOLDER(a_file_that_was_not_read_is_not_moved),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
