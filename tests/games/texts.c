/* tests/games/texts.c */
#include "texts.h"
#include "judge/notify/mail_render.h"
#include "report/text/report.h"
#include "tests/srcdir.h"

static struct mail_render *letters;

enum err texts_open(struct why *why)
{
	return mail_render_open(&letters, SRCDIR "/templates", STR(""),
				SRCDIR "/db/rules", why);
}

void texts_close(void)
{
	mail_render_close(letters);
}

enum err texts_add(const struct mail_content *l, struct buf *out,
		   struct why *why)
{
	struct arena a = { 0 };
	struct report r;
	enum err e;

	if (!str_is(l->row->kind, "report"))
		return ERR_OK;
	e = mail_render_report(letters, l, &a, &r, why);
	if (!e) {
		buf_addf(out, "%.*s\n%.*s\n%.*s\n%.*s\n", STR_ARG(r.subject),
			 STR_ARG(r.text), STR_ARG(r.full), STR_ARG(r.html));
	}
	arena_release(&a);
	return e;
}
