/*
 * src/cli/init.c - heraldo init: a configuration and the judge's key. DIR
 * ADDRESS: a judge whose mails are files. ADDRESS alone: one with a mailbox, by
 * the table of providers or by options; or, where the configuration is there,
 * what it lacks.
 */
#include "cli/cli.h"
#include "auth/key.h"
#include "base/buf.h"
#include "base/date.h"
#include "cli/providers.h"
#include "mail/addr.h"
#include <errno.h>
#include <getopt.h>
#include <strings.h>
#include <time.h>
#include <stdio.h>
#include <sys/stat.h>

struct asked {
	const char *dir, *address, *provider, *imap, *pop3, *smtp, *user,
		*password_file, *state, *table, *since;
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
	return cli_write(arena_printf(&c->arena, "%s/since", state),
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
			       "%s is there already; nothing was changed",
			       file);
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
	e = cli_write(file, buf_str(&text), 0644, why);
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

/* what one section of the file says of a server */
struct server {
	const char *kind, *host, *tls;
	int64_t port;
};

static enum err server_take(struct cli *c, const char *kind, const char *value,
			    struct server *out, struct why *why)
{
	out->kind = kind;
	if (provider_server(value, &c->arena, &out->host, &out->port,
			    &out->tls) &&
	    !addr_host_fault(str_of(out->host)))
		return ERR_OK;
	return why_set(why, ERR_USAGE,
		       "'%s': 'HOST PORT implicit' or 'HOST PORT starttls' was "
		       "expected",
		       value);
}

static enum err servers_find(struct cli *c, const struct asked *as,
			     struct provider *p, struct server *in,
			     struct server *out, struct why *why)
{
	bool by_hand = (as->imap || as->pop3) && as->smtp;
	struct why words = { 0 };
	enum err e = ERR_OK;

	*p = (struct provider){ .imap = "", .pop3 = "", .smtp = "" };
	if (!by_hand)
		e = provider_find("", as->table, as->provider, as->address,
				  &c->arena, p, &words);
	if (e)
		return e == ERR_NOT_FOUND
			       ? why_set(why, ERR_USAGE,
					 "the provider of %s is not known: "
					 "name its servers, --imap 'HOST 993 "
					 "implicit' --smtp 'HOST 465 implicit'",
					 as->address)
			       : why_set(why, e, "%s", words.text);
	e = server_take(c, as->pop3 ? "pop3" : "imap",
			as->imap   ? as->imap
			: as->pop3 ? as->pop3
				   : p->imap,
			in, why);
	return e ? e
		 : server_take(c, "smtp", as->smtp ? as->smtp : p->smtp, out,
			       why);
}

static void section_write(struct buf *b, const char *section,
			  const struct server *s, const struct asked *as)
{
	buf_addf(b,
		 "\n[%s]\nkind = %s\nhost = %s\nport = %lld\ntls = %s\n"
		 "user = %s\n",
		 section, s->kind, s->host, (long long)s->port, s->tls,
		 as->user);
	if (as->password_file)
		buf_addf(b, "password-file = %s\n", as->password_file);
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
		if (k->otherwise)
			buf_addf(b, "# %s\n#%s = %s\n", k->meaning, k->key,
				 k->otherwise);
	}
}

static enum err config_make(struct cli *c, const struct asked *as,
			    struct why *why)
{
	struct server in, out;
	struct provider p;
	struct buf b;
	enum err e = servers_find(c, as, &p, &in, &out, why);

	if (e)
		return e;
	buf_init(&b, 1 << 17);
	buf_addf(&b,
		 "# Written by heraldo init. No password is in this file: "
		 "heraldo.conf(5).\n\n[judge]\naddress = %s\nstate = %s\n",
		 as->address, as->state);
	section_write(&b, "inbox", &in, as);
	section_write(&b, "outbox", &out, as);
	sample_write(&b);
	e = b.full ? why_set(why, ERR_TOO_LARGE, "a value is too long")
		   : cli_write(c->config_file, buf_str(&b), 0644, why);
	buf_release(&b);
	if (!e)
		e = config_load(&c->config, c->config_file, &c->arena, why);
	if (!e)
		printf("wrote %s\n", c->config_file);
	if (!e && p.note && *p.note)
		printf("%s\n", p.note);
	return e;
}

static void next_print(const struct cli *c, const struct asked *as, bool token)
{
	printf("next:\n");
	if (token)
		printf("  heraldo --config %s oauth --client-id ID %s\n",
		       c->config_file, as->user);
	else if (!as->password_file)
		printf("  name a password-file in [inbox] and [outbox] of %s\n",
		       c->config_file);
	printf("  heraldo --config %s check-config --mail %s\n"
	       "  heraldod --config %s\n",
	       c->config_file, as->address, c->config_file);
}

/* A configuration that is there gets what it lacks: folder and key. */
static enum err complete(struct cli *c, const struct asked *as, struct why *why)
{
	bool made;
	enum err e = config_load(&c->config, c->config_file, &c->arena, why);

	if (!e && strcasecmp(c->config.address, as->address))
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

static enum err mailbox_init(struct cli *c, struct asked *as, struct why *why)
{
	struct stat there;
	struct provider p = { .login = "" };
	bool made;
	enum err e;

	if (!as->user)
		as->user = as->address;
	if (!stat(c->config_file, &there)) {
		e = complete(c, as, why);
	} else {
		if (!as->state)
			as->state = "state";
		e = config_make(c, as, why);
		if (!e)
			e = key_make(c, c->config.state, as, &made, why);
	}
	if (e)
		return e;
	if (provider_find("", as->table, as->provider, as->address, &c->arena,
			  &p, NULL))
		p.login = "";
	next_print(c, as, !as->password_file && !strncmp(p.login, "oauth", 5));
	return ERR_OK;
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
		{ "state", required_argument, NULL, 't' },
		{ "providers", required_argument, NULL, 'P' },
		{ "since", required_argument, NULL, 'S' },
		{ NULL, 0, NULL, 0 },
	};
	struct asked as = { .table = PKGDATADIR "/db/providers" };
	struct why why = { 0 };
	enum err e;
	int code, o;

	while ((o = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (o) {
		case 'p': as.provider = optarg; break;
		case 'i': as.imap = optarg; break;
		case 'o': as.pop3 = optarg; break;
		case 's': as.smtp = optarg; break;
		case 'u': as.user = optarg; break;
		case 'f': as.password_file = optarg; break;
		case 't': as.state = optarg; break;
		case 'P': as.table = optarg; break;
		case 'S': as.since = optarg; break;
		default: return cli_no_option(c, options);
		}
	code = cli_words(c, argc, optind, 1, 2);
	if (code)
		return code;
	as.address = argv[argc - 1];
	as.dir = argc - optind == 2 ? argv[optind] : NULL;
	if (addr_fault(str_of(as.address), false))
		return cli_usage(c, "'%s' is not a mail address", as.address);
	e = as.dir ? local_init(c, &as, &why) : mailbox_init(c, &as, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}
