/* src/judge/notify/render_pool.c */
#include "judge/notify/render_pool.h"
#include "base/xalloc.h"
#include "mail/sandbox_pool.h"
#include "report/picture/canvas.h"
#include "report/picture/picture.h"
#include <poll.h>
#include <sched.h>
#include <stdlib.h>

enum { PAINT, N_JOBS, PAINT_MS = 20000, CPU_S = 120 };

struct painter {
	struct sandbox_pool worker;
	struct render_job *at; /* the one begun; NULL: none, or forgotten */
	bool busy;
};

struct render_pool {
	struct render_job *first; /* that wait, in the order they came */
	int n;
	bool lost;
	struct painter v[RENDER_POOL_MAX];
};

/* ---- in the painter ---- */

/* fonts are found here, and not when no file can be opened any more */
static void *prepare(void)
{
	struct pictures *kept = pictures_make();
	struct pictures *sketched = pictures_sketched();
	struct canvas *c = canvas_make(64, 64, 0xffffffff);
	struct buf sketch, png;

	canvas_text(c, 1, 20,
		    &(struct canvas_letters){ CANVAS_LEFT, 12, 0xff000000, 0 },
		    STR("a"));
	buf_init(&sketch, PICTURE_MAX_BYTES);
	buf_init(&png, PICTURE_MAX_BYTES);
	(void)canvas_png(c, sketched, &sketch, NULL);
	(void)pictures_paint(kept, buf_str(&sketch), &png);
	buf_release(&sketch);
	buf_release(&png);
	canvas_release(c);
	pictures_release(sketched);
	return kept;
}

static void paint(void *state, struct str request, struct buf *reply)
{
	if (!pictures_paint(state, request, reply))
		buf_clear(reply);
}

static const struct sandbox_pool_job jobs[N_JOBS] = {
	[PAINT] = { paint, PICTURE_MAX_BYTES },
};

static const struct sandbox_pool_config painting = {
	.jobs = jobs,
	.n_jobs = N_JOBS,
	.prepare = prepare,
	.limit_ms = PAINT_MS,
	.sandbox = { .memory = SANDBOX_POOL_MEMORY, .cpu_s = CPU_S },
};

/* ---- from start to end ---- */

static int processors(void)
{
	cpu_set_t set;
	int n;

	CPU_ZERO(&set);
	if (sched_getaffinity(0, sizeof(set), &set))
		return 1;
	n = CPU_COUNT(&set);
	return n < 1 ? 1 : n > RENDER_POOL_MAX ? RENDER_POOL_MAX : n;
}

enum err render_pool_start(struct render_pool **out, int n, struct why *why)
{
	struct render_pool *ps = xalloc_check(calloc(1, sizeof(*ps)));
	enum err e = ERR_OK;

	assert(0 <= n && n <= RENDER_POOL_MAX);
	n = n ? n : processors();
	/* once, for all that are forked from here, now and later */
	pictures_release(prepare());
	for (; !e && ps->n < n; ps->n += !e)
		e = sandbox_pool_start(&ps->v[ps->n].worker, &painting, why);
	*out = ps;
	if (e)
		render_pool_stop(ps);
	if (e)
		*out = NULL;
	return e;
}

void render_pool_stop(struct render_pool *ps)
{
	for (int i = 0; ps && i < ps->n; i++)
		sandbox_pool_stop(&ps->v[i].worker);
	free(ps);
}

/* ---- a turn ---- */

void render_pool_add(struct render_pool *ps, struct render_job *p)
{
	struct render_job **end = &ps->first;

	while (*end)
		end = &(*end)->next;
	p->state = RENDER_JOB_WAITS;
	p->next = NULL;
	*end = p;
}

void render_pool_forget(struct render_pool *ps, struct render_job *p)
{
	for (struct render_job **at = &ps->first; *at; at = &(*at)->next) {
		if (*at != p)
			continue;
		*at = p->next;
		break;
	}
	for (int i = 0; i < ps->n; i++)
		if (ps->v[i].at == p)
			ps->v[i].at = NULL;
	arena_release(&p->arena);
	p->png = (struct str){ 0 };
}

/* the reply of a picture that nobody wants is taken, too */
static void reply_take(struct render_pool *ps, struct painter *r)
{
	struct arena none = { 0 };
	struct render_job *p = r->at;
	struct str png = { 0 };
	bool done;
	enum err e = sandbox_pool_answer(
		&r->worker, PAINT, p ? &p->arena : &none, &png, &done, NULL);

	if (done) {
		r->busy = false;
		r->at = NULL;
		ps->lost |= e == ERR_SYSTEM;
	}
	if (done && p) {
		p->state = e || !png.len ? RENDER_JOB_BROKEN : RENDER_JOB_DONE;
		p->png = png;
	}
	arena_release(&none);
}

static void hand_out(struct render_pool *ps, struct painter *r)
{
	int place = (int)(r - ps->v);
	struct render_job **at = &ps->first, *p;
	enum err e;

	while (*at && (*at)->of % ps->n != place)
		at = &(*at)->next;
	p = *at;
	if (!p)
		return;
	e = sandbox_pool_ask(&r->worker, PAINT, p->sketch, NULL);
	if (e == ERR_SYSTEM) {
		ps->lost = true;
		return;
	}
	*at = p->next;
	p->state = e ? RENDER_JOB_BROKEN : RENDER_JOB_BEGUN;
	r->busy = !e;
	r->at = e ? NULL : p;
}

/* the end of a zygote is always told */
static bool any_end(const struct render_pool *ps)
{
	struct pollfd p[RENDER_POOL_MAX];

	for (int i = 0; i < ps->n; i++)
		p[i] = (struct pollfd){ .fd = ps->v[i].worker.control };
	return poll(p, (nfds_t)ps->n, 0) > 0;
}

void render_pool_turn(struct render_pool *ps)
{
	ps->lost |= any_end(ps);
	for (int i = 0; i < ps->n; i++) {
		struct painter *r = &ps->v[i];

		if (r->busy)
			reply_take(ps, r);
		if (!r->busy && !ps->lost)
			hand_out(ps, r);
	}
}

bool render_pool_lost(const struct render_pool *ps)
{
	return ps->lost;
}

int render_pool_fds(const struct render_pool *ps, int *fds)
{
	int n = 0;

	for (int i = 0; i < ps->n; i++) {
		const struct painter *r = &ps->v[i];

		fds[n++] = r->worker.control;
		if (r->busy)
			fds[n++] = r->worker.fd;
	}
	return n;
}
