/*
 * src/report/pixels.h - pixels as a PNG of sixteen colours: half the bytes of a
 * larger palette, and no eye misses the others on a board.
 */
#ifndef REPORT_PIXELS_H
#define REPORT_PIXELS_H
#include "base/buf.h"

struct pixels {
	int width, height;
	const unsigned char *data; /* words of 0x..RRGGBB, aligned */
	int stride;                /* bytes from row to row */
};

/* Append it; the same pixels give the same bytes. False: out is full. */
bool pixels_png(const struct pixels *p, struct buf *out);
#endif
