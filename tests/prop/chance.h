/*
 * tests/prop/chance.h - chance that comes of a seed: the same seed, the same
 * game. A struct dice with .bits = chance_bits and the seed as .source.
 */
#ifndef TESTS_PROP_CHANCE_H
#define TESTS_PROP_CHANCE_H
#include "engine/random_pick.h"

/* source: a uint64_t */
static inline uint32_t chance_bits(const void *source, uint32_t roll,
				   uint32_t draw)
{
	uint64_t x = *(const uint64_t *)source + roll * UINT64_C(0x9e3779b9) +
		     draw * UINT64_C(0xbf58476d1ce4e5b9);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)(x >> 32);
}

#endif
