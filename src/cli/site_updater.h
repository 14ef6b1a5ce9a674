/*
 * src/cli/site_updater.h - updates the campaigns' web pages in a separate
 * process, so that no mail waits for pages. Does nothing if the configuration
 * names no folder for them.
 */
#ifndef CLI_SITE_UPDATER_H
#define CLI_SITE_UPDATER_H
#include "cli/config.h"
#include <sys/types.h>

enum {
	SITE_UPDATER_REST_MS = 60000,   /* from one time to the next */
	SITE_UPDATER_LONG_MS = 3600000, /* where nothing happened but time */
};

struct site_updater {
	pid_t pid;       /* 0: none is at work */
	int64_t next_ms; /* monotonic: not before */
	int64_t late_ms; /* monotonic: in any case */
	bool wanted;     /* something has happened */
};

/* A link to a folder, or ""? */
bool site_updater_link_is(struct str link);

/*
 * Begin if it is time, and see whether the last one has ended: *fault, as the
 * code it ended with, 0 otherwise. file: the configuration. ERR_SYSTEM: it
 * cannot be started.
 */
enum err site_updater_turn(struct site_updater *a, const struct config *c,
			   const char *file, int64_t now_ms, int *fault,
			   struct why *why);

/* Milliseconds until the next start is due; INT64_MAX: none is planned. */
int64_t site_updater_timeout(const struct site_updater *a,
			     const struct config *c, int64_t now_ms);

/* Wait for the running process; its exit code, 0: success, or no process. */
int site_updater_wait(struct site_updater *a);

/* End the running process: unwritten pages are written another time. */
void site_updater_stop(struct site_updater *a);

/* What the process does: all of them. The code to end with. */
int site_updater_main(const struct config *c);
#endif
