/*
 * src/cli/outbox.c - heraldo outbox: lists the judge's mails and the state of
 * their sending
 */
#include "cli/box_command.h"
#include <stdio.h>

/* when it is tried next, empty: never */
static const char *next_try(const struct outbox_row *r, char room[32])
{
	bool waits = r->state == OUTBOX_READY || r->state == OUTBOX_UNKNOWN;

	return waits && r->next_s ? cli_time(r->next_s, room) : "";
}

struct listing {
	struct cli *c;
	struct store *st;
	int n;
	int64_t last;
};

static bool list_one(void *context, const struct outbox_row *r)
{
	struct listing *l = context;
	struct cli *c = l->c;
	struct mail_line m = { r->id, r->created_s, "created",
			       outbox_state_name(r->state) };
	struct json_line j;
	char room[32];
	const char *next = next_try(r, room);

	l->n++;
	l->last = r->id;
	mails_line(c, &m, &j);
	if (c->json) {
		json_text(&j, "kind", r->kind);
		json_text(&j, "address", r->address);
		json_text(&j, "trouble", r->trouble);
		json_text(&j, "next", str_of(next));
		mails_of_print(c, l->st, r->game, r->slot, &j);
		json_end(&j);
		return true;
	}
	printf("%-17.*s %.*s%s%.*s%s%s", STR_ARG(r->kind), STR_ARG(r->address),
	       r->trouble.len ? "  " : "", STR_ARG(r->trouble),
	       *next ? "  next try " : "", next);
	mails_of_print(c, l->st, r->game, r->slot, &j);
	putchar('\n');
	return true;
}

/* a server that takes no mail is a fault of all that wait */
static enum err relay_print(struct cli *c, struct judge *judge, struct why *why)
{
	struct relay_row r;
	char since[32], next[32];
	enum err e = judge_relay(judge, &c->arena, &r, why);

	if (e || r.state == RELAY_OPEN || c->json)
		return e;
	printf("mail server: %s since %s, next try %s: %.*s\n",
	       relay_state_name(r.state), cli_time(r.since_s, since),
	       cli_time(r.next_s, next), STR_ARG(r.words));
	return ERR_OK;
}

/* Its way, beside the mail: stdout has the bytes alone. */
static void way_print(const struct outbox_row *r)
{
	char at[32];

	fprintf(stderr, "mail %lld: %.*s to %.*s, %s, %d %s\n",
		(long long)r->id, STR_ARG(r->kind), STR_ARG(r->address),
		outbox_state_name(r->state), r->attempts,
		r->attempts == 1 ? "try" : "tries");
	fprintf(stderr, "created: %s\n", cli_time(r->created_s, at));
	if (r->sent_s)
		fprintf(stderr, "sent: %s\n", cli_time(r->sent_s, at));
	if (*next_try(r, at))
		fprintf(stderr, "next try: %s\n", at);
	if (r->trouble.len)
		fprintf(stderr, "%s: %.*s\n",
			r->state == OUTBOX_BOUNCED ? "came back"
						   : "server's words",
			STR_ARG(r->trouble));
	fputc('\n', stderr);
}

static const char *state_name(int state)
{
	return outbox_state_name((enum outbox_state)state);
}

static enum err outbox_list(struct cli *c, struct store *st,
			    const struct mail_choice *w, int *n, int64_t *last,
			    struct why *why)
{
	struct listing l = { .c = c, .st = st };
	enum err e = store_outbox_choose(st, w, &c->arena, list_one, &l, why);

	*n = l.n;
	*last = l.last;
	return e;
}

static enum err mail_show(struct cli *c, struct store *st, int64_t id,
			  struct why *why)
{
	struct outbox_row row;
	struct str bytes;
	enum err e = store_outbox_get(st, id, &c->arena, &row, why);

	if (e)
		return e;
	fflush(stdout);
	way_print(&row);
	if (!row.size) {
		puts("not written yet: it is rendered when it is due");
		return ERR_OK;
	}
	if (!row.kept) {
		printf("its %lld bytes were forgotten (heraldo.conf(5): "
		       "outbox-keep-days); heraldo outbox retry %lld writes it "
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
		.list = outbox_list,
		.show = mail_show,
		.retry = judge_outbox_again,
		.drop = judge_outbox_drop,
		.after = relay_print,
	};

	return command_mails(c, &box, argc, argv);
}
