/* tests/unit/test_mime_text.c - charsets, flowed text, HTML, slices, robots. */
#include "unit.h"
#include "mail/html.h"
#include "mail/mime.h"
#include "mail/mend.h"
#include "mail/part_bytes.h"
#include "mail/charset.h"

static struct mime mime;

static int start(void **unused)
{
	(void)unused;
	mime_init(&mime);
	return 0;
}

static int stop(void **unused)
{
	(void)unused;
	mime_release(&mime);
	return 0;
}

static void assert_text(const char *bytes, const char *label,
			const char *expected, bool is_guess)
{
	struct arena a = { 0 };
	bool guessed = false;

	assert_str(charset_from_charset(&mime.charsets, &a, str_of(bytes),
					str_of(label), &guessed),
		   expected);
	assert_int_equal(guessed, is_guess);
	arena_release(&a);
}

static void labels_that_lie_are_mended(void **unused)
{
	(void)unused;
	assert_text("caf\xe9 \x80 \x96", "ISO-8859-1", "café € –", false);
	assert_text("\x93x\x94", "latin1", "“x”", false);
	assert_text("caf\xe9 \x80", "us-ascii", "café €", true);
	assert_text("café", "us-ascii", "café", true);
	assert_text("caf\xc3\xa9", "iso-8859-1", "cafÃ©", false);
	assert_text("caf\xe9", "", "café", true);
	assert_text("café", "", "café", true);
	assert_text("cafe", "", "cafe", false);
	assert_text("caf\xe9", "utf-8", "caf\xef\xbf\xbd", true);
	assert_text("caf\xe9", "x-unknown", "café", true);
	assert_text("café", "x-unknown", "café", true);
	assert_text("cafe", "x-unknown", "cafe", true);
	assert_text("\x81x", "windows-1252", "\xef\xbf\xbdx", false);
}

static void other_charsets_are_read_by_any_of_their_names(void **unused)
{
	(void)unused;
	assert_text("\xa4", "iso-8859-15", "€", false);
	assert_text("\xb1", "ISO8859-2", "ą", false);
	assert_text("\xfe", "iso-8859-9", "ş", false);
	assert_text("\xef\xf0", "windows-1251", "пр", false);
	assert_text("\xd0\xd2", "koi8-r", "пр", false);
	assert_text("\xc4\xe3", "gb2312", "你", false);
	assert_text("\xa7\x41", "big5", "你", false);
	assert_text("\x93\xfa", "Shift_JIS", "日", false);
	assert_text("\xc6\xfc", "euc-jp", "日", false);
	assert_text("\xc0\xcf", "ks_c_5601-1987", "일", false);
	assert_text("+AOk-", "utf-7", "é", false);
	assert_text("\x82", "cp850", "é", false);
	assert_text("\x8e", "macintosh", "é", false);
}

static void lines_end_in_lf_without_mark_and_nul(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	bool guessed = false;

	assert_text("\xef\xbb\xbf"
		    "a\r\nb\rc\n",
		    "utf-8", "a\nb\nc\n", false);
	assert_str(charset_from_charset(&mime.charsets, &a, STR("a\0b"),
					STR("utf-8"), &guessed),
		   "a\xef\xbf\xbd"
		   "b");
	arena_release(&a);
}

static void assert_unflowed(const char *text, bool del_sp, const char *expected)
{
	struct arena a = { 0 };

	assert_str(charset_unflow(&a, str_of(text), del_sp), expected);
	arena_release(&a);
}

static void flowed_lines_are_joined_as_rfc_3676_says(void **unused)
{
	(void)unused;
	assert_unflowed("one \ntwo\nthree\n", false, "one two\nthree\n");
	assert_unflowed("one \ntwo\n", true, "onetwo\n");
	/* space-stuffing, 4.4 */
	assert_unflowed(" From x\n  two\n >no quote\n", false,
			"From x\n two\n>no quote\n");
	/* quoted, 4.5: depth ends a paragraph */
	assert_unflowed("> a \n> b\n>> c \n> d\n", false,
			"> a b\n>> c \n> d\n");
	assert_unflowed(">a\n>\n", false, "> a\n>\n");
	/* the signature separator, 4.3 */
	assert_unflowed("a \n-- \nb\n", false, "a \n-- \nb\n");
	assert_unflowed("> -- \n> b\n", true, "> -- \n> b\n");
	/* an empty line is the fixed one that ends a paragraph */
	assert_unflowed("a \n\nb", false, "a \nb\n");
	assert_unflowed("a ", false, "a \n");
	assert_unflowed("a  \nb\n", true, "a b\n");
	assert_unflowed("", false, "");
}

