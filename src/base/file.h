/*
 * src/base/file.h - whole files. One reader, so that no other forgets to ask
 * whether the disk gave all of it: half a file is none.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H
#include "base/buf.h"
#include "base/err.h"

/*
 * All bytes of the file into *out, which this call makes; the caller releases
 * it, whatever comes. ERR_NOT_FOUND, ERR_TOO_LARGE (more than max bytes; then
 * it holds the first), ERR_DISK (it cannot be opened or read; a folder).
 */
enum err file_read(const char *path, size_t max, struct buf *out,
		   struct why *why);

/* The same from where fd stands; name is for the operator. fd stays open. */
enum err file_read_fd(int fd, const char *name, size_t max, struct buf *out,
		      struct why *why);
#endif
