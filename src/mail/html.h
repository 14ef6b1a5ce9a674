/*
 * src/mail/html.h - converts an HTML mail to the plain text that a person would
 * read. Wraps libxml2; nothing is fetched, nothing is executed.
 */
#ifndef MAIL_HTML_H
#define MAIL_HTML_H
#include "base/arena.h"

/* Load libxml2; html_init does so, too, and loads what it loads late: once,
 * before the reader gives up its rights. */
void html_load(void);
void html_init(void);
void html_release(void);

/*
 * The text of valid UTF-8 HTML. A line per block and per <br>, white space as
 * browsers show it, U+00A0 as a blank, <blockquote> as "> ", <pre> as it is;
 * no style, script, head. At most max bytes, the rest is dropped and
 * *truncated set. False if elements are nested so deep (256) that libxml2
 * gives up.
 */
bool html_to_text(struct arena *a, struct str html, size_t max,
		  struct str *text, bool *truncated);
#endif
