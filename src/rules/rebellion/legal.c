/*
 * src/rules/rebellion/legal.c - what a seat can do: families of decisions, and
 * what silence means. One drawn at random: sample.c.
 */
#include "rules/rebellion/engine.h"

bool rb_is_awaited(const struct awaiting *a, int seat, int kind)
{
	uint64_t bit = UINT64_C(1) << (kind - DECISION_FIRST_OWN);

	for (int i = 0; i < a->n; i++)
		if (a->v[i].seat == seat && a->v[i].kinds & bit)
			return true;
	return false;
}

/* --- families ---------------------------------------------------------- */

struct families {
	struct family *v;
	int n, max;
};

static struct family *family_add(struct families *fs, int kind, int32_t actor)
{
	struct family *f;

	if (fs->n == fs->max)
		return NULL;
	f = &fs->v[fs->n++];
	memset(f, 0, sizeof(*f));
	f->kind = kind;
	f->actor = actor;
	return f;
}

static void target_add(struct family *f, int32_t label)
{
	if (f->n_targets < (int)ARRAY_LEN(f->targets))
		f->targets[f->n_targets++] = label;
}

/* a family of the figure's decisions on one target, if there is any */
static void targets_family(const struct rb_state *s, const struct rb_ground *b,
			   struct families *fs, int kind, int f, bool shoot,
			   bool heal, int use)
{
	struct family *out = NULL;

	for (int t = 0; t < s->n_figs && (out || fs->n < fs->max); t++) {
		struct rb_attack attack;
		struct decision d;
		struct refusal no;

		if (t == f || !rb_on_board(s, t))
			continue;
		decision_start(&d, kind);
		decision_add_int(&d, RB_TAG_FIG, s->fig[f].label);
		decision_add_int(&d, RB_TAG_TARGET, s->fig[t].label);
		if (use)
			decision_add_int(&d, RB_TAG_USE, use);
		if (!rb_attack_plan(s, b, f, &d, shoot, heal, &attack, &no))
			continue;
		if (!out)
			out = family_add(fs, kind, s->fig[f].label);
		if (!out)
			return;
		out->allowance = shoot ? s->def[f].range : 0;
		target_add(out, s->fig[t].label);
	}
}

static void move_family(const struct rb_state *s, const struct rb_ground *b,
			struct families *fs, int kind, int f)
{
	struct family *out = family_add(fs, kind, s->fig[f].label);
	int32_t reach;

	if (!out)
		return;
	out->allowance = rb_speed(s, b, f, NULL);
	reach = 100 * out->allowance;
	out->area[0] = s->fig[f].at.x - reach;
	out->area[1] = s->fig[f].at.y - reach;
	out->area[2] = s->fig[f].at.x + reach;
	out->area[3] = s->fig[f].at.y + reach;
	for (int i = 0; i < 4; i++) {
		int32_t most = i % 2 ? s->board_h : s->board_w;

		if (out->area[i] < 0)
			out->area[i] = 0;
		if (out->area[i] > most)
			out->area[i] = most;
	}
}

/* riderless mounts of its side that it touches and can ride */
static void saddle_families(const struct rb_state *s, const struct rb_ground *b,
			    struct families *fs, int f)
{
	uint64_t near = rb_friends_touching(s, b, f);
	struct family *out = NULL;
	struct refusal no;

	for (; near; near &= near - 1) {
		int m = rb_first(near);

		if (!rb_is_mount(s, m) || s->fig[m].rider ||
		    !rb_may_ride(s, f, m, &no))
			continue;
		if (!out)
			out = family_add(fs, RB_ORDER_MOUNT, s->fig[f].label);
		if (out)
			target_add(out, s->fig[m].label);
	}
}

static void unit_families(const struct rb_state *s, const struct rb_ground *b,
			  struct families *fs, int f)
{
	static const struct {
		enum rb_proficiency proficiency;
		int kind;
	} rides[] = {
		{ RB_PROF_BOUND, RB_ORDER_BOUND },
		{ RB_PROF_CHARGE, RB_ORDER_CHARGE },
		{ RB_PROF_OVERWHELM, RB_ORDER_OVERWHELM },
		{ RB_PROF_TRAMPLE, RB_ORDER_TRAMPLE },
	};
	bool held = rb_opponents_touching(s, b, f);

