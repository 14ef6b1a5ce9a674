/*
 * src/games/rebellion/rules/cavalry_actions.c - the proficiencies that are
 * actions of one unit: Mounted Bound and Charge, Overwhelm, Trample (CV section
 * 11).
 */
#include "games/rebellion/rules/damage.h"
#include "games/rebellion/rules/action.h"
#include "games/rebellion/rules/exec.h"

/* of a unit that has the proficiency; index, or -1 */
static int ride_check(const struct rb_state *s, int seat,
		      const struct decision *d, enum rb_proficiency proficiency,
		      struct refusal *no)
{
	int f = rb_check_actor(s, seat, decision_int(d, RB_TAG_FIG, 0), 0, no);

	if (f < 0 || !rb_proficiency_check(s, f, proficiency, no))
		return -1;
	/* the grammar has no words for either */
	if (decision_has(d, RB_TAG_WITH)) {
		rb_no(no, RB_REFUSAL_THEN_FORMATION, CV_FORM_04);
		return -1;
	}
	if (decision_int(d, RB_TAG_DOUBLE, 0)) {
		rb_no1(no, RB_REFUSAL_NO_DOUBLE, CV_PROF_05, s->fig[f].label);
		return -1;
	}
	return f;
}

static bool out_of_contact(const struct rb_state *s, const struct rb_ground *b,
			   int f, int rule, struct refusal *no)
{
	return !rb_opponents_touching(s, b, f) ||
	       rb_no1(no, RB_REFUSAL_IN_CONTACT, rule, s->fig[f].label);
}

/* the way that the order names, in this gait */
static bool ride_plan(const struct rb_state *s, const struct rb_ground *b,
		      int f, const struct decision *d, enum rb_gait gait,
		      struct rb_move *m, struct refusal *no)
{
	struct rb_args args = rb_all_args(d);
	struct rb_move_wish w = { s, b, f, &args, 0 };

	m->gait = gait;
	w.inches = rb_speed(s, b, f, m);
	return rb_move_plan(&w, false, m, no);
}

/* --- BOUND, CHARGE ----------------------------------------------------- */

/* the attack that the order announces is one that can be made at all */
static bool cavalry_actions_announced(const struct rb_state *s,
				      const struct rb_ground *b, int f,
				      const struct decision *d, bool bound,
				      struct refusal *no)
{
	int said = decision_int(d, RB_TAG_USING, -1), dial;
	bool rider_only = bound || s->head.option[RB_OPTION_CV_CHARGE_DIAL];
	int rule = bound ? CV_PROF_03 : CV_PROF_04;

	if (RULE(CV_PROF_04, rider_only && said == RB_DIAL_MOUNT))
		return rb_no_text(no, RB_REFUSAL_RIDER_DIAL, rule, NULL, 0,
				  bound ? STR("Mounted Bound")
					: STR("Mounted Charge"));
	if (!decision_has(d, RB_TAG_THEN))
		return true;
	if ((decision_int(d, RB_TAG_THEN, -1) == RB_THEN_SHOOT) != bound)
		return rb_no(no, RB_REFUSAL_WRONG_ATTACK, rule);
	if (!rb_dial_named(s, f, said, &dial, no))
		return false;
	return bound ? rb_may_shoot(s, b, f, dial, no)
		     : rb_may_fight(s, f, dial, no);
}

bool rb_decide_ride(struct run *r, int seat, const struct decision *d,
		    struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	bool bound = d->kind == RB_ORDER_BOUND;
	int rule = bound ? CV_PROF_03 : CV_PROF_04;
	int f = ride_check(s, seat, d, bound ? RB_PROF_BOUND : RB_PROF_CHARGE,
			   no);
	struct rb_ground b;
	struct rb_move m;

	if (f < 0)
		return false;
	rb_ground_for(r, &b);
	if (!out_of_contact(s, &b, f, rule, no) ||
	    !cavalry_actions_announced(s, &b, f, d, bound, no) ||
	    !ride_plan(s, &b, f, d, RB_GAIT_FREE, &m, no))
		return false;
	rb_action_declare(r, f, bound ? RB_ACTION_RANGED : RB_ACTION_CLOSE,
			  NULL, 0, 1, rule);
	rb_move_act(r, seat, d, &m, true);
	return true;
}

