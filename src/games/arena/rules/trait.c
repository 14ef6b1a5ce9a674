/*
 * src/games/arena/rules/trait.c - computes the traits of an object (AR-TRT):
 * printed, given, lasting and from markers. each() visits every source of a
 * trait once; sums, maxima and removals use what it visits.
 */
#include "games/arena/rules/trait.h"
#include "games/arena/rules/target_filter.h"
#include "games/arena/rules/triggers.h"
#include "games/arena/rules/spell_private.h"
#include "games/arena/rules/tables.h"

/* A give clause at work, or another source. */
struct gift {
	const struct ar_obj *source; /* NULL: printed, a mod, a marker */
	int card;                    /* whose it is, for the explanation */
	int rule;
	int32_t stamp;
	struct ar_action a;
};

struct walker {
	const struct ar_state *s;
	const struct ar_obj *o; /* whose traits */
	const struct ar_blow *blow;
	int depth;
	/* told of every action of a give clause that holds for o */
	void (*each)(struct walker *w, const struct gift *g);
	enum ar_trait trait;
	int32_t sum, most, granted, lost; /* stamps + 1; 0: none */
	int32_t first; /* stamp + 1 of the first grant; 0: none */
	int32_t until; /* what is gained after this stamp + 1 is not; 0: all */
	bool of_trait; /* no other action counts than those of `trait` */
	struct ar_why *why;
	void *out;
};

void ar_because(struct ar_why *why, int rule, int32_t amount)
{
	if (!why || !amount || why->n == AR_MAX_MODS_SHOWN)
		return;
	why->mod[2 * why->n] = rule;
	why->mod[2 * why->n + 1] = amount;
	why->n++;
}

static struct ar_asking asking_of(const struct walker *w,
				  const struct ar_obj *self)
{
	return (struct ar_asking){ .s = w->s,
				   .card = self->card,
				   .self = self,
				   .seat = self->ctl,
				   .depth = w->depth,
				   .blow = w->blow,
				   .it = w->o->handle };
}

/* one give clause for this object */
static void given_by_clause(struct walker *w, const struct ar_obj *x, int i)
{
	const int32_t *words = ar_words(w->s, x->card);
	struct ar_asking a = asking_of(w, x);
	struct gift g = { .source = x,
			  .card = x->card,
			  .rule = w->s->card[x->card].rule,
			  .stamp = x->stamp ? x->stamp : x->born };
	struct ar_clause c;
	bool asked = false;
	int at;

	ar_clause_at(w->s, x->card, i, &c);
	at = c.actions;
	for (int k = 0; k < c.n_actions; k++) {
		ar_action_at(words, &at, &g.a);
		if (w->of_trait && g.a.trait != (int32_t)w->trait)
			continue;
		if (!asked &&
		    (!ar_asks(&a, c.who, w->o) || !ar_asks_if(&a, c.condition)))
			break;
		asked = true;
		w->each(w, &g);
	}
}

/* Every action of a live give clause for this object (AR-SDATA-09). */
static void given_by(struct walker *w, const struct ar_obj *x)
{
	const int32_t *words = ar_words(w->s, x->card);

	for (int i = 0, n = words[0]; i < n; i++)
		if (ar_clause_kind(words, i) == AR_CLAUSE_GIVE &&
		    (!w->of_trait || ar_clause_names(words, i, w->trait)))
			given_by_clause(w, x, i);
}

/* a hidden enchantment gives one thing alone: noreveal (AR-SDATA-04) */
static bool trait_gives(const struct walker *w, const struct ar_obj *x)
{
	return !x->hidden ||
	       (w->trait == AR_T_NO_REVEAL && x == w->o && x->card > 0);
}

/* What works on all is not for the banished, but what they bear themselves,
 * what hangs on them and what their Mage has made of them (AR-SPELL-banish) */
