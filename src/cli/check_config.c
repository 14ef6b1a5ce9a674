/*
 * src/cli/check_config.c - heraldo check-config: reads the configuration and
 * prints its meaning
 */
#include "cli/site_updater.h"
#include "cli/cli.h"
#include "cli/grant.h"
#include "base/parse.h"
#include "cli/page.h"
#include "cli/mail_selftest.h"
#include "cli/secret.h"
#include "base/file.h"
#include "base/nearest.h"
#include "judge/game/timezone_names.h"
#include "mail/addr.h"
#include "mail/sandbox.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The findings, one line each; --quiet omits notes. */
struct checking {
	struct cli *c;
	bool good;
};

static void check_config_fault(struct checking *k, const char *fmt, ...)
	PRINTF_LIKE(2, 3);

static void check_config_fault(struct checking *k, const char *fmt, ...)
{
	va_list ap;

	fputs("  fault: ", stdout);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	k->good = false;
}

static void check_config_note(const struct checking *k, const char *words)
{
	if (!k->c->quiet)
		printf("  note: %s\n", words);
}

/* folders that must be there before the daemon can start */
static void folder_check(struct checking *k, const char *what, const char *path,
			 int mode)
{
	struct stat st;
	const char *why = NULL;

	if (stat(path, &st))
		why = strerror(errno);
	else if (!S_ISDIR(st.st_mode))
		why = "not a folder";
	else if (access(path, mode))
		why = strerror(errno);
	if (why)
		check_config_fault(k, "%s %s: %s", what, path, why);
}

/* a folder that is there, or that can be made where it will stand */
static void maildir_check(struct checking *k, const char *section,
			  const char *kind, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *what = arena_printf(&k->c->arena, "[%s] path", section);

	if (strcmp(kind, "maildir") != 0)
		return;
	while (access(path, F_OK) && slash && slash > path) {
		path = arena_printf(&k->c->arena, "%.*s", (int)(slash - path),
				    path);
		slash = strrchr(path, '/');
	}
	folder_check(k, what, path, R_OK | W_OK | X_OK);
}

/* Does it begin as a database? Whether it is whole shows when it is opened. */
static void database_check(struct checking *k)
{
	static const char magic[] = "SQLite format 3";
	const char *path =
		arena_printf(&k->c->arena, "%s/heraldo.db", k->c->config.state);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char head[sizeof(magic)] = "";
	ssize_t n = fd < 0 ? 0 : read(fd, head, sizeof(head));

	if (fd >= 0)
		close(fd);
	if (n > 0 && memcmp(head, magic, sizeof(magic)) != 0)
		check_config_fault(
			k,
			"%s is no database: keep a copy of the state folder, and "
			"put the newest backup in its place (heraldo restore)",
			path);
}

static void login_check(struct checking *k, enum secret_account which)
{
	struct why why = { 0 };

	if (secret_check(&k->c->config, which, &why))
		check_config_fault(k, "the login of the %s: %s",
				   which == SECRET_INBOX ? "inbox" : "outbox",
				   why.text);
}

/* The nearest name of a zone in the system's list, or NULL. */
static const char *zone_near(struct checking *k, const char *zone)
{
	enum { LIST_MAX = 1 << 20, FAR = 5 };
	struct str rest, line, one;
	struct nearest n;
	struct buf b;

	if (file_read("/usr/share/zoneinfo/tzdata.zi", LIST_MAX, &b, NULL)) {
		buf_release(&b);
		return NULL;
	}
	nearest_init(&n, str_of(zone), FAR);
	rest = buf_str(&b);
	while (parse_line(&rest, &line)) {
		bool link = str_starts(line, "L ");

		/* "Z Europe/Madrid ..", "L TARGET NAME" */
		if (!link && !str_starts(line, "Z "))
			continue;
		parse_field(&line, ' ', &one);
		parse_field(&line, ' ', &one);
		if (link)
			parse_field(&line, ' ', &one);
		if (nearest_try(&n, one))
			n.name = arena_str(&k->c->arena, one);
	}
	buf_release(&b);
	return n.name.len ? n.name.s : NULL;
}

