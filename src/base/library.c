/* src/base/library.c */
#include "base/library.h"
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static _Noreturn void library_fail(void)
{
	const char *text = dlerror();

	fprintf(stderr, "heraldo: cannot load a library: %s\n",
		text ? text : "a name in it has no address");
	/* a child must not write what its parent has buffered */
	_exit(127);
}

void library_load(const char *file, const char *const *names, size_t n,
		  void *pointers)
{
	void *library = dlopen(file, RTLD_LAZY);

	if (!library)
		library_fail();
	for (size_t i = 0; i < n; i++) {
		void *address = dlsym(library, names[i]);

		if (!address)
			library_fail();
		memcpy((char *)pointers + i * sizeof(address), &address,
		       sizeof(address));
	}
}
