/* src/cli/ratings.c - heraldo ratings: how strong and how reliable people are,
 * by all campaigns of a system */
#include "group/ratings.h"
#include "cli/cli.h"
#include "cli/house.h"
#include <getopt.h>
#include <stdio.h>

static void one_json(struct str system, const struct rated_person *p)
{
	struct json_line j;

	json_start(&j);
	json_text(&j, "system", system);
	json_text(&j, "name", p->name);
	json_number(&j, "rating", p->rating.rating / 100);
	json_number(&j, "deviation", p->rating.deviation / 100);
	json_number(&j, "games", p->games);
	json_number(&j, "answered", p->answered);
	json_number(&j, "missed", p->missed);
	json_end(&j);
}

static void one_print(const struct rated_person *p)
{
	int in_time = ratings_in_time(p);
	char said[16] = "-";

	if (in_time >= 0)
		snprintf(said, sizeof(said), "%d %%", in_time);
	printf("%6d  +- %-4d %6d  %8s  %.*s\n", p->rating.rating / 100,
	       p->rating.deviation / 100, p->games, said, STR_ARG(p->name));
}

static enum err system_show(struct cli *c, struct house *h, const char *system,
			    bool *any, struct why *why)
{
	struct rated_person *v;
	int n;
	enum err e =
		ratings_of(h->judge, str_of(system), &c->arena, &v, &n, why);

	if (e || !n)
		return e;
	*any = true;
	if (!c->json)
		printf("%s\n%6s  %-7s %6s  %8s  %s\n", system, "rating", "",
		       "games", "in time", "name");
	for (int i = 0; i < n; i++) {
		if (c->json)
			one_json(str_of(system), &v[i]);
		else
			one_print(&v[i]);
	}
	return ERR_OK;
}

static bool is_system(const char *name)
{
	for (int i = 0; i < n_game_kinds; i++)
		if (!strcmp(game_kinds[i]->rules->name, name))
			return true;
	return false;
}

int command_ratings(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct house h = { 0 };
	struct why why = { 0 };
	const char *only = NULL;
	bool any = false;
	enum err e = ERR_OK;
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_usage(c, "it takes no options");
	code = cli_words(c, argc, optind, 0, 1);
	if (code)
		return code;
	if (optind < argc)
		only = argv[optind];
	if (only && !is_system(only))
		return cli_usage(c,
				 "there is no game '%s'; heraldo systems "
				 "lists them",
				 only);
	code = cli_house(c, &h);
	for (int i = 0; !code && !e && i < n_game_kinds; i++) {
		const char *name = game_kinds[i]->rules->name;

		if (!only || !strcmp(only, name))
			e = system_show(c, &h, name, &any, &why);
	}
	if (!code && e)
		code = cli_fail(c, e, &why);
	if (!code && !any)
		fputs("heraldo ratings: no campaign has seen a game to its end\n",
		      stderr);
	house_release(&h);
	return code ? code : any ? EXIT_FINE : EXIT_NO;
}
