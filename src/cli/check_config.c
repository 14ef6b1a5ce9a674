/*
 * src/cli/check_config.c - heraldo check-config: reads the configuration and
 * prints its meaning
 */
#include "cli/cli.h"
#include "base/parse.h"
#include "cli/advice.h"
#include "cli/config_check.h"
#include "cli/grant.h"
#include "cli/mail_selftest.h"
#include "cli/secret.h"
#include "mail/sandbox.h"
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void line_print(const char *kind, const char *words)
{
	enum { ROOM = 8192 };
	char text[ROOM];

	snprintf(text, sizeof(text), "%s", words);
	advice_complete(text, sizeof(text));
	printf("  %s: %s\n", kind, text);
}

/* --quiet omits notes */
static void check_config_note(const struct cli *c, const char *words)
{
	if (!c->quiet)
		line_print("note", words);
}

static void fault_print(void *context, const char *text)
{
	(void)context;
	line_print("fault", text);
}

static void warning_print(void *context, const char *text)
{
	(void)context;
	line_print("warning", text);
}

static void page_note(struct cli *c)
{
	const char *file = c->config.webapp_file;

	if (*c->config.webapp_url && access(file, R_OK))
		check_config_note(
			c, arena_printf(&c->arena,
					"page %s: %s; invitations cannot tell "
					"the hash of what stands at webapp-url",
					file, strerror(errno)));
}

/* Google ends a consent after seven days while its application is in testing;
 * nothing tells that before. */
static void consent_note(struct cli *c, enum secret_account which)
{
	enum { YOUNG_S = 8 * 86400 };
	const int64_t now_s = (int64_t)time(NULL);
	struct oauth_grant g;
	char path[GRANT_PATH], day[32];

	if (!secret_grant_path(&c->config, which, path, sizeof(path)) ||
	    grant_load(path, &g, NULL))
		return;
	if (strstr(g.token_url, "googleapis.com") &&
	    g.granted_s > now_s - YOUNG_S)
		check_config_note(
			c, arena_printf(
				   &c->arena,
				   "the consent for %s is of %s; if its "
				   "application is in \"testing\", Google ends "
				   "it seven days later: publish the "
				   "application (heraldo-mailbox(7))",
				   g.account, cli_time(g.granted_s, day)));
	explicit_bzero(&g, sizeof(g));
}

static void notes_print(struct cli *cli)
{
	const struct config *c = &cli->config;
	char inbox[GRANT_PATH] = "", outbox[GRANT_PATH] = "";

	page_note(cli);
	secret_grant_path(c, SECRET_INBOX, inbox, sizeof(inbox));
	secret_grant_path(c, SECRET_OUTBOX, outbox, sizeof(outbox));
	consent_note(cli, SECRET_INBOX);
	if (strcmp(inbox, outbox))
		consent_note(cli, SECRET_OUTBOX);

	if (!*c->authserv_id)
		check_config_note(
			cli,
			"authserv-id is not set, so mails with a forged From are "
			"answered like others, as often as strangers are; set it "
			"to the name that your mail server writes first in "
			"Authentication-Results (heraldo.conf(5))");
	if (!strcmp(c->inbox_kind, "pop3"))
		check_config_note(
			cli,
			"pop3: mails are deleted from the server once they "
			"are stored, and all that are there are answered; "
			"give the judge a mailbox of its own");
	check_config_note(
		cli,
		confine_landlock()
			? "the mail process is confined by seccomp and Landlock"
			: "the mail process is confined by seccomp; this "
			  "kernel has no Landlock");
}

/* The value of the key with this number. */
static const char *value_of(const struct cli *c, int i)
{
	const char *const values[] = {
#define X(member, section, key, type, fallback, meaning) c->config.member,
#include "cli/config.def"
#undef X
	};

	return values[i];
}

/* Print what the daemon cannot read although this command can: the daemon is
 * not root, and a unit of systemd hides folders. False: there is a fault. */
static bool daemon_check(struct cli *c)
{
	bool good = true;

	if (c->user && access(c->config_file, R_OK)) {
		printf("  fault: the daemon's user %s cannot read %s: %s; "
		       "chgrp %s %s, chmod 640 %s\n",
		       c->user, c->config_file, strerror(errno), c->user,
		       c->config_file, c->config_file);
		good = false;
	}
	for (int i = 0; i < n_config_keys; i++)
		if (cli_hidden(c, value_of(c, i))) {
			printf("  fault: [%s] %s = %s: the units of the package "
			       "see no file there (ProtectHome)\n",
			       config_keys[i].section, config_keys[i].key,
			       value_of(c, i));
			good = false;
		}
	return good;
}

static void values_print(struct cli *c)
{
	for (int i = 0; i < n_config_keys; i++) {
		const struct config_key *k = &config_keys[i];

		if (!i || strcmp(k->section, config_keys[i - 1].section))
			printf("[%s]\n", k->section);
		printf("  %s = %s\n", k->key, value_of(c, i));
	}
}

/* What it says. EXIT_CONFIG: a restart of the daemon would not help;
 * EXIT_WORLD: it may. */
static int config_show(struct cli *c)
{
	enum err e;

	if (!c->quiet)
		values_print(c);
	e = config_check(&c->config, &c->arena, fault_print, warning_print,
			 NULL);
	if (!daemon_check(c))
		e = ERR_CONFIG;
	notes_print(c);
	if (e)
		puts("the daemon would not work like this");
	else if (!c->quiet)
		puts("the configuration is good");
	return !e ? EXIT_FINE : e == ERR_CONFIG ? EXIT_CONFIG : EXIT_WORLD;
}

int command_check_config(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "mail", required_argument, NULL, 'm' },
		{ "timeout", required_argument, NULL, 't' },
		{ NULL, 0, NULL, 0 }
	};
	const char *address = NULL;
	int64_t timeout_s = MAIL_SELFTEST_S;
	int code, o;

	while ((o = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (o) {
		case 'm': address = optarg; break;
		case 't':
			if (parse_int(str_of(optarg), 1, MAIL_SELFTEST_MAX_S,
				      &timeout_s))
				break;
			return cli_usage(c,
					 "--timeout: 1 to %d seconds, not '%s'",
					 MAIL_SELFTEST_MAX_S, optarg);
		default: return cli_no_option(c, options);
		}
	code = cli_words(c, argc, optind, 0, 0);
	if (code)
		return code;
	if (cli_config(c))
		return EXIT_CONFIG;
	code = config_show(c);
	return code || !address ? code
				: try_mail(c, address, (unsigned)timeout_s);
}
