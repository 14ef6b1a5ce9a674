/*
 * src/report/deflate.h - bytes made smaller, as a browser unpacks them by
 * itself (deflate-raw).
 */
#ifndef REPORT_DEFLATE_H
#define REPORT_DEFLATE_H
#include "base/buf.h"

/* Append the bytes, deflated; false: out is full. */
bool deflate_raw(struct buf *out, struct str bytes);
#endif
