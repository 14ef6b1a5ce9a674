/*
 * src/orders/text_private.h - the text of an order mail while orders.c reads it
 * line by line, with its head (order_head.c) and its languages
 * (order_languages.c). Private to the files of orders.h.
 */
#ifndef ORDERS_TEXT_PRIVATE_H
#define ORDERS_TEXT_PRIVATE_H
#include "engine/dry_run.h"
#include "engine/suggest.h"
#include "orders/lexer.h"
#include "orders/line_private.h"
#include "orders/meaning.h"

/* One line with those that continue it, in tokens. */
struct charset_line {
	int line;
	size_t at, len; /* in the text */
	size_t bytes;   /* without line ends */
	struct token *t;
	int n;
	bool too_many;  /* tokens */
	uint32_t alone; /* the languages that read it each by itself */
};

struct text {
	struct reader r;
	int sender; /* the language of who wrote it, -1: unknown */
	struct charset_line *v;
	int n;
	struct token_list *tokens;       /* room for those of a line */
	int reads[VOCABULARY_MAX_LANGS]; /* lines, once they are looked at */
	bool is_looked_at;
	int tries;           /* to read lines in other words */
	struct trials *room; /* NULL: not needed yet */
	struct meaning_memory memory;
	struct offers best; /* what the writer can do now, best first */
	bool best_known;
};

/* The reader goes on at this line. */
static inline void point_at(struct reader *r, const struct charset_line *l)
{
	r->line = l->line;
	r->at = l->at;
	r->len = l->len;
	r->t = l->t;
	r->n = l->n;
}

/* order_head.c: the words that all games have, by their numbers in r->key */
void reader_keys_find(struct reader *r);

/* The first line of orders; false, and what it has so far, if it is none. */
bool reader_head_parse(struct reader *r, struct str line, struct order_head *h);

/* a physical line without its remark */
struct str line_without_remark(struct str line);

/* It begins with "+". */
bool line_continues(struct str line);

/* order_languages.c: in which languages does the current line parse, each
 * alone? */
uint32_t reader_languages(struct reader *r);
bool order_line_equal(const struct order_line *a, const struct order_line *b);

/* the language of the parse; the complaints, if there is none, are added */
int text_line_read(struct text *x, struct charset_line *l);
#endif
