/* src/cli/site_updater.c */
#include "cli/site_updater.h"
#include "cli/app.h"
#include "cli/oplog.h"
#include "cli/own_process.h"
#include "tournament/campaign.h"
#include "tournament/site_files.h"
#include <signal.h>
#include <sys/wait.h>

enum { NAMES_MAX = 1024 };

/* --- the process that writes -----------------------------------------------
 */

struct writing {
	struct arena a;
	struct str names[NAMES_MAX];
	int n;
};

/* One that has not begun has nothing to tell. */
static bool note_name(void *context, const struct campaign_row *c)
{
	struct writing *w = context;

	if (c->state != CAMPAIGN_OPEN && w->n < NAMES_MAX)
		w->names[w->n++] = arena_str(&w->a, c->name);
	return true;
}

static enum err write_one(struct app *h, const struct messages *words,
			  struct str name, struct why *why)
{
	const struct config *c = h->config;
	struct arena a = { 0 };
	struct site_files_wish w = {
		.dir = arena_printf(&a, "%s/%.*s", c->site_dir, STR_ARG(name)),
		.words = words,
		.title = STR(""),
		.link = STR("")
	};
	uint64_t n_files, n_written;
	enum err e;

	if (*c->site_url)
		w.link = str_of(arena_printf(&a, "%s%.*s/", c->site_url,
					     STR_ARG(name)));
	e = campaign_pages(h->judge, name, &w, &a, &n_files, &n_written, why);
	arena_release(&a);
	return e;
}

static enum err write_all(struct app *h, struct writing *w, struct why *why)
{
	struct messages *words;
	enum err e = messages_load(&w->a, h->config->templates,
				   h->config->language, &words, why);

	if (!e)
		e = site_files_folder(h->config->site_dir, why);
	if (!e)
		e = campaign_list(h->judge, &w->a, note_name, w, why);
	for (int i = 0; !e && i < w->n; i++)
		e = write_one(h, words, w->names[i], why);
	return e;
}

int site_updater_main(const struct config *c)
{
	struct app h = { 0 };
	struct writing w = { 0 };
	struct why why = { 0 };
	enum err e = app_open(&h, c, &why);

	if (!e)
		e = write_all(&h, &w, &why);
	if (e)
		oplog_err("chronicles", e, &why);
	arena_release(&w.a);
	app_release(&h);
	return e ? 3 : 0;
}

/* --- the daemon that has it written ----------------------------------------
 */

bool site_updater_link_is(struct str link)
{
	return !link.len ||
	       (str_starts(link, "http") && link.s[link.len - 1] == '/');
}

enum err site_updater_turn(struct site_updater *a, const struct config *c,
			   const char *file, int64_t now_ms, int *fault,
			   struct why *why)
{
	int status;

	*fault = 0;
	if (a->pid && waitpid(a->pid, &status, WNOHANG) == a->pid) {
		a->pid = 0;
		*fault = own_process_code(status);
	}
	if (!*c->site_dir || a->pid ||
	    now_ms < (a->wanted ? a->next_ms : a->late_ms))
		return ERR_OK;
	a->wanted = false;
	a->next_ms = now_ms + SITE_UPDATER_REST_MS;
	a->late_ms = now_ms + SITE_UPDATER_LONG_MS;
	return own_process_start(&a->pid, "--publish", file, "who writes them",
				 why);
}

int64_t site_updater_timeout(const struct site_updater *a,
			     const struct config *c, int64_t now_ms)
{
	int64_t at = a->wanted ? a->next_ms : a->late_ms;

	if (!*c->site_dir)
		return INT64_MAX;
	return at > now_ms ? at - now_ms : a->pid ? SITE_UPDATER_REST_MS : 0;
}

int site_updater_wait(struct site_updater *a)
{
	int status = 0;

	if (!a->pid || waitpid(a->pid, &status, 0) != a->pid)
		return 0;
	a->pid = 0;
	return own_process_code(status);
}

void site_updater_stop(struct site_updater *a)
{
	if (a->pid)
		kill(a->pid, SIGTERM);
	(void)site_updater_wait(a);
}
