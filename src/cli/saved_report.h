/*
 * src/cli/saved_report.h - reads a report that a player has kept: a whole mail
 * of the judge, or its attachments report.txt and report.txt.sig.
 */
#ifndef CLI_SAVED_REPORT_H
#define CLI_SAVED_REPORT_H
#include "auth/key.h"
#include "cli/cli.h"
#include "mail/mime.h"

/* What reads mails: opened for the first of them, { 0 } before. */
struct saved_report_mails {
	struct mime mime;
	bool is_open;
};

struct saved_report {
	struct str text, signature; /* in the arena of the command; no
				     * signature: empty */
};

/* ERR_FORMAT: there is no signed report in it. */
enum err saved_report_read(struct cli *c, struct saved_report_mails *mails,
			   const char *file, struct saved_report *out,
			   struct why *why);
void saved_report_close(struct saved_report_mails *mails);

/* The same where the signature may be missing: of a mail without it, the text
 * to be read; of another file, all. */
enum err saved_report_text(struct cli *c, const char *file,
			   struct saved_report *out, struct why *why);

/* The judge's key, as the report names it; false: it does not. */
bool saved_report_judge(const struct saved_report *k, struct key *out);

/* Is this the named key: given as the key itself, its fingerprint, or a file
 * that holds it? */
bool saved_report_key_is(struct cli *c, const char *said,
			 const struct key *key);
#endif
