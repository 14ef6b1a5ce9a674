/* src/cli/mail_process.c */
#include "cli/mail_process.h"
#include "base/file.h"
#include "base/parse.h"
#include "base/xalloc.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RANGE = 50 };

static enum tls_mode tls_of(const char *value)
{
	return !strcmp(value, "implicit")   ? TLS_IMPLICIT
	       : !strcmp(value, "starttls") ? TLS_STARTTLS
					    : TLS_NONE;
}

static enum mailbox_kind kind_of(const char *value)
{
	return !strcmp(value, "imap")   ? MAILBOX_IMAP
	       : !strcmp(value, "pop3") ? MAILBOX_POP3
					: MAILBOX_MAILDIR;
}

/* When heraldo init made this state: a new judge answers no old mail. Nothing
 * else makes the file. */
static int64_t since_of(const struct config *c)
{
	enum { PATH_ROOM = 1024, FILE_MAX = 64 };
	char path[PATH_ROOM];
	struct buf b;
	int64_t s = 0;

	snprintf(path, sizeof(path), "%s/since", c->state);
	if (file_read(path, FILE_MAX, &b, NULL) ||
	    !parse_int(parse_trim(buf_str(&b)), 0, INT64_MAX, &s))
		s = 0;
	buf_release(&b);
	return s;
}

void mail_process_configure(const struct config *c, struct secret_client *s,
			    struct mail_agent_config *p)
{
	bool maildir = !strcmp(c->outbox_kind, "maildir");

	*p = (struct mail_agent_config){
		.inbox = {
			.kind = kind_of(c->inbox_kind),
			.account = "inbox",
			.path = c->inbox_path,
			.host = c->inbox_host,
			.port = (uint16_t)config_number(c->inbox_port),
			.tls = tls_of(c->inbox_tls),
			.ca_file = c->inbox_ca,
			.user = c->inbox_user,
			.source = secret_client_source(s, SECRET_INBOX),
			.method = login_method_parse(c->inbox_auth),
			.folder = c->inbox_folder,
			.done = c->inbox_done,
			.received_by = c->inbox_received,
			.max_bytes = (size_t)config_number(c->max_mail),
			.since_s = since_of(c),
		},
		.smtp = {
			.host = c->outbox_host,
			.port = (uint16_t)config_number(c->outbox_port),
			.tls = tls_of(c->outbox_tls),
			.ca_file = c->outbox_ca,
			.user = c->outbox_user,
			.method = login_method_parse(c->outbox_auth),
		},
		.out_path = maildir ? c->outbox_path : NULL,
		.poll_s = (unsigned)config_number(c->poll),
		.range = RANGE,
	};
	if (secret_is_wanted(c, SECRET_OUTBOX))
		p->smtp.source = secret_client_source(s, SECRET_OUTBOX);
}

enum err mail_process_check(const struct config *c, struct why *why)
{
	enum err e = ERR_OK;

	for (int i = 0; !e && i < SECRET_ACCOUNTS; i++)
		e = secret_check(c, (enum secret_account)i, why);
	return e;
}

static enum err mail_process_serve(const struct config *c, struct ipc *judge,
				   struct ipc *keeper, struct why *why)
{
	struct secret_client *s = xalloc_check(calloc(1, sizeof(*s)));
	struct mail_agent_config p;
	enum err e;

	s->config = c;
	s->keeper = keeper;
	mail_process_configure(c, s, &p);
	if (keeper)
		secret_client_prepare(s, &p);
	e = mail_agent_run(&p, judge, why);
	secret_client_release(s);
	free(s);
	return e;
}

static void tell_fault(struct ipc *judge, enum err e, const struct why *why)
{
	struct buf b;

	buf_init(&b, 4096);
	pack_u64(&b, e);
	pack_str(&b, str_of(why->text));
	ipc_send(judge, POST_FAULT, buf_str(&b), NULL);
	buf_release(&b);
}

static _Noreturn void serve_and_end(const struct config *c, struct ipc *judge,
				    struct ipc *keeper)
{
	struct why why = { 0 };
	enum err e = mail_process_serve(c, judge, keeper, &why);

