/*
 * src/judge/notify/mail_values.h - the matter of a letter's row, JSON that was
 * kept when it was decided on, as values: moments on the reader's clock, and
 * what the judge has names for in the reader's words.
 */
#ifndef JUDGE_NOTIFY_MAIL_VALUES_H
#define JUDGE_NOTIFY_MAIL_VALUES_H
#include "judge/notify/render_ctx.h"
#include <jansson.h>

/* One value of the matter, by its key; what no key stands for is put in as it
 * is (judge/notify/json_values.h). */
void mail_values_put(struct render_ctx *w, struct tval *to, const char *key,
		     json_t *value);

/* The games of a game master that want something of them: each what its JSON
 * has, {system} and what it was paused by in words, {first} lines, and for whom
 * it {waits} {until} when. */
struct tval *mail_gm_summary_values(struct render_ctx *w, json_t *list);
#endif
