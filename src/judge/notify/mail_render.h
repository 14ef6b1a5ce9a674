/*
 * src/judge/notify/mail_render.h - renders a mail of the judge: the report
 * module gives words and picture, mail/compose the MIME form, and the judge's
 * key signs the text. The same row of the outbox gives the same bytes.
 *
 * A mail has the text, HTML with the board inline, and attachments: the board
 * as PNG, the order template, the deadline for a calendar
 * (judge/notify/ical.h), and the signed report with its signature, so that
 * readers can keep it and show it to others. The report's first line proves the
 * history (protocol/judge_lines.h). Answers have no such line and are attached
 * as answer.txt, signed for heraldo-answer@heraldo:
 *
 *	ssh-keygen -Y verify -f allowed -I judge -n heraldo-report@heraldo \
 *		-s report.txt.sig < report.txt
 */
#ifndef JUDGE_NOTIFY_MAIL_RENDER_H
#define JUDGE_NOTIFY_MAIL_RENDER_H
#include "judge/judge.h"
#include "report/text/report.h"

struct mail_render;
struct render_pool;

/*
 * Read the words of every language below dir, once. rule_link: the prefix of a
 * rule's id in links of HTML, or ""; reference: the folder of the rules' words.
 * The caller must close *out even after an error: ERR_CONFIG, the folder has no
 * language or too many; ERR_FORMAT, ERR_NOT_FOUND of its files.
 */
enum err mail_render_open(struct mail_render **out, const char *dir,
			  struct str rule_link, const char *reference,
			  struct why *why);
void mail_render_close(struct mail_render *l); /* NULL is allowed */

/* The report of a mail of a game, in the language of its row; it lives in the
 * arena. Errors as report_render. */
enum err mail_render_report(struct mail_render *ls,
			    const struct mail_content *l, struct arena *a,
			    struct report *out, struct why *why);

/* Only the story: one line of plain text for each narrated event. */
enum err mail_render_story(struct mail_render *ls, const struct mail_content *l,
			   struct arena *a, struct str *out, struct why *why);

/* Pictures of mails that are written in two steps are painted by these, which
 * outlive ls. Before the first such mail. */
void mail_render_painted_by(struct mail_render *ls,
			    struct render_pool *render_pool);

/*
 * Write the mail of l, for judge_env.render. An error in a template does not
 * stop a mail: the mail is sent without the failed part, and why describes the
 * error, with ERR_OK.
 */
enum err mail_render_write(struct mail_render *ls, const struct mail_content *l,
			   struct buf *out, struct why *why);

/*
 * The same in two steps, for judge_env.begin and the functions after it: the
 * mail is ready when its picture is painted (judge/notify/render_pool.h). The
 * steps exist only after mail_render_painted_by.
 */
enum err mail_render_begin(struct mail_render *ls, const struct mail_content *l,
			   struct render_ctx **out, struct why *why);
enum writing_state mail_render_state(struct mail_render *ls,
				     const struct render_ctx *w);
enum err mail_render_finish(struct mail_render *ls, struct render_ctx *w,
			    struct buf *out, struct why *why);
void mail_render_drop(struct mail_render *ls, struct render_ctx *w);
#endif
