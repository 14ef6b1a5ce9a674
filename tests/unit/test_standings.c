/* tests/unit/test_standings.c - places, and by what equals are told apart */
#include "unit.h"
#include "tournament/pairing.h"
#include "tournament/standings.h"

#define CHESS                                                                  \
	{                                                                      \
		2, 1, 0, 2                                                     \
	} /* no constant of C11 holds a struct */
static const struct member here[4] = { { 0, UINT32_MAX },
				       { 0, UINT32_MAX },
				       { 0, UINT32_MAX },
				       { 0, UINT32_MAX } };

/* "2>0 1=3": by place, > better than and = sharing the place with the next */
static void expect_order(const struct standing *s, uint32_t n, const char *want)
{
	char got[64];
	size_t len = 0;

	for (uint32_t i = 0; i < n; i++) {
		got[len++] = (char)('0' + s[i].who);
		if (i + 1 < n)
			got[len++] = s[i].place == s[i + 1].place ? '=' : '>';
	}
	got[len] = 0;
	assert_string_equal(got, want);
}

static void a_table_is_counted(void **unused)
{
	static const struct result r[] = {
		{ 0, 0, 1, OUTCOME_FIRST, 120, 80 },
		{ 0, 2, 3, OUTCOME_DRAWN, 50, 50 },
		{ 1, 3, 0, OUTCOME_FIRST, 90, 60 },
		{ 1, 1, STANDINGS_BYE, OUTCOME_DRAWN, 0, 0 },
		{ 2, 1, 2, OUTCOME_VOID, 70, 0 },
	};
	static const struct table_rules rules = {
		CHESS, { TIE_OPPONENTS, TIE_BEATEN }
	};
	struct standing s[4];

	(void)unused;
	standings_of(&rules, here, 4, r, ARRAY_LEN(r), s);
	/* 0: 2 points, met 1 and 3; 1: 2 by its bye, met 0 */
	expect_order(s, 4, "3>0>1>2");
	assert_int_equal(s[0].score, 3);
	assert_int_equal(s[0].opponents, 1 + 2);
	assert_int_equal(s[0].beaten, 1 * 1 + 2 * 2);
	assert_int_equal(s[1].opponents, 2 + 3);
	assert_int_equal(s[1].points, 180);
	assert_int_equal(s[2].byes, 1);
	assert_int_equal(s[2].played, 1);
	assert_int_equal(s[2].won, 0);
	assert_int_equal(s[3].played, 1);
}

static void points_scored_come_where_the_campaign_names_them(void **unused)
{
	static const struct result r[] = {
		{ 0, 0, 1, OUTCOME_DRAWN, 10, 30 },
		{ 0, 2, 3, OUTCOME_FIRST, 20, 10 },
		{ 1, 0, 3, OUTCOME_FIRST, 10, 5 },
		{ 1, 1, 2, OUTCOME_SECOND, 0, 25 },
	};
	static const struct table_rules by_score = { CHESS, { TIE_END } };
	static const struct table_rules by_points = { CHESS, { TIE_POINTS } };
	static const struct worth more = { 3, 1, 0, 3 };
	struct table_rules three = { more, { TIE_POINTS } };
	struct standing s[4];

	(void)unused;
	standings_of(&by_score, here, 4, r, ARRAY_LEN(r), s);
	expect_order(s, 4, "2>0>1>3");
	standings_of(&by_points, here, 4, r, 2, s);
	expect_order(s, 4, "2>1>0>3");
	standings_of(&three, here, 4, r, ARRAY_LEN(r), s);
	assert_int_equal(s[0].score, 6);
	assert_int_equal(s[1].score, 4);
}

/* 0, 1 and 2 are equal, and 1 has beaten 0: that says nothing before 2 met both
 */
