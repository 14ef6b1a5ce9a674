/*
 * tests/unit/test_smtp.c - what becomes of a mail, whatever a server says. The
 * server is scripted: each test spells out the whole dialogue.
 */
#include "unit.h"
#include "fake.h"
#include "mail/smtp.h"

#define HELLO "S:220 mx", "C:EHLO judge.test", "S:250 mx"
#define MAIL  "C:MAIL FROM:<gm@example.test>", "S:250 ok"
#define RCPT  "C:RCPT TO:<bob@example.test>", "S:250 ok"
#define DATA  "C:DATA", "S:354 go", "D"

#define HELLO_TEXT "Subject: hi\r\n\r\n.dot\r\nend\r\n"

static const struct smtp_mail hello = {
	.from = "gm@example.test",
	.to = "bob@example.test",
	.raw = { HELLO_TEXT, sizeof(HELLO_TEXT) - 1 },
};

static struct smtp_config config_of(uint16_t port)
{
	return (struct smtp_config){ .host = "127.0.0.1",
				     .port = port,
				     .tls = TLS_NONE,
				     .name = "judge.test",
				     .silence_s = 1 };
}

static struct smtp *open_smtp(const struct smtp_config *c)
{
	struct smtp *s;
	struct why why = { 0 };

	if (smtp_open(c, &s, &why))
		fail_msg("%s", why.text);
	return s;
}

/* send one mail against a script; the script must have been played rightly */
static struct smtp_outcome send_scripted(const char *const *script,
					 const struct smtp_config *like,
					 const struct smtp_mail *mail)
{
	struct smtp_outcome out;
	struct smtp_config c;
	struct smtp *s;
	struct fake f;

	fake_play(&f, script);
	c = config_of(f.port);
	if (like) {
		c.user = like->user;
		c.password = like->password;
		c.tls = like->tls;
	}
	s = open_smtp(&c);
	smtp_send(s, mail, &out);
	smtp_close(s);
	assert_int_equal(fake_stop(&f), 0);
	assert_null(strstr(out.text, "Pa55"));
	return out;
}

static void a_mail_goes_out_with_its_dots(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		HELLO,
		MAIL,
		RCPT,
		"C:DATA",
		"S:354 go",
		"C:Subject: hi",
		"C:",
		"C:..dot",
		"C:end",
		"C:.",
		"S:250 2.0.0 queued as 1",
		NULL,
	};
	static const char bare[] = "Subject: hi\n\n.dot\nend";
	struct smtp_mail mail = hello;
	struct smtp_outcome out = send_scripted(script, NULL, &hello);

	assert_int_equal(out.result, SMTP_SENT);
	assert_int_equal(out.code, 250);
	assert_string_equal(out.enhanced, "2.0.0");
	assert_string_equal(out.text, "250 2.0.0 queued as 1");
	mail.raw = str_of(bare);
	out = send_scripted(script, NULL, &mail);
	assert_int_equal(out.result, SMTP_SENT);
}

static void an_automatic_answer_has_no_sender(void **unused)
{
	(void)unused;
	static const char *const script[] = { HELLO,      "C:MAIL FROM:<>",
					      "S:250 ok", RCPT,
					      DATA,       "S:250 ok",
					      NULL };
	struct smtp_mail mail = hello;

	mail.from = "";
	assert_int_equal(send_scripted(script, NULL, &mail).result, SMTP_SENT);
}

static void one_connection_serves_many_mails(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		HELLO, MAIL, RCPT, DATA, "S:250 one", MAIL, RCPT, DATA,
		"S:250 two",
		/* idle for too long: dropped without a word, or with 421 */
		"N", HELLO, MAIL, RCPT, DATA, "S:250 three", "C:MAIL",
		"S:421 4.4.2 idle for too long", "N", HELLO, MAIL, RCPT, DATA,
		"S:250 four", NULL
	};
	static const char *const answers[] = { "250 one", "250 two",
					       "250 three", "250 four" };
	struct smtp_config c;
	struct smtp *s;
	struct fake f;

	fake_play(&f, script);
	c = config_of(f.port);
	s = open_smtp(&c);
	for (size_t i = 0; i < ARRAY_LEN(answers); i++) {
		struct smtp_outcome out;

		assert_int_equal(smtp_send(s, &hello, &out), SMTP_SENT);
		assert_string_equal(out.text, answers[i]);
	}
	smtp_close(s);
	assert_int_equal(fake_stop(&f), 0);
}