static bool trait_reaches(const struct walker *w, const struct ar_obj *x)
{
	return w->o->zone || !ar_is_creature(w->s, w->o) || x == w->o ||
	       x->host == w->o->handle || ar_kind(w->s, x) == AR_MAGE;
}

static void each_gift(struct walker *w)
{
	if (w->depth > AR_DEEPEST)
		return;
	for (const struct ar_obj *x = w->s->obj, *end = x + w->s->n_objects;
	     x < end; x++)
		if (trait_gives(w, x) && x->card > 0 &&
		    w->s->card[x->card].n_program && trait_reaches(w, x))
			given_by(w, x);
}

/* --- one trait
 * ------------------------------------------------------------------ */

static void trait_add(struct walker *w, int32_t amount, int32_t stamp, int rule)
{
	if (w->until && amount > 0 && RULE(AR_TRT_22, stamp + 1 > w->until))
		return;
	if (!w->first || stamp + 1 < w->first)
		w->first = stamp + 1;
	w->sum += amount;
	if (amount > w->most)
		w->most = amount;
	if (stamp + 1 > w->granted)
		w->granted = stamp + 1;
	ar_because(w->why, rule, amount);
}

static void trait_gift(struct walker *w, const struct gift *g)
{
	struct ar_asking a = asking_of(w, g->source);
	int32_t amount = g->a.value;

	if (g->a.verb == AR_V_LOSE) {
		if (g->stamp + 1 > w->lost)
			w->lost = g->stamp + 1;
		return;
	}
	if (g->a.verb != AR_V_TRAIT || !ar_asks_blow(&a, g->a.filter, w->o))
		return;
	/* the value is the type of the attacks it is about */
	if (g->a.trait == AR_T_ETHEREAL_TO &&
	    RULE(AR_DMG_06, !w->blow || w->blow->type != amount))
		return;
	if (g->a.amount == AR_AMOUNT_TOKENS)
		amount += g->a.n * g->source->token[g->a.token];
	trait_add(w, amount, g->stamp, g->rule);
}

static void trait_printed(struct walker *w)
{
	if (w->o->hidden || w->o->card <= 0)
		return;
	for (int i = 0; i < ar_card_of(w->s, w->o)->n_traits; i++) {
		const struct ar_trait_word *t = ar_printed(w->s, w->o->card, i);

		if (t->trait == (int32_t)w->trait)
			trait_add(w, t->amount, 0, w->s->card[w->o->card].rule);
	}
}

static void trait_lasting(struct walker *w)
{
	for (int i = 0; i < w->s->n_mods; i++) {
		const struct ar_mod *m = &w->s->mod[i];
		struct ar_asking a;

		if (m->handle != w->o->handle || m->trait != (int32_t)w->trait)
			continue;
		a = (struct ar_asking){ .s = w->s,
					.card = m->card,
					.self = w->o,
					.seat = w->o->ctl,
					.depth = w->depth,
					.blow = w->blow };

		/* what the next melee attack has, no other one has */
		if (RULE(AR_TRT_20, m->duration == AR_NEXT && w->blow &&
					    w->blow->kind != AR_MELEE))
			continue;
		if (ar_asks_blow(&a, m->filter, w->o))
			trait_add(w, m->amount, m->stamp,
				  m->card > 0 ? w->s->card[m->card].rule : 0);
	}
}

/* what tokens are worth: AR-TRT-23, and Armor +1 */
static void trait_marked(struct walker *w)
{
	if (w->trait == AR_T_MELEE && w->o->token[AR_RAGE])
		trait_add(w, w->o->token[AR_RAGE], 0, AR_TRT_23);
	if (w->trait == AR_T_ARMOR && w->o->token[AR_ARMOR])
		trait_add(w, w->o->token[AR_ARMOR], 0, AR_TRT_15);
}

