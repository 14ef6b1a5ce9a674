/*
 * src/games/arena/rules/target_filter.h - tests filters of rows (AR-SDATA
 * table 6) on an object, a spell or an attack. Traits use filters and filters
 * use traits, so that a game master's row could recurse for ever: the depth is
 * bounded, and below it only printed traits count.
 */
#ifndef GAMES_ARENA_RULES_TARGET_FILTER_H
#define GAMES_ARENA_RULES_TARGET_FILTER_H
#include "games/arena/rules/spell_clause.h"

enum { AR_DEEPEST = 3 };

/* For whom the words of a row speak, and who is who. */
struct ar_asking {
	const struct ar_state *s;
	int card;                  /* whose words */
	const struct ar_obj *self; /* NULL: a spell that has no object */
	int seat;                  /* ctl */
	int depth;
	const struct ar_roles *about; /* or NULL */
	const struct ar_cast *cast;   /* what the order named, or NULL */
	const struct ar_blow *blow;   /* for brackets, or NULL */
	int32_t zone;                 /* here; 0: that of self */
	int32_t it, same;             /* handles */
	bool any_curse;               /* cursed: hidden ones count, too */
};

/* The object one of the words that name one means; NULL: none. */
const struct ar_obj *ar_named_by(const struct ar_asking *a,
				 enum ar_test_word word);

bool ar_asks(const struct ar_asking *a, int filter, const struct ar_obj *o);

/* The same of a spell that seat casts (quick: with a quick action). */
bool ar_asks_spell(const struct ar_asking *a, int filter, int card, int seat,
		   bool quick);

/* A bracket: of a->blow, for the object that has the trait. */
bool ar_asks_blow(const struct ar_asking *a, int filter,
		  const struct ar_obj *o);
bool ar_blow_says(const struct ar_asking *a, int filter,
		  enum ar_test_word word);

bool ar_asks_if(const struct ar_asking *a, int condition);

/* Which of ar_obj.used counts the clause: those of one ability of a Mage share
 * it (AR-SDATA-13). */
int ar_clause_counter(const struct ar_state *s, const struct ar_obj *self,
		      const struct ar_clause *c);

/* ar_trait and what follows from several, no deeper than AR_DEEPEST. */
int32_t ar_trait_at(const struct ar_state *s, const struct ar_obj *o,
		    enum ar_trait t, const struct ar_blow *b,
		    struct ar_why *why, int depth);
bool ar_living_at(const struct ar_state *s, const struct ar_obj *o, int depth);
bool ar_corporeal_at(const struct ar_state *s, const struct ar_obj *o,
		     int depth);
bool ar_immune_at(const struct ar_state *s, const struct ar_obj *o, int type,
		  int depth);
bool ar_flying_at(const struct ar_state *s, const struct ar_obj *o, int depth);
#endif
