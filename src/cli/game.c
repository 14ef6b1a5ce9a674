/*
 * src/cli/game.c - heraldo game: creates, lists, starts, corrects and ends
 * games
 */
#include "cli/cli.h"
#include "fairness/beacon.h"
#include "fairness/head_token.h"
#include "cli/history.h"
#include "base/date.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "tournament/carryover.h"
#include "judge/requests/game_spec.h"
#include "judge/people/practice.h"
#include "engine/slot.h"
#include <getopt.h>
#include <stdio.h>
#include <strings.h>

enum {
	SEATS_SHOWN = 32,
	SETUP_FILE_MAX = 64 << 10,
	JOINS_SHOWN = 64,
	DISPUTES_SHOWN = 16
};

struct new_game {
	struct planning planning;
	const char *master, *setup, *carried;
	bool practice; /* --practice */
};

/* what the command line says, before there is a judge to ask */
static int new_options(struct cli *c, int argc, char **argv, struct new_game *n)
{
	static const struct option options[] = {
		{ "system", required_argument, NULL, 's' },
		{ "players", required_argument, NULL, 'p' },
		{ "reserve", required_argument, NULL, 'r' },
		{ "player", required_argument, NULL, 'y' },
		{ "option", required_argument, NULL, 'o' },
		{ "deadline", required_argument, NULL, 'd' },
		{ "master", required_argument, NULL, 'm' },
		{ "disputes", required_argument, NULL, 'D' },
		{ "setup", required_argument, NULL, 'u' },
		{ "carried", required_argument, NULL, 'c' },
		{ "words", required_argument, NULL, 'w' },
		{ "beacon", required_argument, NULL, 'b' },
		{ "policy", required_argument, NULL, 'P' },
		{ "practice", no_argument, NULL, 'R' },
		{ NULL, 0, NULL, 0 },
	};
	struct why why = { 0 };
	enum err e = ERR_OK;
	int opt;

	if (c->help)
		return cli_no_option(c, options);
	game_spec_begin(&n->planning, &c->arena,
			str_of(game_kinds[0]->rules->name),
			config_number(c->config.entropy_days) * DAY_S);
	optind = 0;
	while (!e &&
	       (opt = getopt_long(argc, argv, "s:p:r:y:o:d:m:u:c:D:w:b:P:R",
				  options, NULL)) != -1) {
		switch (opt) {
		case 'm': n->master = optarg; break;
		case 'R': n->practice = true; break;
		case 'u': n->setup = optarg; break;
		case 'c': n->carried = optarg; break;
		case '?': return cli_no_option(c, options);
		default:
			e = game_spec_say(&n->planning,
					  str_of(cli_option_name(options, opt)),
					  str_of(optarg), &why);
		}
	}
	if (e)
		return cli_usage(c, "%s", why.text);
	if (argc - optind != 1)
		return cli_usage(c, "game new takes the name of the game");
	n->planning.plan.name = str_of(argv[optind]);
	return EXIT_FINE;
}

/* a file of what the seats bring, as heraldo carryover writes it */
static enum err read_carried(struct cli *c, const char *file,
			     struct game_plan *plan, struct why *why)
{
	struct game_carried *v = ARENA_ARRAY(
		&c->arena, CAMPAIGN_CARRYOVER_THINGS_MAX, struct game_carried);
	struct str text;
	enum err e = cli_read(c, file, SETUP_FILE_MAX, &text, why);

	if (!e)
		e = campaign_carryover_read(text, &c->arena, v,
					    CAMPAIGN_CARRYOVER_THINGS_MAX,
					    &plan->n_carried, why);
	plan->carried = v;
	return e;
}

