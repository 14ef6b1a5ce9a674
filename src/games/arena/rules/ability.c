/* src/games/arena/rules/ability.c - uses items, conjurations and creatures:
 * special actions, abilities cast as spells, uses around an activation
 * (AR-SDATA-12) */
#include "games/arena/rules/target_filter.h"
#include "games/arena/rules/play.h"
#include "games/arena/rules/spell_private.h"

/* An ability that answers to an order. */
struct ability {
	const struct ar_obj *source;
	int clause;
	struct ar_clause c;
};

static bool ability_around(const struct ar_alt *a)
{
	return a->d->kind == AR_ORDER_USE_BEFORE ||
	       a->d->kind == AR_ORDER_USE_AFTER;
}

static bool as_spell(const struct ar_clause *c)
{
	return c->kind == AR_CLAUSE_USE &&
	       (c->use == AR_USE_QUICKSPELL || c->use == AR_USE_FULLSPELL);
}

/* --- which -------------------------------------------------------------- */

/* is it the kind of clause that the verb of the order is about */
static bool ability_answers(const struct ar_state *s, const struct ar_obj *o,
			    const struct ar_clause *c, const struct ar_alt *a)
{
	bool full = ar_alt_int(a, AR_TAG_FULL, 0);
	struct ar_action first;
	int at = c->actions;

	if (c->kind == AR_CLAUSE_MAY)
		return c->event == AR_ON_AROUND && ability_around(a);
	if (c->kind != AR_CLAUSE_USE || ability_around(a))
		return false;
	ar_action_at(ar_words(s, (int)o->card), &at, &first);
	if (a->verb == AR_DO_RESTORE)
		return first.verb == AR_V_UNCOND &&
		       (c->use == AR_USE_FULLSPELL) == full;
	if (a->verb == AR_DO_REBIND)
		return first.verb == AR_V_REBIND;
	return first.verb != AR_V_UNCOND && first.verb != AR_V_REBIND;
}

/* may this creature use it: its own, the wearer's, by= */
static bool user_ok(const struct ar_state *s, const struct ar_obj *o,
		    const struct ar_clause *c, const struct ar_obj *actor)
{
	struct ar_roles about = { .who = actor->handle, .by = actor->handle };

	if (c->by)
		return ar_fits(s, (int)o->card, c->by, o, (int)o->ctl, actor,
			       &about);
	if (c->kind == AR_CLAUSE_MAY)
		return RULE(AR_OBJ_03, o->ctl == actor->ctl);
	return ar_kind(s, o) == AR_EQUIPMENT ? o->host == actor->handle
					     : o == actor;
}

/* is it the one that the order names; none named: the actor itself */
static bool is_meant(const struct ar_obj *o, const struct ar_obj *actor,
		     const struct ar_alt *a)
{
	int32_t card = ar_alt_int(a, AR_TAG_CARD, 0);
	struct decision_arg arg;

	if (ar_alt_find(a, AR_TAG_ITEM, &arg) && arg.n >= 3)
		return arg.w[0] == AR_NAMES_OBJECT ? o->handle == arg.w[2]
						   : o->card == arg.w[2];
	return card ? o->card == card : o == actor;
}

static bool used_up(const struct ar_state *s, const struct ability *x)
{
	return x->c.per_round &&
	       x->source->used[ar_clause_counter(s, x->source, &x->c)] >=
		       x->c.per_round;
}

static bool ability_find(const struct ar_work *w, const struct ar_obj *actor,
			 const struct ar_alt *a, struct ability *out,
			 struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);

	ar_no(no, AR_REFUSAL_NO_ABILITY, AR_SDATA_12, actor->handle);
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->card <= 0 || o->hidden || o->dying ||
		    !is_meant(o, actor, a))
			continue;
		for (int k = 0; k < ar_clauses(s, (int)o->card); k++) {
			out->source = o;
			out->clause = k;
			ar_clause_at(s, (int)o->card, k, &out->c);
			if (!ability_answers(s, o, &out->c, a) ||
			    !RULE(AR_SDATA_12, user_ok(s, o, &out->c, actor)))
				continue;
			if (RULE(AR_SDATA_13, used_up(s, out)) ||
			    !ar_clause_if(s, (int)o->card, out->c.condition, o,
					  NULL)) {
				ar_no(no, AR_REFUSAL_USED, AR_SDATA_13,
				      o->handle);
				continue;
			}
			return true;
		}
	}
	return false;
}

