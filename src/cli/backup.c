/*
 * src/cli/backup.c - heraldo backup: a copy of the state folder that the judge
 * can go on with; heraldo restore puts it back.
 */
#include "cli/backup.h"
#include "base/buf.h"
#include "base/date.h"
#include "cli/app.h"
#include "cli/health.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PIECE = 1 << 15, BACKUPS_MAX = 10000 };

/* what a backup has of the state besides the database */
static const char *const keys[] = { "judge.key", "judge.key.pub" };
static const char *const folders[] = { "archive", "oauth" };

static enum err at_disk(const char *path, struct why *why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int rc = fd < 0 ? -1 : fsync(fd);

	if (fd >= 0)
		close(fd);
	return rc ? why_set(why, ERR_DISK, "%s: %s", path, strerror(errno))
		  : ERR_OK;
}

static bool bytes_copy(int from, int to)
{
	char piece[PIECE];
	ssize_t n;

	while ((n = read(from, piece, sizeof(piece))) > 0)
		for (ssize_t at = 0; at < n;) {
			ssize_t w = write(to, piece + at, (size_t)(n - at));

			if (w <= 0)
				return false;
			at += w;
		}
	explicit_bzero(piece, sizeof(piece));
	return n == 0 && fsync(to) == 0;
}

static enum err file_copy(const char *from, const char *to, struct why *why)
{
	int in = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW), out = -1;
	enum err e = ERR_OK;

	if (in < 0)
		return why_set(why, errno == ENOENT ? ERR_NOT_FOUND : ERR_DISK,
			       "%s: %s", from, strerror(errno));
	out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
		   S_IRUSR | S_IWUSR);
	if (out < 0 || !bytes_copy(in, out))
		e = why_set(why, ERR_DISK, "%s: %s", to, strerror(errno));
	if (out >= 0)
		close(out);
	close(in);
	return e;
}

/* The files of a folder of the state, where there is one. */
static enum err folder_copy(struct cli *c, const char *from, const char *to,
			    struct why *why)
{
	DIR *d = opendir(from);
	struct dirent *one;
	enum err e = ERR_OK;

	if (!d)
		return ERR_OK;
	if (mkdir(to, S_IRWXU) && errno != EEXIST)
		e = why_set(why, ERR_DISK, "%s: %s", to, strerror(errno));
	while (!e && (one = readdir(d))) {
		size_t n = strlen(one->d_name);

		if (one->d_name[0] == '.' ||
		    (n > 5 && !strcmp(one->d_name + n - 5, ".lock")))
			continue;
		e = file_copy(
			arena_printf(&c->arena, "%s/%s", from, one->d_name),
			arena_printf(&c->arena, "%s/%s", to, one->d_name), why);
	}
	closedir(d);
	return e;
}

/* keys and folders, from one place to the other */
static enum err others_copy(struct cli *c, const char *from, const char *to,
			    struct why *why)
{
	enum err e = ERR_OK;

	for (size_t i = 0; i < ARRAY_LEN(keys) && !e; i++)
		e = file_copy(arena_printf(&c->arena, "%s/%s", from, keys[i]),
			      arena_printf(&c->arena, "%s/%s", to, keys[i]),
			      why);
	for (size_t i = 0; i < ARRAY_LEN(folders) && !e; i++)
		e = folder_copy(
			c, arena_printf(&c->arena, "%s/%s", from, folders[i]),
			arena_printf(&c->arena, "%s/%s", to, folders[i]), why);
	return e;
}

/* Copies the configuration for an operator who has nothing but the backup. A
 * judge goes on without the copy, so the backup does not fail if it fails. */
static void config_copy(struct cli *c, const char *dir)
{
	const char *to = arena_printf(&c->arena, "%s/heraldo.conf", dir);
	struct why why = { 0 };
	char real[PATH_MAX];

	if (file_copy(realpath(c->config.file, real) ? real : c->config.file,
		      to, &why)) {
		unlink(to);
		fprintf(stderr,
			"%s: the configuration is not in the backup: "
			"%s\n",
			c->program, why.text);
	}
	why_clear(&why);
}

