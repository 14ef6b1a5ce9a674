/* src/cli/secret.c */
#include "cli/secret.h"
#include "base/buf.h"
#include "base/xalloc.h"
#include "cli/grant.h"
#include "cli/oplog.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { STDERR_LINE = 400, PATH_ROOM = 1024 };

/* what one section says */
struct rule {
	const char *section, *user, *kind, *auth, *variable;
	const char *password, *password_command, *token, *token_command, *oauth;
};

static struct rule rule_of(const struct config *c, enum secret_account which)
{
	if (which == SECRET_INBOX)
		return (struct rule){ "inbox",
				      c->inbox_user,
				      c->inbox_kind,
				      c->inbox_auth,
				      "HERALDO_INBOX_PASSWORD",
				      c->inbox_password,
				      c->inbox_password_command,
				      c->inbox_token,
				      c->inbox_token_command,
				      c->inbox_oauth };
	return (struct rule){ "outbox",
			      c->outbox_user,
			      c->outbox_kind,
			      c->outbox_auth,
			      "HERALDO_OUTBOX_PASSWORD",
			      c->outbox_password,
			      c->outbox_password_command,
			      c->outbox_token,
			      c->outbox_token_command,
			      c->outbox_oauth };
}

bool secret_is_wanted(const struct config *c, enum secret_account which)
{
	struct rule r = rule_of(c, which);

	return *r.user && strcmp(r.kind, "maildir");
}

bool secret_grant_path(const struct config *c, enum secret_account which,
		       char *out, size_t room)
{
	struct rule r = rule_of(c, which);
	char path[GRANT_PATH];

	if (!secret_is_wanted(c, which) ||
	    !grant_path(c, *r.oauth ? r.oauth : r.user, path) ||
	    strlen(path) >= room)
		return false;
	memcpy(out, path, strlen(path) + 1);
	return *r.oauth || access(path, F_OK) == 0;
}

/* --- commands ------------------------------------------------------------- */

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

/* The environment without what holds other passwords. */
static char **secret_environment(void)
{
	size_t n = 0, kept = 0;
	char **v;

	while (environ[n])
		n++;
	v = xalloc_check(calloc(n + 1, sizeof(*v)));
	for (size_t i = 0; i < n; i++)
		if (strncmp(environ[i], "HERALDO_INBOX_PASSWORD=", 23) &&
		    strncmp(environ[i], "HERALDO_OUTBOX_PASSWORD=", 24))
			v[kept++] = environ[i];
	return v;
}

/* Start it in a process group of its own; its output goes into the pipes. */
static int secret_spawn(const char *command, int out, int err, pid_t *pid)
{
	char shell[] = "/bin/sh", c[] = "-c",
	     *text = xalloc_check(strdup(command));
	char *argv[] = { shell, c, text, NULL };
	char **env = secret_environment();
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t none, usual;
	int r;

	sigemptyset(&none);
	sigemptyset(&usual);
	for (int i = 0; i < 4; i++)
		sigaddset(&usual,
			  (int[]){ SIGINT, SIGTERM, SIGHUP, SIGPIPE }[i]);
	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&how);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, out, 1);
	posix_spawn_file_actions_adddup2(&files, err, 2);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP |
					       POSIX_SPAWN_SETSIGMASK |
					       POSIX_SPAWN_SETSIGDEF);
	posix_spawnattr_setsigmask(&how, &none);
	posix_spawnattr_setsigdefault(&how, &usual);
	r = posix_spawn(pid, shell, &files, &how, argv, env);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&how);
	free(env);
	free(text);
	return r;
}

/* whole lines of stderr, for the log */
static void log_lines(const char *what, struct buf *err, bool all)
{
	const char *lf;

	while ((lf = err->len ? memchr(err->s, '\n', err->len) : NULL) ||
	       (all && err->len) || err->full) {
		size_t len = lf ? (size_t)(lf - err->s) : err->len;

		for (size_t i = 0; i < len; i++)
			if ((unsigned char)err->s[i] < ' ')
				err->s[i] = ' ';
		if (len)
			oplog_write(OPLOG_WARNING, "%s: %.*s", what, (int)len,
				    err->s);
		len += lf != NULL;
		memmove(err->s, err->s + len, err->len - len);
		err->len -= len;
		err->full = false;
	}
}

struct run {
	const char *what; /* "[inbox] password-command" */
	int out, err;     /* -1: at its end */
	struct buf said;  /* stderr, a line or less */
	char *text;       /* stdout */
	size_t len, room;
	bool long_text;
};

