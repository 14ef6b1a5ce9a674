/*
 * src/base/str.h - copies slices into an arena with their letter case or line
 * ends changed. ASCII only: base/utf8.h has the functions for other letters.
 * base/base.h defines struct str itself.
 */
#ifndef BASE_STR_H
#define BASE_STR_H
#include "base/arena.h"

/* Copies with all ASCII letters small, or capital: names and words of signed
 * text come in capitals. */
struct str str_lower(struct arena *a, struct str s);
struct str str_upper(struct arena *a, struct str s);

/* A trimmed copy with blanks instead of line ends. */
struct str str_one_line(struct arena *a, struct str s);
#endif
