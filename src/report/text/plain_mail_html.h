/*
 * src/report/text/plain_mail_html.h - the HTML part of a mail that has only a
 * text: paragraphs flow to the width of the screen, orders and tables stay as
 * they are.
 */
#ifndef REPORT_TEXT_PLAIN_MAIL_HTML_H
#define REPORT_TEXT_PLAIN_MAIL_HTML_H
#include "report/text/template_value.h"

/* The blocks of a text, for letter.html: a list with one of {pre}, {title},
 * {lines} and {items}; the others are empty. */
struct tval *plain_mail_html_blocks(struct arena *a, struct str text);
#endif
