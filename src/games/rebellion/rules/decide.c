/*
 * src/games/rebellion/rules/decide.c - executes the orders of play: all checks
 * first, in the order of RB-ACT-08, then the events.
 */
#include "games/rebellion/rules/decide.h"
#include "games/rebellion/rules/formation.h"
#include "games/rebellion/rules/turn.h"

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
	if (!rb_ability_check(s, f,
			      then == RB_THEN_FIGHT ? RB_ABILITY_CHARGE
						    : RB_ABILITY_BOUND,
			      no))
		return false;
	if (RULE(RB_SA_06, decision_has(d, RB_TAG_WITH)))
		return rb_no(no, RB_REFUSAL_THEN_FORMATION, RB_SA_06);
	if (!s->head.option[RB_OPTION_CHARGE_FROM_CONTACT])
		return true;
	for (; touched; touched &= touched - 1)
		if (!RULE(RB_CON_02, s->fig[rb_first(touched)].captive_of) &&
		    rb_opposing(s, f, rb_first(touched)))
			return rb_no1(no, RB_REFUSAL_STARTED_IN_CONTACT,
				      run_rule(s, f), label);
	return true;
}

/* A move over no distance turns (RB-MOVE-11), or it is nothing. */
static bool decide_changes(const struct rb_state *s, const struct decision *d,
			   const struct rb_move *m)
{
	return d->kind == RB_ORDER_TURN || m->moves ||
	       m->facing != s->fig[m->fig].facing ||
	       decision_has(d, RB_TAG_THEN) ||
	       (m->captive >= 0 &&
		m->captive_facing != s->fig[m->captive].facing) ||
	       !RULE(RB_MOVE_11, true);
}

/* how far, with what was added to it: twice as far if it runs */
static int32_t run_speed(const struct rb_state *s, const struct rb_ground *b,
			 int f, bool twice, struct rb_move *m)
{
	int32_t inches;

	m->gait = RB_GAIT_FREE;
	inches = rb_speed(s, b, f, m);
	if (twice && m->n_mods + 2 <= (int)ARRAY_LEN(m->mods)) {
		m->mods[m->n_mods] = m->n_mods > 2 ? RB_SPD_03 : run_rule(s, f);
		m->mods[m->n_mods + 1] = inches;
		m->n_mods += 2;
		inches *= 2;
	}
	return inches;
}

/* by which rule it is an action */
static int move_rule(const struct rb_state *s, int f, const struct decision *d,
		     const struct rb_move *m)
{
	if (d->kind == RB_ORDER_QUICK)
		return s->fig[f].rider ? CV_ACT_08 : RB_SPD_10;
	if (decision_int(d, RB_TAG_DOUBLE, 0))
		return run_rule(s, f);
	return m->moves ? RB_MOVE_01 : RB_MOVE_12;
}

static bool decide_move(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	bool quick = d->kind == RB_ORDER_QUICK;
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0),
			       quick ? RB_CHECK_FREE : 0, no);
	struct rb_args args = rb_all_args(d);
	bool faces = decision_has(d, RB_TAG_FACE) ||
		     decision_has(d, RB_TAG_FACE_FIG);
	struct rb_ground b;
	struct rb_move m;
	int32_t inches;
	bool turns, goes = true;

	if (f < 0 ||
	    (quick && !rb_ability_check(s, f, RB_ABILITY_QUICKNESS, no)) ||
	    !then_check(s, f, d, no))
		return false;
	rb_ground_for(r, &b);
	inches =
		run_speed(s, &b, f, decision_int(d, RB_TAG_DOUBLE, 0) != 0, &m);
	turns = d->kind == RB_ORDER_TURN || (quick && faces);
	if (!rb_move_plan(&(struct rb_move_wish){ s, &b, f, &args, inches },
			  turns, &m, no))
		return false;
	if (d->kind == RB_ORDER_TURN && !faces)
		return rb_no(no, RB_REFUSAL_BAD_FACING, RB_MOVE_12);
	if (!decide_changes(s, d, &m))
		return rb_no1(no, RB_REFUSAL_CHANGES_NOTHING, RB_MOVE_11,
			      s->fig[f].label);
	rb_action_declare(r, f, RB_ACTION_MOVE, NULL, 0, quick ? 0 : 1,
			  move_rule(s, f, d, &m));
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
	if (!rb_attack_plan(s, &b, d, (struct rb_attack_as){ f, shoot, heal },
			    &attack, no) ||
	    !rb_attack_roll_lines(r, &attack, no))
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
	rb_push_one(&a, s->fig[f].label);
	for (int i = 0; i < attack.n_members; i++)
		rb_push_one(&a, s->fig[attack.member[i]].label);
	rb_action_run(r, &a, &attack);
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
	rb_event_ability_switched(&e, RB_SA_02, label, ability,
				  d->kind == RB_ORDER_RESTORE);
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
		f = rb_known(s, seat, label);
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
	rb_event_spin_set(&e, RB_SPIN_05, seat, label, policy,
			  policy == RB_POLICY_FIXED ? face : 0);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	run_emit(r, &e);
	return true;
}

