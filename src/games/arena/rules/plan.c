/* src/games/arena/rules/plan.c - runs planning and deployment (P5, P6) */
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/play.h"

/* --- P5
 * ---------------------------------------------------------------------------
 */

void ar_unplan_all(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);

	for (int seat = 0; seat < AR_MAX_SEATS; seat++) {
		const struct ar_player *p = &s->player[seat];
		int n = 0;

		if (!s->head.seat[seat].present)
			continue;
		for (int i = 0; i < AR_PLANNED; i++)
			n += p->planned[i] != 0;
		for (int i = 0; i < s->n_objects; i++)
			n += s->obj[i].ctl == seat && s->obj[i].planned != 0;
		if (RULE(AR_RND_09, n)) { /* what was not cast goes back */
			const int32_t none[] = { 0 };
			struct event e;

			ar_event_plan_set(&e, AR_RND_09, seat, none, 0);
			e.audience = ar_audience_of(s, seat);
			ar_event_emit(w, &e);
			AR_EMIT(w, AR_EV_RETURNED, AR_RND_09, seat, n, 0);
		}
		if (p->plan_in)
			AR_EMIT(w, AR_EV_PLAN_IN, AR_RND_09, seat, 0);
		ar_seat_note(w, seat, AR_SEAT_PLAN_TOUCHED, 0);
	}
}

/* the caster that the PLAN line names: the Mage without a word */
static const struct ar_obj *caster_of(const struct ar_state *s, int seat,
				      const struct decision *d,
				      struct refusal *no)
{
	struct decision_arg a;

	if (!decision_find(d, AR_TAG_TARGET, &a))
		return ar_mage(s, seat);
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->ctl == seat && !o->hidden &&
		    ar_subject(s, seat, a.w, a.n, o) &&
		    (o->handle == s->player[seat].mage ||
		     ar_is_spawnpoint(s, o) || ar_is_familiar(s, o)))
			return o;
	}
	ar_no(no, AR_REFUSAL_NOT_CASTER, AR_RND_09, 0);
	return NULL;
}

static bool may_plan(const struct ar_state *s, int seat, const struct ar_obj *o,
		     int card, const int32_t *plan, int n, struct refusal *no)
{
	const struct ar_player *p = &s->player[seat];
	int most = o->handle == p->mage ? AR_PLANNED : 1, have = 0, copies;
	int32_t least;

	copies = (int)p->book[card];
	for (int i = 0; i < n; i += 2) {
		have += plan[i] == o->handle;
		copies -= plan[i + 1] == card;
	}
	/* cards of the current plan count as in the book for the new plan */
	for (int i = 0; i < AR_PLANNED; i++)
		copies += p->planned[i] == card;
	for (int i = 0; i < s->n_objects; i++)
		copies += s->obj[i].ctl == seat && s->obj[i].planned == card;
	if (RULE(AR_RND_09, have >= most))
		return ar_no(no, AR_REFUSAL_TOO_MANY, AR_RND_09, card);
	if (RULE(AR_RND_10, copies < 1))
		return ar_no(no, AR_REFUSAL_NO_COPY, AR_RND_10, card);
	if (most == 1 &&
	    RULE(AR_RND_10, ar_is_spawnpoint(s, o)
				    ? !ar_may_spawn(s, o, card, &least)
				    : !ar_may_familiar(s, o, card)))
		return ar_no(no, AR_REFUSAL_WRONG_SPELL, AR_RND_10, o->handle);
	return true;
}

static void tell_refused(struct ar_work *w, int seat, int32_t obj, int number,
			 const struct refusal *no)
{
	struct event e;

	w->r->skipped = true;
	event_start(&e, AR_EV_STEP_SKIPPED, no->rule);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	event_put(&e, AR_EV_STEP_SKIPPED_SEAT, seat);
	event_put(&e, AR_EV_STEP_SKIPPED_OBJ, obj);
	event_put(&e, AR_EV_STEP_SKIPPED_NUMBER, number);
	event_put_text(&e, AR_EV_STEP_SKIPPED_REASON,
		       str_of(ar_refusals[no->reason].name));
	event_put_ints(&e, AR_EV_STEP_SKIPPED_ARGS, no->args, no->n_args);
	ar_event_emit(w, &e);
}

enum { MAX_PLAN = 64 };

/* what stays of the plan: that for others */
static int rest_of_plan(const struct ar_state *s, int seat,
			const struct ar_obj *o, int32_t *plan)
{
	const struct ar_player *p = &s->player[seat];
	int n = 0;

	for (int i = 0; i < AR_PLANNED && o->handle != p->mage; i++)
		if (p->planned[i]) {
			plan[n++] = p->mage;
			plan[n++] = p->planned[i];
		}
	for (int i = 0; i < s->n_objects && n < MAX_PLAN - 2; i++)
		if (s->obj[i].ctl == seat && s->obj[i].planned &&
		    &s->obj[i] != o) {
			plan[n++] = s->obj[i].handle;
			plan[n++] = s->obj[i].planned;
		}
	return n;
}

