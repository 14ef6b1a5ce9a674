/*
 * src/mail/sandbox.h - drops rights of this process, permanently.
 * sandbox_enter, for parsers of foreign mail, leaves memory, computing time
 * within a limit, and reading and writing of open file descriptors.
 * confine_enter, for the process with the network, leaves sockets and a few
 * folders, too.
 */
#ifndef MAIL_SANDBOX_H
#define MAIL_SANDBOX_H
#include "base/err.h"

struct sandbox {
	size_t memory;  /* bytes of address space; 0: no limit */
	unsigned cpu_s; /* seconds of computing for its whole life */
	/*
	 * Weaker, for programs under AddressSanitizer or valgrind, which need
	 * more system calls and memory: no limit of memory, and a list of
	 * forbidden calls instead of allowed ones (sockets, files, processes,
	 * tracing); no list at all on systems without seccomp. A build with
	 * --enable-sanitizers is always relaxed.
	 */
	bool relaxed;
};

/*
 * Enter it. A forbidden system call then ends the process (SIGSYS); opening a
 * file only fails. ERR_SYSTEM if the kernel refuses: the caller must not read
 * foreign bytes then.
 */
enum err sandbox_enter(const struct sandbox *s, struct why *why);

/*
 * For the process that owns the network: sockets, and files below a few places,
 * but no other program, no other process, no file of anybody else. What it
 * needs once (libraries, the modules that resolve names) must have been used
 * before, and it must not have started a thread.
 */
enum { CONFINE_PLACES = 8 };
struct confine {
	const char
		*hosts[CONFINE_PLACES];   /* names it will look up; NULL ends */
	const char *read[CONFINE_PLACES]; /* besides those of the system */
	const char *write[CONFINE_PLACES]; /* folders: Maildirs */
	bool relaxed;                      /* as in struct sandbox */
};

/*
 * Enter it for good: Landlock where the kernel has it (files outside the places
 * cannot be opened), seccomp always (what starts programs or processes, or
 * traces, ends this one with SIGSYS; other unlisted calls fail with EPERM).
 * Places that are not there are left out. ERR_SYSTEM if the kernel refuses.
 */
enum err confine_enter(const struct confine *c, struct why *why);

/* The kernel's version of Landlock, 0: it has none. */
int confine_landlock(void);

/* Is this process relaxed in any case? */
bool sandbox_is_relaxed(const struct sandbox *s);
#endif
