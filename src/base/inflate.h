/*
 * src/base/inflate.h - decompresses the output of deflate_raw. Written without
 * zlib, because the browser page needs it; it cannot compress.
 */
#ifndef BASE_INFLATE_H
#define BASE_INFLATE_H
#include "base/buf.h"

/* Append what the bytes were, for who knows as much as who made them
 * (deflate_known; STR("")); false: they are not such bytes, or out is full. */
bool inflate_known(struct buf *out, struct str bytes, struct str known);
#endif
