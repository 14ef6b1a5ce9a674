/*
 * src/games/dungeons/rules/jobs.c - runs the stack of remaining jobs of an
 * action until it is empty or a player must choose, and takes the answer.
 */
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/chest.h"
#include "games/dungeons/rules/move.h"
#include "games/dungeons/rules/spawn.h"
#include "games/dungeons/rules/turn.h"

static void confusion_over(struct run *r, const int32_t *job)
{
	const struct dg_state *s = dg_of(r);
	int f = dg_find(s, job[1]);
	struct event e;

	if (job[3] >= 0 && f >= 0 && dg_on_board(s, f)) {
		dg_event_turned(&e, DG_SA_50, job[1], job[3], s->fig[f].sp);
		run_emit(r, &e);
	}
	dg_event_confusion_over(&e, DG_SA_50, job[1], job[2]);
	run_emit(r, &e);
}

static void job_run(struct run *r, struct dg_work *w, const int32_t *job,
		    const struct decision *answer)
{
	switch (job[0]) {
	case DG_JOB_STEP: dg_job_step(r, w, job); break;
	case DG_JOB_CONVERT: dg_job_convert(r, w, job); break;
	case DG_JOB_CONVERT_ONE: dg_job_convert_one(r, w, job); break;
	case DG_JOB_TOKEN: dg_job_token(r, w, job); break;
	case DG_JOB_PLACE: dg_job_place(r, w, job, answer); break;
	case DG_JOB_SPINS: dg_job_spins(r, w, job, answer); break;
	case DG_JOB_POLE: dg_job_pole(r, job); break;
	case DG_JOB_FREE: dg_job_free(r, w, job); break;
	case DG_JOB_COUNTER: dg_job_counter(r, w, job, answer); break;
	case DG_JOB_TRAP:
	case DG_JOB_TRAP_ROLL:
	case DG_JOB_TRAP_TOKENS:
	case DG_JOB_TRAP_HIT:
	case DG_JOB_TRAP_END: dg_job_trap(r, w, job); break;
	case DG_JOB_CURSE: dg_job_curse(r, job); break;
	case DG_JOB_END_ACTIVATION:
		if (dg_of(r)->actor == job[1])
			dg_end_activation(r);
		break;
	case DG_JOB_CONFUSION_OVER: confusion_over(r, job); break;
	case DG_JOB_LEVEL: dg_job_level(r, w, job, answer); break;
	case DG_JOB_DROP: dg_job_drop(r, w, job, answer); break;
	case DG_JOB_ENTER: dg_job_enter(r, w, job); break;
	case DG_JOB_TURN_END: dg_turn_end(r); break;
	default: break;
	}
}

/* the figure being activated is no more: so is its activation */
static void actor_gone(struct run *r)
{
	const struct dg_state *s = dg_of(r);
	int f = dg_find(s, s->actor);

	if (s->actor && f >= 0 && !dg_on_board(s, f) &&
	    s->fig[f].place != DG_OUTSIDE)
		dg_end_activation(r);
}

/* levels and dropped chests with an open question: true if so */
static bool jobs_due(struct run *r, struct dg_work *w)
{
	const struct dg_state *s = dg_of(r);

	if (s->head.phase != DG_PLAY || s->frame.what)
		return false;
	for (int seat = 0; seat < DG_MAX_SEATS; seat++)
		if (s->player[seat].due > 0) {
			dg_push(w, DG_JOB_LEVEL, seat, s->player[seat].due,
				s->player[seat].due_first, 0);
			return true;
		}
	for (int c = 0; c < s->n_chests; c++)
		if (s->chest[c].drop && s->chest[c].drop_seat >= 0) {
			dg_push(w, DG_JOB_DROP, s->chest[c].label,
				s->chest[c].drop_seat, 0, 0);
			return true;
		}
	return false;
}

/* What a sprung trap gives is given though its Hero was the last of all: the
 * game ends when the trap is wholly resolved (DG-TRAP-17). */
