/*
 * src/games/rebellion/rules/action.c - checks whether a figure can be given an
 * action, and emits the events of an action that is given.
 */
#include "games/rebellion/rules/action.h"

/* --- checks 2 to 7 ----------------------------------------------------- */

static int check_placed(const struct rb_state *s, int f, int32_t label,
			struct refusal *no)
{
	if (f < 0) {
		rb_no1(no, RB_REFUSAL_NO_FIGURE, RB_ACT_08, label);
		return -1;
	}
	f = RULE_VALUE(CV_UNIT_01, rb_body(s, f));
	if (rb_on_board(s, f))
		return f;
	rb_no1(no, RB_REFUSAL_NOT_ON_BOARD, RB_ACT_08, label);
	return -1;
}

int rb_check_named(const struct rb_state *s, int32_t label, struct refusal *no)
{
	return check_placed(s, rb_find(s, label), label, no);
}

int rb_check_known(const struct rb_state *s, int seat, int32_t label,
		   struct refusal *no)
{
	return check_placed(s, rb_known(s, seat, label), label, no);
}

int rb_check_own(const struct rb_state *s, int seat, int32_t label,
		 struct refusal *no)
{
	int f = rb_check_known(s, seat, label, no);

	if (f >= 0 && rb_commander(s, f) != seat) {
		rb_no1(no, RB_REFUSAL_NOT_YOURS, RB_ACT_08, label);
		return -1;
	}
	return f;
}

int rb_check_figure(const struct rb_state *s, int seat, int32_t label,
		    unsigned flags, struct refusal *no)
{
	int f = rb_check_own(s, seat, label, no);
	const struct rb_fig *p;

	if (f < 0)
		return -1;
	p = &s->fig[f];
	label = p->label; /* a unit is its mount */
	if (RULE(RB_CAP_05, p->captive_of))
		rb_no1(no, RB_REFUSAL_IS_CAPTIVE, RB_CAP_05, label);
	else if (flags & RB_CHECK_DECLARED)
		return f;
	else if (RULE(RB_TURN_04, p->acted))
		rb_no1(no, RB_REFUSAL_HAS_ACTED, RB_TURN_04, label);
	else if (RULE(RB_SPD_22, p->spared))
		rb_no1(no, RB_REFUSAL_HAS_ACTED, RB_SPD_22, label);
	else if (!(flags & RB_CHECK_PASS) && RULE(RB_ACT_04, p->tokens >= 2))
		rb_no1(no, RB_REFUSAL_THREE_TURNS, RB_ACT_04, label);
	else
		return f;
	return -1;
}

int rb_check_actor(const struct rb_state *s, int seat, int32_t label,
		   unsigned flags, struct refusal *no)
{
	int f = rb_check_figure(s, seat, label, flags, no);

	if (f >= 0 && !(flags & RB_CHECK_FREE) &&
	    RULE(RB_TURN_02, s->actions_left <= 0)) {
		rb_no(no, RB_REFUSAL_NO_ACTIONS, RB_TURN_02);
		return -1;
	}
	return f;
}

bool rb_ability_check(const struct rb_state *s, int f, enum rb_ability a,
		      struct refusal *no)
{
	if (rb_has(s, f, a))
		return true;
	return rb_no_ability(no, RB_REFUSAL_HAS_NO_ABILITY,
			     rb_abilities[a].rule, s->fig[f].label, a);
}

/* --- an action is given ------------------------------------------------ */

static void token_emit(struct run *r, int f)
{
	const struct rb_fig *p = &rb_of(r)->fig[f];
	int tokens = p->tokens < 2 ? p->tokens + 1 : 2;
	struct event e;

	event_start(&e, RB_EV_TOKEN, RB_ACT_01);
	if (rb_is_unit(rb_of(r), f)) {
		event_because(&e, CV_ACT_01);
		event_because(&e, CV_BRG_04);
		if (tokens == 2) /* no pushing comes of it */
			event_because(&e, CV_ACT_02);
	}
	event_put(&e, RB_EV_TOKEN_FIG, p->label);
	event_put(&e, RB_EV_TOKEN_TOKENS,
		  RULE(RB_ACT_01, true) ? tokens : p->tokens);
	run_emit(r, &e);
}

void rb_action_emit(struct run *r, int f, enum rb_action_kind kind,
		    const int *members, int n, int cost, int rule)
{
	const struct rb_state *s = rb_of(r);
	int32_t labels[RB_MAX_MEMBERS];
	struct event e;

	event_start(&e, RB_EV_ACTION, RB_TURN_05);
	event_because(&e, rule);
	event_because(&e, RB_TURN_04);
	if (kind == RB_ACTION_PASS)
		event_because(&e, RB_TURN_06);
	if (kind == RB_ACTION_SPECIAL)
		event_because(&e, CV_BRG_02);
	if (kind == RB_ACTION_MOVE && rb_is_unit(s, f))
		event_because(&e, CV_ACT_03);
	if (rb_is_riderless(s, f, RB_INDEPENDENT))
		event_because(&e, CV_INT_03);
	if (rb_is_riderless(s, f, RB_MEAN))
		event_because(&e, CV_INT_04);
	if (n)
		event_because(&e, RB_FORM_04);
	for (int i = 0; i < n; i++)
		labels[i] = s->fig[members[i]].label;
	event_put(&e, RB_EV_ACTION_SEAT, rb_commander(s, f));
	event_put(&e, RB_EV_ACTION_FIG, s->fig[f].label);
	event_put(&e, RB_EV_ACTION_KIND, kind);
	event_put_ints(&e, RB_EV_ACTION_MEMBERS, labels, n);
	event_put(&e, RB_EV_ACTION_COST, cost);
	event_put(&e, RB_EV_ACTION_LEFT, s->actions_left - cost);
	run_emit(r, &e);
}

void rb_action_declare(struct run *r, int f, enum rb_action_kind kind,
		       const int *members, int n, int cost, int rule)
{
	rb_action_emit(r, f, kind, members, n, cost, rule);
	if (kind == RB_ACTION_PASS)
		return;
	token_emit(r, f);
	for (int i = 0; i < n; i++)
		token_emit(r, members[i]);
}
