/*
 * tests/crash/kill.c - preloaded into heraldod: the clock stands still, and
 * one of its processes is killed at one of its messages to another, or the disk
 * is full.
 *
 *	HERALDO_KILL=ROLE:N	ROLE 0 is the first process, 1 the first that it
 *				forked, ..; N counts its messages from 1
 *	HERALDO_KILL_WRITE=N	the first process is killed at its Nth write
 *	HERALDO_FULL=N		the first process can write no file from its
 *				Nth write on
 *	HERALDO_KILL_COUNT=FILE	append "ROLE N" when a process has sent N, and
 *				"write N" when the first has written N
 *	HERALDO_POWER=1		when the first process is killed, so is the
 *				machine: FILE.kept, at first a copy of FILE,
 *				is what the disk has of it
 *	HERALDO_SYNC=N		the first process's Nth sync fails, and the disk
 *				forgets what it should have kept
 *	HERALDO_CLOCK=SECONDS	what time() says
 *
 * Messages between processes are what is written to UNIX sockets. Roles of
 * heraldod: 0 the judge, 1 the zygote of readers, 11, 12, .. the readers, 2
 * the post, 3, 4, .. the nurseries of painters, 31, 41, .. the painters.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static int role, n_forks, n_sent, n_written;
static pid_t (*real_fork)(void);
static ssize_t (*real_send)(int, const void *, size_t, int);
static ssize_t (*real_sendmsg)(int, const struct msghdr *, int);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite64)(int, const void *, size_t, off64_t);
static int (*real_fsync)(int), (*real_fdatasync)(int);
static int kill_role = -1, kill_n, full_n, kill_write, with_power = 1;
static int n_syncs, sync_n;
static const char *count_file;
static int count_fd = -1;

/* before main: in the reader's sandbox nothing can be looked up any more */
__attribute__((constructor)) static void begin(void)
{
	const char *at = getenv("HERALDO_KILL");
	const char *full = getenv("HERALDO_FULL");
	const char *write_n = getenv("HERALDO_KILL_WRITE");

	*(void **)&real_fork = dlsym(RTLD_NEXT, "fork");
	*(void **)&real_send = dlsym(RTLD_NEXT, "send");
	*(void **)&real_sendmsg = dlsym(RTLD_NEXT, "sendmsg");
	*(void **)&real_write = dlsym(RTLD_NEXT, "write");
	*(void **)&real_pwrite64 = dlsym(RTLD_NEXT, "pwrite64");
	*(void **)&real_fsync = dlsym(RTLD_NEXT, "fsync");
	*(void **)&real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
	with_power = !getenv("HERALDO_POWER");
	if (getenv("HERALDO_SYNC") &&
	    sscanf(getenv("HERALDO_SYNC"), "%d", &sync_n) != 1)
		abort();
	count_file = getenv("HERALDO_KILL_COUNT");
	/* opened before the process confines itself, and out of the way */
	if (count_file) {
		int fd = open(count_file, O_WRONLY | O_APPEND | O_CREAT, 0600);

		count_fd = fcntl(fd, F_DUPFD_CLOEXEC, 100);
		close(fd);
	}
	/* a program that a fork has become */
	if (getenv("HERALDO_KILL_ROLE"))
		sscanf(getenv("HERALDO_KILL_ROLE"), "%d", &role);
	if (at && sscanf(at, "%d:%d", &kill_role, &kill_n) != 2)
		abort();
	if (full && sscanf(full, "%d", &full_n) != 1)
		abort();
	if (write_n && sscanf(write_n, "%d", &kill_write) != 1)
		abort();
}

/* a reader is a child of a child; it may ask the system for nothing */
static int is_reader(void)
{
	return role >= 10;
}

static int is_local(int fd)
{
	struct sockaddr_storage a;
	socklen_t len = sizeof(a);

	return !getsockname(fd, (struct sockaddr *)&a, &len) &&
	       a.ss_family == AF_UNIX;
}

