/* src/engine/common_state.c */
#include "engine/common_state.h"

int common_state_seats(const struct common_state *h)
{
	int n = 0;

	for (int i = 0; i < SEATS_MAX; i++)
		n += h->seat[i].present != 0;
	return n;
}

int common_state_next(const struct common_state *h, int seat)
{
	for (int k = 1; k <= SEATS_MAX; k++)
		if (h->seat[(seat + k) % SEATS_MAX].present)
			return (seat + k) % SEATS_MAX;
	return seat;
}

bool common_state_everybody(const void *state,
			    bool (*is)(const void *state, int seat))
{
	const struct common_state *h = state;

	for (int i = 0; i < SEATS_MAX; i++)
		if (h->seat[i].present && !is(state, i))
			return false;
	return common_state_seats(h) > 0;
}

uint32_t common_state_team(const struct common_state *h, int32_t team)
{
	uint32_t set = 0;

	for (int i = 0; i < SEATS_MAX; i++)
		if (h->seat[i].present && h->seat[i].team == team)
			set |= UINT32_C(1) << i;
	return set;
}

void common_state_last_was(struct common_state *h, int32_t seat, bool ok)
{
	if (seat < 0 || seat >= SEATS_MAX)
		return;
	h->seat[seat].last_ok = ok;
	h->seat[seat].last_hit = 0;
}

void common_state_end(struct common_state *h, int phase, const int32_t *seats,
		      int n)
{
	h->phase = phase;
	h->winners = 0;
	for (int i = 0; i < n; i++)
		if (0 <= seats[i] && seats[i] < SEATS_MAX)
			h->winners |= 1 << seats[i];
}

void common_state_hide(struct common_state *h, int seat)
{
	for (int i = 0; i < SEATS_MAX; i++)
		if (i != seat && h->seat[i].present)
			h->seat[i].last_ok = h->seat[i].last_hit =
				COMMON_STATE_UNKNOWN;
}
