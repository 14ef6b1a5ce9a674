/* src/judge/people/names.h - names of people: what a log can hold as a name. */
#ifndef JUDGE_PEOPLE_NAMES_H
#define JUDGE_PEOPLE_NAMES_H
#include "base/arena.h"

enum { NAME_MAX_BYTES = 40 };

/* A name that all will read, in headers and reports: single blanks only. */
struct str name_clean(struct arena *a, struct str s);

/* "operator" and the like stand in the log for who did something */
bool name_is_office(struct str name);

/*
 * A name that could be taken for another: with the marks of addresses, markers
 * and templates in it, or of letters that only look alike.
 */
bool name_is_odd(struct str name);

/* Can this name be logged as a person's name? If not, the
 * person is listed by address. */
bool name_is_plain(struct str name, struct arena *a);
#endif
