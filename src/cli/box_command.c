/*
 * src/cli/box_command.c - the common part of heraldo inbox and heraldo outbox
 */
#include "cli/box_command.h"
#include "base/date.h"
#include "base/parse.h"
#include "engine/slot.h"
#include <getopt.h>
#include <stdio.h>
#include <time.h>

void mails_line(const struct cli *c, const struct mail_line *m,
		struct json_line *j)
{
	char at[32];

	if (!c->json) {
		printf("%8lld  %s  %-11s ", (long long)m->id,
		       cli_time(m->at_s, at), m->state);
		return;
	}
	json_start(j);
	json_number(j, "number", m->id);
	json_text(j, m->what_at, str_of(cli_time(m->at_s, at)));
	json_text(j, "state", str_of(m->state));
}

void mails_of_print(struct cli *c, struct store *st, int64_t game, int slot,
		    struct json_line *j)
{
	struct person_row p = { .name = STR("") };
	struct seat_row seat = { .person = 0 };
	struct game_row g;
	char name[SLOT_NAME_MAX] = "";

	if (!game || store_game_get(st, game, &c->arena, &g, NULL))
		return;
	if (slot >= 0) {
		slot_name(slot, name);
		if (!store_seat_get(st, game, slot, &c->arena, &seat, NULL) &&
		    seat.person)
			store_person_get(st, seat.person, &c->arena, &p, NULL);
	}
	if (c->json) {
		json_text(j, "game", g.name);
		json_text(j, "seat", str_of(name));
		json_text(j, "person", p.name);
		return;
	}
	printf("  %.*s", STR_ARG(g.name));
	if (*name)
		printf(" %s%s%.*s", name, p.name.len ? " " : "",
		       STR_ARG(p.name));
}

/* what a list is asked for, as it was typed */
struct wish {
	const char *state, *game, *person, *words, *since, *until;
	int64_t before, max;
};

/* "2d": so long ago; a date; a time */
static bool moment_parse(const char *text, int64_t *utc_s)
{
	int64_t ago;
	int32_t day;

	if (duration_parse(str_of(text), &ago))
		*utc_s = (int64_t)time(NULL) - ago;
	else if (date_parse(str_of(text), &day))
		*utc_s = day * INT64_C(86400);
	else
		return date_parse_time(str_of(text), utc_s);
	return true;
}

/* The state of this name; -1 where there is none, with what there is told. */
static int state_of(struct cli *c, const struct mail_box *b, const char *name)
{
	struct buf all;

	for (int i = 0; i < b->n_states; i++)
		if (!strcmp(name, b->state_name(i)))
			return i;
	buf_init(&all, 1024);
	for (int i = 0; i < b->n_states; i++)
		buf_addf(&all, "%s%s", i ? ", " : "", b->state_name(i));
	cli_usage(c, "'%s' is no state of a mail; there are %s", name, all.s);
	buf_release(&all);
	return -1;
}

static int box_command_choose(struct cli *c, const struct mail_box *b,
			      struct app *h, const struct wish *w,
			      struct mail_choice *out)
{
	struct why why = { 0 };
	struct game_row g = { .id = 0 };
	struct person_row p = { .id = 0 };
	enum err e = ERR_OK;

	*out = (struct mail_choice){ .state = -1,
				     .before = w->before,
				     .max = (int)w->max };
	if (*w->state) {
		out->state = state_of(c, b, w->state);
		if (out->state < 0)
			return EXIT_USAGE;
	}
	if ((w->since && !moment_parse(w->since, &out->since_s)) ||
	    (w->until && !moment_parse(w->until, &out->until_s)))
		return cli_usage(c, "--since and --until take a day like "
				    "2026-12-20, a time like "
				    "2026-11-21T04:39:00Z, or 2d, 48h: so "
				    "long ago");
	if (w->game)
		e = cli_game(c, h, w->game, &g, &why);
	if (!e && w->person)
		e = cli_person(c, h, w->person, &p, &why);
	if (e)
		return cli_fail(c, e, &why);
	out->game = g.id;
	out->person = p.id;
	out->words = str_of(w->words ? w->words : "");
	return b->words_check ? b->words_check(c, out->words) : EXIT_FINE;
}

