/*
 * tests/unit/test_oauth_login.c - logins with tokens against scripted servers:
 * what IMAP, POP3 and SMTP servers answer to them.
 */
#include "unit.h"
#include "fake.h"
#include "tokens.h"
#include "base/crypto.h"
#include "mail/mailbox.h"
#include "mail/smtp.h"

/* user=gm^Aauth=Bearer old^A^A, and new */
#define OLD_X "dXNlcj1nbQFhdXRoPUJlYXJlciBvbGQBAQ=="
#define NEW_X "dXNlcj1nbQFhdXRoPUJlYXJlciBuZXcBAQ=="
/* {"status":"401"} */
#define CHALLENGE "eyJzdGF0dXMiOiI0MDEifQ=="

static const char *const old_new[] = { "old", "new", NULL };
static const char *const old_only[] = { "old", NULL };

static enum err open_scripted(enum mailbox_kind kind, const char *const *script,
			      enum login_method method, struct tokens *t,
			      struct why *why)
{
	struct fake f;
	struct mailbox *m;
	struct mailbox_config c = { .kind = kind,
				    .account = "test",
				    .host = "127.0.0.1",
				    .tls = TLS_NONE,
				    .user = "gm",
				    .source = { tokens_get, t },
				    .method = method,
				    .silence_s = 2 };
	enum err e;

	*why = (struct why){ 0 };
	fake_play(&f, script);
	c.port = f.port;
	e = mailbox_open(&c, &m, why);
	mailbox_close(m);
	assert_int_equal(fake_stop(&f), 0);
	return e;
}

/* libetpan numbers its commands from 1 on, in each session */
static void imap_waits_for_the_plus_and_tries_a_second_token(void **unused)
{
	(void)unused;
	/* the last word of the list is followed by a blank */
	static const char *const script[] = {
		"S:* OK hello",
		"C:1 CAPABILITY",
		"S:* CAPABILITY IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2 ",
		"S:1 OK done",
		"C:token AUTHENTICATE XOAUTH2",
		"S:+ ",
		"C:" OLD_X,
		"S:+ " CHALLENGE,
		"C:",
		"S:token NO [AUTHENTICATIONFAILED] expired",
		"N",
		"S:* OK hello",
		"C:1 CAPABILITY",
		"S:* CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2",
		"S:1 OK done",
		"C:token AUTHENTICATE XOAUTH2 " NEW_X,
		"S:* CAPABILITY IMAP4rev1",
		"S:token OK in",
		"C:2 CAPABILITY",
		"S:* CAPABILITY IMAP4rev1",
		"S:2 OK done",
		"C:3 SELECT",
		"S:* 0 EXISTS",
		"S:* OK [UIDVALIDITY 7] x",
		"S:* OK [UIDNEXT 1] x",
		"S:3 OK done",
		"C:bye LOGOUT",
		NULL
	};
	struct tokens t = { .list = old_new };
	struct why why;

	if (open_scripted(MAILBOX_IMAP, script, LOGIN_ANY, &t, &why))
		fail_msg("%s", why.text);
	assert_int_equal(t.n_rejected, 1);
}

static void imap_tells_what_the_server_says_of_a_token(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		"S:* OK hello",
		"C:1 CAPABILITY",
		"S:* CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2",
		"S:1 OK done",
		"C:token AUTHENTICATE XOAUTH2 " OLD_X,
		"S:+ " CHALLENGE,
		"C:",
		"S:token NO [AUTHENTICATIONFAILED] expired",
		NULL
	};
	static const char *const none[] = {
		"S:* OK hello", "C:1 CAPABILITY",
		"S:* CAPABILITY IMAP4rev1 AUTH=PLAIN", "S:1 OK done", NULL
	};
	static const char *const busy[] = {
		"S:* OK hello",
		"C:1 CAPABILITY",
		"S:* CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2",
		"S:1 OK done",
		"C:token AUTHENTICATE XOAUTH2 " OLD_X,
		"S:token NO [UNAVAILABLE] later",
		NULL
	};
	struct tokens t = { .list = old_only, .fails = ERR_MAIL_LOGIN };
	struct why why;

	assert_int_equal(
		open_scripted(MAILBOX_IMAP, script, LOGIN_ANY, &t, &why),
		ERR_MAIL_LOGIN);
	assert_non_null(strstr(why.text, "token refused for user \"gm\": "
					 "[AUTHENTICATIONFAILED] expired "
					 "(status:401); invalid_grant"));
	assert_null(strstr(why.text, OLD_X));
	assert_int_equal(open_scripted(MAILBOX_IMAP, none, LOGIN_ANY, &t, &why),
			 ERR_MAIL_LOGIN);
	assert_non_null(strstr(why.text, "takes no token by XOAUTH2 or"));
	assert_int_equal(open_scripted(MAILBOX_IMAP, busy, LOGIN_ANY, &t, &why),
			 ERR_MAIL_DOWN);
}