static void zone_check(struct checking *k)
{
	const char *zone = k->c->config.time_zone, *near;

	if (timezone_exists(str_of(zone)))
		return;
	near = zone_near(k, zone);
	check_config_fault(
		k, "time-zone = %s: there is no such zone%s%s%s", zone,
		near ? "; did you mean " : "; names are like Europe/Madrid",
		near ? near : "", near ? "?" : "");
}

/* a folder of the templates, which has the words of this language */
static void language_check(struct checking *k)
{
	const struct config *c = &k->c->config;
	const char *words = arena_printf(&k->c->arena, "%s/%s/messages",
					 c->templates, c->language);
	struct buf all;
	struct dirent *one;
	DIR *d;

	if (!strchr(c->language, '/') && !access(words, R_OK))
		return;
	buf_init(&all, 1024);
	d = opendir(c->templates);
	while (d && (one = readdir(d)))
		if (!access(arena_printf(&k->c->arena, "%s/%s/messages",
					 c->templates, one->d_name),
			    R_OK))
			buf_addf(&all, " %s", one->d_name);
	if (d)
		closedir(d);
	check_config_fault(k, "language = %s: no such language; there are%s",
			   c->language, all.len ? all.s : " none");
	buf_release(&all);
}

static void hosts_check(struct checking *k)
{
	struct str rest = str_of(k->c->config.game_creators), one;

	while (parse_field(&rest, ' ', &one))
		if (one.len && addr_fault(addr_ascii(&k->c->arena, one), true))
			check_config_fault(
				k,
				"game-creators: '%.*s' is no mail address: %s",
				STR_ARG(one),
				addr_fault(addr_ascii(&k->c->arena, one),
					   true));
}

static void tls_check(struct checking *k, const char *section, const char *kind,
		      const char *host, const char *tls)
{
	if (!strcmp(kind, "maildir"))
		return;
	if (addr_host_fault(str_of(host)))
		check_config_fault(k, "[%s] host = %s: %s", section, host,
				   addr_host_fault(str_of(host)));
	else if (!strcmp(tls, "none") && !addr_host_is_loopback(str_of(host)))
		check_config_fault(
			k,
			"[%s] tls = none: only this machine itself may be "
			"spoken to without TLS, not %s",
			section, host);
}

static void ca_check(struct checking *k, const char *section, const char *file)
{
	if (*file && access(file, R_OK))
		check_config_fault(k, "[%s] ca-file = %s: %s", section, file,
				   strerror(errno));
}

/* the key by which games here are verified */
static void key_check(struct checking *k)
{
	const char *key =
		arena_printf(&k->c->arena, "%s/judge.key", k->c->config.state);

	if (access(key, F_OK))
		check_config_fault(
			k,
			"the judge's key %s is not there: heraldo init makes "
			"it for this configuration, and heraldo restore "
			"brings back that of a backup",
			key);
}

static void pages_check(struct checking *k)
{
	const struct config *c = &k->c->config;

	if (!page_url_is(str_of(c->webapp_url)))
		check_config_fault(k,
				   "webapp-url '%s' is no address of the web",
				   c->webapp_url);
	else if (*c->webapp_url && access(c->webapp_file, R_OK))
		check_config_note(
			k, arena_printf(&k->c->arena,
					"page %s: %s; invitations cannot tell "
					"the hash of what stands at webapp-url",
					c->webapp_file, strerror(errno)));
	if (!site_updater_link_is(str_of(c->site_url)))
		check_config_fault(
			k,
			"site-url '%s' is no address of a folder on the "
			"web, which ends with /",
			c->site_url);
}

/* Google ends a consent after seven days while its application is in testing;
 * nothing tells that before. */
