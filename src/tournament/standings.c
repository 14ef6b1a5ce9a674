/*
 * src/tournament/standings.c
 */
#include "tournament/standings.h"

/* what a side of a game is worth: 2 won, 1 drawn, 0 lost */
static int halves_of(const struct result *r, bool first)
{
	if (r->outcome == OUTCOME_DRAWN)
		return 1;
	return (r->outcome == OUTCOME_FIRST) == first ? 2 : 0;
}

static int32_t worth_of(const struct worth *w, int halves)
{
	if (halves == 1)
		return w->drawn;
	return halves ? w->won : w->lost;
}

static bool is_bye(const struct result *r)
{
	return r->second == STANDINGS_BYE;
}

/* a withdrawn or later person has no result in the round */
static void check_result(const struct result *r, const struct member *m,
			 uint32_t n)
{
	assert(0 <= r->first && r->first < (int32_t)n);
	assert(m[r->first].from <= r->round);
	assert(r->round < STANDINGS_ROUNDS);
	if (is_bye(r))
		return;
	assert(0 <= r->second && r->second < (int32_t)n);
	assert(r->first != r->second && m[r->second].from <= r->round);
}

static void add_side(const struct table_rules *rules, const struct result *r,
		     bool first, struct standing *s)
{
	int halves = halves_of(r, first);

	s->played++;
	s->won += halves == 2;
	s->drawn += halves == 1;
	s->lost += halves == 0;
	s->score += worth_of(&rules->worth, halves);
	s->points += first ? r->points_first : r->points_second;
}

static void add_result(const struct table_rules *rules, const struct result *r,
		       struct standing *by)
{
	if (is_bye(r)) {
		by[r->first].byes++;
		by[r->first].score += rules->worth.bye;
	} else if (r->outcome != OUTCOME_VOID) {
		add_side(rules, r, true, &by[r->first]);
		add_side(rules, r, false, &by[r->second]);
	}
}

static void add_opponents(const struct result *r, struct standing *by)
{
	if (is_bye(r) || r->outcome == OUTCOME_VOID)
		return;
	struct standing *a = &by[r->first], *b = &by[r->second];

	a->opponents += b->score;
	b->opponents += a->score;
	a->beaten += halves_of(r, true) * b->score;
	b->beaten += halves_of(r, false) * a->score;
}

static int64_t value_of(const struct standing *s, enum tie_break t)
{
	switch (t) {
	case TIE_POINTS: return s->points;
	case TIE_OPPONENTS: return s->opponents;
	case TIE_BEATEN: return s->beaten;
	case TIE_DIRECT: return s->direct;
	case TIE_END: break;
	}
	return 0;
}

/* above 0: a is above b by the first n_ties tie-breaks */
static int standings_compare(const struct table_rules *rules, size_t n_ties,
			     const struct standing *a, const struct standing *b)
{
	if (a->gone != b->gone)
		return a->gone ? -1 : 1;
	if (a->score != b->score)
		return a->score < b->score ? -1 : 1;
	for (size_t i = 0; i < n_ties && rules->ties[i]; i++) {
		int64_t x = value_of(a, rules->ties[i]);
		int64_t y = value_of(b, rules->ties[i]);

		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

/* the lines from..to are equal so far: what they did among themselves */
static void set_direct(const struct table_rules *rules,
		       const struct result *results, uint32_t n_results,
		       struct standing *out, uint32_t from, uint32_t to)
{
	int32_t line[STANDINGS_MAX];
	bool met[STANDINGS_MAX][STANDINGS_MAX] = { { false } };
	uint32_t pairs = 0, n = to - from;

	memset(line, -1, sizeof(line));
	for (uint32_t i = from; i < to; i++)
		line[out[i].who] = (int32_t)i;
	for (uint32_t k = 0; k < n_results; k++) {
		const struct result *r = &results[k];

		if (is_bye(r) || r->outcome == OUTCOME_VOID)
			continue;
		int32_t a = line[r->first], b = line[r->second];

		if (a < 0 || b < 0)
			continue;
		pairs += !met[a][b];
		met[a][b] = met[b][a] = true;
		out[a].direct += worth_of(&rules->worth, halves_of(r, true));
		out[b].direct += worth_of(&rules->worth, halves_of(r, false));
	}
	for (uint32_t i = from; pairs < n * (n - 1) / 2 && i < to; i++)
		out[i].direct = 0;
}

/* stable: equals stay in the order that they had */
static void sort_lines(const struct table_rules *rules, size_t n_ties,
		       struct standing *out, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		struct standing s = out[i];
		uint32_t k = i;

		for (;
		     k && standings_compare(rules, n_ties, &out[k - 1], &s) < 0;
		     k--)
			out[k] = out[k - 1];
		out[k] = s;
	}
}

/* the end of the lines that the first n_ties leave equal to line i */
static uint32_t equals_end(const struct table_rules *rules, size_t n_ties,
			   const struct standing *out, uint32_t n, uint32_t i)
{
	uint32_t to = i + 1;

	while (to < n && !standings_compare(rules, n_ties, &out[i], &out[to]))
		to++;
	return to;
}

void standings_of(const struct table_rules *rules, const struct member *members,
		  uint32_t n, const struct result *results, uint32_t n_results,
		  struct standing *out)
{
	assert(n <= STANDINGS_MAX);
	for (uint32_t i = 0; i < n; i++)
		out[i] = (struct standing){ .who = (int32_t)i,
					    .gone = members[i].until !=
						    UINT32_MAX };
	for (uint32_t k = 0; k < n_results; k++) {
		check_result(&results[k], members, n);
		add_result(rules, &results[k], out);
	}
	for (uint32_t k = 0; k < n_results; k++)
		add_opponents(&results[k], out);
	for (size_t t = 0; t <= ARRAY_LEN(rules->ties); t++) {
		sort_lines(rules, t, out, n);
		if (t == ARRAY_LEN(rules->ties) || rules->ties[t] != TIE_DIRECT)
			continue;
		for (uint32_t i = 0, to; i < n; i = to) {
			to = equals_end(rules, t, out, n, i);
			set_direct(rules, results, n_results, out, i, to);
		}
	}
	for (uint32_t i = 0, to; i < n; i = to) {
		to = equals_end(rules, ARRAY_LEN(rules->ties), out, n, i);
		for (uint32_t k = i; k < to; k++)
			out[k].place = i + 1;
	}
}
