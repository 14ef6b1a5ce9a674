/*
 * src/base/str.h - slices made anew in an arena, byte by byte. What knows of
 * letters beyond ASCII is in base/utf8.h.
 */
#ifndef BASE_STR_H
#define BASE_STR_H
#include "base/arena.h"

/* ASCII letters in small ones, or in capitals: for names and words of signed
 * text, which comes in capitals. */
struct str str_lower(struct arena *a, struct str s);
struct str str_upper(struct arena *a, struct str s);

/* Line ends become blanks; trimmed. */
struct str str_one_line(struct arena *a, struct str s);
#endif
