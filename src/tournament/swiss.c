/*
 * src/tournament/swiss.c - the next round of a Swiss tournament.
 *
 * What matters in pairing.h, in its order, are the digits of one number: the
 * cost of a pair. A digit has room for the sum over all pairs, so that the
 * cheapest pairs are the best ones. A bye is a pair with one who is not there.
 */
#include "tournament/pairing.h"
#include <stdlib.h>
#include "base/xalloc.h"
#include "tournament/matching.h"

/* bits of each digit, the weightiest first: 59 in all, and 64 pairs at most */
enum {
	BITS_PLACE = 12, /* 64 * 63 */
	BITS_SIDE = 7,
	BITS_IDLE = 2,
	BITS_GROUPS = 14, /* 64 * 15^2 */
	BITS_THIRD = 7,
	BITS_LOW = 7,
	BITS_BYES = 2,
	BITS_AGAIN = 8, /* 64 * 3 */
};

struct cost {
	uint32_t again, byes, low, third, groups, idle, side, place;
};

/* the players to be paired, best placed first */
struct order {
	uint32_t n;
	int32_t who[PAIRING_MAX];
	uint32_t group[PAIRING_MAX];    /* of equal scores, from above */
	uint32_t from_top[PAIRING_MAX]; /* place in the group */
	uint32_t size[PAIRING_MAX];     /* of the group of that number */
	uint32_t n_groups;
};

static uint32_t at_most(uint32_t most, uint32_t x)
{
	return x < most ? x : most;
}

static uint32_t swiss_apart(uint32_t a, uint32_t b)
{
	return a < b ? b - a : a - b;
}

void swiss_game(struct swiss *s, struct pair p, int32_t first, int32_t second)
{
	struct swiss_player *a = &s->at[p.first], *b = &s->at[p.second];

	a->score += first;
	b->score += second;
	a->balance++;
	b->balance--;
	a->last = 1;
	b->last = -1;
	if (s->met[p.first][p.second] < UINT8_MAX) {
		s->met[p.first][p.second]++;
		s->met[p.second][p.first]++;
	}
}

void swiss_bye(struct swiss *s, int32_t who, int32_t points)
{
	s->at[who].score += points;
	s->at[who].byes++;
	s->at[who].idle++;
}

void swiss_idle(struct swiss *s, int32_t who)
{
	s->at[who].idle++;
}

static void put_in_order(const struct swiss *s, struct order *o)
{
	*o = (struct order){ 0 };
	for (uint32_t i = 0; i < s->n; i++) {
		uint32_t k = o->n;

		if (s->at[i].out)
			continue;
		for (; k && s->at[o->who[k - 1]].score < s->at[i].score; k--)
			o->who[k] = o->who[k - 1];
		o->who[k] = (int32_t)i;
		o->n++;
	}
	for (uint32_t k = 0; k < o->n; k++) {
		if (!k || s->at[o->who[k]].score != s->at[o->who[k - 1]].score)
			o->n_groups++;
		o->group[k] = o->n_groups - 1;
		o->from_top[k] = o->size[o->group[k]]++;
	}
}

static struct cost cost_of_bye(const struct swiss *s, const struct order *o,
			       uint32_t k)
{
	const struct swiss_player *p = &s->at[o->who[k]];

	return (struct cost){
		.byes = at_most(3, p->byes),
		.low = o->n_groups - 1 - o->group[k],
		.idle = at_most(3, p->idle),
		.place = at_most(63, o->size[o->group[k]] - 1 - o->from_top[k]),
	};
}

/* of the places a, the better, and b */
static struct cost cost_of_pair(const struct swiss *s, const struct order *o,
				uint32_t a, uint32_t b)
{
	int32_t x = s->at[o->who[a]].balance, y = s->at[o->who[b]].balance;
	uint32_t groups = at_most(15, o->group[b] - o->group[a]);
	uint32_t size = o->size[o->group[a]], place;

	if (groups)
		place = size - 1 - o->from_top[a] + o->from_top[b];
	else
		place = swiss_apart(o->from_top[b] - o->from_top[a], size / 2);
	return (struct cost){
		.again = at_most(3, s->met[o->who[a]][o->who[b]]),
		.third = (x > 1 && y > 1) || (x < -1 && y < -1),
		.groups = groups * groups,
		.side = (x > 0 && y > 0) || (x < 0 && y < 0),
		.place = at_most(63, place),
	};
}

static int64_t as_number(struct cost c)
{
	int64_t x = c.again;

	x = x << BITS_BYES | c.byes;
	x = x << BITS_LOW | c.low;
	x = x << BITS_THIRD | c.third;
	x = x << BITS_GROUPS | c.groups;
	x = x << BITS_IDLE | c.idle;
	x = x << BITS_SIDE | c.side;
	return x << BITS_PLACE | c.place;
}

static struct pair with_sides(const struct swiss *s, int32_t better,
			      int32_t worse)
{
	const struct swiss_player *a = &s->at[better], *b = &s->at[worse];
	bool first = better % 2 == 0;

	if (a->balance != b->balance)
		first = a->balance < b->balance;
	else if (a->last != b->last)
		first = a->last < b->last;
	else if (a->last)
		first = a->last < 0;
	return first ? (struct pair){ better, worse }
		     : (struct pair){ worse, better };
}

uint32_t swiss_round(const struct swiss *s, struct pair *out)
{
	int32_t mate[MATCHING_MAX];
	struct order o;

	put_in_order(s, &o);
	uint32_t m = o.n + o.n % 2, n = 0;

	if (!m)
		return 0;
	int64_t *cost = xalloc_check(calloc((size_t)m * m, sizeof(*cost)));

	for (uint32_t a = 0; a < m; a++)
		for (uint32_t b = a; b < m; b++) {
			int64_t c = 0;

			if (a != b)
				c = as_number(
					b < o.n ? cost_of_pair(s, &o, a, b)
						: cost_of_bye(s, &o, a));
			cost[a * m + b] = cost[b * m + a] = c;
		}
	matching_best(cost, m, mate);
	free(cost);
	for (uint32_t a = 0; a < o.n; a++)
		if (mate[a] < (int32_t)o.n && mate[a] > (int32_t)a)
			out[n++] = with_sides(s, o.who[a], o.who[mate[a]]);
	if (m != o.n)
		out[n++] = (struct pair){ o.who[mate[o.n]], PAIRING_BYE };
	return n;
}
