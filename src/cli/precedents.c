/* src/cli/precedents.c - heraldo precedents: what game masters ruled, by the
 * rules that their reasons name. */
#include "cli/cli.h"
#include "base/str.h"
#include "cli/house.h"
#include "judge/hands.h"
#include <ctype.h>
#include <getopt.h>
#include <stdio.h>

struct finding {
	struct cli *c;
	struct house *h;
	struct str rule; /* in capitals; "": all */
	int64_t n, n_archived;
	struct game_row *games;
	int n_games, room;
};

static bool is_of_id(char c)
{
	return isalnum((unsigned char)c) || c == '-';
}

/* is this rule named, whole, in these words? */
static bool names(struct arena *a, struct str words, struct str rule)
{
	struct str rest = str_lower(a, words), id = str_lower(a, rule);
	const char *at;

	for (size_t i = 0; id.len && i + id.len <= rest.len; i++) {
		at = rest.s + i;
		if (!memcmp(at, id.s, id.len) && (!i || !is_of_id(at[-1])) &&
		    (i + id.len == rest.len || !is_of_id(at[id.len])))
			return true;
	}
	return !id.len;
}

static void ruling_print(const struct finding *f, const struct game_row *g,
			 const struct ruling_row *r)
{
	struct json_line j;

	if (!f->c->json) {
		printf("%.*s  dispute %lld of point %lld, ruled on at point %lld by %.*s (rules %.*s)%s\n  %.*s: %.*s\n",
		       STR_ARG(g->name), (long long)r->number,
		       (long long)r->disputed, (long long)r->point,
		       STR_ARG(r->by), STR_ARG(r->rules),
		       r->undone ? "  (undone since)" : "", STR_ARG(r->verdict),
		       STR_ARG(r->words));
		return;
	}
	json_start(&j);
	json_text(&j, "game", g->name);
	json_number(&j, "dispute", r->number);
	json_number(&j, "disputed", r->disputed);
	json_number(&j, "point", r->point);
	json_text(&j, "by", r->by);
	json_text(&j, "rules", r->rules);
	json_number(&j, "undone", r->undone);
	json_text(&j, "verdict", r->verdict);
	json_text(&j, "words", r->words);
	json_end(&j);
}

static bool game_note(void *context, const struct game_row *g)
{
	struct finding *f = context;

	if (f->n_games == f->room) {
		int room = f->room * 2 + 32;
		struct game_row *more = ARENA_ARRAY(&f->c->arena, (size_t)room,
						    struct game_row);

		if (f->n_games)
			memcpy(more, f->games,
			       (size_t)f->n_games * sizeof(*more));
		f->games = more;
		f->room = room;
	}
	f->games[f->n_games] = *g;
	f->games[f->n_games++].name = arena_str(&f->c->arena, g->name);
	return true;
}

static enum err game_find(struct finding *f, const struct game_row *g,
			  struct why *why)
{
	struct hands hands;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = judge_game_hands(f->h->judge, g->id, &a, &hands, why);
	for (int i = 0; !e && i < hands.n_ruled; i++) {
		if (!names(&a, hands.ruled[i].words, f->rule))
			continue;
		ruling_print(f, g, &hands.ruled[i]);
		f->n++;
	}
	arena_release(&a);
	return e;
}

static enum err find(struct finding *f, struct why *why)
{
	enum err e = store_game_list(judge_store(f->h->judge), -1, 0, INT_MAX,
				     &f->c->arena, game_note, f, why);

	for (int i = 0; !e && i < f->n_games; i++) {
		if (f->games[i].state == GAME_ARCHIVED)
			f->n_archived++;
		else
			e = game_find(f, &f->games[i], why);
	}
	return e;
}

int command_precedents(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct house h = { 0 };
	struct finding f = { .c = c, .h = &h, .rule = STR("") };
	struct why why = { 0 };
	enum err e;
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_usage(c, "it takes no options");
	code = cli_words(c, argc, optind, 0, 1);
	if (!code && optind < argc)
		f.rule = str_of(argv[optind]);
	if (!code)
		code = cli_house(c, &h);
	if (!code) {
		e = find(&f, &why);
		code = e ? cli_fail(c, e, &why) : f.n ? EXIT_FINE : EXIT_NO;
		if (!e && f.n_archived && !c->json)
			printf("%lld archived games were not looked through\n",
			       (long long)f.n_archived);
		if (!e && !f.n)
			fprintf(stderr, "heraldo precedents: no ruling%s%.*s\n",
				f.rule.len ? " names " : "", STR_ARG(f.rule));
	}
	house_release(&h);
	return code;
}
