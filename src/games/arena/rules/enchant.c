/*
 * src/games/arena/rules/enchant.c - reveals enchantments; mandatory reveals
 * (AR-MAND)
 */
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/attack_parts.h"

/* --- what a reveal costs and whether it would do ----------------------------
 */

int32_t ar_reveal_cost(const struct ar_state *s, const struct ar_obj *o,
		       int32_t host)
{
	const struct ar_card *c = ar_card_of(s, o);
	const struct ar_obj *h = ar_obj(s, host);
	bool on_mage = h && ar_kind(s, h) == AR_MAGE;

	return c->reveal + (RULE(AR_ENCH_09, on_mage) ? c->magebind : 0);
}

int32_t ar_reveal_cost_now(const struct ar_state *s, const struct ar_obj *o,
			   int32_t host, int32_t *by)
{
	int32_t cost = ar_reveal_cost(s, o, host);
	int32_t cheaper = cost > 0 ? ar_reveal_discount(s, o, host) : 0;

	if (by)
		*by = cheaper;
	return RULE(AR_CAST_10, cheaper) ? cost - 1 : cost;
}

static bool twin_revealed(const struct ar_state *s, const struct ar_obj *o)
{
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *x = &s->obj[i];

		if (x != o && !x->hidden && x->card == o->card &&
		    x->host == o->host && x->zone == o->zone &&
		    (o->host || o->zone))
			return true;
	}
	return false;
}

/* the window that ends an action of this kind, 0 none (AR-REV-11) */
static int32_t last_window(int32_t frame)
{
	switch (frame) {
	case AR_FRAME_MOVE: return AR_WIN_ENTERS;
	case AR_FRAME_CAST: return AR_WIN_CAST_DONE;
	case AR_FRAME_ATTACK: return AR_WIN_ENDED;
	default: return 0;
	}
}

/* Sweeping or Battle Fury: another attack of the action may follow */
static bool goes_on(const struct ar_state *s, const struct ar_swing *x)
{
	return (x->furious && x->fury) ||
	       ar_profile(s, (int)x->card, (int)x->profile)->flags &
		       AR_PROFILE_SWEEPING;
}

/* inside an action: what may be done after one may be done in its last window
 */
static bool in_action(const struct ar_work *w)
{
	int32_t window = 0, last = 0;
	bool more = false;
	int n = 0;

	for (int i = 0; i < w->n; i++) {
		const struct ar_frame *f = &w->f[i];

		if (f->kind == AR_FRAME_WINDOW)
			window = f->window.window;
		if (f->kind == AR_FRAME_SWING)
			more = goes_on(ar_state_of(w), &f->swing);
		if (last_window(f->kind)) {
			last = last_window(f->kind);
			n++;
		}
	}
	return n > 1 || (n && (window != last || more));
}

bool ar_check_reveal(const struct ar_work *w, int seat, int32_t obj, bool force,
		     struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	int32_t cost;
	const struct ar_obj *host;

	if (!o || !o->hidden || o->ctl != seat)
		return ar_no(no, AR_REFUSAL_NOT_HIDDEN, AR_REV_01, obj);
	host = ar_obj(s, o->host);
	if (RULE(AR_ENCH_02, o->sealed) || (host && host->dying))
		return ar_no(no, AR_REFUSAL_SEALED, AR_REV_01, obj);
	if (in_action(w) && RULE(AR_REV_02, ar_is(s, o, AR_T_NO_REVEAL)))
		return ar_no(no, AR_REFUSAL_SEALED, AR_REV_02, obj);
	cost = ar_reveal_cost_now(s, o, o->host, NULL);
	/* who insists may turn it up unpaid: it is destroyed (AR-ORD-04) */
	if (!force && cost > ar_spare(w, seat, true))
		return ar_no2(no, AR_REFUSAL_NO_MANA, AR_ENCH_07, cost,
			      s->player[seat].mana);
	if (force)
		return true;
	if (RULE(AR_MAND_03, ar_card_is(s, (int)o->card, AR_CARD_MANDATORY)))
		return ar_no(no, AR_REFUSAL_VOID, AR_MAND_03, obj);
	if (RULE(AR_ENCH_06, twin_revealed(s, o)))
		return ar_no(no, AR_REFUSAL_VOID, AR_ENCH_06, obj);
	if (RULE(AR_REV_09,
		 !ar_host_ok(s, (int)o->card, seat, o->host ? o->host : o->zone,
			     obj, NULL)))
		return ar_no(no, AR_REFUSAL_VOID, AR_REV_09, obj);
	return true;
}

