/*
 * tests/unit/test_compose.c - what we write, read by our own reader; by
 * Python's in tests/mail/compose.sh, which asks for it with --print.
 */
#include "unit.h"
#include "base/parse.h"
#include "mail/compose.h"
#include "mail/mime.h"
#include "mail/precheck.h"

/* STR() for tables of file scope */
#define STR_INIT(literal)                                                      \
	{                                                                      \
		(literal), sizeof(literal) - 1                                 \
	}

static struct mime mime;

static char png[8 + 200] = "\x89PNG\r\n\x1a\n";

static struct mail_addr players[] = {
	{ STR_INIT("Ana Pérez de la Montaña"), STR_INIT("ana@mail.example") },
	{ STR_INIT(""), STR_INIT("second@mail.example") },
};

static const struct mail_draft_header headers[] = {
	{ STR_INIT("List-Help"),
	  STR_INIT("<mailto:judge@games.example?subject=help>") },
};

static struct str references[10];
static char ids[10][50];
static struct mail_draft_file files[3];
static struct mail_draft_file picture;

static struct mail_draft sample(void)
{
	for (int i = 0; i < 200; i++)
		png[8 + i] = (char)i;
	for (int i = 0; i < 10; i++) {
		snprintf(ids[i], sizeof(ids[i]),
			 "weald-7f3a.%d.north@games.example", i + 1);
		references[i] = str_of(ids[i]);
	}
	picture = (struct mail_draft_file){ .type = STR("image/png"),
					    .cid = STR("board@games.example"),
					    .bytes = { png, sizeof(png) } };
	files[0] = (struct mail_draft_file){ .name = STR("board.png"),
					     .type = STR("image/png"),
					     .bytes = { png, sizeof(png) } };
	files[1] = (struct mail_draft_file){
		.name = STR("órdenes del turno 11 — "
			    "ññññññññññññññññññññññññññññññ.txt"),
		.type = STR("text/plain"),
		.bytes = STR("órdenes\r\n")
	};
	files[2] = (struct mail_draft_file){
		.name = STR("orders.txt.sig"),
		.type = STR("application/octet-stream"),
		.bytes = STR("")
	};
	return (struct mail_draft){
		.from = { STR("Heraldo, \"the judge\""),
			  STR("judge@games.example") },
		.to = { players, 2 },
		.reply_to = { players + 1, 1 },
		.subject = STR("[weald-7f3a] turno 11: te toca — hasta el "
			       "domingo 22 de noviembre de 2026, 21:00 CET "
			       "(=?odd?=)"),
		.date_utc_s = 1795235497,
		.message_id = STR("weald-7f3a.11.north@games.example"),
		.in_reply_to = STR("CAKx1Jc9vQ+b7=Zr0uT4w@mail.example"),
		.references = { references, 10 },
		.list_id = STR("weald-7f3a.games.example"),
		.list_name = STR("Weald"),
		.list_leave = STR("mailto:judge@games.example?subject="
				  "LEAVE%20weald-7f3a%20A"),
		.x_loop = STR("judge@games.example"),
		.headers = headers,
		.n_headers = 1,
		.text = STR("Turno 11 — ¡acción!\nFrom the wood\n.\n"
			    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
			    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
			    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
			    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
			    " \ttail \n--=_1_00000000\na=b\nno end"),
		.html = STR("<p>Turno 11 &mdash; "
			    "<img src=\"cid:board@games.example\"></p>\n"),
		.pictures = &picture,
		.n_pictures = 1,
		.files = files,
		.n_files = 3,
	};
}

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

static struct message composed(struct arena *a, const struct mail_draft *d)
{
	struct why why = { 0 };
	struct message m;
	struct buf out;
	struct str raw;

	if (compose_mail(d, &out, &why))
		fail_msg("%s", why.text);
	raw = arena_str(a, buf_str(&out));
	buf_release(&out);
	assert_int_equal(precheck_mail(raw), MESSAGE_READ);
	for (size_t i = 0, column = 0; i < raw.len; i++) {
		assert_true((unsigned char)raw.s[i] < 0x80);
		/* blanks at the end of a line would not arrive */
		assert_false(raw.s[i] == '\r' && i && raw.s[i - 1] == ' ');
		column = raw.s[i] == '\n' ? 0 : column + 1;
		assert_true(column <= 78 + 1);
	}
	mime_parse(&mime, a, raw, &m);
	assert_int_equal(m.fault, MESSAGE_READ);
	return m;
}

