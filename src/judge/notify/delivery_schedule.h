/*
 * src/judge/notify/delivery_schedule.h - computes when a mail may be sent by
 * its reader's preferences. News are mails that need no answer: quiet hours
 * delay them, and DIGEST sends them once a day. All other mails go at once.
 * Press that is to be printed on the next report waits for that report, at most
 * one day.
 */
#ifndef JUDGE_NOTIFY_DELIVERY_SCHEDULE_H
#define JUDGE_NOTIFY_DELIVERY_SCHEDULE_H
#include "store/people.h"

/* where there is no end of quiet hours: minutes of the reader's day */
enum { DELIVERY_SCHEDULE_DIGEST = 7 * 60 };

/* What a mail is to its reader. */
enum delivery_schedule_kind {
	DELIVERY_SCHEDULE_NEVER, /* it awaits them, or they have asked for it */
	DELIVERY_SCHEDULE_NEWS,  /* keeps out of quiet hours */
	DELIVERY_SCHEDULE_JOINED, /* news of a game that a digest joins */
	DELIVERY_SCHEDULE_LETTERS /* printed at the top of the next report */
};

/* Is anything ever held back for them? */
bool delivery_schedule_holds(const struct person_row *p);

/*
 * When such a mail may go to this person, UTC seconds: now_s, or later. zone:
 * the judge's, for persons without a zone.
 */
int64_t delivery_schedule_when(const struct person_row *p, struct str zone,
			       enum delivery_schedule_kind kind, int64_t now_s);

/* The same of a reminder of something that is due then: it waits only if there
 * is an hour left when the quiet hours end. */
int64_t delivery_schedule_reminder(const struct person_row *p, struct str zone,
				   int64_t due_s, int64_t now_s);
#endif
