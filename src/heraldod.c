/*
 * src/heraldod.c - the daemon. Three processes:
 *
 *	network ── post ──▶ judge ── mails ──▶ reader
 *	 (mail/postman.h)    this               (mail/worker.h)
 *
 * This one owns the database and the keys and touches no foreign byte before
 * the reader has made plain text of it. One loop: what the post brings is
 * stored, then acknowledged; what is stored is judged; what the judge has to
 * say is posted; when nothing is left, it waits.
 */
#include "cli/house.h"
#include "cli/post.h"
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

enum {
	POSTED_AT_ONCE = 32,	/* mails handed to the post and not yet told of */
	REST_S = 10,		/* after a failure of the database */
	POST_AGAIN_S = 5,	/* a post that died is started again then */
	RUSH_MS = 200,		/* mails still come if one came so lately */
	RUSH_TURN_MS = 1000,	/* how often some are sent meanwhile, .. */
	RUSH_MAILS = 4,		/* .. and how many */
	STOP_GRACE_MS = 5000
};

struct daemon {
	struct config config;
	struct house house;
	struct post post;
	int signals;
	bool once;		/* --once: end when nothing is left to do */
	bool stop;
	bool empty;		/* the inbox was seen empty since the last mail */
	int64_t empty_s;	/* UTC: by then there was no mail left in it */
	int64_t looked_s;	/* the timer for which it was looked at again */
	int64_t rest_until_s;	/* monotonic: the database failed, wait so long */
	bool work;		/* stored mails may be waiting */
	bool lost;		/* a process that cannot be made again */
	int64_t sent[POSTED_AT_ONCE];	/* outbox ids on their way, 0 free */
	int n_sent;
	/* what became of some, not yet on record; the words in `told` */
	struct posting_result results[POSTED_AT_ONCE];
	int n_results;
	struct arena told;
	int64_t post_at_s;	/* monotonic: when to start it again */
	int64_t came_ms;	/* monotonic: the last mail in */
	int64_t filled_ms;	/* monotonic: the last turn of mails out */
	/* the range that is coming in */
	struct arena range;
	struct raw_mail *mails;
	int n_mails;
	int faults;		/* told to the operator, for --once's exit code */
};

/* one line on stderr; the number in angle brackets is for the journal */
static void say(int level, const char *fmt, ...) PRINTF_LIKE(2, 3);
static void say(int level, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "<%d>heraldod: ", level);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

enum { SAY_ERROR = 3, SAY_WARNING = 4, SAY_INFO = 6 };

static void say_err(struct daemon *d, const char *what, enum err e,
		    const struct why *why)
{
	d->faults++;
	say(err_is_temporary(e) ? SAY_WARNING : SAY_ERROR, "%s: %s", what,
	    why->text[0] ? why->text : err_text(e));
}

static int64_t monotonic_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

static int64_t monotonic_s(void)
{
	return monotonic_ms() / 1000;
}

/* --- the post ------------------------------------------------------------ */

static const struct str cursor = STR("inbox");

/* where the mailbox was read up to: "uidvalidity uid" */
static enum err position_send(struct daemon *d, struct why *why)
{
	struct arena a = { 0 };
	struct str at;
	unsigned long validity = 0, uid = 0;
	struct buf b;
	enum err e = store_cursor_get(judge_store(d->house.judge), cursor, &a,
				      &at, why);

	if (!e) {
		if (at.len)
			sscanf(at.s, "%lu %lu", &validity, &uid);
		buf_init(&b, 64);
		pack_u64(&b, validity);
		pack_u64(&b, uid);
		e = channel_send(&d->post.channel, POST_GO, buf_str(&b), why);
		buf_release(&b);
	}
	arena_release(&a);
	return e;
}

