/* src/cli/key.c - heraldo key: makes, adds and revokes keys that sign orders */
#include "cli/cli.h"
#include "cli/app.h"
#include "auth/pgp.h"
#include "judge/notify/addressee.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum { PGP_TEXT_MAX = 1 << 20 };

static int make(struct cli *c, const char *file)
{
	struct key_secret key;
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct why why = { 0 };
	enum err e;

	key_secret_new(&key);
	key_fingerprint(&key.key, fingerprint);
	e = key_secret_write(file, &key, "heraldo", &why);
	key_secret_release(&key);
	if (e)
		return cli_fail(c, e, &why);
	printf("%s\nthe public half, to be sent, is %s.pub; keep %s to yourself\n",
	       fingerprint, file, file);
	return EXIT_FINE;
}

/* the line by which a text of no game names the judge with this key */
static int judge_line(struct cli *c, const char *file)
{
	struct why why = { 0 };
	struct key key;
	struct str text, line;
	enum err e = cli_read(c, file, KEY_TEXT_MAX, &text, &why);

	if (!e && key_parse(text, &key) != SIG_ERROR_OK)
		e = why_set(&why, ERR_FORMAT, "%s is no public key", file);
	if (e)
		return cli_fail(c, e, &why);
	line = addressee_line(&c->arena, NULL, &key, STR("en"));
	printf("%.*s\n", STR_ARG(line));
	return EXIT_FINE;
}

static int add(struct cli *c, struct app *h, const char *name, const char *file)
{
	struct person_row p;
	struct why why = { 0 };
	struct str text;
	enum err e = cli_person(c, h, name, &p, &why);

	if (!e)
		e = cli_read(c, file, KEY_TEXT_MAX, &text, &why);
	if (!e)
		e = judge_key_add(h->judge, p.id, text, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

/* certificates are S/MIME's, all else is OpenPGP's */
static enum pgp_protocol protocol_of(struct str text)
{
	static const char pem[] = "-----BEGIN CERTIFICATE";

	return memmem(text.s, text.len, pem, sizeof(pem) - 1) ? PGP_SMIME
							      : PGP_OPENPGP;
}

static int import(struct cli *c, struct app *h, const char *name,
		  const char *file)
{
	struct person_row p;
	struct why why = { 0 };
	struct str text;
	enum err e = cli_person(c, h, name, &p, &why);

	if (!e && !h->pgp)
		e = why_set(
			&why, ERR_CONFIG,
			"%s has no gnupg-home in [judge], so there is no place for a key of GnuPG",
			c->config_file);
	if (!e)
		e = cli_read(c, file, PGP_TEXT_MAX, &text, &why);
	if (!e)
		e = judge_key_import(h->judge, p.id, protocol_of(text), text,
				     &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

static int key_list(struct cli *c, struct app *h, const char *name)
{
	struct person_row p;
	struct key_row keys[64];
	struct why why = { 0 };
	int n = 0;
	enum err e = cli_person(c, h, name, &p, &why);

	if (!e)
		e = store_key_list(judge_store(h->judge), p.id, &c->arena, keys,
				   ARRAY_LEN(keys), &n, &why);
	if (e)
		return cli_fail(c, e, &why);
	for (int i = 0; i < n; i++)
		printf("%.*s%s\n", STR_ARG(keys[i].fingerprint),
		       keys[i].revoked_s ? " revoked" : "");
	return EXIT_FINE;
}

int command_key(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct app h = { 0 };
	struct why why = { 0 };
	const char *what;
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	argc -= optind;
	argv += optind;
	what = argc ? argv[0] : "";
	if (!strcmp(what, "new") && argc == 2) /* needs no judge */
		return make(c, argv[1]);
	if (!strcmp(what, "judge") && argc == 2)
		return judge_line(c, argv[1]);
	h.wants_pgp = !strcmp(what, "import");
	code = cli_house(c, &h);
	if (code)
		;
	else if (!strcmp(what, "add") && argc == 3)
		code = add(c, &h, argv[1], argv[2]);
	else if (!strcmp(what, "import") && argc == 3)
		code = import(c, &h, argv[1], argv[2]);
	else if (!strcmp(what, "list") && argc == 2)
		code = key_list(c, &h, argv[1]);
	else if (!strcmp(what, "revoke") && argc == 2)
		code = judge_key_revoke(h.judge, str_of(argv[1]), &why)
			       ? cli_fail(c, ERR_NOT_FOUND, &why)
			       : EXIT_FINE;
	else
		code = cli_usage(
			c,
			"new FILE, judge FILE, add NAME FILE, import NAME FILE, list NAME or revoke FINGERPRINT was expected");
	app_release(&h);
	return code;
}
