/*
 * tests/unit/test_auth_slice.c - signed parts as mail programs send them, and
 * what in them is no order.
 */
#include "unit.h"
#include "auth/signed_part.h"
#include "vectors.h"
#include <stdio.h>

static struct arena arena;
static struct signed_part s;

static int finish(void **unused)
{
	(void)unused;
	arena_release(&arena);
	return 0;
}

#define BLOCK                                                                  \
	"-----BEGIN HERALDO ORDERS-----\r\n"                                   \
	"ORDERS toys-1 A 4 1\r\nPICK 3\r\n"                                    \
	"-----END HERALDO ORDERS-----\r\n"
#define CANON "ORDERS TOYS-1 A 4 1\nPICK 3\n"

static enum sig_error read_in(const char *header, const char *body)
{
	return signed_part_read(
		&arena, str_of(arena_printf(&arena, "%s\r\n%s", header, body)),
		&s);
}

#define READ(header, body)                                                     \
	do {                                                                   \
		assert_int_equal(read_in(header, body), SIG_ERROR_OK);         \
		assert_str(s.block[0].canon.text, CANON);                      \
	} while (0)
#define REFUSED(fault, header, body)                                           \
	assert_int_equal(read_in(header, body), fault)

static void what_mutt_signs_is_read(void **unused)
{
	(void)unused;
	READ("Content-Type: text/plain; protected-headers=v1; "
	     "charset=iso-8859-1\r\nContent-Disposition: inline\r\n"
	     "Content-Transfer-Encoding: quoted-printable\r\n"
	     "Date: Sun, 22 Nov 2026 07:58:51 +0000\r\n"
	     "From: Ana <ana@one.test>\r\nTo: judge@court.test\r\n"
	     "Subject: orders for =?iso-8859-1?Q?g=E4me?=\r\n",
	     BLOCK "\r\n--=20\r\nAna, from =E4 phone\r\n");
	assert_true(signed_part_is_for(&s, STR("Judge@Court.test")));
	assert_false(signed_part_is_for(&s, STR("other@court.test")));
	READ("Content-Type: text/plain; charset=us-ascii; format=flowed\r\n",
	     BLOCK);
	assert_true(signed_part_is_for(&s, STR("judge@court.test")));
	/* what comes first on a line is coded: a dash, From */
	READ("Content-Type: text/plain\r\n"
	     "Content-Transfer-Encoding: quoted-printable\r\n",
	     "=2D----BEGIN HERALDO ORDERS-----\r\nORDERS toys-1 A =\r\n4 1\r\n"
	     "PICK=203\r\n=2D----END HERALDO ORDERS-----\r\n");
}

/* "-----BEGIN ..", with a letter that is not ASCII in a remark */
static const char base64_block[] =
	"LS0tLS1CRUdJTiBIRVJBTERPIE9SREVSUy0tLS0tDQpPUkRFUlMgdG95cy0xIEEgNCAx\r\n"
	"DQpwaWNrIDMgLy8gw6ENCi0tLS0tRU5EIEhFUkFMRE8gT1JERVJTLS0tLS0NCg==\r\n";

static void what_thunderbird_signs_is_read(void **unused)
{
	(void)unused;
	const char *key = "--i\r\nContent-Type: application/pgp-keys; "
			  "name=\"OpenPGP_0x1.asc\"\r\nContent-Disposition: "
			  "attachment; filename=\"OpenPGP_0x1.asc\"\r\n\r\n"
			  "-----BEGIN PGP PUBLIC KEY BLOCK-----\r\n";
	const char *head =
		"Content-Type: multipart/mixed; boundary=\"o\";\r\n"
		" protected-headers=\"v1\"\r\nFrom: Ana <ana@one.test>\r\n"
		"To: \"judge@other.test, the judge\" <judge@court.test>\r\n"
		"Message-ID: <1@one.test>\r\nSubject: orders\r\n";
	const char *text =
		"Content-Type: text/plain; charset=UTF-8; format=flowed\r\n"
		"Content-Transfer-Encoding: base64\r\n";

	assert_int_equal(
		read_in(head,
			arena_printf(&arena, "--o\r\n%s\r\n%s\r\n--o--\r\n",
				     text, base64_block)),
		SIG_ERROR_OK);
	assert_str(s.block[0].canon.text,
		   "ORDERS TOYS-1 A 4 1\nPICK 3 // \xc3\x81\n");
	assert_true(signed_part_is_for(&s, STR("judge@court.test")));
	assert_false(signed_part_is_for(&s, STR("judge@other.test")));
	/* with a key one level more */
	assert_int_equal(
		read_in(head,
			arena_printf(&arena,
				     "--o\r\nContent-Type: multipart/mixed; "
				     "boundary=\"i\"\r\n\r\n--i\r\n%s\r\n%s\r\n"
				     "%s\r\n--i--\r\n\r\n--o--\r\n",
				     text, base64_block, key)),
		SIG_ERROR_OK);
}

