/*
 * src/tools/libraries.c - names everything that is loaded later (X.calls, see
 * base/library.h), and is linked with the libraries: what they do not have is
 * found when this is built. A package takes its dependencies from this program.
 * It prints the names of the files.
 */
#include "base/base.h"
#include <stdio.h>

#define CALL(name) extern const char name[];
#include "tools/libraries.inc"
#undef CALL

#define CALL(name) name,
static const char *const names[] = {
#include "tools/libraries.inc"
};
#undef CALL

int main(void)
{
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (!names[i])
			return 1;
#ifdef LIBRARY_GPGME
	puts(LIBRARY_GPGME);
#endif
	puts(LIBRARY_CAIRO "\n" LIBRARY_CURL "\n" LIBRARY_ETPAN
			   "\n" LIBRARY_GMIME "\n" LIBRARY_GNUTLS
			   "\n" LIBRARY_PNG "\n" LIBRARY_XML2);
	return 0;
}
