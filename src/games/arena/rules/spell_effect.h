/*
 * src/games/arena/rules/spell_effect.h - what the verbs of spells do (AR-SDATA
 * section 4): a function for each, on one object.
 */
#ifndef GAMES_ARENA_RULES_SPELL_EFFECT_H
#define GAMES_ARENA_RULES_SPELL_EFFECT_H
#include "games/arena/rules/target_filter.h"
#include "games/arena/rules/attack_parts.h"

/* the clause that runs, as its verbs see it */
struct ar_doing {
	struct ar_work *w;
	struct ar_clause_frame *x;
	const struct ar_action *a;
	const struct ar_asking *ask;
	struct ar_cast *cast;     /* what the order named, or NULL */
	bool spell;               /* .. of a spell */
	struct ar_attack *attack; /* .. about an attack, or NULL */
	bool use;                 /* an ability */
};

/* The verb on the object, 0: on none. False: the clause ends. */
bool ar_verb(struct ar_doing *d, int32_t who);
#endif
