/*
 * src/games/arena/rules/decide.c - dispatches every order to the function that
 * executes it
 */
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/triggers.h"
#include "games/arena/rules/attack_parts.h"

/* --- lines that are kept
 * -------------------------------------------------------------- */

/* a REVEAL without a moment: would it do now (AR-ORD-04)? */
static bool reveal_now(struct ar_work *w, int seat, const struct decision *d,
		       int32_t *obj, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	bool force = decision_int(d, AR_TAG_FORCE, 0);
	struct decision_arg item, on;

	*obj = 0;
	if (!decision_find(d, AR_TAG_ITEM, &item) || item.n < 3)
		return ar_no(no, AR_REFUSAL_NOT_HIDDEN, AR_MAIL_39, 0);
	ar_no(no, AR_REFUSAL_NOT_HIDDEN, AR_MAIL_39, 0);
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];
		const struct ar_obj *host = ar_obj(s, o->host);

		if (o->ctl != seat || !o->hidden ||
		    (item.w[0] == AR_NAMES_OBJECT ? o->handle != item.w[2]
						  : o->card != item.w[2]))
			continue;
		if (decision_find(d, AR_TAG_TARGET, &on) &&
		    !(on.w[0] == AR_NAMES_ZONE
			      ? o->zone == on.w[2]
			      : host && ar_subject(s, seat, on.w, on.n, host)))
			continue;
		if (!ar_check_reveal(w, seat, o->handle, force, no))
			return false;
		*obj = o->handle;
		return true;
	}
	return false;
}

static bool decide_reveal(struct ar_work *w, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	bool later = decision_has(d, AR_TAG_PHASE) ||
		     decision_int(d, AR_TAG_AUTO, 0);
	struct decision_arg to;
	struct ar_frame *f = ar_below(w, AR_FRAME_WINDOW);
	bool here = ar_asked(s) == seat && ar_answering(s) == AR_ORDER_REVEAL;
	int32_t obj, target = 0;
	int under_way = w->n;
	bool may;

	/* AR-GEN-09: in which action the game stands, and what that will cost,
	 * refuses nothing: what cannot be here waits for its end */
	w->n = 0;
	may = later || reveal_now(w, seat, d, &obj, no);
	w->n = under_way;
	if (!may)
		return false;
	/* a view cannot tell whether it is the answer or has to wait for the
	 * end of the action, for which there may be no room */
	if (here && !later && s->frame.n == AR_UNKNOWN) {
		w->r->unknown = true;
		return true;
	}
	here = here && f && !later && reveal_now(w, seat, d, &obj, NULL);
	if (decision_find(d, AR_TAG_TO, &to))
		target = ar_place(w, seat, s->player[seat].mage, &to);
	/* AR-MAIL-39: between two actions it is done at once */
	if (!later && !s->frame.n &&
	    RULE(AR_MAIL_39, s->head.phase > AR_SETUP)) {
		ar_reveal_start(w, obj, target,
				decision_int(d, AR_TAG_FORCE, 0));
		return true;
	}
	if (!here)
		return ar_line_set(w, seat, d, no);
	f->window.answer = obj;
	if (target)
		f->window.to = target;
	AR_EMIT(w, AR_EV_ANSWERED, AR_MAIL_44, seat);
	return true;
}

static bool decide_line(struct ar_work *w, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	int n = decision_int(d, AR_TAG_COUNT, 0);

	switch (d->kind) {
	case AR_ORDER_RESERVE:
		ar_seat_note(w, seat, AR_SEAT_RESERVE, n < 0 ? 0 : n);
		return true;
	case AR_ORDER_ASK:
		n = decision_int(d, AR_TAG_POLICY, AR_POLICY_NEVER);
		ar_seat_note(w, seat, AR_SEAT_ASK,
			     n == AR_POLICY_ALWAYS      ? AR_ASK_ALWAYS
			     : n == AR_POLICY_IMPORTANT ? AR_ASK_IMPORTANT
							: AR_ASK_NEVER);
		return true;
	case AR_ORDER_FORGET:
		if (n < 1 || n > ar_lines(s, seat))
			return ar_no(no, AR_REFUSAL_NO_LINE, AR_MAIL_07, n);
		ar_line_drop(w, seat, n - 1, AR_LINE_FORGOTTEN);
		return true;
	case AR_ORDER_REVEAL: return decide_reveal(w, seat, d, no);
	default:
		return ar_asked(s) == seat && d->kind == ar_answering(s)
			       ? ar_answer(w, seat, d, no)
			       : ar_line_set(w, seat, d, no);
	}
}

