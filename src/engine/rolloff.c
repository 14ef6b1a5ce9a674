/* src/engine/rolloff.c */
#include "engine/rolloff.h"

/* the total of a logged throw; -1 in a preview */
static int throw_of(struct run *r, const struct rolloff *how, int seat)
{
	int face[ROLLOFF_MAX_DICE] = { 0 }, total = 0;

	for (int i = 0; i < how->dice && !r->unknown; i++) {
		face[i] = run_roll(r, how->sides);
		total += face[i];
	}
	if (r->unknown)
		return -1;
	how->tell(r, seat, face);
	return total;
}

int rolloff(struct run *r, const struct rolloff *how, bool again, int *seats,
	    int n)
{
	assert(n > 0 && n <= SEATS_MAX && how->dice <= ROLLOFF_MAX_DICE);
	while (n > 1) {
		int total[SEATS_MAX], best = 0, kept = 0;

		for (int i = 0; i < n; i++) {
			total[i] = throw_of(r, how, seats[i]);
			if (r->unknown)
				return -1;
			if (total[i] > best)
				best = total[i];
		}
		for (int i = 0; i < n; i++)
			if (total[i] == best)
				seats[kept++] = seats[i];
		n = kept;
		if (!again)
			break;
	}
	return seats[0];
}
