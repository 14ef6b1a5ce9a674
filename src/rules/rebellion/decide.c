/*
 * src/rules/rebellion/decide.c - the orders of play: all checks first, in the
 * order of RB-ACT-08, then what comes of them.
 */
#include "rules/rebellion/engine.h"

/* --- checks 2 to 7 ----------------------------------------------------- */

int rb_check_named(const struct rb_state *s, int32_t label, struct refusal *no)
{
	int f = rb_find(s, label);

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

/* exists, on the board, the seat's own */
int rb_check_own(const struct rb_state *s, int seat, int32_t label,
		 struct refusal *no)
{
	int f = rb_check_named(s, label, no);

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

static bool ability_check(const struct rb_state *s, int f, enum rb_ability a,
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
	event_int(&e, p->label);
	event_int(&e, RULE(RB_ACT_01, true) ? tokens : p->tokens);
	run_emit(r, &e);
}

void rb_action_tell(struct run *r, int f, enum rb_action_kind kind,
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
	event_int(&e, rb_commander(s, f));
	event_int(&e, s->fig[f].label);
	event_int(&e, kind);
	event_ints(&e, labels, n);
	event_int(&e, cost);
	event_int(&e, s->actions_left - cost);
	run_emit(r, &e);
}

void rb_action_declare(struct run *r, int f, enum rb_action_kind kind,
		       const int *members, int n, int cost, int rule)
{
	rb_action_tell(r, f, kind, members, n, cost, rule);
	if (kind == RB_ACTION_PASS)
		return;
	token_emit(r, f);
	for (int i = 0; i < n; i++)
		token_emit(r, members[i]);
}

static void push_one(struct rb_action *a, int32_t label)
{
	a->pushed[a->n_pushed++] = label;
}

/* --- MOVE, TURN, QUICK ------------------------------------------------- */

/* what grants it a double move, or an attack after a move */
static int run_rule(const struct rb_state *s, int f)
{
	return rb_has(s, f, RB_ABILITY_BOUND) ? RB_SPD_60 : RB_SPD_01;
}

/* check 8 for what a move may bring with it */
static bool then_check(const struct rb_state *s, int f,
		       const struct decision *d, struct refusal *no)
{
	int32_t label = s->fig[f].label;
	bool twice = decision_int(d, RB_TAG_DOUBLE, 0) != 0;
	int then = decision_int(d, RB_TAG_THEN, -1);
	uint64_t touched = rb_set(s->contact[f]);

	if (RULE(RB_SPD_01, twice && then >= 0))
		return rb_no(no, RB_REFUSAL_DOUBLE_EXCLUDES, run_rule(s, f));
	if (twice && !rb_has(s, f, RB_ABILITY_CHARGE) &&
	    !rb_has(s, f, RB_ABILITY_BOUND))
		return rb_no1(no, RB_REFUSAL_NO_DOUBLE, RB_SPD_01, label);
	if (then < 0)
		return true;
	if (!ability_check(s, f,
			   then == RB_THEN_FIGHT ? RB_ABILITY_CHARGE
						 : RB_ABILITY_BOUND,
			   no))
		return false;
	if (RULE(RB_SA_06, decision_has(d, RB_TAG_WITH)))
		return rb_no(no, RB_REFUSAL_THEN_FORMATION, RB_SA_06);
	if (!s->option[RB_OPTION_CHARGE_FROM_CONTACT])
		return true;
	for (; touched; touched &= touched - 1)
		if (!RULE(RB_CON_02, s->fig[rb_first(touched)].captive_of) &&
		    rb_opposing(s, f, rb_first(touched)))
			return rb_no1(no, RB_REFUSAL_STARTED_IN_CONTACT,
				      run_rule(s, f), label);
	return true;
}

static bool decide_move(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	bool quick = d->kind == RB_ORDER_QUICK;
	bool twice = decision_int(d, RB_TAG_DOUBLE, 0) != 0;
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0),
			       quick ? RB_CHECK_FREE : 0, no);
	struct rb_args args = rb_all_args(d);
	struct decision_arg arg;
	struct rb_ground b;
	struct rb_move m;
	int32_t inches;
	bool turns, goes = true;

	if (f < 0 ||
	    (quick && !ability_check(s, f, RB_ABILITY_QUICKNESS, no)) ||
	    !then_check(s, f, d, no))
		return false;
	rb_ground_build(s, &b);
	m.gait = RB_GAIT_FREE;
	inches = rb_speed(s, &b, f, &m);
	if (twice && m.n_mods + 2 <= (int)ARRAY_LEN(m.mods)) {
		m.mods[m.n_mods] = m.n_mods > 2 ? RB_SPD_03 : run_rule(s, f);
		m.mods[m.n_mods + 1] = inches;
		m.n_mods += 2;
		inches *= 2;
	}
	turns = d->kind == RB_ORDER_TURN ||
		(quick && (decision_has(d, RB_TAG_FACE) ||
			   decision_has(d, RB_TAG_FACE_FIG)));
	if (!rb_move_plan(s, &b, f, &args, inches, turns, &m, no))
		return false;
	if (d->kind == RB_ORDER_TURN && !rb_arg(&args, RB_TAG_FACE, &arg) &&
	    !rb_arg(&args, RB_TAG_FACE_FIG, &arg))
		return rb_no(no, RB_REFUSAL_BAD_FACING, RB_MOVE_12);
	rb_action_declare(r, f, RB_ACTION_MOVE, NULL, 0, quick ? 0 : 1,
			  quick && s->fig[f].rider ? CV_ACT_08
			  : quick                  ? RB_SPD_10
			  : twice                  ? run_rule(s, f)
			  : m.moves                ? RB_MOVE_01
						   : RB_MOVE_12);
	if (RULE(RB_BRK_01, m.breaks))
		goes = rb_break_away(r, f, m.breaks,
				     m.moves ? RB_NO_RULE : CV_GEO_08);
	if (!r->unknown)
		rb_move_act(r, seat, d, &m, goes);
	return true;
}