static void the_text_of_an_alternative_is_read(void **unused)
{
	(void)unused;
	/* Apple Mail and Outlook */
	READ("Content-Type: multipart/alternative;\r\n\tboundary=\"b=_1\"\r\n",
	     "--b=_1\r\nContent-Transfer-Encoding: 7bit\r\n"
	     "Content-Type: text/plain;\r\n\tcharset=us-ascii\r\n\r\n" BLOCK
	     "\r\n--b=_1\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
	     "<p>ORDERS toys-1 A 4 1<br>PICK 5</p>\r\n--b=_1--\r\n");
	/* K-9 */
	READ("Content-Type: text/plain; charset=utf-8\r\n"
	     "Content-Transfer-Encoding: quoted-printable\r\n",
	     BLOCK "-- =\r\n\r\nSent from my phone=2E\r\n");
}

static void bytes_of_an_old_charset_are_letters(void **unused)
{
	(void)unused;
	assert_int_equal(
		read_in("Content-Type: text/plain; charset=windows-1252\r\n",
			"-----BEGIN HERALDO ORDERS-----\r\nPICK 3 // \x93\xf1\x94 "
			"\x80\r\n-----END HERALDO ORDERS-----\r\n"),
		SIG_ERROR_OK);
	REFUSED(FAULT_PART_ENCODING,
		"Content-Type: text/plain; charset=utf-7\r\n", BLOCK);
	REFUSED(FAULT_PART_ENCODING,
		"Content-Type: text/plain; charset=utf-8\r\n",
		BLOCK "\xe9\r\n");
}

static void what_is_quoted_is_no_order(void **unused)
{
	(void)unused;
	const char *plain = "Content-Type: text/plain\r\n";

	REFUSED(FAULT_PART_QUOTED, plain,
		"Ben wrote:\r\n> -----BEGIN HERALDO ORDERS-----\r\n"
		"> ORDERS toys-1 A 4 1\r\n> PICK 5\r\n"
		"> -----END HERALDO ORDERS-----\r\n");
	REFUSED(FAULT_PART_QUOTED, plain,
		"-----BEGIN HERALDO ORDERS-----\r\n"
		"> ORDERS toys-1 A 4 1\r\n> PICK 5\r\n"
		"-----END HERALDO ORDERS-----\r\n");
	/* below the delimiter nothing is read, whoever wrote it */
	REFUSED(FAULT_BLOCK_NONE, plain, "-- \r\n" BLOCK);
}

/* One signature may cover several, and the log says which counts. */
static void several_blocks_are_texts_each(void **unused)
{
	(void)unused;
	struct str bytes = STR("Content-Type: text/plain\r\n\r\n" BLOCK
			       "\r\n-----BEGIN HERALDO ORDERS-----\r\n"
			       "PICK 4\r\n-----END HERALDO ORDERS-----\r\n");
	struct canon c;

	READ("Content-Type: text/plain\r\n", BLOCK "\r\n" BLOCK);
	assert_int_equal(s.n_blocks, 2);
	assert_int_equal(
		signed_orders(&arena, bytes, STR("pgp mime block 2"), &c),
		SIG_ERROR_OK);
	assert_str(c.text, "PICK 4\n");
	assert_int_equal(signed_orders(&arena, bytes,
				       STR("pgp mime block 1 joined"), &c),
			 SIG_ERROR_OK);
	assert_str(c.text, CANON);
	assert_int_equal(signed_orders(&arena, bytes, STR("pgp mime"), &c),
			 FAULT_BLOCK_SEVERAL);
	assert_int_equal(
		signed_orders(&arena, bytes, STR("pgp mime block 3"), &c),
		FAULT_BLOCK_SEVERAL);
	REFUSED(FAULT_BLOCK_SEVERAL, "Content-Type: text/plain\r\n",
		BLOCK BLOCK BLOCK BLOCK BLOCK BLOCK BLOCK BLOCK BLOCK);
	REFUSED(FAULT_PART_WORDS, "Content-Type: text/plain\r\n",
		BLOCK "and then\r\n" BLOCK);
}

