/*
 * src/engine/int128.h - exact products of two 64-bit numbers, and their
 * comparison: the only 128-bit operations that geometry needs. 32-bit machines
 * have no such type, and the game must be the same there.
 */
#ifndef ENGINE_INT128_H
#define ENGINE_INT128_H
#include "base/base.h"

struct int128 {
	uint64_t high, low;
};

static inline struct int128 int128_of(uint64_t v)
{
	return (struct int128){ 0, v };
}

/* a * b of halves, as on paper */
static inline struct int128 int128_mul_halves(uint64_t a, uint64_t b)
{
	uint64_t a1 = a >> 32, a0 = a & UINT32_MAX;
	uint64_t b1 = b >> 32, b0 = b & UINT32_MAX;
	uint64_t low = a0 * b0, mid = a1 * b0 + (low >> 32);
	uint64_t mid2 = a0 * b1 + (mid & UINT32_MAX);

	return (struct int128){ a1 * b1 + (mid >> 32) + (mid2 >> 32),
				mid2 << 32 | (low & UINT32_MAX) };
}

/* a * b: the same, by the machine where it can (WIDE_HALVES: a test of how it
 * is where it cannot) */
static inline struct int128 int128_mul(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__) && !defined(WIDE_HALVES)
	unsigned __int128 v = (unsigned __int128)a * b;

	return (struct int128){ (uint64_t)(v >> 64), (uint64_t)v };
#else
	return int128_mul_halves(a, b);
#endif
}

static inline struct int128 int128_square(int64_t v)
{
	uint64_t u = v < 0 ? -(uint64_t)v : (uint64_t)v;

	return int128_mul(u, u);
}

/* a * b, which must be below 2^128 */
static inline struct int128 int128_times(struct int128 a, uint64_t b)
{
	struct int128 low = int128_mul(a.low, b), high = int128_mul(a.high, b);

	assert(!high.high && low.high <= UINT64_MAX - high.low);
	return (struct int128){ low.high + high.low, low.low };
}

/* below 0, 0 or above, as a is less than b, equal or more */
static inline int int128_cmp(struct int128 a, struct int128 b)
{
	if (a.high != b.high)
		return a.high < b.high ? -1 : 1;
	return a.low < b.low ? -1 : a.low > b.low;
}
#endif
