/*
 * tests/unit/test_mime.c - reading mails: each tests/mail/mime/NAME.eml gives
 * NAME.expect, byte for byte. With HERALDO_GOLDEN=1 in the environment the
 * expectations are written anew instead; read that diff.
 */
#include "unit.h"
#include "base/utf8.h"
#include "mail/mime.h"
#include "mail/precheck.h"
#include "mail/part_bytes.h"
#include "tests/srcdir.h"
#include <dirent.h>

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

static char *folder(const char *name, const char *ending)
{
	static char path[4096];
	const char *top = getenv("HERALDO_SRCDIR");

	snprintf(path, sizeof(path), "%s/tests/mail/mime/%s%s",
		 top ? top : SRCDIR, name, ending);
	return path;
}

static struct str read_file(struct arena *a, const char *path)
{
	FILE *f = fopen(path, "rb");
	char *p = arena_alloc(a, PRECHECK_MAX_MAIL);
	size_t n;

	if (!f)
		return (struct str){ NULL, 0 };
	n = fread(p, 1, PRECHECK_MAX_MAIL, f);
	fclose(f);
	return (struct str){ p, n };
}

static void show(struct buf *b, const char *name, struct str s)
{
	if (s.len)
		buf_addf(b, "%s: %.*s\n", name, STR_ARG(s));
}

static void show_strs(struct buf *b, const char *name, struct mail_strs l)
{
	for (uint32_t i = 0; i < l.n; i++)
		show(b, name, l.list[i]);
}

static void show_addrs(struct buf *b, const char *name, struct mail_addrs l)
{
	for (uint32_t i = 0; i < l.n; i++)
		buf_addf(b, "%s: [%.*s] <%.*s>\n", name,
			 STR_ARG(l.list[i].name), STR_ARG(l.list[i].addr));
}

/* every line after a bar, so that blanks and line ends can be seen */
static void show_text(struct buf *b, const char *name, struct str s)
{
	bool text = utf8_is_valid(s);
	size_t i = 0;

	if (!s.len)
		return;
	buf_addf(b, "--- %s\n|", name);
	for (; i < s.len; i++) {
		unsigned char c = (unsigned char)s.s[i];

		if (c == '\r')
			buf_addz(b, "\\r");
		else if (c < '\t' || (c >= 0x80 && !text))
			buf_addf(b, "\\%02x", c);
		else
			buf_addc(b, s.s[i]);
		if (s.s[i] == '\n' && i + 1 < s.len)
			buf_addc(b, '|');
	}
	if (s.s[s.len - 1] != '\n')
		buf_addz(b, "\\\n");
}

