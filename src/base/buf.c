/* src/base/buf.c */
#include "base/buf.h"
#include "base/xalloc.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char nothing[1];

void buf_init(struct buf *b, size_t max)
{
	*b = (struct buf){ .s = nothing, .max = max };
}

void buf_release(struct buf *b)
{
	if (b->room)
		free(b->s);
	buf_init(b, b->max);
}

void buf_clear(struct buf *b)
{
	b->len = 0;
	b->full = false;
	if (b->room)
		b->s[0] = 0;
}

/* more memory, or `full` */
static bool buf_enlarge(struct buf *b, size_t len)
{
	size_t room;
	char *s;

	assert(b->s);
	if (len > b->max - b->len) {
		b->full = true;
		return false;
	}
	if (b->len + len < b->room)
		return true;
	room = b->room ? b->room : 256;
	while (room <= b->len + len)
		room *= 2;
	s = xalloc_check(realloc(b->room ? b->s : NULL, room));
	b->s = s;
	b->room = room;
	b->s[b->len] = 0;
	return true;
}

/* room for len more bytes and the NUL, or `full` */
static inline bool buf_grow(struct buf *b, size_t len)
{
	if (len < b->room - b->len && len <= b->max - b->len)
		return true;
	return buf_enlarge(b, len);
}

bool buf_reserve(struct buf *b, size_t len)
{
	return buf_grow(b, len);
}

bool buf_add(struct buf *b, const void *bytes, size_t len)
{
	if (!len)
		return true;
	if (!buf_grow(b, len))
		return false;
	memcpy(b->s + b->len, bytes, len);
	b->len += len;
	b->s[b->len] = 0;
	return true;
}

bool buf_addz(struct buf *b, const char *z)
{
	return buf_add(b, z, strlen(z));
}

bool buf_adds(struct buf *b, struct str s)
{
	return buf_add(b, s.s, s.len);
}

bool buf_addc(struct buf *b, char c)
{
	if (!buf_grow(b, 1))
		return false;
	b->s[b->len++] = c;
	b->s[b->len] = 0;
	return true;
}

bool buf_addf(struct buf *b, const char *fmt, ...)
{
	size_t left = b->room - b->len;
	va_list ap, again;
	int n;
	bool ok;

	va_start(ap, fmt);
	va_copy(again, ap);
	/* mostly there is room: once more only if there was not */
	n = vsnprintf(left ? b->s + b->len : NULL, left, fmt, ap);
	va_end(ap);
	assert(n >= 0);
	ok = (size_t)n < left && (size_t)n <= b->max - b->len;
	if (!ok) {
		if (left)
			b->s[b->len] = 0;
		ok = buf_grow(b, (size_t)n);
		if (ok)
			vsnprintf(b->s + b->len, (size_t)n + 1, fmt, again);
	}
	if (ok)
		b->len += (size_t)n;
	va_end(again);
	return ok;
}

bool buf_addi(struct buf *b, int64_t n)
{
	char digits[24];
	size_t i = sizeof(digits);
	uint64_t u = n < 0 ? -(uint64_t)n : (uint64_t)n;

	do {
		digits[--i] = (char)('0' + u % 10);
		u /= 10;
	} while (u);
	if (n < 0)
		digits[--i] = '-';
	return buf_add(b, digits + i, sizeof(digits) - i);
}

struct str buf_str(const struct buf *b)
{
	return (struct str){ b->s, b->len };
}
