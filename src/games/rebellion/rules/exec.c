/*
 * src/games/rebellion/rules/exec.c - what an action does once it is declared,
 * step by step, so that it can stop where a player is asked (RB section 2).
 *
 *	MOVE -> SPINS -> POLES -> NEXT -+-> MOVE (the next of a formation)
 *					+-> THEN -> DEFEND -> ROLL -> PUSH
 *	attacks begin at DEFEND; what needs no step at PUSH
 */
#include "games/rebellion/rules/exec.h"
#include "games/rebellion/rules/action.h"
#include "games/rebellion/rules/damage.h"
#include "games/rebellion/rules/cavalry.h"
#include "games/rebellion/rules/turn.h"

void rb_action_init(struct rb_action *a, int seat, int f,
		    const struct decision *d, enum rb_step step)
{
	memset(a, 0, offsetof(struct rb_action, w));
	a->step = step;
	a->seat = seat;
	a->kind = d->kind;
	a->n_words = d->n;
	memcpy(a->w, d->w, d->n * sizeof(d->w[0]));
	a->fig = f;
	a->n = 1;
}

static void rb_action_decision(const struct rb_action *a, struct decision *d)
{
	d->kind = (uint16_t)a->kind;
	d->n = (uint16_t)a->n_words;
	memcpy(d->w, a->w, (size_t)a->n_words * sizeof(d->w[0]));
}

/* the arguments of one member of FORM, from its name to the next */
static struct rb_args member_args(const struct rb_state *s,
				  const struct decision *d, int member)
{
	struct rb_args args = { d, 0, 0 };
	struct decision_arg a;
	bool inside = false;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag == RB_TAG_SHIFT) /* one for all */
			return rb_all_args(d);
		if (a.tag == RB_TAG_MEMBER) {
			int f = rb_find(s, a.w[0]);

			inside = f >= 0 && rb_body(s, f) == member;
			if (inside)
				args.from = at;
		}
		if (inside)
			args.to = a.next;
	}
	return args;
}

void rb_push_one(struct rb_action *a, int32_t label)
{
	a->pushed[a->n_pushed++] = label;
}

bool rb_member_plan(const struct rb_state *s, const struct rb_ground *b, int f,
		    const struct decision *d, int32_t inches, struct rb_move *m,
		    struct refusal *no)
{
	struct rb_args args = member_args(s, d, f);
	struct rb_move_wish w = { s, b, f, &args, inches };
	struct decision_arg a;
	struct vec to;
	int32_t speed;

	m->gait = RB_GAIT_FREE;
	speed = rb_speed(s, b, f, m);
	if (inches != speed && m->n_mods + 2 <= (int)ARRAY_LEN(m->mods)) {
		m->mods[m->n_mods++] = RB_FMOV_02;
		m->mods[m->n_mods++] = inches - speed;
	}
	if (decision_find(d, RB_TAG_SHIFT, &a)) {
		if (a.w[0] < -GEO_MAX / 2 || a.w[0] > GEO_MAX / 2 ||
		    a.w[1] < -GEO_MAX / 2 || a.w[1] > GEO_MAX / 2)
			return rb_no(no, RB_REFUSAL_TOO_FAR, RB_FMOV_03);
		to = vec_add(s->fig[f].at, (struct vec){ a.w[0], a.w[1] });
		return rb_move_plan_to(&w, to, m, no);
	}
	return rb_move_plan(&w, rb_arg(&args, RB_TAG_STAY, &a), m, no);
}

/* --- asking ------------------------------------------------------------ */

/*
 * Ask all seats that may choose here at once; then save the rest of the
 * action.
 */
static void exec_ask(struct run *r, int seat, enum rb_question what,
		     int32_t fig, int32_t about)
{
	struct event e;

	rb_event_asked(&e, what == RB_ASKS_SPIN ? RB_SPIN_01 : RB_DEF_50, seat,
		       what, fig, about);
	run_emit(r, &e);
}

