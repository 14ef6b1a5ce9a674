/*
 * src/judge/identity.h - by which key and address the games of a judge know it.
 * A log is verified by the key that it began with, and players write to the
 * address that their mails name: another one is an error until it is meant.
 */
#ifndef JUDGE_IDENTITY_H
#define JUDGE_IDENTITY_H
#include "judge/judge_private.h"

/* Part of judge_open. ERR_CONFIG: the key or the address is another; why says
 * what to do. */
enum err identity_check(struct judge *j, struct why *why);

/* The first start after a restore names the games whose logs may differ. */
enum err restore_tell(struct judge *j, struct why *why);
#endif