static struct smtp_outcome send_to(struct smtp *s, const struct smtp_mail *mail)
{
	struct smtp_outcome out;

	smtp_send(s, mail, &out);
	return out;
}

#define ONE_MAIL MAIL, RCPT, DATA, "S:250 ok"

static void a_connection_carries_ten_mails(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		HELLO, ONE_MAIL, ONE_MAIL, ONE_MAIL, ONE_MAIL, ONE_MAIL,
		ONE_MAIL, ONE_MAIL, ONE_MAIL, ONE_MAIL, ONE_MAIL, "C:QUIT",
		"S:221 bye", "N", HELLO, ONE_MAIL,
		/* and is given back when nothing follows */
		"C:RSET", "S:250 ok", "C:QUIT", "S:221 bye", "N", HELLO,
		ONE_MAIL, NULL
	};
	struct smtp_config c;
	struct smtp *s;
	struct fake f;

	fake_play(&f, script);
	c = config_of(f.port);
	s = open_smtp(&c);
	for (int i = 0; i < 11; i++)
		assert_int_equal(send_to(s, &hello).result, SMTP_SENT);
	assert_true(smtp_is_connected(s));
	smtp_rest(s);
	assert_false(smtp_is_connected(s));
	assert_int_equal(send_to(s, &hello).result, SMTP_SENT);
	smtp_close(s);
	assert_int_equal(fake_stop(&f), 0);
}

static void too_many_mails_on_a_connection_need_a_new_one(void **unused)
{
	(void)unused;
	static const char *const at_mail[] = {
		HELLO,    ONE_MAIL,
		"C:MAIL", "S:452 4.5.3 Too many messages sent",
		"C:QUIT", "S:221 bye",
		"N",      HELLO,
		ONE_MAIL, NULL
	};
	static const char *const at_rcpt[] = {
		HELLO,    ONE_MAIL,    MAIL, "C:RCPT", "S:452 4.5.3 too many",
		"C:QUIT", "S:221 bye", "N",  HELLO,    ONE_MAIL,
		NULL
	};
	/* it is no loop: what a new connection refuses waits */
	static const char *const on_new[] = {
		HELLO,    ONE_MAIL,           "C:MAIL", "S:452 4.3.1 full",
		"C:QUIT", "S:221 bye",        "N",      HELLO,
		"C:MAIL", "S:452 4.3.1 full", NULL
	};
	static const struct {
		const char *const *script;
		enum smtp_result second;
	} cases[] = { { at_mail, SMTP_SENT },
		      { at_rcpt, SMTP_SENT },
		      { on_new, SMTP_TEMPORARY } };

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct smtp_config c;
		struct smtp *s;
		struct fake f;

		fake_play(&f, cases[i].script);
		c = config_of(f.port);
		s = open_smtp(&c);
		assert_int_equal(send_to(s, &hello).result, SMTP_SENT);
		assert_int_equal(send_to(s, &hello).result, cases[i].second);
		smtp_close(s);
		assert_int_equal(fake_stop(&f), 0);
	}
}

static void a_mail_over_the_servers_size_is_not_offered(void **unused)
{
	(void)unused;
	static char raw[400];
	static const char *const script[] = {
		"S:220 mx", "C:EHLO", "S:250-mx", "S:250-SIZE 300",
		"S:250 8BITMIME", "N",
		/* the next one fits, and then the limit is known */
		"S:220 mx", "C:EHLO", "S:250-mx", "S:250 SIZE 300",
		"C:MAIL FROM:<gm@example.test> SIZE=", "S:250 ok", RCPT, DATA,
		"S:250 ok", "C:MAIL FROM:<gm@example.test> SIZE=", "S:250 ok",
		RCPT, DATA, "S:250 ok", NULL
	};
	static const char *const no_limit[] = {
		"S:220 mx", "C:EHLO", "S:250-mx", "S:250 SIZE 0", "C:MAIL",
		"S:250 ok", RCPT,     DATA,       "S:250 ok",     NULL
	};
	struct smtp_mail large = hello;
	struct smtp_outcome out;
	struct smtp_config c;
	struct smtp *s;
	struct fake f;

	memset(raw, 'x', sizeof(raw));
	raw[200] = raw[sizeof(raw) - 1] = '\n';
	large.raw = (struct str){ raw, sizeof(raw) };
	fake_play(&f, script);
	c = config_of(f.port);
	s = open_smtp(&c);
	out = send_to(s, &large);
	assert_int_equal(out.result, SMTP_TOO_LARGE);
	assert_string_equal(out.text,
			    "402 bytes, and the server takes at most 300");
	assert_int_equal(send_to(s, &hello).result, SMTP_SENT);
	assert_int_equal(send_to(s, &large).result, SMTP_TOO_LARGE);
	assert_int_equal(send_to(s, &hello).result, SMTP_SENT);
	smtp_close(s);
	assert_int_equal(fake_stop(&f), 0);
	assert_int_equal(send_scripted(no_limit, NULL, &large).result,
			 SMTP_SENT);
}

