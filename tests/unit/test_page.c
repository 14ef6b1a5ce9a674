/*
 * tests/unit/test_page.c - the calls of a page (page/face.h) on this machine:
 * mails as programs write them, chances, and what is signed.
 */
#include "unit.h"
#include "auth/sign.h"
#include "base/parse.h"
#include "page/chance.h"
#include "page/face.h"
#include "page/mail.h"
#include "tests/srcdir.h"

static struct arena a;

static int setup(void **unused)
{
	static const char dir[] = SRCDIR "/templates";

	(void)unused;
	arena_init(&a);
	memcpy(page_room(sizeof(dir) - 1), dir, sizeof(dir) - 1);
	assert_int_equal(page_open(sizeof(dir) - 1), 0);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	arena_release(&a);
	return 0;
}

static struct str said(void)
{
	return arena_str(&a, (struct str){ page_said(), page_said_len() });
}

static size_t put(struct str s)
{
	memcpy(page_room(s.len), s.s, s.len);
	return s.len;
}

/* Mails ----------------------------------------------------------------------
 */

static void a_part_is_found_by_its_name(void **unused)
{
	static const char mail[] =
		"From: judge@games.example\r\n"
		"Content-Type: multipart/mixed;\r\n\tboundary=\"out er\"\r\n"
		"\r\n"
		"--out er\r\n"
		"Content-Type: multipart/alternative; boundary=in\r\n"
		"\r\n"
		"--in\r\n"
		"Content-Type: text/plain; charset=utf-8\r\n"
		"Content-Transfer-Encoding: quoted-printable\r\n"
		"\r\n"
		"caf=C3=A9 =\r\nsolo\r\n"
		"--in\r\n"
		"Content-Type: text/html\r\n\r\n<p>x</p>\r\n"
		"--in--\r\n"
		"--out er\r\n"
		"Content-Type: TEXT/plain\r\n"
		"Content-Transfer-Encoding: BASE64\r\n"
		"Content-Disposition: attachment;\r\n filename=\"page.txt\"\r\n"
		"\r\n"
		"SEVS\r\nQUxETw==\r\n"
		"--out er--\r\n";

	(void)unused;
	assert_str(mail_part(&a, STR(mail), "page.txt"), "HERALDO");
	assert_str(parse_trim(mail_text(&a, STR(mail))), "caf\303\251 solo");
	/* what is not there, and what is no mail, is left as it is */
	assert_int_equal(mail_part(&a, STR(mail), "other.txt").len,
			 sizeof(mail) - 1);
	assert_str(mail_part(&a, STR("HERALDO PAGE 1\nx y\n"), "page.txt"),
		   "HERALDO PAGE 1\nx y\n");
	assert_str(mail_text(&a, STR("")), "");
}

static void a_mail_that_is_cut_is_no_fault_of_ours(void **unused)
{
	static const char mail[] =
		"A: b\nContent-Type: multipart/mixed; boundary=x\n\n"
		"--x\nContent-Type: multipart/mixed; boundary=x\n\n--x\n"
		"Content-Disposition: attachment; filename=page.txt\n"
		"Content-Transfer-Encoding: quoted-printable\n\n=4=\n--";

	(void)unused;
	for (size_t n = 0; n < sizeof(mail); n++)
		assert_true(mail_part(&a, (struct str){ mail, n }, "page.txt")
				    .len <= n);
}

static void what_is_no_report_is_told(void **unused)
{
	(void)unused;
	assert_int_not_equal(page_report(put(STR("Dear all,\n"))), 0);
	assert_str(said(), "{\"fault\":\"none\"}");
	assert_int_not_equal(page_report(put(STR("HERALDO PAGE 1\ngame x\n"))),
			     0);
	assert_str(said(), "{\"fault\":\"unsigned\"}");
}

