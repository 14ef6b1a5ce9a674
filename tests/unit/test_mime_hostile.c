/*
 * tests/unit/test_mime_hostile.c - mails that no program writes. What was
 * measured to crash or stall a parser is refused before one sees it; just
 * below the limits everything is read, in the reader's process too.
 */
#include "unit.h"
#include "mail/html.h"
#include "mail/mime.h"
#include "mail/precheck.h"
#include "mail/sandbox_pool.h"

static struct mime mime;
static struct sandbox_pool worker;

static int start(void **unused)
{
	struct sandbox_pool_config c = worker_mail;
	struct why why = { 0 };

	(void)unused;
	c.sandbox.relaxed = getenv("HERALDO_RELAXED") != NULL;
	/* how fast it is read is not what is tested */
	c.limit_ms = 300000;
	c.sandbox.cpu_s = 3600;
	if (sandbox_pool_start(&worker, &c, &why)) {
		print_error("%s\n", why.text);
		return -1;
	}
	mime_init(&mime);
	return 0;
}

static int stop(void **unused)
{
	(void)unused;
	sandbox_pool_stop(&worker);
	mime_release(&mime);
	return 0;
}

/* a mail as it grows */
static struct buf mail;

static void begin(const char *head)
{
	buf_init(&mail, 16 << 20);
	buf_addz(&mail, head);
}

static void repeat(const char *piece, int n)
{
	for (int i = 0; i < n; i++)
		buf_addz(&mail, piece);
}

static void refused(enum message_fault fault)
{
	struct arena a = { 0 };
	struct why why = { 0 };
	struct message m;

	assert_false(mail.full);
	assert_string_equal(message_fault_name(precheck_mail(buf_str(&mail))),
			    message_fault_name(fault));
	assert_int_equal(
		sandbox_pool_parse(&worker, buf_str(&mail), &a, &m, &why),
		ERR_OK);
	assert_int_equal(m.fault, fault);
	arena_release(&a);
	buf_release(&mail);
}

/* read here and in the worker, with the same result; the text comes back */
static struct message read_both(struct arena *a)
{
	struct why why = { 0 };
	struct message here, there;
	struct buf one, two;

	assert_int_equal(precheck_mail(buf_str(&mail)), MESSAGE_READ);
	mime_parse(&mime, a, buf_str(&mail), &here);
	if (sandbox_pool_parse(&worker, buf_str(&mail), a, &there, &why))
		fail_msg("%s", why.text);
	buf_init(&one, MESSAGE_MAX_ENCODED);
	buf_init(&two, MESSAGE_MAX_ENCODED);
	message_encode(&here, &one);
	message_encode(&there, &two);
	assert_true(str_equal(buf_str(&one), buf_str(&two)));
	buf_release(&one);
	buf_release(&two);
	buf_release(&mail);
	return there;
}

static void passes(const char *text)
{
	struct arena a = { 0 };
	struct message m = read_both(&a);

	assert_int_equal(m.fault, MESSAGE_READ);
	assert_str(m.text, text);
	arena_release(&a);
}

static void passes_with(enum message_fault fault)
{
	struct arena a = { 0 };
	struct message m = read_both(&a);

	assert_int_equal(m.fault, fault);
	arena_release(&a);
}

static void nest(int n, bool closed)
{
	begin("From: a@b.example\nMIME-Version: 1.0\n");
	for (int i = 0; i < n; i++)
		buf_addf(&mail,
			 "Content-Type: multipart/mixed; boundary=b%d\n\n"
			 "--b%d\n",
			 i, i);
	buf_addz(&mail, "Content-Type: text/plain\n\norders\n");
	for (int i = n - 1; i >= 0 && closed; i--)
		buf_addf(&mail, "--b%d--\n", i);
}

static void parts_in_parts(void **unused)
{
	(void)unused;
	nest(10000, false);
	refused(MESSAGE_BOUNDARIES);
	nest(10000, true);
	refused(MESSAGE_BOUNDARIES);
	nest(150000, false);
	refused(MESSAGE_TOO_LARGE);
	nest(201, true);
	refused(MESSAGE_BOUNDARIES);
	nest(30, false);
	passes("orders\n");
	nest(30, true);
	passes("orders");
	/* deeper than we look: no text, but no harm */
	nest(200, true);
	passes("");
}

static void boundaries_in_disguise_are_counted(void **unused)
{
	(void)unused;
	begin("From: a@b.example\n\n");
	repeat("boundary*0*=x BOUNDARY\t= \n", 101);
	refused(MESSAGE_BOUNDARIES);
	begin("From: a@b.example\n\n");
	repeat("boundary boundaryless=\n", 1000);
	passes_with(MESSAGE_READ);
}

