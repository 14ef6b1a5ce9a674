/*
 * src/games/arena/rules/special_spells.c - executes spells whose effect is
 * written in C (AR-SDATA-30), and verbs that bring and bind cards
 */
#include "games/arena/rules/special_spells.h"
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/play.h"

/* --- Chain Lightning (AR-SDATA-31) --------------------------------------- */

bool ar_chain(struct ar_doing *d, int32_t who)
{
	struct ar_frame *f = ar_push(d->w, AR_FRAME_CHAIN);

	f->chain.last = who;
	return true;
}

/* where the chain goes on from: a wall stands in two zones */
static int chain_zones(const struct ar_state *s, const struct ar_chain *x,
		       int32_t out[2])
{
	const struct ar_obj *o = ar_obj(s, x->last);

	if (o && o->border[0]) {
		out[0] = o->border[0];
		out[1] = o->border[1];
		return 2;
	}
	out[0] = o ? ar_zone_of(s, o) : x->zone;
	return out[0] ? 1 : 0;
}

static bool special_spells_links(const struct ar_state *s,
				 const struct ar_chain *x,
				 const struct ar_obj *o)
{
	const struct ar_obj *last = ar_obj(s, x->last);
	int32_t from[2];
	int n = chain_zones(s, x, from);

	for (int i = 0; i < x->n_done; i++)
		if (x->done[i] == o->handle)
			return false;
	if (!ar_has_life(s, o) || o->dying || ar_not_ranged(s, o))
		return false;
	for (int i = 0; i < n; i++) {
		int far = ar_reach(s, from[i], o);
		int32_t there = ar_zone_of(s, o);

		if (far < 0 || far > 1)
			continue;
		if (last    ? ar_sees(s, last, o)
		    : there ? ar_sees_zone(s, from[i], there)
			    : ar_sees_border(s, from[i], o->border))
			return true;
	}
	return false;
}

/* the next that the line names and that can be reached, 0 none */
static int32_t next_link(struct ar_work *w, const struct ar_chain *x, int seat)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision_arg arg;
	struct decision d;
	const struct ar_obj *o;

	if (x->n_done == (int)ARRAY_LEN(x->done) ||
	    ar_line_find(w, seat, AR_ORDER_CHAIN, NULL, NULL, &d) < 0)
		return 0;
	for (int at = 0; decision_next(&d, at, &arg); at = arg.next) {
		if (arg.tag != AR_TAG_TARGET)
			continue;
		for (int32_t h = 0; (o = ar_next(s, h)) != NULL;) {
			h = o->handle;
			if (ar_subject(s, seat, arg.w, arg.n, o) &&
			    RULE(AR_SDATA_31, special_spells_links(s, x, o)))
				return h;
		}
	}
	return 0;
}

static bool link_on(struct ar_work *w, struct ar_chain *x,
		    const struct ar_clause_frame *by)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_cast *c = &w->f[by->below].cast;
	const struct ar_obj *o = ar_obj(s, x->last);
	struct ar_attack a = { .attacker = c->caster,
			       .source = c->caster,
			       .card = by->card,
			       .kind = AR_RANGED,
			       .seat = by->seat,
			       .target = x->last,
			       .spell = 1,
			       .less = x->link,
			       .had = x->had };

	if (!o || !ar_obj(s, c->caster))
		return false;
	x->zone = ar_zone_of(s, o) ? ar_zone_of(s, o) : o->border[0];
	x->done[x->n_done++] = x->last;
	ar_attack_start(w, &a);
	return true;
}

void ar_step_chain(struct ar_work *w, struct ar_frame *f)
{
	struct ar_chain *x = &f->chain;
	const struct ar_clause_frame *by = &w->f[w->n - 2].clause;

	if (f->step++) {
		/* .2: only what was hurt leads on */
		x->last = RULE(AR_SDATA_31, w->result > 0)
				  ? next_link(w, x, (int)by->seat)
				  : 0;
		x->link++;
	}
	if (!x->last || !link_on(w, x, by))
		ar_pop(w, x->n_done);
}

/* --- Banish (AR-SDATA-32) ------------------------------------------------- */

bool ar_banish(struct ar_doing *d, int32_t who)
{
	struct ar_work *w = d->w;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;
	int32_t from;

	for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
		at = o->handle;
		if (o->host == who &&
		    RULE(AR_TELE_02, ar_kind(s, o) == AR_CONJURATION))
			ar_destroy(w, at, AR_CAUSE_HOST, 0, AR_TELE_02);
	}
	o = ar_obj(s, who);
	if (!o || !o->zone)
		return true;
	from = o->zone;
	ar_note(w, who, AR_NOTE_LAST_ZONE, from);
	ar_token(w, who, AR_BANISH, d->a->n, AR_SDATA_32);
	AR_EMIT(w, AR_EV_MOVED, AR_SDATA_32, who, from, 0, AR_HOW_TELEPORT,
		d->cast ? d->cast->caster : d->x->obj);
	return true;
}

