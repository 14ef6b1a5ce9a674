/* src/mail/sandbox_pool.c */
#include "mail/sandbox_pool.h"
#include "mail/mime.h"
#include "mail/precheck.h"
#include "base/xalloc.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* a request: job and length; a reply: READY or DONE and length; big-endian */
enum { HEAD = 8, READY = 0x52454459, DONE = 0x444f4e45 };

/* what the parent asks of the zygote */
static const char ASK_READER = '+', ASK_END = '.';

static void put_head(unsigned char *head, uint32_t kind, uint32_t len)
{
	for (int i = 0; i < 4; i++) {
		head[i] = (unsigned char)(kind >> (24 - 8 * i));
		head[4 + i] = (unsigned char)(len >> (24 - 8 * i));
	}
}

static void get_head(const unsigned char *head, uint32_t *kind, uint32_t *len)
{
	*kind = *len = 0;
	for (int i = 0; i < 4; i++) {
		*kind = *kind << 8 | head[i];
		*len = *len << 8 | head[4 + i];
	}
}

/* ---- the reader ---- */

static void write_all(int fd, const void *bytes, size_t len)
{
	const char *p = bytes;

	while (len) {
		ssize_t n = write(fd, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			_exit(0); /* no caller waits any more */
		p += n;
		len -= (size_t)n;
	}
}

static void read_all(int fd, void *bytes, size_t len)
{
	char *p = bytes;

	while (len) {
		ssize_t n = read(fd, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			_exit(0);
		p += n;
		len -= (size_t)n;
	}
}

static void reply_with(int fd, uint32_t kind, struct str s)
{
	unsigned char head[HEAD];

	put_head(head, kind, (uint32_t)s.len);
	write_all(fd, head, sizeof(head));
	write_all(fd, s.s, s.len);
}

static void silence(void)
{
	int null = open("/dev/null", O_RDWR);

	for (int fd = 0; fd <= 2; fd++)
		if (null < 0 || dup2(null, fd) < 0)
			close(fd);
	if (null > 2)
		close(null);
}

static _Noreturn void reader_serve(const struct sandbox_pool_config *c, int fd)
{
	void *state = c->prepare ? c->prepare() : NULL;
	char *request = xalloc_check(malloc(SANDBOX_POOL_MAX_REQUEST));
	struct why why = { 0 };

	/* no word of its own on the operator's terminal or in the journal;
	 * what sanitizers have to say is let through */
	if (!sandbox_is_relaxed(&c->sandbox))
		silence();
	if (sandbox_enter(&c->sandbox, &why)) {
		reply_with(fd, DONE, str_of(why.text));
		_exit(1);
	}
	reply_with(fd, READY, (struct str){ "", 0 });
	for (;;) {
		unsigned char head[HEAD];
		uint32_t job, len;
		struct buf reply;

		read_all(fd, head, sizeof(head));
		get_head(head, &job, &len);
		assert(job < c->n_jobs && len <= SANDBOX_POOL_MAX_REQUEST);
		read_all(fd, request, len);
		buf_init(&reply, c->jobs[job].max_reply);
		c->jobs[job].run(state, (struct str){ request, len }, &reply);
		reply_with(fd, DONE, buf_str(&reply));
		buf_release(&reply);
	}
}

/* ---- the zygote ---- */

/* hand the parent its end of the pair, and the reader's number */
static bool send_fd(int control, int fd, pid_t pid)
{
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(sizeof(int))];
	} space;
	struct iovec io = { &pid, sizeof(pid) };
	struct msghdr msg = { .msg_iov = &io,
			      .msg_iovlen = 1,
			      .msg_control = space.bytes,
			      .msg_controllen = sizeof(space.bytes) };
	struct cmsghdr *c;

	memset(&space, 0, sizeof(space));
	c = CMSG_FIRSTHDR(&msg);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &fd, sizeof(fd));
	return sendmsg(control, &msg, MSG_NOSIGNAL) == (ssize_t)sizeof(pid);
}