	if (e)
		tell_fault(judge, e, &why);
	ipc_release(judge);
	_exit(e ? 1 : 0);
}

/* Its end is that of the process with the network. */
static _Noreturn void keep_and_end(const struct config *c, struct ipc *agent,
				   pid_t pid)
{
	int status = 0;

	secret_keeper_serve(c, agent);
	ipc_release(agent);
	waitpid(pid, &status, 0);
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

/* Where there are logins, keep the secrets here and serve in a child. */
static _Noreturn void mail_process_divide(const struct config *c,
					  struct ipc *judge)
{
	struct ipc ours, theirs;
	struct why why = { 0 };
	pid_t pid;

	if (!secret_is_wanted(c, SECRET_INBOX) &&
	    !secret_is_wanted(c, SECRET_OUTBOX))
		serve_and_end(c, judge, NULL);
	if (ipc_pair(&ours, &theirs, &why)) {
		tell_fault(judge, ERR_SYSTEM, &why);
		_exit(1);
	}
	pid = fork();
	if (pid < 0) {
		why_set(&why, ERR_SYSTEM, "fork: %s", strerror(errno));
		tell_fault(judge, ERR_SYSTEM, &why);
		_exit(1);
	}
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		ipc_release(&ours);
		serve_and_end(c, judge, &theirs);
	}
	ipc_release(&theirs);
	ipc_release(judge);
	keep_and_end(c, &ours, pid);
}

_Noreturn void mail_process_main(const struct config *c, int fd)
{
	struct ipc judge;

	fcntl(fd, F_SETFD, FD_CLOEXEC);
	ipc_init(&judge, fd);
	mail_process_divide(c, &judge);
}

static _Noreturn void mail_process_child(const struct mail_process *p,
					 const struct config *c,
					 struct ipc *judge)
{
	struct why why = { 0 };
	sigset_t none;
	char fd[16];

	/* the judge decides when to end: Ctrl-C at a terminal is for it */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_DFL);
	signal(SIGHUP, SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (!p->program)
		mail_process_divide(c, judge);
	fcntl(judge->fd, F_SETFD, 0);
	snprintf(fd, sizeof(fd), "%d", judge->fd);
	execl(p->program, "heraldod", "--mail-process", fd, "--config", c->file,
	      NULL);
	why_set(&why, ERR_SYSTEM, "cannot start the mail process %s: %s",
		p->program, strerror(errno));
	tell_fault(judge, ERR_SYSTEM, &why);
	_exit(1);
}

enum err mail_process_start(struct mail_process *p, const struct config *c,
			    struct why *why)
{
	struct ipc theirs;
	enum err e = ipc_pair(&p->channel, &theirs, why);

	if (e)
		return e;
	fflush(NULL);
	p->pid = fork();
	if (!p->pid) {
		ipc_release(&p->channel);
		mail_process_child(p, c, &theirs);
	}
	ipc_release(&theirs);
	if (p->pid < 0) {
		p->pid = 0;
		ipc_release(&p->channel);
		return why_set(why, ERR_SYSTEM, "fork: %s", strerror(errno));
	}
	return ERR_OK;
}

void mail_process_stop(struct mail_process *p, int grace_ms)
{
	struct timespec pause = { .tv_nsec = 20 * 1000 * 1000 };

	if (!p->pid)
		return;
	ipc_send(&p->channel, POST_QUIT, STR(""), NULL);
	ipc_release(&p->channel);
	while (waitpid(p->pid, &p->status, WNOHANG) == 0) {
		if (grace_ms <= 0)
			kill(p->pid, SIGKILL);
		nanosleep(&pause, NULL);
		grace_ms -= 20;
	}
	p->pid = 0;
}

const char *mail_process_ended(const struct mail_process *p, char *out,
			       size_t room)
{
	if (WIFSIGNALED(p->status))
		snprintf(out, room, "signal %d", WTERMSIG(p->status));
	else
		snprintf(out, room, "status %d", WEXITSTATUS(p->status));
	return out;
}
