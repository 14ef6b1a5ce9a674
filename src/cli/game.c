/*
 * src/cli/game.c - heraldo game: creates, lists, starts, corrects and ends
 * games
 */
#include "cli/cli.h"
#include "cli/advice.h"
#include "cli/analysis.h"
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
			e = game_spec_set(&n->planning,
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
			"  %s key add %.*s FILE.pub\n",
			STR_ARG(master->name), advice_program(),
			STR_ARG(master->name));
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

static void game_json(struct cli *c, const struct game_row *g,
		      struct json_line *j)
{
	json_start(j);
	json_text(j, "game", g->name);
	json_text(j, "system", g->system);
	json_text(j, "state", str_of(state_name(g->state)));
	json_number(j, "point", g->point);
	json_text(j, "seen", seen_text(&c->arena, g));
}

static bool list_one(void *context, const struct game_row *g)
{
	struct cli *c = context;
	struct json_line j;

	if (c->json) {
		game_json(c, g, &j);
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

/* All that game show tells. */
struct table_shown {
	struct seat_row seats[SEATS_SHOWN];
	struct person_row people[SEATS_SHOWN]; /* of the seats; id 0: nobody */
	struct join_row joins[JOINS_SHOWN];
	struct judge_awaited awaited[SEATS_MAX * 2];
	struct dispute_row disputes[DISPUTES_SHOWN];
	struct judge_pulse pulse;
	int n_seats, n_joins, n_awaited, n_disputes;
};

static enum err table_read(struct cli *c, struct app *h,
			   const struct game_row *g, struct table_shown *t,
			   struct why *why)
{
	struct store *st = judge_store(h->judge);
	enum err e = store_seat_list(st, g->id, &c->arena, t->seats,
				     SEATS_SHOWN, &t->n_seats, why);
	int n = 0;

	for (int i = 0; !e && i < t->n_seats; i++)
		if (t->seats[i].person)
			e = store_person_get(st, t->seats[i].person, &c->arena,
					     &t->people[i], why);
	if (!e)
		e = store_join_list(st, g->id, &c->arena, t->joins, JOINS_SHOWN,
				    &n, why);
	for (int i = 0; i < n; i++)
		if (t->joins[i].state == JOIN_PROVEN)
			t->joins[t->n_joins++] = t->joins[i];
	if (!e && g->state != GAME_OPEN)
		e = judge_game_awaiting(h->judge, g->id, t->awaited,
					ARRAY_LEN(t->awaited), &t->n_awaited,
					why);
	if (!e)
		e = store_dispute_list(st, g->id, &c->arena, t->disputes,
				       DISPUTES_SHOWN, &t->n_disputes, why);
	return e ? e : judge_game_pulse(h->judge, g->id, &t->pulse, why);
}

static void seats_print(const struct table_shown *t)
{
	for (int i = 0; i < t->n_seats; i++) {
		const struct person_row *p = &t->people[i];
		char name[8];

		slot_name(t->seats[i].slot, name);
		if (p->id)
			printf("  %-3s %.*s <%.*s>\n", name, STR_ARG(p->name),
			       STR_ARG(p->address));
		else if (t->seats[i].reserved.len)
			printf("  %-3s kept for %.*s\n", name,
			       STR_ARG(t->seats[i].reserved));
		else
			printf("  %-3s free\n", name);
	}
}

static void disputes_print(const struct table_shown *t, struct str game)
{
	for (int i = 0; i < t->n_disputes; i++) {
		const struct dispute_row *d = &t->disputes[i];
		char name[8];

		slot_name(d->slot, name);
		printf("  dispute %lld by %s of point %lld: %.*s",
		       (long long)d->number, name, (long long)d->point,
		       STR_ARG(d->why));
		if (d->ruled)
			printf(" (ruled on at point %lld)\n",
			       (long long)d->ruled);
		else
			printf(": %s game rule %.*s %lld stands|undo|reroll\n",
			       advice_program(), STR_ARG(game),
			       (long long)d->number);
	}
}

static void joins_print(const struct table_shown *t, struct str game)
{
	char name[8];

	for (int i = 0; i < t->n_joins; i++) {
		const struct join_row *w = &t->joins[i];

		slot_name(w->slot, name);
		printf("  asks for %s: %.*s <%.*s>: %s game admit %.*s %lld\n",
		       name, STR_ARG(w->name), STR_ARG(w->address),
		       advice_program(), STR_ARG(game), (long long)w->id);
	}
}

static void awaited_print(const struct table_shown *t)
{
	char at[32], name[8];

	for (int i = 0; i < t->n_awaited; i++) {
		const struct judge_awaited *w = &t->awaited[i];

		slot_name(w->seat, name);
		printf("  awaits %s%s%s\n", name,
		       w->deadline_s ? " until " : "",
		       w->deadline_s ? cli_time(w->deadline_s, at) : "");
	}
}

static void table_print(struct cli *c, const struct game_row *g,
			const struct table_shown *t)
{
	char at[32];

	list_one(c, g);
	if (t->pulse.kind)
		printf("  dice wait for the first pulse of the beacon from %s on\n",
		       cli_time(t->pulse.at_ms / 1000, at));
	printf("  SEEN %.*s\n", STR_ARG(seen_text(&c->arena, g)));
	if (g->paused_why.len)
		printf("  paused: %.*s\n", STR_ARG(g->paused_why));
	seats_print(t);
	awaited_print(t);
	joins_print(t, g->name);
	disputes_print(t, g->name);
}

/* "seat":"A" */
static void slot_json(struct json_line *j, int slot)
{
	char name[8];

	slot_name(slot, name);
	json_text(j, "seat", str_of(name));
}

static void seats_json(const struct table_shown *t, struct json_line *j)
{
	json_list_start(j, "seats");
	for (int i = 0; i < t->n_seats; i++) {
		json_item_start(j);
		slot_json(j, t->seats[i].slot);
		json_text(j, "person", t->people[i].name);
		json_text(j, "address",
			  t->people[i].id ? t->people[i].address
					  : t->seats[i].reserved);
		json_item_end(j);
	}
	json_list_end(j);
}

static void disputes_json(const struct table_shown *t, struct json_line *j)
{
	json_list_start(j, "disputes");
	for (int i = 0; i < t->n_disputes; i++) {
		const struct dispute_row *d = &t->disputes[i];

		json_item_start(j);
		json_number(j, "number", d->number);
		slot_json(j, d->slot);
		json_number(j, "point", d->point);
		json_text(j, "why", d->why);
		json_number(j, "ruled", d->ruled);
		json_item_end(j);
	}
	json_list_end(j);
}

static void table_json(struct cli *c, const struct game_row *g,
		       const struct table_shown *t)
{
	struct json_line j;

	game_json(c, g, &j);
	json_text(&j, "paused", g->paused_why);
	json_number(&j, "beacon", t->pulse.kind ? t->pulse.at_ms / 1000 : 0);
	seats_json(t, &j);
	json_list_start(&j, "awaits");
	for (int i = 0; i < t->n_awaited; i++) {
		json_item_start(&j);
		slot_json(&j, t->awaited[i].seat);
		json_number(&j, "until", t->awaited[i].deadline_s);
		json_item_end(&j);
	}
	json_list_end(&j);
	json_list_start(&j, "wishes");
	for (int i = 0; i < t->n_joins; i++) {
		json_item_start(&j);
		json_number(&j, "number", t->joins[i].id);
		slot_json(&j, t->joins[i].slot);
		json_text(&j, "name", t->joins[i].name);
		json_text(&j, "address", t->joins[i].address);
		json_item_end(&j);
	}
	json_list_end(&j);
	disputes_json(t, &j);
	json_end(&j);
}

static int game_show(struct cli *c, struct app *h, const struct game_row *g)
{
	struct table_shown t = { .pulse = { .kind = BEACON_NONE } };
	struct why why = { 0 };
	enum err e = table_read(c, h, g, &t, &why);

	if (e)
		return cli_fail(c, e, &why);
	if (c->json)
		table_json(c, g, &t);
	else
		table_print(c, g, &t);
	return EXIT_FINE;
}

/* A1.wounds=2, A1.at=10.5,12: as players write it, several with commas */
static enum err game_override(struct app *h, int64_t game, char *text,
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

/* A number from 1 on: of a wish to join, of a dispute. */
static enum err number_read(const char *text, int64_t *n, struct why *why)
{
	return parse_int(str_of(text), 1, INT64_MAX, n)
		       ? ERR_OK
		       : why_set(why, ERR_USAGE,
				 "'%s' is no number; game show names those of "
				 "wishes to join and disputes",
				 text);
}

static enum err join_decide(struct app *h, bool admit, bool replace,
			    const char *id, struct why *why)
{
	int64_t n;
	enum err e = number_read(id, &n, why);

	if (e)
		return e;
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
static enum err hours_read(const char *text, int64_t *seconds, struct why *why)
{
	return duration_read(str_of(text), HOUR_S, seconds) && *seconds
		       ? ERR_OK
		       : why_set(why, ERR_USAGE,
				 "'%s' is no time; write one as 2d or 12h",
				 text);
}

static enum err do_extend(struct deed *d, struct why *why)
{
	int64_t n;
	enum err e = hours_read(d->arg[0], &n, why);

	return e ? e : judge_game_extend(d->h->judge, d->game, n, why);
}

static enum err do_shorten(struct deed *d, struct why *why)
{
	int64_t n;
	enum err e = hours_read(d->arg[0], &n, why);

	return e ? e : judge_game_extend(d->h->judge, d->game, -n, why);
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
	return game_override(d->h, d->game, d->arg[0], d->words, why);
}

static enum err game_undo(struct deed *d, bool fresh, struct why *why)
{
	struct str point, event = str_of(d->arg[0]);
	int64_t n, at = 0;

	return parse_field(&event, '.', &point) &&
			       parse_int(point, 0, INT64_MAX, &n) &&
			       (!event.s || parse_int(event, 1, INT64_MAX, &at))
		       ? judge_game_undo_event(d->h->judge, d->game, n, at,
					       fresh, d->words, why)
		       : why_set(why, ERR_USAGE,
				 "'%s' is no point; game history lists them",
				 d->arg[0]);
}

static enum err do_undo(struct deed *d, struct why *why)
{
	return game_undo(d, false, why);
}

static enum err do_undo_fresh(struct deed *d, struct why *why)
{
	return !strcasecmp(d->arg[1], "fresh") ? game_undo(d, true, why)
					       : ERR_USAGE;
}

static enum err do_policy(struct deed *d, struct why *why)
{
	return judge_game_policy(d->h->judge, d->game, str_of(d->arg[0]),
				 str_of(d->arg[1]), why);
}

static enum err do_rule(struct deed *d, struct why *why)
{
	int64_t n;
	enum err e = number_read(d->arg[0], &n, why);

	return e ? e
		 : judge_game_rule(d->h->judge, d->game, n, str_of(d->arg[1]),
				   d->words, why);
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

static int verb_unknown(const struct cli *c, const char *name)
{
	if (!strcmp(name, "skip"))
		return cli_renamed(c, "game skip", "game expire-deadline");
	return c->verb ? cli_usage(c,
				   "these are not the words that game %s takes",
				   name)
		       : cli_usage(c,
				   "there is no verb %s; heraldo game --help "
				   "lists them",
				   name);
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
static void verb_report(struct cli *c, struct app *h, const struct verb *verb,
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

static int game_analyse(struct cli *c, struct app *h, const struct game_row *g)
{
	struct analysis *x = ARENA_NEW(&c->arena, struct analysis);
	struct why why = { 0 };
	enum err e = analysis_of_game(h, g->id, x, &why);

	if (e)
		return cli_fail(c, e, &why);
	analysis_print(c, x);
	return EXIT_FINE;
}

static int game_change(struct cli *c, struct app *h, int argc, char **argv,
		       const char *words)
{
	const struct verb *verb;
	struct deed d = { .c = c, .h = h, .words = str_of(words) };
	struct game_row g;
	struct why why = { 0 };
	enum err e;

	if (argc < 2)
		return c->verb ? cli_usage(c, "which game? heraldo game list "
					      "names them")
			       : verb_unknown(c, argv[0]);
	e = cli_game(c, h, argv[1], &g, &why);
	if (!e && !strcmp(argv[0], "show"))
		return game_show(c, h, &g);
	if (!e && !strcmp(argv[0], "history") && argc == 2)
		return history_print(c, h, &g);
	if (!e && !strcmp(argv[0], "analyse") && argc == 2)
		return game_analyse(c, h, &g);
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
		verb_report(c, h, verb, &g);
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
		code = game_change(c, &h, argc - optind, argv + optind, words);
	app_release(&h);
	return code;
}