/* --- SHOOT, FIGHT, HEAL ------------------------------------------------ */

static bool decide_attack(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	bool heal = d->kind == RB_ORDER_HEAL;
	bool shoot = d->kind == RB_ORDER_SHOOT ||
		     (heal && decision_int(d, RB_TAG_MAGIC, 0));
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0, no);
	struct rb_attack attack;
	struct rb_ground b;
	struct rb_action a;
	int rule;

	if (f < 0)
		return false;
	rb_ground_build(s, &b);
	if (!rb_attack_plan(s, &b, f, d, shoot, heal, &attack, no) ||
	    !rb_attack_settle(r, &attack, no))
		return false;
	if (r->unknown)
		return true;
	rule = attack.n_members ? (shoot ? RB_FRNG_01 : RB_FCLS_01)
	       : attack.ability ? rb_abilities[attack.ability].rule
	       : shoot          ? RB_RNG_01
				: RB_CLS_01;
	rb_action_declare(r, f, shoot ? RB_ACTION_RANGED : RB_ACTION_CLOSE,
			  attack.member, attack.n_members, 1, rule);
	rb_action_init(&a, seat, s->fig[f].label, d, RB_STEP_DEFEND);
	push_one(&a, s->fig[f].label);
	for (int i = 0; i < attack.n_members; i++)
		push_one(&a, s->fig[attack.member[i]].label);
	rb_action_run(r, &a, &attack);
	return true;
}

/* --- move actions without moving --------------------------------------- */

static void die_emit(struct run *r, int f, int die, enum rb_ability ability)
{
	struct event e;

	event_start(&e, RB_EV_DAMAGE_DIE, rb_abilities[ability].rule);
	event_int(&e, rb_of(r)->fig[f].label);
	event_int(&e, die);
	event_int(&e, ability);
	run_emit(r, &e);
}

void rb_action_finish(struct run *r, int seat, int f, const struct decision *d)
{
	struct rb_action a;

	rb_action_init(&a, seat, rb_of(r)->fig[f].label, d, RB_STEP_PUSH);
	push_one(&a, rb_of(r)->fig[f].label);
	rb_action_run(r, &a, NULL);
}

