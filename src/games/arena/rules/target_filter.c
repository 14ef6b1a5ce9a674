/* src/games/arena/rules/target_filter.c */
#include "games/arena/rules/target_filter.h"
#include "games/arena/rules/spell_private.h"

/* --- roles
 * ------------------------------------------------------------------- */

/* a Mage's own; what he wears means him (AR-SDATA-03) */
static const struct ar_obj *own_mage(const struct ar_asking *a)
{
	if (a->self && ar_kind(a->s, a->self) == AR_EQUIPMENT)
		return ar_obj(a->s, a->self->host);
	return a->seat >= 0 ? ar_obj(a->s, a->s->player[a->seat].mage) : NULL;
}

/* the handle that an order of casting gave the word, or 0 */
static int32_t named_by_cast(const struct ar_cast *cast, enum ar_test_word word)
{
	switch (word) {
	case AR_IS_TARGET: return cast->target;
	case AR_IS_TARGET2: return cast->to;
	case AR_IS_ITEM: return cast->item;
	case AR_IS_CASTER: return cast->caster;
	default: return 0;
	}
}

/* the handle that the event gives the word, or 0 */
static int32_t named_by_event(const struct ar_roles *about,
			      enum ar_test_word word)
{
	switch (word) {
	case AR_IS_TARGET: return about->to;
	case AR_IS_CASTER:
	case AR_IS_MOVER:
	case AR_IS_IT: return about->who;
	default: return 0;
	}
}

static int32_t named_handle(const struct ar_asking *a, enum ar_test_word word)
{
	switch (word) {
	case AR_IS_HOST: return a->self ? a->self->host : 0;
	case AR_IS_CHOSEN: return a->self ? a->self->chosen : 0;
	case AR_IS_SAME: return a->same;
	case AR_IS_IT:
		if (a->it)
			return a->it;
		break;
	case AR_IS_MOVER: break;
	default:
		if (a->cast)
			return named_by_cast(a->cast, word);
	}
	return a->about ? named_by_event(a->about, word) : 0;
}

const struct ar_obj *ar_named_by(const struct ar_asking *a,
				 enum ar_test_word word)
{
	int32_t handle;

	if (word == AR_IS_SELF)
		return a->self;
	if (word == AR_IS_MAGE)
		return own_mage(a);
	handle = named_handle(a, word);
	return handle > 0 ? ar_obj(a->s, handle) : NULL;
}

static int32_t target_filter_here(const struct ar_asking *a)
{
	return a->zone ? a->zone : a->self ? ar_zone_of(a->s, a->self) : 0;
}

/* --- objects
 * ------------------------------------------------------------------- */

/* at least one revealed curse of ctl; Curseweaving: hidden ones that are his */
static bool target_filter_cursed(const struct ar_asking *a,
				 const struct ar_obj *o)
{
	int curse = ar_subtype_named(STR("curse"));

	for (const struct ar_obj *e = ar_next(a->s, 0); e;
	     e = ar_next(a->s, e->handle)) {
		if (e->host != o->handle ||
		    ar_kind(a->s, e) != AR_ENCHANTMENT ||
		    !ar_card_has(ar_card_of(a->s, e), curse))
			continue;
		if (a->any_curse ? e->owner == a->seat && e->ctl == a->seat
				 : !e->hidden && e->ctl == a->seat)
			return true;
	}
	return false;
}

static bool target_filter_fresh(const struct ar_asking *a,
				const struct ar_obj *o)
{
	return !a->self ||
	       !ar_paired(a->s, AR_PAIR_COUNTED, a->self->handle, o->handle);
}

/* what the order listed: REMOVE #7 */
static bool target_filter_listed(const struct ar_asking *a,
				 const struct ar_obj *o)
{
	if (!a->cast)
		return false;
	for (int i = 0; i < a->cast->n_remove; i++)
		if (a->cast->remove[i] == AR_HAS_COND + o->handle)
			return true;
	return a->cast->item == o->handle || a->cast->target == o->handle;
}

