/*
 * src/base/deflate.h - compresses bytes in the form that a browser
 * decompresses without a library (deflate-raw).
 */
#ifndef BASE_DEFLATE_H
#define BASE_DEFLATE_H
#include "base/buf.h"

/* Append the bytes, deflated; false: out is full. */
bool deflate_raw(struct buf *out, struct str bytes);

/* The same for who knows these bytes already; the last DEFLATE_KNOWN of them
 * count. */
enum { DEFLATE_KNOWN = 32 << 10 };
bool deflate_known(struct buf *out, struct str bytes, struct str known);
#endif
