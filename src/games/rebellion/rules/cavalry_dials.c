/*
 * src/games/rebellion/rules/cavalry_dials.c - selects the dial of a unit and
 * reads the words printed on its mount (CV sections 5 to 8, 11, 12).
 */
#include "games/rebellion/rules/refuse.h"

uint64_t rb_with_riders(const struct rb_state *s, uint64_t bodies)
{
	uint64_t all = bodies;

	for (; bodies; bodies &= bodies - 1) {
		int rider = rb_rider(s, rb_first(bodies));

		if (RULE(CV_UNIT_04, rider >= 0))
			all |= rb_bit(rider);
	}
	return all;
}

bool rb_is_riderless(const struct rb_state *s, int f, enum rb_level level)
{
	return rb_is_mount(s, f) && rb_on_board(s, f) && !s->fig[f].rider &&
	       s->def[f].cavalry.level == (int32_t)level;
}

/* --- dials ------------------------------------------------------------- */

bool rb_dial_named(const struct rb_state *s, int body, int said, int *dial,
		   struct refusal *no)
{
	int32_t label = s->fig[body].label;

	*dial = rb_dial(s, body,
			said == RB_DIAL_MOUNT ? RB_DIAL_MOUNT : RB_DIAL_RIDER);
	if (said == RB_DIAL_RIDER && rb_is_mount(s, body) && *dial == body)
		return rb_no1(no, RB_REFUSAL_NO_RIDER, CV_UNIT_01, label);
	if (said == RB_DIAL_MOUNT && !rb_is_mount(s, body))
		return rb_no1(no, RB_REFUSAL_NOT_CAVALRY, CV_UNIT_01, label);
	return true;
}

bool rb_dial_special(const struct rb_state *s, int body,
		     const struct decision *d, int *dial, struct refusal *no)
{
	int said = decision_int(d, RB_TAG_USING, -1);

	if (!rb_is_unit(s, body) ||
	    RULE(CV_BRG_03, !s->head.option[RB_OPTION_CV_SPECIAL_ABILITIES]))
		return rb_dial_named(s, body, said, dial, no);
	/* a move action is the mount's: CV-ACT-03 */
	*dial = body;
	if (said == RB_DIAL_RIDER)
		return rb_no_text(no, RB_REFUSAL_MOUNT_DIAL, CV_BRG_03, NULL, 0,
				  STR("A move action"));
	return true;
}

enum rb_action_kind rb_special_kind(const struct rb_state *s, int body,
				    bool of_ability)
{
	if (of_ability)
		return rb_is_unit(s, body) &&
				       !s->head.option
						[RB_OPTION_CV_SPECIAL_ABILITIES]
			       ? RB_ACTION_SPECIAL
			       : RB_ACTION_MOVE;
	return s->head.option[RB_OPTION_CV_SPECIAL_ACTION] ? RB_ACTION_MOVE
							   : RB_ACTION_SPECIAL;
}

static_assert(RB_EV_DIAL_USED_UNIT == RB_EV_DIAL_ATTACKED_UNIT &&
		      RB_EV_DIAL_USED_DIAL == RB_EV_DIAL_ATTACKED_DIAL,
	      "they are told alike");

static void dial_emit(struct run *r, int kind, int body, int dial, int rule)
{
	const struct rb_state *s = rb_of(r);
	struct event e;

	if (!rb_is_unit(s, body))
		return;
	event_start(&e, kind, rule);
	event_put(&e, RB_EV_DIAL_USED_UNIT, s->fig[body].label);
	event_put(&e, RB_EV_DIAL_USED_DIAL,
		  dial == body ? RB_DIAL_MOUNT : RB_DIAL_RIDER);
	run_emit(r, &e);
}

void rb_dial_used_emit(struct run *r, int body, int dial, int rule)
{
	dial_emit(r, RB_EV_DIAL_USED, body, dial, rule);
}

void rb_dial_attacked_emit(struct run *r, int body, int dial, int rule)
{
	dial_emit(r, RB_EV_DIAL_ATTACKED, body, dial, rule);
}

int rb_pushed_dial(const struct rb_state *s, int f)
{
	int32_t own = s->fig[f].push;
	int rider = rb_rider(s, f);

	if (rider < 0)
		return f;
	if (!own)
		own = s->fig[rider].push;
	if (!own)
		own = s->player[rb_commander(s, f)].push;
	if (own == RB_UNKNOWN)
		return -1;
	return own == 1 + RB_DIAL_RIDER ? rider : f;
}