/* Levitation, Necromancy, Regeneration: of a unit a special action, CV-BRG-03
 */
static void special_declare(struct run *r, int f, int dial, int rule)
{
	rb_action_declare(r, f, rb_special_kind(rb_of(r), f, true), NULL, 0, 1,
			  rule);
	rb_dial_used_emit(r, f, dial, CV_BRG_03);
}

static bool decide_regenerate(struct run *r, int seat, const struct decision *d,
			      struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0, no);
	int die, dial;

	if (f < 0 || !rb_dial_special(s, f, d, &dial, no) ||
	    !ability_check(s, dial, RB_ABILITY_REGENERATION, no))
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

/* where a returned figure is put, RB-DAM-50 */
static bool raise_place(const struct rb_state *s, const struct rb_ground *b,
			int f, int t, const struct decision *d,
			struct point *out, int32_t *face, struct refusal *no)
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
		bearing = geo_bearing(point_sub(s->fig[x].at, s->fig[f].at));
	} else {
		named = false;
	}
	for (int i = 0; i < 24; i++) {
		*out = geo_touching(s->fig[f].at, s->def[f].radius, mover.r,
				    geo_degrees(bearing + 15 * i));
		mover.at = *out;
		if (!rb_face_named(s, *out, &args, face, no))
			return false;
		if (*face < 0)
			*face = s->fig[f].facing;
		if (!place_check(&b->g, &mover, *out, *face, PLACE_MOVE,
				 &block)) {
			if (named)
				return rb_refuse_place(s, b, &block, no);
			continue;
		}
		if (!RULE(RB_GEO_10, ground_parted(&b->g, s->fig[f].at, *out)))
			return true;
		if (named)
			return rb_no(no, RB_REFUSAL_NO_ROOM, RB_GEO_10);
	}
	return rb_no(no, RB_REFUSAL_NO_ROOM, RB_DAM_51);
}

static void returned_emit(struct run *r, int f, int t, int die, struct point at,
			  int32_t face)
{
	const struct rb_state *s = rb_of(r);
	bool ok = die < s->def[t].n_clicks;
	bool keep = !s->option[RB_OPTION_NECRO_TOKENS];
	struct event e;

	event_start(&e, RB_EV_RETURNED, die ? RB_DAM_50 : RB_DAM_51);
	event_because(&e, RB_ACT_09);
	if (ok && die == 0)
		event_because(&e, RB_DAM_01);
	event_int(&e, s->fig[t].label);
	event_int(&e, s->fig[f].label);
	event_int(&e, die);
	event_int(&e, ok);
	event_int(&e, ok ? die : s->def[t].n_clicks);
	event_point(&e, at.x, at.y);
	event_int(&e, face);
	event_int(&e, RULE(RB_ACT_09, keep) ? s->fig[t].tokens : 0);
	rb_shown(&e, s, t, ok ? die : s->def[t].n_clicks);
	run_emit(r, &e);
}

bool rb_may_raise(const struct rb_state *s, int seat, int t, struct refusal *no)
{
	if (s->fig[t].owner != seat || s->fig[t].status != RB_ELIMINATED)
		return rb_no1(no, RB_REFUSAL_NOT_ELIMINATED, RB_DAM_50,
			      s->fig[t].label);
	if (RULE(CV_BRG_13,
		 rb_is_mount(s, t) && !s->option[RB_OPTION_CV_RAISE_MOUNTS]))
		return rb_no(no, RB_REFUSAL_MOUNT_RETURNS, CV_BRG_13);
	return true;
}