static bool decide_defend(struct run *r, int seat, const struct decision *d)
{
	int policy = decision_int(d, RB_TAG_POLICY, RB_POLICY_AUTO);
	struct event e;

	rb_event_defend_set(&e, RB_DEF_50, seat,
			    policy == RB_POLICY_NEVER ? RB_POLICY_NEVER
						      : RB_POLICY_AUTO);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	run_emit(r, &e);
	return true;
}

static bool decide_end_game(struct run *r, int seat)
{
	struct event e;

	rb_event_end_vote(&e, RB_END_03, seat);
	run_emit(r, &e);
	rb_check_agreed(r);
	return true;
}

/* --- LINE, MEASURE ----------------------------------------------------- */

/* what makes a line doubtful, by its labels; gives their number */
static int doubts_of(const struct rb_state *s, const struct rb_ground *b,
		     const struct line *line,
		     int32_t causes[RB_MAX_DOUBT_CAUSES])
{
	int n = 0;

	for (int i = 0; i < line->n_causes && n < RB_MAX_DOUBT_CAUSES; i++) {
		int at = line->causes[i].index;

		causes[n++] = line->causes[i].why == LINE_BASE
				      ? s->fig[b->fig[at]].label
				      : s->terrain[at].label;
	}
	return n;
}

static bool decide_line(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_known(s, seat, decision_int(d, RB_TAG_FIG, 0), no);
	int t = f < 0 ? -1
		      : rb_check_known(s, seat,
				       decision_int(d, RB_TAG_TARGET, 0), no);
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
		n = doubts_of(s, &b, &line, causes);
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
	event_put(&e, RB_EV_LINE_CHECKED_SEAT, seat);
	event_put(&e, RB_EV_LINE_CHECKED_FIRER, s->fig[f].label);
	event_put(&e, RB_EV_LINE_CHECKED_TARGET, s->fig[t].label);
	event_put(&e, RB_EV_LINE_CHECKED_LINE,
		  line.verdict == LINE_BLOCKED    ? RB_LINE_REFUSED
		  : line.verdict == LINE_DOUBTFUL ? RB_LINE_DOUBTFUL
						  : RB_LINE_CLEAR);
	event_put_text(&e, RB_EV_LINE_CHECKED_REASON,
		       str_of(why.reason ? rb_refusals[why.reason].name : ""));
	event_put_ints(&e, RB_EV_LINE_CHECKED_ARGS, why.args, why.n_args);
	event_put_ints(&e, RB_EV_LINE_CHECKED_CAUSES, causes, n);
	event_put_ints(&e, RB_EV_LINE_CHECKED_MODIFIERS, mods, n_mods);
	run_emit(r, &e);
	return true;
}

/* between the rims of f and t's base, or a point; may be less than 0 */
static int64_t bases_apart(const struct rb_state *s, int f, int t,
			   struct vec at)
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
	int f = rb_check_known(s, seat, decision_int(d, RB_TAG_FIG, 0), no);
	int32_t label = decision_int(d, RB_TAG_TARGET, 0);
	struct decision_arg arg;
	struct vec at = { 0, 0 };
	int64_t distance, gap;
	struct event e;
	int t = -1;

	if (f < 0)
		return false;
	if (label) {
		t = rb_check_known(s, seat, label, no);
		if (t < 0)
			return false;
		at = s->fig[t].at;
	} else if (decision_find(d, RB_TAG_TO, &arg)) {
		at = (struct vec){ arg.w[0], arg.w[1] };
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
	event_put(&e, RB_EV_MEASURED_SEAT, seat);
	event_put(&e, RB_EV_MEASURED_FIG, s->fig[f].label);
	event_put(&e, RB_EV_MEASURED_OTHER, t >= 0 ? s->fig[t].label : 0);
	event_put_point(&e, RB_EV_MEASURED_AT, at.x, at.y);
	event_put(&e, RB_EV_MEASURED_DISTANCE, (int32_t)distance);
	event_put(&e, RB_EV_MEASURED_GAP, gap > 0 ? (int32_t)gap : 0);
	event_put(&e, RB_EV_MEASURED_BEARING,
		  geo_bearing(vec_sub(at, s->fig[f].at)));
	event_put(
		&e, RB_EV_MEASURED_IN_ARC,
		geo_in_arc(s->fig[f].at, s->fig[f].facing, s->def[f].arc, at));
	event_put(&e, RB_EV_MEASURED_IN_OTHERS,
		  t >= 0 && geo_in_arc(at, s->fig[t].facing, s->def[t].arc,
				       s->fig[f].at));
	event_put(&e, RB_EV_MEASURED_CONTACT, t >= 0 && rb_touch(s, f, t));
	run_emit(r, &e);
	return true;
}

