/* src/cli/prune.c - heraldo prune: deletes old data, as heraldod does daily */
#include "cli/cli.h"
#include "base/parse.h"
#include "cli/app.h"
#include <getopt.h>
#include <stdio.h>

static void pruned_print(const struct judge_forgotten *gone)
{
	printf("forgotten: %d mails of strangers, %d of players, %d mails "
	       "of the judge; %lld bytes\n",
	       gone->strays, gone->mails, gone->letters,
	       (long long)gone->bytes);
}

int command_prune(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "days", required_argument, NULL, 'd' },
		{ "mib", required_argument, NULL, 'm' },
		{ NULL, 0, NULL, 0 },
	};
	int64_t days = -1, mib = -1;
	struct judge_forgotten gone;
	struct judge_keeping keep;
	struct app h = { 0 };
	struct why why = { 0 };
	bool more = true;
	int opt, code;
	enum err e;

	while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1)
		if (opt != 'd' && opt != 'm')
			return cli_no_option(c, options);
		else if (!parse_int(str_of(optarg), 0, 1 << 20,
				    opt == 'd' ? &days : &mib))
			return cli_usage(c, "--days and --mib take a number "
					    "from 0 to 1048576");
	code = cli_words(c, argc, optind, 0, 0);
	if (!code)
		code = cli_house(c, &h);
	if (!code) {
		keep = app_keeping(&c->config);
		if (days >= 0)
			keep.stray_s = days * 86400;
		if (mib >= 0)
			keep.stray_bytes = mib << 20;
		e = judge_prune(h.judge, &keep, &gone, &more, &why);
		if (!e)
			pruned_print(&gone);
		while (!e && more) {
			struct judge_forgotten rest;

			e = judge_prune(h.judge, &keep, &rest, &more, &why);
		}
		code = e ? cli_fail(c, e, &why) : EXIT_FINE;
	}
	app_release(&h);
	return code;
}
