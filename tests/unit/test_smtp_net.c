/*
 * tests/unit/test_smtp_net.c - sending through real servers. Started by
 * tests/mail/net.sh, which has Dovecot's submission with smtp-sink behind it
 * and, as root, Postfix.
 */
#include "unit.h"
#include "base/arena.h"
#include "base/parse.h"
#include "mail/mailbox.h"
#include "mail/smtp.h"
#include <unistd.h>

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
	static char path[256];

	snprintf(path, sizeof(path), "%s/tls/%s.crt", env("MAILTEST"), name);
	return path;
}

/* Postfix runs as root only; without it those tests are not what is asked */
static bool has_postfix(void)
{
	if (env("MAILTEST_SMTP")[0])
		return true;
	assert_int_not_equal(getuid(), 0);
	return false;
}

static struct smtp_config config(const char *port_name, enum tls_mode tls)
{
	return (struct smtp_config){
		.host = "localhost",
		.port = port(port_name),
		.tls = tls,
		.ca_file = certificate("server"),
		.user = "gm",
		.password = "gm-pw",
		.name = "judge.test",
		.silence_s = 5,
	};
}

static struct smtp *open_smtp(const struct smtp_config *c)
{
	struct smtp *s;
	struct why why = { 0 };

	if (smtp_open(c, &s, &why))
		fail_msg("%s", why.text);
	return s;
}

static struct smtp_outcome send_one(struct smtp *s, const char *to,
				    const char *raw)
{
	struct smtp_mail mail = { .from = "gm@example.test",
				  .to = to,
				  .raw = str_of(raw) };
	struct smtp_outcome out;

	smtp_send(s, &mail, &out);
	return out;
}

static enum err find(void *ctx, const struct mailbox_mail *mail,
		     struct why *why)
{
	static const char body[] = "\r\n.dot line\r\n..\r\nend\r\n";
	bool *found = ctx;

	(void)why;
	if (memmem(mail->raw.s, mail->raw.len, body, strlen(body)))
		*found = true;
	return ERR_OK;
}

/* has alice the mail? It takes a moment on its way through Postfix. */
static bool arrives(void)
{
	struct mailbox_config c = {
		.kind = MAILBOX_IMAP,
		.account = "alice",
		.host = "localhost",
		.port = port("MAILTEST_IMAPS"),
		.tls = TLS_IMPLICIT,
		.ca_file = certificate("server"),
		.user = "alice",
		.password = "alice-pw",
	};
	struct mailbox_position start = { 0 };
	struct mailbox_range range;
	struct mailbox *m;
	bool found = false;

	assert_int_equal(mailbox_open(&c, &m, NULL), ERR_OK);
	for (int i = 0; i < 50 && !found; i++) {
		assert_int_equal(mailbox_fetch(m, &start, MAILBOX_RANGE_MAX,
					       find, &found, &range, NULL),
				 ERR_OK);
		if (!found)
			usleep(100 * 1000);
	}
	mailbox_close(m);
	return found;
}

static void many_mails_go_over_one_connection(void **unused)
{
	(void)unused;
	struct smtp_config c = config("MAILTEST_SUBM", TLS_STARTTLS);
	struct smtp *s = open_smtp(&c);

	for (int i = 0; i < 20; i++) {
		struct smtp_outcome out = send_one(
			s, "bob@example.test", "Subject: x\n\n.dot\n..\nend\n");

		if (out.result != SMTP_SENT)
			fail_msg("mail %d: %s %s", i,
				 smtp_result_name(out.result), out.text);
	}
	smtp_rest(s);
	assert_int_equal(send_one(s, "bob@example.test", "a: b\n\nc\n").result,
			 SMTP_SENT);
	smtp_close(s);
}

static void a_mail_arrives_as_it_was_written(void **unused)
{
	(void)unused;
	static const struct {
		const char *port;
		enum tls_mode tls;
	} ways[] = { { "MAILTEST_PFSUBM", TLS_STARTTLS },
		     { "MAILTEST_PFSMTPS", TLS_IMPLICIT } };

	if (!has_postfix())
		return;
	for (size_t i = 0; i < ARRAY_LEN(ways); i++) {
		struct smtp_config c = config(ways[i].port, ways[i].tls);
		struct smtp *s = open_smtp(&c);
		struct smtp_outcome out =
			send_one(s, "alice+game1@example.test",
				 "From: gm@example.test\nSubject: dots\n\n"
				 ".dot line\n..\nend\n");

		if (out.result != SMTP_SENT)
			fail_msg("%s %s", smtp_result_name(out.result),
				 out.text);
		smtp_close(s);
	}
	assert_true(arrives());
}