/* false: at its end */
static bool read_some(struct run *r, bool is_out)
{
	char piece[STDERR_LINE];
	ssize_t n = read(is_out ? r->out : r->err, piece, sizeof(piece));

	if (n < 0)
		return errno == EINTR || errno == EAGAIN;
	if (is_out) {
		r->long_text |= r->len + (size_t)n >= r->room;
		if (!r->long_text) {
			memcpy(r->text + r->len, piece, (size_t)n);
			r->len += (size_t)n;
		}
	} else {
		buf_add(&r->said, piece, (size_t)n);
		log_lines(r->what, &r->said, false);
	}
	explicit_bzero(piece, sizeof(piece));
	return n > 0;
}

/* until both pipes are at their end; false: the time is over */
static bool secret_gather(struct run *r, int64_t until_ms)
{
	while (r->out >= 0 || r->err >= 0) {
		struct pollfd p[2] = { { .fd = r->out, .events = POLLIN },
				       { .fd = r->err, .events = POLLIN } };
		int64_t left = until_ms - now_ms();

		if (left <= 0)
			return false;
		poll(p, 2, (int)left);
		for (int i = 0; i < 2; i++) {
			int *fd = i ? &r->err : &r->out;

			if (p[i].revents && !read_some(r, !i)) {
				close(*fd);
				*fd = -1;
			}
		}
	}
	return true;
}

/* It has closed its pipes, or its time is over: the status, -1 if killed. */
static int end_of(pid_t pid, bool in_time, int64_t until_ms)
{
	const struct timespec pause = { .tv_nsec = 20 * 1000 * 1000 };
	int status;

	while (in_time) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
		if (now_ms() >= until_ms)
			break;
		nanosleep(&pause, NULL);
	}
	kill(-pid, SIGKILL);
	waitpid(pid, &status, 0);
	return -1;
}

static enum err command_run(const char *command, const char *what, char *text,
			    size_t room, struct why *why)
{
	struct run r = { .what = what, .text = text, .room = room };
	int64_t until = now_ms() + SECRET_COMMAND_S * 1000;
	int out[2], err[2], fault, status;
	pid_t pid;

	if (pipe2(out, O_CLOEXEC))
		return why_set(why, ERR_SYSTEM, "pipe: %s", strerror(errno));
	if (pipe2(err, O_CLOEXEC)) {
		close(out[0]);
		close(out[1]);
		return why_set(why, ERR_SYSTEM, "pipe: %s", strerror(errno));
	}
	fault = secret_spawn(command, out[1], err[1], &pid);
	close(out[1]);
	close(err[1]);
	r.out = out[0];
	r.err = err[0];
	buf_init(&r.said, STDERR_LINE);
	status = fault ? 0 : end_of(pid, secret_gather(&r, until), until);
	log_lines(what, &r.said, true);
	buf_release(&r.said);
	if (r.out >= 0)
		close(r.out);
	if (r.err >= 0)
		close(r.err);
	text[r.len] = 0;
	text[strcspn(text, "\r\n")] = 0;
	if (fault)
		return why_set(why, ERR_SYSTEM, "%s: %s", what,
			       strerror(fault));
	if (status < 0)
		return why_set(why, ERR_MAIL_DOWN,
			       "%s gave nothing within %d s and was ended",
			       what, SECRET_COMMAND_S);
	if (status)
		return why_set(why, ERR_MAIL_DOWN,
			       "%s ended with status %d; the log has what it "
			       "said on stderr",
			       what, status);
	if (r.long_text || !*text)
		return why_set(why, ERR_CONFIG, "%s printed %s", what,
			       *text ? "too much" : "nothing");
	return ERR_OK;
}

/* --- files ---------------------------------------------------------------- */

/* systemd's LoadCredential=inbox-password:FILE */
static bool secret_credential(const struct rule *r, const char *what, char *out,
			      size_t room)
{
	const char *folder = getenv("CREDENTIALS_DIRECTORY");

	/* a file that may be there, but cannot be examined, is taken: reading
	 * it reports the error */
	return folder && *folder &&
	       snprintf(out, room, "%s/%s-%s", folder, r->section, what) <
		       (int)room &&
	       (access(out, F_OK) == 0 || errno != ENOENT);
}

static int n_set(const struct rule *r)
{
	return !!*r->password + !!*r->password_command + !!*r->token +
	       !!*r->token_command;
}

struct place {
	enum account_secret kind;
	bool is_command;
	char text[PATH_ROOM]; /* of the file, or the command */
};

/* Where this secret is to be found. The environment's is no place. */
static enum err place_of(const struct config *c, enum secret_account which,
			 struct place *out, struct why *why)
{
	struct rule r = rule_of(c, which);
	const char *from = NULL;