static void imap_takes_the_other_form_where_one_is_not_understood(void **unused)
{
	(void)unused;
	static const char *const script[] = {
		"S:* OK hello",
		"C:1 CAPABILITY",
		"S:* CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2 "
		"AUTH=OAUTHBEARER",
		"S:1 OK done",
		"C:token AUTHENTICATE OAUTHBEARER bixhPWdtL",
		"S:token BAD invalid SASL argument",
		"N",
		"S:* OK hello",
		"C:1 CAPABILITY",
		"S:* CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2 "
		"AUTH=OAUTHBEARER",
		"S:1 OK done",
		"C:token AUTHENTICATE XOAUTH2 " OLD_X,
		"S:token OK in",
		"C:2 CAPABILITY",
		"S:* CAPABILITY IMAP4rev1",
		"S:2 OK done",
		"C:3 SELECT",
		"S:3 BAD User is authenticated "
		"but not connected.",
		NULL
	};
	struct tokens t = { .list = old_only };
	struct why why;

	/* and a token that opens no folder is somebody else's */
	assert_int_equal(
		open_scripted(MAILBOX_IMAP, script, LOGIN_ANY, &t, &why),
		ERR_NOT_FOUND);
	assert_non_null(strstr(why.text, "not connected"));
	assert_non_null(strstr(why.text, "the token is of an unknown owner"));
	assert_int_equal(t.n_rejected, 0);
}

static void pop3_sends_the_token_in_a_line_of_its_own(void **unused)
{
	(void)unused;
	static const char *const script[] = { "S:+OK hello",
					      "C:CAPA",
					      "S:+OK",
					      "S:UIDL",
					      "S:SASL PLAIN XOAUTH2 ",
					      "S:.",
					      "C:AUTH XOAUTH2",
					      "S:+ ",
					      "C:" OLD_X,
					      "S:+ " CHALLENGE,
					      "C:",
					      "S:-ERR [AUTH] expired",
					      "N",
					      "S:+OK hello",
					      "C:CAPA",
					      "S:+OK",
					      "S:SASL PLAIN XOAUTH2",
					      "S:.",
					      "C:AUTH XOAUTH2",
					      "S:+",
					      "C:" NEW_X,
					      "S:+OK in",
					      "C:QUIT",
					      NULL };
	static const char *const refused[] = { "S:+OK hello",
					       "C:CAPA",
					       "S:+OK",
					       "S:SASL XOAUTH2",
					       "S:.",
					       "C:AUTH XOAUTH2",
					       "S:+ ",
					       "C:" OLD_X,
					       "S:+ " CHALLENGE,
					       "C:",
					       "S:-ERR [AUTH] expired",
					       NULL };
	struct tokens t = { .list = old_new };
	struct why why;

	if (open_scripted(MAILBOX_POP3, script, LOGIN_ANY, &t, &why))
		fail_msg("%s", why.text);
	t = (struct tokens){ .list = old_only };
	assert_int_equal(
		open_scripted(MAILBOX_POP3, refused, LOGIN_ANY, &t, &why),
		ERR_MAIL_LOGIN);
	assert_non_null(strstr(why.text, "[AUTH] expired (status:401)"));
}

static const struct smtp_mail hello = { .from = "judge@example.test",
					.to = "alice@example.test",
					.raw = STR("Subject: hi\n\nhi\n") };

static struct smtp_outcome send_scripted(const char *const *script,
					 enum login_method method,
					 struct tokens *t)
{
	struct smtp_config c = { .host = "127.0.0.1",
				 .tls = TLS_NONE,
				 .user = "gm",
				 .source = { tokens_get, t },
				 .method = method,
				 .name = "judge.test",
				 .silence_s = 2 };
	struct smtp_outcome out;
	struct smtp *s;
	struct fake f;

	fake_play(&f, script);
	c.port = f.port;
	assert_int_equal(smtp_open(&c, &s, NULL), ERR_OK);
	smtp_send(s, &hello, &out);
	smtp_close(s);
	assert_int_equal(fake_stop(&f), 0);
	return out;
}

#define SENT                                                                   \
	"C:MAIL", "S:250 ok", "C:RCPT", "S:250 ok", "C:DATA", "S:354 go", "D", \
		"S:250 2.0.0 taken"

