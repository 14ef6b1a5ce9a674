/* src/games/arena/rules/optional_effects.c - executes may clauses, which need
 * the player's consent: by the words of an order or a line (AR-SDATA-11) */
#include "games/arena/rules/optional_effects.h"
#include "games/arena/rules/play.h"
#include "games/arena/rules/spell_private.h"

static void pay_and_start(struct ar_work *w, int32_t obj, int clause,
			  int32_t cost, const struct ar_roles *about)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);

	if (cost)
		ar_mana(w, (int)o->ctl, -cost, AR_MANA_ABILITY, obj,
			AR_SDATA_11);
	ar_clause_start(w, obj, clause, about, -1);
}

/* --- a creature has come: Pet, Blood Reaper ------------------------------ */

/* the class token that the clause puts */
static int token_of(const struct ar_state *s, const struct ar_obj *o,
		    const struct ar_clause *c)
{
	struct ar_action a;
	int at = c->actions;

	for (int i = 0; i < c->n_actions; i++) {
		ar_action_at(ar_words(s, (int)o->card), &at, &a);
		if (a.verb == AR_V_TOKEN)
			return (int)a.token;
	}
	return -1;
}

static void at_summons(struct ar_work *w, const struct ar_obj *o, int clause,
		       const struct ar_clause *c, const struct ar_roles *about)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_frame *f = ar_below(w, AR_FRAME_CAST);
	int token = token_of(s, o, c);
	int32_t level = ar_card_of(s, ar_obj(s, about->who))->level + 1, cost;

	if (!f || !(token == AR_PET ? f->cast.pet : f->cast.reaper))
		return;
	cost = c->pay == AR_PAY_LEVEL ? level : 0;
	if (RULE(AR_MAGE_12, cost > ar_spare(w, (int)o->ctl, false)))
		return;
	if (RULE(AR_MAGE_32, token == AR_REAPER && !f->cast.force &&
				     ar_life_left(s, o) <= level))
		return;
	pay_and_start(w, o->handle, clause, cost, about);
}

int32_t ar_pet_cost(const struct ar_state *s, int seat, int32_t card)
{
	const struct ar_obj *mage = ar_mage(s, seat);
	const struct ar_card *of = &s->card[card];
	struct ar_clause c;

	if (!mage || of->kind != AR_CREATURE || of->flags & AR_CARD_LEGENDARY ||
	    !ar_card_has(of, ar_subtype_named(STR("animal"))))
		return 0;
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].ctl == seat && s->obj[i].token[AR_PET])
			return 0;
	for (int i = ar_clauses(s, (int)mage->card) - 1; i >= 0; i--) {
		ar_clause_at(s, (int)mage->card, i, &c);
		if (c.kind == AR_CLAUSE_MAY && c.pay == AR_PAY_LEVEL &&
		    token_of(s, mage, &c) == AR_PET)
			return of->level + 1;
	}
	return 0;
}

/* the reaper has hurt: its own Warlock's (AR-MAGE-34) */
static void at_damage(struct ar_work *w, const struct ar_obj *o, int clause,
		      const struct ar_roles *about)
{
	const struct ar_obj *by = ar_obj(ar_state_of(w), about->by);

	if (RULE(AR_MAGE_34, by && by->ctl == o->ctl))
		ar_clause_start(w, o->handle, clause, about, -1);
}

void ar_may_start(struct ar_work *w, const struct ar_obj *o, int clause,
		  enum ar_on event, const struct ar_roles *about)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_clause c;

	ar_clause_at(s, (int)o->card, clause, &c);
	if (c.kind != AR_CLAUSE_MAY ||
	    (event != AR_ON_SUMMON && event != AR_ON_DAMAGES))
		return;
	if (RULE(AR_RUL_13, event == AR_ON_DAMAGES &&
				    s->head.option[AR_OPTION_REAPER_ANY]))
		c.to = 0;
	if (!ar_clause_hears(s, o, &c, event, about))
		return;
	if (event == AR_ON_SUMMON)
		at_summons(w, o, clause, &c, about);
	else
		at_damage(w, o, clause, about);
}

/* --- U2 of Upkeep ------------------------------------------------------- */