static bool marker_has(const struct ar_obj *o, int32_t marker)
{
	return marker >= AR_HAS_COND ? o->cond[marker - AR_HAS_COND] > 0
				     : o->token[marker] > 0;
}

static bool in_range(const struct ar_asking *a, const struct ar_obj *o,
		     int32_t range)
{
	int d = a->self ? ar_reach(a->s, ar_zone_of(a->s, a->self), o) : 0;

	return range % 100 <= d && d <= range / 100;
}

static bool test_position(const struct ar_asking *a, const struct ar_obj *o,
			  enum ar_test_word word)
{
	const struct ar_state *s = a->s;
	int depth = a->depth + 1;

	switch (word) {
	case AR_IS_LIVING: return ar_living_at(s, o, depth);
	case AR_IS_CORPOREAL: return ar_corporeal_at(s, o, depth);
	case AR_IS_FLYING: return ar_flying_at(s, o, depth);
	case AR_IS_UNMOVABLE:
		return ar_trait_at(s, o, AR_T_UNMOVABLE, NULL, NULL, depth);
	case AR_IS_UNCONTAINABLE:
		return ar_trait_at(s, o, AR_T_UNCONTAINABLE, NULL, NULL, depth);
	case AR_IS_PSYCHIC_IMMUNE: return ar_immune_at(s, o, AR_PSYCHIC, depth);
	default: return ar_immune_at(s, o, AR_POISON, depth);
	}
}

/* kinds, sides, printed words */
static bool is_of(const struct ar_asking *a, const struct ar_obj *o,
		  const struct ar_test *t)
{
	const struct ar_state *s = a->s;
	const struct ar_card *c = ar_card_of(s, o);

	switch (t->word) {
	case AR_IS_CREATURE: return ar_is_creature(s, o);
	case AR_IS_CONJURATION: return ar_kind(s, o) == AR_CONJURATION;
	case AR_IS_ENCHANTMENT: return ar_kind(s, o) == AR_ENCHANTMENT;
	case AR_IS_EQUIPMENT: return ar_kind(s, o) == AR_EQUIPMENT;
	case AR_IS_ANY_MAGE: return ar_kind(s, o) == AR_MAGE;
	case AR_IS_FRIEND: return ar_friends(s, o->ctl, a->seat);
	case AR_IS_ENEMY: return !ar_friends(s, o->ctl, a->seat);
	case AR_IS_OWN: return o->ctl == a->seat;
	case AR_IS_OWNED: return o->ctl == a->seat && o->owner == a->seat;
	case AR_IS_HIDDEN: return o->hidden;
	case AR_IS_LEGENDARY: return c->flags & AR_CARD_LEGENDARY;
	case AR_IS_SUBTYPE: return ar_card_has(c, t->arg);
	case AR_IS_SCHOOL: return ar_of_school(c, t->arg);
	default: return t->word == AR_IS_LEVEL && c->level <= t->arg;
	}
}

static bool is_there(const struct ar_asking *a, const struct ar_obj *o,
		     const struct ar_test *t)
{
	const struct ar_obj *other;

	switch (t->word) {
	case AR_IS_HERE:
		return target_filter_here(a) &&
		       ar_zone_of(a->s, o) == target_filter_here(a);
	case AR_IS_ON_TARGET:
		other = ar_named_by(a, AR_IS_TARGET);
		return other && o->host == other->handle;
	case AR_IS_ON_IT:
		other = ar_named_by(a, AR_IS_IT);
		return other && o->host == other->handle;
	case AR_IS_SEEN: return a->self && ar_sees(a->s, a->self, o);
	case AR_IS_IN_RANGE: return in_range(a, o, t->arg);
	case AR_IS_FRESH: return target_filter_fresh(a, o);
	case AR_IS_NAMED: return target_filter_listed(a, o);
	case AR_IS_CURSED: return target_filter_cursed(a, o);
	default: return t->word == AR_HAS && marker_has(o, t->arg);
	}
}

