/*
 * src/cli/owner.h - root acts as the judge's user, who owns the state folder:
 * no file of the judge becomes one of root.
 */
#ifndef CLI_OWNER_H
#define CLI_OWNER_H
#include "base/arena.h"
#include "base/err.h"

/*
 * If this process is root's and the state folder (or, where there is none yet,
 * the folder above it) is another user's, act as that user from here on, with
 * its groups: a secret may be readable by one of them. *user: its name, in a,
 * or unchanged. ERR_SYSTEM.
 */
enum err owner_become(const char *state, struct arena *a, const char **user,
		      struct why *why);
#endif
