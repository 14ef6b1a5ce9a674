/*
 * src/judge/notify/mail_inputs.h - collects the content of a mail from an
 * outbox row, the log and the store. The content is that of the row's point, so
 * the same row always gives the same mail. It holds only information that the
 * reader may see.
 */
#ifndef JUDGE_NOTIFY_MAIL_INPUTS_H
#define JUDGE_NOTIFY_MAIL_INPUTS_H
#include "judge/judge_private.h"

/*
 * All that a mail of this form says: *out lives in the arena and borrows the
 * row. Errors are the store's, and those of what it was made of then.
 */
enum err mail_inputs_gather(struct judge *j, const struct outbox_row *row,
			    enum mail_richness form, struct arena *a,
			    const struct mail_content **out, struct why *why);
#endif
