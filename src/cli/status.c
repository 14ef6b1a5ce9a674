/* heraldo status - how the judge is doing. */
#include "cli/cli.h"
#include "cli/house.h"
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

int command_status(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	static const char *const games[GAME_STATES] = { "open", "running",
							"paused", "ended",
							"archived" };
	const char *inbox[INBOX_STATES], *outbox[OUTBOX_STATES];
	struct house h = { 0 };
	struct judge_status s;
	struct why why = { 0 };
	char due[32];
	int code;
	enum err e;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	code = cli_words(c, argc, optind, 0, 0);
	if (!code)
		code = cli_house(c, &h);
	e = code ? ERR_OK : judge_status(h.judge, &s, &why);
	if (code || e) {
		house_release(&h);
		return code ? code : cli_fail(c, e, &why);
	}
	for (int i = 0; i < INBOX_STATES; i++)
		inbox[i] = inbox_state_name((enum inbox_state)i);
	for (int i = 0; i < OUTBOX_STATES; i++)
		outbox[i] = outbox_state_name((enum outbox_state)i);
	counts_print("games", s.games, games, GAME_STATES);
	counts_print("inbox", s.inbox, inbox, INBOX_STATES);
	counts_print("outbox", s.outbox, outbox, OUTBOX_STATES);
	if (s.next_timer_s == INT64_MAX)
		puts("timer    none");
	else
		printf("timer    %s\n", cli_time(s.next_timer_s, due));
	printf("schema   %d\n", s.schema);
	/* what somebody must look at */
	code = mails_print(&s) | relay_print(h.judge, c) ? EXIT_NO : EXIT_FINE;
	if (s.worn)
		printf("%lld letters killed their writer and went out with "
		       "less: please report it\n",
		       (long long)s.worn);
	house_release(&h);
	return code;
}
