/*
 * src/judge/policies/deadline_commands.h - the commands of game masters and the
 * operator that change deadlines: later, sooner, at a moment, or expired now.
 * Each change is an event deadline_set.
 *
 *	EXTEND hours | SHORTEN hours	everybody who is awaited
 *	DEADLINE [A] 2026-12-01 20:00 [Europe/Madrid]
 *	SKIP [A]	the deadline is now: neither grace nor reserve, and
 *			the silent seat's default is executed
 */
#ifndef JUDGE_POLICIES_DEADLINE_COMMANDS_H
#define JUDGE_POLICIES_DEADLINE_COMMANDS_H
#include "base/date.h"
#include "judge/policies/lifecycle.h"

enum { DEADLINE_COMMAND_AHEAD_S = 366 * DAY_S };

struct deadline_command {
	int64_t more_s;   /* so much later, below 0: sooner */
	int64_t until_s;  /* or then, if it is not 0 (UTC) */
	bool skip;        /* or now */
	int seat;         /* -1: all awaited seats */
	struct str cause; /* the reason; empty: none is stated */
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
