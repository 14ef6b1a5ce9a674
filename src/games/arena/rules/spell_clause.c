/* src/games/arena/rules/spell_clause.c - finds the clauses that an event
 * triggers; executes a clause, verb by verb */
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/optional_effects.h"
#include "games/arena/rules/play.h"
#include "games/arena/rules/spell_effect.h"

/* --- starting one
 * -------------------------------------------------------------- */

static struct ar_clause_frame *
spell_clause_start(struct ar_work *w, int32_t obj, int card, int clause,
		   int seat, const struct ar_roles *about, int below)
{
	struct ar_clause_frame *x = &ar_push(w, AR_FRAME_CLAUSE)->clause;

	x->obj = obj;
	x->card = card;
	x->clause = clause;
	x->seat = seat;
	x->below = below;
	if (about)
		x->roles = *about;
	return x;
}

void ar_clause_start(struct ar_work *w, int32_t obj, int clause,
		     const struct ar_roles *about, int below)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);

	if (o)
		spell_clause_start(w, obj, (int)o->card, clause, (int)o->ctl,
				   about, below);
}

void ar_clauses_of(struct ar_work *w, struct ar_frame *cast,
		   enum ar_clause_kind kind)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_cast *x = &cast->cast;
	struct ar_roles about = { .who = x->target,
				  .to = x->target,
				  .by = x->caster,
				  .card = x->card };
	struct ar_asking a = { .s = s,
			       .card = (int)x->card,
			       .self = ar_obj(s, x->entered),
			       .seat = (int)x->seat,
			       .about = &about };

	for (int i = ar_clauses(s, (int)x->card) - 1; i >= 0; i--) {
		struct ar_clause c;

		ar_clause_at(s, (int)x->card, i, &c);
		a.cast = x;
		if (c.kind == (int)kind && ar_asks_if(&a, c.condition))
			spell_clause_start(w, x->entered, (int)x->card, i,
					   (int)x->seat, &about,
					   (int)(cast - w->f));
	}
}

/* trigger the clauses of one object, the first one on top */
static void clauses_trigger(struct ar_work *w, const struct ar_obj *o,
			    enum ar_on event, const struct ar_roles *about)
{
	const struct ar_state *s = ar_state_of(w);

	if (o->card <= 0)
		return;
	for (int i = ar_clauses(s, (int)o->card) - 1; i >= 0; i--) {
		struct ar_clause c;

		ar_clause_at(s, (int)o->card, i, &c);
		if (c.kind == AR_CLAUSE_ON &&
		    RULE(AR_SDATA_04, ar_clause_hears(s, o, &c, event, about)))
			ar_clause_start(w, o->handle, i, about, -1);
		else if (c.kind == AR_CLAUSE_MAY)
			ar_may_start(w, o, i, event, about);
	}
}

/* does a come before b: Mages' abilities, then by time of arrival */
static bool spell_clause_earlier(const struct ar_state *s,
				 const struct ar_obj *a, const struct ar_obj *b)
{
	bool mage_a = ar_kind(s, a) == AR_MAGE,
	     mage_b = ar_kind(s, b) == AR_MAGE;

	return mage_a != mage_b ? mage_a : a->stamp < b->stamp;
}

void ar_fire(struct ar_work *w, enum ar_on event, const struct ar_roles *about)
{
	const struct ar_state *s = ar_state_of(w);
	int order[AR_MAX_OBJECTS], n = 0;

	for (int i = 0; i < s->n_objects; i++) {
		int k = n++;

		for (; k && RULE(AR_GEN_08,
				 spell_clause_earlier(s, &s->obj[i],
						      &s->obj[order[k - 1]]));
		     k--)
			order[k] = order[k - 1];
		order[k] = i;
	}
	while (n-- > 0) /* the first is pushed last */
		clauses_trigger(w, &s->obj[order[n]], event, about);
}

/*
 * BOOST: the effects that can be bought when the creature is activated
 * (AR-DP-13)
 */
