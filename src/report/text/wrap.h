/*
 * src/report/text/wrap.h - no line of a mail is wider than a terminal.
 *
 * Templates lay out their text by hand; names, numbers and other languages
 * make a line longer than its author saw. What is too wide is folded when the
 * text is ready, and what was narrow enough stays as it is.
 */
#ifndef REPORT_TEXT_WRAP_H
#define REPORT_TEXT_WRAP_H
#include "base/buf.h"

enum { WRAP_MAX = 79, PROOF_COLUMNS = 30 };

/*
 * Append text (valid UTF-8), its lines folded at blanks so that none takes
 * more than WRAP_MAX in a terminal. What follows stands under the text of
 * the line: after its indentation, its "- ", or its label (a first word with
 * at least two blanks behind it, in the first eight columns). Left alone are:
 * what stands between the lines -----BEGIN .. and -----END .. (it is sent or
 * checked as it is), quotations (>), rows of tables (two blanks behind the
 * label), and lines with a word of more than PROOF_COLUMNS, such as a hash,
 * a key or a head: who checks them looks for the whole line.
 */
void wrap_fold(struct buf *out, struct str text);

#endif
