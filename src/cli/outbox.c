/* heraldo outbox - the judge's own mails, and how their sending went. */
#include "cli/mails.h"
#include <stdio.h>

static bool list_one(void *context, const struct outbox_row *r)
{
	const struct cli *c = context;
	struct mail_line m = { r->id, r->created_s, "created",
			       outbox_state_name(r->state) };
	struct json_line j;

	mails_line(c, &m, &j);
	if (c->json) {
		json_text(&j, "kind", r->kind);
		json_text(&j, "address", r->address);
		json_text(&j, "trouble", r->trouble);
		json_end(&j);
		return true;
	}
	printf("%-10.*s %.*s%s%.*s\n", STR_ARG(r->kind), STR_ARG(r->address),
	       r->trouble.len ? "  " : "", STR_ARG(r->trouble));
	return true;
}

static const char *state_name(int state)
{
	return outbox_state_name((enum outbox_state)state);
}

static enum err list(struct cli *c, struct store *st, int state,
		     struct why *why)
{
	return store_outbox_list(st, state, 0, MAILS_LIST_MAX, &c->arena,
				 list_one, c, why);
}

static enum err show(struct cli *c, struct store *st, int64_t id,
		     struct why *why)
{
	struct outbox_row row;
	struct str bytes;
	enum err e = store_outbox_get(st, id, &c->arena, &row, why);

	if (e)
		return e;
	if (!row.size) {
		puts("not written yet: it is rendered when it is due");
		return ERR_OK;
	}
	if (!row.kept) {
		printf("its %lld bytes were forgotten (heraldo.conf(5): "
		       "keep-sent-days); heraldo outbox again %lld writes it "
		       "anew\n",
		       (long long)row.size, (long long)id);
		return ERR_OK;
	}
	e = store_outbox_bytes(st, id, &c->arena, &bytes, why);
	if (!e)
		fwrite(bytes.s, 1, bytes.len, stdout);
	return e;
}

int command_outbox(struct cli *c, int argc, char **argv)
{
	static const struct mail_box box = {
		.state_name = state_name,
		.n_states = OUTBOX_STATES,
		.list = list,
		.show = show,
		.again = judge_outbox_again,
	};

	return command_mails(c, &box, argc, argv);
}
