/*
 * src/report/squeeze.h - deflate (RFC 1951) for the rows of a picture of few
 * colours. What such a row repeats is nearly always the pixels just before, the
 * row above, or a shape that was drawn lately; searched for there alone it is
 * found with a fifth of the work of zlib's level 7, and in no more bytes.
 */
#ifndef REPORT_SQUEEZE_H
#define REPORT_SQUEEZE_H
#include "base/buf.h"

struct squeeze;

/* What it needs to work, for one caller at a time; never NULL. */
struct squeeze *squeeze_make(void);
void squeeze_release(struct squeeze *q);

/* Adds rows of `wide` bytes each, between one byte and 8 MB in all, up to a
 * whole byte of out, as blocks of which none is the last: others may stand
 * before and behind, and they look back at none. The same bytes on every
 * machine. */
void squeeze(struct squeeze *q, struct str rows, size_t wide, struct buf *out);
#endif
