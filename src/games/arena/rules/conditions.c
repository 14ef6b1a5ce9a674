/*
 * src/games/arena/rules/conditions.c - tests conditions of triggers and orders
 * (AR-MAIL-38)
 */
#include "games/arena/rules/attack_parts.h"

/* the object that the words of a condition name; ANY: the line's subject */
static const struct ar_obj *conditions_named(const struct ar_state *s, int seat,
					     const int32_t *t,
					     const struct ar_obj *subject)
{
	const struct ar_obj *best = NULL;

	switch (t[0]) {
	case AR_NAMES_OBJECT: return ar_obj(s, t[2]);
	case AR_NAMES_ME: return ar_mage(s, seat);
	case AR_NAMES_MAGE: return ar_enemy_mage(s, seat, s->player[seat].mage);
	case AR_NAMES_CARD:
	case AR_NAMES_NEW:
		for (int i = 0; i < s->n_objects; i++)
			if (ar_called(s, seat, &s->obj[i], t[2]) &&
			    (!best ||
			     (best->ctl != seat && s->obj[i].ctl == seat)))
				best = &s->obj[i];
		return best;
	default: return subject;
	}
}

static bool object_has(const struct ar_state *s, const struct ar_obj *o,
		       int what, int32_t value)
{
	switch (what) {
	case AR_CARRIES_COND:
		return 0 <= value && value < N_AR_CONDS && o->cond[value] > 0;
	case AR_CARRIES_TOKEN:
		return 0 <= value && value < N_AR_TOKENS && o->token[value] > 0;
	case AR_CARRIES_TRAIT:
		return 0 < value && value < N_AR_TRAITS &&
		       ar_is(s, o, (enum ar_trait)value);
	default:
		for (int i = 0; i < s->n_objects; i++)
			if (s->obj[i].host == o->handle && !s->obj[i].hidden &&
			    s->obj[i].card == value)
				return true;
		return false;
	}
}

static bool has_hidden(const struct ar_state *s, int seat,
		       const struct ar_obj *o)
{
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].host == o->handle && s->obj[i].hidden &&
		    !ar_friends(s, s->obj[i].ctl, seat))
			return true;
	return false;
}

static bool about_object(const struct ar_state *s, int seat, const int32_t *w,
			 int n, const struct ar_obj *subject)
{
	const struct ar_obj *o = conditions_named(s, seat, w + 1, subject), *x;
	int32_t v = n > 4 ? w[4] : 0;

	if (w[0] == AR_COND_DEAD)
		return !o;
	if (!o)
		return false;
	switch (w[0]) {
	case AR_COND_ALIVE: return !o->dying;
	case AR_COND_ACTIVE: return o->active;
	case AR_COND_INACTIVE: return !o->active;
	case AR_COND_GUARDING: return o->guard;
	case AR_COND_FLYING: return ar_is_creature(s, o) && ar_flying(s, o);
	case AR_COND_HAS: return n > 5 && object_has(s, o, (int)v, w[5]);
	case AR_COND_HAS_HIDDEN: return has_hidden(s, seat, o);
	case AR_COND_REVEALED: return !o->hidden;
	case AR_COND_HURT: return o->damage >= v;
	case AR_COND_LIFE: return ar_life_left(s, o) <= v;
	case AR_COND_IN: return ar_zone_of(s, o) == v;
	default: /* within */
		x = n > 7 ? conditions_named(s, seat, w + 5, subject) : NULL;
		return x && ar_zone_of(s, o) && ar_zone_of(s, x) &&
		       ar_distance(ar_zone_of(s, o), ar_zone_of(s, x)) <= v;
	}
}

static int conditions_whose(const struct ar_state *s, int seat, int32_t enemy)
{
	const struct ar_obj *o =
		enemy ? ar_enemy_mage(s, seat, s->player[seat].mage) : NULL;

	return o ? (int)o->ctl : seat;
}

static int enemies_in(const struct ar_state *s, int seat, int32_t zone)
{
	int n = 0;

	for (int i = 0; i < s->n_objects; i++)
		n += s->obj[i].zone == zone && ar_is_creature(s, &s->obj[i]) &&
		     !ar_friends(s, s->obj[i].ctl, seat);
	return n;
}

static bool about_attack(const struct ar_state *s, const int32_t *w, int n,
			 const struct ar_attack *a)
{
	const struct ar_obj *t = a ? ar_obj(s, a->target) : NULL;
	int32_t v = n > 1 ? w[1] : 0;
	int dice, damage;

	if (!t)
		return false;
	dice = a->dice ? (int)a->dice : ar_attack_dice(s, a, NULL);
	damage = a->dice ? ar_projected(s, a, 0) : dice;
	switch (w[0]) {
	case AR_COND_DICE: return n > 2 && w[2] ? dice <= v : dice >= v;
	case AR_COND_DAMAGE: return a->dice && damage >= v;
	case AR_COND_LETHAL: return damage >= ar_life_left(s, t);
	case AR_COND_MELEE: return a->kind == AR_MELEE;
	case AR_COND_RANGED: return a->kind == AR_RANGED && !a->spell;
	case AR_COND_SPELL: return a->spell;
	default: return false; /* saves: reveal_window.c */
	}
}

bool ar_holds_now(const struct ar_state *s, int seat, const int32_t *w, int n,
		  const struct ar_obj *subject, const struct ar_attack *a)
{
	const struct ar_player *p;

	if (n < 1)
		return false;
	switch (w[0]) {
	case AR_COND_PLANNED:
		p = &s->player[seat];
		return n > 1 &&
		       (p->planned[0] == w[1] || p->planned[1] == w[1]);
	case AR_COND_MANA:
		return n > 2 &&
		       s->player[conditions_whose(s, seat, w[1])].mana >= w[2];
	case AR_COND_INITIATIVE:
		return n > 1 &&
		       s->head.first == conditions_whose(s, seat, w[1]);
	case AR_COND_QUICKCAST:
		return n > 1 &&
		       s->player[conditions_whose(s, seat, w[1])].quickcast;
	case AR_COND_ROUND: return n > 1 && s->round >= w[1];
	case AR_COND_ENEMIES: return n > 2 && enemies_in(s, seat, w[1]) >= w[2];
	case AR_COND_DICE:
	case AR_COND_DAMAGE:
	case AR_COND_SAVES:
	case AR_COND_LETHAL:
	case AR_COND_MELEE:
	case AR_COND_RANGED:
	case AR_COND_SPELL: return about_attack(s, w, n, a);
	default:
		return n > 3 &&
		       RULE(AR_MAIL_38, about_object(s, seat, w, n, subject));
	}
}

bool ar_holds(const void *view, int seat, const int32_t *w, int n)
{
	return ar_holds_now(view, seat, w, n, NULL, NULL);
}