static void optional_effects_shield(struct ar_work *w, const struct ar_obj *o,
				    int clause, const struct ar_clause *c)
{
	struct ar_roles nobody = { 0 };
	struct decision d;

	if (ar_line_find(w, (int)o->ctl, AR_ORDER_SHIELD, o, NULL, &d) < 0 ||
	    !decision_int(&d, AR_TAG_YES, 0) || o->token[AR_SHIELD] ||
	    RULE(AR_DP_04, c->pay > ar_spare(w, (int)o->ctl, false)))
		return;
	pay_and_start(w, o->handle, clause, c->pay, &nobody);
}

/* the Mage heals, its victim is hurt as much (AR-DP-05) */
static void death_link(struct ar_work *w, const struct ar_obj *o, int clause)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *mage = ar_mage(s, (int)o->ctl);
	struct ar_roles nobody = { 0 };

	if (mage && RULE(AR_DP_05, mage->damage > 0))
		ar_clause_start(w, o->handle, clause, &nobody, -1);
}

static bool on_list(const struct ar_state *s, int seat,
		    const struct decision *d, const struct ar_obj *o)
{
	struct decision_arg arg;

	for (int at = 0; decision_next(d, at, &arg); at = arg.next)
		if (arg.tag == AR_TAG_TARGET &&
		    ar_subject(s, seat, arg.w, arg.n, o))
			return true;
	return false;
}

/* is the cursed creature to suffer: all, those listed, or by default enemies
 * while more mana is there than is held back (AR-DP-06) */
static bool optional_effects_torments(struct ar_work *w, const struct ar_obj *o,
				      const struct ar_clause *c,
				      const struct ar_obj *victim)
{
	const struct ar_state *s = ar_state_of(w);
	int seat = (int)o->ctl;
	struct decision d;

	if (RULE(AR_MAIL_19, c->pay > ar_spare(w, seat, false)))
		return false;
	if (ar_line_find(w, seat, AR_ORDER_MOLOCH, NULL, NULL, &d) < 0)
		return RULE(AR_DP_06, !ar_friends(s, victim->ctl, seat));
	switch (decision_int(&d, AR_TAG_POLICY, AR_POLICY_ALWAYS)) {
	case AR_POLICY_NEVER: return false;
	case AR_POLICY_LIST: return on_list(s, seat, &d, victim);
	default: return true;
	}
}

/* Mages first, then by handle */
static void optional_effects_torment(struct ar_work *w, int32_t obj,
				     const struct ar_clause *c)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_action a;
	const struct ar_obj *o;

	for (int mages = 1; mages >= 0; mages--)
		for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
			const struct ar_obj *self = ar_obj(s, obj);
			int words = c->actions;

			at = o->handle;
			if (!self || s->head.phase == AR_OVER)
				return;
			if ((ar_kind(s, o) == AR_MAGE) != mages ||
			    !ar_fits(s, (int)self->card, c->each, self,
				     (int)self->ctl, o, NULL) ||
			    !optional_effects_torments(w, self, c, o))
				continue;
			ar_action_at(ar_words(s, (int)self->card), &words, &a);
			ar_mana(w, (int)self->ctl, -c->pay, AR_MANA_ABILITY,
				obj, AR_SDATA_11);
			ar_direct(w, &(struct ar_direct_damage){
					     .target = at,
					     .n = (int)a.n,
					     .type = (int)a.type,
					     .by = obj,
					     .card = ar_obj(s, obj)->card,
					     .rule = AR_SPELL_MOLOCHS_TORMENT,
				     });
		}
}

void ar_upkeep_options(struct ar_work *w, int seat)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_roles nobody = { 0 };
	const struct ar_obj *o;
	struct ar_clause c;

	for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
		at = o->handle;
		if (o->ctl != seat || o->card <= 0 || o->hidden)
			continue;
		for (int i = 0; i < ar_clauses(s, (int)o->card); i++) {
			ar_clause_at(s, (int)o->card, i, &c);
			if (c.kind != AR_CLAUSE_MAY ||
			    !ar_clause_hears(s, o, &c, AR_ON_UPKEEP, &nobody))
				continue;
			if (c.each)
				optional_effects_torment(w, at, &c);
			else if (c.pay)
				optional_effects_shield(w, o, i, &c);
			else
				death_link(w, o, i);
			o = ar_obj(s, at);
			if (!o || s->head.phase == AR_OVER)
				break;
		}
	}
}

