/*
 * src/cli/dice_stats.c - heraldo dice: compares the dice of a game with the
 * expected values
 */
#include "cli/cli.h"
#include "cli/app.h"
#include <getopt.h>
#include <stdio.h>

static void faces_show(int seat, const int64_t times[6])
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

static enum err dice_stats(void *context, struct app *h,
			   const struct game_row *g, struct why *why)
{
	struct game_dice_stats l;
	enum err e = judge_game_dice_stats(h->judge, g->id, &l, why);

	(void)context;
	for (int i = 0; !e && i < SEATS_MAX; i++)
		if (!l.mean)
			faces_show(i, l.face[i]);
		else if (l.dice[i])
			printf("%c: %lld attack dice, mean %.2f (expected %.2f)\n",
			       'A' + i, (long long)l.dice[i],
			       (double)l.shown[i] / (double)l.dice[i],
			       l.mean / 100.0);
	return e;
}

int command_dice(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	return cli_of_game(c, argc, argv, dice_stats, NULL);
}
