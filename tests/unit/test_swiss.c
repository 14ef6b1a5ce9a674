/* tests/unit/test_swiss.c - Swiss rounds: published ones, and random seasons
 * counted another way */
#include "unit.h"
#include "tournament/pairing.h"

static uint64_t seed = 88172645463325252u;

static uint32_t next(uint32_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 20) % n;
}

static void expect_round(const struct swiss *s, const struct pair *want,
			 uint32_t n)
{
	struct pair got[PAIRING_MAX / 2];

	assert_int_equal(swiss_round(s, got), n);
	for (uint32_t i = 0; i < n; i++) {
		assert_int_equal(got[i].first + 1, want[i].first);
		assert_int_equal(got[i].second + (got[i].second >= 0),
				 want[i].second);
	}
}

/* case C9 of the reference program bbpPairings, rules of 2025 */
static void the_published_case_of_the_bye(void **unused)
{
	static const struct pair round2[] = { { 2, 1 },
					      { 3, 5 },
					      { 4, PAIRING_BYE } };
	struct swiss s = { .n = 5 };

	(void)unused;
	swiss_game(&s, (struct pair){ 0, 2 }, 2, 0);
	swiss_game(&s, (struct pair){ 3, 1 }, 0, 2);
	swiss_idle(&s, 4);
	expect_round(&s, round2, 3);
}

/* eight people, paired by the same program */
static void two_rounds_of_eight_as_by_the_dutch_system(void **unused)
{
	static const struct pair round1[] = {
		{ 1, 5 }, { 6, 2 }, { 3, 7 }, { 8, 4 }
	};
	static const struct pair round2[] = {
		{ 3, 1 }, { 2, 8 }, { 4, 6 }, { 5, 7 }
	};
	struct swiss s = { .n = 8 };

	(void)unused;
	expect_round(&s, round1, 4);
	swiss_game(&s, (struct pair){ 0, 4 }, 2, 0);
	swiss_game(&s, (struct pair){ 5, 1 }, 1, 1);
	swiss_game(&s, (struct pair){ 2, 6 }, 2, 0);
	swiss_game(&s, (struct pair){ 7, 3 }, 2, 0);
	expect_round(&s, round2, 4);
}

static void who_is_out_is_not_paired(void **unused)
{
	static const struct pair round1[] = { { 1, 3 }, { 4, PAIRING_BYE } };
	struct swiss s = { .n = 4 };
	struct pair none[1];

	(void)unused;
	s.at[1].out = true;
	expect_round(&s, round1, 2);
	s = (struct swiss){ .n = 0 };
	assert_int_equal(swiss_round(&s, none), 0);
}

/*
 * The other count. A season is a list of what was played; all that matters is
 * counted from it anew, and every way to pair is tried.
 */
enum { MOST = 12, WEIGHTS = 8, ROUNDS = 14 };

struct season {
	uint32_t n, rounds;
	int32_t met[ROUNDS][MOST]; /* whom: -1 bye, -2 nobody */
	int32_t side[ROUNDS][MOST];
	int32_t points[ROUNDS][MOST];
	bool out[MOST];
};

struct sums {
	int32_t score, bal, byes, idle;
};

static struct sums sums_of(const struct season *t, int32_t who)
{
	struct sums x = { 0 };

	for (uint32_t r = 0; r < t->rounds; r++) {
		x.score += t->points[r][who];
		x.bal += t->side[r][who];
		x.byes += t->met[r][who] == -1;
		x.idle += t->met[r][who] < 0;
	}
	return x;
}

/* the groups of scores above one, and who stands in its own before it */
static void place_in(const struct season *t, int32_t who, int32_t *above,
		     int32_t *before, int32_t *size)
{
	int32_t mine = sums_of(t, who).score, seen[MOST];

	*above = *before = *size = 0;
	for (int32_t i = 0; i < (int32_t)t->n; i++) {
		int32_t his = sums_of(t, i).score;
		bool known = false;

		if (t->out[i])
			continue;
		*size += his == mine;
		*before += his == mine && i < who;
		for (int32_t k = 0; his > mine && k < *above; k++)
			known |= seen[k] == his;
		if (his > mine && !known)
			seen[(*above)++] = his;
	}
}

