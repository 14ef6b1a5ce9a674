/*
 * src/games/rebellion/rules/stationary_actions.c - orders that use a move
 * action without moving: REGENERATE, RAISE, LEVITATE.
 */
#include "games/rebellion/rules/damage.h"
#include "games/rebellion/rules/decide.h"

/* --- move actions without moving --------------------------------------- */

static void die_emit(struct run *r, int f, int die, enum rb_ability ability)
{
	struct event e;

	rb_event_damage_die(&e, rb_abilities[ability].rule,
			    rb_of(r)->fig[f].label, die, ability);
	run_emit(r, &e);
}

/* Levitation, Necromancy, Regeneration: of a unit a special action, CV-BRG-03
 */
static void special_declare(struct run *r, int f, int dial, int rule)
{
	rb_action_declare(r, f, rb_special_kind(rb_of(r), f, true), NULL, 0, 1,
			  rule);
	rb_dial_used_emit(r, f, dial, CV_BRG_03);
}

bool rb_decide_regenerate(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0, no);
	int die, dial;

	if (f < 0 || !rb_dial_special(s, f, d, &dial, no) ||
	    !rb_ability_check(s, dial, RB_ABILITY_REGENERATION, no))
		return false;
	special_declare(r, f, dial, RB_DEF_60);
	die = rb_roll(r);
	if (r->unknown)
		return true;
	die_emit(r, dial, die, RB_ABILITY_REGENERATION);
	rb_heal(r, dial, RB_ABILITY_REGENERATION, f, die > 2 ? die - 2 : 0, 0);
	rb_action_finish(r, seat, f, d);
	return true;
}

/* Zombies and skeletons come back whole, RB-DAM-51 */
static bool rises_whole(const struct rb_state *s, int f)
{
	static const char *const names[] = { "zombie", "zombi", "skeleton",
					     "esqueleto" };
	char room[4 * RB_NAME_WORDS];
	struct str name =
		rb_text(s->def[f].name, RB_NAME_WORDS, room, sizeof(room));

	for (size_t at = 0; at < name.len; at++) {
		for (size_t k = 0; k < ARRAY_LEN(names); k++) {
			size_t n = strlen(names[k]), i = 0;

			while (i < n && at + i < name.len &&
			       (name.s[at + i] | 0x20) == names[k][i])
				i++;
			if (i == n)
				return true;
		}
	}
	return false;
}

/* Where a returned figure is put. */
struct raised {
	struct vec at;
	int32_t face;
};

/* RB-DAM-50 */
static bool raise_place(const struct rb_state *s, const struct rb_ground *b,
			int f, int t, const struct decision *d,
			struct raised *out, struct refusal *no)
{
	struct rb_args args = rb_all_args(d);
	struct mover mover = {
		.self = GROUND_NONE,
		.captive = GROUND_NONE,
		.r = s->def[t].radius,
		.ahead = s->def[t].ahead,
		.behind = s->def[t].behind,
	};
	int32_t bearing = s->fig[f].facing;
	struct path_block block;
	struct decision_arg a;
	bool named = true;

	if (rb_arg(&args, RB_TAG_AT_BEARING, &a)) {
		bearing = geo_degrees(a.w[0]);
	} else if (rb_arg(&args, RB_TAG_AT_FIG, &a)) {
		int x = rb_check_named(s, a.w[0], no);

		if (x < 0)
			return false;
		bearing = geo_bearing(vec_sub(s->fig[x].at, s->fig[f].at));
	} else {
		named = false;
	}
	for (int i = 0; i < 24; i++) {
		out->at = geo_touching(s->fig[f].at, s->def[f].radius, mover.r,
				       geo_degrees(bearing + 15 * i));
		mover.at = out->at;
		if (!rb_face_named(s, out->at, &args, &out->face, no))
			return false;
		if (out->face < 0)
			out->face = s->fig[f].facing;
		if (!place_check(&b->g, &mover, out->at, out->face, PLACE_MOVE,
				 &block)) {
			if (named)
				return rb_refuse_place(s, b, &block, no);
			continue;
		}
		if (!RULE(RB_GEO_10,
			  ground_parted(&b->g, s->fig[f].at, out->at)))
			return true;
		if (named)
			return rb_no(no, RB_REFUSAL_NO_ROOM, RB_GEO_10);
	}
	return rb_no(no, RB_REFUSAL_NO_ROOM, RB_DAM_51);
}

