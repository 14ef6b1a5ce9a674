/*
 * src/rules/value.h - values of a state by path, as cases and game masters name
 * them: "phase", "A.score", "A1.wounds". A system lists in tables what the
 * members of its structs are called and what they may hold.
 */
#ifndef RULES_VALUE_H
#define RULES_VALUE_H
#include "rules/system.h"

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

/* How the value of a path is written, the same wherever one is read or shown.
 */
enum value_is {
	VALUE_NUMBER,
	VALUE_LENGTH, /* inches: 12, 12.4, 12.40 */
	VALUE_LABEL,  /* A3; NONE */
	VALUE_SEAT,   /* B; NONE */
	VALUE_NAME, /* one of some words, in the case of anybody; NONE is -1 */
	VALUE_SQUARE,  /* F4; NONE */
	VALUE_YES,     /* YES, NO */
	VALUE_DEGREES, /* 0..359 from north, or N, NE .. */
	VALUE_EIGHTH,  /* N, NE .. NW as 0..7 */
	VALUE_WORD     /* up to four letters, a byte each; NONE is 0 */
};

/* A system's table of them: values that have no row are numbers. */
struct value_form {
	/* the last part of the path; K.place: of what has a label with K */
	const char *name;
	enum value_is is;
	const char *const *names; /* VALUE_NAME: by their number, "" none */
	int n_names;
};

/* The row for a path; one that says VALUE_NUMBER if there is none. */
const struct value_form *value_form_of(const struct system *sys,
				       struct str path);

/* What can be written for it besides numbers, as "a, b or c"; nothing if that
 * is no matter of words. */
void value_choices(const struct value_form *f, struct buf *out);

/* Points of the compass in a grammar's order, as they are written. */
extern const char *const value_eighths[8];

/*
 * The words of a value, separated by blanks, into numbers; false: they are not
 * of its form (*bad is the word), or too many. And back.
 */
bool value_read(const struct system *sys, struct str path, struct str text,
		int32_t *w, int max, int *n, struct str *bad);
void value_write(const struct system *sys, struct str path, int32_t w,
		 struct buf *out);

/* The event that sets the value; the path is shorter than EVENT_TEXT_ROOM. */
void value_override(struct event *out, struct str path, const int32_t *w,
		    int n);
#endif
