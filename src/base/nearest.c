/* src/base/nearest.c */
#include "base/nearest.h"
#include "base/utf8.h"
#include <strings.h>

void nearest_init(struct nearest *n, struct str typed, unsigned far)
{
	*n = (struct nearest){ .typed = typed, .least = far };
}

bool nearest_try(struct nearest *n, struct str name)
{
	struct str typed = n->typed;
	/* "harbour" of "harbour-6f503" */
	bool begins = typed.len > 1 && typed.len < name.len &&
		      !strncasecmp(name.s, typed.s, typed.len);
	unsigned d = begins ? 1 : utf8_distance(typed, name, n->least);

	if (d >= n->least)
		return false;
	n->least = d;
	n->name = name;
	return true;
}