static enum err position_keep(struct daemon *d, uint64_t validity,
			      uint64_t uid, struct why *why)
{
	struct store *st = judge_store(d->house.judge);
	struct arena a = { 0 };
	enum err e = store_begin(st, why);

	if (!e) {
		e = store_cursor_set(st, cursor,
				     str_of(arena_printf(&a, "%lu %lu",
							 (unsigned long)validity,
							 (unsigned long)uid)),
				     why);
		if (!e)
			e = store_commit(st, why);
		if (e)
			store_rollback(st);
	}
	arena_release(&a);
	return e;
}

static void range_forget(struct daemon *d)
{
	arena_release(&d->range);
	d->mails = NULL;
	d->n_mails = 0;
}

/* nobody waits for --once; else there may be room on the disk again */
static void rest(struct daemon *d)
{
	d->rest_until_s = d->once ? 0 : monotonic_s() + REST_S;
}

static bool rests(const struct daemon *d)
{
	return monotonic_s() < d->rest_until_s;
}

/* put what became of mails on record, all in one transaction */
static void results_keep(struct daemon *d)
{
	struct why why = { 0 };
	enum err e;

	if (!d->n_results || rests(d))
		return;
	e = judge_posted(d->house.judge, d->results, d->n_results, &why);
	if (e) {	/* unless kept they stay SENDING until the next start */
		say_err(d, "outbox", e, &why);
		rest(d);
		if (!d->once && err_is_temporary(e))
			return;
	}
	d->n_results = 0;
	arena_release(&d->told);
}

static void result_add(struct daemon *d, int64_t id, enum posting_fate fate,
		       int code, struct str words)
{
	assert(d->n_results < POSTED_AT_ONCE);
	d->results[d->n_results++] = (struct posting_result){
		.id = id,
		.fate = fate,
		.code = code,
		.words = arena_str(&d->told, words),
	};
}

/*
 * The post is gone: what it was sending may or may not have arrived, and what
 * it was fetching comes again.
 */
static void post_lost(struct daemon *d)
{
	say(SAY_WARNING, "the mail process ended; it is started again");
	post_stop(&d->post, 0);
	range_forget(d);
	results_keep(d);
	for (int i = 0; i < POSTED_AT_ONCE; i++) {
		if (d->sent[i])
			result_add(d, d->sent[i], POSTING_UNKNOWN, 0,
				   STR("the mail process ended"));
		d->sent[i] = 0;
	}
	d->n_sent = 0;
	results_keep(d);
	d->post_at_s = monotonic_s() + POST_AGAIN_S;
}

static enum err post_open(struct daemon *d, struct why *why)
{
	enum err e = post_start(&d->post, &d->config, why);

	return e ? e : position_send(d, why);
}

static bool mail_come(struct daemon *d, struct str payload)
{
	struct unpack u = { arena_str(&d->range, payload), false };
	struct raw_mail m = { .source = unpack_str(&u) };

	m.received_s = (int64_t)unpack_u64(&u);
	unpack_u64(&u);		/* size */
	unpack_u64(&u);		/* too large: the reader says so to the judge */
	m.bytes = unpack_str(&u);
	if (!unpack_done(&u) || d->n_mails == MAILBOX_RANGE_MAX)
		return false;
	if (!d->mails)
		d->mails = ARENA_ARRAY(&d->range, MAILBOX_RANGE_MAX,
				       struct raw_mail);
	d->mails[d->n_mails++] = m;
	d->empty = false;
	d->came_ms = monotonic_ms();
	return true;
}

/* a range is whole: store it, remember how far, let the post acknowledge */
static bool range_come(struct daemon *d, struct str payload)
{
	struct unpack u = { payload, false };
	uint64_t n = unpack_u64(&u), validity, uid;
	struct why why = { 0 };
	int n_new = 0;
	enum err e;

	unpack_u64(&u);		/* more */
	unpack_u64(&u);		/* renewed: known mails are known by bytes */
	validity = unpack_u64(&u);
	uid = unpack_u64(&u);
	if (!unpack_done(&u) || n != (uint64_t)d->n_mails)
		return false;
	e = judge_take(d->house.judge, d->mails, d->n_mails, &n_new, &why);
	if (!e)
		e = position_keep(d, validity, uid, &why);
	if (e) {
		/* not acknowledged: a new post brings them again */
		say_err(d, "cannot store mail", e, &why);
		post_lost(d);
		if (d->once)
			d->stop = true;
		return true;
	}
	if (n_new)
		say(SAY_INFO, "%d mail%s in", n_new, n_new == 1 ? "" : "s");
	range_forget(d);
	d->work = true;
	channel_send(&d->post.channel, POST_STORED, STR(""), NULL);
	return true;
}

