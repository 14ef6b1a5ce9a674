/*
 * src/orders/bytecode.h - a compiled grammar: a small program that runs over
 * tokens to parse an order and over arguments to write one. Private to the
 * files of src/orders.
 */
#ifndef ORDERS_BYTECODE_H
#define ORDERS_BYTECODE_H
#include "orders/grammar.h"

enum op {
	OP_ROW,    /* a: row of the table begins */
	OP_WORD,   /* a: key; noise: may be left out; b: is written */
	OP_SLOT,   /* a: tag or -1, b: enum grammar_slot */
	OP_CONST,  /* a: tag, b: value */
	OP_SPLIT,  /* go on at a, or at b */
	OP_JUMP,   /* to a */
	OP_TRY,    /* [!: as OP_SPLIT, but b only if a comes to no end; .. */
	OP_COMMIT, /* .. which is here; a: number of the pair */
	OP_SET,    /* <: a set begins */
	OP_ONCE,   /* alternative a of the set: not a second time */
	OP_DONE,   /* alternative a of the set is complete */
	OP_SET_END,
	OP_SIGN, /* a: enum token_type */
	OP_ACCEPT
};

struct grammar_insn {
	enum op op;
	bool noise;
	int a, b, commit;
};

/* The number of the row's decision kind or condition; of find -1 if the game
 * has none of that name. */
int grammar_row_find(const struct grammar *g, const struct grammar_row *row);
int grammar_row_number(const struct grammar *g, const struct grammar_row *row);

/* A sign as it is written after the token before it. */
struct str grammar_sign(int token_type);

/* An argument to be written as players do. */
struct slot_words {
	const struct grammar *g;
	int lang;
	const int32_t *w;
	int n;
	struct buf *out;
};

enum { SLOT_MAX_DRAWN = 24 };

/* One to be drawn at random, about these labels. */
struct slot_draw {
	struct dice *rng;
	const int32_t *labels;
	int n_labels;
	int32_t w[SLOT_MAX_DRAWN];
};

struct slot_at; /* orders/matcher.h */

enum { SLOT_DIRECTIONS = 1, SLOT_CARDS = 2, SLOT_TWO = 16, SLOT_THREE = 32 };

/* The words that it takes in a condition. */
static inline int slot_words_of(unsigned flags)
{
	return 1 + (int)(flags >> 4);
}

/* A kind of argument; the rows are in orders/args.def. */
struct slot {
	const char *name;
	void (*read)(const struct slot_at *at);
	void (*write)(const struct slot_words *x); /* NULL: as another kind */
	int (*draw)(struct slot_draw *x);          /* the number of words */
	/* What the first of these tokens could have meant, appended to out;
	 * false: nothing is near. May be NULL. */
	bool (*near)(const struct token *t, int n, struct buf *out);
	unsigned flags;
};

extern const struct slot grammar_slots[N_SLOTS];

int grammar_slot_named(struct str name); /* -1: there is none */
#endif
