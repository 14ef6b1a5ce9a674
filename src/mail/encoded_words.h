/*
 * src/mail/encoded_words.h - encoded words of header fields (RFC 2047) that
 * belong together.
 */
#ifndef MAIL_ENCODED_WORDS_H
#define MAIL_ENCODED_WORDS_H
#include "base/arena.h"

/*
 * The header with each run of B words of one charset as one word, where a word
 * before the last ends with padding: some versions of GMime (3.2.13) read a run
 * up to its first padding only. Without such a run, header itself.
 */
struct str encoded_words_join(struct arena *a, struct str header);
#endif
