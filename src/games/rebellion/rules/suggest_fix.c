/*
 * src/games/rebellion/rules/suggest_fix.c - finds the nearest legal order to a
 * refused one: as far on the path as the speed allows, or as all of a
 * formation can go, a free place next to the named one, a path past the
 * obstacle, or a turn or move towards a target out of reach or out of sight.
 */
#include "games/rebellion/rules/system_private.h"
#include "games/rebellion/rules/decide.h"
#include "games/rebellion/rules/path.h"
#include "games/rebellion/rules/turn.h"
#include "engine/dry_run.h"

enum {
	RING = 25,  /* hundredths of an inch from one ring of places to the
		     * next */
	RINGS = 48, /* so many are looked at */
};

/* copy the final facing, and whether it moves twice as far */
static void copy_rest(struct decision *out, const struct decision *d)
{
	static const int rest[] = { RB_TAG_FACE, RB_TAG_FACE_FIG, RB_TAG_DOUBLE,
				    RB_TAG_CAPTIVE_AT, RB_TAG_CAPTIVE_FACE };
	struct decision_arg a;

	for (int at = 0; decision_next(d, at, &a); at = a.next)
		for (size_t i = 0; i < ARRAY_LEN(rest); i++)
			if (a.tag == rest[i])
				decision_add(out, a.tag, a.w, a.n);
}

/* into the area from corner to corner */
static struct vec suggest_fix_inside(const struct vec corner[2], struct vec p)
{
	p.x = p.x < corner[0].x ? corner[0].x : p.x;
	p.x = p.x > corner[1].x ? corner[1].x : p.x;
	p.y = p.y < corner[0].y ? corner[0].y : p.y;
	p.y = p.y > corner[1].y ? corner[1].y : p.y;
	return p;
}

/* the same way, as far as it goes */
static bool suggest_fix_toward(const struct rb_state *s,
			       const struct decision *d, struct decision *out)
{
	const struct vec board[2] = { { 0, 0 }, { s->board_w, s->board_h } };
	struct decision_arg fig, to;
	struct vec p;
	int32_t at[2];
	bool to_point = decision_find(d, RB_TAG_TO, &to);

	if (!decision_find(d, RB_TAG_FIG, &fig) ||
	    (!to_point && !decision_find(d, RB_TAG_TOUCHING, &to)))
		return false;
	if (to_point) {
		p = suggest_fix_inside(board, (struct vec){ to.w[0], to.w[1] });
		at[0] = p.x;
		at[1] = p.y;
		to.w = at;
	}
	decision_start(out, d->kind);
	decision_add(out, fig.tag, fig.w, fig.n);
	decision_add(out, to_point ? RB_TAG_TOWARD_POINT : RB_TAG_TOWARD, to.w,
		     to.n);
	copy_rest(out, d);
	return true;
}

/* A piece to be placed, and the place in the order. */
struct placing {
	const struct rb_state *s;
	const struct rb_ground *b;
	int seat, fig; /* fig -1: the item */
	int32_t item, turn;
};

static bool suggest_fix_fits(const struct placing *x, struct vec at)
{
	struct refusal no;

	if (x->fig < 0)
		return rb_item_place(x->s, x->item, x->seat, at, x->turn, &no);
	return rb_in_zone(x->s, x->seat, at) &&
	       rb_may_deploy(x->s, x->b, x->fig, at, x->turn, &no);
}

/* the nearest free place, in squares around the one that was named */
static bool place_near(const struct placing *x, struct vec from, struct vec *at)
{
	for (int k = 0; k < RINGS; k++)
		for (int dy = -k; dy <= k; dy++)
			for (int dx = -k; dx <= k; dx++) {
				if (dy > -k && dy < k && dx > -k && dx < k)
					continue;
				at->x = from.x + RING * dx;
				at->y = from.y + RING * dy;
				if (suggest_fix_fits(x, *at))
					return true;
			}
	return false;
}

static bool suggest_fix_deploy(const struct rb_state *s, int seat,
			       const struct decision *d, struct decision *out)
{
	int f = rb_find(s, decision_int(d, RB_TAG_FIG, 0));
	struct decision_arg at, fig, on;
	struct polygon zone;
	struct vec corner[2];
	struct rb_ground b;
	struct placing x = { .s = s,
			     .b = &b,
			     .seat = seat,
			     .fig = f,
			     .turn = geo_degrees(
				     decision_int(d, RB_TAG_FACE, 0)) };
	struct vec p;

	if (f < 0 || s->fig[f].owner != seat ||
	    !decision_find(d, RB_TAG_FIG, &fig) ||
	    !decision_find(d, RB_TAG_AT, &at))
		return false;
	zone = rb_zone(s, s->player[seat].side);
	corner[0] = zone.v[0];
	corner[1] = zone.v[2];
	rb_ground_build(s, &b);
	p = suggest_fix_inside(corner, (struct vec){ at.w[0], at.w[1] });
	if (!place_near(&x, p, &p))
		return false;
	decision_start(out, d->kind);
	decision_add(out, fig.tag, fig.w, fig.n);
	if (decision_find(d, RB_TAG_ON, &on))
		decision_add(out, on.tag, on.w, on.n);
	decision_add(out, RB_TAG_AT, (int32_t[]){ p.x, p.y }, 2);
	copy_rest(out, d);
	return true;
}

