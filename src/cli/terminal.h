/*
 * src/cli/terminal.h - what commands print, made harmless: mails, logs and
 * names are written by others, and bytes of theirs could move a terminal's
 * cursor, clear its screen or turn its text around.
 */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H
#include "base/buf.h"

/*
 * Append text as it can be shown: line feeds, tabs and what is visible as it
 * is; control characters, those that turn the direction of text and what is no
 * UTF-8 as \x1b and \u202e. Returns how many bytes it took: fewer than all if a
 * character at the end is cut off and `more` is to come.
 */
size_t terminal_escape(struct buf *out, struct str text, bool more);

/* From here on standard output goes through that. */
void terminal_guard(void);
#endif
