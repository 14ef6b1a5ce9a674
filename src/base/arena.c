/* src/base/arena.c */
#include "base/arena.h"
#include "base/xalloc.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK_SIZE = 64 * 1024 };

struct arena_block {
	struct arena_block *next;
	size_t size, used;
	max_align_t bytes[];
};

void arena_init(struct arena *a)
{
	*a = (struct arena){ 0 };
}

void arena_release(struct arena *a)
{
	while (a->first) {
		struct arena_block *b = a->first;

		a->first = b->next;
		free(b);
	}
	a->used = 0;
}

static void *bytes_take(struct arena *a, size_t size, bool zero)
{
	const size_t align = _Alignof(max_align_t);
	struct arena_block *b = a->first;
	void *p;

	assert(size <= SIZE_MAX / 2);
	size = (size + align - 1) / align * align;
	if (!b || b->size - b->used < size) {
		size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
		/* large and new memory is zero: it costs nothing until used */
		bool fresh = zero && size > BLOCK_SIZE;

		if (fresh)
			b = xalloc_check(calloc(1, sizeof(*b) + room));
		else
			b = xalloc_check(malloc(sizeof(*b) + room));
		zero = zero && !fresh;
		b->size = room;
		b->used = 0;
		/* a large single allocation goes second, so that the rest of
		 * the block in use is not lost */
		if (a->first && size > BLOCK_SIZE / 4) {
			b->next = a->first->next;
			a->first->next = b;
		} else {
			b->next = a->first;
			a->first = b;
		}
	}
	p = (char *)b->bytes + b->used;
	b->used += size;
	a->used += size;
	return zero ? memset(p, 0, size) : p;
}

void *arena_alloc(struct arena *a, size_t size)
{
	return bytes_take(a, size, true);
}

void *arena_alloc_raw(struct arena *a, size_t size)
{
	return bytes_take(a, size, false);
}

void *arena_array(struct arena *a, size_t n, size_t size)
{
	assert(!size || n <= SIZE_MAX / 2 / size);
	return arena_alloc(a, n * size);
}

void *arena_grow(struct arena *a, void *list, size_t n, size_t *room,
		 size_t size)
{
	void *larger;

	if (n < *room)
		return list;
	*room = *room ? 2 * *room : 64;
	larger = arena_array(a, *room, size);
	if (n)
		memcpy(larger, list, n * size);
	return larger;
}

char *arena_copy(struct arena *a, const void *bytes, size_t len)
{
	char *p = arena_alloc_raw(a, len + 1);

	if (len)
		memcpy(p, bytes, len);
	p[len] = 0;
	return p;
}

char *arena_strdup(struct arena *a, const char *z)
{
	return arena_copy(a, z, strlen(z));
}

struct str arena_str(struct arena *a, struct str s)
{
	return (struct str){ arena_copy(a, s.s, s.len), s.len };
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	int n;
	char most[256], *p; /* most formatted texts are no longer */

	va_start(ap, fmt);
	n = vsnprintf(most, sizeof(most), fmt, ap);
	va_end(ap);
	assert(n >= 0);
	if ((size_t)n < sizeof(most))
		return arena_copy(a, most, (size_t)n);
	p = arena_alloc_raw(a, (size_t)n + 1);
	va_start(ap, fmt);
	vsnprintf(p, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return p;
}
