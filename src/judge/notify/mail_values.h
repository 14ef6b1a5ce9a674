/*
 * src/judge/notify/mail_values.h - converts the payload of an outbox row (JSON,
 * stored at the decision) to template values: moments on the reader's clock,
 * and the judge's names in the reader's words.
 */
#ifndef JUDGE_NOTIFY_MAIL_VALUES_H
#define JUDGE_NOTIFY_MAIL_VALUES_H
#include "judge/notify/render_ctx.h"
#include <jansson.h>

/* One value of an object of the payload, by the type that payloads.def gives
 * its key; a value with an unknown key is copied unchanged
 * (judge/notify/json_values.h). */
void mail_values_put(struct render_ctx *w, struct tval *to, struct str object,
		     const char *key, json_t *value);

/* The games of a game master that want something of them: each what its JSON
 * has, {system} and what it was paused by in words, {first} lines, and for whom
 * it {waits} {until} when. */
struct tval *mail_gm_summary_values(struct render_ctx *w, json_t *list);
#endif