/* traits that conjurations and incorporeal objects have by themselves */
static bool by_nature(const struct walker *w)
{
	int kind = ar_kind(w->s, w->o);

	switch (w->trait) {
	case AR_T_UNMOVABLE:
	case AR_T_PSYCHIC_IMMUNITY:
		return kind == AR_CONJURATION; /* AR-OBJ-14 */
	case AR_T_BURNPROOF:
	case AR_T_UNCONTAINABLE: /* AR-OBJ-15 */
		return !ar_corporeal_at(w->s, w->o, w->depth + 1);
	default: return false;
	}
}

static void trait_gather(struct walker *w)
{
	trait_printed(w);
	trait_marked(w);
	trait_lasting(w);
	each_gift(w);
}

/* Since when it has Finite Life, as a stamp + 1; 0: it has not. */
static int32_t finite_since(const struct walker *life)
{
	struct walker w = { .s = life->s,
			    .o = life->o,
			    .depth = life->depth,
			    .each = trait_gift,
			    .of_trait = true,
			    .trait = AR_T_FINITE_LIFE };

	trait_gather(&w);
	return w.lost > w.granted ? 0 : w.first;
}

static int32_t one_trait(const struct ar_state *s, const struct ar_obj *o,
			 enum ar_trait t, const struct ar_blow *b,
			 struct ar_why *why, int depth)
{
	struct walker w = { .s = s,
			    .o = o,
			    .blow = b,
			    .depth = depth,
			    .each = trait_gift,
			    .of_trait = true,
			    .trait = t,
			    .why = why };

	/* life that came before Finite Life stays, none comes after it */
	if (t == AR_T_LIFE)
		w.until = finite_since(&w);
	trait_gather(&w);
	if (RULE(AR_TRT_01, ar_trait_kinds[t] == AR_TRAIT_SUM))
		return w.sum;
	if (RULE(AR_TRT_02, ar_trait_kinds[t] == AR_TRAIT_MAX) ||
	    t == AR_T_ETHEREAL_TO)
		return w.most;
	/* AR-TRT-04: the later one wins */
	if (RULE(AR_TRT_04, w.lost > w.granted))
		return 0;
	return w.granted != 0 || by_nature(&w);
}

int32_t ar_trait_at(const struct ar_state *s, const struct ar_obj *o,
		    enum ar_trait t, const struct ar_blow *b,
		    struct ar_why *why, int depth)
{
	int32_t v = one_trait(s, o, t, b, why, depth);

	/* AR-TRT-05: Fast and Slow take each other away */
	if (v && t == AR_T_FAST)
		return RULE(AR_TRT_05,
			    one_trait(s, o, AR_T_SLOW, b, NULL, depth))
			       ? 0
			       : v;
	if (v && t == AR_T_SLOW)
		return one_trait(s, o, AR_T_FAST, b, NULL, depth) ? 0 : v;
	return v;
}

int32_t ar_trait(const struct ar_state *s, const struct ar_obj *o,
		 enum ar_trait t, const struct ar_blow *b, struct ar_why *why)
{
	return ar_trait_at(s, o, t, b, why, 0);
}

/* --- what follows from several
 * -------------------------------------------------- */

bool ar_corporeal_at(const struct ar_state *s, const struct ar_obj *o,
		     int depth)
{
	return !ar_trait_at(s, o, AR_T_INCORPOREAL, NULL, NULL, depth);
}

bool ar_living_at(const struct ar_state *s, const struct ar_obj *o, int depth)
{
	if (o->hidden || !(ar_card_of(s, o)->flags & AR_CARD_LIVING))
		return false;
	return RULE(AR_OBJ_12, ar_corporeal_at(s, o, depth)) &&
	       !ar_trait_at(s, o, AR_T_NONLIVING, NULL, NULL, depth);
}

bool ar_immune_at(const struct ar_state *s, const struct ar_obj *o, int type,
		  int depth)
{
	if (type <= AR_UNTYPED || type >= N_AR_TYPES)
		return false;
	if (ar_trait_at(s, o,
			(enum ar_trait)(AR_T_FLAME_IMMUNITY + type - AR_FLAME),
			NULL, NULL, depth))
		return true;
	return RULE(AR_OBJ_13, type == AR_POISON) && !ar_living_at(s, o, depth);
}

