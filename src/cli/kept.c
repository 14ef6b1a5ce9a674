/* src/cli/kept.c */
#include "cli/kept.h"
#include "mail/mime.h"
#include <stdio.h>
#include <unistd.h>

enum { MAIL_MAX = 32 << 20, SIGNATURE_MAX = 64 << 10 };

static bool in_mail(struct cli *c, struct str bytes, struct kept *out)
{
	struct message m;
	struct mime mime;

	mime_init(&mime);
	mime_parse(&mime, &c->arena, bytes, &m);
	for (uint32_t i = 0; i < m.n_parts; i++) {
		if (str_is(m.parts[i].name, "report.txt"))
			out->text = m.parts[i].bytes;
		if (str_is(m.parts[i].name, "report.txt.sig"))
			out->signature = m.parts[i].bytes;
	}
	mime_release(&mime);
	return out->text.len && out->signature.len;
}

enum err kept_read(struct cli *c, const char *file, struct kept *out,
		   struct why *why)
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
	return in_mail(c, bytes, out)
		       ? ERR_OK
		       : why_set(why, ERR_FORMAT,
				 "%s holds no report: it is neither a mail "
				 "with report.txt and report.txt.sig, nor "
				 "report.txt with its signature in %s",
				 file, beside);
}
