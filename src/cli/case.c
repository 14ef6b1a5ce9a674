/* src/cli/case.c - heraldo case: runs cases and prints failed expectations */
#include "games/case.h"
#include "cli/cli.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int run_file(struct cli *c, struct cases *cases, const char *file)
{
	struct case_result r;
	struct why why = { 0 };
	struct str text;
	enum err e = cli_read(c, file, CASE_MAX_FILE, &text, &why);
	int code = EXIT_FINE;

	if (e)
		return cli_fail(c, e, &why);
	case_run(cases, text, c->json, &r);
	if (c->json)
		printf("%.*s", STR_ARG(buf_str(&r.json)));
	else if (r.n_faults)
		printf("%s: %.*s\n%.*s", file, STR_ARG(buf_str(&r.title)),
		       STR_ARG(buf_str(&r.faults)));
	else if (!c->quiet)
		printf("%s: holds\n", file);
	if (r.n_faults)
		code = EXIT_NO;
	case_result_release(&r);
	return code;
}

/* Where it was installed; else in the source tree that the file is of. */
static const char *case_data(struct arena *a, const char *file,
			     const char *installed, const char *folder)
{
	char *at = access(installed, R_OK) ? realpath(file, NULL) : NULL;
	const char *found = installed;
	char *end;

	while (found == installed && at && (end = strrchr(at, '/'))) {
		const char *here;

		*end = '\0';
		here = arena_printf(a, "%s/%s", at, folder);
		if (!access(here, R_OK))
			found = here;
	}
	free(at);
	return found;
}

int command_case(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "templates", required_argument, NULL, 't' },
		{ "catalog", required_argument, NULL, 'c' },
		{ "unseen", no_argument, NULL, 'u' },
		{ NULL, 0, NULL, 0 },
	};
	const char *templates = NULL, *catalog = NULL;
	struct arena a = { 0 };
	struct why why = { 0 };
	struct cases cases;
	bool unseen = false;
	int opt, code;
	enum err e;

	while ((opt = getopt_long(argc, argv, "t:c:u", options, NULL)) != -1) {
		switch (opt) {
		case 't': templates = optarg; break;
		case 'c': catalog = optarg; break;
		case 'u': unseen = true; break;
		default: return cli_no_option(c, options);
		}
	}
	code = cli_words(c, argc, optind, 1, INT_MAX);
	if (code)
		return code;
	if (!templates)
		templates = case_data(&a, argv[optind], PKGDATADIR "/templates",
				      "templates");
	if (!catalog)
		catalog = case_data(&a, argv[optind], PKGDATADIR "/db/catalog",
				    "db/catalog");
	e = cases_init(&cases, game_kinds, n_game_kinds, templates, catalog,
		       &why);
	if (e) {
		arena_release(&a);
		return cli_fail(c, e, &why);
	}
	for (int i = optind; i < argc; i++) {
		int one = run_file(c, &cases, argv[i]);

		if (one > code)
			code = one;
	}
	if (unseen) {
		struct buf list;

		buf_init(&list, 65536);
		cases_unseen(&cases, &list);
		printf("%.*s", STR_ARG(buf_str(&list)));
		buf_release(&list);
	}
	cases_release(&cases);
	arena_release(&a);
	return code;
}
