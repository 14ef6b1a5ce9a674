/*
 * src/base/buf.h - byte buffer that grows up to a limit set by its owner. Past
 * the limit it keeps its bytes and sets `full`, so that a writer checks once,
 * at the end, instead of after every call.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H
#include "base/base.h"

struct buf {
	char *s; /* always ended by a NUL that len does not count */
	size_t len;
	size_t room;
	size_t max; /* bytes, without the NUL */
	bool full;  /* something did not fit */
};

/* An empty buffer of at most max bytes; allocates nothing yet. */
void buf_init(struct buf *b, size_t max);

/* Free the bytes; the buffer is empty and usable again, with the same max. */
void buf_release(struct buf *b);

/* Empty it, keeping the memory. */
void buf_clear(struct buf *b);

/* Make room for len more bytes at once; a longer buffer grows step by step. */
bool buf_reserve(struct buf *b, size_t len);

/* Append; true if all of it fitted (nothing is appended otherwise). */
bool buf_add(struct buf *b, const void *bytes, size_t len);
bool buf_addz(struct buf *b, const char *z);
bool buf_adds(struct buf *b, struct str s);
bool buf_addc(struct buf *b, char c);
bool buf_addf(struct buf *b, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Append a decimal integer; the same digits in every locale. */
bool buf_addi(struct buf *b, int64_t n);

/* What it holds, borrowed until the next change. */
struct str buf_str(const struct buf *b);
#endif
