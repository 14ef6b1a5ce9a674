/*
 * src/judge/notify/delivery_schedule.h - when a letter may go out by what its
 * reader prefers. News are letters that await nothing of their reader: they
 * keep out of quiet hours, and in a digest go out once a day. Whatever awaits
 * them goes at once. Letters that stand on the next report wait for it as for a
 * digest: no longer than a day.
 */
#ifndef JUDGE_NOTIFY_DELIVERY_SCHEDULE_H
#define JUDGE_NOTIFY_DELIVERY_SCHEDULE_H
#include "store/people.h"

/* where there is no end of quiet hours: minutes of the reader's day */
enum { DELIVERY_SCHEDULE_DIGEST = 7 * 60 };

/* What a letter is to its reader. */
enum delivery_schedule_kind {
	DELIVERY_SCHEDULE_NEVER, /* it awaits them, or they have asked for it */
	DELIVERY_SCHEDULE_NEWS,  /* keeps out of quiet hours */
	DELIVERY_SCHEDULE_JOINED, /* news of a game that a digest joins */
	DELIVERY_SCHEDULE_LETTERS /* what stands on top of the next report */
};

/* Is anything ever held back for them? */
bool delivery_schedule_holds(const struct person_row *p);

/*
 * When such a letter may go to this person, UTC seconds: now_s, or later. zone:
 * of the judge, for who has named none.
 */
int64_t delivery_schedule_when(const struct person_row *p, struct str zone,
			       enum delivery_schedule_kind kind, int64_t now_s);

/* The same of a reminder of something that is due then: it waits only if there
 * is an hour left when the quiet hours end. */
int64_t delivery_schedule_reminder(const struct person_row *p, struct str zone,
				   int64_t due_s, int64_t now_s);
#endif
