/* src/base/xalloc.c */
#include "base/xalloc.h"
#include <stdio.h>
#include <stdlib.h>

void *need(void *p)
{
	if (!p) {
		fputs("heraldo: out of memory\n", stderr);
		abort();
	}
	return p;
}
