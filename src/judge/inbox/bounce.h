/*
 * src/judge/inbox/bounce.h - finds the judge's mail that a bounce reports. A
 * bounce counts only if it names the mail by a secret: the return address of
 * that mail (judge/notify/verp.h) or its Message-ID, which has a secret part.
 */
#ifndef JUDGE_INBOX_BOUNCE_H
#define JUDGE_INBOX_BOUNCE_H
#include "judge/judge_private.h"
#include "judge/handlers.h"

/* Is the mail a bounce? Then record it and mark the address of the bounced
 * mail; a delay is noted in the inbox alone. */
enum err bounce_record(struct delivery *d, bool *found, struct why *why);
#endif
