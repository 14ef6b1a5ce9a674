/*
 * tests/games/render.h - the judge's letters as players get them. Apart, for
 * the words of the dice and the words of reports have one name.
 */
#ifndef TESTS_GAMES_RENDER_H
#define TESTS_GAMES_RENDER_H
#include "base/buf.h"
#include "base/err.h"

struct mail_content;

enum err render_open(struct why *why);
void render_close(void);

/* for struct judge_env */
enum err render_letter(void *context, const struct mail_content *l,
		       struct buf *out, struct why *why);
#endif
