/*
 * src/cli/backup.c - heraldo backup: a copy of the state folder that the judge
 * can go on with; heraldo restore puts it back.
 */
#include "cli/backup.h"
#include "base/buf.h"
#include "base/date.h"
#include "cli/app.h"
#include "cli/config_check.h"
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
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PIECE = 1 << 15, BACKUPS_MAX = 10000 };

/* What a backup has of the state besides the database. */
static const struct {
	const char *name;
	bool optional; /* a judge may have none */
} files[] = {
	{ "judge.key", false },
	{ "judge.key.pub", false },
	{ "since", true },
};
static const char *const folders[] = { "archive", "oauth" };
/* The folder's name ends so until the copy is whole. */
#define PART ".part"
/* The folder of gnupg-home in a backup. */
#define GNUPG "gnupg-home"

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

/* Copy the file; the copy replaces a file of that name when it is whole. */
static enum err file_renew(struct cli *c, const char *from, const char *to,
			   struct why *why)
{
	const char *new = arena_printf(&c->arena, "%s.new", to);
	enum err e;

	unlink(new);
	e = file_copy(from, new, why);
	if (!e && rename(new, to))
		e = why_set(why, ERR_DISK, "%s: %s", to, strerror(errno));
	return e;
}

/* locks and sockets, which belong to a running process, and hidden files */
static bool is_passing(const char *name, const struct stat *st)
{
	size_t n = strlen(name);

	return name[0] == '.' || S_ISSOCK(st->st_mode) ||
	       (n > 5 && !strcmp(name + n - 5, ".lock"));
}

/* The files of a folder, where there is one, and those of the folders in it.
 * Files of the same names are replaced. */
static enum err folder_copy(struct cli *c, const char *from, const char *to,
			    struct why *why)
{
	DIR *d = opendir(from);
	struct dirent *one;
	enum err e = ERR_OK;

	if (!d)
		return errno == ENOENT ? ERR_OK
				       : why_set(why, ERR_DISK, "%s: %s", from,
						 strerror(errno));
	if (mkdir(to, S_IRWXU) && errno != EEXIST)
		e = why_set(why, ERR_DISK, "%s: %s", to, strerror(errno));
	while (!e && (one = readdir(d))) {
		const char *in =
			arena_printf(&c->arena, "%s/%s", from, one->d_name);
		const char *out =
			arena_printf(&c->arena, "%s/%s", to, one->d_name);
		struct stat st;

		/* GnuPG may have removed a file meanwhile */
		if (lstat(in, &st) || is_passing(one->d_name, &st))
			continue;
		e = S_ISDIR(st.st_mode) ? folder_copy(c, in, out, why)
					: file_renew(c, in, out, why);
	}
	closedir(d);
	return e;
}

/* files and folders, from one place to the other */
static enum err others_copy(struct cli *c, const char *from, const char *to,
			    struct why *why)
{
	enum err e = ERR_OK;

	for (size_t i = 0; i < ARRAY_LEN(files) && !e; i++) {
		const char *in =
			arena_printf(&c->arena, "%s/%s", from, files[i].name);

		if (files[i].optional && access(in, F_OK))
			continue;
		e = file_copy(
			in, arena_printf(&c->arena, "%s/%s", to, files[i].name),
			why);
	}
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

