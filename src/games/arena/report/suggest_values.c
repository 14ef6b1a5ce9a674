/*
 * src/games/arena/report/suggest_values.c - finds possible actions: tries them
 * in a copy of the seat's view with the rules' own checks. The copy has no
 * hidden values.
 */
#include "games/arena/report/report_private.h"
#include "games/arena/rules/attack_parts.h"

/* --- attacks --------------------------------------------------------------*/

struct place {
	int32_t zone;
	int moves;
	bool hindered;
};

enum {
	MAX_PLACES = 2 * AR_MAX_ZONES,
	VICTORY = 20, /* 0.01 of damage, of each per cent that a Mage falls */
	KILL = 8      /* the same, of another creature */
};

struct search {
	struct ar_work w;
	struct run run;
	struct ar_state *s;
	struct ar_obj *by;
	int32_t on;
	struct arena_strike *out;
	int n, max;
	int n_places;
	struct place place[MAX_PLACES];
};

static void suggest_values_place(struct search *x, const struct place *p)
{
	struct ar_obj *o = x->by;

	o->zone = p->zone;
	o->act_moves = p->moves;
	o->act_hindered = p->hindered;
	o->act_done = AR_DONE_NOTHING;
	o->act_charge = p->moves > 0;
	o->guard = 0;
}

/* left: it left a zone with an enemy (AR-HIND-02) */
static void add_place(struct search *x, int32_t zone, int moves, bool left)
{
	for (int i = 0; i < x->n_places; i++)
		if (x->place[i].zone == zone)
			return;
	if (x->n_places == MAX_PLACES)
		return;
	x->place[x->n_places++] = (struct place){
		zone, moves,
		left || (moves > 0 && ar_hinders(x->s, x->by, zone))
	};
}

/* where it can get, the fewest moves first */
static void find_places(struct search *x)
{
	add_place(x, x->by->zone, 0, false);
	for (int i = 0; i < x->n_places; i++) {
		struct place p = x->place[i];
		bool left = ar_hinders(x->s, x->by, p.zone) != NULL;

		for (int d = 0; d < N_AR_DIRS; d++) {
			int32_t to = ar_beside(x->s, p.zone, (enum ar_dir)d);

			suggest_values_place(x, &p);
			if (to && p.moves < 2 &&
			    ar_check_move(&x->w, x->by, to, AR_HOW_MOVE, NULL))
				add_place(x, to, p.moves + 1, left);
		}
	}
}

static bool suggest_values_better(const struct arena_strike *a,
				  const struct arena_strike *b)
{
	if (a->creature != b->creature)
		return a->creature;
	if (a->worth != b->worth)
		return a->worth > b->worth;
	return a->a.target < b->a.target;
}

/* the best of each target is kept, the best target first */
static void strike_keep(struct search *x, const struct arena_strike *found)
{
	int at;

	for (at = 0; at < x->n; at++)
		if (x->out[at].a.target == found->a.target)
			break;
	if (at < x->n && found->worth <= x->out[at].worth)
		return;
	if (at == x->n) {
		if (x->n == x->max &&
		    !suggest_values_better(found, &x->out[x->n - 1]))
			return;
		if (x->n < x->max)
			x->n++;
		at = x->n - 1;
	}
	for (; at > 0 && suggest_values_better(found, &x->out[at - 1]); at--)
		x->out[at] = x->out[at - 1];
	x->out[at] = *found;
}

/* the attack of profile i from its zone; false: no such attack */
static bool attack_of(struct search *x, int i, const struct ar_obj *t,
		      struct ar_attack *a, bool *can)
{
	const struct ar_profile *p;

