/*
 * src/base/library.h - loads a shared library when it is first needed. Most
 * commands need none of the large libraries, and loading all of them takes
 * longer than most commands.
 *
 * The file X.c that wraps such a library has a list X.calls next to it: the
 * library, and each function (or variable) that X.c uses of it. The build
 * makes X.inc of the list (base/calls.awk); X.c includes it after the
 * library's own headers. From there on each name in the list means a pointer
 * of the type that the header declares. X.c calls calls_load() before it uses
 * the first one: a process that will enter a sandbox does so before. A name
 * that is missing in the list does not link. A name that the library does not
 * have stops the link of tools_libraries.
 */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H
#include "base/base.h"

/*
 * Load the library of this file name (config.h has them) and write the address
 * of each of the n names to pointers, an array. Ends the process with 127 and a
 * message if that fails, as the loader does where a program needs the library
 * at its start. The library stays until the end of the process.
 */
void library_load(const char *file, const char *const *names, size_t n,
		  void *pointers);
#endif