/* without a position there is nothing to ask */
static void without_a_position_nothing_is_said(void **unused)
{
	(void)unused;
	assert_int_not_equal(page_legal(), 0);
	assert_int_not_equal(page_offers(), 0);
	assert_int_not_equal(page_values(), 0);
	assert_int_not_equal(page_position(-1), 0);
	assert_int_not_equal(page_ahead(), 0);
	assert_int_not_equal(page_take(1, 0), 0);
	assert_int_not_equal(page_check(put(STR("END\n"))), 0);
	assert_int_not_equal(page_preview(put(STR("END\n"))), 0);
	assert_int_not_equal(page_orders(put(STR("END\n")), 0), 0);
	assert_int_not_equal(page_complete(put(STR("EN")), 2), 0);
	assert_int_not_equal(page_ask(put(STR("LINE A1 B1"))), 0);
}

/* Signing --------------------------------------------------------------------
 */

#define SEED "0707070707070707070707070707070707070707070707070707070707070707"

static void a_block_of_a_letter_is_ready_to_be_signed(void **unused)
{
	static const char letter[] =
		"> Sign this:\n> -----BEGIN HERALDO ORDERS-----\n"
		"> join  wood A\n> -----END HERALDO ORDERS-----\n";

	(void)unused;
	assert_int_equal(page_block(put(STR(letter))), 0);
	assert_str(said(), "JOIN WOOD A\n");
	assert_int_not_equal(page_block(put(STR("JOIN wood A\n"))), 0);
}

static void a_document_is_what_heraldo_sign_writes(void **unused)
{
	static const char text[] = "ORDERS WOOD A 3 1\nEND\n";
	uint8_t bytes[ED25519_SIG_SIZE], to_sign[1024], seed[ED25519_SIZE];
	uint8_t point[ED25519_SIZE];
	struct str mine, signed_;
	size_t n;

	(void)unused;
	assert_int_equal(page_sign(put(STR(SEED "\nORDERS WOOD A 3 1\nEND\n"))),
			 0);
	mine = said();
	/* as WebCrypto does it: these bytes, signed elsewhere */
	assert_int_equal(page_to_sign(put(STR(text))), 0);
	assert_true(base64_parse(said(), to_sign, sizeof(to_sign), &n));
	assert_true(hex_parse(STR(SEED), seed, sizeof(seed)));
	ed25519_sign(seed, bytes_of(to_sign, n), bytes);
	ed25519_public(seed, point);
	signed_ = str_of(arena_printf(
		&a, "%.*s\n%.*s\n%s", STR_ARG(hex_of(&a, point, sizeof(point))),
		STR_ARG(hex_of(&a, bytes, sizeof(bytes))), text));
	assert_int_equal(page_document(put(signed_)), 0);
	assert_true(str_equal(said(), mine));
	/* another text, or one that is not canonical, is not mailed */
	bytes[0] ^= 1;
	signed_ = str_of(arena_printf(
		&a, "%.*s\n%.*s\n%s", STR_ARG(hex_of(&a, point, sizeof(point))),
		STR_ARG(hex_of(&a, bytes, sizeof(bytes))), text));
	assert_int_not_equal(page_document(put(signed_)), 0);
	assert_int_not_equal(page_sign(put(STR(SEED "\norders wood a\n"))), 0);
	assert_int_not_equal(page_sign(put(STR("07\nEND\n"))), 0);
}

static void a_key_is_told_by_its_seed_and_its_line(void **unused)
{
	struct str first, line;

	(void)unused;
	assert_int_equal(page_key_of(put(STR(SEED "\n"))), 0);
	first = said();
	line = first;
	line.s = strstr(first.s, "ssh-ed25519");
	assert_non_null(line.s);
	line.len = strcspn(line.s, "\"");
	assert_int_equal(page_key_read(put(line)), 0);
	assert_true(str_equal(said(), first));
	assert_int_not_equal(page_key_read(put(STR("ssh-ed25519 AAAA"))), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_part_is_found_by_its_name),
		cmocka_unit_test(a_mail_that_is_cut_is_no_fault_of_ours),
		cmocka_unit_test(what_is_no_report_is_told),
		cmocka_unit_test(without_a_position_nothing_is_said),
		cmocka_unit_test(a_block_of_a_letter_is_ready_to_be_signed),
		cmocka_unit_test(a_document_is_what_heraldo_sign_writes),
		cmocka_unit_test(a_key_is_told_by_its_seed_and_its_line),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
