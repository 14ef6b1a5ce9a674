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

void oplog_err(const char *what, enum err e, const struct why *why)
{
	say(err_is_temporary(e) ? OPLOG_WARNING : OPLOG_ERROR, "%s: %s", what,
	    why->text[0] ? why->text : err_text(e));
}
