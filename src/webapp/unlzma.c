/* src/webapp/unlzma.c */
#include "webapp/unlzma.h"

enum {
	LC = 3, /* high bits of the byte before, which a literal is coded by */
	STATES = 12,
	SLOTS = 64,
	LENGTH_STATES = 4,
	MATCH_MIN = 2,
	FULL_SLOTS = 14, /* distances below them have all their bits coded */
	ALIGN_BITS = 4,
	BIT_ONE = 1 << 11,
	MOVE = 5
};

typedef uint16_t bit_model; /* how likely a 0 is, of BIT_ONE */

struct length_coder {
	bit_model choice[2], low[8], mid[8], high[256];
};

/* Where decoding is. Copied by what decodes many bits, so that it is in
 * registers meanwhile. */
struct coder {
	const uint8_t *in, *end;
	uint32_t range, code;
};

struct lzma {
	struct coder coder;
	bit_model literal[0x300 << LC];
	bit_model is_match[STATES], is_rep[STATES], is_rep0[STATES];
	bit_model is_rep1[STATES], is_rep2[STATES], is_rep0_long[STATES];
	bit_model slot[LENGTH_STATES][SLOTS], align[1 << ALIGN_BITS];
	bit_model special[128];
	struct length_coder match, again;
};

static inline void refill(struct coder *c)
{
	if (c->range >> 24)
		return;
	c->range <<= 8;
	c->code = c->code << 8 | (c->in < c->end ? *c->in++ : 0);
}

static inline __attribute__((always_inline)) uint32_t next_bit(struct coder *c,
							       bit_model *m)
{
	uint32_t likely = *m, bound = (c->range >> 11) * likely;

	if (c->code < bound) {
		c->range = bound;
		*m = (bit_model)(likely + ((BIT_ONE - likely) >> MOVE));
		refill(c);
		return 0;
	}
	c->range -= bound;
	c->code -= bound;
	*m = (bit_model)(likely - (likely >> MOVE));
	refill(c);
	return 1;
}

static uint32_t bit_of(struct lzma *z, bit_model *m)
{
	return next_bit(&z->coder, m);
}

static uint32_t tree_of(struct lzma *z, bit_model *m, int bits)
{
	struct coder c = z->coder;
	uint32_t at = 1;

	for (int i = 0; i < bits; i++)
		at = at << 1 | next_bit(&c, &m[at]);
	z->coder = c;
	return at - (1u << bits);
}

static uint32_t reverse_of(struct lzma *z, bit_model *m, int bits)
{
	uint32_t at = 1, out = 0;

	for (int i = 0; i < bits; i++) {
		uint32_t bit = bit_of(z, &m[at]);

		at = at << 1 | bit;
		out |= bit << i;
	}
	return out;
}

static uint32_t direct_of(struct lzma *z, int bits)
{
	struct coder *c = &z->coder;
	uint32_t out = 0;

	while (bits--) {
		c->range >>= 1;
		out <<= 1;
		if (c->code >= c->range) {
			c->code -= c->range;
			out |= 1;
		}
		refill(c);
	}
	return out;
}

static uint32_t length_of(struct lzma *z, struct length_coder *c)
{
	if (!bit_of(z, &c->choice[0]))
		return MATCH_MIN + tree_of(z, c->low, 3);
	if (!bit_of(z, &c->choice[1]))
		return MATCH_MIN + 8 + tree_of(z, c->mid, 3);
	return MATCH_MIN + 16 + tree_of(z, c->high, 8);
}

static uint32_t distance_of(struct lzma *z, uint32_t length)
{
	uint32_t state = length - MATCH_MIN;
	uint32_t slot, base;
	int bits;

	if (state >= LENGTH_STATES)
		state = LENGTH_STATES - 1;
	slot = tree_of(z, z->slot[state], 6);
	if (slot < 4)
		return slot;
	bits = (int)(slot >> 1) - 1;
	base = (2 | (slot & 1)) << bits;
	if (slot < FULL_SLOTS)
		return base + reverse_of(z, &z->special[base - slot], bits);
	base += direct_of(z, bits - ALIGN_BITS) << ALIGN_BITS;
	return base + reverse_of(z, z->align, ALIGN_BITS);
}

