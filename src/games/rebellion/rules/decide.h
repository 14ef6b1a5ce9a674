/*
 * src/games/rebellion/rules/decide.h - executes orders: decide.c first makes
 * all checks, which only read, in the order of RB-ACT-08; then it emits the
 * events
 */
#ifndef GAMES_REBELLION_RULES_DECIDE_H
#define GAMES_REBELLION_RULES_DECIDE_H
#include "games/rebellion/rules/action.h"
#include "games/rebellion/rules/exec.h"

enum verdict rb_decide(struct run *r, int seat, const struct decision *d,
		       struct refusal *no);

bool rb_decide_regenerate(struct run *r, int seat, const struct decision *d,
			  struct refusal *no);
bool rb_decide_raise(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
bool rb_decide_levitate(struct run *r, int seat, const struct decision *d,
			struct refusal *no);

/* Necromancy of this seat can bring t back; Levitation of f can move t: the
 * checks of targets */
bool rb_may_raise(const struct rb_state *s, int seat, int t,
		  struct refusal *no);
bool rb_may_levitate(const struct rb_state *s, int f, int t,
		     struct refusal *no);

/* A move past the obstacle between figures f and t, if no straight move is
 * legal: turned by some degrees to a side, the angle that brings f nearest.
 * False: no angle brings it nearer by an inch. */
bool rb_detour(const struct rb_state *s, int seat, struct trials *room, int f,
	       int t, struct decision *out);
#endif
