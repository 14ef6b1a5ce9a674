/*
 * src/orders/line_private.h - the state of the parser of a mail's orders,
 * shared by orders.c, which has the text, and line_parse.c, which parses one
 * line. Private to the files of orders.h.
 */
#ifndef ORDERS_LINE_PRIVATE_H
#define ORDERS_LINE_PRIVATE_H
#include "orders/orders.h"

enum common {
	KEY_IF,
	KEY_NOT,
	KEY_AND,
	KEY_THEN,
	KEY_ELSE,
	KEY_ON_FAIL,
	KEY_STOP,
	KEY_SKIP,
	KEY_FALLBACK, /* what else ON FAIL can do in a game */
	KEY_ALWAYS,
	KEY_FORGET,
	KEY_WAIT,
	KEY_KEEP,
	KEY_CLEAR,
	KEY_CONTINUE,
	KEY_REPORT,
	KEY_LUCK,
	KEY_RULE,
	KEY_HELP,
	KEY_CARD,
	KEY_FIGURES,
	KEY_ORDERS,
	KEY_PREVIEW,
	KEY_JOIN,
	KEY_GM,
	KEY_FULL, /* of REPORT */
	KEY_AUTO_OFF,
	KEY_OR,
	KEY_CANCEL,
	N_KEYS
};

struct reader {
	struct arena *arena;
	const struct grammar *g;
	struct grammar_names names; /* and whose words count */
	struct orders *out;
	int key[N_KEYS];
	int on_fail;    /* flags of entries that ON FAIL has put in force */
	bool if_before; /* an ELSE may follow */
	/* the current line */
	int line;
	size_t at, len; /* in the text */
	const struct token *t;
	int n;
};

/* Tokens that key k takes at pos, the most of its words; 0 if none. */
int reader_key(const struct reader *r, int pos, enum common k);

/* One more, about a token of the line; there is always one to be filled. */
struct complaint *reader_complain(struct reader *r, enum complaint_kind kind,
				  int token);

/* Parse the current line: adds lines and complaints to r->out. */
void reader_line(struct reader *r);
#endif
