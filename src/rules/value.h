/*
 * src/rules/value.h - values of a state by path, as cases and game masters name
 * them: "phase", "A.score", "A1.wounds". A system lists in tables what the
 * members of its structs are called and what they may hold.
 */
#ifndef RULES_VALUE_H
#define RULES_VALUE_H
#include "rules/event.h"

/* A member, one word, of the struct that a table is about. */
struct value_row {
	const char *name;
	size_t at;
	int32_t min, max; /* min > max: it is shown, not set */
};

#define VALUE(type, name, member, min, max)                                    \
	{                                                                      \
		name, offsetof(struct type, member), min, max                  \
	}

/*
 * The word that one of the n rows calls so, in the struct at base, and its row;
 * NULL, and *row as it was, if none does.
 */
int32_t *value_word(const struct value_row *rows, size_t n, void *base,
		    struct str name, const struct value_row **row);

/* A path up to its first dot; *rest is what follows that. */
struct str value_split(struct str path, struct str *rest);

/* What the first part names: the label A1, or 0; one of n seats, or -1. */
int32_t value_label(struct str word);
int value_seat(struct str word, int n);

/* The event that sets the value; the path is shorter than EVENT_TEXT_ROOM. */
void value_override(struct event *out, struct str path, const int32_t *w,
		    int n);
#endif
