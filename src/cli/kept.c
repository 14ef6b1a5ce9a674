/* src/cli/kept.c */
#include "cli/kept.h"
#include <stdio.h>
#include <unistd.h>

enum { MAIL_MAX = 32 << 20, SIGNATURE_MAX = 64 << 10 };

/* the library that reads mails can be opened once in a process */
static bool in_mail(struct cli *c, struct kept_mails *mails, struct str bytes,
		    struct kept *out)
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
	return out->text.len && out->signature.len;
}

void kept_close(struct kept_mails *mails)
{
	if (mails->is_open)
		mime_release(&mails->mime);
	mails->is_open = false;
}

enum err kept_read(struct cli *c, struct kept_mails *mails, const char *file,
		   struct kept *out, struct why *why)
{
	const char *beside = arena_printf(&c->arena, "%s.sig", file);
	struct str bytes;
	enum err e = cli_read(c, file, MAIL_MAX, &bytes, why);

	*out = (struct kept){ .text = STR("") };
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