/* --- the turn
 * ----------------------------------------------------------------------------
 */

/* one alternative of a quickcast or use, started if it is legal */
static bool start_quick(struct ar_work *w, int seat, const struct decision *d,
			bool use, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *mage = ar_mage(s, seat);
	struct refusal why = { 0 };
	struct ar_choice c;
	struct ar_alt alt;
	bool new_step;
	int at = 0;

	if (!mage)
		return ar_no(no, AR_REFUSAL_BAD_TIME, AR_QC_01, 0);
	if (!use && RULE(AR_QC_01, !s->player[seat].quickcast))
		return ar_no(no, AR_REFUSAL_NO_QUICKCAST, AR_QC_01, 0);
	while (ar_alt_next(d, at, &alt, &at, &new_step)) {
		memset(&c, 0, sizeof(c));
		if (alt.verb == AR_DO_CAST) {
			if (!ar_read_cast(w, mage->handle, AR_BY_QUICKCAST,
					  &alt, &c.frame.cast, &why))
				continue;
			c.frame.kind = AR_FRAME_CAST;
		} else if (!ar_check_use(w, mage->handle, AR_BY_QUICKCAST, &alt,
					 &c, &why)) {
			continue;
		}
		*ar_push(w, (enum ar_frame_kind)c.frame.kind) = c.frame;
		return true;
	}
	if (!why.reason) /* it says of nothing that it be done */
		return ar_no(no, AR_REFUSAL_NO_ABILITY, AR_QC_01, mage->handle);
	*no = why;
	return false;
}

static enum verdict decide_before(struct ar_work *w, int seat,
				  const struct decision *d, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	int32_t fig = ar_fig(s, seat, d);
	const struct ar_obj *o = ar_obj(s, fig), *bound = ar_committed(s);

	if (!o)
		return VERDICT_GONE;
	if (!o->active || o->ctl != seat)
		return VERDICT_LATER;
	if (RULE(AR_QC_05, bound && bound != o))
		return VERDICT_LATER;
	if (!start_quick(w, seat, d, d->kind == AR_ORDER_USE_BEFORE, no))
		return VERDICT_REFUSED;
	ar_enter_step(w, AR_STEP_BOUND, seat, fig);
	return VERDICT_DONE;
}

static enum verdict decide_after(struct ar_work *w, int seat,
				 const struct decision *d, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);

	if (s->step != AR_STEP_AFTER || s->head.active != seat ||
	    s->actor != ar_fig(s, seat, d))
		return VERDICT_LATER;
	if (!start_quick(w, seat, d, d->kind == AR_ORDER_USE_AFTER, no))
		return VERDICT_REFUSED;
	return VERDICT_DONE;
}

/* An ability before or after the action phase of a team-mate's creature is kept
 * as a line until that creature acts (AR-QC-08). */
static enum verdict decide_mates(struct ar_work *w, int seat,
				 const struct decision *d, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, ar_fig(s, seat, d));

	if (!o)
		return VERDICT_GONE;
	if (o->ctl == seat || !ar_friends(s, o->ctl, seat))
		return VERDICT_LATER;
	/* .. that acts now, or still may in this round */
	if (!o->active && (d->kind != AR_ORDER_USE_AFTER ||
			   s->actor != o->handle || !s->frame.n))
		return VERDICT_LATER;
	return ar_line_set(w, seat, d, no) ? VERDICT_DONE : VERDICT_REFUSED;
}

/* The entry is one creature's, or the same of several, one after the other
 * (AR-MAIL-53): how many of them can act, and the first of these; -1: none of
 * them is in play. */
static int next_of_many(const struct ar_state *s, int seat,
			const struct decision *d, struct decision *its)
{
	struct decision_arg a;
	int n = 0, there = 0;

	decision_start(its, AR_ORDER_ACT);
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		int32_t fig = a.tag == AR_TAG_FIG && !a.w[0]
				      ? s->player[seat].mage
				      : a.w[0];
		const struct ar_obj *o =
			a.tag == AR_TAG_FIG ? ar_obj(s, fig) : NULL;

		if (a.tag == AR_TAG_FIG && !o)
			continue;
		there += o != NULL;
		if (o && o->ctl == seat &&
		    (RULE(AR_ACT_01, !o->active) || !o->zone))
			continue;
		if (o && n++)
			continue;
		decision_add(its, a.tag, a.w, a.n);
	}
	return there ? n : -1;
}

