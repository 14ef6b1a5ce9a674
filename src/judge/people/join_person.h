/*
 * src/judge/people/join_person.h - the person of a mail that proves an address
 * and a key (judge/people/join.c).
 */
#ifndef JUDGE_PEOPLE_JOIN_PERSON_H
#define JUDGE_PEOPLE_JOIN_PERSON_H
#include "judge/handlers.h"

/* The name in From, or of the address; and the language of the mail. */
struct str join_person_name(const struct delivery *d, struct str address);
struct str join_person_language(const struct delivery *d);

/* The person with this address and key; added if both are new. *no: a
 * name of reason.*, if they belong to different persons. */
enum err join_person_make(struct judge *j, const struct join_row *row,
			  struct arena *a, int64_t *person, const char **no,
			  struct why *why);
#endif
