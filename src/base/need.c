/* src/base/need.c */
#include "base/need.h"
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
