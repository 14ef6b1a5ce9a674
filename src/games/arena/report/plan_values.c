/*
 * src/games/arena/report/plan_values.c - summarises a round mail as a plan for
 * its receipt (AR-MAIL-54): mana line by line, the cost of reveals and the
 * next upkeep, spells planned but not cast or cast but not planned, lines that
 * cannot fire, the attacks used and their taxes, spells out of reach,
 * superfluous lines and steps, creatures that stop the round if a target is
 * gone, creatures without an order. Made from the reader's view and orders
 * alone, and it refuses nothing.
 */
#include "games/arena/report/report_private.h"
#include "games/arena/rules/optional_effects.h"

enum { MAX_CASTS = 64 };

struct plan {
	struct arena *a;
	const struct narrator *n;
	const struct ar_state *s;
	int seat;
	const struct decision *v;
	int n_v;
	int32_t left; /* of the mana; below 0: too little */
	bool open;    /* some cost so far depends on unknown values */
	int32_t cast[MAX_CASTS], on[MAX_CASTS]; /* cards, and their targets */
	int n_cast;
	int32_t other[MAX_CASTS]; /* cards of other alternatives of a step */
	int n_other;
	int32_t given[8]; /* items that have made a line cheaper already */
	int n_given;
	struct tval *spells, *lines;
	struct ar_state *room; /* a copy to try attacks in, once one is asked */
};

static void line_add(struct plan *p, const char *key, struct tval *v)
{
	tval_puts(p->a, tval_add(p->lines, tval_map(p->a)), "line",
		  messages_line(p->a, p->n->words,
				arena_printf(p->a, "arena.plan.%s", key), v,
				8192));
}

static struct tval *spell_add(struct plan *p, struct tval *list, int32_t card)
{
	struct tval *v = tval_add(list, tval_map(p->a));

	tval_puts(p->a, v, "name", arena_card_name(p->a, p->n, card));
	return v;
}

/* add one spell: its cost, and the rest; own: mana of its caster; open: the
 * cost depends on unknown values; pet: the additional cost of a Pet, which is
 * not made if the mana does not suffice */
static void plan_values_pay(struct plan *p, int32_t card, int32_t full,
			    int32_t own, bool open, int32_t pet)
{
	int32_t cost = full > own ? full - own : 0;
	struct tval *v = spell_add(p, p->spells, card);

	p->left -= cost;
	tval_puti(p->a, v, "poor", pet && p->left >= 0 && p->left < pet);
	if (p->left < pet)
		pet = 0;
	p->left -= pet;
	tval_puti(p->a, v, "pet", pet);
	tval_puti(p->a, v, "cost", full);
	tval_puti(p->a, v, "x", open);
	p->open |= open;
	tval_puti(p->a, v, "most", p->open);
	tval_puti(p->a, v, "left", p->left);
	tval_puti(p->a, v, "short", p->left < 0 ? -p->left : 0);
	if (p->n_cast < MAX_CASTS) {
		p->on[p->n_cast] = 0;
		p->cast[p->n_cast++] = card;
	}
}

/* the one object that the words mean now, a zone, or 0 */
static int32_t plan_values_meant(const struct plan *p,
				 const struct decision_arg *a)
{
	int32_t found = 0;

	if (a->n >= 3 && a->w[0] == AR_NAMES_ZONE)
		return a->w[2];
	for (int i = 0; i < p->s->n_objects; i++) {
		const struct ar_obj *o = &p->s->obj[i];

		if (!ar_subject(p->s, p->seat, a->w, a->n, o))
			continue;
		if (found)
			return 0;
		found = o->handle;
	}
	return found;
}

static void read_word(const struct plan *p, const struct decision_arg *a,
		      struct ar_cast *c)
{
	switch (a->tag) {
	case AR_TAG_CARD: c->card = a->w[0]; break;
	case AR_TAG_TARGET:
		if (!c->target)
			c->target = plan_values_meant(p, a);
		break;
	case AR_TAG_TO: c->to = plan_values_meant(p, a); break;
	case AR_TAG_ITEM: c->item = plan_values_meant(p, a); break;
	case AR_TAG_EXTRA: c->extra = a->w[0]; break;
	case AR_TAG_PET: c->pet = a->w[0]; break;
	case AR_TAG_EXTEND:
		if (a->n >= 4)
			memcpy(c->extend, a->w + 2, sizeof(c->extend));
		break;
	case AR_TAG_REMOVE:
		for (c->n_remove = 0;
		     c->n_remove < a->n && c->n_remove < AR_MAX_REMOVED;
		     c->n_remove++)
			c->remove[c->n_remove] = a->w[c->n_remove];
		break;
	default: break;
	}
}

