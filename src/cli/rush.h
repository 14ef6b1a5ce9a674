/*
 * src/cli/rush.h - how many mails may go out now. A report takes longer to draw
 * than orders to judge: while orders keep coming they go first, and a few
 * reports now and then, so that there is no rush that holds them up for ever.
 * Pure: times are milliseconds of a clock that only grows, and handed in.
 */
#ifndef CLI_RUSH_H
#define CLI_RUSH_H
#include "base/base.h"

enum {
	RUSH_MS = 200,       /* mails still come if one came so lately */
	RUSH_TURN_MS = 1000, /* how often some go out meanwhile, .. */
	RUSH_MAILS = 4       /* .. and how many */
};

struct rush {
	int64_t came_ms; /* the last mail in */
	int64_t turn_ms; /* the last turn of mails out */
};

void rush_came(struct rush *r, int64_t now_ms);
void rush_turn(struct rush *r, int64_t now_ms);

/*
 * 0..max mails may go out. busy: mails wait to be judged. All of max only when
 * it is not busy and none has come for a while.
 */
int rush_room(const struct rush *r, bool busy, int max, int64_t now_ms);
#endif
