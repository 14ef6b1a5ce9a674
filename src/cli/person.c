/* heraldo person - who plays: names, addresses, languages. */
#include "cli/cli.h"
#include "base/date.h"
#include "cli/house.h"
#include "rules/slot.h"
#include <getopt.h>
#include <stdio.h>

static int add(struct cli *c, struct house *h, int argc, char **argv,
	       const char *language, const char *zone)
{
	struct why why = { 0 };
	int64_t id;
	enum err e;

	if (argc != 3)
		return cli_usage(c, "person add takes a name and an address");
	e = judge_person_add(h->judge, str_of(argv[1]), str_of(argv[2]),
			     str_of(language), str_of(zone), &id, &why);
	if (e)
		return cli_fail(c, e, &why);
	printf("%s <%s>\n", argv[1], argv[2]);
	return EXIT_FINE;
}

static bool list_one(void *context, const struct person_row *p)
{
	const struct cli *c = context;

	if (c->json) {
		struct json_line j;

		json_start(&j);
		json_text(&j, "name", p->name);
		json_text(&j, "address", p->address);
		json_text(&j, "language", p->language);
		json_text(&j, "zone", p->zone);
		json_number(&j, "bounces", p->bounces);
		json_end(&j);
		return true;
	}
	printf("%-20.*s %-32.*s %-4.*s %.*s%s\n", STR_ARG(p->name),
	       STR_ARG(p->address), STR_ARG(p->language), STR_ARG(p->zone),
	       p->bounces ? "  bounces" : "");
	return true;
}

static int show(struct cli *c, struct house *h, const char *name)
{
	struct person_row p;
	struct key_row keys[64];
	struct seat_row seats[256];
	struct why why = { 0 };
	int n_keys = 0, n_seats = 0;
	enum err e = cli_person(c, h, name, &p, &why);

	if (!e)
		e = store_key_list(judge_store(h->judge), p.id, &c->arena, keys,
				   ARRAY_LEN(keys), &n_keys, &why);
	if (!e)
		e = store_seat_of_person(judge_store(h->judge), p.id, &c->arena,
					 seats, ARRAY_LEN(seats), &n_seats,
					 &why);
	if (e)
		return cli_fail(c, e, &why);
	list_one(c, &p);
	for (int i = 0; i < n_keys; i++)
		printf("  key %.*s%s\n", STR_ARG(keys[i].fingerprint),
		       keys[i].revoked_s ? " (revoked)" : "");
	for (int i = 0; i < n_seats; i++) {
		struct game_row g;
		char seat[8];

		if (store_game_get(judge_store(h->judge), seats[i].game,
				   &c->arena, &g, NULL))
			continue;
		slot_name(seats[i].slot, seat);
		printf("  %.*s: %s\n", STR_ARG(g.name), seat);
	}
	return EXIT_FINE;
}

static int address(struct cli *c, struct house *h, int argc, char **argv)
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

static int readmit(struct cli *c, struct house *h, const char *name)
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

static int away(struct cli *c, struct house *h, int argc, char **argv)
{
	struct person_row p;
	struct why why = { 0 };
	int32_t from, until;
	enum err e;

	if (argc != 4 || !date_parse(str_of(argv[2]), &from) ||
	    !date_parse(str_of(argv[3]), &until))
		return cli_usage(c, "person away takes a name, the first and "
				    "the last day: 2026-12-20 2027-01-06");
	e = cli_person(c, h, argv[1], &p, &why);
	if (!e)
		e = judge_away(h->judge, p.id, from, until, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static int back(struct cli *c, struct house *h, const char *name)
{
	struct person_row p;
	struct why why = { 0 };
	enum err e = cli_person(c, h, name, &p, &why);

	if (!e)
		e = judge_back(h->judge, p.id, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static int forget(struct cli *c, struct house *h, const char *name)
{
	struct person_row p;
	struct why why = { 0 };
	int mails, letters;
	enum err e = cli_person(c, h, name, &p, &why);

	if (!e)
		e = judge_person_forget(h->judge, p.id, &mails, &letters, &why);
	if (e)
		return cli_fail(c, e, &why);
	if (!c->quiet)
		printf("forgotten: %d mails and %d letters; the logs of games "
		       "keep what they have\n",
		       mails, letters);
	return EXIT_FINE;
}

int command_person(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "language", required_argument, NULL, 'l' },
		{ "zone", required_argument, NULL, 'z' },
		{ NULL, 0, NULL, 0 },
	};
	const char *language = "", *zone = "", *what;
	struct house h = { 0 };
	struct why why = { 0 };
	int opt, code;

	while ((opt = getopt_long(argc, argv, "l:z:", options, NULL)) != -1) {
		switch (opt) {
		case 'l': language = optarg; break;
		case 'z': zone = optarg; break;
		default: return cli_usage(c, "no such option");
		}
	}
	argc -= optind;
	argv += optind;
	what = argc ? argv[0] : "list";
	code = cli_house(c, &h);
	if (code) {
		house_release(&h);
		return code;
	}
	if (!strcmp(what, "add")) {
		code = add(c, &h, argc, argv, language, zone);
	} else if (!strcmp(what, "list")) {
		enum err e = store_person_list(judge_store(h.judge), STR(""),
					       INT_MAX, &c->arena, list_one, c,
					       &why);

		code = e ? cli_fail(c, e, &why) : EXIT_FINE;
	} else if (!strcmp(what, "show") && argc == 2) {
		code = show(c, &h, argv[1]);
	} else if (!strcmp(what, "address")) {
		code = address(c, &h, argc, argv);
	} else if (!strcmp(what, "away")) {
		code = away(c, &h, argc, argv);
	} else if (!strcmp(what, "back") && argc == 2) {
		code = back(c, &h, argv[1]);
	} else if (!strcmp(what, "readmit") && argc == 2) {
		code = readmit(c, &h, argv[1]);
	} else if (!strcmp(what, "forget") && argc == 2) {
		code = forget(c, &h, argv[1]);
	} else {
		code = cli_usage(c, "add, list, show NAME, address, away, back "
				    "NAME, readmit NAME or forget NAME was "
				    "expected");
	}
	house_release(&h);
	return code;
}