bool ar_living(const struct ar_state *s, const struct ar_obj *o)
{
	return ar_living_at(s, o, 0);
}

bool ar_corporeal(const struct ar_state *s, const struct ar_obj *o)
{
	return ar_corporeal_at(s, o, 0);
}

bool ar_immune(const struct ar_state *s, const struct ar_obj *o, int type)
{
	return ar_immune_at(s, o, type, 0);
}

static bool restrained_at(const struct ar_state *s, const struct ar_obj *o,
			  int depth)
{
	if (!o->cond[AR_CRIPPLE] &&
	    !ar_trait_at(s, o, AR_T_RESTRAINED, NULL, NULL, depth))
		return false;
	return !RULE(AR_COND_11,
		     ar_trait_at(s, o, AR_T_UNCONTAINABLE, NULL, NULL, depth));
}

static bool incapacitated_at(const struct ar_state *s, const struct ar_obj *o,
			     int depth)
{
	return o->cond[AR_STUN] || o->cond[AR_SLEEP] ||
	       ar_trait_at(s, o, AR_T_INCAPACITATED, NULL, NULL, depth);
}

bool ar_flying_at(const struct ar_state *s, const struct ar_obj *o, int depth)
{
	if (o->flight)
		return o->flight == AR_FLIGHT_UP; /* AR-FLY-04, -05 */
	if (!ar_trait_at(s, o, AR_T_FLYING, NULL, NULL, depth))
		return false;
	return !RULE(AR_FLY_07, o->guard || restrained_at(s, o, depth) ||
					incapacitated_at(s, o, depth));
}

bool ar_flying(const struct ar_state *s, const struct ar_obj *o)
{
	return ar_flying_at(s, o, 0);
}

bool ar_restrained(const struct ar_state *s, const struct ar_obj *o)
{
	return restrained_at(s, o, 0);
}

bool ar_incapacitated(const struct ar_state *s, const struct ar_obj *o)
{
	return incapacitated_at(s, o, 0);
}

bool ar_finite(const struct ar_state *s, const struct ar_obj *o)
{
	return ar_is(s, o, AR_T_FINITE_LIFE) ||
	       RULE(AR_OBJ_13, !ar_living(s, o));
}

int32_t ar_armor(const struct ar_state *s, const struct ar_obj *o,
		 struct ar_why *why)
{
	int32_t printed_armor = ar_card_of(s, o)->armor, armor;

	/* none ever (AR-TRT-15, AR-OBJ-15) */
	if (printed_armor < 0 || RULE(AR_OBJ_15, !ar_corporeal(s, o)))
		return 0;
	ar_because(why, ar_card_of(s, o)->rule, printed_armor);
	armor = printed_armor + ar_trait(s, o, AR_T_ARMOR, NULL, why);
	return armor > 0 ? armor : 0;
}

int32_t ar_life(const struct ar_state *s, const struct ar_obj *o)
{
	return ar_card_of(s, o)->life + o->lost +
	       ar_trait(s, o, AR_T_LIFE, NULL, NULL);
}

int32_t ar_life_left(const struct ar_state *s, const struct ar_obj *o)
{
	int32_t left = ar_life(s, o) - o->damage;

	return left > 0 ? left : 0;
}

enum { AR_ERRATA_CHANNELING = 10 };

int32_t ar_channeling(const struct ar_state *s, const struct ar_obj *o,
		      struct ar_why *why)
{
	int32_t base = ar_card_of(s, o)->channeling, sum;

	/* what lies face down has no channeling that could be told */
	if (base < 0 || o->hidden)
		return -1;
	if (RULE(AR_RUL_14,
		 s->head.option[AR_OPTION_ERRATA_MAGES] &&
			 (ar_card_of(s, o)->class == AR_BEASTMASTER ||
			  ar_card_of(s, o)->class == AR_WARLOCK)))
		base = AR_ERRATA_CHANNELING;
	ar_because(why, ar_card_of(s, o)->rule, base);
	sum = base + ar_trait(s, o, AR_T_CHANNELING, NULL, why);
	return sum > 0 ? sum : 0;
}

