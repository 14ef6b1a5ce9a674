/*
 * src/webapp/memory.c - copies, sets and compares memory as browsers do it
 * fastest, in the page only. The C library of wasi works byte by byte, which
 * takes most of the time when many states of a game are tried.
 */
#include <stdbool.h>
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);

/* one instruction each; the compiler makes no call of it here (-mbulk-memory)
 */
void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	return __builtin_memcpy(to, from, n);
}

void *memmove(void *to, const void *from, size_t n)
{
	return __builtin_memmove(to, from, n);
}

void *memset(void *to, int byte, size_t n)
{
	return __builtin_memset(to, byte, n);
}

typedef unsigned char block __attribute__((vector_size(16), aligned(1)));
typedef long long lanes __attribute__((vector_size(16)));

/* Are 64 bytes equal? */
static bool same_blocks(const unsigned char *p, const unsigned char *q)
{
	const block *a = (const void *)p, *b = (const void *)q;
	lanes all = (lanes)(a[0] ^ b[0]) | (lanes)(a[1] ^ b[1]) |
		    (lanes)(a[2] ^ b[2]) | (lanes)(a[3] ^ b[3]);

	return !(all[0] | all[1]);
}

int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;

	for (; n >= 64 && same_blocks(p, q); n -= 64) {
		p += 64;
		q += 64;
	}
	for (; n; n--, p++, q++)
		if (*p != *q)
			return *p - *q;
	return 0;
}
