/*
 * src/judge/notify/verp.h - makes and checks the envelope sender of a mail that
 * is no answer, if the judge's server has plus addresses:
 * judge+b=N.MAC@court.test, N being the number of the mail in the outbox and
 * MAC the first 8 hex digits of
 *
 *	H[seed of the judge's key]("heraldo verp 1" ‖ u64 N)
 *
 * A bounce to this address identifies the mail whatever the bounce's text; a
 * stranger cannot make such an address.
 */
#ifndef JUDGE_NOTIFY_VERP_H
#define JUDGE_NOTIFY_VERP_H
#include "judge/judge.h"

/* Of a judge's address and key, in the arena. The address itself where its
 * local part would be too long. */
struct str verp_address(struct str address, const struct key_secret *key,
			int64_t letter, struct arena *a);

/* Is it one of these? Then *mail. */
bool verp_parse(struct str address, const struct key_secret *key,
		struct str said, int64_t *letter, struct arena *a);
/*
 * The number in the List-Unsubscribe header of mails to a person at a place of
 * a game: it proves that the sender of LEAVE has had such a mail.
 */
struct str verp_leave_token(const struct key_secret *key, int64_t game,
			    int slot, int64_t person, struct arena *a);
#endif