static bool decide_raise(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0, no);
	int32_t label = decision_int(d, RB_TAG_TARGET, 0), face;
	struct rb_ground b;
	struct point at;
	int t, dial, die = 0;

	if (f < 0 || !rb_dial_special(s, f, d, &dial, no) ||
	    !ability_check(s, dial, RB_ABILITY_NECROMANCY, no))
		return false;
	rb_ground_build(s, &b);
	if (RULE(RB_DAM_50, rb_opponents_touching(s, &b, f)))
		return rb_no1(no, RB_REFUSAL_IN_CONTACT, RB_DAM_50,
			      s->fig[f].label);
	t = rb_find(s, label);
	if (!label || t < 0)
		return rb_no1(no, RB_REFUSAL_NO_FIGURE, RB_ACT_08, label);
	if (!rb_may_raise(s, seat, t, no) ||
	    !raise_place(s, &b, f, t, d, &at, &face, no))
		return false;
	special_declare(r, f, dial, RB_DAM_50);
	if (!RULE(RB_DAM_51, rises_whole(s, t)))
		die = rb_roll(r);
	if (r->unknown)
		return true;
	returned_emit(r, f, t, die, at, face);
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
			     const struct decision *d, struct point to,
			     int32_t *face, struct refusal *no)
{
	struct rb_args args = rb_all_args(d);
	struct mover mover = rb_mover(s, b, t);
	struct path_block block;
	struct point beside;
	int c = s->fig[t].captive ? rb_find(s, s->fig[t].captive) : -1;

	if (to.x < 0 || to.x > s->board_w || to.y < 0 || to.y > s->board_h)
		return rb_no(no, RB_REFUSAL_OFF_BOARD, RB_GEO_18);
	if (RULE(RB_SPD_20, geo_dist2(s->fig[t].at, to) > 1000 * 1000))
		return rb_no(no, RB_REFUSAL_TOO_FAR, RB_SPD_20);
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
	beside = point_add(to, point_sub(s->fig[c].at, s->fig[t].at));
	if (!place_check(&b->g, &mover, beside, s->fig[c].facing,
			 PLACE_LEVITATE, &block) ||
	    RULE(RB_GEO_10, ground_parted(&b->g, to, beside)) ||
	    /* a long base may not turn about its captive */
	    RULE(CV_GEO_04, rb_is_long(s, t) && *face != s->fig[t].facing))
		return rb_no1(no, RB_REFUSAL_NO_ROOM_CAPTIVE, RB_SPD_22,
			      s->fig[c].label);
	return true;
}

static void levitation_emit(struct run *r, int f, int t, struct point to,
			    int32_t face)
{
	const struct rb_state *s = rb_of(r);
	const struct rb_fig *p = &s->fig[t];
	int c = p->captive ? rb_find(s, p->captive) : -1;
	struct point shift = point_sub(to, p->at);
	struct event e;

	event_start(&e, RB_EV_LEVITATED, RB_SPD_20);
	event_because(&e, RB_SPD_22);
	event_int(&e, p->label);
	event_int(&e, s->fig[f].label);
	event_point(&e, p->at.x, p->at.y);
	event_point(&e, to.x, to.y);
	event_int(&e, face);
	run_emit(r, &e);
	if (c < 0)
		return;
	to = point_add(s->fig[c].at, shift);
	event_start(&e, RB_EV_CAPTIVE_MOVED, RB_SPD_22);
	event_int(&e, s->fig[c].label);
	event_int(&e, p->label);
	event_point(&e, to.x, to.y);
	event_int(&e, s->fig[c].facing);
	run_emit(r, &e);
}

static bool decide_levitate(struct run *r, int seat, const struct decision *d,
			    struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0, no);
	int32_t label = decision_int(d, RB_TAG_TARGET, 0), face;
	struct decision_arg arg;
	struct rb_action a;
	struct rb_ground b;
	struct point to;
	bool moved;
	int t, dial;

	if (f < 0 || !rb_dial_special(s, f, d, &dial, no) ||
	    !ability_check(s, dial, RB_ABILITY_LEVITATION, no))
		return false;
	t = rb_check_named(s, label, no);
	if (t < 0 || !rb_may_levitate(s, f, t, no))
		return false;
	label = s->fig[t].label;
	if (!decision_find(d, RB_TAG_TO, &arg))
		return rb_no(no, RB_REFUSAL_NO_DESTINATION, RB_SPD_20);
	to = (struct point){ arg.w[0], arg.w[1] };
	rb_ground_build(s, &b);
	if (!levitation_check(s, &b, t, d, to, &face, no))
		return false;
	moved = !point_equal(to, s->fig[t].at) ||
		RULE(CV_GEO_04, rb_is_long(s, t) && face != s->fig[t].facing);
	special_declare(r, f, dial, RB_SPD_20);
	levitation_emit(r, f, t, to, face);
	rb_action_init(&a, seat, s->fig[f].label, d, RB_STEP_SPINS);
	a.moved = moved ? label : 0;
	a.no_pole = 1;
	push_one(&a, s->fig[f].label);
	rb_action_run(r, &a, NULL);
	return true;
}