static bool test_object(const struct ar_asking *a, const struct ar_obj *o,
			const struct ar_test *t)
{
	if (t->word <= AR_IS_MAGE)
		return ar_named_by(a, t->word) == o;
	if (AR_IS_LIVING <= t->word && t->word <= AR_IS_UNCONTAINABLE)
		return test_position(a, o, t->word);
	if (t->word == AR_IS_PSYCHIC_IMMUNE || t->word == AR_IS_POISON_IMMUNE)
		return test_position(a, o, t->word);
	if (AR_IS_HERE <= t->word && t->word <= AR_HAS)
		return is_there(a, o, t);
	return is_of(a, o, t);
}

/* --- spells
 * ---------------------------------------------------------------------- */

struct spell {
	int card, seat;
	bool quick;
};

static bool test_spell(const struct ar_asking *a, const struct spell *x,
		       const struct ar_test *t)
{
	const struct ar_card *c = &a->s->card[x->card];

	switch (t->word) {
	case AR_IS_ATTACK_SPELL: return c->kind == AR_ATTACK_SPELL;
	case AR_IS_INCANTATION: return c->kind == AR_INCANTATION;
	case AR_IS_ENCHANTMENT_SPELL:
	case AR_IS_ENCHANTMENT: return c->kind == AR_ENCHANTMENT;
	case AR_IS_CREATURE: return c->kind == AR_CREATURE;
	case AR_IS_CONJURATION: return c->kind == AR_CONJURATION;
	case AR_IS_EQUIPMENT: return c->kind == AR_EQUIPMENT;
	case AR_IS_EPIC: return c->flags & AR_CARD_EPIC;
	case AR_IS_LEGENDARY: return c->flags & AR_CARD_LEGENDARY;
	case AR_IS_QUICK: return x->quick;
	case AR_IS_LEVEL: return c->level <= t->arg;
	case AR_IS_SUBTYPE: return ar_card_has(c, t->arg);
	case AR_IS_SCHOOL: return ar_of_school(c, t->arg);
	case AR_IS_LIVING: return c->flags & AR_CARD_LIVING;
	case AR_IS_CORPOREAL:
		for (int i = 0; i < c->n_traits; i++)
			if (ar_printed(a->s, x->card, i)->trait ==
			    AR_T_INCORPOREAL)
				return false;
		return true;
	case AR_IS_ENEMY: return !ar_friends(a->s, x->seat, a->seat);
	case AR_IS_FRIEND: return ar_friends(a->s, x->seat, a->seat);
	case AR_IS_OWN:
	case AR_IS_OWNED: return x->seat == a->seat;
	default: return false;
	}
}

/* --- attacks
 * ---------------------------------------------------------------------- */

/* who has the trait, and does its bracket speak of melee attacks alone? */
struct bracket {
	const struct ar_obj *o;
	bool melee;
};

static bool test_blow(const struct ar_asking *a, const struct bracket *of,
		      const struct ar_test *t)
{
	const struct ar_obj *o = of->o;
	const struct ar_blow *b = a->blow;
	bool out = b->as ? b->as == AR_AS_ATTACKER : b->attacker == o->handle;
	bool in = b->as ? b->as == AR_AS_DEFENDER : b->defender == o->handle;
	const struct ar_obj *other =
		ar_obj(a->s, out ? b->defender : b->attacker);

	switch (t->word) {
	case AR_IS_OUT: return out;
	case AR_IS_IN: return in;
	case AR_IS_MELEE: return b->kind == AR_MELEE;
	case AR_IS_RANGED: return b->kind == AR_RANGED;
	case AR_IS_SPELL: return b->spell;
	case AR_IS_QUICK: return b->quick;
	case AR_IS_COUNTERSTRIKE: return b->counterstrike;
	case AR_IS_TYPE: return b->type == t->arg;
	/* light and lightning are subtypes of spells, too */
	case AR_IS_FIRST:
		return out         ? b->first
		       : of->melee ? b->first_melee_on
				   : b->first_on;
	default: return other && test_object(a, other, t);
	}
}