	*a = (struct ar_attack){ .attacker = x->by->handle,
				 .target = t->handle,
				 .zone = x->by->zone,
				 .seat = x->by->ctl,
				 .charge = x->by->act_charge };
	if (!ar_profile_of(x->s, x->by, i, &a->source, &a->card, &a->profile))
		return false;
	p = ar_profile(x->s, (int)a->card, (int)a->profile);
	a->kind = p->kind;
	ar_attack_firsts(x->s, a);
	*can = !(p->flags & AR_PROFILE_ZONE) &&
	       ar_can(&x->w, x->by,
		      p->action == AR_ACTION_FULL ? AR_DONE_FULL
						  : AR_DONE_QUICK,
		      NULL) &&
	       ar_check_attack(&x->w, a, NULL);
	return true;
}

/* AR-MAIL-20: quick before full, then the most dice */
static int rank_of(const struct search *x, const struct ar_attack *a)
{
	bool full = ar_profile(x->s, (int)a->card, (int)a->profile)->action ==
		    AR_ACTION_FULL;

	return (full ? 0 : 1000) + ar_attack_dice(x->s, a, NULL);
}

static void try_target(struct search *x, const struct place *p,
		       const struct ar_obj *t)
{
	struct arena_strike found = { .from = p->zone, .moves = p->moves };
	struct ar_attack a;
	int usual = -1, most = -1;
	bool can;

	for (int i = 0; attack_of(x, i, t, &a, &can); i++)
		if (can && rank_of(x, &a) > most) {
			most = rank_of(x, &a);
			usual = i;
		}
	if (usual >= 0 && attack_of(x, usual, t, &a, &can)) {
		found.takes_card = a.card;
		found.takes_profile = a.profile;
	}
	for (int i = 0; attack_of(x, i, t, &found.a, &can); i++) {
		if (!can)
			continue;
		arena_odds_of(x->s, &found.a, &found.odds);
		found.usual = i == usual;
		found.creature = ar_is_creature(x->s, t);
		found.worth = arena_odds_worth(&found.odds,
					       (int)ar_life_left(x->s, t));
		/* it may well end the game, or what strikes back */
		if (found.creature)
			found.worth +=
				(ar_kind(x->s, t) == AR_MAGE ? VICTORY : KILL) *
				arena_odds_reach(&found.odds,
						 (int)ar_life_left(x->s, t));
		strike_keep(x, &found);
	}
}

int arena_strikes(struct ar_state *room, int32_t attacker, int32_t on,
		  struct arena_strike *out, int max)
{
	struct search x = { .s = room, .on = on, .out = out, .max = max };
	struct ar_obj was;

	ar_look(&x.w, &x.run, room);
	/* the copy is ours to write */
	x.by = (struct ar_obj *)ar_obj(room, attacker);
	if (!x.by || !ar_is_zone(room, x.by->zone) ||
	    ar_incapacitated(room, x.by))
		return 0;
	was = *x.by;
	find_places(&x);
	for (int i = 0; i < x.n_places; i++) {
		suggest_values_place(&x, &x.place[i]);
		for (int k = 0; k < room->n_objects; k++) {
			const struct ar_obj *t = &room->obj[k];

			if ((on && t->handle != on) || t->border[0] ||
			    !ar_has_life(room, t) || t->dying ||
			    ar_friends(room, t->ctl, x.by->ctl))
				continue;
			try_target(&x, &x.place[i], t);
		}
	}
	*x.by = was;
	return x.n;
}

/* --- spells ---------------------------------------------------------------*/

struct casting {
	struct ar_work w;
	struct run run;
	struct ar_state *s;
	struct ar_cast c;
	struct arena_spell *out;
};

static void put_odds(const struct casting *x, int i)
{
	const struct ar_state *s = x->s;
	struct ar_attack a = { .attacker = x->c.caster,
			       .source = x->c.caster,
			       .card = x->c.card,
			       .kind = AR_RANGED,
			       .seat = x->c.seat,
			       .target = x->c.target,
			       .spell = 1 };
	const struct ar_obj *t = ar_obj(s, a.target);
	struct arena_odds odds;

	if (s->card[x->c.card].kind != AR_ATTACK_SPELL || !t ||
	    !s->card[x->c.card].n_profiles)
		return;
	ar_attack_firsts(s, &a);
	arena_odds_of(s, &a, &odds);
	x->out->target[i].mean = arena_odds_mean(&odds);
	x->out->target[i].kills =
		arena_odds_reach(&odds, (int)ar_life_left(s, t));
}

