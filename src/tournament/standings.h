/*
 * src/tournament/standings.h - computes the standings of a campaign and their
 * tie-breaks. Pure integers, recomputed from the results: nothing is kept from
 * one table to the next.
 */
#ifndef TOURNAMENT_STANDINGS_H
#define TOURNAMENT_STANDINGS_H
#include "base/base.h"

enum {
	STANDINGS_MAX = 128,     /* people, as PAIRING_MAX */
	STANDINGS_ROUNDS = 1024, /* of one campaign */
	STANDINGS_BYE = -1,
};

/* what a campaign gives for a result; in any unit, 0 or more */
struct worth {
	int32_t won, drawn, lost, bye;
};

enum outcome {
	OUTCOME_FIRST, /* the first side has won */
	OUTCOME_SECOND,
	OUTCOME_DRAWN,
	OUTCOME_VOID, /* ended without a result: no points */
};

/* one game that has ended, or a bye: second is STANDINGS_BYE */
struct result {
	uint32_t round; /* 0.., below STANDINGS_ROUNDS */
	int32_t first, second;
	enum outcome outcome;  /* of a bye it says nothing */
	int32_t points_first;  /* as the game's own rules count them, */
	int32_t points_second; /* 0 or more */
};

/* a person of the roster; late entries and withdrawals are rounds */
struct member {
	uint32_t from;  /* the first round that it was here for */
	uint32_t until; /* the first round after it left; UINT32_MAX: it is here
			 */
};

/* a line of the table */
struct standing {
	int32_t who;
	uint32_t place; /* 1..; full ties share a place */
	bool gone; /* withdrawn: keeps its points, is listed below the others */
	uint32_t played, won, drawn, lost, byes;
	int64_t score;     /* by the campaign's worth */
	int64_t points;    /* scored in its games */
	int64_t opponents; /* scores of those it met, one for each game */
	int64_t beaten;    /* twice the scores of whom it beat, once of draws */
	int64_t direct;    /* among equals, if all of them met; else 0 */
};

/* tie-breaks, in the order of the campaign's setting */
enum tie_break {
	TIE_END, /* of a list */
	TIE_POINTS,
	TIE_OPPONENTS,
	TIE_BEATEN,
	TIE_DIRECT,
};

struct table_rules {
	struct worth worth;
	enum tie_break ties[4]; /* ended by TIE_END, or full */
};

/*
 * The table of n people (0..STANDINGS_MAX, numbers 0..n-1) after n_results
 * results, in any order; out has room for n. Withdrawn people are sorted like
 * the others. People that share a place are in the order of numbers. A bye is
 * worth the campaign's setting, has no opponent, and is no game won; a round
 * before a person's entry is worth nothing. TIE_DIRECT: among people equal by
 * all earlier tie-breaks, and only if each of them met each other, the score of
 * their mutual games.
 */
void standings_of(const struct table_rules *rules, const struct member *members,
		  uint32_t n, const struct result *results, uint32_t n_results,
		  struct standing *out);
#endif