static bool receive_fd(int control, int *fd, pid_t *pid)
{
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(sizeof(int))];
	} space;
	struct iovec io = { pid, sizeof(*pid) };
	struct msghdr msg = { .msg_iov = &io,
			      .msg_iovlen = 1,
			      .msg_control = space.bytes,
			      .msg_controllen = sizeof(space.bytes) };
	struct cmsghdr *c;
	ssize_t n;

	do {
		n = recvmsg(control, &msg, MSG_CMSG_CLOEXEC);
	} while (n < 0 && errno == EINTR);
	c = CMSG_FIRSTHDR(&msg);
	if (n != (ssize_t)sizeof(*pid) || !c || c->cmsg_type != SCM_RIGHTS ||
	    c->cmsg_len != CMSG_LEN(sizeof(int)))
		return false;
	memcpy(fd, CMSG_DATA(c), sizeof(*fd));
	return true;
}

/*
 * ASK_READER from the parent: end the reader there is and start another.
 * ASK_END, or the parent's death, ends all. Only the zygote kills, because
 * only who reaps a process can be sure that its number is still its own.
 */
static _Noreturn void zygote_serve(const struct sandbox_pool_config *c,
				   int control)
{
	pid_t reader = 0;
	char ask;

	for (;;) {
		ssize_t n = read(control, &ask, 1);
		int pair[2];

		if (n < 0 && errno == EINTR)
			continue;
		if (reader > 0) {
			kill(reader, SIGKILL);
			while (waitpid(reader, NULL, 0) < 0 && errno == EINTR)
				;
			reader = 0;
		}
		if (n != 1 || ask != ASK_READER)
			_exit(0);
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
			_exit(1);
		reader = fork();
		if (reader < 0)
			_exit(1);
		if (!reader) {
			close(control);
			close(pair[0]);
			/* a reader never outlives its zygote */
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			reader_serve(c, pair[1]);
		}
		close(pair[1]);
		if (!send_fd(control, pair[0], reader))
			_exit(1);
		close(pair[0]);
	}
}

/* close every file from fd on; kernels before 5.9 have to be told each one */
static void close_from(int fd)
{
	long end;

	if (!close_range((unsigned)fd, ~0U, 0))
		return;
	end = sysconf(_SC_OPEN_MAX);
	for (; fd < end && fd < INT_MAX; fd++)
		close(fd);
}