/* --- OVERWHELM --------------------------------------------------------- */

/* the one opposing unit that it reaches, or -1 */
static int cavalry_actions_overwhelmed(const struct rb_state *s,
				       uint64_t touched)
{
	int found = -1;

	for (; touched; touched &= touched - 1) {
		if (!rb_is_unit(s, rb_first(touched)))
			continue;
		if (found >= 0)
			return -1;
		found = rb_first(touched);
	}
	return found;
}

bool rb_decide_overwhelm(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = ride_check(s, seat, d, RB_PROF_OVERWHELM, no);
	struct rb_ground b;
	struct rb_move m;

	if (f < 0)
		return false;
	rb_ground_for(r, &b);
	if (!out_of_contact(s, &b, f, CV_PROF_06, no) ||
	    !ride_plan(s, &b, f, d, RB_GAIT_PLAIN, &m, no))
		return false;
	if (RULE(CV_PROF_06, cavalry_actions_overwhelmed(s, m.arrives_at) < 0))
		return rb_no(no, RB_REFUSAL_OVERWHELM_END, CV_PROF_06);
	rb_action_declare(r, f, RB_ACTION_MOVE, NULL, 0, 1, CV_PROF_06);
	rb_move_act(r, seat, d, &m, true);
	return true;
}

/* CV-PROF-07; the Dark Riders stay (CV-DARK-02) */
static void cavalry_actions_fall(struct run *r, int f, int target)
{
	const struct rb_state *s = rb_of(r);
	int rider = rb_rider(s, target);

	if (RULE(CV_DARK_02,
		 s->def[target].cavalry.subfaction == RB_DARK_RIDERS))
		return;
	if (!rb_unhorse(r, target, RB_FALL_OVERWHELM, CV_PROF_07))
		rb_dial_ends(r, rider, RB_BY_NO_ROOM, f);
}

void rb_overwhelm(struct run *r, const struct rb_action *a)
{
	const struct rb_state *s = rb_of(r);
	int f = rb_find(s, a->fig), target, die, total;
	struct rb_ground b;
	struct event e;

	/* a Pole Arm can have ended it */
	if (r->unknown || !rb_is_unit(s, f) || a->ended)
		return;
	rb_ground_build(s, &b);
	target =
		cavalry_actions_overwhelmed(s, rb_opponents_touching(s, &b, f));
	if (target < 0)
		return;
	die = rb_roll(r);
	if (r->unknown)
		return;
	total = die +
		RULE_VALUE(CV_PROF_06, s->def[rb_rider(s, f)].cavalry.bonus);
	event_start(&e, RB_EV_OVERWHELM, CV_PROF_06);
	if (total >= 6)
		event_because(&e, s->def[target].cavalry.subfaction ==
						  RB_DARK_RIDERS
					  ? CV_DARK_02
					  : CV_PROF_07);
	event_put(&e, RB_EV_OVERWHELM_BY, s->fig[f].label);
	event_put(&e, RB_EV_OVERWHELM_TARGET, s->fig[target].label);
	event_put(&e, RB_EV_OVERWHELM_DIE, die);
	event_put(&e, RB_EV_OVERWHELM_BONUS, total - die);
	event_put(&e, RB_EV_OVERWHELM_TOTAL, total);
	event_put(&e, RB_EV_OVERWHELM_OK, total >= 6);
	run_emit(r, &e);
	if (total >= 6)
		cavalry_actions_fall(r, f, target);
}

/* --- TRAMPLE ----------------------------------------------------------- */

