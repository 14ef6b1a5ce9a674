/* tests/unit/test_season.c - whole seasons: rounds, results, tables */
#include "unit.h"
#include "tournament/swiss_plan.h"

static uint64_t seed = 88172645463325252u;

static uint32_t next(uint32_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 20) % n;
}

static const struct table_rules rules = { { 2, 1, 0, 2 }, { TIE_OPPONENTS } };

static void a_late_entry_is_paired_and_who_left_is_not(void **unused)
{
	static const struct member m[] = {
		{ 0, UINT32_MAX }, { 0, 1 },          { 0, UINT32_MAX },
		{ 0, UINT32_MAX }, { 1, UINT32_MAX }, { 2, UINT32_MAX }
	};
	static const struct result r[] = {
		{ 0, 0, 2, OUTCOME_FIRST, 9, 3 },
		{ 0, 3, 1, OUTCOME_VOID, 0, 0 },
	};
	struct swiss s;
	struct pair p[3];

	(void)unused;
	swiss_plan_swiss(&rules.worth, m, 6, r, 2, 1, &s);
	assert_false(s.at[0].out || s.at[2].out || s.at[3].out || s.at[4].out);
	assert_true(s.at[1].out && s.at[5].out);
	assert_int_equal(s.at[0].score, 2);
	assert_int_equal(s.at[2].score, 0);
	assert_int_equal(s.at[3].balance, 1);
	assert_int_equal(s.at[3].score, 0);
	assert_int_equal(s.met[1][3], 1);
	assert_int_equal(s.at[3].idle, 0);
	assert_int_equal(s.at[4].idle, 1);
	assert_int_equal(s.at[4].byes, 0);
	assert_int_equal(swiss_round(&s, p), 2);
}

/* the results of a round, at random, and last of all first */
static void play(const struct swiss *s, struct result *r, uint32_t *n_results,
		 uint32_t round)
{
	struct pair p[PAIRING_MAX];
	uint32_t k = swiss_round(s, p);

	memmove(r + k, r, *n_results * sizeof(*r));
	for (uint32_t i = 0; i < k; i++)
		r[i] = (struct result){ round,   p[i].first, p[i].second,
					next(4), 0,          0 };
	*n_results += k;
}

/* scores of pairing and table agree; the state is that of one kept all along */
static void a_season_is_counted_anew_each_round(void **unused)
{
	(void)unused;
	for (int i = 0; i < 500; i++) {
		static struct swiss s, again;
		struct member m[20];
		struct result r[200];
		struct standing t[20];
		uint32_t n = 2 + next(19), n_results = 0;

		for (uint32_t k = 0; k < n; k++) {
			m[k].from = next(3) ? 0 : next(4);
			m[k].until = next(3) ? UINT32_MAX : m[k].from + next(6);
		}
		for (uint32_t round = 0; round < 8; round++) {
			swiss_plan_swiss(&rules.worth, m, n, r, n_results,
					 round, &s);
			standings_of(&rules, m, n, r, n_results, t);
			for (uint32_t k = 0; k < n; k++) {
				const struct swiss_player *p = &s.at[t[k].who];

				assert_int_equal(p->score, t[k].score);
				assert_int_equal(p->byes, t[k].byes);
				assert_true(p->idle + t[k].played <= round);
			}
			play(&s, r, &n_results, round);
			/* results of later rounds change nothing before them */
			swiss_plan_swiss(&rules.worth, m, n, r, n_results,
					 round, &again);
			assert_memory_equal(&s, &again, sizeof(s));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_late_entry_is_paired_and_who_left_is_not),
		cmocka_unit_test(a_season_is_counted_anew_each_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
