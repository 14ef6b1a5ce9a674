/*
 * src/cli/precedents.c - heraldo precedents: lists game masters' rulings by the
 * rules that their reasons name
 */
#include "cli/cli.h"
#include "cli/app.h"
#include "judge/policies/precedents.h"
#include <getopt.h>
#include <stdio.h>

enum { PRECEDENTS_MAX = 10000 };

static void ruling_print(const struct cli *c, const struct precedent_row *r)
{
	struct json_line j;

	if (!c->json) {
		printf("%.*s  dispute %lld of point %lld, ruled on at point %lld by %.*s (rules %.*s)%s\n  %.*s: %.*s\n",
		       STR_ARG(r->name), (long long)r->number,
		       (long long)r->disputed, (long long)r->point,
		       STR_ARG(r->by), STR_ARG(r->rules),
		       r->undone ? "  (undone since)" : "", STR_ARG(r->verdict),
		       STR_ARG(r->words));
		return;
	}
	json_start(&j);
	json_text(&j, "game", r->name);
	json_number(&j, "dispute", r->number);
	json_number(&j, "disputed", r->disputed);
	json_number(&j, "point", r->point);
	json_text(&j, "by", r->by);
	json_text(&j, "rules", r->rules);
	json_number(&j, "undone", r->undone);
	json_text(&j, "verdict", r->verdict);
	json_text(&j, "words", r->words);
	json_text(&j, "language", r->language);
	json_end(&j);
}

static int precedents_show(struct cli *c, struct app *h, struct str rule)
{
	struct precedent_row *rows =
		ARENA_ARRAY(&c->arena, PRECEDENTS_MAX, struct precedent_row);
	struct why why = { 0 };
	int n = 0;
	enum err e = precedent_find(h->judge, rule, &c->arena, rows,
				    PRECEDENTS_MAX, &n, &why);

	if (e)
		return cli_fail(c, e, &why);
	for (int i = 0; i < n; i++)
		ruling_print(c, &rows[i]);
	if (!n)
		fprintf(stderr, "heraldo precedents: no ruling%s%.*s\n",
			rule.len ? " names " : "", STR_ARG(rule));
	return n ? EXIT_FINE : EXIT_NO;
}

int command_precedents(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct app h = { 0 };
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	code = cli_words(c, argc, optind, 0, 1);
	if (!code)
		code = cli_house(c, &h);
	if (!code)
		code = precedents_show(
			c, &h, str_of(optind < argc ? argv[optind] : ""));
	app_release(&h);
	return code;
}
