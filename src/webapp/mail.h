/*
 * src/webapp/mail.h - what is wanted of a mail that was dropped on the page:
 * one part by its file name, or all of its text. What mail programs send is
 * read; whoever wants to be sure of what it says looks at its signature.
 */
#ifndef WEBAPP_MAIL_H
#define WEBAPP_MAIL_H
#include "base/arena.h"

/* The decoded part of that file name; a text that is no mail, or has no such
 * part, is given as it is. Lives in the arena or in the text. */
struct str mail_part(struct arena *a, struct str text, const char *name);

/* The first decoded text/plain part; a text that is no mail as it is. */
struct str mail_text(struct arena *a, struct str text);
#endif