/* --- answers to questions ---------------------------------------------- */

static void answered_emit(struct run *r, int seat, int what, int32_t fig,
			  int32_t value)
{
	struct event e;

	rb_event_answered(&e, what == RB_ASKS_SPIN ? RB_SPIN_03 : RB_DEF_50,
			  seat, what, fig, value);
	run_emit(r, &e);
}

/* the open question to a seat about a figure; n_asked: there is none */
static int asked_of(const struct rb_frame *frame, int seat, int32_t fig)
{
	int q = 0;

	while (q < frame->n_asked &&
	       (!frame->asked[q].open || frame->asked[q].seat != seat ||
		frame->asked[q].fig != fig))
		q++;
	return q;
}

/* a free spin turns to the figure that came, or not at all (-1) */
static bool spin_check(const struct rb_state *s, const struct decision *d,
		       int f, int mover, int32_t *face, struct refusal *no)
{
	struct rb_args args = rb_all_args(d);
	struct rb_ground b;

	if (!rb_face_named(s, s->fig[f].at, &args, face, no))
		return false;
	rb_ground_build(s, &b);
	if (*face >= 0 && RULE(RB_SPIN_03, !rb_fronts(s, &b, f, *face, mover)))
		return rb_no(no, RB_REFUSAL_NOT_FACING, RB_SPIN_03);
	return true;
}

/* add the figures that do not use a defense that they could */
static void undefended_add(const struct rb_state *s,
			   const struct rb_frame *frame, struct rb_action *a)
{
	for (int i = 0; i < frame->n_asked; i++)
		if (!frame->asked[i].value)
			rb_set_put(a->own,
				   rb_set(a->own) |
					   rb_bit(rb_find(
						   s, frame->asked[i].fig)));
}

static bool decide_answer(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	struct rb_frame frame = s->frame;
	bool spin = d->kind == RB_ORDER_FREE_SPIN;
	int32_t fig = decision_int(d, spin ? RB_TAG_FIG : RB_TAG_TARGET, 0);
	int what = spin ? RB_ASKS_SPIN : RB_ASKS_DEFEND;
	int f = rb_find(s, fig), mover = rb_find(s, frame.about), q;
	struct rb_action a;
	int32_t face = -1;

	q = asked_of(&frame, seat, fig);
	if (frame.what != what || q == frame.n_asked)
		return rb_no(no, RB_REFUSAL_NOT_ASKED, RB_TURN_03);
	if (spin && !spin_check(s, d, f, mover, &face, no))
		return false;
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
	if (!spin)
		undefended_add(s, &frame, &a);
	rb_action_run(r, &a, NULL);
	return true;
}

/* --- one order --------------------------------------------------------- */

/* why it cannot be made */
static void no_odds(struct run *r, int seat, int f, int t, bool shoot,
		    const struct refusal *why)
{
	const struct rb_state *s = rb_of(r);
	struct event e;

	event_start(&e, RB_EV_ODDS, RB_RNG_02);
	event_because(&e, why->rule);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	event_put(&e, RB_EV_ODDS_SEAT, seat);
	event_put(&e, RB_EV_ODDS_FIG, s->fig[f].label);
	event_put(&e, RB_EV_ODDS_TARGET, s->fig[t].label);
	event_put(&e, RB_EV_ODDS_KIND, shoot ? RB_RANGED : RB_CLOSE);
	event_put_text(&e, RB_EV_ODDS_REASON,
		       str_of(rb_refusals[why->reason].name));
	event_put_ints(&e, RB_EV_ODDS_ARGS, why->args, why->n_args);
	event_put(&e, RB_EV_ODDS_VALUE, 0);
	event_put_ints(&e, RB_EV_ODDS_BONUS, NULL, 0);
	event_put(&e, RB_EV_ODDS_AGAINST, 0);
	event_put(&e, RB_EV_ODDS_LENDER, 0);
	event_put_ints(&e, RB_EV_ODDS_MODIFIERS, NULL, 0);
	event_put(&e, RB_EV_ODDS_NEEDED, 0);
	event_put(&e, RB_EV_ODDS_CHANCE, 0);
	event_put(&e, RB_EV_ODDS_MEAN, 0);
	run_emit(r, &e);
}

