/* heraldo judge - the judge itself: its address, its mailbox, its key. */
#include "cli/cli.h"
#include "cli/app.h"
#include "cli/mail_process.h"
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static enum err address_move(struct cli *c, struct app *h, struct why *why)
{
	int n;
	enum err e = judge_move(h->judge, &n, why);

	if (!e)
		printf("%d game%s told that the judge is %s now\n", n,
		       n == 1 ? " is" : "s are", c->config.address);
	return e;
}

static enum err mailbox_take(struct cli *c, struct app *h, struct why *why)
{
	struct secret_client *secrets =
		ARENA_NEW(&c->arena, struct secret_client);
	struct mail_agent_config p;
	struct mailbox *box = NULL;
	struct why words = { 0 };
	enum err e;

	secrets->config = &c->config;
	mail_process_configure(&c->config, secrets, &p);
	e = mailbox_open(&p.inbox, &box, &words);
	if (!e)
		e = mailbox_mark(box, h->mark, true, &words);
	mailbox_close(box);
	secret_client_release(secrets);
	if (!e)
		puts("this judge reads the mailbox from now on");
	return e ? why_set(why, e, "%s", words.text) : ERR_OK;
}

static const char *key_file(struct cli *c, const char *end)
{
	return arena_printf(&c->arena, "%s/judge.key%s", c->config.state, end);
}

/* judge.key and judge.key.pub get the other suffix. */
static enum err key_files(struct cli *c, const char *from, const char *to,
			  struct why *why)
{
	static const char *const both[] = { "", ".pub" };

	for (size_t i = 0; i < ARRAY_LEN(both); i++)
		if (rename(key_file(c, arena_printf(&c->arena, "%s%s", from,
						    both[i])),
			   key_file(c, arena_printf(&c->arena, "%s%s", to,
						    both[i]))))
			return why_set(why, ERR_DISK, "%s%s: %s",
				       key_file(c, from), both[i],
				       strerror(errno));
	return ERR_OK;
}

/*
 * The files first: if this process ends before the games know, the start names
 * judge.key.old.
 */
static enum err key_replace(struct cli *c, struct app *h, int *n,
			    struct why *why)
{
	struct why none = { 0 };
	struct key_secret next;
	enum err e;

	key_secret_new(&next);
	e = key_secret_write(key_file(c, ".new"), &next, "judge", why);
	if (!e)
		e = key_files(c, "", ".old", why);
	if (!e)
		e = key_files(c, ".new", "", why);
	if (!e)
		e = judge_rekey(h->judge, &next.key, n, why);
	if (e && !key_files(c, "", ".new", &none))
		key_files(c, ".old", "", &none);
	key_secret_release(&next);
	return e;
}

static enum err key_new(struct cli *c, struct app *h, struct why *why)
{
	int n;
	enum err e = key_replace(c, h, &n, why);

	if (!e)
		printf("%d game%s told that the judge has another key; "
		       "judge.key.old is the one before\n",
		       n, n == 1 ? " is" : "s are");
	return e;
}

static enum err key_lost(struct cli *c, struct app *h, struct why *why)
{
	int n;
	enum err e = judge_rekey(h->judge, NULL, &n, why);

	(void)c;
	if (!e)
		printf("%d game%s told that the judge has another key, which "
		       "the one before has not signed\n",
		       n, n == 1 ? " is" : "s are");
	return e;
}

static const struct {
	const char *word;
	enum err (*run)(struct cli *c, struct app *h, struct why *why);
	bool moves, rekeys, alone;
} deeds[] = {
	{ "move", address_move, .moves = true },
	{ "take", mailbox_take, .moves = false },
	{ "new-key", key_new, .alone = true },
	{ "lost-key", key_lost, .rekeys = true, .alone = true },
};

int command_judge(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct app h = { 0 };
	struct why why = { 0 };
	size_t n = 0;
	int code;
	enum err e;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	code = cli_words(c, argc, optind, 1, 1);
	if (code)
		return code;
	while (n < ARRAY_LEN(deeds) && strcmp(argv[optind], deeds[n].word))
		n++;
	if (n == ARRAY_LEN(deeds)) {
		why_set(&why, ERR_USAGE,
			"'heraldo judge move', 'take', 'new-key' or "
			"'lost-key' is meant");
		return cli_fail(c, ERR_USAGE, &why);
	}
	h.moves = deeds[n].moves;
	h.rekeys = deeds[n].rekeys;
	h.alone = deeds[n].alone;
	code = cli_house(c, &h);
	if (!code) {
		e = deeds[n].run(c, &h, &why);
		if (e)
			code = cli_fail(c, e, &why);
	}
	app_release(&h);
	return code;
}
