/*
 * src/store/passports.h - rows about people at other judges: the judges to
 * which a person's passport (judge/people/passport.h) was written, the judge
 * from which one was taken, and passports whose address was asked and has not
 * answered.
 */
#ifndef STORE_PASSPORTS_H
#define STORE_PASSPORTS_H
#include "store/store.h"

enum { PASSPORT_JUDGES = 32 }; /* of a person, in each direction */

struct passport_row {
	int64_t person;
	struct str judge; /* its address */
	int64_t dated_s;
};

/* One was written for this judge, or taken from it: the newest date counts. */
enum err store_passport_out(struct store *st, const struct passport_row *p,
			    struct why *why);
enum err store_passport_in(struct store *st, const struct passport_row *p,
			   struct why *why);

/* The judges of either table, by their addresses; at most max. */
enum err store_passport_outs(struct store *st, int64_t person, struct arena *a,
			     struct passport_row *rows, int max, int *n,
			     struct why *why);
enum err store_passport_ins(struct store *st, int64_t person, struct arena *a,
			    struct passport_row *rows, int max, int *n,
			    struct why *why);

/* The time of the last change of a person's keys: added, revoked, or imported
 * by a passport; 0: none. */
enum err store_ring_dated(struct store *st, int64_t person, int64_t *dated_s,
			  struct why *why);

/* A question that waits for its answer, at most one of an address. */
struct passport_asked {
	struct str address;
	uint8_t nonce[STORE_HASH_SIZE]; /* of the number: its hash */
	struct str name;                /* by which they are to be known here */
	struct str passport;            /* as it was signed */
	int64_t asked_s, expires_s;
};
/* Instead of the one before, if there was one; forgets those that lapsed
 * before now_s. */
enum err store_passport_ask(struct store *st, const struct passport_asked *p,
			    int64_t now_s, struct why *why);
/* ERR_NOT_FOUND: it was not asked. */
enum err store_passport_asked(struct store *st, struct str address,
			      struct arena *a, struct passport_asked *out,
			      struct why *why);
enum err store_passport_by_nonce(struct store *st,
				 const uint8_t nonce[STORE_HASH_SIZE],
				 struct arena *a, struct passport_asked *out,
				 struct why *why);
enum err store_passport_answered(struct store *st, struct str address,
				 struct why *why);
#endif