static void consent_note(struct checking *k, enum secret_account which)
{
	enum { YOUNG_S = 8 * 86400 };
	const int64_t now_s = (int64_t)time(NULL);
	struct oauth_grant g;
	char path[GRANT_PATH], day[32];

	if (!secret_grant_path(&k->c->config, which, path, sizeof(path)) ||
	    grant_load(path, &g, NULL))
		return;
	if (strstr(g.token_url, "googleapis.com") &&
	    g.granted_s > now_s - YOUNG_S)
		check_config_note(
			k, arena_printf(
				   &k->c->arena,
				   "the consent for %s is of %s; if its "
				   "application is in \"testing\", Google ends "
				   "it seven days later: publish the "
				   "application (heraldo-mailbox(7))",
				   g.account, cli_time(g.granted_s, day)));
	explicit_bzero(&g, sizeof(g));
}

static void notes_print(struct checking *k)
{
	const struct config *c = &k->c->config;
	char inbox[GRANT_PATH] = "", outbox[GRANT_PATH] = "";

	secret_grant_path(c, SECRET_INBOX, inbox, sizeof(inbox));
	secret_grant_path(c, SECRET_OUTBOX, outbox, sizeof(outbox));
	consent_note(k, SECRET_INBOX);
	if (strcmp(inbox, outbox))
		consent_note(k, SECRET_OUTBOX);

	if (!*c->authserv_id)
		check_config_note(
			k,
			"authserv-id is not set, so mails with a forged From are "
			"answered like others, as often as strangers are; set it "
			"to the name that your mail server writes first in "
			"Authentication-Results (heraldo.conf(5))");
	if (!strcmp(c->inbox_kind, "pop3"))
		check_config_note(
			k, "pop3: mails are deleted from the server once they "
			   "are stored, and all that are there are answered; "
			   "give the judge a mailbox of its own");
	check_config_note(
		k,
		confine_landlock()
			? "the mail process is confined by seccomp and Landlock"
			: "the mail process is confined by seccomp; this "
			  "kernel has no Landlock");
}

static void values_print(struct cli *c)
{
	for (int i = 0; i < n_config_keys; i++) {
		const char *const values[] = {
#define X(member, section, key, type, fallback, meaning) c->config.member,
#include "cli/config.def"
#undef X
		};
		const struct config_key *k = &config_keys[i];

		if (!i || strcmp(k->section, config_keys[i - 1].section))
			printf("[%s]\n", k->section);
		printf("  %s = %s\n", k->key, values[i]);
	}
}

/* what it says; false: the daemon would not work like this */
static bool config_show(struct cli *c)
{
	struct checking k = { .c = c, .good = true };
	const struct config *f = &c->config;

	if (!c->quiet)
		values_print(c);
	folder_check(&k, "state", f->state, R_OK | W_OK | X_OK);
	folder_check(&k, "templates", f->templates, R_OK | X_OK);
	folder_check(&k, "data", f->data, R_OK | X_OK);
	folder_check(&k, "data", arena_printf(&c->arena, "%s/catalog", f->data),
		     R_OK | X_OK);
	database_check(&k);
	key_check(&k);
	zone_check(&k);
	language_check(&k);
	hosts_check(&k);
	tls_check(&k, "inbox", f->inbox_kind, f->inbox_host, f->inbox_tls);
	tls_check(&k, "outbox", f->outbox_kind, f->outbox_host, f->outbox_tls);
	ca_check(&k, "inbox", f->inbox_ca);
	ca_check(&k, "outbox", f->outbox_ca);
	maildir_check(&k, "inbox", f->inbox_kind, f->inbox_path);
	maildir_check(&k, "outbox", f->outbox_kind, f->outbox_path);
	login_check(&k, SECRET_INBOX);
	login_check(&k, SECRET_OUTBOX);
	pages_check(&k);
	notes_print(&k);
	if (!k.good)
		puts("the daemon would not work like this");
	else if (!c->quiet)
		puts("the configuration is good");
	return k.good;
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
