/*
 * src/heraldod.c - the daemon, of several processes:
 *
 *	network ── mail process ──▶ judge ── mails ──▶ parser
 *	       (mail/mail_agent.h)   this               (mail/sandbox_pool.h)
 *	                               └── sketches ──▶ painters
 *	                                             (judge/notify/render_pool.h)
 *
 * and at times one that writes web pages (cli/site_updater.h) and one that
 * searches orders for the computer player (cli/computer.h).
 *
 * This process owns the database and the keys. It reads a mail only after the
 * parser has made plain text of it. Its loop, heraldod_serve: store fetched
 * mails and acknowledge them (cli/mail_ipc.h), execute stored mails, fire due
 * timers, hand mails of the outbox to the mail process, wait.
 */
#include "cli/mail_process.h"
#include "cli/mail_ipc.h"
#include "base/parse.h"
#include "cli/computer.h"
#include "cli/site_updater.h"
#include "cli/clock_check.h"
#include "cli/config_check.h"
#include "cli/own_process.h"
#include "cli/owner.h"
#include "cli/advice.h"
#include "cli/app.h"
#include "cli/oplog.h"
#include "cli/health.h"
#include "cli/supervisor.h"
#include "tournament/campaign.h"
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	REST_MS = 10000,   /* after a failure of the database */
	WAIT_MS = 3600000, /* at most, in one go */
	LOOK_MS = 1000,    /* until a change of the database is seen */
	STOP_GRACE_MS = 5000,
	SECOND_MS = 1000,
	MINUTE_MS = 60000,
	DAY_MS = 86400000,
	EXIT_MARKED = 4, /* another judge reads the mailbox */
	EXIT_CONFIG = 78 /* the configuration has a fault: cli/cli.h */
};

struct daemon {
	struct config config;
	struct app app;
	struct mail_ipc mail;
	struct mail_log log;
	const char *config_file;
	struct stat config_seen; /* the file, as it was read */
	struct site_updater site;
	struct computer_process computer;
	struct clock_check clock;
	int signals;
	bool once; /* --once: end when nothing is left to do */
	bool stop;
	bool anew;             /* after the stop: with another configuration */
	bool lost;             /* a process that cannot be made again */
	bool moved;            /* the database is no longer where it was */
	struct stat database;  /* its file, as it was opened */
	bool work;             /* stored mails may be waiting */
	int64_t work_at_s;     /* a stored mail may be worked on then */
	bool fetched;          /* all that came while nobody was here */
	int64_t looked_s;      /* the timer for which the inbox was looked at */
	int64_t rest_until_ms; /* monotonic: the database failed, wait so long
				*/
	int64_t prune_at_ms;   /* monotonic: the next daily round */
	int64_t tidy_at_ms;    /* monotonic: memory is given back; 0: none is */
	int64_t tidied_ms;     /* and when it was */
	int n_faults; /* told to the operator, for --once's exit code */
	struct health health;
	int64_t health_at_ms;   /* monotonic: when it is written next */
	int64_t watchdog_ms;    /* how often the supervisor is told; 0: never */
	int64_t watchdog_at_ms; /* monotonic */
};

static int64_t monotonic_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

/*
 * The judge could not: tell, and wait until there may be room on the disk
 * again. Nobody waits for --once.
 */
static void heraldod_failed(struct daemon *d, const char *what, enum err e,
			    const struct why *why)
{
	d->n_faults++;
	oplog_err(what, e, why);
	d->rest_until_ms = d->once ? 0 : monotonic_ms() + REST_MS;
}

static bool heraldod_rests(const struct daemon *d)
{
	return monotonic_ms() < d->rest_until_ms;
}

/*
 * No timer fires by a time that the clock has jumped to, until ten minutes
 * later it still shows it. Nobody waits for --once, which has nothing to
 * compare with.
 */
static void clock_look(struct daemon *d)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	switch (clock_check(&d->clock,
			    t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000,
			    monotonic_ms())) {
	case CLOCK_JUMPED:
		oplog_write(
			OPLOG_ERROR,
			"the system clock jumped by %lld s (or this machine "
			"slept); no deadline passes for ten minutes: set the clock "
			"right if it is wrong",
			(long long)(d->clock.jumped_ms / 1000));
		break;
	case CLOCK_CONFIRMED:
		oplog_write(OPLOG_INFO,
			    "the system clock still shows its new time; "
			    "deadlines pass again");
		d->work = true;
		break;
	case CLOCK_SAME: break;
	}
	judge_timers_hold(d->app.judge, clock_doubted(&d->clock));
}