	if (s->def[f].cavalry.subfaction != RB_DARK_RIDERS)
		family_add(fs, RB_ORDER_DISMOUNT, s->fig[f].label);
	for (size_t i = 0; i < ARRAY_LEN(rides); i++)
		if (rb_is_proficient(s, f, rides[i].proficiency) &&
		    (!held || rides[i].kind == RB_ORDER_TRAMPLE))
			move_family(s, b, fs, rides[i].kind, f);
}

/* things within its reach, or in its hands */
static void item_families(const struct rb_state *s, struct families *fs, int f)
{
	int32_t who = s->fig[rb_dial(s, f, RB_DIAL_RIDER)].label;
	struct family *take = NULL, *drop = NULL;

	for (int i = 0; i < s->n_items; i++) {
		const struct rb_item *item = &s->item[i];
		bool at_hand = rb_can_take(s, f, item);

		if (at_hand && !take)
			take = family_add(fs, RB_ORDER_TAKE, s->fig[f].label);
		if (item->holder == who && !drop)
			drop = family_add(fs, RB_ORDER_DROP, s->fig[f].label);
		if (at_hand && take)
			target_add(take, item->label);
		if (item->holder == who && drop)
			target_add(drop, item->label);
	}
}

static void cavalry_families(const struct rb_state *s,
			     const struct rb_ground *b, struct families *fs,
			     int f)
{
	item_families(s, fs, f);
	if (rb_is_unit(s, f))
		unit_families(s, b, fs, f);
	else
		saddle_families(s, b, fs, f);
}

static void figure_families(const struct rb_state *s, const struct rb_ground *b,
			    struct families *fs, int seat, int f)
{
	int32_t label = s->fig[f].label;
	uint64_t touched = rb_set(s->contact[f]);
	struct family *out;
	struct refusal no;

	if (rb_check_actor(s, seat, label, RB_CHECK_PASS, &no) >= 0)
		family_add(fs, RB_ORDER_PASS, label);
	if (rb_has(s, f, RB_ABILITY_QUICKNESS) &&
	    rb_check_actor(s, seat, label, RB_CHECK_FREE, &no) >= 0)
		move_family(s, b, fs, RB_ORDER_QUICK, f);
	if (rb_check_actor(s, seat, label, 0, &no) < 0)
		return;
	if (s->option[RB_OPTION_CAVALRY])
		cavalry_families(s, b, fs, f);
	move_family(s, b, fs, RB_ORDER_MOVE, f);
	targets_family(s, b, fs, RB_ORDER_FIGHT, f, false, false, 0);
	targets_family(s, b, fs, RB_ORDER_SHOOT, f, true, false,
		       rb_has(s, f, RB_ABILITY_BLAST) ? RB_USE_BLAST : 0);
	if (rb_has(s, f, RB_ABILITY_HEALING))
		targets_family(s, b, fs, RB_ORDER_HEAL, f, false, true, 0);
	if (rb_has(s, f, RB_ABILITY_MAGIC_HEALING))
		targets_family(s, b, fs, RB_ORDER_HEAL, f, true, true, 0);
	if (rb_has(s, f, RB_ABILITY_REGENERATION))
		family_add(fs, RB_ORDER_REGENERATE, label);
	if (rb_has(s, f, RB_ABILITY_LEVITATION) && touched) {
		out = family_add(fs, RB_ORDER_LEVITATE, label);
		for (; out && touched; touched &= touched - 1)
			target_add(out, s->fig[rb_first(touched)].label);
	}
	if (!rb_has(s, f, RB_ABILITY_NECROMANCY) ||
	    rb_opponents_touching(s, b, f))
		return;
	out = NULL;
	for (int t = 0; t < s->n_figs; t++) {
		if (s->fig[t].owner != seat ||
		    s->fig[t].status != RB_ELIMINATED)
			continue;
		if (!out)
			out = family_add(fs, RB_ORDER_RAISE, label);
		if (out)
			target_add(out, s->fig[t].label);
	}
}

