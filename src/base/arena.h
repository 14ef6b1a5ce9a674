/*
 * src/base/arena.h - memory arena: many allocations, one release. Everything
 * that lives as long as one mail is allocated here. If memory runs out the
 * process ends: no partial work was committed.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H
#include "base/base.h"

struct arena_block;

struct arena {
	struct arena_block *first; /* newest block, NULL when empty */
	size_t used;               /* bytes handed out, for bounds and tests */
};

/* An empty arena is { 0 }; arena_init says the same in words. */
void arena_init(struct arena *a);

/* Give back everything; the arena is empty and usable again. */
void arena_release(struct arena *a);

/* size bytes, zeroed, aligned for any type; never NULL. */
void *arena_alloc(struct arena *a, size_t size);

/* The same as it comes: for large things whose owner fills them at once. */
void *arena_alloc_raw(struct arena *a, size_t size);

/* n objects of size bytes, zeroed; the product must not overflow. */
void *arena_array(struct arena *a, size_t n, size_t size);

/*
 * A list of n objects of which *room would fit, with room for one more: the
 * list itself, or a copy with twice its room (what it had is given back with
 * the arena). Where *room is 0 there is none yet.
 */
void *arena_grow(struct arena *a, void *list, size_t n, size_t *room,
		 size_t size);

/* Copies, ended by a NUL that the length does not count. */
char *arena_copy(struct arena *a, const void *bytes, size_t len);
char *arena_strdup(struct arena *a, const char *z);
char *arena_printf(struct arena *a, const char *fmt, ...) PRINTF_LIKE(2, 3);
struct str arena_str(struct arena *a, struct str s);

#define ARENA_NEW(a, type)      ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, n, type) ((type *)arena_array((a), (n), sizeof(type)))
#endif