static unsigned checksum(struct str s)
{
	uint32_t a = 1, b = 0;

	for (size_t i = 0; i < s.len; i++) {
		a = (a + (unsigned char)s.s[i]) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}

static void show_message(struct buf *b, const struct message *m)
{
	static const char *const places[] = { "none", "top", "below" };

	buf_addf(b, "fault: %s\n", message_fault_name(m->fault));
	buf_addf(b, "automatic: %s\n",
		 mail_automatic_name(
			 mail_is_automatic(m, STR("judge@games.example"))));
	show(b, "type", m->type);
	show(b, "message-id", m->message_id);
	show_strs(b, "in-reply-to", m->in_reply_to);
	show_strs(b, "references", m->references);
	show_addrs(b, "from", m->from);
	show_addrs(b, "sender", m->sender);
	show_addrs(b, "reply-to", m->reply_to);
	show_addrs(b, "to", m->to);
	show_addrs(b, "cc", m->cc);
	show_strs(b, "delivered-to", m->delivered_to);
	show(b, "subject", m->subject);
	if (m->has_date)
		buf_addf(b, "date: %lld\n", (long long)m->date_utc_s);
	if (m->has_return_path)
		buf_addf(b, "return-path: <%.*s>\n", STR_ARG(m->return_path));
	show(b, "auto-submitted", m->auto_submitted);
	for (uint32_t i = 0; i < m->autocrypt.n; i++)
		buf_addf(b, "autocrypt: %zu bytes\n", m->autocrypt.list[i].len);
	show(b, "precedence", m->precedence);
	show(b, "list-id", m->list_id);
	show(b, "content-identifier", m->content_identifier);
	show_strs(b, "x-loop", m->x_loop);
	if (m->has_auto_header)
		buf_addz(b, "has-auto-header\n");
	if (m->has_list_header)
		buf_addz(b, "has-list-header\n");
	buf_addf(b, "received: %u\n", m->n_received);
	if (m->text_from_html)
		buf_addz(b, "text-from-html\n");
	if (m->html_too_deep)
		buf_addz(b, "html-too-deep\n");
	if (m->charset_guessed)
		buf_addz(b, "charset-guessed\n");
	if (m->truncated)
		buf_addz(b, "truncated\n");
	if (m->is_report)
		buf_addz(b, "is-report\n");
	for (uint32_t i = 0; i < m->n_failed; i++) {
		const struct mail_failed *f = &m->failed[i];

		buf_addf(b, "failed: <%.*s> %.*s %.*s (%.*s)\n",
			 STR_ARG(f->recipient), STR_ARG(f->action),
			 STR_ARG(f->status), STR_ARG(f->diagnostic));
	}
	show(b, "original-id", m->original_id);
	if (m->sig.place) {
		buf_addf(b, "signed: %s %.*s %.*s\n", places[m->sig.place],
			 STR_ARG(m->sig.protocol), STR_ARG(m->sig.micalg));
		show_text(b, "slice", m->sig.slice);
		show_text(b, "signature", m->sig.sig);
	}
	for (uint32_t i = 0; i < m->n_parts; i++) {
		const struct mail_part *p = &m->parts[i];

		buf_addf(b, "part: [%.*s] %.*s, %zu bytes, sum %08x\n",
			 STR_ARG(p->name), STR_ARG(p->type), p->bytes.len,
			 checksum(p->bytes));
		show_text(b, "part text", p->text);
	}
	show_text(b, "text", m->text);
	if (!m->text_from_html)
		show_text(b, "html", m->html_text);
}

static int is_mail(const struct dirent *d)
{
	size_t n = strlen(d->d_name);

	return n > 4 && !strcmp(d->d_name + n - 4, ".eml");
}

static void mails_read_as_expected(void **unused)
{
	(void)unused;
	struct dirent **list;
	int n = scandir(folder("", ""), &list, is_mail, alphasort);
	int wrong = 0;

	assert_true(n >= 25);
	for (int i = 0; i < n; i++) {
		struct arena a = { 0 };
		char name[256];
		struct str raw, expect, got;
		struct message m;
		struct buf b;

		snprintf(name, sizeof(name), "%.*s",
			 (int)strlen(list[i]->d_name) - 4, list[i]->d_name);
		raw = read_file(&a, folder(name, ".eml"));
		assert_int_equal(precheck_mail(raw), MESSAGE_READ);
		mime_parse(&mime, &a, raw, &m);
		buf_init(&b, 1 << 20);
		show_message(&b, &m);
		got = buf_str(&b);
		if (getenv("HERALDO_GOLDEN")) {
			FILE *f = fopen(folder(name, ".expect"), "wb");

			assert_non_null(f);
			fwrite(got.s, 1, got.len, f);
			assert_int_equal(fclose(f), 0);
		}
		expect = read_file(&a, folder(name, ".expect"));
		if (!str_equal(got, expect)) {
			print_message("%s.eml reads as:\n%s", name, b.s);
			wrong++;
		}
		buf_release(&b);
		arena_release(&a);
		free(list[i]);
	}
	free(list);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mails_read_as_expected),
	};

	return cmocka_run_group_tests(tests, start, stop);
}