static void mails_in_mails(void **unused)
{
	(void)unused;
	begin("From: a@b.example\n");
	repeat("Content-Type: message/rfc822\n\n", 300000);
	refused(MESSAGE_TOO_LARGE);
	begin("From: a@b.example\n");
	repeat("Content-Type: message/rfc822\n\n", 21);
	refused(MESSAGE_NESTED);
	begin("From: a@b.example\n");
	repeat("Content-Type: MESSAGE /\n global\n\n", 21);
	refused(MESSAGE_NESTED);
	begin("From: a@b.example\n");
	repeat("Content-Type: message/rfc822\n\n", 20);
	buf_addz(&mail, "Subject: in\n\norders\n");
	passes_with(MESSAGE_READ);
}

static void comments_in_comments(void **unused)
{
	(void)unused;
	begin("From: ");
	repeat("(", 5000000);
	refused(MESSAGE_TOO_LARGE);
	begin("From: ");
	repeat("(", 20000);
	buf_addz(&mail, "\n\nx\n");
	refused(MESSAGE_HEADER_LINE);
	begin("From: ");
	repeat("(", 16000);
	buf_addz(&mail, "\n\norders\n");
	passes("orders\n");
}

static void groups_in_groups(void **unused)
{
	(void)unused;
	begin("To: ");
	repeat("a:", 50000);
	buf_addz(&mail, "\n\nx\n");
	refused(MESSAGE_HEADER_LINE);
	begin("To: ");
	repeat("a:\n ", 50000);
	buf_addz(&mail, "\n\nx\n");
	refused(MESSAGE_HEADER_BLOCK);
	begin("To: ");
	repeat("a:a:a:a:a:\n ", 5000);
	buf_addz(&mail, "\n\norders\n");
	passes("orders\n");
}

/* a mail inside the mail has headers as well, and so have parts */
static void groups_in_groups_further_down(void **unused)
{
	(void)unused;
	static const char head[] = "From: a@b.example\n"
				   "Content-Type: message/rfc822\n\n"
				   "odd~name: 1\nTo: ";

	begin(head);
	repeat("a:", 50000);
	buf_addz(&mail, "\n\nx\n");
	refused(MESSAGE_HEADER_LINE);
	begin(head);
	repeat("a:\n ", 50000);
	buf_addz(&mail, "\n\nx\n");
	refused(MESSAGE_HEADER_BLOCK);
	begin(head);
	repeat("a:a:a:a:a:\n ", 5000);
	buf_addz(&mail, "\n\norders\n");
	passes("orders\n");
}

/* hidden in base64 they pass the look from outside: the reader stands them */
static void groups_in_groups_in_base64(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct why why = { 0 };
	struct message m;

	begin("From: a@b.example\nContent-Type: message/rfc822\n"
	      "Content-Transfer-Encoding: base64\n\n"
	      /* "To: a:" */
	      "VG86IGE6\n");
	/* "a:a:a:" */
	repeat("YTphOmE6YTphOmE6YTphOmE6YTphOmE6YTphOmE6YTphOmE6\n", 20000);
	assert_int_equal(precheck_mail(buf_str(&mail)), MESSAGE_READ);
	assert_int_equal(
		sandbox_pool_parse(&worker, buf_str(&mail), &a, &m, &why),
		ERR_OK);
	assert_str(m.from.list[0].addr, "a@b.example");
	buf_release(&mail);
	arena_release(&a);
}

static void a_hundred_thousand_parts(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct message m;

	begin("From: a@b.example\n"
	      "Content-Type: multipart/mixed; boundary=b\n\n"
	      "--b\n\norders\n");
	repeat("--b\nA: b\n\n", 100000);
	m = read_both(&a);
	assert_str(m.text, "orders");
	/* all of them text */
	begin("From: a@b.example\n"
	      "Content-Type: multipart/mixed; boundary=b\n\n");
	repeat("--b\n\nx\n", 20000);
	m = read_both(&a);
	assert_int_equal(m.text.len, 2 * 20000);
	/* and all of them files */
	begin("From: a@b.example\n"
	      "Content-Type: multipart/mixed; boundary=b\n\n"
	      "--b\n\norders\n");
	repeat("--b\nContent-Type: a/b\n\nx\n", 10000);
	m = read_both(&a);
	assert_str(m.text, "orders");
	assert_true(m.truncated);
	assert_int_equal(m.n_parts, MESSAGE_MAX_PARTS);
	arena_release(&a);
}

