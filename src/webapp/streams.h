/*
 * src/webapp/streams.h - restores a WebAssembly module that streams.py has
 * split into streams for better compression. The page calls it like unlzma, in
 * the same small module.
 */
#ifndef WEBAPP_STREAMS_H
#define WEBAPP_STREAMS_H
#include "base/base.h"

/* n_out bytes of a module: false if these streams are not of so many. */
bool streams_join(const uint8_t *in, size_t n_in, uint8_t *out, size_t n_out);
#endif
