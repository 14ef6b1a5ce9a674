/*
 * src/games/dungeons/rules/exec.h - executes the remaining jobs of an action:
 * the rest of a path, conversions, free spins, counterattacks. If a job needs a
 * player's choice, exec.c saves the stack of jobs in the state and stops; the
 * answer restores it, so that no C stack survives a decision.
 */
#ifndef GAMES_DUNGEONS_RULES_EXEC_H
#define GAMES_DUNGEONS_RULES_EXEC_H
#include "games/dungeons/rules/run.h"

/* logs hold its numbers: add at the end only */
enum dg_job {
	DG_JOB_NONE,
	DG_JOB_STEP,           /* piece, square, entering */
	DG_JOB_CONVERT,        /* Hero, it came into the section, not first */
	DG_JOB_CONVERT_ONE,    /* token, Hero, waits, of several, by a trap */
	DG_JOB_TOKEN,          /* a token that moved: does it convert? */
	DG_JOB_PLACE,          /* seat, Hero, n, points, square, chest, waits */
	DG_JOB_PLACED,         /* labels placed before it; beneath PLACE */
	DG_JOB_SPINS,          /* newcomer, last square looked at, cause */
	DG_JOB_POLE,           /* mover */
	DG_JOB_FREE,           /* enemy, mover */
	DG_JOB_COUNTER,        /* defender, attacker, how, chest stolen */
	DG_JOB_TRAP,           /* chest, Hero, of the treasure */
	DG_JOB_TRAP_ROLL,      /* chest, Hero */
	DG_JOB_TRAP_TOKENS,    /* chest, Hero, roll */
	DG_JOB_TRAP_HIT,       /* chest, Hero, roll, bits: who stood there */
	DG_JOB_TRAP_END,       /* chest, Hero, XP or removal */
	DG_JOB_CURSE,          /* figure, by */
	DG_JOB_END_ACTIVATION, /* piece */
	DG_JOB_CONFUSION_OVER, /* figure */
	DG_JOB_LEVEL, /* seat, levels left, who earned them, raised.. */
	DG_JOB_DROP,  /* chest, seat */
	DG_JOB_ENTER, /* seat: its Heroes go in by themselves */
	DG_JOB_TURN_END
};

/* words of a job after those that dg_push sets */
enum { DG_PLACE_SQUARE = 5, DG_PLACE_CHEST, DG_PLACE_WAITS };
enum { DG_CONVERT_BY_TRAP = 5 };
enum { DG_TRAP_STOOD = 4 };

static_assert(DG_TRAP_STOOD + DG_FIG_WORDS < DG_JOB_WORDS + 1,
	      "the bits of a trap fit");

/* logs hold its numbers: add at the end only */
enum dg_counter_how {
	DG_COUNTER_CLOSE,
	DG_COUNTER_RANGED,
	DG_COUNTER_PASSED,
	DG_COUNTER_STEAL
};

struct dg_leg; /* move.h */

struct dg_work {
	int n;
	int32_t job[DG_MAX_JOBS][DG_JOB_WORDS];
	bool asked;
	struct refusal *no; /* of the order that is being carried out */
	bool refused;       /* it stopped before its end */
	/* of a path whose first leg was checked before it began; or NULL */
	const struct dg_leg *first;
};

/* Returns the job's words, for those after d, which are 0. */
int32_t *dg_push(struct dg_work *w, enum dg_job job, int32_t a, int32_t b,
		 int32_t c, int32_t d);
void dg_work_init(struct dg_work *w, struct refusal *no);
/* by way of struct system: jobs.c knows all jobs, and their files are below it
 */
void dg_work_run(struct run *r, struct dg_work *w);
void dg_resume(struct run *r, void *work);

/* stop here and ask; the job on top is done again with the answer */
void dg_ask(struct run *r, struct dg_work *w, enum dg_question what, int seat,
	    int32_t fig, int32_t about);
bool dg_answer(struct run *r, int seat, const struct decision *d,
	       struct refusal *no);

/* what players are still to be asked about, when no action is left */
void dg_due(struct run *r);
#endif