static void what_is_written_is_read_back(void **unused)
{
	(void)unused;
	struct mail_draft d = sample();
	struct arena a = { 0 };
	struct message m = composed(&a, &d);

	assert_str(m.from.list[0].name, "Heraldo, \"the judge\"");
	assert_str(m.from.list[0].addr, "judge@games.example");
	assert_int_equal(m.to.n, 2);
	assert_true(str_equal(m.to.list[0].name, players[0].name));
	assert_str(m.to.list[1].addr, "second@mail.example");
	assert_str(m.reply_to.list[0].addr, "second@mail.example");
	assert_true(str_equal(m.subject, d.subject));
	assert_int_equal(m.date_utc_s, d.date_utc_s);
	assert_true(str_equal(m.message_id, d.message_id));
	assert_true(str_equal(m.in_reply_to.list[0], d.in_reply_to));
	assert_int_equal(m.references.n, 10);
	assert_true(str_equal(m.references.list[9], references[9]));
	assert_str(m.list_id, "weald-7f3a.games.example");
	assert_true(m.has_list_header);
	assert_str(m.auto_submitted, "auto-generated");
	assert_true(str_equal(m.text, d.text));
	assert_str(m.html_text, "Turno 11 —\n");
	assert_int_equal(m.n_parts, 4);
	for (uint32_t i = 0; i < 3; i++) {
		assert_true(str_equal(m.parts[i + 1].name, files[i].name));
		assert_true(str_equal(m.parts[i + 1].type, files[i].type));
		assert_true(str_equal(m.parts[i + 1].bytes, files[i].bytes));
	}
	assert_true(str_equal(m.parts[0].bytes, picture.bytes));
	arena_release(&a);
}

static void our_own_mail_is_known_as_a_loop(void **unused)
{
	(void)unused;
	struct mail_draft d = sample();
	struct arena a = { 0 };
	struct message m;

	m = composed(&a, &d);
	assert_int_equal(mail_is_automatic(&m, STR("Judge@games.example")),
			 MAIL_LOOP);
	assert_int_equal(mail_is_automatic(&m, STR("else@games.example")),
			 MAIL_AUTO_SUBMITTED);
	d.automatic = COMPOSE_REPLIED;
	m = composed(&a, &d);
	assert_str(m.auto_submitted, "auto-replied");
	arena_release(&a);
}

static void the_same_draft_gives_the_same_bytes(void **unused)
{
	(void)unused;
	struct mail_draft d = sample();
	struct buf one, two;
	struct why why = { 0 };

	assert_int_equal(compose_mail(&d, &one, &why), ERR_OK);
	assert_int_equal(compose_mail(&d, &two, &why), ERR_OK);
	assert_true(str_equal(buf_str(&one), buf_str(&two)));
	buf_release(&two);
	d.message_id = STR("weald-7f3a.11.south@games.example");
	assert_int_equal(compose_mail(&d, &two, &why), ERR_OK);
	assert_false(str_equal(buf_str(&one), buf_str(&two)));
	buf_release(&one);
	buf_release(&two);
}

/* outbox.c renames a mail on that line, and programs read no folded one */
static void a_long_message_id_stays_on_the_line_of_its_name(void **unused)
{
	(void)unused;
	struct mail_addr to = { STR(""), STR("ana@mail.example") };
	struct mail_draft d = {
		.from = { STR("Heraldo"), STR("judge@games.example") },
		.to = { &to, 1 },
		.subject = STR("hello"),
		.date_utc_s = 951827696,
		.message_id = STR("66d44ba4650912c931faf2bc.unreadable_"
				  "lines.faf9ca152e@mail.of.a.long.name."
				  "example"),
		.text = STR("one\n")
	};
	struct why why = { 0 };
	struct buf out;

	assert_int_equal(compose_mail(&d, &out, &why), ERR_OK);
	assert_non_null(strstr(out.s,
			       "\r\nMessage-ID: <66d44ba4650912c931faf2bc."
			       "unreadable_lines.faf9ca152e@mail.of.a."
			       "long.name.example>\r\n"));
	buf_release(&out);
}

