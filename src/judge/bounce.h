/*
 * src/judge/bounce.h - mails of ours that came back. A bounce counts only if it
 * names the mail by something that nobody else knows: the return address of
 * that mail (judge/verp.h) or its Message-ID, which has a part that is secret.
 */
#ifndef JUDGE_BOUNCE_H
#define JUDGE_BOUNCE_H
#include "judge/inside.h"
#include "judge/station.h"

/* Is it one? Then it is put on record, and the address of the mail is marked;
 * what is only delayed is noted in the inbox alone. */
enum err bounce_take(struct delivery *d, bool *found, struct why *why);
#endif