static void direct_games_count_where_all_equals_have_met(void **unused)
{
	static const struct result r[] = {
		{ 0, 1, 0, OUTCOME_FIRST, 0, 0 },
		{ 0, 2, 3, OUTCOME_FIRST, 0, 0 },
		{ 1, 0, 3, OUTCOME_FIRST, 0, 0 },
		{ 2, 1, 2, OUTCOME_SECOND, 0, 0 },
		{ 3, 1, 3, OUTCOME_FIRST, 0, 0 },
		{ 4, 0, 3, OUTCOME_FIRST, 0, 0 },
		{ 5, 2, 0, OUTCOME_DRAWN, 0, 0 },
	};
	static const struct result two[] = {
		{ 0, 1, 0, OUTCOME_FIRST, 0, 0 },
		{ 0, 0, 3, OUTCOME_FIRST, 0, 0 },
	};
	static const struct table_rules rules = { CHESS, { TIE_DIRECT } };
	struct standing s[4];

	(void)unused;
	standings_of(&rules, here, 4, r, 3, s);
	expect_order(s, 4, "0=1=2>3");
	/* 4 each; 0 and 2 have not met */
	standings_of(&rules, here, 4, r, 6, s);
	expect_order(s, 4, "0=1=2>3");
	assert_int_equal(s[1].direct, 0);
	/* 0 and 2 have 5 each and a draw; 1 has 4 */
	standings_of(&rules, here, 4, r, 7, s);
	expect_order(s, 4, "0=2>1>3");
	assert_int_equal(s[0].direct, 1);
	/* 2 each: 1 has beaten 0; nothing each, and 2 has not met 3 */
	standings_of(&rules, here, 4, two, 2, s);
	expect_order(s, 4, "1>0>2=3");
}

static void who_left_stands_below_and_who_came_late_counts_alike(void **unused)
{
	static const struct member m[] = {
		{ 0, 2 }, { 0, UINT32_MAX }, { 1, UINT32_MAX }, { 0, 1 }
	};
	static const struct result r[] = {
		{ 0, 0, 1, OUTCOME_FIRST, 0, 0 },
		{ 1, 0, 2, OUTCOME_SECOND, 0, 0 },
		{ 1, 1, STANDINGS_BYE, OUTCOME_VOID, 0, 0 },
	};
	static const struct table_rules rules = { CHESS, { TIE_OPPONENTS } };
	struct standing s[4];

	(void)unused;
	standings_of(&rules, m, 4, r, ARRAY_LEN(r), s);
	/* to have met who left is worth what that one has */
	expect_order(s, 4, "1=2>0>3");
	assert_int_equal(s[0].opponents, 2);
	assert_true(s[2].gone && s[3].gone);
	assert_false(s[0].gone);
}

static uint64_t seed = 88172645463325252u;

static uint32_t next(uint32_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 20) % n;
}

/* in any order of the results comes the same table; scores are shared out */
static void any_order_of_results_gives_the_same_table(void **unused)
{
	static const struct table_rules rules = {
		CHESS, { TIE_DIRECT, TIE_POINTS, TIE_OPPONENTS, TIE_BEATEN }
	};

	(void)unused;
	for (int i = 0; i < 2000; i++) {
		struct result r[64];
		struct member m[9];
		struct standing a[9], b[9];
		uint32_t n = 2 + next(8), k = 0;
		int64_t sum = 0;

		for (uint32_t p = 0; p < n; p++)
			m[p] = (struct member){ 0, UINT32_MAX };
		for (uint32_t round = 0; round < berger_rounds(n); round++) {
			struct pair p[5];
			uint32_t of = berger_round(n, round, p);

			for (uint32_t q = 0; q < of; q++)
				r[k++] = (struct result){
					round,   p[q].first,       p[q].second,
					next(3), (int32_t)next(9), 5
				};
		}
		standings_of(&rules, m, n, r, k, a);
		for (uint32_t q = k; q > 1; q--) {
			struct result x = r[q - 1];
			uint32_t o = next(q);

			r[q - 1] = r[o];
			r[o] = x;
		}
		standings_of(&rules, m, n, r, k, b);
		for (uint32_t p = 0; p < n; p++) {
			assert_int_equal(a[p].who, b[p].who);
			assert_int_equal(a[p].place, b[p].place);
			assert_true(!p || a[p].score <= a[p - 1].score);
			sum += a[p].score;
		}
		assert_int_equal(sum, 2 * k);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_table_is_counted),
		cmocka_unit_test(
			points_scored_come_where_the_campaign_names_them),
		cmocka_unit_test(direct_games_count_where_all_equals_have_met),
		cmocka_unit_test(
			who_left_stands_below_and_who_came_late_counts_alike),
		cmocka_unit_test(any_order_of_results_gives_the_same_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
