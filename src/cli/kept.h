/*
 * src/cli/kept.h - a report that somebody has kept: a whole mail of the judge,
 * or its attached report.txt beside report.txt.sig.
 */
#ifndef CLI_KEPT_H
#define CLI_KEPT_H
#include "cli/cli.h"

struct kept {
	struct str text, signature; /* in the arena of the command */
};

/* ERR_FORMAT: there is no signed report in it. */
enum err kept_read(struct cli *c, const char *file, struct kept *out,
		   struct why *why);
#endif
