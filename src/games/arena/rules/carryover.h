/*
 * src/games/arena/rules/carryover.h - what a Mage brings from a duel before,
 * and leaves to the next (engine/carryover.h):
 *
 *	mage	class, element	who it is; element: -1 none
 *	spell	copies		of its book, as it was sealed; key "arena/57"
 *	points	spell points	above those of its card, for the book to grow
 *
 * Who brings a Mage plays it again, and what its book held stays in it. In the
 * apprentice mode, whose books are printed, nothing of this is asked.
 */
#ifndef GAMES_ARENA_RULES_CARRYOVER_H
#define GAMES_ARENA_RULES_CARRYOVER_H
#include "games/arena/rules/state.h"
#include "engine/carryover.h"
#include "engine/system.h"

bool ar_carry(void *state, const struct carryover *c);
void ar_leaves(const void *state, struct carryover_list *out);

/* Does the seat bring a Mage: which (element: -1 none)? */
bool ar_carries_mage(const struct ar_state *s, int seat, int *class,
		     int *element);

/* May the seat be this Mage; may its book be this one, by the number of a card?
 * True for who brings nothing. */
bool ar_mage_carried(const struct ar_state *s, int seat, int class, int element,
		     struct refusal *no);
bool ar_book_carried(const struct ar_state *s, int seat,
		     const int32_t copies[AR_MAX_CARDS], struct refusal *no);
#endif
