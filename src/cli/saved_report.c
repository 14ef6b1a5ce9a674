/* src/cli/saved_report.c */
#include "cli/saved_report.h"
#include "base/parse.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAIL_MAX = 32 << 20, SIGNATURE_MAX = 64 << 10, KEY_FILE_MAX = 4096 };

/* the library that reads mails can be opened once in a process */
static bool in_mail(struct cli *c, struct saved_report_mails *mails,
		    struct str bytes, struct saved_report *out)
{
	struct message m;

	if (!mails->is_open)
		mime_init(&mails->mime);
	mails->is_open = true;
	mime_parse(&mails->mime, &c->arena, bytes, &m);
	for (uint32_t i = 0; i < m.n_parts; i++) {
		if (str_is(m.parts[i].name, "report.txt"))
			out->text = m.parts[i].bytes;
		if (str_is(m.parts[i].name, "report.txt.sig"))
			out->signature = m.parts[i].bytes;
	}
	if (out->text.len && out->signature.len)
		return true;
	*out = (struct saved_report){ .text = m.text };
	return false;
}

void saved_report_close(struct saved_report_mails *mails)
{
	if (mails->is_open)
		mime_release(&mails->mime);
	mails->is_open = false;
}

enum err saved_report_read(struct cli *c, struct saved_report_mails *mails,
			   const char *file, struct saved_report *out,
			   struct why *why)
{
	const char *beside = arena_printf(&c->arena, "%s.sig", file);
	struct str bytes;
	enum err e = cli_read(c, file, MAIL_MAX, &bytes, why);

	*out = (struct saved_report){ .text = STR("") };
	if (e)
		return e;
	if (!access(beside, R_OK)) {
		out->text = bytes;
		return cli_read(c, beside, SIGNATURE_MAX, &out->signature, why);
	}
	return in_mail(c, mails, bytes, out)
		       ? ERR_OK
		       : why_set(why, ERR_FORMAT,
				 "%s holds no report: it is neither a mail "
				 "with report.txt and report.txt.sig, nor "
				 "report.txt with its signature in %s",
				 file, beside);
}

/* a header begins a mail: "Name: " */
static bool is_mail(struct str bytes)
{
	size_t n = 0;

	while (n < bytes.len && bytes.s[n] > ' ' && bytes.s[n] != ':')
		n++;
	return n && n < bytes.len && bytes.s[n] == ':';
}

enum err saved_report_text(struct cli *c, const char *file,
			   struct saved_report *out, struct why *why)
{
	struct why none = { 0 };
	struct str bytes;
	struct saved_report_mails mails = { .is_open = false };
	enum err e = saved_report_read(c, &mails, file, out, &none);

	saved_report_close(&mails);
	if (e != ERR_FORMAT)
		return e ? why_set(why, e, "%s", none.text) : ERR_OK;
	e = cli_read(c, file, MAIL_MAX, &bytes, why);
	if (!e && !is_mail(bytes))
		*out = (struct saved_report){ .text = bytes };
	return e;
}

bool saved_report_judge(const struct saved_report *k, struct key *out)
{
	static const char kind[] = "ssh-ed25519 ";
	struct str rest = k->text, line;
	bool found = false;

	while (parse_line(&rest, &line)) {
		const char *at =
			memmem(line.s, line.len, kind, sizeof(kind) - 1);

		if (at && key_parse((struct str){ at, (size_t)(line.s +
							       line.len - at) },
				    out) == SIG_ERROR_OK)
			found = true;
	}
	return found;
}

bool saved_report_key_is(struct cli *c, const char *said, const struct key *key)
{
	struct str text = str_of(said);
	struct why none = { 0 };
	struct key other;

	if (key_is_fingerprint(key, text))
		return true;
	return (key_parse(text, &other) == SIG_ERROR_OK ||
		(!cli_read(c, said, KEY_FILE_MAX, &text, &none) &&
		 key_parse(text, &other) == SIG_ERROR_OK)) &&
	       key_equal(&other, key);
}
