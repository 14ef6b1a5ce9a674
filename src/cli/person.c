/*
 * src/cli/person.c - heraldo person: adds and lists people: names, addresses,
 * languages
 */
#include "cli/config_check.h"
#include "cli/cli.h"
#include "base/file.h"
#include "base/date.h"
#include "cli/app.h"
#include "cli/saved_report.h"
#include "judge/people/passport.h"
#include "engine/slot.h"
#include "store/passports.h"
#include <getopt.h>
#include <stdio.h>

static int add(struct cli *c, struct app *h, int argc, char **argv,
	       const char *language, const char *zone)
{
	struct why why = { 0 };
	int64_t id;
	enum err e;

	if (argc != 3)
		return cli_usage(c, "person add takes a name and an address");
	e = *language ? config_language(&c->config, &c->arena, language, &why)
		      : ERR_OK;
	if (!e)
		e = judge_person_add(h->judge, str_of(argv[1]), str_of(argv[2]),
				     str_of(language), str_of(zone), &id, &why);
	if (e)
		return cli_fail(c, e, &why);
	printf("%s <%s>\n", argv[1], argv[2]);
	return EXIT_FINE;
}

static void person_json(const struct person_row *p, struct json_line *j)
{
	json_start(j);
	json_text(j, "name", p->name);
	json_text(j, "address", p->address);
	json_text(j, "language", p->language);
	json_text(j, "zone", p->zone);
	json_number(j, "bounces", p->bounces);
}

static bool list_one(void *context, const struct person_row *p)
{
	const struct cli *c = context;

	if (c->json) {
		struct json_line j;

		person_json(p, &j);
		json_end(&j);
		return true;
	}
	printf("%-20.*s %-32.*s %-4.*s %.*s%s\n", STR_ARG(p->name),
	       STR_ARG(p->address), STR_ARG(p->language), STR_ARG(p->zone),
	       p->bounces ? "  bounces" : "");
	return true;
}

static void print_judges(const char *what, const struct passport_row *v, int n)
{
	char at[32];

	for (int i = 0; i < n; i++)
		printf("  %s %.*s, %s\n", what, STR_ARG(v[i].judge),
		       cli_time(v[i].dated_s, at));
}

/* All that person show tells. */
struct person_shown {
	struct person_row row;
	struct key_row keys[64];
	struct seat_row seats[256];
	struct str games[256]; /* of the seats; empty: archived */
	struct passport_row out[PASSPORT_JUDGES], in[PASSPORT_JUDGES];
	int n_keys, n_seats, n_out, n_in;
};

static enum err person_read(struct cli *c, struct app *h, const char *name,
			    struct person_shown *t, struct why *why)
{
	struct store *st = judge_store(h->judge);
	struct game_row g;
	enum err e = cli_person(c, h, name, &t->row, why);

	if (!e)
		e = store_key_list(st, t->row.id, &c->arena, t->keys,
				   ARRAY_LEN(t->keys), &t->n_keys, why);
	if (!e)
		e = store_seat_of_person(st, t->row.id, &c->arena, t->seats,
					 ARRAY_LEN(t->seats), &t->n_seats, why);
	for (int i = 0; !e && i < t->n_seats; i++)
		if (!store_game_get(st, t->seats[i].game, &c->arena, &g, NULL))
			t->games[i] = g.name;
	if (!e)
		e = store_passport_outs(st, t->row.id, &c->arena, t->out,
					PASSPORT_JUDGES, &t->n_out, why);
	return e ? e
		 : store_passport_ins(st, t->row.id, &c->arena, t->in,
				      PASSPORT_JUDGES, &t->n_in, why);
}

static void shown_print(struct cli *c, const struct person_shown *t)
{
	list_one(c, &t->row);
	for (int i = 0; i < t->n_keys; i++)
		printf("  key %.*s%s\n", STR_ARG(t->keys[i].fingerprint),
		       t->keys[i].revoked_s ? " (revoked)" : "");
	print_judges("exported to", t->out, t->n_out);
	print_judges("imported from", t->in, t->n_in);
	for (int i = 0; i < t->n_seats; i++) {
		char seat[SLOT_NAME_MAX];

		slot_name(t->seats[i].slot, seat);
		if (t->games[i].len)
			printf("  %.*s: %s\n", STR_ARG(t->games[i]), seat);
	}
}

static void judges_json(const char *what, const struct passport_row *v, int n,
			struct json_line *j)
{
	json_list_start(j, what);
	for (int i = 0; i < n; i++) {
		json_item_start(j);
		json_text(j, "judge", v[i].judge);
		json_number(j, "dated", v[i].dated_s);
		json_item_end(j);
	}
	json_list_end(j);
}

