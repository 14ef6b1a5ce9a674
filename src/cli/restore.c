/* src/cli/restore.c - heraldo restore: a backup in place of the state folder */
#include "cli/backup.h"
#include <getopt.h>

int command_restore(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct why why = { 0 };
	const char *dir;
	enum err e;
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	code = cli_words(c, argc, optind, 1, 1);
	if (!code)
		code = cli_config(c);
	if (code)
		return code;
	dir = argv[optind];
	if (!cli_confirm(c, "put %s in the place of %s", dir, c->config.state))
		return EXIT_NO;
	e = backup_restore(c, dir, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}
