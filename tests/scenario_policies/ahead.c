/*
 * tests/scenario_policies/ahead.c - preloaded into a judge and into gpg: days
 * pass when the test says so. time() is ahead of the clock by as many seconds
 * as stand in the file HERALDO_AHEAD, an int64_t that may change while they
 * run.
 *
 * And a fault of the library that reads mails: it dies of each that has the
 * header X-Breaks-Readers, as it might of one that nobody has thought of yet.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead;

/* before a process confines itself */
__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("HERALDO_AHEAD");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *p;

	if (fd < 0)
		return;
	p = mmap(NULL, sizeof(*ahead), PROT_READ, MAP_SHARED, fd, 0);
	close(fd);
	if (p != MAP_FAILED)
		ahead = p;
}

time_t time(time_t *out)
{
	struct timespec now;
	time_t t;

	clock_gettime(CLOCK_REALTIME, &now);
	t = now.tv_sec + (ahead ? (time_t)*ahead : 0);
	if (out)
		*out = t;
	return t;
}

/* of GMime; its streams are none of ours */
void *g_mime_stream_mem_new_with_buffer(const char *bytes, size_t len);

void *g_mime_stream_mem_new_with_buffer(const char *bytes, size_t len)
{
	static const char mark[] = "\nX-Breaks-Readers:";
	void *(*of_library)(const char *, size_t);

	if (memmem(bytes, len, mark, sizeof(mark) - 1))
		abort();
	*(void **)&of_library =
		dlsym(RTLD_NEXT, "g_mime_stream_mem_new_with_buffer");
	return of_library(bytes, len);
}
