/* src/base/err.c */
#include "base/err.h"
#include <stdarg.h>
#include <stdio.h>

enum retry { LATER, NEVER };

static const struct {
	enum retry retry;
	const char *text;
} errs[N_ERRS] = {
	[ERR_OK] = { NEVER, "no error" },
#define X(sym, retry, text) [ERR_##sym] = { retry, text },
#include "base/err.def"
#undef X
};

enum err why_set(struct why *why, enum err e, const char *fmt, ...)
{
	va_list ap;

	if (!why || why->text[0])
		return e;
	va_start(ap, fmt);
	vsnprintf(why->text, sizeof(why->text), fmt, ap);
	va_end(ap);
	/* one line: foreign text in it must not forge a second log line */
	for (char *c = why->text; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = ' ';
	return e;
}

void why_clear(struct why *why)
{
	if (why)
		why->text[0] = why->kept[0] = 0;
}

const char *err_text(enum err e)
{
	assert(e < N_ERRS);
	return errs[e].text;
}

bool err_is_temporary(enum err e)
{
	assert(e < N_ERRS);
	return errs[e].retry == LATER;
}