static void every_refusal_is_what_it_is(void **unused)
{
	(void)unused;
	static const struct {
		const char *script[24];
		enum smtp_result result;
		int code;
		const char *enhanced;
	} cases[] = {
		/* about the recipient */
		{ { HELLO, MAIL, "C:RCPT", "S:450 4.2.1 later" },
		  SMTP_TEMPORARY,
		  450,
		  "4.2.1" },
		{ { HELLO, MAIL, "C:RCPT", "S:451 4.7.1 greylisted" },
		  SMTP_TEMPORARY,
		  451,
		  "4.7.1" },
		{ { HELLO, MAIL, "C:RCPT", "S:452 4.2.2 full" },
		  SMTP_TEMPORARY,
		  452,
		  "4.2.2" },
		{ { HELLO, MAIL, "C:RCPT", "S:550-5.1.1 no such",
		    "S:550 5.1.1 user" },
		  SMTP_PERMANENT,
		  550,
		  "5.1.1" },
		{ { HELLO, MAIL, "C:RCPT", "S:554 no such place" },
		  SMTP_PERMANENT,
		  554,
		  "" },
		{ { HELLO, MAIL, "C:RCPT",
		    "S:550 5.1.1 unknown in the relay recipient table" },
		  SMTP_PERMANENT,
		  550,
		  "5.1.1" },
		{ { HELLO, MAIL, "C:RCPT", "S:552 5.2.2 mailbox full" },
		  SMTP_TEMPORARY,
		  552,
		  "5.2.2" },
		{ { HELLO, MAIL, "C:RCPT", "S:552 too many" },
		  SMTP_TEMPORARY,
		  552,
		  "" },
		/* a refused recipient costs the connection */
		{ { HELLO, MAIL, "C:RCPT", "S:450 4.2.1 later", "C:QUIT",
		    "S:221 2.0.0 bye" },
		  SMTP_TEMPORARY,
		  450,
		  "4.2.1" },
		/* about the mail */
		{ { HELLO, MAIL, RCPT, DATA, "S:552 5.3.4 too big" },
		  SMTP_TOO_LARGE,
		  552,
		  "5.3.4" },
		{ { HELLO, MAIL, RCPT, DATA, "S:552 5.2.2 mailbox full" },
		  SMTP_TEMPORARY,
		  552,
		  "5.2.2" },
		{ { HELLO, MAIL, RCPT, DATA, "S:554 5.7.1 spam" },
		  SMTP_CONTENT,
		  554,
		  "5.7.1" },
		{ { HELLO, MAIL, RCPT, DATA, "S:554 5.6.0 bad MIME" },
		  SMTP_CONTENT,
		  554,
		  "5.6.0" },
		{ { HELLO, MAIL, RCPT, DATA, "S:550 5.1.1 no such user" },
		  SMTP_PERMANENT,
		  550,
		  "5.1.1" },
		{ { HELLO, MAIL, RCPT, DATA, "S:451 4.3.0 disk" },
		  SMTP_TEMPORARY,
		  451,
		  "4.3.0" },
		{ { HELLO, "C:MAIL", "S:552 5.3.4 SIZE" },
		  SMTP_TOO_LARGE,
		  552,
		  "5.3.4" },
		{ { HELLO, "C:MAIL", "S:552 Message size exceeds maximum" },
		  SMTP_TOO_LARGE,
		  552,
		  "" },
		{ { HELLO, MAIL, "C:RCPT", "S:552 5.3.4 too big for him" },
		  SMTP_TOO_LARGE,
		  552,
		  "5.3.4" },
		{ { HELLO, MAIL, RCPT, DATA, "S:550 message too large" },
		  SMTP_TOO_LARGE,
		  550,
		  "" },
		{ { HELLO, MAIL, RCPT, "C:DATA", "S:554 no valid recipients" },
		  SMTP_PERMANENT,
		  554,
		  "" },
		/* about the server */
		{ { "S:421 too busy" }, SMTP_SERVER_DOWN, 421, "" },
		{ { "S:220 mx", "C:EHLO", "S:421 4.3.2 going down" },
		  SMTP_SERVER_DOWN,
		  421,
		  "4.3.2" },
		{ { HELLO, MAIL, "C:RCPT", "S:421 4.7.0 slow down" },
		  SMTP_SERVER_DOWN,
		  421,
		  "4.7.0" },
		{ { HELLO, MAIL, RCPT, DATA, "S:421 4.3.2 going down" },
		  SMTP_SERVER_DOWN,
		  421,
		  "4.3.2" },
		{ { HELLO, "C:MAIL", "S:452 4.3.1 no room" },
		  SMTP_TEMPORARY,
		  452,
		  "4.3.1" },
		/* about us */
		{ { "S:554 5.7.1 you are on a list" },
		  SMTP_OPERATOR,
		  554,
		  "5.7.1" },
		{ { HELLO, "C:MAIL", "S:530 5.7.0 log in first" },
		  SMTP_LOGIN,
		  530,
		  "5.7.0" },
		{ { HELLO, MAIL, "C:RCPT", "S:530 5.7.0 log in first" },
		  SMTP_LOGIN,
		  530,
		  "5.7.0" },
		{ { HELLO, "C:MAIL", "S:501 5.1.7 bad sender" },
		  SMTP_OPERATOR,
		  501,
		  "5.1.7" },
		{ { HELLO, "C:MAIL", "S:550 5.1.8 no such domain" },
		  SMTP_OPERATOR,
		  550,
		  "5.1.8" },
		/* about us, by a server that waits for RCPT to say it */
		{ { HELLO, MAIL, "C:RCPT",
		    "S:553 5.1.8 <bob@example.test>... Domain of sender address "
		    "gm@example.test does not exist" },
		  SMTP_RELAYING,
		  553,
		  "5.1.8" },
		{ { HELLO, MAIL, "C:RCPT", "S:550 5.1.7 bad sender" },
		  SMTP_RELAYING,
		  550,
		  "5.1.7" },
		{ { HELLO, MAIL, "C:RCPT", "S:554 5.7.1 Relay access denied" },
		  SMTP_RELAYING,
		  554,
		  "5.7.1" },
		{ { HELLO, MAIL, "C:RCPT", "S:550 relay not permitted" },
		  SMTP_RELAYING,
		  550,
		  "" },
		{ { HELLO, MAIL, "C:RCPT", "S:550-Verification failed",
		    "S:550 Sender verify failed" },
		  SMTP_RELAYING,
		  550,
		  "" },
		{ { HELLO, MAIL, "C:RCPT", "S:550 Authentication required" },
		  SMTP_RELAYING,
		  550,
		  "" },
		{ { HELLO, MAIL, "C:RCPT",
		    "S:550 Invalid recipient: <bob@example.test>" },
		  SMTP_RELAYING,
		  550,
		  "" },
		{ { HELLO, "C:MAIL", "S:553 5.7.1 not your address" },
		  SMTP_OPERATOR,
		  553,
		  "5.7.1" },
		/* nothing is said at all */
		{ { "X" }, SMTP_SERVER_DOWN, 0, "" },
		{ { "H" }, SMTP_SERVER_DOWN, 0, "" },
		{ { HELLO, "C:MAIL", "X" }, SMTP_SERVER_DOWN, 0, "" },
		{ { HELLO, MAIL, "C:RCPT", "X" }, SMTP_SERVER_DOWN, 0, "" },
		{ { HELLO, MAIL, RCPT, "C:DATA", "X" },
		  SMTP_SERVER_DOWN,
		  0,
		  "" },
		/* after the last byte: nobody knows */
		{ { HELLO, MAIL, RCPT, DATA, "X" }, SMTP_UNKNOWN, 0, "" },
		{ { HELLO, MAIL, RCPT, DATA, "H" }, SMTP_UNKNOWN, 0, "" },
		/* taken, whatever comes then */
		{ { HELLO, MAIL, RCPT, DATA, "S:250 ok", "X" },
		  SMTP_SENT,
		  250,
		  "" },
	};

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct smtp_outcome out =
			send_scripted(cases[i].script, NULL, &hello);

		if (out.result != cases[i].result ||
		    out.code != cases[i].code ||
		    strcmp(out.enhanced, cases[i].enhanced) != 0)
			fail_msg("case %zu: %s, %d \"%s\" (%s)", i,
				 smtp_result_name(out.result), out.code,
				 out.enhanced, out.text);
		assert_true(out.text[0]);
	}
}

