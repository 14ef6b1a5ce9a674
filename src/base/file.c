/* src/base/file.c */
#include "base/file.h"
#include <errno.h>
#include <fcntl.h>
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
