/* src/cli/health.c */
#include "cli/health.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/parse.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 1024, FILE_MAX = 4096 };

#define NUMBERS                                                                \
	X(pid)                                                                 \
	X(since_s)                                                             \
	X(written_s)                                                           \
	X(ended_s) X(reload_s) X(mailbox_s) X(server_s) X(n_in) X(n_out)

void health_write(const char *state, const struct health *h)
{
	char path[PATH_ROOM], fresh[PATH_ROOM];
	struct buf b;
	bool good;
	int fd;

	snprintf(path, sizeof(path), "%s/health", state);
	snprintf(fresh, sizeof(fresh), "%s/health.new", state);
	buf_init(&b, FILE_MAX);
#define X(member) buf_addf(&b, #member " = %lld\n", (long long)h->member);
	NUMBERS
#undef X
	buf_addf(&b, "once = %d\nfault = %s\n", h->once, h->fault);
	fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
		  S_IRUSR | S_IWUSR);
	good = fd >= 0 && write(fd, b.s, b.len) == (ssize_t)b.len;
	if (fd >= 0)
		close(fd);
	/* half a file is worse than an old one */
	if (!good || rename(fresh, path))
		unlink(fresh);
	buf_release(&b);
}

bool health_read(const char *state, struct health *out)
{
	char path[PATH_ROOM];
	struct buf b;
	struct str rest, line, key;
	bool good;

	*out = (struct health){ .pid = 0 };
	snprintf(path, sizeof(path), "%s/health", state);
	good = !file_read(path, FILE_MAX, &b, NULL);
	rest = good ? buf_str(&b) : STR("");
	while (parse_line(&rest, &line)) {
		int64_t n = 0;

		if (!parse_field(&line, '=', &key))
			continue;
		key = parse_trim(key);
		line = parse_trim(line);
		if (str_is(key, "fault"))
			snprintf(out->fault, sizeof(out->fault), "%.*s",
				 STR_ARG(line));
		if (!parse_int(line, 0, INT64_MAX, &n))
			continue;
#define X(member)                                                              \
	if (str_is(key, #member))                                              \
		out->member = n;
		NUMBERS
#undef X
		if (str_is(key, "once"))
			out->once = n != 0;
	}
	buf_release(&b);
	return good && out->pid > 0;
}

bool health_reloads(const struct health *h, int64_t now_s)
{
	return h->pid > 0 && h->reload_s &&
	       now_s - h->reload_s < HEALTH_RELOAD_S &&
	       (!kill((pid_t)h->pid, 0) || errno == EPERM);
}

pid_t health_holder(const char *state)
{
	struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	char path[PATH_ROOM];
	int fd;

	snprintf(path, sizeof(path), "%s/heraldo.db-lock", state);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return 0;
	if (fcntl(fd, F_GETLK, &all))
		all.l_type = F_UNLCK;
	close(fd);
	return all.l_type == F_UNLCK ? 0 : all.l_pid;
}
