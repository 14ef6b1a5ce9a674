/*
 * src/games/arena/rules/carryover.h - carries a Mage, the spells of its book
 * and spell points from duel to duel (engine/carryover.h):
 *
 *	mage	class, element	who it is; element: -1 none
 *	spell	copies		of its book, as it was sealed; key "arena/57"
 *	points	spell points	above those of its card, for the book to grow
 *
 * A player with a carried Mage plays it again and keeps all spells of its book.
 * Apprentice mode ignores carried values: its books are printed.
 */
#ifndef GAMES_ARENA_RULES_CARRYOVER_H
#define GAMES_ARENA_RULES_CARRYOVER_H
#include "games/arena/rules/state.h"
#include "engine/carryover.h"
#include "engine/system.h"

bool ar_carryover_apply(void *state, const struct carryover *c);
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
