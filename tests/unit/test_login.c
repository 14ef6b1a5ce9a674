/* tests/unit/test_login.c - secrets of logins, and tokens as they are sent */
#include "unit.h"
#include "tokens.h"
#include "base/crypto.h"
#include "mail/http.h"
#include "mail/oauth.h"

static void the_payloads_are_those_of_the_standards(void **unused)
{
	(void)unused;
	struct buf b;

	buf_init(&b, 4096);
	/* RFC 7628, 4.1 */
	login_bearer(LOGIN_OAUTHBEARER, "user@example.com",
		     "server.example.com", 143,
		     "vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==", &b);
	assert_str(buf_str(&b),
		   "bixhPXVzZXJAZXhhbXBsZS5jb20sAWhvc3Q9c2VydmVyLmV4YW1wbGUuY29"
		   "tAXBvcnQ9MTQzAWF1dGg9QmVhcmVyIHZGOWRmdDRxbVRjMk52YjNSbGNrQm"
		   "hiSFJoZG1semRHRXVZMjl0Q2c9PQEB");
	buf_clear(&b);
	/* Google's documentation of XOAUTH2 */
	login_bearer(LOGIN_XOAUTH2, "someuser@example.com", "", 0,
		     "ya29.vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg", &b);
	assert_str(buf_str(&b),
		   "dXNlcj1zb21ldXNlckBleGFtcGxlLmNvbQFhdXRoPUJlYXJlciB5YTI5LnZ"
		   "GOWRmdDRxbVRjMk52YjNSbGNrQmhkSFJoZG1semRHRXVZMjl0Q2cBAQ==");
	buf_clear(&b);
	login_bearer(LOGIN_OAUTHBEARER, "a,b=c", "h", 1, "t", &b);
	/* n,a=a=2Cb=3Dc,^Ahost=h^Aport=1^Aauth=Bearer t^A^A */
	assert_str(buf_str(&b), "bixhPWE9MkNiPTNEYywBaG9zdD1oAXBvcnQ9MQFhdXRoPU"
				"JlYXJlciB0AQE=");
	buf_release(&b);
	assert_string_equal(login_refused_answer(LOGIN_XOAUTH2), "");
	assert_string_equal(login_refused_answer(LOGIN_OAUTHBEARER), "AQ==");
}

static void a_challenge_is_shown_as_words(void **unused)
{
	(void)unused;
	char out[LOGIN_WORDS];
	bool form = false;

	assert_true(login_challenge(
		STR("eyJzdGF0dXMiOiI0MDAiLCJzY2hlbWVzIjoiQmVhcmVyIiwic2NvcGUiOi"
		    "JodHRwczovL21haWwuZ29vZ2xlLmNvbS8ifQ=="),
		out, &form));
	assert_string_equal(out, "status:400,schemes:Bearer,scope:https://"
				 "mail.google.com/");
	assert_false(form);
	/* {"status":"invalid_request"} */
	assert_true(login_challenge(STR("eyJzdGF0dXMiOiJpbnZhbGlkX3JlcXVlc3QifQ"
					"=="),
				    out, &form));
	assert_true(form);
	assert_false(login_challenge(STR("go ahead"), out, &form));
	assert_false(login_challenge(STR(""), out, &form));
}

static void a_secret_is_found_in_any_form(void **unused)
{
	(void)unused;
	struct login_state l = { .now = { .secret = "Pa55-word-long" } };
	char text[256], plain[64];
	struct buf b;

	assert_true(login_leaks(&l, "you said Pa55-word-long"));
	for (int shift = 0; shift < 3; shift++) {
		snprintf(plain, sizeof(plain), "%.*sPa55-word-long!", shift,
			 "xy");
		buf_init(&b, 256);
		base64_render(&b, str_of(plain));
		snprintf(text, sizeof(text), "bad %s", b.s);
		buf_release(&b);
		assert_true(login_leaks(&l, text));
	}
	assert_false(login_leaks(&l, "535 authentication failed"));
}

/* header.{"upn":"bob@club.example","scp":"IMAP.AccessAsUser.All"}.signature */
static void a_token_names_its_owner(void **unused)
{
	(void)unused;
	char out[LOGIN_WORDS];

	login_token_owner(
		"e30.eyJ1cG4iOiJib2JAY2x1Yi5leGFtcGxlIiwic2NwIjoiSU1BUC5BY2Nl"
		"c3NBc1VzZXIuQWxsIn0.c2ln",
		out);
	assert_string_equal(out, "for bob@club.example (scopes "
				 "IMAP.AccessAsUser.All)");
	login_token_owner("ya29.opaque", out);
	assert_string_equal(out, "");
	login_token_owner("a.!!!.c", out);
	assert_string_equal(out, "");
}