static _Noreturn void zygote_main(const struct sandbox_pool_config *c,
				  int control, pid_t parent)
{
	static const int quiet[] = { SIGINT,  SIGTERM, SIGHUP,
				     SIGQUIT, SIGUSR1, SIGUSR2 };
	sigset_t none;

	/* The parent ends us by closing its end, after its own last mail:
	 * a signal to the whole group must not come first. */
	for (int s = 1; s < NSIG; s++)
		signal(s, SIG_DFL);
	for (size_t i = 0; i < ARRAY_LEN(quiet); i++)
		signal(quiet[i], SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	/* nothing of the parent's: its files, sockets and databases */
	if (control != 3 && dup2(control, 3) < 0)
		_exit(1);
	close_from(4);
	if (c->load)
		c->load();
	zygote_serve(c, 3);
}

/* ---- the parent ---- */

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

enum flow { FLOW_DONE, FLOW_LOST, FLOW_LATE };

/* is the socket ready for it before the time is up? */
static enum flow await(int fd, short events, int64_t until_ms)
{
	for (;;) {
		int64_t left = until_ms - now_ms();
		struct pollfd p = { .fd = fd, .events = events };
		int n;

		if (left <= 0)
			return FLOW_LATE;
		n = poll(&p, 1, left > INT_MAX ? INT_MAX : (int)left);
		if (n > 0)
			return FLOW_DONE;
		if (n < 0 && errno != EINTR)
			return FLOW_LOST;
	}
}

static enum flow send_all(int fd, const void *bytes, size_t len, int64_t until)
{
	const char *p = bytes;

	while (len) {
		ssize_t n = send(fd, p, len, MSG_NOSIGNAL | MSG_DONTWAIT);
		enum flow f;

		if (n > 0) {
			p += n;
			len -= (size_t)n;
			continue;
		}
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return FLOW_LOST;
		f = await(fd, POLLOUT, until);
		if (f)
			return f;
	}
	return FLOW_DONE;
}

static enum flow receive_all(int fd, void *bytes, size_t len, int64_t until)
{
	char *p = bytes;

	while (len) {
		ssize_t n = recv(fd, p, len, MSG_DONTWAIT);
		enum flow f;

		if (n > 0) {
			p += n;
			len -= (size_t)n;
			continue;
		}
		if (!n || (errno != EAGAIN && errno != EINTR))
			return FLOW_LOST;
		f = await(fd, POLLIN, until);
		if (f)
			return f;
	}
	return FLOW_DONE;
}

static void drop_reader(struct sandbox_pool *w)
{
	if (w->fd >= 0)
		close(w->fd);
	w->fd = -1;
	w->reader = 0;
	w->n_requests = 0;
}

/* the zygote ends the old reader, if it still lives, and starts a new one */
static enum err new_reader(struct sandbox_pool *w, struct why *why)
{
	enum { PREPARE_MS = 30000 }; /* a busy machine, under valgrind */
	int64_t until = now_ms() + PREPARE_MS;
	unsigned char head[HEAD];
	uint32_t kind = 0, len = 0;
	char text[WHY_MAX];

	drop_reader(w);
	if (w->control < 0 ||
	    send(w->control, &ASK_READER, 1, MSG_NOSIGNAL) != 1 ||
	    !receive_fd(w->control, &w->fd, &w->reader)) {
		w->fd = -1;
		return why_set(why, ERR_SYSTEM,
			       "the mail reader cannot be started: "
			       "its zygote is gone");
	}
	w->n_readers++;
	if (receive_all(w->fd, head, sizeof(head), until)) {
		drop_reader(w);
		return why_set(why, ERR_SYSTEM,
			       "the mail reader died at its start");
	}
	get_head(head, &kind, &len);
	if (kind == READY && !len)
		return ERR_OK;
	if (len >= sizeof(text) || receive_all(w->fd, text, len, until))
		len = 0;
	text[len] = 0;
	drop_reader(w);
	return why_set(why, ERR_SYSTEM, "the mail reader cannot start: %s",
		       text);
}

enum err sandbox_pool_start(struct sandbox_pool *w,
			    const struct sandbox_pool_config *config,
			    struct why *why)
{
	pid_t parent = getpid();
	int pair[2];
	enum err e;

	assert(config->limit_ms && config->n_jobs);
	*w = (struct sandbox_pool){ .config = *config,
				    .control = -1,
				    .fd = -1 };
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return why_set(why, ERR_SYSTEM, "socketpair: %s",
			       strerror(errno));
	/* the child would write buffered output as well */
	fflush(NULL);
	w->zygote = fork();
	if (w->zygote < 0) {
		close(pair[0]);
		close(pair[1]);
		w->zygote = 0;
		return why_set(why, ERR_SYSTEM, "fork: %s", strerror(errno));
	}
	if (!w->zygote) {
		close(pair[0]);
		zygote_main(&w->config, pair[1], parent);
	}
	close(pair[1]);
	w->control = pair[0];
	e = new_reader(w, why);
	if (e)
		sandbox_pool_stop(w);
	return e;
}

void sandbox_pool_stop(struct sandbox_pool *w)
{
	if (!w->zygote)
		return;
	drop_reader(w);
	/* said in so many words: a process that the parent forked meanwhile
	 * may hold the socket open */
	send(w->control, &ASK_END, 1, MSG_NOSIGNAL);
	close(w->control);
	w->control = -1;
	while (waitpid(w->zygote, NULL, 0) < 0 && errno == EINTR)
		;
	w->zygote = 0;
}

/* Computing time a reader has used up, in ms; -1 if it is no more. */
static int64_t cpu_used(pid_t pid)
{
	struct timespec t;
	clockid_t id;

	if (clock_getcpuclockid(pid, &id) || clock_gettime(id, &t))
		return -1;
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* How much of its computing time a request has left, in ms. */
static int64_t time_left(const struct sandbox_pool *w)
{
	int64_t used = cpu_used(w->reader);

	return used < 0 ? 0 : w->begun_ms + w->config.limit_ms - used;
}

/*
 * Wait for a reply. A request is late by the time that its reader has computed:
 * the mail has no part in what a busy machine does beside it.
 */
static enum flow await_reply(const struct sandbox_pool *w, int64_t until)
{
	enum { LEAST_MS = 10 };
	int64_t left = w->config.limit_ms;

	for (;;) {
		int64_t next = now_ms() + (left > LEAST_MS ? left : LEAST_MS);
		enum flow f = await(w->fd, POLLIN, next < until ? next : until);

		if (f != FLOW_LATE)
			return f;
		left = time_left(w);
		if (left <= 0 || now_ms() >= until)
			return FLOW_LATE;
	}
}

/* When even a request that hardly computes is given up. */
static int64_t last_moment(const struct sandbox_pool *w)
{
	return now_ms() + (int64_t)w->config.limit_ms * SANDBOX_POOL_PATIENCE;
}

/*
 * A reader is replaced before its limits could hit a mail that did nothing
 * wrong, and now and then in any case: whatever a mail did to it ends there.
 */
static bool is_worn(const struct sandbox_pool *w)
{
	int64_t used;

	if (w->fd < 0 || w->n_requests >= SANDBOX_POOL_REQUESTS)
		return true;
	used = cpu_used(w->reader);
	return used < 0 || (used + w->config.limit_ms) / 1000 + 1 >=
				   (int64_t)w->config.sandbox.cpu_s;
}

static enum err poison(struct sandbox_pool *w, enum flow f, struct why *why)
{
	struct why ignored = { 0 };

	/* the new reader also means the end of the old one */
	new_reader(w, &ignored);
	return why_set(why, ERR_POISON, "reading it %s",
		       f == FLOW_LATE ? "took too long"
				      : "broke the mail reader");
}

/* Give the reader a request. LOST and not begun: the request is innocent. */
static enum flow hand_over(struct sandbox_pool *w, uint32_t job,
			   struct str request, bool *begun)
{
	int64_t until = last_moment(w);
	unsigned char head[HEAD];
	enum flow f;

	put_head(head, job, (uint32_t)request.len);
	f = send_all(w->fd, head, sizeof(head), until);
	*begun = !f;
	if (f)
		return f;
	w->n_requests++;
	return send_all(w->fd, request.s, request.len, until);
}

/* The same when it has nothing else to do: it may be worn, or long dead. */
static enum err hand_over_first(struct sandbox_pool *w, uint32_t job,
				struct str request, enum flow *f,
				struct why *why)
{
	bool begun;
	enum err e = is_worn(w) ? new_reader(w, why) : ERR_OK;

	if (e)
		return e;
	*f = hand_over(w, job, request, &begun);
	if (*f != FLOW_LOST || begun)
		return ERR_OK;
	e = new_reader(w, why);
	if (!e)
		*f = hand_over(w, job, request, &begun);
	return e;
}

/* Requests from *sent on that find room in the socket meanwhile. */
static void hand_over_more(struct sandbox_pool *w, uint32_t job,
			   const struct str *requests, int n, int *sent,
			   size_t *ahead)
{
	bool begun;

	while (*sent < n &&
	       *ahead + requests[*sent].len <= SANDBOX_POOL_AHEAD &&
	       !is_worn(w)) {
		*ahead += requests[*sent].len + HEAD;
		/* if it is dead, taking the reply finds out */
		if (hand_over(w, job, requests[(*sent)++], &begun))
			return;
	}
}

static enum flow take_reply(struct sandbox_pool *w, uint32_t job,
			    struct arena *a, struct str *reply)
{
	int64_t until = last_moment(w);
	unsigned char head[HEAD];
	uint32_t kind, len;
	enum flow f = await_reply(w, until);
	char *p;

	if (!f)
		f = receive_all(w->fd, head, sizeof(head), until);
	if (f)
		return f;
	get_head(head, &kind, &len);
	if (kind != DONE || len > w->config.jobs[job].max_reply)
		return FLOW_LOST;
	p = arena_alloc_raw(a, (size_t)len + 1);
	p[len] = 0;
	f = receive_all(w->fd, p, len, until);
	if (!f)
		*reply = (struct str){ p, len };
	return f;
}

enum err sandbox_pool_calls(struct sandbox_pool *w, uint32_t job,
			    const struct sandbox_pool_batch *b, struct why *why)
{
	const struct str *requests = b->requests;
	size_t ahead = 0; /* bytes handed over and not answered */
	int sent = 0;

	assert(w->zygote && job < w->config.n_jobs);
	for (int i = 0; i < b->n; i++) {
		enum flow f = FLOW_DONE;
		enum err e = ERR_OK;

		b->replies[i] = (struct str){ "", 0 };
		if (requests[i].len > SANDBOX_POOL_MAX_REQUEST)
			return why_set(why, ERR_TOO_LARGE,
				       "%zu bytes are too many for one request",
				       requests[i].len);
		if (sent == i) {
			ahead = requests[i].len + HEAD;
			sent++;
			e = hand_over_first(w, job, requests[i], &f, why);
		}
		if (e)
			return e;
		if (!f)
			hand_over_more(w, job, requests, b->n, &sent, &ahead);
		if (!f) {
			w->begun_ms = cpu_used(w->reader);
			f = take_reply(w, job, b->a, &b->replies[i]);
		}
		b->each[i] = f ? poison(w, f, why) : ERR_OK;
		ahead -= requests[i].len + HEAD;
		/* requests queued after the crash are lost with the reader */
		if (f)
			sent = i + 1;
		b->done(b->of, i);
	}
	return ERR_OK;
}

static void nothing_to_do(void *of, int i)
{
	(void)of;
	(void)i;
}

enum err sandbox_pool_call(struct sandbox_pool *w, uint32_t job,
			   struct str request, struct arena *a,
			   struct str *reply, struct why *why)
{
	enum err each = ERR_OK;
	const struct sandbox_pool_batch one = { .requests = &request,
						.n = 1,
						.a = a,
						.replies = reply,
						.each = &each,
						.done = nothing_to_do };
	enum err e = sandbox_pool_calls(w, job, &one, why);

	return e ? e : each;
}

enum err sandbox_pool_ask(struct sandbox_pool *w, uint32_t job,
			  struct str request, struct why *why)
{
	enum flow f = FLOW_DONE;
	enum err e;

	assert(w->zygote && job < w->config.n_jobs);
	if (request.len > SANDBOX_POOL_MAX_REQUEST)
		return why_set(why, ERR_TOO_LARGE,
			       "%zu bytes are too many for one request",
			       request.len);
	e = hand_over_first(w, job, request, &f, why);
	w->begun_ms = cpu_used(w->reader);
	w->until_ms = last_moment(w);
	return e ? e : f ? poison(w, f, why) : ERR_OK;
}

enum err sandbox_pool_answer(struct sandbox_pool *w, uint32_t job,
			     struct arena *a, struct str *reply, bool *done,
			     struct why *why)
{
	struct pollfd p = { .fd = w->fd, .events = POLLIN };
	enum flow f = FLOW_LATE;

	*done = true;
	if (w->fd >= 0 && poll(&p, 1, 0) > 0) {
		f = take_reply(w, job, a, reply);
	} else if (w->fd >= 0 && now_ms() < w->until_ms && time_left(w) > 0) {
		*done = false;
		return ERR_OK;
	}
	return f ? poison(w, f, why) : ERR_OK;
}

/* ---- reading mail ---- */

static void *prepare_mail(void)
{
	static struct mime mime;

	mime_init(&mime);
	return &mime;
}

static void parse_mail(void *state, struct str request, struct buf *reply)
{
	struct arena a = { 0 };
	struct message m;

	mime_parse(state, &a, request, &m);
	message_encode(&m, reply);
	if (reply->full) {
		/* more than any honest mail can become: its headers only */
		m.text = m.html_text = (struct str){ "", 0 };
		m.sig = (struct mail_signed){ 0 };
		m.n_parts = 0;
		m.fault = MESSAGE_TOO_LARGE;
		buf_clear(reply);
		message_encode(&m, reply);
	}
	arena_release(&a);
}

static const struct sandbox_pool_job mail_jobs[N_WORKER_MAIL_JOBS] = {
	[SANDBOX_POOL_PARSE] = { parse_mail, MESSAGE_MAX_ENCODED },
};

const struct sandbox_pool_config worker_mail = {
	.jobs = mail_jobs,
	.n_jobs = N_WORKER_MAIL_JOBS,
	.load = mime_load,
	.prepare = prepare_mail,
	.limit_ms = SANDBOX_POOL_SECONDS * 1000,
	.sandbox = { .memory = SANDBOX_POOL_MEMORY,
		     .cpu_s = SANDBOX_POOL_CPU_S },
};

struct parsing {
	const struct mail_batch *b;
	const int *which; /* mail of each request */
	const struct str *replies;
	const enum err *got;
	bool lied; /* a reply that is no message */
};

static void have_parsed(void *of, int k)
{
	struct parsing *p = of;
	const struct mail_batch *b = p->b;
	int i = p->which[k];
	enum message_fault fault = b->m[i].fault;

	b->each[i] = p->got[k];
	if (!p->got[k] && !message_decode(p->replies[k], b->a, &b->m[i])) {
		b->each[i] = ERR_POISON;
		p->lied = true;
	}
	if (fault)
		b->m[i].fault = fault;
	b->done(b->of, i);
}

enum err sandbox_pool_parse_all(struct sandbox_pool *w,
				const struct mail_batch *b, struct why *why)
{
	size_t n = (size_t)b->n;
	struct str *requests = ARENA_ARRAY(b->a, n, struct str);
	int *which = ARENA_ARRAY(b->a, n, int);
	struct sandbox_pool_batch asked = {
		.requests = requests,
		.a = b->a,
		.replies = ARENA_ARRAY(b->a, n, struct str),
		.each = ARENA_ARRAY(b->a, n, enum err),
		.done = have_parsed
	};
	struct parsing p = { .b = b,
			     .which = which,
			     .replies = asked.replies,
			     .got = asked.each };
	enum err e;

	for (int i = 0; i < b->n; i++) {
		struct str request = b->raw[i];

		b->m[i] = (struct message){ .fault = precheck_mail(b->raw[i]) };
		b->each[i] = ERR_OK;
		if (b->m[i].fault)
			request = precheck_salvage(b->a, b->raw[i]);
		if (!request.len) {
			b->done(b->of, i);
			continue;
		}
		which[asked.n] = i;
		requests[asked.n++] = request;
	}
	asked.of = &p;
	e = sandbox_pool_calls(w, SANDBOX_POOL_PARSE, &asked, why);
	/* it has the others, too: it is ended when they are back */
	if (!e && p.lied)
		poison(w, FLOW_LOST, why);
	return e;
}

enum err sandbox_pool_parse(struct sandbox_pool *w, struct str raw,
			    struct arena *a, struct message *m, struct why *why)
{
	enum err each = ERR_OK;
	const struct mail_batch one = { .raw = &raw,
					.n = 1,
					.a = a,
					.m = m,
					.each = &each,
					.done = nothing_to_do };
	enum err e = sandbox_pool_parse_all(w, &one, why);

	return e ? e : each;
}
