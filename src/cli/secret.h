/*
 * src/cli/secret.h - reads the secret of a login, as the configuration says:
 * a file, a command, a credential of systemd, or a grant of heraldo oauth.
 * Never in the process that speaks with the network, which may open no such
 * file and start no program (cli/secret_keeper.h).
 */
#ifndef CLI_SECRET_H
#define CLI_SECRET_H
#include "cli/config.h"
#include "mail/oauth.h"

enum secret_account { SECRET_INBOX, SECRET_OUTBOX, SECRET_ACCOUNTS };
enum account_secret {
	SECRET_PASSWORD,
	SECRET_TOKEN,
	SECRET_GRANT,
	ACCOUNT_SECRETS
};
enum { SECRET_COMMAND_S = 30 };

struct secret {
	enum account_secret kind;
	char text[LOGIN_SECRET_ROOM]; /* empty for a grant */
	struct oauth_grant grant;
};

/* Has this account a login at all? */
bool secret_is_wanted(const struct config *c, enum secret_account which);

/*
 * Read it now. A command gets SECRET_COMMAND_S and no password of the
 * environment; what it says on stderr goes to the log. ERR_CONFIG;
 * ERR_MAIL_DOWN for a command that fails: it may work later.
 */
enum err secret_read(const struct config *c, enum secret_account which,
		     struct secret *out, struct why *why);

/* The same without running a command or keeping anything: can it be read? */
enum err secret_check(const struct config *c, enum secret_account which,
		      struct why *why);

/* The file of an account's grant; false: it has none. */
bool secret_grant_path(const struct config *c, enum secret_account which,
		       char *out, size_t room);

/* A number that changes with the files it comes from. */
int64_t secret_look(const struct config *c, enum secret_account which);
#endif