static void shown_json(const struct person_shown *t)
{
	struct json_line j;

	person_json(&t->row, &j);
	json_list_start(&j, "keys");
	for (int i = 0; i < t->n_keys; i++) {
		json_item_start(&j);
		json_text(&j, "fingerprint", t->keys[i].fingerprint);
		json_number(&j, "revoked", t->keys[i].revoked_s);
		json_item_end(&j);
	}
	json_list_end(&j);
	judges_json("exported", t->out, t->n_out, &j);
	judges_json("imported", t->in, t->n_in, &j);
	json_list_start(&j, "seats");
	for (int i = 0; i < t->n_seats; i++) {
		char seat[SLOT_NAME_MAX];

		slot_name(t->seats[i].slot, seat);
		json_item_start(&j);
		json_text(&j, "game", t->games[i]);
		json_text(&j, "seat", str_of(seat));
		json_item_end(&j);
	}
	json_list_end(&j);
	json_end(&j);
}

static int person_show(struct cli *c, struct app *h, const char *name)
{
	struct person_shown *t = ARENA_NEW(&c->arena, struct person_shown);
	struct why why = { 0 };
	enum err e;

	*t = (struct person_shown){ .n_keys = 0 };
	e = person_read(c, h, name, t, &why);
	if (e)
		return cli_fail(c, e, &why);
	if (c->json)
		shown_json(t);
	else
		shown_print(c, t);
	return EXIT_FINE;
}

