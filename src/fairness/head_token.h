/*
 * src/fairness/head_token.h - a short text of the log's head that a player can
 * type: 128 bits, so that a signature on orders covers the whole history
 * before them (fairness/log_chain.h).
 *
 * The first 16 bytes of the head are one number, big-endian, in 26 digits of
 * Crockford's base32 (0-9, A-Z without I, L, O, U), the highest first, and a
 * 27th that checks them. With a the element 2 of the field of 32 elements
 * whose polynomial is x^5 + x^2 + 1, and the digits as elements of it, it is
 *
 *   check = sum of digit(i) a^(27 - i), i = 1..26
 *
 * so that it detects any one wrong digit and any two swapped digits. Written
 * in groups of four, joined by `-`; read without regard to case, blanks and
 * dashes, O as 0, I and L as 1.
 */
#ifndef FAIRNESS_HEAD_TOKEN_H
#define FAIRNESS_HEAD_TOKEN_H
#include "base/crypto.h"

enum {
	HEAD_TOKEN_SIZE = 16,   /* bytes of a head in a token */
	HEAD_TOKEN_DIGITS = 27, /* with the one that checks */
	HEAD_TOKEN_TEXT = HEAD_TOKEN_DIGITS + HEAD_TOKEN_DIGITS / 4 +
			  1 /* written, with a NUL */
};

/* The beginning of a head. */
struct head_token {
	uint8_t b[HEAD_TOKEN_SIZE];
};

/* The token of this head. */
struct head_token head_token_of(const uint8_t head[HASH_SIZE]);
bool head_token_equal(const struct head_token *a, const struct head_token *b);

/* Write it, NUL-terminated. */
void head_token_render(const struct head_token *s, char out[HEAD_TOKEN_TEXT]);

/* Read it; false: it is no such text, or it was mistyped. */
bool head_token_parse(struct str text, struct head_token *out);
#endif
