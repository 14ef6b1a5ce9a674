/*
 * src/judge/people/identity_import.h - imports people from another judge.
 * Judges have no connection to each other: an operator carries a passport
 * (judge/people/passport.h) from one to the next.
 *
 * The data of an unknown person is stored after the person's address has
 * answered a mail, which the judge sends once: by
 *
 *	KEYS number
 *
 * signed by a valid key of the passport. For a known person, name and address
 * must be those stored here; keys are added only by such an answer, signed with
 * one of the person's keys here.
 *
 * The newer ring counts. Keys that a passport lists as revoked are revoked here
 * from then on, whatever the age of the passport. Only a passport newer than
 * every change of the ring here adds a key; and keys revoked here stay revoked.
 */
#ifndef JUDGE_PEOPLE_IDENTITY_IMPORT_H
#define JUDGE_PEOPLE_IDENTITY_IMPORT_H
#include "judge/judge_private.h"
#include "judge/people/passport.h"
#include "store/passports.h"

/* The keys by which the answer with this number may be signed, at most
 * KEYRING_PER_PERSON. ERR_NOT_FOUND: it was not asked. */
enum err identity_import_keys(struct judge *j, struct str nonce,
			      struct arena *a, struct key *keys, size_t *n,
			      struct why *why);

/* The judges that have a person's keys from here, or from which they are, each
 * once; at most max, by their addresses. */
enum err person_judges(struct judge *j, int64_t person, struct arena *a,
		       struct str *judges, size_t max, int *n, struct why *why);
#endif