/* is it the first line that this one makes cheaper? */
static bool plan_values_gives(struct plan *p, int32_t by)
{
	for (int i = 0; i < p->n_given; i++)
		if (p->given[i] == by)
			return false;
	if (!by || p->n_given == (int)ARRAY_LEN(p->given))
		return false;
	p->given[p->n_given++] = by;
	return true;
}

/* the one item of the target, or the item that is the target; 0: unknown */
static int32_t item_of(const struct plan *p, int32_t target)
{
	const struct ar_obj *t = ar_obj(p->s, target);
	int32_t found = 0;

	if (t && ar_kind(p->s, t) == AR_EQUIPMENT)
		return target;
	for (int i = 0; t && i < p->s->n_objects; i++) {
		const struct ar_obj *o = &p->s->obj[i];

		if (o->host != target || ar_kind(p->s, o) != AR_EQUIPMENT)
			continue;
		if (found)
			return 0;
		found = o->handle;
	}
	return found;
}

/* a cost that depends on the target is known if the target is there */
static void pay_cast(struct plan *p, const struct ar_cast *c)
{
	struct ar_cast priced = *c;
	const struct ar_card *card;
	int32_t cost;
	bool open;

	if (c->card <= 0 || c->card >= p->s->n_cards)
		return;
	card = &p->s->card[c->card];
	open = card->cost_x && (!c->target || card->cost_x == AR_X_RAISE);
	if (card->cost_x == AR_X_ITEM || card->cost_x == AR_X_ITEM_6) {
		if (!priced.item)
			priced.item = item_of(p, c->target);
		open = !priced.item;
	}
	cost = open ? card->cost : ar_cost_now(p->s, &priced);
	if (!open && priced.cheaper && !plan_values_gives(p, priced.cheaper)) {
		priced.cheaper = 0;
		cost = ar_cost(p->s, &priced);
	}
	plan_values_pay(p, c->card, cost, 0, open,
			c->pet ? ar_pet_cost(p->s, p->seat, c->card) : 0);
	p->on[p->n_cast - 1] = c->target;
}

/* the first alternative of a step is paid; any other may be cast instead */
static void cast_add(struct plan *p, const struct ar_cast *c, bool first)
{
	if (first)
		pay_cast(p, c);
	else if (c->card > 0 && p->n_other < MAX_CASTS)
		p->other[p->n_other++] = c->card;
}

/* what the line casts if its first words can be done */
static void pay_line(struct plan *p, const struct decision *d)
{
	const struct ar_cast none = { .caster = p->s->player[p->seat].mage,
				      .seat = p->seat,
				      .owner = p->seat,
				      .dir = -1,
				      .slot = -1,
				      .pick = -1 };
	struct ar_cast c = none;
	struct decision_arg a;
	bool casts = false, first = true;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != AR_TAG_STEP && a.tag != AR_TAG_ALT) {
			read_word(p, &a, &c);
			continue;
		}
		if (casts)
			cast_add(p, &c, first);
		c = none;
		first = a.tag == AR_TAG_STEP;
		casts = a.w[0] == AR_DO_CAST;
	}
	if (casts)
		cast_add(p, &c, first);
}

static bool plan_values_names(const struct plan *p, const struct decision *d,
			      int tag, const struct ar_obj *o)
{
	const struct ar_obj *mage = ar_mage(p->s, p->seat);
	struct decision_arg a;

	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag == tag &&
		    (tag == AR_TAG_FIG
			     ? a.w[0] == o->handle || (!a.w[0] && o == mage)
			     : ar_subject(p->s, p->seat, a.w, a.n, o)))
			return true;
	return false;
}

static bool plan_values_ordered(const struct plan *p, int kind, int tag,
				const struct ar_obj *o, bool no)
{
	for (int i = 0; i < p->n_v; i++)
		if (p->v[i].kind == kind &&
		    plan_values_names(p, &p->v[i], tag, o) &&
		    (!no || !decision_int(&p->v[i], AR_TAG_YES, 1)))
			return true;
	return false;
}

