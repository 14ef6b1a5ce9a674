/*
 * src/judge/notify/render_pool.h - paints the pictures of mails in a pool of
 * processes, one for each processor, confined like the mail parser
 * (mail/sandbox_pool.h): no key, no database, no network, no file. The caller
 * queues a sketch (report/picture/canvas.h) and goes on; each turn takes
 * painted pictures and hands out waiting sketches.
 *
 *	WAITS -a painter is free-> BEGUN -its PNG-> DONE
 *	                           BEGUN -its painter died, or slept-> BROKEN
 *
 * A painter caches the grounds of its last boards (report/picture/canvas.h), so
 * all pictures of a game go to the same painter.
 */
#ifndef JUDGE_NOTIFY_RENDER_POOL_H
#define JUDGE_NOTIFY_RENDER_POOL_H
#include "base/arena.h"
#include "base/err.h"

enum { RENDER_POOL_MAX = 8 };

struct render_pool;

enum render_job_state {
	RENDER_JOB_WAITS,
	RENDER_JOB_BEGUN,
	RENDER_JOB_DONE,
	RENDER_JOB_BROKEN
};

/* A picture to be painted. Its owner fills in the first two and keeps it where
 * it is until it is done, broken or taken down. */
struct render_job {
	struct str sketch; /* borrowed */
	int64_t of;        /* the game */
	enum render_job_state state;
	struct arena arena; /* of the PNG; released by render_pool_forget */
	struct str png;
	struct render_job *next;
};

/*
 * Start n of them (0: one for each processor). Call it early: before secrets
 * are in memory, before threads. ERR_SYSTEM.
 */
enum err render_pool_start(struct render_pool **out, int n, struct why *why);
void render_pool_stop(struct render_pool *ps); /* NULL: nothing */

/* Append it to the queue; render_pool_turn gives it to a painter. */
void render_pool_add(struct render_pool *ps, struct render_job *p);

/* Free a job whose picture is no longer wanted or was used. */
void render_pool_forget(struct render_pool *ps, struct render_job *p);

/*
 * Take painted pictures and give waiting sketches to free painters, without
 * blocking. If no painter can be started, sketches stay in the queue:
 * render_pool_lost.
 */
void render_pool_turn(struct render_pool *ps);

/* The process that starts painters has died. It must be forked before secrets
 * are in memory, so only a restart of the program makes a new one. */
bool render_pool_lost(const struct render_pool *ps);

/* What to poll for before the next turn: at most 2 * RENDER_POOL_MAX
 * descriptors, and how many. */
int render_pool_fds(const struct render_pool *ps, int *fds);
#endif
