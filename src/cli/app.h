/*
 * src/cli/app.h - opens a judge and all that it needs from the configuration:
 * games, words, key, mail parser, renderer.
 */
#ifndef CLI_APP_H
#define CLI_APP_H
#include "cli/config.h"
#include "cli/mail_log.h"
#include "judge/judge.h"
#include "judge/notify/mail_render.h"
#include "judge/notify/render_pool.h"
#include "mail/mailbox.h"
#include "mail/sandbox_pool.h"

struct app {
	const struct config *config;
	struct arena arena;
	struct sandbox_pool worker; /* reads foreign bytes */
	bool has_worker;
	struct games games; /* that can be played, with their cards */
	struct render_pool *render_pool; /* NULL: pictures are painted here */
	struct mail_render *letters;     /* renders mails */
	struct judge *judge;
	char mark[MAILBOX_MARK_ROOM]; /* of this judge, in its mailbox */
	struct mail_log *log; /* NULL: mails that are judged are not logged */
	struct pgp *pgp;      /* NULL: none configured, or not needed */
	bool wants_pgp;       /* set before app_open: keys of GnuPG */
	bool moves;           /* likewise: the address may be another */
	bool rekeys;          /* likewise: the judge's key may be another */
	bool alone;           /* likewise: the judge must not run */
};

/*
 * Start the reader of mails. Before app_open, so that no secret is in memory
 * when it forks. Programs that read no mail leave it out.
 */
enum err app_start_reader(struct app *h, const struct config *c,
			  struct why *why);

/* Start who paints the pictures of mails; likewise, and for heraldod alone.
 */
enum err app_start_painters(struct app *h, struct why *why);

/*
 * Open the judge. h is zeroed, or has its reader. Release it in any case.
 * ERR_CONFIG names the file that is missing and what makes it.
 */
enum err app_open(struct app *h, const struct config *c, struct why *why);
void app_release(struct app *h);

/* What the configuration says is forgotten, and when. */
struct judge_keeping app_keeping(const struct config *c);
#endif
