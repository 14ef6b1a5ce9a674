/*
 * src/judge/notify/mail_report.h - converts the content of a mail (game,
 * reader's seat, dice) to the input of report/text/report.h, and adds every
 * seat's information for a master who sees all.
 */
#ifndef JUDGE_NOTIFY_MAIL_REPORT_H
#define JUDGE_NOTIFY_MAIL_REPORT_H
#include "judge/notify/render_ctx.h"

/* Write w->r of a mail with a game and its view. Errors as report_render:
 * after ERR_FORMAT it is there all the same. */
enum err mail_report_write(struct render_ctx *w);

/* The subject that this report would have. Errors as report_subject. */
enum err mail_report_subject(struct render_ctx *w, struct str *out);
#endif
