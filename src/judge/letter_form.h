/*
 * src/judge/letter_form.h - the form of a letter that is written: its headers,
 * its thread, and what is attached to it. See judge/letter.h for the whole.
 */
#ifndef JUDGE_LETTER_FORM_H
#define JUDGE_LETTER_FORM_H
#include "judge/writing.h"

/*
 * The mail of what w->r has: into *out, which compose_mail initialises and the
 * caller releases. Errors as compose_mail; ERR_TOO_LARGE and those of file_read
 * for the page where it is asked for.
 */
enum err letter_compose(struct writing *w, struct buf *out);
#endif