/* is what the spawnpoint casts to be the Pet */
static bool deploys_pet(const struct plan *p, const struct ar_obj *o)
{
	for (int i = 0; i < p->n_v; i++)
		if (p->v[i].kind == AR_ORDER_DEPLOY &&
		    plan_values_names(p, &p->v[i], AR_TAG_TARGET, o) &&
		    decision_int(&p->v[i], AR_TAG_PET, 0))
			return true;
	return false;
}

/* in the order of the round */
static void put_mana(struct plan *p)
{
	static const int first[] = { AR_ORDER_QC_FIRST, 0, AR_ORDER_QC_LAST };
	struct tval *v = tval_map(p->a);

	p->spells = tval_put(p->a, v, "spells", tval_list(p->a));
	tval_puti(p->a, v, "mana", p->left);
	for (int i = 0; i < p->s->n_objects; i++) {
		const struct ar_obj *o = &p->s->obj[i];

		if (o->ctl == p->seat && o->planned > 0 &&
		    ar_is_spawnpoint(p->s, o) &&
		    !plan_values_ordered(p, AR_ORDER_DEPLOY, AR_TAG_TARGET, o,
					 true))
			plan_values_pay(
				p, o->planned, p->s->card[o->planned].cost,
				o->mana, p->s->card[o->planned].cost_x,
				deploys_pet(p, o)
					? ar_pet_cost(p->s, p->seat, o->planned)
					: 0);
	}
	for (size_t k = 0; k < ARRAY_LEN(first); k++)
		for (int i = 0; i < p->n_v; i++) {
			int kind = p->v[i].kind;

			if (first[k] ? kind == first[k]
				     : kind != AR_ORDER_QC_FIRST &&
					       kind != AR_ORDER_QC_LAST &&
					       kind != AR_ORDER_DEPLOY)
				pay_line(p, &p->v[i]);
		}
	line_add(p, "mana", v);
}

/* one of the lines casts it; each of them casts one copy */
static bool copy_take(struct plan *p, int32_t card)
{
	for (int i = 0; i < p->n_cast; i++)
		if (p->cast[i] == card) {
			p->cast[i] = 0;
			return true;
		}
	return false;
}

/* does another alternative of a step cast it? */
static bool is_other(const struct plan *p, int32_t card)
{
	for (int i = 0; i < p->n_other; i++)
		if (p->other[i] == card)
			return true;
	return false;
}

static bool is_planned(const struct plan *p, int32_t card)
{
	const struct ar_player *who = &p->s->player[p->seat];

	for (int i = 0; i < AR_PLANNED; i++)
		if (who->planned[i] == card)
			return true;
	for (int i = 0; i < p->s->n_objects; i++) {
		const struct ar_obj *o = &p->s->obj[i];

		if (o->ctl == p->seat &&
		    (o->planned == card || o->bound == card))
			return true;
	}
	return false;
}

static void put_planned(struct plan *p)
{
	const struct ar_player *who = &p->s->player[p->seat];
	struct tval *idle = tval_map(p->a), *odd = tval_map(p->a);
	struct tval *list = tval_put(p->a, idle, "spells", tval_list(p->a));

	for (int i = 0; i < AR_PLANNED; i++)
		if (who->planned[i] > 0 && !copy_take(p, who->planned[i]) &&
		    !is_other(p, who->planned[i]))
			spell_add(p, list, who->planned[i]);
	for (int i = 0; i < p->s->n_objects; i++) {
		const struct ar_obj *o = &p->s->obj[i];

		if (o->ctl != p->seat)
			continue;
		if (o->planned > 0 && !copy_take(p, o->planned) &&
		    !ar_is_spawnpoint(p->s, o) && !is_other(p, o->planned))
			spell_add(p, list, o->planned);
		if (o->bound > 0) /* it may be cast without a plan */
			copy_take(p, o->bound);
	}
	if (list->n)
		line_add(p, "idle", idle);
	list = tval_put(p->a, odd, "spells", tval_list(p->a));
	for (int i = 0; i < p->n_cast; i++)
		if (p->cast[i])
			spell_add(p, list, p->cast[i]);
	for (int i = 0; i < p->n_other; i++)
		if (!is_planned(p, p->other[i]))
			spell_add(p, list, p->other[i]);
	if (list->n)
		line_add(p, "odd", odd);
}

/* --- what else takes mana ------------------------------------------------- */

