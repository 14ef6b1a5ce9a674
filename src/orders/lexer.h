/*
 * src/orders/lexer.h - splits one line of orders into words, numbers and the
 * few signs with a meaning. Commas, dots, brackets, quotes and the like have
 * none and are dropped; the lexer never guesses missing text.
 */
#ifndef ORDERS_LEXER_H
#define ORDERS_LEXER_H
#include "base/utf8.h"

enum {
	TOKEN_MAX = 512, /* of one line; the reader refuses longer ones */
	TOKEN_MAX_NUMBER = 199999 /* hundredths; below GEO_MAX */
};

enum token_type {
	TOKEN_WORD,   /* letters and digits: MOVE, A1, 3RD, and #5 */
	TOKEN_NUMBER, /* 12  -3  12.5  12,5 */
	TOKEN_COLON,
	TOKEN_BAR,   /* | between alternatives */
	TOKEN_SLASH, /* / between the members of a formation */
	TOKEN_EDGE,  /* | within C5|D5: the edge between two squares */
	TOKEN_JOIN,  /* + within A1+A5: a rider on a mount */
	TOKEN_LEAST, /* >= or its sign */
	TOKEN_MOST,  /* <= */
	TOKEN_JUNK   /* anything that no order can hold */
};

struct token {
	enum token_type type;
	struct str raw;  /* as written, within the text */
	struct str fold; /* TOKEN_WORD: as words are compared */
	int32_t number;  /* hundredths, halves away from zero */
	bool whole;      /* written without decimals */
};

struct token_list {
	struct token v[TOKEN_MAX];
	int n;
	bool too_many;
};

/* Is t[i] a stroke within a name, without blanks around it? */
bool token_is_stroke(const struct token *t, int n, int i);

/* The length of a line end at p after which the line continues, with the +;
 * else 0. */
size_t token_continues(const char *p, const char *end);

/* Text of lines that continue one another, as one: a blank between them. */
struct str token_join(struct arena *a, struct str text);

/* Append the tokens of a line to t. What they hold lives in text and arena. */
void token_add(struct arena *a, struct str text, struct token_list *t);

/* The same into an empty list. */
void token_split(struct arena *a, struct str text, struct token_list *t);
#endif
