/*
 * src/webapp/streams.h - a module of WebAssembly put together: what streams.py
 * has taken apart, so that it can be packed better. The page calls it as it
 * calls unlzma, in the same small module.
 */
#ifndef WEBAPP_STREAMS_H
#define WEBAPP_STREAMS_H
#include "base/base.h"

/* n_out bytes of a module: false if these streams are not of so many. */
bool streams_join(const uint8_t *in, size_t n_in, uint8_t *out, size_t n_out);
#endif