static void returned_emit(struct run *r, int f, int t, int die, struct vec at,
			  int32_t face)
{
	const struct rb_state *s = rb_of(r);
	bool ok = die < s->def[t].n_clicks;
	bool keep = !s->head.option[RB_OPTION_NECRO_TOKENS];
	struct event e;

	event_start(&e, RB_EV_RETURNED, die ? RB_DAM_50 : RB_DAM_51);
	event_because(&e, RB_ACT_09);
	if (ok && die == 0)
		event_because(&e, RB_DAM_01);
	event_put(&e, RB_EV_RETURNED_FIG, s->fig[t].label);
	event_put(&e, RB_EV_RETURNED_BY, s->fig[f].label);
	event_put(&e, RB_EV_RETURNED_DIE, die);
	event_put(&e, RB_EV_RETURNED_OK, ok);
	event_put(&e, RB_EV_RETURNED_WOUNDS, ok ? die : s->def[t].n_clicks);
	event_put_point(&e, RB_EV_RETURNED_AT, at.x, at.y);
	event_put(&e, RB_EV_RETURNED_FACE, face);
	event_put(&e, RB_EV_RETURNED_TOKENS,
		  RULE(RB_ACT_09, keep) ? s->fig[t].tokens : 0);
	rb_shown(&e, RB_EV_RETURNED_SHOWN, s, t, ok ? die : s->def[t].n_clicks);
	run_emit(r, &e);
}

bool rb_may_raise(const struct rb_state *s, int seat, int t, struct refusal *no)
{
	if (s->fig[t].owner != seat || s->fig[t].status != RB_ELIMINATED)
		return rb_no1(no, RB_REFUSAL_NOT_ELIMINATED, RB_DAM_50,
			      s->fig[t].label);
	if (RULE(CV_BRG_13, rb_is_mount(s, t) &&
				    !s->head.option[RB_OPTION_CV_RAISE_MOUNTS]))
		return rb_no(no, RB_REFUSAL_MOUNT_RETURNS, CV_BRG_13);
	return true;
}

bool rb_decide_raise(struct run *r, int seat, const struct decision *d,
		     struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0, no);
	int32_t label = decision_int(d, RB_TAG_TARGET, 0);
	struct rb_ground b;
	struct raised to;
	int t, dial, die = 0;

	if (f < 0 || !rb_dial_special(s, f, d, &dial, no) ||
	    !rb_ability_check(s, dial, RB_ABILITY_NECROMANCY, no))
		return false;
	rb_ground_build(s, &b);
	if (RULE(RB_DAM_50, rb_opponents_touching(s, &b, f)))
		return rb_no1(no, RB_REFUSAL_IN_CONTACT, RB_DAM_50,
			      s->fig[f].label);
	t = rb_find(s, label);
	if (!label || t < 0)
		return rb_no1(no, RB_REFUSAL_NO_FIGURE, RB_ACT_08, label);
	if (!rb_may_raise(s, seat, t, no) ||
	    !raise_place(s, &b, f, t, d, &to, no))
		return false;
	special_declare(r, f, dial, RB_DAM_50);
	if (!RULE(RB_DAM_51, rises_whole(s, t)))
		die = rb_roll(r);
	if (r->unknown)
		return true;
	returned_emit(r, f, t, die, to.at, to.face);
	rb_action_finish(r, seat, f, d);
	return true;
}

/* --- LEVITATE ---------------------------------------------------------- */

bool rb_may_levitate(const struct rb_state *s, int f, int t, struct refusal *no)
{
	int32_t label = s->fig[t].label;

	if (t == f)
		return rb_no(no, RB_REFUSAL_TARGETS_ITSELF, RB_TGT_01);
	if (RULE(CV_UNIT_06, rb_is_unit(s, t)))
		return rb_no(no, RB_REFUSAL_UNIT_LEVITATED, CV_UNIT_06);
	if (RULE(RB_TGT_03, s->fig[t].captive_of))
		return rb_no1(no, RB_REFUSAL_IS_CAPTIVE, RB_TGT_03, label);
	if (RULE(RB_DEF_30, rb_has(s, t, RB_ABILITY_IMMUNITY)))
		return rb_no1(no, RB_REFUSAL_IMMUNE, RB_DEF_30, label);
	if (RULE(RB_SPD_21, !(rb_set(s->contact[f]) & rb_bit(t))))
		return rb_no2(no, RB_REFUSAL_NOT_FROM_CONTACT, RB_SPD_21,
			      s->fig[f].label, label);
	return true;
}

