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
#endif