/* does the line reveal the enchantment; handle 0: it is only planned */
static bool plan_values_reveals(const struct decision *d, int32_t handle,
				int32_t card)
{
	struct decision_arg arg;

	if (d->kind != AR_ORDER_REVEAL && d->kind != AR_ORDER_WHEN)
		return false;
	if (decision_int(d, AR_TAG_ALL, 0))
		return true;
	return decision_find(d, AR_TAG_ITEM, &arg) && arg.n >= 3 &&
	       arg.w[2] == (arg.w[0] == AR_NAMES_OBJECT ? handle : card);
}

/* may a rule or a line in force turn it up */
static bool may_turn_up(const struct plan *p, int32_t handle, int32_t card)
{
	struct decision *d = ARENA_NEW(p->a, struct decision);
	bool may = ar_card_is(p->s, (int)card, AR_CARD_MANDATORY);

	for (int k = 0; ar_line(p->s, p->seat, k, d); k++)
		may |= plan_values_reveals(d, handle, card);
	return may;
}

/* what revealing it costs, each discount taken once */
static int32_t reveal_cost(struct plan *p, const struct ar_obj *o, int32_t host)
{
	int32_t by, cost = ar_reveal_cost_now(p->s, o, host, &by);

	return by && !plan_values_gives(p, by) ? ar_reveal_cost(p->s, o, host)
					       : cost;
}

/* own enchantments that are to be cast in this round: the same */
static int32_t put_reveals_cast(struct plan *p, struct tval *list)
{
	int32_t sum = 0;

	for (int i = 0; i < p->n_cast; i++) {
		const struct ar_obj down = { .card = p->cast[i],
					     .ctl = p->seat };
		int32_t cost;

		if (p->s->card[down.card].kind != AR_ENCHANTMENT ||
		    !may_turn_up(p, 0, down.card))
			continue;
		cost = reveal_cost(p, &down, p->on[i]);
		tval_puti(p->a, spell_add(p, list, down.card), "cost", cost);
		sum += cost;
	}
	return sum;
}

/* own enchantments that a line or a rule may turn up, and what that costs */
static void put_reveals(struct plan *p)
{
	struct tval *v = tval_map(p->a), *one;
	struct tval *list = tval_put(p->a, v, "spells", tval_list(p->a));
	int32_t sum = put_reveals_cast(p, list), cost;

	for (int i = 0; i < p->s->n_objects; i++) {
		const struct ar_obj *o = &p->s->obj[i];

		if (o->ctl != p->seat || !o->hidden || o->card <= 0 ||
		    !may_turn_up(p, o->handle, o->card))
			continue;
		one = spell_add(p, list, o->card);
		cost = reveal_cost(p, o, o->host);
		tval_puti(p->a, one, "cost", cost);
		sum += cost;
	}
	tval_puti(p->a, v, "sum", list->n > 1 ? sum : 0);
	tval_puti(p->a, v, "short", sum > p->left && p->left >= 0);
	tval_puti(p->a, v, "left", p->left);
	if (list->n)
		line_add(p, "reveals", v);
}

static void put_upkeep(struct plan *p)
{
	const struct ar_obj *mage = ar_mage(p->s, p->seat);
	int32_t owed = arena_upkeep(p->s, p->seat);
	int32_t channels = mage ? ar_channeling(p->s, mage, NULL) : 0;
	struct tval *v = tval_map(p->a);

	if (!owed)
		return;
	tval_puti(p->a, v, "upkeep", owed);
	tval_puti(p->a, v, "channels", channels);
	tval_puti(p->a, v, "short",
		  p->left + channels < owed ? owed - p->left - channels : 0);
	line_add(p, "upkeep", v);
}

/* --- lines and attacks ---------------------------------------------------- */

/* lines about an enchantment that neither lies face down nor is planned */
static void put_void(struct plan *p)
{
	const struct ar_player *who = &p->s->player[p->seat];
	struct decision *d = ARENA_NEW(p->a, struct decision);
	struct tval *v = tval_map(p->a);
	struct tval *list = tval_put(p->a, v, "lines", tval_list(p->a));
	struct decision_arg arg;

	for (int i = 0; ar_line(p->s, p->seat, i, d); i++) {
		bool may = decision_int(d, AR_TAG_ALL, 0) ||
			   !decision_find(d, AR_TAG_ITEM, &arg) || arg.n < 3 ||
			   arg.w[0] != AR_NAMES_CARD;

		if (d->kind != AR_ORDER_REVEAL && d->kind != AR_ORDER_WHEN)
			continue;
		for (int k = 0; !may && k < AR_PLANNED; k++)
			may = who->planned[k] == arg.w[2];
		for (int k = 0; !may && k < p->s->n_objects; k++) {
			const struct ar_obj *o = &p->s->obj[k];

			may = o->ctl == p->seat &&
			      ((o->hidden && o->card == arg.w[2]) ||
			       o->planned == arg.w[2]);
		}
		if (!may)
			tval_puti(p->a, spell_add(p, list, arg.w[2]), "number",
				  i + 1);
	}
	if (list->n)
		line_add(p, "void", v);
}

