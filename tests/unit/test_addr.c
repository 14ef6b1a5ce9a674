/* tests/unit/test_addr.c */
#include "unit.h"
#include "mail/addr.h"

static void ordinary_addresses_pass(void **unused)
{
	(void)unused;
	static const char *const good[] = {
		"a@b",
		"gm+g1-x@example.test",
		"O'Brien.x_y@mail.example.co.uk",
		"x@[127.0.0.1]",
		"x@[IPv6:::1]",
	};

	for (size_t i = 0; i < ARRAY_LEN(good); i++)
		assert_null(addr_fault(str_of(good[i]), false));
}

static void nothing_that_could_end_the_line_passes(void **unused)
{
	(void)unused;
	static const char *const bad[] = {
		"a@b\r\nRCPT TO:<c@d>",
		"a\r\n@b",
		"a@b\n",
		"a@b>",
		"<a@b",
		"a@b,c@d",
		"a@b c",
		"\"a b\"@c",
		"a\t@b",
		"a@b\x7f",
		"a@b@c",
	};

	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		assert_non_null(addr_fault(str_of(bad[i]), false));
		assert_non_null(addr_fault(str_of(bad[i]), true));
	}
	assert_non_null(addr_fault(STR("a@b\0c"), true));
	assert_non_null(addr_fault(STR("a\0@b"), true));
}

static void malformed_addresses_are_named(void **unused)
{
	(void)unused;

	assert_string_equal(addr_fault(STR(""), false), "no address");
	assert_string_equal(addr_fault(STR("alice"), false), "no @");
	assert_string_equal(addr_fault(STR("@b"), false),
			    "nothing before the @");
	assert_string_equal(addr_fault(STR("a@"), false), "no domain");
	assert_non_null(addr_fault(STR(".a@b"), false));
	assert_non_null(addr_fault(STR("a.@b"), false));
	assert_non_null(addr_fault(STR("a..b@c"), false));
	assert_non_null(addr_fault(STR("a@b..c"), false));
	assert_non_null(addr_fault(STR("a@-b.c"), false));
	assert_non_null(addr_fault(STR("a@[b]"), false));
}

static void lengths_end_where_the_rfc_ends_them(void **unused)
{
	(void)unused;
	char a[400];

	memset(a, 'x', sizeof(a));
	a[64] = '@';
	assert_null(addr_fault((struct str){ a, 64 + 1 + 63 }, false));
	assert_non_null(addr_fault((struct str){ a, 64 + 1 + 64 }, false));
	a[64] = 'x';
	a[65] = '@';
	assert_non_null(addr_fault((struct str){ a, 65 + 1 + 3 }, false));
	a[65] = 'x';
	a[3] = '@';
	for (size_t i = 60; i < sizeof(a); i += 50)
		a[i] = '.';
	assert_null(addr_fault((struct str){ a, 254 }, false));
	assert_non_null(addr_fault((struct str){ a, 255 }, false));
}

static void unicode_passes_only_where_it_is_allowed(void **unused)
{
	(void)unused;
	struct str jose = STR("jos\xc3\xa9@ejemplo.test");

	assert_non_null(addr_fault(jose, false));
	assert_null(addr_fault(jose, true));
	assert_non_null(addr_fault(STR("jos\xe9@ejemplo.test"), true));
	/* NEL and LINE SEPARATOR end lines somewhere */
	assert_non_null(addr_fault(STR("a\xc2\x85@b"), true));
	assert_non_null(addr_fault(STR("a\xe2\x80\xa8@b"), true));
}

