/*
 * src/base/file.h - reads and replaces whole files. Every file is read here,
 * because this reader checks read errors: half a file counts as no file.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H
#include "base/buf.h"
#include "base/err.h"

/*
 * All bytes of the file into *out, which this call makes; the caller releases
 * it, also after an error. ERR_NOT_FOUND, ERR_TOO_LARGE (more than max bytes;
 * then it holds the first), ERR_DISK (it cannot be opened or read; a folder).
 */
enum err file_read(const char *path, size_t max, struct buf *out,
		   struct why *why);

/*
 * The same from the current offset of fd; name is for the operator. fd stays
 * open.
 */
enum err file_read_fd(int fd, const char *name, size_t max, struct buf *out,
		      struct why *why);

/*
 * Replace the file by these bytes: written as PATH.new with this mode, synced,
 * renamed, and the folder is synced. At every moment the old file or the new
 * one is whole. A PATH.new of an interrupted call is removed. ERR_SYSTEM (it
 * cannot be made), ERR_DISK.
 */
enum err file_replace(const char *path, struct str bytes, unsigned mode,
		      struct why *why);
#endif