static void smtp_sends_a_second_token_after_a_refusal(void **unused)
{
	(void)unused;
	static const char *const script[] = { "S:220 mx",
					      "C:EHLO",
					      "S:250-mx",
					      "S:250 AUTH PLAIN XOAUTH2",
					      "C:AUTH XOAUTH2",
					      "S:334 ",
					      "C:" OLD_X,
					      "S:334 " CHALLENGE,
					      "N",
					      "S:220 mx",
					      "C:EHLO",
					      "S:250-mx",
					      "S:250 AUTH PLAIN XOAUTH2",
					      "C:AUTH XOAUTH2",
					      "S:334 ",
					      "C:" NEW_X,
					      "S:235 in",
					      SENT,
					      NULL };
	static const char *const refused[] = {
		"S:220 mx",           "C:EHLO",           "S:250-mx",
		"S:250 AUTH XOAUTH2", "C:AUTH XOAUTH2",   "S:334 ",
		"C:" OLD_X,           "S:334 " CHALLENGE, NULL
	};
	static const char *const bearer[] = { "S:220 mx",
					      "C:EHLO",
					      "S:250-mx",
					      "S:250 AUTH OAUTHBEARER",
					      "C:AUTH OAUTHBEARER",
					      "S:334 ",
					      "C:bixhPWdtL",
					      "S:334 " CHALLENGE,
					      "C:AQ==",
					      "S:535 5.7.8 expired",
					      NULL };
	struct tokens t = { .list = old_new };
	struct smtp_outcome out = send_scripted(script, LOGIN_ANY, &t);

	assert_int_equal(out.result, SMTP_SENT);
	assert_int_equal(t.n_rejected, 1);
	t = (struct tokens){ .list = old_only };
	out = send_scripted(refused, LOGIN_ANY, &t);
	assert_int_equal(out.result, SMTP_LOGIN);
	assert_string_equal(out.text, "token refused: status:401");
	out = send_scripted(bearer, LOGIN_ANY, &t);
	assert_int_equal(out.result, SMTP_LOGIN);
	assert_string_equal(out.text, "535 5.7.8 expired (status:401)");
}

static void smtp_falls_back_to_the_form_that_is_understood(void **unused)
{
	(void)unused;
	static const char *const script[] = { "S:220 mx",
					      "C:EHLO",
					      "S:250-mx",
					      "S:250 AUTH OAUTHBEARER XOAUTH2",
					      "C:AUTH OAUTHBEARER",
					      "S:334 ",
					      "C:bixhPWdtL",
					      "S:501 5.5.2 cannot decode",
					      "N",
					      "S:220 mx",
					      "C:EHLO",
					      "S:250-mx",
					      "S:250 AUTH OAUTHBEARER XOAUTH2",
					      "C:AUTH XOAUTH2",
					      "S:334 ",
					      "C:" OLD_X,
					      "S:235 in",
					      SENT,
					      NULL };
	struct tokens t = { .list = old_only };

	assert_int_equal(send_scripted(script, LOGIN_ANY, &t).result,
			 SMTP_SENT);
	assert_int_equal(t.n_rejected, 0);
}

static void smtp_says_what_an_administrator_must_do(void **unused)
{
	(void)unused;
	static const char *const tenant[] = {
		"S:220 mx",
		"C:EHLO",
		"S:250-mx",
		"S:250 AUTH LOGIN XOAUTH2",
		"C:AUTH XOAUTH2",
		"S:334 ",
		"C:" OLD_X,
		"S:535 5.7.139 Authentication unsuccessful, "
		"SmtpClientAuthentication is disabled for the Tenant.",
		NULL
	};
	static const char *const neither[] = { "S:220 mx", "C:EHLO", "S:250-mx",
					       "S:250 AUTH PLAIN", NULL };
	struct tokens t = { .list = old_only };
	struct smtp_outcome out = send_scripted(tenant, LOGIN_ANY, &t);

	assert_int_equal(out.result, SMTP_LOGIN);
	assert_non_null(strstr(out.text, "administrator of the mailbox must "
					 "allow SMTP AUTH"));
	out = send_scripted(neither, LOGIN_ANY, &t);
	assert_int_equal(out.result, SMTP_LOGIN);
	assert_non_null(strstr(out.text, "takes no token"));
}

static void no_token_holds_the_mail_and_tells_why(void **unused)
{
	(void)unused;
	struct tokens t = { .list = (const char *const[]){ "", NULL } };
	struct smtp_config c = { .host = "127.0.0.1",
				 .port = 1,
				 .tls = TLS_NONE,
				 .user = "gm",
				 .source = { tokens_get, &t } };
	struct smtp_outcome out;
	struct smtp *s;

	assert_int_equal(smtp_open(&c, &s, NULL), ERR_OK);
	smtp_send(s, &hello, &out);
	smtp_close(s);
	assert_int_equal(out.result, SMTP_LOGIN);
	assert_string_equal(out.text, "the token is empty");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			imap_waits_for_the_plus_and_tries_a_second_token),
		cmocka_unit_test(imap_tells_what_the_server_says_of_a_token),
		cmocka_unit_test(
			imap_takes_the_other_form_where_one_is_not_understood),
		cmocka_unit_test(pop3_sends_the_token_in_a_line_of_its_own),
		cmocka_unit_test(smtp_sends_a_second_token_after_a_refusal),
		cmocka_unit_test(
			smtp_falls_back_to_the_form_that_is_understood),
		cmocka_unit_test(smtp_says_what_an_administrator_must_do),
		cmocka_unit_test(no_token_holds_the_mail_and_tells_why),
	};

	crypto_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
