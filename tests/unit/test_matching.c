/* tests/unit/test_matching.c - the cheapest pairs, counted another way */
#include "unit.h"
#include "tournament/matching.h"

static uint64_t seed = 88172645463325252u;

static uint64_t next(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* costs up to most; a few at random are far dearer */
static void random_costs(int64_t *cost, uint32_t n, uint64_t most)
{
	for (uint32_t a = 0; a < n; a++)
		for (uint32_t b = 0; b <= a; b++) {
			int64_t c = (int64_t)(next() % most);

			if (next() % 3 == 0)
				c += INT64_C(1) << 52;
			cost[a * n + b] = cost[b * n + a] = a == b ? -1 : c;
		}
}

static int64_t cost_of(const int64_t *cost, uint32_t n, const int32_t *mate)
{
	int64_t sum = 0;

	for (uint32_t a = 0; a < n; a++) {
		assert_true(0 <= mate[a] && mate[a] < (int32_t)n);
		assert_int_not_equal(mate[a], a);
		assert_int_equal(mate[mate[a]], a);
		if ((int32_t)a < mate[a])
			sum += cost[a * n + (uint32_t)mate[a]];
	}
	return sum;
}

/* by a table over subsets: the lowest of a set is paired with each other */
static int64_t cheapest(const int64_t *cost, uint32_t n)
{
	static int64_t best[1u << 14];

	best[0] = 0;
	for (uint32_t set = 1; set < 1u << n; set++) {
		uint32_t low = 0;

		best[set] = INT64_MAX / 2;
		while (!(set >> low & 1))
			low++;
		for (uint32_t b = low + 1; b < n; b++) {
			uint32_t rest = set & ~(1u << low | 1u << b);

			if (set >> b & 1 &&
			    best[rest] + cost[low * n + b] < best[set])
				best[set] = best[rest] + cost[low * n + b];
		}
	}
	return best[(1u << n) - 1];
}

static void no_other_pairs_are_cheaper(void **unused)
{
	int64_t cost[14 * 14];
	int32_t mate[14];

	(void)unused;
	for (int i = 0; i < 4000; i++) {
		uint32_t n = 2 + 2 * (uint32_t)(next() % 6);
		uint64_t most = next() % 2 ? 4 : UINT64_C(1) << 40;

		if (i % 100 == 0)
			n = 14;
		random_costs(cost, n, most);
		matching_best(cost, n, mate);
		assert_int_equal(cost_of(cost, n, mate), cheapest(cost, n));
	}
}

/* 128 people: no exchange between two pairs would be cheaper
 */
static void many_people_are_paired_as_well(void **unused)
{
	static int64_t cost[MATCHING_MAX * MATCHING_MAX];
	int32_t mate[MATCHING_MAX];
	const uint32_t n = MATCHING_MAX;

	(void)unused;
	for (int i = 0; i < 20; i++) {
		random_costs(cost, n, 1 + next() % 1000);
		matching_best(cost, n, mate);
		cost_of(cost, n, mate);
		for (uint32_t a = 0; a < n; a++)
			for (uint32_t b = 0; b < n; b++) {
				uint32_t c = (uint32_t)mate[a];
				uint32_t d = (uint32_t)mate[b];

				if (a == b || c == b)
					continue;
				assert_true(cost[a * n + c] + cost[b * n + d] <=
					    cost[a * n + b] + cost[c * n + d]);
			}
	}
}

/* two odd circles: each pairs one of its people with somebody outside */
static void pairs_across_circles_are_found(void **unused)
{
	int64_t cost[64];
	int32_t mate[8];

	(void)unused;
	/* cheap: the circles 0 1 2 and 5 6 7, and the way 2 3, 4 5 between */
	for (int i = 0; i < 64; i++)
		cost[i] = MATCHING_COST_MAX / 4;
	static const int cheap[][2] = {
		{ 0, 1 }, { 1, 2 }, { 0, 2 }, { 5, 6 },
		{ 6, 7 }, { 5, 7 }, { 2, 3 }, { 4, 5 }
	};

	for (size_t i = 0; i < ARRAY_LEN(cheap); i++)
		cost[cheap[i][0] * 8 + cheap[i][1]] =
			cost[cheap[i][1] * 8 + cheap[i][0]] = 0;
	matching_best(cost, 8, mate);
	assert_int_equal(cost_of(cost, 8, mate), 0);
	assert_int_equal(mate[2], 3);
	assert_int_equal(mate[4], 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_other_pairs_are_cheaper),
		cmocka_unit_test(many_people_are_paired_as_well),
		cmocka_unit_test(pairs_across_circles_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
