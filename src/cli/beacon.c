/*
 * src/cli/beacon.c - heraldo beacon pending: prints the beacon pulses that dice
 * wait for, one line for each game. contrib/beacon fetches them.
 */
#include "cli/cli.h"
#include "fairness/beacon.h"
#include "cli/app.h"
#include <getopt.h>
#include <stdio.h>

struct listing {
	struct cli *c;
	struct app *h;
	enum err e;
	struct why why;
};

static void beacon_print(struct cli *c, const struct game_row *g,
			 const struct judge_pulse *p)
{
	const char *kind = p->kind == BEACON_NIST ? "nist" : "drand";
	struct json_line j;

	if (!c->json) {
		printf("%.*s %s %lld\n", STR_ARG(g->name), kind,
		       p->round ? (long long)p->round : (long long)p->at_ms);
		return;
	}
	json_start(&j);
	json_text(&j, "game", g->name);
	json_text(&j, "beacon", str_of(kind));
	json_number(&j, "at_ms", p->at_ms);
	if (p->round)
		json_number(&j, "round", (int64_t)p->round);
	json_end(&j);
}

static bool beacon_one(void *context, const struct game_row *g)
{
	struct listing *l = context;
	struct judge_pulse p;

	l->e = judge_game_pulse(l->h->judge, g->id, &p, &l->why);
	if (!l->e && p.kind)
		beacon_print(l->c, g, &p);
	return !l->e;
}

int command_beacon(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct app h = { 0 };
	struct listing l = { .c = c, .h = &h };
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	code = cli_words(c, argc, optind, 1, 1);
	if (!code && strcmp(argv[optind], "pending") != 0)
		code = cli_usage(c, "'%s': pending was expected", argv[optind]);
	if (!code)
		code = cli_house(c, &h);
	if (!code) {
		const struct game_choice running = { .state = GAME_RUNNING,
						     .max = INT_MAX };
		enum err e = store_game_list(judge_store(h.judge), &running,
					     &c->arena, beacon_one, &l, &l.why);

		e = l.e ? l.e : e;
		code = e ? cli_fail(c, e, &l.why) : EXIT_FINE;
	}
	app_release(&h);
	return code;
}