static bool suggest_fix_place(const struct rb_state *s, int seat,
			      const struct decision *d, struct decision *out)
{
	int32_t item = decision_int(d, RB_TAG_FIG, 0);
	int32_t angle = decision_int(d, RB_TAG_ANGLE, 0);
	struct placing x = {
		.s = s, .seat = seat, .fig = -1, .item = item, .turn = angle
	};
	struct decision_arg a;
	struct vec at;

	if (!decision_find(d, RB_TAG_AT, &a) || angle < 0 || angle > 359 ||
	    (!place_near(&x, (struct vec){ a.w[0], a.w[1] }, &at) &&
	     !rb_item_scan(s, item, seat, &at, &angle)))
		return false;
	decision_start(out, d->kind);
	decision_add_int(out, RB_TAG_FIG, item);
	decision_add(out, RB_TAG_AT, (int32_t[]){ at.x, at.y }, 2);
	if (angle)
		decision_add_int(out, RB_TAG_ANGLE, angle);
	return true;
}

/* to a figure, as far as possible, or past the obstacle */
static bool suggest_fix_approach(const struct rb_state *s, int seat,
				 struct trials *room, int f, int32_t target,
				 struct decision *out)
{
	int t = rb_find(s, target);

	if (t < 0 || !rb_on_board(s, t))
		return false;
	decision_start(out, RB_ORDER_MOVE);
	decision_add_int(out, RB_TAG_FIG, s->fig[f].label);
	decision_add_int(out, RB_TAG_TOWARD, target);
	return dry_run_of(room, &system_rebellion, s, seat, out) ||
	       rb_detour(s, seat, room, f, t, out);
}

/* the same move without what was to be done at its end */
static bool without_then(const struct decision *d, struct decision *out)
{
	struct decision_arg a;

	if (!decision_find(d, RB_TAG_THEN, &a))
		return false;
	decision_start(out, d->kind);
	for (int at = 0; decision_next(d, at, &a) && a.tag != RB_TAG_THEN;
	     at = a.next)
		decision_add(out, a.tag, a.w, a.n);
	return true;
}

/* the same order with another distance */
static void at_distance(const struct decision *d, int32_t distance,
			struct decision *out)
{
	struct decision_arg a;

	decision_start(out, d->kind);
	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag == RB_TAG_DISTANCE)
			decision_add_int(out, a.tag, distance);
		else
			decision_add(out, a.tag, a.w, a.n);
}

/* as far in its direction as it may be: 3.01 of 3 inches, off the table */
static bool less_far(const struct rb_state *s, int seat, struct trials *room,
		     const struct decision *d, struct decision *out)
{
	int32_t most = decision_int(d, RB_TAG_DISTANCE, 0), least = 0;

	while (most - least > 1) {
		int32_t mid = least + (most - least) / 2;

		at_distance(d, mid, out);
		if (dry_run_of(room, &system_rebellion, s, seat, out))
			least = mid;
		else
			most = mid;
	}
	at_distance(d, least, out);
	return least > 0;
}

/* the path of the order, or one past its obstacle */
static bool suggest_fix_move(const struct rb_state *s, int seat,
			     struct trials *room, const struct decision *d,
			     struct decision *out)
{
	int f = rb_find(s, decision_int(d, RB_TAG_FIG, 0));
	int32_t to = decision_int(d, RB_TAG_TOWARD,
				  decision_int(d, RB_TAG_TOUCHING, 0));

	if (without_then(d, out) &&
	    dry_run_of(room, &system_rebellion, s, seat, out))
		return true;
	if (suggest_fix_toward(s, d, out) &&
	    dry_run_of(room, &system_rebellion, s, seat, out))
		return true;
	if (less_far(s, seat, room, d, out))
		return true;
	return f >= 0 && s->fig[f].owner == seat && rb_on_board(s, f) && to &&
	       suggest_fix_approach(s, seat, room, f, to, out);
}

/* the same blow on whom it does face */
static bool suggest_fix_another(const struct rb_state *s,
				const struct rb_ground *b, int f,
				const struct decision *d, struct decision *out)
{
	struct decision_arg a;
	struct rb_attack plan;
	struct refusal no;
	int targets = 0;

	for (int at = 0; decision_next(d, at, &a); at = a.next)
		targets += a.tag == RB_TAG_TARGET;
	if (d->kind != RB_ORDER_FIGHT || targets != 1)
		return false;
	for (uint64_t set = rb_opponents_touching(s, b, f); set;
	     set &= set - 1) {
		decision_start(out, d->kind);
		for (int at = 0; decision_next(d, at, &a); at = a.next)
			if (a.tag == RB_TAG_TARGET)
				decision_add_int(out, RB_TAG_TARGET,
						 s->fig[rb_first(set)].label);
			else
				decision_add(out, a.tag, a.w, a.n);
		if (rb_attack_plan(s, b, out,
				   (struct rb_attack_as){ f, false, false },
				   &plan, &no))
			return true;
	}
	return false;
}