/* --- the words of the order --------------------------------------------- */

struct ability_scan {
	const struct ability *x;
	const struct ar_cast *cast;
};

/* the action that is run: of a pick the one that the order names */
static bool named_action(const struct ar_state *s, const struct ability *x,
			 int pick, int i, struct ar_action *out)
{
	const int32_t *words = ar_words(s, (int)x->source->card);
	int at = x->c.actions;

	if (i >= x->c.n_actions)
		return false;
	for (int k = 0; k <= i; k++)
		ar_action_at(words, &at, out);
	return out->verb != AR_V_PICK || ar_pick(words, pick, out);
}

/* does it fit one(..) of a verb: what is destroyed, or what is not */
static bool fits_one(const struct ar_state *s, const struct ability_scan *l,
		     const struct ar_obj *o, bool killed)
{
	const struct ar_obj *self = l->x->source;
	struct ar_action a;

	for (int i = 0; named_action(s, l->x, (int)l->cast->pick, i, &a); i++)
		if (a.who == AR_SELECT_NAMED_OF &&
		    (a.verb == AR_V_DESTROY) == killed)
			return !o->hidden && !o->dying &&
			       ar_fits(s, (int)self->card, a.who_filter, self,
				       (int)self->ctl, o, NULL);
	return false;
}

/* at=, with range and sight from the one that uses it (AR-HEAL-04) */
static bool ability_reaches(const struct ar_state *s,
			    const struct ability_scan *l,
			    const struct ar_obj *o, struct refusal *no)
{
	const struct ar_clause *c = &l->x->c;
	const struct ar_obj *self = l->x->source;
	const struct ar_obj *by = ar_obj(s, l->cast->caster);
	const struct ar_obj *host = o->host ? ar_obj(s, o->host) : NULL;
	int d;

	if (!ar_fits(s, (int)self->card, c->at, self, (int)self->ctl, o, NULL))
		return ar_no(no, AR_REFUSAL_BAD_TARGET, AR_SDATA_12, o->handle);
	if (c->max >= AR_RANGE_ARENA)
		return true;
	if (host && !ar_has_life(s, o))
		o = host; /* AR-CAST-06 */
	d = ar_reach(s, ar_zone_of(s, by), o);
	if (RULE(AR_HEAL_04, d < c->min || d > c->max)) {
		ar_no2(no, AR_REFUSAL_OUT_OF_RANGE, AR_HEAL_04, d, c->min);
		if (no) {
			no->args[2] = c->max;
			no->n_args = 3;
		}
		return false;
	}
	if (RULE(AR_HEAL_04, !ar_sees(s, by, o)))
		return ar_no(no, AR_REFUSAL_NO_SIGHT, AR_LOS_01, o->handle);
	return true;
}

static bool ability_aimed(const struct ar_work *w, const void *about,
			  const struct ar_obj *o, struct refusal *no)
{
	const struct ability_scan *l = about;
	const struct ar_state *s = ar_state_of(w);
	struct ar_cast c = *l->cast;

	c.target = o->handle;
	if (as_spell(&l->x->c))
		return ar_check_cast(w, &c, no);
	if (l->x->c.at)
		return ability_reaches(s, l, o, no);
	return fits_one(s, l, o, false) ||
	       ar_no(no, AR_REFUSAL_BAD_TARGET, AR_SDATA_06, o->handle);
}

static bool ability_doomed(const struct ar_work *w, const void *about,
			   const struct ar_obj *o, struct refusal *no)
{
	return fits_one(ar_state_of(w), about, o, true) ||
	       ar_no(no, AR_REFUSAL_BAD_TARGET, AR_SDATA_06, o->handle);
}

static void read_words(const struct ar_alt *a, struct ar_cast *c)
{
	struct decision_arg arg;

	c->x = ar_alt_int(a, AR_TAG_X, 1);
	c->bind = ar_alt_int(a, AR_TAG_BIND, 0);
	c->pick = ar_alt_int(a, AR_TAG_PICK, -1);
	c->dir = c->slot = -1;
	if (!ar_alt_find(a, AR_TAG_REMOVE, &arg))
		return;
	for (int i = 0; i < arg.n && i < AR_MAX_REMOVED; i++)
		c->remove[c->n_remove++] = arg.w[i];
}

