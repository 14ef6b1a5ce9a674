/*
 * src/webapp/api.c - the input, the output and the words of the functions in
 * api.h
 */
#include "webapp/api.h"
#include "base/crypto.h"
#include "webapp/session.h"

enum { LANGUAGES = 2 };

static const char *const languages[LANGUAGES] = { "en", "es" };

/* The languages requested so far: others are not loaded. */
static struct {
	const char *dir;
	struct messages *of[LANGUAGES];
} all;

/* The words of a language; NULL, and why: they cannot be read. */
static struct messages *words_in(int language, struct why *why)
{
	if (!all.of[language] &&
	    messages_load(&page.arena, all.dir, languages[language],
			  &all.of[language], why))
		return NULL;
	return all.of[language];
}

int page_open(size_t len)
{
	struct why why = { 0 };

	page_begin(len);
	crypto_init();
	memset(&all, 0, sizeof(all));
	all.dir = arena_printf(&page.arena, "%.*s", STR_ARG(page.in));
	page.words = words_in(0, &why);
	session_open(all.dir);
	if (!page.words)
		buf_addz(&page.said, why.text);
	return page_end(!page.words);
}

/* The messages of the page, unrendered: it fills them in itself. */
static void messages_write(const struct messages *w)
{
	static const char prefix[] = "page.";
	struct str saved;
	struct buf b;

	for (int i = 0; i < w->messages.n; i++) {
		struct why ignored = { 0 };

		saved = w->messages.v[i].name.key;
		if (saved.len < sizeof(prefix) ||
		    memcmp(saved.s, prefix, sizeof(prefix) - 1))
			continue;
		buf_init(&b, TEMPLATE_MAX_BYTES);
		/* a name without a value stays unchanged */
		(void)messages_render(
			&b, w, arena_printf(&page.tmp, "%.*s", STR_ARG(saved)),
			TEMPLATE_LINE, NULL, &ignored);
		page_text(arena_printf(&page.tmp, "%.*s", STR_ARG(saved)),
			  buf_str(&b));
		buf_release(&b);
	}
}

int page_language(size_t len)
{
	struct why why = { 0 };

	page_begin(len);
	if (!all.dir)
		return page_end(1);
	page.words = words_in(0, &why);
	for (int i = 1; i < LANGUAGES; i++)
		if (str_is(page.in, languages[i]))
			page.words = words_in(i, &why);
	if (!page.words) {
		buf_addz(&page.said, why.text);
		return page_end(1);
	}
	buf_addc(&page.said, '{');
	messages_write(page.words);
	buf_addc(&page.said, '}');
	return page_end(0);
}
