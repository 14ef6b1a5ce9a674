/*
 * src/cli/init.c - heraldo init: writes a configuration and makes the judge's
 * key. DIR ADDRESS: a judge whose mails are files. ADDRESS alone: a judge with
 * a mailbox, whose servers cli/mail_setup.h finds; an existing configuration
 * gets what it lacks.
 */
#include "cli/cli.h"
#include "base/file.h"
#include "auth/key.h"
#include "base/buf.h"
#include "base/date.h"
#include "cli/mail_selftest.h"
#include "cli/mail_setup.h"
#include "cli/secret.h"
#include "mail/addr.h"
#include <errno.h>
#include <getopt.h>
#include <strings.h>
#include <time.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define PASSWORD_FILE "mail.password"
/* of the units: their configurations, and the folder of the states */

struct asked {
	const char *dir, *address, *state, *since;
	bool no_mail;
	struct mail_setup mail;
};

/* a judge without any mail server: mails are files in Maildirs */
static void local_write(struct buf *b, const char *address)
{
	buf_addf(
		b,
		"# heraldo.conf(5) explains every key and lists those left out here.\n\n"
		"[judge]\naddress = %s\nstate = state\n\n"
		"# Mails to the judge are files in a Maildir. For a mail server:\n"
		"# kind = imap, host, user, password-file.\n"
		"[inbox]\nkind = maildir\npath = mail/judge\n\n"
		"# Mails of the judge go into one Maildir for each address. For a\n"
		"# mail server: kind = smtp, host, user, password-file.\n"
		"[outbox]\nkind = maildir\npath = mail\n",
		address);
}

static enum err folder_make(const char *path, unsigned mode, struct why *why)
{
	if (!mkdir(path, mode) || errno == EEXIST)
		return ERR_OK;
	return why_set(why, ERR_SYSTEM, "cannot make the folder %s: %s", path,
		       strerror(errno));
}

/* Mails of a mailbox that came before are not for this judge. */
static enum err since_write(struct cli *c, const char *state,
			    const struct asked *as, struct why *why)
{
	int64_t since = (int64_t)time(NULL);
	int32_t day;
	const char *text;

	if (as->since && !strcmp(as->since, "all"))
		return ERR_OK;
	if (as->since && date_parse(str_of(as->since), &day))
		since = day * INT64_C(86400);
	else if (as->since && !date_parse_time(str_of(as->since), &since))
		return why_set(why, ERR_USAGE,
			       "--since takes 'all', a day like 2026-12-20, or "
			       "a time like 2026-11-21T04:39:00Z");
	text = arena_printf(&c->arena, "%lld\n", (long long)since);
	return file_replace(arena_printf(&c->arena, "%s/since", state),
			    str_of(text), 0600, why);
}

/* The judge's key in its state folder; true in *made if there was none. */
static enum err key_make(struct cli *c, const char *state,
			 const struct asked *as, bool *made, struct why *why)
{
	const char *path = arena_printf(&c->arena, "%s/judge.key", state);
	struct key_secret key;
	struct stat there;
	char fingerprint[KEY_FINGERPRINT_MAX];
	enum err e = folder_make(state, 0700, why);

	*made = false;
	if (e || !stat(path, &there))
		return e;
	/* another key would verify none of the games that are there */
	if (!stat(arena_printf(&c->arena, "%s/heraldo.db", state), &there))
		return why_set(why, ERR_EXISTS,
			       "%s has games and no key: heraldo restore "
			       "brings back that of a backup",
			       state);
	key_secret_new(&key);
	e = key_secret_write(path, &key, as->address, why);
	key_fingerprint(&key.key, fingerprint);
	key_secret_release(&key);
	if (e)
		return e;
	*made = true;
	e = since_write(c, state, as, why);
	printf("the judge's key: %s\n", fingerprint);
	return e;
}

static enum err local_init(struct cli *c, const struct asked *as,
			   struct why *why)
{
	const char *file = arena_printf(&c->arena, "%s/heraldo.conf", as->dir);
	const char *state = arena_printf(&c->arena, "%s/state", as->dir);
	struct stat there;
	struct buf text;
	bool made;
	enum err e;