static void try_cast(struct casting *x)
{
	struct arena_spell *o = x->out;
	int32_t cost;

	const struct ar_obj *t = ar_obj(x->s, x->c.target);

	/* players do not burn their own objects */
	if (x->s->card[x->c.card].kind == AR_ATTACK_SPELL && t &&
	    ar_friends(x->s, t->ctl, x->c.seat))
		return;
	if (!ar_check_cast(&x->w, &x->c, NULL))
		return;
	cost = ar_cost_now(x->s, &x->c);
	if (!o->n_targets || cost < o->least)
		o->least = cost;
	if (!o->n_targets || cost > o->most)
		o->most = cost;
	if (o->n_targets < ARENA_TARGETS) {
		o->target[o->n_targets].what = x->c.target;
		o->target[o->n_targets].beyond = x->c.target_b;
		o->target[o->n_targets].cost = cost;
		put_odds(x, o->n_targets);
	}
	o->n_targets++;
}

/* an item of the target Mage must be named: each of them */
static void try_items(struct casting *x)
{
	const struct ar_state *s = x->s;

	for (int i = 0; i < s->n_objects; i++) {
		if (s->obj[i].host != x->c.target ||
		    ar_kind(s, &s->obj[i]) != AR_EQUIPMENT)
			continue;
		x->c.item = s->obj[i].handle;
		try_cast(x);
	}
	x->c.item = 0;
}

static void try_objects(struct casting *x)
{
	const struct ar_card *card = &x->s->card[x->c.card];
	bool items = card->cost_x == AR_X_ITEM || card->cost_x == AR_X_ITEM_6;

	for (int i = 0; i < x->s->n_objects; i++) {
		x->c.target = x->s->obj[i].handle;
		if (items)
			try_items(x);
		else
			try_cast(x);
	}
}

static void try_zones(struct casting *x)
{
	const struct ar_state *s = x->s;

	for (int col = 0; col < s->width; col++)
		for (int row = 0; row < s->height; row++) {
			x->c.target = ar_zone(col, row);
			try_cast(x);
		}
}

static void try_borders(struct casting *x)
{
	const struct ar_state *s = x->s;

	for (int col = 0; col < s->width; col++)
		for (int row = 0; row < s->height; row++)
			for (int d = AR_EAST; d <= AR_SOUTH; d++) {
				x->c.target = ar_zone(col, row);
				x->c.target_b = ar_beside(s, x->c.target,
							  (enum ar_dir)d);
				if (x->c.target_b)
					try_cast(x);
			}
	x->c.target_b = 0;
}

/* what a spell costs at least whose target the player must say */
static int32_t least_cost(const struct ar_card *card)
{
	switch (card->cost_x) {
	case AR_X_NONE: return card->cost;
	case AR_X_STEAL: return 4;
	case AR_X_TELEPORT: return 3;
	default: return 1;
	}
}

/* everything that the spell could be aimed at */
static void try_targets(struct casting *x)
{
	const struct ar_card *card = &x->s->card[x->c.card];

	/* a second place, or a thing to remove: the player must name it */
	if (card->target & (AR_AIM_TO_ZONE | AR_AIM_TO_HOST | AR_AIM_DISCARD) ||
	    card->cost_x == AR_X_PURIFY) {
		x->out->open = true;
		x->out->least = x->out->most = least_cost(card);
		return;
	}
	x->c.target = 0;
	if (card->kind == AR_CREATURE) {
		x->c.target = ar_zone_of(x->s, ar_obj(x->s, x->c.caster));
		try_cast(x);
	} else if (card->kind == AR_EQUIPMENT) {
		x->c.target = x->s->player[x->c.seat].mage;
		try_cast(x);
	} else if (card->target & AR_AIM_ARENA) {
		try_cast(x);
	} else if (card->target & AR_AIM_BORDER) {
		try_borders(x);
	} else {
		if (card->target & AR_AIM_ZONE)
			try_zones(x);
		try_objects(x);
	}
}