int rb_struck_dial(const struct rb_state *s, int body, int seat)
{
	int32_t against = s->player[seat].against;

	if (!rb_is_unit(s, body))
		return body;
	if (against == RB_UNKNOWN)
		return -1;
	return RULE_VALUE(CV_TGT_05, rb_dial(s, body, (enum rb_dial)against));
}

/* --- proficiencies, subfactions ---------------------------------------- */

bool rb_is_proficient(const struct rb_state *s, int f,
		      enum rb_proficiency proficiency)
{
	/* CV-R-26: all speak of the unit or its rider */
	return rb_is_unit(s, f) &&
	       s->def[f].cavalry.proficiencies & 1 << proficiency;
}

bool rb_proficiency_check(const struct rb_state *s, int f,
			  enum rb_proficiency proficiency, struct refusal *no)
{
	char room[32];
	int32_t label = s->fig[f].label;

	if (!rb_is_unit(s, f))
		return rb_no1(no, RB_REFUSAL_NOT_CAVALRY, CV_UNIT_01, label);
	if (rb_is_proficient(s, f, proficiency))
		return true;
	return rb_no_text(no, RB_REFUSAL_HAS_NO_ABILITY,
			  rb_proficiencies[proficiency].rule, &label, 1,
			  rb_printed(rb_proficiencies[proficiency].name, room,
				     sizeof(room)));
}

bool rb_natures_ally(const struct rb_state *s, int f)
{
	return s->head.option[RB_OPTION_CAVALRY] &&
	       s->def[f].cavalry.subfaction == RB_WYLDEN_HOST &&
	       rb_is_free(s, f) &&
	       /* CV-UNIT-07: no figure that is part of a unit */
	       !RULE(CV_UNIT_07, s->fig[f].on || s->fig[f].rider) &&
	       RULE(CV_BRG_11, !s->head.option[RB_OPTION_CV_SUBFACTIONS]);
}

/* --- formations -------------------------------------------------------- */

bool rb_units_form(const struct rb_state *s, const int *fig, int n,
		   struct refusal *no)
{
	int units = 0;

	for (int i = 0; i < n; i++) {
		units += rb_is_unit(s, fig[i]);
		if (RULE(CV_FORM_01,
			 rb_is_mount(s, fig[i]) && !rb_is_unit(s, fig[i])))
			return rb_no(no, RB_REFUSAL_RIDERLESS_FORM, CV_FORM_01);
	}
	if (RULE(CV_FORM_01, units && units < n))
		return rb_no(no, RB_REFUSAL_UNITS_ONLY, CV_FORM_01);
	return true;
}

/* what a mount and its rider know of each other */
static const char *pair_invariant(const struct rb_state *s, int f)
{
	const struct rb_fig *p = &s->fig[f];
	int other = rb_partner(s, f);

	if (p->on && p->rider)
		return "a rider with a rider";
	if ((p->on || p->rider) && other < 0)
		return "half of a unit";
	if (p->rider && (s->fig[other].on != p->label || !rb_is_mount(s, f)))
		return "a mount whose rider knows nothing";
	if (p->on && s->fig[other].rider != p->label)
		return "a rider whose mount knows nothing";
	if (p->rider && s->fig[other].owner != p->owner)
		return "a unit of two players";
	return NULL;
}

/* --- what must always hold --------------------------------------------- */

const char *rb_unit_invariant(const struct rb_state *s, int f)
{
	const struct rb_fig *p = &s->fig[f];
	const char *wrong = pair_invariant(s, f);
	int other = rb_partner(s, f);

	if (wrong)
		return wrong;
	if (p->rider && (p->captive || p->captive_of))
		return "a unit with captives";
	if (p->rider && rb_on_board(s, f) && !rb_rides(s, other))
		return "a rider beside its saddle";
	if (!rb_rides(s, f))
		return NULL;
	if (!p->on || !rb_on_board(s, other))
		return "a rider on nothing";
	if (p->at.x || p->at.y || p->facing || p->tokens || p->captive)
		return "a seated rider with a place of its own";
	if (p->wounds >= s->def[f].n_clicks)
		return "a dead figure in the saddle";
	return NULL;
}