/* --- cards come back ------------------------------------------------------ */

/* Resurrection: its creature enters the zone of the caster */
bool ar_raise(struct ar_doing *d, int32_t who)
{
	struct ar_work *w = d->w;
	const struct ar_state *s = ar_state_of(w);
	struct ar_cast *c = d->cast;
	const struct ar_obj *by = c ? ar_obj(s, c->caster) : NULL;
	struct ar_entry e = { .summoned = true };

	(void)who;
	if (!by || !ar_zone_of(s, by) || c->item <= 0 ||
	    c->item >= s->n_cards || s->n_objects == AR_MAX_OBJECTS)
		return true;
	e.card = c->item;
	e.owner = c->owner;
	e.ctl = c->seat;
	e.zone = ar_zone_of(s, by);
	AR_EMIT(w, AR_EV_UNDISCARDED, AR_SPELL_RESURRECTION, c->owner, c->item);
	/* cast.c tells of the summons at the end of K4 */
	c->entered = ar_enter(w, &e, AR_CRE_01);
	return true;
}

/* The old spell returns to the book, another one is bound (AR-BIND-04). */
bool ar_rebind(struct ar_doing *d, int32_t who)
{
	struct ar_work *w = d->w;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, who);
	int32_t old = o ? o->bound : 0, card = d->cast ? d->cast->bind : 0;
	int seat = o ? (int)o->ctl : -1;

	if (!o || card <= 0 || s->player[seat].book[card] < 1 ||
	    !RULE(AR_BIND_04, ar_may_bind(s, o, (int)card)))
		return true;
	if (old > 0) {
		bool seen = o->bound_seen;

		ar_bind(w, who, 0);
		ar_book(w, seat, (int)old, 1);
		AR_EMIT(w, AR_EV_RETURNED, AR_BIND_04, seat, 1, seen ? old : 0);
	}
	ar_book(w, seat, (int)card, -1);
	ar_bind(w, who, (int)card);
	return true;
}

/* --- a choice that must be made ------------------------------------------- */

/* the Mage that was said, else the nearest enemy's that fits, else any that
 * does (Mana Siphon .2) */
bool ar_choose(struct ar_doing *d, int32_t who)
{
	const struct ar_state *s = ar_state_of(d->w);
	const struct ar_obj *self = ar_obj(s, d->x->obj), *best = NULL, *o;
	int least = INT_MAX;

	(void)who;
	for (int32_t at = 0; self && (o = ar_next(s, at)) != NULL;) {
		int far = ar_reach(s, ar_zone_of(s, self), o);

		at = o->handle;
		if (!ar_asks(d->ask, (int)d->a->filter, o))
			continue;
		if (d->cast && d->cast->to == at)
			far = -1;
		else if (ar_friends(s, o->ctl, (int)d->x->seat))
			far += 1000;
		if (far < least) {
			least = far;
			best = o;
		}
	}
	if (best)
		ar_note(d->w, d->x->obj, AR_NOTE_CHOSEN, best->handle);
	return true;
}

enum { MARKER_HANDLE = 16 }; /* of AR_TAG_REMOVE: what is no condition */

/* --- Reverse Attack, Reverse Magic (AR-SDATA-33, -34) --------------------- */

/* the target before this one of a chain, else who attacks */
static void attack_back(struct ar_doing *d)
{
	struct ar_attack *a = d->attack;
	const struct ar_frame *f = ar_below(d->w, AR_FRAME_CHAIN);

	a->reflected = a->attacker ? a->attacker : a->source;
	if (f && a->spell && RULE(AR_SDATA_33, f->chain.n_done > 1) &&
	    a->card == f[-1].clause.card)
		a->reflected = f->chain.done[f->chain.n_done - 2];
}

/* what a REVERSE line may name: equipment of the new target, an enchantment to
 * be moved */
static bool may_name(const struct ar_work *w, const void *about,
		     const struct ar_obj *o, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_cast *c = about; /* its target: who cast it */
	bool fits =
		s->card[c->card].target & AR_AIM_TO_HOST
			? ar_kind(s, o) == AR_ENCHANTMENT
			: ar_kind(s, o) == AR_EQUIPMENT && o->host == c->target;

	return (fits && !o->dying) ||
	       ar_no(no, AR_REFUSAL_NO_ITEM, AR_DP_30, o->handle);
}

