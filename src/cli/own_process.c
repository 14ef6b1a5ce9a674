/* src/cli/own_process.c */
#include "cli/own_process.h"
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

int own_process_code(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}

enum err own_process_start(pid_t *pid, const char *option, const char *file,
			   const char *what, struct why *why)
{
	char program[] = "/proc/self/exe";
	char *argv[] = { program, (char *)option, "--config", (char *)file,
			 NULL };
	posix_spawnattr_t fresh;
	sigset_t none;
	int n;

	sigemptyset(&none);
	posix_spawnattr_init(&fresh);
	posix_spawnattr_setsigmask(&fresh, &none);
	posix_spawnattr_setflags(&fresh, POSIX_SPAWN_SETSIGMASK);
	n = posix_spawn(pid, program, NULL, &fresh, argv, environ);
	posix_spawnattr_destroy(&fresh);
	if (!n)
		return ERR_OK;
	*pid = 0;
	return why_set(why, ERR_SYSTEM, "cannot start %s: %s", what,
		       strerror(n));
}