void ar_boost(struct ar_work *w, int32_t obj)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	struct ar_roles about = { .who = obj };

	for (int i = 0; o && i < ar_clauses(s, (int)o->card); i++) {
		struct ar_clause c;

		ar_clause_at(s, (int)o->card, i, &c);
		if (c.kind != AR_CLAUSE_MAY || c.event != AR_ON_ACTIVATE ||
		    !ar_clause_hears(s, o, &c, AR_ON_ACTIVATE, &about) ||
		    RULE(AR_DP_13, ar_spare(w, (int)o->ctl, false) < c.pay))
			continue;
		ar_mana(w, (int)o->ctl, -c.pay, AR_MANA_ABILITY, obj,
			AR_SDATA_11);
		ar_clause_start(w, obj, i, &about, -1);
		return;
	}
}

/* --- running one
 * --------------------------------------------------------------- */

static struct ar_asking spell_clause_asking(const struct ar_work *w,
					    const struct ar_clause_frame *x)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_frame *below = x->below >= 0 ? &w->f[x->below] : NULL;
	const struct ar_cast *cast = below && (below->kind == AR_FRAME_CAST ||
					       below->kind == AR_FRAME_USE)
					     ? &below->cast
					     : NULL;
	struct ar_asking a = { .s = s,
			       .card = (int)x->card,
			       .self = ar_obj(s, x->obj),
			       .seat = (int)x->seat,
			       .about = &x->roles,
			       .cast = cast,
			       .it = x->it,
			       .same = x->same };

	a.any_curse = a.self && ar_kind(s, a.self) == AR_MAGE;
	/* AR-SDATA-03: here */
	if (cast && !x->obj) {
		const struct ar_obj *by = ar_obj(s, cast->caster);

		a.zone = ar_is_zone(s, cast->target) ? cast->target
			 : by                        ? ar_zone_of(s, by)
						     : 0;
	}
	return a;
}

/* the one object that a filter of one word means */
static int32_t one_of(const struct ar_asking *a, int filter)
{
	struct ar_test t;
	const struct ar_obj *o;
	int at = filter + 1;

	ar_test_at(ar_words(a->s, a->card), &at, &t);
	if (t.word == AR_IS_SEAT)
		t.word = AR_IS_MAGE;
	o = ar_named_by(a, t.word);
	return o && !o->dying ? o->handle : 0;
}

static int32_t spell_clause_named(const struct ar_asking *a, int filter,
				  bool destroyed)
{
	int32_t handle = a->cast ? (destroyed && a->cast->kill ? a->cast->kill
				    : a->cast->target          ? a->cast->target
							       : a->cast->item)
				 : 0;
	const struct ar_obj *o = ar_obj(a->s, handle);

	return o && (!filter || ar_asks(a, filter, o)) ? handle : 0;
}

/* the next one after this handle that the action is about */
static const struct ar_obj *one_of_each(const struct ar_asking *a,
					const struct ar_action *act,
					int32_t after)
{
	const struct ar_obj *o = ar_next(a->s, after);

	/* not the banished (AR-SPELL-banish) */
	while (o && (o->dying || (act->verb != AR_V_DESTROY && o->hidden) ||
		     (!o->zone && ar_is_creature(a->s, o)) ||
		     !RULE(AR_SDATA_07, ar_asks(a, (int)act->who_filter, o))))
		o = ar_next(a->s, o->handle);
	return o;
}

/* The next of all that the filter held for when the action began, and that is
 * still there: 0 no more. */
static int32_t next_each(struct ar_work *w, const struct ar_asking *a,
			 const struct ar_action *act, struct ar_clause_frame *x)
{
	const struct ar_obj *o;
	int i = 0;

	if (!x->each) {
		x->n_left = x->last = 0;
		while (x->n_left < AR_MAX_EACH &&
		       (o = one_of_each(a, act, x->last)) != NULL)
			x->left[x->n_left++] = x->last = o->handle;
		ar_in_zorder(w, (int)x->seat, x->left, (int)x->n_left);
	}
	while (x->each && i < x->n_left && x->left[i++] != x->each)
		;
	for (; i < x->n_left; i++) {
		o = ar_obj(a->s, x->left[i]);
		if (o && !o->dying)
			return o->handle;
	}
	/* those for whom the list has no room */
	o = x->n_left == AR_MAX_EACH ? one_of_each(a, act, x->last) : NULL;
	if (o)
		x->last = o->handle;
	return o ? o->handle : 0;
}

