/* src/mail/sandbox.c */
#include "mail/sandbox.h"
#include <errno.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* all that reading a mail needs; mmap has its own line below */
static const int allowed[] = {
	SCMP_SYS(read),          SCMP_SYS(write),        SCMP_SYS(exit_group),
	SCMP_SYS(munmap),        SCMP_SYS(mremap),       SCMP_SYS(madvise),
	SCMP_SYS(brk),           SCMP_SYS(futex),        SCMP_SYS(rt_sigreturn),
	SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(getrandom),
	SCMP_SYS(lseek),         SCMP_SYS(close),
};

/* libraries look for files and do without: no reason to die */
static const int answered[] = {
	SCMP_SYS(openat),
	SCMP_SYS(newfstatat),
};

/* relaxed: what no reader, however instrumented, has any business with */
static const int forbidden[] = {
	SCMP_SYS(socket),  SCMP_SYS(connect),  SCMP_SYS(bind),
	SCMP_SYS(listen),  SCMP_SYS(accept),   SCMP_SYS(accept4),
	SCMP_SYS(execve),  SCMP_SYS(execveat), SCMP_SYS(fork),
	SCMP_SYS(vfork),   SCMP_SYS(unlink),   SCMP_SYS(unlinkat),
	SCMP_SYS(rename),  SCMP_SYS(renameat), SCMP_SYS(renameat2),
	SCMP_SYS(mkdir),   SCMP_SYS(mkdirat),  SCMP_SYS(ptrace),
	SCMP_SYS(mount),   SCMP_SYS(chmod),    SCMP_SYS(fchmodat),
	SCMP_SYS(sendmsg), SCMP_SYS(recvmsg),  SCMP_SYS(io_uring_setup),
};

bool sandbox_is_relaxed(const struct sandbox *s)
{
#ifdef HERALDO_SANITIZED
	(void)s;
	return true;
#else
	return s->relaxed;
#endif
}

static int limit(int what, rlim_t most)
{
	struct rlimit r = { most, most };

	return setrlimit((__rlimit_resource_t)what, &r);
}

static enum err set_limits(const struct sandbox *s, struct why *why)
{
	enum { STACK = 100 << 20 };
	struct rlimit stack;
	bool bad = false;

	/* Parsers recurse. A deep one that needs little else should end by
	 * coming back, not by running off the stack. */
	if (!getrlimit(RLIMIT_STACK, &stack)) {
		stack.rlim_cur = stack.rlim_max == RLIM_INFINITY ||
						 stack.rlim_max > STACK
					 ? STACK
					 : stack.rlim_max;
		bad |= setrlimit(RLIMIT_STACK, &stack) != 0;
	}
	bad |= limit(RLIMIT_CPU, s->cpu_s) != 0;
	bad |= limit(RLIMIT_CORE, 0) != 0;
	if (!sandbox_is_relaxed(s)) {
		bad |= limit(RLIMIT_FSIZE, 0) != 0;
		bad |= limit(RLIMIT_NOFILE, 0) != 0;
		bad |= limit(RLIMIT_NPROC, 0) != 0;
		if (s->memory)
			bad |= limit(RLIMIT_AS, s->memory) != 0;
	}
	if (bad)
		return why_set(why, ERR_SYSTEM,
			       "cannot limit the mail reader: %s",
			       strerror(errno));
	return ERR_OK;
}

static int fill_strict(scmp_filter_ctx ctx)
{
	int r = 0;

	for (size_t i = 0; i < ARRAY_LEN(allowed) && !r; i++)
		r = seccomp_rule_add(ctx, SCMP_ACT_ALLOW, allowed[i], 0);
	for (size_t i = 0; i < ARRAY_LEN(answered) && !r; i++)
		r = seccomp_rule_add(ctx, SCMP_ACT_ERRNO(EPERM), answered[i],
				     0);
	/* memory, but none that can be executed */
	if (!r)
		r = seccomp_rule_add(ctx, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
				     SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
	return r;
}

/* whoever makes one of these calls ends */
static int fill_deadly(scmp_filter_ctx ctx, const int *calls, size_t n)
{
	int r = 0;

	for (size_t i = 0; i < n && !r; i++)
		r = seccomp_rule_add(ctx, SCMP_ACT_KILL_PROCESS, calls[i], 0);
	return r;
}

static int fill_relaxed(scmp_filter_ctx ctx)
{
	return fill_deadly(ctx, forbidden, ARRAY_LEN(forbidden));
}

/* no process may read its memory, and it gains no rights again */
static enum err close_memory(bool relaxed, struct why *why)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    (!relaxed && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)))
		return why_set(why, ERR_SYSTEM, "prctl: %s", strerror(errno));
	return ERR_OK;
}

