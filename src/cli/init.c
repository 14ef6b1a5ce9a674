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
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define PASSWORD_FILE "mail.password"
/* of the units: their configurations, and the folder of the states */

struct asked {
	const char *dir, *address, *state, *since;
	const char *unused; /* the given options that only a new configuration
			     * takes, as in " --imap --user"; or NULL */
	int64_t since_s;    /* older mails are left alone; 0: none are */
	const char *done_folder, *gnupg_home;
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
static enum err since_parse(struct asked *as, struct why *why)
{
	int32_t day;

	as->since_s = (int64_t)time(NULL);
	if (!as->since || date_parse_time(str_of(as->since), &as->since_s))
		return ERR_OK;
	if (strcmp(as->since, "all") && !date_parse(str_of(as->since), &day))
		return why_set(why, ERR_USAGE,
			       "--since takes 'all', a day like 2026-12-20, or "
			       "a time like 2026-11-21T04:39:00Z");
	as->since_s = strcmp(as->since, "all") ? day * INT64_C(86400) : 0;
	return ERR_OK;
}

static enum err since_write(struct cli *c, const char *state,
			    const struct asked *as, struct why *why)
{
	const char *text =
		arena_printf(&c->arena, "%lld\n", (long long)as->since_s);

	return as->since_s ? file_replace(
				     arena_printf(&c->arena, "%s/since", state),
				     str_of(text), 0600, why)
			   : ERR_OK;
}

/* A relative path in the configuration is relative to its folder: a file that
 * an option names is written with its whole path. */
static const char *option_path(struct cli *c, const char *file)
{
	char *whole = realpath(file, NULL);
	const char *out = whole ? arena_strdup(&c->arena, whole) : file;

	free(whole);
	return out;
}

/* The state folder, whose owner is the judge's user, before there is a
 * configuration: a relative one is relative to the folder of that. */
static const char *state_path(struct cli *c, const char *state)
{
	const char *slash = strrchr(c->config_file, '/');

	return *state == '/' || !slash
		       ? state
		       : arena_printf(&c->arena, "%.*s/%s",
				      (int)(slash - c->config_file),
				      c->config_file, state);
}

/* Check that the daemon can read the file that an option of a new configuration
 * names. */
static enum err option_readable(struct cli *c, const struct asked *as,
				const char *option, const char *file,
				struct why *why)
{
	if (access(file, R_OK))
		return why_set(why, ERR_USAGE, "%s %s: %s", option, file,
			       strerror(errno));
	if (!cli_owner_reads(c, state_path(c, as->state), file))
		return why_set(why, ERR_USAGE,
			       "%s %s: the judge's user cannot read this file; "
			       "copy it to %s",
			       option, file, UNIT_CONFIG);
	return ERR_OK;
}

/* A password in a file that only root can read is copied into the state. */
static enum err password_adopt(struct cli *c, const struct asked *as,
			       struct mail_setup *m, struct why *why)
{
	enum err e;

	if (!m->password_file)
		return ERR_OK;
	m->password_file = option_path(c, m->password_file);
	if (access(m->password_file, F_OK))
		return cli_hidden(c, m->password_file)
			       ? why_set(why, ERR_USAGE,
					 "--password-file %s: the units of the "
					 "package see no file there; leave the "
					 "option out",
					 m->password_file)
			       : ERR_OK;
	if (cli_owner_reads(c, state_path(c, as->state), m->password_file))
		return ERR_OK;
	e = config_secret(m->password_file, "", m->password,
			  sizeof(m->password), why);
	if (e)
		return e;
	printf("the judge's user cannot read %s: the password is copied to "
	       "%s/%s\n",
	       m->password_file, as->state, PASSWORD_FILE);
	m->password_file = NULL;
	return ERR_OK;
}

/* What options name is checked before anything is written. */
static enum err options_check(struct cli *c, struct asked *as, bool is_new,
			      struct why *why)
{
	struct mail_setup *m = &as->mail;
	enum err e = since_parse(as, why);