/* The next object of the action: 0 no more. */
static int32_t next_who(const struct ar_asking *a, const struct ar_action *act,
			int32_t after)
{
	switch (act->who) {
	case AR_SELECT_ONE_OF:
		return after ? 0 : one_of(a, (int)act->who_filter);
	case AR_SELECT_NAMED_OF:
	case AR_SELECT_NAMED:
		return after ? 0
			     : spell_clause_named(a, (int)act->who_filter,
						  act->verb == AR_V_DESTROY);
	default: return 0;
	}
}

bool ar_pick(const int32_t *words, int pick, struct ar_action *a)
{
	int at = (int)a->picks, n = (int)a->n_picks;

	for (int i = 0; i < n; i++) {
		int is = -1;

		ar_action_at(words, &at, a);
		if (a->verb == AR_V_HEAL)
			is = AR_PICK_HEAL;
		else if (a->verb == AR_V_MOD && a->trait == AR_T_ARMOR)
			is = AR_PICK_ARMOR;
		else if (a->verb == AR_V_MOD && a->trait == AR_T_MELEE)
			is = AR_PICK_MELEE;
		if (is == pick)
			return true;
	}
	return false;
}

/* number n of the clause's actions, the option that was picked in its place */
static void action_of(const struct ar_asking *a, const struct ar_clause *c,
		      int n, struct ar_action *out)
{
	const int32_t *words = ar_words(a->s, a->card);
	int at = c->actions;

	for (int i = 0; i <= n; i++)
		ar_action_at(words, &at, out);
	if (out->verb == AR_V_PICK &&
	    !ar_pick(words, a->cast ? (int)a->cast->pick : -1, out))
		*out = (struct ar_action){ .verb = AR_V_NONE };
}

void ar_clause_used(struct ar_work *w, int32_t obj, int clause)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	struct ar_clause c;
	int i;

	if (!o)
		return;
	ar_clause_at(s, (int)o->card, clause, &c);
	if (!RULE(AR_SDATA_13, c.per_round > 0))
		return;
	i = ar_clause_counter(s, o, &c);
	ar_note(w, obj, (enum ar_note)(AR_NOTE_USED0 + i), o->used[i] + 1);
}

/* at its first verb; an ability was counted when it was used */
static void spell_clause_counted(struct ar_work *w,
				 const struct ar_clause_frame *x,
				 const struct ar_clause *c)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, x->obj);

	if (!o || !c->per_round || c->kind == AR_CLAUSE_USE ||
	    c->event == AR_ON_AROUND)
		return;
	/* it is fresh no more */
	if (c->event == AR_ON_DAMAGES && ar_kind(s, o) != AR_MAGE)
		AR_EMIT(w, AR_EV_PAIR, AR_SDATA_13, AR_PAIR_COUNTED, x->obj,
			x->roles.to);
	ar_clause_used(w, x->obj, (int)x->clause);
}

