/*
 * src/judge/notify/mail_kinds.h - adds the values that single kinds of mail
 * need besides their payload: a dispute its events, a receipt the result of the
 * orders, a digest its games.
 */
#ifndef JUDGE_NOTIFY_MAIL_KINDS_H
#define JUDGE_NOTIFY_MAIL_KINDS_H
#include "judge/notify/render_ctx.h"
#include <jansson.h>

/* Put into v what the kind of the mail's row has; matter: the row's, parsed,
 * or NULL. ERR_FORMAT: a slip in a template, all is there but that; as
 * report_position and report_subject. */
enum err mail_kind_values(struct render_ctx *w, json_t *matter, struct tval *v);
#endif