/* --- a filter is an AND of ORs
 * -------------------------------------------------- */

typedef bool (*tester)(const struct ar_asking *a, const void *what,
		       const struct ar_test *t);

static bool target_filter_walk(const struct ar_asking *a, int filter,
			       tester test, const void *what)
{
	const int32_t *w = ar_words(a->s, a->card);
	int at = filter + 1, end = ar_filter_end(w, filter);

	while (at < end) {
		struct ar_test t;
		bool any = false;

		do {
			ar_test_at(w, &at, &t);
			any |= test(a, what, &t) != t.not ;
		} while (t.or_next);
		if (!any)
			return false;
	}
	return true;
}

static bool target_filter_object(const struct ar_asking *a, const void *what,
				 const struct ar_test *t)
{
	return test_object(a, what, t);
}

static bool target_filter_spell(const struct ar_asking *a, const void *what,
				const struct ar_test *t)
{
	return test_spell(a, what, t);
}

static bool target_filter_blow(const struct ar_asking *a, const void *what,
			       const struct ar_test *t)
{
	return test_blow(a, what, t);
}

bool ar_asks(const struct ar_asking *a, int filter, const struct ar_obj *o)
{
	return target_filter_walk(a, filter, target_filter_object, o);
}

bool ar_asks_spell(const struct ar_asking *a, int filter, int card, int seat,
		   bool quick)
{
	struct spell x = { card, seat, quick };

	return target_filter_walk(a, filter, target_filter_spell, &x);
}

bool ar_asks_blow(const struct ar_asking *a, int filter, const struct ar_obj *o)
{
	const struct bracket of = { o, ar_blow_says(a, filter, AR_IS_MELEE) };

	return !filter ||
	       (a->blow &&
		target_filter_walk(a, filter, target_filter_blow, &of));
}

bool ar_blow_says(const struct ar_asking *a, int filter, enum ar_test_word word)
{
	const int32_t *w = ar_words(a->s, a->card);
	int at = filter + 1, end = filter ? ar_filter_end(w, filter) : 0;

	while (at < end) {
		struct ar_test t;

		ar_test_at(w, &at, &t);
		if (t.word == word)
			return true;
	}
	return false;
}

/* --- conditions
 * ---------------------------------------------------------------- */

static bool controls_one(const struct ar_asking *a, int filter)
{
	for (const struct ar_obj *o = ar_next(a->s, 0); o;
	     o = ar_next(a->s, o->handle))
		/* the banished are in play (AR-SPELL-animal-kinship) */
		if (o->ctl == a->seat && !o->hidden && !o->dying &&
		    ar_asks(a, filter, o))
			return true;
	return false;
}

/* the class token is with its Mage: on no object of his */
static bool token_free(const struct ar_asking *a, int32_t token)
{
	for (const struct ar_obj *o = ar_next(a->s, 0); o;
	     o = ar_next(a->s, o->handle))
		if (o->ctl == a->seat && o->token[token])
			return false;
	return true;
}

/* self, or who bears the token for which the clause is asked */
static bool with_mage(const struct ar_asking *a)
{
	const struct ar_obj *mage = own_mage(a);
	const struct ar_obj *who = a->it ? ar_obj(a->s, a->it) : a->self;

	return mage && who && ar_zone_of(a->s, who) == ar_zone_of(a->s, mage);
}

bool ar_asks_if(const struct ar_asking *a, int condition)
{
	struct ar_if c;
	const struct ar_obj *who;
	bool holds = false;

	if (!condition)
		return true;
	ar_if_at(ar_words(a->s, a->card), condition, &c);
	who = ar_named_by(a, (enum ar_test_word)c.who);
	switch (c.what) {
	case AR_IF_HAS: holds = who && marker_has(who, c.arg); break;
	case AR_IF_IS: holds = who && ar_asks(a, c.arg, who); break;
	case AR_IF_HAVE: holds = controls_one(a, c.arg); break;
	case AR_IF_SAME_ZONE: holds = with_mage(a); break;
	default: holds = token_free(a, c.arg);
	}
	return holds != c.not ;
}