static void put_aside(struct run *r, const struct rb_action *a)
{
	struct event e;

	rb_event_suspended(
		&e, RB_TURN_03, a->seat, (const int32_t *)a,
		(int)(offsetof(struct rb_action, w) / sizeof(int32_t)) +
			a->n_words);
	e.audience = AUDIENCE_SEAT(a->seat) | AUDIENCE_GM;
	run_emit(r, &e);
}

void rb_spin_emit(struct run *r, int f, int mover, int32_t to, int policy,
		  int rule)
{
	const struct rb_state *s = rb_of(r);
	struct event e;

	rb_event_free_spin(&e, RB_SPIN_01, s->fig[f].label, s->fig[mover].label,
			   s->fig[f].facing, to);
	event_because(&e, RB_SPIN_02);
	event_because(&e, policy == RB_POLICY_FIXED ? RB_SPIN_03 : RB_SPIN_05);
	rb_because(&e, rule);
	run_emit(r, &e);
}

/* --- the steps --------------------------------------------------------- */

static int policy_of(const struct rb_state *s, int f, int32_t *fixed)
{
	const struct rb_fig *p = &s->fig[f];
	const struct rb_player *owner = &s->player[p->owner];

	if (p->spin != RB_POLICY_INHERIT) {
		*fixed = p->spin_face;
		return p->spin;
	}
	*fixed = owner->spin_face;
	return owner->spin;
}

/* Everybody the mover has reached may turn to it. True: go on. */
static bool step_spins(struct run *r, struct rb_action *a)
{
	const struct rb_state *s = rb_of(r);
	int mover = rb_find(s, a->moved);
	struct rb_ground b;
	uint64_t set;
	int asked = 0;

	if (!RULE(RB_SPIN_01, a->moved != 0) || !rb_is_free(s, mover))
		return true;
	rb_ground_build(s, &b);
	set = rb_opponents_touching(s, &b, mover) & ~rb_set(a->spun) &
	      ~rb_set(a->held);
	for (; set; set &= set - 1) { /* RB-SPIN-04: in id order */
		int f = rb_first(set);
		int32_t fixed = 0;
		int policy = policy_of(s, f, &fixed);
		int asks = s->head.option[RB_OPTION_ASK];

		if (policy == RB_UNKNOWN) {
			r->unknown = true;
			return false;
		}
		rb_set_put(a->spun, rb_set(a->spun) | rb_bit(f));
		/* the other end of a long base would swing through others */
		if (RULE(CV_MNT_01, rb_is_mount(s, f) || rb_is_long(s, f))) {
			rb_spin_emit(r, f, mover, s->fig[f].facing,
				     RB_POLICY_NEVER,
				     s->fig[f].rider ? CV_UNIT_05 : CV_MNT_01);
			continue;
		}
		if (asks == 2 ||
		    (asks == 1 &&
		     !rb_fronts(s, &b, f, s->fig[f].facing, mover))) {
			exec_ask(r, s->fig[f].owner, RB_ASKS_SPIN,
				 s->fig[f].label, a->moved);
			if (++asked == RB_MAX_ASKED)
				break;
			continue;
		}
		rb_spin_emit(r, f, mover,
			     rb_spin_facing(s, &b, f, mover, policy, fixed),
			     policy,
			     a->kind == RB_ORDER_FORM ? RB_FMOV_08
			     : set & (set - 1)        ? RB_SPIN_04
						      : RB_NO_RULE);
		rb_ground_put(s, &b, f, s->fig[f].at, s->fig[f].facing);
	}
	if (asked)
		put_aside(r, a);
	return !asked;
}

/*
 * one dial with Pole Arm strikes the figure that came into its body's front
 * arc
 */
