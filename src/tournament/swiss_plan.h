/*
 * src/tournament/swiss_plan.h - from the roster and the results of a campaign
 * to what its next round depends on. Nothing is kept from round to round:
 * whoever has the results can pair again and must find the same.
 */
#ifndef TOURNAMENT_SWISS_PLAN_H
#define TOURNAMENT_SWISS_PLAN_H
#include "tournament/pairing.h"
#include "tournament/standings.h"

/*
 * The Swiss tournament before round `round`. members: n people, 0..PAIRING_MAX,
 * in the order of their seeds; whoever comes later is added at the end.
 * results: of the rounds before it, in any order; each of them has at most one
 * of anybody. Who was not here for a round, or has no result of it, was idle.
 * Who has left, or comes later, is out. A game without a result counts as a
 * meeting, with its sides and no points.
 */
void swiss_plan_swiss(const struct worth *worth, const struct member *members,
		      uint32_t n, const struct result *results,
		      uint32_t n_results, uint32_t round, struct swiss *out);
#endif
