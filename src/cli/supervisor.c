/* src/cli/supervisor.c */
#include "cli/supervisor.h"
#include "base/parse.h"
#include <stddef.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void supervisor_notify(const char *lines)
{
	const char *name = getenv("NOTIFY_SOCKET");
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	size_t len = name ? strlen(name) : 0;
	socklen_t size;
	int fd;

	if (len < 2 || len >= sizeof(to.sun_path) ||
	    (name[0] != '/' && name[0] != '@'))
		return;
	memcpy(to.sun_path, name, len);
	/* an abstract name */
	if (name[0] == '@')
		to.sun_path[0] = 0;
	size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	/* without a listener nothing is sent */
	(void)!sendto(fd, lines, strlen(lines), MSG_NOSIGNAL | MSG_DONTWAIT,
		      (struct sockaddr *)&to, size);
	close(fd);
}

int64_t supervisor_watchdog_ms(void)
{
	const char *us = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
	int64_t n = 0, whose = 0;

	if (!us || !parse_int(str_of(us), 1, INT64_MAX, &n))
		return 0;
	if (pid && parse_int(str_of(pid), 1, INT64_MAX, &whose) &&
	    whose != getpid())
		return 0;
	return n / 2000; /* twice as often as it must be */
}