/* what the REVERSE line of the new controller says; true: it names a place */
static bool other_choices(struct ar_doing *d, struct ar_cast *c,
			  const struct ar_obj *target)
{
	const struct ar_state *s = ar_state_of(d->w);
	bool moved = s->card[c->card].target & AR_AIM_TO_HOST;
	struct ar_cast about = *c;
	const struct ar_wanted want = { may_name, &about, c->caster,
					(int)c->seat, false };
	struct decision_arg arg;
	struct decision line;
	int32_t found, b;
	bool said = false;

	if (ar_line_find(d->w, (int)c->seat, AR_ORDER_REVERSE, NULL, NULL,
			 &line) < 0)
		return false;
	about.target = target->handle;
	if (decision_find(&line, AR_TAG_TO, &arg) &&
	    (found = ar_place(d->w, (int)c->seat, c->caster, &arg)) != 0) {
		c->to = found;
		said = true;
	}
	if ((decision_find(&line, AR_TAG_ITEM, &arg) ||
	     (moved && decision_find(&line, AR_TAG_TARGET, &arg))) &&
	    (found = ar_aim(d->w, &arg, &want, &b, NULL)) != 0)
		c->item = found;
	if (decision_find(&line, AR_TAG_REMOVE, &arg))
		for (c->n_remove = 0;
		     c->n_remove < arg.n && c->n_remove < AR_MAX_REMOVED;
		     c->n_remove++)
			c->remove[c->n_remove] = arg.w[c->n_remove];
	c->dir = decision_int(&line, AR_TAG_DIR, c->dir);
	c->extra = decision_int(&line, AR_TAG_EXTRA, c->extra);
	return said;
}

/* an item of the new target: the dearest, if the one chosen is not his */
static bool item_fits(const struct ar_state *s, struct ar_cast *c)
{
	const struct ar_card *card = &s->card[c->card];
	const struct ar_obj *o = ar_obj(s, c->item);
	int32_t most = -1;

	if (card->cost_x != AR_X_ITEM && card->cost_x != AR_X_ITEM_6)
		return true;
	if (o && o->host == c->target)
		return true;
	c->item = 0;
	for (int i = 0; i < s->n_objects; i++) {
		o = &s->obj[i];
		if (o->host == c->target && ar_kind(s, o) == AR_EQUIPMENT &&
		    RULE(AR_DP_30, ar_card_of(s, o)->cost > most)) {
			most = ar_card_of(s, o)->cost;
			c->item = o->handle;
		}
	}
	return c->item != 0;
}

/* a zone for it: the farthest from the own Mage; false: there is none */
static bool zone_fits(const struct ar_state *s, struct ar_cast *c)
{
	int32_t home = ar_zone_of(s, ar_obj(s, c->caster)), best = 0;
	int most = -1;

	for (int x = 0; x < s->width; x++)
		for (int y = 0; y < s->height; y++) {
			c->to = ar_zone(x, y);
			if (!ar_choices_ok(s, c, false) ||
			    !RULE(AR_DP_30, ar_distance(home, c->to) > most))
				continue;
			most = ar_distance(home, c->to);
			best = c->to;
		}
	c->to = best;
	return best;
}

/* one marker or enchantment more, if it is there and can be paid */
static void remove_too(const struct ar_state *s, struct ar_cast *c,
		       int32_t what, int32_t mana)
{
	if (c->n_remove == AR_MAX_REMOVED)
		return;
	c->remove[c->n_remove++] = what;
	if (!ar_choices_ok(s, c, false) ||
	    !RULE(AR_DP_30, ar_cost(s, c) <= mana))
		c->n_remove--;
}

/* what Purify takes away: all that can be paid */
static void markers_fit(const struct ar_state *s, struct ar_cast *c,
			int32_t mana)
{
	const struct ar_obj *t = ar_obj(s, c->target);

	c->n_remove = 0;
	for (int cond = 0; cond < N_AR_CONDS; cond++)
		for (int32_t n = t->cond[cond]; n > 0; n--)
			remove_too(s, c, cond, mana);
	for (int i = 0; i < s->n_objects; i++)
		remove_too(s, c, MARKER_HANDLE + s->obj[i].handle, mana);
}

/* AR-DP-30: its other choices as they are where they fit, else made anew;
 * mana: what there is for it; said: by a line, of any range */
static bool choices_fit(const struct ar_state *s, struct ar_cast *c,
			int32_t mana, bool said)
{
	const struct ar_card *card = &s->card[c->card];

	if (!item_fits(s, c))
		return false;
	if (ar_choices_ok(s, c, said))
		return true;
	if (card->cost_x == AR_X_PURIFY)
		markers_fit(s, c, mana);
	else if (card->target & AR_AIM_TO_ZONE)
		return zone_fits(s, c);
	return ar_choices_ok(s, c, false);
}

/* may the new controller move this enchantment to whom the spell now means?
 * Not the one by which the spell is turned: it is on its way out */
