/*
 * src/games/rebellion/rules/cavalry_mount.c - mounts and dismounts riders: by
 * order, at the end of a dial, by force (CV sections 9, 10, 12).
 */
#include "games/rebellion/rules/damage.h"
#include "games/rebellion/rules/action.h"
#include "games/rebellion/rules/move.h"
#include "games/rebellion/rules/turn.h"

/* --- a place next to the mount ----------------------------------------- */

/* may the rider's base be in contact with the mount's, at that bearing from
 * one end of its spine? */
static bool cavalry_mount_beside(const struct rb_state *s,
				 const struct rb_ground *b, int m, int r,
				 struct vec end, int32_t bearing,
				 struct vec *at)
{
	struct mover mover = {
		.self = GROUND_NONE,
		.captive = GROUND_NONE,
		.r = s->def[r].radius,
		.ahead = s->def[r].ahead,
		.behind = s->def[r].behind,
	};
	struct path_block block;

	*at = geo_touching(end, s->def[m].radius, mover.r,
			   geo_degrees(bearing));
	mover.at = *at;
	return place_check(&b->g, &mover, *at, s->fig[m].facing, PLACE_MOVE,
			   &block) &&
	       !RULE(RB_GEO_10, ground_parted(&b->g, s->fig[m].at, *at));
}

/* CV-ELIM-01: around the dot, then around the other end of the spine */
static bool beside_somewhere(const struct rb_state *s,
			     const struct rb_ground *b, int m, int r,
			     int32_t bearing, struct vec *at)
{
	struct spine base = rb_spine(s, m);

	for (int end = 0; end < base.n; end++)
		for (int i = 0; i < 24; i++)
			if (cavalry_mount_beside(s, b, m, r, base.p[end],
						 bearing + 15 * i, at))
				return true;
	return false;
}

/* the bearing is the player's; if the mount's own base is in the way, the
 * place is past its other end */
static bool beside_either(const struct rb_state *s, const struct rb_ground *b,
			  int m, int r, int32_t bearing, struct vec *at)
{
	struct spine base = rb_spine(s, m);

	return cavalry_mount_beside(s, b, m, r, s->fig[m].at, bearing, at) ||
	       cavalry_mount_beside(s, b, m, r, base.p[base.n - 1], bearing,
				    at);
}

static void dismounted_emit(struct run *r, int rider, int mount,
			    enum rb_fall cause, struct vec at, int32_t face,
			    int rule)
{
	const struct rb_state *s = rb_of(r);
	bool kept = cause == RB_FALL_OVERWHELM &&
		    s->head.option[RB_OPTION_CV_OVERWHELM_TOKENS];
	struct event e;

	event_start(&e, RB_EV_DISMOUNTED, rule);
	event_because(&e, cause == RB_FALL_ORDER ? CV_DIS_02 : CV_ELIM_03);
	if (cause != RB_FALL_MOUNT_LOST)
		event_because(&e, CV_DIS_04);
	event_because(&e, CV_DIS_05);
	event_put(&e, RB_EV_DISMOUNTED_RIDER, s->fig[rider].label);
	event_put(&e, RB_EV_DISMOUNTED_MOUNT, s->fig[mount].label);
	event_put(&e, RB_EV_DISMOUNTED_CAUSE, cause);
	event_put_point(&e, RB_EV_DISMOUNTED_AT, at.x, at.y);
	event_put(&e, RB_EV_DISMOUNTED_FACE, face);
	event_put(&e, RB_EV_DISMOUNTED_TOKENS, kept ? s->fig[mount].tokens : 0);
	run_emit(r, &e);
}

bool rb_unhorse(struct run *r, int mount, enum rb_fall cause, int rule)
{
	const struct rb_state *s = rb_of(r);
	int rider = rb_rider(s, mount);
	int32_t land = s->player[s->fig[rider].owner].land;
	struct rb_ground b;
	struct vec at;

	if (land == RB_UNKNOWN) {
		r->unknown = true;
		return true;
	}
	rb_ground_build(s, &b);
	if (!beside_somewhere(s, &b, mount, rider,
			      s->fig[mount].facing + 90 * land, &at))
		return false;
	dismounted_emit(r, rider, mount, cause, at, s->fig[mount].facing, rule);
	return true;
}

/* --- a dial at its end ------------------------------------------------- */

static void rider_ends(struct run *r, int rider, enum rb_cause cause, int by)
{
	const struct rb_state *s = rb_of(r);
	int mount = rb_body(s, rider);
	bool dark = s->def[mount].cavalry.subfaction == RB_DARK_RIDERS;
	struct event e;

	rb_eliminate(r, rider, cause, by);
	rb_event_riderless(&e, CV_ELIM_02, s->fig[mount].label);
	event_because(&e, CV_ELIM_03);
	event_because(&e, CV_INT_01);
	event_because(&e, CV_INT_05);
	if (dark)
		event_because(&e, CV_DARK_04);
	run_emit(r, &e);
}

static void mount_ends(struct run *r, int mount, enum rb_cause cause, int by)
{
	const struct rb_state *s = rb_of(r);
	int rider = rb_rider(s, mount);
	struct event e;

	if (RULE(CV_DARK_03,
		 s->def[mount].cavalry.subfaction == RB_DARK_RIDERS)) {
		event_start(&e, RB_EV_DIAL_RESET, CV_DARK_03);
		event_put(&e, RB_EV_DIAL_RESET_MOUNT, s->fig[mount].label);
		rb_shown(&e, RB_EV_DIAL_RESET_SHOWN, s, mount, 0);
		run_emit(r, &e);
		return;
	}
	if (!rb_unhorse(r, mount, RB_FALL_MOUNT_LOST, CV_ELIM_01))
		rb_eliminate(r, rider, RB_BY_NO_ROOM, by);
	if (!r->unknown)
		rb_eliminate(r, mount, cause, by);
}