static bool ability_missing(struct refusal *no, const char *word)
{
	if (no) {
		no->reason = AR_REFUSAL_MISSING;
		no->rule = AR_DP_26;
		no->n_args =
			text_pack(no->args, REFUSAL_MAX_ARGS, str_of(word));
	}
	return false;
}

static bool wants_one(const struct ar_state *s, const struct ability *x,
		      int pick, bool killed)
{
	struct ar_action a;

	for (int i = 0; named_action(s, x, pick, i, &a); i++)
		if (a.who == AR_SELECT_NAMED_OF &&
		    (a.verb == AR_V_DESTROY) == killed)
			return true;
	return false;
}

static bool read_targets(struct ar_work *w, const struct ability *x,
			 const struct ar_alt *a, struct ar_cast *c,
			 struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	struct ability_scan l = { x, c };
	struct ar_wanted want = { ability_aimed, &l, c->caster, (int)c->seat,
				  false };
	struct decision_arg arg;
	struct ar_action first;
	int32_t b;

	if (!named_action(s, x, (int)c->pick, 0, &first))
		return ability_missing(no, "pick");
	if (wants_one(s, x, (int)c->pick, true)) {
		want.fits = ability_doomed;
		if (!ar_alt_find(a, AR_TAG_KILL, &arg))
			return ability_missing(no, "kill");
		c->kill = ar_aim(w, &arg, &want, &b, no);
		if (!c->kill)
			return false;
		want.fits = ability_aimed;
	}
	if (!x->c.at && !wants_one(s, x, (int)c->pick, false))
		return true;
	if (!ar_alt_find(a, AR_TAG_TARGET, &arg))
		return ar_no(no, AR_REFUSAL_NO_TARGET, AR_SDATA_12, 0);
	c->target = ar_aim(w, &arg, &want, &b, no);
	return c->target != 0;
}

/* --- may it ------------------------------------------------------------- */

/* what Restore is to take away is there (AR-MAGE-22, -23) */
static bool removal_ok(const struct ar_state *s, const struct ability *x,
		       const struct ar_cast *c, struct refusal *no)
{
	const struct ar_obj *o = ar_obj(s, c->target);
	int32_t count[N_AR_CONDS] = { 0 };

	if (x->c.pay != AR_PAY_REMOVAL)
		return true;
	if (!c->n_remove)
		return ability_missing(no, "remove");
	if (RULE(AR_MAGE_22, x->c.use == AR_USE_QUICKSPELL && c->n_remove > 1))
		return ar_no(no, AR_REFUSAL_TOO_MANY, AR_MAGE_22, c->n_remove);
	for (int i = 0; i < c->n_remove; i++)
		if (c->remove[i] < 0 || c->remove[i] >= N_AR_CONDS ||
		    ++count[c->remove[i]] > o->cond[c->remove[i]])
			return ar_no(no, AR_REFUSAL_NO_COND, AR_MAGE_23,
				     c->target);
	return true;
}

static bool binding_ok(const struct ar_state *s, const struct ar_alt *a,
		       const struct ability *x, const struct ar_cast *c,
		       struct refusal *no)
{
	if (a->verb != AR_DO_REBIND)
		return true;
	if (c->bind <= 0 || c->bind >= s->n_cards)
		return ability_missing(no, "bind");
	if (RULE(AR_BIND_01, s->player[c->seat].book[c->bind] < 1))
		return ar_no(no, AR_REFUSAL_NO_COPY, AR_BIND_01, c->bind);
	if (RULE(AR_BIND_04, !ar_may_bind(s, x->source, (int)c->bind)))
		return ar_no(no, AR_REFUSAL_WRONG_SPELL, AR_BIND_04,
			     x->source->handle);
	return true;
}

/* the temples that its controller has in play (AR-SPELL-temple-of-light) */
static int ability_temples(const struct ar_state *s, const struct ar_obj *o)
{
	int temple = ar_subtype_named(STR("temple")), n = 0;

	for (int i = 0; i < s->n_objects; i++)
		n += ar_kind(s, &s->obj[i]) == AR_CONJURATION &&
		     ar_card_has(ar_card_of(s, &s->obj[i]), temple) &&
		     s->obj[i].ctl == o->ctl && !s->obj[i].dying;
	return n;
}

