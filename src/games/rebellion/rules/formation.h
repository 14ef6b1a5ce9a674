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

/* the move of one member by its part of the decision */
bool rb_member_plan(const struct rb_state *s, const struct rb_ground *b, int f,
		    const struct decision *d, int32_t inches, struct rb_move *m,
		    struct refusal *no);
#endif