static void pole_strikes(struct run *r, int f, int mover)
{
	const struct rb_state *s = rb_of(r);
	int struck = rb_struck_dial(s, mover, rb_commander(s, f));
	struct rb_blow blow = { .cause = RB_BY_POLE_ARM,
				.by = rb_body(s, f),
				.base = 1 };
	struct event e;

	if (struck < 0) {
		r->unknown = true;
		return;
	}
	rb_event_pole_arm(&e, RB_DEF_20, s->fig[f].label, s->fig[mover].label);
	event_because(&e, RB_DEF_21);
	if (rb_rides(s, f))
		event_because(&e, CV_UNIT_09);
	if (struck != mover || rb_is_unit(s, mover))
		event_because(&e, CV_TGT_05);
	run_emit(r, &e);
	rb_dial_attacked_emit(r, mover, struck, CV_TGT_05);
	rb_damage(r, struck, &blow);
}

static void step_poles(struct run *r, struct rb_action *a)
{
	const struct rb_state *s = rb_of(r);
	int mover = rb_find(s, a->moved);
	struct rb_ground b;
	uint64_t set;

	if (!a->moved || a->no_pole || !rb_is_free(s, mover))
		return;
	rb_ground_build(s, &b);
	set = rb_with_riders(s, rb_opponents_touching(s, &b, mover) &
					~rb_set(a->held));
	for (; set && rb_on_board(s, mover) && !r->unknown; set &= set - 1) {
		int f = rb_first(set), body = rb_body(s, f);

		/* CV-UNIT-08: the front arc is the mount's */
		if (!RULE(RB_DEF_20, rb_has(s, f, RB_ABILITY_POLE_ARM)) ||
		    !rb_fronts(s, &b, body, s->fig[body].facing, mover))
			continue;
		pole_strikes(r, f, mover);
		a->ended = s->head.option[RB_OPTION_POLE_ARM_STOPS];
	}
}

/* the next member of a formation goes its way */
static void step_move(struct run *r, struct rb_action *a)
{
	const struct rb_state *s = rb_of(r);
	int32_t label = a->mover[a->i], face;
	int f = rb_find(s, label);
	struct decision d;
	struct rb_args args;
	struct rb_move m;
	struct refusal no;
	struct rb_ground b;
	bool goes;

	a->moved = 0;
	memset(a->spun, 0, sizeof(a->spun));
	memset(a->held, 0, sizeof(a->held));
	if (!rb_is_free(s, f))
		return;
	rb_action_decision(a, &d);
	args = member_args(s, &d, f);
	rb_ground_for(r, &b);
	/* what was legal when it was planned can have changed meanwhile */
	goes = !a->holds && !(a->stuck & 1 << a->i) &&
	       rb_member_plan(s, &b, f, &d, a->inches, &m, &no);
	if (goes) {
		m.order_rule = decision_has(&d, RB_TAG_SHIFT) ? RB_FMOV_03
							      : RB_FMOV_04;
		rb_move_emit(r, &m);
		a->moved = m.moves || m.arrives_at ? label : 0;
		rb_set_put(a->held, m.held);
	} else if (rb_face_named(s, s->fig[f].at, &args, &face, &no) &&
		   face >= 0 && rb_may_turn(s, &b, f, face)) {
		rb_turn_emit(r, f, face);
	}
}

static void attack_rejected(struct run *r, const struct rb_action *a,
			    const struct refusal *no)
{
	struct event e;

	rb_event_attack_rejected(&e, RB_ACT_07, a->fig,
				 str_of(rb_refusals[no->reason].name), no->args,
				 no->n_args);
	if (no->rule)
		event_because(&e, no->rule);
	run_emit(r, &e);
}

