/*
 * src/base/utf8.h - Unicode text functions, by libunistring. All text inside
 * the program is valid UTF-8; utf8_repair converts foreign text when it
 * arrives.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H
#include "base/arena.h"

enum { UTF8_REPLACEMENT = 0xfffd };

bool utf8_is_valid(struct str s);

/* A valid copy: every byte that is not UTF-8 becomes U+FFFD. */
struct str utf8_repair(struct arena *a, struct str s);

/*
 * The code point at the start of valid, non-empty text; *len is its length in
 * bytes, 1..4. An invalid byte gives U+FFFD and length 1.
 */
uint32_t utf8_next(struct str s, size_t *len);

/* Number of code points; columns of complaints are counted with it. */
size_t utf8_length(struct str s);

/* Columns it takes in a terminal (East Asian width, combining marks). */
size_t utf8_width(struct str s);

/* Append a code point (1..4 bytes) at out, which has room for 4. */
size_t utf8_encode(uint32_t c, char *out);

/* What a byte means in windows-1252; 0: nothing. */
uint32_t utf8_of_windows_1252(unsigned char byte);

/* Compatibility composition (NFKC) of valid text. */
struct str utf8_nfkc(struct arena *a, struct str s);

/*
 * The form in which words are compared: compatibility decomposition, marks
 * removed, upper case by the root locale ("Acción" -> "ACCION", "ß" -> "SS").
 */
struct str utf8_fold(struct arena *a, struct str s);

/* Upper case by the root locale, with all marks ("öffnen" -> "ÖFFNEN"). */
struct str utf8_upper(struct arena *a, struct str s);
struct str utf8_lower(struct arena *a, struct str s);

/*
 * How many letters must be inserted, removed, changed or swapped with their
 * neighbour to make b of a (optimal string alignment), counted in bytes of
 * folded words; gives limit + 1 as soon as it is more than limit. At most 64
 * bytes of each are compared.
 */
unsigned utf8_distance(struct str a, struct str b, unsigned limit);
#endif