	if (!stat(file, &there))
		return why_set(why, ERR_EXISTS,
			       "%s is there already; nothing was changed: "
			       "heraldo --config %s init %s completes it",
			       file, file, as->address);
	e = folder_make(as->dir, 0755, why);
	if (!e)
		e = folder_make(arena_printf(&c->arena, "%s/mail", as->dir),
				0755, why);
	if (!e)
		e = key_make(c, state, as, &made, why);
	if (e)
		return e;
	buf_init(&text, 65536);
	local_write(&text, as->address);
	e = file_replace(file, buf_str(&text), 0644, why);
	buf_release(&text);
	if (!e) { /* it must be one that works */
		c->config_file = file;
		e = config_load(&c->config, file, &c->arena, why);
	}
	if (!e)
		printf("wrote %s\n"
		       "next: heraldo --config %s person add NAME ADDRESS\n",
		       file, file);
	return e;
}

/* --- with a mailbox ------------------------------------------------------- */

static void section_write(struct buf *b, const char *section,
			  const struct mail_setup_server *s,
			  const struct asked *as)
{
	const struct mail_setup *m = &as->mail;

	buf_addf(b,
		 "\n[%s]\nkind = %s\nhost = %s\nport = %lld\ntls = %s\n"
		 "user = %s\n",
		 section, s->kind, s->host, (long long)s->port, s->tls,
		 m->user);
	if (m->ca_file)
		buf_addf(b, "ca-file = %s\n", m->ca_file);
	if (m->password_file)
		buf_addf(b, "password-file = %s\n", m->password_file);
}

/* every key that is left out, with its default, as a comment */
static void sample_write(struct buf *b)
{
	const char *section = "";

	buf_addz(b, "\n# Every key, with its default; heraldo.conf(5) has the "
		    "whole of it.\n");
	for (int i = 0; i < n_config_keys; i++) {
		const struct config_key *k = &config_keys[i];

		if (strcmp(section, k->section))
			buf_addf(b, "#\n# [%s]\n", k->section);
		section = k->section;
		if (k->fallback)
			buf_addf(b, "# %s\n#%s = %s\n", k->meaning, k->key,
				 k->fallback);
	}
}

static enum err config_make(struct cli *c, const struct asked *as,
			    struct why *why)
{
	struct buf b;
	enum err e;

	buf_init(&b, 1 << 17);
	buf_addf(&b,
		 "# Written by heraldo init. No password is in this file: "
		 "heraldo.conf(5).\n\n[judge]\naddress = %s\nstate = %s\n",
		 as->address, as->state);
	section_write(&b, "inbox", &as->mail.in, as);
	section_write(&b, "outbox", &as->mail.out, as);
	sample_write(&b);
	e = b.full ? why_set(why, ERR_TOO_LARGE, "a value is too long")
		   : file_replace(c->config_file, buf_str(&b), 0644, why);
	buf_release(&b);
	if (!e)
		printf("wrote %s\n", c->config_file);
	if (!e && as->mail.pop3)
		puts("POP3: the judge answers and deletes every mail in this "
		     "mailbox; give it one of its own");
	if (!e && as->mail.found.note && *as->mail.found.note)
		printf("%s\n", as->mail.found.note);
	return e;
}

/* A password without a file gets one, in the state folder. */
static enum err password_write(struct cli *c, const struct mail_setup *m,
			       struct why *why)
{
	const char *line;

	if (!m->password[0] ||
	    strcmp(c->config.inbox_password,
		   arena_printf(&c->arena, "%s/%s", c->config.state,
				PASSWORD_FILE)))
		return ERR_OK;
	line = arena_printf(&c->arena, "%s\n", m->password);
	return file_replace(c->config.inbox_password, str_of(line), 0600, why);
}

/* The folder of the state if no option names it: the unit's daemon writes below
 * its own folder alone. */
