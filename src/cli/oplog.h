/*
 * src/cli/oplog.h - what the daemon tells its operator: one line each on
 * stderr, with the priority in front as a journal reads it (heraldod(8), LOG).
 * Never a password, a key or the text of a mail.
 */
#ifndef CLI_OPLOG_H
#define CLI_OPLOG_H
#include "base/err.h"

enum {
	OPLOG_ERROR = 3,   /* somebody must mend it */
	OPLOG_WARNING = 4, /* it is tried again */
	OPLOG_INFO = 6
};

void say(int level, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* "what: why"; a warning where trying again may help. */
void oplog_err(const char *what, enum err e, const struct why *why);
#endif
