/* tests/games/render.c */
#include "render.h"
#include "judge/notify/mail_render.h"
#include "tests/srcdir.h"

static struct mail_render *letters;

enum err render_open(struct why *why)
{
	return mail_render_open(&letters, SRCDIR "/templates", STR(""),
				SRCDIR "/db/rules", why);
}

void render_close(void)
{
	mail_render_close(letters);
}

enum err render_letter(void *context, const struct mail_content *l,
		       struct buf *out, struct why *why)
{
	(void)context;
	return mail_render_write(letters, l, out, why);
}
