/* src/cli/inbox.c - heraldo inbox: lists received mails and their results */
#include "cli/box_command.h"
#include "base/parse.h"
#include "judge/inbox/verdict.h"
#include <stdio.h>

struct listing {
	struct cli *c;
	struct store *st;
	int n;
	int64_t last;
};

/* the mail of ours that it is about, which the verdict names by number */
static void original_print(const struct listing *l, struct str verdict)
{
	static const char *const begins[] = { "bounce of mail ",
					      "delay of mail " };
	struct outbox_row row;
	int64_t id;

	for (size_t i = 0; i < ARRAY_LEN(begins); i++) {
		struct str number = verdict;
		size_t n = strlen(begins[i]);

		if (!str_starts(verdict, begins[i]))
			continue;
		number.s += n;
		number.len -= n;
		if (parse_int(number, 1, INT64_MAX, &id) &&
		    !store_outbox_get(l->st, id, &l->c->arena, &row, NULL))
			printf(" to %.*s%s%.*s", STR_ARG(row.address),
			       row.state == OUTBOX_BOUNCED ? ": " : "",
			       row.state == OUTBOX_BOUNCED
				       ? (int)row.trouble.len
				       : 0,
			       row.trouble.s);
	}
}

static bool list_one(void *context, const struct inbox_row *r)
{
	struct listing *l = context;
	struct cli *c = l->c;
	struct mail_line m = { r->id, r->received_s, "received",
			       inbox_state_name(r->state) };
	struct json_line j;

	l->n++;
	l->last = r->id;
	mails_line(c, &m, &j);
	if (c->json) {
		json_text(&j, "verdict", r->verdict);
		mails_of_print(c, l->st, r->game, r->slot, &j);
		json_end(&j);
		return true;
	}
	printf("%s%.*s", r->poison ? "(it broke its reader) " : "",
	       STR_ARG(r->verdict));
	original_print(l, r->verdict);
	mails_of_print(c, l->st, r->game, r->slot, &j);
	putchar('\n');
	return true;
}

static const char *state_name(int state)
{
	return inbox_state_name((enum inbox_state)state);
}

static enum err inbox_list(struct cli *c, struct store *st,
			   const struct mail_choice *w, int *n, int64_t *last,
			   struct why *why)
{
	struct listing l = { .c = c, .st = st };
	enum err e = store_inbox_choose(st, w, &c->arena, list_one, &l, why);

	*n = l.n;
	*last = l.last;
	return e;
}

static enum err mail_show(struct cli *c, struct store *st, int64_t id,
			  struct why *why)
{
	struct inbox_row row;
	enum err e = store_inbox_get(st, id, &c->arena, &row, why);

	if (!e && row.pruned)
		puts("its text was forgotten: it was of nobody with a seat "
		     "(heraldo.conf(5): unknown-mail-days, unknown-mail-mib)");
	else if (!e)
		fwrite(row.raw.s, 1, row.raw.len, stdout);
	return e;
}

static int inbox_words_check(const struct cli *c, struct str words)
{
	struct str near;

	if (verdict_may_contain(words, &near))
		return EXIT_FINE;
	return cli_usage(c,
			 "no mail can have '%.*s' in what became of "
			 "it%s%.*s; heraldo inbox list --help has the words",
			 STR_ARG(words), near.len ? ": did you mean " : "",
			 STR_ARG(near));
}

static void inbox_words_print(void)
{
	struct verdict_word w;

	puts("what became of a mail:");
	for (size_t i = 0; verdict_word(i, &w); i++)
		printf("  %-20s %s\n", w.word, w.meaning);
}

int command_inbox(struct cli *c, int argc, char **argv)
{
	static const struct mail_box box = {
		.state_name = state_name,
		.n_states = INBOX_STATES,
		.list = inbox_list,
		.show = mail_show,
		.retry = judge_inbox_again,
		.drop = judge_inbox_drop,
		.words_check = inbox_words_check,
		.words_print = inbox_words_print,
	};

	return command_mails(c, &box, argc, argv);
}
