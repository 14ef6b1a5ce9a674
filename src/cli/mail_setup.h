/*
 * src/cli/mail_setup.h - finds servers and login of a mailbox for heraldo init:
 * by options, the table of providers, SRV records, published settings, or
 * questions at a terminal; and tries the login.
 */
#ifndef CLI_MAIL_SETUP_H
#define CLI_MAIL_SETUP_H
#include "cli/cli.h"
#include "cli/providers.h"
#include "mail/login.h"

struct mail_setup {
	/* options; NULL: not given */
	const char *address, *provider, *imap, *pop3, *smtp, *user,
		*password_file, *ca_file, *table, *name_server, *settings_url;
	bool ask;     /* a person sits at a terminal */
	bool offline; /* ask no server */
	/* what is found; user is set */
	struct provider found;
	struct mail_setup_server {
		const char *kind, *host, *tls;
		int64_t port;
	} in, out;
	char password[LOGIN_SECRET_ROOM]; /* typed; empty: none. Wiped by
					   * the caller */
	bool is_logged_in;
};

/* A line typed at the terminal; otherwise if it is empty. In the arena. */
const char *setup_ask(struct cli *c, const char *question,
		      const char *fallback);

/* Find both servers and say where they come from. ERR_USAGE: by options. */
enum err mail_setup_find(struct cli *c, struct mail_setup *m, struct why *why);

/*
 * Find user and password and log in to the mailbox, with the whole address or
 * its local part. OK without a password; the errors of mailbox_open.
 */
enum err mail_setup_login(struct cli *c, struct mail_setup *m, struct why *why);
#endif
