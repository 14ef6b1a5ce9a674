/* src/orders/order_head.c - the words that all games have, and the first line
 * of orders */
#include "orders/text_private.h"
#include "base/parse.h"
#include <string.h>

static const char *const key_names[N_KEYS] = {
	"if",   "not",   "and",      "then",   "else",    "on-fail",
	"stop", "skip",  "fallback", "always", "forget",  "wait",
	"keep", "clear", "continue", "report", "luck",    "rule",
	"help", "card",  "figures",  "orders", "preview", "join",
	"gm",   "full",  "auto-off", "or",     "cancel"
};

/* those that may come where an order begins or after it; not, and, stop,
 * skip, then follow certain words */
const char *const orders_common_keys[] = {
	"else",    "on-fail",  "if",      "always", "forget",  "wait", "keep",
	"clear",   "continue", "report",  "luck",   "rule",    "help", "card",
	"figures", "orders",   "preview", "join",   "auto-off"
};
const int orders_n_common_keys = ARRAY_LEN(orders_common_keys);
const int orders_n_behind_keys = 2; /* else, on-fail */

void reader_keys_find(struct reader *r)
{
	for (int i = 0; i < N_KEYS; i++)
		r->key[i] = vocabulary_key(r->g->words, str_of(key_names[i]));
}

struct str line_without_remark(struct str line)
{
	for (size_t i = 0; i + 1 < line.len; i++)
		if (line.s[i] == '/' && line.s[i + 1] == '/') {
			line.len = i;
			break;
		}
	return line;
}

bool line_continues(struct str line)
{
	line = parse_trim(line);
	return line.len && line.s[0] == '+';
}

static bool head_word(struct str *line, struct str *word)
{
	*line = parse_trim(*line);
	if (!line->len)
		return false;
	word->s = line->s;
	word->len = 0;
	while (word->len < line->len && line->s[word->len] != ' ' &&
	       line->s[word->len] != '\t')
		word->len++;
	line->s += word->len;
	line->len -= word->len;
	return true;
}

/* Digits alone, as the second verifier reads them. */
static bool head_number(struct str *line, int32_t *out)
{
	struct str word;
	int64_t v;

	if (!head_word(line, &word) || word.s[0] < '0' || word.s[0] > '9' ||
	    !parse_int(word, 0, INT32_MAX, &v))
		return false;
	*out = (int32_t)v;
	return true;
}

/* Other characters are no part of a token; the second verifier reads none. */
static bool head_has_letters_only(struct str word)
{
	for (size_t i = 0; i < word.len; i++) {
		unsigned char c = (unsigned char)word.s[i];

		if (c < 0x80 && !(c >= 'A' && c <= 'Z') &&
		    !(c >= 'a' && c <= 'z'))
			return false;
	}
	return true;
}

bool reader_head_parse(struct reader *r, struct str line, struct order_head *h)
{
	static const struct {
		enum common key;
		enum head_kind kind;
	} heads[] = { { KEY_ORDERS, HEAD_ORDERS },
		      { KEY_PREVIEW, HEAD_PREVIEW },
		      { KEY_JOIN, HEAD_JOIN },
		      { KEY_GM, HEAD_GM } };
	struct str word;
	struct token_list *t = arena_alloc_raw(r->arena, sizeof(*t));

	memset(h, 0, sizeof(*h));
	h->seat = HEAD_NO_SEAT;
	if (!head_word(&line, &word) || !head_has_letters_only(word))
		return false;
	token_split(r->arena, word, t);
	r->t = t->v;
	r->n = t->n;
	for (size_t i = 0; i < ARRAY_LEN(heads) && t->n; i++)
		if (reader_key(r, 0, heads[i].key) == t->n)
			h->kind = heads[i].kind;
	if (h->kind == HEAD_NONE)
		return false;
	if (!head_word(&line, &h->game))
		return false;
	if (h->kind == HEAD_JOIN || h->kind == HEAD_GM) {
		h->rest = parse_trim(line);
		return true;
	}
	if (!head_word(&line, &word) || word.len != 1)
		return false;
	if ('a' <= word.s[0] && word.s[0] <= 'h')
		h->seat = word.s[0] - 'a';
	else if ('A' <= word.s[0] && word.s[0] <= 'H')
		h->seat = word.s[0] - 'A';
	else
		return false;
	return head_number(&line, &h->point) &&
	       head_number(&line, &h->serial) && !parse_trim(line).len;
}

bool orders_read_head(struct arena *a, const struct grammar *g, struct str text,
		      struct order_head *out)
{
	struct reader r = { .arena = a, .g = g };
	struct str line = { 0 };

	reader_keys_find(&r);
	while (parse_line(&text, &line)) {
		line = parse_trim(line_without_remark(line));
		if (line.len)
			break;
	}
	return reader_head_parse(&r, line, out);
}
