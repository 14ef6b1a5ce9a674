/*
 * src/base/base.h - the first include of every file: the configuration,
 * fixed-width types, slices and a few small macros.
 */
#ifndef BASE_BASE_H
#define BASE_BASE_H
#include <config.h>
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

/* let the compiler check the arguments of a printf-like function */
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))

/*
 * A slice: len bytes at s, borrowed, not ended by a NUL, may hold NULs.
 * An empty slice may have any s, also NULL.
 */
struct str {
	const char *s;
	size_t len;
};

/* a slice of a string literal */
#define STR(literal) ((struct str){ (literal), sizeof(literal) - 1 })

static inline struct str str_of(const char *z)
{
	return (struct str){ z, z ? strlen(z) : 0 };
}

static inline struct str bytes_of(const void *b, size_t len)
{
	return (struct str){ b, len };
}

static inline bool str_equal(struct str a, struct str b)
{
	return a.len == b.len && (!a.len || !memcmp(a.s, b.s, a.len));
}

static inline bool str_is(struct str a, const char *z)
{
	return str_equal(a, str_of(z));
}

static inline bool str_starts(struct str a, const char *prefix)
{
	size_t n = strlen(prefix);

	return a.len >= n && !memcmp(a.s, prefix, n);
}

static inline bool str_ends(struct str a, const char *end)
{
	size_t n = strlen(end);

	return a.len >= n && !memcmp(a.s + a.len - n, end, n);
}

/* for "%.*s" */
#define STR_ARG(x) (int)((x).len > INT_MAX ? INT_MAX : (x).len), (x).s
#endif
