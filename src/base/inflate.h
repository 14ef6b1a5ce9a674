/*
 * src/base/inflate.h - what deflate_raw made smaller, back. By itself, for a
 * page has to do so, and makes nothing smaller.
 */
#ifndef BASE_INFLATE_H
#define BASE_INFLATE_H
#include "base/buf.h"

/* Append what the bytes were, for who knows as much as who made them
 * (deflate_known; STR("")); false: they are not such bytes, or out is full. */
bool inflate_known(struct buf *out, struct str bytes, struct str known);
#endif