/* --- the steps of the loop ------------------------------------------------ */

/* what came in and what became of mails that went out */
static void heraldod_hear(struct daemon *d)
{
	struct why why = { 0 };
	enum err e;

	mail_ipc_hear(&d->mail, monotonic_ms());
	d->work |= d->mail.stored;
	/* a mailbox that cannot be read holds up no mail that is here */
	d->fetched |= d->mail.empty || d->mail.failed;
	d->stop |= d->mail.foreign || (d->once && d->mail.failed);
	d->mail.stored = d->mail.failed = false;
	if (heraldod_rests(d))
		return;
	e = mail_ipc_record(&d->mail, &why);
	if (e) {
		heraldod_failed(d, "outbox", e, &why);
		d->stop |= d->once;
	}
}

/* some time after work, and not after each */
static void tidy_later(struct daemon *d)
{
	if (d->tidy_at_ms)
		return;
	d->tidy_at_ms = monotonic_ms() + 2 * SECOND_MS;
	if (d->tidied_ms && d->tidy_at_ms < d->tidied_ms + MINUTE_MS)
		d->tidy_at_ms = d->tidied_ms + MINUTE_MS;
}

static void heraldod_work(struct daemon *d)
{
	struct why why = { 0 };
	int n = 0;
	enum err e;

	mail_log_begin(&d->log);
	e = judge_work(d->app.judge, JUDGE_BATCH, &n, &why);
	if (e)
		heraldod_failed(d, "judging", e, &why);
	else
		mail_log_in(&d->log, d->app.judge);
	d->work = n > 0 || (e && !d->once);
	if (!d->work && judge_next_mail(d->app.judge, &d->work_at_s, NULL))
		d->work_at_s = 0;
	d->site.wanted |= n > 0;
	d->computer.wanted |= n > 0;
	tidy_later(d);
}

/*
 * Timers fire only when the inbox was seen empty in a later second than that in
 * which they were due: orders that came in time must not lose against a
 * deadline because they were fetched late, or because the mail server could not
 * be reached.
 */
static void heraldod_tick(struct daemon *d)
{
	struct why why = { 0 };
	int n = 0;
	enum err e =
		judge_tick_until(d->app.judge, d->mail.empty_s - 1, &n, &why);
	int64_t next, timer;

	if (e)
		heraldod_failed(d, "timers", e, &why);
	d->site.wanted |= n > 0;
	d->computer.wanted |= n > 0;
	if (n)
		oplog_write(OPLOG_INFO, "%d timer%s", n, n == 1 ? "" : "s");
	/* one is due: ask once whether anything came before it */
	if (!e && !judge_next(d->app.judge, &next, &timer, NULL) &&
	    timer < (int64_t)time(NULL) && timer != d->looked_s &&
	    d->mail.post.pid) {
		d->looked_s = timer;
		mail_ipc_look(&d->mail);
	}
}

/* what games of a campaign have come to: results, rounds, standings */
static void heraldod_tend(struct daemon *d)
{
	struct why why = { 0 };
	int n = 0;
	enum err e = campaign_tend(d->app.judge, &n, &why);

	if (e)
		heraldod_failed(d, "campaigns", e, &why);
	d->site.wanted |= n > 0;
	d->computer.wanted |= n > 0;
	if (n)
		oplog_write(OPLOG_INFO, "%d campaign%s looked at", n,
			    n == 1 ? "" : "s");
}

/* Update the web pages of campaigns, in a process of their own. */
static void heraldod_publish(struct daemon *d)
{
	struct why why = { 0 };
	int64_t now = monotonic_ms();
	int fault;
	enum err e = ERR_OK;

	/* what is published stays */
	if (!site_updater_timeout(&d->site, &d->config, now))
		e = judge_sync(d->app.judge, &why);
	if (e) {
		heraldod_failed(d, "chronicles", e, &why);
		return;
	}
	e = site_updater_turn(&d->site, &d->config, d->config_file, now, &fault,
			      &why);
	/* it has printed the error itself */
	d->n_faults += fault != 0;
	if (e) {
		d->n_faults++;
		oplog_err("chronicles", e, &why);
	}
}

