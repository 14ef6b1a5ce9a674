/*
 * src/webapp/mail.h - extracts one part by its file name, or all text, from a
 * mail dropped on the page. It accepts the output of common mail programs;
 * only the signature proves the content.
 */
#ifndef WEBAPP_MAIL_H
#define WEBAPP_MAIL_H
#include "base/arena.h"

/* The decoded part of that file name; a text that is no mail, or has no such
 * part, is given as it is. Lives in the arena or in the text. */
struct str mail_part(struct arena *a, struct str text, const char *name);

/* The first decoded text/plain part; a text that is no mail as it is. */
struct str mail_text(struct arena *a, struct str text);

/*
 * Where a signed position may stand, by number from 0: the attachment
 * GAME-POINT-SEAT.heraldo, the text that is read, all of it. NULL bytes: not
 * there; false: there are no more places.
 */
bool mail_board(struct arena *a, struct str text, int nth, struct str *out);
#endif