static struct ar_state *room_of(struct plan *p)
{
	if (!p->room) {
		p->room = arena_alloc_raw(p->a, sizeof(*p->room));
		memcpy(p->room, p->s, sizeof(*p->room));
	}
	return p->room;
}

/* the attack that one step of the creature's line makes, if the line does not
 * name it and there are several, or if it is taxed */
static void put_blow(struct plan *p, const struct ar_obj *o,
		     const struct decision_arg *target, bool said,
		     struct tval *list)
{
	struct arena_strike x = { .worth = 0 };
	int32_t on = plan_values_meant(p, target), source, card, profile;
	struct tval *v;

	if (!ar_obj(p->s, on) ||
	    !arena_strikes(room_of(p), o->handle, on, &x, 1))
		return;
	said |= !ar_profile_of(p->s, o, 1, &source, &card, &profile);
	if (said && !x.odds.tax)
		return;
	v = tval_add(list, tval_map(p->a));
	tval_puts(p->a, v, "fig", arena_full(p->a, p->n, o->handle));
	tval_put(p->a, v, "target", narrate_label(p->a, p->n, on));
	tval_puts(p->a, v, "with",
		  said ? (struct str){ 0 }
		       : arena_profile_name(p->a, p->n, x.takes_card,
					    x.takes_profile));
	tval_puti(p->a, v, "tax", x.odds.tax);
}

static void put_blows_of(struct plan *p, const struct ar_obj *o,
			 const struct decision *d, struct tval *list)
{
	struct decision_arg a, target = { 0 };
	bool attacks = false, said = false;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag == AR_TAG_STEP || a.tag == AR_TAG_ALT) {
			if (attacks && target.n)
				put_blow(p, o, &target, said, list);
			attacks =
				a.tag == AR_TAG_STEP && a.w[0] == AR_DO_ATTACK;
			said = false;
			target.n = 0;
		} else if (a.tag == AR_TAG_TARGET && !target.n) {
			target = a;
		}
		said |= a.tag == AR_TAG_WITH;
	}
	if (attacks && target.n)
		put_blow(p, o, &target, said, list);
}

/* steps that attack an invalid target, such as an enchantment */
static void put_vain(struct plan *p)
{
	struct tval *v = tval_map(p->a);
	struct tval *list = tval_put(p->a, v, "targets", tval_list(p->a));
	struct decision_arg a;
	bool attacks;

	for (int i = 0; i < p->n_v; i++) {
		attacks = false;
		if (p->v[i].kind != AR_ORDER_ACT)
			continue;
		for (int at = 0; decision_next(&p->v[i], at, &a); at = a.next) {
			const struct ar_obj *o;

			if (a.tag == AR_TAG_STEP || a.tag == AR_TAG_ALT)
				attacks = a.w[0] == AR_DO_ATTACK;
			if (!attacks || a.tag != AR_TAG_TARGET || a.n < 3 ||
			    a.w[0] != AR_NAMES_OBJECT)
				continue;
			o = ar_obj(p->s, a.w[2]);
			if (o && !ar_has_life(p->s, o))
				tval_add(
					list,
					tval_text(p->a, arena_full(p->a, p->n,
								   o->handle)));
		}
	}
	if (list->n)
		line_add(p, "vain", v);
}

/* one quickcast a round: how many lines want one, whatever becomes of them */
static void put_quickcasts(struct plan *p)
{
	struct tval *v = tval_map(p->a);
	int n = 0;

	for (int i = 0; i < p->n_v; i++)
		n += p->v[i].kind == AR_ORDER_QC_FIRST ||
		     p->v[i].kind == AR_ORDER_QC_LAST ||
		     p->v[i].kind == AR_ORDER_QC_BEFORE ||
		     p->v[i].kind == AR_ORDER_QC_AFTER;
	if (n < 2)
		return;
	tval_puti(p->a, v, "count", n);
	line_add(p, "quickcasts", v);
}