static void assert_html(const char *html, const char *expected)
{
	struct arena a = { 0 };
	struct str text;
	bool truncated = false;

	assert_true(html_to_text(&a, str_of(html), 1000, &text, &truncated));
	assert_false(truncated);
	assert_str(text, expected);
	arena_release(&a);
}

static void html_reads_as_a_person_sees_it(void **unused)
{
	(void)unused;
	assert_html("a  b\n c", "a b c\n");
	assert_html("<p>a<p>b", "a\nb\n");
	assert_html("<div>a</div><div><br></div><div>b</div>", "a\n\nb\n");
	assert_html("<p>a</p><p>\xc2\xa0</p><p>b</p>", "a\n\nb\n");
	assert_html("<p>a</p><p><span>&nbsp;</span></p>b", "a\n\nb\n");
	assert_html("a<br>b<br><br>c", "a\nb\n\nc\n");
	assert_html("a&nbsp;b&#160;&nbsp;c", "a b c\n");
	assert_html("<b>a</b>b <i>c</i>", "ab c\n");
	assert_html("<td>a</td><td>b</td>", "a b\n");
	assert_html("<script>x</script>a<style>y</style><title>z</title>",
		    "a\n");
	assert_html("<pre>a\n  b</pre>c", "a\n  b\nc\n");
	assert_html("<blockquote>a<br>b</blockquote>c", "> a\n> b\nc\n");
	assert_html("&lt;&amp;&eacute;&#x20ac;", "<&é€\n");
	assert_html("<!-- x -->a<![if y]>b<![endif]>", "ab\n");
	assert_html("a<!--[if mso]><b>x</b><![endif]-->b", "ab\n");
	assert_html("<!--[if !mso]><!-->a<!--<![endif]-->b", "ab\n");
	assert_html("a<![if", "a<![if\n");
	assert_html("<meta charset=latin1>é", "é\n");
	assert_html("", "");
	assert_html("a < b", "a < b\n");
	assert_html("<p></p>", "");
}

static void long_html_is_cut(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct str text;
	bool truncated = false;

	assert_true(html_to_text(&a, STR("abcdef"), 3, &text, &truncated));
	assert_true(truncated);
	assert_str(text, "abc");
	arena_release(&a);
}

static void assert_slice(const char *raw, const char *boundary,
			 const char *expected)
{
	struct str part;

	if (!expected) {
		assert_false(part_bytes_first_part(str_of(raw),
						   str_of(boundary), &part));
		return;
	}
	assert_true(
		part_bytes_first_part(str_of(raw), str_of(boundary), &part));
	assert_str(part, expected);
}

/* the parts on which libraries were measured to differ, and their like */
static void a_slice_is_exact(void **unused)
{
	(void)unused;
	assert_slice("H: x\r\n\r\n--b\r\nA: b\r\n\r\ntext\r\n\r\n--b\r\nsig",
		     "b", "A: b\r\n\r\ntext\r\n");
	assert_slice("--b\nA: b\n\ntext\n--b\n", "b", "A: b\n\ntext");
	/* bare LF inside of CRLF, and the other way round */
	assert_slice("--b\r\nA: b\n\nx\ny\r\n--b\r\n", "b", "A: b\n\nx\ny");
	assert_slice("--b\nA: b\r\n\r\nx\r\n\n--b\n", "b", "A: b\r\n\r\nx\r\n");
	/* no headers, no body, nothing at all */
	assert_slice("--b\r\n\r\nx\r\n--b\r\n", "b", "\r\nx");
	assert_slice("--b\r\nA: b\r\n--b\r\n", "b", "A: b");
	assert_slice("--b\r\n--b\r\n", "b", "");
	assert_slice("--b\r\n\r\n--b\r\n", "b", "");
	/* blanks after the boundary; trailing blanks of the text stay */
	assert_slice("--b \t\r\nx \r\n--b  \r\n", "b", "x ");
	/* an inner multipart that is not closed, and one with an epilogue */
	assert_slice("--b\r\nC: m; boundary=bb\r\n\r\n--bb\r\n\r\nx\r\n--b\r\n",
		     "b", "C: m; boundary=bb\r\n\r\n--bb\r\n\r\nx");
	assert_slice("--b\r\nC: m\r\n\r\n--bb--\r\nend\r\n\r\n--b\r\n", "b",
		     "C: m\r\n\r\n--bb--\r\nend\r\n");
	/* a preamble, and boundaries that only begin alike */
	assert_slice("pre\r\n--bx\r\n -- b\r\n--b\r\nx\r\n--bx\r\n--b--", "b",
		     "x\r\n--bx");
	assert_slice("--b\r\nx\r\n--b--\r\n", "b", "x");
	/* not two */
	assert_slice("--b\r\nx\r\n", "b", NULL);
	assert_slice("--b--\r\nx\r\n--b\r\ny\r\n--b\r\n", "b", NULL);
	assert_slice("--b\r\nx\r\n--b\r\n", "", NULL);
	assert_slice("", "b", NULL);
}

