/*
 * src/judge/notify/mail_mime.h - builds the MIME form of a rendered mail:
 * headers, thread and attachments. See judge/notify/mail_render.h for the
 * whole.
 */
#ifndef JUDGE_NOTIFY_MAIL_MIME_H
#define JUDGE_NOTIFY_MAIL_MIME_H
#include "judge/notify/render_ctx.h"

/*
 * The mail of what w->r has: into *out, which compose_mail initialises and the
 * caller releases. Errors as compose_mail; ERR_TOO_LARGE and those of file_read
 * for the page where it is asked for.
 */
enum err mail_mime_compose(struct render_ctx *w, struct buf *out);
#endif
