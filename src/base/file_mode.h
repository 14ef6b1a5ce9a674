/*
 * src/base/file_mode.h - files and folders that nobody else may look into:
 * keys, passwords, the database with the dice to come. As ssh does it: what
 * others can read is not used, and the fault says how to mend it.
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

/* Make an empty file that only this user may read, unless there is one. */
enum err private_make(const char *path, struct why *why);

/* Make one, which must be new: whatever has this name, a link that leads
 * nowhere too, is ERR_EXISTS. Of two who do it one succeeds. */
enum err private_new(const char *path, struct why *why);
#endif