/* a shot and a blow, each as it would be now; of those that cannot be made why,
 * where neither can */
static bool decide_odds(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_check_known(s, seat, decision_int(d, RB_TAG_FIG, 0), no);
	int t = f < 0 ? -1
		      : rb_check_known(s, seat,
				       decision_int(d, RB_TAG_TARGET, 0), no);
	struct refusal why[2] = { { 0 }, { 0 } };
	bool can[2];
	struct rb_ground b;

	if (f < 0 || t < 0)
		return false;
	rb_ground_build(s, &b);
	for (int shoot = 1; shoot >= 0; shoot--) {
		struct rb_attack attack;

		can[shoot] = rb_attack_plan(
			s, &b, d, (struct rb_attack_as){ f, shoot, false },
			&attack, &why[shoot]);
		if (can[shoot])
			rb_odds_emit(r, seat, &b, &attack);
	}
	for (int shoot = 1; shoot >= 0; shoot--)
		if (!can[0] && !can[1])
			no_odds(r, seat, f, t, shoot, &why[shoot]);
	return true;
}

static bool decide_query(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	if (d->kind == RB_ORDER_LINE)
		return decide_line(r, seat, d, no);
	if (d->kind == RB_ORDER_ODDS)
		return decide_odds(r, seat, d, no);
	return decide_measure(r, seat, d, no);
}

static bool decide_standing(struct run *r, int seat, const struct decision *d,
			    struct refusal *no)
{
	switch (d->kind) {
	case RB_ORDER_SPIN: return decide_spin(r, seat, d, no);
	case RB_ORDER_DEFEND: return decide_defend(r, seat, d);
	default: return rb_decide_standing(r, seat, d, no);
	}
}

/* orders of any player at any time in play */
static bool decide_any_time(struct run *r, int seat, const struct decision *d,
			    struct refusal *no)
{
	if (d->kind != RB_ORDER_END_GAME)
		return decide_switch(r, seat, d, no);
	if (rb_of(r)->head.phase != RB_PLAY)
		return rb_no(no, RB_REFUSAL_NOT_NOW, RB_END_03);
	return decide_end_game(r, seat);
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
	case RB_ORDER_REGENERATE: return rb_decide_regenerate(r, seat, d, no);
	case RB_ORDER_RAISE: return rb_decide_raise(r, seat, d, no);
	case RB_ORDER_LEVITATE: return rb_decide_levitate(r, seat, d, no);
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

/* by its class (orders.def) before anything is looked at */
static bool decide(struct run *r, int seat, const struct decision *d,
		   struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	enum order_class is = decision_row(&r->sys->decisions, d->kind)->is;

	if (is == CLASS_QUERY)
		return decide_query(r, seat, d, no);
	if (s->head.phase == RB_OVER)
		return rb_no(no, RB_REFUSAL_GAME_OVER, RB_END_01);
	if (is == CLASS_STANDING)
		return decide_standing(r, seat, d, no);
	if (is == CLASS_ANY)
		return decide_any_time(r, seat, d, no);
	if (is == CLASS_ANSWER)
		return decide_answer(r, seat, d, no);
	if (s->head.phase < RB_START)
		return rb_setup_decide(r, seat, d, no);
	if (s->head.active != seat || s->head.phase != RB_PLAY)
		return rb_no(no, RB_REFUSAL_NOT_YOUR_TURN, RB_ACT_08);
	if (s->frame.what)
		return rb_no(no, RB_REFUSAL_WAITING, RB_TURN_03);
	return decide_turn(r, seat, d, no);
}

enum verdict rb_decide(struct run *r, int seat, const struct decision *d,
		       struct refusal *no)
{
	const struct rb_state *s = rb_of(r);

	*no = (struct refusal){ 0 };
	if (seat < 0 || seat >= RB_MAX_SEATS || !s->head.seat[seat].present) {
		rb_no(no, RB_REFUSAL_NOT_YOUR_TURN, RB_ACT_08);
		return VERDICT_REFUSED;
	}
	if (!decide(r, seat, d, no))
		return VERDICT_REFUSED;
	return r->unknown ? VERDICT_UNKNOWN : VERDICT_DONE;
}
