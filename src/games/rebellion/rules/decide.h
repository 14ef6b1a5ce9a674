/*
 * src/games/rebellion/rules/decide.h - executes orders: decide.c first makes
 * all checks, which only read, in the order of RB-ACT-08; then it emits the
 * events
 */
#ifndef GAMES_REBELLION_RULES_DECIDE_H
#define GAMES_REBELLION_RULES_DECIDE_H
#include "games/rebellion/rules/exec.h"

/* the figure shows the ability, on the dial that acts for it */
bool rb_ability_check(const struct rb_state *s, int f, enum rb_ability a,
		      struct refusal *no);
void rb_push_one(struct rb_action *a, int32_t label);

bool rb_decide_regenerate(struct run *r, int seat, const struct decision *d,
			  struct refusal *no);
bool rb_decide_raise(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
bool rb_decide_levitate(struct run *r, int seat, const struct decision *d,
			struct refusal *no);

struct rb_args rb_member_args(const struct rb_state *s,
			      const struct decision *d, int member);

/* the checks 2 to 7 for one figure */
enum {
	RB_CHECK_PASS = 1,    /* tokens do not matter */
	RB_CHECK_FREE = 2,    /* it costs no action */
	RB_CHECK_DECLARED = 4 /* its action is given: 5 and 6 were asked */
};
int rb_check_actor(const struct rb_state *s, int seat, int32_t label,
		   unsigned flags, struct refusal *no); /* index or -1 */
int rb_check_figure(const struct rb_state *s, int seat, int32_t label,
		    unsigned flags, struct refusal *no);
/* a figure that is named: it, or the mount it sits on, is on the board */
int rb_check_named(const struct rb_state *s, int32_t label, struct refusal *no);

/* and obeys this seat */
int rb_check_own(const struct rb_state *s, int seat, int32_t label,
		 struct refusal *no);

/* Necromancy of this seat can bring t back; Levitation of f can move t: the
 * checks of targets */
bool rb_may_raise(const struct rb_state *s, int seat, int t,
		  struct refusal *no);
bool rb_may_levitate(const struct rb_state *s, int f, int t,
		     struct refusal *no);

/* nothing is left of an action but what pushing does */
void rb_action_finish(struct run *r, int seat, int f, const struct decision *d);

/* cost, acted: an action is given; declare: and the tokens of it */
void rb_action_tell(struct run *r, int f, enum rb_action_kind kind,
		    const int *members, int n, int cost, int rule);
void rb_action_declare(struct run *r, int f, enum rb_action_kind kind,
		       const int *members, int n, int cost, int rule);
/* A move past the obstacle between figures f and t, if no straight move is
 * legal: turned by some degrees to a side, the angle that brings f nearest.
 * False: no angle brings it nearer by an inch. */
bool rb_detour(const struct rb_state *s, int seat, struct trials *room, int f,
	       int t, struct decision *out);
#endif
