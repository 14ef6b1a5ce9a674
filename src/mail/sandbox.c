/* src/mail/sandbox.c */
#include "mail/sandbox.h"
#include <errno.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

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

static int fill_relaxed(scmp_filter_ctx ctx)
{
	int r = 0;

	for (size_t i = 0; i < ARRAY_LEN(forbidden) && !r; i++)
		r = seccomp_rule_add(ctx, SCMP_ACT_KILL_PROCESS, forbidden[i],
				     0);
	return r;
}

enum err sandbox_enter(const struct sandbox *s, struct why *why)
{
	bool relaxed = sandbox_is_relaxed(s);
	scmp_filter_ctx ctx;
	enum err e;
	int r;

	e = set_limits(s, why);
	if (e)
		return e;
	/* nobody may look into its memory, and it gains no rights again */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    (!relaxed && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)))
		return why_set(why, ERR_SYSTEM, "prctl: %s", strerror(errno));
	ctx = seccomp_init(relaxed ? SCMP_ACT_ALLOW : SCMP_ACT_KILL_PROCESS);
	if (!ctx)
		return why_set(why, ERR_SYSTEM, "seccomp_init failed");
	r = relaxed ? fill_relaxed(ctx) : fill_strict(ctx);
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
