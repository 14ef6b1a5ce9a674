/*
 * src/judge/game/intervention_list.h - lists the commands that game masters and
 * the operator gave to a game, from its log, for `heraldo game history`.
 */
#ifndef JUDGE_GAME_INTERVENTION_LIST_H
#define JUDGE_GAME_INTERVENTION_LIST_H
#include "base/arena.h"
#include "judge/judge.h"

/* One adjudication that a person commanded. */
struct intervention_row {
	int64_t point;
	struct str at; /* as in the log: 2026-12-01T20:00:00Z */
	struct str by; /* the master's name as the log has it, or "operator" */
	bool operators;
	/* it changed or judged play; else an undo does not revert it: seats,
	 * policies */
	bool plays;
	bool undone; /* play went back to before it, and has not returned */
};

/* A ruling on a dispute. */
struct ruling_row {
	int64_t number, disputed, point; /* of it, of the ruling */
	struct str by, verdict, words;
	struct str rules; /* the game's, with their version */
	bool undone;      /* play went back to before it since */
};

/* All of them, oldest first, and what a verifier counts in the same log. */
struct interventions {
	struct intervention_row *v;
	int n;
	struct ruling_row *ruled;
	int n_ruled;
	int64_t by_masters, by_operator; /* adjudications */
	int64_t overrides, undone, rulings;
};

/*
 * Lives in the arena. ERR_NOT_FOUND: no such game; ERR_ARCHIVED: its log is not
 * here any more.
 */
enum err judge_game_interventions(struct judge *j, int64_t game,
				  struct arena *a, struct interventions *out,
				  struct why *why);

/* Is it a person's command: does the event name its author, other than the
 * judge? */
bool interventions_is_command(const struct event_schema *s,
			      const struct event *e);
#endif
