/*
 * src/games/arena/report/benefit.c - computes the benefit of an enchantment or
 * an item: attaches it to its target in a copy of the seat's view and counts
 * the dice again, of the target's own best attack and of the attacks on it.
 */
#include "games/arena/report/report_private.h"
#include "games/arena/rules/attack_parts.h"

enum { MAX_BLOWS = 160, STRIKES_EACH = 3, LEAST = 30 };

/* A possible attack, in the next action phase or later. */
struct blow {
	struct ar_attack a;
	int32_t from;
	int moves;
	bool far;     /* out of reach as yet */
	int64_t mean; /* damage on average, 0.01, in the current position */
};

struct gains {
	struct ar_state *s;
	int seat;
	struct blow *v;
	int n;
};

static struct ar_obj *benefit_writable(struct gains *g, int32_t handle)
{
	/* the copy is ours to write */
	return (struct ar_obj *)ar_obj(g->s, handle);
}

/* its damage on average, with the attacker where it would strike from */
static int64_t mean_of(struct gains *g, const struct blow *b)
{
	struct ar_obj *by = benefit_writable(g, b->a.attacker), was;
	struct arena_odds odds;

	was = *by;
	by->zone = b->from;
	by->act_moves = b->moves;
	by->act_charge = b->moves > 0;
	by->act_done = AR_DONE_NOTHING;
	by->guard = 0;
	arena_odds_of(g->s, &b->a, &odds);
	*by = was;
	return arena_odds_mean(&odds);
}

static void add_blow(struct gains *g, const struct blow *b)
{
	if (g->n == MAX_BLOWS)
		return;
	g->v[g->n] = *b;
	g->v[g->n].mean = mean_of(g, b);
	g->n++;
}

/*
 * the best attack of a creature without a target in reach, as if it were next
 * to that Mage
 */
static void add_far(struct gains *g, const struct ar_obj *o,
		    const struct ar_obj *mage)
{
	struct blow best = { .far = true }, b;

	b = best;
	b.from = o->zone;
	b.a = (struct ar_attack){ .attacker = o->handle,
				  .target = mage->handle,
				  .zone = o->zone,
				  .seat = o->ctl };
	for (int i = 0;
	     ar_profile_of(g->s, o, i, &b.a.source, &b.a.card, &b.a.profile);
	     i++) {
		const struct ar_profile *p =
			ar_profile(g->s, (int)b.a.card, (int)b.a.profile);

		b.a.kind = p->kind;
		ar_attack_firsts(g->s, &b.a);
		b.mean = mean_of(g, &b);
		if (!(p->flags & AR_PROFILE_ZONE) && b.mean > best.mean)
			best = b;
	}
	if (best.mean)
		add_blow(g, &best);
}

static void add_blows(struct gains *g, const struct ar_obj *o)
{
	struct arena_strike x[STRIKES_EACH];
	int n = arena_strikes(g->s, o->handle, 0, x, STRIKES_EACH);

	for (int i = 0; i < n; i++) {
		struct blow b = { .a = x[i].a,
				  .from = x[i].from,
				  .moves = x[i].moves };

		add_blow(g, &b);
	}
	for (int seat = 0; !n && seat < AR_MAX_SEATS; seat++) {
		const struct ar_obj *mage = ar_mage(g->s, seat);

		if (mage && ar_is_zone(g->s, mage->zone) &&
		    !ar_friends(g->s, seat, o->ctl))
			add_far(g, o, mage);
	}
}

static void find_blows(struct gains *g)
{
	for (int i = 0; i < g->s->n_objects; i++)
		if (ar_is_creature(g->s, &g->s->obj[i]) &&
		    ar_is_zone(g->s, g->s->obj[i].zone))
			add_blows(g, &g->s->obj[i]);
}

/* the spell as it would be there, face up; at the end, where handles grow */
static bool put_on(struct gains *g, int32_t card, int32_t host)
{
	struct ar_state *s = g->s;
	struct ar_obj *o;

	if (s->n_objects == AR_MAX_OBJECTS || !s->n_objects)
		return false;
	o = &s->obj[s->n_objects];
	memset(o, 0, sizeof(*o));
	o->handle = s->obj[s->n_objects - 1].handle + 1;
	o->card = card;
	o->owner = o->ctl = g->seat;
	o->host = host;
	o->stamp = o->born = s->stamp;
	s->n_objects++;
	return true;
}

/* lies one of that name on it already, as far as the seat knows */
static bool has_one(const struct gains *g, int32_t card, int32_t host)
{
	for (int i = 0; i < g->s->n_objects; i++)
		if (g->s->obj[i].host == host && g->s->obj[i].card == card)
			return true;
	return false;
}

