/*
 * src/games/arena/rules/action_phase.c - runs an action phase by the plan of
 * the order ACT (AR-ACT)
 */
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/attack_parts.h"

/* the creature acts now, as far as checks of its first step go */
static void action_phase_pretend(struct ar_obj *o)
{
	o->act_moves = o->act_hindered = 0;
	o->act_done = o->act_charge = 0;
}

/* some alternative of the first step is legal now, or to guard is, where that
 * is what is left to do (AR-MAIL-12) */
static bool first_step(struct ar_work *w, const struct ar_obj *o,
		       const struct decision *d, struct refusal *no)
{
	const struct ar_alt guard = { .verb = AR_DO_GUARD, .d = d };
	struct ar_choice c;
	struct ar_alt alt;
	bool new_step, ok = false;
	int at = 0, steps = 0;
	struct ar_obj was = *o;

	ar_no(no, AR_REFUSAL_NO_TARGET, AR_MAIL_12, 0);
	/* as it will be once it is activated; put back below */
	action_phase_pretend((struct ar_obj *)o);
	((struct ar_obj *)o)->guard = 0;
	while (!ok && ar_alt_next(d, at, &alt, &at, &new_step)) {
		if (new_step && alt.verb == AR_DO_BOOST)
			ok = true; /* the boost is paid whatever follows */
		if (new_step && steps++)
			break;
		ok = ok || ar_check(w, was.handle, &alt, &c, no);
	}
	ok = ok || (decision_int(d, AR_TAG_THEN_GUARD, 0) &&
		    ar_check(w, was.handle, &guard, &c, NULL));
	*(struct ar_obj *)o = was;
	return ok || !steps;
}

bool ar_check_act(struct ar_work *w, int seat, const struct decision *d,
		  struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	int32_t handle = ar_fig(s, seat, d);
	const struct ar_obj *o = ar_obj(s, handle), *bound = ar_committed(s);

	if (!o)
		return ar_no(no, AR_REFUSAL_NO_OBJECT, AR_MAIL_12, handle);
	if (RULE(AR_OBJ_03, o->ctl != seat) || !ar_is_creature(s, o))
		return ar_no(no, AR_REFUSAL_NOT_YOURS, AR_OBJ_03, handle);
	if (!o->zone)
		return ar_no(no, AR_REFUSAL_INACTIVE, AR_ACT_01, handle);
	if (RULE(AR_QC_05, bound && bound != o))
		return ar_no(no, AR_REFUSAL_BOUND, AR_QC_05, bound->handle);
	if (ar_forced_any(w, o))
		return true;
	return first_step(w, o, d, no) ||
	       RULE(AR_ACT_15, ar_incapacitated(s, o));
}

void ar_act_start(struct ar_work *w, int32_t actor, const struct decision *d)
{
	struct ar_frame *f = ar_push(w, AR_FRAME_ACT);

	f->act.actor = actor;
	w->plan = *d;
	w->plan.kind = AR_ORDER_ACT;
}

static bool has_boost(const struct decision *d)
{
	struct decision_arg a;

	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if ((a.tag == AR_TAG_STEP || a.tag == AR_TAG_ALT) &&
		    a.w[0] == AR_DO_BOOST)
			return true;
	return false;
}

static void action_phase_activate(struct ar_work *w, struct ar_frame *f)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_roles about = { .who = f->act.actor };
	const struct ar_obj *o = ar_obj(s, f->act.actor);

	AR_EMIT(w, AR_EV_ACTIVATED, AR_ACT_01, f->act.actor, o->ctl,
		has_boost(&w->plan));
	ar_mods_end(w, f->act.actor, AR_WAKE);
	ar_fire(w, AR_ON_ACTIVATE, &about);
}

static void tell_skipped(struct ar_work *w, int seat, const struct ar_act *x,
			 const struct refusal *no)
{
	struct event e;

	event_start(&e, AR_EV_STEP_SKIPPED, no->rule);
	event_because(&e, AR_MAIL_14);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	event_put(&e, AR_EV_STEP_SKIPPED_SEAT, seat);
	event_put(&e, AR_EV_STEP_SKIPPED_OBJ, x->actor);
	event_put(&e, AR_EV_STEP_SKIPPED_NUMBER, x->n);
	event_put_text(&e, AR_EV_STEP_SKIPPED_REASON,
		       str_of(ar_refusals[no->reason].name));
	event_put_ints(&e, AR_EV_STEP_SKIPPED_ARGS, no->args, no->n_args);
	ar_event_emit(w, &e);
}

static void action_phase_skipped(struct ar_work *w, const struct ar_act *x,
				 const struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, x->actor);

	tell_skipped(w, o ? (int)o->ctl : (int)s->head.active, x, no);
}

