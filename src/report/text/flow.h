/*
 * src/report/text/flow.h - the paragraphs of a mail's text, and the text as
 * format=flowed (RFC 3676), which the reader's program folds to its own width.
 *
 * A text comes folded by hand, by a template or by wrap.h. Joined again are
 * lines that end at the right margin. Kept as they are: the lines between
 * -----BEGIN .. and -----END .., quotations (>), indented lines, rows with two
 * blanks, and lines with a word of more than PROOF_COLUMNS (wrap.h).
 */
#ifndef REPORT_TEXT_FLOW_H
#define REPORT_TEXT_FLOW_H
#include "base/buf.h"

/* Zero but for rest: at the start of a text. */
struct flow {
	struct str rest;
	bool marked; /* between BEGIN and END */
};

/* The next paragraph, or line that is kept; `kept` also for an empty line
 * between the markers. Clears `out` first. False: the text is over. */
bool flow_next(struct flow *f, struct buf *out, bool *kept);

/* Is it an item of a list, "- ..", at any indentation? Gives its words. */
bool flow_item(struct str line, struct str *words);

/* Append text as format=flowed without DelSp: folded at TEMPLATE_COLUMNS, a
 * soft line break ends with a blank. */
void flow_render(struct buf *out, struct str text);
#endif
