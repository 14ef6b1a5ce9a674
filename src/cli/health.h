/*
 * src/cli/health.h - writes and reads the file `health` in the state folder,
 * from heraldod for heraldo status: key = value lines, replaced every minute.
 * It is not synced: after a crash only its age counts.
 */
#ifndef CLI_HEALTH_H
#define CLI_HEALTH_H
#include "base/base.h"
#include <sys/types.h>

enum {
	HEALTH_EVERY_S = 60,
	HEALTH_NEWS_S = 5, /* after a contact with a mail server */
	HEALTH_STALE_S = 600,
	HEALTH_RELOAD_S = 60 /* a reload takes seconds */
};

struct health {
	int64_t pid;
	int64_t since_s;     /* UTC: it has started, .. */
	int64_t written_s;   /* .. wrote this, .. */
	int64_t ended_s;     /* .. and ended; 0: it did not say so */
	bool once;           /* it was to end by itself */
	int64_t reload_s;    /* it starts again with another configuration
			      * since then; 0: it does not */
	int64_t mailbox_s;   /* the mailbox was read to its end; 0: not yet */
	int64_t server_s;    /* the mail server answered; 0: not yet */
	int64_t n_in, n_out; /* mails since its start */
	char fault[1024];    /* why it ended; empty: by a signal */
};

/* Write it; a disk that is full changes nothing. */
void health_write(const char *state, const struct health *h);
/* False: no daemon ever wrote it, or it cannot be read. */
bool health_read(const char *state, struct health *out);

/* Is the daemon that wrote it between the end of one configuration and the
 * start of the next, at now_s? */
bool health_reloads(const struct health *h, int64_t now_s);

/* The process that holds the database of this folder; 0: none. */
pid_t health_holder(const char *state);
#endif
