/*
 * src/games/rebellion/rules/action.h - checks 2 to 7 of RB-ACT-08 of one
 * figure, and the declaration of an action with its tokens
 */
#ifndef GAMES_REBELLION_RULES_ACTION_H
#define GAMES_REBELLION_RULES_ACTION_H
#include "games/rebellion/rules/refuse.h"

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

/* the same in any phase: of a list that is not open a seat sees its own alone
 */
int rb_check_known(const struct rb_state *s, int seat, int32_t label,
		   struct refusal *no);

/* and obeys this seat */
int rb_check_own(const struct rb_state *s, int seat, int32_t label,
		 struct refusal *no);

/* the figure shows the ability, on the dial that acts for it */
bool rb_ability_check(const struct rb_state *s, int f, enum rb_ability a,
		      struct refusal *no);

/* cost, acted: an action is given; declare: and the tokens of it */
void rb_action_emit(struct run *r, int f, enum rb_action_kind kind,
		    const int *members, int n, int cost, int rule);
void rb_action_declare(struct run *r, int f, enum rb_action_kind kind,
		       const int *members, int n, int cost, int rule);
#endif
