/*
 * src/cli/mail_selftest.h - sends a mail through the configured servers and
 * waits for its return, for check-config --mail.
 */
#ifndef CLI_MAIL_SELFTEST_H
#define CLI_MAIL_SELFTEST_H
#include "cli/cli.h"

enum { MAIL_SELFTEST_S = 120, MAIL_SELFTEST_MAX_S = 3600 };

/*
 * Send a mail to the address and wait for it, a bounce or an answer in the
 * configured inbox, of which nothing is taken; say on standard output what
 * became of it, what SPF, DKIM and DMARC found, and what to do. The exit
 * status: EXIT_NO if something is to be mended.
 */
int try_mail(struct cli *c, const char *address, unsigned timeout_s);
#endif
