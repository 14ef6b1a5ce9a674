/*
 * src/base/nearest.h - the known name that is nearest to a mistyped one, for
 * "did you mean". A name that begins with what was typed is near, too.
 */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H
#include "base/base.h"

enum { NEAREST_FAR = 3 }; /* letters that differ: no longer near */

struct nearest {
	struct str typed;
	struct str name; /* borrowed; empty: none is near */
	unsigned least;
};

/* far: NEAREST_FAR, or another number where names are long. */
void nearest_init(struct nearest *n, struct str typed, unsigned far);

/* Compare one name. True: it is the nearest so far. */
bool nearest_try(struct nearest *n, struct str name);
#endif