static bool special_spells_moves(const struct ar_state *s,
				 const struct ar_cast *c, int32_t by,
				 const struct ar_obj *o)
{
	return o && !o->dying && o->card > 0 && o->handle != by &&
	       ar_spell_target(s, (int)c->card, (int)c->seat, o, NULL) &&
	       (s->card[c->card].cost_x != AR_X_STEAL ||
		ar_may_control(s, (int)c->seat, (int)o->card)) &&
	       ar_host_ok(s, (int)o->card, (int)c->seat, c->to, o->handle,
			  NULL);
}

/* the enchantment to be moved: the one named, the one it was, the dearest */
static bool enchantment_fits(const struct ar_state *s, struct ar_cast *c,
			     int32_t by)
{
	const struct ar_obj *o = ar_obj(s, c->item);
	int most = -1;

	if (special_spells_moves(s, c, by, o))
		c->target = o->handle;
	if (special_spells_moves(s, c, by, ar_obj(s, c->target)))
		return true;
	c->target = 0;
	for (int i = 0; i < s->n_objects; i++) {
		o = &s->obj[i];
		if (special_spells_moves(s, c, by, o) &&
		    RULE(AR_DP_30, ar_card_of(s, o)->reveal > most)) {
			most = (int)ar_card_of(s, o)->reveal;
			c->target = o->handle;
		}
	}
	return c->target != 0;
}

/* may the new controller cast it on the one who cast it (AR-BOOK-13); by: what
 * turns it; said: its line names a place */
static bool special_spells_turns(const struct ar_state *s, struct ar_cast *c,
				 int32_t by, const struct ar_obj *target,
				 bool said)
{
	const struct ar_card *card = &s->card[c->card];

	if (!ar_may_control(s, (int)c->seat, (int)c->card))
		return false;
	if (card->target & AR_AIM_TO_HOST)
		return enchantment_fits(s, c, by);
	if (card->kind == AR_ENCHANTMENT
		    ? !ar_host_ok(s, (int)c->card, (int)c->seat, c->target, 0,
				  NULL)
		    : !ar_spell_target(s, (int)c->card, (int)c->seat, target,
				       NULL))
		return false;
	return choices_fit(s, c, c->cost + s->player[c->seat].mana, said);
}

/* does the new controller want to choose anew what its caster had chosen? */
static bool asks_choices(struct ar_doing *d)
{
	const struct ar_cast *c = d->cast;
	int seat = (int)d->x->seat;
	struct decision line;

	return (c->to || c->item || c->n_remove || c->dir >= 0 || c->extra) &&
	       ar_line_find(d->w, seat, AR_ORDER_REVERSE, NULL, NULL, &line) <
		       0 &&
	       ar_wants_asked(d->w, seat, AR_ASKS_REVERSE, d->x->obj);
}

static void spell_back(struct ar_doing *d)
{
	struct ar_cast c = *d->cast;
	const struct ar_state *s = ar_state_of(d->w);
	const struct ar_obj *mage = ar_mage(s, (int)d->x->seat);
	const struct ar_obj *target = ar_obj(s, c.caster);
	int32_t more;
	struct event e;
	bool said;

	if (asks_choices(d))
		return;
	d->cast->outcome = AR_SPELL_COUNTERED; /* unless it is turned */
	if (!mage || !target)
		return;
	c.caster = mage->handle;
	c.caster_moved = mage->moved;
	c.seat = d->x->seat;
	said = other_choices(d, &c, target);
	/* only the target that was the host changes (AR-SPELL-reverse-magic) */
	if (s->card[c.card].target & AR_AIM_TO_HOST) {
		c.to = target->handle;
		c.to_moved = target->moved;
	} else {
		c.target = target->handle;
		c.moved = target->moved;
	}
	if (!RULE(AR_DP_30,
		  special_spells_turns(s, &c, d->x->obj, target, said)))
		return;
	if (ar_obj(s, c.target))
		c.moved = ar_obj(s, c.target)->moved;
	c.cost = ar_cost(s, &c);
	c.redirected = 1;
	more = c.cost - d->cast->cost;
	if (RULE(AR_SDATA_34, more > s->player[c.seat].mana))
		return;
	c.outcome = AR_SPELL_RESOLVED;
	*d->cast = c;
	if (more > 0)
		ar_mana(d->w, (int)c.seat, -more, AR_MANA_SPELL, d->x->obj,
			AR_SDATA_34);
	ar_event_redirected(&e, AR_SDATA_34, c.card, c.seat, &c.target, 1,
			    c.cost);
	ar_event_emit(d->w, &e);
}

bool ar_turn_back(struct ar_doing *d, int32_t who)
{
	(void)who;
	if (d->a->against == AR_AGAINST_ATTACK && d->attack)
		attack_back(d);
	else if (d->a->against == AR_AGAINST_SPELL && d->cast)
		spell_back(d);
	return true;
}
