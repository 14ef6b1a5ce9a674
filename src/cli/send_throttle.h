/*
 * src/cli/send_throttle.h - limits the number of mails sent now. A report takes
 * longer to draw than orders to judge. While orders keep coming the judge works
 * on them first, with a few reports in between, so that a rush does not delay
 * reports for ever. A single mail is answered at once: the throttle knows, and
 * does not guess, that more are coming. Pure: times are milliseconds of a
 * monotonic clock, passed in.
 */
#ifndef CLI_SEND_THROTTLE_H
#define CLI_SEND_THROTTLE_H
#include "base/base.h"

enum {
	SEND_THROTTLE_MS =
		200, /* what the mailbox still has comes within that */
	SEND_THROTTLE_TURN_MS = 1000, /* how often some go out meanwhile, .. */
	SEND_THROTTLE_MAILS = 4,      /* .. and how many */
	SEND_THROTTLE_CALM =
		8 /* in one go otherwise: a mail that comes waits for them */
};

struct send_throttle {
	int64_t came_ms; /* the last mail in */
	bool more;       /* the mailbox has more mails after it */
	int64_t turn_ms; /* the last turn of mails out */
};

/* A mail is here; more: not the last that the mailbox is known to have. */
void send_throttle_came(struct send_throttle *r, bool more, int64_t now_ms);
void send_throttle_turn(struct send_throttle *r, int64_t now_ms);

/*
 * 0..max mails may go out. busy: mails wait to be judged. It is some at a time,
 * after which is looked whether a mail came: fewer if one came lately.
 */
int send_throttle_room(const struct send_throttle *r, bool busy, int max,
		       int64_t now_ms);
#endif
