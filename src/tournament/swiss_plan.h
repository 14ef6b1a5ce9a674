/*
 * src/tournament/swiss_plan.h - computes the state of a Swiss tournament before
 * its next round from the roster and the results. Nothing is kept from round to
 * round: anybody with the results can pair again and must get the same.
 */
#ifndef TOURNAMENT_SWISS_PLAN_H
#define TOURNAMENT_SWISS_PLAN_H
#include "tournament/pairing.h"
#include "tournament/standings.h"

/*
 * The Swiss tournament before round `round`. members: n people, 0..PAIRING_MAX,
 * in the order of their seeds; late entries are added at the end. results: of
 * the rounds before, in any order; each round has at most one of each person. A
 * person who was not in a round, or has no result in it, was idle. Withdrawn
 * people and later entries are out. A game without a result counts as a
 * meeting, with its sides and no points.
 */
void swiss_plan_swiss(const struct worth *worth, const struct member *members,
		      uint32_t n, const struct result *results,
		      uint32_t n_results, uint32_t round, struct swiss *out);
#endif