static void a_connection_cut_inside_the_mail_left_no_mail(void **unused)
{
	(void)unused;
	/* more than any buffer between us and a server that reads one line */
	static char raw[8 << 20];
	static const char *const script[] = { HELLO,      MAIL,  RCPT, "C:DATA",
					      "S:354 go", "C:x", "X",  NULL };
	struct smtp_mail mail = hello;

	memset(raw, 'x', sizeof(raw));
	for (size_t i = 70; i < sizeof(raw); i += 72)
		raw[i] = '\n';
	mail.raw = (struct str){ raw, sizeof(raw) };
	assert_int_equal(send_scripted(script, NULL, &mail).result,
			 SMTP_SERVER_DOWN);
}

static void a_login_that_fails_is_the_operators(void **unused)
{
	(void)unused;
	static const char *const plain[] = {
		"S:220 mx",
		"C:EHLO",
		"S:250-mx",
		"S:250 AUTH PLAIN",
		"C:AUTH PLAIN",
		"S:334 ",
		"C:AGdtAFBhNTUtd29yZA==",
		"S:535 5.7.8 gm Pa55-word is wrong",
		NULL
	};
	static const char *const plain_later[] = {
		"S:220 mx",
		"C:EHLO",
		"S:250-mx",
		"S:250 AUTH PLAIN",
		"C:AUTH PLAIN",
		"S:334 ",
		"C:AGdtAFBhNTUtd29yZA==",
		"S:454 4.7.0 try later Pa55-word",
		NULL
	};
	static const char *const login[] = { "S:220 mx",
					     "C:EHLO",
					     "S:250-mx",
					     "S:250 AUTH LOGIN",
					     "C:AUTH LOGIN",
					     "S:334 VXNlcm5hbWU6",
					     "C:Z20=",
					     "S:334 UGFzc3dvcmQ6",
					     "C:UGE1NS13b3Jk",
					     "S:235 welcome",
					     MAIL,
					     RCPT,
					     DATA,
					     "S:250 ok",
					     NULL };
	/* what Gmail says of a password that is not one for programs */
	static const char *const app_password[] = {
		"S:220 mx",
		"C:EHLO",
		"S:250-mx",
		"S:250 AUTH PLAIN",
		"C:AUTH PLAIN",
		"S:334 ",
		"C:AGdtAFBhNTUtd29yZA==",
		"S:534-5.7.9 Application-specific password required.",
		"S:534 5.7.9  https://support.test/1 gm",
		NULL
	};
	static const char *const echoed[] = {
		"S:220 mx",
		"C:EHLO",
		"S:250-mx",
		"S:250 AUTH PLAIN",
		"C:AUTH PLAIN",
		"S:334 ",
		"C:AGdtAFBhNTUtd29yZA==",
		"S:535 cannot read AGdtAFBhNTUtd29yZA==",
		NULL
	};
	struct smtp_config who = { .user = "gm",
				   .password = "Pa55-word",
				   .tls = TLS_NONE };
	struct smtp_outcome out = send_scripted(plain, &who, &hello);

	assert_int_equal(out.result, SMTP_LOGIN);
	assert_int_equal(out.code, 535);
	out = send_scripted(app_password, &who, &hello);
	assert_int_equal(out.result, SMTP_LOGIN);
	assert_string_equal(out.text,
			    "534 5.7.9 Application-specific password required. "
			    " https://support.test/1 gm");
	out = send_scripted(echoed, &who, &hello);
	assert_string_equal(out.text, "535 in answer to the login");
	assert_int_equal(send_scripted(plain_later, &who, &hello).result,
			 SMTP_SERVER_DOWN);
	assert_int_equal(send_scripted(login, &who, &hello).result, SMTP_SENT);
}