/* of each figure that waits beside the board; an item at a time of the pile */
static void setup_families(const struct rb_state *s, struct families *fs,
			   int seat, int kind)
{
	struct family *out = NULL;

	for (int f = 0; kind == RB_ORDER_DEPLOY && f < s->n_figs; f++)
		if (s->fig[f].owner == seat && s->fig[f].status == RB_RESERVE)
			family_add(fs, kind, s->fig[f].label);
	for (int i = 0; kind == RB_ORDER_PLACE && i < s->n_pile; i++) {
		/* what lies on an item goes with it */
		if (s->pile[i].item != s->pile[i].label)
			continue;
		if (!out)
			out = family_add(fs, kind, 0);
		if (out)
			target_add(out, s->pile[i].label);
	}
}

/* each open question to this seat */
static void answer_families(const struct rb_state *s, struct families *fs,
			    int seat, int kind)
{
	for (int i = 0; i < s->frame.n_asked; i++) {
		const struct rb_asked *q = &s->frame.asked[i];
		struct family *out;

		if (!q->open || q->seat != seat)
			continue;
		out = family_add(fs, kind, q->fig);
		if (out)
			target_add(out, q->fig);
	}
}

int rb_legal(const void *view, int seat, struct family *v, int max)
{
	const struct rb_state *s = view;
	struct families fs = { v, 0, max };
	struct awaiting waits;
	struct rb_ground b;

	rb_awaiting(s, &waits);
	for (int kind = DECISION_FIRST_OWN; kind < RB_ORDERS_END; kind++) {
		bool of_a_figure =
			(kind >= RB_ORDER_MOVE && kind <= RB_ORDER_PASS) ||
			(kind >= RB_ORDER_BOUND && kind <= RB_ORDER_DROP);

		if (of_a_figure || !rb_is_awaited(&waits, seat, kind))
			continue;
		if (kind == RB_ORDER_DEPLOY || kind == RB_ORDER_PLACE)
			setup_families(s, &fs, seat, kind);
		else if (kind == RB_ORDER_FREE_SPIN || kind == RB_ORDER_LEND)
			answer_families(s, &fs, seat, kind);
		else
			family_add(&fs, kind, 0);
	}
	if (!rb_is_awaited(&waits, seat, RB_ORDER_MOVE))
		return fs.n;
	rb_ground_build(s, &b);
	for (int f = 0; f < s->n_figs && fs.n < max; f++)
		if (rb_commander(s, f) == seat && rb_is_free(s, f))
			figure_families(s, &b, &fs, seat, f);
	return fs.n;
}

/* --- silence ----------------------------------------------------------- */

static bool waits(const struct rb_state *s, int seat, int f)
{
	return s->fig[f].owner == seat && s->fig[f].status == RB_RESERVE;
}

/* DEPLOY of the next figure, on a mount if it must be; its body, or -1 */
static int silent_deployed(const struct rb_state *s, int seat,
			   struct decision *d)
{
	struct refusal no;
	int rider;

	for (int f = 0; f < s->n_figs; f++) {
		for (int m = -1; waits(s, seat, f) && m < s->n_figs; m++) {
			int body;

			if (m >= 0 && (m == f || !waits(s, seat, m) ||
				       !rb_is_mount(s, m)))
				continue;
			decision_start(d, RB_ORDER_DEPLOY);
			decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
			if (m >= 0)
				decision_add_int(d, RB_TAG_ON, s->fig[m].label);
			body = rb_deployed(s, seat, d, &rider, &no);
			if (body >= 0)
				return body;
		}
	}
	return -1;
}

/* a row from the middle of the zone, 1.50 inch apart, facing inward */
static bool silent_deploy(const struct rb_state *s, int seat,
			  struct decision *d)
{
	static const int32_t depths[] = { 150, 270, 60 };
	int side = s->player[seat].side;
	bool along_x = side == RB_SOUTH || side == RB_NORTH || side < 0;
	int32_t along = along_x ? s->board_w : s->board_h;
	int32_t across = along_x ? s->board_h : s->board_w;
	int body = silent_deployed(s, seat, d);
	struct rb_ground b;
	struct refusal no;