static void endless_headers(void **unused)
{
	(void)unused;
	begin("Subject: ");
	repeat("x", 8 << 20);
	refused(MESSAGE_TOO_LARGE);
	begin("Subject: ");
	repeat("x", 20000);
	refused(MESSAGE_HEADER_LINE);
	begin("");
	repeat("X: y\n", 200000);
	refused(MESSAGE_HEADER_BLOCK);
	begin("Subject: x");
	repeat("\n x", 300000);
	refused(MESSAGE_HEADER_BLOCK);
	begin("Subject:");
	repeat(" =?utf-8?q?x?=\n", 60000);
	refused(MESSAGE_HEADER_BLOCK);
	begin("Content-Type: text/plain");
	repeat(";\n a=b", 100000);
	refused(MESSAGE_HEADER_BLOCK);

	begin("");
	repeat("X: y\n", 13000);
	buf_addz(&mail, "\norders\n");
	passes("orders\n");
	begin("Subject: x");
	repeat("\n x", 20000);
	buf_addz(&mail, "\n\norders\n");
	passes("orders\n");
	begin("Subject:");
	repeat(" =?utf-8?q?x?=\n", 4000);
	buf_addz(&mail, "\norders\n");
	passes("orders\n");
	begin("Content-Type: text/plain");
	repeat(";\n a=b", 9000);
	buf_addz(&mail, "\n\norders\n");
	passes("orders\n");
	begin("References:");
	repeat(" <a@b>\n", 9000);
	buf_addz(&mail, "\norders\n");
	passes("orders\n");
	begin("To: a@b.example");
	repeat(",\n a@b.example", 4000);
	buf_addz(&mail, "\n\norders\n");
	passes("orders\n");
}

static void endless_bodies_are_only_bodies(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct message m;

	begin("From: a@b.example\n\n");
	repeat("x", 900000);
	m = read_both(&a);
	assert_int_equal(m.text.len, 900000);
	/* bytes that become three each */
	begin("From: a@b.example\nContent-Type: text/plain; "
	      "charset=windows-1252\n\n");
	repeat("\x80", 1000000);
	m = read_both(&a);
	assert_true(m.truncated);
	assert_int_equal(m.text.len, MESSAGE_MAX_TEXT / 3 * 3);
	arena_release(&a);
}

static void broken_multiparts(void **unused)
{
	(void)unused;
	begin("From: a@b.example\nContent-Type: multipart/mixed\n\n"
	      "--b\n\norders\n--b--\n");
	passes_with(MESSAGE_READ);
	begin("From: a@b.example\n"
	      "Content-Type: multipart/mixed; boundary=\"\"\n\n"
	      "--\n\norders\n----\n");
	passes_with(MESSAGE_READ);
	begin("From: a@b.example\n"
	      "Content-Type: multipart/mixed; boundary=b\n\n"
	      "--b\n\norders\n");
	passes("orders\n");
	begin("From: a@b.example\n"
	      "Content-Type: multipart/mixed; boundary=b\n\n"
	      "--b--\n");
	passes("");
	begin("From: a@b.example\nContent-Type: multipart/signed; "
	      "boundary=b\n\n--b\n\norders\n");
	passes("orders\n");
	begin("From: a@b.example\nContent-Type: multipart/alternative; "
	      "boundary=b\n\n--b\n--b\n--b\n");
	passes("");
	begin("From: a@b.example\nContent-Type: multipart/report; "
	      "boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n"
	      "Final-Recipient:\nFinal-Recipient: ;;;\nStatus:\n\n\n--b--\n");
	passes("");
}

static void broken_encodings(void **unused)
{
	(void)unused;
	begin("From: a@b.example\nContent-Transfer-Encoding: base64\n\n"
	      "b3JkZXJzCg=!=~~~b\n");
	passes_with(MESSAGE_READ);
	begin("From: a@b.example\n"
	      "Content-Transfer-Encoding: quoted-printable\n\n"
	      "=zz==\n=4=\n=\n");
	passes_with(MESSAGE_READ);
	begin("From: a@b.example\nContent-Transfer-Encoding: x-uuencode\n\n"
	      "begin 644 x\n#!!!!\nend\n");
	passes_with(MESSAGE_READ);
	begin("From: a@b.example\nSubject: =?utf-8?b?////?= =?x?q?\?= =?utf-8?"
	      "q?=ZZ?=\n\norders\n");
	passes("orders\n");
	begin("From: a@b.example\rTo: b@b.example\r\rorders\r");
	passes_with(MESSAGE_READ);
	begin("From: a@b.example\n\n");
	buf_add(&mail, "a\0b\rc\r\nd", 8);
	passes("a\xef\xbf\xbd"
	       "b\nc\nd");
	begin("From: a@b.example\nContent-Type: text/plain; charset=utf-16\n\n"
	      "odd");
	passes_with(MESSAGE_READ);
	begin("From: a@b.example\n"
	      "Content-Type: text/plain; charset=iso-2022-jp\n\n"
	      "\x1b$B\x1b$(D\x1b$@~");
	passes_with(MESSAGE_READ);
}

