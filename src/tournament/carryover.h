/*
 * src/tournament/carryover.h - computes what the next game of a campaign starts
 * with, from the values a game left (engine/carryover.h) and a table that a
 * game master can replace. The table has one or more lines for each thing;
 * several are applied one after the other:
 *
 *	# a remark
 *	WHAT keep [as OTHER]	carry it unchanged
 *	WHAT less N [least M] [as OTHER]
 *				its first value less by N, not below M (0)
 *	WHAT lose		drop it, like all things without a line
 *	WHAT give N		give every seat so much, whatever was left
 *
 * db/campaign/SYSTEM.carry is the table that comes with each game. The system
 * defines the names and values: games/SYSTEM/rules/carryover.h.
 *
 * Carried values are written as CSV, a line for each thing:
 *
 *	seat,what,value,key,name,game,from
 *	A,hero,4,pyramid/12,Cadwyn,crypt-1a2b3,HASH
 *
 * Several values are separated by blanks; from is the head of the log of that
 * game; game and from are empty for values that a campaign gives.
 */
#ifndef TOURNAMENT_CARRYOVER_H
#define TOURNAMENT_CARRYOVER_H
#include "base/arena.h"
#include "base/err.h"
#include "judge/judge.h"

enum {
	CAMPAIGN_CARRYOVER_RULES_MAX = 64,
	CAMPAIGN_CARRYOVER_THINGS_MAX = 2048
};

enum campaign_carryover_verb {
	CAMPAIGN_CARRYOVER_KEEP,
	CAMPAIGN_CARRYOVER_LESS,
	CAMPAIGN_CARRYOVER_LOSE,
	CAMPAIGN_CARRYOVER_GIVE
};

struct campaign_carryover_rule {
	struct str what, as; /* as: default is what */
	enum campaign_carryover_verb verb;
	int32_t n, least;
};

struct campaign_carryover_table {
	struct campaign_carryover_rule v[CAMPAIGN_CARRYOVER_RULES_MAX];
	int n;
};

/* Texts of the table live as long as text. ERR_FORMAT names line and column. */
enum err campaign_carryover_table_read(struct str text,
				       struct campaign_carryover_table *out,
				       struct why *why);

/* The end of a game. */
struct campaign_carryover_from {
	const struct carryover *left; /* the values that it leaves */
	int n_left;
	struct str game; /* its name, and the head of its log */
	const struct hash *head;
	int n_seats; /* the seats that "give" serves */
};

/*
 * Compute the start values of the next game. Writes to out, which has room for
 * max; returns the number, or -1: there are more.
 */
int campaign_carryover_apply(const struct campaign_carryover_table *t,
			     const struct campaign_carryover_from *from,
			     struct game_carried *out, int max);

/* Append lines, with a first one of names; and read them: ERR_FORMAT names line
 * and column. Texts live in the arena. */
void campaign_carryover_write(const struct game_carried *v, int n,
			      struct arena *a, struct buf *out);
enum err campaign_carryover_read(struct str text, struct arena *a,
				 struct game_carried *out, int max, int *n,
				 struct why *why);
#endif