/* An exit code of the computer's process. */
static void computer_fault(struct daemon *d, int fault)
{
	if (!fault)
		return;
	d->n_faults++;
	oplog_write(OPLOG_ERROR, "the computer player ended with code %d",
		    fault);
}

/* the computer's seats: an order of each, then its mail is judged */
static void heraldod_computer(struct daemon *d)
{
	struct why why = { 0 };
	int fault;
	bool ended;
	enum err e = computer_turn(&d->computer, d->app.judge, d->config_file,
				   &ended, &fault, &why);

	computer_fault(d, fault);
	if (e) {
		d->n_faults++;
		oplog_err("the computer player", e, &why);
	}
	/* it has stored mails */
	d->work |= ended;
}

/* what processes of their own do beside all else */
static void help_out(struct daemon *d)
{
	heraldod_publish(d);
	heraldod_computer(d);
}

/* The computer's orders for --once, which waits for them. */
static bool computer_once(struct daemon *d)
{
	int fault;

	heraldod_computer(d);
	d->work |= computer_wait(&d->computer, &fault);
	computer_fault(d, fault);
	return d->work;
}

/* once a day, and at the start */
static void heraldod_prune(struct daemon *d)
{
	struct why why = { 0 };
	const struct judge_keeping keep = app_keeping(&d->config);
	struct judge_forgotten gone;
	bool more = false;
	enum err e;

	if (monotonic_ms() < d->prune_at_ms)
		return;
	e = judge_prune(d->app.judge, &keep, &gone, &more, &why);
	/* room is given back in pieces: nobody's mail waits for all of it */
	d->prune_at_ms = monotonic_ms() + (more ? SECOND_MS : DAY_MS);
	if (e)
		heraldod_failed(d, "pruning", e, &why);
	else if (gone.strays || gone.mails || gone.letters)
		oplog_write(OPLOG_INFO,
			    "forgotten: %d mails of strangers, %d of players, "
			    "%d of the judge; %lld bytes",
			    gone.strays, gone.mails, gone.letters,
			    (long long)gone.bytes);
}

/* hand out due mails: returns their number, -1 if it is not the time for any */
static int send_due(struct daemon *d)
{
	struct why why = { 0 };
	int n = -1;
	enum err e;

	if (heraldod_rests(d))
		return -1;
	e = mail_ipc_fill(&d->mail, d->work, monotonic_ms(), &n, &why);
	if (e)
		heraldod_failed(d, "outbox", e, &why);
	return n;
}

/* --- how it is doing --------------------------------------------------------
 */

static void health_notify(struct daemon *d)
{
	char line[256];
	int64_t now = (int64_t)time(NULL);

	d->health.written_s = now;
	d->health.mailbox_s = d->mail.mailbox_s;
	d->health.server_s = d->mail.server_s;
	d->health.n_in = d->mail.n_in;
	d->health.n_out = d->mail.n_out;
	health_write(d->config.state, &d->health);
	snprintf(line, sizeof(line),
		 "STATUS=%lld mails in, %lld out; mailbox read %lld s ago\n",
		 (long long)d->health.n_in, (long long)d->health.n_out,
		 d->health.mailbox_s ? (long long)(now - d->health.mailbox_s)
				     : -1LL);
	supervisor_notify(line);
	oplog_flush(false);
}

/* When it is written next: each minute, soon after a contact with a mail
 * server, and at once after the first. */
static int64_t health_due_ms(const struct daemon *d)
{
	const struct mail_ipc *p = &d->mail;
	bool first = (p->mailbox_s && !d->health.mailbox_s) ||
		     (p->server_s && !d->health.server_s);
	bool news = p->mailbox_s != d->health.mailbox_s ||
		    p->server_s != d->health.server_s;

	return first  ? 0
	       : news ? d->health_at_ms -
				(HEALTH_EVERY_S - HEALTH_NEWS_S) * SECOND_MS
		      : d->health_at_ms;
}

/* Each round of the loop, and when its time has come while nothing happens. */
static void health_look(struct daemon *d)
{
	int64_t now = monotonic_ms();

	if (d->watchdog_ms && now >= d->watchdog_at_ms) {
		d->watchdog_at_ms = now + d->watchdog_ms;
		supervisor_notify("WATCHDOG=1");
	}
	if (now < health_due_ms(d))
		return;
	d->health_at_ms = now + HEALTH_EVERY_S * SECOND_MS;
	health_notify(d);
}

