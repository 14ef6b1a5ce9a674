/*
 * src/report/squeeze.c - deflate of rows. First all is made into tokens, then
 * codes are made for these, then both are written (RFC 1951, 3.2.7).
 */
#include "report/squeeze.h"
#include "base/need.h"
#include <stdlib.h>

enum {
	LEAST = 3, /* a match, and at most, and so far back */
	MOST = 258,
	WINDOW = 32768,
	FORM = 4, /* bytes that tell where more may be alike */
	FORM_BITS = 12,
	TRIES = 8, /* of places of one form */
	LONG = 32, /* a match that is not put off for a better one */

	END = 256,     /* of the block */
	LENGTHS = 257, /* the first of their symbols */
	LITERALS = 286,
	DISTANCES = 30,
	CODES = 19,    /* symbols of the lengths of codes */
	REPEATED = 16, /* of them: the one before, zeros, many zeros */
	ZEROS = 17,
	MANY_ZEROS = 18,
	LIMIT = 15, /* bits of a code */
	CODES_LIMIT = 7,
	SYMBOL_BITS = 9,                    /* enough for any */
	ROWS_MAX = 1 << (32 - SYMBOL_BITS), /* bytes, so that each is counted */
	HEAD_MOST = 1024, /* bytes of codes, and of the end of a block */
	STORED = 0,       /* kinds of blocks, none of them the last */
	DYNAMIC = 2 << 1
};

/* A literal: length 0, its byte. Else what is so far back, so long. */
struct token {
	uint16_t length, what;
};

/* Of each symbol how often it is used, and by how many bits it is told: which.
 */
struct code {
	uint32_t n[LITERALS];
	uint8_t bits[LITERALS];
	uint16_t word[LITERALS];
};

struct squeeze {
	uint32_t last[1 << FORM_BITS]; /* place of that form, from 1; 0: none */
	uint32_t *before; /* of each place the one of its form before it */
	struct token *token;
	size_t room, n; /* of tokens */
	struct code literal, distance, lengths;
	/* the lengths of codes, told by symbols, and what follows these */
	uint8_t told[LITERALS + DISTANCES], more[LITERALS + DISTANCES];
	int n_told;
	/* what is written: bits held back until there are enough, where to */
	uint64_t held;
	int n_held;
	uint8_t *to, *written;
};

struct squeeze *squeeze_make(void)
{
	return need(calloc(1, sizeof(struct squeeze)));
}

void squeeze_release(struct squeeze *q)
{
	if (!q)
		return;
	free(q->before);
	free(q->token);
	free(q->written);
	free(q);
}

/* -- symbols ---------------------------------------------------------------*/

static int highest_bit(uint32_t v)
{
	return 31 - __builtin_clz(v);
}

struct symbol {
	int is, bits; /* of what follows it */
	uint32_t more;
};

static inline struct symbol length_symbol(uint32_t length)
{
	uint32_t v = length - LEAST;
	int k;

	if (length == MOST)
		return (struct symbol){ LENGTHS + 28, 0, 0 };
	if (v < 8)
		return (struct symbol){ LENGTHS + (int)v, 0, 0 };
	k = highest_bit(v) - 2;
	return (struct symbol){ LENGTHS + 4 * k + (int)(v >> k), k,
				v & ((1u << k) - 1) };
}

static inline struct symbol distance_symbol(uint32_t distance)
{
	uint32_t v = distance - 1;
	int k;

	if (v < 4)
		return (struct symbol){ (int)v, 0, 0 };
	k = highest_bit(v) - 1;
	return (struct symbol){ 2 * k + (int)(v >> k), k, v & ((1u << k) - 1) };
}

/* -- what is repeated ------------------------------------------------------*/