/* --- PASS, CANCEL, RESTORE, END GAME, standing orders ------------------ */

static bool decide_pass(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	int f = rb_check_actor(rb_of(r), seat, decision_int(d, RB_TAG_FIG, 0),
			       RB_CHECK_PASS, no);

	if (f < 0)
		return false;
	rb_action_declare(r, f, RB_ACTION_PASS, NULL, 0, 1, RB_TURN_06);
	rb_check_over(r);
	return true;
}

static bool decide_switch(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int32_t label = decision_int(d, RB_TAG_FIG, 0);
	int ability = decision_int(d, RB_TAG_ABILITY, RB_NO_ABILITY);
	int f = rb_check_own(s, seat, label, no);
	struct event e;

	if (f < 0)
		return false;
	f = rb_find(s, label); /* of a unit the dial that is named */
	if (ability == RB_NO_ABILITY || !rb_shows(s, f, ability))
		return rb_no_ability(no, RB_REFUSAL_HAS_NO_ABILITY, RB_SA_01,
				     label, ability);
	if (RULE(RB_SA_03, !rb_abilities[ability].optional))
		return rb_no_ability(no, RB_REFUSAL_NOT_OPTIONAL, RB_SA_03, 0,
				     ability);
	event_start(&e, RB_EV_ABILITY_SWITCHED, RB_SA_02);
	event_int(&e, label);
	event_int(&e, ability);
	event_int(&e, d->kind == RB_ORDER_RESTORE);
	run_emit(r, &e);
	return true;
}

static bool decide_spin(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int32_t label = decision_int(d, RB_TAG_FIG, 0);
	int policy = decision_int(d, RB_TAG_POLICY, RB_POLICY_AUTO);
	int32_t face = decision_int(d, RB_TAG_FACE, 0);
	struct event e;
	int f;

	if (label) {
		f = rb_find(s, label);
		if (f < 0)
			return rb_no1(no, RB_REFUSAL_NO_FIGURE, RB_ACT_08,
				      label);
		if (s->fig[f].owner != seat)
			return rb_no1(no, RB_REFUSAL_NOT_YOURS, RB_ACT_08,
				      label);
	}
	if (face < 0 || face > 359)
		return rb_no(no, RB_REFUSAL_BAD_FACING, RB_GEO_03);
	if (!label && policy == RB_POLICY_INHERIT)
		policy = RB_POLICY_AUTO;
	event_start(&e, RB_EV_SPIN_SET, RB_SPIN_05);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	event_int(&e, seat);
	event_int(&e, label);
	event_int(&e, policy);
	event_int(&e, policy == RB_POLICY_FIXED ? face : 0);
	run_emit(r, &e);
	return true;
}

static bool decide_defend(struct run *r, int seat, const struct decision *d)
{
	int policy = decision_int(d, RB_TAG_POLICY, RB_POLICY_AUTO);
	struct event e;

	event_start(&e, RB_EV_DEFEND_SET, RB_DEF_50);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	event_int(&e, seat);
	event_int(&e,
		  policy == RB_POLICY_NEVER ? RB_POLICY_NEVER : RB_POLICY_AUTO);
	run_emit(r, &e);
	return true;
}

static bool decide_end_game(struct run *r, int seat)
{
	struct event e;

	event_start(&e, RB_EV_END_VOTE, RB_END_03);
	event_int(&e, seat);
	run_emit(r, &e);
	rb_check_agreed(r);
	return true;
}