static void health_begin(struct daemon *d)
{
	d->health = (struct health){ .pid = getpid(),
				     .since_s = (int64_t)time(NULL),
				     .once = d->once };
	d->watchdog_ms = supervisor_watchdog_ms();
	health_look(d);
	supervisor_notify("READY=1");
}

static void health_end(struct daemon *d)
{
	supervisor_notify(d->anew ? "RELOADING=1" : "STOPPING=1");
	if (d->anew)
		d->health.reload_s = (int64_t)time(NULL);
	else
		d->health.ended_s = (int64_t)time(NULL);
	health_notify(d);
	oplog_flush(true);
}

/* --- waiting ----------------------------------------------------------------
 */

static bool heraldod_idle(const struct daemon *d)
{
	return !d->work && mail_ipc_idle(&d->mail) &&
	       !judge_writing(d->app.judge);
}

/* What a batch needed is given back once nobody waits: a heap keeps it, twenty
 * MiB after the start of ten thousand games. */
static void heraldod_tidy(struct daemon *d)
{
	int64_t now = monotonic_ms();

	if (!d->tidy_at_ms || now < d->tidy_at_ms || !heraldod_idle(d))
		return;
#ifdef __GLIBC__
	malloc_trim(0);
#endif
	d->tidied_ms = now;
	d->tidy_at_ms = 0;
}

static int64_t sooner_ms(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Milliseconds until something other than the judge has work. */
static int64_t helpers_timeout(const struct daemon *d, int64_t now)
{
	int64_t ms = site_updater_timeout(&d->site, &d->config, now);
	int64_t mail_ms = mail_ipc_timeout(&d->mail);

	if (d->computer.pid)
		ms = sooner_ms(ms, COMPUTER_REST_MS);
	if (!d->mail.post.pid)
		ms = sooner_ms(ms, d->mail.start_at_ms - now);
	if (mail_ms >= 0)
		ms = sooner_ms(ms, mail_ms);
	if (d->tidy_at_ms && heraldod_idle(d))
		ms = sooner_ms(ms, d->tidy_at_ms - now);
	if (d->watchdog_ms)
		ms = sooner_ms(ms, d->watchdog_at_ms - now);
	if (clock_doubted(&d->clock))
		ms = sooner_ms(ms, d->clock.confirm_ms - now);
	return sooner_ms(ms, health_due_ms(d) - now);
}

/* Milliseconds until the daemon has work if no message comes; -1: never. */
static int heraldod_timeout(struct daemon *d)
{
	int64_t next = INT64_MAX, now = monotonic_ms(), ms, timer;

	if (heraldod_rests(d))
		return (int)(d->rest_until_ms - now);
	if (d->work || d->mail.n_results)
		return 0;
	/* only work with a later time remains: the end is near */
	if (d->once && heraldod_idle(d))
		return SEND_THROTTLE_MS;
	if (judge_next(d->app.judge, &next, &timer, NULL))
		return REST_MS;
	ms = next == INT64_MAX ? INT64_MAX
			       : 1000 * (next - (int64_t)time(NULL));
	ms = sooner_ms(ms, helpers_timeout(d, now));
	if (ms == INT64_MAX)
		return -1;
	/* due, but waiting for the inbox or until a mail may be sent */
	return ms <= 0 ? SEND_THROTTLE_MS : (int)sooner_ms(ms, WAIT_MS);
}

/* As poll(), but 0 as soon as another process, such as a command of the
 * operator, has changed the database. */
static int poll_or_change(struct daemon *d, struct pollfd *p, int n, int ms)
{
	int ready, now;

	do {
		now = ms < 0 || ms > LOOK_MS ? LOOK_MS : ms;
		ready = poll(p, (nfds_t)n, now);
		ms -= ms < 0 ? 0 : now;
	} while (!ready && ms && !judge_changed_by_others(d->app.judge));
	return ready;
}

static void wait_for_something(struct daemon *d)
{
	enum { OWN = 3 };
	int fds[2 * RENDER_POOL_MAX],
		n = render_pool_fds(d->app.render_pool, fds);
	struct pollfd p[OWN + 2 * RENDER_POOL_MAX] = {
		{ .fd = d->signals, .events = POLLIN },
		{ .fd = d->mail.post.pid ? d->mail.post.channel.fd : -1,
		  .events = POLLIN },
		{ .fd = d->app.worker.control }, /* its end is always told */
	};

	for (int i = 0; i < n; i++)
		p[OWN + i] = (struct pollfd){ .fd = fds[i], .events = POLLIN };
	if (poll_or_change(d, p, OWN + n, heraldod_timeout(d)) < 0 &&
	    errno != EINTR)
		d->stop = true;
	/* what forks readers must have been forked before there were secrets
	 * in this memory: whoever started us has to start again */
	if (p[2].revents)
		d->lost = true;
}

/* what was painted, even where nothing may be sent for a while */
static void heraldod_paint(struct daemon *d)
{
	render_pool_turn(d->app.render_pool);
	d->lost |= render_pool_lost(d->app.render_pool);
}

static const char reload_refused[] = "the configuration stays as it was";

static bool database_stat(const struct daemon *d, struct stat *out)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/heraldo.db", d->config.state);
	return !stat(path, out);
}

