/*
 * src/tournament/carryover.h - from what a game has left (engine/carryover.h)
 * to what the next one begins with, by a table that a game master can replace.
 * A line for each thing, or several, which are done one after the other:
 *
 *	# a remark
 *	WHAT keep [as OTHER]	it is carried as it is
 *	WHAT less N [least M] [as OTHER]
 *				its first value less by N, not below M (0)
 *	WHAT lose		it is not; nor is what no line names
 *	WHAT give N		so much of it to every seat, whatever was left
 *
 * db/campaign/SYSTEM.carry is the table that comes with each game. What the
 * names and values are the system says: rules/SYSTEM/carried.h.
 *
 * What is carried is written as CSV, a line for each thing:
 *
 *	seat,what,value,key,name,game,from
 *	A,hero,4,pyramid/12,Cadwyn,crypt-1a2b3,HASH
 *
 * Several values stand with blanks between them; from is the head of the log of
 * that game, both empty for what a campaign gives.
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
	struct str what, as; /* as: the same where none is said */
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

/*
 * What the seats begin the next game with: of what was left, of the game that
 * is called so and whose log has that head. n_seats: who is given something.
 * Into out, which has room for max; gives their number, or -1: there is more.
 */
int campaign_carryover_apply(const struct campaign_carryover_table *t,
			     const struct carryover *left, int n_left,
			     struct str game, const struct hash *head,
			     int n_seats, struct game_carried *out, int max);

/* Append lines, with a first one of names; and read them: ERR_FORMAT names line
 * and column. Texts live in the arena. */
void campaign_carryover_write(const struct game_carried *v, int n,
			      struct arena *a, struct buf *out);
enum err campaign_carryover_read(struct str text, struct arena *a,
				 struct game_carried *out, int max, int *n,
				 struct why *why);
#endif