static bool levitation_check(const struct rb_state *s,
			     const struct rb_ground *b, int t,
			     const struct decision *d, struct vec to,
			     int32_t *face, struct refusal *no)
{
	struct rb_args args = rb_all_args(d);
	struct mover mover = rb_mover(s, b, t);
	struct path_block block;
	struct vec beside;
	int c = s->fig[t].captive ? rb_find(s, s->fig[t].captive) : -1;

	if (to.x < 0 || to.x > s->board_w || to.y < 0 || to.y > s->board_h)
		return rb_no(no, RB_REFUSAL_OFF_BOARD, RB_GEO_18);
	if (RULE(RB_SPD_20, geo_dist2(s->fig[t].at, to) > 1000 * 1000))
		return rb_no2(
			no, RB_REFUSAL_TOO_FAR, RB_SPD_20,
			(int32_t)((geo_len(s->fig[t].at, to) + 999) / 1000),
			1000);
	if (!rb_face_named(s, to, &args, face, no))
		return false;
	if (*face < 0)
		*face = s->fig[t].facing;
	if (!place_check(&b->g, &mover, to, *face, PLACE_LEVITATE, &block))
		return rb_refuse_place(s, b, &block, no);
	if (c < 0)
		return true;
	mover.self = b->body_of[c];
	mover.captive = b->body_of[t];
	mover.r = s->def[c].radius;
	mover.ahead = s->def[c].ahead;
	mover.behind = s->def[c].behind;
	beside = vec_add(to, vec_sub(s->fig[c].at, s->fig[t].at));
	if (!place_check(&b->g, &mover, beside, s->fig[c].facing,
			 PLACE_LEVITATE, &block) ||
	    RULE(RB_GEO_10, ground_parted(&b->g, to, beside)) ||
	    /* a long base may not turn about its captive */
	    RULE(CV_GEO_04, rb_is_long(s, t) && *face != s->fig[t].facing))
		return rb_no1(no, RB_REFUSAL_NO_ROOM_CAPTIVE, RB_SPD_22,
			      s->fig[c].label);
	return true;
}

static void levitation_emit(struct run *r, int f, int t, struct vec to,
			    int32_t face)
{
	const struct rb_state *s = rb_of(r);
	const struct rb_fig *p = &s->fig[t];
	int c = p->captive ? rb_find(s, p->captive) : -1;
	struct vec shift = vec_sub(to, p->at);
	struct event e;

	event_start(&e, RB_EV_LEVITATED, RB_SPD_20);
	event_because(&e, RB_SPD_22);
	event_put(&e, RB_EV_LEVITATED_FIG, p->label);
	event_put(&e, RB_EV_LEVITATED_BY, s->fig[f].label);
	event_put_point(&e, RB_EV_LEVITATED_FROM, p->at.x, p->at.y);
	event_put_point(&e, RB_EV_LEVITATED_TO, to.x, to.y);
	event_put(&e, RB_EV_LEVITATED_FACE, face);
	run_emit(r, &e);
	if (c < 0)
		return;
	to = vec_add(s->fig[c].at, shift);
	rb_event_captive_moved(&e, RB_SPD_22, s->fig[c].label, p->label, to.x,
			       to.y, s->fig[c].facing);
	run_emit(r, &e);
}

bool rb_decide_levitate(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0, no);
	int32_t label = decision_int(d, RB_TAG_TARGET, 0), face;
	struct decision_arg arg;
	struct rb_action a;
	struct rb_ground b;
	struct vec to;
	bool moved;
	int t, dial;

	if (f < 0 || !rb_dial_special(s, f, d, &dial, no) ||
	    !rb_ability_check(s, dial, RB_ABILITY_LEVITATION, no))
		return false;
	t = rb_check_named(s, label, no);
	if (t < 0 || !rb_may_levitate(s, f, t, no))
		return false;
	label = s->fig[t].label;
	if (!decision_find(d, RB_TAG_TO, &arg))
		return rb_no(no, RB_REFUSAL_NO_DESTINATION, RB_SPD_20);
	to = (struct vec){ arg.w[0], arg.w[1] };
	rb_ground_build(s, &b);
	if (!levitation_check(s, &b, t, d, to, &face, no))
		return false;
	moved = !vec_equal(to, s->fig[t].at) ||
		RULE(CV_GEO_04, rb_is_long(s, t) && face != s->fig[t].facing);
	special_declare(r, f, dial, RB_SPD_20);
	levitation_emit(r, f, t, to, face);
	rb_action_init(&a, seat, s->fig[f].label, d, RB_STEP_SPINS);
	a.moved = moved ? label : 0;
	a.no_pole = 1;
	rb_push_one(&a, s->fig[f].label);
	rb_action_run(r, &a, NULL);
	return true;
}
