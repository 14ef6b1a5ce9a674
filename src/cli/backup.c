/* heraldo backup - a copy of the state folder that the judge can go on with. */
#include "cli/cli.h"
#include "base/buf.h"
#include "base/file.h"
#include "cli/app.h"
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_FILE_MAX = 65536 };

static enum err at_disk(const char *path, struct why *why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int rc = fd < 0 ? -1 : fsync(fd);

	if (fd >= 0)
		close(fd);
	return rc ? why_set(why, ERR_DISK, "%s: %s", path, strerror(errno))
		  : ERR_OK;
}

static enum err key_copy(struct cli *c, const char *name, const char *dir,
			 struct why *why)
{
	const char *from =
		arena_printf(&c->arena, "%s/%s", c->config.state, name);
	const char *to = arena_printf(&c->arena, "%s/%s", dir, name);
	struct buf b;
	enum err e;

	buf_init(&b, KEY_FILE_MAX);
	e = file_read(from, KEY_FILE_MAX, &b, why);
	if (!e)
		e = cli_write(to, buf_str(&b), 0600, why);
	if (!e)
		e = at_disk(to, why);
	if (b.len)
		explicit_bzero(b.s, b.len);
	buf_release(&b);
	return e;
}

/* The database last and under another name first: a folder that has it is
 * whole. */
static enum err copy(struct cli *c, struct judge *j, const char *dir,
		     struct why *why)
{
	const char *new = arena_printf(&c->arena, "%s/heraldo.db.new", dir);
	const char *db = arena_printf(&c->arena, "%s/heraldo.db", dir);
	enum err e;

	if (mkdir(dir, 0700))
		return why_set(why, errno == EEXIST ? ERR_EXISTS : ERR_DISK,
			       "%s: %s; every copy gets a folder of its own",
			       dir, strerror(errno));
	e = key_copy(c, "judge.key", dir, why);
	if (!e)
		e = key_copy(c, "judge.key.pub", dir, why);
	/* the copy knows that it is one; the judge forgets it again */
	if (!e)
		e = judge_copied(j, true, why);
	if (!e)
		e = store_copy(judge_store(j), new, why);
	if (!e)
		e = judge_copied(j, false, why);
	if (!e)
		e = at_disk(new, why);
	if (!e && rename(new, db))
		e = why_set(why, ERR_DISK, "%s: %s", db, strerror(errno));
	return e ? e : at_disk(dir, why);
}

int command_backup(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct app h = { 0 };
	struct why why = { 0 };
	enum err e;
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	code = cli_words(c, argc, optind, 1, 1);
	if (!code)
		code = cli_house(c, &h);
	if (!code) {
		e = copy(c, h.judge, argv[optind], &why);
		if (e)
			code = cli_fail(c, e, &why);
		else
			printf("copied to %s; it holds the dice to come: keep "
			       "it as safe as %s\n",
			       argv[optind], c->config.state);
	}
	app_release(&h);
	return code;
}