/* may this caster be given the card at all */
static bool may_have(const struct ar_state *s, const struct ar_obj *o, int card)
{
	int32_t least;

	if (ar_kind(s, o) == AR_MAGE)
		return true;
	return ar_is_spawnpoint(s, o) ? ar_may_spawn(s, o, card, &least)
				      : ar_may_familiar(s, o, card);
}

static bool suggest_values_sooner(const struct ar_state *s, int32_t a,
				  int32_t b)
{
	return s->card[a].kind != s->card[b].kind
		       ? s->card[a].kind < s->card[b].kind
		       : a < b;
}

/* the mana that it can pay with */
static int32_t suggest_values_purse(const struct ar_state *s,
				    const struct ar_obj *o)
{
	return s->player[o->ctl].mana +
	       (ar_kind(s, o) == AR_MAGE ? 0 : o->mana);
}

/* Move the spell at n in front of those that it comes sooner than. */
static void spell_sort_in(const struct ar_state *s, struct arena_spell *v,
			  int n)
{
	struct arena_spell it = v[n];

	for (; n > 0 && suggest_values_sooner(s, it.card, v[n - 1].card); n--)
		v[n] = v[n - 1];
	v[n] = it;
}

int arena_spells(struct ar_state *room, int32_t caster, struct arena_spell *out,
		 int max)
{
	struct casting x = { .s = room };
	struct ar_obj *o = (struct ar_obj *)ar_obj(room, caster), was;
	struct ar_player *p;
	int32_t planned[AR_PLANNED];
	int n = 0;

	if (!o)
		return 0;
	ar_look(&x.w, &x.run, room);
	was = *o;
	p = &room->player[o->ctl];
	memcpy(planned, p->planned, sizeof(planned));
	o->act_moves = o->act_hindered = o->act_done = 0;
	for (int32_t card = 1; card < room->n_cards && n < max; card++) {
		bool mage = ar_kind(room, o) == AR_MAGE;

		if (p->book[card] <= 0 || !may_have(room, o, (int)card))
			continue;
		p->planned[0] = mage ? card : 0;
		o->planned = mage ? 0 : card;
		x.out = &out[n];
		memset(x.out, 0, sizeof(*x.out));
		x.out->card = card;
		x.out->copies = (int)p->book[card];
		x.out->full = ar_card_is(room, (int)card, AR_CARD_FULL) &&
			      !ar_may_quick(room, o, (int)card);
		x.c = (struct ar_cast){
			.owner = o->ctl,
			.caster = caster,
			.seat = o->ctl,
			.card = card,
			.by = ar_is_spawnpoint(room, o) ? AR_BY_DEPLOY
			      : x.out->full             ? AR_BY_FULL
							: AR_BY_QUICK,
			.x = 1,
			.dir = 0,
			.slot = -1,
			.pick = -1,
		};
		try_targets(&x);
		if (!x.out->n_targets &&
		    (!x.out->open ||
		     x.out->least > suggest_values_purse(room, o)))
			continue;
		spell_sort_in(room, out, n++);
	}
	memcpy(p->planned, planned, sizeof(planned));
	*o = was;
	return n;
}

int32_t arena_upkeep(const struct ar_state *s, int seat)
{
	int32_t sum = 0;

	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->ctl == seat && !o->hidden)
			sum += ar_trait(s, o, AR_T_UPKEEP, NULL, NULL);
	}
	return sum;
}