static void what_is_forwarded_or_attached_is_no_order(void **unused)
{
	(void)unused;
	const char *mixed = "Content-Type: multipart/mixed; boundary=b\r\n";

	REFUSED(FAULT_PART_NESTED, mixed,
		"--b\r\nContent-Type: text/plain\r\n\r\nLook!\r\n--b\r\n"
		"Content-Type: message/rfc822\r\n\r\nFrom: x@y\r\n\r\n" BLOCK
		"\r\n--b--\r\n");
	REFUSED(FAULT_PART_NESTED, mixed,
		"--b\r\nContent-Type: text/plain\r\n\r\n" BLOCK "\r\n--b\r\n"
		"Content-Type: message/external-body\r\n\r\n\r\n--b--\r\n");
	REFUSED(FAULT_PART_NO_TEXT, mixed,
		"--b\r\nContent-Type: text/plain\r\n"
		"Content-Disposition: attachment; filename=o.txt\r\n\r\n" BLOCK
		"\r\n--b--\r\n");
	REFUSED(FAULT_PART_SEVERAL, mixed,
		"--b\r\n\r\n" BLOCK "\r\n--b\r\n\r\nfooter\r\n--b--\r\n");
	REFUSED(FAULT_PART_NO_TEXT, "Content-Type: text/html\r\n", BLOCK);
	REFUSED(FAULT_PART_ENCODING,
		"Content-Type: multipart/mixed; boundary=b\r\n"
		"Content-Transfer-Encoding: base64\r\n",
		"--b\r\n\r\n" BLOCK "\r\n--b--\r\n");
	REFUSED(FAULT_PART_ENCODING, mixed, "--b\r\n\r\n" BLOCK "\r\n");
}

static void words_around_the_block_are_named(void **unused)
{
	(void)unused;
	REFUSED(FAULT_PART_WORDS, "Content-Type: text/plain\r\n",
		"Hi judge,\r\n\r\n" BLOCK "\r\nthis is my best move\r\n-- \r\n"
		"Ana\r\n");
	assert_str(s.extra, "Hi judge,\nthis is my best move\n");
	assert_str(s.block[0].canon.text, CANON);
	/* a key of one's own is no word */
	READ("Content-Type: text/plain\r\n",
	     BLOCK "\r\nssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA me\r\n"
		   "-----BEGIN PGP PUBLIC KEY BLOCK-----\r\n\r\nabc\r\n"
		   "-----END PGP PUBLIC KEY BLOCK-----\r\n"
		   "untrusted comment: minisign public key 1\r\nRWQabc\r\n");
	/* nor is the position that ends a mail of the judge */
	READ("Content-Type: text/plain\r\n",
	     BLOCK "\r\n-----BEGIN HERALDO BOARD-----\r\nabc\r\n"
		   "-----END HERALDO BOARD-----\r\n");
}

/* what a log holds is read as it was signed */
static void the_form_says_how_signed_bytes_are_read(void **unused)
{
	(void)unused;
	struct str bytes =
		STR("Content-Type: text/plain\r\n"
		    "Content-Transfer-Encoding: base64\r\n\r\n"
		    "LS0tLS1CRUdJTiBIRVJBTERPIE9SREVSUy0tLS0tClBJQ0sgM"
		    "wotLS0tLUVORCBIRVJBTERPIE9SREVSUy0tLS0tCg==");
	struct canon c;

	assert_int_equal(signed_orders(&arena, bytes, STR("pgp mime"), &c),
			 SIG_ERROR_OK);
	assert_str(c.text, "PICK 3\n");
	assert_int_equal(signed_orders(&arena, STR("PICK 3\n"),
				       STR("ssh canonical"), &c),
			 SIG_ERROR_OK);
	assert_str(c.text, "PICK 3\n");
}

static enum sig_error part_read(struct arena *a, struct str in, struct str *out)
{
	struct canon c;
	enum sig_error f = signed_orders(a, in, STR("pgp mime"), &c);

	*out = c.text;
	return f;
}

static enum sig_error block_read(struct arena *a, struct str in,
				 struct str *out)
{
	struct canon c;
	enum sig_error f = signed_orders(a, in, STR("ssh as-is"), &c);

	*out = c.text;
	return f;
}

static enum sig_error clear_read(struct arena *a, struct str in,
				 struct str *out)
{
	struct canon c;
	enum sig_error f = signed_orders(a, in, STR("pgp clear"), &c);

	*out = c.text;
	return f;
}

static void signed_bytes_are_read_as_the_second_verifier_reads_them(void **un)
{
	(void)un;
	assert_true(vectors_check(&arena, "part", part_read) > 30);
	assert_true(vectors_check(&arena, "block", block_read) > 8);
	assert_true(vectors_check(&arena, "clear", clear_read) > 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_mutt_signs_is_read),
		cmocka_unit_test(what_thunderbird_signs_is_read),
		cmocka_unit_test(the_text_of_an_alternative_is_read),
		cmocka_unit_test(bytes_of_an_old_charset_are_letters),
		cmocka_unit_test(what_is_quoted_is_no_order),
		cmocka_unit_test(several_blocks_are_texts_each),
		cmocka_unit_test(what_is_forwarded_or_attached_is_no_order),
		cmocka_unit_test(words_around_the_block_are_named),
		cmocka_unit_test(the_form_says_how_signed_bytes_are_read),
		cmocka_unit_test(
			signed_bytes_are_read_as_the_second_verifier_reads_them),
	};

	return cmocka_run_group_tests(tests, NULL, finish);
}
