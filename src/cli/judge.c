/* heraldo judge - the judge itself: its address. */
#include "cli/cli.h"
#include "cli/app.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>

int command_judge(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct app h = { .moves = true };
	struct why why = { 0 };
	int code, n = 0;
	enum err e;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	code = cli_words(c, argc, optind, 1, 1);
	if (code)
		return code;
	if (strcmp(argv[optind], "move")) {
		why_set(&why, ERR_USAGE,
			"what is meant is 'heraldo judge move'");
		return cli_fail(c, ERR_USAGE, &why);
	}
	code = cli_house(c, &h);
	if (!code) {
		e = judge_move(h.judge, &n, &why);
		if (e)
			code = cli_fail(c, e, &why);
		else
			printf("%d game%s told that the judge is %s now\n", n,
			       n == 1 ? " is" : "s are", c->config.address);
	}
	app_release(&h);
	return code;
}