	if (body < 0)
		return false;
	rb_ground_build(s, &b);
	for (size_t row = 0; row < ARRAY_LEN(depths); row++) {
		int32_t deep = side == RB_NORTH || side == RB_EAST
				       ? across - depths[row]
				       : depths[row];

		for (int k = 0; 75 * k < along; k++) {
			int32_t step = k % 2 ? 75 * (k + 1) : -75 * k;
			int32_t x = along / 2 + step;
			struct point at = along_x ? (struct point){ x, deep }
						  : (struct point){ deep, x };

			if (!rb_may_deploy(s, &b, body, at, rb_inward(s, seat),
					   &no))
				continue;
			rb_add_point(d, RB_TAG_AT, at);
			decision_add_int(d, RB_TAG_FACE, rb_inward(s, seat));
			return true;
		}
	}
	return false;
}

static bool silent_pile(const struct rb_state *s, int seat, struct decision *d)
{
	const struct rb_player *p = &s->player[seat];
	static const int32_t square[] = { 0, 0, 400, 0, 400, 400, 0, 400 };
	int least = s->option[RB_OPTION_TERRAIN_ITEMS] == 0 ? 2 : 0;

	if (p->side < 0) { /* the first free one clockwise from S */
		for (int side = RB_SOUTH; side <= RB_EAST; side++) {
			bool taken = false;

			for (int i = 0; i < RB_MAX_SEATS; i++)
				taken |= s->player[i].present &&
					 s->player[i].side == side;
			if (taken)
				continue;
			decision_start(d, RB_ORDER_SIDE);
			decision_add_int(d, RB_TAG_SIDE, side);
			return true;
		}
	}
	if (p->items < least) {
		decision_start(d, RB_ORDER_PILE);
		decision_add_int(d, RB_TAG_KIND, FEATURE_HINDERING);
		decision_add(d, RB_TAG_POLY, square, ARRAY_LEN(square));
		return true;
	}
	decision_start(d, RB_ORDER_END);
	return true;
}

static bool silent_answer(const struct rb_state *s, int seat,
			  struct decision *d)
{
	int32_t fig = s->frame.asked[rb_question_of(s, seat)].fig;
	int f = rb_find(s, fig), mover = rb_find(s, s->frame.about);
	const struct rb_player *p = &s->player[seat];
	int policy =
		s->fig[f].spin == RB_POLICY_INHERIT ? p->spin : s->fig[f].spin;
	int32_t fixed = s->fig[f].spin == RB_POLICY_INHERIT
				? p->spin_face
				: s->fig[f].spin_face;
	struct rb_ground b;
	int32_t face;

	if (s->frame.what == RB_ASKS_DEFEND) {
		decision_start(d, RB_ORDER_LEND);
		decision_add_int(d, RB_TAG_TARGET, fig);
		decision_add_int(d, RB_TAG_YES, p->defend != RB_POLICY_NEVER);
		return true;
	}
	rb_ground_build(s, &b);
	face = rb_spin_facing(s, &b, f, mover, policy, fixed);
	decision_start(d, RB_ORDER_FREE_SPIN);
	decision_add_int(d, RB_TAG_FIG, fig);
	if (face != s->fig[f].facing)
		decision_add_int(d, RB_TAG_FACE, face);
	return true;
}

bool rb_silent(const void *view, int seat, struct decision *out)
{
	const struct rb_state *s = view;
	struct awaiting waits;
	struct point at;
	int32_t angle;

	rb_awaiting(s, &waits);
	if (rb_is_awaited(&waits, seat, RB_ORDER_PILE))
		return silent_pile(s, seat, out);
	if (rb_is_awaited(&waits, seat, RB_ORDER_PLACE)) {
		if (!s->n_pile ||
		    !rb_item_scan(s, s->pile[0].item, seat, &at, &angle))
			return false;
		decision_start(out, RB_ORDER_PLACE);
		decision_add_int(out, RB_TAG_FIG, s->pile[0].item);
		rb_add_point(out, RB_TAG_AT, at);
		decision_add_int(out, RB_TAG_ANGLE, angle);
		return true;
	}
	if (rb_is_awaited(&waits, seat, RB_ORDER_DEPLOY))
		return silent_deploy(s, seat, out);
	if (rb_is_awaited(&waits, seat, RB_ORDER_FREE_SPIN) ||
	    rb_is_awaited(&waits, seat, RB_ORDER_LEND))
		return silent_answer(s, seat, out);
	if (rb_is_awaited(&waits, seat, RB_ORDER_END)) {
		decision_start(out, RB_ORDER_END);
		return true;
	}
	return false;
}
