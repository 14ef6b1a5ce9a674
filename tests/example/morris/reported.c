/* example/morris/reported.c */
#include "example/morris/reported.h"
#include "judge/notify/mail_render.h"
#include "tests/srcdir.h"

static struct mail_render *letters;

enum err reported_open(const char *templates, struct why *why)
{
	return mail_render_open(&letters, templates, STR(""),
				SRCDIR "/db/rules", why);
}

void reported_close(void)
{
	mail_render_close(letters);
}

struct request {
	struct arena *a;
	struct reported *out;
};

static enum err show(void *context, const struct mail_content *l,
		     struct why *why)
{
	const struct request *q = context;
	struct report r;
	enum err e = mail_render_report(letters, l, q->a, &r, why);

	*q->out = (struct reported){ r.text, r.html, r.png };
	return e;
}

enum err reported(struct judge *j, int64_t game, int slot, struct arena *a,
		  struct reported *out, struct why *why)
{
	struct request q = { a, out };

	return judge_game_mail(j, game, slot, 0, show, &q, why);
}