/* what it was told last takes the place of SAME (AR-MAIL-53) */
static bool same_entry(const struct ar_state *s, int seat, struct decision *d,
		       struct refusal *no)
{
	const struct ar_kept *k = &s->kept[seat];
	int32_t fig = ar_fig(s, seat, d);

	if (decision_int(d, AR_TAG_STEP, AR_DO_NOTHING) != AR_DO_SAME)
		return true;
	for (int at = 0; at < k->n; at += k->w[at] + 1) {
		if (!RULE(AR_MAIL_53, k->w[at + 1] == fig))
			continue;
		decision_start(d, AR_ORDER_ACT);
		decision_add_int(d, AR_TAG_FIG, fig);
		memcpy(d->w + d->n, k->w + at + 2,
		       (size_t)(k->w[at] - 1) * sizeof(int32_t));
		d->n = (uint16_t)(d->n + k->w[at] - 1);
		return true;
	}
	return ar_no(no, AR_REFUSAL_NO_ENTRY, AR_MAIL_53, fig);
}

/* the entry without its creature, for SAME in a later round */
static void keep_entry(struct ar_work *w, int seat, int32_t fig,
		       const struct decision *d)
{
	const struct ar_kept *k = &ar_state_of(w)->kept[seat];
	struct decision its;
	struct decision_arg a;
	struct event e;

	decision_start(&its, AR_ORDER_ACT);
	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag != AR_TAG_FIG)
			decision_add(&its, a.tag, a.w, a.n);
	for (int at = 0; at < k->n; at += k->w[at] + 1)
		if (k->w[at + 1] == fig && k->w[at] - 1 == its.n &&
		    !memcmp(k->w + at + 2, its.w, its.n * sizeof(int32_t)))
			return;
	if (its.n + 2 > AR_KEPT_WORDS)
		return;
	ar_event_entry_kept(&e, AR_MAIL_53, seat, fig, its.w, its.n);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	ar_event_emit(w, &e);
}

static enum verdict decide_act(struct ar_work *w, int seat,
			       const struct decision *d, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision its;
	int n = next_of_many(s, seat, d, &its);

	if (n < 0)
		return VERDICT_GONE;
	if (!n)
		return VERDICT_LATER;
	if (!same_entry(s, seat, &its, no))
		return VERDICT_REFUSED;
	if (!ar_check_act(w, seat, &its, no))
		return no->reason == AR_REFUSAL_BOUND ? VERDICT_LATER
						      : VERDICT_REFUSED;
	if (s->head.option[AR_OPTION_PACE] >= AR_PACE_N)
		ar_seat_note(w, seat, AR_SEAT_PACED, s->player[seat].paced + 1);
	keep_entry(w, seat, ar_fig(s, seat, &its), &its);
	ar_act_start(w, ar_fig(s, seat, &its), &its);
	return RULE(AR_MAIL_53, n > 1) ? VERDICT_STAYS : VERDICT_DONE;
}

/* who cast before a turn activates that creature; if it can no longer be, any
 * other: the first is named */
static int32_t must_activate(const struct ar_state *s, int seat)
{
	const struct ar_obj *o = ar_committed(s);

	for (int i = 0; !o && i < s->n_objects; i++)
		o = ar_is_active(s, seat, &s->obj[i]) ? &s->obj[i] : NULL;
	return o ? o->handle : 0;
}

static enum verdict decide_pass(struct ar_work *w, int seat,
				const struct decision *d, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	bool stays = decision_int(d, AR_TAG_WHILE, 0);
	int own, most;

	if (RULE(AR_QC_05, s->step == AR_STEP_BOUND)) {
		ar_no(no, AR_REFUSAL_BOUND, AR_QC_05, must_activate(s, seat));
		return stays ? VERDICT_LATER : VERDICT_REFUSED;
	}
	if (!ar_may_pass(s, seat, &own, &most)) {
		ar_no2(no, AR_REFUSAL_NO_PASS, AR_PASS_02, own, most);
		return stays ? VERDICT_LATER : VERDICT_REFUSED;
	}
	AR_EMIT(w, AR_EV_PASSED, AR_PASS_01, seat, own, most);
	ar_turn_done(w);
	return stays ? VERDICT_STAYS : VERDICT_DONE;
}

