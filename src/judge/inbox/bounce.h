/*
 * src/judge/inbox/bounce.h - mails of ours that came back. A bounce counts only
 * if it names the mail by something that nobody else knows: the return address
 * of that mail (judge/notify/verp.h) or its Message-ID, which has a part that
 * is secret.
 */
#ifndef JUDGE_INBOX_BOUNCE_H
#define JUDGE_INBOX_BOUNCE_H
#include "judge/judge_private.h"
#include "judge/handlers.h"

/* Is it one? Then it is put on record, and the address of the mail is marked;
 * what is only delayed is noted in the inbox alone. */
enum err bounce_take(struct delivery *d, bool *found, struct why *why);
#endif