void rb_dial_ends(struct run *r, int f, enum rb_cause cause, int by)
{
	const struct rb_state *s = rb_of(r);

	if (rb_rides(s, f))
		rider_ends(r, f, cause, by);
	else if (rb_is_unit(s, f))
		mount_ends(r, f, cause, by);
	else
		rb_eliminate(r, f, cause, by);
}

/* --- DISMOUNT ---------------------------------------------------------- */

static bool dismount_place(const struct rb_state *s, int f,
			   const struct decision *d, struct vec *at,
			   struct refusal *no)
{
	struct decision_arg a;
	struct rb_ground b;
	int32_t bearing = s->fig[f].facing;
	int rider = rb_rider(s, f);
	bool found;

	rb_ground_build(s, &b);
	if (decision_find(d, RB_TAG_AT_BEARING, &a))
		found = beside_either(s, &b, f, rider, a.w[0], at);
	else if (decision_find(d, RB_TAG_AT_SIDE, &a))
		found = beside_either(s, &b, f, rider, bearing + 90 * a.w[0],
				      at);
	else
		found = beside_somewhere(s, &b, f, rider, bearing, at);
	return !RULE(CV_DIS_03, !found) ||
	       rb_no(no, RB_REFUSAL_NO_ROOM, CV_DIS_03);
}

bool rb_decide_dismount(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0, no);
	struct rb_args args = rb_all_args(d);
	struct vec at;
	int32_t face;

	if (f < 0)
		return false;
	if (!rb_is_unit(s, f))
		return rb_no1(no, RB_REFUSAL_NOT_CAVALRY, CV_DIS_01,
			      s->fig[f].label);
	if (RULE(CV_DARK_02, s->def[f].cavalry.subfaction == RB_DARK_RIDERS))
		return rb_no(no, RB_REFUSAL_DARK_RIDERS_STAY, CV_DARK_02);
	if (!dismount_place(s, f, d, &at, no) ||
	    !rb_face_named(s, at, &args, &face, no))
		return false;
	rb_action_emit(r, f, rb_special_kind(s, f, false), NULL, 0, 1,
		       CV_DIS_01);
	dismounted_emit(r, rb_rider(s, f), f, RB_FALL_ORDER, at,
			face >= 0 ? face : s->fig[f].facing, CV_DIS_01);
	rb_check_over(r);
	return true;
}

/* --- MOUNT ------------------------------------------------------------- */

bool rb_may_mount(const struct rb_state *s, int f, int t, struct refusal *no)
{
	int32_t me = s->fig[f].label, it = s->fig[t].label;

	if (rb_is_unit(s, f))
		return rb_no1(no, RB_REFUSAL_HAS_RIDER, CV_REM_01, me);
	if (!rb_is_mount(s, t))
		return rb_no1(no, RB_REFUSAL_NOT_A_MOUNT, CV_REM_01, it);
	if (s->fig[t].rider)
		return rb_no1(no, RB_REFUSAL_HAS_RIDER, CV_REM_01, it);
	if (RULE(RB_CAP_05, s->fig[t].captive_of))
		return rb_no1(no, RB_REFUSAL_IS_CAPTIVE, RB_CAP_05, it);
	if (RULE(CV_REM_01, rb_opposing(s, f, t)))
		return rb_no1(no, RB_REFUSAL_NOT_FRIENDLY, CV_REM_01, it);
	/* a unit captures no figure, so neither half may hold one */
	if (RULE(CV_UNIT_05, s->fig[f].captive || s->fig[t].captive))
		return rb_no1(no, RB_REFUSAL_CONTROLS, CV_UNIT_05,
			      s->fig[f].captive ? me : it);
	if (!rb_may_ride(s, f, t, no))
		return false;
	if (RULE(CV_REM_01, !rb_touch(s, f, t)))
		return rb_no2(no, RB_REFUSAL_NOT_TOUCHING, CV_REM_01, me, it);
	return true;
}

bool rb_decide_mount(struct run *r, int seat, const struct decision *d,
		     struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0, no);
	int t = f < 0 ? -1
		      : rb_check_named(s, decision_int(d, RB_TAG_ON, 0), no);
	int32_t tokens;
	struct event e;

	if (f < 0 || t < 0 || !rb_may_mount(s, f, t, no))
		return false;
	tokens = s->fig[f].tokens > s->fig[t].tokens ? s->fig[f].tokens
						     : s->fig[t].tokens;
	rb_action_emit(r, f, rb_special_kind(s, f, false), NULL, 0, 1,
		       CV_REM_01);
	rb_event_mounted(&e, CV_REM_01, s->fig[f].label, s->fig[t].label,
			 tokens < 2 ? tokens + 1 : 2);
	event_because(&e, CV_REM_02);
	event_because(&e, CV_REM_03);
	event_because(&e, CV_REM_04);
	if (s->fig[f].owner != s->fig[t].owner)
		event_because(&e, CV_REM_05);
	run_emit(r, &e);
	rb_check_over(r);
	return true;
}
