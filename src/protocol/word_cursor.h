/*
 * src/protocol/word_cursor.h - a line that is said to the judge or the table,
 * cut at its blanks and read word by word with a vocabulary.
 */
#ifndef PROTOCOL_WORD_CURSOR_H
#define PROTOCOL_WORD_CURSOR_H
#include "base/arena.h"
#include "orders/vocabulary.h"

enum { PHRASE_WORDS = 12 };

struct phrase {
	const struct vocabulary *v;
	int at, n;
	int lang; /* of the word of the vocabulary that was taken last */
	struct str word[PHRASE_WORDS];
	struct str fold[PHRASE_WORDS];     /* as words are compared */
	struct str rest[PHRASE_WORDS + 1]; /* from each word on */
};

void phrase_init(struct phrase *p, struct arena *a, const struct vocabulary *v,
		 struct str line);

/* Take a word of the vocabulary, which may be several; false: it is none. */
bool phrase_take(struct phrase *p, const char *key);

/* Take a number from 1 to max; a day (base/date.h). */
bool phrase_number(struct phrase *p, int64_t max, int64_t *out);
bool phrase_day(struct phrase *p, int32_t *day);

/* Take a seat by its letter: 0..SEATS_MAX - 1. */
bool phrase_seat(struct phrase *p, int *seat);

/* Does a text say this word and nothing else, but for remarks? v: may be NULL,
 * then it does not. */
bool phrase_alone(struct arena *a, const struct vocabulary *v, struct str text,
		  const char *key);

/* Is nothing left? */
bool phrase_end(const struct phrase *p);
#endif
