/*
 * src/cli/own_process.h - starts this program once more, for work that the
 * daemon leaves to a process of its own.
 */
#ifndef CLI_OWN_PROCESS_H
#define CLI_OWN_PROCESS_H
#include "base/err.h"
#include <sys/types.h>

/*
 * Run this program with an option and `--config FILE`. The daemon blocks its
 * signals; in the new process they are not blocked. *pid: the process, or 0.
 * what: named in the message of ERR_SYSTEM.
 */
enum err own_process_start(pid_t *pid, const char *option, const char *file,
			   const char *what, struct why *why);

/* The exit code in a status of waitpid; 3 if a signal ended the process. */
int own_process_code(int status);
#endif