	*out = (struct place){ .kind = SECRET_PASSWORD };
	if (n_set(&r) > 1)
		return why_set(why, ERR_CONFIG,
			       "[%s] has more than one of password-file, "
			       "password-command, token-file, token-command",
			       r.section);
	if (*r.token || *r.token_command)
		out->kind = SECRET_TOKEN;
	out->is_command = *r.password_command || *r.token_command;
	from = *r.password           ? r.password
	       : *r.password_command ? r.password_command
	       : *r.token            ? r.token
				     : r.token_command;
	if (*from) {
		if (snprintf(out->text, PATH_ROOM, "%s", from) < PATH_ROOM)
			return ERR_OK;
		return why_set(why, ERR_CONFIG, "[%s]: longer than %d bytes",
			       r.section, PATH_ROOM);
	}
	if (!*r.oauth &&
	    secret_credential(&r, "password", out->text, PATH_ROOM))
		return ERR_OK;
	out->kind = SECRET_TOKEN;
	if (!*r.oauth && secret_credential(&r, "token", out->text, PATH_ROOM))
		return ERR_OK;
	out->kind = SECRET_GRANT;
	if (secret_grant_path(c, which, out->text, PATH_ROOM))
		return ERR_OK;
	return why_set(why, ERR_CONFIG,
		       "[%s] has no password or token: name a password-file, "
		       "password-command, token-file or token-command, or run "
		       "heraldo oauth %s; a credential of systemd is seen by "
		       "its unit alone",
		       r.section, r.user);
}

static enum err place_read(const struct config *c, enum secret_account which,
			   const struct place *p, struct secret *out,
			   struct why *why)
{
	struct rule r = rule_of(c, which);
	char what[64];

	if (p->is_command) {
		snprintf(what, sizeof(what), "[%s] %s-command", r.section,
			 p->kind == SECRET_TOKEN ? "token" : "password");
		return command_run(p->text, what, out->text, sizeof(out->text),
				   why);
	}
	if (p->kind == SECRET_GRANT)
		return grant_load(p->text, &out->grant, why);
	return config_secret(p->text, "", out->text, sizeof(out->text), why);
}

enum err secret_read(const struct config *c, enum secret_account which,
		     struct secret *out, struct why *why)
{
	struct rule r = rule_of(c, which);
	struct place p;
	struct why words = { 0 };
	enum err e;

	*out = (struct secret){ .kind = SECRET_PASSWORD };
	/* it goes first, wherever it is set */
	if (getenv(r.variable) && !*r.token && !*r.token_command)
		return config_secret("", r.variable, out->text,
				     sizeof(out->text), why);
	e = place_of(c, which, &p, why);
	if (e)
		return e;
	out->kind = p.kind;
	e = place_read(c, which, &p, out, &words);
	if (e == ERR_NOT_FOUND)
		return why_set(why, ERR_CONFIG,
			       "%s: run heraldo oauth %s first", words.text,
			       *r.oauth ? r.oauth : r.user);
	return e ? why_set(why, e, "%s", words.text) : ERR_OK;
}

/* Is the program there that a command begins with? A word of the shell's own
 * syntax is left to the shell. */
static enum err command_check(const char *command, const char *section,
			      struct why *why)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_./+-";
	size_t len = strspn(command, plain);
	char word[PATH_ROOM], look[PATH_ROOM + 64], path[PATH_ROOM];
	struct why none = { 0 };

	if (!len || !strchr(" \t", command[len]))
		return ERR_OK;
	snprintf(word, sizeof(word), "%.*s", (int)len, command);
	snprintf(look, sizeof(look), "command -v %s", word);
	if (strchr(word, '/') ? !access(word, X_OK)
			      : !command_run(look, "the shell", path,
					     sizeof(path), &none))
		return ERR_OK;
	why_clear(&none);
	return why_set(why, ERR_CONFIG, "[%s]: there is no program '%s'",
		       section, word);
}

enum err secret_check(const struct config *c, enum secret_account which,
		      struct why *why)
{
	struct rule r = rule_of(c, which);
	struct secret s = { .kind = SECRET_PASSWORD };
	struct place p = { .kind = SECRET_PASSWORD };
	enum err e = ERR_OK;

	if (!*r.user)
		return ERR_OK;
	if (!getenv(r.variable) || *r.token || *r.token_command)
		e = place_of(c, which, &p, why);
	if (!e)
		e = login_method_check(login_method_parse(r.auth),
				       p.kind != SECRET_PASSWORD, why);
	if (!e)
		e = p.is_command ? command_check(p.text, r.section, why)
				 : secret_read(c, which, &s, why);
	explicit_bzero(&s, sizeof(s));
	return e;
}

int64_t secret_look(const struct config *c, enum secret_account which)
{
	struct place p;
	struct stat s;

	if (!secret_is_wanted(c, which) || place_of(c, which, &p, NULL) ||
	    p.is_command || stat(p.text, &s))
		return 0;
	return s.st_mtim.tv_sec * INT64_C(1000000000) + s.st_mtim.tv_nsec +
	       (int64_t)s.st_ino + s.st_size;
}
