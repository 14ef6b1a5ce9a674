/*
 * src/cli/player.c - heraldo player: seats the computer player, and gives the
 * orders of its seats
 */
#include "cli/cli.h"
#include "cli/computer.h"
#include "engine/slot.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static enum err player_seat(struct cli *c, struct app *h, const char *game,
			    const char *slot, const char *name, struct why *why)
{
	enum player_level level;
	int at = slot_parse(str_of(slot));
	struct game_row g;
	enum err e;

	if (!player_level_named(str_of(name), &level))
		return why_set(why, ERR_USAGE,
			       "the strengths are easy, fair and strong");
	if (at < 0 || at >= SEATS_MAX)
		return why_set(why, ERR_USAGE, "a seat is a letter from A on");
	e = cli_game(c, h, game, &g, why);
	return e ? e : computer_seat(h, &g, at, level, why);
}

/* Until no seat of the computer has an order left: seats may answer each
 * other. */
static enum err player_run(struct cli *c, struct app *h, const char *game,
			   struct why *why)
{
	struct game_row g = { .id = 0 };
	int given = 1, all = 0;
	enum err e = game ? cli_game(c, h, game, &g, why) : ERR_OK;

	while (!e && given) {
		e = computer_step(h, g.id, &given, why);
		all += given;
	}
	if (!e)
		printf("%d orders\n", all);
	return e;
}

/* This process judges the orders, so no daemon may run. */
static enum err open_alone(struct cli *c, struct app *h, struct why *why)
{
	enum err e = app_start_reader(h, &c->config, why);

	return e ? e : app_open(h, &c->config, why);
}

int command_player(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct app h = { 0 };
	struct why why = { 0 };
	const char *what;
	int code;
	enum err e = ERR_OK;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	argc -= optind;
	argv += optind;
	what = argc ? argv[0] : "";
	if (!strcmp(what, "seat") && (argc == 3 || argc == 4)) {
		code = cli_house(c, &h);
		if (!code)
			e = player_seat(c, &h, argv[1], argv[2],
					argc == 4 ? argv[3] : "fair", &why);
	} else if (!strcmp(what, "run") && argc <= 2) {
		code = cli_config(c);
		if (!code)
			e = open_alone(c, &h, &why);
		if (!code && !e)
			e = player_run(c, &h, argc == 2 ? argv[1] : NULL, &why);
	} else {
		code = cli_usage(
			c,
			"seat GAME SEAT [STRENGTH] or run [GAME] was expected");
	}
	if (e)
		code = cli_fail(c, e, &why);
	app_release(&h);
	return code;
}
