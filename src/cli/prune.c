/* heraldo prune - what strangers wrote is forgotten, as heraldod does daily. */
#include "cli/cli.h"
#include "base/parse.h"
#include "cli/house.h"
#include <getopt.h>
#include <stdio.h>

int command_prune(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "days", required_argument, NULL, 'd' },
		{ "mib", required_argument, NULL, 'm' },
		{ NULL, 0, NULL, 0 },
	};
	int64_t days = -1, mib = -1, bytes;
	struct house h = { 0 };
	struct why why = { 0 };
	int opt, n, code;
	enum err e;

	while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1)
		if ((opt != 'd' && opt != 'm') ||
		    !parse_int(str_of(optarg), 0, 1 << 20,
			       opt == 'd' ? &days : &mib))
			return cli_usage(c, "--days and --mib take a number "
					    "from 0 to 1048576");
	code = cli_words(c, argc, optind, 0, 0);
	if (!code)
		code = cli_house(c, &h);
	if (!code) {
		days = days < 0 ? config_number(c->config.stray_days) : days;
		mib = mib < 0 ? config_number(c->config.stray_mib) : mib;
		e = judge_prune(h.judge, days * 86400, mib << 20, &n, &bytes,
				&why);
		code = e ? cli_fail(c, e, &why) : EXIT_FINE;
		if (!e)
			printf("%d mails of strangers forgotten, %lld bytes; "
			       "the database uses the room again\n",
			       n, (long long)bytes);
	}
	house_release(&h);
	return code;
}
