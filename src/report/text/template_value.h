/*
 * src/report/text/template_value.h - the values that templates are filled
 * with: a tree of texts, numbers, lists and maps, built in an arena and
 * released with it.
 *
 * A value has a type and leaves its form to the language and the output
 * format: inches are hundredths of an inch here and "12.40" or "12,40" there;
 * a word is a key of the message catalogue; a text is escaped as the format
 * needs. Only markup is written unescaped: C makes it, templates cannot.
 */
#ifndef REPORT_TEXT_TEMPLATE_VALUE_H
#define REPORT_TEXT_TEMPLATE_VALUE_H
#include "base/arena.h"

struct name_trie;

enum tval_kind {
	TVAL_TEXT,   /* UTF-8 from anywhere: escaped */
	TVAL_MARKUP, /* already in the output format: not escaped */
	TVAL_WORD,   /* key of a message, rendered where it is shown */
	TVAL_INT,
	TVAL_SIGNED, /* an integer that shows its sign: +1, -1, +0 */
	TVAL_INCHES, /* hundredths of an inch, two decimals */
	TVAL_LIST,
	TVAL_MAP
};

struct tval {
	enum tval_kind kind;
	struct str key;  /* its name, in a map; borrowed */
	struct str text; /* of texts, markup, words; a map may have one */
	struct str html; /* of text and markup: instead of it, in HTML */
	int64_t n;       /* of the numbers; a list's or map's length */
	struct tval *first, *last; /* of lists and maps */
	struct name_trie *part;    /* of maps, by name */
	struct tval *next;         /* in the list or map it is in */
};

/* Values on their own; texts are copied. */
struct tval *tval_text(struct arena *a, struct str s);
struct tval *tval_markup(struct arena *a, struct str s);
struct tval *tval_word(struct arena *a, const char *fmt, ...) PRINTF_LIKE(2, 3);
struct tval *tval_int(struct arena *a, int64_t n);
struct tval *tval_signed(struct arena *a, int64_t n);
struct tval *tval_inches(struct arena *a, int64_t hundredths);
struct tval *tval_list(struct arena *a);
struct tval *tval_map(struct arena *a);

/* A map that also has a text of its own: {fig} shows it, {fig.name} a part. */
struct tval *tval_named(struct arena *a, struct str text);

/* Append to a list; put into a map, where the last of equal keys counts; the
 * key is borrowed, as most are literals. A value goes into one list or map
 * only. Both give back what was put in. */
struct tval *tval_add(struct tval *list, struct tval *v);
struct tval *tval_put(struct arena *a, struct tval *map, const char *key,
		      struct tval *v);

/* The same in one step. */
void tval_puts(struct arena *a, struct tval *map, const char *key,
	       struct str text);
void tval_putz(struct arena *a, struct tval *map, const char *key,
	       const char *text);
void tval_puti(struct arena *a, struct tval *map, const char *key, int64_t n);

/* The value called key in a map, or NULL. */
const struct tval *tval_get(const struct tval *map, struct str key);

/* What {#..} asks: not empty and not zero; a map always holds. */
bool tval_holds(const struct tval *v);

/* Is any of these values of a map true? Missing values are false. */
bool tval_any(const struct tval *map, const char *const *keys, size_t n);
#endif
