/*
 * src/cli/carryover.c - heraldo carryover: prints the values that an ended game
 * leaves for the next game of its players, from its exported log alone
 */
#include "cli/cli.h"
#include "verifier/verify.h"
#include "base/crypto.h"
#include "base/file.h"
#include "games/games.h"
#include "tournament/carryover.h"
#include "engine/common.h"
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

enum { TABLE_MAX = 64 << 10, TEXT_MAX = 4 << 20 };

struct leaving {
	struct carryover_list left;
	const struct game_kind *kind;
	bool ended; /* by the judge, not by its rules */
	bool over;  /* at the point at hand */
	int n_seats;
};

static void at_point(void *context, const struct verify_point *p)
{
	struct leaving *x = context;
	const struct system *sys = p->kind->rules;
	uint32_t winners;

	x->kind = p->kind;
	x->left.n = 0;
	for (int i = 0; i < p->n_events; i++)
		x->ended |= p->events[i].kind == COMMON_GAME_ENDED;
	x->over = p->game &&
		  (x->ended || system_over(sys, p->game->state, &winners));
	if (x->over && sys->leaves)
		sys->leaves(p->game->state, &x->left);
}

/* The table of the option, else that of the game. */
static enum err table_read(struct cli *c, const char *file, struct str system,
			   struct campaign_carryover_table *out,
			   struct why *why)
{
	struct why fault = { 0 };
	struct str text;
	enum err e;

	file = cli_carry_path(c, file ? file : "standard", system);
	e = cli_read(c, file, TABLE_MAX, &text, why);
	if (e)
		return e;
	e = campaign_carryover_table_read(text, out, &fault);
	return e ? why_set(why, e, "%s, %s", file, fault.text) : ERR_OK;
}

static enum err carryover_print(struct cli *c, const struct leaving *x,
				const struct verify_result *r,
				const struct campaign_carryover_table *t,
				struct why *why)
{
	struct game_carried *out = ARENA_ARRAY(
		&c->arena, CAMPAIGN_CARRYOVER_THINGS_MAX, struct game_carried);
	const struct campaign_carryover_from from = {
		.left = x->left.v,
		.n_left = x->left.n,
		.game = r->game,
		.head = &r->heads[r->n_heads - 1],
		.n_seats = r->n_seats
	};
	int n = campaign_carryover_apply(t, &from, out,
					 CAMPAIGN_CARRYOVER_THINGS_MAX);
	struct buf b;

	if (n < 0 || x->left.full)
		return why_set(why, ERR_FORMAT, "it leaves more than %d things",
			       CAMPAIGN_CARRYOVER_THINGS_MAX);
	buf_init(&b, TEXT_MAX);
	campaign_carryover_write(out, n, &c->arena, &b);
	printf("%.*s", STR_ARG(buf_str(&b)));
	buf_release(&b);
	return ERR_OK;
}

static enum err carried_of(struct cli *c, const char *file, const char *table,
			   struct games *games, struct why *why)
{
	struct leaving x = { .left = { .v = ARENA_ARRAY(
					       &c->arena,
					       CAMPAIGN_CARRYOVER_THINGS_MAX,
					       struct carryover),
				       .max = CAMPAIGN_CARRYOVER_THINGS_MAX } };
	struct verify_means m = { .systems = games->kinds,
				  .n_systems = games->n,
				  .point = at_point,
				  .context = &x };
	struct verify_result *r = ARENA_NEW(&c->arena, struct verify_result);
	struct campaign_carryover_table *t =
		ARENA_NEW(&c->arena, struct campaign_carryover_table);
	struct buf bytes;
	enum err e = file_read(file, VERIFY_FILE_MAX, &bytes, why);

	if (!e)
		verify_export(buf_str(&bytes), &m, &c->arena, r);
	if (!e && !r->good)
		e = why_set(why, ERR_FORMAT, "%s: not verified, line %zu: %s",
			    file, r->fault.line, r->fault.what);
	if (!e && !x.over)
		e = why_set(
			why, ERR_USAGE, "%s: %s", file,
			r->rules_run
				? "the game is not over: it leaves nothing yet"
				: "only the full log (heraldo export --full) says what a game leaves");
	if (!e)
		e = table_read(c, table, str_of(x.kind->rules->name), t, why);
	if (!e)
		e = carryover_print(c, &x, r, t, why);
	buf_release(&bytes);
	return e;
}

int command_carryover(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "table", required_argument, NULL, 't' },
		{ NULL, 0, NULL, 0 },
	};
	struct games *games = ARENA_NEW(&c->arena, struct games);
	const char *table = NULL;
	struct why why = { 0 };
	int opt, code;
	enum err e;

	while ((opt = getopt_long(argc, argv, "t:", options, NULL)) != -1) {
		if (opt != 't')
			return cli_no_option(c, options);
		table = optarg;
	}
	code = cli_words(c, argc, optind, 1, 1);
	if (!code && !table && !access(c->config_file, R_OK))
		code = cli_config(c);
	if (code)
		return code;
	crypto_init();
	/* a log brings its own words and cards */
	e = games_open(games, game_kinds, n_game_kinds, NULL, &why);
	if (!e)
		e = carried_of(c, argv[optind], table, games, &why);
	games_release(games);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}