/* The database last and under another name first: a folder that has it is
 * whole. */
static enum err backup_copy(struct cli *c, struct judge *j, const char *dir,
			    struct why *why)
{
	const char *new = arena_printf(&c->arena, "%s/heraldo.db.new", dir);
	const char *db = arena_printf(&c->arena, "%s/heraldo.db", dir);
	enum err e = others_copy(c, c->config.state, dir, why);

	/* the copy knows that it is one; the judge forgets it again */
	if (!e)
		e = judge_copied(j, true, why);
	if (!e)
		e = store_copy(judge_store(j), new, why);
	if (!e)
		e = judge_copied(j, false, why);
	if (!e)
		e = at_disk(new, why);
	if (!e)
		config_copy(c, dir);
	if (!e && rename(new, db))
		e = why_set(why, ERR_DISK, "%s: %s", db, strerror(errno));
	return e ? e : at_disk(dir, why);
}

/* A new folder that belongs to the judge's user; also where only root may make
 * one. */
static enum err place_make(const struct cli *c, const char *dir, bool may_be,
			   struct why *why)
{
	struct stat st;

	if (mkdir(dir, S_IRWXU) && !(may_be && errno == EEXIST))
		return why_set(why, errno == EEXIST ? ERR_EXISTS : ERR_DISK,
			       "%s: %s; every copy gets a folder of its own",
			       dir, strerror(errno));
	if (!geteuid() && !stat(c->config.state, &st) && st.st_uid &&
	    chown(dir, st.st_uid, st.st_gid))
		return why_set(why, ERR_DISK, "%s: %s", dir, strerror(errno));
	return ERR_OK;
}

/* --- backups that expire -------------------------------------------------- */

/* "heraldo-20261129-183000" */
static bool is_backup(const char *name, int64_t *made_s)
{
	struct tm tm = { .tm_isdst = 0 };
	const char *end = strptime(name, "heraldo-%Y%m%d-%H%M%S", &tm);

	if (!end || *end)
		return false;
	*made_s = (int64_t)timegm(&tm);
	return true;
}

static void folder_remove(struct cli *c, const char *path)
{
	DIR *d = opendir(path);
	struct dirent *one;

	while (d && (one = readdir(d))) {
		const char *inner =
			arena_printf(&c->arena, "%s/%s", path, one->d_name);

		if (strcmp(one->d_name, ".") && strcmp(one->d_name, "..") &&
		    unlink(inner) && (errno == EISDIR || errno == EPERM))
			folder_remove(c, inner);
	}
	if (d)
		closedir(d);
	rmdir(path);
}

/* Remove older ones; the newest stays whatever its age. */
static int backup_expire(struct cli *c, const char *into, const char *newest,
			 int64_t keep_s)
{
	int64_t now = (int64_t)time(NULL), made;
	DIR *d = opendir(into);
	struct dirent *one;
	int n = 0;

	while (d && (one = readdir(d))) {
		if (!is_backup(one->d_name, &made) || now - made <= keep_s ||
		    strstr(newest, one->d_name))
			continue;
		folder_remove(
			c, arena_printf(&c->arena, "%s/%s", into, one->d_name));
		n++;
	}
	if (d)
		closedir(d);
	return n;
}

/* A name that no other backup has: two of one second are a second apart. */
static const char *backup_name(struct cli *c, const char *into)
{
	const char *path;
	time_t now = time(NULL);
	char stamp[32];
	struct tm tm;

	do {
		gmtime_r(&now, &tm);
		strftime(stamp, sizeof(stamp), "%Y%m%d-%H%M%S", &tm);
		path = arena_printf(&c->arena, "%s/heraldo-%s", into, stamp);
		now++;
	} while (!access(path, F_OK));
	return path;
}