static enum verdict decide_stop(struct ar_work *w, int seat,
				const struct decision *d, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, ar_fig(s, seat, d));

	(void)no;
	if (o && o->active)
		return VERDICT_LATER;
	/* it stands still, and one question is enough */
	if (ar_asked(s) == seat)
		return VERDICT_GONE;
	return ar_stop_for(w, seat, AR_ASKS_WINDOW, o ? o->handle : 0,
			   AR_WIN_NONE)
		       ? VERDICT_DONE
		       : VERDICT_GONE;
}

static enum verdict in_turn(struct ar_work *w, int seat,
			    const struct decision *d, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	bool after =
		d->kind == AR_ORDER_QC_AFTER || d->kind == AR_ORDER_USE_AFTER;
	enum verdict verdict;
	bool asked;

	if (s->head.active != seat &&
	    (d->kind == AR_ORDER_USE_BEFORE || d->kind == AR_ORDER_USE_AFTER))
		return decide_mates(w, seat, d, no);
	if (s->head.phase != AR_TURNS || s->head.active != seat || s->frame.n) {
		ar_no(no, AR_REFUSAL_BAD_TIME, AR_RND_14, 0);
		return VERDICT_REFUSED;
	}
	if (!after && s->step != AR_STEP_MAIN && s->step != AR_STEP_BOUND) {
		ar_no(no, AR_REFUSAL_BAD_TIME, AR_RND_14, 0);
		return VERDICT_REFUSED;
	}
	asked = ar_asked(s) == seat && d->kind != AR_ORDER_STOP;
	switch (d->kind) {
	case AR_ORDER_ACT: verdict = decide_act(w, seat, d, no); break;
	case AR_ORDER_PASS: verdict = decide_pass(w, seat, d, no); break;
	case AR_ORDER_STOP: verdict = decide_stop(w, seat, d, no); break;
	case AR_ORDER_QC_AFTER:
	case AR_ORDER_USE_AFTER: verdict = decide_after(w, seat, d, no); break;
	default: verdict = decide_before(w, seat, d, no);
	}
	/* it follows a stop of its own */
	if (asked && (verdict == VERDICT_DONE || verdict == VERDICT_STAYS))
		AR_EMIT(w, AR_EV_ANSWERED, AR_MAIL_42, seat);
	/* from a halt it goes on just as if there had been none */
	if (s->stopped == seat + AR_MAX_SEATS &&
	    (verdict == VERDICT_DONE || verdict == VERDICT_STAYS))
		AR_EMIT(w, AR_EV_STEP, AR_MAIL_42, s->step, seat, s->actor);
	return verdict;
}

/* --- the rest
 * ------------------------------------------------------------------------------
 */

static bool seat_phase(const struct ar_state *s, int seat, int phase)
{
	return s->head.phase == phase && s->step == AR_STEP_MAIN &&
	       s->head.active == seat && !s->frame.n;
}

/* planning deadlines missed in a row: who misses too many is dropped */
static void count_silence(struct ar_work *w, int seat, bool silent)
{
	const struct ar_state *s = ar_state_of(w);
	int32_t n = silent ? s->player[seat].silent + 1 : 0;

	ar_seat_note(w, seat, AR_SEAT_SILENT, n);
	if (RULE(AR_MAIL_46, n >= s->head.option[AR_OPTION_DROP_AFTER]))
		ar_fall(w, seat, true);
}

static bool decide_end(struct ar_work *w, int seat, const struct decision *d,
		       struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);

	bool planning = s->head.phase == AR_PLAN && s->step == AR_STEP_MAIN;

	if (planning && s->player[seat].plan_in) /* sent anew */
		return true;
	if (s->player[seat].plan_in || !(planning || s->step == AR_STEP_ASKED))
		return ar_no(no, AR_REFUSAL_BAD_TIME, AR_MAIL_06, 0);
	AR_EMIT(w, AR_EV_PLAN_IN, AR_MAIL_06, seat, 1);
	if (s->head.phase == AR_PLAN)
		count_silence(w, seat, !decision_int(d, AR_TAG_YES, 1));
	return true;
}

