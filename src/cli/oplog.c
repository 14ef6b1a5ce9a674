/* src/cli/oplog.c */
#include "cli/oplog.h"
#include <stdarg.h>
#include <stdio.h>

void say(int level, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "<%d>heraldod: ", level);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void say_err(const char *what, enum err e, const struct why *why)
{
	say(err_is_temporary(e) ? SAY_WARNING : SAY_ERROR, "%s: %s", what,
	    why->text[0] ? why->text : err_text(e));
}
