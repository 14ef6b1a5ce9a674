/*
 * src/judge/game/deadline.h - sets and fires the deadlines of awaited
 * seats. An expiry is an event, so the clock is in the log and not in the
 * rules.
 *
 * Each seat that blocks the game has the game's time for one turn, from the
 * moment when it is awaited, and again after each of its own mails while it
 * still blocks. With a calendar, the deadline is the next moment of the table's
 * calendar, with absences and days off by policy (protocol/policy.def). The
 * judge warns the seat a day before the end, or at three quarters of the time
 * if that is later, unless the player is away. After deadline, grace and
 * reserve (counted from the deadline: table_state_respite_ends) the seat gives
 * the documented default of its situation. If there is no default, or the seat
 * was silent too often, the judge pauses the game. While the dice wait for
 * random words no time passes.
 */
#ifndef JUDGE_GAME_DEADLINE_H
#define JUDGE_GAME_DEADLINE_H
#include "judge/game/adjudicate.h"

/* Set and clear timers as the game now awaits; at the end of each. */
enum err deadline_update(struct adjudication *x, struct why *why);

/* The time of the warning for a deadline that runs from at_s: a day before its
 * end, or when a quarter of the time is left if that is less. */
int64_t deadline_warning(int64_t at_s, int64_t until_s);

/* Give a seat until then, with its warning. */
enum err deadline_set(struct judge *j, int64_t game, int slot, int64_t at_s,
		      int64_t until_s, struct why *why);

/* The same, logged as event deadline_moved: why is the event's reason. */
enum err deadline_move(struct adjudication *x, int slot, int64_t until_s,
		       const char *why_moved, struct why *why);

/* An event that the table's agreements follow: it must fit. */
void deadline_notify(struct adjudication *x, const struct event *e);

/* Until when a seat would have time that is awaited from now on. */
int64_t deadline_due(struct adjudication *x, int seat);

/* Does time run at this table at all? */
bool deadline_has(const struct game_ctx *t);

/* A bit for each seat that the game cannot go on without. */
uint32_t deadline_blocking(const struct game_ctx *t);

/* Until when each seat is awaited; 0: it is not, or without end. */
enum err deadline_of(struct judge *j, int64_t game,
		     int64_t deadline_s[SEATS_MAX], struct why *why);

/* The reason of a pause after a silence without a default. */
#define DEADLINE_PAUSE "a deadline passed without a default"

#endif
