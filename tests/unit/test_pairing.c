/* tests/unit/test_pairing.c - round robin, knock-out and ladder */
#include "unit.h"
#include "tournament/pairing.h"

static void eight_play_by_the_published_tables(void **unused)
{
	/* FIDE C.05, annex 1: Berger tables for 7 or 8 */
	static const struct pair table[7][4] = {
		{ { 1, 8 }, { 2, 7 }, { 3, 6 }, { 4, 5 } },
		{ { 8, 5 }, { 6, 4 }, { 7, 3 }, { 1, 2 } },
		{ { 2, 8 }, { 3, 1 }, { 4, 7 }, { 5, 6 } },
		{ { 8, 6 }, { 7, 5 }, { 1, 4 }, { 2, 3 } },
		{ { 3, 8 }, { 4, 2 }, { 5, 1 }, { 6, 7 } },
		{ { 8, 7 }, { 1, 6 }, { 2, 5 }, { 3, 4 } },
		{ { 4, 8 }, { 5, 3 }, { 6, 2 }, { 7, 1 } },
	};
	struct pair got[4];

	(void)unused;
	assert_int_equal(berger_rounds(8), 7);
	for (uint32_t r = 0; r < 7; r++) {
		assert_int_equal(berger_round(8, r, got), 4);
		for (uint32_t i = 0; i < 4; i++) {
			assert_int_equal(got[i].first + 1, table[r][i].first);
			assert_int_equal(got[i].second + 1, table[r][i].second);
		}
	}
}

/* one round of n people: all are in it once; sides and meetings are counted */
static void count_round(uint32_t n, uint32_t round, int *met, int *side,
			int *byes)
{
	struct pair p[PAIRING_MAX];
	bool in[PAIRING_MAX] = { false };
	uint32_t k = berger_round(n, round, p);

	assert_int_equal(k, (n + 1) / 2);
	for (uint32_t i = 0; i < k; i++) {
		assert_false(in[p[i].first]);
		in[p[i].first] = true;
		if (p[i].second == PAIRING_BYE) {
			assert_int_equal(i, k - 1);
			byes[p[i].first]++;
			continue;
		}
		assert_false(in[p[i].second]);
		in[p[i].second] = true;
		side[p[i].first]++;
		side[p[i].second]--;
		met[p[i].first * PAIRING_MAX + p[i].second]++;
		met[p[i].second * PAIRING_MAX + p[i].first]++;
	}
	for (uint32_t i = 0; i < n; i++)
		assert_true(in[i]);
}

static void all_meet_once_and_have_both_sides_alike(void **unused)
{
	static int met[PAIRING_MAX * PAIRING_MAX];

	(void)unused;
	for (uint32_t n = 2; n <= PAIRING_MAX; n++) {
		int side[PAIRING_MAX] = { 0 }, byes[PAIRING_MAX] = { 0 };

		memset(met, 0, sizeof(met));
		for (uint32_t r = 0; r < berger_rounds(n); r++)
			count_round(n, r, met, side, byes);
		for (uint32_t i = 0; i < n; i++) {
			assert_int_equal(byes[i], n % 2);
			assert_true(-1 <= side[i] && side[i] <= 1);
			for (uint32_t j = 0; j < n; j++)
				assert_int_equal(met[i * PAIRING_MAX + j],
						 i != j);
		}
		/* and once more: each side as often as the other */
		for (uint32_t r = 0; r < berger_rounds(n); r++)
			count_round(n, berger_rounds(n) + r, met, side, byes);
		for (uint32_t i = 0; i < n; i++)
			assert_int_equal(side[i], 0);
	}
}

static void a_draw_keeps_the_best_apart(void **unused)
{
	static const int32_t eight[] = { 0, 7, 3, 4, 1, 6, 2, 5 };
	int32_t slots[PAIRING_MAX];

	(void)unused;
	assert_int_equal(knockout_draw(8, slots), 8);
	assert_memory_equal(slots, eight, sizeof(eight));
	assert_int_equal(knockout_draw(5, slots), 8);
	assert_int_equal(slots[0], 0);
	assert_int_equal(slots[1], PAIRING_BYE);
	assert_int_equal(slots[2], 3);
	assert_int_equal(slots[3], 4);
	assert_int_equal(slots[5], PAIRING_BYE);
	assert_int_equal(slots[7], PAIRING_BYE);
}

/* where the better one always wins, the best 2^k are the last 2^k */
static void the_better_win_through_and_the_best_have_the_byes(void **unused)
{
	(void)unused;
	for (uint32_t n = 2; n <= PAIRING_MAX; n++) {
		int32_t slots[PAIRING_MAX];
		uint32_t firsts[PAIRING_MAX] = { 0 };
		uint32_t size = knockout_draw(n, slots), in = n;

		for (uint32_t byes = size - n; size > 1; byes = 0) {
			struct pair p[PAIRING_MAX / 2];

			size = knockout_round(slots, size, firsts, p);
			for (uint32_t i = 0; i < size; i++) {
				bool bye = p[i].second == PAIRING_BYE;
				int32_t a = p[i].first, b = p[i].second;

				slots[i] = bye || a < b ? a : b;
				assert_int_equal(bye,
						 (uint32_t)slots[i] < byes);
				assert_true(slots[i] < (int32_t)size);
				if (bye)
					continue;
				firsts[a]++;
				in--;
			}
		}
		assert_int_equal(in, 1);
		assert_int_equal(slots[0], 0);
	}
}

static void who_had_the_first_side_less_often_has_it(void **unused)
{
	static const int32_t slots[] = { 0, 3, 1, 2 };
	static const uint32_t firsts[] = { 1, 0, 0, 0 };
	struct pair p[2];

	(void)unused;
	assert_int_equal(knockout_round(slots, 4, firsts, p), 2);
	assert_int_equal(p[0].first, 3);
	assert_int_equal(p[0].second, 0);
	assert_int_equal(p[1].first, 1);
	assert_int_equal(p[1].second, 2);
}

static void a_challenge_goes_up_and_not_too_far(void **unused)
{
	static const bool busy[6] = { [1] = true, [5] = true };

	(void)unused;
	assert_int_equal(ladder_check(4, 2, 2, busy), LADDER_MAY);
	assert_int_equal(ladder_check(4, 0, 0, busy), LADDER_MAY);
	assert_int_equal(ladder_check(4, 0, 3, busy), LADDER_TOO_FAR);
	assert_int_equal(ladder_check(2, 4, 0, busy), LADDER_NOT_ABOVE);
	assert_int_equal(ladder_check(2, 2, 0, busy), LADDER_NOT_ABOVE);
	assert_int_equal(ladder_check(5, 4, 0, busy), LADDER_BUSY);
	assert_int_equal(ladder_check(2, 1, 0, busy), LADDER_BUSY_ABOVE);
}

static void a_challenger_takes_the_place(void **unused)
{
	static const int32_t after[] = { 10, 14, 11, 12, 13, 15 };
	int32_t order[] = { 10, 11, 12, 13, 14, 15 };

	(void)unused;
	ladder_won(order, 4, 1);
	assert_memory_equal(order, after, sizeof(after));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(eight_play_by_the_published_tables),
		cmocka_unit_test(all_meet_once_and_have_both_sides_alike),
		cmocka_unit_test(a_draw_keeps_the_best_apart),
		cmocka_unit_test(
			the_better_win_through_and_the_best_have_the_byes),
		cmocka_unit_test(who_had_the_first_side_less_often_has_it),
		cmocka_unit_test(a_challenge_goes_up_and_not_too_far),
		cmocka_unit_test(a_challenger_takes_the_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