static bool decide_nothing(struct ar_work *w, int seat, struct refusal *no)
{
	if (ar_asked(ar_state_of(w)) != seat)
		return ar_no(no, AR_REFUSAL_BAD_TIME, AR_MAIL_49, 0);
	w->answered = ar_answering(ar_state_of(w)) != AR_ORDER_REVEAL;
	AR_EMIT(w, AR_EV_ANSWERED, AR_MAIL_49, seat);
	return true;
}

static bool decide_any(const struct ar_work *w, const void *about,
		       const struct ar_obj *o, struct refusal *no)
{
	(void)w;
	(void)about;
	(void)o;
	(void)no;
	return true;
}

/* CHECK: the dice of an attack, from what the seat may know */
static bool decide_check(struct ar_work *w, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_wanted want = { decide_any, NULL, 0, seat, true };
	const struct ar_obj *by =
		ar_obj(s, decision_has(d, AR_TAG_FIG) ? ar_fig(s, seat, d)
						      : s->player[seat].mage);
	struct decision_arg arg, with = { 0 };
	int32_t target = 0, b;
	bool told = false;

	if (!by)
		return ar_no(no, AR_REFUSAL_NO_OBJECT, AR_MAIL_48, 0);
	want.from = by->handle;
	if (!decision_find(d, AR_TAG_WITH, &with))
		with.n = 0;
	if (decision_find(d, AR_TAG_TARGET, &arg))
		target = ar_aim(w, &arg, &want, &b, no);
	if (!ar_obj(s, target))
		return ar_no(no, AR_REFUSAL_NO_TARGET, AR_MAIL_48, 0);
	for (int i = 0;; i++) {
		struct ar_attack a = { .attacker = by->handle,
				       .target = target,
				       .seat = by->ctl };
		struct ar_why why = { .n = 0 };
		struct event e;
		bool legal;
		int n;

		if (!ar_profile_of(s, by, i, &a.source, &a.card, &a.profile))
			break;
		if (with.n && !ar_profile_called(s, (int)a.card, (int)a.profile,
						 with.w, with.n))
			continue;
		a.kind = ar_attack_profile(s, &a)->kind;
		ar_attack_firsts(s, &a);
		legal = ar_check_attack(w, &a, no);
		n = ar_attack_dice(s, &a, &why);
		event_start(&e, AR_EV_CHECKED, AR_MAIL_48);
		e.audience = AUDIENCE_SEAT(seat);
		event_put(&e, AR_EV_CHECKED_ATTACKER, by->handle);
		event_put(&e, AR_EV_CHECKED_TARGET, target);
		event_put(&e, AR_EV_CHECKED_CARD, a.card);
		event_put(&e, AR_EV_CHECKED_PROFILE, a.profile);
		event_put(&e, AR_EV_CHECKED_DICE, n);
		event_put_ints(&e, AR_EV_CHECKED_MODS, why.mod, 2 * why.n);
		event_put(&e, AR_EV_CHECKED_ARMOR,
			  ar_armor(s, ar_obj(s, target), NULL));
		event_put(&e, AR_EV_CHECKED_LEGAL, legal);
		ar_event_emit(w, &e);
		told = true;
	}
	return told || ar_no(no, AR_REFUSAL_NO_ATTACK, AR_MAIL_48, by->handle);
}

static enum verdict decide_taken(bool ok)
{
	return ok ? VERDICT_DONE : VERDICT_REFUSED;
}

/* Is it the phase of orders of this kind? If not, by which rule. */
static bool in_time(const struct ar_state *s, int seat, int kind, int *rule)
{
	switch (kind) {
	case AR_ORDER_MAGE:
	case AR_ORDER_BOOK:
	case AR_ORDER_INITIATIVE:
		*rule = AR_SETUP_01;
		return s->head.phase == AR_SETUP;
	case AR_ORDER_PLAN:
		*rule = AR_RND_09;
		return s->head.phase == AR_PLAN && s->step == AR_STEP_MAIN;
	case AR_ORDER_DEPLOY:
		*rule = AR_RND_12;
		return seat_phase(s, seat, AR_DEPLOY);
	case AR_ORDER_QC_FIRST:
		*rule = AR_QC_07;
		return seat_phase(s, seat, AR_FIRST);
	case AR_ORDER_QC_LAST:
		*rule = AR_QC_07;
		return seat_phase(s, seat, AR_FINAL);
	default: return true;
	}
}