bool ar_decide_plan(struct ar_work *w, int seat, const struct decision *d,
		    struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = caster_of(s, seat, d, no);
	struct refusal bad[8];
	struct decision_arg a;
	int32_t plan[MAX_PLAN + 16], obj;
	struct event e;
	int n, n_bad = 0, asked = 0, taken = 0, number[8];

	if (!o)
		return false;
	obj = o->handle;
	n = rest_of_plan(s, seat, o, plan);
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != AR_TAG_CARD || a.w[0] <= 0 || a.w[0] >= s->n_cards)
			continue;
		asked++;
		memset(no, 0, sizeof(*no));
		if (may_plan(s, seat, o, (int)a.w[0], plan, n, no)) {
			plan[n++] = obj;
			plan[n++] = a.w[0];
			taken++;
		} else if (n_bad < 8) {
			number[n_bad] = asked;
			bad[n_bad++] = *no;
		}
	}
	if (asked && !taken)
		return false;
	ar_event_plan_set(&e, AR_RND_09, seat, plan, n);
	e.audience = ar_audience_of(s, seat);
	ar_event_emit(w, &e);
	for (int i = 0; i < n_bad; i++)
		tell_refused(w, seat, obj, number[i], &bad[i]);
	/* one that is in stays in: this is what it says now (AR-MAIL-06) */
	ar_seat_note(w, seat, AR_SEAT_PLAN_TOUCHED, 1);
	return true;
}

/* what is planned for this one is committed to; its number is kept */
static void commit_one(struct ar_work *w, int seat, int32_t obj, int32_t card)
{
	int32_t v[] = { obj, card, ar_commit(w, seat, (int)card) };

	if (v[2])
		ar_emit_for(w, ar_audience_of(ar_state_of(w), seat),
			    AR_EV_HIDDEN_IS, AR_HID_10, v, 3);
}

void ar_plan_close(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;

	for (int seat = 0; seat < AR_MAX_SEATS; seat++) {
		const struct ar_player *p = &s->player[seat];
		int n = 0;

		if (!s->head.seat[seat].present || !p->alive)
			continue;
		for (int i = 0; i < AR_PLANNED; i++)
			if (p->planned[i]) {
				commit_one(w, seat, p->mage, p->planned[i]);
				n++;
			}
		if (n)
			AR_EMIT(w, AR_EV_PLANNED, AR_HID_02, seat, p->mage, n);
		for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
			at = o->handle;
			if (o->ctl != seat || !o->planned)
				continue;
			commit_one(w, seat, at, o->planned);
			AR_EMIT(w, AR_EV_PLANNED, AR_HID_02, seat, at, 1);
		}
	}
}

/* --- P6
 * ---------------------------------------------------------------------------
 */

static const struct ar_obj *spawnpoint_of(const struct ar_state *s, int seat,
					  const struct decision *d,
					  struct refusal *no)
{
	const struct ar_obj *o = caster_of(s, seat, d, no);

	if (!o)
		return NULL;
	if (!ar_is_spawnpoint(s, o)) {
		ar_no(no, AR_REFUSAL_NOT_CASTER, AR_SPAWN_01, o->handle);
		return NULL;
	}
	if (!o->planned) {
		ar_no(no, AR_REFUSAL_NOT_PLANNED, AR_RND_11, 0);
		return NULL;
	}
	return o;
}

static bool plan_deploy(struct ar_work *w, const struct ar_obj *o,
			const struct decision *d, bool spare,
			struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	struct refusal why = { 0 };
	struct ar_cast c;
	struct ar_alt alt;
	bool new_step;
	int at = 0, seat = (int)o->ctl;

	while (ar_alt_next(d, at, &alt, &at, &new_step)) {
		if (!ar_read_cast(w, o->handle, AR_BY_DEPLOY, &alt, &c, &why))
			continue;
		if (spare && RULE(AR_DP_09, ar_cost(s, &c) - o->mana >
						    ar_spare(w, seat, false)))
			return ar_no(no, AR_REFUSAL_NO_MANA, AR_MAIL_19, 0);
		ar_cast_start(w, &c);
		return true;
	}
	*no = why;
	return false;
}

bool ar_decide_deploy(struct ar_work *w, int seat, const struct decision *d,
		      struct refusal *no)
{
	const struct ar_obj *o = spawnpoint_of(ar_state_of(w), seat, d, no);

	if (!o)
		return false;
	if (!decision_int(d, AR_TAG_YES, 1)) { /* DEPLOY Lair NO */
		ar_note(w, o->handle, AR_NOTE_ROUSED, 1);
		return true;
	}
	if (!plan_deploy(w, o, d, false, no)) {
		/* refused: nor is it done by default */
		ar_note(w, o->handle, AR_NOTE_ROUSED, 1);
		return false;
	}
	return true;
}

/* AR-DP-09: cast what was given, in handle order; true: one is being cast */
bool ar_deploy_default(struct ar_work *w, int seat)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;
	struct refusal no;
	struct decision d;

	decision_start(&d, AR_ORDER_DEPLOY);
	decision_add_int(&d, AR_TAG_STEP, AR_DO_CAST);
	for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
		at = o->handle;
		if (o->ctl != seat || !o->planned || o->roused ||
		    !ar_is_spawnpoint(s, o))
			continue;
		if (plan_deploy(w, o, &d, true, &no))
			return true;
		ar_note(w, at, AR_NOTE_ROUSED, 1);
	}
	return false;
}
