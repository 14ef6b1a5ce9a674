/* tests/games/render.c */
#include "render.h"
#include "judge/notify/mail_render.h"
#include "tests/srcdir.h"

static struct letters *letters;

enum err render_open(struct why *why)
{
	return letters_open(&letters, SRCDIR "/templates", STR(""),
			    SRCDIR "/db/rules", why);
}

void render_close(void)
{
	letters_close(letters);
}

enum err render_letter(void *context, const struct letter *l, struct buf *out,
		       struct why *why)
{
	(void)context;
	return letters_render(letters, l, out, why);
}