static enum verdict decide(struct ar_work *w, int seat,
			   const struct decision *d, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	int rule;
	enum order_class is = decision_row(&w->r->sys->decisions, d->kind)->is;

	if (is == CLASS_QUERY)
		return decide_taken(decide_check(w, seat, d, no));
	if (s->head.phase == AR_OVER)
		return decide_taken(
			ar_no(no, AR_REFUSAL_BAD_TIME, AR_GEN_03, 0));
	if (d->kind == AR_ORDER_WITHDRAW) {
		if (!decision_int(d, AR_TAG_FORCE, 0))
			return decide_taken(ar_no(no, AR_REFUSAL_NEEDS_FORCE,
						  AR_ORD_04, 0));
		ar_fall(w, seat, true);
		return VERDICT_DONE;
	}
	if (is == CLASS_STANDING)
		return decide_taken(decide_line(w, seat, d, no));
	if (!in_time(s, seat, d->kind, &rule))
		return decide_taken(ar_no(no, AR_REFUSAL_BAD_TIME, rule, 0));
	switch (d->kind) {
	case AR_ORDER_MAGE:
	case AR_ORDER_BOOK:
	case AR_ORDER_INITIATIVE:
		return decide_taken(ar_decide_setup(w, seat, d, no));
	case AR_ORDER_PLAN: return decide_taken(ar_decide_plan(w, seat, d, no));
	case AR_ORDER_END: return decide_taken(decide_end(w, seat, d, no));
	case AR_ORDER_NOTHING: return decide_taken(decide_nothing(w, seat, no));
	case AR_ORDER_DEPLOY:
		return decide_taken(ar_decide_deploy(w, seat, d, no));
	case AR_ORDER_QC_FIRST:
	case AR_ORDER_QC_LAST:
		return decide_taken(start_quick(w, seat, d, false, no));
	default: return in_turn(w, seat, d, no);
	}
}

/* one step of each kind of frame */
static void (*const steps[N_AR_FRAMES])(struct ar_work *w,
					struct ar_frame *f) = {
	[AR_FRAME_ACT] = ar_step_act,       [AR_FRAME_MOVE] = ar_step_move,
	[AR_FRAME_SHIFT] = ar_step_shift,   [AR_FRAME_CAST] = ar_step_cast,
	[AR_FRAME_ATTACK] = ar_step_attack, [AR_FRAME_SWING] = ar_step_swing,
	[AR_FRAME_SWEEP] = ar_step_sweep,   [AR_FRAME_WINDOW] = ar_step_window,
	[AR_FRAME_REVEAL] = ar_step_reveal, [AR_FRAME_MUST] = ar_step_must,
	[AR_FRAME_CLAUSE] = ar_step_clause, [AR_FRAME_UPKEEP] = ar_step_upkeep,
	[AR_FRAME_USE] = ar_step_use,       [AR_FRAME_CHAIN] = ar_step_chain,
	[AR_FRAME_CLEAR] = ar_step_clear
};

void ar_work_run(struct ar_work *w)
{
	struct ar_frame before;
	int n;

	while (w->n && !w->asked && !w->r->unknown &&
	       ar_state_of(w)->head.phase != AR_OVER) {
		struct ar_frame *f = &w->f[w->n - 1];

		if (!f->kind) { /* a view: nobody may know what it is */
			w->r->unknown = true;
			break;
		}
		before = *f;
		n = w->n;
		w->told = w->r->out->n;
		w->again = false;
		steps[f->kind](w, f);
		if (w->again) {
			w->n = n;
			*f = before;
		}
		w->answered = false;
		ar_answer_used(w);
	}
	if (ar_state_of(w)->head.phase == AR_OVER)
		w->n = 0; /* AR-GEN-03 */
}

enum verdict ar_decide(struct run *r, int seat, const struct decision *d,
		       struct refusal *no)
{
	const struct ar_state *s = r->state;
	enum verdict verdict;
	struct ar_work w;