static void without_tls_nothing_is_said(void **unused)
{
	(void)unused;
	static const char *const not_offered[] = { HELLO, NULL };
	static const char *const refused[] = { "S:220 mx",   "C:EHLO",
					       "S:250-mx",   "S:250 STARTTLS",
					       "C:STARTTLS", "S:501 no",
					       NULL };
	static const char *const later[] = {
		"S:220 mx",   "C:EHLO",
		"S:250-mx",   "S:250 STARTTLS",
		"C:STARTTLS", "S:454 4.7.0 not now",
		NULL
	};
	/* answers in clear to what will be asked by TLS */
	static const char *const early[] = {
		"S:220 mx",   "C:EHLO",
		"S:250-mx",   "S:250 STARTTLS",
		"C:STARTTLS", "s:220 go\r\n250-mx\r\n250 AUTH PLAIN\r\n",
		"H",          NULL
	};
	struct smtp_config tls = { .tls = TLS_STARTTLS,
				   .user = "judge",
				   .password = "secret" };

	assert_int_not_equal(send_scripted(early, &tls, &hello).result,
			     SMTP_SENT);
	assert_int_equal(send_scripted(not_offered, &tls, &hello).result,
			 SMTP_OPERATOR);
	assert_int_equal(send_scripted(refused, &tls, &hello).result,
			 SMTP_OPERATOR);
	assert_int_equal(send_scripted(later, &tls, &hello).result,
			 SMTP_SERVER_DOWN);
}

