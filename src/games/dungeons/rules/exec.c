/* src/games/dungeons/rules/exec.c */
#include "games/dungeons/rules/exec.h"

void dg_work_init(struct dg_work *w, struct refusal *no)
{
	w->n = 0;
	w->asked = w->refused = false;
	w->no = no;
	w->first = NULL;
}

int32_t *dg_push(struct dg_work *w, enum dg_job job, int32_t a, int32_t b,
		 int32_t c, int32_t d)
{
	int32_t *j;

	assert(w->n < DG_MAX_JOBS);
	j = w->job[w->n++];
	memset(j, 0, DG_JOB_WORDS * sizeof(*j));
	j[0] = job;
	j[1] = a;
	j[2] = b;
	j[3] = c;
	j[4] = d;
	return j;
}

void dg_ask(struct run *r, struct dg_work *w, enum dg_question what, int seat,
	    int32_t fig, int32_t about)
{
	static const int rules[] = { 0,          DG_FREE_02, DG_CLOSE_03,
				     DG_CONV_03, DG_XP_06,   DG_D_20 };
	struct event e;

	dg_event_asked(&e, rules[what], seat, what, fig, about);
	run_emit(r, &e);
	/* the rest of a path is its owner's */
	dg_event_suspended(&e, rules[what], w->job[0], w->n * DG_JOB_WORDS);
	e.audience = AUDIENCE_SEAT(dg_of(r)->head.active) | AUDIENCE_GM;
	run_emit(r, &e);
	w->asked = true;
}

void dg_work_run(struct run *r, struct dg_work *w)
{
	r->sys->resume(r, w);
}