static void weigh_bye(const struct season *t, int32_t who, int32_t *w)
{
	int32_t above, before, size;
	struct sums x = sums_of(t, who);

	place_in(t, who, &above, &before, &size);
	w[1] = x.byes < 3 ? x.byes : 3;
	w[2] = -above;
	w[5] = x.idle < 3 ? x.idle : 3;
	w[7] = size - 1 - before;
}

static void weigh_pair(const struct season *t, int32_t a, int32_t b, int32_t *w)
{
	int32_t above[2], before[2], size[2];
	struct sums x = sums_of(t, a), y = sums_of(t, b);

	if (x.score < y.score || (x.score == y.score && b < a)) {
		weigh_pair(t, b, a, w);
		return;
	}
	place_in(t, a, &above[0], &before[0], &size[0]);
	place_in(t, b, &above[1], &before[1], &size[1]);
	for (uint32_t r = 0; r < t->rounds; r++)
		w[0] += t->met[r][a] == b;
	w[0] = w[0] < 3 ? w[0] : 3;
	w[3] = (x.bal >= 2 && y.bal >= 2) || (x.bal <= -2 && y.bal <= -2);
	w[4] = (above[1] - above[0]) * (above[1] - above[0]);
	w[6] = x.bal * y.bal > 0;
	w[7] = x.score > y.score ? size[0] - 1 - before[0] + before[1]
				 : abs(before[1] - before[0] - size[0] / 2);
}

