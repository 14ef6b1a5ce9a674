/*
 * src/games/rebellion/rules/cavalry_item.c - things that warriors take up,
 * wield and let fall (CV-BRG-07).
 */
#include "games/rebellion/rules/action.h"
#include "games/rebellion/rules/exec.h"

int32_t rb_gift(const struct rb_state *s, int f, enum rb_gift what)
{
	int32_t sum = 0;

	for (int i = 0; i < s->n_items; i++) {
		const struct rb_item *item = &s->item[i];

		if (item->holder != s->fig[f].label)
			continue;
		sum += what == RB_GIVES_ATTACK    ? item->attack
		       : what == RB_GIVES_DEFENSE ? item->defense
		       : what == RB_GIVES_DAMAGE  ? item->damage
						  : item->range;
	}
	return sum;
}

static void dropped_emit(struct run *r, int f, int32_t item, struct vec at)
{
	struct event e;

	rb_event_item_dropped(&e, CV_BRG_07, rb_of(r)->fig[f].label, item, at.x,
			      at.y);
	run_emit(r, &e);
}

void rb_items_fall(struct run *r, int f)
{
	const struct rb_state *s = rb_of(r);

	for (int i = 0; i < s->n_items; i++)
		if (s->item[i].holder == s->fig[f].label)
			dropped_emit(r, f, s->item[i].label,
				     s->fig[rb_body(s, f)].at);
}

/* who of a unit has hands: mounts have no slots */
static int cavalry_item_wielder(const struct rb_state *s, int body)
{
	return rb_dial(s, body, RB_DIAL_RIDER);
}

static bool has_hand_free(const struct rb_state *s, int f)
{
	int held = 0;

	for (int i = 0; i < s->n_items; i++)
		held += s->item[i].holder == s->fig[f].label;
	return !rb_is_mount(s, f) && held < s->def[f].cavalry.slots;
}

/* both are bases: they touch as bases do */
static bool is_at_hand(const struct rb_state *s, int f,
		       const struct rb_item *item)
{
	struct spine base = rb_spine(s, f);

	return geo_spine_reach(&base, item->at, item->at,
			       base.r + RB_ITEM_RADIUS + GEO_TOUCH) !=
	       GEO_FARTHER;
}

bool rb_can_take(const struct rb_state *s, int f, const struct rb_item *item)
{
	return s->head.option[RB_OPTION_CV_ITEMS] && !item->holder &&
	       has_hand_free(s, cavalry_item_wielder(s, f)) &&
	       is_at_hand(s, f, item);
}

static int item_named(const struct rb_state *s, const struct decision *d,
		      int32_t holder, struct refusal *no)
{
	int32_t label = decision_int(d, RB_TAG_ITEM, 0);
	int i = rb_find_item(s, label);

	if (i >= 0 && s->item[i].holder == holder &&
	    RULE(CV_BRG_07, s->head.option[RB_OPTION_CV_ITEMS]))
		return i;
	rb_no1(no, RB_REFUSAL_NO_SUCH_ITEM, CV_BRG_07, label);
	return -1;
}

bool rb_decide_take(struct run *r, int seat, const struct decision *d,
		    struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0, no);
	int who, i = f < 0 ? -1 : item_named(s, d, 0, no);
	const struct rb_item *item;
	struct event e;

	if (f < 0 || i < 0)
		return false;
	item = &s->item[i];
	who = cavalry_item_wielder(s, f);
	if (RULE(CV_BRG_07, !has_hand_free(s, who)))
		return rb_no2(no, RB_REFUSAL_CANNOT_WIELD, CV_BRG_07,
			      s->fig[who].label, item->label);
	if (RULE(CV_BRG_07, !is_at_hand(s, f, item)))
		return rb_no2(no, RB_REFUSAL_NOT_TOUCHING, CV_BRG_07,
			      s->fig[f].label, item->label);
	rb_action_declare(r, f, rb_special_kind(s, f, false), NULL, 0, 1,
			  CV_BRG_07);
	rb_event_item_taken(&e, CV_BRG_07, s->fig[who].label, item->label);
	run_emit(r, &e);
	rb_action_finish(r, seat, f, d);
	return true;
}

bool rb_decide_drop(struct run *r, int seat, const struct decision *d,
		    struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_own(s, seat, decision_int(d, RB_TAG_FIG, 0), no);
	int32_t bearing, tries = 1;
	struct decision_arg a;
	int who, i;

	if (f < 0)
		return false;
	if (RULE(RB_CAP_05, s->fig[f].captive_of))
		return rb_no1(no, RB_REFUSAL_IS_CAPTIVE, RB_CAP_05,
			      s->fig[f].label);
	who = cavalry_item_wielder(s, f);
	i = item_named(s, d, s->fig[who].label, no);
	if (i < 0)
		return false;
	bearing = s->fig[f].facing;
	if (decision_find(d, RB_TAG_AT_BEARING, &a))
		bearing = a.w[0];
	else if (decision_find(d, RB_TAG_AT_SIDE, &a))
		bearing += 90 * a.w[0];
	else
		tries = 24;
	for (int k = 0; k < tries; k++) {
		struct vec at = geo_touching(s->fig[f].at, s->def[f].radius,
					     RB_ITEM_RADIUS,
					     geo_degrees(bearing + 15 * k));

		if (at.x < 0 || at.x > s->board_w || at.y < 0 ||
		    at.y > s->board_h)
			continue;
		dropped_emit(r, who, s->item[i].label, at);
		return true;
	}
	return rb_no(no, RB_REFUSAL_OFF_BOARD, CV_BRG_07);
}