/*
 * Decode a byte; after a match the byte that would have followed it selects
 * the model.
 */
static uint8_t literal_of(struct lzma *z, uint32_t before, int follows)
{
	bit_model *m = &z->literal[0x300 * (before >> (8 - LC))];
	struct coder c = z->coder;
	uint32_t at = 1;

	if (follows >= 0) {
		uint32_t match = (uint32_t)follows;

		while (at < 0x100) {
			uint32_t expected = match >> 7 & 1;
			uint32_t bit;

			match <<= 1;
			bit = next_bit(&c, &m[((1 + expected) << 8) + at]);
			at = at << 1 | bit;
			if (bit != expected)
				break;
		}
	}
	while (at < 0x100)
		at = at << 1 | next_bit(&c, &m[at]);
	z->coder = c;
	return (uint8_t)at;
}

static void begin(struct lzma *z, const uint8_t *in, size_t n)
{
	bit_model *m = z->literal;
	bit_model *end = (bit_model *)(void *)(z + 1);

	for (; m < end; m++)
		*m = BIT_ONE / 2;
	z->coder = (struct coder){ in, in + n, 0, 0 };
	/* of the first five bytes the first says nothing */
	for (int i = 0; i < 5; i++)
		refill(&z->coder);
	z->coder.range = UINT32_MAX;
}

/* Which of the last four distances is meant; it comes to the front. */
static void repeat_of(struct lzma *z, unsigned state, uint32_t rep[4])
{
	uint32_t distance;
	int i = 1;

	if (bit_of(z, &z->is_rep1[state]))
		i = 2 + (int)bit_of(z, &z->is_rep2[state]);
	distance = rep[i];
	for (; i; i--)
		rep[i] = rep[i - 1];
	rep[0] = distance;
}

/* The length of a match whose distance is in rep[0] then. */
static uint32_t match_of(struct lzma *z, unsigned *state, uint32_t rep[4])
{
	bool after_byte = *state < 7;
	uint32_t length;

	if (!bit_of(z, &z->is_rep[*state])) {
		rep[3] = rep[2];
		rep[2] = rep[1];
		rep[1] = rep[0];
		length = length_of(z, &z->match);
		rep[0] = distance_of(z, length);
		*state = after_byte ? 7 : 10;
		return length;
	}
	if (bit_of(z, &z->is_rep0[*state])) {
		repeat_of(z, *state, rep);
	} else if (!bit_of(z, &z->is_rep0_long[*state])) {
		*state = after_byte ? 9 : 11;
		return 1;
	}
	length = length_of(z, &z->again);
	*state = after_byte ? 8 : 11;
	return length;
}

bool unlzma(const uint8_t *in, size_t n_in, uint8_t *out, size_t n_out)
{
	static struct lzma z;
	uint32_t rep[4] = { 0 };
	unsigned state = 0;
	size_t at = 0;

	begin(&z, in, n_in);
	while (at < n_out) {
		uint32_t length;

		if (!bit_of(&z, &z.is_match[state])) {
			bool matched = state >= 7;

			if (matched && rep[0] >= at)
				return false;
			out[at] =
				literal_of(&z, at ? out[at - 1] : 0,
					   matched ? out[at - rep[0] - 1] : -1);
			at++;
			state = state < 4    ? 0
				: state < 10 ? state - 3
					     : state - 6;
			continue;
		}
		length = match_of(&z, &state, rep);
		if (rep[0] >= at || length > n_out - at)
			return false;
		for (; length; length--, at++)
			out[at] = out[at - rep[0] - 1];
	}
	return true;
}