/* --- spells out of reach -------------------------------------------------- */

/* A line that casts, step by step, while it is tried in the copy. */
struct reach {
	struct plan *p;
	struct ar_work w;
	struct run run;
	struct tval *list;
	bool good;          /* a spell of the step can be cast .. */
	struct tval *first; /* .. or the first that is out of reach */
};

static void try_reach(struct reach *x, const struct ar_obj *by, enum ar_by how,
		      const struct ar_alt *alt)
{
	struct plan *p = x->p;
	struct ar_cast *c = ARENA_NEW(p->a, struct ar_cast);
	struct refusal no = { 0 };
	struct decision_arg target;
	int32_t on;

	if (ar_read_cast(&x->w, by->handle, how, alt, c, &no)) {
		x->good = true;
		return;
	}
	if (x->first || (no.reason != AR_REFUSAL_OUT_OF_RANGE &&
			 no.reason != AR_REFUSAL_NO_SIGHT))
		return;
	on = ar_alt_find(alt, AR_TAG_TARGET, &target)
		     ? plan_values_meant(p, &target)
		     : 0;
	x->first = tval_map(p->a);
	tval_puts(p->a, x->first, "name", arena_card_name(p->a, p->n, c->card));
	if (on)
		tval_put(p->a, x->first, "on", narrate_label(p->a, p->n, on));
	tval_put(p->a, x->first, "why",
		 narrate_refusal(p->a, p->n, no.reason, 0, no.args, no.n_args,
				 NULL));
}

static void end_step(struct reach *x)
{
	if (x->first && !x->good)
		tval_add(x->list, x->first);
	x->first = NULL;
	x->good = false;
}

/* up to where it moves: from there on it may be elsewhere */
static void put_reach_of(struct reach *x, const struct ar_obj *by,
			 enum ar_by how, const struct decision *d)
{
	struct ar_alt alt;
	bool fresh;

	for (int at = 0; ar_alt_next(d, at, &alt, &at, &fresh);) {
		if (fresh)
			end_step(x);
		if (alt.verb == AR_DO_MOVE || alt.verb == AR_DO_CLIMB ||
		    alt.verb == AR_DO_CROSS)
			break;
		if (alt.verb == AR_DO_CAST)
			try_reach(x, by, how, &alt);
	}
	end_step(x);
}

/* Spells whose target is too far away, or hidden by a wall, as the reader sees
 * things now. */
static void put_reach(struct plan *p)
{
	struct ar_state *room = room_of(p);
	struct ar_obj *mage = (struct ar_obj *)ar_mage(room, p->seat);
	struct reach *x = ARENA_NEW(p->a, struct reach);
	struct tval *v = tval_map(p->a);

	x->p = p;
	x->list = tval_put(p->a, v, "casts", tval_list(p->a));
	ar_look(&x->w, &x->run, room);
	for (int i = 0; mage && i < p->n_v; i++) {
		const struct decision *d = &p->v[i];
		struct ar_obj was = *mage;

		mage->act_moves = mage->act_hindered = mage->act_done = 0;
		if (d->kind != AR_ORDER_ACT)
			put_reach_of(x, mage, AR_BY_QUICKCAST, d);
		else if (plan_values_names(p, d, AR_TAG_FIG, mage))
			put_reach_of(x, mage, AR_BY_QUICK, d);
		*mage = was;
	}
	if (x->list->n)
		line_add(p, "reach", v);
}

static void put_blows(struct plan *p)
{
	struct tval *v = tval_map(p->a);
	struct tval *list = tval_put(p->a, v, "blows", tval_list(p->a));

	for (int i = 0; i < p->n_v; i++)
		for (int k = 0; k < p->s->n_objects; k++)
			if (p->v[i].kind == AR_ORDER_ACT &&
			    p->s->obj[k].ctl == p->seat &&
			    ar_is_creature(p->s, &p->s->obj[k]) &&
			    plan_values_names(p, &p->v[i], AR_TAG_FIG,
					      &p->s->obj[k]))
				put_blows_of(p, &p->s->obj[k], &p->v[i], list);
	if (list->n)
		line_add(p, "blows", v);
}

/* --- what others leave nothing to do -------------------------------------- */

/* How an alternative takes part in an action phase (AR-ACT-04). */
enum part { PART_IDLE, PART_MOVE, PART_QUICK, PART_FULL };

