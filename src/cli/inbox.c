/* heraldo inbox - the mails that came, and what became of them. */
#include "cli/cli.h"
#include "cli/house.h"
#include "base/parse.h"
#include <getopt.h>
#include <stdio.h>

enum { LIST_MAX = 50 };

static bool list_one(void *context, const struct inbox_row *r)
{
	const struct cli *c = context;
	struct json_line j;
	char at[32];

	if (c->json) {
		json_start(&j);
		json_number(&j, "number", r->id);
		json_text(&j, "received", str_of(cli_time(r->received_s, at)));
		json_text(&j, "state", str_of(inbox_state_name(r->state)));
		json_text(&j, "verdict", r->verdict);
		json_end(&j);
		return true;
	}
	printf("%8lld  %s  %-8s %s%.*s\n", (long long)r->id,
	       cli_time(r->received_s, at), inbox_state_name(r->state),
	       r->poison ? "(it broke its reader) " : "", STR_ARG(r->verdict));
	return true;
}

static int list(struct cli *c, struct house *h, const char *state)
{
	struct why why = { 0 };
	int which = -1;
	enum err e;

	for (int i = 0; *state && i < INBOX_STATES; i++)
		if (!strcmp(state, inbox_state_name((enum inbox_state)i)))
			which = i;
	if (*state && which < 0)
		return cli_usage(c, "'%s' is no state of a mail", state);
	e = store_inbox_list(judge_store(h->judge), which, 0, LIST_MAX,
			     &c->arena, list_one, c, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

int command_inbox(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct house h = { 0 };
	struct inbox_row row;
	struct why why = { 0 };
	const char *what;
	int64_t id = 0;
	enum err e = ERR_OK;
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_usage(c, "it takes no options");
	argc -= optind;
	argv += optind;
	what = argc ? argv[0] : "list";
	if (argc > 2 || (strcmp(what, "list") &&
			 (argc != 2 ||
			  !parse_int(str_of(argv[1]), 1, INT64_MAX, &id))))
		return cli_usage(c, "list [STATE], show NUMBER or again NUMBER was expected");
	code = cli_house(c, &h);
	if (code) {
		house_release(&h);
		return code;
	}
	if (!strcmp(what, "list")) {
		code = list(c, &h, argc == 2 ? argv[1] : "");
	} else if (!strcmp(what, "show")) {
		e = store_inbox_get(judge_store(h.judge), id, &c->arena, &row,
				    &why);
		if (!e)
			fwrite(row.raw.s, 1, row.raw.len, stdout);
	} else if (!strcmp(what, "again")) {
		e = judge_inbox_again(h.judge, id, &why);
	} else {
		code = cli_usage(c, "list, show or again was expected");
	}
	if (e)
		code = cli_fail(c, e, &why);
	house_release(&h);
	return code;
}
