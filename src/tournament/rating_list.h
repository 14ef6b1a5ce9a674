/*
 * src/tournament/rating_list.h - computes ratings and reliability of people
 * from all finished campaign games of a system. Recomputed from the results
 * each time; anybody with the logs gets the same.
 *
 * Glicko-2 (tournament/glicko2.h), tau 0.5. A period is 30 days, counted from
 * the beginning of 1970 in UTC, and a game belongs to that in which it ended.
 * Periods without games count from a person's first game on. Byes and games
 * without a result are not rated.
 *
 * Reliability: the share of signed orders among signed orders and missed
 * deadlines, in games with deadlines.
 */
#ifndef TOURNAMENT_RATING_LIST_H
#define TOURNAMENT_RATING_LIST_H
#include "tournament/glicko2.h"
#include "judge/judge.h"

enum { RATING_LIST_PERIOD_S = 30 * 86400 };

struct rated_person {
	int64_t person;
	struct str name;
	struct glicko2 rating;
	int games;                /* rated */
	int64_t answered, missed; /* in games with deadlines */
};

/* All people with a rated game, the strongest first. */
enum err rating_list_of(struct judge *j, struct str system, struct arena *a,
			struct rated_person **out, int *n, struct why *why);

/* The same of these rows, by their ends, in no order; names are its caller's to
 * give, and then to have them in it: of equals by their names. */
struct rated_row;
void rating_list_count(struct rated_row *rows, size_t n_rows, struct arena *a,
		       struct rated_person **out, int *n);
void rating_list_sort(struct rated_person *v, int n);

/* Of these that person, or NULL. */
const struct rated_person *rating_list_find(const struct rated_person *v, int n,
					    int64_t person);

/* How often in time, in per cent; -1: never awaited with a deadline. */
int rating_list_in_time(const struct rated_person *p);
#endif
