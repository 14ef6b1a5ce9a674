/*
 * src/base/ascii.h - classes of ASCII characters, whatever the locale.
 */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H
#include "base/base.h"

static inline bool ascii_is_digit(int c)
{
	return '0' <= c && c <= '9';
}

static inline bool ascii_is_alnum(int c)
{
	return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') ||
	       ascii_is_digit(c);
}

/* The letter in lower case; any other byte unchanged. */
static inline char ascii_lower(char c)
{
	return 'A' <= c && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* The letter in upper case; any other byte unchanged. */
static inline char ascii_upper(char c)
{
	return 'a' <= c && c <= 'z' ? (char)(c - ('a' - 'A')) : c;
}
#endif
