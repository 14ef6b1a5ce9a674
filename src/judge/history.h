/*
 * src/judge/history.h - which history a mail was signed on. Its line SEEN
 * (auth/seen.h) holds the head of the log at the point that its first line
 * names, as its author's report had it. What changes a game must have one that
 * is ours:
 *
 *	no line, or mistyped	answered with the right line
 *	another head, or a point that is yet to come
 *				another history was shown to its author: forged
 *				reports, or our state was restored from an older
 *				copy; both heads are told to sender and operator
 */
#ifndef JUDGE_HISTORY_H
#define JUDGE_HISTORY_H
#include "judge/station.h"

/*
 * May the mail d change the game at all? *no is NULL, or the reason of an
 * answer "refused", whose matter is in d->history then.
 */
enum err history_check(struct delivery *d, const char **no, struct why *why);
#endif