static bool full_attack(const struct plan *p, const struct ar_obj *o,
			const struct ar_alt *alt)
{
	int32_t source, card, profile;
	struct decision_arg a;

	if (!ar_alt_find(alt, AR_TAG_WITH, &a))
		return false;
	for (int i = 0; ar_profile_of(p->s, o, i, &source, &card, &profile);
	     i++)
		if (ar_profile_called(p->s, (int)card, (int)profile, a.w, a.n))
			return ar_profile(p->s, (int)card, (int)profile)
				       ->action == AR_ACTION_FULL;
	return false;
}

static enum part part_of(const struct plan *p, const struct ar_obj *o,
			 const struct ar_alt *alt)
{
	int card = (int)ar_alt_int(alt, AR_TAG_CARD, 0);

	switch (alt->verb) {
	case AR_DO_NOTHING:
	case AR_DO_BOOST: return PART_IDLE;
	case AR_DO_MOVE: return PART_MOVE;
	case AR_DO_CLIMB:
	case AR_DO_CROSS: return PART_FULL;
	case AR_DO_RESTORE:
		return ar_alt_int(alt, AR_TAG_FULL, 0) ? PART_FULL : PART_QUICK;
	case AR_DO_ATTACK:
		return full_attack(p, o, alt) ? PART_FULL : PART_QUICK;
	case AR_DO_CAST:
		return card > 0 && card < p->s->n_cards &&
				       ar_card_is(p->s, card, AR_CARD_FULL) &&
				       !(ar_kind(p->s, o) == AR_MAGE &&
					 ar_may_quick(p->s, o, card))
			       ? PART_FULL
			       : PART_QUICK;
	default: return PART_QUICK;
	}
}

static bool is_sure(int parts, enum part part)
{
	return parts == 1 << part;
}

static void put_step(struct plan *p, const struct ar_obj *o, int step,
		     struct tval *list)
{
	struct tval *v = tval_add(list, tval_map(p->a));

	tval_puts(p->a, v, "fig", arena_full(p->a, p->n, o->handle));
	tval_puti(p->a, v, "step", step);
}

/* Steps of an order of this creature that are executed only if earlier ones
 * are not: a full action after a move, a move after another action
 * (AR-ACT-05), for a Slow creature any action after a move (AR-ACT-09) */
static void put_spent_of(struct plan *p, const struct ar_obj *o,
			 const struct decision *d, struct tval *list)
{
	int step = 0, at = 0, parts = 0;
	bool moved = false, acted = false, more, fresh;
	bool slow = ar_is(p->s, o, AR_T_SLOW) && !ar_is(p->s, o, AR_T_FAST);
	struct ar_alt alt;

	do {
		more = ar_alt_next(d, at, &alt, &at, &fresh);
		if (step && (!more || fresh)) {
			bool vain = (moved && is_sure(parts, PART_FULL)) ||
				    (acted && is_sure(parts, PART_MOVE)) ||
				    (slow && moved &&
				     (is_sure(parts, PART_QUICK) ||
				      is_sure(parts, PART_MOVE)));

			if (vain)
				put_step(p, o, step, list);
			moved |= is_sure(parts, PART_MOVE);
			acted |= !vain &&
				 !(parts & (1 << PART_IDLE | 1 << PART_MOVE));
			parts = 0;
		}
		step += more && fresh;
		if (more)
			parts |= 1 << part_of(p, o, &alt);
	} while (more);
}

/* of each own creature: its steps in vain, and whether it has several lines */
static void put_spent(struct plan *p)
{
	struct tval *spent = tval_map(p->a), *again = tval_map(p->a);
	struct tval *steps = tval_put(p->a, spent, "steps", tval_list(p->a));
	struct tval *figs = tval_put(p->a, again, "figs", tval_list(p->a));

	for (int k = 0; k < p->s->n_objects; k++) {
		const struct ar_obj *o = &p->s->obj[k];
		int lines = 0;

		if (o->ctl != p->seat || !ar_is_creature(p->s, o))
			continue;
		for (int i = 0; i < p->n_v; i++)
			if (p->v[i].kind == AR_ORDER_ACT &&
			    plan_values_names(p, &p->v[i], AR_TAG_FIG, o)) {
				put_spent_of(p, o, &p->v[i], steps);
				lines++;
			}
		if (lines > 1)
			tval_puts(p->a, tval_add(figs, tval_map(p->a)), "fig",
				  arena_full(p->a, p->n, o->handle));
	}
	if (steps->n)
		line_add(p, "spent", spent);
	if (figs->n)
		line_add(p, "again", again);
}