/* From here on these calls; with all others happens what otherwise says. */
static enum err filter_calls(int (*fill)(scmp_filter_ctx ctx),
			     uint32_t otherwise, bool relaxed, struct why *why)
{
	scmp_filter_ctx ctx = seccomp_init(otherwise);
	int r;

	if (!ctx)
		return why_set(why, ERR_SYSTEM, "seccomp_init failed");
	r = fill(ctx);
	if (!r)
		r = seccomp_load(ctx);
	seccomp_release(ctx);
	/* valgrind knows no seccomp, and says so */
	if (relaxed && (r == -ENOSYS || r == -EINVAL))
		return ERR_OK;
	if (r)
		return why_set(why, ERR_SYSTEM,
			       "the kernel refuses seccomp: %s", strerror(-r));
	return ERR_OK;
}

enum err sandbox_enter(const struct sandbox *s, struct why *why)
{
	bool relaxed = sandbox_is_relaxed(s);
	enum err e = set_limits(s, why);

	if (!e)
		e = close_memory(relaxed, why);
	if (e)
		return e;
	return relaxed ? filter_calls(fill_relaxed, SCMP_ACT_ALLOW, true, why)
		       : filter_calls(fill_strict, SCMP_ACT_KILL_PROCESS, false,
				      why);
}

/* --- the process that owns the network ------------------------------------ */

/* sockets, names, waiting; libcurl resolves in a thread of its own */
static const int networked[] = {
	SCMP_SYS(read),
	SCMP_SYS(write),
	SCMP_SYS(readv),
	SCMP_SYS(writev),
	SCMP_SYS(close),
	SCMP_SYS(lseek),
	SCMP_SYS(dup),
	SCMP_SYS(fcntl),
	SCMP_SYS(pipe2),
	SCMP_SYS(eventfd2),
	SCMP_SYS(connect),
	SCMP_SYS(getpeername),
	SCMP_SYS(getsockname),
	SCMP_SYS(getsockopt),
	SCMP_SYS(setsockopt),
	SCMP_SYS(recvfrom),
	SCMP_SYS(recvmsg),
	SCMP_SYS(recvmmsg),
	SCMP_SYS(sendto),
	SCMP_SYS(sendmsg),
	SCMP_SYS(sendmmsg),
	SCMP_SYS(shutdown),
	SCMP_SYS(bind),
	SCMP_SYS(poll),
	SCMP_SYS(ppoll),
	SCMP_SYS(select),
	SCMP_SYS(pselect6),
	SCMP_SYS(epoll_create1),
	SCMP_SYS(epoll_ctl),
	SCMP_SYS(epoll_wait),
	SCMP_SYS(epoll_pwait),
	SCMP_SYS(clock_gettime),
	SCMP_SYS(clock_nanosleep),
	SCMP_SYS(nanosleep),
	SCMP_SYS(gettimeofday),
	SCMP_SYS(time),
	SCMP_SYS(getrandom),
	SCMP_SYS(uname),
	SCMP_SYS(brk),
	SCMP_SYS(munmap),
	SCMP_SYS(mremap),
	SCMP_SYS(madvise),
	SCMP_SYS(futex),
	SCMP_SYS(rseq),
	SCMP_SYS(set_robust_list),
	SCMP_SYS(sched_yield),
	SCMP_SYS(sched_getaffinity),
	SCMP_SYS(restart_syscall),
	SCMP_SYS(rt_sigaction),
	SCMP_SYS(rt_sigprocmask),
	SCMP_SYS(rt_sigreturn),
	SCMP_SYS(sigaltstack),
	SCMP_SYS(tgkill),
	SCMP_SYS(getpid),
	SCMP_SYS(gettid),
	SCMP_SYS(getuid),
	SCMP_SYS(geteuid),
	SCMP_SYS(getgid),
	SCMP_SYS(getegid),
	SCMP_SYS(exit),
	SCMP_SYS(exit_group),
	/* files: Landlock says which */
	SCMP_SYS(open),
	SCMP_SYS(openat),
	SCMP_SYS(newfstatat),
	SCMP_SYS(stat),
	SCMP_SYS(lstat),
	SCMP_SYS(fstat),
	SCMP_SYS(statx),
	SCMP_SYS(fstatfs),
	SCMP_SYS(access),
	SCMP_SYS(faccessat),
	SCMP_SYS(faccessat2),
	SCMP_SYS(readlink),
	SCMP_SYS(readlinkat),
	SCMP_SYS(getdents64),
	SCMP_SYS(mkdir),
	SCMP_SYS(mkdirat),
	SCMP_SYS(rename),
	SCMP_SYS(renameat),
	SCMP_SYS(renameat2),
	SCMP_SYS(link),
	SCMP_SYS(linkat),
	SCMP_SYS(unlink),
	SCMP_SYS(unlinkat),
	SCMP_SYS(fsync),
	SCMP_SYS(fdatasync),
	SCMP_SYS(sync_file_range),
	SCMP_SYS(inotify_init1),
	SCMP_SYS(inotify_add_watch),
	SCMP_SYS(inotify_rm_watch),
};

