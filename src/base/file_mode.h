/*
 * src/base/file_mode.h - opens and creates files that only their owner can
 * read: keys, passwords, the database with the future dice. Like ssh: refuse
 * files that others can read; the error message names the chmod that fixes it.
 */
#ifndef BASE_FILE_MODE_H
#define BASE_FILE_MODE_H
#include "base/err.h"

/*
 * Is what path names (fd, if it is open already, else -1) of this user or of
 * root, and closed to group and others? ERR_CONFIG with the command that mends
 * it; ERR_NOT_FOUND, ERR_SYSTEM.
 */
enum err private_check(const char *path, int fd, struct why *why);

/*
 * The same for a file with a password or token, which a group may read (0640,
 * 0440; an access list of one user shows as such, too), but not write.
 */
enum err private_check_shared(const char *path, int fd, struct why *why);

/* Make an empty file that only this user may read, unless there is one. */
enum err private_make(const char *path, struct why *why);

/* Make a new file. ERR_EXISTS if the name exists already, even as a link to
 * nothing. If two processes try at once, one succeeds. */
enum err private_new(const char *path, struct why *why);
#endif
