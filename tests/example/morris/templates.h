/*
 * example/morris/templates.h - a folder of templates with the words of the
 * example beside those of the house, as they would lie in templates/.
 */
#ifndef EXAMPLE_MORRIS_TEMPLATES_H
#define EXAMPLE_MORRIS_TEMPLATES_H
#include "base/base.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>

/* Made anew in the working folder; its path. */
static inline const char *morris_templates(const char *folder)
{
	char command[2000];

	snprintf(command, sizeof(command),
		 "rm -rf '%s' && for l in en es; do mkdir -p '%s'/$l && "
		 "ln -s '%s'/templates/$l/* "
		 "'%s'/tests/example/morris/templates/$l/* '%s'/$l || exit 1; "
		 "done",
		 folder, folder, SRCDIR, SRCDIR, folder);
	if (system(command)) {
		fprintf(stderr, "%s cannot be made\n", folder);
		exit(1);
	}
	return folder;
}
#endif
