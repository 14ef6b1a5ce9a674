/* src/cli/send_throttle.c */
#include "cli/send_throttle.h"

void rush_came(struct rush *r, bool more, int64_t now_ms)
{
	r->came_ms = now_ms;
	r->more = more;
}

void rush_turn(struct rush *r, int64_t now_ms)
{
	r->turn_ms = now_ms;
}

int rush_room(const struct rush *r, bool busy, int max, int64_t now_ms)
{
	bool lately = now_ms - r->came_ms <= RUSH_MS;

	if (!busy && !lately)
		return max < RUSH_CALM ? max : RUSH_CALM;
	if ((busy || r->more) && now_ms - r->turn_ms <= RUSH_TURN_MS)
		return 0;
	return max < RUSH_MAILS ? max : RUSH_MAILS;
}