static int box_command_list(struct cli *c, const struct mail_box *b,
			    struct app *h, const struct wish *w)
{
	struct why why = { 0 };
	struct mail_choice choice;
	int n = 0, code = box_command_choose(c, b, h, w, &choice);
	int64_t last = 0;
	enum err e;

	if (code)
		return code;
	e = b->list(c, judge_store(h->judge), &choice, &n, &last, &why);
	if (!e && n == choice.max && !c->json && !c->quiet)
		fprintf(stderr, "there may be older ones: --before %lld\n",
			(long long)last);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

/* The options of a list; false: there is no such option or number. */
static int options_read(struct cli *c, const struct mail_box *b, int argc,
			char **argv, struct wish *w)
{
	static const struct option options[] = {
		{ "game", required_argument, NULL, 'g' },
		{ "person", required_argument, NULL, 'p' },
		{ "words", required_argument, NULL, 'w' },
		{ "since", required_argument, NULL, 's' },
		{ "until", required_argument, NULL, 'u' },
		{ "before", required_argument, NULL, 'b' },
		{ "max", required_argument, NULL, 'm' },
		{ NULL, 0, NULL, 0 }
	};
	int o;

	while ((o = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (o) {
		case 'g': w->game = optarg; break;
		case 'p': w->person = optarg; break;
		case 'w': w->words = optarg; break;
		case 's': w->since = optarg; break;
		case 'u': w->until = optarg; break;
		case 'b':
		case 'm':
			if (parse_int(str_of(optarg), 1,
				      o == 'b' ? INT64_MAX : MAILS_LIST_MAX,
				      o == 'b' ? &w->before : &w->max))
				break;
			return cli_usage(c,
					 "--before takes the number of a "
					 "mail, --max 1 to %d",
					 MAILS_LIST_MAX);
		default:
			o = cli_no_option(c, options);
			if (c->help && b->words_print)
				b->words_print();
			return o;
		}
	return -1;
}

typedef enum err box_call(struct judge *j, int64_t id, struct why *why);

/* what a word does with one mail; NULL: show, or no such word */
static box_call *call_of(const struct mail_box *b, const char *what)
{
	return !strcmp(what, "retry")  ? b->retry
	       : !strcmp(what, "drop") ? b->drop
				       : NULL;
}

/* id: of a mail that may not be there */
static int mail_fail(const struct cli *c, enum err e, int64_t id,
		     struct why *why)
{
	if (e == ERR_NOT_FOUND && !why->text[0])
		(void)why_set(why, e,
			      "there is no mail %lld; %s list shows the last "
			      "ones",
			      (long long)id, c->program);
	return cli_fail(c, e, why);
}

int command_mails(struct cli *c, const struct mail_box *b, int argc,
		  char **argv)
{
	struct wish wish = { .state = "", .max = MAILS_LIST };
	struct app h = { 0 };
	struct why why = { 0 };
	const char *what;
	box_call *call;
	int64_t id = 0;
	bool lists;
	enum err e = ERR_OK;
	int code;

	code = options_read(c, b, argc, argv, &wish);
	if (code >= 0)
		return code;
	argc -= optind;
	argv += optind;
	what = argc ? argv[0] : "list";
	lists = !strcmp(what, "list");
	call = call_of(b, what);
	if (!strcmp(what, "again"))
		return cli_renamed(c, "again", "retry");
	if (argc > 2 ||
	    (!lists && (argc != 2 || (strcmp(what, "show") != 0 && !call) ||
			!parse_int(str_of(argv[1]), 1, INT64_MAX, &id))))
		return cli_usage(c, "list [STATE], show NUMBER, retry NUMBER "
				    "or drop NUMBER was expected");
	code = cli_house(c, &h);
	if (!code && lists) {
		wish.state = argc == 2 ? argv[1] : "";
		code = box_command_list(c, b, &h, &wish);
		if (!code && b->after)
			e = b->after(c, h.judge, &why);
	} else if (!code) {
		e = call ? call(h.judge, id, &why)
			 : b->show(c, judge_store(h.judge), id, &why);
	}
	if (e)
		code = mail_fail(c, e, id, &why);
	app_release(&h);
	return code;
}