static void a_small_mail_is_one_part_of_plain_ascii(void **unused)
{
	(void)unused;
	struct mail_addr to = { STR(""), STR("ana@mail.example") };
	struct mail_draft d = { .from = { STR("Heraldo"),
					  STR("judge@games.example") },
				.to = { &to, 1 },
				.subject = STR("hello"),
				.date_utc_s = 951827696,
				.message_id = STR("1@games.example"),
				.text = STR("one\n\ntwo\n") };
	struct why why = { 0 };
	struct buf out;

	assert_int_equal(compose_mail(&d, &out, &why), ERR_OK);
	assert_string_equal(out.s, "Date: Tue, 29 Feb 2000 12:34:56 +0000\r\n"
				   "From: \"Heraldo\" <judge@games.example>\r\n"
				   "To: ana@mail.example\r\n"
				   "Subject: hello\r\n"
				   "Message-ID: <1@games.example>\r\n"
				   "Auto-Submitted: auto-generated\r\n"
				   "MIME-Version: 1.0\r\n"
				   "Content-Type: text/plain; charset=utf-8\r\n"
				   "Content-Transfer-Encoding: 7bit\r\n"
				   "\r\n"
				   "one\r\n\r\ntwo\r\n");
	buf_release(&out);
}

static struct str without_cr(struct arena *a, struct str s)
{
	char *out = arena_alloc(a, s.len + 1);
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		if (s.s[i] != '\r')
			out[n++] = s.s[i];
	return (struct str){ out, n };
}

/* texts at every length and with every awkward character come back as sent */
static void no_text_is_changed_on_the_way(void **unused)
{
	(void)unused;
	static const char *const bits[] = { "a",  " ",     "=",  "\n", ".",
					    "é",  "From ", "\t", "_",  "日",
					    "--", "=_",    "?=", "-- " };
	struct mail_draft d = sample();
	uint32_t state = 1;

	d.n_files = 2;
	d.n_pictures = 0;
	d.html = (struct str){ "", 0 };
	files[0].type = files[1].type = STR("text/plain");
	files[1].is_text = true;
	for (int i = 0; i < 400; i++) {
		struct arena a = { 0 };
		struct message m;
		struct buf text;

		buf_init(&text, 2000);
		for (int j = 0; j < i; j++) {
			state = state * 1664525 + 1013904223;
			buf_addz(&text, bits[(state >> 16) % ARRAY_LEN(bits)]);
		}
		d.text = buf_str(&text);
		files[0].bytes = files[1].bytes = d.text;
		m = composed(&a, &d);
		assert_true(str_equal(m.text, d.text));
		assert_true(str_equal(m.parts[0].bytes, d.text));
		assert_true(
			str_equal(without_cr(&a, m.parts[1].bytes), d.text));
		buf_release(&text);
		arena_release(&a);
	}
}

/* What is attached takes little more than its bytes, if it is text; and what is
 * not, as in base64. */
static void attached_text_is_not_a_third_longer(void **unused)
{
	(void)unused;
	struct mail_draft d = sample();
	struct why why = { 0 };
	char text[4000];
	size_t len[3];

	d.n_files = 1;
	d.n_pictures = 0;
	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = i % 50 == 49 ? '\n' : 'x';
	for (int i = 0; i < 3; i++) {
		struct buf out;

		if (i == 2)
			memset(text, '=', sizeof(text));
		files[0] = (struct mail_draft_file){ .name = STR("report.txt"),
						     .type = STR("text/plain"),
						     .bytes = { text,
								sizeof(text) },
						     .is_text = i == 1 };
		assert_int_equal(compose_mail(&d, &out, &why), ERR_OK);
		len[i] = out.len;
		buf_release(&out);
	}
	assert_true(len[1] < len[0] && len[0] < len[2]);
	assert_true(len[0] < len[1] + 6 * sizeof(text) / 50);
	assert_true(len[2] < len[1] + sizeof(text) / 2);
}

/* RFC 2045, 6.7: 76 characters, the mark of a soft line break among them */
static void no_line_of_a_body_is_longer_than_it_may_be(void **unused)
{
	(void)unused;
	char text[160];
	struct mail_draft d = sample();
	struct why why = { 0 };

	d.n_files = d.n_pictures = 0;
	d.html = (struct str){ "", 0 };
	memset(text, 'x', sizeof(text));
	for (size_t len = 60; len < sizeof(text); len++) {
		struct buf out;
		struct str mail, line, body;
		bool begun = false;

		/* without the end of its last line it cannot stand as it is */
		d.text = (struct str){ text, len };
		assert_int_equal(compose_mail(&d, &out, &why), ERR_OK);
		mail = buf_str(&out);
		while (parse_line(&mail, &line)) {
			body = parse_trim(line);
			begun |= !body.len;
			assert_true(!begun || body.len <= 76);
		}
		assert_true(begun);
		buf_release(&out);
	}
}