static void a_slice_is_verified_with_crlf(void **unused)
{
	(void)unused;
	struct arena a = { 0 };

	assert_str(part_bytes_crlf(&a, STR("a\nb\r\n\nc\rd\n")),
		   "a\r\nb\r\n\r\nc\rd\r\n");
	assert_str(part_bytes_crlf(&a, STR("")), "");
	arena_release(&a);
}

/* a checksum may look like an escape: of one signature in eight */
static void a_signature_is_not_taken_for_quoted_printable(void **unused)
{
	(void)unused;
#define SIGNATURE(text) STR(text "-----END PGP SIGNATURE-----\n")

	assert_true(mend_is_quoted(STR("caf=C3=A9 and=\nmore\n")));
	assert_true(mend_is_quoted(SIGNATURE("pick=3D3\nAA=3D=3D\n=3DABcd\n")));
	assert_false(mend_is_quoted(SIGNATURE("pick 3\nAAAA\n=ABcd\n")));
	assert_false(mend_is_quoted(SIGNATURE("> AAAA\r\n> =3Dcd\r\n> ")));
	assert_false(mend_is_quoted(SIGNATURE("caf=C3=A9\nAAA=\n")));
	assert_true(mend_is_quoted(STR("- caf=E9 =20\n=2Da=20\n")));
	assert_false(mend_is_quoted(STR("build=100 hours=96\n")));
	assert_false(mend_is_quoted(STR("caf=C3=A9 hours=x\n")));
	assert_false(mend_is_quoted(STR("hours=20\n")));
}

static void assert_automatic(const char *header, enum mail_automatic expected)
{
	struct arena a = { 0 };
	struct message m;
	char *raw = arena_printf(&a, "Subject: x\n%s\n\nx\n", header);

	mime_parse(&mime, &a, str_of(raw), &m);
	assert_string_equal(mail_automatic_name(mail_is_automatic(
				    &m, STR("judge@games.example"))),
			    mail_automatic_name(expected));
	arena_release(&a);
}

static void robots_are_known_by_their_headers(void **unused)
{
	(void)unused;
	assert_automatic("From: ana@mail.example", MAIL_HUMAN);
	assert_automatic("Return-Path: <ana@mail.example>", MAIL_HUMAN);
	assert_automatic("Return-Path: <>", MAIL_NULL_SENDER);
	assert_automatic("Return-Path: <ana@mail.example>\nReturn-Path: <>",
			 MAIL_HUMAN);
	assert_automatic("Auto-Submitted: no", MAIL_HUMAN);
	assert_automatic("Auto-Submitted: No (not at all); x=y", MAIL_HUMAN);
	assert_automatic("Auto-Submitted: auto-generated", MAIL_AUTO_SUBMITTED);
	assert_automatic("Auto-Submitted: auto-replied; owner-email=x",
			 MAIL_AUTO_SUBMITTED);
	assert_automatic("Auto-Submitted: (really) No ; x=y", MAIL_HUMAN);
	assert_automatic("Auto-Submitted: NO;", MAIL_HUMAN);
	assert_automatic("Auto-Submitted: (x) auto-replied",
			 MAIL_AUTO_SUBMITTED);
	assert_automatic("Auto-Submitted: \"no\"", MAIL_AUTO_SUBMITTED);
	assert_automatic("Auto-Submitted: no,auto-replied",
			 MAIL_AUTO_SUBMITTED);
	assert_automatic("Auto-Submitted: no (x", MAIL_AUTO_SUBMITTED);
	assert_automatic("Auto-Submitted: ", MAIL_AUTO_SUBMITTED);
	assert_automatic("Auto-Submitted: auto-replied\nAuto-Submitted: no",
			 MAIL_AUTO_SUBMITTED);
	assert_automatic("From: a@b.example\nSender: judge@games.example",
			 MAIL_LOOP);
	assert_automatic("Precedence: bulk", MAIL_BULK);
	assert_automatic("Precedence: Junk", MAIL_BULK);
	assert_automatic("Precedence: first-class", MAIL_HUMAN);
	assert_automatic("Precedence: list", MAIL_LIST);
	assert_automatic("List-Id: <x.y>", MAIL_LIST);
	assert_automatic("List-Unsubscribe: <mailto:x@y>", MAIL_LIST);
	assert_automatic("Content-Identifier: Auto-Replied", MAIL_AUTO_REPLY);
	assert_automatic("X-Autoreply: yes", MAIL_AUTO_REPLY);
	assert_automatic("From: <no-reply@shop.example>", MAIL_AUTO_REPLY);
	assert_automatic("From: <noreplying@shop.example>", MAIL_HUMAN);
	assert_automatic("From: MAILER-DAEMON@mx.example", MAIL_BOUNCE);
	assert_automatic("X-Failed-Recipients: a@b.example", MAIL_BOUNCE);
	assert_automatic("Content-Type: multipart/report; boundary=b\n\n--b",
			 MAIL_BOUNCE);
	assert_automatic("X-Loop: JUDGE@games.example", MAIL_LOOP);
	assert_automatic("X-Loop: other@games.example", MAIL_HUMAN);
	assert_automatic("From: Judge <judge@games.example>", MAIL_LOOP);
	assert_automatic("From: judge+b=4=aa@games.example", MAIL_LOOP);
	assert_automatic("From: Judge+2@Games.example", MAIL_LOOP);
	assert_automatic("From: judge2@games.example", MAIL_HUMAN);
	assert_automatic("From: judges+x@games.example", MAIL_HUMAN);
	assert_automatic("X-Cron-Env: <SHELL=/bin/sh>", MAIL_AUTO_REPLY);
	assert_automatic("X-List-Administrivia: yes", MAIL_LIST);
	assert_automatic("From: games-request@list.example", MAIL_LIST);
	assert_automatic("From: games-confirm+4f2a@list.example", MAIL_LIST);
	assert_automatic("From: Owner-games@list.example", MAIL_LIST);
	assert_automatic("From: owner@list.example", MAIL_HUMAN);
	assert_automatic("From: anarequest@list.example", MAIL_HUMAN);
	assert_automatic("Subject: Vacation: back on Monday", MAIL_AUTO_REPLY);
}