/* Mails that are stored in a file that was moved or removed would be lost: the
 * mailbox keeps them. */
static void heraldod_acknowledge(struct daemon *d)
{
	struct stat now;

	d->moved = !database_stat(d, &now) ||
		   now.st_ino != d->database.st_ino ||
		   now.st_dev != d->database.st_dev;
	d->lost |= d->moved;
	if (!d->moved)
		mail_ipc_acknowledge(&d->mail, monotonic_ms());
}

static bool config_changed(const struct daemon *d)
{
	const struct stat *seen = &d->config_seen;
	struct stat now;

	return stat(d->config_file, &now) || now.st_ino != seen->st_ino ||
	       now.st_size != seen->st_size ||
	       now.st_mtim.tv_sec != seen->st_mtim.tv_sec ||
	       now.st_mtim.tv_nsec != seen->st_mtim.tv_nsec;
}

/* May a running daemon take the changed configuration? */
static enum err reload_allowed(const struct daemon *d, struct why *why)
{
	struct config now = { 0 };
	struct arena a = { 0 };
	enum err e = config_load(&now, d->config_file, &a, why);

	if (!e && (strcmp(now.state, d->config.state) ||
		   strcmp(now.address, d->config.address)))
		e = why_set(why, ERR_CONFIG,
			    "state and address are changed by a restart alone");
	if (!e && clock_doubted(&d->clock))
		e = why_set(why, ERR_CONFIG,
			    "not while the system clock is doubted");
	arena_release(&a);
	return e;
}

/* Could the daemon start with it? --check tries, in a process of its own, and
 * logs each fault. */
static enum err reload_try(const struct daemon *d, bool *good, struct why *why)
{
	int status;
	pid_t pid;
	enum err e = own_process_start(&pid, "--check", d->config_file,
				       "the check of the configuration", why);

	*good = false;
	if (e)
		return e;
	if (waitpid(pid, &status, 0) != pid)
		return why_set(why, ERR_SYSTEM, "waitpid: %s", strerror(errno));
	*good = !own_process_code(status);
	return WIFEXITED(status)
		       ? ERR_OK
		       : why_set(why, ERR_SYSTEM, "its check did not end");
}

/* SIGHUP: if the configuration has changed and is good, the program starts
 * again and reads all files anew. */
static void reload(struct daemon *d)
{
	struct why why = { 0 };
	bool good = false;
	enum err e;

	mail_ipc_renew(&d->mail);
	mail_ipc_look(&d->mail);
	if (d->once || !config_changed(d))
		return;
	e = reload_allowed(d, &why);
	if (!e)
		e = reload_try(d, &good, &why);
	if (e)
		oplog_err(reload_refused, e, &why);
	d->anew = d->stop = good;
}

static void signal_hear(struct daemon *d)
{
	struct signalfd_siginfo s;

	while (read(d->signals, &s, sizeof(s)) == sizeof(s)) {
		if (s.ssi_signo == SIGHUP)
			reload(d);
		if (s.ssi_signo == SIGTERM || s.ssi_signo == SIGINT) {
			d->stop = true;
			d->anew = false;
		}
	}
}

