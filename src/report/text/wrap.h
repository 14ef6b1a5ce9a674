/*
 * src/report/text/wrap.h - folds the lines of a mail to the width of a
 * terminal.
 *
 * Templates lay out their text by hand; names, numbers and other languages
 * make a line longer than its author saw. Lines that are too wide are folded
 * in the finished text; all other lines stay unchanged.
 */
#ifndef REPORT_TEXT_WRAP_H
#define REPORT_TEXT_WRAP_H
#include "base/buf.h"

enum { WRAP_MAX = 79, PROOF_COLUMNS = 30 };

/*
 * Append text (valid UTF-8), its lines folded at blanks so that none takes
 * more than WRAP_MAX in a terminal. Continuation lines are indented like the
 * text of the line: after its indentation, its "- ", or its label (a first
 * word followed by at least two blanks, in the first eight columns). Not
 * folded are: the lines between -----BEGIN .. and -----END .. (their bytes are
 * sent or checked), quotations (>), rows of tables (two blanks after the
 * label), and lines with a word of more than PROOF_COLUMNS, such as a hash, a
 * key or a head: its reader looks for the whole line.
 */
void wrap_fold(struct buf *out, struct str text);

/* Is the whole line a marker that begins so, as "-----BEGIN "? A sentence may
 * name one at the beginning of a line. */
bool wrap_is_marker(struct str line, const char *begins);
#endif
