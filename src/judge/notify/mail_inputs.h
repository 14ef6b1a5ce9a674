/*
 * src/judge/notify/mail_inputs.h - what a letter is made of, out of a row of
 * the outbox, the log and the store: as it stood at the row's point, whatever
 * came then, so that the same row says the same. Only what the reader may see
 * of it is in it.
 */
#ifndef JUDGE_NOTIFY_MAIL_INPUTS_H
#define JUDGE_NOTIFY_MAIL_INPUTS_H
#include "judge/judge_private.h"

/*
 * All that a letter of this form says: *out lives in the arena and borrows the
 * row. Errors are the store's, and those of what it was made of then.
 */
enum err mail_inputs_gather(struct judge *j, const struct outbox_row *row,
			    enum letter_form form, struct arena *a,
			    const struct letter **out, struct why *why);
#endif