static void heraldod_serve(struct daemon *d)
{
	while (!d->stop && !d->lost) {
		int sent;

		if (!d->once)
			clock_look(d);
		health_look(d);
		signal_hear(d);
		heraldod_hear(d);
		heraldod_paint(d);
		if (d->work_at_s && d->work_at_s <= (int64_t)time(NULL)) {
			d->work_at_s = 0;
			d->work = true;
		}
		if (d->work && d->fetched && !heraldod_rests(d))
			heraldod_work(d);
		if (d->mail.empty && !d->work && !heraldod_rests(d))
			heraldod_tick(d);
		if (!d->work && !heraldod_rests(d))
			heraldod_tend(d);
		if (!d->work && !heraldod_rests(d))
			heraldod_prune(d);
		if (!d->work && !d->once)
			help_out(d);
		sent = send_due(d);
		heraldod_acknowledge(d);
		if (d->once && !sent && heraldod_idle(d) && !computer_once(d))
			return;
		heraldod_tidy(d);
		if (!d->stop && !d->lost && sent <= 0)
			wait_for_something(d);
	}
}

/* --- from start to end ------------------------------------------------------
 */

static int signals_open(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

static enum err heraldod_run(struct daemon *d, struct why *why)
{
	enum err e = mail_process_check(&d->config, why);

	/* all children are forked before a secret stays in this memory */
	if (!e)
		e = app_start_reader(&d->app, &d->config, why);

	if (!e)
		e = mail_ipc_start(&d->mail, &d->config, why);
	if (!e)
		e = app_start_painters(&d->app, why);
	d->app.log = &d->log;
	d->mail.log = &d->log;
	d->log.addresses = !strcmp(d->config.log_addresses, "yes");
	if (!e)
		e = app_open(&d->app, &d->config, why);
	if (!e)
		e = mail_ipc_open(&d->mail, d->app.judge, d->app.mark, why);
	if (e)
		return e;
	database_stat(d, &d->database);
	d->work = true; /* what the last life left */
	d->computer.wanted = true;
	oplog_write(OPLOG_INFO, "ready: %s", d->config.address);
	health_begin(d);
	heraldod_serve(d);
	health_end(d);
	if (d->mail.foreign)
		return why_set(why, ERR_EXISTS, "%s", d->mail.whose.text);
	if (d->once && !d->stop)
		heraldod_publish(d);
	d->n_faults += d->once && site_updater_wait(&d->site);
	if (d->moved)
		return why_set(why, ERR_STORE,
			       "heraldo.db in %s was moved or removed while "
			       "the daemon ran: put it back, or the newest "
			       "backup (heraldo restore)",
			       d->config.state);
	if (d->lost)
		return why_set(
			why, ERR_SYSTEM,
			"a process that starts mail readers or painters is gone");
	oplog_write(OPLOG_INFO,
		    d->anew ? "the configuration is read again" : "ending");
	return ERR_OK;
}

static int heraldod_usage(FILE *to)
{
	fputs("usage: heraldod [--config FILE] [--once | --publish | --player]\n"
	      "heraldod(8) has the whole of it.\n",
	      to);
	return to == stdout ? 0 : 2;
}

struct asked {
	const char *file; /* the configuration */
	int64_t post;     /* --mail-process, or -1 */
	bool once, publish, player, check;
};

/* -1, or the code to end with. */
static int read_options(int argc, char **argv, struct asked *out)
{
	static const struct option options[] = {
		{ "config", required_argument, NULL, 'c' },
		{ "once", no_argument, NULL, 'o' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ "publish", no_argument, NULL, 'C' },
		/* for itself alone: cli/computer.h, cli/config_check.h,
		 * cli/mail_process.h */
		{ "player", no_argument, NULL, 'P' },
		{ "check", no_argument, NULL, 'k' },
		{ "mail-process", required_argument, NULL, 'p' },
		{ NULL, 0, NULL, 0 },
	};
	int opt;

	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--chronicle")) {
			fputs("heraldod: --chronicle is now called --publish\n",
			      stderr);
			return heraldod_usage(stderr);
		}
	while ((opt = getopt_long(argc, argv, "c:ohV", options, NULL)) != -1) {
		switch (opt) {
		case 'c': out->file = optarg; break;
		case 'o': out->once = true; break;
		case 'C': out->publish = true; break;
		case 'P': out->player = true; break;
		case 'k': out->check = true; break;
		case 'h': return heraldod_usage(stdout);
		case 'p':
			parse_int(str_of(optarg), 0, INT_MAX, &out->post);
			break;
		case 'V': puts("heraldod " PACKAGE_VERSION); return 0;
		default: return heraldod_usage(stderr);
		}
	}
	return optind < argc ? heraldod_usage(stderr) : -1;
}