/* a trampled figure, and its distance from the start */
struct trodden {
	int fig;
	int64_t far; /* square of the distance of its nearest spine point */
};

/* CV-PROF-09: whose base the path crossed, in the order of reaching them */
static int cavalry_actions_crossed(const struct rb_state *s,
				   const struct rb_ground *b, int f,
				   const struct rb_move *m, struct trodden *v)
{
	struct vec from = s->fig[f].at;
	struct spine start = geo_disc(from, s->def[f].radius);
	int n = 0;

	for (int i = 0; i < b->g.n_bodies; i++) {
		const struct spine *base = &b->body[i].spine;
		struct trodden t = { .fig = b->fig[i] };
		int at = n;

		if (t.fig == f || s->fig[t.fig].captive_of ||
		    ground_hill(&b->g, b->body[i].dot) != GROUND_NONE ||
		    geo_spine_reach(base, from, m->end, base->r) != GEO_NEARER)
			continue;
		t.far = geo_dist2(from, geo_nearest(base, &start));
		while (at && v[at - 1].far > t.far) {
			v[at] = v[at - 1];
			at--;
		}
		v[at] = t;
		n++;
	}
	return n;
}

static void cavalry_actions_trample(struct run *r, const struct decision *d,
				    int f, int body)
{
	const struct rb_state *s = rb_of(r);
	int said = decision_int(d, RB_TAG_AGAINST, RB_DIAL_RIDER);
	int dial = rb_dial(s, body, (enum rb_dial)said);
	struct rb_blow blow = { .cause = RB_BY_TRAMPLE, .by = f, .base = 1 };
	struct event e;

	rb_event_trampled(&e, CV_PROF_09, s->fig[body].label, s->fig[f].label,
			  s->fig[dial].label);
	if (rb_is_unit(s, body))
		event_because(&e, CV_TGT_05);
	run_emit(r, &e);
	rb_damage(r, dial, &blow);
}

static bool trample_check(const struct rb_state *s, const struct rb_ground *b,
			  int f, const struct rb_move *m, struct refusal *no)
{
	struct vec from = s->fig[f].at;
	int32_t label = s->fig[f].label;

	if (!m->moves)
		return rb_no(no, RB_REFUSAL_NO_DESTINATION, CV_PROF_08);
	if (RULE(CV_PROF_08,
		 !geo_in_arc(from, s->fig[f].facing, s->def[f].arc, m->end)))
		return rb_no(no, RB_REFUSAL_TRAMPLE_ARC, CV_PROF_08);
	if (RULE(CV_PROF_08, ground_hill(&b->g, from) != GROUND_NONE))
		return rb_no1(no, RB_REFUSAL_NOT_ON_GROUND, CV_PROF_08, label);
	return true;
}

bool rb_decide_trample(struct run *r, int seat, const struct decision *d,
		       struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int f = ride_check(s, seat, d, RB_PROF_TRAMPLE, no);
	struct trodden under[RB_MAX_FIGS];
	struct rb_ground b;
	struct rb_move m;
	bool goes = true;
	int n;

	if (f < 0)
		return false;
	rb_ground_for(r, &b);
	if (!ride_plan(s, &b, f, d, RB_GAIT_TRAMPLE, &m, no) ||
	    !trample_check(s, &b, f, &m, no))
		return false;
	n = cavalry_actions_crossed(s, &b, f, &m, under);
	rb_action_declare(r, f, RB_ACTION_MOVE, NULL, 0, 1, CV_PROF_08);
	if (RULE(RB_BRK_01, m.breaks))
		goes = rb_break_away(r, f, m.breaks, CV_PROF_09);
	if (r->unknown)
		return true;
	if (goes)
		rb_move_emit(r, &m);
	for (int i = 0; goes && i < n && !r->unknown; i++)
		cavalry_actions_trample(r, d, f, under[i].fig);
	if (!r->unknown)
		rb_move_follow(r, seat, d, &m, goes);
	return true;
}