/* --- defenses, barriers, taxes
 * --------------------------------------------------- */

struct defenses {
	int n;
	struct ar_defense v[AR_MAX_DEFENSES];
	int32_t stamp[AR_MAX_DEFENSES];
};

/* in the order in which they came; the printed one is the oldest */
static void defense_add(struct defenses *d, const struct ar_defense *x,
			int32_t stamp)
{
	int at = d->n;

	if (d->n == AR_MAX_DEFENSES)
		return;
	for (; at > 0 && d->stamp[at - 1] > stamp; at--) {
		d->v[at] = d->v[at - 1];
		d->stamp[at] = d->stamp[at - 1];
	}
	d->v[at] = *x;
	d->stamp[at] = stamp;
	d->n++;
}

static void defense_gift(struct walker *w, const struct gift *g)
{
	if (g->a.verb != AR_V_DEFENSE)
		return;
	defense_add(w->out,
		    &(struct ar_defense){ .needed = g->a.n,
					  .uses = g->a.uses,
					  .flags = g->a.flags,
					  .source = g->source->handle,
					  .card = g->card },
		    g->stamp + 1);
}

int ar_defenses(const struct ar_state *s, const struct ar_obj *o,
		struct ar_defense out[AR_MAX_DEFENSES])
{
	struct defenses d = { 0 };
	struct walker w = { .s = s, .o = o, .each = defense_gift, .out = &d };
	const struct ar_card *c = ar_card_of(s, o);

	if (!o->hidden && c->defense)
		defense_add(&d,
			    &(struct ar_defense){ .needed = c->defense,
						  .uses = c->defense_uses,
						  .flags = c->defense_flags,
						  .source = o->handle,
						  .card = o->card },
			    0);
	each_gift(&w);
	for (int i = 0; i < d.n; i++) {
		int32_t used =
			d.v[i].source == o->handle
				? o->defended
				: ar_pair_defended(s, o->handle, d.v[i].source);

		out[i] = d.v[i];
		/* AR-DEF-04 */
		out[i].uses = !d.v[i].uses         ? -1
			      : d.v[i].uses > used ? d.v[i].uses - used
						   : 0;
	}
	return d.n;
}

struct barrier {
	bool any;
	int32_t source, card, profile, stamp;
};

static void barrier_gift(struct walker *w, const struct gift *g)
{
	struct barrier *b = w->out;

	if (g->a.verb != AR_V_BARRIER ||
	    (b->any && RULE(AR_BARR_06, b->stamp <= g->stamp)))
		return;
	*b = (struct barrier){ true, g->source->handle, g->card, g->a.profile,
			       g->stamp };
}

bool ar_barrier(const struct ar_state *s, const struct ar_obj *o,
		int32_t *source, int32_t *card, int32_t *profile)
{
	struct barrier b = { 0 };
	struct walker w = { .s = s, .o = o, .each = barrier_gift, .out = &b };

	each_gift(&w);
	*source = b.source;
	*card = b.card;
	*profile = b.profile;
	return b.any;
}

struct taxes {
	int n;
	struct ar_tax *v;
	bool attack, on_it; /* on_it: asked of the defender */
};

static void tax_gift(struct walker *w, const struct gift *g)
{
	struct taxes *t = w->out;
	struct ar_asking a = asking_of(w, g->source);

	if (g->a.verb != AR_V_TAX || t->n == AR_MAX_TAXES ||
	    t->attack != (g->a.against == AR_AGAINST_ATTACK))
		return;
	/* what is asked of attacks on somebody says "in" */
	if (t->attack && (t->on_it != ar_blow_says(&a, g->a.filter, AR_IS_IN) ||
			  !ar_asks_blow(&a, g->a.filter, w->o)))
		return;
	t->v[t->n++] = (struct ar_tax){ g->source->handle, g->a.n };
}