/* is the decision's attack (part) one with a range, does it heal? */
static bool attack_part(const struct decision *d, bool *shoot, bool *heals)
{
	*heals = d->kind == RB_ORDER_HEAL;
	switch (d->kind) {
	case RB_ORDER_SHOOT: *shoot = true; return true;
	case RB_ORDER_FIGHT: *shoot = false; return true;
	case RB_ORDER_HEAL:
		*shoot = decision_int(d, RB_TAG_MAGIC, 0) != 0;
		return true;
	default:
		*shoot = decision_int(d, RB_TAG_THEN, RB_THEN_FIGHT) ==
			 RB_THEN_SHOOT;
		return decision_has(d, RB_TAG_THEN);
	}
}

/* proficiencies need a rider: a Pole Arm can have taken it on the way */
static bool ride_goes_on(const struct rb_state *s, int f,
			 const struct decision *d, struct refusal *no)
{
	return (d->kind != RB_ORDER_BOUND && d->kind != RB_ORDER_CHARGE) ||
	       rb_is_unit(s, f) ||
	       rb_no1(no, RB_REFUSAL_NO_RIDER, CV_PROF_05, s->fig[f].label);
}

/* The attack of Charge or Bound: false if there is none. RB-SA-06 */
static bool step_then(struct run *r, struct rb_action *a,
		      struct rb_attack *attack)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_find(s, a->fig);
	struct refusal no = { 0 };
	struct rb_ground b;
	struct decision d;
	bool shoot, heals;

	rb_action_decision(a, &d);
	if (!attack_part(&d, &shoot, &heals) || !rb_is_free(s, f))
		return false;
	if (a->ended) {
		rb_no(&no, RB_REFUSAL_POLE_ARM_ENDED, RB_DEF_20);
		attack_rejected(r, a, &no);
		return false;
	}
	rb_ground_build(s, &b);
	if (!ride_goes_on(s, f, &d, &no) ||
	    !rb_attack_plan(s, &b, &d, (struct rb_attack_as){ f, shoot, heals },
			    attack, &no) ||
	    !rb_attack_roll_lines(r, attack, &no)) {
		attack_rejected(r, a, &no);
		return false;
	}
	attack->granted[0] =
		d.kind == RB_ORDER_BOUND || d.kind == RB_ORDER_CHARGE
			? CV_PROF_05
			: RB_SA_06;
	attack->granted[1] = d.kind == RB_ORDER_BOUND    ? CV_PROF_03
			     : d.kind == RB_ORDER_CHARGE ? CV_PROF_04
			     : shoot                     ? RB_SPD_60
							 : RB_SPD_02;
	attack->granted[2] = a->kept ? RB_BRK_06 : RB_NO_RULE;
	return !r->unknown;
}

/* The attacked figures that could borrow a defense. True: go on. */
static bool step_defend(struct run *r, struct rb_action *a,
			const struct rb_attack *attack)
{
	const struct rb_state *s = rb_of(r);
	struct rb_ground b;
	bool asked = false;

	if (attack->heals || attack->ability == RB_ABILITY_SHOCKWAVE)
		return true;
	rb_ground_build(s, &b);
	for (int i = 0; i < attack->n_targets; i++) {
		int t = attack->target[i].dial, seat = s->fig[t].owner;
		int32_t policy = s->player[seat].defend;

		if (rb_set(a->asked) & rb_bit(t) || rb_lender(s, &b, t) < 0)
			continue;
		if (policy == RB_UNKNOWN) {
			r->unknown = true;
			return false;
		}
		rb_set_put(a->asked, rb_set(a->asked) | rb_bit(t));
		if (s->head.option[RB_OPTION_ASK]) {
			exec_ask(r, seat, RB_ASKS_DEFEND, s->fig[t].label,
				 a->fig);
			asked = true;
			continue;
		}
		if (policy == RB_POLICY_NEVER)
			rb_set_put(a->own, rb_set(a->own) | rb_bit(t));
	}
	if (asked)
		put_aside(r, a);
	return !asked;
}