static const char *state_default(struct cli *c)
{
	const char *unit = cli_unit(c);

	return !unit   ? "state"
	       : *unit ? arena_printf(&c->arena, "%s/%s", UNIT_STATE, unit + 1)
		       : UNIT_STATE "/state";
}

static const char *start_command(struct cli *c)
{
	const char *unit = cli_unit(c);

	return unit ? arena_printf(&c->arena,
				   "systemctl enable --now heraldod%s", unit)
		    : arena_printf(&c->arena, "heraldod --config %s",
				   c->config_file);
}

/* "heraldo --config FILE", as short as it may be */
static const char *command_prefix(struct cli *c)
{
	return strcmp(c->config_file, UNIT_CONFIG "heraldo.conf")
		       ? arena_printf(&c->arena, "heraldo --config %s",
				      c->config_file)
		       : "heraldo";
}

/* The command that takes a password, for the eyes of the judge's user. */
static void password_ask(const struct cli *c, const char *file)
{
	if (c->user)
		printf("  install -o %s -m 600 /dev/stdin %s\n", c->user, file);
	else
		printf("  (umask 077; cat >%s)\n", file);
}

static void next_print(struct cli *c, const struct mail_setup *m, bool tried)
{
	const char *heraldo = command_prefix(c);
	bool token = m->found.login && !strncmp(m->found.login, "oauth", 5);
	struct why none = { 0 };

	puts("next:");
	if (tried) {
		printf("  %s\n  %s person add NAME ADDRESS\n"
		       "  %s game new --help\n",
		       start_command(c), heraldo, heraldo);
		return;
	}
	if (secret_check(&c->config, SECRET_INBOX, &none)) {
		if (token && !*c->config.inbox_password)
			printf("  %s oauth --client-id ID %s\n", heraldo,
			       c->config.inbox_user);
		else
			password_ask(c, *c->config.inbox_password
						? c->config.inbox_password
						: "FILE of password-file");
	}
	printf("  %s check-config --mail %s\n  %s\n", heraldo,
	       c->config.address, start_command(c));
}

/* A configuration that is there gets what it lacks: folder and key. */
static enum err init_complete(struct cli *c, const struct asked *as,
			      struct why *why)
{
	bool made;
	enum err e = ERR_OK;

	if (strcasecmp(c->config.address, as->address))
		e = why_set(why, ERR_EXISTS,
			    "%s is there, for the judge %s; nothing was "
			    "changed",
			    c->config_file, c->config.address);
	if (!e)
		e = key_make(c, c->config.state, as, &made, why);
	if (!e)
		printf("%s: %s\n", c->config_file,
		       made ? "its key was missing and is made"
			    : "nothing is missing");
	return e;
}

/* A mail from the judge to itself, if a secret is there for both ways. */
static int mail_try(struct cli *c, const struct asked *as, bool *tried)
{
	struct why why = { 0 };
	int code;

	*tried = false;
	if (as->no_mail || as->mail.offline ||
	    secret_check(&c->config, SECRET_INBOX, &why) ||
	    secret_check(&c->config, SECRET_OUTBOX, &why))
		return EXIT_FINE;
	if (as->mail.ask && !c->yes &&
	    !strcmp(setup_ask(c,
			      "send a mail from the judge to itself, and "
			      "wait for it? yes or no",
			      "yes"),
		    "no"))
		return EXIT_FINE;
	code = try_mail(c, c->config.address, MAIL_SELFTEST_S);
	*tried = !code;
	return code;
}

/* a first configuration, with servers and login */
static enum err mailbox_config(struct cli *c, struct asked *as, int *code,
			       struct why *why)
{
	struct mail_setup *m = &as->mail;
	struct why words = { 0 };
	enum err e = mail_setup_find(c, m, why);

	if (e)
		return e;
	/* the configuration is of use though a server is down now */
	if (mail_setup_login(c, m, &words)) {
		fprintf(stderr, "%s: %s\n", c->program, words.text);
		*code = EXIT_NO;
	}
	if (!m->password_file && (m->password[0] || !m->found.login ||
				  strncmp(m->found.login, "oauth", 5)))
		m->password_file = arena_printf(&c->arena, "%s/%s", as->state,
						PASSWORD_FILE);
	return config_make(c, as, why);
}

