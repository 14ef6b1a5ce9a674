/*
 * src/engine/option.h - the options of a game: each system lists its own in
 * options.def, by name, with what they may hold.
 */
#ifndef ENGINE_OPTION_H
#define ENGINE_OPTION_H
#include "base/base.h"

enum { OPTION_SAID_MAX = 64 };

struct option_row {
	const char *name;
	const char *names; /* a|b|c, numbers from 0; "": a plain number */
	int32_t min, max, fallback;
	int rule;
};

/* The number of the row called so, -1 if there is none. */
int option_find(const struct option_row *row, int n, struct str name);

/* A value as the rows have it, in room of OPTION_SAID_MAX bytes: signed text
 * has three dots in place of two (auth/canonical_text.h). A text longer than
 * any value is returned unchanged. */
struct str option_value_text(struct str value, char *room);

/* The n_w words become the value of the option of this name, in values, which
 * are as the rows; false: there is none, or it may not hold them. */
bool option_put(const struct option_row *row, int n, struct str name,
		const int32_t *w, int n_w, int32_t *values);
#endif
