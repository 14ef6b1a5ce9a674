/* heraldo inbox - the mails that came, and what became of them. */
#include "cli/mails.h"
#include <stdio.h>

static bool list_one(void *context, const struct inbox_row *r)
{
	const struct cli *c = context;
	struct mail_line m = { r->id, r->received_s, "received",
			       inbox_state_name(r->state) };
	struct json_line j;

	mails_line(c, &m, &j);
	if (c->json) {
		json_text(&j, "verdict", r->verdict);
		json_end(&j);
		return true;
	}
	printf("%s%.*s\n", r->poison ? "(it broke its reader) " : "",
	       STR_ARG(r->verdict));
	return true;
}

static const char *state_name(int state)
{
	return inbox_state_name((enum inbox_state)state);
}

static enum err list(struct cli *c, struct store *st, int state,
		     struct why *why)
{
	return store_inbox_list(st, state, 0, MAILS_LIST_MAX, &c->arena,
				list_one, c, why);
}

static enum err show(struct cli *c, struct store *st, int64_t id,
		     struct why *why)
{
	struct inbox_row row;
	enum err e = store_inbox_get(st, id, &c->arena, &row, why);

	if (!e && row.pruned)
		puts("its text was forgotten: it was of nobody with a seat "
		     "(heraldo.conf(5): stray-days, stray-mib)");
	else if (!e)
		fwrite(row.raw.s, 1, row.raw.len, stdout);
	return e;
}

int command_inbox(struct cli *c, int argc, char **argv)
{
	static const struct mail_box box = {
		.state_name = state_name,
		.n_states = INBOX_STATES,
		.list = list,
		.show = show,
		.again = judge_inbox_again,
	};

	return command_mails(c, &box, argc, argv);
}
