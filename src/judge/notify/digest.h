/*
 * src/judge/notify/digest.h - joins news into one mail a day for readers who
 * prefer a digest: all due reports of their games become one mail. A mail that
 * needs an answer never waits for the digest
 * (judge/notify/delivery_schedule.h), and a single report needs none.
 */
#ifndef JUDGE_NOTIFY_DIGEST_H
#define JUDGE_NOTIFY_DIGEST_H
#include "judge/judge.h"
#include "store/outbox.h"

enum { DIGEST_MAX = 64 }; /* reports in one */

/*
 * Join the due rows in a transaction of its own. The joined rows are withdrawn
 * and keep their content: the digest is rendered from them.
 */
enum err digest_gather(struct judge *j, struct why *why);

/* The rows that a digest is made of, in the arena; *n of them. */
enum err digest_rows(struct judge *j, const struct outbox_row *digest,
		     struct arena *a, struct outbox_row **rows, int *n,
		     struct why *why);
#endif
