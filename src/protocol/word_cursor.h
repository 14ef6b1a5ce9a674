/*
 * src/protocol/word_cursor.h - splits a line to the judge or the table at
 * blanks and reads it word by word with a vocabulary.
 */
#ifndef PROTOCOL_WORD_CURSOR_H
#define PROTOCOL_WORD_CURSOR_H
#include "base/arena.h"
#include "orders/vocabulary.h"

enum { WORD_CURSOR_WORDS = 12 };

struct word_cursor {
	const struct vocabulary *v;
	int at, n;
	int lang; /* of the word of the vocabulary that was taken last */
	struct str word[WORD_CURSOR_WORDS];
	struct str fold[WORD_CURSOR_WORDS];     /* as words are compared */
	struct str rest[WORD_CURSOR_WORDS + 1]; /* from each word on */
};

void word_cursor_init(struct word_cursor *p, struct arena *a,
		      const struct vocabulary *v, struct str line);

/* Take a word of the vocabulary, which may be several; false: it is none. */
bool word_cursor_word(struct word_cursor *p, const char *key);

/* Take a number from 1 to max; a day (base/date.h). */
bool word_cursor_number(struct word_cursor *p, int64_t max, int64_t *out);
bool word_cursor_day(struct word_cursor *p, int32_t *day);

/* Take a seat by its letter: 0..SEATS_MAX - 1. */
bool word_cursor_seat(struct word_cursor *p, int *seat);

/* Does a text say this word and nothing else, but for remarks? v: may be NULL,
 * then it does not. */
bool word_cursor_alone(struct arena *a, const struct vocabulary *v,
		       struct str text, const char *key);

/* Is nothing left? */
bool word_cursor_end(const struct word_cursor *p);
#endif