/* the words name one thing that may be gone by then */
static bool may_be_gone(const struct ar_alt *alt)
{
	struct decision_arg a;

	return (alt->verb == AR_DO_ATTACK || alt->verb == AR_DO_CAST) &&
	       ar_alt_find(alt, AR_TAG_TARGET, &a) && a.n >= 3 &&
	       a.w[0] == AR_NAMES_OBJECT;
}

/* all that the first step could be hangs on such a thing (AR-MAIL-12) */
static bool plan_values_hangs(const struct decision *d)
{
	struct ar_alt alt;
	bool fresh, all = true;
	int n = 0;

	for (int at = 0; all && ar_alt_next(d, at, &alt, &at, &fresh); n++) {
		if (fresh && n)
			break;
		all = may_be_gone(&alt);
	}
	return n && all && !decision_int(d, AR_TAG_THEN_GUARD, 0);
}

/* How many lines the creature acts by; *d: the last. */
static int lines_of(const struct plan *p, const struct ar_obj *o,
		    const struct decision **d)
{
	int n = 0;

	for (int i = 0; i < p->n_v; i++)
		if (p->v[i].kind == AR_ORDER_ACT &&
		    plan_values_names(p, &p->v[i], AR_TAG_FIG, o)) {
			*d = &p->v[i];
			n++;
		}
	return n;
}

/* creatures whose only line stops the round where its target is gone */
static void put_gone(struct plan *p)
{
	struct tval *v = tval_map(p->a);
	struct tval *list = tval_put(p->a, v, "figs", tval_list(p->a));
	const struct decision *d;

	if (arena_on_fail(p->a, p->s, p->seat) != AR_POLICY_STOP)
		return;
	for (int i = 0; i < p->s->n_objects; i++) {
		const struct ar_obj *o = &p->s->obj[i];

		if (o->ctl == p->seat && ar_is_creature(p->s, o) &&
		    lines_of(p, o, &d) == 1 && plan_values_hangs(d))
			tval_puts(p->a, tval_add(list, tval_map(p->a)), "fig",
				  arena_full(p->a, p->n, o->handle));
	}
	if (list->n)
		line_add(p, "gone", v);
}

static bool has_default(const struct plan *p, const struct ar_obj *o)
{
	struct decision *d = ARENA_NEW(p->a, struct decision);

	for (int i = 0; ar_line(p->s, p->seat, i, d); i++)
		if (d->kind == AR_ORDER_DEFAULT &&
		    plan_values_names(p, d, AR_TAG_FIG, o))
			return true;
	return false;
}

static void put_silent(struct plan *p)
{
	struct tval *v = tval_map(p->a);
	struct tval *list = tval_put(p->a, v, "figs", tval_list(p->a));

	for (int i = 0; i < p->s->n_objects; i++) {
		const struct ar_obj *o = &p->s->obj[i];

		if (o->ctl != p->seat || !o->active || !o->zone ||
		    !ar_is_creature(p->s, o) ||
		    plan_values_ordered(p, AR_ORDER_ACT, AR_TAG_FIG, o,
					false) ||
		    has_default(p, o))
			continue;
		tval_puts(p->a, tval_add(list, tval_map(p->a)), "fig",
			  arena_full(p->a, p->n, o->handle));
	}
	if (list->n)
		line_add(p, "silent", v);
}

void arena_plan(struct arena *a, const struct narrator *n, const void *view,
		int seat, const struct decision *orders, int n_orders,
		struct tval *to)
{
	struct plan p = { .a = a,
			  .n = n,
			  .s = view,
			  .seat = seat,
			  .v = orders,
			  .n_v = n_orders };

	p.lines = tval_put(a, to, "plan", tval_list(a));
	if (seat < 0 || seat >= AR_MAX_SEATS || !arena_mailing(p.s) ||
	    !p.s->player[seat].plan_in)
		return;
	p.left = p.s->player[seat].mana;
	put_mana(&p);
	put_reveals(&p);
	put_upkeep(&p);
	put_planned(&p);
	put_void(&p);
	put_blows(&p);
	put_vain(&p);
	put_reach(&p);
	put_quickcasts(&p);
	put_spent(&p);
	put_gone(&p);
	put_silent(&p);
}