/* --- what spell_clause.h offers of it
 * ------------------------------------------------- */

bool ar_fits(const struct ar_state *s, int card, int filter,
	     const struct ar_obj *self, int seat, const struct ar_obj *o,
	     const struct ar_roles *about)
{
	struct ar_asking a = {
		.s = s, .card = card, .self = self, .seat = seat, .about = about
	};

	return ar_asks(&a, filter, o);
}

bool ar_clause_if(const struct ar_state *s, int card, int condition,
		  const struct ar_obj *self, const struct ar_roles *about)
{
	struct ar_asking a = { .s = s,
			       .card = card,
			       .self = self,
			       .seat = self ? self->ctl : -1,
			       .about = about };

	return ar_asks_if(&a, condition);
}

/* AR-SDATA-04: few events trigger a hidden object */
static bool target_filter_deaf(const struct ar_obj *self,
			       const struct ar_clause *c)
{
	if (!self->hidden)
		return false;
	return c->kind != AR_CLAUSE_MUST && c->event != AR_ON_REVEAL &&
	       c->event != AR_ON_DESTROYED;
}

/* the counter of a clause: those of one ability of a Mage share it */
int ar_clause_counter(const struct ar_state *s, const struct ar_obj *self,
		      const struct ar_clause *c)
{
	return ar_card_of(s, self)->class == AR_PRIESTESS ? 0 : c->counter;
}

static bool role_fits(const struct ar_asking *a, int filter, int32_t handle)
{
	const struct ar_obj *o;

	if (!filter)
		return true;
	o = handle > 0 ? ar_obj(a->s, handle) : NULL;
	return o && ar_asks(a, filter, o);
}

/* kind=: of the attack that is declared */
static bool attack_fits(const struct ar_asking *a, int filter)
{
	struct ar_blow b = { .attacker = a->about->by,
			     .defender = a->about->to,
			     .kind = a->about->kind,
			     .counterstrike = a->about->counterstrike };
	struct ar_asking asking = *a;
	const struct ar_obj *by = ar_obj(a->s, a->about->by);

	asking.blow = &b;
	return !filter || (by && ar_asks_blow(&asking, filter, by));
}

bool ar_clause_hears(const struct ar_state *s, const struct ar_obj *self,
		     const struct ar_clause *c, enum ar_on event,
		     const struct ar_roles *about)
{
	struct ar_asking a = { .s = s,
			       .card = self->card,
			       .self = self,
			       .seat = self->ctl,
			       .about = about,
			       .any_curse = ar_kind(s, self) == AR_MAGE };
	const struct ar_obj *who = ar_obj(s, about->who);

	if (c->event != (int)event || target_filter_deaf(self, c))
		return false;
	if (c->per_round &&
	    self->used[ar_clause_counter(s, self, c)] >= c->per_round)
		return false;
	/* M6: only the zone that was entered is triggered */
	if (event == AR_ON_ENTER &&
	    (!who || ar_zone_of(s, who) != ar_zone_of(s, self)))
		return false;
	/* turned up: itself, where no spell is asked for */
	if (event == AR_ON_REVEAL && !c->spell && about->who != self->handle)
		return false;
	return role_fits(&a, c->who, about->who) &&
	       role_fits(&a, c->by, about->by) &&
	       (role_fits(&a, c->to, about->to) ||
		/* the new host is a target, too: there it is `by` */
		(event == AR_ON_CASTING && role_fits(&a, c->to, about->by))) &&
	       (!c->spell || ar_asks_spell(&a, c->spell, about->card,
					   about->seat, about->quick)) &&
	       attack_fits(&a, c->attack) && ar_asks_if(&a, c->condition);
}
