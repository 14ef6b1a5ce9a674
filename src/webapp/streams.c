/* src/webapp/streams.c */
#include "webapp/streams.h"

/* as streams.py has them */
enum stream {
	BEFORE,   /* the sections before the code */
	AFTER,    /* and after it */
	CODE,     /* instructions */
	DECLARED, /* locals of functions */
	TYPES,    /* of blocks */
	LABELS,
	CALLS,
	LOCALS,
	GLOBALS,
	ALIGNS,
	OFFSETS,
	NUMBERS, /* i32.const, i64.const */
	WHOLE,   /* f32.const, f64.const, and functions that are in one piece */
	N_STREAMS
};

enum {
	WORD = 4,
	NUMBER_BYTES = 5, /* of a size or a count, however small */
	CODE_SECTION = 10,
	AS_IT_IS = 0xff
};

/* Instructions with operands. */
enum {
	OP_BLOCK = 0x02,
	OP_IF = 0x04,
	OP_END = 0x0b,
	OP_BR = 0x0c,
	OP_BR_IF = 0x0d,
	OP_BR_TABLE = 0x0e,
	OP_CALL = 0x10,
	OP_CALL_INDIRECT = 0x11,
	OP_LOCAL_GET = 0x20,
	OP_LOCAL_TEE = 0x22,
	OP_GLOBAL_SET = 0x24,
	OP_LOAD = 0x28,
	OP_STORE = 0x3e,
	OP_MEMORY_GROW = 0x40,
	OP_I32_CONST = 0x41,
	OP_I64_CONST = 0x42,
	OP_F32_CONST = 0x43,
	OP_F64_CONST = 0x44
};

struct joined {
	const uint8_t *at[N_STREAMS], *end[N_STREAMS];
	uint8_t *out;
	size_t n, max;
	bool bad; /* a stream was too short, or the room */
};

static uint8_t take(struct joined *j, enum stream s)
{
	if (j->at[s] < j->end[s])
		return *j->at[s]++;
	j->bad = true;
	return 0;
}

static void put(struct joined *j, uint8_t byte)
{
	if (j->n < j->max)
		j->out[j->n++] = byte;
	else
		j->bad = true;
}

static void copy(struct joined *j, enum stream s, size_t n)
{
	while (n-- && !j->bad)
		put(j, take(j, s));
}

/* A number of seven bits a byte; what it is, if it has no sign. */
static uint32_t copy_number(struct joined *j, enum stream s)
{
	uint32_t value = 0;
	uint8_t byte;
	int shift = 0;

	do {
		byte = take(j, s);
		put(j, byte);
		if (shift < 32)
			value |= (uint32_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && !j->bad);
	return value;
}

static uint32_t word_of(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

/* Room for a number that is not known yet, and the number. */
static size_t number_begin(struct joined *j)
{
	size_t at = j->n;

	for (int i = 0; i < NUMBER_BYTES; i++)
		put(j, 0);
	return at;
}

static void number_end(struct joined *j, size_t at, size_t value)
{
	enum { LAST = NUMBER_BYTES - 1 };

	if (j->bad)
		return;
	for (int i = 0; i < LAST; i++, value >>= 7)
		j->out[at++] = (uint8_t)((value & 0x7f) | 0x80);
	j->out[at] = (uint8_t)value;
}

/* Write the size of the bytes added after it. */
static void size_end(struct joined *j, size_t at)
{
	number_end(j, at, j->n - at - NUMBER_BYTES);
}

static void operands_of_control(struct joined *j, uint8_t op)
{
	if (OP_BLOCK <= op && op <= OP_IF)
		copy(j, TYPES, 1);
	else if (op == OP_BR || op == OP_BR_IF)
		copy_number(j, LABELS);
	else if (op == OP_BR_TABLE)
		for (uint32_t n = copy_number(j, LABELS) + 1; n && !j->bad; n--)
			copy_number(j, LABELS);
	else if (op == OP_CALL || op == OP_CALL_INDIRECT)
		copy_number(j, CALLS);
	if (op == OP_CALL_INDIRECT)
		copy_number(j, CALLS);
}

static void operands(struct joined *j, uint8_t op)
{
	if (op < OP_LOCAL_GET) {
		operands_of_control(j, op);
	} else if (op <= OP_LOCAL_TEE) {
		copy_number(j, LOCALS);
	} else if (op <= OP_GLOBAL_SET) {
		copy_number(j, GLOBALS);
	} else if (OP_LOAD <= op && op <= OP_MEMORY_GROW) {
		copy(j, ALIGNS, 1);
		if (op <= OP_STORE)
			copy_number(j, OFFSETS);
	} else if (op == OP_I32_CONST || op == OP_I64_CONST) {
		copy_number(j, NUMBERS);
	} else if (op == OP_F32_CONST) {
		copy(j, WHOLE, 4);
	} else if (op == OP_F64_CONST) {
		copy(j, WHOLE, 8);
	}
}

static void in_one_piece(struct joined *j)
{
	uint8_t word[WORD];

	for (int i = 0; i < WORD; i++)
		word[i] = take(j, WHOLE);
	copy(j, WHOLE, word_of(word));
}

static void instructions(struct joined *j, uint8_t op)
{
	int deep = 1;

	for (;; op = take(j, CODE)) {
		put(j, op);
		operands(j, op);
		deep += OP_BLOCK <= op && op <= OP_IF;
		deep -= op == OP_END;
		if (!deep || j->bad)
			return;
	}
}

static void function(struct joined *j)
{
	size_t from = number_begin(j);
	uint8_t op = take(j, CODE);

	if (op == AS_IT_IS) {
		in_one_piece(j);
	} else {
		for (uint32_t n = copy_number(j, DECLARED); n && !j->bad; n--) {
			copy_number(j, DECLARED);
			copy(j, DECLARED, 1);
		}
		instructions(j, op);
	}
	size_end(j, from);
}

/* Where the streams are; how many functions there are. */
static uint32_t begin(struct joined *j, const uint8_t *in, size_t n_in)
{
	const uint8_t *p = in + WORD * (N_STREAMS + 1), *end = in + n_in;

	if (n_in < WORD * (N_STREAMS + 1)) {
		j->bad = true;
		return 0;
	}
	for (int i = 0; i < N_STREAMS; i++) {
		uint32_t n = word_of(in + WORD * i);

		if (n > (size_t)(end - p)) {
			j->bad = true;
			return 0;
		}
		j->at[i] = p;
		j->end[i] = p += n;
	}
	return word_of(in + WORD * N_STREAMS);
}

bool streams_join(const uint8_t *in, size_t n_in, uint8_t *out, size_t n_out)
{
	static struct joined j; /* nothing clears a stack there */
	uint32_t functions;
	size_t section;

	j.out = out;
	j.max = n_out;
	j.n = 0;
	j.bad = false;
	functions = begin(&j, in, n_in);
	if (j.bad)
		return false;
	copy(&j, BEFORE, (size_t)(j.end[BEFORE] - j.at[BEFORE]));
	put(&j, CODE_SECTION);
	section = number_begin(&j);
	number_end(&j, number_begin(&j), functions);
	for (uint32_t n = functions; n && !j.bad; n--)
		function(&j);
	size_end(&j, section);
	copy(&j, AFTER, (size_t)(j.end[AFTER] - j.at[AFTER]));
	return !j.bad && j.n == n_out;
}