/* the first alternative of the line that is legal */
static void use_line(struct ar_work *w, int seat, const struct ar_act *x,
		     const struct decision *d)
{
	const struct ar_obj *mage = ar_mage(ar_state_of(w), seat);
	struct refusal no = { 0 };
	struct ar_choice c;
	struct ar_alt alt;
	bool new_step;
	int at = 0;

	while (mage && ar_alt_next(d, at, &alt, &at, &new_step)) {
		if (!ar_check_use(w, mage->handle, AR_BY_QUICKCAST, &alt, &c,
				  &no))
			continue;
		*ar_push(w, (enum ar_frame_kind)c.frame.kind) = c.frame;
		return;
	}
	if (no.reason)
		tell_skipped(w, seat, x, &no);
}

/* AR-QC-08: the next line of a team-mate about this action phase, in the order
 * of turns; false: there is none */
static bool mates_use(struct ar_work *w, const struct ar_act *x, int kind)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision d;

	for (int k = 0; k < AR_MAX_SEATS; k++) {
		int seat = ((int)s->head.active + k) % AR_MAX_SEATS;

		for (int i = 0;
		     s->player[seat].alive && ar_line(s, seat, i, &d); i++) {
			if (d.kind != kind || ar_fig(s, seat, &d) != x->actor)
				continue;
			ar_line_drop(w, seat, i, AR_LINE_USED);
			use_line(w, seat, x, &d);
			return true;
		}
	}
	return false;
}

/* AR-ACT-20, -21: it must attack, whatever the entry says (AR-MAIL-15) */
static bool must_attack(struct ar_work *w, struct ar_frame *f)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, f->act.actor);
	const int32_t target[] = { AR_NAMES_OBJECT, AR_SIDE_NONE,
				   ar_forced_any(w, o) };
	struct ar_choice c;
	struct decision d;
	struct ar_alt alt;
	bool new_step;
	int next;

	if (!target[2])
		return false;
	decision_start(&d, AR_ORDER_ACT);
	decision_add_int(&d, AR_TAG_STEP, AR_DO_ATTACK);
	decision_add(&d, AR_TAG_TARGET, target, 3);
	ar_alt_next(&d, 0, &alt, &next, &new_step);
	if (!ar_check(w, f->act.actor, &alt, &c, NULL))
		return false;
	c.frame.swing.forced = 1;
	ar_start(w, f->act.actor, &c);
	return true;
}

static bool has_attack_left(const struct ar_work *w, int at)
{
	struct ar_alt alt;
	bool new_step;

	while (ar_alt_next(&w->plan, at, &alt, &at, &new_step))
		if (alt.verb == AR_DO_ATTACK)
			return true;
	return false;
}

/* the next step of the plan: the first alternative that is legal */
static void next_step(struct ar_work *w, struct ar_frame *f)
{
	struct ar_act *x = &f->act;
	struct refusal no = { 0 };
	struct ar_choice c;
	struct ar_alt alt;
	bool new_step, any = false, must = false, done = false, deed = false;
	int at = (int)x->at, next;

	while (ar_alt_next(&w->plan, at, &alt, &next, &new_step)) {
		if (any && new_step)
			break;
		if (!any)
			x->n++;
		any = true;
		must |= alt.must;
		deed |= alt.verb != AR_DO_MOVE;
		at = next;
		if (done)
			continue;
		if (ar_check(w, x->actor, &alt, &c, &no)) {
			x->waited = 1;
			x->at = at; /* where it goes on if it is taken back */
			ar_start(w, x->actor, &c);
			done = true;
		} else {
			action_phase_skipped(w, x, &no);
		}
	}
	if (!any) {
		x->ended = 1;
		return;
	}
	w->r->skipped |= !done && deed;
	if (!done && RULE(AR_MAIL_14, must))
		x->ended = 1;
	/* an attack that Helm of Fear took back tries what is left of the
	 * step: there x->at stands behind the alternative taken */
	if (!done || (c.verb != AR_DO_ATTACK))
		x->at = at;
	x->step_end = at;
}

/* THEN GUARD, if it still may (AR-MAIL-14) */
static void then_guard(struct ar_work *w, struct ar_frame *f)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), f->act.actor);
	struct ar_choice c;
	struct ar_alt alt = { .verb = AR_DO_GUARD, .d = &w->plan };

	if (!o || o->dying || !decision_int(&w->plan, AR_TAG_THEN_GUARD, 0) ||
	    !ar_check(w, f->act.actor, &alt, &c, NULL))
		return;
	ar_start(w, f->act.actor, &c);
}

