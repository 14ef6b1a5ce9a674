/* src/cli/check_config.c - heraldo check-config: what the configuration says.
 */
#include "cli/site_updater.h"
#include "cli/cli.h"
#include "base/parse.h"
#include "cli/page.h"
#include "cli/mail_selftest.h"
#include "cli/secret.h"
#include "mail/sandbox.h"
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* folders that must be there before the daemon can start */
static bool folder_check(const char *what, const char *path, int mode)
{
	struct stat st;
	const char *fault = NULL;

	if (stat(path, &st))
		fault = strerror(errno);
	else if (!S_ISDIR(st.st_mode))
		fault = "not a folder";
	else if (access(path, mode))
		fault = strerror(errno);
	if (fault)
		printf("  fault: %s %s: %s\n", what, path, fault);
	return !fault;
}

static bool login_check(const struct config *c, enum secret_account which)
{
	struct why why = { 0 };

	if (!secret_check(c, which, &why))
		return true;
	printf("  fault: the login of the %s: %s\n",
	       which == SECRET_INBOX ? "inbox" : "outbox", why.text);
	return false;
}

/* what it says; false: the daemon would not work like this */
static bool config_show(struct cli *c)
{
	bool good = true;

	for (int i = 0; i < n_config_keys; i++) {
		const char *const values[] = {
#define X(member, section, key, type, otherwise, meaning) c->config.member,
#include "cli/config.def"
#undef X
		};
		const struct config_key *k = &config_keys[i];

		if (!i || strcmp(k->section, config_keys[i - 1].section))
			printf("[%s]\n", k->section);
		printf("  %s = %s\n", k->key, values[i]);
	}
	good &= folder_check("state", c->config.state, R_OK | W_OK | X_OK);
	good &= folder_check("templates", c->config.templates, R_OK | X_OK);
	good &= folder_check("data", c->config.data, R_OK | X_OK);
	good &= login_check(&c->config, SECRET_INBOX);
	good &= login_check(&c->config, SECRET_OUTBOX);
	if (!page_url_is(str_of(c->config.page_url))) {
		printf("  fault: page-url '%s' is no address of the web\n",
		       c->config.page_url);
		good = false;
	} else if (*c->config.page_url && access(c->config.page, R_OK)) {
		printf("  note: page %s: %s; invitations cannot tell the hash "
		       "of what stands at page-url\n",
		       c->config.page, strerror(errno));
	}
	if (!site_updater_link_is(str_of(c->config.chronicle_link))) {
		printf("  fault: chronicle-link '%s' is no address of a folder "
		       "on the web, which ends with /\n",
		       c->config.chronicle_link);
		good = false;
	}
	if (!*c->config.authserv_id)
		puts("  note: authserv-id is not set, so mails with a forged "
		     "From are answered like others, as often as strangers "
		     "are; set it to the name that your mail server writes "
		     "first in Authentication-Results (heraldo.conf(5))");
	printf("  the mail process is confined by seccomp%s\n",
	       confine_landlock() ? " and Landlock"
				  : "; this kernel has no Landlock");
	puts(good ? "the configuration is good"
		  : "the daemon would not work like this");
	return good;
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
	if (!code)
		code = cli_config(c);
	if (code)
		return code;
	if (!config_show(c))
		return EXIT_NO;
	return address ? try_mail(c, address, (unsigned)timeout_s) : EXIT_FINE;
}
