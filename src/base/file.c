/* src/base/file.c */
#include "base/file.h"
#include "base/arena.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum err file_read_fd(int fd, const char *name, size_t max, struct buf *out,
		      struct why *why)
{
	char part[16384];
	ssize_t n;

	buf_init(out, max);
	for (;;) {
		n = read(fd, part, sizeof(part));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		if (buf_add(out, part, (size_t)n))
			continue;
		buf_add(out, part, max - out->len);
		return why_set(why, ERR_TOO_LARGE,
			       "%s: larger than the %zu bytes allowed", name,
			       max);
	}
	return n ? why_set(why, ERR_DISK, "%s: %s", name, strerror(errno))
		 : ERR_OK;
}

enum err file_read(const char *path, size_t max, struct buf *out,
		   struct why *why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	enum err e;

	if (fd < 0) {
		buf_init(out, max);
		return why_set(why,
			       errno == ENOENT || errno == ENOTDIR
				       ? ERR_NOT_FOUND
				       : ERR_DISK,
			       "%s: %s", path, strerror(errno));
	}
	e = file_read_fd(fd, path, max, out, why);
	close(fd);
	return e;
}

static bool write_all(int fd, struct str bytes)
{
	size_t at = 0;

	while (at < bytes.len) {
		ssize_t n = write(fd, bytes.s + at, bytes.len - at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += (size_t)n;
	}
	return fsync(fd) == 0;
}

/* Make the name in its folder durable, too. */
static void folder_sync(struct arena *a, const char *path)
{
	const char *slash = strrchr(path, '/');
	int fd = open(!slash          ? "."
		      : slash == path ? "/"
				      : arena_printf(a, "%.*s",
						     (int)(slash - path), path),
		      O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
}

enum err file_replace(const char *path, struct str bytes, unsigned mode,
		      struct why *why)
{
	struct arena a = { 0 };
	const char *fresh = arena_printf(&a, "%s.new", path);
	enum err e = ERR_OK;
	int fd;

	unlink(fresh);
	fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	if (fd < 0)
		e = why_set(why, ERR_SYSTEM, "cannot write %s: %s", fresh,
			    strerror(errno));
	else if (!write_all(fd, bytes))
		e = why_set(why, ERR_DISK, "cannot write %s: %s", fresh,
			    strerror(errno));
	if (fd >= 0)
		close(fd);
	if (!e && rename(fresh, path))
		e = why_set(why, ERR_DISK, "cannot replace %s: %s", path,
			    strerror(errno));
	if (!e)
		folder_sync(&a, path);
	else if (fd >= 0)
		unlink(fresh);
	arena_release(&a);
	return e;
}
