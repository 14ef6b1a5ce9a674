/* tests/unit/test_postman.c - the mail process, with Maildirs on both sides. */
#include "fake.h"
#include "unit.h"
#include "cli/mail_process.h"
#include "mail/maildir.h"
#include <dirent.h>
#include <time.h>
#include <unistd.h>

static char dir[] = "/tmp/heraldo-postman-XXXXXX";
static struct arena a;

static struct config config_make(void)
{
	struct config c = { 0 };
	struct why why = { 0 };
	const char *file = arena_printf(&a, "%s/heraldo.conf", dir);
	FILE *f = fopen(file, "w");

	assert_non_null(f);
	fputs("[judge]\naddress = judge@example.test\npoll-seconds = 1\n"
	      "[inbox]\nkind = maildir\npath = in\n"
	      "[outbox]\nkind = maildir\npath = out\n",
	      f);
	fclose(f);
	assert_int_equal(config_load(&c, file, &a, &why), ERR_OK);
	return c;
}

static struct str expect(struct mail_process *p, char wanted)
{
	struct str payload;
	struct why why = { 0 };
	char type;

	assert_int_equal(
		ipc_receive(&p->channel, 10000, &a, &type, &payload, &why),
		ERR_OK);
	if (type == POST_FAULT && wanted != POST_FAULT) {
		struct unpack u = { payload, false };

		unpack_u64(&u);
		fail_msg("%.*s", STR_ARG(unpack_str(&u)));
	}
	assert_int_equal(type, wanted);
	return payload;
}

static void go(struct mail_process *p)
{
	struct buf b;

	buf_init(&b, 100);
	pack_u64(&b, 0);
	pack_u64(&b, 0);
	pack_str(&b, STR(""));
	assert_int_equal(ipc_send(&p->channel, POST_GO, buf_str(&b), NULL),
			 ERR_OK);
	buf_release(&b);
}

static int count(const char *sub)
{
	DIR *d = opendir(arena_printf(&a, "%s/%s", dir, sub));
	int n = 0;

	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d));)
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

static struct str mail_receive(struct mail_process *p)
{
	struct unpack u = { expect(p, POST_MAIL), false };
	struct str raw;

	unpack_u64(&u);
	assert_int_equal(unpack_u64(&u), 0);
	raw = unpack_str(&u);
	assert_true(unpack_done(&u));
	return raw;
}

static void a_mail_comes_again_until_it_is_stored(void **unused)
{
	(void)unused;
	struct config c = config_make();
	const char *in = arena_printf(&a, "%s/in", dir);
	struct mail_process p = { 0 };

	assert_int_equal(
		maildir_deliver(in, NULL, STR("Subject: one\n\n1\n"), NULL),
		ERR_OK);
	for (int life = 0; life < 2; life++) {
		/* the first life ends before the judge has stored it */
		assert_int_equal(mail_process_start(&p, &c, NULL), ERR_OK);
		go(&p);
		assert_str(mail_receive(&p), "Subject: one\n\n1\n");
		expect(&p, POST_RANGE);
		if (!life)
			mail_process_stop(&p, 5000);
	}
	assert_int_equal(count("in/new"), 1);
	ipc_send(&p.channel, POST_STORED, STR(""), NULL);
	expect(&p, POST_EMPTY);
	assert_int_equal(count("in/new"), 0);
	assert_int_equal(count("in/cur"), 1);
	mail_process_stop(&p, 5000);
}

static void it_wakes_for_new_mail_and_sends_what_it_is_given(void **unused)
{
	(void)unused;
	struct config c = config_make();
	const char *in = arena_printf(&a, "%s/in", dir);
	struct mail_process p = { 0 };
	struct buf b;
	struct unpack u;

	assert_int_equal(mail_process_start(&p, &c, NULL), ERR_OK);
	go(&p);
	expect(&p, POST_EMPTY);
	buf_init(&b, 4096);
	pack_u64(&b, 77);
	pack_u64(&b, 1);
	pack_str(&b, STR("judge@example.test"));
	pack_str(&b, STR("Ana@Example.test"));
	pack_str(&b, STR("Subject: report\r\n\r\nmove\r\n"));
	ipc_send(&p.channel, POST_SEND, buf_str(&b), NULL);
	buf_release(&b);
	u = (struct unpack){ expect(&p, POST_RESULT), false };
	assert_int_equal(unpack_u64(&u), 77);
	assert_int_equal(unpack_u64(&u), SMTP_SENT);
	assert_int_equal(count("out/ana@example.test/new"), 1);
	assert_int_equal(
		maildir_deliver(in, NULL, STR("Subject: two\n\n2\n"), NULL),
		ERR_OK);
	ipc_send(&p.channel, POST_LOOK, STR(""), NULL);
	for (;;) { /* it may have looked once more before */
		struct str payload;
		char type;

		assert_int_equal(ipc_receive(&p.channel, 10000, &a, &type,
					     &payload, NULL),
				 ERR_OK);
		assert_true(type == POST_EMPTY || type == POST_MAIL);
		if (type == POST_MAIL)
			break;
	}
	mail_process_stop(&p, 5000);
}