static inline uint64_t word_at(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* how long both are the same, up to most */
static inline uint32_t same(const uint8_t *a, const uint8_t *b, uint32_t most)
{
	uint32_t n = 0;

	while (n + sizeof(uint64_t) <= most && word_at(a + n) == word_at(b + n))
		n += sizeof(uint64_t);
	while (n < most && a[n] == b[n])
		n++;
	return n;
}

/* alike on every machine, since it decides which of many are tried */
static inline uint32_t form_of(const uint8_t *p)
{
	uint32_t v = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
		     (uint32_t)p[3] << 24;

	return v * UINT32_C(2654435761) >> (32 - FORM_BITS);
}

struct search {
	const uint8_t *rows;
	uint32_t n, wide;
};

/* is what stands so far back alike for longer? */
static inline void consider(struct token *t, const uint8_t *p, uint32_t most,
			    uint32_t distance)
{
	const uint8_t *old = p - distance;
	uint32_t length;

	/* they part where the best ends: no longer */
	if (t->length == most || old[t->length] != p[t->length])
		return;
	length = same(p, old, most);
	if (length > t->length)
		*t = (struct token){ (uint16_t)length, (uint16_t)distance };
}

/* The longest that stood before what is at this place, which is noted. Shorter
 * than LEAST: there is none. */
static inline struct token find(struct squeeze *q, const struct search *s,
				uint32_t at)
{
	const uint8_t *p = s->rows + at;
	uint32_t most = s->n - at < MOST ? s->n - at : MOST, old, *last;
	struct token t = { LEAST - 1, 0 };

	if (most < FORM)
		return t;
	if (at)
		consider(&t, p, most, 1);
	if (at >= s->wide && s->wide <= WINDOW)
		consider(&t, p, most, s->wide);
	last = &q->last[form_of(p)];
	old = q->before[at] = *last;
	*last = at + 1;
	for (int i = 0; i < TRIES && old && at + 1 - old <= WINDOW; i++) {
		consider(&t, p, most, at + 1 - old);
		old = q->before[old - 1];
	}
	return t;
}

static inline void token_add(struct squeeze *q, struct token t)
{
	q->token[q->n++] = t;
	if (!t.length) {
		q->literal.n[t.what]++;
		return;
	}
	q->literal.n[length_symbol(t.length).is]++;
	q->distance.n[distance_symbol(t.what).is]++;
}

static void tokens_make(struct squeeze *q, const struct search *s)
{
	struct token t = find(q, s, 0), next;

	q->n = 0;
	for (uint32_t at = 0; at < s->n; t = next) {
		uint32_t on = t.length < LEAST ? 1 : t.length;

		next = (struct token){ 0, 0 };
		if (on > 1 && on < LONG && at + 1 < s->n) {
			next = find(q, s, at + 1);
			if (next.length > on)
				on = 1; /* what begins behind it is longer */
		}
		if (on == 1)
			t = (struct token){ 0, s->rows[at] };
		token_add(q, t);
		at += on;
		if (at < s->n && (on > 1 || !next.length))
			next = find(q, s, at);
	}
	token_add(q, (struct token){ 0, END });
}

/* -- codes -----------------------------------------------------------------*/

static int by_use(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* How deep each of n stands in Huffman's tree, which are used so often, the
 * rarest first; how many at each depth, where the limit stands for all below.
 */
static void depths_count(const uint32_t *use, int n, int limit, int *count)
{
	uint32_t sum[2 * LITERALS];
	int above[2 * LITERALS], depth[2 * LITERALS];
	int leaf = 0, inner = n, end = n;

	for (int i = 0; i < n; i++)
		sum[i] = use[i];
	for (; end < 2 * n - 1; end++) {
		sum[end] = 0;
		for (int k = 0; k < 2; k++) {
			bool rarer = leaf < n &&
				     (inner == end || sum[leaf] <= sum[inner]);
			int low = rarer ? leaf++ : inner++;

			sum[end] += sum[low];
			above[low] = end;
		}
	}
	depth[end - 1] = 0;
	for (int i = end - 2; i >= 0; i--) {
		depth[i] = depth[above[i]] + 1;
		if (i < n)
			count[depth[i] < limit ? depth[i] : limit]++;
	}
}

/* Of symbols that are used so often, the rarest first, how many get a code of
 * so many bits. */
static void bits_share(const uint32_t *use, int n, int limit, int *count)
{
	int over = 0;

	memset(count, 0, (LIMIT + 1) * sizeof(*count));
	if (n < 2) {
		count[1] = n;
		return;
	}
	depths_count(use, n, limit, count);
	for (int b = 1; b <= limit; b++)
		over += count[b] << (limit - b);
	/* those cut are too many: one above gives its place to two */
	for (over -= 1 << limit; over > 0; over--) {
		int b = limit - 1;

		while (!count[b])
			b--;
		count[b]--;
		count[b + 1] += 2;
		count[limit]--;
	}
}

static uint16_t reversed(uint32_t word, int bits)
{
	uint32_t r = 0;

	for (; bits; bits--, word >>= 1)
		r = r << 1 | (word & 1);
	return (uint16_t)r;
}

/* RFC 1951, 3.2.2, of the first n symbols as often as they are used */
static void code_make(struct code *c, int n, int limit)
{
	uint32_t use[LITERALS], next[LIMIT + 2] = { 0 };
	uint16_t symbol[LITERALS];
	int count[LIMIT + 1], used = 0, at = 0;

	memset(c->bits, 0, sizeof(c->bits));
	for (int i = 0; i < n; i++)
		if (c->n[i])
			use[used++] = c->n[i] << SYMBOL_BITS | (uint32_t)i;
	qsort(use, (size_t)used, sizeof(*use), by_use);
	for (int i = 0; i < used; i++) {
		symbol[i] = (uint16_t)(use[i] & ((1 << SYMBOL_BITS) - 1));
		use[i] >>= SYMBOL_BITS;
	}
	bits_share(use, used, limit, count);
	for (int b = limit; b; b--)
		for (int k = 0; k < count[b]; k++)
			c->bits[symbol[at++]] = (uint8_t)b;
	for (int b = 1; b <= limit; b++)
		next[b + 1] = (next[b] + (uint32_t)count[b]) << 1;
	for (int i = 0; i < n; i++)
		if (c->bits[i])
			c->word[i] = reversed(next[c->bits[i]]++, c->bits[i]);
}

/* -- what is written -------------------------------------------------------*/

/* at most 16 bits, the lowest first */
static inline void put(struct squeeze *q, uint32_t v, int bits)
{
	q->held |= (uint64_t)v << q->n_held;
	q->n_held += bits;
	if (q->n_held < 32)
		return;
	for (int k = 0; k < 4; k++)
		q->to[k] = (uint8_t)(q->held >> 8 * k);
	q->to += 4;
	q->held >>= 32;
	q->n_held -= 32;
}

static inline void put_code(struct squeeze *q, const struct code *c, int symbol)
{
	put(q, c->word[symbol], c->bits[symbol]);
}

static void tell(struct squeeze *q, int symbol, int more)
{
	q->told[q->n_told] = (uint8_t)symbol;
	q->more[q->n_told++] = (uint8_t)more;
	q->lengths.n[symbol]++;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* the lengths of codes, of which many are alike */
static void lengths_tell(struct squeeze *q, const uint8_t *v, int n)
{
	int run;

	q->n_told = 0;
	memset(q->lengths.n, 0, sizeof(q->lengths.n));
	for (int i = 0; i < n; i += run) {
		for (run = 1; i + run < n && v[i + run] == v[i];)
			run++;
		if (!v[i] && run >= 11) {
			run = least(run, 138);
			tell(q, MANY_ZEROS, run - 11);
		} else if (!v[i] && run >= 3) {
			tell(q, ZEROS, run - 3);
		} else if (i && v[i - 1] == v[i] && run >= 3) {
			run = least(run, 6);
			tell(q, REPEATED, run - 3);
		} else {
			run = 1;
			tell(q, v[i], 0);
		}
	}
}

static void lengths_put(struct squeeze *q)
{
	static const uint8_t follow[] = {
		[REPEATED] = 2, [ZEROS] = 3, [MANY_ZEROS] = 7
	};

	for (int i = 0; i < q->n_told; i++) {
		put_code(q, &q->lengths, q->told[i]);
		put(q, q->more[i], follow[q->told[i]]);
	}
}

/* the head of the block: its codes */
static void codes_put(struct squeeze *q)
{
	static const uint8_t order[CODES] = { 16, 17, 18, 0,  8, 7,  9,
					      6,  10, 5,  11, 4, 12, 3,
					      13, 2,  14, 1,  15 };
	uint8_t v[LITERALS + DISTANCES];
	int n = LITERALS, far = DISTANCES, codes = CODES;

	while (!q->literal.bits[n - 1])
		n--;
	while (far > 1 && !q->distance.bits[far - 1])
		far--;
	memcpy(v, q->literal.bits, (size_t)n);
	memcpy(v + n, q->distance.bits, (size_t)far);
	lengths_tell(q, v, n + far);
	code_make(&q->lengths, CODES, CODES_LIMIT);
	while (!q->lengths.bits[order[codes - 1]])
		codes--;
	put(q, DYNAMIC, 3);
	put(q, (uint32_t)(n - LENGTHS), 5);
	put(q, (uint32_t)(far - 1), 5);
	put(q, (uint32_t)(codes - 4), 4);
	for (int i = 0; i < codes; i++)
		put(q, q->lengths.bits[order[i]], 3);
	lengths_put(q);
}

static void tokens_put(struct squeeze *q)
{
	for (size_t i = 0; i < q->n; i++) {
		struct token t = q->token[i];
		struct symbol s;

		if (!t.length) {
			put_code(q, &q->literal, t.what);
			continue;
		}
		s = length_symbol(t.length);
		put_code(q, &q->literal, s.is);
		put(q, s.more, s.bits);
		s = distance_symbol(t.what);
		put_code(q, &q->distance, s.is);
		put(q, s.more, s.bits);
	}
}

/* an empty block that is stored as it is, and so begins at a whole byte */
static void align_put(struct squeeze *q)
{
	put(q, STORED, 3);
	put(q, 0, -q->n_held & 7);
	put(q, 0, 16);
	put(q, 0xffff, 16);
	for (; q->n_held; q->n_held -= 8) {
		*q->to++ = (uint8_t)q->held;
		q->held >>= 8;
	}
}

/* room for as many bytes, the tokens that they become, and what is written */
static void room_make(struct squeeze *q, size_t n)
{
	if (q->room > n)
		return;
	q->room = n + 1; /* and the end */
	q->before = need(realloc(q->before, q->room * sizeof(*q->before)));
	q->token = need(realloc(q->token, q->room * sizeof(*q->token)));
	q->written = need(realloc(q->written, 2 * q->room + HEAD_MOST));
}

void squeeze(struct squeeze *q, struct str rows, size_t wide, struct buf *out)
{
	struct search s = { (const uint8_t *)rows.s, (uint32_t)rows.len,
			    (uint32_t)wide };

	assert(rows.len && rows.len < ROWS_MAX && wide);
	room_make(q, rows.len);
	memset(q->last, 0, sizeof(q->last));
	memset(q->literal.n, 0, sizeof(q->literal.n));
	memset(q->distance.n, 0, sizeof(q->distance.n));
	tokens_make(q, &s);
	code_make(&q->literal, LITERALS, LIMIT);
	code_make(&q->distance, DISTANCES, LIMIT);
	q->to = q->written;
	codes_put(q);
	tokens_put(q);
	align_put(q);
	buf_add(out, q->written, (size_t)(q->to - q->written));
}
