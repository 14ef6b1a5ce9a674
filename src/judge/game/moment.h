/*
 * src/judge/game/moment.h - the time and random values of the current mail or
 * timer. Both are the same when the mail or timer is worked on again.
 *
 * A mail's events have its time of receipt, a timer's the time when it was due
 * (judge_now). Nonces, seeds and unique names that a mail or timer needs follow
 * from a secret of the database and from the mail's bytes or the timer. So the
 * same mails give the same log in an older copy of the database. A command of
 * the operator has the clock and fresh random bytes.
 */
#ifndef JUDGE_GAME_MOMENT_H
#define JUDGE_GAME_MOMENT_H
#include "judge/judge_private.h"
#include "store/games.h"
#include "store/inbox.h"

/* Read the secret, or make it: part of judge_open. */
enum err moment_init(struct judge *j, struct why *why);

/* Until moment_end the judge's time is that of this mail, this timer, .. */
void moment_of_mail(struct judge *j, const struct inbox_row *mail);
void moment_of_timer(struct judge *j, const struct timer_row *timer);
/* .. or of later work at the same time. */
void moment_after(struct judge *j, int64_t at_s);
/* It is no earlier than this. */
void moment_not_before(struct judge *j, int64_t at_s);
void moment_end(struct judge *j);

/* Unpredictable random bytes; see above. */
void judge_random(struct judge *j, void *out, size_t len);

/* The seed of a game's dice chain, by its number. */
void moment_chain_seed(const struct judge *j, const struct game_id *game,
		       uint32_t number, uint8_t seed[HASH_SIZE]);
#endif