/* --- one reveal --------------------------------------------------------------
 */

void ar_reveal_start(struct ar_work *w, int32_t obj, int32_t to, bool force)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);
	const struct ar_frame *win = ar_below(w, AR_FRAME_WINDOW);
	int window = win ? win->window.window : AR_WIN_NONE;
	struct ar_frame *f = ar_push(w, AR_FRAME_REVEAL);

	f->reveal.obj = obj;
	f->reveal.seat = o->ctl;
	f->reveal.to = to;
	f->reveal.force = force;
	f->reveal.window = window;
}

static void turn_up(struct ar_work *w, int32_t obj, int32_t cost, int window,
		    bool forced, int rule)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	int32_t card = o->card;
	struct event e;

	ar_open(w, o->secret, card);
	o = ar_obj(s, obj);
	event_start(&e, AR_EV_REVEALED, rule);
	if (s->card[card].rule)
		event_because(&e, (int)s->card[card].rule);
	event_put(&e, AR_EV_REVEALED_OBJ, obj);
	event_put(&e, AR_EV_REVEALED_CARD, card);
	event_put(&e, AR_EV_REVEALED_SEAT, o->ctl);
	event_put(&e, AR_EV_REVEALED_COST, cost);
	event_put(&e, AR_EV_REVEALED_HOST, o->host ? o->host : o->zone);
	event_put(&e, AR_EV_REVEALED_WINDOW, window);
	event_put(&e, AR_EV_REVEALED_FORCED, forced);
	ar_event_emit(w, &e);
	ar_lines_spent(w, obj);
}

/* what revealing costs now; the discount is taken (AR-CAST-10) */
static int32_t enchant_price(struct ar_work *w, const struct ar_obj *o)
{
	int32_t by, cost = ar_reveal_cost_now(ar_state_of(w), o, o->host, &by);

	if (by)
		ar_note(w, by, AR_NOTE_USED2, 1);
	return cost;
}

static void enchant_fizzle(struct ar_work *w, int32_t obj, enum ar_fizzle why,
			   int rule)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);

	AR_EMIT(w, AR_EV_FIZZLED, rule, obj, o->card, (int32_t)why);
	ar_destroy(w, obj,
		   why == AR_FIZZLE_UNPAID ? AR_CAUSE_UNPAID : AR_CAUSE_ILLEGAL,
		   0, rule);
}

/* a creature that can no longer act stops guarding */
static void guards_drop(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;

	for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
		at = o->handle;
		if (o->guard && RULE(AR_COND_15, ar_incapacitated(s, o)))
			AR_EMIT(w, AR_EV_GUARD, AR_COND_15, at, 0);
	}
}

static void enchant_reveal(struct ar_work *w, struct ar_frame *f)
{
	const struct ar_reveal *x = &f->reveal;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, x->obj);
	struct ar_roles about = { .who = x->obj, .seat = x->seat };
	int32_t cost = enchant_price(w, o), obj = x->obj;
	int seat = (int)x->seat;

	turn_up(w, obj, cost <= s->player[seat].mana ? cost : -1,
		(int)x->window, false, AR_REV_05);
	if (RULE(AR_ENCH_07, cost > s->player[seat].mana)) {
		enchant_fizzle(w, obj, AR_FIZZLE_UNPAID, AR_ENCH_07);
		return;
	}
	ar_mana(w, seat, -cost, AR_MANA_REVEAL, obj, AR_ENCH_07);
	o = ar_obj(s, obj);
	about.card = o->card;
	if (RULE(AR_MAND_03, ar_card_is(s, (int)o->card, AR_CARD_MANDATORY)))
		enchant_fizzle(w, obj, AR_FIZZLE_LATE, AR_MAND_03);
	else if (RULE(AR_REV_09,
		      !ar_host_ok(s, (int)o->card, seat,
				  o->host ? o->host : o->zone, obj, NULL)))
		enchant_fizzle(w, obj, AR_FIZZLE_HOST, AR_REV_09);
	else if (RULE(AR_ENCH_06, twin_revealed(s, o)))
		enchant_fizzle(w, obj, AR_FIZZLE_DUPLICATE, AR_ENCH_06);
	else
		ar_fire(w, AR_ON_REVEAL, &about);
}

void ar_step_reveal(struct ar_work *w, struct ar_frame *f)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), f->reveal.obj);

	switch (f->step++) {
	case 0:
		if (o && o->hidden)
			enchant_reveal(w, f);
		break;
	case 1:
		guards_drop(w);
		ar_check_all(w);
		break;
	default: ar_pop(w, 1);
	}
}