static bool ability_payable(const struct ar_work *w, const struct ability *x,
			    struct ar_cast *c, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);

	c->cost = c->clause              ? ar_cost(s, c)
		  : x->c.pay == AR_PAY_X ? c->x
		  : x->c.pay > 0         ? x->c.pay
					 : 0;
	if (x->c.pay == AR_PAY_X &&
	    RULE(AR_SPELL_TEMPLE_OF_LIGHT,
		 c->x < 1 || c->x > ability_temples(s, x->source)))
		return ar_no(no, AR_REFUSAL_TOO_MANY, AR_SPELL_TEMPLE_OF_LIGHT,
			     c->x);
	if (RULE(AR_SDATA_11, c->cost > s->player[c->seat].mana))
		return ar_no2(no, AR_REFUSAL_NO_MANA, AR_SDATA_11, c->cost,
			      s->player[c->seat].mana);
	return true;
}

/* a special action (AR-ACT-10) */
static bool action_ok(const struct ar_work *w, const struct ability *x,
		      const struct ar_obj *actor, enum ar_by by,
		      struct ar_choice *out, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);

	if (x->c.kind == AR_CLAUSE_MAY)
		return true;
	out->spends = x->c.use == AR_USE_FULL ? AR_DONE_FULL : AR_DONE_QUICK;
	if (RULE(AR_QC_02, by == AR_BY_QUICKCAST))
		return ar_no(no, AR_REFUSAL_BAD_TIME, AR_QC_02, 0);
	if (RULE(AR_COND_15, ar_incapacitated(s, actor)))
		return ar_no(no, AR_REFUSAL_INCAPACITATED, AR_COND_15,
			     actor->handle);
	return ar_can(w, actor, out->spends, no);
}

bool ar_check_use(struct ar_work *w, int32_t actor, enum ar_by by,
		  const struct ar_alt *a, struct ar_choice *out,
		  struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, actor);
	struct ar_cast *c = &out->frame.cast;
	struct ability x;

	if (!ability_find(w, o, a, &x, no))
		return false;
	memset(&out->frame, 0, sizeof(out->frame));
	c->caster = actor;
	c->seat = c->owner = o->ctl;
	c->card = x.source->card;
	c->clause = x.clause + 1;
	c->source = x.source->handle;
	c->by = (int32_t)by;
	read_words(a, c);
	if (!as_spell(&x.c)) {
		out->frame.kind = AR_FRAME_USE;
		return action_ok(w, &x, o, by, out, no) &&
		       read_targets(w, &x, a, c, no) &&
		       ability_payable(w, &x, c, no);
	}
	if (by == AR_BY_QUICK && x.c.use == AR_USE_FULLSPELL)
		c->by = AR_BY_FULL;
	out->frame.kind = AR_FRAME_CAST;
	out->spends = c->by == AR_BY_FULL ? AR_DONE_FULL : AR_DONE_QUICK;
	return read_targets(w, &x, a, c, no) && ar_check_cast(w, c, no) &&
	       removal_ok(s, &x, c, no) && binding_ok(s, a, &x, c, no);
}

/* --- doing it ----------------------------------------------------------- */

static void ability_begin(struct ar_work *w, const struct ar_cast *c)
{
	const struct ar_state *s = ar_state_of(w);
	int32_t targets[2];
	int n = 0;
	struct event e;

	if (c->kill)
		targets[n++] = c->kill;
	if (c->target)
		targets[n++] = c->target;
	ar_event_ability(&e, AR_SDATA_12, c->caster, c->source, c->card,
			 targets, n);
	if (s->card[c->card].rule)
		event_because(&e, (int)s->card[c->card].rule);
	ar_event_emit(w, &e);
	if (c->cost)
		ar_mana(w, (int)c->seat, -c->cost, AR_MANA_ABILITY, c->source,
			AR_SDATA_11);
	ar_clause_used(w, c->source, (int)c->clause - 1);
}

void ar_step_use(struct ar_work *w, struct ar_frame *f)
{
	const struct ar_cast *c = &f->cast;
	struct ar_roles about = { .who = c->target,
				  .to = c->target,
				  .by = c->caster };

	switch (f->step++) {
	case 0: ability_begin(w, c); break;
	case 1:
		ar_clause_start(w, c->source, (int)c->clause - 1, &about,
				w->n - 1);
		break;
	default: ar_pop(w, 1);
	}
}
