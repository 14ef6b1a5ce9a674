/*
 * src/base/xalloc.h - memory from the C library; the process ends if memory
 * runs out, because no partial work was committed. All code allocates through
 * this file, and checks here the memory that a library returns.
 */
#ifndef BASE_XALLOC_H
#define BASE_XALLOC_H
#include "base/base.h"

/* p, which is not NULL: `xalloc_check(calloc(1, sizeof(*p)))`. */
void *xalloc_check(void *p);
#endif