static void the_method_is_what_both_sides_know(void **unused)
{
	(void)unused;
	struct login_state l = { .now = { .is_token = true } };

	assert_int_equal(login_select(&l, true, true), LOGIN_OAUTHBEARER);
	assert_int_equal(login_select(&l, true, false), LOGIN_XOAUTH2);
	assert_int_equal(login_select(&l, false, false), LOGIN_ANY);
	l.plain_form = true;
	assert_int_equal(login_select(&l, true, true), LOGIN_XOAUTH2);
	l.plain_form = false;
	l.method = LOGIN_XOAUTH2;
	assert_int_equal(login_select(&l, true, true), LOGIN_XOAUTH2);
	assert_int_equal(login_select(&l, false, true), LOGIN_ANY);
	l.method = LOGIN_OAUTHBEARER;
	assert_int_equal(login_select(&l, true, true), LOGIN_OAUTHBEARER);
	l.now.is_token = false;
	assert_int_equal(login_select(&l, true, true), LOGIN_PASSWORD);
}

static void a_rejected_token_is_renewed_once(void **unused)
{
	(void)unused;
	static const char *const list[] = { "old", "new", "newest", NULL };
	struct tokens t = { .list = list };
	struct login_state l = { .source = { tokens_get, &t } };
	struct why why = { 0 };

	assert_int_equal(login_next(&l, &why), ERR_OK);
	assert_true(login_again(&l, &why));
	assert_int_equal(login_next(&l, &why), ERR_OK);
	assert_string_equal(l.now.secret, "new");
	assert_false(login_again(&l, &why));
	assert_int_equal(t.n_rejected, 1);
	/* the next login asks anew */
	assert_int_equal(login_next(&l, &why), ERR_OK);
	assert_int_equal(t.n_asked, 3);
	/* the same token again is no second try */
	t.list = (const char *const[]){ "same", NULL };
	assert_int_equal(login_next(&l, &why), ERR_OK);
	assert_false(login_again(&l, &why));
	/* and what the token server says is added to the server's words */
	t.fails = ERR_MAIL_LOGIN;
	why_set(&why, ERR_MAIL_LOGIN, "refused");
	assert_int_equal(login_next(&l, &why), ERR_OK);
	assert_false(login_again(&l, &why));
	assert_string_equal(why.text, "refused; invalid_grant: withdrawn");
}

static void a_secret_that_breaks_the_line_is_refused(void **unused)
{
	(void)unused;
	struct tokens t = { .list = (const char *const[]){ "a\1b", NULL } };
	struct login_state l = { .source = { tokens_get, &t } };

	assert_int_equal(login_next(&l, NULL), ERR_CONFIG);
	t.list = (const char *const[]){ "", NULL };
	assert_int_equal(login_next(&l, NULL), ERR_CONFIG);
	/* and one of another kind than auth = asks for */
	t.list = (const char *const[]){ "good", NULL };
	l.method = LOGIN_PASSWORD;
	assert_int_equal(login_next(&l, NULL), ERR_CONFIG);
	l.method = LOGIN_XOAUTH2;
	assert_int_equal(login_next(&l, NULL), ERR_OK);
}

static void secrets_go_to_no_server_without_tls(void **unused)
{
	(void)unused;
	char host[256];

	assert_true(http_host("https://login.example.org:8443/token?x", host,
			      sizeof(host)));
	assert_string_equal(host, "login.example.org");
	assert_true(http_host("http://127.0.0.1:1/", host, sizeof(host)));
	assert_false(
		http_host("http://login.example.org/", host, sizeof(host)));
	assert_false(http_host("http://127.0.0.1@evil.example/", host,
			       sizeof(host)));
	assert_false(http_host("http://localhost:80@evil.example/", host,
			       sizeof(host)));
	assert_false(http_host("http://localhost\\@evil.example/", host,
			       sizeof(host)));
	assert_false(http_host("file:///etc/passwd", host, sizeof(host)));
	assert_false(http_host("https://a b/", host, sizeof(host)));
}

static void a_verifier_is_long_and_its_challenge_is_its_hash(void **unused)
{
	(void)unused;
	char v[OAUTH_VERIFIER], c[OAUTH_VERIFIER], v2[OAUTH_VERIFIER];

	oauth_verifier_make(v, c);
	oauth_verifier_make(v2, c);
	assert_int_equal(strlen(v), 43);
	assert_int_equal(strlen(c), 43);
	assert_string_not_equal(v, v2);
	assert_null(strpbrk(v, "+/="));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_payloads_are_those_of_the_standards),
		cmocka_unit_test(a_challenge_is_shown_as_words),
		cmocka_unit_test(a_secret_is_found_in_any_form),
		cmocka_unit_test(a_token_names_its_owner),
		cmocka_unit_test(the_method_is_what_both_sides_know),
		cmocka_unit_test(a_rejected_token_is_renewed_once),
		cmocka_unit_test(a_secret_that_breaks_the_line_is_refused),
		cmocka_unit_test(secrets_go_to_no_server_without_tls),
		cmocka_unit_test(
			a_verifier_is_long_and_its_challenge_is_its_hash),
	};

	crypto_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