/* --- LINE, MEASURE ----------------------------------------------------- */

static bool decide_line(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_named(s, decision_int(d, RB_TAG_FIG, 0), no);
	int t = f < 0 ? -1
		      : rb_check_named(s, decision_int(d, RB_TAG_TARGET, 0),
				       no);
	struct rb_ground b;
	struct line line;
	struct refusal why = { 0 };
	int32_t causes[RB_MAX_DOUBT_CAUSES], mods[4];
	int n = 0, n_mods = 0;
	struct event e;

	if (f < 0 || t < 0)
		return false;
	if (f == t)
		return rb_no(no, RB_REFUSAL_TARGETS_ITSELF, RB_TGT_01);
	rb_ground_build(s, &b);
	rb_line_ask(s, &b, rb_dial(s, f, RB_DIAL_RIDER),
		    rb_dial(s, t, RB_DIAL_RIDER), RB_NO_ABILITY, &line);
	if (line.verdict == LINE_BLOCKED)
		rb_line_refuse(s, &b, &line, &why);
	if (line.verdict == LINE_DOUBTFUL)
		for (int i = 0; i < line.n_causes && n < RB_MAX_DOUBT_CAUSES;
		     i++)
			causes[n++] =
				line.causes[i].why == LINE_BASE
					? s->fig[b.fig[line.causes[i].index]]
						  .label
					: s->terrain[line.causes[i].index]
						  .label;
	if (line.hindering) {
		mods[n_mods++] = RB_HIN_04;
		mods[n_mods++] = 1;
	}
	if (line.height) {
		mods[n_mods++] = RB_ELV_07;
		mods[n_mods++] = 1;
	}
	event_start(&e, RB_EV_LINE_CHECKED, RB_LOF_09);
	if (why.rule)
		event_because(&e, why.rule);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	event_int(&e, seat);
	event_int(&e, s->fig[f].label);
	event_int(&e, s->fig[t].label);
	event_int(&e, line.verdict == LINE_BLOCKED    ? RB_LINE_REFUSED
		      : line.verdict == LINE_DOUBTFUL ? RB_LINE_DOUBTFUL
						      : RB_LINE_CLEAR);
	event_text(&e, str_of(why.reason ? rb_refusals[why.reason].name : ""));
	event_ints(&e, why.args, why.n_args);
	event_ints(&e, causes, n);
	event_ints(&e, mods, n_mods);
	run_emit(r, &e);
	return true;
}

/* between the rims of f and t's base, or a point; may be less than 0 */
static int64_t bases_apart(const struct rb_state *s, int f, int t,
			   struct point at)
{
	struct spine from = rb_spine(s, f);
	struct spine to = t >= 0 ? rb_spine(s, t) : geo_disc(at, 0);

	return geo_len(geo_nearest(&from, &to), geo_nearest(&to, &from)) -
	       1000 * (from.r + to.r);
}

static bool decide_measure(struct run *r, int seat, const struct decision *d,
			   struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_named(s, decision_int(d, RB_TAG_FIG, 0), no);
	int32_t label = decision_int(d, RB_TAG_TARGET, 0);
	struct decision_arg arg;
	struct point at = { 0, 0 };
	int64_t distance, gap;
	struct event e;
	int t = -1;

	if (f < 0)
		return false;
	if (label) {
		t = rb_check_named(s, label, no);
		if (t < 0)
			return false;
		at = s->fig[t].at;
	} else if (decision_find(d, RB_TAG_TO, &arg)) {
		at = (struct point){ arg.w[0], arg.w[1] };
		if (at.x < -GEO_MAX || at.x > GEO_MAX || at.y < -GEO_MAX ||
		    at.y > GEO_MAX)
			return rb_no(no, RB_REFUSAL_OFF_BOARD, RB_GEO_18);
	} else {
		return rb_no(no, RB_REFUSAL_COORDINATES_MISSING, RB_CON_03);
	}
	distance = geo_len(s->fig[f].at, at);
	gap = bases_apart(s, f, t, at);
	event_start(&e, RB_EV_MEASURED, RB_CON_03);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	event_int(&e, seat);
	event_int(&e, s->fig[f].label);
	event_int(&e, t >= 0 ? s->fig[t].label : 0);
	event_point(&e, at.x, at.y);
	event_int(&e, (int32_t)distance);
	event_int(&e, gap > 0 ? (int32_t)gap : 0);
	event_int(&e, geo_bearing(point_sub(at, s->fig[f].at)));
	event_int(&e, geo_in_arc(s->fig[f].at, s->fig[f].facing, s->def[f].arc,
				 at));
	event_int(&e, t >= 0 && geo_in_arc(at, s->fig[t].facing, s->def[t].arc,
					   s->fig[f].at));
	event_int(&e, t >= 0 && rb_touch(s, f, t));
	run_emit(r, &e);
	return true;
}