int ar_taxes(const struct ar_state *s, const struct ar_obj *payer,
	     const struct ar_blow *b, struct ar_tax out[AR_MAX_TAXES])
{
	struct taxes t = { .v = out, .attack = b != NULL };
	struct walker w = {
		.s = s, .o = payer, .blow = b, .each = tax_gift, .out = &t
	};
	const struct ar_obj *defender = b ? ar_obj(s, b->defender) : NULL;

	each_gift(&w);
	if (defender) {
		t.on_it = true;
		w.o = defender;
		each_gift(&w);
	}
	return t.n;
}

/* --- what a card may be done with
 * -------------------------------------------------- */

/* The first action of this verb that the object has, and whose filter fits. */
struct wanted {
	enum ar_verb_word verb;
	int card; /* the spell; 0: any */
	bool found;
	int32_t n;
};

static void wanted_gift(struct walker *w, const struct gift *g)
{
	struct wanted *x = w->out;
	struct ar_asking a = asking_of(w, g->source);

	if (x->found || g->a.verb != (int32_t)x->verb || g->source != w->o)
		return;
	if (x->card &&
	    !ar_asks_spell(&a, g->a.filter, x->card, w->o->ctl, false))
		return;
	x->found = true;
	x->n = g->a.n;
}

static bool trait_wants(const struct ar_state *s, const struct ar_obj *o,
			enum ar_verb_word verb, int card, int32_t *n)
{
	struct wanted x = { .verb = verb, .card = card };
	struct walker w = { .s = s, .o = o, .each = wanted_gift, .out = &x };

	/* it gives it to itself: no need to ask the others */
	if (!o->hidden && o->card > 0 && s->card[o->card].n_program)
		given_by(&w, o);
	if (n)
		*n = x.n;
	return x.found;
}

bool ar_may_spawn(const struct ar_state *s, const struct ar_obj *o, int card,
		  int32_t *least)
{
	return trait_wants(s, o, AR_V_SPAWN, card, least);
}

bool ar_may_familiar(const struct ar_state *s, const struct ar_obj *o, int card)
{
	return !RULE(AR_FAM_02, ar_card_is(s, card, AR_CARD_MAGECAST)) &&
	       trait_wants(s, o, AR_V_FAMILIAR, card, NULL);
}

bool ar_may_bind(const struct ar_state *s, const struct ar_obj *o, int card)
{
	return trait_wants(s, o, AR_V_SPELLBIND, card, NULL);
}

bool ar_is_spawnpoint(const struct ar_state *s, const struct ar_obj *o)
{
	return trait_wants(s, o, AR_V_SPAWN, 0, NULL);
}

bool ar_is_familiar(const struct ar_state *s, const struct ar_obj *o)
{
	return trait_wants(s, o, AR_V_FAMILIAR, 0, NULL);
}

/* permit clauses of the Mage's own abilities (AR-MAGE-11) */
bool ar_may_quick(const struct ar_state *s, const struct ar_obj *mage, int card)
{
	struct ar_asking a = {
		.s = s, .card = mage->card, .self = mage, .seat = mage->ctl
	};

	if (s->player[mage->ctl].once & AR_ONCE_SUMMON)
		return false;
	for (int i = 0; i < ar_clauses(s, mage->card); i++) {
		struct ar_clause c;
		struct ar_action act;
		int at;

		ar_clause_at(s, mage->card, i, &c);
		at = c.actions;
		ar_action_at(ar_words(s, mage->card), &at, &act);
		if (c.kind == AR_CLAUSE_PERMIT && act.verb == AR_V_QUICK &&
		    ar_asks_spell(&a, act.filter, card, mage->ctl, false))
			return true;
	}
	return false;
}

