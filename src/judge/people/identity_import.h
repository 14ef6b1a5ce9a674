/*
 * src/judge/people/identity_import.h - people who play at several judges.
 * Judges know nothing of one another: an operator carries a passport
 * (judge/people/passport.h) from one to the next.
 *
 * What it tells of somebody unknown here is kept when their address has
 * answered, which is asked once: by
 *
 *	KEYS number
 *
 * signed by a key of the passport that is valid. Of somebody who is known here
 * name and address must be those that they have here; keys are added to theirs
 * by such an answer alone, which one of their keys here has signed.
 *
 * The newer ring counts. What a passport says is revoked is so here from then
 * on, however old it is; a key is added by one alone that is younger than all
 * that happened to the ring here; and what was revoked here stays so.
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