static int person_address(struct cli *c, struct app *h, int argc, char **argv)
{
	struct person_row p;
	struct why why = { 0 };
	enum err e;

	if (argc != 3)
		return cli_usage(
			c, "person address takes a name and the new address");
	e = cli_person(c, h, argv[1], &p, &why);
	if (!e)
		e = judge_address_set(h->judge, p.id, str_of(argv[2]), &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static int reset_key(struct cli *c, struct app *h, const char *name)
{
	struct person_row p;
	struct why why = { 0 };
	enum err e = cli_person(c, h, name, &p, &why);

	if (!e)
		e = judge_readmit(h->judge, p.id, &why);
	if (e)
		return cli_fail(c, e, &why);
	if (!c->quiet)
		printf("%.*s <%.*s> and all at their tables are told; in seven "
		       "days they are asked for a new key, unless something "
		       "comes that they signed with an old one\n",
		       STR_ARG(p.name), STR_ARG(p.address));
	return EXIT_FINE;
}

static int person_absent(struct cli *c, struct app *h, int argc, char **argv)
{
	struct person_row p;
	struct why why = { 0 };
	int32_t from, until;
	enum err e;

	if (argc != 4 || !date_parse(str_of(argv[2]), &from) ||
	    !date_parse(str_of(argv[3]), &until))
		return cli_usage(c, "person absent takes a name, the first and "
				    "the last day: 2026-12-20 2027-01-06");
	e = cli_person(c, h, argv[1], &p, &why);
	if (!e)
		e = judge_away(h->judge, p.id, from, until, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static int person_returned(struct cli *c, struct app *h, const char *name)
{
	struct person_row p;
	struct why why = { 0 };
	enum err e = cli_person(c, h, name, &p, &why);

	if (!e)
		e = judge_back(h->judge, p.id, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static int person_erase(struct cli *c, struct app *h, const char *name)
{
	struct person_row p;
	struct why why = { 0 };
	int mails, letters;
	enum err e = cli_person(c, h, name, &p, &why);

	if (!e &&
	    !cli_confirm(c, "forget %.*s, with all mails from and to them",
			 STR_ARG(p.name)))
		return EXIT_NO;
	if (!e)
		e = judge_person_forget(h->judge, p.id, &mails, &letters, &why);
	if (e)
		return cli_fail(c, e, &why);
	if (!c->quiet)
		printf("forgotten: %d mails from them and %d to them; the logs of games "
		       "keep what they have\n",
		       mails, letters);
	return EXIT_FINE;
}

/* What the options say. */
struct said {
	const char *language, *zone; /* of add */
	const char *to, *output;     /* of export */
	const char *judge, *name;    /* of import */
};

static int export_to(struct cli *c, struct app *h, const char *name,
		     const struct said *said)
{
	struct person_row p;
	struct why why = { 0 };
	struct buf out;
	enum err e;

	if (!said->to)
		return cli_usage(c, "person export wants --to, the address of "
				    "the judge that it is for");
	e = cli_person(c, h, name, &p, &why);
	buf_init(&out, PASSPORT_MAX);
	if (!e)
		e = judge_person_export(h->judge, p.id, str_of(said->to), &out,
					&why);
	if (!e && said->output)
		e = file_replace(said->output, buf_str(&out), 0600, &why);
	else if (!e)
		printf("%.*s", STR_ARG(buf_str(&out)));
	buf_release(&out);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static void print_taken(const struct cli *c, const struct brought *b)
{
	if (b->asked)
		printf(b->before
			       ? "the address was asked before, and has not "
				 "answered yet; what it is asked for is as "
				 "this passport says now\n"
			       : "the address is asked; nothing is kept until "
				 "it has answered\n");
	else if (!c->quiet)
		printf("%d keys added, %d revoked\n", b->n_added, b->n_revoked);
	if (b->n_left)
		printf("%d keys were not added: the ring here is newer than "
		       "this passport\n",
		       b->n_left);
	if (b->n_dead)
		printf("%d keys are valid there and were revoked here: they "
		       "stay revoked\n",
		       b->n_dead);
}

static int import_from(struct cli *c, struct app *h, const char *file,
		       const struct said *said)
{
	struct brought b;
	struct why why = { 0 };
	struct str text;
	struct key by;
	enum err e;

	if (!said->judge)
		return cli_usage(c, "person import wants --judge, the key of "
				    "the judge that signed it");
	e = cli_read(c, file, PASSPORT_MAX, &text, &why);
	if (!e && !passport_signer(text, &c->arena, &by))
		e = why_set(&why, ERR_FORMAT, "%s is no passport", file);
	if (!e && !saved_report_key_is(c, said->judge, &by))
		e = why_set(&why, ERR_SIGNATURE,
			    "%s is signed by another key than that of --judge",
			    file);
	if (!e)
		e = judge_person_import(h->judge, text, &by,
					str_of(said->name ? said->name : ""),
					&b, &why);
	if (e)
		return cli_fail(c, e, &why);
	print_taken(c, &b);
	return EXIT_FINE;
}

static int person_list(struct cli *c, struct app *h)
{
	struct why why = { 0 };
	enum err e = store_person_list(judge_store(h->judge), STR(""), INT_MAX,
				       &c->arena, list_one, c, &why);

	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static int person_act(struct cli *c, struct app *h, int argc, char **argv,
		      const struct said *said)
{
	static const struct {
		const char *what;
		int (*one)(struct cli *c, struct app *h, const char *name);
		int (*some)(struct cli *c, struct app *h, int argc,
			    char **argv);
		int (*more)(struct cli *c, struct app *h, const char *word,
			    const struct said *said);
	} all[] = {
		{ "show", person_show, NULL, NULL },
		{ "address", NULL, person_address, NULL },
		{ "absent", NULL, person_absent, NULL },
		{ "return", person_returned, NULL, NULL },
		{ "reset-key", reset_key, NULL, NULL },
		{ "erase", person_erase, NULL, NULL },
		{ "export", NULL, NULL, export_to },
		{ "import", NULL, NULL, import_from },
	};
	static const char *const renamed[][2] = {
		{ "away", "absent" },
		{ "back", "return" },
		{ "readmit", "reset-key" },
		{ "forget", "erase" },
	};
	const char *what = argc ? argv[0] : "list";

	for (size_t i = 0; i < ARRAY_LEN(renamed); i++)
		if (!strcmp(what, renamed[i][0]))
			return cli_renamed(c, what, renamed[i][1]);
	if (!strcmp(what, "list"))
		return person_list(c, h);
	if (!strcmp(what, "add"))
		return add(c, h, argc, argv, said->language, said->zone);
	for (size_t i = 0; i < ARRAY_LEN(all); i++) {
		if (strcmp(what, all[i].what) != 0)
			continue;
		if (all[i].some)
			return all[i].some(c, h, argc, argv);
		if (argc == 2)
			return all[i].one ? all[i].one(c, h, argv[1])
					  : all[i].more(c, h, argv[1], said);
	}
	return cli_usage(c,
			 "add, list, show NAME, address, absent, return NAME, "
			 "reset-key NAME, erase NAME, export NAME or import "
			 "FILE was expected");
}

int command_person(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "judge", required_argument, NULL, 'j' },
		{ "language", required_argument, NULL, 'l' },
		{ "name", required_argument, NULL, 'n' },
		{ "output", required_argument, NULL, 'o' },
		{ "to", required_argument, NULL, 't' },
		{ "zone", required_argument, NULL, 'z' },
		{ NULL, 0, NULL, 0 },
	};
	struct said said = { .language = "", .zone = "" };
	struct app h = { 0 };
	int opt, code;

	while ((opt = getopt_long(argc, argv, "j:l:n:o:t:z:", options, NULL)) !=
	       -1) {
		switch (opt) {
		case 'j': said.judge = optarg; break;
		case 'l': said.language = optarg; break;
		case 'n': said.name = optarg; break;
		case 'o': said.output = optarg; break;
		case 't': said.to = optarg; break;
		case 'z': said.zone = optarg; break;
		default: return cli_no_option(c, options);
		}
	}
	code = cli_house(c, &h);
	if (!code)
		code = person_act(c, &h, argc - optind, argv + optind, &said);
	app_release(&h);
	return code;
}
