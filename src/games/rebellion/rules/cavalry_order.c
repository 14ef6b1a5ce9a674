/*
 * src/games/rebellion/rules/cavalry_order.c - standing orders of cavalry (CV
 * section 18): they hold until they are changed, and only their seat sees
 * them.
 */
#include "games/rebellion/rules/refuse.h"

static void standing_start(struct event *e, int seat, int kind, int rule)
{
	event_start(e, kind, rule);
	e->audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	event_put(e, 0, seat); /* of all of them the first */
}

/* a figure of its own, by its own name; -1: it is not */
static int own_figure(const struct rb_state *s, int seat, int32_t label,
		      struct refusal *no)
{
	int f = rb_known(s, seat, label);

	if (f >= 0 && s->fig[f].owner == seat)
		return f;
	rb_no1(no, f < 0 ? RB_REFUSAL_NO_FIGURE : RB_REFUSAL_NOT_YOURS,
	       RB_ACT_08, label);
	return -1;
}

static bool decide_push(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int32_t label = decision_int(d, RB_TAG_FIG, 0);
	struct event e;

	if (label && own_figure(s, seat, label, no) < 0)
		return false;
	standing_start(&e, seat, RB_EV_PUSH_SET, CV_ACT_07);
	event_put(&e, RB_EV_PUSH_SET_FIG, label);
	event_put(&e, RB_EV_PUSH_SET_DIAL,
		  decision_int(d, RB_TAG_USING, RB_DIAL_MOUNT));
	run_emit(r, &e);
	return true;
}

static bool decide_unity(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = own_figure(s, seat, decision_int(d, RB_TAG_FIG, 0), no);
	int rider;
	struct event e;

	if (f < 0)
		return false;
	rider = rb_dial(s, f, RB_DIAL_RIDER);
	if (RULE(CV_SUB_02,
		 rb_is_mount(s, rider) ||
			 s->def[rider].cavalry.subfaction != RB_DARK_RIDERS))
		return rb_no1(no, RB_REFUSAL_NO_UNITY, CV_SUB_02,
			      s->fig[f].label);
	standing_start(&e, seat, RB_EV_UNITY_SET, CV_SUB_02);
	event_put(&e, RB_EV_UNITY_SET_FIG, s->fig[rider].label);
	event_put(&e, RB_EV_UNITY_SET_ON, decision_int(d, RB_TAG_YES, 1));
	run_emit(r, &e);
	return true;
}

bool rb_decide_standing(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	struct event e;

	if (!rb_of(r)->head.option[RB_OPTION_CAVALRY])
		return rb_no(no, RB_REFUSAL_NO_CAVALRY, CV_GEN_01);
	switch (d->kind) {
	case RB_ORDER_PUSH: return decide_push(r, seat, d, no);
	case RB_ORDER_UNITY: return decide_unity(r, seat, d, no);
	case RB_ORDER_LAND:
		standing_start(&e, seat, RB_EV_LAND_SET, CV_ELIM_01);
		event_put(&e, RB_EV_LAND_SET_SIDE,
			  decision_int(d, RB_TAG_AT_SIDE, RB_FRONT));
		break;
	default:
		standing_start(&e, seat, RB_EV_AGAINST_SET, CV_TGT_05);
		event_put(&e, RB_EV_AGAINST_SET_DIAL,
			  decision_int(d, RB_TAG_AGAINST, RB_DIAL_RIDER));
	}
	run_emit(r, &e);
	return true;
}