/* is its zone one where the seat may place this summons? */
static bool summon_here(const struct ar_state *s, const struct ar_obj *o,
			int seat, int card)
{
	return o->ctl == seat &&
	       trait_wants(s, o, AR_V_SUMMON_HERE, card, NULL);
}

bool ar_summon_at(const struct ar_state *s, int32_t zone, int seat, int card)
{
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].zone == zone &&
		    summon_here(s, &s->obj[i], seat, card))
			return true;
	return false;
}

/* --- discounts
 * ------------------------------------------------------------------------ */

struct discount {
	int seat, card;
	const struct ar_obj *target;
	bool reveal;
	struct decision kept; /* DISCOUNT of the seat; kind 0: none */
	int32_t found;
};

/* does the giver's filter fit the card, whatever its target? */
static bool trait_lowers(const struct walker *w, const struct gift *g, int card)
{
	const struct discount *d = w->out;
	struct ar_asking a = asking_of(w, g->source);

	return ar_asks_spell(&a, g->a.filter, card, d->seat, false);
}

/* is it kept for cards that the seat's DISCOUNT names (AR-DP-28)? */
static bool is_kept(const struct walker *w, const struct gift *g)
{
	const struct discount *d = w->out;
	struct decision_arg arg;
	bool kept = false;

	if (!d->kept.kind)
		return false;
	for (int at = 0; decision_next(&d->kept, at, &arg); at = arg.next) {
		if (arg.tag != AR_TAG_CARD)
			continue;
		if (arg.w[0] == d->card)
			return false;
		kept |= arg.w[0] > 0 && arg.w[0] < w->s->n_cards &&
			trait_lowers(w, g, (int)arg.w[0]);
	}
	return kept;
}

static void discount_gift(struct walker *w, const struct gift *g)
{
	struct discount *d = w->out;
	struct ar_asking a = asking_of(w, g->source);
	bool enchantment = w->s->card[d->card].kind == AR_ENCHANTMENT;
	bool cast = g->a.flags & AR_FLAG_CAST;

	if (d->found || g->a.verb != AR_V_DISCOUNT || g->source->used[2] ||
	    g->source->ctl != d->seat)
		return;
	/* enchantments when they are revealed, unless it says "cast" */
	if (enchantment ? d->reveal == cast : d->reveal)
		return;
	if (!trait_lowers(w, g, d->card) || RULE(AR_DP_28, is_kept(w, g)))
		return;
	if (g->a.filter2 &&
	    (!d->target || !ar_asks(&a, g->a.filter2, d->target)))
		return;
	d->found = g->source->handle;
}

static int32_t trait_discount(const struct ar_state *s, int seat, int card,
			      int32_t target, bool reveal)
{
	struct discount d = { .seat = seat, .card = card, .reveal = reveal };
	const struct ar_obj *mage = ar_obj(s, s->player[seat].mage);
	struct walker w = {
		.s = s, .o = mage, .each = discount_gift, .out = &d
	};

	struct decision line;

	if (target > 0)
		d.target = ar_obj(s, target);
	for (int i = 0; ar_line(s, seat, i, &line); i++)
		if (line.kind == AR_ORDER_DISCOUNT)
			d.kept = line;
	if (mage && card > 0)
		each_gift(&w);
	return d.found;
}

int32_t ar_cast_discount(const struct ar_state *s, int seat, int32_t caster,
			 int card, int32_t target)
{
	/* it belongs to the Mage, not to what casts for him */
	return RULE(AR_CAST_10, caster == s->player[seat].mage)
		       ? trait_discount(s, seat, card, target, false)
		       : 0;
}

int32_t ar_reveal_discount(const struct ar_state *s, const struct ar_obj *o,
			   int32_t host)
{
	return trait_discount(s, (int)o->ctl, (int)o->card, host, true);
}

bool ar_not_ranged(const struct ar_state *s, const struct ar_obj *o)
{
	return ar_is(s, o, AR_T_NO_RANGED) &&
	       !RULE(AR_RUL_45, s->head.option[AR_OPTION_NO_ERRATA]);
}
