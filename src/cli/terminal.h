/*
 * src/cli/terminal.h - escapes printed text: mails, logs and names are written
 * by others, and their bytes could move a terminal's cursor, clear its screen
 * or turn its text around.
 */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H
#include "base/buf.h"

/*
 * Append printable text: line feeds, tabs and visible characters unchanged;
 * control characters, bidirectional controls and invalid UTF-8 as \x1b and
 * \u202e. Returns how many bytes it took: fewer than all if a character at the
 * end is cut off and `more` is to come.
 */
size_t terminal_escape(struct buf *out, struct str text, bool more);

/* From here on standard output goes through that; or standard error. */
void terminal_guard(void);
void terminal_guard_errors(void);
#endif
