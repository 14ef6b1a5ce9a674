/*
 * src/webapp/unlzma.h - decompresses the engine in the page: a stream of LZMA1
 * without a header, of lc 3, lp 0, pb 0, without a mark of its end (Pavlov,
 * "LZMA specification", 2015). The page calls it as a small module of its own,
 * before there is any other.
 */
#ifndef WEBAPP_UNLZMA_H
#define WEBAPP_UNLZMA_H
#include "base/base.h"

/* Decompress n_out bytes of the stream: false if it is shorter. Bytes past
 * its end count as zeroes. */
bool unlzma(const uint8_t *in, size_t n_in, uint8_t *out, size_t n_out);
#endif
