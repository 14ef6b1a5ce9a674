/*
 * src/mail/sandbox_pool.h - runs parsers of foreign bytes in separate processes
 * without rights, so that a malicious mail breaks only its own parsing.
 *
 *	main ---- control ---- zygote		forks and reaps readers
 *	   \                      |
 *	    ------ requests ---- reader		sandboxed, serves one by one
 *
 * The zygote is forked from main once, before main has read any secret; it
 * holds nothing and opens nothing, so that every later reader starts from that
 * clean memory too. Requests and replies are length-prefixed; the reader is not
 * trusted: the parent checks every length in a reply.
 */
#ifndef MAIL_SANDBOX_POOL_H
#define MAIL_SANDBOX_POOL_H
#include "base/err.h"
#include "mail/message.h"
#include "mail/sandbox.h"
#include <sys/types.h>

enum {
	SANDBOX_POOL_MAX_REQUEST = 2 << 20, /* bytes */
	SANDBOX_POOL_SECONDS = 10,          /* of computing for one request */
	SANDBOX_POOL_PATIENCE = 30,   /* as often as that by the wall clock */
	SANDBOX_POOL_CPU_S = 60,      /* a reader's life in computing time */
	SANDBOX_POOL_REQUESTS = 2000, /* and in requests */
	/* bytes of requests that wait in the socket: it holds more */
	SANDBOX_POOL_AHEAD = 64 << 10,
	SANDBOX_POOL_MEMORY = 512 << 20 /* bytes of address space */
};

/*
 * One kind of work. It runs in the reader, with what prepare() gave as state;
 * the reply must stay within reply->max. A job never fails in a way of its
 * own: its reply says what was wrong with the bytes.
 */
struct sandbox_pool_job {
	void (*run)(void *state, struct str request, struct buf *reply);
	size_t max_reply; /* bytes */
};

struct sandbox_pool_config {
	const struct sandbox_pool_job
		*jobs; /* a request names one by its index */
	uint32_t n_jobs;
	/*
	 * Load the libraries, or NULL: once in the zygote, so that a reader
	 * need not, and has the same ones after the system has got others.
	 */
	void (*load)(void);
	void *(*prepare)(
		void);     /* in each reader, before the sandbox; or NULL */
	unsigned limit_ms; /* of computing for one request */
	struct sandbox sandbox;
};

struct sandbox_pool {
	struct sandbox_pool_config config;
	pid_t zygote;        /* 0: not started */
	int control;         /* to the zygote, -1 if none */
	int fd;              /* to the reader, -1 if none */
	pid_t reader;        /* for the clock of its computing time */
	uint32_t n_requests; /* served by this reader */
	int64_t begun_ms;    /* its computing time when it began the request */
	int64_t until_ms; /* when sandbox_pool_answer waits no longer, monotonic
			   */
	uint32_t n_readers; /* started so far */
};

/*
 * The jobs and limits of reading mail: sandbox_pool_parse() works with these. A
 * caller that has more jobs copies the table's entry SANDBOX_POOL_PARSE into
 * its own.
 */
enum { SANDBOX_POOL_PARSE, N_WORKER_MAIL_JOBS };
extern const struct sandbox_pool_config worker_mail;

/*
 * Start the zygote and a first reader. Call it early: before secrets are in
 * memory, before threads. ERR_SYSTEM if it cannot be, for instance because the
 * kernel has no seccomp.
 */
enum err sandbox_pool_start(struct sandbox_pool *w,
			    const struct sandbox_pool_config *config,
			    struct why *why);

/* End both processes and reap the zygote; harmless if not started. */
void sandbox_pool_stop(struct sandbox_pool *w);

/*
 * Have one request done. ERR_POISON: it killed its reader or took too long;
 * the next request meets a new one. ERR_SYSTEM: no reader can be had.
 * A reader that died between two requests is replaced without a word.
 */
enum err sandbox_pool_call(struct sandbox_pool *w, uint32_t job,
			   struct str request, struct arena *a,
			   struct str *reply, struct why *why);

/* Requests, and room for what becomes of them. */
struct sandbox_pool_batch {
	const struct str *requests;
	int n;
	struct arena *a; /* owns the replies */
	struct str *replies;
	/* ERR_POISON: the request killed its reader or took too long */
	enum err *each;
	/* called as soon as reply i is there: its work costs no time while the
	 * reader is busy */
	void (*done)(void *of, int i);
	void *of;
};

/*
 * The same for n requests: the next requests wait in the reader's queue. After
 * a poison a new reader handles the requests after it, which the dead reader
 * had not begun. An error of the environment makes all replies void. Why
 * describes that error, or the first poison.
 */
enum err sandbox_pool_calls(struct sandbox_pool *w, uint32_t job,
			    const struct sandbox_pool_batch *b,
			    struct why *why);

/*
 * The same in two steps, for callers with other work meanwhile: hand over one
 * request, and ask later whether its reply is there (*done). ERR_POISON and
 * ERR_SYSTEM as above; after an error no reply follows. Requests up to
 * SANDBOX_POOL_AHEAD bytes are handed over without waiting for the reader.
 */
enum err sandbox_pool_ask(struct sandbox_pool *w, uint32_t job,
			  struct str request, struct why *why);
enum err sandbox_pool_answer(struct sandbox_pool *w, uint32_t job,
			     struct arena *a, struct str *reply, bool *done,
			     struct why *why);

/*
 * Read a mail. precheck_mail() comes first: what it refuses is not parsed,
 * m->fault says why, and the rest of *m is read from precheck_salvage(), so
 * that the writer can be answered. ERR_POISON as above; precheck_salvage()
 * may then be tried in the same way.
 */
enum err sandbox_pool_parse(struct sandbox_pool *w, struct str raw,
			    struct arena *a, struct message *m,
			    struct why *why);

/* The same for the mails of a batch, as sandbox_pool_calls. */
enum err sandbox_pool_parse_all(struct sandbox_pool *w,
				const struct mail_batch *b, struct why *why);
#endif
