/*
 * src/judge/notify/digest.h - one letter a day for who wants news in a digest:
 * the reports of all their games whose hour has come become one. What awaits
 * somebody never waits for it (judge/notify/delivery_schedule.h), nor does a
 * lone report need it.
 */
#ifndef JUDGE_NOTIFY_DIGEST_H
#define JUDGE_NOTIFY_DIGEST_H
#include "judge/judge.h"
#include "store/outbox.h"

enum { DIGEST_MAX = 64 }; /* reports in one */

/*
 * Join what is due now, in a transaction of its own. The rows that are joined
 * are withdrawn and keep what they report: the digest is written from them.
 */
enum err digest_gather(struct judge *j, struct why *why);

/* The rows that a digest is made of, in the arena; *n of them. */
enum err digest_rows(struct judge *j, const struct outbox_row *digest,
		     struct arena *a, struct outbox_row **rows, int *n,
		     struct why *why);
#endif
