/* src/cli/rush.c */
#include "cli/rush.h"

void rush_came(struct rush *r, int64_t now_ms)
{
	r->came_ms = now_ms;
}

void rush_turn(struct rush *r, int64_t now_ms)
{
	r->turn_ms = now_ms;
}

int rush_room(const struct rush *r, bool busy, int max, int64_t now_ms)
{
	if (!busy && now_ms - r->came_ms > RUSH_MS)
		return max;
	if (now_ms - r->turn_ms <= RUSH_TURN_MS)
		return 0;
	return max < RUSH_MAILS ? max : RUSH_MAILS;
}
