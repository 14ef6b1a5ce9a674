/* src/cli/owner.c */
#include "cli/owner.h"
#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whose the state folder is, or will be where its parent is. */
static bool owner_of(const char *state, struct stat *st)
{
	const char *slash = strrchr(state, '/');
	char parent[PATH_MAX];

	if (!stat(state, st))
		return true;
	if (errno != ENOENT || !slash || slash == state)
		return false;
	snprintf(parent, sizeof(parent), "%.*s", (int)(slash - state), state);
	return !stat(parent, st);
}

enum err owner_become(const char *state, struct arena *a, const char **user,
		      struct why *why)
{
	struct passwd *pw;
	struct stat st;
	gid_t group;

	if (geteuid() || !owner_of(state, &st) || !st.st_uid)
		return ERR_OK;
	pw = getpwuid(st.st_uid);
	group = pw ? pw->pw_gid : st.st_gid;
	if ((pw ? initgroups(pw->pw_name, group) : setgroups(0, NULL)) ||
	    setgid(group) || setuid(st.st_uid))
		return why_set(why, ERR_SYSTEM,
			       "cannot act as the judge's user (number %lu): "
			       "%s",
			       (unsigned long)st.st_uid, strerror(errno));
	if (pw)
		*user = arena_strdup(a, pw->pw_name);
	return ERR_OK;
}
