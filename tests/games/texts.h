/*
 * tests/games/texts.h - what the judge's letters say, without their pictures
 * and the form of a mail. Apart, as render.h is.
 */
#ifndef TESTS_GAMES_TEXTS_H
#define TESTS_GAMES_TEXTS_H
#include "base/buf.h"
#include "base/err.h"

struct mail_content;

enum err texts_open(struct why *why);
void texts_close(void);

/* Subject, text, what is kept and HTML of a report or another letter. */
enum err texts_add(const struct mail_content *l, struct buf *out,
		   struct why *why);
#endif