/* there is nothing left of what had come when it was asked */
static bool empty_come(struct daemon *d, struct str payload)
{
	struct unpack u = { payload, false };

	for (int i = 0; i < 5; i++)	/* as of a range */
		unpack_u64(&u);
	d->empty_s = (int64_t)unpack_u64(&u);
	d->empty = unpack_done(&u);
	return d->empty;
}

static enum posting_fate fate_of(uint64_t result)
{
	switch (result) {
	case SMTP_SENT: return POSTING_SENT;
	case SMTP_PERMANENT: return POSTING_REFUSED;
	case SMTP_UNKNOWN: return POSTING_UNKNOWN;
	case SMTP_OPERATOR: return POSTING_HELD;
	default: return POSTING_LATER;
	}
}

static bool result_come(struct daemon *d, struct str payload)
{
	struct unpack u = { payload, false };
	int64_t id = (int64_t)unpack_u64(&u);
	uint64_t result = unpack_below(&u, SMTP_OPERATOR + 1);
	int code = (int)unpack_below(&u, 1000);
	struct str words;
	int i = 0;

	unpack_str(&u);		/* the enhanced code is part of the words */
	words = unpack_str(&u);
	while (i < POSTED_AT_ONCE && d->sent[i] != id)
		i++;
	if (!unpack_done(&u) || !id || i == POSTED_AT_ONCE)
		return false;
	d->sent[i] = 0;
	d->n_sent--;
	if (result != SMTP_SENT) {
		d->faults++;
		say(result == SMTP_OPERATOR ? SAY_ERROR : SAY_WARNING,
		    "mail %lld: %s %d %.*s", (long long)id,
		    smtp_result_name((enum smtp_result)result), code,
		    STR_ARG(words));
	}
	result_add(d, id, fate_of(result), code, words);
	return true;
}

static bool fault_come(struct daemon *d, struct str payload)
{
	struct unpack u = { payload, false };
	uint64_t e = unpack_below(&u, N_ERRS);
	struct str words = unpack_str(&u);

	if (!unpack_done(&u))
		return false;
	d->faults++;
	say(err_is_temporary((enum err)e) ? SAY_WARNING : SAY_ERROR,
	    "mail: %.*s", STR_ARG(words));
	if (d->once)	/* nobody waits for better times */
		d->stop = true;
	return true;
}

/* all that the post has said; false if it is gone or not itself any more */
static bool post_hear(struct daemon *d)
{
	for (;;) {
		struct arena a = { 0 };
		struct str payload;
		bool good = true;
		char type;

		if (channel_receive(&d->post.channel, 0, &a, &type, &payload,
				    NULL))
			good = false;
		switch (good ? type : 0) {
		case POST_MAIL: good = mail_come(d, payload); break;
		case POST_RANGE: good = range_come(d, payload); break;
		case POST_EMPTY: good = empty_come(d, payload); break;
		case POST_RESULT: good = result_come(d, payload); break;
		case POST_FAULT: good = fault_come(d, payload); break;
		case 0: break;
		default: good = false;
		}
		arena_release(&a);
		if (!good || !type || !d->post.pid)
			return good || !d->post.pid;
	}
}

static void hand_over(struct daemon *d, const struct posting *p)
{
	struct buf b;
	int i = 0;

	while (d->sent[i])
		i++;
	d->sent[i] = p->id;
	d->n_sent++;
	buf_init(&b, CHANNEL_MAX_PAYLOAD);
	pack_u64(&b, (uint64_t)p->id);
	pack_str(&b, p->sender);
	pack_str(&b, p->recipient);
	pack_str(&b, p->bytes);
	/* if the post is gone, the loop finds out and calls it unknown */
	channel_send(&d->post.channel, POST_SEND, buf_str(&b), NULL);
	buf_release(&b);
}

