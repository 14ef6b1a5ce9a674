/* src/cli/campaign.c - heraldo campaign: seasons of games
 */
#include "cli/cli.h"
#include "base/date.h"
#include "base/parse.h"
#include "base/str.h"
#include "cli/app.h"
#include "tournament/campaign.h"
#include <getopt.h>
#include <stdio.h>

enum { TABLE_MAX = 64 << 10, LINES_MAX = 256 << 10 };

/* --- a new one -------------------------------------------------------------
 */

struct new_campaign {
	struct campaign_plan plan;
	const char *master, *carry;
};

static int new_options(struct cli *c, int argc, char **argv,
		       struct new_campaign *n)
{
	static const struct option options[] = {
		{ "system", required_argument, NULL, 's' },
		{ "kind", required_argument, NULL, 'k' },
		{ "rounds", required_argument, NULL, 'r' },
		{ "reach", required_argument, NULL, 'R' },
		{ "worth", required_argument, NULL, 'W' },
		{ "deadline", required_argument, NULL, 'd' },
		{ "words", required_argument, NULL, 'w' },
		{ "option", required_argument, NULL, 'o' },
		{ "policy", required_argument, NULL, 'P' },
		{ "master", required_argument, NULL, 'm' },
		{ "carry", required_argument, NULL, 'c' },
		{ NULL, 0, NULL, 0 },
	};
	struct why why = { 0 };
	enum err e = ERR_OK;
	int opt;

	if (c->help)
		return cli_no_option(c, options);
	campaign_plan_begin(&n->plan, &c->arena,
			    str_of(game_kinds[0]->rules->name),
			    config_number(c->config.entropy_days) * DAY_S);
	optind = 0;
	while (!e && (opt = getopt_long(argc, argv, "s:k:r:R:W:d:w:o:P:m:c:",
					options, NULL)) != -1) {
		switch (opt) {
		case 'm': n->master = optarg; break;
		case 'c': n->carry = optarg; break;
		case '?': return cli_no_option(c, options);
		default:
			e = campaign_plan_set(
				&n->plan, str_of(cli_option_name(options, opt)),
				str_of(optarg), &why);
		}
	}
	if (e)
		return cli_usage(c, "%s", why.text);
	if (argc - optind != 1)
		return cli_usage(c,
				 "campaign new takes the name of the campaign");
	n->plan.row.name = str_of(argv[optind]);
	return EXIT_FINE;
}

/* The carry-over table: a file, "standard", or NULL or "none". */
static enum err table_read(struct cli *c, const char *file, struct str system,
			   struct str *out, struct why *why)
{
	*out = STR("");
	if (!file || !strcmp(file, "none"))
		return ERR_OK;
	return cli_read(c, cli_carry_path(c, file, system), TABLE_MAX, out,
			why);
}