/* A figure facing away strikes the figure in front of it, or turns to its
 * target; a figure too far away goes there: that is an action, so the attack
 * is for another turn. */
static bool suggest_fix_attack(const struct rb_state *s, int seat,
			       struct trials *room, const struct decision *d,
			       struct decision *out)
{
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0,
			       &(struct refusal){ 0 });
	struct decision_arg target;
	struct rb_attack plan;
	struct rb_ground b;
	struct refusal no = { 0 };

	if (f < 0 || !decision_find(d, RB_TAG_TARGET, &target))
		return false;
	rb_ground_build(s, &b);
	if (rb_attack_plan(s, &b, d,
			   (struct rb_attack_as){ f, d->kind == RB_ORDER_SHOOT,
						  false },
			   &plan, &no))
		return false;
	if (no.reason == RB_REFUSAL_OUT_OF_RANGE)
		return suggest_fix_approach(s, seat, room, f, target.w[0], out);
	if (no.reason != RB_REFUSAL_NOT_IN_ARC)
		return false;
	if (suggest_fix_another(s, &b, f, d, out))
		return true;
	decision_start(out, RB_ORDER_TURN);
	decision_add_int(out, RB_TAG_FIG, s->fig[f].label);
	decision_add_int(out, RB_TAG_FACE_FIG, target.w[0]);
	return true;
}

/* HEAL A3 names no healer: propose a figure that can heal it. */
static bool suggest_fix_healed(const struct rb_state *s, int seat,
			       struct trials *room, const struct decision *d,
			       int f, struct decision *out)
{
	for (int i = 0; i < s->n_figs; i++) {
		if (i == f || s->fig[i].owner != seat || !rb_on_board(s, i))
			continue;
		decision_start(out, d->kind);
		decision_add_int(out, RB_TAG_FIG, s->fig[i].label);
		decision_add_int(out, RB_TAG_TARGET, s->fig[f].label);
		if (dry_run_of(room, &system_rebellion, s, seat, out))
			return true;
	}
	return false;
}

/* A healer turns to a figure that it touches, and goes to one that it does not.
 */
static bool suggest_fix_heal(const struct rb_state *s, int seat,
			     struct trials *room, const struct decision *d,
			     struct decision *out)
{
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0,
			       &(struct refusal){ 0 });
	int t = rb_find(s, decision_int(d, RB_TAG_TARGET, 0));

	if (f >= 0 && t < 0)
		return suggest_fix_healed(s, seat, room, d, f, out);
	if (f < 0 || t < 0 || t == f || !rb_on_board(s, t))
		return false;
	if (rb_touch(s, f, t)) {
		decision_start(out, RB_ORDER_TURN);
		decision_add_int(out, RB_TAG_FIG, s->fig[f].label);
		decision_add_int(out, RB_TAG_FACE_FIG, s->fig[t].label);
		return dry_run_of(room, &system_rebellion, s, seat, out);
	}
	decision_start(out, RB_ORDER_MOVE);
	decision_add_int(out, RB_TAG_FIG, s->fig[f].label);
	decision_add_int(out, RB_TAG_TOUCHING, s->fig[t].label);
	return dry_run_of(room, &system_rebellion, s, seat, out) ||
	       suggest_fix_approach(s, seat, room, f, s->fig[t].label, out);
}

/* the same march, as far as all of them can go */
static bool suggest_fix_shorter(const struct rb_state *s, int seat,
				struct trials *room, const struct decision *d,
				struct decision *out)
{
	enum { PARTS = 16 };
	struct decision_arg a;

	for (int part = PARTS - 1; part > 0; part--) {
		bool shifted = false;

		decision_start(out, d->kind);
		for (int at = 0; decision_next(d, at, &a); at = a.next)
			if (a.tag == RB_TAG_SHIFT) {
				rb_add_point(
					out, a.tag,
					(struct vec){ a.w[0] * part / PARTS,
						      a.w[1] * part / PARTS });
				shifted = true;
			} else {
				decision_add(out, a.tag, a.w, a.n);
			}
		if (!shifted)
			return false;
		if (dry_run_of(room, &system_rebellion, s, seat, out))
			return true;
	}
	return false;
}

bool rb_instead(const void *view, int seat, struct trials *room,
		const struct decision *d, struct decision *out)
{
	switch (d->kind) {
	case RB_ORDER_MOVE: return suggest_fix_move(view, seat, room, d, out);
	case RB_ORDER_QUICK: return suggest_fix_toward(view, d, out);
	case RB_ORDER_DEPLOY: return suggest_fix_deploy(view, seat, d, out);
	case RB_ORDER_PLACE: return suggest_fix_place(view, seat, d, out);
	case RB_ORDER_HEAL: return suggest_fix_heal(view, seat, room, d, out);
	case RB_ORDER_FORM:
		return suggest_fix_shorter(view, seat, room, d, out);
	case RB_ORDER_SHOOT:
	case RB_ORDER_FIGHT:
		return suggest_fix_attack(view, seat, room, d, out);
	default: return false;
	}
}