/* A master whose mails cannot be proved leads nothing: print the remedy. */
static enum err say_keyless(struct cli *c, struct app *h,
			    const struct person_row *master, struct why *why)
{
	struct key_row key;
	int n = 0;
	enum err e = store_key_ring(judge_store(h->judge), master->id,
				    &c->arena, &key, 1, &n, why);

	if (!e && !n)
		fprintf(stderr,
			"%.*s has no key yet, and a master's mails must be "
			"signed; add it:\n"
			"  heraldo key add %.*s FILE.pub\n",
			STR_ARG(master->name), STR_ARG(master->name));
	return e;
}

/* What a practice game has and the options say nothing of. */
static enum err practice_put(struct cli *c, struct app *h,
			     struct game_plan *plan, struct why *why)
{
	struct game_plan p;
	enum err e = practice_plan(h->judge, plan->system,
				   (int)config_number(c->config.practice_days),
				   &c->arena, &p, why);

	if (e)
		return e;
	if (!plan->n_options && !plan->setup.len)
		plan->setup = p.setup;
	if (!plan->n_options) {
		plan->options = p.options;
		plan->n_options = p.n_options;
	}
	for (int i = 0; i < SEATS_MAX; i++)
		if (plan->computer[i])
			p.computer[1] = 0;
	if (p.computer[1])
		plan->computer[1] = p.computer[1];
	if (plan->n_policies == GAME_POLICIES_MAX)
		return why_set(why, ERR_USAGE, "too many policies");
	plan->policies[plan->n_policies++] = p.policies[0];
	plan->words_s = 0;
	return ERR_OK;
}

