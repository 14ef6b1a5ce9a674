/*
 * src/judge/people/leave.h - ends the mails of a spectator or deputy, and
 * answers a request to leave. Units: seconds since 1970 UTC. Nothing is kept
 * from the arguments. Errors are those of the store.
 */
#ifndef JUDGE_PEOPLE_LEAVE_H
#define JUDGE_PEOPLE_LEAVE_H

#include "judge/judge_private.h"

struct delivery;

/* Mail the answer of this kind (unsubscribe or unsubscribed) to d's seat.
 * nonce: "", or the number of a question that is valid until expires_s. */
enum err leave_answer(struct delivery *d, const char *kind, struct str nonce,
		      int64_t expires_s, struct why *why);

/* No mails of d's game go to d's place any more; mails the answer. */
enum err leave_place(struct delivery *d, struct why *why);
#endif
