/*
 * src/games/rebellion/rules/cavalry_turn.c - runs the cavalry steps at the
 * beginning and at the end of a turn (CV sections 2, 9, 12; CV-BRG-09).
 */
#include "games/rebellion/rules/damage.h"
#include "games/rebellion/rules/move.h"
#include "games/rebellion/rules/turn.h"

/* --- command phase ----------------------------------------------------- */

/* CV-INT-04: riderless mean mounts obey whose turn it is */
static void mounts_obey(struct run *r, int seat)
{
	const struct rb_state *s = rb_of(r);

	for (int f = 0; f < s->n_figs; f++) {
		int captive = rb_find(s, s->fig[f].captive);
		struct event e;

		if (!rb_is_riderless(s, f, RB_MEAN) || s->fig[f].captive_of ||
		    rb_commander(s, f) == seat ||
		    !RULE(CV_INT_04, !s->head.option[RB_OPTION_CV_CONTROL]))
			continue;
		rb_event_control(&e, CV_INT_04, s->fig[f].label, seat);
		event_because(&e, CV_BRG_10);
		run_emit(r, &e);
		/* no figure holds a friend captive */
		if (captive >= 0 && !rb_opposing(s, f, captive))
			rb_free_captive(r, f, CV_INT_04);
	}
}

/* CV-SUB-02: the rider suffers for its mount */
static void cavalry_turn_unity(struct run *r, int rider)
{
	const struct rb_state *s = rb_of(r);
	int mount = rb_body(s, rider);
	struct rb_blow blow = { .cause = RB_BY_PUSHING,
				.by = -1,
				.base = 1,
				.rules = { CV_SUB_02 } };
	struct event e;

	rb_event_unity(&e, CV_SUB_02, s->fig[rider].label, s->fig[mount].label);
	event_because(&e, CV_SUB_01);
	event_because(&e, CV_DARK_05);
	event_because(&e, CV_BRG_11);
	run_emit(r, &e);
	rb_damage(r, rider, &blow);
	if (!r->unknown) /* CV-R-21: the cost was paid */
		rb_heal(r, mount, RB_NO_ABILITY, rider, 1, 0);
}

static void cavalry_turn_unities(struct run *r, int seat)
{
	const struct rb_state *s = rb_of(r);

	if (s->head.option[RB_OPTION_CV_SUBFACTIONS])
		return;
	for (int f = 0; f < s->n_figs && !r->unknown; f++) {
		if (!rb_rides(s, f) || s->fig[f].owner != seat ||
		    s->def[f].cavalry.subfaction != RB_DARK_RIDERS ||
		    !s->fig[f].unity || !s->fig[rb_body(s, f)].wounds)
			continue;
		if (s->fig[f].unity == RB_UNKNOWN) {
			r->unknown = true;
			return;
		}
		cavalry_turn_unity(r, f);
		if (RULE(CV_SUB_02, !s->head.option[RB_OPTION_CV_UNITY]))
			return; /* CV-R-20: once for the player */
	}
}

static void venom_strikes(struct run *r, int f, int target, int seat)
{
	const struct rb_state *s = rb_of(r);
	int dial = rb_struck_dial(s, target, seat);
	struct rb_blow blow = { .cause = RB_BY_VENOM,
				.by = rb_body(s, f),
				.base = 1 };
	struct event e;

	if (dial < 0) {
		r->unknown = true;
		return;
	}
	rb_event_venom(&e, CV_BRG_09, s->fig[f].label, s->fig[target].label,
		       s->fig[dial].label);
	if (rb_rides(s, f))
		event_because(&e, CV_UNIT_08);
	if (rb_is_unit(s, target))
		event_because(&e, CV_TGT_05);
	run_emit(r, &e);
	rb_damage(r, dial, &blow);
}

/* CV-BRG-09: all enemies in front of the fangs */
static void cavalry_turn_venoms(struct run *r, int seat)
{
	const struct rb_state *s = rb_of(r);

	if (s->head.option[RB_OPTION_CV_LATER_ABILITIES])
		return;
	for (int f = 0; f < s->n_figs && !r->unknown; f++) {
		int body = rb_body(s, f);
		struct rb_ground b;
		uint64_t set;

		if (rb_commander(s, f) != seat ||
		    !RULE(CV_BRG_09, rb_has(s, f, RB_ABILITY_VENOM)))
			continue;
		rb_ground_build(s, &b);
		set = rb_opponents_touching(s, &b, body);
		for (; set && !r->unknown; set &= set - 1)
			if (rb_on_board(s, rb_first(set)) &&
			    /* CV-UNIT-08: the mount's front arc */
			    rb_fronts(s, &b, body, s->fig[body].facing,
				      rb_first(set)))
				venom_strikes(r, f, rb_first(set), seat);
	}
}

void rb_command_phase(struct run *r, int seat)
{
	mounts_obey(r, seat);
	cavalry_turn_unities(r, seat);
	if (!r->unknown)
		cavalry_turn_venoms(r, seat);
}

/* --- end phase --------------------------------------------------------- */

void rb_skittish_leave(struct run *r)
{
	const struct rb_state *s = rb_of(r);

	for (int f = 0; f < s->n_figs; f++) {
		struct event e;

		if (!RULE(CV_INT_02, rb_is_riderless(s, f, RB_SKITTISH)))
			continue;
		rb_free_captive(r, f, CV_INT_02);
		rb_event_removed(&e, CV_INT_02, s->fig[f].label,
				 RB_REMOVED_SKITTISH);
		run_emit(r, &e);
	}
	rb_check_over(r);
}