static void note(const char *what, int number)
{
	char line[64];
	int n, f;

	if (!count_file || is_reader())
		return;
	/* one that closes what it does not know can open, one that cannot open
	 * has kept it */
	f = open(count_file, O_WRONLY | O_APPEND);
	if (f < 0)
		f = count_fd;
	n = snprintf(line, sizeof(line), "%s %d\n", what, number);
	if (real_write(f, line, (size_t)n) != n)
		abort();
	if (f != count_fd)
		close(f);
}

static void count(int fd)
{
	char name[16];

	if (!is_reader() && !is_local(fd))
		return;
	snprintf(name, sizeof(name), "%d", role);
	note(name, ++n_sent);
	if (kill_role == role && kill_n == n_sent)
		raise(SIGKILL); /* forbidden in a reader, and as deadly */
}

pid_t fork(void)
{
	int child = role * 10 + ++n_forks;
	pid_t pid = real_fork();

	if (!pid) {
		char name[16];

		role = child;
		n_forks = n_sent = 0;
		snprintf(name, sizeof(name), "%d", role);
		setenv("HERALDO_KILL_ROLE", name, 1);
	}
	return pid;
}

ssize_t send(int fd, const void *bytes, size_t len, int flags)
{
	count(fd);
	return real_send(fd, bytes, len, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *m, int flags)
{
	count(fd);
	return real_sendmsg(fd, m, flags);
}

ssize_t write(int fd, const void *bytes, size_t len)
{
	if (is_reader())
		count(fd);
	return real_write(fd, bytes, len);
}

/* what was written since it was synced: of FILE.kept that is not part */
enum { PENDING = 1 << 16 };
static struct {
	int fd;
	off_t at;
	size_t len;
} pending[PENDING];
static int n_pending;

static void pend(int fd, off_t at, size_t len)
{
	if (with_power)
		return;
	if (n_pending == PENDING)
		abort();
	pending[n_pending].fd = fd;
	pending[n_pending].at = at;
	pending[n_pending++].len = len;
}

static void copy(int from, int to, off_t at, size_t len)
{
	char *bytes = malloc(len);
	ssize_t n = pread(from, bytes, len, at);

	if (n > 0 && real_pwrite64(to, bytes, (size_t)n, at) != n)
		abort();
	free(bytes);
}

/* The disk has it now; or it failed, and never will unless it is written once
 * more. */
static void keep(int fd, int failed)
{
	char link[64], path[4096 + 8];
	struct stat is;
	ssize_t n;
	int out, left = 0;

	if (with_power || fstat(fd, &is) || !S_ISREG(is.st_mode))
		return;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 8);
	if (n < 0)
		abort();
	snprintf(path + n, 8, ".kept");
	out = open(path, O_WRONLY | O_CREAT, 0600);
	for (int i = 0; i < n_pending; i++)
		if (pending[i].fd != fd)
			pending[left++] = pending[i];
		else if (!failed)
			copy(fd, out, pending[i].at, pending[i].len);
	n_pending = left;
	if ((!failed && ftruncate(out, is.st_size)) || close(out))
		abort();
}

static int synced(int fd, int rc)
{
	if (role)
		return rc;
	note("sync", ++n_syncs);
	if (sync_n && n_syncs == sync_n) {
		keep(fd, 1);
		errno = EIO;
		return -1;
	}
	if (!rc)
		keep(fd, 0);
	return rc;
}

int fsync(int fd)
{
	return synced(fd, real_fsync(fd));
}

int fdatasync(int fd)
{
	return synced(fd, real_fdatasync(fd));
}

/* how the database is written */
ssize_t pwrite64(int fd, const void *bytes, size_t len, off64_t at)
{
	if (role)
		return real_pwrite64(fd, bytes, len, at);
	note("write", ++n_written);
	if (kill_write && n_written == kill_write)
		raise(SIGKILL);
	if (full_n && n_written >= full_n) {
		errno = ENOSPC;
		return -1;
	}
	pend(fd, at, len);
	return real_pwrite64(fd, bytes, len, at);
}

time_t time(time_t *out)
{
	const char *fixed = getenv("HERALDO_CLOCK");
	struct timespec now;
	time_t t;

	if (fixed) {
		t = (time_t)atoll(fixed);
	} else {
		clock_gettime(CLOCK_REALTIME, &now);
		t = now.tv_sec;
	}
	if (out)
		*out = t;
	return t;
}