	if (e || !is_new)
		return e;
	if (as->done_folder && m->pop3)
		return why_set(why, ERR_USAGE,
			       "--done-folder: of IMAP alone; a judge deletes "
			       "the mails of POP3");
	if (m->ca_file) {
		m->ca_file = option_path(c, m->ca_file);
		e = option_readable(c, as, "--ca-file", m->ca_file, why);
	}
	return e ? e : password_adopt(c, as, m, why);
}

/* An option of a new configuration is not ignored without a word. */
static void unused_print(const struct cli *c, const struct asked *as, bool made)
{
	if (!made && as->since)
		fprintf(stderr,
			"%s: not used: --since: it is for a judge whose key "
			"is new\n",
			c->program);
	if (as->unused)
		fprintf(stderr,
			"%s: not used:%s: a new configuration takes them; "
			"write the keys into %s (heraldo.conf(5))\n",
			c->program, as->unused, c->config_file);
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
	e = since_write(c, state, as, why);
	if (e)
		return e;
	key_secret_new(&key);
	e = key_secret_write(path, &key, as->address, why);
	key_fingerprint(&key.key, fingerprint);
	key_secret_release(&key);
	if (e)
		return e;
	*made = true;
	printf("the judge's key: %s\n", fingerprint);
	return ERR_OK;
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
	if (as->gnupg_home)
		buf_addf(&b, "gnupg-home = %s\n", as->gnupg_home);
	section_write(&b, "inbox", &as->mail.in, as);
	if (as->done_folder)
		buf_addf(&b, "done-folder = %s\n", as->done_folder);
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
				   "systemctl enable --now heraldod%s "
				   "heraldo-backup%s.timer",
				   unit, unit)
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
	printf("  %s check-config --mail %s\n  %s\n"
	       "  %s person add NAME ADDRESS\n",
	       heraldo, c->config.address, start_command(c), heraldo);
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
	if (e)
		return e;
	printf("%s: %s\n", c->config_file,
	       made ? "its key was missing and is made" : "nothing is missing");
	unused_print(c, as, made);
	return ERR_OK;
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
	enum err e;

	if (!as->state)
		as->state = state_default(c);
	m->address = as->address;
	e = options_check(c, as, is_new, &why);
	if (!e && is_new)
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
	if (!e && is_new && *c->config.gnupg_home)
		e = folder_make(c->config.gnupg_home, 0700, &why);
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

/* Add the option to those that only a new configuration with a mailbox has. */
static void unused_add(struct cli *c, struct asked *as, int o, const char *name)
{
	if (strchr("piosufctdgPnU", o))
		as->unused = arena_printf(&c->arena, "%s --%s",
					  as->unused ? as->unused : "", name);
}

/* Make a judge with a mailbox, or with DIR one whose mails are files. */
static int init_run(struct cli *c, struct asked *as)
{
	struct why why = { 0 };
	enum err e;

	if (!as->dir)
		return mailbox_init(c, as);
	if (as->unused)
		return cli_usage(c,
				 "%s: of a judge with a mailbox, and mails of "
				 "DIR ADDRESS are files",
				 as->unused + 1);
	e = since_parse(as, &why);
	if (!e)
		e = local_init(c, as, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
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
		{ "done-folder", required_argument, NULL, 'd' },
		{ "gnupg-home", required_argument, NULL, 'g' },
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
	int code, o, which = 0;

	*as = (struct asked){ .mail = { .table = PKGDATADIR "/db/providers" } };
	while ((o = getopt_long(argc, argv, "", options, &which)) != -1) {
		unused_add(c, as, o, options[which].name);
		switch (o) {
		case 'p': m->provider = optarg; break;
		case 'i': m->imap = optarg; break;
		case 'o': m->pop3 = optarg; break;
		case 's': m->smtp = optarg; break;
		case 'u': m->user = optarg; break;
		case 'f': m->password_file = optarg; break;
		case 'c': m->ca_file = optarg; break;
		case 't': as->state = optarg; break;
		case 'd': as->done_folder = optarg; break;
		case 'g': as->gnupg_home = optarg; break;
		case 'P': m->table = optarg; break;
		case 'S': as->since = optarg; break;
		case 'n': m->name_server = optarg; break;
		case 'U': m->settings_url = optarg; break;
		case 'O': m->offline = true; break;
		case 'N': as->no_mail = true; break;
		default: return cli_no_option(c, options);
		}
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
	return init_run(c, as);
}
