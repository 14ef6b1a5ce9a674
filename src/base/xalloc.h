/*
 * src/base/xalloc.h - checks every pointer that malloc or a library returns:
 * the process ends if memory runs out. No partial work was committed then.
 */
#ifndef BASE_XALLOC_H
#define BASE_XALLOC_H
#include "base/base.h"

/* Return p, or abort if it is NULL: `xalloc_check(calloc(1, sizeof(*p)))`. */
void *xalloc_check(void *p);
#endif