static int game_new(struct cli *c, struct app *h, int argc, char **argv)
{
	struct new_game n = { 0 };
	struct game_plan *plan = &n.planning.plan;
	struct why why = { 0 };
	struct person_row master = { 0 };
	struct str name;
	int64_t id;
	enum err e;
	int code = new_options(c, argc, argv, &n);

	if (code)
		return code;
	e = game_spec_end(&n.planning, h->judge, &why);
	if (!e && n.practice)
		e = practice_put(c, h, plan, &why);
	if (!e && n.setup)
		e = cli_read(c, n.setup, SETUP_FILE_MAX, &plan->setup, &why);
	if (!e && n.carried)
		e = read_carried(c, n.carried, plan, &why);
	if (!e && n.master) {
		e = cli_person(c, h, n.master, &master, &why);
		plan->master = master.id;
	}
	if (!e)
		e = judge_game_new(h->judge, plan, &c->arena, &name, &id, &why);
	if (e)
		return cli_fail(c, e, &why);
	printf("%.*s\n", STR_ARG(name));
	if (n.master)
		e = say_keyless(c, h, &master, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static const char *state_name(enum game_state s)
{
	static const char *const names[GAME_STATES] = {
		[GAME_OPEN] = "open",         [GAME_RUNNING] = "running",
		[GAME_PAUSED] = "paused",     [GAME_ENDED] = "ended",
		[GAME_ARCHIVED] = "archived",
	};

	return names[s];
}

/* what orders for the game's last point say that they have seen */
static struct str seen_text(struct arena *a, const struct game_row *g)
{
	struct head_token s = head_token_of(g->head);
	char text[HEAD_TOKEN_TEXT];

	head_token_render(&s, text);
	return str_of(arena_strdup(a, text));
}

static bool list_one(void *context, const struct game_row *g)
{
	struct cli *c = context;
	struct json_line j;

	if (c->json) {
		json_start(&j);
		json_text(&j, "game", g->name);
		json_text(&j, "system", g->system);
		json_text(&j, "state", str_of(state_name(g->state)));
		json_number(&j, "point", g->point);
		json_text(&j, "seen", seen_text(&c->arena, g));
		json_end(&j);
		return true;
	}
	printf("%-32.*s %-10.*s %-8s point %lld\n", STR_ARG(g->name),
	       STR_ARG(g->system), state_name(g->state), (long long)g->point);
	return true;
}

static int list(struct cli *c, struct app *h)
{
	struct why why = { 0 };
	const struct game_choice all = { .state = -1, .max = INT_MAX };
	enum err e = store_game_list(judge_store(h->judge), &all, &c->arena,
				     list_one, c, &why);

	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static void seats_print(struct cli *c, struct app *h,
			const struct seat_row *seats, int n)
{
	for (int i = 0; i < n; i++) {
		struct person_row p = { 0 };
		char name[8];

		slot_name(seats[i].slot, name);
		if (seats[i].person &&
		    !store_person_get(judge_store(h->judge), seats[i].person,
				      &c->arena, &p, NULL))
			printf("  %-3s %.*s <%.*s>\n", name, STR_ARG(p.name),
			       STR_ARG(p.address));
		else if (seats[i].reserved.len)
			printf("  %-3s kept for %.*s\n", name,
			       STR_ARG(seats[i].reserved));
		else
			printf("  %-3s free\n", name);
	}
}

static enum err disputes_print(struct cli *c, struct app *h,
			       const struct game_row *g, struct why *why)
{
	struct dispute_row d[DISPUTES_SHOWN];
	int n = 0;
	enum err e = store_dispute_list(judge_store(h->judge), g->id, &c->arena,
					d, DISPUTES_SHOWN, &n, why);

	for (int i = 0; i < n; i++) {
		char name[8];

		slot_name(d[i].slot, name);
		printf("  dispute %lld by %s of point %lld: %.*s",
		       (long long)d[i].number, name, (long long)d[i].point,
		       STR_ARG(d[i].why));
		if (d[i].ruled)
			printf(" (ruled on at point %lld)\n",
			       (long long)d[i].ruled);
		else
			printf(": heraldo game rule %.*s %lld stands|undo|reroll\n",
			       STR_ARG(g->name), (long long)d[i].number);
	}
	return e;
}

static void joins_print(const struct game_row *g, const struct join_row *joins,
			int n)
{
	char name[8];

	for (int i = 0; i < n; i++) {
		if (joins[i].state != JOIN_PROVEN)
			continue;
		slot_name(joins[i].slot, name);
		printf("  asks for %s: %.*s <%.*s>: heraldo game admit %.*s %lld\n",
		       name, STR_ARG(joins[i].name), STR_ARG(joins[i].address),
		       STR_ARG(g->name), (long long)joins[i].id);
	}
}

static int show(struct cli *c, struct app *h, const struct game_row *g)
{
	struct seat_row seats[SEATS_SHOWN];
	struct join_row joins[JOINS_SHOWN];
	struct judge_awaited awaited[SEATS_MAX * 2];
	struct judge_pulse pulse = { .kind = BEACON_NONE };
	struct why why = { 0 };
	char at[32], name[8];
	int n = 0, n_joins = 0, n_awaited = 0;
	enum err e = store_seat_list(judge_store(h->judge), g->id, &c->arena,
				     seats, SEATS_SHOWN, &n, &why);

	if (!e)
		e = store_join_list(judge_store(h->judge), g->id, &c->arena,
				    joins, JOINS_SHOWN, &n_joins, &why);
	if (!e && g->state != GAME_OPEN)
		e = judge_game_awaiting(h->judge, g->id, awaited,
					ARRAY_LEN(awaited), &n_awaited, &why);
	if (!e)
		e = judge_game_pulse(h->judge, g->id, &pulse, &why);
	if (e)
		return cli_fail(c, e, &why);
	list_one(c, g);
	if (!c->json && pulse.kind)
		printf("  dice wait for the first pulse of the beacon from %s on\n",
		       cli_time(pulse.at_ms / 1000, at));
	if (!c->json)
		printf("  SEEN %.*s\n", STR_ARG(seen_text(&c->arena, g)));
	if (g->paused_why.len)
		printf("  paused: %.*s\n", STR_ARG(g->paused_why));
	seats_print(c, h, seats, n);
	for (int i = 0; i < n_awaited; i++) {
		slot_name(awaited[i].seat, name);
		printf("  awaits %s%s%s\n", name,
		       awaited[i].deadline_s ? " until " : "",
		       awaited[i].deadline_s
			       ? cli_time(awaited[i].deadline_s, at)
			       : "");
	}
	joins_print(g, joins, n_joins);
	e = disputes_print(c, h, g, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

/* A1.wounds=2, A1.at=10.5,12: as players write it, several with commas */
static enum err override(struct app *h, int64_t game, char *text,
			 struct str words, struct why *why)
{
	struct str rest = str_of(text), path;

	if (!parse_field(&rest, '=', &path) || !rest.len)
		return why_set(why, ERR_USAGE,
			       "PATH=VALUE was expected, like A1.wounds=2");
	for (char *c = text; *c; c++)
		if (*c == ',')
			*c = ' ';
	return judge_game_override(h->judge, game, path, rest, words, why);
}

static enum err join_decide(struct app *h, bool admit, bool replace,
			    const char *id, struct why *why)
{
	int64_t n;

	if (!parse_int(str_of(id), 1, INT64_MAX, &n))
		return why_set(why, ERR_USAGE,
			       "the number that game show names was expected");
	return admit ? judge_join_admit(h->judge, n, replace, why)
		     : judge_join_refuse(h->judge, n, why);
}

static enum err seat_put(struct cli *c, struct app *h, int64_t game,
			 const char *seat, const char *name, struct why *why)
{
	struct person_row p;
	int slot = slot_parse(str_of(seat));
	enum err e;

	if (slot < 0)
		return why_set(why, ERR_USAGE,
			       "'%s' is not a seat: A, B, .., GM or O1", seat);
	e = cli_person(c, h, name, &p, why);
	return e ? e : judge_seat(h->judge, game, slot, p.id, why);
}

/* A verb on its game. ERR_USAGE without words: an argument cannot be read. */
struct deed {
	struct cli *c;
	struct app *h;
	int64_t game;
	char **arg;
	struct str words;
};

static enum err do_start(struct deed *d, struct why *why)
{
	return judge_game_start(d->h->judge, d->game, why);
}

static enum err do_pause(struct deed *d, struct why *why)
{
	return judge_game_pause(d->h->judge, d->game, d->words, why);
}

static enum err do_resume(struct deed *d, struct why *why)
{
	return judge_game_resume(d->h->judge, d->game, why);
}

static enum err do_end(struct deed *d, struct why *why)
{
	return judge_game_end(d->h->judge, d->game, d->words, why);
}

static enum err do_beacon(struct deed *d, struct why *why)
{
	return judge_game_beacon(d->h->judge, d->game, why);
}

/* "2d"; a number alone is of hours, as in a mail */
static bool hours_read(const char *text, int64_t *seconds)
{
	return duration_read(str_of(text), HOUR_S, seconds) && *seconds;
}

static enum err do_extend(struct deed *d, struct why *why)
{
	int64_t n;

	return hours_read(d->arg[0], &n)
		       ? judge_game_extend(d->h->judge, d->game, n, why)
		       : ERR_USAGE;
}

static enum err do_shorten(struct deed *d, struct why *why)
{
	int64_t n;

	return hours_read(d->arg[0], &n)
		       ? judge_game_extend(d->h->judge, d->game, -n, why)
		       : ERR_USAGE;
}

/* "B", of a player; else what is wrong */
static enum err player_parse(const char *text, int *seat, struct why *why)
{
	*seat = slot_parse(str_of(text));
	return 0 <= *seat && *seat < SLOT_GM
		       ? ERR_OK
		       : why_set(why, ERR_USAGE, "'%s' is no player's seat",
				 text);
}

static enum err do_deadline(struct deed *d, struct why *why)
{
	return judge_game_deadline(d->h->judge, d->game, -1, str_of(d->arg[0]),
				   why);
}

static enum err do_deadline_of(struct deed *d, struct why *why)
{
	int seat;
	enum err e = player_parse(d->arg[0], &seat, why);

	return e ? e
		 : judge_game_deadline(d->h->judge, d->game, seat,
				       str_of(d->arg[1]), why);
}

static enum err do_skip(struct deed *d, struct why *why)
{
	return judge_game_skip(d->h->judge, d->game, -1, why);
}

static enum err do_skip_one(struct deed *d, struct why *why)
{
	int seat;
	enum err e = player_parse(d->arg[0], &seat, why);

	return e ? e : judge_game_skip(d->h->judge, d->game, seat, why);
}

static enum err do_set(struct deed *d, struct why *why)
{
	return override(d->h, d->game, d->arg[0], d->words, why);
}

static enum err undo(struct deed *d, bool fresh, struct why *why)
{
	struct str point, event = str_of(d->arg[0]);
	int64_t n, at = 0;

	return parse_field(&event, '.', &point) &&
			       parse_int(point, 0, INT64_MAX, &n) &&
			       (!event.s || parse_int(event, 1, INT64_MAX, &at))
		       ? judge_game_undo_event(d->h->judge, d->game, n, at,
					       fresh, d->words, why)
		       : ERR_USAGE;
}

static enum err do_undo(struct deed *d, struct why *why)
{
	return undo(d, false, why);
}

static enum err do_undo_fresh(struct deed *d, struct why *why)
{
	return !strcasecmp(d->arg[1], "fresh") ? undo(d, true, why) : ERR_USAGE;
}

static enum err do_policy(struct deed *d, struct why *why)
{
	return judge_game_policy(d->h->judge, d->game, str_of(d->arg[0]),
				 str_of(d->arg[1]), why);
}

static enum err do_rule(struct deed *d, struct why *why)
{
	int64_t n;

	return parse_int(str_of(d->arg[0]), 1, INT64_MAX, &n)
		       ? judge_game_rule(d->h->judge, d->game, n,
					 str_of(d->arg[1]), d->words, why)
		       : ERR_USAGE;
}

static enum err do_admit(struct deed *d, struct why *why)
{
	return join_decide(d->h, true, false, d->arg[0], why);
}

static enum err do_admit_replace(struct deed *d, struct why *why)
{
	return !strcasecmp(d->arg[1], "replace")
		       ? join_decide(d->h, true, true, d->arg[0], why)
		       : ERR_USAGE;
}

static enum err do_refuse(struct deed *d, struct why *why)
{
	return join_decide(d->h, false, false, d->arg[0], why);
}

static enum err do_seat(struct deed *d, struct why *why)
{
	return seat_put(d->c, d->h, d->game, d->arg[0], d->arg[1], why);
}

static enum err do_invite(struct deed *d, struct why *why)
{
	int seat;
	enum err e = player_parse(d->arg[0], &seat, why);

	return e ? e
		 : judge_invite(d->h->judge, d->game, seat, str_of(d->arg[1]),
				why);
}

/* everything that changes a game that is there; n_args: behind its name */
static const struct verb {
	const char *name;
	int n_args;
	enum err (*act)(struct deed *d, struct why *why);
} verbs[] = {
	{ "start", 0, do_start },
	{ "pause", 0, do_pause },
	{ "resume", 0, do_resume },
	{ "end", 0, do_end },
	{ "extend", 1, do_extend },
	{ "set", 1, do_set },
	{ "undo", 1, do_undo },
	{ "undo", 2, do_undo_fresh },
	{ "rule", 2, do_rule },
	{ "admit", 1, do_admit },
	{ "admit", 2, do_admit_replace },
	{ "refuse", 1, do_refuse },
	{ "seat", 2, do_seat },
	{ "policy", 2, do_policy },
	{ "beacon", 0, do_beacon },
	{ "shorten", 1, do_shorten },
	{ "deadline", 1, do_deadline },
	{ "deadline", 2, do_deadline_of },
	{ "expire-deadline", 0, do_skip },
	{ "expire-deadline", 1, do_skip_one },
	{ "invite", 2, do_invite },
};

/* the help of each */
static const struct {
	const char *name, *args, *summary, *example;
} helps[] = {
#define VERB(name, args, summary, example) { name, args, summary, example },
#include "cli/game_verbs.def"
#undef VERB
};

static int verb_unknown(const struct cli *c, const char *name)
{
	if (!strcmp(name, "skip"))
		return cli_renamed(c, "game skip", "game expire-deadline");
	for (size_t i = 0; i < ARRAY_LEN(helps); i++)
		if (!strcmp(name, helps[i].name))
			return cli_usage(c,
					 "game %s %s was expected, as in: "
					 "heraldo game %s",
					 name, helps[i].args, helps[i].example);
	return cli_usage(c, "there is no game %s", name);
}

/* What cannot be taken back is asked for first, at a terminal. */
static bool verb_confirmed(const struct cli *c, const struct verb *verb,
			   const struct game_row *g, const struct deed *d)
{
	if (strcmp(verb->name, "undo") && strcmp(verb->name, "end"))
		return true;
	return cli_confirm(c, "%s of %.*s%s%s, which is at point %lld",
			   verb->name, STR_ARG(g->name),
			   verb->n_args ? " to " : "",
			   verb->n_args ? d->arg[0] : "", (long long)g->point);
}

/* They say nothing by themselves. */
static void verb_tell(struct cli *c, struct app *h, const struct verb *verb,
		      const struct game_row *g)
{
	struct game_row now;

	if (!c->quiet && !store_game_get(judge_store(h->judge), g->id,
					 &c->arena, &now, NULL))
		printf("%s: done; %.*s is at point %lld%s\n", verb->name,
		       STR_ARG(g->name), (long long)now.point,
		       now.point > g->point ? ", and all are told" : "");
}

static const struct verb *verb_find(const char *name, int n_args)
{
	for (size_t i = 0; i < ARRAY_LEN(verbs); i++)
		if (!strcmp(verbs[i].name, name) && verbs[i].n_args == n_args)
			return &verbs[i];
	return NULL;
}

static int change(struct cli *c, struct app *h, int argc, char **argv,
		  const char *words)
{
	const struct verb *verb;
	struct deed d = { .c = c, .h = h, .words = str_of(words) };
	struct game_row g;
	struct why why = { 0 };
	enum err e;

	if (argc < 2)
		return cli_usage(c, "which game? heraldo game list names them");
	e = cli_game(c, h, argv[1], &g, &why);
	if (!e && !strcmp(argv[0], "show"))
		return show(c, h, &g);
	if (!e && !strcmp(argv[0], "history") && argc == 2)
		return history_print(c, h, &g);
	verb = verb_find(argv[0], argc - 2);
	d.game = g.id;
	d.arg = argv + 2;
	if (!e && verb && !verb_confirmed(c, verb, &g, &d))
		return EXIT_NO;
	if (!e)
		e = verb ? verb->act(&d, &why) : ERR_USAGE;
	if (e == ERR_USAGE && !why.text[0])
		return verb_unknown(c, argv[0]);
	if (!e)
		verb_tell(c, h, verb, &g);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

int command_game(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "why", required_argument, NULL, 'w' },
		{ NULL, 0, NULL, 0 },
	};
	const char *words = "";
	struct app h = { 0 };
	bool is_new = argc > 1 && !strcmp(argv[1], "new");
	int opt, code;

	if (c->help && !is_new)
		return EXIT_FINE; /* the table of verbs has all of it */
	while (!is_new &&
	       (opt = getopt_long(argc, argv, "w:", options, NULL)) != -1) {
		if (opt != 'w')
			return cli_no_option(c, options);
		words = optarg;
	}
	if (c->help)
		return new_options(c, 0, NULL, NULL);
	code = cli_house(c, &h);
	if (code)
		;
	else if (is_new)
		code = game_new(c, &h, argc - 1, argv + 1);
	else if (optind == argc || !strcmp(argv[optind], "list"))
		code = list(c, &h);
	else
		code = change(c, &h, argc - optind, argv + optind, words);
	app_release(&h);
	return code;
}
