/* src/cli/send_throttle.c */
#include "cli/send_throttle.h"

void send_throttle_came(struct send_throttle *r, bool more, int64_t now_ms)
{
	r->came_ms = now_ms;
	r->more = more;
}

void send_throttle_turn(struct send_throttle *r, int64_t now_ms)
{
	r->turn_ms = now_ms;
}

int send_throttle_room(const struct send_throttle *r, bool busy, int max,
		       int64_t now_ms)
{
	bool lately = now_ms - r->came_ms <= SEND_THROTTLE_MS;

	if (!busy && !lately)
		return max < SEND_THROTTLE_CALM ? max : SEND_THROTTLE_CALM;
	if ((busy || r->more) && now_ms - r->turn_ms <= SEND_THROTTLE_TURN_MS)
		return 0;
	return max < SEND_THROTTLE_MAILS ? max : SEND_THROTTLE_MAILS;
}
