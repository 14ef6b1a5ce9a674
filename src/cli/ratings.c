/*
 * src/cli/ratings.c - heraldo ratings: prints the ratings and the reliability
 * of people, from all campaigns of a system
 */
#include "tournament/rating_list.h"
#include "verifier/verify.h"
#include "base/crypto.h"
#include "base/file.h"
#include "cli/cli.h"
#include "cli/app.h"
#include "games/games.h"
#include "tournament/game_result.h"
#include "store/campaigns.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

enum { LOG_MAX = 256 << 20 };

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
	int in_time = rating_list_in_time(p);
	char said[16] = "-";

	if (in_time >= 0)
		snprintf(said, sizeof(said), "%d %%", in_time);
	printf("%6d  +- %-4d %6d  %8s  %.*s\n", p->rating.rating / 100,
	       p->rating.deviation / 100, p->games, said, STR_ARG(p->name));
}

static void persons_show(const struct cli *c, const char *system,
			 const struct rated_person *v, int n)
{
	if (!c->json)
		printf("%s\n%6s  %-7s %6s  %8s  %s\n", system, "rating", "",
		       "games", "in time", "name");
	for (int i = 0; i < n; i++) {
		if (c->json)
			one_json(str_of(system), &v[i]);
		else
			one_print(&v[i]);
	}
}

static enum err system_show(struct cli *c, struct app *h, const char *system,
			    bool *any, struct why *why)
{
	struct rated_person *v;
	int n;
	enum err e = rating_list_of(h->judge, str_of(system), &c->arena, &v, &n,
				    why);

	if (e || !n)
		return e;
	*any = true;
	persons_show(c, system, v, n);
	return ERR_OK;
}

/* --- from logs alone -------------------------------------------------------
 */

struct logs {
	struct cli *c;
	struct games games;
	struct rated_row *rows; /* of all logs */
	const struct game_kind **kinds;
	int n, n_names;
	struct str *names; /* of persons, by their numbers from 1 */

	/* the log at hand */
	struct game_result_notes notes;
	const struct game_kind *kind;
	int outcome;
	int64_t at_s;
	bool over;
};

static void at_point(void *context, const struct verify_point *p)
{
	struct logs *l = context;
	const struct system *sys = p->kind->rules;
	uint32_t winners;

	for (int i = 0; i < p->n_events; i++)
		game_result_note(&l->notes, &p->events[i]);
	l->kind = p->kind;
	l->at_s = p->at_s;
	l->over = p->game && (l->notes.by.len ||
			      system_over(sys, p->game->state, &winners));
	if (l->over)
		l->outcome = game_result_of(&l->notes, sys, p->game->state);
}

static int64_t number_of(struct logs *l, struct str name)
{
	for (int i = 0; i < l->n_names; i++)
		if (str_equal(l->names[i], name))
			return i + 1;
	l->names[l->n_names++] = arena_str(&l->c->arena, name);
	return l->n_names;
}

static enum err log_read(struct logs *l, const char *file, struct why *why)
{
	struct verify_means m = { .systems = l->games.kinds,
				  .n_systems = n_game_kinds,
				  .point = at_point,
				  .context = l };
	struct verify_result *r = ARENA_NEW(&l->c->arena, struct verify_result);
	struct rated_row *row = &l->rows[l->n];
	struct buf bytes;
	enum err e;

	l->over = false;
	game_result_begin(&l->notes, &l->c->arena);
	buf_init(&bytes, LOG_MAX);
	e = file_read(file, LOG_MAX, &bytes, why);
	if (!e) {
		verify_export(buf_str(&bytes), &m, &l->c->arena, r);
		if (!r->good)
			e = why_set(why, ERR_TAMPERED, "%s: %s", file,
				    r->fault.what);
	}
	buf_release(&bytes);
	if (!e && (!l->over || r->n_seats != 2))
		e = why_set(why, ERR_USAGE,
			    "%s: the full log (heraldo export --full) of a "
			    "game of two that is over was expected",
			    file);
	if (!e && l->notes.practice)
		e = why_set(why, ERR_USAGE,
			    "%s: a practice game is rated nowhere; leave its "
			    "log out",
			    file);
	if (e)
		return e;
	*row = (struct rated_row){ .first = number_of(l, l->notes.person[0]),
				   .second = number_of(l, l->notes.person[1]),
				   .outcome = l->outcome,
				   .ended_s = l->at_s };
	for (int i = 0; l->notes.timed && i < 2; i++) {
		row->answered[i] = l->notes.answered[i];
		row->missed[i] = l->notes.missed[i];
	}
	l->kinds[l->n++] = l->kind;
	return ERR_OK;
}

static int by_end(const void *a, const void *b)
{
	const struct rated_row *x = a, *y = b;

	return x->ended_s < y->ended_s ? -1 : x->ended_s > y->ended_s;
}

static void logs_show(struct logs *l, const struct game_kind *k)
{
	struct rated_row *rows =
		ARENA_ARRAY(&l->c->arena, (size_t)l->n + 1, struct rated_row);
	struct rated_person *v;
	size_t n_rows = 0;
	int n;

	for (int i = 0; i < l->n; i++)
		if (l->kinds[i]->rules == k->rules)
			rows[n_rows++] = l->rows[i];
	if (!n_rows)
		return;
	qsort(rows, n_rows, sizeof(*rows), by_end);
	rating_list_count(rows, n_rows, &l->c->arena, &v, &n);
	for (int i = 0; i < n; i++)
		v[i].name = l->names[v[i].person - 1];
	rating_list_sort(v, n);
	persons_show(l->c, k->rules->name, v, n);
}

static int logs_rate(struct cli *c, int argc, char **argv)
{
	struct logs *l = ARENA_NEW(&c->arena, struct logs);
	size_t n = (size_t)argc;
	struct why why = { 0 };
	enum err e;

	l->c = c;
	l->rows = ARENA_ARRAY(&c->arena, n, struct rated_row);
	l->kinds = ARENA_ARRAY(&c->arena, n, const struct game_kind *);
	l->names = ARENA_ARRAY(&c->arena, 2 * n, struct str);
	crypto_init();
	/* a log brings its own words and cards */
	e = games_open(&l->games, game_kinds, n_game_kinds, NULL, &why);
	for (int i = 0; !e && i < argc; i++)
		e = log_read(l, argv[i], &why);
	for (int i = 0; !e && i < n_game_kinds; i++)
		logs_show(l, game_kinds[i]);
	games_release(&l->games);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
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
	static const struct option options[] = {
		{ "logs", no_argument, NULL, 'l' },
		{ NULL, 0, NULL, 0 },
	};
	struct app h = { 0 };
	struct why why = { 0 };
	bool logs = false;
	const char *only = NULL;
	bool any = false;
	enum err e = ERR_OK;
	int opt, code;

	while ((opt = getopt_long(argc, argv, "l", options, NULL)) != -1) {
		if (opt != 'l')
			return cli_no_option(c, options);
		logs = true;
	}
	if (logs && optind < argc)
		return logs_rate(c, argc - optind, argv + optind);
	code = cli_words(c, argc, optind, logs, !logs);
	if (code)
		return code;
	if (optind < argc)
		only = argv[optind];
	if (only && !is_system(only))
		return cli_usage(c,
				 "there is no game '%s'; heraldo rulesets "
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
	app_release(&h);
	return code ? code : any ? EXIT_FINE : EXIT_NO;
}
