/* heraldo luck - the dice of a game, rolled against expected. */
#include "cli/cli.h"
#include "cli/house.h"
#include <getopt.h>
#include <stdio.h>

static void show(int seat, const int64_t times[6])
{
	long long dice = 0, sum = 0;

	for (int face = 1; face <= 6; face++) {
		dice += times[face - 1];
		sum += face * times[face - 1];
	}
	if (!dice)
		return;
	printf("%c: %lld dice, mean %.2f (expected 3.50); each face %.1f times expected, rolled",
	       'A' + seat, dice, (double)sum / (double)dice, (double)dice / 6);
	for (int face = 1; face <= 6; face++)
		printf(" %d:%lld", face, (long long)times[face - 1]);
	putchar('\n');
}

int command_luck(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	int64_t rolled[SEATS_MAX][6] = { { 0 } };
	struct house h = { 0 };
	struct game_row g;
	struct why why = { 0 };
	enum err e;
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_usage(c, "it takes no options");
	code = cli_words(c, argc, optind, 1, 1);
	if (!code)
		code = cli_house(c, &h);
	if (code)
		return code;
	e = cli_game(c, &h, argv[optind], &g, &why);
	if (!e)
		e = judge_game_luck(h.judge, g.id, rolled, &why);
	for (int i = 0; !e && i < SEATS_MAX; i++)
		show(i, rolled[i]);
	if (e)
		code = cli_fail(c, e, &why);
	house_release(&h);
	return code;
}