/* one click that nothing reduces; a unit takes it on one dial */
void rb_push(struct run *r, int f)
{
	const struct rb_state *s = rb_of(r);
	int dial = rb_pushed_dial(s, f);
	struct rb_blow blow = {
		.cause = RB_BY_PUSHING,
		.by = -1,
		.base = 1,
		.rules = { rb_is_unit(s, f) ? CV_ACT_07 : RB_NO_RULE },
	};

	if (dial < 0)
		r->unknown = true;
	else
		rb_damage(r, dial, &blow);
}

static void step_push(struct run *r, const struct rb_action *a)
{
	const struct rb_state *s = rb_of(r);

	for (int i = 0; i < a->n_pushed; i++) {
		int f = rb_find(s, a->pushed[i]);

		/* RB-ACT-05: not if it is gone or a captive */
		if (!RULE(RB_ACT_05, rb_is_free(s, f)))
			continue;
		if (RULE(RB_ACT_03, s->fig[f].tokens == 2) &&
		    !RULE(CV_ACT_02, rb_is_unit(s, f)))
			rb_push(r, f);
		if (r->unknown)
			return;
	}
	rb_check_over(r);
}

/* the attack again, after an answer: nothing has changed that forbids it */
static bool attack_again(struct run *r, const struct rb_action *a,
			 struct rb_attack *attack)
{
	const struct rb_state *s = rb_of(r);
	struct rb_ground b;
	struct decision d;
	struct refusal no;
	bool shoot, heals;

	rb_action_decision(a, &d);
	attack_part(&d, &shoot, &heals);
	rb_ground_build(s, &b);
	if (!rb_attack_plan(
		    s, &b, &d,
		    (struct rb_attack_as){ rb_find(s, a->fig), shoot, heals },
		    attack, &no))
		return false;
	/* the dice for doubtful lines of a Shockwave have fallen */
	return true;
}

/* One step of the way; false: a seat is asked, and the rest waits. */
static bool step_way(struct run *r, struct rb_action *a)
{
	switch ((enum rb_step)a->step) {
	case RB_STEP_MOVE:
		step_move(r, a);
		a->step = RB_STEP_SPINS;
		return true;
	case RB_STEP_SPINS:
		if (!step_spins(r, a))
			return false;
		a->step = RB_STEP_POLES;
		return true;
	case RB_STEP_POLES:
		step_poles(r, a);
		a->step = RB_STEP_NEXT;
		return true;
	default: /* RB_STEP_NEXT */
		a->step = ++a->i < a->n ? RB_STEP_MOVE : RB_STEP_THEN;
		if (a->kind == RB_ORDER_OVERWHELM)
			rb_overwhelm(r, a);
		return true;
	}
}

void rb_action_run(struct run *r, struct rb_action *a, struct rb_attack *attack)
{
	struct rb_attack own;
	struct rb_ground b;

	while (!r->unknown) {
		switch ((enum rb_step)a->step) {
		case RB_STEP_THEN:
			attack = &own;
			a->step = step_then(r, a, attack) ? RB_STEP_DEFEND
							  : RB_STEP_PUSH;
			break;
		case RB_STEP_DEFEND:
			if (!attack && !attack_again(r, a, attack = &own)) {
				a->step = RB_STEP_PUSH;
				break;
			}
			if (!step_defend(r, a, attack))
				return;
			a->step = RB_STEP_ROLL;
			break;
		case RB_STEP_ROLL:
			rb_ground_build(rb_of(r), &b);
			rb_attack_roll(r, &b, attack, rb_set(a->own));
			a->step = RB_STEP_PUSH;
			break;
		case RB_STEP_PUSH: step_push(r, a); return;
		default:
			if (!step_way(r, a))
				return;
		}
	}
}

void rb_action_finish(struct run *r, int seat, int f, const struct decision *d)
{
	struct rb_action a;

	rb_action_init(&a, seat, rb_of(r)->fig[f].label, d, RB_STEP_PUSH);
	rb_push_one(&a, rb_of(r)->fig[f].label);
	rb_action_run(r, &a, NULL);
}
