/*
 * src/cli/kept.h - a report that somebody has kept: a whole mail of the judge,
 * or its attached report.txt beside report.txt.sig.
 */
#ifndef CLI_KEPT_H
#define CLI_KEPT_H
#include "cli/cli.h"
#include "mail/mime.h"

/* What reads mails: opened for the first of them, { 0 } before. */
struct kept_mails {
	struct mime mime;
	bool is_open;
};

struct kept {
	struct str text, signature; /* in the arena of the command */
};

/* ERR_FORMAT: there is no signed report in it. */
enum err kept_read(struct cli *c, struct kept_mails *mails, const char *file,
		   struct kept *out, struct why *why);
void kept_close(struct kept_mails *mails);
#endif