void ar_step_clause(struct ar_work *w, struct ar_frame *f)
{
	struct ar_clause_frame *x = &f->clause;
	const struct ar_state *s = ar_state_of(w);
	struct ar_asking a = spell_clause_asking(w, x);
	struct ar_frame *attack = ar_below(w, AR_FRAME_ATTACK);
	struct ar_clause c;
	struct ar_action act;
	struct ar_doing d = { .w = w,
			      .x = x,
			      .a = &act,
			      .ask = &a,
			      .cast = (struct ar_cast *)a.cast,
			      .spell = a.cast &&
				       w->f[x->below].kind == AR_FRAME_CAST,
			      .attack = attack ? &attack->attack : NULL };
	int32_t who;

	ar_clause_at(s, (int)x->card, (int)x->clause, &c);
	if (x->action >= c.n_actions) {
		ar_pop(w, 0);
		return;
	}
	if (!x->action && !x->each)
		spell_clause_counted(w, x, &c);
	action_of(&a, &c, (int)x->action, &act);
	d.use = c.kind == AR_CLAUSE_USE;
	if (act.who != AR_SELECT_NONE && act.who != AR_SELECT_HERE &&
	    act.verb != AR_V_SUMMON) { /* of a card */
		who = act.who == AR_SELECT_EACH ? next_each(w, &a, &act, x)
						: next_who(&a, &act, x->each);
		if (!who) {
			if (RULE(AR_SDATA_06, !x->each))
				x->done = 0;
			x->action++;
			x->each = 0;
			return;
		}
		x->each = who;
		x->same = who;
		if (ar_verb(&d, who))
			return;
	} else {
		x->action++;
		if (ar_verb(&d, 0))
			return;
	}
	x->action = c.n_actions;
}

/* --- Upkeep
 * -------------------------------------------------------------------- */

/* the damage of this clause of the object on another one, 0 none: its verb */
static bool spell_clause_harms(const struct ar_state *s,
			       const struct ar_obj *by, int clause,
			       const struct ar_obj *o, struct ar_action *out)
{
	struct ar_roles nobody = { 0 };
	struct ar_asking a = { .s = s,
			       .card = (int)by->card,
			       .self = by,
			       .seat = (int)by->ctl,
			       .about = &nobody };
	struct ar_clause c;

	ar_clause_at(s, (int)by->card, clause, &c);
	if (c.kind != AR_CLAUSE_ON ||
	    !ar_clause_hears(s, by, &c, AR_ON_UPKEEP, &nobody))
		return false;
	action_of(&a, &c, 0, out);
	if (out->verb != AR_V_DIRECT)
		return false;
	return out->who == AR_SELECT_EACH
		       ? !o->hidden && ar_asks(&a, (int)out->who_filter, o)
		       : one_of(&a, (int)out->who_filter) == o->handle;
}

int ar_upkeep_harms(const struct ar_state *s, const struct ar_obj *o,
		    int32_t *source, int32_t *clause, int max)
{
	struct ar_action act;
	int n = 0;

	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *by = &s->obj[i];

		if (by->card <= 0 || by->dying ||
		    /* the banished have what hangs on them (AR-SPELL-banish) */
		    (ar_is_creature(s, o) && !o->zone && by != o &&
		     by->host != o->handle))
			continue;
		for (int k = 0; k < ar_clauses(s, (int)by->card); k++)
			if (n < max &&
			    RULE(AR_UPK_06,
				 spell_clause_harms(s, by, k, o, &act))) {
				source[n] = by->handle;
				clause[n++] = k;
			}
	}
	return n;
}

int ar_upkeep_harm(const struct ar_state *s, const struct ar_obj *o,
		   int32_t source, int32_t clause)
{
	const struct ar_obj *by = ar_obj(s, source);
	struct ar_action act;

	if (!by || !spell_clause_harms(s, by, (int)clause, o, &act) ||
	    RULE(AR_SDATA_14, ar_immune(s, o, (int)act.type)))
		return 0;
	return act.amount == AR_AMOUNT_DICE ? 2 * act.n : act.n;
}

void ar_upkeep_do(struct ar_work *w, int32_t obj, int32_t source,
		  int32_t clause)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *by = ar_obj(s, source), *o = ar_obj(s, obj);
	struct ar_action act;

	if (!by || !o || !spell_clause_harms(s, by, (int)clause, o, &act))
		return;
	ar_direct(w, &(struct ar_direct_damage){
			     .target = obj,
			     .n = (int)act.n,
			     .type = (int)act.type,
			     .by = source,
			     .card = (int)by->card,
			     .rule = AR_UPK_06,
		     });
}
