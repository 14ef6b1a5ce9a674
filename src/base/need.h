/*
 * src/base/need.h - out of memory ends the process: nothing half-done was
 * committed. Whoever takes memory from the C library, or what a library makes
 * of it, takes it through this.
 */
#ifndef BASE_NEED_H
#define BASE_NEED_H
#include "base/base.h"

/* p, which is not NULL: `need(calloc(1, sizeof(*p)))`. */
void *need(void *p);
#endif