/* calls that only an attacker in this process would make */
static const int deadly[] = {
	SCMP_SYS(execve),
	SCMP_SYS(execveat),
	SCMP_SYS(fork),
	SCMP_SYS(vfork),
	SCMP_SYS(ptrace),
	SCMP_SYS(process_vm_readv),
	SCMP_SYS(process_vm_writev),
	SCMP_SYS(open_by_handle_at),
	SCMP_SYS(mount),
	SCMP_SYS(bpf),
	SCMP_SYS(io_uring_setup),
	SCMP_SYS(userfaultfd),
	SCMP_SYS(perf_event_open),
	SCMP_SYS(keyctl),
};

/* glibc takes the older call then, whose flags can be looked at */
enum { NEW_THREAD = CLONE_VM | CLONE_THREAD | CLONE_SIGHAND };

static int fill_network(scmp_filter_ctx ctx)
{
	static const int families[] = { AF_INET, AF_INET6, AF_UNIX,
					AF_NETLINK };
	static const int memory[] = { SCMP_SYS(mmap), SCMP_SYS(mprotect) };
	int r = 0;

	for (size_t i = 0; i < ARRAY_LEN(networked) && !r; i++)
		r = seccomp_rule_add(ctx, SCMP_ACT_ALLOW, networked[i], 0);
	if (!r)
		r = fill_deadly(ctx, deadly, ARRAY_LEN(deadly));
	for (size_t i = 0; i < ARRAY_LEN(families) && !r; i++) {
		const struct scmp_arg_cmp is =
			SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)families[i]);

		r = seccomp_rule_add(ctx, SCMP_ACT_ALLOW, SCMP_SYS(socket), 1,
				     is);
		if (!r && families[i] == AF_UNIX)
			r = seccomp_rule_add(ctx, SCMP_ACT_ALLOW,
					     SCMP_SYS(socketpair), 1, is);
	}
	for (size_t i = 0; i < ARRAY_LEN(memory) && !r; i++)
		r = seccomp_rule_add(ctx, SCMP_ACT_ALLOW, memory[i], 1,
				     SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
	if (!r)
		r = seccomp_rule_add(ctx, SCMP_ACT_ERRNO(ENOSYS),
				     SCMP_SYS(clone3), 0);
	if (!r)
		r = seccomp_rule_add(
			ctx, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
			SCMP_A0(SCMP_CMP_MASKED_EQ, NEW_THREAD, NEW_THREAD));
	/* a thread's name, bytes that wait */
	if (!r)
		r = seccomp_rule_add(ctx, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1,
				     SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
	if (!r)
		r = seccomp_rule_add(ctx, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1,
				     SCMP_A1(SCMP_CMP_EQ, FIONREAD));
	return r;
}

/* --- Landlock: the C library has no functions for it ---------------------- */

enum {
	/* of the third version; the headers may be older than the kernel */
	FS_TRUNCATE = 1 << 14,
	FS_READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
	FS_WRITE = FS_READ | LANDLOCK_ACCESS_FS_WRITE_FILE |
		   LANDLOCK_ACCESS_FS_REMOVE_FILE |
		   LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR |
		   LANDLOCK_ACCESS_FS_REFER,
	FS_ALL = (LANDLOCK_ACCESS_FS_REFER << 1) - 1
};

int confine_landlock(void)
{
	long v = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0,
			 LANDLOCK_CREATE_RULESET_VERSION);

	return v < 0 ? 0 : (int)v;
}