static int campaign_make(struct cli *c, struct app *h, int argc, char **argv)
{
	struct new_campaign n = { 0 };
	struct campaign_row *row = &n.plan.row;
	struct person_row master;
	struct why why = { 0 };
	enum err e = ERR_OK;
	int code = new_options(c, argc, argv, &n);

	if (code)
		return code;
	if (n.master)
		e = cli_person(c, h, n.master, &master, &why);
	if (!e && n.master)
		row->master = master.id;
	if (!e)
		e = table_read(c, n.carry, row->system, &row->carry, &why);
	if (!e)
		e = campaign_new(h->judge, row, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

/* --- to look at ------------------------------------------------------------
 */

static const char *state_name(enum campaign_state s)
{
	static const char *const names[CAMPAIGN_STATES] = {
		[CAMPAIGN_OPEN] = "open",
		[CAMPAIGN_RUNNING] = "running",
		[CAMPAIGN_OVER] = "over",
	};

	return names[s];
}

static bool list_one(void *context, const struct campaign_row *r)
{
	const struct cli *c = context;
	struct json_line j;

	if (!c->json) {
		printf("%-14.*s  %-11s  %-9.*s  %s, round %d\n",
		       STR_ARG(r->name), campaign_kind_name(r->kind),
		       STR_ARG(r->system), state_name(r->state), r->round);
		return true;
	}
	json_start(&j);
	json_text(&j, "campaign", r->name);
	json_text(&j, "kind", str_of(campaign_kind_name(r->kind)));
	json_text(&j, "system", r->system);
	json_text(&j, "state", str_of(state_name(r->state)));
	json_number(&j, "round", r->round);
	json_end(&j);
	return true;
}

static int list(struct cli *c, struct app *h)
{
	struct why why = { 0 };
	enum err e = campaign_list(h->judge, &c->arena, list_one, c, &why);

	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static void table_json(const struct campaign *x)
{
	struct standing v[PAIRING_MAX];
	struct glicko2 ratings[PAIRING_MAX];
	struct json_line j;

	campaign_table(x, v);
	campaign_ratings(x, ratings);
	for (int i = 0; i < x->n; i++) {
		json_start(&j);
		json_number(&j, "place", v[i].place);
		json_text(&j, "name", x->name[v[i].who]);
		json_number(&j, "played", v[i].played);
		json_number(&j, "won", v[i].won);
		json_number(&j, "drawn", v[i].drawn);
		json_number(&j, "lost", v[i].lost);
		json_number(&j, "score", v[i].score);
		json_number(&j, "points", v[i].points);
		json_number(&j, "left", v[i].gone);
		json_number(&j, "rating", ratings[v[i].who].rating / 100);
		json_end(&j);
	}
}

static void meetings_print(const struct campaign *x)
{
	static const char *const said[] = {
		[OUTCOME_FIRST] = "the first has won",
		[OUTCOME_SECOND] = "the second has won",
		[OUTCOME_DRAWN] = "drawn",
		[OUTCOME_VOID] = "without a result",
	};

	for (int i = 0; i < x->n_meetings; i++) {
		const struct meeting_row *m = &x->meeting[i];

		printf("  round %d  %.*s", m->round + 1,
		       STR_ARG(x->name[m->first]));
		if (m->second == MEETING_BYE)
			printf("  has a bye\n");
		else
			printf(" - %.*s  %.*s  %s\n",
			       STR_ARG(x->name[m->second]), STR_ARG(m->name),
			       m->outcome == MEETING_OPEN ? "is played"
							  : said[m->outcome]);
	}
}

static void house_print(const struct campaign *x)
{
	struct house_rule rules[CAMPAIGN_SETTINGS];
	int n = campaign_house(&x->row, rules);

	for (int i = 0; i < n; i++)
		printf("  house rule: %.*s (dispute %.*s of %.*s, ruled by %.*s)%s%.*s\n",
		       STR_ARG(rules[i].words), STR_ARG(rules[i].number),
		       STR_ARG(rules[i].game), STR_ARG(rules[i].by),
		       rules[i].option.len ? "  sets " : "",
		       STR_ARG(rules[i].option));
}

static int campaign_show(struct cli *c, struct app *h, const char *name)
{
	struct campaign *x = ARENA_NEW(&c->arena, struct campaign);
	struct why why = { 0 };
	struct buf b;
	enum err e = campaign_load(h->judge, str_of(name), &c->arena, x, &why);

	if (e)
		return cli_fail(c, e, &why);
	list_one(c, &x->row);
	if (c->json) {
		table_json(x);
		return EXIT_FINE;
	}
	buf_init(&b, LINES_MAX);
	campaign_render(x, &b);
	printf("%.*s", STR_ARG(buf_str(&b)));
	buf_release(&b);
	house_print(x);
	meetings_print(x);
	return EXIT_FINE;
}

/* --- what is done with it --------------------------------------------------
 */

typedef enum err deed(struct judge *j, struct str name, int64_t person,
		      struct why *why);

/* the same for each of them, one after the other */
static int each_person(struct cli *c, struct app *h, int argc, char **argv,
		       deed *what)
{
	struct person_row p;
	struct why why = { 0 };
	enum err e = ERR_OK;

	for (int i = 2; !e && i < argc; i++) {
		e = cli_person(c, h, argv[i], &p, &why);
		if (!e)
			e = what(h->judge, str_of(argv[1]), p.id, &why);
	}
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static int challenge(struct cli *c, struct app *h, char **argv)
{
	struct person_row who, whom;
	struct why why = { 0 };
	enum err e = cli_person(c, h, argv[2], &who, &why);

	if (!e)
		e = cli_person(c, h, argv[3], &whom, &why);
	if (!e)
		e = campaign_challenge(h->judge, str_of(argv[1]), who.id,
				       whom.id, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

/* adopt NAME GAME DISPUTE [OPTION=VALUE] */
static int adopt(struct cli *c, struct app *h, int argc, char **argv)
{
	struct game_row g;
	struct why why = { 0 };
	int64_t dispute;
	enum err e;

	if (!parse_int(str_of(argv[3]), 1, INT_MAX, &dispute))
		return cli_usage(c, "'%s' is no number of a dispute", argv[3]);
	e = cli_game(c, h, argv[2], &g, &why);
	if (!e)
		e = campaign_adopt(h->judge, str_of(argv[1]), &g, dispute,
				   str_of(argc > 4 ? argv[4] : ""), &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

/* carry NAME TABLE */
static int carryover_set(struct cli *c, struct app *h, char **argv)
{
	struct campaign *x = ARENA_NEW(&c->arena, struct campaign);
	struct str table;
	struct why why = { 0 };
	enum err e =
		campaign_load(h->judge, str_of(argv[1]), &c->arena, x, &why);

	if (!e)
		e = table_read(c, argv[2], x->row.system, &table, &why);
	if (!e)
		e = campaign_carryover_set(h->judge, x->row.name, table, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static int run(struct cli *c, struct app *h)
{
	struct why why = { 0 };
	int n = 0;
	enum err e = campaign_nudge(h->judge, &why);

	if (!e)
		e = campaign_tend(h->judge, &n, &why);

	if (e)
		return cli_fail(c, e, &why);
	printf("%d campaign%s looked at\n", n, n == 1 ? "" : "s");
	return EXIT_FINE;
}

static int campaign_whole(struct cli *c, struct app *h, const char *name,
			  enum err (*what)(struct judge *, struct str,
					   struct why *))
{
	struct why why = { 0 };
	enum err e = what(h->judge, str_of(name), &why);

	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static int verb_do(struct cli *c, struct app *h, int argc, char **argv)
{
	const char *verb = argv[0];

	if (!strcmp(verb, "new"))
		return campaign_make(c, h, argc, argv);
	if (!strcmp(verb, "list") && argc == 1)
		return list(c, h);
	if (!strcmp(verb, "run") && argc == 1)
		return run(c, h);
	if (!strcmp(verb, "show") && argc == 2)
		return campaign_show(c, h, argv[1]);
	if (!strcmp(verb, "add") && argc > 2)
		return each_person(c, h, argc, argv, campaign_add);
	if (!strcmp(verb, "withdraw") && argc > 2)
		return each_person(c, h, argc, argv, campaign_leave);
	if (!strcmp(verb, "start") && argc == 2)
		return campaign_whole(c, h, argv[1], campaign_start);
	if (!strcmp(verb, "end") && argc == 2)
		return campaign_whole(c, h, argv[1], campaign_end);
	if (!strcmp(verb, "challenge") && argc == 4)
		return challenge(c, h, argv);
	if (!strcmp(verb, "add-rule") && (argc == 4 || argc == 5))
		return adopt(c, h, argc, argv);
	if (!strcmp(verb, "carryover") && argc == 3)
		return carryover_set(c, h, argv);
	return cli_usage(
		c,
		"campaign new [OPTION] NAME, list, run, or one of show, start, end NAME, add, withdraw NAME PERSON.., challenge NAME WHO WHOM, add-rule NAME GAME DISPUTE [OPTION=VALUE], carryover NAME TABLE");
}

int command_campaign(struct cli *c, int argc, char **argv)
{
	static const char *const renamed[][2] = { { "tend", "run" },
						  { "adopt", "add-rule" },
						  { "carry", "carryover" } };
	struct app h = { 0 };
	int code;

	if (argc < 2)
		return cli_usage(c, "campaign takes a verb");
	for (size_t i = 0; i < ARRAY_LEN(renamed); i++)
		if (!strcmp(argv[1], renamed[i][0]))
			return cli_renamed(c, argv[1], renamed[i][1]);
	if (c->help)
		return new_options(c, 0, NULL, NULL);
	code = cli_house(c, &h);
	if (!code)
		code = verb_do(c, &h, argc - 1, argv + 1);
	app_release(&h);
	return code;
}
