/*
 * src/cli/rulesets.c - heraldo rulesets: lists the games that can be played
 * here
 */
#include "cli/cli.h"
#include "games/games.h"
#include <getopt.h>
#include <stdio.h>

/* "RB- CV-": what the ids of its rules begin with */
static void prefixes_print(const struct rule_table *t)
{
	const char *last = "";

	for (int i = 1; i < t->n; i++) {
		if (!strncmp(t->name[i], last, 3))
			continue;
		last = t->name[i];
		printf("%s%.3s", i > 1 ? " " : "", last);
	}
}

int command_rulesets(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	code = cli_words(c, argc, optind, 0, 0);
	for (int i = 0; !code && i < n_game_kinds; i++) {
		const struct system *s = game_kinds[i]->rules;

		printf("%s\t%s\t%d\t", s->name, s->version, s->max_seats);
		prefixes_print(s->events.rules);
		putchar('\n');
	}
	return code;
}
