/*
 * src/judge/inbox/fork_check.h - which history a mail was signed on. Its line
 * SEEN (fairness/head_token.h) holds the head of the log at the point that its
 * first line names, as its author's report had it. What changes a game must
 * have one that is ours:
 *
 *	no line, or mistyped	answered with the right line
 *	another head, or a point that is yet to come
 *				another history was shown to its author: forged
 *				reports, or our state was restored from an older
 *				copy; both heads are told to sender and operator
 *
 * Who kept the report that shows it may send it: report.txt and report.txt.sig
 * as attachments, or pasted, one behind the other, in a mail that needs no
 * signature, for the report has that of this judge. If it is good and the head
 * is none of ours, links have been opened that we would use again. They are
 * passed over, the game is paused, and all are told (event history_other).
 */
#ifndef JUDGE_INBOX_FORK_CHECK_H
#define JUDGE_INBOX_FORK_CHECK_H
#include "judge/handlers.h"

/* why a game is paused then */
#define FORK_CHECK_PAUSE "history"

/*
 * May the mail d change the game at all? *no is NULL, or the reason of an
 * answer "refused", whose matter is in d->history then. g: the row of its game.
 */
enum err fork_check_check(struct delivery *d, const struct game_row *g,
			  const char **no, struct why *why);

/* Does the mail hold such a report? *found: it does, and what became of it is
 * in d->out; else nothing was done. */
enum err fork_check_kept(struct delivery *d, bool *found, struct why *why);
#endif
