/* src/tournament/rating_list.c */
#include "tournament/rating_list.h"
#include "tournament/standings.h"
#include "store/campaigns.h"
#include "store/people.h"
#include <stdlib.h>

struct reckoning {
	struct arena *a;
	struct rated_row *row;
	size_t n_rows, room_rows;
	struct rated_person *who;
	size_t n, room;
};

static bool note_row(void *context, const struct rated_row *r)
{
	struct reckoning *x = context;

	x->row = arena_grow(x->a, x->row, x->n_rows, &x->room_rows, sizeof(*r));
	x->row[x->n_rows++] = *r;
	return true;
}

/* The person's index among the rated people; added if new. */
static size_t number_of(struct reckoning *x, int64_t person)
{
	for (size_t i = 0; i < x->n; i++)
		if (x->who[i].person == person)
			return i;
	x->who = arena_grow(x->a, x->who, x->n, &x->room, sizeof(*x->who));
	x->who[x->n] = (struct rated_person){ .person = person,
					      .rating = GLICKO2_NEW };
	return x->n++;
}

static int32_t score_of(int outcome, bool first)
{
	if (outcome == OUTCOME_DRAWN)
		return 500;
	return (outcome == OUTCOME_FIRST) == first ? 1000 : 0;
}

/* The games of this one among the rows of a period. */
static uint32_t games_of(struct reckoning *x, size_t from, size_t to,
			 const struct glicko2 *before, int64_t person,
			 struct rated_game *out)
{
	uint32_t n = 0;

	for (size_t i = from; i < to && n < GLICKO2_MAX_GAMES; i++) {
		const struct rated_row *r = &x->row[i];
		bool first = r->first == person;

		if ((!first && r->second != person) ||
		    r->outcome == OUTCOME_VOID)
			continue;
		out[n++] = (struct rated_game){
			before[number_of(x, first ? r->second : r->first)],
			score_of(r->outcome, first), 1000
		};
	}
	return n;
}

/* Rate all people with games so far, by the games from..to-1. */
static void rating_list_period(struct reckoning *x, size_t from, size_t to)
{
	struct rated_game games[GLICKO2_MAX_GAMES];
	struct glicko2 *before;

	for (size_t i = from; i < to; i++) {
		(void)number_of(x, x->row[i].first);
		(void)number_of(x, x->row[i].second);
	}
	before = ARENA_ARRAY(x->a, x->n + 1, struct glicko2);
	for (size_t i = 0; i < x->n; i++)
		before[i] = x->who[i].rating;
	for (size_t i = 0; i < x->n; i++) {
		uint32_t n =
			games_of(x, from, to, before, x->who[i].person, games);

		x->who[i].games += (int)n;
		x->who[i].rating =
			glicko2_after(before[i], games, n, GLICKO2_TAU);
	}
}

static void all_periods(struct reckoning *x)
{
	size_t from = 0;

	if (!x->n_rows)
		return;
	for (int64_t p = x->row[0].ended_s / RATING_LIST_PERIOD_S;
	     from < x->n_rows; p++) {
		size_t to = from;

		while (to < x->n_rows &&
		       x->row[to].ended_s / RATING_LIST_PERIOD_S == p)
			to++;
		rating_list_period(x, from, to);
		from = to;
	}
}

static void answers_add(struct reckoning *x)
{
	for (size_t i = 0; i < x->n_rows; i++) {
		const struct rated_row *r = &x->row[i];

		for (int k = 0; k < 2; k++) {
			struct rated_person *p =
				&x->who[number_of(x, k ? r->second : r->first)];

			p->answered += r->answered[k];
			p->missed += r->missed[k];
		}
	}
}

static int by_rating(const void *a, const void *b)
{
	const struct rated_person *x = a, *y = b;
	size_t least = x->name.len < y->name.len ? x->name.len : y->name.len;
	int order = least ? memcmp(x->name.s, y->name.s, least) : 0;

	if (x->rating.rating != y->rating.rating)
		return x->rating.rating < y->rating.rating ? 1 : -1;
	if (order)
		return order;
	return x->name.len < y->name.len ? -1 : x->name.len > y->name.len;
}

void rating_list_count(struct rated_row *rows, size_t n_rows, struct arena *a,
		       struct rated_person **out, int *n)
{
	struct reckoning x = { .a = a, .row = rows, .n_rows = n_rows };

	all_periods(&x);
	answers_add(&x);
	*out = x.who;
	*n = (int)x.n;
}

void rating_list_sort(struct rated_person *v, int n)
{
	if (n)
		qsort(v, (size_t)n, sizeof(*v), by_rating);
}

enum err rating_list_of(struct judge *j, struct str system, struct arena *a,
			struct rated_person **out, int *n, struct why *why)
{
	struct reckoning x = { .a = a };
	struct store *st = judge_store(j);
	enum err e = store_rated_list(st, system, note_row, &x, why);

	*n = 0;
	if (!e)
		rating_list_count(x.row, x.n_rows, a, out, n);
	for (int i = 0; !e && i < *n; i++) {
		struct person_row p;

		e = store_person_get(st, (*out)[i].person, a, &p, why);
		if (!e)
			(*out)[i].name = p.name;
	}
	if (!e)
		rating_list_sort(*out, *n);
	return e;
}

const struct rated_person *rating_list_find(const struct rated_person *v, int n,
					    int64_t person)
{
	for (int i = 0; i < n; i++)
		if (v[i].person == person)
			return &v[i];
	return NULL;
}

int rating_list_in_time(const struct rated_person *p)
{
	int64_t all = p->answered + p->missed;

	return all ? (int)(100 * p->answered / all) : -1;
}
