/*
 * src/games/arena/rules/spell_clause.h - executes programs of spells: the
 * objects that an event triggers, one dispatcher, a function for each verb.
 */
#ifndef GAMES_ARENA_RULES_SPELL_CLAUSE_H
#define GAMES_ARENA_RULES_SPELL_CLAUSE_H
#include "games/arena/rules/damage.h"
#include "games/arena/rules/spell_parse.h"

/*
 * Tell of an event: a frame for every live `on` and `may` clause, and what the
 * Mages' abilities have on it, so that they are run in the order of
 * AR-SDATA-07. May clauses are run as standing lines say (AR-SDATA-11).
 */
void ar_fire(struct ar_work *w, enum ar_on event, const struct ar_roles *about);

/* Mandatory enchantments whose condition holds (AR-MAND): a MUST frame if
 * there are any; its result: they ended the event. */
void ar_must(struct ar_work *w, enum ar_on event, const struct ar_roles *about,
	     int below);

/* The clauses cast or announce of the spell in this frame. */
void ar_clauses_of(struct ar_work *w, struct ar_frame *cast,
		   enum ar_clause_kind kind);

/* One clause of an object, now. */
void ar_clause_start(struct ar_work *w, int32_t obj, int clause,
		     const struct ar_roles *about, int below);

/* The clause was used once more in this round (AR-SDATA-13). */
void ar_clause_used(struct ar_work *w, int32_t obj, int clause);

/* The option of a pick that the order names, in its place: enum ar_pick; false:
 * it names none of them. */
bool ar_pick(const int32_t *words, int pick, struct ar_action *a);

/* Does the event trigger the clause of this object? Its filters who, by, to,
 * spell, kind fit the roles, its if= is true, its n= is not used up; ENTER:
 * it is of the zone that was entered. */
bool ar_clause_hears(const struct ar_state *s, const struct ar_obj *self,
		     const struct ar_clause *c, enum ar_on event,
		     const struct ar_roles *about);

/* Does the object fit the filter at this place of the card's words? self: the
 * object whose program it is. */
bool ar_fits(const struct ar_state *s, int card, int filter,
	     const struct ar_obj *self, int seat, const struct ar_obj *o,
	     const struct ar_roles *about);

/* Is this one's condition true? (if=) */
bool ar_clause_if(const struct ar_state *s, int card, int condition,
		  const struct ar_obj *self, const struct ar_roles *about);

/* U2 of Upkeep for the seat: shield, Death Link, Moloch as its lines say. */
void ar_upkeep_options(struct ar_work *w, int seat);

/* Effects of U3 on the object that come of spells: how many, and number i of
 * them: what it may do at most (AR-UPK-07), and doing it. */
int ar_upkeep_harms(const struct ar_state *s, const struct ar_obj *o,
		    int32_t *source, int32_t *clause, int max);
int ar_upkeep_harm(const struct ar_state *s, const struct ar_obj *o,
		   int32_t source, int32_t clause);

void ar_upkeep_do(struct ar_work *w, int32_t obj, int32_t source,
		  int32_t clause);

/* BOOST at the activation (AR-DP-13). */
void ar_boost(struct ar_work *w, int32_t obj);

/* dice that are no enum ar_roll, of an attack and of its effect */
enum { AR_ROLL_ATTACK = 16, AR_ROLL_EFFECT };

/* a die just made, for the Temple of the Dawnbreaker: roll it again? */
bool ar_reroll(struct ar_work *w, const struct ar_roles *about);

/* Before the roll: must a seat be asked about the condition for a re-roll
 * (AR-DP-34)? As ar_wants_asked. */
bool ar_asks_reroll(struct ar_work *w, const struct ar_roles *about);
#endif