static void what_looks_like_our_own_syntax_is_only_text(void **unused)
{
	(void)unused;
	struct mail_draft d = sample();
	struct arena a = { 0 };
	struct message m;
	struct buf out;
	struct why why = { 0 };
	const char *name;
	char *text;

	/* the boundary of this very mail, which can be known beforehand */
	assert_int_equal(compose_mail(&d, &out, &why), ERR_OK);
	name = strstr(out.s, "boundary=\"");
	assert_non_null(name);
	name += strlen("boundary=\"");
	text = arena_printf(&a, "one\n--%.*s\n\ntwo\n",
			    (int)strcspn(name, "\""), name);
	d.text = str_of(text);
	d.subject = STR("=?utf-8?q?x?= y");
	d.from.name = STR("=?utf-8?q?x?=");
	buf_release(&out);
	m = composed(&a, &d);
	assert_true(str_equal(m.text, d.text));
	assert_int_equal(m.n_parts, 4);
	assert_str(m.subject, "=?utf-8?q?x?= y");
	assert_str(m.from.list[0].name, "=?utf-8?q?x?=");
	arena_release(&a);
}

/* subjects and names likewise, but that blanks at the ends are trimmed */
static void no_header_text_is_changed_on_the_way(void **unused)
{
	(void)unused;
	static const char *const bits[] = { "a",  " b", "=?", "?=",   "é", "日",
					    "\"", "\\", ",",  "<",    "@", "_",
					    "()", ":",  ";",  "word " };
	struct mail_draft d = sample();
	uint32_t state = 7;

	for (int i = 1; i < 60; i++) {
		struct arena a = { 0 };
		struct message m;
		struct buf text;

		buf_init(&text, 2000);
		buf_addz(&text, "x");
		for (int j = 0; j < i; j++) {
			state = state * 1664525 + 1013904223;
			buf_addz(&text, bits[(state >> 16) % ARRAY_LEN(bits)]);
		}
		buf_addz(&text, "x");
		d.subject = d.from.name = buf_str(&text);
		d.list_name = d.subject;
		m = composed(&a, &d);
		assert_true(str_equal(m.subject, d.subject));
		assert_true(str_equal(m.from.list[0].name, d.subject));
		buf_release(&text);
		arena_release(&a);
	}
}

static void assert_no_extra_header(const struct mail_draft *d)
{
	struct arena a = { 0 };
	struct message m = composed(&a, d);

	assert_int_equal(m.to.n, 2);
	assert_int_equal(m.from.n, 1);
	assert_int_equal(m.x_loop.n, 1);
	assert_false(m.has_auto_header);
	assert_true(str_equal(m.text, d->text));
	arena_release(&a);
}

static void text_cannot_begin_a_header_line(void **unused)
{
	(void)unused;
	static const struct str evil[] = {
		STR_INIT("x\r\nX-Loop: evil@mail.example"),
		STR_INIT("x\nX-Autoreply: yes"),
		STR_INIT("x\r\n\r\nbody"),
		STR_INIT("x\rX-Autoreply: yes"),
		STR_INIT("x\xe2\x80\xa8X-Autoreply: yes"),
		STR_INIT("x\0\nX-Autoreply: yes"),
		STR_INIT("\xff\nX-Autoreply: yes"),
	};

	for (size_t i = 0; i < ARRAY_LEN(evil); i++) {
		struct mail_draft d = sample();
		struct mail_draft_header h = { STR("X-Text"), evil[i] };

		d.subject = d.from.name = d.list_name = evil[i];
		d.headers = &h;
		assert_no_extra_header(&d);
		files[0].name = files[1].name = picture.name = evil[i];
		assert_no_extra_header(&d);
	}
}

static void assert_refused(const struct mail_draft *d)
{
	struct why why = { 0 };
	struct buf out;

	assert_int_equal(compose_mail(d, &out, &why), ERR_FORMAT);
	assert_int_equal(out.len, 0);
	assert_true(why.text[0]);
}

