/* src/base/file_mode.c */
#include "base/file_mode.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	OTHERS = S_IRWXG | S_IRWXO,
	OTHERS_SHARED = S_IWGRP | S_IXGRP | S_IRWXO,
	MODE = 07777
};

static enum err file_mode_check(const char *path, int fd, mode_t closed,
				const char *mend, struct why *why)
{
	struct stat st;

	if (fd < 0 ? stat(path, &st) : fstat(fd, &st))
		return why_set(why,
			       errno == ENOENT ? ERR_NOT_FOUND : ERR_SYSTEM,
			       "%s: %s", path, strerror(errno));
	if (st.st_uid && st.st_uid != geteuid())
		return why_set(why, ERR_CONFIG,
			       "%s belongs to another user (number %lu), who "
			       "could read and change it; give the command as "
			       "that user or as root, or, if it is yours: "
			       "chown %lu %s",
			       path, (unsigned long)st.st_uid,
			       (unsigned long)geteuid(), path);
	if (st.st_mode & closed)
		return why_set(why, ERR_CONFIG,
			       "%s is open to others (mode %04o), and it holds "
			       "secrets; close it: chmod %s %s",
			       path, (unsigned)st.st_mode & MODE, mend, path);
	return ERR_OK;
}

enum err private_check(const char *path, int fd, struct why *why)
{
	return file_mode_check(path, fd, OTHERS, "go=", why);
}

enum err private_check_shared(const char *path, int fd, struct why *why)
{
	return file_mode_check(path, fd, OTHERS_SHARED, "g-wx,o=", why);
}

/* exclusive: O_EXCL, or 0 */
static enum err file_mode_make(const char *path, int exclusive, struct why *why)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | exclusive,
		      S_IRUSR | S_IWUSR);

	if (fd < 0 && exclusive && errno == EEXIST)
		return why_set(why, ERR_EXISTS, "%s is there already", path);
	if (fd < 0)
		return why_set(why, ERR_DISK, "%s: %s", path, strerror(errno));
	close(fd);
	return ERR_OK;
}

enum err private_make(const char *path, struct why *why)
{
	return file_mode_make(path, 0, why);
}

enum err private_new(const char *path, struct why *why)
{
	return file_mode_make(path, O_EXCL, why);
}
