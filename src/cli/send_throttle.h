/*
 * src/cli/send_throttle.h - how many mails may go out now. A report takes
 * longer to draw than orders to judge: while orders keep coming they go first,
 * and a few reports now and then, so that there is no rush that holds them up
 * for ever. A lone mail is answered at once: that more are coming is known, not
 * guessed. Pure: times are milliseconds of a clock that only grows, and handed
 * in.
 */
#ifndef CLI_SEND_THROTTLE_H
#define CLI_SEND_THROTTLE_H
#include "base/base.h"

enum {
	RUSH_MS = 200,       /* what the mailbox still has comes within that */
	RUSH_TURN_MS = 1000, /* how often some go out meanwhile, .. */
	RUSH_MAILS = 4,      /* .. and how many */
	RUSH_CALM =
		8 /* in one go otherwise: a mail that comes waits for them */
};

struct rush {
	int64_t came_ms; /* the last mail in */
	bool more;       /* behind it the mailbox has others */
	int64_t turn_ms; /* the last turn of mails out */
};

/* A mail is here; more: not the last that the mailbox is known to have. */
void rush_came(struct rush *r, bool more, int64_t now_ms);
void rush_turn(struct rush *r, int64_t now_ms);

/*
 * 0..max mails may go out. busy: mails wait to be judged. It is some at a time,
 * after which is looked whether a mail came: fewer if one came lately.
 */
int rush_room(const struct rush *r, bool busy, int max, int64_t now_ms);
#endif