/* --- mandatory
 * ---------------------------------------------------------------- */

/* the place of an enchantment in the seat's MORDER or TORDER, or 100 */
static int enchant_wished(const struct ar_work *w, int seat, int kind,
			  const struct ar_obj *o)
{
	struct decision_arg arg;
	struct decision d;
	int n = 0;

	if (ar_line_find(w, seat, kind, NULL, NULL, &d) < 0)
		return 100;
	for (int at = 0; decision_next(&d, at, &arg); at = arg.next) {
		if (arg.tag != AR_TAG_TARGET || arg.n != 3)
			continue;
		if (arg.w[0] == AR_NAMES_OBJECT ? arg.w[2] == o->handle
						: arg.w[2] == o->card)
			return n;
		n++;
	}
	return 100;
}

/* is a to be done before b: init order, wishes, cast order (AR-MAND-05) */
static bool enchant_before(const struct ar_work *w, int kind,
			   const struct ar_obj *a, const struct ar_obj *b)
{
	const struct ar_state *s = ar_state_of(w);
	int pa = (a->ctl - s->head.first + AR_MAX_SEATS) % AR_MAX_SEATS;
	int pb = (b->ctl - s->head.first + AR_MAX_SEATS) % AR_MAX_SEATS;

	if (pa != pb)
		return pa < pb;
	pa = enchant_wished(w, a->ctl, kind, a);
	pb = enchant_wished(w, b->ctl, kind, b);
	return pa != pb ? pa < pb : a->born < b->born;
}

/* the must clause of this object that hears the event, -1 none */
static int must_clause(const struct ar_state *s, const struct ar_obj *o,
		       enum ar_on event, const struct ar_roles *about)
{
	struct ar_clause c;

	if (!o->hidden || o->card <= 0 || RULE(AR_ENCH_02, o->sealed) ||
	    !ar_card_is(s, (int)o->card, AR_CARD_MANDATORY))
		return -1;
	for (int i = 0; i < ar_clauses(s, (int)o->card); i++) {
		ar_clause_at(s, (int)o->card, i, &c);
		if (c.kind == AR_CLAUSE_MUST && c.event == (int)event &&
		    ar_clause_hears(s, o, &c, event, about))
			return i;
	}
	return -1;
}

void ar_must(struct ar_work *w, enum ar_on event, const struct ar_roles *about,
	     int below)
{
	const struct ar_state *s = ar_state_of(w);
	int32_t found[AR_MAX_MUST];
	struct ar_frame *f;
	int n = 0,
	    kind = event == AR_ON_ENTER ? AR_ORDER_TORDER : AR_ORDER_MORDER;

	w->result = 0;
	for (int i = 0; i < s->n_objects && n < AR_MAX_MUST; i++) {
		const struct ar_obj *o = &s->obj[i];
		int k = n;

		if (!RULE(AR_MAND_01, must_clause(s, o, event, about) >= 0))
			continue;
		while (k &&
		       enchant_before(w, kind, o, ar_obj(s, found[k - 1]))) {
			found[k] = found[k - 1];
			k--;
		}
		found[k] = o->handle;
		n++;
	}
	if (!n)
		return;
	f = ar_push(w, AR_FRAME_MUST);
	f->must.event = (int32_t)event;
	f->must.roles = *about;
	f->must.below = below;
	f->must.n = n;
	memcpy(f->must.obj, found, (size_t)n * sizeof(found[0]));
}

static bool is_unavoidable(struct ar_work *w, const struct ar_must *m)
{
	return m->event == AR_ON_AVOID && m->below >= 0 &&
	       ar_unavoidable(ar_state_of(w), &w->f[m->below].attack);
}

/* has what triggered them ended, or its victim gone away? */
static bool is_over(struct ar_work *w, const struct ar_must *m,
		    const struct ar_obj *o)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *victim = ar_obj(s, m->roles.who);

	if (m->event == AR_ON_ENTER)
		return !victim || victim->dying ||
		       RULE(AR_TRAP_03, ar_zone_of(s, victim) != o->zone);
	if (m->event == AR_ON_AVOID)
		return w->f[m->below].attack.avoided;
	return w->f[m->below].cast.outcome != AR_SPELL_RESOLVED || m->over;
}

