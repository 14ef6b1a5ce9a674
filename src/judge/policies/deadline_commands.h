/*
 * src/judge/policies/deadline_commands.h - deadlines by the hand of a game
 * master or the operator: later, sooner, at a moment, or over at once. Each is
 * an event deadline_set.
 *
 *	EXTEND hours | SHORTEN hours	everybody who is awaited
 *	DEADLINE [A] 2026-12-01 20:00 [Europe/Madrid]
 *	SKIP [A]	the deadline is now: neither grace nor reserve, and
 *			what the rules have for who stays silent is done
 */
#ifndef JUDGE_POLICIES_DEADLINE_COMMANDS_H
#define JUDGE_POLICIES_DEADLINE_COMMANDS_H
#include "base/date.h"
#include "judge/game/lifecycle.h"

enum { DEADLINE_COMMAND_AHEAD_S = 366 * DAY_S };

struct deadline_command {
	int64_t more_s;  /* so much later, below 0: sooner */
	int64_t until_s; /* or then, if it is not 0 (UTC) */
	bool skip;       /* or now */
	int seat;        /* of whom; -1: of all who are awaited */
};

/* ERR_USAGE where the game or a seat has no such deadline. */
enum err deadline_command_set(struct judge *j, int64_t game,
			      const struct actor *h,
			      const struct deadline_command *p,
			      struct why *why);

/*
 * "2026-12-01 20:00 Europe/Madrid", the zone in any case; zone: of who names
 * none. False: it is no such moment.
 */
bool deadline_command_moment(struct arena *a, struct str text, struct str zone,
			     int64_t *utc_s);
#endif
