/* heraldo status - how the judge is doing. */
#include "cli/cli.h"
#include "cli/app.h"
#include <getopt.h>
#include <stdio.h>
#include <time.h>

static void counts_print(const char *what, const int64_t *n,
			 const char *const *names, int n_names)
{
	printf("%-8s", what);
	for (int i = 0; i < n_names; i++)
		printf("%s %lld %s", i ? "," : "", (long long)n[i], names[i]);
	putchar('\n');
}

/* Does the mail server take no mail? Say why, and when it is tried next. */
static bool relay_print(struct judge *judge, struct cli *c)
{
	struct relay_row r;
	char since[32], next[32];

	if (judge_relay(judge, &c->arena, &r, NULL) || r.state == RELAY_OPEN)
		return false;
	printf("sending  %s since %s, next try %s: %.*s\n",
	       relay_state_name(r.state), cli_time(r.since_s, since),
	       cli_time(r.next_s, next), STR_ARG(r.words));
	return true;
}

/* mails that somebody must look at */
static bool mails_print(const struct judge_status *s)
{
	if (s->inbox[INBOX_ASIDE])
		puts("mails were set aside: heraldo inbox list aside");
	if (s->outbox[OUTBOX_FAILED])
		puts("mails could not be delivered: heraldo outbox list "
		     "failed");
	if (s->outbox[OUTBOX_BOUNCED])
		puts("mails came back: heraldo outbox list bounced; heraldo "
		     "outbox drop NUMBER when you have seen to it");
	return s->inbox[INBOX_ASIDE] || s->outbox[OUTBOX_FAILED] ||
	       s->outbox[OUTBOX_BOUNCED];
}

/* what is told of the mailbox */
struct mailbox_state {
	bool any, unreadable;
};

static void trouble_print(void *context, enum inbox_trouble kind,
			  struct str subject, int64_t since_s, struct str words)
{
	static const char *const what[INBOX_TROUBLES] = {
		[INBOX_UNREADABLE] = "the mailbox cannot be read",
		[INBOX_PASSED_BY] = "a mail is passed by, as it cannot be "
				    "fetched",
		[INBOX_UNWRITABLE] = "stored mail stays where it is",
	};
	struct mailbox_state *m = context;
	char since[32];

	m->any = true;
	m->unreadable |= kind == INBOX_UNREADABLE;
	printf("%s, since %s: %.*s%s%.*s\n", what[kind],
	       cli_time(since_s, since), STR_ARG(subject),
	       subject.len ? ": " : "", STR_ARG(words));
}

/* the games whose time is up while nobody knows what lies in the mailbox */
static enum err waiting_print(struct judge *j, struct arena *a, struct why *why)
{
	enum { SHOWN = 20 };
	struct timer_row t, after;
	bool first = true;
	int n = 0;
	enum err e;

	while (!(e = store_timer_due(judge_store(j), (int64_t)time(NULL),
				     first ? NULL : &after, &t, why))) {
		struct game_row g;
		char due[32];

		first = false;
		after = t;
		if (n++ >= SHOWN)
			continue;
		e = store_game_get(judge_store(j), t.game, a, &g, why);
		if (e)
			return e;
		printf("  a deadline waits for it: %.*s, due %s\n",
		       STR_ARG(g.name), cli_time(t.due_s, due));
	}
	if (n > SHOWN)
		printf("  and %d more\n", n - SHOWN);
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

static enum err mailbox_print(struct judge *j, bool *any, struct why *why)
{
	struct mailbox_state m = { 0 };
	struct arena a = { 0 };
	enum err e =
		store_trouble_list(judge_store(j), &a, trouble_print, &m, why);

	if (!e && m.unreadable)
		e = waiting_print(j, &a, why);
	*any = m.any;
	arena_release(&a);
	return e;
}

/* what the judge has; true: somebody must look at it */
static bool status_print(const struct judge_status *s)
{
	static const char *const games[GAME_STATES] = { "open", "running",
							"paused", "ended",
							"archived" };
	const char *inbox[INBOX_STATES], *outbox[OUTBOX_STATES];
	char due[32];
	bool any;

	for (int i = 0; i < INBOX_STATES; i++)
		inbox[i] = inbox_state_name((enum inbox_state)i);
	for (int i = 0; i < OUTBOX_STATES; i++)
		outbox[i] = outbox_state_name((enum outbox_state)i);
	counts_print("games", s->games, games, GAME_STATES);
	counts_print("inbox", s->inbox, inbox, INBOX_STATES);
	counts_print("outbox", s->outbox, outbox, OUTBOX_STATES);
	if (s->next_timer_s == INT64_MAX)
		puts("timer    none");
	else
		printf("timer    %s\n", cli_time(s->next_timer_s, due));
	printf("schema   %d\n", s->schema);
	any = mails_print(s);
	if (s->worn)
		printf("%lld letters killed their writer and went out with "
		       "less: please report it\n",
		       (long long)s->worn);
	return any;
}

int command_status(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct app h = { 0 };
	struct judge_status s;
	struct why why = { 0 };
	bool any, unwell;
	int code;
	enum err e;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	code = cli_words(c, argc, optind, 0, 0);
	if (!code)
		code = cli_house(c, &h);
	e = code ? ERR_OK : judge_status(h.judge, &s, &why);
	if (code || e) {
		app_release(&h);
		return code ? code : cli_fail(c, e, &why);
	}
	any = status_print(&s);
	any |= relay_print(h.judge, c);
	e = mailbox_print(h.judge, &unwell, &why);
	app_release(&h);
	return e ? cli_fail(c, e, &why) : any || unwell ? EXIT_NO : EXIT_FINE;
}