/* --- answers to questions ---------------------------------------------- */

static void answered_emit(struct run *r, int seat, int what, int32_t fig,
			  int32_t value)
{
	struct event e;

	event_start(&e, RB_EV_ANSWERED,
		    what == RB_ASKS_SPIN ? RB_SPIN_03 : RB_DEF_50);
	event_int(&e, seat);
	event_int(&e, what);
	event_int(&e, fig);
	event_int(&e, value);
	run_emit(r, &e);
}

static bool decide_answer(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	struct rb_frame frame = s->frame;
	bool spin = d->kind == RB_ORDER_FREE_SPIN;
	int32_t fig = decision_int(d, spin ? RB_TAG_FIG : RB_TAG_TARGET, 0);
	int what = spin ? RB_ASKS_SPIN : RB_ASKS_DEFEND;
	struct rb_args args = rb_all_args(d);
	int f = rb_find(s, fig), mover = rb_find(s, frame.about), q = 0;
	struct rb_action a;
	struct rb_ground b;
	int32_t face = -1;

	while (q < frame.n_asked &&
	       (!frame.asked[q].open || frame.asked[q].seat != seat ||
		frame.asked[q].fig != fig))
		q++;
	if (frame.what != what || q == frame.n_asked)
		return rb_no(no, RB_REFUSAL_NOT_ASKED, RB_TURN_03);
	if (spin) {
		if (!rb_face_named(s, s->fig[f].at, &args, &face, no))
			return false;
		rb_ground_build(s, &b);
		if (face >= 0 &&
		    RULE(RB_SPIN_03, !rb_fronts(s, &b, f, face, mover)))
			return rb_no(no, RB_REFUSAL_NOT_FACING, RB_SPIN_03);
	}
	if (frame.n == RB_UNKNOWN) { /* in another player's view */
		r->unknown = true;
		return true;
	}
	memset(&a, 0, sizeof(a));
	memcpy(&a, frame.w, (size_t)frame.n * sizeof(int32_t));
	if (spin) {
		answered_emit(r, seat, what, fig, face);
		rb_spin_emit(r, f, mover, face >= 0 ? face : s->fig[f].facing,
			     RB_POLICY_FIXED, RB_NO_RULE);
	} else {
		int32_t yes = decision_int(d, RB_TAG_YES, 0);

		answered_emit(r, seat, what, fig, yes);
		frame.asked[q].value = yes;
	}
	if (s->frame.what) /* others are still to answer */
		return true;
	for (int i = 0; !spin && i < frame.n_asked; i++)
		if (!frame.asked[i].value)
			rb_set_put(
				a.own,
				rb_set(a.own) |
					rb_bit(rb_find(s, frame.asked[i].fig)));
	rb_action_run(r, &a, NULL);
	return true;
}

/* --- one order --------------------------------------------------------- */