static void refusals_of_a_real_server_are_understood(void **unused)
{
	(void)unused;
	static const struct {
		const char *to;
		enum smtp_result result;
		const char *enhanced;
	} cases[] = {
		{ "tempfail@example.test", SMTP_TEMPORARY, "4.2.1" },
		{ "greylist@example.test", SMTP_TEMPORARY, "4.7.1" },
		{ "full@example.test", SMTP_TEMPORARY, "4.2.2" },
		{ "permfail@example.test", SMTP_PERMANENT, "5.1.1" },
		/* the connection that a refusal costs is made again */
		{ "bob@example.test", SMTP_SENT, "2.0.0" },
		{ "bob@elsewhere.test", SMTP_RELAYING, "5.7.1" },
	};
	struct smtp_config c;
	struct smtp *s;

	if (!has_postfix())
		return;
	c = config("MAILTEST_SMTP", TLS_STARTTLS);
	c.user = c.password = NULL;
	s = open_smtp(&c);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct smtp_outcome out =
			send_one(s, cases[i].to, "Subject: x\n\nx\n");

		if (out.result != cases[i].result ||
		    strcmp(out.enhanced, cases[i].enhanced) != 0)
			fail_msg("%s: %s, %s (%s)", cases[i].to,
				 smtp_result_name(out.result), out.enhanced,
				 out.text);
	}
	smtp_close(s);
}

static void what_the_operator_must_mend_is_told(void **unused)
{
	(void)unused;
	static const char mail[] = "Subject: x\n\nx\n";
	struct smtp_config c = config("MAILTEST_SUBM", TLS_STARTTLS);
	struct smtp_outcome out;
	struct smtp *s;

	c.password = "hunter2";
	s = open_smtp(&c);
	out = send_one(s, "bob@example.test", mail);
	assert_int_equal(out.result, SMTP_LOGIN);
	assert_int_equal(out.code, 535);
	assert_null(strstr(out.text, "hunter2"));
	smtp_close(s);
	/* nobody we know has signed it */
	c = config("MAILTEST_SUBM", TLS_STARTTLS);
	c.ca_file = certificate("wrong");
	s = open_smtp(&c);
	out = send_one(s, "bob@example.test", mail);
	assert_int_equal(out.result, SMTP_OPERATOR);
	assert_int_equal(out.code, 0);
	assert_non_null(strstr(out.text, "no CA in ca-file"));
	smtp_close(s);
	c.ca_file = NULL;
	s = open_smtp(&c);
	assert_int_equal(send_one(s, "bob@example.test", mail).result,
			 SMTP_OPERATOR);
	smtp_close(s);
	/* trusted, but for another host */
	c.ca_file = certificate("other");
	c.host = "127.0.0.1";
	s = open_smtp(&c);
	out = send_one(s, "bob@example.test", mail);
	assert_int_equal(out.result, SMTP_OPERATOR);
	assert_non_null(strstr(out.text, "it is for another host name"));
	smtp_close(s);
	/* TLS is wanted, the sink has none */
	c = config("MAILTEST_SINK", TLS_STARTTLS);
	c.user = c.password = NULL;
	s = open_smtp(&c);
	assert_int_equal(send_one(s, "bob@example.test", mail).result,
			 SMTP_OPERATOR);
	smtp_close(s);
	/* on this machine it may go without, where that is said */
	c.tls = TLS_NONE;
	s = open_smtp(&c);
	assert_int_equal(send_one(s, "bob@example.test", mail).result,
			 SMTP_SENT);
	smtp_close(s);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_mails_go_over_one_connection),
		cmocka_unit_test(a_mail_arrives_as_it_was_written),
		cmocka_unit_test(refusals_of_a_real_server_are_understood),
		cmocka_unit_test(what_the_operator_must_mend_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
