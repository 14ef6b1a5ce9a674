/*
 * src/base/str.h - builds new slices in an arena, byte by byte. base/utf8.h
 * has the functions that know letters beyond ASCII.
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