/* A place that is not there, or a link to nowhere, is left out. */
static int place_allow(int rules, const char *path, uint64_t rights)
{
	struct landlock_path_beneath_attr a = { .allowed_access = rights };
	char *real = realpath(path, NULL);
	struct stat st;
	int r = 0;

	a.parent_fd = real ? open(real, O_PATH | O_CLOEXEC) : -1;
	free(real);
	if (a.parent_fd < 0)
		return 0;
	if (!fstat(a.parent_fd, &st) && !S_ISDIR(st.st_mode))
		a.allowed_access &= ~(uint64_t)LANDLOCK_ACCESS_FS_READ_DIR;
	if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH,
		    &a, 0))
		r = errno;
	close(a.parent_fd);
	return r;
}

static enum err landlock(const struct confine *c, struct why *why)
{
	/* resolving names, and the certificates of the system */
	static const char *const system_places[] = {
		"/etc",
		"/run/systemd/resolve",
		"/usr/lib",
		"/usr/share/ca-certificates",
		"/usr/local/share/ca-certificates",
		"/dev/null",
		"/usr/share/zoneinfo",
	};
	int version = confine_landlock(), rules, r = 0;
	struct landlock_ruleset_attr attr = {
		.handled_access_fs =
			version >= 3 ? FS_ALL | FS_TRUNCATE
			: version == 2
				? (uint64_t)FS_ALL
				: FS_ALL & ~(uint64_t)LANDLOCK_ACCESS_FS_REFER,
	};
	uint64_t most = attr.handled_access_fs;

	if (!version)
		return ERR_OK;
	rules = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof(attr),
			     0);
	if (rules < 0)
		return why_set(why, ERR_SYSTEM, "Landlock: %s",
			       strerror(errno));
	for (size_t i = 0; i < ARRAY_LEN(system_places) && !r; i++)
		r = place_allow(rules, system_places[i], FS_READ & most);
	for (int i = 0; i < CONFINE_PLACES && c->read[i] && !r; i++)
		r = place_allow(rules, c->read[i], FS_READ & most);
	for (int i = 0; i < CONFINE_PLACES && c->write[i] && !r; i++)
		r = place_allow(rules, c->write[i],
				(FS_WRITE | FS_TRUNCATE) & most);
	if (!r && syscall(SYS_landlock_restrict_self, rules, 0))
		r = errno;
	close(rules);
	return r ? why_set(why, ERR_SYSTEM, "Landlock: %s", strerror(r))
		 : ERR_OK;
}

/* The modules that look up names are loaded now: later nothing can be. */
static void names_warm(const struct confine *c)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *found;

	for (int i = 0; i < CONFINE_PLACES && c->hosts[i]; i++)
		if (*c->hosts[i] &&
		    !getaddrinfo(c->hosts[i], NULL, &hints, &found))
			freeaddrinfo(found);
}

static int fill_network_relaxed(scmp_filter_ctx ctx)
{
	return fill_deadly(ctx, deadly, ARRAY_LEN(deadly));
}

enum err confine_enter(const struct confine *c, struct why *why)
{
	struct sandbox s = { .relaxed = c->relaxed };
	bool relaxed = sandbox_is_relaxed(&s);
	enum err e;

	names_warm(c);
	if (limit(RLIMIT_CORE, 0))
		return why_set(why, ERR_SYSTEM, "setrlimit: %s",
			       strerror(errno));
	e = close_memory(relaxed, why);
	if (!e && !relaxed)
		e = landlock(c, why);
	if (e)
		return e;
	return relaxed ? filter_calls(fill_network_relaxed, SCMP_ACT_ALLOW,
				      true, why)
		       : filter_calls(fill_network, SCMP_ACT_ERRNO(EPERM),
				      false, why);
}
