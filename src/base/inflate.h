/*
 * src/base/inflate.h - decompresses the output of deflate_raw and deflate_known
 * (base/deflate.h), by zlib. A file of its own: the browser page needs no
 * compressor.
 */
#ifndef BASE_INFLATE_H
#define BASE_INFLATE_H
#include "base/buf.h"

/* Append the original of these compressed bytes. known: as given to
 * deflate_known, STR("") for deflate_raw. False: the bytes are damaged, or out
 * is full. */
bool inflate_known(struct buf *out, struct str bytes, struct str known);
#endif
