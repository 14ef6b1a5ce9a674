/*
 * src/games/arena/rules/trait.h - the traits of an object as they are now
 * (AR-TRT-01 to -05): printed, given by the live clauses of revealed objects,
 * lasting modifiers, tokens, conditions. Computed at every reading, kept
 * nowhere.
 */
#ifndef GAMES_ARENA_RULES_TRAIT_H
#define GAMES_ARENA_RULES_TRAIT_H
#include "games/arena/rules/spell_parse.h"

enum { AR_MAX_MODS_SHOWN = 24, AR_MAX_DEFENSES = 8, AR_MAX_TAXES = 24 };

/* Of whom the traits of an attack are asked; EITHER: as its handle says. */
enum ar_blow_as { AR_AS_EITHER, AR_AS_ATTACKER, AR_AS_DEFENDER };

/* The attack for which a trait is asked: brackets as in Melee+1[flame] and the
 * words out, in, first. */
struct ar_blow {
	int32_t attacker, defender; /* handles; 0 none */
	int32_t card;               /* whose profile it is */
	int32_t profile;
	int32_t kind; /* enum ar_attack_kind */
	int32_t type; /* enum ar_type */
	enum ar_blow_as as;
	bool spell, quick, counterstrike;
	bool first;    /* first attack of the attacker this round */
	bool first_on; /* .. on this defender */
	bool first_melee_on;
};

/* What makes up a number: n pairs of rule and amount, as FIELD_MODS. */
struct ar_why {
	int n;
	int32_t mod[2 * AR_MAX_MODS_SHOWN];
};
void ar_because(struct ar_why *why, int rule, int32_t amount);

/*
 * The sum, the highest, or 0 and 1. b: the attack, or NULL: brackets do not
 * hold. why, or NULL: what it is made of (the rule of the card that gives it).
 */
int32_t ar_trait(const struct ar_state *s, const struct ar_obj *o,
		 enum ar_trait t, const struct ar_blow *b, struct ar_why *why);

static inline bool ar_is(const struct ar_state *s, const struct ar_obj *o,
			 enum ar_trait t)
{
	return ar_trait(s, o, t, NULL, NULL) > 0;
}

/* AR-OBJ-12, -15: words that follow from several traits */
bool ar_living(const struct ar_state *s, const struct ar_obj *o);
bool ar_corporeal(const struct ar_state *s, const struct ar_obj *o);
bool ar_immune(const struct ar_state *s, const struct ar_obj *o, int type);
bool ar_flying(const struct ar_state *s, const struct ar_obj *o);
bool ar_restrained(const struct ar_state *s, const struct ar_obj *o);
bool ar_incapacitated(const struct ar_state *s, const struct ar_obj *o);
bool ar_finite(const struct ar_state *s, const struct ar_obj *o);

int32_t ar_armor(const struct ar_state *s, const struct ar_obj *o,
		 struct ar_why *why); /* 0 for "none" too */
int32_t ar_life(const struct ar_state *s, const struct ar_obj *o);
int32_t ar_life_left(const struct ar_state *s, const struct ar_obj *o);
int32_t ar_channeling(const struct ar_state *s, const struct ar_obj *o,
		      struct ar_why *why); /* -1: it has none */

/* A defense (AR-DEF-01), printed or given. */
struct ar_defense {
	int32_t needed;
	int32_t uses;   /* left this round; -1 unlimited, 0 used up */
	int32_t flags;  /* enum ar_defense_flag */
	int32_t source; /* handle of who gives it; its own: printed */
	int32_t card;
};
int ar_defenses(const struct ar_state *s, const struct ar_obj *o,
		struct ar_defense out[AR_MAX_DEFENSES]);

/* The damage barrier in effect longest (AR-BARR-06); false: it has none. */
bool ar_barrier(const struct ar_state *s, const struct ar_obj *o,
		int32_t *source, int32_t *card, int32_t *profile);

/* No target of ranged attacks; as first printed, Tanglevine was one. */
bool ar_not_ranged(const struct ar_state *s, const struct ar_obj *o);

/* A tax on an attack or, b NULL, on a move action: its source and amount. */
struct ar_tax {
	int32_t source, amount;
};
int ar_taxes(const struct ar_state *s, const struct ar_obj *payer,
	     const struct ar_blow *b, struct ar_tax out[AR_MAX_TAXES]);

/* May a spawnpoint or familiar be given this card, may an item bind it; least
 * is the mana that must lie on a spawnpoint. */
bool ar_may_spawn(const struct ar_state *s, const struct ar_obj *o, int card,
		  int32_t *least);
bool ar_may_familiar(const struct ar_state *s, const struct ar_obj *o,
		     int card);
bool ar_may_bind(const struct ar_state *s, const struct ar_obj *o, int card);
bool ar_is_spawnpoint(const struct ar_state *s, const struct ar_obj *o);
bool ar_is_familiar(const struct ar_state *s, const struct ar_obj *o);

/* May the Mage cast this card with a quick action though it is full? */
bool ar_may_quick(const struct ar_state *s, const struct ar_obj *mage,
		  int card);

/* Is an object that allows the seat to place this summons in the zone? */
bool ar_summon_at(const struct ar_state *s, int32_t zone, int seat, int card);

/* The item (or ability) that makes this spell, or the revealing of this
 * enchantment, cheaper by 1: not yet used in this round, and not kept for
 * another card (AR-DP-28): its handle, 0 none. What a spawnpoint or familiar
 * casts has none. */
int32_t ar_cast_discount(const struct ar_state *s, int seat, int32_t caster,
			 int card, int32_t target);
int32_t ar_reveal_discount(const struct ar_state *s, const struct ar_obj *o,
			   int32_t host);
#endif