/* into: where older ones expire; NULL: nowhere */
static int backup(struct cli *c, const char *into, const char *dir,
		  int64_t keep_s)
{
	struct app h = { 0 };
	struct why why = { 0 };
	char real[PATH_MAX];
	int code, n = 0;
	enum err e = into ? place_make(c, into, true, &why) : ERR_OK;

	if (!e)
		e = place_make(c, dir, false, &why);
	if (e)
		return cli_fail(c, e, &why);
	code = cli_house(c, &h);
	if (!code) {
		e = backup_copy(c, h.judge, dir, &why);
		if (!e)
			e = judge_backup_note(
				h.judge,
				str_of(realpath(dir, real) ? real : dir), &why);
		if (!e && into)
			n = backup_expire(c, into, dir, keep_s);
		if (e)
			code = cli_fail(c, e, &why);
		else
			printf("copied to %s; it holds the dice to come: keep "
			       "it as safe as %s\n",
			       dir, c->config.state);
		if (n)
			printf("%d older cop%s removed\n", n,
			       n == 1 ? "y" : "ies");
	}
	app_release(&h);
	return code;
}

int command_backup(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "into", required_argument, NULL, 'i' },
		{ "keep", required_argument, NULL, 'k' },
		{ NULL, 0, NULL, 0 },
	};
	const char *into = NULL;
	int64_t keep_s = INT64_MAX;
	int code, o;

	while ((o = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (o) {
		case 'i': into = optarg; break;
		case 'k':
			if (duration_parse(str_of(optarg), &keep_s))
				break;
			return cli_usage(c, "--keep takes a time like 14d");
		default: return cli_no_option(c, options);
		}
	code = cli_words(c, argc, optind, !into, !into);
	if (!code)
		code = cli_config_read(c);
	if (code)
		return code;
	return backup(c, into, into ? backup_name(c, into) : argv[optind],
		      keep_s);
}

/* --- restoring ------------------------------------------------------------ */

/* A file that is cut to nothing would be taken for an empty database. */
static enum err database_check(const char *path, struct why *why)
{
	static const char begins[] = "SQLite format 3";
	char head[sizeof(begins)] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool good = fd >= 0 && read(fd, head, sizeof(head)) == sizeof(head) &&
		    !memcmp(head, begins, sizeof(begins));

	if (fd >= 0)
		close(fd);
	return good ? ERR_OK
		    : why_set(why, ERR_FORMAT,
			      "%s is no database: take "
			      "another backup",
			      path);
}

/* Open the judge on the copy: key and database fit, and can be read. */
static enum err copy_check(struct cli *c, const char *fresh, struct why *why)
{
	struct config there = c->config;
	struct judge_status s;
	struct app h = { 0 };
	enum err e;

	there.state = fresh;
	e = app_open(&h, &there, why);
	if (!e)
		e = judge_status(h.judge, &s, why);
	if (!e)
		printf("the backup is whole: %lld games run, %lld mails in\n",
		       (long long)s.games[GAME_RUNNING],
		       (long long)s.inbox[INBOX_DONE]);
	app_release(&h);
	return e;
}

static enum err backup_move(struct cli *c, const char *name, const char *from,
			    const char *to, struct why *why)
{
	if (!rename(arena_printf(&c->arena, "%s/%s", from, name),
		    arena_printf(&c->arena, "%s/%s", to, name)) ||
	    errno == ENOENT)
		return ERR_OK;
	return why_set(why, ERR_DISK, "cannot move %s from %s to %s: %s", name,
		       from, to, strerror(errno));
}

/* Move the state to `aside`, then the copy into its place: the database is
 * the last file, so that no half copy looks complete. */
static enum err put_in_place(struct cli *c, const char *fresh,
			     const char *aside, struct why *why)
{
	static const char *const names[] = { "heraldo.db-wal", "heraldo.db-shm",
					     "heraldo.db",     "judge.key",
					     "judge.key.pub",  "archive",
					     "oauth",          "health",
					     "since" };
	const char *state = c->config.state;
	enum err e = ERR_OK;

	for (size_t i = 0; i < ARRAY_LEN(names) && !e; i++)
		e = backup_move(c, names[i], state, aside, why);
	for (size_t i = ARRAY_LEN(names); i-- > 0 && !e;)
		if (strcmp(names[i], "heraldo.db"))
			e = backup_move(c, names[i], fresh, state, why);
	if (!e)
		e = backup_move(c, "heraldo.db", fresh, state, why);
	return e ? e : at_disk(state, why);
}

/* Make a new folder, to which the present files of the state move. */
static enum err aside_make(struct cli *c, const char **out, struct why *why)
{
	int64_t now = (int64_t)time(NULL);

	do {
		*out = arena_printf(&c->arena, "%s/before-restore-%" PRId64,
				    c->config.state, now++);
		if (!mkdir(*out, S_IRWXU))
			return ERR_OK;
	} while (errno == EEXIST);
	return why_set(why, ERR_DISK, "%s: %s", *out, strerror(errno));
}

static bool is_same(const char *a, const char *b)
{
	struct stat one, other;

	return !stat(a, &one) && !stat(b, &other) &&
	       one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* The database, and what was written to it last: a folder that a restore has
 * put aside may have that in a file of its own. */
static enum err database_copy(struct cli *c, const char *from, const char *to,
			      struct why *why)
{
	static const char *const names[] = { "heraldo.db-wal", "heraldo.db" };
	enum err e = ERR_OK;

	for (size_t i = 0; i < ARRAY_LEN(names) && !e; i++) {
		e = file_copy(arena_printf(&c->arena, "%s/%s", from, names[i]),
			      arena_printf(&c->arena, "%s/%s", to, names[i]),
			      why);
		if (e == ERR_NOT_FOUND && i == 0) {
			why_clear(why);
			e = ERR_OK;
		}
	}
	return e;
}

enum err backup_restore(struct cli *c, const char *dir, struct why *why)
{
	const char *state = c->config.state;
	const char *fresh = arena_printf(&c->arena, "%s/restore.new", state);
	const char *aside = NULL;
	enum err e = ERR_OK;

	if (health_holder(state))
		return why_set(why, ERR_EXISTS,
			       "heraldod (process %ld) uses %s: stop it first",
			       (long)health_holder(state), state);
	if (mkdir(state, S_IRWXU) && errno != EEXIST)
		return why_set(why, ERR_DISK, "%s: %s", state, strerror(errno));
	if (access(arena_printf(&c->arena, "%s/heraldo.db", dir), F_OK))
		return why_set(why, ERR_NOT_FOUND,
			       "%s is no backup: it has no heraldo.db (%s); "
			       "heraldo backup makes a folder with one",
			       dir, strerror(errno));
	if (is_same(dir, state) || is_same(dir, fresh))
		return why_set(why, ERR_EXISTS,
			       "%s is %s: name the folder of a backup", dir,
			       is_same(dir, state)
				       ? "the state folder itself"
				       : "where a restore that was ended "
					 "worked");
	folder_remove(c, fresh);
	if (mkdir(fresh, S_IRWXU))
		return why_set(why, ERR_DISK, "%s: %s", fresh, strerror(errno));
	e = others_copy(c, dir, fresh, why);
	if (!e)
		e = database_copy(c, dir, fresh, why);
	if (!e)
		e = database_check(
			arena_printf(&c->arena, "%s/heraldo.db", fresh), why);
	if (!e)
		e = copy_check(c, fresh, why);
	if (!e)
		e = aside_make(c, &aside, why);
	if (!e)
		e = put_in_place(c, fresh, aside, why);
	folder_remove(c, fresh);
	if (!e)
		printf("restored into %s; what was there is in %s\n"
		       "The next start reads the mailbox from where the backup "
		       "had come to: mails that are still there and came since "
		       "are judged again, in their order, and mails go out "
		       "again. Mails that were deleted from the server must be "
		       "sent anew; heraldo status shows what is paused.\n"
		       "Make sure that no other judge reads this mailbox.\n",
		       state, aside);
	return e;
}
