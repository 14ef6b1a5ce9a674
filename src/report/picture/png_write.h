/*
 * src/report/picture/png_write.h - writes pixels as PNG of few colours: those
 * that would be missed most.
 */
#ifndef REPORT_PICTURE_PNG_WRITE_H
#define REPORT_PICTURE_PNG_WRITE_H
#include "base/buf.h"

/* Append the PNG of these rows of 0x00RRGGBB; a row is stride words. */
void png_write(struct buf *out, int width, int height, const uint32_t *pixels,
	       size_t stride);
#endif
