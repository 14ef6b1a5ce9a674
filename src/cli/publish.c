/*
 * src/cli/publish.c - heraldo publish: writes games of the judge, exported
 * logs or a campaign as static pages. They show only public events, with the
 * delay for spectators.
 */
#include "cli/cli.h"
#include "verifier/public_state.h"
#include "base/crypto.h"
#include "base/file.h"
#include "cli/app.h"
#include "games/games.h"
#include "tournament/campaign.h"
#include "tournament/site_files.h"
#include "engine/common.h"
#include <getopt.h>
#include <unistd.h>

struct telling {
	struct cli *c;
	struct site_files_wish wish;
	struct site_files *pages;
	struct games games;
	struct app house;
	const char *campaign;
	uint64_t n_files, n_written;
	struct progress progress;

	/* the log at hand */
	struct public_state follow;
	struct game *view;
	bool begun;
	enum err e;
	struct why *why;
};

static void publish_step(void *context, uint64_t files)
{
	struct telling *t = context;

	progress_step(&t->progress, files);
}

/* --- from a log ------------------------------------------------------------
 */

static void log_point(void *context, const struct verify_point *p)
{
	struct telling *t = context;
	const struct game *g = public_state_point(&t->follow, p);
	struct site_point a = { .sys = p->kind->rules,
				.tells = game_report(p->kind),
				.point = (int64_t)p->point,
				.at_s = p->at_s };
	char room[EVENT_TEXT_ROOM];

	/* the first event of a log names its game */
	if (!t->e && !t->begun) {
		bool known;

		t->e = site_files_begin(t->pages,
					event_get_text(&p->events[0],
						       COMMON_GAME_CREATED_GAME,
						       room, sizeof(room)),
					STR(""), &known, t->why);
		t->begun = !t->e;
	}
	if (t->e)
		return;
	if (g) {
		game_view(g, -1, t->view);
		a.view = t->view->state;
	}
	t->e = site_files_point(t->pages, &a, p->events, p->n_events, t->why);
}

static enum err log_publish(struct telling *t, const char *file,
			    struct why *why)
{
	struct verify_means m = { .systems = t->games.kinds,
				  .n_systems = t->games.n,
				  .point = log_point,
				  .context = t };
	struct arena a = { 0 };
	struct verify_result *r = ARENA_NEW(&a, struct verify_result);
	struct buf bytes;
	enum err e = file_read(file, VERIFY_FILE_MAX, &bytes, why);

	public_state_init(&t->follow, &a);
	t->e = ERR_OK;
	t->begun = false;
	t->why = why;
	if (!e) {
		verify_export(buf_str(&bytes), &m, &a, r);
		e = t->e;
	}
	if (!e && !r->good)
		e = why_set(why, ERR_FORMAT, "%s: not verified, line %zu: %s",
			    file, r->fault.line, r->fault.what);
	if (!e)
		e = site_files_end(t->pages, why);
	buf_release(&bytes);
	arena_release(&a);
	return e;
}

/* --- from the judge --------------------------------------------------------
 */

static enum err judge_publish(struct telling *t, const char *name,
			      struct why *why)
{
	struct game_row g;
	bool whole;
	enum err e = cli_game(t->c, &t->house, name, &g, why);

	return e ? e
		 : site_files_game(t->pages, t->house.judge, &g, &whole, why);
}

/* --- all of them -----------------------------------------------------------
 */

static bool is_file(const char *name)
{
	size_t len = strlen(name);

	return strchr(name, '/') ||
	       (len > 6 && !strcmp(name + len - 6, ".jsonl"));
}

static enum err tell_games(struct telling *t, char **names, int n,
			   struct why *why)
{
	enum err e = site_files_open(&t->c->arena, &t->wish, &t->pages, why);

	t->view = arena_alloc(&t->c->arena, sizeof(*t->view));
	for (int i = 0; !e && i < n; i++)
		e = is_file(names[i]) ? log_publish(t, names[i], why)
				      : judge_publish(t, names[i], why);
	return e ? e
		 : site_files_close(t->pages, &t->n_files, &t->n_written, why);
}

static enum err games_publish(struct telling *t, char **names, int n,
			      struct why *why)
{
	enum err e;

	t->wish.step = publish_step;
	t->wish.context = t;
	progress_start(&t->progress, t->c, "chronicle", 0);
	e = t->campaign ? campaign_pages(t->house.judge, str_of(t->campaign),
					 &t->wish, &t->c->arena, &t->n_files,
					 &t->n_written, why)
			: tell_games(t, names, n, why);
	if (!e)
		progress_end(&t->progress,
			     arena_printf(&t->c->arena,
					  "%llu files, %llu written",
					  (unsigned long long)t->n_files,
					  (unsigned long long)t->n_written));
	return e;
}

struct sources {
	const char *templates, *language;
};

/* Logs need no judge, and no configuration where both folders are named. */
static int open_all(struct telling *t, struct sources *s, char **names, int n)
{
	struct cli *c = t->c;
	struct why why = { 0 };
	struct messages *words;
	bool all_files = !t->campaign;
	int code = EXIT_FINE;
	enum err e;

	for (int i = 0; i < n; i++)
		all_files &= is_file(names[i]);
	if (!all_files || (!s->templates && !access(c->config_file, R_OK)))
		code = cli_config(c);
	if (!code && !all_files)
		code = cli_house(c, &t->house);
	if (code)
		return code;
	if (!s->templates)
		s->templates = c->config_loaded ? c->config.templates
						: PKGDATADIR "/templates";
	if (!s->language)
		s->language = c->config_loaded ? c->config.language
					       : MESSAGES_FALLBACK;
	crypto_init();
	e = messages_load(&c->arena, s->templates, s->language, &words, &why);
	t->wish.words = words;
	/* a log brings its own words and cards */
	if (!e)
		e = games_open(&t->games, game_kinds, n_game_kinds, NULL, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

int command_publish(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "campaign", required_argument, NULL, 'c' },
		{ "language", required_argument, NULL, 'l' },
		{ "link", required_argument, NULL, 'u' },
		{ "templates", required_argument, NULL, 't' },
		{ "title", required_argument, NULL, 'n' },
		{ NULL, 0, NULL, 0 },
	};
	struct telling *t = ARENA_NEW(&c->arena, struct telling);
	struct sources s = { 0 };
	struct why why = { 0 };
	int opt, code;
	enum err e;

	t->c = c;
	while ((opt = getopt_long(argc, argv, "c:l:u:t:n:", options, NULL)) !=
	       -1) {
		switch (opt) {
		case 'c': t->campaign = optarg; break;
		case 'l': s.language = optarg; break;
		case 'u': t->wish.link = str_of(optarg); break;
		case 't': s.templates = optarg; break;
		case 'n': t->wish.title = str_of(optarg); break;
		default: return cli_no_option(c, options);
		}
	}
	if (t->wish.link.len && t->wish.link.s[t->wish.link.len - 1] != '/')
		return cli_usage(c, "a link to a folder ends with /");
	code = cli_words(c, argc, optind, t->campaign ? 1 : 2,
			 t->campaign ? 1 : INT_MAX);
	if (!code)
		code = open_all(t, &s, argv + optind + 1, argc - optind - 1);
	if (!code) {
		t->wish.dir = argv[optind];
		e = games_publish(t, argv + optind + 1, argc - optind - 1,
				  &why);
		if (e)
			code = cli_fail(c, e, &why);
	}
	games_release(&t->games);
	app_release(&t->house);
	return code;
}