static void a_mail_that_went_through_fifty_servers_is_a_loop(void **unused)
{
	(void)unused;
	struct message m = { .n_received = 49 };

	assert_int_equal(mail_is_automatic(&m, STR("")), MAIL_HUMAN);
	m.n_received = 50;
	assert_int_equal(mail_is_automatic(&m, STR("")), MAIL_HOPS);
}

static void the_slice_of_a_signed_part_is_a_mail_itself(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct message m, inner;

	mime_parse(&mime, &a,
		   STR("From: a@b.example\nContent-Type: multipart/signed; "
		       "protocol=\"application/PGP-signature\"; micalg=x; "
		       "boundary=b\n\n--b\n\norders\n--b\n"
		       "Content-Type: application/pgp-signature\n"
		       "Content-Transfer-Encoding: base64\n\nc2ln\n--b--\n"),
		   &m);
	assert_int_equal(m.sig.place, SIGNED_TOP);
	assert_str(m.sig.slice, "\norders");
	assert_str(m.sig.sig, "sig");
	assert_str(m.sig.protocol, "application/pgp-signature");
	assert_int_equal(m.n_parts, 0);
	mime_parse(&mime, &a, part_bytes_crlf(&a, m.sig.slice), &inner);
	assert_int_equal(inner.fault, MESSAGE_READ);
	assert_str(inner.text, "orders");
	arena_release(&a);
}

static void addresses_that_cannot_be_answered_are_left_out(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct message m;

	mime_parse(&mime, &a,
		   STR("From: nobody, \"x y\"@b.example, Ana <a@b.example>, "
		       "<@c>, B <b@b.example>\n\nx\n"),
		   &m);
	assert_int_equal(m.from.n, 2);
	assert_str(m.from.list[0].addr, "a@b.example");
	assert_str(m.from.list[1].addr, "b@b.example");
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(labels_that_lie_are_mended),
		cmocka_unit_test(other_charsets_are_read_by_any_of_their_names),
		cmocka_unit_test(lines_end_in_lf_without_mark_and_nul),
		cmocka_unit_test(flowed_lines_are_joined_as_rfc_3676_says),
		cmocka_unit_test(html_reads_as_a_person_sees_it),
		cmocka_unit_test(long_html_is_cut),
		cmocka_unit_test(a_slice_is_exact),
		cmocka_unit_test(a_slice_is_verified_with_crlf),
		cmocka_unit_test(a_signature_is_not_taken_for_quoted_printable),
		cmocka_unit_test(robots_are_known_by_their_headers),
		cmocka_unit_test(
			a_mail_that_went_through_fifty_servers_is_a_loop),
		cmocka_unit_test(the_slice_of_a_signed_part_is_a_mail_itself),
		cmocka_unit_test(
			addresses_that_cannot_be_answered_are_left_out),
	};

	return cmocka_run_group_tests(tests, start, stop);
}
