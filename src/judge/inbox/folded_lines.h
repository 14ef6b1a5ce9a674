/*
 * src/judge/inbox/folded_lines.h - lines of orders that a mail program may have
 * broken.
 *
 * Programs break lines as they are typed, so the rest of an order or of a
 * remark can stand on a line of its own, be signed there and be read as an
 * order. A line of 60 to 80 characters is in doubt if the next line begins with
 * a small letter or is no order by itself; one whose remark reaches column 65
 * if the next begins with a small letter. In no doubt are orders as the judge
 * writes them, and lines followed by a blank line, by "+", by a remark, or by a
 * line that begins with a capital and can be read.
 */
#ifndef JUDGE_INBOX_FOLDED_LINES_H
#define JUDGE_INBOX_FOLDED_LINES_H
#include "auth/canonical_text.h"
#include "orders/orders.h"

/*
 * The first two lines in doubt behind offset `body` of the text, as they read
 * if they are one: the second begins with "+". "" if there are none.
 */
struct str folded_lines(struct arena *a, const struct canon *text, size_t body,
			const struct grammar *g, int lang,
			const struct orders *o);
#endif
