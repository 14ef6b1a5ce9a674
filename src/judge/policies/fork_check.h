/*
 * src/judge/policies/fork_check.h - compares the SEEN line of a mail with the
 * log. The line (fairness/head_token.h) holds the head of the log at the point
 * in the mail's first line, as the author's report gave it. A mail that changes
 * a game must have a SEEN line of our history:
 *
 *	no line, or mistyped	answered with the right line
 *	another head, or a point that is yet to come
 *				another history was shown to its author: forged
 *				reports, or our state was restored from an older
 *				copy; sender and operator get both heads
 *
 * A player may send the report with the other head: report.txt and
 * report.txt.sig as attachments, or pasted, one after the other. The mail needs
 * no signature, because this judge has signed the report. If the signature is
 * good and the log does not contain the head, the lost history has opened links
 * that we would use again. The judge then skips these links, pauses the game
 * and mails the table (event fork_found).
 */
#ifndef JUDGE_POLICIES_FORK_CHECK_H
#define JUDGE_POLICIES_FORK_CHECK_H
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
enum err fork_check_report(struct delivery *d, bool *found, struct why *why);
#endif
