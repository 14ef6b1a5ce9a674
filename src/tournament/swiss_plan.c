/*
 * src/tournament/swiss_plan.c
 */
#include "tournament/swiss_plan.h"

static void add_game(const struct worth *w, const struct result *r,
		     struct swiss *s)
{
	struct pair p = { r->first, r->second };

	switch (r->outcome) {
	case OUTCOME_FIRST: swiss_game(s, p, w->won, w->lost); break;
	case OUTCOME_SECOND: swiss_game(s, p, w->lost, w->won); break;
	case OUTCOME_DRAWN: swiss_game(s, p, w->drawn, w->drawn); break;
	case OUTCOME_VOID: swiss_game(s, p, 0, 0); break;
	}
}

/* the last side is of the last round: rounds are added in their order */
static void add_round(const struct worth *w, const struct result *results,
		      uint32_t n_results, uint32_t round, struct swiss *s)
{
	bool in[PAIRING_MAX] = { false };

	for (uint32_t k = 0; k < n_results; k++) {
		const struct result *r = &results[k];

		if (r->round != round)
			continue;
		assert(!in[r->first]);
		in[r->first] = true;
		if (r->second == STANDINGS_BYE) {
			swiss_bye(s, r->first, w->bye);
			continue;
		}
		assert(!in[r->second]);
		in[r->second] = true;
		add_game(w, r, s);
	}
	for (uint32_t i = 0; i < s->n; i++)
		if (!in[i])
			swiss_idle(s, (int32_t)i);
}

void swiss_plan_swiss(const struct worth *worth, const struct member *members,
		      uint32_t n, const struct result *results,
		      uint32_t n_results, uint32_t round, struct swiss *out)
{
	assert(n <= PAIRING_MAX && round <= STANDINGS_ROUNDS);
	*out = (struct swiss){ .n = n };
	for (uint32_t i = 0; i < n; i++)
		out->at[i].out =
			members[i].from > round || members[i].until <= round;
	for (uint32_t r = 0; r < round; r++)
		add_round(worth, results, n_results, r, out);
}