	if (!e && *c->config.gnupg_home)
		e = folder_copy(c, c->config.gnupg_home,
				arena_printf(&c->arena, "%s/" GNUPG, dir), why);
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

/* "heraldo-20261129-183000", and the rest of one that was ended */
static bool is_backup(const char *name, int64_t *made_s)
{
	struct tm tm = { .tm_isdst = 0 };
	const char *end = strptime(name, "heraldo-%Y%m%d-%H%M%S", &tm);

	if (!end || (*end && strcmp(end, PART)))
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

struct copying {
	const char *dir, *part; /* the copy, and its name until it is whole */
	const char *into;       /* where older ones expire; NULL: nowhere */
	int64_t keep_s;
};

/* Where the copy will be, for status to name. */
static struct str place_of(struct cli *c, const struct copying *k)
{
	char real[PATH_MAX];
	struct str s = str_of(realpath(k->part, real) ? real : k->part);

	s.len -= strlen(PART);
	return str_of(arena_printf(&c->arena, "%.*s", STR_ARG(s)));
}

/* Copy, as the judge's user. */
static int copy_make(struct cli *c, const struct copying *k)
{
	struct app h = { 0 };
	struct why why = { 0 };
	int n = 0, code = cli_house(c, &h);
	enum err e = ERR_OK;

	if (!code) {
		e = backup_copy(c, h.judge, k->part, &why);
		if (!e)
			e = judge_backup_note(h.judge, place_of(c, k), &why);
		if (!e && k->into)
			n = backup_expire(c, k->into, k->part, k->keep_s);
		if (e)
			code = cli_fail(c, e, &why);
		if (n)
			printf("%d older cop%s removed\n", n,
			       n == 1 ? "y" : "ies");
	}
	app_release(&h);
	if (code)
		folder_remove(c, k->part);
	return code;
}

/* Root may put the copy where the judge's user may not name it, so that user is
 * a process of its own. */
static int copy_make_apart(struct cli *c, const struct copying *k)
{
	int status = 0, code;
	pid_t child;

	if (geteuid())
		return copy_make(c, k);
	fflush(stdout);
	child = fork();
	if (!child) {
		code = copy_make(c, k);
		fflush(stdout);
		_exit(code);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status)
					      : EXIT_WORLD;
}

static int backup(struct cli *c, const struct copying *k)
{
	struct why why = { 0 };
	enum err e = k->into ? place_make(c, k->into, true, &why) : ERR_OK;
	int code;

	if (!e && !access(k->dir, F_OK))
		e = why_set(&why, ERR_EXISTS,
			    "%s: %s; every copy gets a folder of its own",
			    k->dir, strerror(EEXIST));
	if (!e)
		e = place_make(c, k->part, false, &why);
	if (e)
		return cli_fail(c, e, &why);
	code = copy_make_apart(c, k);
	if (code) {
		rmdir(k->part);
		return code;
	}
	if (rename(k->part, k->dir)) {
		e = why_set(&why, ERR_DISK, "%s: %s", k->dir, strerror(errno));
		return cli_fail(c, e, &why);
	}
	printf("copied to %s; it holds the dice to come: keep it as safe as "
	       "%s\n",
	       k->dir, c->config.state);
	return EXIT_FINE;
}

int command_backup(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "into", required_argument, NULL, 'i' },
		{ "keep", required_argument, NULL, 'k' },
		{ NULL, 0, NULL, 0 },
	};
	struct copying k = { .keep_s = INT64_MAX };
	struct str dir;
	int code, o;

	while ((o = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (o) {
		case 'i': k.into = optarg; break;
		case 'k':
			if (duration_parse(str_of(optarg), &k.keep_s))
				break;
			return cli_usage(c, "--keep takes a time like 14d");
		default: return cli_no_option(c, options);
		}
	code = cli_words(c, argc, optind, !k.into, !k.into);
	if (!code)
		code = cli_config_read(c);
	if (code)
		return code;
	dir = str_of(k.into ? backup_name(c, k.into) : argv[optind]);
	while (dir.len > 1 && dir.s[dir.len - 1] == '/')
		dir.len--;
	k.dir = arena_printf(&c->arena, "%.*s", STR_ARG(dir));
	k.part = arena_printf(&c->arena, "%s" PART, k.dir);
	return backup(c, &k);
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

/* The keys of GnuPG, whose folder may be on another disk: those that are there
 * are copied to `aside` first. A backup without any leaves them. */
static enum err gnupg_restore(struct cli *c, const char *dir, const char *aside,
			      struct why *why)
{
	const char *kept = arena_printf(&c->arena, "%s/" GNUPG, dir);
	const char *home = c->config.gnupg_home;
	enum err e = ERR_OK;

	if (!*home || access(kept, F_OK))
		return ERR_OK;
	e = folder_copy(c, home, arena_printf(&c->arena, "%s/" GNUPG, aside),
			why);
	return e ? e : folder_copy(c, kept, home, why);
}

/* Name the keys of GnuPG that the restored judge would need. */
static void gnupg_print(struct cli *c)
{
	struct app h = { .wants_pgp = true };
	struct why why = { 0 };
	const char *words = NULL;
	enum err e = app_open(&h, &c->config, &why);

	if (!e)
		e = gnupg_missing(&h, &c->arena, &words, &why);
	if (e)
		printf("warning: %s\n", why.text);
	else if (words)
		printf("warning: %s\n", words);
	app_release(&h);
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

/* May the state folder be replaced, and is `dir` the folder of a backup? */
static enum err restore_check(struct cli *c, const char *dir, const char *fresh,
			      struct why *why)
{
	const char *state = c->config.state;

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
	return ERR_OK;
}

enum err backup_restore(struct cli *c, const char *dir, struct why *why)
{
	const char *state = c->config.state;
	const char *fresh = arena_printf(&c->arena, "%s/restore.new", state);
	const char *aside = NULL;
	enum err e = ERR_OK;

	e = restore_check(c, dir, fresh, why);
	if (e)
		return e;
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
		e = gnupg_restore(c, dir, aside, why);
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
	if (!e)
		gnupg_print(c);
	return e;
}
