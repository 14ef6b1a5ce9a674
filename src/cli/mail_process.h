/*
 * src/cli/mail_process.h - starts the mail process for heraldod and the tests,
 * from the configuration. Where a login is configured it is two processes: one
 * that keeps the secrets (cli/secret_keeper.h), and its child with the network.
 */
#ifndef CLI_MAIL_PROCESS_H
#define CLI_MAIL_PROCESS_H
#include "cli/config.h"
#include "cli/secret_keeper.h"
#include "mail/mail_agent.h"
#include <sys/types.h>

/*
 * What the configuration says of mail in and out: p borrows from both, and asks
 * s for a secret at every login.
 */
void mail_process_configure(const struct config *c, struct secret_client *s,
			    struct mail_agent_config *p);

/* Can the passwords be read? Else why names the file; the process that needs
 * them could only end. Nothing of them stays in memory. */
enum err mail_process_check(const struct config *c, struct why *why);

struct mail_process {
	struct ipc channel; /* to the process */
	pid_t pid;          /* 0: none runs */
	int status;         /* how the last one ended, as of waitpid */
	/* heraldod, started anew as `program --mail-process FD --config FILE`,
	 * so that nothing of this memory and no open file goes with it; NULL:
	 * the fork serves itself (tests) */
	const char *program;
};

/*
 * Fork the mail process (p is zeroed, program apart). The process reads its
 * passwords, restricts itself and serves until the channel ends. ERR_SYSTEM. It
 * reports a fault of the configuration by POST_FAULT before it ends.
 */
enum err mail_process_start(struct mail_process *p, const struct config *c,
			    struct why *why);

/*
 * Ask it to end and reap it; after grace_ms it is killed. Harmless if none
 * runs.
 */
void mail_process_stop(struct mail_process *p, int grace_ms);

/* "status 1" or "signal 9", of the last one; gives out. */
const char *mail_process_ended(const struct mail_process *p, char *out,
			       size_t room);

/* What the process started as --mail-process does; it does not come back. */
_Noreturn void mail_process_main(const struct config *c, int fd);
#endif