static int compare(const int32_t *a, const int32_t *b)
{
	for (int i = 0; i < WEIGHTS; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

static int32_t weight[MOST][MOST + 1][WEIGHTS]; /* MOST: a bye */

static void try_all(const struct season *t, uint32_t left,
		    const int32_t *so_far, bool bye, int32_t *best)
{
	uint32_t a = 0;

	if (!left) {
		if (compare(so_far, best) < 0)
			memcpy(best, so_far, WEIGHTS * sizeof(*best));
		return;
	}
	while (!(left >> a & 1))
		a++;
	for (uint32_t b = a + 1; b <= MOST; b++) {
		int32_t sum[WEIGHTS];

		if (b == MOST ? !bye : !(left >> b & 1))
			continue;
		for (int i = 0; i < WEIGHTS; i++)
			sum[i] = so_far[i] + weight[a][b][i];
		try_all(t, left & ~(1u << a | (b < MOST ? 1u << b : 0)), sum,
			bye && b < MOST, best);
	}
}

static void best_of_all(const struct season *t, int32_t *best)
{
	int32_t none[WEIGHTS] = { 0 };
	uint32_t in = 0, n = 0;

	memset(weight, 0, sizeof(weight));
	for (uint32_t a = 0; a < t->n; a++) {
		if (t->out[a])
			continue;
		in |= 1u << a;
		n++;
		weigh_bye(t, (int32_t)a, weight[a][MOST]);
		for (uint32_t b = 0; b < t->n; b++)
			if (a != b && !t->out[b])
				weigh_pair(t, (int32_t)a, (int32_t)b,
					   weight[a][b]);
	}
	for (int i = 0; i < WEIGHTS; i++)
		best[i] = INT32_MAX;
	try_all(t, in, none, n % 2, best);
}

static void note_game(struct season *t, struct swiss *s, struct pair p)
{
	int32_t points = (int32_t)next(3);
	int32_t(*met)[MOST] = &t->met[t->rounds];

	if (p.second == PAIRING_BYE) {
		(*met)[p.first] = -1;
		t->points[t->rounds][p.first] = 2;
		swiss_bye(s, p.first, 2);
		return;
	}
	(*met)[p.first] = p.second;
	(*met)[p.second] = p.first;
	t->side[t->rounds][p.first] = 1;
	t->side[t->rounds][p.second] = -1;
	t->points[t->rounds][p.first] = points;
	t->points[t->rounds][p.second] = 2 - points;
	swiss_game(s, p, points, 2 - points);
}

/* withdrawn people, late ones, and one who is absent for a round */
static void come_and_go(struct season *t, struct swiss *s)
{
	for (uint32_t i = 0; i < t->n; i++) {
		if (next(12) == 0)
			s->at[i].out = t->out[i] = !t->out[i];
		t->met[t->rounds][i] = -2;
		t->side[t->rounds][i] = t->points[t->rounds][i] = 0;
		if (t->out[i])
			swiss_idle(s, (int32_t)i);
	}
}

static void play_round(struct season *t, struct swiss *s)
{
	struct pair p[MOST];
	int32_t best[WEIGHTS], got[WEIGHTS] = { 0 };
	uint32_t in = 0, n, k;

	come_and_go(t, s);
	n = swiss_round(s, p);
	best_of_all(t, best);
	for (k = 0; k < n; k++) {
		bool bye = p[k].second == PAIRING_BYE;
		uint32_t b = bye ? MOST : (uint32_t)p[k].second;

		assert_true(!(in >> p[k].first & 1) && !t->out[p[k].first]);
		assert_true(bye || (!(in >> b & 1) && !t->out[b]));
		in |= 1u << p[k].first | (bye ? 0 : 1u << b);
		for (int i = 0; i < WEIGHTS; i++)
			got[i] += weight[p[k].first][b][i];
	}
	for (uint32_t i = 0; i < t->n; i++)
		assert_int_equal(in >> i & 1, !t->out[i]);
	assert_int_equal(compare(got, n ? best : got), 0);
	for (k = 0; k < n; k++)
		note_game(t, s, p[k]);
	t->rounds++;
}

static void ten_thousand_seasons_are_paired_as_well_as_can_be(void **unused)
{
	(void)unused;
	for (int i = 0; i < 10000; i++) {
		uint32_t most = i % 20 ? 9 : MOST;
		struct season t = { .n = 2 + next(most - 1) };
		struct swiss s = { .n = t.n };

		for (uint32_t r = 1 + next(t.n + 2); r > 0; r--)
			play_round(&t, &s);
	}
}

/* of many people: while half of them are strangers, strangers meet */
static void a_long_season(uint32_t n)
{
	struct swiss s = { .n = n };

	for (uint32_t r = 0; r + 1 <= n / 2; r++) {
		struct pair p[PAIRING_MAX];
		uint32_t k = swiss_round(&s, p);

		assert_int_equal(k, (n + 1) / 2);
		for (uint32_t i = 0; i < k; i++) {
			int32_t a = p[i].first, b = p[i].second;
			int32_t points = (int32_t)next(3);

			if (b == PAIRING_BYE) {
				assert_int_equal(s.at[a].byes, 0);
				swiss_bye(&s, a, 2);
				continue;
			}
			assert_int_equal(s.met[a][b], 0);
			swiss_game(&s, p[i], points, 2 - points);
			assert_true(abs(s.at[a].balance) <= 2);
			assert_true(abs(s.at[b].balance) <= 2);
		}
	}
}

static void nobody_meets_twice_while_half_are_strangers(void **unused)
{
	(void)unused;
	for (uint32_t n = 13; n <= 60; n++)
		a_long_season(n);
	a_long_season(PAIRING_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_published_case_of_the_bye),
		cmocka_unit_test(two_rounds_of_eight_as_by_the_dutch_system),
		cmocka_unit_test(who_is_out_is_not_paired),
		cmocka_unit_test(
			ten_thousand_seasons_are_paired_as_well_as_can_be),
		cmocka_unit_test(nobody_meets_twice_while_half_are_strangers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
