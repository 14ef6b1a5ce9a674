/*
 * src/cli/oplog.h - writes the daemon's messages to its operator: one line each
 * on stderr, with a priority prefix for the journal (heraldod(8), LOG). Never a
 * password, a key or the text of a mail.
 */
#ifndef CLI_OPLOG_H
#define CLI_OPLOG_H
#include "base/err.h"

enum {
	OPLOG_ERROR = 3,   /* the operator must act */
	OPLOG_WARNING = 4, /* it is tried again */
	OPLOG_INFO = 6
};

void oplog_write(int level, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* A field of the journal, HERALDO_NAME=value; left out if it is empty. */
struct oplog_field {
	const char *name;
	struct str value;
};

/*
 * The same with fields, which go to the journal of systemd where standard error
 * leads there (JOURNAL_STREAM), by its own protocol.
 */
void oplog_write_fields(int level, const struct oplog_field *fields, int n,
			const char *fmt, ...) PRINTF_LIKE(4, 5);

/*
 * Errors and warnings that repeat: the third of the same words within ten
 * minutes is not printed, and those after it, but counted. Print the counts
 * whose time is over, or all of them.
 */
void oplog_flush(bool all);

/* "what: why"; a warning where trying again may help. */
void oplog_err(const char *what, enum err e, const struct why *why);
#endif