/* as much as the line of Death Link says, 0..most */
int ar_may_heal(struct ar_work *w, int seat, int most)
{
	struct decision d;
	int n = most;

	if (ar_line_find(w, seat, AR_ORDER_DEATHLINK, NULL, NULL, &d) >= 0)
		n = decision_int(&d, AR_TAG_COUNT, most);
	return n < 0 ? 0 : n < most ? n : most;
}

/* --- a die is rolled again ---------------------------------------------- */

enum { AGAIN_DEFENSE, AGAIN_CANCEL, AGAIN_EFFECT, AGAIN_DICE };

static int which_die(int32_t roll)
{
	switch (roll) {
	case AR_ROLL_DEFENSE: return AGAIN_DEFENSE;
	case AR_ROLL_CANCEL: return AGAIN_CANCEL;
	case AR_ROLL_ATTACK: return AGAIN_DICE;
	default: return AGAIN_EFFECT;
	}
}

/* a REROLL line of the seat about this die; all dice only on a condition */
static bool asks_again(struct ar_work *w, int seat, int which,
		       const struct ar_obj *subject)
{
	const struct ar_frame *f = ar_below(w, AR_FRAME_ATTACK);
	const struct ar_state *s = ar_state_of(w);
	struct decision_arg arg;
	struct decision d;

	for (int i = 0; ar_line(s, seat, i, &d); i++) {
		bool said = false;

		if (d.kind != AR_ORDER_REROLL)
			continue;
		for (int at = 0; decision_next(&d, at, &arg); at = arg.next)
			for (int k = 0; arg.tag == AR_TAG_EFFECTS && k < arg.n;
			     k++)
				said |= arg.w[k] == which;
		if (said &&
		    ar_line_holds(s, seat, &d, subject,
				  f ? &f->attack : NULL) &&
		    (which != AGAIN_DICE || decision_has(&d, AR_TAG_COND)))
			return RULE(AR_DP_34, true);
	}
	return false;
}

/* the next object, from number *i, whose controller may have this die rolled
 * again, and its clause; NULL: no more */
static const struct ar_obj *next_again(const struct ar_state *s,
				       const struct ar_roles *about, int *i,
				       int *clause)
{
	int which = which_die(about->roll);
	const struct ar_obj *whose = ar_obj(s, about->who);
	struct ar_clause c;

	for (; whose && *i < s->n_objects; ++*i) {
		const struct ar_obj *o = &s->obj[*i];
		bool ours = which >= AGAIN_EFFECT
				    ? ar_is_creature(s, whose) &&
					      ar_friends(s, whose->ctl, o->ctl)
				    : whose->ctl == o->ctl;

		if (o->card <= 0 || o->hidden || o->dying || !ours)
			continue;
		for (int k = 0; k < ar_clauses(s, (int)o->card); k++) {
			ar_clause_at(s, (int)o->card, k, &c);
			if (c.kind != AR_CLAUSE_MAY ||
			    !RULE(AR_SDATA_36,
				  ar_clause_hears(s, o, &c, AR_ON_ROLL, about)))
				continue;
			*clause = k;
			++*i;
			return o;
		}
	}
	return NULL;
}

bool ar_reroll(struct ar_work *w, const struct ar_roles *about)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *whose = ar_obj(s, about->who), *o;
	int i = 0, clause;

	if (w->r->unknown)
		return false;
	while ((o = next_again(s, about, &i, &clause)) != NULL)
		if (asks_again(w, (int)o->ctl, which_die(about->roll), whose)) {
			ar_clause_used(w, o->handle, clause);
			return true;
		}
	return false;
}

bool ar_asks_reroll(struct ar_work *w, const struct ar_roles *about)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;
	struct decision d;
	int i = 0, clause;

	while ((o = next_again(s, about, &i, &clause)) != NULL)
		if (ar_line_find(w, (int)o->ctl, AR_ORDER_REROLL, NULL, NULL,
				 &d) < 0 &&
		    ar_wants_asked(w, (int)o->ctl, AR_ASKS_REROLL, o->handle))
			return true;
	return false;
}
