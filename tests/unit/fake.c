/* tests/unit/fake.c */
#include "fake.h"
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void must(bool ok, const char *what)
{
	if (ok)
		return;
	perror(what);
	exit(2);
}

static int listen_free(uint16_t *port)
{
	struct sockaddr_in a = { .sin_family = AF_INET };
	socklen_t len = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	must(fd >= 0, "socket");
	must(!bind(fd, (struct sockaddr *)&a, sizeof(a)), "bind");
	must(!listen(fd, 8), "listen");
	must(!getsockname(fd, (struct sockaddr *)&a, &len), "getsockname");
	*port = ntohs(a.sin_port);
	return fd;
}

uint16_t fake_free_port(void)
{
	uint16_t port;

	close(listen_free(&port));
	return port;
}

int fake_dial(uint16_t port)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
				 .sin_port = htons(port) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	must(fd >= 0, "socket");
	must(!connect(fd, (struct sockaddr *)&a, sizeof(a)), "connect");
	return fd;
}

/* a child that runs with the listening socket; true in the child */
static bool begin(struct fake *f, int *fd)
{
	*fd = listen_free(&f->port);
	fflush(NULL);
	f->pid = fork();
	must(f->pid >= 0, "fork");
	if (f->pid) {
		close(*fd);
		return false;
	}
	signal(SIGPIPE, SIG_IGN);
	alarm(60); /* nobody is left behind by a test that died */
	return true;
}

static bool get_line(int fd, char *line, size_t room)
{
	size_t n = 0;
	char c;

	while (read(fd, &c, 1) == 1) {
		if (c == '\n') {
			line[n] = 0;
			return true;
		}
		if (c != '\r' && n + 1 < room)
			line[n++] = c;
	}
	return false;
}

static void put(int fd, const char *s, size_t len)
{
	while (len) {
		ssize_t n = write(fd, s, len);

		if (n <= 0)
			return;
		s += n;
		len -= (size_t)n;
	}
}

static int next_connection(int listener)
{
	int fd = accept(listener, NULL, NULL);

	must(fd >= 0, "accept");
	return fd;
}

void fake_play(struct fake *f, const char *const *script)
{
	char line[4096];
	int listener, fd;

	f->ends = true;
	for (const char *const *s = script; *s; s++)
		if ((*s)[0] == 'H')
			f->ends = false;
	if (!begin(f, &listener))
		return;
	fd = next_connection(listener);
	for (; *script; script++) {
		const char *text = (*script)[1] ? *script + 2 : "";

		switch ((*script)[0]) {
		case 'S':
			put(fd, text, strlen(text));
			put(fd, "\r\n", 2);
			break;
		case 's': put(fd, text, strlen(text)); break;
		case 'C':
			if (!get_line(fd, line, sizeof(line)) ||
			    strncmp(line, text, strlen(text)) != 0) {
				fprintf(stderr,
					"fake: wanted \"%s\", not \"%s\"\n",
					text, line);
				_exit(1);
			}
			break;
		case 'D':
			do {
				if (!get_line(fd, line, sizeof(line)))
					_exit(1);
			} while (strcmp(line, ".") != 0);
			break;
		case 'N':
			close(fd);
			fd = next_connection(listener);
			break;
		case 'X': close(fd); break;
		case 'H':
			for (;;)
				pause();
		}
	}
	_exit(0);
}

/* both ways until one side ends or the server has sent `limit` bytes */
static void pump(int client, int server, size_t limit)
{
	struct pollfd p[] = { { .fd = client, .events = POLLIN },
			      { .fd = server, .events = POLLIN } };
	char bytes[4096];
	size_t sent = 0;

	while (poll(p, 2, -1) > 0) {
		ssize_t n;

		if (p[0].revents) {
			n = read(client, bytes, sizeof(bytes));
			if (n <= 0)
				return;
			put(server, bytes, (size_t)n);
		}
		if (p[1].revents) {
			n = read(server, bytes, sizeof(bytes));
			if (n <= 0)
				return;
			if ((size_t)n >= limit - sent) {
				put(client, bytes, limit - sent);
				return;
			}
			put(client, bytes, (size_t)n);
			sent += (size_t)n;
		}
	}
}

void fake_cut(struct fake *f, uint16_t port, size_t cut_after)
{
	int listener;

	f->ends = false;
	if (!begin(f, &listener))
		return;
	for (;;) {
		int client = next_connection(listener);
		int server = fake_dial(port);

		pump(client, server, cut_after);
		close(client);
		close(server);
		cut_after = SIZE_MAX;
	}
}

void fake_silence(struct fake *f)
{
	int listener;

	f->ends = false;
	if (!begin(f, &listener))
		return;
	for (;;)
		pause();
}

int fake_stop(struct fake *f)
{
	int status = 0;
	struct timespec t = { .tv_nsec = 5 * 1000 * 1000 };

	/* a script that was played to its end is about to exit */
	for (int i = 0; f->ends && i < 400; i++) {
		if (waitpid(f->pid, &status, WNOHANG) == f->pid)
			return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
		nanosleep(&t, NULL);
	}
	kill(f->pid, SIGKILL);
	waitpid(f->pid, &status, 0);
	return 0;
}
