/*
 * src/engine/dice_gate.h - holds decisions that need dice until the random
 * words of the players are settled (fairness/dice_chain.h). Until then no die
 * is rolled and no hidden value is drawn; all other decisions go on. A trial
 * on a copy (engine/dry_run.h) shows whether a decision needs one.
 */
#ifndef ENGINE_DICE_GATE_H
#define ENGINE_DICE_GATE_H
#include "engine/dry_run.h"

/* A run as it may be now: it commits and opens, and neither rolls nor draws. */
struct dice_gate {
	struct run run;
	struct secrets dry;
};
void dice_gate_begin(struct dice_gate *w, const struct run *r);

/* Would the decision of a seat be dealt with to its end without chance? */
bool dice_gate_decides(const struct run *r, int seat, const struct decision *d);

/*
 * May the rules advance: to their end, or up to a roll before which nothing is
 * half done (that of who begins)? From anywhere else they would not find back.
 * *to_roll: they stop at one.
 */
bool dice_gate_advances(const struct run *r, bool *to_roll);
#endif