/* orders of any player at any time in play */
static bool decide_any_time(struct run *r, int seat, const struct decision *d,
			    struct refusal *no, bool *done)
{
	*done = true;
	switch (d->kind) {
	case RB_ORDER_CANCEL:
	case RB_ORDER_RESTORE: return decide_switch(r, seat, d, no);
	case RB_ORDER_SPIN: return decide_spin(r, seat, d, no);
	case RB_ORDER_DEFEND: return decide_defend(r, seat, d);
	case RB_ORDER_UNITY:
	case RB_ORDER_AGAINST:
	case RB_ORDER_PUSH:
	case RB_ORDER_LAND: return rb_decide_standing(r, seat, d, no);
	case RB_ORDER_LINE: return decide_line(r, seat, d, no);
	case RB_ORDER_MEASURE: return decide_measure(r, seat, d, no);
	case RB_ORDER_END_GAME:
		if (rb_of(r)->phase != RB_PLAY)
			return rb_no(no, RB_REFUSAL_NOT_NOW, RB_END_03);
		return decide_end_game(r, seat);
	case RB_ORDER_FREE_SPIN:
	case RB_ORDER_LEND: return decide_answer(r, seat, d, no);
	default: *done = false; return false;
	}
}

static bool decide_turn(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	switch (d->kind) {
	case RB_ORDER_MOVE:
	case RB_ORDER_TURN:
	case RB_ORDER_QUICK: return decide_move(r, seat, d, no);
	case RB_ORDER_FORM: return rb_form(r, seat, d, no);
	case RB_ORDER_SHOOT:
	case RB_ORDER_FIGHT:
	case RB_ORDER_HEAL: return decide_attack(r, seat, d, no);
	case RB_ORDER_REGENERATE: return decide_regenerate(r, seat, d, no);
	case RB_ORDER_RAISE: return decide_raise(r, seat, d, no);
	case RB_ORDER_LEVITATE: return decide_levitate(r, seat, d, no);
	case RB_ORDER_PASS: return decide_pass(r, seat, d, no);
	case RB_ORDER_BOUND:
	case RB_ORDER_CHARGE: return rb_decide_ride(r, seat, d, no);
	case RB_ORDER_OVERWHELM: return rb_decide_overwhelm(r, seat, d, no);
	case RB_ORDER_TRAMPLE: return rb_decide_trample(r, seat, d, no);
	case RB_ORDER_DISMOUNT: return rb_decide_dismount(r, seat, d, no);
	case RB_ORDER_MOUNT: return rb_decide_mount(r, seat, d, no);
	case RB_ORDER_TAKE: return rb_decide_take(r, seat, d, no);
	case RB_ORDER_DROP: return rb_decide_drop(r, seat, d, no);
	case RB_ORDER_END: rb_turn_end(r); return true;
	case RB_ORDER_WITHDRAW: rb_withdraw(r, seat); return true;
	default: return rb_no(no, RB_REFUSAL_NOT_NOW, RB_ACT_08);
	}
}

enum verdict rb_decide(struct run *r, int seat, const struct decision *d,
		       struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	bool ok, done;

	*no = (struct refusal){ 0 };
	if (seat < 0 || seat >= RB_MAX_SEATS || !s->player[seat].present) {
		rb_no(no, RB_REFUSAL_NOT_YOUR_TURN, RB_ACT_08);
		return VERDICT_REFUSED;
	}
	if (s->phase == RB_OVER && d->kind != RB_ORDER_LINE &&
	    d->kind != RB_ORDER_MEASURE) {
		rb_no(no, RB_REFUSAL_GAME_OVER, RB_END_01);
		return VERDICT_REFUSED;
	}
	ok = decide_any_time(r, seat, d, no, &done);
	if (!done) {
		if (s->phase < RB_START)
			ok = rb_setup_decide(r, seat, d, no);
		else if (s->active != seat || s->phase != RB_PLAY)
			ok = rb_no(no, RB_REFUSAL_NOT_YOUR_TURN, RB_ACT_08);
		else if (s->frame.what)
			ok = rb_no(no, RB_REFUSAL_WAITING, RB_TURN_03);
		else
			ok = decide_turn(r, seat, d, no);
	}
	if (!ok)
		return VERDICT_REFUSED;
	return r->unknown ? VERDICT_UNKNOWN : VERDICT_DONE;
}
