/* tests/unit/test_received.c - when our own server took a mail in */
#include "unit.h"
#include "mail/received.h"

static int64_t date(const char *text)
{
	int64_t t = -1;

	return received_date(str_of(text), &t) ? t : -1;
}

static void dates_are_read_as_servers_write_them(void **unused)
{
	(void)unused;
	assert_int_equal(date("Thu, 01 Jan 1970 00:00:00 +0000"), 0);
	assert_int_equal(date("Sun, 22 Nov 2026 07:58:51 +0000"), 1795334331);
	assert_int_equal(date(" 22 Nov 2026 08:58:51 +0100 (CET)"), 1795334331);
	assert_int_equal(date("Sun, 22 Nov 2026 02:58:51 EST"), 1795334331);
	assert_int_equal(date("Sun, 22 Nov 2026 07:58 GMT"), 1795334280);
	assert_int_equal(date("Thu, 29 Feb 2024 23:59:60 -0930"), 1709285400);
}

static void what_is_no_date_is_none(void **unused)
{
	(void)unused;
	static const char *const wrong[] = {
		"",
		"yesterday",
		"Sun, 22 Nov 2026",
		"Sun, 32 Nov 2026 07:58:51 +0000",
		"Sun, 22 Nov 2026 25:58:51 +0000",
		"Sun, 22 Nov 2026 07:58:51 0000",
		"Sun, 22 Nov 26 07:58:51 +0000",
		"Sun, 22 Nov 2026 07:58:51 +0000 more",
		"Sun, 22 Nov 2026 :: +0000",
	};

	for (size_t i = 0; i < ARRAY_LEN(wrong); i++)
		assert_int_equal(date(wrong[i]), -1);
}

static void the_topmost_field_of_our_own_server_counts(void **unused)
{
	(void)unused;
	static const char mail[] =
		"Return-Path: <ana@one.test>\r\n"
		"Received: from a (a.test [1.2.3.4]) by inner.test with LMTP;\r\n"
		" Sun, 22 Nov 2026 08:00:00 +0000\r\n"
		"Received: from b\r\n\tby MX.club.test (by evil.test; x) with\r\n"
		"\tESMTPS id 1; Sun, 22 Nov 2026 07:58:51 +0000 (UTC)\r\n"
		/* she wrote this herself */
		"Received: by mx.club.test; Sat, 21 Nov 2026 07:58:51 +0000\r\n"
		"Subject: x\r\n\r\n"
		"Received: by other.test; Sat, 21 Nov 2026 07:58:51 +0000\r\n";
	int64_t t = 0;

	assert_true(received_at(str_of(mail), STR("mx.club.test"), &t));
	assert_int_equal(t, 1795334331);
	assert_true(received_at(str_of(mail), STR("inner.test"), &t));
	assert_int_equal(t, 1795334400);
	assert_false(received_at(str_of(mail), STR("evil.test"), &t));
	assert_false(received_at(str_of(mail), STR("other.test"), &t));
	assert_false(received_at(str_of(mail), STR(""), &t));
	assert_false(received_at(str_of("Received: by mx.club.test; now\n\n"),
				 STR("mx.club.test"), &t));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dates_are_read_as_servers_write_them),
		cmocka_unit_test(what_is_no_date_is_none),
		cmocka_unit_test(the_topmost_field_of_our_own_server_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