static void an_address_cannot_smuggle_a_command(void **unused)
{
	(void)unused;
	static const char *const bad[] = {
		"a@b.test\r\nRCPT TO:<eve@c.test>",
		"a@b.test>\r\nDATA",
		"a@b.test\n",
		"<a@b.test>",
		"a@b.test eve@c.test",
		"",
	};
	/* nobody listens: what is sent all the same is SERVER_DOWN */
	struct smtp_config c = config_of(fake_free_port());
	struct smtp *s = open_smtp(&c);

	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		struct smtp_mail mail = hello;
		struct smtp_outcome out;

		mail.to = bad[i];
		assert_int_equal(smtp_send(s, &mail, &out), SMTP_PERMANENT);
		assert_int_equal(out.code, 0);
		assert_null(strchr(out.text, '\n'));
		mail = hello;
		mail.from = bad[i];
		if (bad[i][0])
			assert_int_equal(smtp_send(s, &mail, &out),
					 SMTP_PERMANENT);
	}
	smtp_close(s);
}

static void bytes_that_may_not_travel_stay_here(void **unused)
{
	(void)unused;
	static char line[1002];
	struct smtp_config c = config_of(fake_free_port());
	struct smtp *s = open_smtp(&c);
	struct smtp_mail mail = hello;
	struct smtp_outcome out;
	const struct str bad[] = { STR("caf\xc3\xa9\r\n"),
				   STR("a\0b\r\n"),
				   STR("a\rb\r\n"),
				   STR(""),
				   { line, sizeof(line) - 1 } };

	memset(line, 'x', sizeof(line));
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		mail.raw = bad[i];
		assert_int_equal(smtp_send(s, &mail, &out), SMTP_CONTENT);
		assert_int_equal(out.code, 0);
	}
	/* 998 and its line end are allowed: it is the server that is missing */
	line[998] = '\n';
	mail.raw = (struct str){ line, 999 };
	assert_int_equal(smtp_send(s, &mail, &out), SMTP_SERVER_DOWN);
	smtp_close(s);
}

static void an_unsafe_configuration_is_refused(void **unused)
{
	(void)unused;
	struct smtp *s;
	struct why why = { 0 };
	struct smtp_config c = config_of(25);

	c.host = "mail.example.test";
	assert_int_equal(smtp_open(&c, &s, &why), ERR_CONFIG);
	assert_non_null(strstr(why.text, "without TLS"));
	assert_null(s);
	c = config_of(25);
	c.host = "127.0.0.1/evil?";
	assert_int_equal(smtp_open(&c, &s, NULL), ERR_CONFIG);
	c = config_of(25);
	c.name = "a b\r\nMAIL";
	assert_int_equal(smtp_open(&c, &s, NULL), ERR_CONFIG);
	c = config_of(25);
	c.user = "gm";
	assert_int_equal(smtp_open(&c, &s, NULL), ERR_CONFIG);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mail_goes_out_with_its_dots),
		cmocka_unit_test(an_automatic_answer_has_no_sender),
		cmocka_unit_test(one_connection_serves_many_mails),
		cmocka_unit_test(a_connection_carries_ten_mails),
		cmocka_unit_test(too_many_mails_on_a_connection_need_a_new_one),
		cmocka_unit_test(a_mail_over_the_servers_size_is_not_offered),
		cmocka_unit_test(every_refusal_is_what_it_is),
		cmocka_unit_test(a_connection_cut_inside_the_mail_left_no_mail),
		cmocka_unit_test(a_login_that_fails_is_the_operators),
		cmocka_unit_test(without_tls_nothing_is_said),
		cmocka_unit_test(an_address_cannot_smuggle_a_command),
		cmocka_unit_test(bytes_that_may_not_travel_stay_here),
		cmocka_unit_test(an_unsafe_configuration_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
