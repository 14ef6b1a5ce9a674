/*
 * src/games/rebellion/rules/exec.h - executes an action after its declaration,
 * as a chain of steps that can stop where a player must choose and go on in
 * another adjudication
 */
#ifndef GAMES_REBELLION_RULES_EXEC_H
#define GAMES_REBELLION_RULES_EXEC_H
#include "games/rebellion/rules/attack.h"

/* the remaining steps of an action; words only; logs hold its words: add at
 * the end only */
struct rb_action {
	int32_t step;
	int32_t seat;
	int32_t fig;                   /* label: whom the action was given to */
	int32_t i, n;                  /* movers: the next, all */
	int32_t mover[RB_MAX_MEMBERS]; /* labels, in order of movement */
	int32_t stuck;                 /* bits: did not get away */
	int32_t holds;                 /* the formation does not move */
	int32_t inches;                /* allowance */
	int32_t moved;                 /* label of who arrives, for spins */
	int32_t spun[2];               /* have spun, bits by figure */
	int32_t held[2];          /* touched before a mere turn: no matter */
	int32_t no_pole;          /* no Pole Arm (Levitation) */
	int32_t kept;             /* it could not break away */
	int32_t ended;            /* by a Pole Arm (option) */
	int32_t asked[2], own[2]; /* targets: asked, not using Defend */
	int32_t pushed[RB_MAX_MEMBERS + 1]; /* labels, in order */
	int32_t n_pushed;
	int32_t kind, n_words; /* the decision */
	int32_t w[DECISION_MAX_WORDS];
};
static_assert(sizeof(struct rb_action) / 4 <= RB_FRAME_WORDS, "fits a frame");

/* logs hold its numbers: add at the end only */
enum rb_step {
	RB_STEP_MOVE,
	RB_STEP_SPINS,
	RB_STEP_POLES,
	RB_STEP_NEXT,
	RB_STEP_THEN,
	RB_STEP_DEFEND,
	RB_STEP_ROLL,
	RB_STEP_PUSH
};

/*
 * Go on with an action until it is done or a player must choose. attack:
 * precomputed, or NULL.
 */
void rb_action_run(struct run *r, struct rb_action *a,
		   struct rb_attack *attack);

/* an action of this decision, about to begin with this step */
void rb_action_init(struct rb_action *a, int seat, int f,
		    const struct decision *d, enum rb_step step);

/* this figure is pushed when the action is done */
void rb_push_one(struct rb_action *a, int32_t label);

/* nothing is left of an action but what pushing does */
void rb_action_finish(struct run *r, int seat, int f, const struct decision *d);

/* pushing damage, RB-ACT-03 */
void rb_push(struct run *r, int f);

void rb_spin_emit(struct run *r, int f, int mover, int32_t to, int policy,
		  int rule);

/* the move of one member by its part of the decision */
bool rb_member_plan(const struct rb_state *s, const struct rb_ground *b, int f,
		    const struct decision *d, int32_t inches, struct rb_move *m,
		    struct refusal *no);
#endif
