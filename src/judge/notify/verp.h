/*
 * src/judge/notify/verp.h - the envelope sender of a letter that is no answer,
 * where the judge's server has plus addresses: judge+b=N.MAC@court.test, N
 * being the number of the letter in the outbox and MAC the first 8 hex digits
 * of
 *
 *	H[seed of the judge's key]("heraldo verp 1" ‖ u64 N)
 *
 * What comes back to it names the letter, whatever else it says; a stranger,
 * who has none of these addresses, cannot make one.
 */
#ifndef JUDGE_NOTIFY_VERP_H
#define JUDGE_NOTIFY_VERP_H
#include "judge/judge.h"

/* Of a judge's address and key, in the arena. The address itself where its
 * local part would be too long. */
struct str verp_address(struct str address, const struct key_secret *key,
			int64_t letter, struct arena *a);

/* Is it one of these? Then *letter. */
bool verp_parse(struct str address, const struct key_secret *key,
		struct str said, int64_t *letter, struct arena *a);
#endif