static int mailbox_init(struct cli *c, struct asked *as)
{
	struct mail_setup *m = &as->mail;
	struct stat there;
	struct why why = { 0 };
	bool made, tried = false, is_new = stat(c->config_file, &there) != 0;
	int code = EXIT_FINE, opened;
	enum err e = ERR_OK;

	if (!as->state)
		as->state = state_default(c);
	m->address = as->address;
	if (is_new)
		e = mailbox_config(c, as, &code, &why);
	if (!e) {
		/* the key is to be that of the user who owns the state */
		opened = cli_config(c);
		if (opened)
			return opened;
		e = is_new ? key_make(c, c->config.state, as, &made, &why)
			   : init_complete(c, as, &why);
	}
	if (!e)
		e = password_write(c, m, &why);
	explicit_bzero(m->password, sizeof(m->password));
	if (e)
		return cli_fail(c, e, &why);
	fflush(stdout);
	if (is_new && !code)
		code = mail_try(c, as, &tried);
	next_print(c, m, tried);
	return code;
}

/* A domain of other letters is written in ASCII, as servers have it. */
static bool address_take(struct cli *c, const char **address)
{
	struct str ascii = addr_ascii(&c->arena, str_of(*address));

	if (addr_fault(ascii, false))
		return false;
	*address = arena_printf(&c->arena, "%.*s", STR_ARG(ascii));
	return true;
}

int command_init(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "provider", required_argument, NULL, 'p' },
		{ "imap", required_argument, NULL, 'i' },
		{ "pop3", required_argument, NULL, 'o' },
		{ "smtp", required_argument, NULL, 's' },
		{ "user", required_argument, NULL, 'u' },
		{ "password-file", required_argument, NULL, 'f' },
		{ "ca-file", required_argument, NULL, 'c' },
		{ "state", required_argument, NULL, 't' },
		{ "providers", required_argument, NULL, 'P' },
		{ "since", required_argument, NULL, 'S' },
		{ "name-server", required_argument, NULL, 'n' },
		{ "settings-url", required_argument, NULL, 'U' },
		{ "offline", no_argument, NULL, 'O' },
		{ "no-mail", no_argument, NULL, 'N' },
		{ NULL, 0, NULL, 0 },
	};
	struct asked *as = ARENA_NEW(&c->arena, struct asked);
	struct mail_setup *m = &as->mail;
	struct why why = { 0 };
	enum err e;
	int code, o;

	*as = (struct asked){ .mail = { .table = PKGDATADIR "/db/providers" } };
	while ((o = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (o) {
		case 'p': m->provider = optarg; break;
		case 'i': m->imap = optarg; break;
		case 'o': m->pop3 = optarg; break;
		case 's': m->smtp = optarg; break;
		case 'u': m->user = optarg; break;
		case 'f': m->password_file = optarg; break;
		case 'c': m->ca_file = optarg; break;
		case 't': as->state = optarg; break;
		case 'P': m->table = optarg; break;
		case 'S': as->since = optarg; break;
		case 'n': m->name_server = optarg; break;
		case 'U': m->settings_url = optarg; break;
		case 'O': m->offline = true; break;
		case 'N': as->no_mail = true; break;
		default: return cli_no_option(c, options);
		}
	m->ask = !c->yes && isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
	code = cli_words(c, argc, optind, m->ask ? 0 : 1, 2);
	if (code)
		return code;
	as->address = argc > optind ? argv[argc - 1]
				    : setup_ask(c, "address of the judge", "");
	as->dir = argc - optind == 2 ? argv[optind] : NULL;
	if (!address_take(c, &as->address))
		return cli_usage(c, "'%s' is not a mail address", as->address);
	if (!as->dir)
		return mailbox_init(c, as);
	e = local_init(c, as, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}
