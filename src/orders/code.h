/*
 * src/orders/code.h - a compiled grammar, for grammar.c and match.c only: a
 * small program that is run over tokens to read and over arguments to write.
 */
#ifndef ORDERS_CODE_H
#define ORDERS_CODE_H
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

/* the number of the row's decision kind or condition */
int grammar_row_number(const struct grammar *g, const struct grammar_row *row);

/* "12.5" from 1250 */
void grammar_write_number(struct buf *out, int32_t hundredths);

/* label or number pair of a slot, as players write it */
void grammar_write_slot(const struct grammar *g, int lang,
			enum grammar_slot slot, const int32_t *w, int n,
			struct buf *out);
#endif