/*
 * How many mails may go out now. A report takes longer to draw than orders to
 * judge: while orders keep coming they go first, and a few reports now and
 * then, so that there is no rush that holds them up for ever.
 */
static int post_room(struct daemon *d)
{
	int64_t now = monotonic_ms();

	if (!d->work && now - d->came_ms > RUSH_MS)
		return POSTED_AT_ONCE;
	return now - d->filled_ms > RUSH_TURN_MS ? RUSH_MAILS : 0;
}

/* what is due goes to the post, some at a time: each time is a transaction */
static bool post_fill(struct daemon *d, int room)
{
	struct posting v[POSTED_AT_ONCE];
	struct arena a = { 0 };
	struct why why = { 0 };
	int n = 0;
	enum err e;

	if (!d->post.pid || rests(d) ||
	    d->n_sent + d->n_results > POSTED_AT_ONCE / 2)
		return false;
	if (room > POSTED_AT_ONCE - d->n_sent - d->n_results)
		room = POSTED_AT_ONCE - d->n_sent - d->n_results;
	d->filled_ms = monotonic_ms();
	e = judge_post(d->house.judge, &a, v, room, &n, &why);
	if (e) {
		say_err(d, "outbox", e, &why);
		rest(d);
	}
	for (int i = 0; i < n; i++)
		hand_over(d, &v[i]);
	arena_release(&a);
	return n > 0;
}

/* --- the loop ------------------------------------------------------------ */

static void work(struct daemon *d)
{
	struct why why = { 0 };
	int n = 0;
	enum err e = judge_work(d->house.judge, JUDGE_BATCH, &n, &why);

	if (e) {
		say_err(d, "judging", e, &why);
		rest(d);
	}
	d->work = n > 0 || (e && !d->once);
}

/*
 * Timers fire only when the inbox was seen empty after they were due: orders
 * that came in time must not lose against a deadline because they were fetched
 * late, or because the mail server could not be reached.
 */
static void tick(struct daemon *d)
{
	struct why why = { 0 };
	int n = 0;
	enum err e = judge_tick_until(d->house.judge, d->empty_s, &n, &why);
	int64_t next, timer;

	if (e) {
		say_err(d, "timers", e, &why);
		rest(d);
	}
	if (n)
		say(SAY_INFO, "%d timer%s", n, n == 1 ? "" : "s");
	/* one is due: ask once whether anything came before it */
	if (!e && !judge_next(d->house.judge, &next, &timer, NULL) &&
	    timer <= (int64_t)time(NULL) && timer != d->looked_s &&
	    d->post.pid) {
		d->looked_s = timer;
		channel_send(&d->post.channel, POST_LOOK, STR(""), NULL);
	}
}

static bool idle(struct daemon *d)
{
	return d->empty && !d->work && !d->n_sent && !d->n_mails;
}

/* how long nothing will happen by itself, in ms; -1 for ever */
static int patience(struct daemon *d)
{
	int64_t next = INT64_MAX, now = (int64_t)time(NULL), ms, timer;

	if (rests(d))
		return (int)(1000 * (d->rest_until_s - monotonic_s()));
	if (d->work)
		return 0;
	/* nothing is left but what has its time later: the end is near */
	if (d->once && idle(d))
		return RUSH_MS;
	if (judge_next(d->house.judge, &next, &timer, NULL))
		return 60000;
	if (d->n_results)
		return 0;
	if (!d->post.pid) {
		int64_t again = now + d->post_at_s - monotonic_s();

		if (again < next)
			next = again;
	}
	if (next == INT64_MAX)
		return -1;
	ms = (next - now) * 1000;
	/* due, but waiting for the inbox or for a free place at the post */
	return ms <= 0 ? RUSH_MS : ms > 3600000 ? 3600000 : (int)ms;
}