static void reload_fault(void *context, const char *text)
{
	(void)context;
	oplog_write(OPLOG_ERROR, "%s: %s", reload_refused, text);
}

/* --check: 1 if the daemon could not start. */
static int check_main(const struct config *c, struct arena *a)
{
	enum { CHECK_S = 60 };

	alarm(CHECK_S);
	return config_check(c, a, reload_fault, NULL, NULL) ? 1 : 0;
}

/* The configuration; root acts as the judge's user from here on. */
static enum err heraldod_config(struct config *c, const char *file,
				struct arena *a, struct why *why)
{
	const char *user;
	enum err e;

	/* HERALDO_CONFIG of the daemon is not set in the operator's shell */
	if (strcmp(file, SYSCONFDIR "/heraldo/heraldo.conf"))
		advice_config(file);
	e = config_load(c, file, a, why);
	return e ? e : owner_become(c->state, a, &user, why);
}

/* One of its helpers; the code to end with, or it does not come back. */
static int heraldod_help(const struct asked *as)
{
	struct config config = { 0 };
	struct arena a = { 0 };
	struct why why = { 0 };
	enum err e = heraldod_config(&config, as->file, &a, &why);
	int code = 3;

	if (e)
		oplog_err(as->publish  ? "chronicles cannot be written"
			  : as->player ? "the computer cannot play"
			  : as->check  ? reload_refused
				       : "the mail process cannot start",
			  e, &why);
	else if (as->publish)
		code = site_updater_main(&config);
	else if (as->player)
		code = computer_main(&config);
	else if (as->check)
		code = check_main(&config, &a);
	else
		mail_process_main(&config, (int)as->post);
	arena_release(&a);
	return code;
}

/* For heraldo status: why it ended. Another daemon that runs here, or a folder
 * in which none ever ran, stays as it is. */
static void health_fault(struct daemon *d, const struct why *why)
{
	struct health last;

	if (!d->config.state || health_holder(d->config.state) ||
	    !health_read(d->config.state, &last))
		return;
	last.ended_s = last.written_s = (int64_t)time(NULL);
	last.reload_s = 0;
	last.once = d->once;
	snprintf(last.fault, sizeof(last.fault), "%s", why->text);
	health_write(d->config.state, &last);
}

/* The exit status, after an error or without one. */
static int heraldod_code(const struct daemon *d, enum err e, bool marked)
{
	if (marked && (e || d->anew))
		return EXIT_MARKED;
	if (e == ERR_CONFIG)
		return EXIT_CONFIG;
	if (e || d->anew)
		return 3;
	return d->once && d->n_faults ? 1 : 0;
}

int main(int argc, char **argv)
{
	struct asked as = { .file = getenv("HERALDO_CONFIG"), .post = -1 };
	struct arena a = { 0 };
	struct daemon d = { 0 };
	struct why why = { 0 };
	enum err e;
	bool marked;
	int code;

	if (!as.file)
		as.file = SYSCONFDIR "/heraldo/heraldo.conf";
	code = read_options(argc, argv, &as);
	if (code >= 0)
		return code;
	umask(077); /* files made by this process are readable by its user only
		     */
	if (as.post >= 0 || as.publish || as.player || as.check)
		return heraldod_help(&as);
	d.once = as.once;
	d.config_file = as.file;
	d.signals = signals_open();
	d.mail.post.program = "/proc/self/exe";
	if (stat(as.file, &d.config_seen))
		d.config_seen = (struct stat){ 0 };
	e = heraldod_config(&d.config, as.file, &a, &why);
	if (!e)
		e = heraldod_run(&d, &why);
	if (e)
		oplog_err(d.health.pid ? "cannot go on" : "cannot start", e,
			  &why);
	site_updater_stop(&d.site);
	computer_stop(&d.computer);
	d.n_faults += d.mail.n_faults;
	marked = d.mail.foreign;
	mail_ipc_release(&d.mail, STOP_GRACE_MS);
	app_release(&d.app);
	if (e)
		health_fault(&d, &why);
	arena_release(&a);
	if (!e && d.anew)
		execv("/proc/self/exe", argv);
	return heraldod_code(&d, e, marked);
}
