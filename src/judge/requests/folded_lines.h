/*
 * src/judge/requests/folded_lines.h - finds order lines that a mail program may
 * have folded.
 *
 * Mail programs break lines during typing, so the rest of an order or of a
 * remark can be signed on a separate line and be read as an order. A line of 60
 * to 80 characters is in doubt if the next line begins with a small letter or
 * is no order by itself; a line with a remark that reaches column 65 is in
 * doubt if the next line begins with a small letter. Not in doubt are orders in
 * the judge's own form, and lines followed by a blank line, by "+", by a
 * remark, or by a readable line that begins with a capital.
 */
#ifndef JUDGE_REQUESTS_FOLDED_LINES_H
#define JUDGE_REQUESTS_FOLDED_LINES_H
#include "auth/canonical_text.h"
#include "orders/orders.h"

/*
 * The first two lines in doubt after offset `body` of the text, joined: the
 * second begins with "+". "" if there are none.
 */
struct str folded_lines(struct arena *a, const struct canon *text, size_t body,
			const struct grammar *g, int lang,
			const struct orders *o);
#endif