/* A connection takes a place at the server: two seconds after the last mail it
 * is given back, without another mail or the end of the process. */
static void an_idle_connection_is_closed(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		"S:220 mx", "C:EHLO", "S:250 mx",  "C:MAIL",
		"S:250 ok", "C:RCPT", "S:250 ok",  "C:DATA",
		"S:354 go", "D",      "S:250 ok",  "C:RSET",
		"S:250 ok", "C:QUIT", "S:221 bye", NULL
	};
	struct config c = config_make();
	struct mail_process p = { 0 };
	struct timespec sent, now;
	struct fake f;
	struct unpack u;
	struct str payload;
	char type;
	struct buf b;

	fake_play(&f, script);
	c.outbox_kind = "smtp";
	c.outbox_host = "127.0.0.1";
	c.outbox_port = arena_printf(&a, "%u", f.port);
	c.outbox_tls = "none";
	assert_int_equal(mail_process_start(&p, &c, NULL), ERR_OK);
	buf_init(&b, 4096);
	pack_u64(&b, 78);
	pack_u64(&b, 1);
	pack_str(&b, STR("judge@example.test"));
	pack_str(&b, STR("ana@example.test"));
	pack_str(&b, STR("Subject: report\r\n\r\nmove\r\n"));
	go(&p);
	ipc_send(&p.channel, POST_SEND, buf_str(&b), NULL);
	buf_release(&b);
	do /* the mail that an earlier test left comes first */
		assert_int_equal(ipc_receive(&p.channel, 10000, &a, &type,
					     &payload, NULL),
				 ERR_OK);
	while (type != POST_RESULT);
	u = (struct unpack){ payload, false };
	assert_int_equal(unpack_u64(&u), 78);
	assert_int_equal(unpack_u64(&u), SMTP_SENT);
	clock_gettime(CLOCK_MONOTONIC, &sent);
	/* the script ends with QUIT, or not at all */
	assert_int_equal(fake_stop(&f), 0);
	clock_gettime(CLOCK_MONOTONIC, &now);
	assert_in_range(now.tv_sec - sent.tv_sec, 1, 30);
	mail_process_stop(&p, 5000);
}

static void an_address_cannot_leave_the_folder(void **unused)
{
	(void)unused;
	char out[64];

	assert_true(mail_agent_folder(STR("../../etc/x@y"), out, sizeof(out)));
	assert_string_equal(out, "%2E.%2F..%2Fetc%2Fx@y");
	assert_true(
		mail_agent_folder(STR("Ana+g1@Example.org"), out, sizeof(out)));
	assert_string_equal(out, "ana+g1@example.org");
	assert_false(mail_agent_folder(STR(""), out, sizeof(out)));
	assert_false(mail_agent_folder(STR("a@b"), out, 3));
}

static void a_wrong_set_up_is_told_and_ends_it(void **unused)
{
	(void)unused;
	struct config c = config_make();
	struct mail_process p = { 0 };
	struct unpack u;

	c.outbox_kind = "smtp";
	c.outbox_host = "mail.example.test";
	c.outbox_tls = "none"; /* a password would cross the net in clear */
	assert_int_equal(mail_process_start(&p, &c, NULL), ERR_OK);
	u = (struct unpack){ expect(&p, POST_FAULT), false };
	assert_int_equal(unpack_u64(&u), ERR_CONFIG);
	mail_process_stop(&p, 5000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mail_comes_again_until_it_is_stored),
		cmocka_unit_test(
			it_wakes_for_new_mail_and_sends_what_it_is_given),
		cmocka_unit_test(an_idle_connection_is_closed),
		cmocka_unit_test(an_address_cannot_leave_the_folder),
		cmocka_unit_test(a_wrong_set_up_is_told_and_ends_it),
	};
	int failed;

	if (!mkdtemp(dir))
		return 1;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	if (system(arena_printf(&a, "rm -rf %s", dir)))
		failed++;
	arena_release(&a);
	return failed;
}
