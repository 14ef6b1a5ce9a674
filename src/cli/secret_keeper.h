/*
 * src/cli/secret_keeper.h - gives secrets to the process with the network. That
 * process asks at every login; its parent, which may open files and start
 * programs, reads the secret (cli/secret.h) and stores refreshed tokens. The
 * network process itself asks the token server for them (mail/oauth.h).
 */
#ifndef CLI_SECRET_KEEPER_H
#define CLI_SECRET_KEEPER_H
#include "base/ipc.h"
#include "cli/secret.h"
#include "mail/mail_agent.h"

/* Answer until the other side is gone. */
void secret_keeper_serve(const struct config *c, struct ipc *agent);

struct secret_client;
struct secret_user { /* one account of a client */
	struct secret_client *client;
	enum secret_account which;
	char access[LOGIN_SECRET_ROOM]; /* the token whose end is.. */
	int64_t ends_ms;                /* .. this, monotonic */
	char tried[LOGIN_SECRET_ROOM];  /* given for the last login */
	bool unstored;                  /* this grant is in memory only */
	struct oauth_grant grant;
	int64_t not_before_ms, pause_ms; /* after a failed refresh */
	enum err failed;
	struct why words;
};

struct secret_client {
	const struct config *config;
	struct ipc *keeper; /* NULL: files are read by this process itself */
	int lock;           /* of a grant, where there is no keeper */
	struct secret_user users[SECRET_ACCOUNTS];
};

/* For a login; s stays where it is. */
struct login_source secret_client_source(struct secret_client *s,
					 enum secret_account which);
/* Load the library and the names of the token servers that it will need. */
void secret_client_prepare(struct secret_client *s,
			   struct mail_agent_config *p);
/* Overwrite what it knows. */
void secret_client_release(struct secret_client *s);
#endif
