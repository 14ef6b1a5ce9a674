/*
 * src/judge/notify/render_pool.h - pictures of letters are painted in processes
 * of their own, as many as there are processors, confined like the reader of
 * mails (mail/sandbox_pool.h): no key, no database, no network, no file.
 * Whoever has a sketch (report/picture/canvas.h) hangs it up here and goes on;
 * each turn takes what was painted and hands out what waits.
 *
 *	WAITS -a painter is free-> BEGUN -its PNG-> DONE
 *	                           BEGUN -its painter died, or slept-> BROKEN
 *
 * A painter remembers what it painted lately, so all pictures of a game go to
 * the same one.
 */
#ifndef JUDGE_NOTIFY_RENDER_POOL_H
#define JUDGE_NOTIFY_RENDER_POOL_H
#include "base/arena.h"
#include "base/err.h"

enum { PAINTERS_MAX = 8 };

struct painters;

enum painting_state {
	PAINTING_WAITS,
	PAINTING_BEGUN,
	PAINTING_DONE,
	PAINTING_BROKEN
};

/* A picture to be painted. Its owner fills in the first two and keeps it where
 * it is until it is done, broken or taken down. */
struct painting {
	struct str sketch; /* borrowed */
	int64_t of;        /* the game */
	enum painting_state state;
	struct arena arena; /* of the PNG; released by painters_forget */
	struct str png;
	struct painting *next;
};

/*
 * Start n of them (0: one for each processor). Call it early: before secrets
 * are in memory, before threads. ERR_SYSTEM.
 */
enum err painters_start(struct painters **out, int n, struct why *why);
void painters_stop(struct painters *ps); /* NULL: nothing */

/* Hang it up. Takes no turn. */
void painters_add(struct painters *ps, struct painting *p);

/* Nobody wants it any more, or what it holds was used. */
void painters_forget(struct painters *ps, struct painting *p);

/*
 * Take what is painted, hand out what waits; without waiting for either. What
 * cannot be painted because no painter can be had stays as it is:
 * painters_lost.
 */
void painters_turn(struct painters *ps);

/* What starts painters is gone: they were started before there were secrets, so
 * that only a new life of the program has any. */
bool painters_lost(const struct painters *ps);

/* What to poll for before the next turn: at most 2 * PAINTERS_MAX descriptors,
 * and how many. */
int painters_fds(const struct painters *ps, int *fds);
#endif
