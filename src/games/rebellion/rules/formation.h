/*
 * src/games/rebellion/rules/formation.h - checks the members of movement,
 * ranged and close formations
 */
#ifndef GAMES_REBELLION_RULES_FORMATION_H
#define GAMES_REBELLION_RULES_FORMATION_H
#include "games/rebellion/rules/exec.h"

/* the whole order FORM; false: refused */
bool rb_form(struct run *r, int seat, const struct decision *d,
	     struct refusal *no);

/* How a march goes on, if all members break away. */
struct rb_march {
	int32_t least;      /* the shortest way of a member, u */
	int32_t stopped_by; /* the terrain that stops the first of those that
			     * are stopped, or 0 */
};

/* of an order FORM that is not refused; false: it is */
bool rb_form_foresee(const struct rb_state *s, const struct rb_ground *b,
		     int seat, const struct decision *d, struct rb_march *out);
#endif
