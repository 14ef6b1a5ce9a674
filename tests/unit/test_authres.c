/* tests/unit/test_authres.c - what our own server says of a mail's sender */
#include "unit.h"
#include "mail/authres.h"
#include <stdio.h>

static struct authres of(const char *field)
{
	struct authres r = { 0 };

	authres_add(&r, str_of(field), STR("mx.club.test"));
	return r;
}

static bool forged(const char *field)
{
	struct authres r = of(field);

	return authres_is_forged(&r);
}

static void comments_and_strings_say_nothing(void **unused)
{
	(void)unused;
	assert_true(forged("mx.club.test 1; spf=fail (mx.club.test: dkim=pass) "
			   "smtp.mailfrom=x@a.test; dkim=none"));
	assert_true(forged("\"mx.club.test\"; dkim=fail reason=\"; dkim=pass "
			   "header.d=a.test\" header.d=a.test"));
	assert_true(forged("mx.club.test (nested (paren \\) ; dkim=pass ) x) ; "
			   "dkim = fail header.d=a.test"));
	assert_true(forged("MX.Club.Test; DMARC=FAIL header.from=a.test"));
}

static void fields_of_others_say_nothing(void **unused)
{
	(void)unused;
	static const char *const others[] = {
		"(mx.club.test; dkim=pass) evil.test; dkim=fail",
		"mx.club.test.evil.test; dmarc=fail",
		"mx.club.test 2; dmarc=fail",
		"mx.club.test; none",
		"mx.club.test; dmarc=fail reason=\"cut",
		"mx.club.test; dmarc=fail (cut",
		"",
	};

	for (size_t i = 0; i < ARRAY_LEN(others); i++) {
		struct authres r = of(others[i]);

		assert_false(r.tried || r.pass || r.dmarc_fail || r.dmarc_pass);
	}
}

static void what_passes_in_one_way_is_not_forged(void **unused)
{
	(void)unused;
	assert_false(forged("mx.club.test; dmarc=pass (p=none) "
			    "policy.dmarc=none; spf=fail; dkim=fail"));
	assert_false(forged("mx.club.test; dkim/1=fail header.i=@b.test; "
			    "dkim/1=pass header.i=@a.test; spf=softfail"));
	assert_false(forged("mx.club.test; spf=temperror; dkim=none"));
	assert_false(forged("mx.club.test; arc=pass; iprev=fail"));
	assert_true(forged("mx.club.test; spf=none; dkim=none;"));
	assert_true(forged("mx.club.test; spf=pass; dmarc=fail"));
}

static void several_fields_are_one_answer(void **unused)
{
	(void)unused;
	struct authres r = of("mx.club.test; spf=fail");

	assert_true(authres_is_forged(&r));
	authres_add(&r, STR("evil.test; dkim=pass"), STR("mx.club.test"));
	assert_true(authres_is_forged(&r));
	authres_add(&r, STR("mx.club.test; dkim=pass"), STR("mx.club.test"));
	assert_false(authres_is_forged(&r));
}

static void a_pass_of_another_domain_does_not_count(void **unused)
{
	(void)unused;
	static const struct {
		const char *field;
		bool forged;
	} cases[] = {
		{ "spf=pass smtp.mailfrom=ana@one.test", false },
		{ "spf=pass smtp.mailfrom=one.test", false },
		{ "spf=pass (ok) smtp.mailfrom=b@mail.ONE.test", false },
		{ "spf=pass", false },
		{ "spf=pass smtp.mailfrom=x@evil.test", true },
		{ "spf=pass smtp.mailfrom=x@notone.test", true },
		{ "spf=pass smtp.mailfrom=\"x@evil.test\"", true },
		{ "spf=pass smtp.helo=mx.evil.test", true },
		{ "spf=pass smtp.mailfrom=test", true },
		{ "dkim=pass header.d=evil.test", true },
		{ "dkim=pass header.i=@one.test", false },
		{ "spf=pass smtp.mailfrom=x@evil.test; "
		  "dkim=pass header.d=one.test",
		  false },
		{ "spf=pass smtp.mailfrom=x@list.test; dkim=fail "
		  "header.d=one.test; dmarc=pass",
		  false },
	};

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct authres r = { .from = STR("one.test") };
		char field[200];

		snprintf(field, sizeof(field), "mx.club.test; %s",
			 cases[i].field);
		authres_add(&r, str_of(field), STR("mx.club.test"));
		if (authres_is_forged(&r) != cases[i].forged)
			fail_msg("%s", cases[i].field);
	}
}

static void each_method_is_told_by_its_word(void **unused)
{
	(void)unused;
	struct authres r = of("mx.club.test; spf=softfail; dkim=fail (key) "
			      "header.d=b.test; dkim=pass; dmarc=strange");
	char server[8];

	assert_string_equal(authres_word(r.spf), "softfail");
	assert_string_equal(authres_word(r.dkim), "pass");
	assert_int_equal(r.dmarc, AUTHRES_OTHER);
	r = of("mx.club.test; dkim=pass; dkim=fail; spf=NONE");
	assert_int_equal(r.dkim, AUTHRES_PASS);
	assert_int_equal(r.spf, AUTHRES_NONE);
	assert_int_equal(r.dmarc, AUTHRES_ABSENT);
	authres_server(STR(" (by) mx.a 1; none"), server, sizeof(server));
	assert_string_equal(server, "mx.a");
	authres_server(STR("mx.long.test; none"), server, sizeof(server));
	assert_string_equal(server, "mx.long");
	authres_server(STR(""), server, sizeof(server));
	assert_string_equal(server, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comments_and_strings_say_nothing),
		cmocka_unit_test(fields_of_others_say_nothing),
		cmocka_unit_test(what_passes_in_one_way_is_not_forged),
		cmocka_unit_test(several_fields_are_one_answer),
		cmocka_unit_test(a_pass_of_another_domain_does_not_count),
		cmocka_unit_test(each_method_is_told_by_its_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
