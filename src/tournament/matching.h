/*
 * src/tournament/matching.h - finds a perfect matching of least total cost, by
 * Edmonds' blossom algorithm. Exact, in integers, and the same on every machine
 * even if several matchings cost the same.
 */
#ifndef TOURNAMENT_MATCHING_H
#define TOURNAMENT_MATCHING_H
#include "base/base.h"

enum { MATCHING_MAX = 128 };
/* what all pairs of one matching may cost together, at most */
#define MATCHING_COST_MAX ((INT64_C(1) << 59) - 1)

/*
 * cost[a * n + b] == cost[b * n + a], 0 or more: what the pair of a and b
 * costs; n even, 2..MATCHING_MAX. mate[a] becomes whom a is paired with.
 */
void matching_best(const int64_t *cost, uint32_t n, int32_t *mate);
#endif
