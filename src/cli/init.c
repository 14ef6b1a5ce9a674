/* src/cli/init.c - heraldo init: a first configuration and the judge's key. */
#include "cli/cli.h"
#include "auth/key.h"
#include "base/buf.h"
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <sys/stat.h>

/* a judge without any mail server: mails are files in Maildirs */
static void config_write(struct buf *b, const char *address)
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

static enum err init(struct cli *c, const char *dir, const char *address,
		     struct key_secret *key, struct why *why)
{
	const char *file = arena_printf(&c->arena, "%s/heraldo.conf", dir);
	const char *state = arena_printf(&c->arena, "%s/state", dir);
	struct stat there;
	struct buf text;
	enum err e;

	if (!stat(file, &there))
		return why_set(why, ERR_EXISTS,
			       "%s is there already; nothing was changed",
			       file);
	e = folder_make(dir, 0755, why);
	if (!e)
		e = folder_make(state, 0700, why);
	if (!e)
		e = folder_make(arena_printf(&c->arena, "%s/mail", dir), 0755,
				why);
	if (!e)
		e = key_secret_write(
			arena_printf(&c->arena, "%s/judge.key", state), key,
			address, why);
	if (e)
		return e;
	buf_init(&text, 65536);
	config_write(&text, address);
	e = cli_write(file, buf_str(&text), 0644, why);
	buf_release(&text);
	if (!e) { /* it must be one that works */
		c->config_file = file;
		e = config_load(&c->config, file, &c->arena, why);
	}
	return e;
}

int command_init(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct key_secret key;
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct why why = { 0 };
	enum err e;
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	code = cli_words(c, argc, optind, 2, 2);
	if (code)
		return code;
	if (!strchr(argv[optind + 1], '@'))
		return cli_usage(c, "'%s' is not a mail address",
				 argv[optind + 1]);
	key_secret_new(&key);
	e = init(c, argv[optind], argv[optind + 1], &key, &why);
	key_fingerprint(&key.key, fingerprint);
	key_secret_release(&key);
	if (e)
		return cli_fail(c, e, &why);
	printf("wrote %s\nthe judge's key: %s\n"
	       "next: heraldo --config %s person add NAME ADDRESS\n",
	       c->config_file, fingerprint, c->config_file);
	return EXIT_FINE;
}