static void traps_pay(struct run *r, struct dg_work *w)
{
	for (int i = w->n - 1; i >= 0; i--)
		if (w->job[i][0] == DG_JOB_TRAP_END && w->job[i][3] > 0) {
			dg_job_trap(r, w, w->job[i]);
			w->job[i][0] = DG_JOB_NONE;
		}
}

/* no figure falls or rises by it, and no chest */
static bool goes_or_turns(int32_t job)
{
	return job == DG_JOB_STEP || job == DG_JOB_SPINS ||
	       job == DG_JOB_CONVERT;
}

static void run_jobs(struct run *r, struct dg_work *w,
		     const struct decision *answer)
{
	int looked = -1; /* events when it was known whether anything is due */

	while (w->n && !w->asked && !r->unknown &&
	       dg_of(r)->head.phase == DG_PLAY) {
		int32_t job[DG_JOB_WORDS];

		memcpy(job, w->job[--w->n], sizeof(job));
		job_run(r, w, job, answer);
		answer = NULL;
		if (r->unknown)
			break;
		if (looked >= 0 &&
		    (r->out->n == looked || goes_or_turns(job[0]))) {
			looked = r->out->n;
			continue;
		}
		looked = r->out->n;
		if (RULE(DG_TRAP_17, dg_nobody_left(dg_of(r))))
			traps_pay(r, w);
		if (dg_check_over(r))
			return;
		if (!w->asked)
			jobs_due(r, w);
	}
	if (!w->asked && !r->unknown && dg_of(r)->head.phase == DG_PLAY)
		actor_gone(r);
}

void dg_resume(struct run *r, void *work)
{
	run_jobs(r, work, NULL);
}

void dg_due(struct run *r)
{
	struct dg_work w;

	dg_work_init(&w, NULL);
	if (jobs_due(r, &w))
		run_jobs(r, &w, NULL);
}

/* does the answer fit the question? */
static bool answer_check(const struct run *r, int seat,
			 const struct decision *d, struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int f = dg_find(s, s->frame.asked[0].fig),
	    about = dg_find(s, s->frame.about);
	int face = decision_int(d, DG_TAG_FACE, -1);

	if (d->kind != kind_answering(&r->sys->decisions, s->frame.what))
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_TURN_01, label);
	if (s->frame.what == DG_ASKS_PLACE)
		return true;
	if (s->frame.what == DG_ASKS_LEVEL)
		return dg_level_check(s, seat, d, no);
	if (s->frame.what == DG_ASKS_DROP)
		return dg_drop_check(s, d, no);
	if (label != s->frame.asked[0].fig || f < 0)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_FREE_02, label);
	if (s->frame.what == DG_ASKS_SPIN && face >= 0 && about >= 0 &&
	    face != s->fig[f].facing &&
	    RULE(DG_FREE_02,
		 !dg_front(s, s->card[f].arc, face,
			   dg_x(s->fig[about].sq) - dg_x(s->fig[f].sq),
			   dg_y(s->fig[about].sq) - dg_y(s->fig[f].sq))))
		return dg_no(no, DG_REFUSAL_NOT_IN_FRONT_ARC, DG_FREE_02,
			     label);
	return true;
}

bool dg_answer(struct run *r, int seat, const struct decision *d,
	       struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	struct dg_work w;
	struct event e;

	if (!s->frame.what || s->frame.asked[0].seat != seat)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_TURN_01, 0);
	if (!answer_check(r, seat, d, no))
		return false;
	dg_work_init(&w, no);
	w.n = s->frame.n / DG_JOB_WORDS;
	memcpy(w.job, s->frame.w, (size_t)s->frame.n * sizeof(int32_t));
	/* a bad placing is refused before anything is changed */
	if (s->frame.what == DG_ASKS_PLACE) {
		w.refused = false;
		dg_job_place(r, &w, NULL, d);
		if (w.refused)
			return false;
	}
	dg_event_answered(&e, DG_TURN_01, seat);
	run_emit(r, &e);
	w.no = NULL; /* a path that stops now is no fault of the answer */
	run_jobs(r, &w, d);
	return true;
}