	memset(no, 0, sizeof(*no));
	if (seat < 0 || seat >= AR_MAX_SEATS || !s->head.seat[seat].present ||
	    (s->head.phase > AR_SETUP && !s->player[seat].alive)) {
		ar_no(no, AR_REFUSAL_BAD_TIME, AR_RND_14, 0);
		return VERDICT_REFUSED;
	}
	ar_work_load(&w, r);
	verdict = decide(&w, seat, d, no);
	if (verdict == VERDICT_DONE || verdict == VERDICT_STAYS) {
		if (ar_asked(s) < 0)
			ar_work_run(&w);
		ar_work_save(&w);
	}
	return r->unknown ? VERDICT_UNKNOWN : verdict;
}

/* --- going on
 * --------------------------------------------------------------------------------
 */

void ar_advance(struct run *r)
{
	const struct ar_state *s = r->state;
	struct ar_work w;

	if (s->head.phase == AR_OVER || s->head.phase == AR_BEFORE ||
	    ar_asked(s) >= 0)
		return;
	ar_work_load(&w, r);
	do {
		ar_work_run(&w);
	} while (!w.asked && !r->unknown && s->head.phase != AR_OVER &&
		 r->out->max - r->out->n > ADVANCE_ROOM && ar_round(&w));
	ar_work_save(&w);
}

/* a DEFAULT of the seat that fits: lowest handle first, Mages last */
static bool take_default(struct ar_work *w, int seat)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision d, best;
	int32_t rank = INT32_MAX;
	struct refusal no;

	for (int i = 0; ar_line(s, seat, i, &d); i++) {
		const struct ar_obj *o;
		int32_t r;

		if (d.kind != AR_ORDER_DEFAULT)
			continue;
		o = ar_obj(s, ar_fig(s, seat, &d));
		if (!o || !o->active || !ar_line_holds(s, seat, &d, o, NULL) ||
		    !same_entry(s, seat, &d, &no) ||
		    !ar_check_act(w, seat, &d, &no))
			continue;
		r = o->handle + (ar_kind(s, o) == AR_MAGE ? 100000 : 0);
		if (r < rank) {
			rank = r;
			best = d;
		}
	}
	if (rank == INT32_MAX || !RULE(AR_MAIL_17, true))
		return false;
	ar_act_start(w, ar_fig(s, seat, &best), &best);
	return true;
}

/* no stop is left: it passes, or the least of its creatures guards */
static void take_silent(struct ar_work *w, int seat)
{
	struct decision d;
	struct refusal no;

	if (!RULE(AR_MAIL_45, ar_default_order(w->r->state, seat, &d)))
		return;
	if (d.kind == AR_ORDER_PASS)
		decide_pass(w, seat, &d, &no);
	else
		ar_act_start(w, ar_fig(ar_state_of(w), seat, &d), &d);
}

/* the creature turn of a seat whose queue has nothing that fits */
static void close_turn(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	int seat = (int)s->head.active;

	bool refused = w->r->stopped >> seat & 1;

	if (s->step == AR_STEP_AFTER) {
		ar_turn_done(w);
		return;
	}
	/* S3: an entry was refused, and its owner wants to be asked */
	if (!RULE(AR_MAIL_12, refused) && take_default(w, seat))
		return;
	if (!RULE(AR_MAIL_43,
		  s->player[seat].stops >= s->head.option[AR_OPTION_STOPS])) {
		AR_EMIT(w, AR_EV_STOPPED, AR_MAIL_40, seat, 1);
		return;
	}
	if (!take_default(w, seat))
		take_silent(w, seat);
}

/* where a game is taken back into a round: no stop of the player's own */
void ar_ask(struct run *r)
{
	struct ar_work w;

	ar_work_load(&w, r);
	AR_EMIT(&w, AR_EV_STOPPED, AR_MAIL_40,
		(int)ar_state_of(&w)->head.active, 0);
	ar_work_save(&w);
}

void ar_close(struct run *r)
{
	const struct ar_state *s = r->state;
	struct ar_work w;

	ar_work_load(&w, r);
	switch (s->head.phase) {
	case AR_SETUP: ar_setup_close(&w); break;
	case AR_DEPLOY:
		if (!ar_deploy_default(&w, (int)s->head.active))
			ar_seat_done(&w);
		break;
	case AR_FIRST:
	case AR_FINAL: ar_seat_done(&w); break;
	default: close_turn(&w);
	}
	ar_work_run(&w);
	ar_work_save(&w);
}