static void signal_hear(struct daemon *d)
{
	struct signalfd_siginfo s;

	while (read(d->signals, &s, sizeof(s)) == sizeof(s)) {
		if (s.ssi_signo == SIGHUP && d->post.pid)
			channel_send(&d->post.channel, POST_LOOK, STR(""),
				     NULL);
		if (s.ssi_signo == SIGTERM || s.ssi_signo == SIGINT)
			d->stop = true;
	}
}

static void wait_for_something(struct daemon *d)
{
	struct pollfd p[3] = {
		{ .fd = d->signals, .events = POLLIN },
		{ .fd = d->post.pid ? d->post.channel.fd : -1,
		  .events = POLLIN },
		{ .fd = d->house.worker.control }, /* its end is always told */
	};

	if (poll(p, 3, patience(d)) < 0 && errno != EINTR)
		d->stop = true;
	/* what forks readers must have been forked before there were secrets
	 * in this memory: whoever started us has to start again */
	if (p[2].revents)
		d->lost = true;
}

static void serve(struct daemon *d)
{
	while (!d->stop && !d->lost) {
		bool posted;
		int room;

		signal_hear(d);
		if (!d->post.pid && monotonic_s() >= d->post_at_s) {
			struct why why = { 0 };
			enum err e = post_open(d, &why);

			if (e)
				say_err(d, "the mail process", e, &why);
		}
		if (d->post.pid && !post_hear(d)) {
			if (d->once)
				d->stop = true;
			post_lost(d);
		}
		results_keep(d);
		if (d->work && !rests(d))
			work(d);
		if (d->empty && !d->work && !rests(d))
			tick(d);
		room = post_room(d);
		posted = room && post_fill(d, room);
		if (d->once && room == POSTED_AT_ONCE && !posted && idle(d))
			return;
		if (!d->stop && !posted)
			wait_for_something(d);
	}
}

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

static enum err run(struct daemon *d, struct why *why)
{
	/* both children are forked before a secret is in this memory */
	enum err e = house_start_reader(&d->house, &d->config, why);

	if (!e)
		e = post_start(&d->post, &d->config, why);
	if (!e)
		e = house_open(&d->house, &d->config, why);
	if (!e)
		e = position_send(d, why);
	if (e)
		return e;
	d->work = true;		/* what the last life left */
	say(SAY_INFO, "ready: %s", d->config.address);
	serve(d);
	if (d->lost)
		return why_set(why, ERR_SYSTEM,
			       "the process that starts mail readers is gone");
	say(SAY_INFO, "ending");
	return ERR_OK;
}

static int usage(FILE *to)
{
	fputs("usage: heraldod [--config FILE] [--once]\n"
	      "heraldod(8) has the whole of it.\n", to);
	return to == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "config", required_argument, NULL, 'c' },
		{ "once", no_argument, NULL, 'o' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 },
	};
	struct arena a = { 0 };
	struct daemon d = { 0 };
	struct why why = { 0 };
	const char *file = getenv("HERALDO_CONFIG");
	enum err e;
	int opt;

	if (!file)
		file = SYSCONFDIR "/heraldo/heraldo.conf";
	while ((opt = getopt_long(argc, argv, "c:ohV", options, NULL)) != -1) {
		switch (opt) {
		case 'c': file = optarg; break;
		case 'o': d.once = true; break;
		case 'h': return usage(stdout);
		case 'V': puts("heraldod " PACKAGE_VERSION); return 0;
		default: return usage(stderr);
		}
	}
	if (optind < argc)
		return usage(stderr);
	d.signals = signals_open();
	e = config_load(&d.config, file, &a, &why);
	if (!e)
		e = run(&d, &why);
	if (e)
		say_err(&d, d.lost ? "cannot go on" : "cannot start", e, &why);
	post_stop(&d.post, STOP_GRACE_MS);
	range_forget(&d);
	arena_release(&d.told);
	house_release(&d.house);
	arena_release(&a);
	return e ? 3 : d.once && d.faults ? 1 : 0;
}
