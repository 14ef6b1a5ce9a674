/*
 * src/tournament/pairing.c
 */
#include "tournament/pairing.h"

uint32_t berger_rounds(uint32_t n)
{
	assert(2 <= n && n <= PAIRING_MAX);
	return (n + n % 2) - 1;
}

/*
 * Of an even number m all but the last stand on a circle of m - 1. One of them
 * meets the last; the others meet across: one step before it and one behind,
 * two before and two behind, .. From round to round it is m / 2 places on, and
 * the last one changes sides.
 */
uint32_t berger_round(uint32_t n, uint32_t round, struct pair *out)
{
	uint32_t rounds = berger_rounds(n), m = rounds + 1, k = 0;
	bool changed = round / rounds % 2;
	uint32_t r = round % rounds, head = r * (m / 2) % rounds;

	if (n == m)
		out[k++] =
			r % 2 ? (struct pair){ (int32_t)n - 1, (int32_t)head }
			      : (struct pair){ (int32_t)head, (int32_t)n - 1 };
	for (uint32_t step = 1; step < m / 2; step++)
		out[k++] = (struct pair){ (int32_t)((head + step) % rounds),
					  (int32_t)((head + rounds - step) %
						    rounds) };
	for (uint32_t i = 0; changed && i < k; i++)
		out[i] = (struct pair){ out[i].second, out[i].first };
	if (n != m)
		out[k++] = (struct pair){ (int32_t)head, PAIRING_BYE };
	return k;
}

uint32_t knockout_draw(uint32_t n, int32_t *slots)
{
	uint32_t size = 1;

	assert(2 <= n && n <= PAIRING_MAX);
	slots[0] = 0;
	/* next to seed s of the smaller bracket is its counterpart */
	while (size < n) {
		for (uint32_t i = size; i-- > 0;) {
			slots[2 * i] = slots[i];
			slots[2 * i + 1] = (int32_t)(2 * size - 1) - slots[i];
		}
		size *= 2;
	}
	for (uint32_t i = 0; i < size; i++)
		if (slots[i] >= (int32_t)n)
			slots[i] = PAIRING_BYE;
	return size;
}

static bool has_first_side(int32_t a, int32_t b, const uint32_t *firsts)
{
	if (a == PAIRING_BYE || b == PAIRING_BYE)
		return b == PAIRING_BYE;
	return firsts[a] != firsts[b] ? firsts[a] < firsts[b] : a < b;
}

uint32_t knockout_round(const int32_t *slots, uint32_t n,
			const uint32_t *firsts, struct pair *out)
{
	assert(n % 2 == 0 && n <= PAIRING_MAX);
	for (uint32_t i = 0; i < n / 2; i++) {
		int32_t a = slots[2 * i], b = slots[2 * i + 1];

		out[i] = has_first_side(a, b, firsts) ? (struct pair){ a, b }
						      : (struct pair){ b, a };
	}
	return n / 2;
}

enum ladder_verdict ladder_check(uint32_t from, uint32_t to, uint32_t reach,
				 const bool *busy)
{
	if (to >= from)
		return LADDER_NOT_ABOVE;
	if (reach && from - to > reach)
		return LADDER_TOO_FAR;
	if (busy[from])
		return LADDER_BUSY;
	return busy[to] ? LADDER_BUSY_ABOVE : LADDER_MAY;
}

void ladder_won(int32_t *order, uint32_t from, uint32_t to)
{
	int32_t who = order[from];

	assert(to < from);
	for (uint32_t i = from; i > to; i--)
		order[i] = order[i - 1];
	order[to] = who;
}
