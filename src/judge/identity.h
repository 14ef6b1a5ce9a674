/*
 * src/judge/identity.h - checks that the judge's key and address are those that
 * its games know. A log is verified by the key with which it began, and players
 * write to the address in their mails. A changed key or address is an error
 * until the operator confirms it.
 */
#ifndef JUDGE_IDENTITY_H
#define JUDGE_IDENTITY_H
#include "judge/judge_private.h"

/* Part of judge_open. ERR_CONFIG: the key or the address is another; why says
 * what to do. */
enum err identity_check(struct judge *j, struct why *why);

/* The judge's key as events and exports have it, if it followed while the game
 * was in the archive: an event. */
struct adjudication;
enum err identity_catch_up(struct adjudication *x, struct why *why);

/* The first start after a restore names the games whose logs may differ. */
enum err restore_notify(struct judge *j, struct why *why);
#endif
