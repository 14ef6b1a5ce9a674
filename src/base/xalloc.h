/*
 * src/base/xalloc.h - out of memory ends the process: nothing half-done was
 * committed. Whoever takes memory from the C library, or what a library makes
 * of it, takes it through this.
 */
#ifndef BASE_XALLOC_H
#define BASE_XALLOC_H
#include "base/base.h"

/* p, which is not NULL: `xalloc_check(calloc(1, sizeof(*p)))`. */
void *xalloc_check(void *p);
#endif