static bool enchant_refuses(struct ar_work *w, const struct ar_must *m,
			    const struct ar_obj *o)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_attack *a =
		m->event == AR_ON_AVOID ? &w->f[m->below].attack : NULL;
	struct decision_arg arg;
	struct decision d;

	for (int i = 0; ar_line(s, o->ctl, i, &d); i++)
		if (d.kind == AR_ORDER_REFUSE &&
		    decision_find(&d, AR_TAG_ITEM, &arg) && arg.n == 3 &&
		    (arg.w[0] == AR_NAMES_OBJECT ? arg.w[2] == o->handle
						 : arg.w[2] == o->card) &&
		    ar_line_holds(s, o->ctl, &d, ar_obj(s, o->host), a))
			return RULE(AR_MAIL_36, true);
	return false;
}

/* does its controller want to say whether it is paid (AR-DP-16)? */
static bool asks_payment(struct ar_work *w, const struct ar_must *m,
			 const struct ar_obj *o)
{
	const struct ar_state *s = ar_state_of(w);
	int seat = (int)o->ctl;

	return !is_unavoidable(w, m) && !is_over(w, m, o) &&
	       !enchant_refuses(w, m, o) &&
	       ar_reveal_cost_now(s, o, o->host, NULL) <=
		       s->player[seat].mana &&
	       ar_wants_asked(w, seat, AR_ASKS_PAY, o->handle);
}

static void must_one(struct ar_work *w, struct ar_frame *f)
{
	struct ar_must *m = &f->must;
	const struct ar_state *s = ar_state_of(w);
	int32_t obj = m->obj[m->next++], cost;
	const struct ar_obj *o = ar_obj(s, obj);
	int clause, seat;

	if (!o)
		return;
	if (is_over(w, m, o) && o->hidden)
		return; /* one by one: it is not triggered */
	if (asks_payment(w, m, o))
		return;
	if (o->hidden)
		turn_up(w, obj, -1, AR_WIN_NONE, true, AR_MAND_01);
	o = ar_obj(s, obj);
	seat = (int)o->ctl;
	if (RULE(AR_SDATA_10, is_unavoidable(w, m))) {
		enchant_fizzle(w, obj, AR_FIZZLE_UNAVOIDABLE, AR_SDATA_10);
		return;
	}
	if (RULE(AR_MAND_05, is_over(w, m, o))) {
		enchant_fizzle(w, obj, AR_FIZZLE_GONE, AR_MAND_05);
		return;
	}
	if (enchant_refuses(w, m, o)) {
		enchant_fizzle(w, obj, AR_FIZZLE_REFUSED, AR_MAND_02);
		return;
	}
	cost = enchant_price(w, o);
	if (RULE(AR_MAND_02, cost > s->player[seat].mana)) {
		enchant_fizzle(w, obj, AR_FIZZLE_UNPAID, AR_MAND_02);
		return;
	}
	ar_mana(w, seat, -cost, AR_MANA_REVEAL, obj, AR_MAND_02);
	o = ar_obj(s, obj);
	m->roles.amount = obj; /* to be destroyed after its effect */
	for (clause = 0; clause < ar_clauses(s, (int)o->card); clause++) {
		struct ar_clause c;

		ar_clause_at(s, (int)o->card, clause, &c);
		if (c.kind == AR_CLAUSE_MUST && c.event == m->event)
			break;
	}
	if (m->event == AR_ON_AVOID)
		w->f[m->below].attack.defended = 1;
	ar_clause_start(w, obj, clause, &m->roles, (int)m->below);
}

void ar_step_must(struct ar_work *w, struct ar_frame *f)
{
	struct ar_must *m = &f->must;
	const struct ar_state *s = ar_state_of(w);

	if (f->step == 0) { /* all are turned up at once (AR-RUL-17) */
		f->step = 1;
		if (s->head.option[AR_OPTION_ALL_MANDATORY])
			for (int i = 0; i < m->n; i++)
				if (RULE(AR_RUL_17, ar_obj(s, m->obj[i])))
					turn_up(w, m->obj[i], -1, AR_WIN_NONE,
						true, AR_MAND_01);
		return;
	}
	if (m->roles.amount) { /* one use (AR-MAND-04) */
		int32_t obj = m->roles.amount;

		m->roles.amount = 0;
		if (m->event == AR_ON_CASTING && w->f[m->below].cast.redirected)
			m->over = 1;
		if (RULE(AR_MAND_04, ar_obj(s, obj)))
			ar_destroy(w, obj, AR_CAUSE_USED, 0, AR_MAND_04);
		return;
	}
	if (m->next < m->n)
		must_one(w, f);
	else
		ar_pop(w, m->over);
}