/* domains as the DNS has them: RFC 3492, 7.1, and what registries have */
static void domains_are_written_in_ascii(void **unused)
{
	(void)unused;
	static const struct {
		const char *given, *ascii;
	} cases[] = {
		{ "Ana@One.TEST", "ana@one.test" },
		{ "a@xn--bcher-kva.example", "a@xn--bcher-kva.example" },
		{ "a@b\xc3\xbc"
		  "cher.example",
		  "a@xn--bcher-kva.example" },
		{ "a@B\xc3\x9c"
		  "CHER.Example",
		  "a@xn--bcher-kva.example" },
		{ "a@m\xc3\xbc"
		  "nchen.\xd1\x80\xd1\x84",
		  "a@xn--mnchen-3ya.xn--p1ai" },
		{ "a@\xe4\xbb\x96\xe4\xbb\xac\xe4\xb8\xba\xe4\xbb\x80"
		  "\xe4\xb9\x88\xe4\xb8\x8d\xe8\xaf\xb4\xe4\xb8\xad\xe6"
		  "\x96\x87",
		  "a@xn--ihqwcrb4cv8a8dqg056pqjye" },
		/* decomposed */
		{ "a@bu\xcc\x88"
		  "cher.example",
		  "a@xn--bcher-kva.example" },
		/* the local part stays: it is no name of the DNS */
		{ "\xc3\xb1@one.test", "\xc3\xb1@one.test" },
		{ "a@b\xff.test", "a@b\xff.test" },
		{ "nobody", "nobody" },
	};
	struct arena arena = { 0 };

	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_str(addr_ascii(&arena, str_of(cases[i].given)),
			   cases[i].ascii);
	arena_release(&arena);
}

static void only_this_machine_is_loopback(void **unused)
{
	(void)unused;

	assert_true(addr_host_is_loopback(STR("localhost")));
	assert_true(addr_host_is_loopback(STR("127.0.0.1")));
	assert_true(addr_host_is_loopback(STR("::1")));
	assert_false(addr_host_is_loopback(STR("127.example.test")));
	assert_false(addr_host_is_loopback(STR("mail.example.test")));
	assert_false(addr_host_is_loopback(STR("")));
	assert_null(addr_host_fault(STR("mail.example.test")));
	assert_null(addr_host_fault(STR("2001:db8::1")));
	assert_non_null(addr_host_fault(STR("mail/../x")));
	assert_non_null(addr_host_fault(STR("a@b")));
	assert_non_null(addr_host_fault(STR("a:b:g")));
}

static void the_domain_is_behind_the_last_sign(void **unused)
{
	(void)unused;
	assert_true(str_is(addr_domain(STR("ana@one.test")), "one.test"));
	assert_true(str_is(addr_domain(STR("a@b@one.test")), "one.test"));
	assert_true(str_is(addr_domain(STR("one.test")), "one.test"));
	assert_int_equal(addr_domain(STR("ana@")).len, 0);
}

static void some_addresses_are_not_to_be_written_to(void **unused)
{
	(void)unused;
	static const char *const special[] = {
		"judge@court.test",     "JUDGE@Court.test",
		"judge+x@court.test",   "postmaster@a.test",
		"Mailer-Daemon@a.test", "-o@a.test",
		"|cmd@a.test",          "a!b@a.test",
		"a%b@a.test",           "owner-list@a.test",
		"list-request@a.test",
	};

	for (size_t i = 0; i < ARRAY_LEN(special); i++)
		assert_non_null(addr_special(str_of(special[i]),
					     STR("judge@court.test")));
	assert_null(addr_special(STR("ana@a.test"), STR("judge@court.test")));
	assert_null(addr_special(STR("judge@a.test"), STR("judge@court.test")));
	assert_null(addr_special(STR("a-b@a.test"), STR("")));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_domain_is_behind_the_last_sign),
		cmocka_unit_test(some_addresses_are_not_to_be_written_to),
		cmocka_unit_test(ordinary_addresses_pass),
		cmocka_unit_test(nothing_that_could_end_the_line_passes),
		cmocka_unit_test(malformed_addresses_are_named),
		cmocka_unit_test(lengths_end_where_the_rfc_ends_them),
		cmocka_unit_test(unicode_passes_only_where_it_is_allowed),
		cmocka_unit_test(only_this_machine_is_loopback),
		cmocka_unit_test(domains_are_written_in_ascii),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
