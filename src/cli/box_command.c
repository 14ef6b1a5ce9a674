/* The sub-commands of the two boxes of mails. */
#include "cli/box_command.h"
#include "base/parse.h"
#include <getopt.h>
#include <stdio.h>

void mails_line(const struct cli *c, const struct mail_line *m,
		struct json_line *j)
{
	char at[32];

	if (!c->json) {
		printf("%8lld  %s  %-8s ", (long long)m->id,
		       cli_time(m->at_s, at), m->state);
		return;
	}
	json_start(j);
	json_number(j, "number", m->id);
	json_text(j, m->what_at, str_of(cli_time(m->at_s, at)));
	json_text(j, "state", str_of(m->state));
}

static int list(struct cli *c, const struct mail_box *b, struct store *st,
		const char *state)
{
	struct why why = { 0 };
	int which = -1;
	enum err e;

	for (int i = 0; *state && i < b->n_states; i++)
		if (!strcmp(state, b->state_name(i)))
			which = i;
	if (*state && which < 0)
		return cli_usage(c, "'%s' is no state of a mail", state);
	e = b->list(c, st, which, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

typedef enum err box_call(struct judge *j, int64_t id, struct why *why);

/* what a word does with one mail; NULL: show, or no such word */
static box_call *call_of(const struct mail_box *b, const char *what)
{
	return !strcmp(what, "again")  ? b->again
	       : !strcmp(what, "drop") ? b->drop
				       : NULL;
}

int command_mails(struct cli *c, const struct mail_box *b, int argc,
		  char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct app h = { 0 };
	struct why why = { 0 };
	const char *what;
	box_call *call;
	int64_t id = 0;
	bool lists;
	enum err e = ERR_OK;
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	argc -= optind;
	argv += optind;
	what = argc ? argv[0] : "list";
	lists = !strcmp(what, "list");
	call = call_of(b, what);
	if (argc > 2 ||
	    (!lists && (argc != 2 || (strcmp(what, "show") != 0 && !call) ||
			!parse_int(str_of(argv[1]), 1, INT64_MAX, &id))))
		return cli_usage(c,
				 "list [STATE], show NUMBER%s again NUMBER%s "
				 "was expected",
				 b->drop ? "," : " or",
				 b->drop ? " or drop NUMBER" : "");
	code = cli_house(c, &h);
	if (!code && lists) {
		code = list(c, b, judge_store(h.judge),
			    argc == 2 ? argv[1] : "");
		if (!code && b->after)
			e = b->after(c, h.judge, &why);
	} else if (!code) {
		e = call ? call(h.judge, id, &why)
			 : b->show(c, judge_store(h.judge), id, &why);
	}
	if (e)
		code = cli_fail(c, e, &why);
	app_release(&h);
	return code;
}