/* gives it anything at all while it lies there */
static bool benefit_gives(const struct ar_state *s, int32_t card)
{
	for (int i = 0; i < ar_clauses(s, card); i++) {
		struct ar_clause c;

		ar_clause_at(s, card, i, &c);
		if (c.kind == AR_CLAUSE_GIVE)
			return true;
	}
	return false;
}

/* how much better it is for the seat that the blow does so much */
static int64_t better_by(const struct gains *g, const struct blow *b,
			 int64_t now)
{
	int64_t more = ar_friends(g->s, (int)b->a.seat, g->seat)
			       ? now - b->mean
			       : b->mean - now;

	return b->far ? more / 2 : more;
}

/* the best attack that host makes, or the worst that is made on it */
static const struct blow *blow_of(const struct gains *g, int32_t host, bool by)
{
	const struct blow *best = NULL;

	for (int i = 0; i < g->n; i++) {
		const struct blow *b = &g->v[i];

		if ((by ? b->a.attacker : b->a.target) != host)
			continue;
		/* its attacks from its own zone first */
		if (by)
			return b;
		if (!best || (best->far && !b->far) ||
		    (best->far == b->far && b->mean > best->mean))
			best = b;
	}
	return best;
}

static void benefit_weigh(struct gains *g, int32_t host, struct arena_gain *out)
{
	for (int by = 0; by < 2; by++) {
		const struct blow *b = blow_of(g, host, by);
		int64_t now, more;

		if (!b)
			continue;
		now = mean_of(g, b);
		more = better_by(g, b, now);
		out->worth += more;
		if (more <= out->most)
			continue;
		out->most = more;
		out->by = b->a.attacker;
		out->target = b->a.target;
		out->before = b->mean;
		out->after = now;
	}
}

static void try_on(struct gains *g, const struct arena_spell *x, int k,
		   int32_t mana, struct arena_gain *best)
{
	struct arena_gain it = { .card = x->card,
				 .on = x->target[k].what,
				 .cost = x->target[k].cost };

	if (!ar_obj(g->s, it.on) || has_one(g, it.card, it.on) ||
	    !put_on(g, it.card, it.on))
		return;
	if (g->s->card[it.card].kind == AR_ENCHANTMENT)
		it.reveal = ar_reveal_cost_now(
			g->s, &g->s->obj[g->s->n_objects - 1], it.on, NULL);
	if (it.cost + it.reveal <= mana)
		benefit_weigh(g, it.on, &it);
	g->s->n_objects--;
	if (it.worth >= LEAST && it.most > 0 && it.worth > best->worth)
		*best = it;
}

static bool benefit_sooner(const struct arena_gain *a,
			   const struct arena_gain *b)
{
	if (a->worth != b->worth)
		return a->worth > b->worth;
	if (a->cost + a->reveal != b->cost + b->reveal)
		return a->cost + a->reveal < b->cost + b->reveal;
	return a->card < b->card;
}

static bool may_gain(const struct gains *g, const struct arena_spell *x,
		     int32_t mana)
{
	int kind = (int)g->s->card[x->card].kind;

	return (kind == AR_ENCHANTMENT || kind == AR_EQUIPMENT) && !x->full &&
	       x->least <= mana && g->s->player[g->seat].book[x->card] > 0 &&
	       benefit_gives(g->s, x->card);
}

int arena_gains(struct arena *a, struct ar_state *room,
		const struct arena_buyer *by, struct arena_gain *out, int max)
{
	struct gains g = { .s = room,
			   .seat = by->seat,
			   .v = ARENA_ARRAY(a, MAX_BLOWS, struct blow) };
	int found = 0;

	for (int i = 0; i < by->n_spells; i++) {
		const struct arena_spell *x = &by->spells[i];
		struct arena_gain best = { .worth = 0 };
		int at;

		if (!may_gain(&g, x, by->mana))
			continue;
		if (!g.n)
			find_blows(&g);
		for (int k = 0; k < x->n_targets && k < ARENA_TARGETS; k++)
			try_on(&g, x, k, by->mana, &best);
		if (!best.worth || !max ||
		    (found == max && !benefit_sooner(&best, &out[found - 1])))
			continue;
		if (found < max)
			found++;
		for (at = found - 1;
		     at > 0 && benefit_sooner(&best, &out[at - 1]); at--)
			out[at] = out[at - 1];
		out[at] = best;
	}
	return found;
}