static void no_mail_at_all(void **unused)
{
	(void)unused;
	uint32_t state = 1;

	begin("");
	assert_int_equal(precheck_mail(buf_str(&mail)), MESSAGE_NO_HEADERS);
	begin("no header here");
	passes_with(MESSAGE_NO_HEADERS);
	begin("\norders\n");
	passes("orders\n");
	for (int i = 0; i < 20; i++) {
		begin("");
		for (int j = 0; j < 1000 * i; j++) {
			state = state * 1664525 + 1013904223;
			buf_addc(&mail, (char)(state >> 24));
		}
		if (mail.len) {
			struct arena a = { 0 };

			read_both(&a);
			arena_release(&a);
		}
	}
}

static void deep_html(void **unused)
{
	(void)unused;
	begin("From: a@b.example\nContent-Type: text/html\n\n");
	repeat("<div>", 100000);
	buf_addz(&mail, "orders");
	passes_with(MESSAGE_HTML_TOO_DEEP);
	begin("From: a@b.example\nContent-Type: text/html\n\n");
	repeat("<blockquote>", 200);
	buf_addz(&mail, "orders");
	passes(">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>> orders\n");
	begin("From: a@b.example\nContent-Type: multipart/alternative; "
	      "boundary=b\n\n--b\n\norders\n--b\nContent-Type: text/html\n\n");
	repeat("<p><i>", 1000);
	buf_addz(&mail, "\n--b--\n");
	passes("orders");
	begin("From: a@b.example\nContent-Type: text/html\n\n");
	repeat("<![", 300000);
	passes_with(MESSAGE_READ);
	begin("From: a@b.example\nContent-Type: text/html\n\n");
	repeat("<!--", 200000);
	passes_with(MESSAGE_READ);
	begin("From: a@b.example\nContent-Type: text/html\n\n");
	repeat("<p title=", 100000);
	passes_with(MESSAGE_READ);
	begin("From: a@b.example\nContent-Type: text/html\n\n");
	repeat("&<b a=b c>", 90000);
	passes_with(MESSAGE_HTML_TOO_DEEP);
	begin("From: a@b.example\nContent-Type: text/html\n\n");
	repeat("<blockquote>", 40);
	repeat("<br>", 200000);
	passes_with(MESSAGE_READ);
}

static void a_refused_mail_is_salvaged_in_small(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct str s;

	begin("Received: from x\n by y\n"
	      "FROM: Ana\n <ana@mail.example>\r\n"
	      "To: ");
	repeat("a:", 50000);
	buf_addz(&mail, "\nMessage-ID: <1@mail.example>\nX-Other: x\n"
			"Subject: s\n\nFrom: other@mail.example\n");
	s = precheck_salvage(&a, buf_str(&mail));
	assert_str(s, "FROM: Ana\n <ana@mail.example>\r\n"
		      "Message-ID: <1@mail.example>\nSubject: s\n\n");
	buf_release(&mail);
	begin("");
	repeat("From: a@b.example\n", 5000);
	s = precheck_salvage(&a, buf_str(&mail));
	assert_in_range(s.len, 1000, (16 << 10) + 1);
	assert_int_equal(precheck_mail(s), MESSAGE_READ);
	buf_release(&mail);
	assert_int_equal(precheck_salvage(&a, STR("\n\n")).len, 0);
	assert_int_equal(precheck_salvage(&a, STR("x\ny\n")).len, 0);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_in_parts),
		cmocka_unit_test(boundaries_in_disguise_are_counted),
		cmocka_unit_test(mails_in_mails),
		cmocka_unit_test(comments_in_comments),
		cmocka_unit_test(groups_in_groups),
		cmocka_unit_test(groups_in_groups_further_down),
		cmocka_unit_test(groups_in_groups_in_base64),
		cmocka_unit_test(a_hundred_thousand_parts),
		cmocka_unit_test(endless_headers),
		cmocka_unit_test(endless_bodies_are_only_bodies),
		cmocka_unit_test(broken_multiparts),
		cmocka_unit_test(broken_encodings),
		cmocka_unit_test(no_mail_at_all),
		cmocka_unit_test(deep_html),
		cmocka_unit_test(a_refused_mail_is_salvaged_in_small),
	};

	return cmocka_run_group_tests(tests, start, stop);
}
