/*
 * src/cli/archive.c - heraldo archive: moves an ended game from the database to
 * a verified file of its own, and back
 */
#include "cli/cli.h"
#include "verifier/export_game.h"
#include "verifier/verify.h"
#include "cli/app.h"
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOG_MAX = 1 << 30 };

struct checking {
	struct cli *c;
	struct app *h;
	struct progress progress;
};

static enum err line_keep(void *context, struct str line, struct why *why)
{
	return buf_adds(context, line)
		       ? ERR_OK
		       : why_set(why, ERR_TOO_LARGE, "the log is too long");
}

static void archive_progressed(void *context, size_t done)
{
	struct checking *k = context;

	progress_step(&k->progress, done);
}

/* Checks the whole log: signatures, dice, rules and the state. */
static enum err log_check(void *context, int64_t game, struct why *why)
{
	struct checking *k = context;
	struct verify_means means = { .systems = k->h->games.kinds,
				      .n_systems = k->h->games.n,
				      .progress = archive_progressed,
				      .context = k };
	struct verify_result r;
	struct buf log;
	enum err e = judge_game_replay(k->h->judge, game, why);

	buf_init(&log, LOG_MAX);
	if (!e)
		e = export_game(k->h->judge, game, EXPORT_FULL, line_keep, &log,
				why);
	if (!e) {
		progress_start(&k->progress, k->c, "verify", log.len);
		verify_export(buf_str(&log), &means, &k->c->arena, &r);
		progress_end(&k->progress,
			     r.good ? "verified" : "NOT verified");
		if (!r.good)
			e = why_set(
				why, ERR_TAMPERED,
				"line %zu of its log: %s; nothing was moved",
				r.fault.line, r.fault.what);
	}
	buf_release(&log);
	return e;
}

/* beside the database, if nobody says where */
static enum err file_of(struct cli *c, const char *output, struct str game,
			const char **out, struct why *why)
{
	const char *dir =
		arena_printf(&c->arena, "%s/archive", c->config.state);
	char cwd[PATH_MAX];

	if (output && output[0] == '/')
		*out = output;
	else if (output && getcwd(cwd, sizeof(cwd)))
		*out = arena_printf(&c->arena, "%s/%s", cwd, output);
	else if (!output && (!mkdir(dir, 0700) || errno == EEXIST))
		*out = arena_printf(&c->arena, "%s/%.*s.db", dir,
				    STR_ARG(game));
	else
		return why_set(why, ERR_DISK, "%s: %s", output ? "." : dir,
			       strerror(errno));
	return ERR_OK;
}

static enum err put_away(struct cli *c, struct checking *k, const char *name,
			 const char *output, struct why *why)
{
	struct game_row g;
	const char *path = NULL;
	enum err e = cli_game(c, k->h, name, &g, why);

	if (!e)
		e = file_of(c, output, g.name, &path, why);
	if (!e &&
	    !cli_confirm(c, "move the log of %.*s from the database to %s",
			 STR_ARG(g.name), path))
		return why_set(why, ERR_EXISTS, "%.*s stays in the database",
			       STR_ARG(g.name));
	if (!e)
		e = judge_game_archive(k->h->judge, g.id, path, log_check, k,
				       why);
	if (!e)
		printf("%.*s is in %s; keep it, it is the only copy: heraldo "
		       "archive restore brings it back\n",
		       STR_ARG(g.name), path);
	return e;
}

static enum err bring_back(struct cli *c, struct checking *k, const char *file,
			   struct why *why)
{
	struct str name;
	enum err e = judge_game_unarchive(k->h->judge, file, log_check, k,
					  &c->arena, &name, why);

	if (!e)
		printf("%.*s is back; %s is not needed any more\n",
		       STR_ARG(name), file);
	return e;
}

int command_archive(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "output", required_argument, NULL, 'o' },
		{ NULL, 0, NULL, 0 },
	};
	const char *output = NULL;
	struct app h = { 0 };
	struct checking k = { .c = c, .h = &h };
	struct why why = { 0 };
	bool back;
	int opt, code;
	enum err e;

	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--back"))
			return cli_renamed(c, "archive --back",
					   "archive restore");
	while ((opt = getopt_long(argc, argv, "o:", options, NULL)) != -1) {
		switch (opt) {
		case 'o': output = optarg; break;
		default: return cli_no_option(c, options);
		}
	}
	back = optind < argc && !strcmp(argv[optind], "restore");
	if (back && output)
		return cli_usage(c, "restore takes the file, and no --output");
	code = cli_words(c, argc, optind, 1 + back, 1 + back);
	if (!code)
		code = cli_house(c, &h);
	if (!code) {
		e = back ? bring_back(c, &k, argv[optind + 1], &why)
			 : put_away(c, &k, argv[optind], output, &why);
		if (e)
			code = cli_fail(c, e, &why);
	}
	app_release(&h);
	return code;
}