static void cancel_rolls(struct ar_work *w, int32_t obj)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);
	int n = o ? (int)(o->cond[AR_CRIPPLE] - o->keep[AR_CRIPPLE]) : 0;

	for (int i = 0; i < n && !w->r->unknown; i++)
		if (ar_roll_d12(w, obj, AR_ROLL_CANCEL, AR_COND_06, 7, NULL,
				NULL) >= 7)
			ar_cond(w, obj, AR_CRIPPLE, -1, 0, false, AR_COND_06);
}

static void action_phase_clear(struct ar_work *w, int32_t obj, enum ar_cond c,
			       int rule)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);

	if (o && o->cond[c] > o->keep[c])
		ar_cond(w, obj, c, o->keep[c] - o->cond[c], 0, false, rule);
}

/* AR-ACT-14, in the default order */
static void end_phase(struct ar_work *w, int32_t obj)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);
	const struct ar_roles about = { .who = obj, .roll = AR_ROLL_CANCEL };

	if (o && o->cond[AR_CRIPPLE] > o->keep[AR_CRIPPLE] &&
	    ar_asks_reroll(w, &about))
		return;
	if (o && !o->dying && RULE(AR_SDATA_32, o->zone)) {
		action_phase_clear(w, obj, AR_DAZE, AR_COND_04);
		action_phase_clear(w, obj, AR_STUN, AR_COND_05);
		cancel_rolls(w, obj);
		if (RULE(AR_ACT_21, o->token[AR_TAUNT]))
			ar_token(w, obj, AR_TAUNT, -1, AR_ACT_21);
		ar_mods_end(w, obj, AR_ACTION);
	}
	if (!w->r->unknown)
		AR_EMIT(w, AR_EV_ACTION_ENDED, AR_ACT_14, obj);
}

static bool can_go_on(const struct ar_work *w, const struct ar_act *x)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, x->actor);

	return o && !o->dying && o->zone && !x->ended &&
	       (ar_kind(s, o) == AR_MAGE ||
		!RULE(AR_ACT_17, ar_incapacitated(s, o)));
}

enum at {
	AT_MATES,
	AT_ACTIVATE,
	AT_BOOST,
	AT_WINDOW,
	AT_STEP,
	AT_BACK,
	AT_GUARD,
	AT_END,
	AT_ACTED,
	AT_MATES_AFTER,
	AT_OVER
};

/* the lines of team-mates before the activation; it may end the creature */
static void mates_before(struct ar_work *w, struct ar_frame *f)
{
	const struct ar_obj *o;

	if (mates_use(w, &f->act, AR_ORDER_USE_BEFORE)) {
		f->step = AT_MATES;
		return;
	}
	o = ar_obj(ar_state_of(w), f->act.actor);
	if (!o || o->dying || !o->zone)
		f->step = AT_OVER;
}

/* what became of the step */
static void step_back(struct ar_work *w, struct ar_frame *f)
{
	struct ar_act *x = &f->act;

	f->step = AT_STEP;
	if (x->waited && w->result == -1)
		/* Helm of Fear: nothing is lost yet */
		ar_note(w, x->actor, AR_NOTE_ACT_DONE, AR_DONE_NOTHING);
	else
		x->at = x->step_end;
	x->waited = 0;
	w->result = 0;
}

void ar_step_act(struct ar_work *w, struct ar_frame *f)
{
	struct ar_act *x = &f->act;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, x->actor);

	switch (f->step++) {
	case AT_MATES: mates_before(w, f); break;
	case AT_ACTIVATE: action_phase_activate(w, f); break;
	case AT_BOOST:
		if (o && o->boosted)
			ar_boost(w, x->actor);
		break;
	case AT_WINDOW: ar_open_window(w, AR_WIN_ACTIVATES, x->actor); break;
	case AT_STEP:
		if (!can_go_on(w, x)) {
			f->step = AT_END;
			break;
		}
		if (ar_forced_any(w, o) && !has_attack_left(w, (int)x->at) &&
		    must_attack(w, f)) {
			x->waited = 1;
			x->step_end = x->at;
			break;
		}
		next_step(w, f);
		if (x->ended)
			f->step = AT_GUARD;
		break;
	case AT_BACK: step_back(w, f); break;
	case AT_GUARD: then_guard(w, f); break;
	case AT_END: end_phase(w, x->actor); break;
	case AT_ACTED: ar_open_window(w, AR_WIN_ACTED, x->actor); break;
	case AT_MATES_AFTER:
		if (mates_use(w, x, AR_ORDER_USE_AFTER))
			f->step = AT_MATES_AFTER;
		break;
	default: w->plan.n = 0; ar_pop(w, 1);
	}
}