static void exact_values_are_refused_if_they_hold_anything_else(void **unused)
{
	(void)unused;
	static const struct str evil[] = {
		STR_INIT("a@b\r\nX: y"), STR_INIT("a@b\n"), STR_INIT("a b@c"),
		STR_INIT("a@b>"),        STR_INIT("<a@b"),  STR_INIT("á@b"),
		STR_INIT("a\0@b"),
	};

	for (size_t i = 0; i < ARRAY_LEN(evil); i++) {
		struct mail_draft d = sample();
		struct mail_addr bad = { STR(""), evil[i] };
		struct str id = evil[i];
		struct mail_draft_header h = { evil[i], STR("x") };

		d.from.addr = evil[i];
		assert_refused(&d);
		d = sample();
		d.to.list = &bad;
		d.to.n = 1;
		assert_refused(&d);
		d = sample();
		d.reply_to.list = &bad;
		assert_refused(&d);
		d = sample();
		d.message_id = evil[i];
		assert_refused(&d);
		d = sample();
		d.in_reply_to = evil[i];
		assert_refused(&d);
		d = sample();
		d.references = (struct mail_strs){ &id, 1 };
		assert_refused(&d);
		d = sample();
		d.list_id = evil[i];
		assert_refused(&d);
		d = sample();
		d.list_leave = evil[i];
		assert_refused(&d);
		d = sample();
		d.x_loop = evil[i];
		assert_refused(&d);
		d = sample();
		d.headers = &h;
		assert_refused(&d);
		d = sample();
		picture.cid = evil[i];
		assert_refused(&d);
		d = sample();
		files[0].type = evil[i];
		assert_refused(&d);
	}
}

static void a_header_of_the_caller_cannot_replace_ours(void **unused)
{
	(void)unused;
	static const char *const ours[] = { "Subject", "bcc", "Content-Type",
					    "MIME-Version", "" };

	for (size_t i = 0; i < ARRAY_LEN(ours); i++) {
		struct mail_draft d = sample();
		struct mail_draft_header h = { str_of(ours[i]), STR("x") };

		d.headers = &h;
		assert_refused(&d);
	}
}

static void a_mail_to_nobody_or_out_of_time_is_refused(void **unused)
{
	(void)unused;
	struct mail_draft d = sample();

	d.to.n = 0;
	assert_refused(&d);
	d = sample();
	d.date_utc_s = -1;
	assert_refused(&d);
	d.date_utc_s = INT64_MAX;
	assert_refused(&d);
}

static void a_mail_too_large_is_refused(void **unused)
{
	(void)unused;
	struct mail_draft d = sample();
	struct why why = { 0 };
	struct buf out;
	char *big = calloc(1, COMPOSE_MAX);

	assert_non_null(big);
	files[0].bytes = (struct str){ big, COMPOSE_MAX };
	assert_int_equal(compose_mail(&d, &out, &why), ERR_TOO_LARGE);
	free(big);
}

static void an_id_that_could_be_decoded_is_none(void **unused)
{
	(void)unused;
	assert_true(compose_is_id(STR("a=b?c.d@e")));
	assert_false(compose_is_id(STR("=?utf-8?b?DQpCY2M6IHhAeA==?=")));
	assert_false(compose_is_id(STR("a=?utf-8?q?=0D=0ABcc:_x?=@b")));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_id_that_could_be_decoded_is_none),
		cmocka_unit_test(what_is_written_is_read_back),
		cmocka_unit_test(our_own_mail_is_known_as_a_loop),
		cmocka_unit_test(the_same_draft_gives_the_same_bytes),
		cmocka_unit_test(
			a_long_message_id_stays_on_the_line_of_its_name),
		cmocka_unit_test(a_small_mail_is_one_part_of_plain_ascii),
		cmocka_unit_test(no_text_is_changed_on_the_way),
		cmocka_unit_test(attached_text_is_not_a_third_longer),
		cmocka_unit_test(no_line_of_a_body_is_longer_than_it_may_be),
		cmocka_unit_test(what_looks_like_our_own_syntax_is_only_text),
		cmocka_unit_test(no_header_text_is_changed_on_the_way),
		cmocka_unit_test(text_cannot_begin_a_header_line),
		cmocka_unit_test(
			exact_values_are_refused_if_they_hold_anything_else),
		cmocka_unit_test(a_header_of_the_caller_cannot_replace_ours),
		cmocka_unit_test(a_mail_to_nobody_or_out_of_time_is_refused),
		cmocka_unit_test(a_mail_too_large_is_refused),
	};

	if (argc > 1 && !strcmp(argv[1], "--print")) {
		struct mail_draft d = sample();
		struct why why = { 0 };
		struct buf out;

		if (compose_mail(&d, &out, &why))
			return 1;
		fwrite(out.s, 1, out.len, stdout);
		buf_release(&out);
		return 0;
	}
	return cmocka_run_group_tests(tests, start, stop);
}
