/* src/base/xalloc.c */
#include "base/xalloc.h"
#include <stdio.h>
#include <stdlib.h>

void *xalloc_check(void *p)
{
	if (!p) {
		fputs("heraldo: out of memory\n", stderr);
		abort();
	}
	return p;
}
